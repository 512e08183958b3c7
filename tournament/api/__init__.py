"""What other programs read: the documented API under /api/v1/, and calendars of evenings to subscribe to.

It reads only, by the queries of the rooms below, and decides nothing. A *reader* is whoever asks, with a *token* or
without: its *scope* says how much it may see, and names go by the one rule of `club.visibility`. Nothing leaves the
hall unless the club says so. A *resource* is an address with its answer (`resources`, one function each; `schemas`
says what is in it, with an example of every value).
"""
