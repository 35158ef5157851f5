"""A whole game computed from its rounds, and the effects of changing its facts or rules."""
