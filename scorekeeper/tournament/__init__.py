"""The core of a tournament: draws, tournament points and standings.

Pure functions on frozen values, with the standard library only. This package knows no game: the
result of a table is the totals of its sides.
"""
