"""The club itself: its name and emblem, accounts that may sign in, and the house rules that a club can choose."""
