"""The club's people over the years: the secretary's list, double entries, forgetting, spreadsheets and money.

A *person* is somebody the club knows (`models.Player`); the door adds one for every new name. This room reads evenings
and the door, and changes nothing there except which person an entry belongs to. `attendance` counts the evenings that
somebody came to.
"""
