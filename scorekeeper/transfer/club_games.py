"""All games of a club, read in small batches, so that memory use stays constant."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from functools import cached_property
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session, selectinload

from scorekeeper.games.documents import document_with_history
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.storage.bulk import Report
from scorekeeper.storage.faults import UnreadableGameError, reading
from scorekeeper.storage.mapping import RecordedGame, read_recorded_game
from scorekeeper.storage.models import ChangeRow, GameRow
from scorekeeper.storage.queries import PLAY_ORDER, is_after

AT_ONCE = 50
"""The number of games that one query reads."""


@dataclass(frozen=True)
class ClubGame:
    """A game with its stored data. Each part is read on first use.

    `changes` is its history, empty if `games` was called without the part `document`.
    """

    row: GameRow
    changes: Sequence[ChangeRow]

    @cached_property
    def players(self) -> tuple[str, ...]:
        return self.row.players

    @cached_property
    def recorded(self) -> RecordedGame:
        return read_recorded_game(self.row)

    @cached_property
    def document(self) -> dict[str, Any]:
        return document_with_history(self.row, self.recorded, self.changes)

    @cached_property
    def sheet(self) -> Sheet:
        return fold(self.recorded.game)


def line_of(game: ClubGame) -> bytes:
    return json.dumps(game.document, ensure_ascii=False).encode() + b"\n"


@dataclass(slots=True)
class ClubBook:
    """A club's games, for an export by this version of the program.

    - `zone`: the time zone of all times
    - `read`: the number of games read so far
    - `rounds`: the number of rounds in these games
    - `unreadable`: the ids of games and tournaments left out
    - `report`: a function that is called with the progress
    """

    session: Session
    club_id: int
    name: str
    version: str
    zone: tzinfo
    report: Report = lambda _done, _everything: None
    read: int = 0
    rounds: int = 0
    unreadable: list[str] = field(default_factory=list)

    def games(self, *parts: str) -> Iterator[ClubGame]:
        """All games whose parts are readable, in the order of play, including deleted games.

        The part `sheet` judges a game, and `document` reads its history. The session forgets the
        rows of a batch when the next batch is read.
        """
        games = select(GameRow).where(GameRow.club_id == self.club_id).order_by(*PLAY_ORDER)
        games = games.limit(AT_ONCE)
        if parts:
            games = games.options(selectinload(GameRow.rounds))
        rounds = select(func.sum(GameRow.played)).where(GameRow.club_id == self.club_id)
        all_rounds = self.session.scalar(rounds) or 0
        next_games = games
        while rows := self.session.scalars(next_games).all():
            changes = self._changes(rows) if "document" in parts else {}
            for row in rows:
                if game := self._read(ClubGame(row, changes.get(row.id, ())), parts):
                    yield game
            self.report(self.rounds, all_rounds)
            next_games = games.where(is_after(rows[-1], PLAY_ORDER))
            self.session.expunge_all()

    def _changes(self, rows: Sequence[GameRow]) -> dict[str, list[ChangeRow]]:
        query = select(ChangeRow).where(ChangeRow.game_id.in_([row.id for row in rows]))
        found: dict[str, list[ChangeRow]] = defaultdict(list)
        for change in self.session.scalars(query.order_by(ChangeRow.id)):
            found[change.game_id].append(change)
        return found

    def _read(self, game: ClubGame, parts: Iterable[str]) -> ClubGame | None:
        try:
            with reading(game.row.id):
                for part in parts:
                    getattr(game, part)  # raises if stored values are invalid
        except UnreadableGameError:
            self.unreadable.append(game.row.id)
            return None
        self.read += 1
        self.rounds += game.row.played
        return game
