"""The core of a tournament: who meets whom, what a table is worth, and the standing.

Pure functions on frozen values, with the standard library alone. It knows no game: a table's
result is the totals of its sides.
"""
