"""The judge's desk: a dispute settled without a game."""
