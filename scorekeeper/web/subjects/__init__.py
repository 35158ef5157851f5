"""Values that pages show and the API returns: a game in a list, an evening, a player, records."""
