"""The entries between two rounds that are possible now, and their totals."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.game.who_is_in import after_between, is_eliminated
from scorekeeper.rummy.messages import SEATS, Seat
from scorekeeper.rummy.round import RuleError


@dataclass(frozen=True, slots=True)
class JoiningTotals:
    """The usual totals for a new player: the average and the worst of the players’ totals."""

    average: int
    worst: int


def refusal_of(sheet: Sheet, between: Between) -> RuleError | None:
    """The error if this entry cannot be the next entry of a game in play, or `None`."""
    game = sheet.game
    try:
        after_between(game.variant, game.rules, between, sheet.columns[0], sheet.entries)
    except RuleError as error:
        return error.under(names=game.players)
    return None


def why_same_players(sheet: Sheet) -> RuleError | None:
    """The reason why the players of this game cannot change now. `None` if they can change."""
    return refusal_of(sheet, Between(BetweenKind.LEAVES, ()))


def may_join(sheet: Sheet) -> bool:
    seat = Seat(len(sheet.game.players))
    joining = Between(BetweenKind.JOINS, (seat,), (0,))
    return not sheet.over and seat < len(SEATS) and refusal_of(sheet, joining) is None


def may_return(sheet: Sheet, seat: Seat) -> bool:
    return not sheet.over and refusal_of(sheet, Between(BetweenKind.REJOINS, (seat,))) is None


def total_of_return(sheet: Sheet, seat: Seat) -> int:
    game, column = sheet.game, sheet.columns[0]
    returning = Between(BetweenKind.REJOINS, (seat,))
    after = after_between(game.variant, game.rules, returning, column, sheet.entries)
    return column.totals[seat] + sum(line.points for line in after.lines)


def out_of_game(sheet: Sheet) -> dict[Seat, bool]:
    """The players out of the game, and whether the rules eliminated them."""
    out = (seat for seat in sheet.game.sides if seat not in sheet.seats)
    return {seat: is_eliminated(seat, sheet.entries) for seat in out}


def joining_totals(sheet: Sheet) -> JoiningTotals:
    """The totals that a new player can join with, besides 0. The average is rounded down."""
    game, totals = sheet.game, [sheet.totals[seat] for seat in sheet.seats]
    worst = (max if game.variant.lowest_wins(game.rules) else min)(totals)
    return JoiningTotals(sum(totals) // len(totals), worst)
