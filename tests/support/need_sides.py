"""Rummy 500 as a game that four and six can only play by sides, like Canasta."""

from __future__ import annotations

import pytest

from scorekeeper.rummy.variants.rummy_500 import RUMMY_500

SIX = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay")


def need_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make Rummy 500 a game by sides only for four and six, until the test ends."""
    monkeypatch.setitem(vars(RUMMY_500), "needs_sides", True)
    monkeypatch.setitem(vars(RUMMY_500), "sides", {4: (2,), 6: (2, 3)})
