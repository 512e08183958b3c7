"""What all rooms stand on: errors, the write transaction and its log, who is acting and who may see a view, table
codes, the throttle, the revision cache, data files and hosts.

It knows the models and no room.
"""
