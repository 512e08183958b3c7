"""What services of all rooms need: errors, the write transaction and its log, who is acting, the revision cache, and
how names are written and sorted.

It imports the models and no room.
"""
