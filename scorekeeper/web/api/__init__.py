"""The API for other programs, in JSON: scores, melds and the games of a club."""
