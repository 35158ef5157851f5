"""Guesses which player a name in a file means: Mags is perhaps Maggie."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby

from scorekeeper.storage.models import Player
from scorekeeper.transfer.past.values import plain

_SHORTEST = 3
"""Two names must share this many letters. A shorter name, such as Jo, is like too many names."""

_ENDINGS = re.compile(r"(?:ie|ey|y|i|s|z|e|chen)$")
"""The endings of familiar forms of names."""


class Alike:
    """The players of a club by the stems of their names."""

    def __init__(self, people: Iterable[Player]) -> None:
        self._whole: dict[str, set[Player]] = defaultdict(set)
        self._first: dict[str, set[Player]] = defaultdict(set)
        self._begins: dict[str, set[Player]] = defaultdict(set)
        for player in people:
            first, *others = plain(player.name).split() or [""]
            self._whole[plain(player.name)].add(player)
            self._first[_stem(first)].add(player)
            if not others:
                for length in range(_SHORTEST, len(first)):
                    self._begins[first[:length]].add(player)

    def guess(self, name: str) -> Player | None:
        """The only player with a similar name. `None` for no such player or several players."""
        written = plain(name)
        if found := self._whole.get(written):
            return _only(found)
        first, *others = written.split() or [""]
        found = {player for player in self._first.get(_stem(first), ()) if _may_be(written, player)}
        if not others:
            shorter = (self._whole.get(first[:length], ()) for length in _lengths(first))
            longer = self._begins.get(first, ())
            found = found.union(longer, *shorter)
        return _only({player for player in found if not _differ_by_ending(written, player)})


def _lengths(word: str) -> range:
    return range(_SHORTEST, len(word))


def _may_be(written: str, player: Player) -> bool:
    """Check that at least one of the names has no surname. Two surnames mean two people."""
    return len(written.split()) == 1 or len(plain(player.name).split()) == 1


def _differ_by_ending(written: str, player: Player) -> bool:
    """Check whether the names differ by an ending that makes a different name (Paul and Paula)."""
    shorter, longer = sorted((written, plain(player.name)), key=len)
    return longer in (f"{shorter}a", f"{shorter}e", f"{shorter}ine", f"{shorter}le")


def _only(players: set[Player]) -> Player | None:
    return next(iter(players)) if len(players) == 1 else None


def _stem(word: str) -> str:
    """A name without the ending of its familiar form and without doubled letters.

    >>> [_stem(name) for name in ("maggie", "mags", "bobby", "jo")]
    ['mag', 'mag', 'bob', 'jo']
    """
    short = _ENDINGS.sub("", word)
    single = "".join(letter for letter, _same in groupby(short))
    return single if len(single) >= _SHORTEST else word
