"""What all rooms build on: errors, the write transaction and its log, who is acting and who may see a view, table
codes, the throttle, the revision cache, data files and hosts.

It imports the models and no room.
"""
