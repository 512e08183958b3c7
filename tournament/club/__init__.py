"""The club itself: its name and emblem, the accounts that may sign in, and the house rules that it can choose."""
