"""The best melds to put down, in games that subtract the points of the cards left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from scorekeeper.rummy.cards import LOW_ACE_RANK, PLACE, RANKS, Card
from scorekeeper.rummy.deal import Deal, MeldKind
from scorekeeper.rummy.melds.arrange import best_arrangement
from scorekeeper.rummy.melds.meld import LaidMeld, is_run, is_wild


@dataclass(frozen=True, slots=True)
class Showing:
    """Melds put down, the cards left, the points of the melds, and the points of the cards left."""

    melds: tuple[LaidMeld, ...]
    left: tuple[Card, ...]
    shown: int
    left_points: int

    @property
    def net(self) -> int:
        return self.shown - self.left_points


def best_showing(cards: Sequence[Card], deal: Deal) -> Showing:
    """Return the melds that score the most after the points of the cards left are subtracted.

    >>> from scorekeeper.rummy.cards import read_cards
    >>> from scorekeeper.rummy.deal import card_points
    >>> worth = card_points(ace=15) | {"A1": 1}
    >>> deal = Deal(worth=worth, hand_size=None, ace_high=True)
    >>> best = best_showing(read_cards("AS 2S 3S KS KH KD 9C"), deal)
    >>> best.shown, best.left_points, best.net
    (36, 9, 27)
    """
    # A card put down counts twice: its points are added, and they are no longer subtracted.
    return _showing(cards, deal, 2)


def most_shown(cards: Sequence[Card], deal: Deal) -> Showing:
    return _showing(cards, deal, 1)


def _showing(cards: Sequence[Card], deal: Deal, times: int) -> Showing:
    """Return the best melds if every card counts this many times its points."""
    gains = replace(deal, worth={rank: times * points for rank, points in deal.worth.items()})
    found = best_arrangement(cards, gains, _low_ace_loss(deal))
    melds = _joined([_laid(meld, deal) for meld in found.melds], deal)
    return Showing(
        melds,
        found.unmatched,
        shown=sum(meld.points or 0 for meld in melds),
        left_points=deal.points_of(found.unmatched),
    )


def _laid(meld: tuple[Card, ...], deal: Deal) -> LaidMeld:
    low = meld[0].rank == "A" and (is_run(meld, deal) or _is_better_low(meld, deal))
    runs = low or is_run(meld, deal)
    return LaidMeld(
        kind=MeldKind.RUN if runs else MeldKind.SET,
        cards=meld,
        stands_for=_of_run(meld, deal) if runs else _of_set(meld, deal),
        points=deal.points_of(meld) - (_low_ace_loss(deal) if low else 0),
    )


def _joined(melds: Sequence[LaidMeld], deal: Deal) -> tuple[LaidMeld, ...]:
    """Join runs that continue each other, up to the longest run of the deal."""
    for lower, upper in permutations(melds, 2):
        if _goes_on(lower, upper, deal):
            joined = replace(
                lower,
                cards=lower.cards + upper.cards,
                stands_for=lower.stands_for + upper.stands_for,
                points=(lower.points or 0) + (upper.points or 0),
            )
            rest = [meld for meld in melds if meld is not lower and meld is not upper]
            return _joined([joined, *rest], deal)
    return tuple(melds)


def _goes_on(lower: LaidMeld, upper: LaidMeld, deal: Deal) -> bool:
    if {lower.kind, upper.kind} != {MeldKind.RUN}:
        return False
    last, first = lower.stands_for[-1], upper.stands_for[0]
    # An ace is low at the beginning of a run, and high at its end.
    follows = last.suit == first.suit and PLACE[first.rank] == (PLACE[last.rank] or len(RANKS)) + 1
    return follows and len(lower.cards) + len(upper.cards) <= deal.longest_run


def _is_better_low(meld: tuple[Card, ...], deal: Deal) -> bool:
    """Check whether one ace with jokers counts more as a run from the ace up than as a set."""
    return _low_ace_loss(deal) < 0 and all(is_wild(card, deal) for card in meld[1:])


def _of_set(meld: tuple[Card, ...], deal: Deal) -> tuple[Card, ...]:
    rank = next(card.rank for card in meld if not is_wild(card, deal))
    return tuple(Card(rank) if is_wild(card, deal) else card for card in meld)


def _of_run(meld: tuple[Card, ...], deal: Deal) -> tuple[Card, ...]:
    """Return the cards that a run represents. An ace is low at its start and high at its end."""
    known_cards = [(index, card) for index, card in enumerate(meld) if not is_wild(card, deal)]
    index, known = next(
        ((index, card) for index, card in known_cards if card.rank != "A"), known_cards[0]
    )
    first = PLACE[known.rank] - index
    places = range(first, first + len(meld))
    return tuple(Card(RANKS[place % len(RANKS)], known.suit) for place in places)


def _low_ace_loss(deal: Deal) -> int:
    return deal.worth["A"] - deal.worth[LOW_ACE_RANK]
