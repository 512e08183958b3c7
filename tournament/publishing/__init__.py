"""What the club shows outside the hall: a static web site of it, and the standings as text and as a picture for a chat.

It reads what the rooms below show to everybody and writes nothing of theirs. A page's *key* says what it is made of: a
page whose key is as it was is not made again. Names are those of `club.visibility` everywhere.
"""
