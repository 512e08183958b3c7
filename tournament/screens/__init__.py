"""Screens on the walls of the hall, call-outs, and prize-giving."""
