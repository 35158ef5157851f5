"""The trail as it is shown: every change with the rounds that it took off and put on the sheet."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.games import Change, changes
from scorekeeper.models import GameRow
from scorekeeper.rummy.round_document import read_round
from scorekeeper.rummy.scoring import Round
from scorekeeper.views.change_words import change_words

NumberedRounds = list[tuple[int, Round]]


@dataclass(frozen=True, slots=True)
class TrailEntry:
    """One change: `before` and `after` are the rounds that are not the same, with their numbers."""

    words: str
    at: datetime
    entered_by: str | None
    before: NumberedRounds
    after: NumberedRounds
    undone: bool


def trail_entries(row: GameRow) -> list[TrailEntry]:
    """Every change of a game, the newest first."""
    return [_entry(change, row.players) for change in changes(row)]


def _entry(change: Change, players: tuple[str, ...]) -> TrailEntry:
    before = [read_round(document, players) for document in change.before]
    after = [read_round(document, players) for document in change.after]
    # From the end first: of equal rounds the one is shown that the change names.
    end = _same(before[::-1], after[::-1])
    before, after = before[: len(before) - end], after[: len(after) - end]
    start = _same(before, after)
    first = (change.number or 1) + start
    return TrailEntry(
        words=change_words(change.kind, change.number, change.undoes),
        at=change.at,
        entered_by=change.entered_by,
        before=list(enumerate(before[start:], first)),
        after=list(enumerate(after[start:], first)),
        undone=change.undone,
    )


def _same(before: list[Round], after: list[Round]) -> int:
    """How many rounds are the same from the start on."""
    same = 0
    for old, new in zip(before, after, strict=False):
        if old != new:
            break
        same += 1
    return same
