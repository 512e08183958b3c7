"""One hand: how it is entered, recorded, corrected, agreed and decided, and what happens to hands that come late.

Nobody enters points here: the form asks for facts, and `scoring` works out the points.
"""
