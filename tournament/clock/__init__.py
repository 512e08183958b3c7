"""The round clock, the timetable and the bells.

The clock shows what was pressed and when; nothing here runs by itself but `round_starter`, which begins rounds on
time.
"""
