"""Judging: from the facts of a round to its ruling."""
