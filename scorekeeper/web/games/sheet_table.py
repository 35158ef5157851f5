"""The sheet as it is shown: who stands where, a row a round, and the house rules in force."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rummy.game.sheet import Game, RoundOnSheet, Sheet, rules_in_force
from scorekeeper.rummy.house_rules import HouseRule, Value, house_rules
from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.web.formatting import how, names_of


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands: `to_go` is what lacks to the target, `None` where there is none."""

    seat: Seat
    name: str
    total: int
    to_go: int | None
    leads: bool
    deals_next: bool
    won: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """What a round meant to a player: points, the total after it, and whether the round was won."""

    points: int
    total: int
    won: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A round on the sheet: who won it and how, and a cell a player (in Hollywood for each column).

    A cell is `None` where nothing was written.
    """

    number: int
    winners: str
    how: str
    warned: bool
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class RuleInForce:
    """A house rule of this game; `preset` is what the preset would have it, where that differs."""

    rule: HouseRule
    value: Message
    preset: Message | None


def standings(sheet: Sheet) -> list[Standing]:
    """Every player in order of play; the totals hold the end bonuses once the game is over."""
    game = sheet.game
    target: int = getattr(game.rules, "target", 0)
    totals = sheet.final if sheet.over else sheet.totals
    best = min(totals) if game.variant.lowest_wins(game.rules) else max(totals)
    return [
        Standing(
            seat=Seat(index),
            name=name,
            total=total,
            to_go=max(0, target - total) if target and game.variant.columns == 1 else None,
            leads=bool(sheet.rounds) and total == best,
            deals_next=sheet.next_dealer == index,
            won=index in sheet.winners,
        )
        for index, (name, total) in enumerate(zip(game.players, totals, strict=True))
    ]


def rows(sheet: Sheet) -> list[Row]:
    """The rounds, the first one first."""
    return [_row(entry, sheet.game, _cells(entry, sheet.game)) for entry in sheet.rounds]


def _row(entry: RoundOnSheet, game: Game, cells: tuple[Cell | None, ...]) -> Row:
    ruling = entry.ruling
    return Row(
        number=entry.number,
        winners=names_of(ruling.winners, game.players),
        how=how(ruling),
        warned=bool(ruling.warnings),
        cells=cells,
    )


def _cells(entry: RoundOnSheet, game: Game) -> tuple[Cell, ...]:
    points = entry.ruling.points(len(game.players))
    return tuple(
        Cell(earned, total, seat in entry.ruling.winners)
        for seat, (earned, total) in enumerate(zip(points, entry.totals, strict=True))
    )


def column_rows(sheet: Sheet) -> list[Row]:
    """Hollywood's rounds: the total after each in every column in which it was written."""
    game = sheet.game
    before: tuple[tuple[int, ...], ...] = ((0,) * len(game.players),) * game_columns(sheet)
    rows = []
    for entry in sheet.rounds:
        cells = tuple(
            _column_cell(entry, number, seat, old, new)
            for number, columns in enumerate(zip(before, entry.after, strict=True), start=1)
            for seat, (old, new) in enumerate(zip(*columns, strict=True))
        )
        rows.append(_row(entry, game, cells))
        before = entry.after
    return rows


def _column_cell(entry: RoundOnSheet, number: int, seat: int, old: int, new: int) -> Cell | None:
    """What a round wrote in a column for a seat, nothing where it wrote nothing there."""
    won = seat in entry.ruling.winners and number in entry.columns
    return Cell(new - old, new, won) if won or new != old else None


def game_columns(sheet: Sheet) -> int:
    """How many columns a player has."""
    return sheet.game.variant.columns


def rules_of(game: Game) -> list[RuleInForce]:
    """The house rules in force, each beside what the preset would have."""
    preset = rules_in_force(game.variant, game.preset, {})
    listed = []
    for rule in house_rules(game.variant.rules_type):
        value: Value = getattr(game.rules, rule.name)
        usual: Value = getattr(preset, rule.name)
        changed = None if value == usual else rule.print(usual)
        listed.append(RuleInForce(rule, rule.print(value), changed))
    return listed
