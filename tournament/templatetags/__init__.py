"""Template filters of the hall."""
