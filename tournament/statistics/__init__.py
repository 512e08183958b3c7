"""Everybody's page, and the statistics of an evening and of a season, with their charts.

This room stands above the seasons and reads the results that they store; it stores nothing itself. `club.visibility`
decides who may see a person. A *period* is a year, or a month for anybody who has played for less than three years.
Rankings, records and ratings of everybody are in `seasons`.
"""
