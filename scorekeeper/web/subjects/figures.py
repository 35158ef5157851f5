"""The figures of players, with their labels."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from flask_babel import format_decimal, format_percent
from flask_babel import gettext as _

from scorekeeper.rummy.round import Ending
from scorekeeper.rummy.variant import TIMES_OUT
from scorekeeper.rummy.variants import find_variant
from scorekeeper.statistics.fairness import Wins
from scorekeeper.statistics.totals import Extreme, ExtremeKind, Sense, Totals, sense_of
from scorekeeper.web.parts.formatting import signed
from scorekeeper.web.shell.translation import total, translate

NOBODY = Totals()
"""The totals to compare with if there is no other player."""

NOTHING = "–"
"""The text for a missing number, such as the average of no rounds."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its label, and the game or round it comes from."""

    words: str
    text: str
    of: Extreme | None = None


def few_words(wins: Wins) -> str:
    return str(_("Too few games yet to say much.")) if wins.are_few else ""


def game_name(variant: str) -> str:
    known = find_variant(variant)
    return variant if known is None else translate(known.name)


def share(part: int, whole: int) -> str:
    """A part of a whole in percent: `55%`."""
    return str(format_percent(part / whole)) if whole else NOTHING


def average(value: float | None) -> str:
    """A number with up to one decimal: `16.2`, `16`."""
    return NOTHING if value is None else str(format_decimal(round(value, 1))).replace("-", "−")


def times(value: float) -> str:
    """A factor with one decimal: `1.4` for 1.4 times par."""
    return str(format_decimal(round(value, 1), format="0.0"))


def with_knocks(variants: Collection[str]) -> list[str]:
    known = [find_variant(key) for key in variants]
    return [
        variant.key
        for variant in known
        if variant is not None and Ending.KNOCK in variant.ending_rules
    ]


def figures_of(
    totals: Totals, variants: Collection[str], beside: Totals = NOBODY
) -> Iterator[Figure]:
    """The figures that make sense for these variants together. Averages need a single variant.

    `beside` are the totals of the other player in a comparison. The number of lost knocks is left
    out if every lost knock of both players was undercut.
    """
    yield Figure(_("rounds won"), share(totals.rounds_won, totals.rounds))
    if with_knocks(variants):
        yield Figure(_("knocks"), str(totals.knocks))
        yield Figure(_("knocks that won"), str(totals.knocks_won))
        if any(side.knocks - side.knocks_won != side.undercut for side in (totals, beside)):
            yield Figure(_("knocks that lost"), str(totals.knocks - totals.knocks_won))
        yield Figure(_("undercuts made"), str(totals.undercuts))
        yield Figure(_("undercuts suffered"), str(totals.undercut))
    yield Figure(outs_words(variants), str(totals.outs))
    if len(variants) == 1:
        [variant] = variants
        yield Figure(_("points a round"), average(totals.points_a_round))
        if sense_of(variant) is not Sense.FEWEST:  # With `FEWEST`, the winner of a round scores 0.
            yield Figure(_("points a round won"), average(totals.points_a_round_won))
        yield Figure(_("caught with, on average"), average(totals.average_caught))


def outs_words(variants: Collection[str]) -> str:
    """The label for rounds that a player ended with an empty hand, in these variants."""
    known = [find_variant(key) for key in variants]
    words = {TIMES_OUT if variant is None else variant.outs for variant in known} or {TIMES_OUT}
    return translate(words.pop()) if len(words) == 1 else str(_("rounds ended, gin included"))


def extreme_figures(variant: str, extremes: dict[ExtremeKind, Extreme]) -> Iterator[Figure]:
    left = str(_("deadwood left") if with_knocks([variant]) else _("points left"))
    for words, kind in _extreme_words(sense_of(variant), left):
        found = extremes.get(kind)
        if found is not None:
            is_round = kind is ExtremeKind.MOST_POINTS
            text = round_points(variant, found.value) if is_round else total(found.value)
            yield Figure(words, text, found)


def round_points(variant: str, points: int) -> str:
    return total(points) if sense_of(variant) is Sense.FEWEST else signed(points)


def _extreme_words(sense: Sense, left: str) -> list[tuple[str, ExtremeKind]]:
    if sense is Sense.FEWEST:
        return [
            (_("worst round"), ExtremeKind.MOST_POINTS),
            (_("best game"), ExtremeKind.LOWEST_TOTAL),
            (_("worst game"), ExtremeKind.HIGHEST_TOTAL),
        ]
    if sense is Sense.MOST:
        return [
            (_("best round"), ExtremeKind.MOST_POINTS),
            (
                _("%(label)s: %(value)s", label=_("worst round"), value=left),
                ExtremeKind.MOST_DEADWOOD,
            ),
            (_("best game"), ExtremeKind.HIGHEST_TOTAL),
            (_("worst game"), ExtremeKind.LOWEST_TOTAL),
        ]
    return [
        (_("most points in a round"), ExtremeKind.MOST_POINTS),
        (_("most deadwood in a round"), ExtremeKind.MOST_DEADWOOD),
        (_("highest total"), ExtremeKind.HIGHEST_TOTAL),
        (_("lowest total"), ExtremeKind.LOWEST_TOTAL),
    ]
