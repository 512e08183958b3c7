"""Sign-up before the day: a page for each evening that the club opens, a list that the secretary keeps, and a link to
cancel or to name a partner. The page shows how many places are left and nobody's name. The door finds who signed up
with `event.queries.sign_ups`."""
