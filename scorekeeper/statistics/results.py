"""What a game counts as: for each player and round by its sheet, and as rows of the database."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Connection, bindparam, select

from scorekeeper.rummy.game.highlights import comeback, winning_margin
from scorekeeper.rummy.game.sheet import RoundOnSheet, Sheet
from scorekeeper.rummy.judging.judge import real_ending
from scorekeeper.rummy.judging.warnings import BetterCount
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import AnyEnding, Ending, Tag
from scorekeeper.rummy.variant import Variant
from scorekeeper.storage.database import table
from scorekeeper.storage.models import (
    FEWEST_ROUNDS,
    HIGH_KNOCK,
    WHOLE_WIN,
    Counters,
    GameResult,
    GameRow,
    Measures,
    Player,
)

COUNTERS = tuple(Counters.__annotations__)
"""The names of all counters."""

MEASURES = tuple(Measures.__annotations__)
"""The names of all measures."""

Result: TypeAlias = dict[str, Any]
"""The columns of a row of `game_result`, or of `round_result`."""

UNKNOWN: Result = {"mu": 0.0, "sigma": 0.0, "streak": 0, "variant_streak": 0}
"""Ratings and streaks that are not computed yet; no game comes to these."""

_PLAYER = table(Player)

_MERGED = select(_PLAYER.c.id, _PLAYER.c.same_as_id).where(
    _PLAYER.c.club_id == bindparam("club"), _PLAYER.c.same_as_id.is_not(None)
)

_RESULT = table(GameResult)

_OF_GAME = select(_RESULT).where(_RESULT.c.game_id == bindparam("game")).order_by(_RESULT.c.seat)


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


class Place(NamedTuple):
    """Where a game stands in the order of games."""

    played_on: date
    started_at: datetime
    game_id: str


def place_of(result: Result) -> Place:
    """The place of the game of this result."""
    return Place(result["played_on"], result["started_at"], result["game_id"])


class Persons:
    """Which person each player of a club is; most are nobody but themselves."""

    def __init__(self, connection: Connection, club_id: int) -> None:
        merged = connection.execute(_MERGED, {"club": club_id})
        self._same_as: dict[int, int] = {row.id: row.same_as_id for row in merged}

    def person(self, player_id: int) -> int:
        """The player that this one was merged into in the end, or the same one."""
        return [player_id, *self._way(player_id)][-1]

    def same(self, player_id: int) -> set[int]:
        """A player with all who were merged into this one, directly or through others."""
        return {player_id} | {each for each in self._same_as if player_id in self._way(each)}

    def _way(self, player_id: int) -> Iterator[int]:
        """Whom a player was merged into, one after another."""
        while (other := self._same_as.get(player_id)) is not None:
            yield other
            player_id = other


def is_counted(row: GameRow) -> bool:
    """Whether the statistics count a game: it was played, is over or called, and not deleted."""
    return row.played > 0 and row.status != "playing" and row.deleted_at is None


def stored_results(connection: Connection, game_id: str) -> list[Result]:
    """The results of a game as they are stored, by seat."""
    return [row._asdict() for row in connection.execute(_OF_GAME, {"game": game_id})]


def new_results(row: GameRow, sheet: Sheet, persons: Persons) -> tuple[list[Result], list[Result]]:
    """The results of a game that counts, and those of its rounds; neither rated nor in streaks."""
    facts = game_facts(sheet)
    common = {
        "game_id": row.id,
        "club_id": row.club_id,
        "variant": row.variant,
        "preset": row.preset,
        "played_on": row.played_on,
    }
    players = [persons.person(seat.player_id) for seat in row.seats]
    started = {"started_at": row.created_at}
    games = [
        {**common, **started, "player_id": player, **_game_columns(seat), **UNKNOWN}
        for player, seat in zip(players, facts.seats, strict=True)
    ]
    rounds = [
        {
            **common,
            "player_id": players[each.seat],
            "number": each.number,
            "seat": int(each.seat),
            "ending": each.ending.value,
            "ended": each.ended,
            "won": each.won,
            "undercut": each.undercut,
            "points": each.points,
            "deadwood": each.deadwood,
        }
        for each in facts.rounds
    ]
    return games, rounds


def _game_columns(facts: SeatFacts) -> dict[str, int | None]:
    return {
        "seat": int(facts.seat),
        "rank": facts.rank,
        "final": facts.final,
        "margin": facts.margin,
        "comeback": facts.comeback,
        **facts.counters,
        **facts.measures,
    }


def persons_of(results: Sequence[Result]) -> set[int]:
    """The people of these results."""
    return {result["player_id"] for result in results}
