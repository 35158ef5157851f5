"""Writes the demo club into the database: the facts, the history and the statistics."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo

from sqlalchemy import insert
from sqlalchemy.orm import Session

from scorekeeper.clubs.clubs import ClubExistsConflict, has_club
from scorekeeper.clubs.players import add_player
from scorekeeper.demo.cast import CAST, WRITTEN_OTHERWISE
from scorekeeper.demo.evenings import TWO_YEARS, PlayedGame, evenings
from scorekeeper.demo.texts import CLUB_NAME
from scorekeeper.games.changed_rounds import ChangedRounds
from scorekeeper.games.form_keys import new_key
from scorekeeper.games.history import Kind
from scorekeeper.games.round_rows import exchange_rounds
from scorekeeper.games.share_links import make_share_link
from scorekeeper.games.transaction import Edit, add_change
from scorekeeper.rummy.messages import Message, Translate, render
from scorekeeper.statistics.merging import merge_players
from scorekeeper.statistics.projection import write_results
from scorekeeper.statistics.results import counts
from scorekeeper.storage.database import table, write, write_alone
from scorekeeper.storage.mapping import RecordedGame, write_game_row
from scorekeeper.storage.models import Club, GameRow, Player, SeatRow
from scorekeeper.storage.search_text import refresh_texts
from scorekeeper.storage.tokens import new_id

_SEED = 166
_COLUMNS = tuple(column.name for column in table(GameRow).columns)


def make_demo_club(
    now: datetime, time_zone: tzinfo, translate: Translate, weeks: int = TWO_YEARS
) -> Club:
    """Make the demo club in a book without clubs.

    `now` is the moment at which its last evening is going on; the first was so many `weeks` ago.
    Raises `ClubExistsConflict`.
    """
    # Played before the turn to write begins, because it takes seconds.
    games = list(evenings(_SEED, now.astimezone(UTC), time_zone, weeks, translate))
    with write() as session:
        write_alone(session)
        if has_club():
            raise ClubExistsConflict
        club = Club(name=render(CLUB_NAME, (), translate), created_at=games[0].started_at)
        session.add(club)
        session.flush()
        writer = _Writer(session, club.id, translate)
        for game in games:
            writer.write(game)
        refresh_texts(session.connection(), writer.described)
    for player, person in writer.same:
        merge_players(player, person)
    make_share_link(club.id, writer.finished[-1], new_key(), CAST[0].name)
    return club


class _Writer:
    """Writes the games of one club.

    `described` are the games written, `finished` those that are over, and `same` are pairs of
    players who are one person.
    """

    def __init__(self, session: Session, club_id: int, translate: Translate) -> None:
        self.session = session
        self.club_id = club_id
        self.translate = translate
        self.described: list[str] = []
        self.finished: list[str] = []
        self.players = {character.name: self._player(character.name) for character in CAST}
        self.otherwise = {name: self._player(other) for name, other in WRITTEN_OTHERWISE.items()}
        self.same = [(other, self.players[name]) for name, other in self.otherwise.items()]

    def _player(self, name: str) -> Player:
        player = add_player(self.session, self.club_id, name)
        # Each gets the rarest colour, so the one before must be known.
        self.session.flush()
        return player

    def write(self, played: PlayedGame) -> None:
        """Write a game with its rounds, its history and what it counts as."""
        row = self._row(played)
        connection = self.session.connection()
        given = {name: getattr(row, name) for name in _COLUMNS}
        # A column without a value gets its default.
        values = {name: value for name, value in given.items() if value is not None}
        connection.execute(insert(table(GameRow)), values)
        seats = [
            {"game_id": row.id, "number": seat.number, "player_id": seat.player_id}
            for seat in row.seats
        ]
        connection.execute(insert(table(SeatRow)), seats)
        entries = played.recorded.entries
        exchange_rounds(self.session, row.id, ChangedRounds(on=dict(enumerate(entries, 1))), 0)
        self._write_history(row, played)
        if counts(row):
            write_results(self.session, row, played.sheet)
            self.finished.append(row.id)
        self.described.append(row.id)

    def _row(self, played: PlayedGame) -> GameRow:
        """The row of a game, which no session knows."""
        entries = played.recorded.entries
        row = write_game_row(
            played.recorded.game,
            played.sheet,
            id=new_id(),
            club_id=self.club_id,
            version=1 + len(entries) + played.recorded.game.called,
            created_at=played.started_at,
            changed_at=played.ended_at,
            played_on=played.played_on,
            place=self._text(played.place),
            note=self._text(played.note),
        )
        for number, name in enumerate(played.recorded.game.players):
            player = self.otherwise.pop(name, self.players[name])
            player.seen_at = played.started_at
            row.seats.append(SeatRow(number=number, player_id=player.id))
        return row

    def _text(self, message: Message | None) -> str:
        return render(message, (), self.translate) if message else ""

    def _write_history(self, row: GameRow, played: PlayedGame) -> None:
        """Write the entries of the history, as the game's players would have made them."""
        entries = played.recorded.entries
        recorded = played.recorded.with_rounds((), called=False)
        self._add(row, Kind.START, Edit(recorded), ChangedRounds(), played.started_at)
        for number, entry in enumerate(entries, 1):
            changed = ChangedRounds(on={number: entry})
            self._add(row, Kind.RECORD, Edit(recorded, number), changed, entry.at, entry.by)
        if played.recorded.game.called:
            called = Edit(played.recorded)
            self._add(row, Kind.CALL, called, ChangedRounds(), played.ended_at, before=recorded)

    def _add(
        self,
        row: GameRow,
        kind: Kind,
        edit: Edit,
        changed: ChangedRounds,
        at: datetime,
        by: str | None = None,
        before: RecordedGame | None = None,
    ) -> None:
        before = before or edit.recorded
        add_change(self.session, row.id, kind, new_key(), by, before, edit, changed, at)
