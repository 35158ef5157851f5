"""A whole game computed from its rounds, and the effects of other facts or rules."""
