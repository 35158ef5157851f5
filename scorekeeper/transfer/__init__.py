"""Exports and imports of games: documents, archives, tables for spreadsheets."""
