"""Melds: check whether cards form a meld, and arrange a hand with the least deadwood."""
