"""Short helpers for the columns of Hollywood Gin."""

from __future__ import annotations

from tests.support.documents import Document, knock

BARE = {"game_bonus": 0, "box_bonus": 0}
"""Columns without bonuses, so that finals are totals."""


def won(player: str, points: int) -> Document:
    """A round that this player wins by knocking."""
    other = "Bob" if player == "Ann" else "Ann"
    return knock(player, **{player: 1, other: points + 1})


def totals(answered: Document) -> list[tuple[int, int]]:
    """Ann's and Bob's totals in each column."""
    return [tuple(column["totals"].values()) for column in answered["columns"]]


def closed(answered: Document) -> list[bool]:
    """Which columns are closed."""
    return [column["closed"] for column in answered["columns"]]
