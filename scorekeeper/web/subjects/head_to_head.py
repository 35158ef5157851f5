"""Two players compared in the games that both played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask_babel import ngettext

from scorekeeper.statistics.duels import Duel, DuelSide, GamesAhead, duel_of, leads, together
from scorekeeper.statistics.fairness import Odds
from scorekeeper.statistics.totals import Span, extremes_of
from scorekeeper.storage.models import Player
from scorekeeper.web.subjects.figures import Figure, extreme_figures, figures_of, with_knocks
from scorekeeper.web.subjects.insights import verdict


@dataclass(frozen=True, slots=True)
class Pair:
    """A figure of both players."""

    words: str
    mine: Figure | None
    theirs: Figure | None


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two players compared in some games.

    `verdict` says who is ahead, and `never` which of them never knocks. Both can be empty.
    """

    games: int
    mine: DuelSide
    theirs: DuelSide
    odds: Odds
    leads: list[GamesAhead]
    pairs: list[Pair]
    verdict: str
    never: str


def compared(player: Player, other: Player, span: Span) -> HeadToHead:
    duel = duel_of(player.id, other.id, span)
    mine, theirs = together(duel.mine), together(duel.theirs)
    odds = Odds(mine.ahead, theirs.ahead)
    return HeadToHead(
        games=duel.games,
        mine=mine,
        theirs=theirs,
        odds=odds,
        leads=leads(player.id, other.id, span, duel.games),
        pairs=list(_pairs(player, other, duel, span)),
        verdict=verdict(player.name, other.name, odds) if odds.games else "",
        never=_never_knocks(player, other, duel),
    )


def _pairs(player: Player, other: Player, duel: Duel, span: Span) -> Iterator[Pair]:
    mine, theirs = together(duel.mine), together(duel.theirs)
    variants = list(duel.mine)
    ours = figures_of(mine.totals, variants, theirs.totals)
    for one, two in zip(ours, figures_of(theirs.totals, variants, mine.totals), strict=True):
        yield Pair(one.words, one, two)
    if len(variants) == 1:
        yield from _extremes(player, other, variants[0], span)


def _extremes(player: Player, other: Player, variant: str, span: Span) -> Iterator[Pair]:
    sides = [
        {
            figure.words: figure
            for figure in extreme_figures(
                variant, extremes_of(one.id, [variant], span, against=two.id)[variant]
            )
        }
        for one, two in ((player, other), (other, player))
    ]
    for words in sides[0] | sides[1]:
        yield Pair(words, sides[0].get(words), sides[1].get(words))


def _never_knocks(player: Player, other: Player, duel: Duel) -> str:
    variants = with_knocks(duel.mine)
    mine, theirs = (
        together({variant: sides[variant] for variant in variants})
        for sides in (duel.mine, duel.theirs)
    )
    rounds = mine.totals.rounds
    if not rounds:
        return ""
    often, seldom = sorted(
        ((player, mine), (other, theirs)), key=lambda pair: -pair[1].totals.knocks
    )
    return _verdict(often, seldom, rounds)


def _verdict(often: tuple[Player, DuelSide], seldom: tuple[Player, DuelSide], rounds: int) -> str:
    names = {"often": often[0].name, "seldom": seldom[0].name}
    more, fewer = often[1].totals.knocks, seldom[1].totals.knocks
    if not more:
        verdict = ngettext(
            "“You never knock.” Nobody does: not once in %(num)d round.",
            "“You never knock.” Nobody does: not once in %(num)d rounds.",
            rounds,
        )
    elif not fewer:
        verdict = ngettext(
            "“You never knock.” True of %(seldom)s: not once in %(num)d round. "
            "%(often)s knocked in %(more)d.",
            "“You never knock.” True of %(seldom)s: not once in %(num)d rounds. "
            "%(often)s knocked in %(more)d.",
            rounds,
            more=more,
            **names,
        )
    else:
        verdict = ngettext(
            "“You never knock.” Not so: of %(num)d round, %(often)s knocked in %(more)d "
            "and %(seldom)s in %(fewer)d.",
            "“You never knock.” Not so: of %(num)d rounds, %(often)s knocked in %(more)d "
            "and %(seldom)s in %(fewer)d.",
            rounds,
            more=more,
            fewer=fewer,
            **names,
        )
    return str(verdict)
