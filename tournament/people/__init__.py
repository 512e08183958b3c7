"""The club's people over the years: the secretary's list, double entries, forgetting, spreadsheets and money.

A *person* is somebody the club knows (`models.Player`); the door makes one of every name it takes. The room reads what
evenings and the door say and changes nothing of them but whose they are. `attendance` is being here at an evening.
"""
