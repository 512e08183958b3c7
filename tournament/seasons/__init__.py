"""The club's year: seasons and their series, the club's records, and ratings.

Like leagues, all of it stands above the evening: it reads what evenings came to and derives by revision; nothing below
pushes into it. An evening counts from its end on. One that is opened again for a correction counts as it ended until it
ends again; the log then says what moved. A *season* is a name, dates and evenings; a *series* ranks over them by a rule
that is data (`rule`); a *night* is what one evening gave to one competitor of a series. Pages of single people and
statistics are elsewhere.
"""
