"""Everybody's page, and the statistics of an evening and of a season, with their charts.

It stands above the seasons and reads what they keep of evenings; it stores nothing of its own. Who may see a person is
`club.visibility`. A *period* is a year, or a month for whoever has played for less than three years. Rankings, records
and ratings of everybody are in `seasons`.
"""
