"""What a game counts as for every player and every round, taken from its sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.rummy.game.entries import RoundOnSheet
from scorekeeper.rummy.game.highlights import comeback, winning_margin
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.judging.judge import real_ending
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import Tag
from scorekeeper.rummy.variant import Variant
from scorekeeper.storage.database import table
from scorekeeper.storage.models import CountedRound, GameResult, PlayersGame

_COUNTS = {
    column.name: column.info["count"]
    for column in table(GameResult).columns
    if "count" in column.info
}


class CountedGame(NamedTuple):
    """What a game counts as: the columns of each seat's `GameResult`, and the rounds not void."""

    seats: list[dict[str, int | None]]
    rounds: list[CountedRound]


def count_game(sheet: Sheet) -> CountedGame:
    """What a game that is over or was called counts as."""
    players = len(sheet.game.players)
    rounds = [
        counted
        for entry in sheet.rounds
        if not entry.ruling.is_void
        for counted in _count_round(sheet.game.variant, entry, players)
    ]
    margin, back = winning_margin(sheet), comeback(sheet)
    seats: list[dict[str, int | None]] = [
        {
            "seat": seat,
            "rank": rank,
            "final": sheet.final[seat],
            "margin": margin if seat in sheet.winners else None,
            "comeback": back if seat in sheet.winners else None,
            **_counted(PlayersGame(sheet, Seat(seat), rounds)),
        }
        for seat, rank in enumerate(ranks(sheet))
    ]
    return CountedGame(seats, rounds)


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


def ranks(sheet: Sheet) -> tuple[int, ...]:
    """The places by seat: the winners are first, the others follow by their final totals.

    Players who are level share a place, and the places after it stay empty: 1, 2, 2, 4.
    """
    sense = -1 if sheet.game.variant.lowest_wins(sheet.game.rules) else 1
    behind = [
        (seat not in sheet.winners, 0 if seat in sheet.winners else -sense * points)
        for seat, points in enumerate(sheet.final)
    ]
    return tuple(1 + sum(other < mine for other in behind) for mine in behind)
