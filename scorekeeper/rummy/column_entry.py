"""Points as somebody wrote them in one of several columns, before the rounds were recorded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.rummy.round import Round, Ruling


@dataclass(frozen=True, slots=True)
class EntryKind:
    """What points in a column were for.

    `word` is how people say it, and its first letter is enough; the kind that goes without saying
    has none. `letter` stands for the word in an address. `round(rules, seat, points)` is a round
    of two players that brings these points; `is_kind` recognises the ruling of such a round.
    """

    letter: str
    word: Message | None
    round: Callable[[Any, Seat, int], Round]
    is_kind: Callable[[Ruling], bool]
    is_win: bool = True


@dataclass(frozen=True, slots=True)
class ColumnEntry:
    """Points that one player wrote in the columns."""

    seat: Seat
    points: int
    kind: EntryKind
