"""Stored games: only this package and imports write the facts of games and their history."""
