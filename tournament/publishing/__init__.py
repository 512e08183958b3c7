"""What the club shows outside the hall: its static web site, and the standings of an evening or a series as text
and as a picture for a chat.

This room reads what the rooms below show to everybody and changes nothing there. A page's *key* is a hash of what the
page is made from: a page with the same key is not made again. `club.visibility` decides which names appear.
"""
