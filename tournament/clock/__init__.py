"""The round clock, the timetable and the bells.

The clock shows what was pressed and when. Nothing here runs by itself except `round_starter`, which begins rounds on
time.
"""
