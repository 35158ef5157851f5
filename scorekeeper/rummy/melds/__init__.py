"""Melds: which cards make one, and the arrangement of a hand that leaves the fewest points."""
