"""The moment of the round just recorded, or of the lots drawn, as sheet and television show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from scorekeeper.games.history import lots_were_drawn
from scorekeeper.rummy.game.moments import moment_of
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.messages import Message, message
from scorekeeper.storage.folded_games import recorded_game
from scorekeeper.storage.models import GameRow, Player

LASTS = timedelta(minutes=10)
"""How long a moment is shown; by then the table is busy with the next round."""


@dataclass(frozen=True, slots=True)
class ShownMoment:
    """What is called out, and the faces of those it belongs to.

    `id` is the same on every page that shows it, so that a phone plays it once. If lots were
    `drawn`, it is the place of whoever was drawn among all the players.
    """

    text: Message
    players: Sequence[Player]
    id: str
    drawn: int | None = None


def is_fresh(row: GameRow) -> bool:
    """Whether the last round of a game was recorded a moment ago."""
    entries = recorded_game(row).entries
    return bool(entries) and datetime.now(UTC) - entries[-1].at <= LASTS


def moment_to_show(row: GameRow, sheet: Sheet, people: Sequence[Player]) -> ShownMoment | None:
    """The moment of the last round of a game, or that of its start, while it is fresh."""
    if not sheet.rounds:
        return _lots(row, sheet, people)
    if not is_fresh(row):
        return None
    moment = moment_of(sheet)
    if moment is None:
        return None
    players = [people[seat] for seat in moment.seats]
    return ShownMoment(moment.text, players, f"{row.id}-{sheet.rounds[-1].number}-{moment.kind}")


def _lots(row: GameRow, sheet: Sheet, people: Sequence[Player]) -> ShownMoment | None:
    """Who was drawn by lot to deal first, if lots were drawn."""
    if datetime.now(UTC) - row.created_at > LASTS or not lots_were_drawn(row):
        return None
    game = sheet.game
    text = message(game.variant.words.drawn.template, player=game.dealer)
    return ShownMoment(text, people, f"{row.id}-lots", drawn=game.dealer)
