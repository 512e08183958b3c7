"""Prints an evening's documents, says what can be printed now, and makes the power-cut kit.

A *document* is a value in `documents`; a *piece* is a part of a page that is cut apart. `press` makes the PDF.
"""
