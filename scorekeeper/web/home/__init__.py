"""The home page: the game on the table, how tonight stands, what to play next."""
