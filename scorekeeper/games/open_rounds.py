"""The open rounds of games: find, store and close them. The faster one of two phones wins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, fields, replace
from typing import Any

from sqlalchemy import Row, bindparam, delete, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.games.open_round import HandSender, OpenRound, ReplacedHand
from scorekeeper.storage.database import check_permission_again, db, table, write
from scorekeeper.storage.faults import NOT_READ
from scorekeeper.storage.mapping import read_amendments, write_amendments
from scorekeeper.storage.models import GameRow, OpenRoundRow

_ROWS = table(OpenRoundRow)
_THIS_GAME = _ROWS.c.game_id == bindparam("game_id")
_OF_GAME = select(_ROWS).where(_THIS_GAME)
_OF_GAMES = select(_ROWS).where(_ROWS.c.game_id.in_(bindparam("game_ids", expanding=True)))
_ID_AND_VERSION = select(_ROWS.c.id, _ROWS.c.version).where(_THIS_GAME)
_DELETE = delete(_ROWS).where(_THIS_GAME)
_UPDATE = update(_ROWS).where(
    _ROWS.c.id == bindparam("row_id"), _ROWS.c.version == bindparam("row_version")
)
_GAMES = table(GameRow)
_LOCKED_GAME = (
    select(_GAMES.c.version, _GAMES.c.status)
    .where(_GAMES.c.id == bindparam("game_id"), _GAMES.c.deleted_at.is_(None))
    .with_for_update()
)

_COLUMNS = tuple(column.name for column in fields(OpenRound))
_SENDER_FIELDS = tuple(column.name for column in fields(HandSender))


class OpenRoundConflict(Exception):
    """The open round or its game has changed after this request read it."""


def find_open(game_id: str) -> OpenRound | None:
    found = db.session().connection().execute(_OF_GAME, {"game_id": game_id}).one_or_none()
    return None if found is None else _read(found)


def find_announced(row: GameRow) -> OpenRound | None:
    """Return the open round of this game if its end was announced. `None` during its play."""
    found = find_open(row.id) if row.status == "playing" else None
    return None if found is None or found.is_being_played else found


def find_all_announced(rows: Iterable[GameRow]) -> dict[str, OpenRound]:
    """Return the announced open rounds of these games by game id, without damaged ones."""
    asked = {"game_ids": [row.id for row in rows]}
    announced = {}
    for found in db.session().connection().execute(_OF_GAMES, asked):
        with suppress(*NOT_READ):
            stored = _read(found)
            if not stored.is_being_played:
                announced[found.game_id] = stored
    return announced


def store(game_id: str, *, version: int, before: OpenRound | None, after: OpenRound) -> None:
    """Replace `before`, the open round of the game at this version, by `after`.

    Every change of an open round gives it a new id or a new version. If the stored id or version is
    not that of `before`, another phone was faster, and this raises `OpenRoundConflict`.
    """
    with write() as session:
        if _version_in_play(session, game_id) != version:
            raise OpenRoundConflict
        connection = session.connection()
        if before is not None and after.id == before.id:
            this_row = {"row_id": before.id, "row_version": before.version}
            done = connection.execute(_UPDATE, this_row | _write(after, before))
            if done.rowcount != 1:
                raise OpenRoundConflict
            return
        stored = connection.execute(_ID_AND_VERSION, {"game_id": game_id}).one_or_none()
        if stored != (before and (before.id, before.version)):
            raise OpenRoundConflict
        clear(session, game_id)
        connection.execute(insert(_ROWS), {"game_id": game_id, **_write(after)})


def _write(after: OpenRound, before: OpenRound | None = None) -> dict[str, Any]:
    """Return the columns of `after`. With `before`, only those that differ from it."""
    values = {name: getattr(after, name) for name in _COLUMNS}
    if before is not None:
        values = {
            name: value for name, value in values.items() if value is not getattr(before, name)
        }
    if "hands" in values:
        values["hands"] = {seat: _write_hand(hand) for seat, hand in after.hands.items()}
    if "amendments" in values:
        values["amendments"] = write_amendments(after.amendments)
    return values


def close(
    session: Session, game_id: str, revision: str | None, *, is_there: bool = True
) -> OpenRound | None:
    """Close and return the open round, if there is one, in the transaction that records it.

    `revision` must be the revision of the announced round, or `None` if no round is announced. Any
    other revision raises `OpenRoundConflict`. If `is_there` is false, this does not query the
    database for the round.
    """
    open_round = find_open(game_id) if is_there else None
    announced = None
    if open_round is not None and not open_round.is_being_played:
        announced = open_round.revision
    if revision != announced:
        raise OpenRoundConflict
    if open_round is not None:
        clear(session, game_id)
    return open_round


def forget_turned_up(session: Session, game_id: str) -> None:
    """Delete the facts that are known during the play of a round, inside a transaction.

    If earlier versions of the round were discarded or undone, the row stays without these facts. It
    then keeps the facts and hands of those versions that all players had seen.
    """
    stored = find_open(game_id)
    if stored is None or not stored.is_being_played:
        return
    if not stored.notes:
        clear(session, game_id)
    else:
        after = replace(stored, draft={}, version=stored.version + 1)
        this_row = {"row_id": stored.id, "row_version": stored.version}
        session.connection().execute(_UPDATE, this_row | _write(after, stored))


def clear(session: Session, game_id: str) -> None:
    session.connection().execute(_DELETE, {"game_id": game_id})


def _version_in_play(session: Session, game_id: str) -> int | None:
    """Lock this game. Return its version, or `None` if it is not in play."""
    found = session.connection().execute(_LOCKED_GAME, {"game_id": game_id}).one_or_none()
    check_permission_again(session)
    return found.version if found is not None and found.status == "playing" else None


def _read(row: Row[Any]) -> OpenRound:
    columns = row._asdict() | {
        "hands": {int(seat): _read_hand(hand) for seat, hand in row.hands.items()},
        "amendments": read_amendments(row.amendments),
        "agreed": tuple(row.agreed),
    }
    del columns["game_id"]
    return OpenRound(**columns)


def _write_hand(hand: HandSender) -> dict[str, Any]:
    """Return the document of a hand’s sender, without the deep copies that `asdict` makes."""
    written = {name: getattr(hand, name) for name in _SENDER_FIELDS}
    return written | {"replaced": hand.replaced and asdict(hand.replaced)}


def _read_hand(written: Mapping[str, Any]) -> HandSender:
    hand = HandSender(**written)
    return replace(hand, replaced=ReplacedHand(**written["replaced"])) if hand.replaced else hand
