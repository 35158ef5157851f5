"""Converts rows of the database to values of the core, and back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select

from scorekeeper.rummy.documents.reading import Seating
from scorekeeper.rummy.documents.round import read_entry, write_entry
from scorekeeper.rummy.documents.sides import chosen_names
from scorekeeper.rummy.documents.stake import read_stake, write_stake
from scorekeeper.rummy.game.entries import Entry
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.hand import Extras
from scorekeeper.rummy.messages import SEATS, Seat
from scorekeeper.rummy.sides import by_side, holders_of
from scorekeeper.rummy.variants import find_variant
from scorekeeper.storage.database import table
from scorekeeper.storage.faults import NOT_READ, reading
from scorekeeper.storage.models import GameRow, RoundRow


@dataclass(frozen=True, slots=True)
class Amendment:
    """A change to a round that several phones enter, or a note about the round.

    - For a changed fact, `field` is the fact, `was` its old value and `now` its new value.
    - For a replaced hand, `seat` is its seat and `was` the name of the person who entered it first.
    - For a note, `field` is a special value such as `DOUBTED`; see `games.open_round`.
    - `late` is true if all hands were already shown, and for a doubt.
    """

    who: str
    field: str = ""
    seat: int | None = None
    was: str = ""
    now: str = ""
    late: bool = False

    @property
    def about(self) -> str | int:
        return self.field if self.seat is None else self.seat

    @property
    def is_told(self) -> bool:
        """True if all players must see the amendment: it was late, or it replaced a hand."""
        return self.late or self.seat is not None


def read_amendments(written: Sequence[Mapping[str, Any]]) -> tuple[Amendment, ...]:
    return tuple(Amendment(**amendment) for amendment in written)


def write_amendments(amendments: Sequence[Amendment]) -> list[dict[str, Any]]:
    return [asdict(amendment) for amendment in amendments]


@dataclass(frozen=True, slots=True)
class RecordedEntry:
    """An entry of the sheet, with its time and the person who entered it, if known.

    `amendments` are the changes during the entry that all players must see.
    """

    entry: Entry
    at: datetime
    by: str | None
    amendments: tuple[Amendment, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A stored game. `entries` are the entries of its sheet with their times and persons."""

    game: Game
    entries: tuple[RecordedEntry, ...]

    def with_entries(
        self,
        entries: tuple[RecordedEntry, ...],
        *,
        called: bool | None = None,
        players: tuple[str, ...] | None = None,
    ) -> RecordedGame:
        game = replace(
            self.game,
            called=self.game.called if called is None else called,
            players=self.game.players if players is None else players,
        )
        return RecordedGame(
            game.with_entries(tuple(recorded.entry for recorded in entries)), entries
        )


def listable_game(row: GameRow) -> Game | None:
    """A game without its rounds. `None` if its row lacks anything that a list shows."""
    try:
        game = game_without_rounds(row)
        seats = range(len(row.sides or row.seats))
        totals = [int(points) for points in row.totals]
        is_whole = len(totals) == len(seats) and all(seat in seats for seat in row.winners)
    except NOT_READ:
        return None
    return game if is_whole else None


def read_recorded_game(row: GameRow) -> RecordedGame:
    """Raises `UnreadableGameError`."""
    with reading(row.id):
        return _read_recorded_game(row)


def _read_recorded_game(row: GameRow) -> RecordedGame:
    game = game_without_rounds(row)
    seats = seats_by_number(game)
    entries = tuple(
        RecordedEntry(
            read_document(round_row.entry, seats, game),
            round_row.entered_at,
            round_row.entered_by,
            read_amendments(round_row.amendments),
        )
        for round_row in row.rounds
    )
    return RecordedGame(game, ()).with_entries(entries)


def game_without_rounds(row: GameRow) -> Game:
    """A game without its rounds, from its row.

    Raises `UnreadableGameError`, also for a variant that this program does not have.
    """
    with reading(row.id):
        variant = find_variant(row.variant)
        if variant is None:
            raise LookupError(f"This program does not know the game “{row.variant}”.")
        game = Game(
            variant=variant,
            players=row.players,
            preset=row.preset,
            overrides=tuple(row.overrides.items()),
            dealer=Seat(row.dealer),
            called=row.called,
            extras=_read_extras(row.extras),
            stake=read_stake(row.stake) if row.stake else None,
            imported=_read_imported(row),
        )
        _ = game.rules  # reads and caches the rules, and raises if the rules are invalid
        return game


def _read_imported(row: GameRow) -> tuple[int, ...] | None:
    if row.imported is None:
        return None
    if len(row.imported) != len(by_side(row.players)):
        raise ValueError("Every side has a total, and nobody else.")
    return tuple(int(total) for total in row.imported)


def seats_by_number(game: Game) -> Seating:
    """The players and sides of a game by their names in the database."""
    return _seating(SEATS[: len(game.players)], game)


def seats_ever(game: Game) -> Seating:
    """Like `seats_by_number`, with every seat: the history can name a player who has left."""
    return _seating(SEATS, game)


def _seating(seats: Sequence[Seat], game: Game) -> Seating:
    players = {str(seat): seat for seat in seats}
    if not game.partners:
        return Seating(players, players)
    sides, holders = (
        {str(int(seat)): seat for seat in seats} for seats in (game.sides, holders_of(game.sides))
    )
    return Seating(players, sides, holders)


def read_document(document: object, seats: Seating, game: Game) -> Entry:
    return replace(read_entry(document, seats, game.variant.pieces), on_sheet=True)


def write_document(entry: Entry) -> dict[str, Any]:
    return write_entry(entry, _NAMES)


def _read_extras(pairs: list[list[str]]) -> Extras:
    return tuple((key, text) for key, text in pairs)


def _write_extras(extras: Extras) -> list[list[str]]:
    return [list(pair) for pair in extras]


def write_game_row(game: Game, sheet: Sheet | None = None, **stored: Any) -> GameRow:
    """The row of a game without its rounds. `stored` has the other columns, such as its id."""
    return GameRow(
        variant=game.variant.key,
        preset=game.preset,
        overrides=dict(game.overrides),
        dealer=int(game.dealer),
        extras=_write_extras(game.extras),
        stake=write_stake(game.stake) if game.stake else None,
        imported=None if game.imported is None else list(game.imported),
        sides=chosen_names(game.partners, game.players),
        **columns_of(sheet or fold(game)),
        **stored,
    )


def columns_of(sheet: Sheet) -> dict[str, Any]:
    over = "over" if sheet.over else "playing"
    return {
        "called": sheet.game.called,
        "status": "called" if sheet.game.called else over,
        "totals": list(sheet.final),
        "winners": [int(seat) for seat in sheet.winners],
        "played": len(sheet.rounds),
    }


def write_round_row(game_id: str, number: int, recorded: RecordedEntry) -> dict[str, Any]:
    return {
        "game_id": game_id,
        "number": number,
        "entry": write_document(recorded.entry),
        "entered_at": recorded.at,
        "entered_by": recorded.by,
        "amendments": write_amendments(recorded.amendments),
    }


_NAMES = [str(seat) for seat in SEATS]
"""The names of seats in the database."""

_ROUND = table(RoundRow)
_ROUNDS = select(_ROUND.c.game_id, _ROUND.c.entry).order_by(_ROUND.c.number)


class StoredRounds:
    """The stored rounds of several games, read in one query."""

    def __init__(self, connection: Connection, game_ids: Collection[str]) -> None:
        self._rounds: defaultdict[str, list[Any]] = defaultdict(list)
        for game_id, entry in connection.execute(_ROUNDS.where(_ROUND.c.game_id.in_(game_ids))):
            self._rounds[game_id].append(entry)

    def game(self, row: GameRow) -> Game:
        """Raises `UnreadableGameError`."""
        game = game_without_rounds(row)
        seats = seats_by_number(game)
        with reading(row.id):
            entries = tuple(read_document(entry, seats, game) for entry in self._rounds[row.id])
            return replace(game, entries=entries)
