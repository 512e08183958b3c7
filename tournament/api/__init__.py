"""What other programs read: the documented API under /api/v1/, and calendars of evenings to subscribe to.

This room only reads, with the queries of the rooms below, and decides nothing. A *reader* is anybody who asks, with or
without a *token*: its *scope* says how much they may see, and `club.visibility` decides about names. Nothing leaves the
hall unless the club allows it. A *resource* is an address with its answer (one function each in `resources`; `schemas`
describes the fields, with an example of every value).
"""
