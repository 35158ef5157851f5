"""How a change of a game is kept: in one transaction, once a key, with an entry in the trail."""

from __future__ import annotations

import re
import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from scorekeeper.games.changed_rounds import ChangedRounds, changed_rounds, write_rounds
from scorekeeper.games.history import Kind
from scorekeeper.games.round_rows import exchange_rounds
from scorekeeper.rummy.documents.fields import read_note
from scorekeeper.rummy.game.sheet import Game
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.database import ask_again, write
from scorekeeper.storage.mapping import Book, project, read_book, write_game_row
from scorekeeper.storage.models import ChangeRow, Club, GameRow, Player, SeatRow
from scorekeeper.storage.queries import find_player
from scorekeeper.storage.tokens import new_id

_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")


class NoSuchGameError(LookupError):
    """There is no game of this id."""


class Conflict(Exception):
    """Somebody else changed the game meanwhile; `game` is its fresh row."""

    def __init__(self, game: GameRow) -> None:
        super().__init__(game.id)
        self.game = game


@dataclass(frozen=True, slots=True)
class Edit:
    """What a change of round `number` makes of a book; `undoes_id` is what it takes back."""

    book: Book
    number: int | None = None
    undoes_id: int | None = None


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
        used = _used(session, key)
        if used is None:
            check_before_start()
            return _start(session, club_id, key, game, after)
        row = session.get_one(GameRow, used.game_id)
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
    edit: Callable[[GameRow, Book], Edit],
    sent: object = None,
) -> GameRow:
    """Make one change of a game, whole or not at all; `edit` sees it as it is when its turn comes.

    A form counts once with what it `sent`: the same key with other facts is not the same change.

    A game that was deleted takes no change but to be brought back: it is a `NoSuchGameError` else.
    Raises `Conflict` too, and what `edit` raises.
    """
    _check_key(key)
    if entered_by is not None:
        read_note(entered_by, "entered_by")
    key = key_of(kind, key, sent)
    with write() as session:
        row = session.get(GameRow, game_id, with_for_update=True)
        ask_again(session)
        if row is None:
            raise NoSuchGameError(game_id)
        used = _used(session, key)
        if used is not None and used.game_id == game_id:
            return row
        if row.deleted_at is not None and kind is not Kind.BRING_BACK:
            raise NoSuchGameError(game_id)
        if used is not None or row.version != version:
            raise Conflict(row)
        before = read_book(row)
        after = edit(row, before)
        changed = changed_rounds(before.entries, after.book.entries)
        if after.book is not before:
            _write(session, row, after, changed)
        session.add(_trail_row(game_id, kind, key, entered_by, before, after, changed))
        return row


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
    book = Book(game, ())
    session.add(_trail_row(game_id, Kind.START, key, None, book, Edit(book), ChangedRounds()))
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


def _write(session: Session, row: GameRow, edit: Edit, changed: ChangedRounds) -> None:
    """Put the changed rounds on the sheet, and into the game's row what follows from it."""
    try:
        projections = project(edit.book.game)
    except RuleError as error:
        raise _seen_from(edit.number, error, row.players) from None
    exchange_rounds(session, row.id, changed, row.played)
    for name, value in projections.items():
        setattr(row, name, value)
    row.changed_at = datetime.now(UTC)
    # Clocks stand still for a while; the version must move all the same.
    flag_modified(row, "changed_at")


def _trail_row(
    game_id: str,
    kind: Kind,
    key: str,
    entered_by: str | None,
    before: Book,
    edit: Edit,
    changed: ChangedRounds,
) -> ChangeRow:
    players = len(before.game.players)
    return ChangeRow(
        game_id=game_id,
        key=key,
        kind=kind.value,
        at=datetime.now(UTC),
        entered_by=entered_by,
        number=edit.number,
        before=write_rounds(changed.off, players),
        after=write_rounds(changed.on, players),
        called_before=before.game.called,
        called_after=edit.book.game.called,
        undoes_id=edit.undoes_id,
    )


def _seen_from(number: int | None, error: RuleError, players: Sequence[str]) -> RuleError:
    """The error as seen from the round in hand where it is in that one."""
    if number is not None and error.where[:2] == ("rounds", number - 1):
        return RuleError(error.message, *error.where[2:], names=players)
    return error.under(names=players)


def _used(session: Session, key: str) -> ChangeRow | None:
    return session.scalar(select(ChangeRow).where(ChangeRow.key == key))


def _check_key(key: str) -> None:
    if not _KEY.fullmatch(key):
        raise _no_key()


def _no_key() -> RuleError:
    return RuleError(message("This form has lost its key. Open it again."), "key")
