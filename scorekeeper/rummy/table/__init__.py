"""Questions about the melds that lie on the table while a round is played."""
