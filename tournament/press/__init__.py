"""HTML in, PDF out: sheets, fonts, fitting of words, and the one process that prints. It knows no evening.

`renderer`, `binding` and `press_process` run inside that process alone.
"""
