"""An evening's settings, rules and plan, its hours, its competitors and what they owe, and the codes and calls of its
tables.

A *competitor* is who is drawn and ranked: a player, a pair or a team.
"""
