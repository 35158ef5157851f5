"""What a player's games say: figures, sentences, streaks, opponents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from scorekeeper.statistics.duels import opponents_of
from scorekeeper.statistics.fairness import Odds
from scorekeeper.statistics.merging import merged_into
from scorekeeper.statistics.players import (
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
from scorekeeper.web.subjects.insights import Insight, insights, most_caught, telling


@dataclass(frozen=True, slots=True)
class GameFigures:
    """A player's figures in one game."""

    variant: str
    totals: Totals
    figures: list[Figure]


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """All that is told of a player in some games; the `recent` ones come latest first.

    Those of the sentences that are hardly luck are `telling`; `insights` are all that there are.
    `since` is the month of the first game ever. The `streak` is that of games won in a row, or of
    games not won as a negative number.
    """

    since: date | None
    totals: Totals
    figures: list[Figure]
    games: list[GameFigures]
    insights: list[Insight]
    telling: list[Insight]
    recent: list[GameResult]
    streak: int
    longest: int
    rivals: list[tuple[Player, Odds]]
    merged: list[Player]


def player_summary(
    club: Club, player: Player, span: Span, months: Sequence[Month]
) -> PlayerSummary:
    """What the games of the span say of a player, who played in these months."""
    by_variant = totals_by_variant(player.id, span)
    totals, recent = all_of(by_variant.values()), last_games(player.id, span)
    rivals, caught = opponents_of(club, player.id, span), most_caught(by_variant)
    catchers = caught_by(club, player.id, replace(span, variant=caught)) if caught else []
    evidence = (player, by_variant, rivals, catchers, sums_of_club(club, span))
    return PlayerSummary(
        since=months[0].day if months else None,
        totals=totals,
        figures=list(figures_of(totals, by_variant)),
        games=list(_by_game(player, by_variant, span)),
        insights=insights(*evidence),
        telling=telling(*evidence),
        recent=recent,
        streak=_streak(recent, span),
        longest=longest_streak(player.id, span),
        rivals=rivals,
        merged=merged_into(player),
    )


def _by_game(player: Player, by_variant: Mapping[str, Totals], span: Span) -> Iterator[GameFigures]:
    extremes = extremes_of(player.id, by_variant, span)
    for variant, totals in by_variant.items():
        # In a single game they would be those of all games again.
        figures = figures_of(totals, [variant]) if len(by_variant) > 1 else ()
        extreme = extreme_figures(variant, extremes[variant])
        yield GameFigures(variant, totals, [*figures, *extreme])


def _streak(recent: Sequence[GameResult], span: Span) -> int:
    """The current streak: games won in a row, or games not won as a negative number."""
    if not recent:
        return 0
    return recent[0].variant_streak if span.variant else recent[0].streak
