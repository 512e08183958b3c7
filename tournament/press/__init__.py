"""Turns HTML into PDF: sheets, fonts, fitting of words, and the one process that prints. It knows nothing of evenings.

`renderer`, `binding` and `press_process` run only inside that process.
"""
