"""A whole game folded from its rounds, and what other facts or rules would make of it."""
