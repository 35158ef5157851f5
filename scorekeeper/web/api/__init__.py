"""What other programs ask for, in JSON: scores, melds and the games of a club."""
