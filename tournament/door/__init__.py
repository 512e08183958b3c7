"""The door: who is entered and who is here, pairs and teams, latecomers and leavers, and what everybody pays."""
