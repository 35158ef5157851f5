"""The rounds that a change removes from a sheet and adds to it, as the history stores them.

Rounds that stay are not stored, even if their numbers change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from scorekeeper.rummy.documents.round import read_round, write_round
from scorekeeper.rummy.game.sheet import Game
from scorekeeper.storage.mapping import RecordedRound

Rounds = Mapping[int, RecordedRound]
"""Rounds by number."""

Stored = list[dict[str, Any]]
"""Rounds in the format of the history."""


@dataclass(frozen=True, slots=True)
class ChangedRounds:
    """Rounds taken `off` the sheet, by their old numbers, and put `on` it, by their new ones."""

    off: Rounds = field(default_factory=dict)
    on: Rounds = field(default_factory=dict)

    @property
    def back(self) -> ChangedRounds:
        """The change that undoes this one."""
        return ChangedRounds(self.on, self.off)

    @property
    def has_notes(self) -> bool:
        """Whether any of these rounds has a note, or points that the table gave with one."""
        rounds = [entry.round for entry in (*self.off.values(), *self.on.values())]
        return any(each.note or any(points.note for points in each.adjustments) for each in rounds)

    def apply(self, entries: Sequence[RecordedRound]) -> tuple[RecordedRound, ...]:
        """The rounds of a sheet after this change."""
        changed = [entry for number, entry in enumerate(entries, 1) if number not in self.off]
        for number in sorted(self.on):
            changed.insert(number - 1, self.on[number])
        return tuple(changed)


def changed_rounds(
    before: Sequence[RecordedRound], after: Sequence[RecordedRound]
) -> ChangedRounds:
    """The difference between two sheets; a round that stays is the same object on both."""
    off, on = _missing_in(after, before), _missing_in(before, after)
    unchanged = [number for number, entry in off.items() if on.get(number) == entry]
    for number in unchanged:
        del off[number], on[number]
    return ChangedRounds(off, on)


def _missing_in(
    others: Sequence[RecordedRound], entries: Sequence[RecordedRound]
) -> dict[int, RecordedRound]:
    kept = {id(entry) for entry in others}
    return {number: entry for number, entry in enumerate(entries, 1) if id(entry) not in kept}


def write_rounds(rounds: Rounds, players: int) -> Stored:
    """These rounds in the format of the history: with seats in place of names."""
    seats = _seat_names(players)
    return [
        {
            "number": number,
            "round": write_round(entry.round, seats),
            "entered_at": entry.at.isoformat(),
            "entered_by": entry.by,
        }
        for number, entry in rounds.items()
    ]


def read_changed_rounds(
    before: Stored, after: Stored, number: int | None, game: Game
) -> ChangedRounds:
    """Read the rounds `before` and `after` a change of round `number`.

    `write_rounds` wrote them; older entries have every round from that number on, without numbers.
    """
    if all("number" in each for each in (*before, *after)):
        return ChangedRounds(
            {each["number"]: _read(each, game) for each in before},
            {each["number"]: _read(each, game) for each in after},
        )
    off, on = ([_read(each, game) for each in tail] for tail in (before, after))
    # From the end first: if some rounds are equal, the changed one is the one at `number`.
    end = _same(off[::-1], on[::-1])
    off, on = off[: len(off) - end], on[: len(on) - end]
    start = _same(off, on)
    first = (number or 1) + start
    return ChangedRounds(dict(enumerate(off[start:], first)), dict(enumerate(on[start:], first)))


def _read(stored: dict[str, Any], game: Game) -> RecordedRound:
    seats = _seat_names(len(game.players))
    return RecordedRound(
        replace(read_round(stored["round"], seats, game.variant.pieces), on_sheet=True),
        datetime.fromisoformat(stored["entered_at"]),
        stored["entered_by"],
    )


def _same(before: Sequence[RecordedRound], after: Sequence[RecordedRound]) -> int:
    """How many rounds at the start are the same."""
    same = 0
    for old, new in zip(before, after, strict=False):
        if old != new:
            break
        same += 1
    return same


def _seat_names(players: int) -> list[str]:
    return [str(seat) for seat in range(players)]
