"""Every change of a game: one transaction, counted once per key, with an entry in the trail."""

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

# A row that the session knows already would stay as it was when it was read.
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
    """Somebody else changed the game meanwhile; `game` is its fresh row."""

    def __init__(self, game: GameRow) -> None:
        super().__init__(game.id)
        self.game = game


class EndsEarlierConflict(Exception):
    """The change would end the game after round `number`; the rounds `dropped` would go."""

    def __init__(self, number: int, dropped: Sequence[int]) -> None:
        super().__init__(number)
        self.number = number
        self.dropped = tuple(dropped)


@dataclass(frozen=True, slots=True)
class Edit:
    """What a change of round `number` makes of a game; `undoes_id` is what it takes back.

    `drop_later` says whether rounds after a new end may go, `None` that there can be none.
    """

    recorded: RecordedGame
    number: int | None = None
    undoes_id: int | None = None
    drop_later: bool | None = None


def new_key() -> str:
    """A key for a form, so that sending it twice counts once."""
    return secrets.token_urlsafe(16)


def key_of(kind: Kind, key: str, sent: object = None) -> str:
    """The key of a form together with what it sent, as the trail keeps it."""
    return sha256(repr((kind.value, key, sent)).encode("utf-8", "surrogatepass")).hexdigest()[:40]


def start_game(
    club_id: int,
    key: str,
    game: Game,
    check_before_start: Callable[[], None] = lambda: None,
    after: GameRow | None = None,
) -> GameRow:
    """Keep a new game of a club; players who are new to it are remembered.

    It is dated later than the game `after` which it is played, even where the clock was set back.
    `check_before_start` runs inside the transaction when the key is new; it may raise to stop.
    """
    _check_key(key)
    with write() as session:
        # On PostgreSQL a club's games are started one by one, or two would make the same player.
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
    """Make one change of a game, whole or not at all; `edit` sees it as it is when its turn comes.

    A form counts once with what it `sent`: the same key with other facts is not the same change.

    A game that was deleted takes no change but to be brought back: it is a `NoSuchGameError` else.
    Raises `VersionConflict` and `EndsEarlierConflict` too, and what `edit` raises.
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
        trail = _trail_row(game_id, kind, key, entered_by, before, after, changed)
        session.connection().execute(_ADD_CHANGE, trail)
        _set_aside(session, row)
    session.add(row)
    if sheet is not None:
        folded_games().keep(row, after.recorded, sheet)
    return row


def _locked(session: Session, game_id: str) -> GameRow:
    """The row of a game as it is now, which nobody else changes until the transaction ends."""
    row = session.scalar(_LOCKED_GAME, {"game_id": game_id})
    ask_again(session)
    if row is None:
        raise NoSuchGameError(game_id)
    return row


def _set_aside(session: Session, row: GameRow) -> None:
    """Write a row and take it out of the session, whose commit would have it read once more."""
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
    trail = _trail_row(game_id, Kind.START, key, None, recorded, Edit(recorded), ChangedRounds())
    session.connection().execute(_ADD_CHANGE, trail)
    return row


def _players(session: Session, club_id: int, names: Sequence[str]) -> list[Player]:
    """The club's players of these names, new ones where it knows none.

    Names that differ only in capitals are one player, but not within one game.
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
    """The edit with the sheet that it makes, without the rounds that it drops."""
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
    """The sheet before a change; none where the facts are refused today: the change may mend it."""
    try:
        return sheet_of(row)
    except UnreadableGameError:
        return None


def _write(session: Session, row: GameRow, sheet: Sheet, changed: ChangedRounds) -> None:
    """Put the changed rounds on the sheet, and into the game's row what follows from it."""
    exchange_rounds(session, row.id, changed, row.played)
    # They are no more what the session read of them.
    session.expire(row, ["rounds"])
    values = project(sheet) | {"version": row.version + 1, "changed_at": datetime.now(UTC)}
    session.connection().execute(_UPDATE_GAME, {"game_id": row.id, **values})
    for name, value in values.items():
        set_committed_value(row, name, value)


def _trail_row(
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
    """The error as seen from the round in hand where it is in that one."""
    if number is not None and error.where[:2] == ("rounds", number - 1):
        return RuleError(error.message, *error.where[2:], names=players)
    return error.under(names=players)


def _game_of_key(session: Session, key: str) -> str | None:
    """The id of the game that was changed with this key; `None` while it is new."""
    return session.connection().scalar(_GAME_OF_KEY, {"used": key})


def _check_key(key: str) -> None:
    if not _KEY.fullmatch(key):
        raise _no_key()


def _no_key() -> RuleError:
    return RuleError(message("This form has lost its key. Open it again."), "key")
