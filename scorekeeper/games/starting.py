"""Start a game: its row, its players and the first entry of its history, once per key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from flask import current_app
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.clubs.devices import lock_club
from scorekeeper.clubs.players import add_player, seat_players
from scorekeeper.evenings import evening_of, zone
from scorekeeper.games.history import ChangedEntries, add_change
from scorekeeper.games.news import add_news
from scorekeeper.games.transaction import check_key, game_of_key, key_of, outdated_form
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import fold
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.statistics.projection import write_results
from scorekeeper.statistics.results import is_counted
from scorekeeper.storage.database import write
from scorekeeper.storage.mapping import write_game_row
from scorekeeper.storage.models import GameRow, Player, SeatRow
from scorekeeper.storage.queries import find_player
from scorekeeper.storage.search_text import refresh_texts
from scorekeeper.storage.tokens import new_id


def start_game(
    club_id: int,
    key: str,
    game: Game,
    check_before_start: Callable[[], None] = lambda: None,
    rematch_of: GameRow | None = None,
    *,
    by_lot: bool = False,
    entered_by: str | None = None,
    details: Mapping[str, Any] | None = None,
    people: Sequence[Player] | None = None,
) -> GameRow:
    """Start a game in a club, or return the game that this key has started.

    `people` are the players in order of play. Without `people`, players are found by name, and
    players who are new to the club are added to it.

    With `by_lot`, the history says that lots were drawn for the first dealer. `check_before_start`
    runs inside the transaction if the key is new, and can raise to stop the start. `details` are
    columns of the row.
    """
    check_key(key)
    with write() as session:
        # Two games started at the same time could add the same player twice.
        lock_club(session, club_id)
        game_id = game_of_key(session, key)
        if game_id is None:
            check_before_start()
            row = _new_row(club_id, game, rematch_of)
            for name, value in (details or {}).items():
                setattr(row, name, value)
            if "place" not in (details or {}):
                row.place = _place_of_evening(session, row)
            _seat(session, row, game, people)
            _add_change(session, row, ChangeKind.START, key, game, entered_by)
            if is_counted(row):
                write_results(session, row, fold(game))
            if by_lot:
                _add_change(session, row, ChangeKind.LOTS, key_of(ChangeKind.LOTS, key), game)
            return row
        row = session.get_one(GameRow, game_id)
        if row.club_id != club_id:
            raise outdated_form()
        if row.deleted_at is not None:
            text = message("The game you started here was deleted. Press again to start another.")
            raise RuleError(text, "key")
        return row


def _seat(session: Session, row: GameRow, game: Game, people: Sequence[Player] | None) -> None:
    if people is None:
        club_id = row.club_id
        find, add = partial(find_player, session, club_id), partial(add_player, session, club_id)
        people = seat_players(game.players, find, add)
    for number, player in enumerate(people):
        player.seen_at = row.created_at
        row.seats.append(SeatRow(number=number, player=player))
    session.add(row)
    session.flush()
    # Phones of merged players get the news of the game too.
    merged = Player.same_as_id.in_([seat.player_id for seat in row.seats])
    session.execute(update(Player).where(merged).values(seen_at=row.created_at))
    if row.place or row.note:
        refresh_texts(session.connection(), [row.id])


def _add_change(
    session: Session, row: GameRow, kind: ChangeKind, key: str, game: Game, by: str | None = None
) -> None:
    add_change(session, row.id, kind, key, by, game, game, ChangedEntries())
    add_news(session.connection(), row, kind, by=by)


def _new_row(club_id: int, game: Game, rematch_of: GameRow | None) -> GameRow:
    now = clock.now()
    time_zone = zone(current_app.config.get("TIME_ZONE", ""))
    return write_game_row(
        game,
        id=new_id(),
        club_id=club_id,
        created_at=now,
        changed_at=now,
        played_on=evening_of(now, time_zone),
        rematch_of=rematch_of and rematch_of.id,
    )


def _place_of_evening(session: Session, row: GameRow) -> str:
    """Return the place of the evening’s last game, as the default for the next."""
    of_evening = select(GameRow.place).where(
        GameRow.club_id == row.club_id,
        GameRow.played_on == row.played_on,
        GameRow.deleted_at.is_(None),
    )
    latest = of_evening.order_by(GameRow.created_at.desc(), GameRow.id.desc()).limit(1)
    return session.scalar(latest) or ""
