"""Reads rows of the database as values of the core, and writes these values as rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy import Connection, Row, Select, select

from scorekeeper.rummy.between import Between
from scorekeeper.rummy.cards import CARDS, Pieces, print_cards, read_card, read_cards
from scorekeeper.rummy.documents.hand import read_hand, write_hand
from scorekeeper.rummy.documents.reading import Seating
from scorekeeper.rummy.documents.round import BETWEEN, read_entry, write_entry
from scorekeeper.rummy.documents.sides import chosen_names
from scorekeeper.rummy.documents.stake import read_stake, write_stake
from scorekeeper.rummy.game.entries import Entry
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.hand import Count, Extras, Hand, Unmatched
from scorekeeper.rummy.messages import SEATS, Seat
from scorekeeper.rummy.round import Adjustment, Round, ToldFact
from scorekeeper.rummy.sides import by_side
from scorekeeper.rummy.variants import ENDINGS, find_variant
from scorekeeper.storage.database import table
from scorekeeper.storage.faults import NOT_READ, reading
from scorekeeper.storage.models import AdjustmentRow, GameRow, HandRow, RoundRow


@dataclass(frozen=True, slots=True)
class Amendment:
    """A change to a round that several phones enter; `late` if all its hands had been shown.

    Either of a `field`, with the text that it `was` and is `now`; or of the hand of a `seat`, where
    `was` is the name of whoever had given it, if another phone did.
    """

    who: str
    field: str = ""
    seat: int | None = None
    was: str = ""
    now: str = ""
    late: bool = False

    @property
    def about(self) -> str | int:
        """The seat whose hand was changed, or the name of the fact."""
        return self.field if self.seat is None else self.seat

    @property
    def is_told(self) -> bool:
        """Whether the table is told: of what changed after the ruling, and of replaced hands."""
        return self.late or self.seat is not None


def read_amendments(written: Sequence[Mapping[str, Any]]) -> tuple[Amendment, ...]:
    """Amendments as `write_amendments` wrote them."""
    return tuple(Amendment(**amendment) for amendment in written)


def write_amendments(amendments: Sequence[Amendment]) -> list[dict[str, Any]]:
    """Amendments in the format of the database."""
    return [asdict(amendment) for amendment in amendments]


@dataclass(frozen=True, slots=True)
class RecordedEntry:
    """An entry of the sheet with when it was entered, and by whom if that is known.

    `amendments` are the changes of which the table was told while a round was entered.
    """

    entry: Entry
    at: datetime
    by: str | None
    amendments: tuple[Amendment, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game as it is stored; `entries` are its sheet with when and by whom each was entered."""

    game: Game
    entries: tuple[RecordedEntry, ...]

    def with_entries(
        self,
        entries: tuple[RecordedEntry, ...],
        *,
        called: bool | None = None,
        players: tuple[str, ...] | None = None,
    ) -> RecordedGame:
        """The same game with these entries; what else is given changes too."""
        game = replace(
            self.game,
            called=self.game.called if called is None else called,
            players=self.game.players if players is None else players,
        )
        return RecordedGame(
            game.with_entries(tuple(recorded.entry for recorded in entries)), entries
        )


def is_listable(row: GameRow) -> bool:
    """Whether the game can be shown in a list: all that the list needs can be read."""
    try:
        game_without_rounds(row)
        seats = range(len(row.sides or row.seats))
        totals = [int(points) for points in row.totals]
        return len(totals) == len(seats) and all(seat in seats for seat in row.winners)
    except NOT_READ:
        return False


def read_recorded_game(row: GameRow) -> RecordedGame:
    """Read a game with all its rounds; raises `UnreadableGameError`."""
    with reading(row.id):
        return _read_recorded_game(row)


def _read_recorded_game(row: GameRow) -> RecordedGame:
    game = game_without_rounds(row)
    entries = tuple(
        RecordedEntry(
            read_round_row(round_row, round_row.hands, round_row.adjustments, game),
            round_row.entered_at,
            round_row.entered_by,
            read_amendments(round_row.amendments),
        )
        for round_row in row.rounds
    )
    return RecordedGame(game, ()).with_entries(entries)


def game_without_rounds(row: GameRow) -> Game:
    """The facts of a game without its rounds, from its row alone.

    Raises `UnreadableGameError`, also if this program does not have the variant.
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
        _ = game.rules  # raises if they are not allowed; cached on the game
        return game


def _read_imported(row: GameRow) -> tuple[int, ...] | None:
    if row.imported is None:
        return None
    if len(row.imported) != len(by_side(row.players)):
        raise ValueError("Every side has a total, and nobody else.")
    return tuple(int(total) for total in row.imported)


def read_round_row(
    row: RoundRow | Row[Any],
    hands: Sequence[HandRow | Row[Any]],
    adjustments: Sequence[AdjustmentRow | Row[Any]],
    game: Game,
) -> Entry:
    """An entry of this game from its row and those of its hands and adjustments, in their order."""
    if row.between is not None:
        return _read_between(row, game)
    return Round(
        ending=ENDINGS[row.ending or ""],
        by=_seat_or_none(row.by),
        hands=_read_hands(hands, game),
        upcard=None if row.upcard is None else read_card(row.upcard),
        dealer=_seat_or_none(row.dealer),
        own_facts=tuple((key, _read_fact(value)) for key, value in row.own_facts),
        allow=tuple(row.allow),
        adjustments=tuple(
            Adjustment(
                game.sides[adjustment.seat],
                adjustment.points,
                adjustment.note,
                _read_extras(adjustment.extras),
            )
            for adjustment in adjustments
        ),
        note=row.note,
        extras=_read_extras(row.extras),
        on_sheet=True,
    )


def _read_fact(value: Any) -> ToldFact:
    if isinstance(value, list):
        return tuple(map(Seat, value))
    return value if isinstance(value, str) else Seat(value)


def _read_between(row: RoundRow | Row[Any], game: Game) -> Between:
    read = read_entry({BETWEEN: row.between}, seats_by_number(game), CARDS)
    if not isinstance(read, Between):
        raise AssertionError("this entry is between rounds")
    return replace(read, note=row.note, extras=_read_extras(row.extras), on_sheet=True)


def _read_hands(rows: Sequence[HandRow | Row[Any]], game: Game) -> tuple[Hand | None, ...]:
    hands: list[Hand | None] = [None] * len(game.sides) if rows else []
    for row in rows:
        hands[row.seat] = _read_hand(row, game.variant.pieces)
    return tuple(hands)


def _read_hand(row: HandRow | Row[Any], pieces: Pieces) -> Hand:
    if row.points is not None:
        return Count(row.points)
    if row.whole is not None:
        return read_hand(row.whole, Seat(row.seat), pieces)
    return Unmatched(read_cards(row.cards or "", pieces))


def _seat_or_none(number: int | None) -> Seat | None:
    return None if number is None else Seat(number)


def _number_or_none(seat: Seat | None) -> int | None:
    return None if seat is None else int(seat)


def _read_extras(pairs: list[list[str]]) -> Extras:
    return tuple((key, text) for key, text in pairs)


def _write_extras(extras: Extras) -> list[list[str]]:
    return [list(pair) for pair in extras]


def write_game_row(game: Game, sheet: Sheet | None = None, **stored: Any) -> GameRow:
    """The row of a game without its rounds; `stored` are the columns that hold no facts."""
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
    """The columns of a game's row that follow from its sheet."""
    over = "over" if sheet.over else "playing"
    return {
        "called": sheet.game.called,
        "status": "called" if sheet.game.called else over,
        "totals": list(sheet.final),
        "winners": [int(seat) for seat in sheet.winners],
        "played": len(sheet.rounds),
    }


def write_round_row(game_id: str, number: int, recorded: RecordedEntry) -> dict[str, Any]:
    """The columns of an entry's row."""
    entry = recorded.entry
    facts = _round_facts(entry) if isinstance(entry, Round) else _between_facts(entry)
    return {
        "game_id": game_id,
        "number": number,
        **facts,
        "note": entry.note,
        "extras": _write_extras(entry.extras),
        "entered_at": recorded.at,
        "entered_by": recorded.by,
        "amendments": write_amendments(recorded.amendments),
    }


def _round_facts(played: Round) -> dict[str, Any]:
    return {
        "ending": played.ending.value,
        "by": _number_or_none(played.by),
        "upcard": None if played.upcard is None else str(played.upcard),
        "dealer": _number_or_none(played.dealer),
        "own_facts": [list(fact) for fact in played.own_facts],
        "allow": list(played.allow),
        "between": None,
    }


def _between_facts(between: Between) -> dict[str, Any]:
    bare = replace(between, note="", extras=())
    return {
        "ending": None,
        "by": None,
        "upcard": None,
        "dealer": None,
        "own_facts": [],
        "allow": [],
        "between": write_entry(bare, list(_SEATS))[BETWEEN],
    }


def write_hand_row(hand: Hand) -> dict[str, Any]:
    """The columns of a hand's row that hold the hand itself."""
    values: dict[str, Any] = {"cards": None, "points": None, "whole": None}
    if isinstance(hand, Count):
        return values | {"points": hand.points}
    if isinstance(hand, Unmatched):
        return values | {"cards": print_cards(hand.cards)}
    return values | {"whole": write_hand(hand)}


def write_adjustment_row(adjustment: Adjustment) -> dict[str, Any]:
    """The columns of an adjustment's row that hold the adjustment itself."""
    return {
        "seat": int(adjustment.seat),
        "points": adjustment.points,
        "note": adjustment.note,
        "extras": _write_extras(adjustment.extras),
    }


_SEATS = {str(seat): seat for seat in SEATS}
"""Seats by the names that they have in the database."""

_SEATED = Seating(_SEATS, _SEATS)


def seats_by_number(game: Game) -> Seating:
    """The players and the sides of a game by the names that they have in the database."""
    if not game.partners:
        return _SEATED
    return Seating(_SEATS, {str(int(side)): side for side in game.sides})


_ROUND, _HAND, _ADJUSTMENT = table(RoundRow), table(HandRow), table(AdjustmentRow)
_COLUMNS = [column for column in _ROUND.c if not column.name.startswith("entered_")]
_ROUNDS = select(*_COLUMNS).order_by(_ROUND.c.number)
_HANDS = select(_HAND).join(_ROUND).order_by(_HAND.c.seat)
_ADJUSTMENTS = select(_ADJUSTMENT).join(_ROUND).order_by(_ADJUSTMENT.c.place)

_Rows: TypeAlias = "defaultdict[Any, list[Row[Any]]]"


class StoredRounds:
    """The rows of the rounds of some games."""

    def __init__(self, connection: Connection, game_ids: Collection[str]) -> None:
        def rows(query: Select[Any], key: str) -> _Rows:
            found: _Rows = defaultdict(list)
            for row in connection.execute(query.where(_ROUND.c.game_id.in_(game_ids))).all():
                found[getattr(row, key)].append(row)
            return found

        self._rounds = rows(_ROUNDS, "game_id")
        self._hands = rows(_HANDS, "round_id")
        self._adjustments = rows(_ADJUSTMENTS, "round_id")

    def game(self, row: GameRow) -> Game:
        """One of the games with its rounds; raises `UnreadableGameError`."""
        game = game_without_rounds(row)
        with reading(row.id):
            entries = tuple(
                read_round_row(
                    round_row, self._hands[round_row.id], self._adjustments[round_row.id], game
                )
                for round_row in self._rounds[row.id]
            )
            return replace(game, entries=entries)
