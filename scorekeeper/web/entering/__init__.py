"""Rounds as tables enter them, as values that pages show and programs send and get."""
