"""What a game counts as for every player and every round, taken from its sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.rummy.game.highlights import comeback, winning_margin
from scorekeeper.rummy.game.sheet import RoundOnSheet, Sheet
from scorekeeper.rummy.judging.judge import real_ending
from scorekeeper.rummy.judging.warnings import BetterCount
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import AnyEnding, Ending, Tag
from scorekeeper.rummy.variant import Variant
from scorekeeper.storage.models import FEWEST_ROUNDS, HIGH_KNOCK, WHOLE_WIN


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """What one player's round counts as; see `RoundResult`."""

    number: int
    seat: Seat
    ending: AnyEnding
    ended: bool
    won: bool
    undercut: bool
    points: int
    deadwood: int | None

    @property
    def is_knock(self) -> bool:
        """Whether this player knocked, and had something left."""
        return self.ended and self.ending is Ending.KNOCK

    @property
    def is_caught(self) -> bool:
        """Whether somebody else ended the round, and the hand was counted."""
        return self.deadwood is not None and not self.ended and self.ending is not Ending.STOCK


class GameFacts(NamedTuple):
    """What a game counts as: the columns of each seat's `GameResult`, and the rounds not void."""

    seats: list[dict[str, int | None]]
    rounds: list[RoundFacts]


def game_facts(sheet: Sheet) -> GameFacts:
    """What a game that is over or was called counts as."""
    players = len(sheet.game.players)
    rounds = [
        each
        for entry in sheet.rounds
        if not entry.ruling.is_void
        for each in _round_facts(sheet.game.variant, entry, players)
    ]
    margin, back = winning_margin(sheet), comeback(sheet)
    seats: list[dict[str, int | None]] = [
        {
            "seat": seat,
            "rank": rank,
            "final": sheet.final[seat],
            "margin": margin if seat in sheet.winners else None,
            "comeback": back if seat in sheet.winners else None,
            **_counters(sheet, Seat(seat), rounds),
            **_measures(sheet, Seat(seat), rounds),
        }
        for seat, rank in enumerate(ranks(sheet))
    ]
    return GameFacts(seats, rounds)


def _round_facts(variant: Variant, entry: RoundOnSheet, players: int) -> Iterator[RoundFacts]:
    played, ruling = entry.round, entry.ruling
    rule = variant.ending_rules[played.ending]
    ending = (
        real_ending(variant, rule, played, ruling.laid).ending if ruling.laid else played.ending
    )
    undercut = Tag.UNDERCUT in ruling.tags
    for seat, points in enumerate(ruling.earned(players)):
        yield RoundFacts(
            number=entry.number,
            seat=Seat(seat),
            ending=ending,
            ended=played.by == seat,
            won=seat in ruling.winners,
            undercut=undercut,
            points=points,
            deadwood=ruling.laid[seat].deadwood if ruling.laid else None,
        )


def _counters(sheet: Sheet, seat: Seat, of_all: Sequence[RoundFacts]) -> dict[str, int]:
    """The counters of one player."""
    wins = seat in sheet.winners
    rounds = [each for each in of_all if each.seat == seat]
    won = [each for each in rounds if each.won]
    ended = [each for each in rounds if each.ended]
    knocks = [each for each in ended if each.is_knock]
    caught = [each for each in rounds if each.is_caught]
    return {
        "games": 1,
        "won": int(wins),
        "shared": int(wins and len(sheet.winners) > 1),
        "called": int(sheet.game.called),
        "rounds": len(rounds),
        "rounds_won": len(won),
        "points": sum(each.points for each in rounds),
        "points_won": sum(each.points for each in won),
        "knocks": len(knocks),
        "knocks_won": sum(each.won for each in knocks),
        "outs": len(ended) - len(knocks),
        "undercuts": sum(each.undercut for each in won),
        "undercut": sum(each.undercut for each in ended),
        "caught": len(caught),
        "caught_with": sum(each.deadwood or 0 for each in caught),
    }


def _measures(sheet: Sheet, seat: Seat, rounds: Sequence[RoundFacts]) -> dict[str, int]:
    """The measures of one player."""
    share = WHOLE_WIN // len(sheet.game.players)
    knocked = [each for each in rounds if each.seat == seat and each.is_knock]
    high = [each for each in knocked if (each.deadwood or 0) >= HIGH_KNOCK]
    dealt = [each for each in sheet.rounds if each.dealer == seat and each.ruling.winners]
    won = int(seat in sheet.winners)
    led, behind = _at_half_time(sheet, seat)
    away = [points for each in sheet.rounds for points in _given_away(each, seat)]
    return {
        "fair": share,
        "knocked_with": sum(each.deadwood or 0 for each in knocked),
        "high_knocks": len(high),
        "high_knocks_won": sum(each.won for each in high),
        "deals": len(dealt),
        "deals_won": sum(seat in each.ruling.winners for each in dealt),
        "deals_fair": share * len(dealt),
        "led": int(led),
        "led_won": won * led,
        "behind": int(behind),
        "behind_won": won * behind,
        "laid_badly": len(away),
        "given_away": sum(away),
    }


def _at_half_time(sheet: Sheet, seat: Seat) -> tuple[bool, bool]:
    """Whether a player led alone, and whether they were behind, after half of a game's rounds."""
    rounds = [each for each in sheet.rounds if not each.ruling.is_void]
    if sheet.game.called or len(rounds) < FEWEST_ROUNDS:
        return False, False
    sense = -1 if sheet.game.variant.lowest_wins(sheet.game.rules) else 1
    totals = [sense * total for total in rounds[len(rounds) // 2 - 1].totals]
    best = max(totals)
    return totals[seat] == best and totals.count(best) == 1, totals[seat] < best


def _given_away(entry: RoundOnSheet, seat: Seat) -> Iterator[int]:
    """How much less deadwood a player's hand would have had in its best layout."""
    for warning in entry.ruling.warnings:
        if isinstance(warning, BetterCount) and warning.seat == seat and warning.saves:
            yield warning.saves


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
