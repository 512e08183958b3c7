"""Leagues over a season: results imported, corrected and ranked, penalties, and the league's log and paper.

A league stands above the evening and derives its table from results; nothing below pushes into it.
"""
