"""The worked example of Knock Rummy."""

from __future__ import annotations

PLAYERS = ("Pierre", "Jean", "Jacques", "Paul")
SOURCE = {"Pierre": 21, "Jean": 5, "Jacques": 28, "Paul": 8}
"""What is left in the worked example: 21, 5, 28 and 8."""
