"""Tournaments of a club: stored, changed, played at tables whose games are ordinary games."""
