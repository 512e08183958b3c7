"""Lists as people write them: CSV, XLSX and pasted lines read into rows of text; columns by their headings; names of
players, pairs and teams with what stands beside them; the order of day and month in dates; names that are alike. A
*table* is such rows; a *doubt* is what is asked before anything is stored. What a row means is for the rooms above to
say: the door, people and leagues make `check.CheckRow` of their rows, and one page shows them, asks and takes
corrections.

A file that somebody chose is read in a process of its own with limits of time and memory (`tables.read_table`), so that
no file, however it is made, slows the hall down.
"""
