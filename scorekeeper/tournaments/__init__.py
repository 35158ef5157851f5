"""Tournaments of a club: stored, changed, and played at tables with ordinary games."""
