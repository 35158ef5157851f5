"""Stored games: except for imports, only this package writes games, rounds and their history."""
