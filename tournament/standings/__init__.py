"""The standings, from the database to `ranking` and back: who stands where, why, which ties need a cut or a play-off,
and the prizes."""
