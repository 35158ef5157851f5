"""The statistics of a player: figures, sentences, streaks, opponents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import TypeAlias

from scorekeeper.statistics.duels import Partnership, opponents_of, partners_of
from scorekeeper.statistics.fairness import Odds
from scorekeeper.statistics.merging import merged_into
from scorekeeper.statistics.players import (
    CaughtBy,
    ClubSums,
    Month,
    caught_by,
    last_games,
    longest_streak,
    sums_of_club,
    totals_by_variant,
)
from scorekeeper.statistics.totals import Span, Totals, all_of, extremes_of
from scorekeeper.storage.models import Club, GameResult, Player
from scorekeeper.web.subjects.figures import Figure, extreme_figures, figures_of
from scorekeeper.web.subjects.insights import Insight, insights, is_compared, most_caught, telling

Evidence: TypeAlias = tuple[
    Player,
    Mapping[str, Totals],
    Sequence[tuple[Player, Odds]],
    Sequence[CaughtBy],
    Mapping[str, ClubSums],
]
"""The arguments of `insights` and `telling`."""


@dataclass(frozen=True, slots=True)
class GameFigures:
    """A player's figures in one kind of game."""

    variant: str
    totals: Totals
    figures: list[Figure]


@dataclass(frozen=True)
class PlayerSummary:
    """The statistics of a player in the games of a span, each computed on demand.

    `months` are the months in which the player played any game.
    """

    club: Club
    player: Player
    span: Span
    months: Sequence[Month]

    @property
    def since(self) -> date | None:
        return self.months[0].day if self.months else None

    @cached_property
    def by_variant(self) -> dict[str, Totals]:
        """The variant with the most games comes first."""
        return totals_by_variant(self.player.id, self.span)

    @cached_property
    def totals(self) -> Totals:
        return all_of(self.by_variant.values())

    @property
    def figures(self) -> list[Figure]:
        return list(figures_of(self.totals, self.by_variant))

    @property
    def games(self) -> list[GameFigures]:
        return list(_by_game(self.player, self.by_variant, self.span))

    @property
    def insights(self) -> list[Insight]:
        return insights(*self._evidence)

    @property
    def telling(self) -> list[Insight]:
        return telling(*self._evidence)

    @cached_property
    def _evidence(self) -> Evidence:
        rivals, caught = self.rivals, most_caught(self.by_variant)
        span = replace(self.span, variant=caught)
        catchers = caught_by(self.club, self.player.id, span) if caught else []
        in_club = sums_of_club(self.club, self.span) if is_compared(self.by_variant) else {}
        return self.player, self.by_variant, rivals, catchers, in_club

    @cached_property
    def recent(self) -> list[GameResult]:
        """The latest first."""
        return last_games(self.player.id, self.span)

    @property
    def streak(self) -> int:
        """The number of games won in a row. A negative number counts games not won."""
        if not self.recent:
            return 0
        last, games = self.recent[0], self.totals.games
        streak = last.variant_streak if self.span.variant else last.streak
        return max(-games, min(streak, games))  # A streak can begin before the span.

    @property
    def longest(self) -> int:
        return longest_streak(self.player.id, self.span)

    @cached_property
    def rivals(self) -> list[tuple[Player, Odds]]:
        return opponents_of(self.club, self.player.id, self.span)

    @property
    def partners(self) -> list[Partnership]:
        return partners_of(self.club, self.player.id, self.span)

    @property
    def merged(self) -> list[Player]:
        return merged_into(self.player)


def _by_game(player: Player, by_variant: Mapping[str, Totals], span: Span) -> Iterator[GameFigures]:
    extremes = extremes_of(player.id, by_variant, span)
    for variant, totals in by_variant.items():
        # With a single kind of game, these figures would repeat the figures of all games.
        figures = figures_of(totals, [variant]) if len(by_variant) > 1 else ()
        extreme = extreme_figures(variant, extremes[variant])
        yield GameFigures(variant, totals, [*figures, *extreme])
