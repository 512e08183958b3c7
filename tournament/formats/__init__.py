"""Kinds of evening as values, pure: formats and presets, the length of a match, and what a plan comes to in time."""
