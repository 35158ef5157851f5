"""The pages of a club: who is in, how one gets in."""
