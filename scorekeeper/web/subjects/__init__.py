"""What pages show and the API answers: a game in a list, an evening, a player, records."""
