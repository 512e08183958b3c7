"""Tells pages when something changed."""
