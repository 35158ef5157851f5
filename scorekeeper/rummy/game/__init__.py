"""A whole game computed from its rounds, and what other facts or rules would change."""
