"""Makes every change of a game: one transaction, once per key, with an entry in the history."""

from __future__ import annotations

import re
import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.orm import Session, lazyload
from sqlalchemy.orm.attributes import set_committed_value

from scorekeeper.games.changed_rounds import ChangedRounds, changed_rounds, write_rounds
from scorekeeper.games.history import Kind
from scorekeeper.games.round_rows import exchange_rounds
from scorekeeper.rummy.documents.fields import read_note
from scorekeeper.rummy.game.sheet import Game, Sheet, fold
from scorekeeper.rummy.game.what_if import fold_until_over
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.database import ask_again, table, write
from scorekeeper.storage.folded_games import folded_games, recorded_game
from scorekeeper.storage.folded_games import sheet as sheet_of
from scorekeeper.storage.mapping import RecordedGame, project, write_game_row
from scorekeeper.storage.models import ChangeRow, Club, GameRow, Player, SeatRow
from scorekeeper.storage.queries import find_player
from scorekeeper.storage.tokens import new_id
from scorekeeper.storage.unreadable import UnreadableGameError

_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")

# Without `populate_existing`, a row that the session has read before would not be read again.
_LOCKED_GAME = (
    select(GameRow)
    .where(GameRow.id == bindparam("game_id"))
    .options(lazyload(GameRow.seats))
    .with_for_update()
    .execution_options(populate_existing=True)
)
_GAME_OF_KEY = select(table(ChangeRow).c.game_id).where(table(ChangeRow).c.key == bindparam("used"))
_ADD_CHANGE = insert(table(ChangeRow))
_UPDATE_GAME = update(table(GameRow)).where(table(GameRow).c.id == bindparam("game_id"))


class NoSuchGameError(LookupError):
    """There is no game of this id."""


class VersionConflict(Exception):
    """Somebody else has changed the game; `game` is its current row."""

    def __init__(self, game: GameRow) -> None:
        super().__init__(game.id)
        self.game = game


class EndsEarlierConflict(Exception):
    """The change would end the game after round `number` and drop the rounds `dropped`."""

    def __init__(self, number: int, dropped: Sequence[int]) -> None:
        super().__init__(number)
        self.number = number
        self.dropped = tuple(dropped)


@dataclass(frozen=True, slots=True)
class Edit:
    """A game after a change of round `number`; `undoes_id` is the change that it takes back.

    `drop_later` says whether rounds after a new end of the game may be dropped; `None` means that
    there cannot be any.
    """

    recorded: RecordedGame
    number: int | None = None
    undoes_id: int | None = None
    drop_later: bool | None = None


def new_key() -> str:
    """A new key for a form, so that sending the form twice counts once."""
    return secrets.token_urlsafe(16)


def key_of(kind: Kind, key: str, sent: object = None) -> str:
    """The key that the history stores: a digest of the form's key and of what the form sent."""
    return sha256(repr((kind.value, key, sent)).encode("utf-8", "surrogatepass")).hexdigest()[:40]


def start_game(
    club_id: int,
    key: str,
    game: Game,
    check_before_start: Callable[[], None] = lambda: None,
    after: GameRow | None = None,
) -> GameRow:
    """Start a game in a club; players who are new to the club are added to it.

    A game played `after` another is dated later than that one, even if the clock was set back.
    `check_before_start` runs inside the transaction if the key is new; it may raise to stop it.
    """
    _check_key(key)
    with write() as session:
        # PostgreSQL locks the club, as two games started at once could add the same player twice.
        session.get_one(Club, club_id, with_for_update=True)
        ask_again(session)
        game_id = _game_of_key(session, key)
        if game_id is None:
            check_before_start()
            return _start(session, club_id, key, game, after)
        row = session.get_one(GameRow, game_id)
        if row.club_id != club_id:
            raise _no_key()
        if row.deleted_at is not None:
            told = message(
                "The game that this form started was deleted. Press again to start another."
            )
            raise RuleError(told, "key")
        return row


def change_game(
    kind: Kind,
    game_id: str,
    version: int,
    key: str,
    entered_by: str | None,
    edit: Callable[[GameRow, RecordedGame], Edit],
    sent: object = None,
) -> GameRow:
    """Change a game, completely or not at all; `edit` gets the game as it is when its turn comes.

    A form counts once with what it `sent`: the same key with other facts is a different change.

    Raises `NoSuchGameError`, also for a deleted game unless the change restores it;
    `VersionConflict`; `EndsEarlierConflict`; and what `edit` raises.
    """
    _check_key(key)
    if entered_by is not None:
        read_note(entered_by, "entered_by")
    key = key_of(kind, key, sent)
    with write() as session:
        row = _locked(session, game_id)
        game_of_key = _game_of_key(session, key)
        if game_of_key == game_id:
            return row
        if row.deleted_at is not None and kind is not Kind.BRING_BACK:
            raise NoSuchGameError(game_id)
        if game_of_key is not None or row.version != version:
            raise VersionConflict(row)
        before = recorded_game(row)
        after = edit(row, before)
        sheet = None
        if after.recorded is not before:
            after, sheet = _folded(row, after)
        changed = changed_rounds(before.entries, after.recorded.entries)
        if sheet is not None:
            _write(session, row, sheet, changed)
        change = _change_row(game_id, kind, key, entered_by, before, after, changed)
        session.connection().execute(_ADD_CHANGE, change)
        _set_aside(session, row)
    session.add(row)
    if sheet is not None:
        folded_games().keep(row, after.recorded, sheet)
    return row


def _locked(session: Session, game_id: str) -> GameRow:
    """Lock the row of a game until the transaction ends, and read it."""
    row = session.scalar(_LOCKED_GAME, {"game_id": game_id})
    ask_again(session)
    if row is None:
        raise NoSuchGameError(game_id)
    return row


def _set_aside(session: Session, row: GameRow) -> None:
    """Write a row and detach it from the session, so that it is not read again after the commit."""
    session.flush()
    session.expunge(row)


def _start(session: Session, club_id: int, key: str, game: Game, after: GameRow | None) -> GameRow:
    now = datetime.now(UTC)
    if after is not None:
        now = max(now, after.created_at + timedelta(seconds=1))
    game_id = new_id()
    row = write_game_row(game, id=game_id, club_id=club_id, created_at=now, changed_at=now)
    for number, player in enumerate(_players(session, club_id, game.players)):
        player.seen_at = now
        row.seats.append(SeatRow(number=number, player=player))
    session.add(row)
    session.flush()
    recorded = RecordedGame(game, ())
    change = _change_row(game_id, Kind.START, key, None, recorded, Edit(recorded), ChangedRounds())
    session.connection().execute(_ADD_CHANGE, change)
    return row


def _players(session: Session, club_id: int, names: Sequence[str]) -> list[Player]:
    """The club's players with these names; unknown names become new players.

    Names that differ only in capitals are the same player, except within one game.
    """
    alike = Counter(name.casefold() for name in names)
    players = []
    for name in names:
        player = find_player(session, club_id, name)
        if player is None or (player.name != name and alike[name.casefold()] > 1):
            player = Player(club_id=club_id, name=name)
        players.append(player)
    return players


def _folded(row: GameRow, edit: Edit) -> tuple[Edit, Sheet]:
    """The edit without the rounds that it drops, and the sheet that results."""
    game = edit.recorded.game
    try:
        if edit.drop_later is None:
            return edit, fold(game, _known_sheet(row))
        sheet = fold_until_over(game, _known_sheet(row))
    except RuleError as error:
        raise _seen_from(edit.number, error, game.players) from None
    end, last = len(sheet.rounds), len(game.rounds)
    if end == last:
        return edit, sheet
    if not edit.drop_later:
        raise EndsEarlierConflict(end, range(end + 1, last + 1))
    return replace(edit, recorded=RecordedGame(sheet.game, edit.recorded.entries[:end])), sheet


def _known_sheet(row: GameRow) -> Sheet | None:
    """The sheet before a change; `None` if it is not valid today, as the change may correct it."""
    try:
        return sheet_of(row)
    except UnreadableGameError:
        return None


def _write(session: Session, row: GameRow, sheet: Sheet, changed: ChangedRounds) -> None:
    """Write the changed rounds, and the columns of the game's row that follow from the sheet."""
    exchange_rounds(session, row.id, changed, row.played)
    # The rounds that the session has read are out of date.
    session.expire(row, ["rounds"])
    values = project(sheet) | {"version": row.version + 1, "changed_at": datetime.now(UTC)}
    session.connection().execute(_UPDATE_GAME, {"game_id": row.id, **values})
    for name, value in values.items():
        set_committed_value(row, name, value)


def _change_row(
    game_id: str,
    kind: Kind,
    key: str,
    entered_by: str | None,
    before: RecordedGame,
    edit: Edit,
    changed: ChangedRounds,
) -> dict[str, Any]:
    players = len(before.game.players)
    return {
        "game_id": game_id,
        "key": key,
        "kind": kind.value,
        "at": datetime.now(UTC),
        "entered_by": entered_by,
        "number": edit.number,
        "before": write_rounds(changed.off, players),
        "after": write_rounds(changed.on, players),
        "called_before": before.game.called,
        "called_after": edit.recorded.game.called,
        "undoes_id": edit.undoes_id,
    }


def _seen_from(number: int | None, error: RuleError, players: Sequence[str]) -> RuleError:
    """The error with its place seen from round `number`, if it is in that round."""
    if number is not None and error.where[:2] == ("rounds", number - 1):
        return RuleError(error.message, *error.where[2:], names=players)
    return error.under(names=players)


def _game_of_key(session: Session, key: str) -> str | None:
    """The id of the game that was changed with this key; `None` if the key is new."""
    return session.connection().scalar(_GAME_OF_KEY, {"used": key})


def _check_key(key: str) -> None:
    if not _KEY.fullmatch(key):
        raise _no_key()


def _no_key() -> RuleError:
    return RuleError(message("This form has lost its key. Open it again."), "key")
