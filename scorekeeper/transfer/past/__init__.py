"""Imports results from other sources (tables, spreadsheets, BG Stats) as games without rounds."""
