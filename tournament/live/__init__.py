"""How pages learn that something changed."""
