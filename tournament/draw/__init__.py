"""Drawing a round or an hour: a draft that only the director sees, changed by hand if wanted, then released; and seats
afterwards.

A *draft* is not released yet. A *field* is what a movement is told. A *stand-in* takes somebody's seat in a match.
"""
