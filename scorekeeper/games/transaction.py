"""Change a game: one transaction, once per key, with an entry in the history.

Each form has its own key, so that sending it twice counts once.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from typing import Any

from blinker import Signal
from sqlalchemy import Select, bindparam, exists, null, select, update
from sqlalchemy.orm import Session, lazyload
from sqlalchemy.orm.attributes import flag_modified

from scorekeeper import clock
from scorekeeper.clubs.devices import lock_club
from scorekeeper.games.at_table import check_at_table, restore_to_table
from scorekeeper.games.history import ChangedDetails, ChangedEntries, add_change, changed_entries
from scorekeeper.games.news import add_news
from scorekeeper.games.open_rounds import find_announced
from scorekeeper.games.seats import check_seats, exchange_player, late_seats, seat_newcomers
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.rummy.documents.reading import read_note
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.game.what_if import fold_until_over
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import RuleError
from scorekeeper.statistics.projection import redate, write_results
from scorekeeper.statistics.results import is_counted
from scorekeeper.storage.database import (
    check_permission,
    permission_to_write,
    table,
    waits_for_rows,
    write,
)
from scorekeeper.storage.faults import UnreadableGameError
from scorekeeper.storage.folded_games import folded_games, recorded_game, sheet_of
from scorekeeper.storage.mapping import RecordedGame, columns_of
from scorekeeper.storage.models import ChangeRow, GameRow, OpenRoundRow, Player, TournamentRow
from scorekeeper.storage.round_rows import exchange_entries
from scorekeeper.storage.search_text import refresh_texts

# Without `populate_existing`, SQLAlchemy would return a row that it read before.
_GAME = (
    select(GameRow)
    .where(GameRow.id == bindparam("game_id"))
    .options(lazyload(GameRow.seats))
    .execution_options(populate_existing=True)
)
_LOCKED_GAME = _GAME.with_for_update()
_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
_GAME_OF_KEY = select(table(ChangeRow).c.game_id).where(table(ChangeRow).c.key == bindparam("used"))
_TOUCH = (
    update(TournamentRow)
    .where(TournamentRow.id == bindparam("touched"))
    .values(version=TournamentRow.version + 1, changed_at=bindparam("now"))
)
_HAS_OPEN = exists().where(table(OpenRoundRow).c.game_id == bindparam("game_id"))


class NoSuchGameError(LookupError):
    """There is no game with this id."""


class VersionConflict(Exception):
    """Somebody else has changed the game. `game` is its current row."""

    def __init__(self, game: GameRow) -> None:
        super().__init__(game.id)
        self.game = game


class EndsEarlierConflict(Exception):
    """The change would end the game earlier and drop the entries after its new end."""


class RoundOpenError(RuleError):
    """The sheet cannot change while phones enter a round, as the sheet decides who plays it."""

    def __init__(self) -> None:
        super().__init__(message("A round is being entered. Record it or discard it first."))


@dataclass(frozen=True, slots=True)
class EditedGame:
    """A game after a change, e.g. of the entry at `place`.

    - `undoes_id`: the id of the change that this change undoes
    - `drop_later`: whether entries after a new end of the game can be dropped; `None` if the change
      cannot end the game earlier
    - `details`: the details that changed, each with its old text and its new text
    - `newcomers`: players who take the next seats
    - `seated`: a seat and the player who really sat there
    - `records_open`: whether this change records the open round, so that no round is open any more
    """

    recorded: RecordedGame
    place: int | None = None
    undoes_id: int | None = None
    drop_later: bool | None = None
    details: ChangedDetails | None = None
    newcomers: tuple[Player, ...] = ()
    seated: tuple[Seat, Player] | None = None
    records_open: bool = False


@dataclass(frozen=True, slots=True)
class LockedGame:
    """A game that this transaction has locked.

    - `changed_id`: the id of the game that this form changed earlier; `None` if the form is new
    - `has_open`: whether there is an open round, announced or not
    """

    row: GameRow
    changed_id: str | None
    has_open: bool


game_changed = Signal("Sent with the kind of change after a game has changed.")


def change_game(
    kind: ChangeKind,
    game_id: str,
    version: int,
    key: str,
    entered_by: str | None,
    edit: Callable[[LockedGame, RecordedGame], EditedGame],
    sent: object = None,
    *,
    club_id: int | None = None,
) -> GameRow:
    """Change a game, completely or not at all. `edit` gets the locked game in its current state.

    `sent` is the facts of the form. Two forms with the same key and the same facts count once. Two
    forms with the same key and different facts are two changes. If `club_id` is given, the club is
    locked first, because the change can add a player to the club.

    Raises `NoSuchGameError` (also for a deleted game unless the change restores it),
    `VersionConflict`, `RoundOpenError`, `EndsEarlierConflict`, and the errors of `edit`.
    """
    check_key(key)
    if entered_by is not None:
        read_note(entered_by, "entered_by")
    key = key_of(kind, key, sent)
    with write(checks=False) as session:
        if club_id is not None:
            lock_club(session, club_id)
        locked = _locked(session, game_id, key)
        row = locked.row
        if locked.changed_id == game_id:
            return row
        if row.deleted_at is not None and kind is not ChangeKind.RESTORE:
            raise NoSuchGameError(game_id)
        if locked.changed_id is not None or row.version != version:
            raise VersionConflict(row)
        before, was_counted, status_before = recorded_game(row), is_counted(row), row.status
        totals_before = row.totals
        after = edit(locked, before)
        sheet = None
        if after.recorded is not before:
            _check_none_open(locked, after)
            check_seats(before.game, after.recorded.game)
            after, sheet = _folded(row, after)
        changed = changed_entries(before.entries, after.recorded.entries)
        late = late_seats(row, before)
        if sheet is not None:
            _write(session, row, sheet, changed, len(before.entries))
            if before.game.players != sheet.game.players:
                seat_newcomers(session, row, sheet, after.newcomers)
            if after.seated is not None:
                exchange_player(session, row, *after.seated)
            late |= late_seats(row, after.recorded)
        add_change(
            session,
            game_id,
            kind,
            key,
            entered_by,
            before.game,
            after.recorded.game,
            changed,
            place=after.place,
            undoes_id=after.undoes_id,
            details=after.details,
            late=late,
        )
        if row.tournament_id:
            # Lock the tournament before the news, in the same order as changes of a tournament.
            is_back = kind is ChangeKind.RESTORE
            if is_back or _is_other_result(row, status_before, totals_before):
                touch_tournament(session, row.tournament_id)
            if is_back:
                restore_to_table(session, row)
            check_at_table(session, row, kind, before.game, after.recorded.game)
        add_news(session.connection(), row, kind, status_before, place=after.place, by=entered_by)
        if kind is ChangeKind.DETAILS:
            redate(session, row)
        elif is_counted(row):
            write_results(session, row, sheet or _sheet_before(row))
        elif was_counted:
            write_results(session, row, None)
        session.flush()
        session.expunge(row)  # or SQLAlchemy would read the row again after the commit
        if kind is ChangeKind.DETAILS or changed.has_notes:
            refresh_texts(session.connection(), [game_id])
    session.add(row)
    if sheet is not None:
        folded_games().keep(row, after.recorded, sheet)
    game_changed.send(kind.value)
    return row


def _is_other_result(row: GameRow, status_before: str, totals_before: list[int]) -> bool:
    is_same = row.status == "playing" or row.totals == totals_before
    return row.status != status_before or not is_same


def touch_tournament(session: Session, tournament_id: str) -> None:
    """Increase the version of a tournament, because the result of one of its tables changed."""
    session.execute(_TOUCH, {"touched": tournament_id, "now": clock.now()})


def _locked(session: Session, game_id: str, key: str) -> LockedGame:
    """Lock a game until the transaction ends, check permission, and read what a change depends on.

    If a statement waits for a locked row, the other rows that it reads can be out of date. So a
    second statement reads the other rows. On a database without such waits, one statement is
    enough.
    """
    permission = permission_to_write()
    values = {"game_id": game_id, "used": key, **(permission.values if permission else {})}
    alone, with_game = _questions(permission.role if permission else None)
    found: Any
    if waits_for_rows():
        row = session.scalar(_LOCKED_GAME, values)
        found = None if row is None else (row, *session.connection().execute(alone, values).one())
    else:
        found = session.execute(with_game, values).one_or_none()
    if found is None:
        check_permission(session)
        raise NoSuchGameError(game_id)
    row, changed_id, has_open, role = found
    if permission:
        permission.check(role)
    return LockedGame(row, changed_id, has_open)


@cache
def _questions(role: Select[str] | None) -> tuple[Select[Any], Select[Any]]:
    """Return two queries for the facts that a change depends on.

    These facts are the game that the key changed before, whether the game has an open round, and
    the current role. Only the second query also reads the game itself.
    """
    asked = (
        _GAME_OF_KEY.scalar_subquery(),
        _HAS_OPEN,
        null() if role is None else role.scalar_subquery(),
    )
    return select(*asked), _GAME.add_columns(*asked)


def _check_none_open(game: LockedGame, after: EditedGame) -> None:
    """Reject a change of the sheet while an announced round is open. Raises `RoundOpenError`.

    Otherwise a change could remove the player with the last missing hand. Then all hands would be
    shown, and after an undo a player could change a hand.
    """
    if game.has_open and not after.records_open and find_announced(game.row) is not None:
        raise RoundOpenError


def _folded(row: GameRow, edited: EditedGame) -> tuple[EditedGame, Sheet]:
    """Return the edited game without the entries that it drops, and the resulting sheet."""
    game = edited.recorded.game
    try:
        if edited.drop_later is None:
            return edited, fold(game, _sheet_before(row))
        sheet = fold_until_over(game, _sheet_before(row))
    except RuleError as error:
        raise error.seen_from_entry(edited.place).under(names=game.players) from None
    end = len(sheet.entries)
    if end == len(game.entries):
        return edited, sheet
    if not edited.drop_later:
        raise EndsEarlierConflict
    return replace(edited, recorded=RecordedGame(sheet.game, edited.recorded.entries[:end])), sheet


def _sheet_before(row: GameRow) -> Sheet | None:
    """Return the sheet before a change, or `None` if the current rules reject it.

    The change can correct such a sheet.
    """
    try:
        return sheet_of(row)
    except UnreadableGameError:
        return None


def _write(
    session: Session, row: GameRow, sheet: Sheet, changed: ChangedEntries, length: int
) -> None:
    exchange_entries(session.connection(), row.id, changed.before, changed.after, length)
    # The rounds that the session has read are out of date.
    session.expire(row, ["rounds"])
    for name, value in columns_of(sheet).items():
        setattr(row, name, value)
    row.changed_at = clock.now()
    # The version goes up even if the clock stands still.
    flag_modified(row, "changed_at")


def new_key() -> str:
    return secrets.token_urlsafe(16)


def key_of(kind: ChangeKind, key: str, sent: object = None) -> str:
    """Return the key for the history: a digest of the form’s key and the facts that it sent."""
    return sha256(repr((kind.value, key, sent)).encode("utf-8", "surrogatepass")).hexdigest()[:40]


def game_of_key(session: Session, key: str) -> str | None:
    """Return the id of the game that a form with this key changed. `None` if the key is new."""
    return session.connection().scalar(_GAME_OF_KEY, {"used": key})


def check_key(key: str) -> None:
    if not _KEY.fullmatch(key):
        raise outdated_form()


def outdated_form() -> RuleError:
    return RuleError(message("This form is out of date. Open it again."), "key")
