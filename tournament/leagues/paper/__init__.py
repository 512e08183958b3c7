"""The paper of a league: `printing` makes the PDFs; the others lay out one kind of sheet each, and are pure."""
