"""The pages of a club's history."""
