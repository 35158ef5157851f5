"""What a game counts as for every player and every round, taken from its sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.game.entries import RoundOnSheet
from scorekeeper.rummy.game.highlights import comeback, winning_margin
from scorekeeper.rummy.game.places import places
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.judging.judge import real_ending
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import Tag
from scorekeeper.rummy.variant import Variant
from scorekeeper.storage.database import table
from scorekeeper.storage.models import (
    WHOLE_WIN,
    CountedRound,
    GameResult,
    PlayersGame,
)

_COUNTS = {
    column.name: column.info["count"]
    for column in table(GameResult).columns
    if "count" in column.info
}


class CountedGame(NamedTuple):
    """What a game counts as: the columns of its `GameResult`s, and the rounds that are not void.

    Whoever was in for none of these rounds has no result, unless only the totals are known.
    """

    seats: list[dict[str, Any]]
    rounds: list[CountedRound]


def count_game(sheet: Sheet) -> CountedGame:
    """What a game that is over or was called counts as."""
    players = len(sheet.game.players)
    played = [entry for entry in sheet.rounds if not entry.ruling.is_void]
    rounds = [
        counted for entry in played for counted in _count_round(sheet.game.variant, entry, players)
    ]
    margin, place_of = winning_margin(sheet), places(sheet)
    back = comeback(sheet) if sheet.rounds else None
    tables = [entry.before for entry in played] or _tables_of_imported(sheet)
    came_or_went = _who_came_or_went(sheet)
    seats = [
        {
            "seat": seat,
            "rank": place_of[seat],
            "final": sheet.final[seat],
            "margin": margin if seat in sheet.winners else None,
            "comeback": back if seat in sheet.winners else None,
            "met": _met(tables, seat),
            "to_the_end": not sheet.game.called and seat not in came_or_went,
            **_counted(PlayersGame(sheet, seat, rounds, fair)),
        }
        for seat, fair in _fair_shares(tables).items()
    ]
    return CountedGame(seats, rounds)


def _tables_of_imported(sheet: Sheet) -> list[tuple[Seat, ...]]:
    """Who sat together in a game without rounds: everybody, if only the totals are known."""
    return [] if sheet.game.imported is None else [sheet.seats]


def _fair_shares(tables: Sequence[tuple[Seat, ...]]) -> dict[Seat, int]:
    """The fair share of a win of everybody who played, in parts that add up to a whole win."""
    sums: Counter[Seat] = Counter()
    for seats in tables:
        sums.update(dict.fromkeys(seats, WHOLE_WIN // len(seats)))
    shares = {seat: sums[seat] // len(tables) for seat in sorted(sums)}
    # The parts that rounding down leaves go to who lost the most by it.
    by_loss = sorted(shares, key=lambda seat: -(sums[seat] % len(tables)))
    for seat in by_loss[: WHOLE_WIN - sum(shares.values())]:
        shares[seat] += 1
    return shares


def _met(tables: Sequence[tuple[Seat, ...]], seat: Seat) -> int:
    """Who sat at one of these tables together with this player: a bit for each seat."""
    met = {other for seats in tables if seat in seats for other in seats}
    return sum(1 << other for other in met)


def _who_came_or_went(sheet: Sheet) -> set[Seat]:
    """Who left, joined or came back during the game."""
    return {
        seat
        for entry in sheet.game.entries
        if isinstance(entry, Between) and entry.kind is not BetweenKind.ADJUST
        for seat in entry.seats
    }


def _count_round(variant: Variant, entry: RoundOnSheet, players: int) -> Iterator[CountedRound]:
    played, ruling = entry.round, entry.ruling
    rule = variant.ending_rules[played.ending]
    ending = (
        real_ending(variant, rule, played, ruling.laid).ending if ruling.laid else played.ending
    )
    undercut = Tag.UNDERCUT in ruling.tags
    earned = ruling.earned(players)
    for seat in entry.before:
        yield CountedRound(
            number=entry.number,
            seat=seat,
            ending=ending,
            ended=played.by == seat,
            won=seat in ruling.winners,
            undercut=undercut,
            points=earned[seat],
            deadwood=ruling.laid[seat].deadwood if ruling.laid else None,
        )


def _counted(game: PlayersGame) -> dict[str, int]:
    return {name: int(count(game)) for name, count in _COUNTS.items()}
