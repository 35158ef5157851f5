"""What a game counts as, for every player and every round, by its sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """What one player's game counts as; see `GameResult`."""

    seat: Seat
    rank: int
    final: int
    margin: int | None
    comeback: int | None
    counters: dict[str, int]
    measures: dict[str, int]


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What a finished game counts as, for every player and every round that was not void."""

    seats: tuple[SeatFacts, ...]
    rounds: tuple[RoundFacts, ...]


def game_facts(sheet: Sheet) -> GameFacts:
    """What a game counts as that is over or was called."""
    variant = sheet.game.variant
    rounds = tuple(
        each
        for entry in sheet.rounds
        if not entry.ruling.is_void
        for each in _round_facts(variant, entry, len(sheet.game.players))
    )
    margin, back = winning_margin(sheet), comeback(sheet)
    each_seat = zip(ranks(sheet), sheet.final, _all_counters(sheet, rounds), strict=True)
    seats = tuple(
        SeatFacts(
            seat=Seat(seat),
            rank=rank,
            final=final,
            margin=margin if seat in sheet.winners else None,
            comeback=back if seat in sheet.winners else None,
            counters=counters,
            measures=measures_of(sheet, Seat(seat), rounds),
        )
        for seat, (rank, final, counters) in enumerate(each_seat)
    )
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


def _all_counters(sheet: Sheet, rounds: Sequence[RoundFacts]) -> Iterator[dict[str, int]]:
    """The counters by seat."""
    winners = sheet.winners
    for seat in range(len(sheet.game.players)):
        yield {
            "games": 1,
            "won": int(seat in winners),
            "shared": int(seat in winners and len(winners) > 1),
            "called": int(sheet.game.called),
            **_counters_of([each for each in rounds if each.seat == seat]),
        }


def _counters_of(rounds: Sequence[RoundFacts]) -> dict[str, int]:
    """The counters that a player's rounds add to."""
    won = [each for each in rounds if each.won]
    ended = [each for each in rounds if each.ended]
    knocks = [each for each in ended if each.is_knock]
    caught = [each for each in rounds if each.is_caught]
    return {
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


def measures_of(sheet: Sheet, seat: Seat, rounds: Sequence[RoundFacts]) -> dict[str, int]:
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
    """Whether a player was alone ahead, and whether behind, after half of the rounds of a game."""
    rounds = [each for each in sheet.rounds if not each.ruling.is_void]
    if sheet.game.called or len(rounds) < FEWEST_ROUNDS:
        return False, False
    sense = -1 if sheet.game.variant.lowest_wins(sheet.game.rules) else 1
    totals = [sense * total for total in rounds[len(rounds) // 2 - 1].totals]
    best = max(totals)
    return totals[seat] == best and totals.count(best) == 1, totals[seat] < best


def _given_away(entry: RoundOnSheet, seat: Seat) -> Iterator[int]:
    """By how much the hand of a player could have been laid out with less deadwood."""
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
