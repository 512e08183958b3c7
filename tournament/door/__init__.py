"""The door: who is entered and who is here, pairs and teams, people who come late or leave, and what everybody pays."""
