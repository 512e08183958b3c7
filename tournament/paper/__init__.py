"""Everything that is printed of an evening: documents, what can be printed now, and the power-cut kit.

A *document* is a value in `documents`; a *piece* is a part of a page that is cut apart. Making the PDF is `press`.
"""
