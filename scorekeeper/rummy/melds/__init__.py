"""Melds: which cards form one, and the arrangement of a hand with the least deadwood."""
