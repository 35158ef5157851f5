"""A club to look at: six players and the games of two years, played by the real rules."""
