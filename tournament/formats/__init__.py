"""Kinds of evening as pure values: formats and presets, the length of a match, and how much time a plan takes."""
