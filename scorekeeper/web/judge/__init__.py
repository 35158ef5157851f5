"""The judge's desk: it settles a dispute without a recorded game."""
