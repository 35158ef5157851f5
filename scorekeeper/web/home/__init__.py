"""The home page: the game in play, the score of the evening, what to play next."""
