"""Sentences about a player that nobody asked for, each with its numbers on demand.

A sentence is there only if enough rounds or games support it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.statistics.fairness import Odds
from scorekeeper.statistics.players import CaughtBy
from scorekeeper.statistics.totals import Totals, all_of
from scorekeeper.storage.models import HIGH_KNOCK, WHOLE_WIN, Player
from scorekeeper.web.players.figures import Figure, average, game_name, share, times

ENOUGH_KNOCKS, ENOUGH_HIGH_KNOCKS = 20, 10
ENOUGH_CAUGHT, ENOUGH_CAUGHT_BY = 20, 8
ENOUGH_DEALS = 50
ENOUGH_HALVES = 10
ENOUGH_TOGETHER = 10
ENOUGH_LAID_BADLY = 3

MOST_RIVALS = 6
"""The most other players that a player is compared with."""


@dataclass(frozen=True, slots=True)
class Insight:
    """A sentence with its number, and the numbers behind it."""

    number: str
    words: str
    figures: list[Figure]


def most_caught(by_variant: Mapping[str, Totals]) -> str:
    """The most played variant in which a player was caught often enough to mention it."""
    often = (key for key, totals in by_variant.items() if totals.caught >= ENOUGH_CAUGHT)
    return next(often, "")


def insights(
    by_variant: Mapping[str, Totals],
    rivals: Sequence[tuple[Player, Odds]],
    catchers: Sequence[CaughtBy],
) -> list[Insight]:
    """The sentences about a player; `catchers` are those in the variant `most_caught`."""
    everything = all_of(by_variant.values())
    return [
        *_of_knocks(by_variant),
        *_of_rivals(rivals),
        *_of_catches(by_variant, catchers),
        *_of_halves(everything),
        *_of_deals(everything),
        *_of_layouts(everything),
    ]


def _about_game(variant: str, by_variant: Mapping[str, Totals], words: str) -> str:
    """The sentence, with the game that it is about if there are several."""
    if len(by_variant) == 1:
        return words
    return str(_("%(label)s: %(value)s", label=game_name(variant), value=words))


def _of_knocks(by_variant: Mapping[str, Totals]) -> Iterator[Insight]:
    often = ((key, each) for key, each in by_variant.items() if each.knocks >= ENOUGH_KNOCKS)
    variant, totals = next(often, ("", Totals()))
    if not variant:
        return
    mean = average(totals.knocked_with / totals.knocks)
    high, lost = totals.high_knocks, totals.high_knocks - totals.high_knocks_won
    low, low_lost = totals.knocks - high, totals.knocks - totals.knocks_won - lost
    words = _("Knocks with %(mean)s on average.", mean=mean)
    if high >= ENOUGH_HIGH_KNOCKS:
        more = _(
            "With %(high)d or more, loses %(share)s.", high=HIGH_KNOCK, share=share(lost, high)
        )
        words = f"{words} {more}"
    below = _("lost with less than %(high)d", high=HIGH_KNOCK)
    above = _("lost with %(high)d or more", high=HIGH_KNOCK)
    yield Insight(
        mean,
        _about_game(variant, by_variant, words),
        [Figure(below, _part_of(low_lost, low)), Figure(above, _part_of(lost, high))],
    )


def _of_catches(
    by_variant: Mapping[str, Totals], catchers: Sequence[CaughtBy]
) -> Iterator[Insight]:
    variant = most_caught(by_variant)
    if not variant:
        return
    totals = by_variant[variant]
    mean = average(totals.average_caught)
    words = _("Caught with %(mean)s on average.", mean=mean)
    often = [each for each in catchers if each.times >= ENOUGH_CAUGHT_BY]
    worst = max(often, key=lambda each: each.average, default=None)
    if worst and worst.average > (totals.average_caught or 0):
        words = _(
            "Caught with %(mean)s on average, by %(name)s with %(most)s.",
            mean=mean,
            name=worst.player.name,
            most=average(worst.average),
        )
    figures = [
        Figure(each.player.name, f"{average(each.average)} ({each.times})") for each in catchers
    ]
    yield Insight(f"−{mean}", _about_game(variant, by_variant, words), figures)


def _of_rivals(rivals: Sequence[tuple[Player, Odds]]) -> Iterator[Insight]:
    known = [each for each in rivals if each[1].games >= ENOUGH_TOGETHER][:MOST_RIVALS]
    if not known:
        return
    rival, odds = known[0]
    figures = [Figure(each.name, f"{of.ahead}:{of.behind}") for each, of in known]
    yield Insight(f"{odds.ahead}:{odds.behind}", verdict(rival.name, odds), figures)


def verdict(name: str, odds: Odds) -> str:
    """Whether it was luck or skill that one finished ahead of the other so often."""
    if odds.missing is None:
        return str(_("Just as often ahead of %(name)s as behind.", name=name))
    ahead = odds.ahead > odds.behind
    if not odds.missing:
        lucky = _("Ahead of %(name)s, and that is no luck any more.", name=name)
        unlucky = _("Behind %(name)s, and that is no bad luck any more.", name=name)
        return str(lucky if ahead else unlucky)
    where = _("Ahead of %(name)s.", name=name) if ahead else _("Behind %(name)s.", name=name)
    more = ngettext(
        "About %(num)d more game would show whether that is luck.",
        "About %(num)d more games would show whether that is luck.",
        _rounded(odds.missing),
    )
    return f"{where} {more}"


def _rounded(number: int) -> int:
    """A number rounded to two significant digits: 120 for 117.

    >>> [_rounded(number) for number in (7, 42, 117, 1234)]
    [7, 42, 120, 1200]
    """
    return round(number, min(2 - len(str(number)), 0))


def _of_halves(totals: Totals) -> Iterator[Insight]:
    if totals.led + totals.behind < ENOUGH_HALVES:
        return
    lost = totals.led - totals.led_won
    back = ngettext(
        "Came back to win %(num)d game,", "Came back to win %(num)d games,", totals.behind_won
    )
    away = ngettext("threw away %(num)d lead.", "threw away %(num)d leads.", lost)
    yield Insight(
        f"{totals.behind_won}:{lost}",
        f"{back} {away}",
        [
            Figure(_("behind at half-time, and won"), _part_of(totals.behind_won, totals.behind)),
            Figure(_("ahead at half-time, and won"), _part_of(totals.led_won, totals.led)),
        ],
    )


def _of_deals(totals: Totals) -> Iterator[Insight]:
    if totals.deals < ENOUGH_DEALS:
        return
    fair = share(totals.deals_fair, WHOLE_WIN * totals.deals)
    yield Insight(
        share(totals.deals_won, totals.deals),
        _("Wins this much of the rounds dealt; %(fair)s is fair.", fair=fair),
        [
            Figure(_("rounds dealt, and won"), _part_of(totals.deals_won, totals.deals)),
            Figure(_("fair"), times(totals.deals_fair / WHOLE_WIN)),
        ],
    )


def _of_layouts(totals: Totals) -> Iterator[Insight]:
    if totals.laid_badly < ENOUGH_LAID_BADLY:
        return
    yield Insight(
        f"−{totals.given_away}",
        ngettext(
            "Given away in %(num)d hand that could have been laid out better.",
            "Given away in %(num)d hands that could have been laid out better.",
            totals.laid_badly,
        ),
        [Figure(_("points a hand"), average(totals.given_away / totals.laid_badly))],
    )


def _part_of(part: int, whole: int) -> str:
    """A part of a whole, and the share: `9 of 40 (23%)`."""
    if not whole:
        return "–"
    text = _("%(won)d of %(games)d", won=part, games=whole)
    return f"{text} ({share(part, whole)})"
