"""Sentences about a player's strengths and habits, each with its numbers on demand.

A sentence appears only if enough rounds or games support it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask_babel import format_decimal, ngettext
from flask_babel import gettext as _

from scorekeeper.statistics.fairness import ENOUGH_TO_COMPARE, Odds, Wins, differ
from scorekeeper.statistics.players import CaughtBy, ClubSums
from scorekeeper.statistics.totals import Totals, all_of
from scorekeeper.storage.models import HIGH_KNOCK, Player
from scorekeeper.web.subjects.figures import Figure, average, game_name, share, times

ENOUGH_WINS = ENOUGH_TO_COMPARE
ENOUGH_KNOCKS = 20
ENOUGH_CAUGHT, ENOUGH_CAUGHT_BY = 20, 20
ENOUGH_LEADS = 10
ENOUGH_TOGETHER = 10
ENOUGH_LAID_BADLY = 3

MOST_RIVALS = 6
"""The most opponents that a player is compared with."""


@dataclass(frozen=True, slots=True)
class Insight:
    """A sentence with the numbers behind it."""

    number: str
    words: str
    figures: list[Figure]
    game: str = ""
    """The kind of game that the sentence is about. Empty for all games, or if there is one kind."""


def most_caught(by_variant: Mapping[str, Totals]) -> str:
    often = (key for key, totals in by_variant.items() if totals.caught >= ENOUGH_CAUGHT)
    return next(often, "")


def is_compared(by_variant: Mapping[str, Totals]) -> bool:
    """Check whether a sentence can compare the player with the whole club."""
    leads = sum(totals.led for totals in by_variant.values())
    knocks = max((totals.knocks for totals in by_variant.values()), default=0)
    return leads >= ENOUGH_LEADS or knocks >= ENOUGH_KNOCKS


def insights(
    player: Player,
    by_variant: Mapping[str, Totals],
    rivals: Sequence[tuple[Player, Odds]],
    catchers: Sequence[CaughtBy],
    in_club: Mapping[str, ClubSums],
) -> list[Insight]:
    """The sentences about a player. `catchers` caught the player in the variant `most_caught`.

    The sums `in_club` are needed only if the player `is_compared`.
    """
    everything = all_of(by_variant.values())
    return [
        *_of_wins(everything.wins),
        *_of_knocks(by_variant),
        *_of_rivals(player, rivals),
        *_of_catches(by_variant, catchers),
        *_of_halves(everything, in_club),
        *_of_layouts(everything),
    ]


MOST_TELLING = 3
"""The most sentences at the top of a player's page."""


def telling(
    player: Player,
    by_variant: Mapping[str, Totals],
    rivals: Sequence[tuple[Player, Odds]],
    catchers: Sequence[CaughtBy],
    in_club: Mapping[str, ClubSums],
) -> list[Insight]:
    """The sentences about a player that are hardly luck, the most telling first.

    The comparison with expected wins is shown elsewhere.
    """
    everything = all_of(by_variant.values())
    found = [
        *_of_sure_rivals(player, rivals),
        *_of_high_knocks(by_variant, in_club),
        *(_of_halves(everything, in_club) if _leads_differ(everything, in_club) else ()),
        *(_of_catches(by_variant, catchers) if _worst_catcher(catchers) else ()),
        *_of_layouts(everything),
    ]
    return found[:MOST_TELLING]


def _of_several(variant: str, by_variant: Mapping[str, Totals]) -> str:
    return game_name(variant) if len(by_variant) > 1 else ""


def _of_wins(wins: Wins) -> Iterator[Insight]:
    if wins.games < ENOUGH_WINS:
        return
    if wins.won == wins.expected:
        words = _("Wins just as many games as par.")
    elif wins.won > wins.expected:
        words = _("Wins more games than par, and it isn’t just luck.")
        if not wins.stand_out:
            words = _("Wins more games than par. That may be luck.")
    else:
        words = _("Wins fewer games than par, and it isn’t just luck.")
        if not wins.stand_out:
            words = _("Wins fewer games than par. That may be luck.")
    expected = format_decimal(round(float(wins.expected), 1), format="0.#")
    figures = [Figure(_("games won"), _part_of(wins.won, wins.games)), Figure(_("par"), expected)]
    yield Insight(f"{times(wins.times_expected)}×", words, figures)


def _of_knocks(by_variant: Mapping[str, Totals]) -> Iterator[Insight]:
    often = ((key, known) for key, known in by_variant.items() if known.knocks >= ENOUGH_KNOCKS)
    variant, totals = next(often, ("", Totals()))
    if not variant:
        return
    mean = average(totals.knocked_with / totals.knocks)
    high, lost = totals.high_knocks, totals.high_knocks - totals.high_knocks_won
    low, low_lost = totals.knocks - high, totals.knocks - totals.knocks_won - lost
    below = _("lost with fewer than %(high)d points", high=HIGH_KNOCK)
    above = _("lost with %(high)d points or more", high=HIGH_KNOCK)
    yield Insight(
        mean,
        _("Knocks with %(mean)s points on average.", mean=mean),
        [Figure(below, _part_of(low_lost, low)), Figure(above, _part_of(lost, high))],
        _of_several(variant, by_variant),
    )


def _of_catches(
    by_variant: Mapping[str, Totals], catchers: Sequence[CaughtBy]
) -> Iterator[Insight]:
    variant = most_caught(by_variant)
    if not variant:
        return
    mean = average(by_variant[variant].average_caught)
    words = _("Caught with %(mean)s points on average.", mean=mean)
    worst = _worst_catcher(catchers)
    if worst:
        more = _(
            "Worst caught by %(name)s: %(most)s points.",
            name=worst.player.name,
            most=average(worst.average),
        )
        words = f"{words} {more}"
    figures = [Figure(by.player.name, f"{average(by.average)} ({by.times})") for by in catchers]
    yield Insight(f"−{mean}", words, figures, _of_several(variant, by_variant))


def _worst_catcher(catchers: Sequence[CaughtBy]) -> CaughtBy | None:
    worst = max(catchers, key=lambda by: by.surplus / by.times, default=None)
    if worst is None or worst.times < ENOUGH_CAUGHT_BY or not worst.stands_out:
        return None
    return worst


def _known_rivals(rivals: Sequence[tuple[Player, Odds]]) -> list[tuple[Player, Odds]]:
    known = [(rival, odds) for rival, odds in rivals if odds.games >= ENOUGH_TOGETHER]
    return known[:MOST_RIVALS]


def _sure_rivals(known: Sequence[tuple[Player, Odds]]) -> list[tuple[Player, Odds]]:
    return [(rival, odds) for rival, odds in known if odds.is_beyond_luck(pairs=len(known))]


def _of_sure_rivals(player: Player, rivals: Sequence[tuple[Player, Odds]]) -> Iterator[Insight]:
    sure = _sure_rivals(_known_rivals(rivals))
    for is_ahead in (True, False):
        some = [(rival, odds) for rival, odds in sure if (odds.ahead > odds.behind) == is_ahead]
        for rival, odds in some[:1]:
            figures = [Figure(other.name, score(of)) for other, of in some]
            yield Insight(score(odds), verdict(player.name, rival.name, odds), figures)


def _of_rivals(player: Player, rivals: Sequence[tuple[Player, Odds]]) -> Iterator[Insight]:
    known = _known_rivals(rivals)
    if not known:
        return
    rival, odds = (_sure_rivals(known) or known)[0]
    figures = [Figure(other.name, score(of)) for other, of in known]
    yield Insight(score(odds), verdict(player.name, rival.name, odds), figures)


def score(odds: Odds) -> str:
    """The number of finishes ahead of another player, and of those behind: `54–42`."""
    return f"{odds.ahead}–{odds.behind}"


def verdict(name: str, other: str, odds: Odds) -> str:
    if odds.ahead == odds.behind:
        words = _("%(name)s and %(other)s beat each other equally often.", name=name, other=other)
    else:
        leader, loser = (name, other) if odds.ahead > odds.behind else (other, name)
        if odds.is_beyond_luck():
            often = _often(max(odds.ahead, odds.behind), odds.games)
            words = _(
                "%(name)s beats %(other)s %(often)s, and it isn’t just luck.",
                name=leader,
                other=loser,
                often=often,
            )
        else:
            words = _(
                "%(name)s is ahead of %(other)s. Two equal players can get this far apart, too.",
                name=leader,
                other=loser,
            )
    return str(words)


def _often(part: int, whole: int) -> str:
    """A share in words: `7 times in ten` from six to nine, in percent below and above."""
    tenths = round(10 * part / whole)
    if 5 < tenths < 10:
        return str(_("%(tenths)d times in ten", tenths=tenths))
    return str(_("in %(share)s of the games", share=share(part, whole)))


def _of_high_knocks(
    by_variant: Mapping[str, Totals], in_club: Mapping[str, ClubSums]
) -> Iterator[Insight]:
    for variant, totals in by_variant.items():
        club = in_club.get(variant, ClubSums())
        others = club.knocks - totals.knocks
        if min(totals.knocks, others) < ENOUGH_KNOCKS:
            continue
        if differ(totals.high_knocks, totals.knocks, club.high_knocks - totals.high_knocks, others):
            often, everybody = (
                share(high, all_)
                for high, all_ in (
                    (totals.high_knocks, totals.knocks),
                    (club.high_knocks, club.knocks),
                )
            )
            words = _(
                "Knocks with %(high)d points or more in %(often)s of knocks "
                "(the whole club: %(everybody)s).",
                high=HIGH_KNOCK,
                often=often,
                everybody=everybody,
            )
            label = _("knocks with %(high)d points or more", high=HIGH_KNOCK)
            figures = [Figure(label, _part_of(totals.high_knocks, totals.knocks))]
            yield Insight(often, words, figures, _of_several(variant, by_variant))
            return


def _leads_differ(totals: Totals, in_club: Mapping[str, ClubSums]) -> bool:
    led = sum(sums.led for sums in in_club.values()) - totals.led
    won = sum(sums.led_won for sums in in_club.values()) - totals.led_won
    enough = min(totals.led, led) >= ENOUGH_LEADS
    return enough and differ(totals.led_won, totals.led, won, led)


def _of_halves(totals: Totals, in_club: Mapping[str, ClubSums]) -> Iterator[Insight]:
    if totals.led < ENOUGH_LEADS:
        return
    kept = share(totals.led_won, totals.led)
    words = _("Keeps %(share)s of leads at half-time.", share=kept)
    led = sum(sums.led for sums in in_club.values())
    if led >= totals.led + ENOUGH_LEADS:
        everybody = share(sum(sums.led_won for sums in in_club.values()), led)
        words = _(
            "Keeps %(share)s of leads at half-time (the whole club: %(everybody)s).",
            share=kept,
            everybody=everybody,
        )
    yield Insight(
        kept,
        words,
        [
            Figure(_("won after leading at half-time"), _part_of(totals.led_won, totals.led)),
            Figure(
                _("won after being behind at half-time"),
                _part_of(totals.behind_won, totals.behind),
            ),
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
    """A part of a whole with its percentage: `9 of 40 (23%)`."""
    if not whole:
        return "–"
    text = _("%(won)d of %(games)d", won=part, games=whole)
    return f"{text} ({share(part, whole)})"
