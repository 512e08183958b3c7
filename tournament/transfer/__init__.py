"""Moves evenings and clubs from one computer to another as a file, and goes back to restore points of an evening.

The file is JSON, format "hangjack", version 1; `document` describes it. It contains no ids of this database: every row
has a key of the file's own, so that an export that is imported elsewhere and exported again is the same file. The rows
of an evening are read off the models (`foundation.model_rows`); `rows` lists the few exceptions.

A *restore point* is an evening as it stood before a large change. `event` sets them; this room goes back to one.
"""
