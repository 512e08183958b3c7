"""Draws a round or an hour: a draft that only the director sees, changed by hand if wanted, then released; and changes
seats afterwards.

A *draft* is not released yet. A *field* is what a movement is given to draw from. A *stand-in* takes somebody's seat in
a match.
"""
