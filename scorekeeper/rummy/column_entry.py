"""Points already written in the columns of a game whose rounds were not recorded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.rummy.round import Round, Ruling


@dataclass(frozen=True, slots=True)
class EntryKind:
    """What points in a column were for.

    `word` is what people type, or its first letter; the default kind has no word. `letter` stands
    for the word in a URL. `round(rules, seat, points)` is a two-player round worth these points;
    `is_kind` recognises the ruling of such a round.
    """

    letter: str
    word: Message | None
    round: Callable[[Any, Seat, int], Round]
    is_kind: Callable[[Ruling], bool]
    is_win: bool = True


@dataclass(frozen=True, slots=True)
class ColumnEntry:
    """Points that one player has in the columns."""

    seat: Seat
    points: int
    kind: EntryKind
