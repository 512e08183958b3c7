"""What the director looks at: tonight, the next step and its undo, the tables, the log and Help.

It stands above all other rooms of the evening and reads them; it decides nothing that they do not offer.
"""
