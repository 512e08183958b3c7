"""Starts and serves Hangjack: the environment, the processes, and the test command."""
