"""Leagues over a season: results brought in, corrected and ranked, penalties, and the league's log and paper.

A league stands above the evening and derives from results; nothing below pushes into it.
"""
