"""The moment of the round just recorded, as the sheet and the television show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from scorekeeper.rummy.game.moments import Moment, moment_of
from scorekeeper.rummy.game.sheet import RoundOnSheet, Sheet
from scorekeeper.storage.folded_games import recorded_game
from scorekeeper.storage.models import GameRow, Player

LASTS = timedelta(minutes=10)
"""How long a moment is told; by then the table is busy with the next round."""


@dataclass(frozen=True, slots=True)
class ShownMoment:
    """A moment with its round and the faces of those it belongs to.

    `id` is the same on every page that shows it, so that a phone plays it once.
    """

    moment: Moment
    entry: RoundOnSheet
    players: Sequence[Player]
    id: str


def is_fresh(row: GameRow) -> bool:
    """Whether the last round of a game was recorded a moment ago."""
    entries = recorded_game(row).entries
    return bool(entries) and datetime.now(UTC) - entries[-1].at <= LASTS


def moment_to_show(row: GameRow, sheet: Sheet, people: Sequence[Player]) -> ShownMoment | None:
    """The moment of the last round of a game, while it is fresh."""
    if not is_fresh(row):
        return None
    first_round = recorded_game(row).entries[0].at - row.created_at
    moment = moment_of(sheet, first_round / timedelta(minutes=1))
    if moment is None:
        return None
    players = [people[seat] for seat in moment.seats]
    entry = sheet.rounds[-1]
    return ShownMoment(moment, entry, players, f"{row.id}-{entry.number}-{moment.kind}")
