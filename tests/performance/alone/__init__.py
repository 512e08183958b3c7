"""Peers of what is measured: the same work without the rest of Hangjack."""
