"""The club's year: seasons and their series, the club's records, and ratings.

Like leagues, this room stands above the evening: it reads the results of evenings and derives everything else by
revision; nothing below pushes into it. An evening counts once it has ended. If it is reopened for a correction, its old
result counts until it ends again; the log then says what moved. A *season* is a name, dates and evenings. A *series*
ranks competitors over those evenings by a rule that is data (`rule`). A *night* is what one evening gave to one
competitor of a series. Pages of single people, and statistics, are elsewhere.
"""
