"""The director's pages: tonight, the next step and its undo, the tables, the log and Help.

This room is above all other rooms of the evening and reads them; it decides nothing that they do not offer.
"""
