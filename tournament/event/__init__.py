"""What every room above asks about an evening: its settings, rules and plan, its hours, its competitors, what they
owe, and the codes and calls of its tables.

A *competitor* is who is drawn and ranked: a player, a pair or a team.
"""
