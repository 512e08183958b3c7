"""A match: its sides and its series of games, the versions and states of its results, and how they are derived
again."""
