"""Games as they are kept: the only writers of games, rounds and their history."""
