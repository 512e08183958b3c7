"""Evenings and clubs taken from one computer to another as a file, and restore points of an evening.

The file is JSON, format "hangjack", version 1; `document` describes it. Nothing in it is a number of this database:
what is told of has a key of the file's own, so that an export imported elsewhere and exported again is the same file.
What an evening is made of is read off the models (`foundation.model_rows`); `rows` lists the few exceptions.

A *restore point* is an evening as it stood before a large act. `event` sets them; going back to one is done here.
"""
