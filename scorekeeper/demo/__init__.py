"""A demo club: six players and the games of two years, played by the real rules."""
