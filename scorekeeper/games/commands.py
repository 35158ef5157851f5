"""Start and change games. `details` and `deletion` have the other changes.

Every change comes from a form with its own `key` and the `version` of its game. These rules apply
to all changes:

- A key counts once. Sending a form again changes nothing.
- An old version raises `VersionConflict`.
- An unknown id raises `NoSuchGameError`.
- Facts that break the rules raise `RuleError`. Its place is in the round being changed, or in the
  game if another round is at fault.
- While phones enter a round together, every change of the sheet except recording that round raises
  `RoundOpenError`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from secrets import randbelow
from typing import Any

from scorekeeper import clock
from scorekeeper.clubs.players import add_player, seat_players
from scorekeeper.games.open_round import OpenRound
from scorekeeper.games.open_rounds import close, forget_turned_up
from scorekeeper.games.seats import check_nothing_follows
from scorekeeper.games.starting import start_game
from scorekeeper.games.transaction import EditedGame, LockedGame, change_game
from scorekeeper.games.transaction import EndsEarlierConflict as EndsEarlierConflict
from scorekeeper.games.transaction import NoSuchGameError as NoSuchGameError
from scorekeeper.games.transaction import RoundOpenError as RoundOpenError
from scorekeeper.games.transaction import VersionConflict as VersionConflict
from scorekeeper.games.transaction import new_key as new_key
from scorekeeper.games.undoing import without_last_change, without_last_undo
from scorekeeper.rummy.between import Between
from scorekeeper.rummy.documents.game import read_game, read_names
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.rummy.documents.sides import SIDES
from scorekeeper.rummy.game.entries import Entry
from scorekeeper.rummy.game.facts import Game, stating_every_rule
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import Round, RuleError
from scorekeeper.rummy.stake import Stake
from scorekeeper.storage.database import db
from scorekeeper.storage.mapping import Amendment, RecordedEntry, RecordedGame
from scorekeeper.storage.models import Club, GameRow, Player
from scorekeeper.storage.queries import find_player, game_after

MOST_ROUNDS = 1_000
"""The most entries of a sheet."""

FULL_SHEET = message(
    "That is {most} rounds, the most a game can have. End it and start another.",
    most=MOST_ROUNDS,
)


class RematchConflict(Exception):
    """Somebody else has started the rematch, and this rematch has no round yet."""


def start(
    club: Club,
    *,
    key: str,
    variant: str,
    preset: str,
    overrides: Mapping[str, object],
    players: Sequence[str],
    dealer: int | None,
    stake: Stake | None = None,
    sides: Mapping[str, Sequence[str]] | None = None,
    rematch_of: GameRow | None = None,
    anyway: bool = False,
    entered_by: str | None = None,
) -> GameRow:
    """Start a game. `dealer` is a seat, from 0, or `None` to draw lots.

    Players who are new to the club are added to it. `sides` has the partners of each side, by the
    name of the side.

    The game keeps the current rules of its preset, even if a later version of the program changes
    the preset. Raises `RematchConflict` if the same players already have a rematch without any
    rounds, unless `anyway` is true.
    """
    document = {"variant": variant, "preset": preset, "players": list(players)}
    partners = {name: list(members) for name, members in (sides or {}).items()}
    game = read_game(
        {**document, "rules": dict(overrides), **({SIDES: partners} if partners else {})}
    )
    by_lot = dealer is None
    seat = randbelow(len(game.players)) if dealer is None else dealer
    if not 0 <= seat < len(game.players):
        raise RuleError(message("Choose who deals first."), "dealer")

    def check_before_start() -> None:
        begun = rematch_of and game_after(rematch_of, variant)
        if begun and not begun.played and not anyway and set(begun.players) == set(game.players):
            raise RematchConflict(begun.id)

    begun = stating_every_rule(replace(game, dealer=Seat(seat), stake=stake))
    return start_game(
        club.id, key, begun, check_before_start, rematch_of, by_lot=by_lot, entered_by=entered_by
    )


def start_as_written(
    club: Club,
    game: Game,
    *,
    key: str,
    details: Mapping[str, Any],
    entered_by: str | None,
    people: Sequence[Player] | None = None,
) -> GameRow:
    """Start a game from a document. `details` are columns of the game’s row.

    `people` are the players in order of play. Without `people`, players are found by name, and
    players who are new to the club are added to it.
    """
    begun = stating_every_rule(game)
    return start_game(club.id, key, begun, entered_by=entered_by, details=details, people=people)


def record(
    game_id: str,
    *,
    version: int,
    key: str,
    round: Round,
    entered_by: str | None = None,
    revision: str | None = None,
    told: Callable[[OpenRound], Sequence[Amendment]] = attrgetter("told"),
) -> GameRow:
    """Add a round to the sheet and close the open round, which must be at this `revision`.

    The round keeps the amendments of the open round that `told` returns. Raises
    `open_rounds.OpenRoundConflict` if the open round changed, or another round was announced.
    """

    def append(locked: LockedGame, recorded: RecordedGame) -> EditedGame:
        check_goes_on(recorded)
        closed = close(db.session(), game_id, revision, is_there=locked.has_open)
        amendments = tuple(told(closed)) if closed else ()
        return replace(_appended(recorded, round, entered_by, amendments), records_open=True)

    return change_game(ChangeKind.RECORD, game_id, version, key, entered_by, append, round)


def check_goes_on(recorded: RecordedGame) -> None:
    """Reject more entries on a sheet that was ended early or is full. Raises `RuleError`."""
    if recorded.game.called:
        raise RuleError(
            message("This game was ended early. Press “Play on” before you add a round.")
        )
    if len(recorded.entries) >= MOST_ROUNDS:
        raise RuleError(FULL_SHEET)


def _appended(
    recorded: RecordedGame,
    entry: Entry,
    entered_by: str | None,
    amendments: tuple[Amendment, ...] = (),
    newcomers: tuple[Player, ...] = (),
) -> EditedGame:
    added = RecordedEntry(entry, clock.now(), entered_by, amendments)
    players = recorded.game.players + tuple(player.person.name for player in newcomers)
    entries = (*recorded.entries, added)
    after = recorded.with_entries(entries, players=players)
    return EditedGame(after, len(entries), newcomers=newcomers)


def record_between(
    game_id: str, *, version: int, key: str, between: Between, entered_by: str | None = None
) -> GameRow:
    def append(_locked: LockedGame, recorded: RecordedGame) -> EditedGame:
        check_goes_on(recorded)
        return _appended(recorded, between, entered_by)

    return change_game(ChangeKind.RECORD, game_id, version, key, entered_by, append, between)


def join(
    game: GameRow,
    *,
    version: int,
    key: str,
    names: Sequence[str],
    between: Between,
    entered_by: str | None = None,
) -> GameRow:
    """Add players who have had no seat in this game. They take the next seats.

    `between` is the entry for the sheet. Players who are new to the club are added to it. Raises
    `RuleError` at `players` for an invalid name.
    """
    club_id = game.club_id

    def take_seats(_locked: LockedGame, recorded: RecordedGame) -> EditedGame:
        check_goes_on(recorded)
        players = recorded.game.players
        find, add = (
            partial(find_player, db.session(), club_id),
            partial(add_player, db.session(), club_id),
        )
        newcomers = seat_players(read_names([*players, *names]), find, add)[len(players) :]
        db.session().flush()  # The history needs the ids of new players.
        return _appended(recorded, between, entered_by, newcomers=tuple(newcomers))

    # The key leaves out the seats, because the seats differ when the form is sent again.
    sent = (tuple(names), between.points, between.note)
    return change_game(
        ChangeKind.RECORD, game.id, version, key, entered_by, take_seats, sent, club_id=club_id
    )


def is_full(sheet: Sheet) -> bool:
    return len(sheet.entries) >= MOST_ROUNDS


def correct(
    game_id: str,
    *,
    version: int,
    key: str,
    place: int,
    entry: Entry,
    drop_later: bool = False,
    entered_by: str | None = None,
) -> GameRow:
    """Replace the facts of the entry in this place. The entry keeps the time of its first version.

    Raises `EndsEarlierConflict` if the game would end before its last entry, unless `drop_later`
    allows dropping the entries after the new end.
    """

    def exchange(_locked: LockedGame, recorded: RecordedGame) -> EditedGame:
        _check_place(place, len(recorded.entries))
        entries = list(recorded.entries)
        entries[place - 1] = replace(entries[place - 1], entry=entry)
        return EditedGame(recorded.with_entries(tuple(entries)), place, drop_later=drop_later)

    return change_game(
        ChangeKind.CORRECT, game_id, version, key, entered_by, exchange, (place, entry)
    )


def remove(
    game_id: str,
    *,
    version: int,
    key: str,
    place: int,
    drop_later: bool = False,
    entered_by: str | None = None,
) -> GameRow:
    """Remove the entry in this place from the sheet. Later entries move up.

    Raises `EndsEarlierConflict` like `correct`.
    """

    def take_off(_locked: LockedGame, recorded: RecordedGame) -> EditedGame:
        _check_place(place, len(recorded.entries))
        check_nothing_follows(recorded.game, place)
        entries = recorded.entries[: place - 1] + recorded.entries[place:]
        return EditedGame(recorded.with_entries(entries), place, drop_later=drop_later)

    return change_game(ChangeKind.REMOVE, game_id, version, key, entered_by, take_off, place)


def check_something_to_end(row: GameRow) -> None:
    """Reject the early end of a game that has no round yet. Raises `RuleError`."""
    if row.status == "playing" and not row.played:
        raise RuleError(message("No round is on the sheet yet, so there is nothing to end."))


def call(game_id: str, *, version: int, key: str, entered_by: str | None = None) -> GameRow:
    def stop(locked: LockedGame, recorded: RecordedGame) -> EditedGame:
        if locked.row.status != "playing":
            raise RuleError(message("This game is already over."))
        return EditedGame(recorded.with_entries(recorded.entries, called=True))

    return change_game(ChangeKind.CALL, game_id, version, key, entered_by, stop)


def play_on(game_id: str, *, version: int, key: str, entered_by: str | None = None) -> GameRow:
    def go_on(_locked: LockedGame, recorded: RecordedGame) -> EditedGame:
        if not recorded.game.called:
            raise RuleError(message("This game was not ended early."))
        return EditedGame(recorded.with_entries(recorded.entries, called=False))

    return change_game(ChangeKind.PLAY_ON, game_id, version, key, entered_by, go_on)


def undo(game_id: str, *, version: int, key: str, entered_by: str | None = None) -> GameRow:
    """Undo the last change of the sheet that is not undone."""

    def take_back(locked: LockedGame, recorded: RecordedGame) -> EditedGame:
        restored = without_last_change(locked.row, recorded)
        if restored is None:
            raise RuleError(message("Nothing to undo."))
        if locked.has_open and len(restored.recorded.entries) < len(recorded.entries):
            _forget_upcard(game_id, recorded)
        return restored

    return change_game(ChangeKind.UNDO, game_id, version, key, entered_by, take_back)


def redo(game_id: str, *, version: int, key: str, entered_by: str | None = None) -> GameRow:
    """Redo the last undone change. This is possible until another change of the sheet."""

    def do_again(locked: LockedGame, recorded: RecordedGame) -> EditedGame:
        restored = without_last_undo(locked.row, recorded)
        if restored is None:
            raise RuleError(message("Nothing to redo."))
        if locked.has_open and len(restored.recorded.entries) > len(recorded.entries):
            _forget_upcard(game_id, recorded)
        return restored

    return change_game(ChangeKind.REDO, game_id, version, key, entered_by, do_again)


def _forget_upcard(game_id: str, recorded: RecordedGame) -> None:
    """Delete the facts of the round being played, because another round is played now."""
    game = recorded.game
    if game.variant.takes_upcard or game.variant.facts_of_deal(game.rules):
        forget_turned_up(db.session(), game_id)


def _check_place(place: int, entries: int) -> None:
    if not 1 <= place <= entries:
        raise RuleError(
            message("There is no round {number} on this sheet.", number=place), "number"
        )
