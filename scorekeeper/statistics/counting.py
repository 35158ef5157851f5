"""Counts a game for each player and each round, from its sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.game.entries import BetweenOnSheet, RoundOnSheet
from scorekeeper.rummy.game.highlights import comeback, winning_margin
from scorekeeper.rummy.game.places import places
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.judging.judge import real_ending
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.ruling import Tag
from scorekeeper.rummy.sides import members, players_of, side_of
from scorekeeper.rummy.variant import Variant
from scorekeeper.storage.database import table
from scorekeeper.storage.models import WHOLE_WIN, CountedRound, GameResult, PlayersGame

_COUNTS = {
    column.name: column.info["count"]
    for column in table(GameResult).columns
    if "count" in column.info
}


class CountedGame(NamedTuple):
    """The counts of a game: the columns of its `GameResult`s, and the rounds that are not void.

    A player in none of these rounds has no result, unless only the totals are known.
    """

    seats: list[dict[str, Any]]
    rounds: list[CountedRound]


def count_game(sheet: Sheet) -> CountedGame:
    sides = sheet.game.sides
    played = [entry for entry in sheet.rounds if not entry.ruling.is_void]
    rounds = [
        counted
        for entry in played
        for counted in _count_round(sheet.game.variant, entry, len(sides))
    ]
    margin, place_of = winning_margin(sheet), places(sheet)
    back = comeback(sheet) if sheet.rounds else None
    tables = [entry.before for entry in played] or _tables_of_imported(sheet)
    came_or_went = _who_came_or_went(sheet)
    seats = [
        {
            "seat": seat,
            "side": int(side),
            "rank": place_of[side],
            "final": sheet.final[side],
            "margin": margin if side in sheet.winners else None,
            "comeback": back if side in sheet.winners else None,
            "met": _met(tables, side) | 1 << seat,
            "to_the_end": not sheet.game.called and side not in came_or_went,
            **_counted(PlayersGame(sheet, seat, rounds, expected)),
        }
        for seat, side, expected in _of_players(_expected_wins(sheet, tables))
    ]
    return CountedGame(seats, rounds)


def _tables_of_imported(sheet: Sheet) -> list[tuple[Seat, ...]]:
    return [] if sheet.game.imported is None else [sheet.seats]


def _of_players(shares: dict[Seat, int]) -> list[tuple[Seat, Seat, int]]:
    of_sides = [(seat, side, share) for side, share in shares.items() for seat in members(side)]
    return sorted(of_sides, key=itemgetter(0))


def _expected_wins(sheet: Sheet, tables: Sequence[tuple[Seat, ...]]) -> dict[Seat, int]:
    """The expected share of a win for each side that played, in parts that add up to one win.

    The share of a player who joins is one win, divided by the players then playing, this player
    included. The starters divide the rest equally. If no rest is left, all sides get equal shares.
    Leaving or elimination changes nothing.
    """
    sides = sorted({side for seats in tables for side in seats})
    joined = _tables_joined(sheet)
    shares = {side: WHOLE_WIN // joined[side] for side in sides if side in joined}
    starters = [side for side in sides if side not in joined]
    left = WHOLE_WIN - sum(shares.values())
    if starters and left > 0:
        shares |= dict.fromkeys(starters, left // len(starters))
    else:
        shares = {side: WHOLE_WIN // len(sides) for side in sides}
    for last in sides[-1:]:
        shares[last] += WHOLE_WIN - sum(shares.values())  # the remainder of the division
    return dict(sorted(shares.items()))


def _tables_joined(sheet: Sheet) -> dict[Seat, int]:
    return {
        seat: len(entry.seats)
        for entry in sheet.entries
        if isinstance(entry, BetweenOnSheet) and entry.between.kind is BetweenKind.JOINS
        for seat in entry.between.seats
    }


def _met(tables: Sequence[tuple[Seat, ...]], side: Seat) -> int:
    """The opponents of this side at any of these tables: a bit for each seat."""
    met = {other for sides in tables if side in sides for other in sides}
    return sum(1 << seat for other in met - {side} for seat in members(other))


def _who_came_or_went(sheet: Sheet) -> set[Seat]:
    return {
        seat
        for entry in sheet.game.entries
        if isinstance(entry, Between) and entry.kind is not BetweenKind.ADJUST
        for seat in entry.seats
    }


def _count_round(variant: Variant, entry: RoundOnSheet, sides: int) -> Iterator[CountedRound]:
    played, ruling = entry.round, entry.ruling
    rule = variant.ending_rules[played.ending]
    ending = (
        real_ending(variant, rule, played, ruling.laid).ending if ruling.laid else played.ending
    )
    undercut = Tag.UNDERCUT in ruling.tags
    earned = ruling.earned(sides)
    ender = None if played.by is None else side_of(played.by, entry.before)
    owners = variant.hands_of(entry.before)
    for seat in players_of(entry.before):
        side = side_of(seat, entry.before)
        yield CountedRound(
            number=entry.number,
            seat=seat,
            side=side,
            ending=ending,
            ender=ender,
            ended=played.by == seat,
            won=side in ruling.winners,
            undercut=undercut,
            points=earned[side],
            deadwood=ruling.laid[side_of(seat, owners)].deadwood if ruling.laid else None,
        )


def _counted(game: PlayersGame) -> dict[str, int]:
    return {name: int(count(game)) for name, count in _COUNTS.items()}
