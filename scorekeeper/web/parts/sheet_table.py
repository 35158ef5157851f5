"""The sheet as pages show it: the standings, and one row for each entry."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import TypeAlias

from scorekeeper.rummy.between import BetweenKind
from scorekeeper.rummy.game.entries import BetweenOnSheet, RoundOnSheet
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.judging.judge import real_ending
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.sides import place_in
from scorekeeper.web.parts.between import told_between
from scorekeeper.web.parts.formatting import ending_message
from scorekeeper.web.shell.translation import translate

ROUNDS_SHOWN = 20
"""A long sheet first shows at least this many entries, but fewer than twice as many."""


@dataclass(frozen=True, slots=True)
class SheetStanding:
    """A player's or side's total. `to_go` is the distance to the target.

    `to_go` is `None` without a target, with several columns or with a fixed number of rounds.
    `dealer` is the place within the side of the player who deals next, or `None`.
    """

    seat: Seat
    name: str
    total: int
    to_go: int | None
    leads: bool
    dealer: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's points for a round and their new total. `won`: the player won the round.

    `eliminated`: the round put the player out of the game.
    """

    points: int
    total: int
    won: bool
    eliminated: bool = False


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A round on the sheet: who ended it and how, and one cell for each player and column.

    `told` is a sentence with who and how. A cell is `None` if it is empty, for example for a player
    who did not play the round.
    """

    number: int
    by: str
    how: str
    told: str
    warned: bool
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class BetweenRow:
    """An event between two rounds. `told` is a sentence, `place` its place on the sheet."""

    place: int
    kind: BetweenKind
    seats: tuple[Seat, ...]
    told: str
    note: str


Row: TypeAlias = "SheetRow | BetweenRow"


def standings(sheet: Sheet) -> list[SheetStanding]:
    """Every player or side in order of play. After the end, totals include the end bonuses."""
    game = sheet.game
    totals = sheet.final if sheet.over else sheet.totals
    sense = 1 if game.variant.lowest_wins(game.rules) else -1
    behind = {
        seat: (game.variant.behind(game.rules, sheet.columns[0], seat), sense * totals[seat])
        for seat in sheet.seats
    }
    best = min(behind.values())
    return [
        SheetStanding(
            seat=side,
            name=game.players[side],
            total=total,
            to_go=_to_go(game, total),
            leads=side in sheet.winners
            if sheet.over
            else bool(sheet.rounds) and behind.get(side) == best,
            dealer=place_in(sheet.next_dealer, side),
            won=side in sheet.winners,
        )
        for side, total in zip(game.sides, totals, strict=True)
    ]


def _to_go(game: Game, total: int) -> int | None:
    if game.variant.rounds or game.variant.columns > 1:
        return None
    target: int = getattr(game.rules, "target", 0)
    return max(0, target - total) if target else None


def rows(sheet: Sheet) -> list[Row]:
    """The entries, oldest first."""
    game = sheet.game
    return [
        _row(entry, game, _cells(entry))
        if isinstance(entry, RoundOnSheet)
        else _between_row(entry, game)
        for entry in sheet.entries
    ]


def _between_row(entry: BetweenOnSheet, game: Game) -> BetweenRow:
    between = entry.between
    told = told_between(entry, game.players)
    return BetweenRow(entry.place, between.kind, between.seats, told, between.note)


def _row(entry: RoundOnSheet, game: Game, cells: tuple[Cell | None, ...]) -> SheetRow:
    ruling, by, players = entry.ruling, entry.round.by, game.players
    rule = game.variant.ending_rules[entry.round.ending]
    if ruling.laid:
        rule = real_ending(game.variant, rule, entry.round, ruling.laid)
    tags = [translate(tag.word) for tag in ruling.tags if tag is not rule.tag]
    return SheetRow(
        number=entry.number,
        by="" if by is None else players[by],
        how=", ".join([translate(rule.word), *tags]),
        told=", ".join([translate(ending_message(rule, by), players), *tags]),
        warned=bool(ruling.warnings),
        cells=cells,
    )


def _cells(entry: RoundOnSheet) -> tuple[Cell | None, ...]:
    points = entry.points()
    return tuple(
        Cell(earned, total, seat in entry.ruling.winners, seat in entry.eliminated)
        if seat in entry.before
        else None
        for seat, (earned, total) in enumerate(zip(points, entry.totals, strict=True))
    )


def column_rows(sheet: Sheet) -> list[Row]:
    """The entries of a game with several columns. A row has a cell for each player and column."""
    game = sheet.game
    before: tuple[tuple[int, ...], ...] = ((0,) * len(game.players),) * game.variant.columns
    rows: list[Row] = []
    for entry in sheet.entries:
        if isinstance(entry, BetweenOnSheet):
            rows.append(_between_row(entry, game))
            before = entry.after
            continue
        cells = tuple(
            _column_cell(entry, number, seat, old, new)
            for number, columns in enumerate(zip(before, entry.after, strict=True), start=1)
            for seat, (old, new) in enumerate(zip(*columns, strict=True))
        )
        rows.append(_row(entry, game, cells))
        before = entry.after
    return rows


def _column_cell(entry: RoundOnSheet, number: int, seat: int, old: int, new: int) -> Cell | None:
    won = seat in entry.ruling.winners and number in entry.columns
    return Cell(new - old, new, won) if won or new != old else None


@dataclass(frozen=True)
class ShownRounds:
    """The rows of a sheet: the last ones, and earlier ones to show on demand.

    The rows are computed on first use. The number of earlier rows is a multiple of `ROUNDS_SHOWN`.
    """

    sheet: Sheet

    @cached_property
    def all(self) -> list[Row]:
        """Oldest first."""
        of_columns = self.sheet.game.variant.columns > 1
        return column_rows(self.sheet) if of_columns else rows(self.sheet)

    @property
    def how_many_earlier(self) -> int:
        return max(0, len(self.sheet.entries) // ROUNDS_SHOWN - 1) * ROUNDS_SHOWN

    @property
    def earlier(self) -> list[Row]:
        return self.all[: self.how_many_earlier]

    @property
    def last(self) -> list[Row]:
        return self.all[self.how_many_earlier :]

    @property
    def fingerprint(self) -> str:
        """A short hash of `earlier`, which the server sends again only if the hash changes."""
        if not self.how_many_earlier:
            return ""
        return sha256(repr(self.earlier).encode()).hexdigest()[:12]
