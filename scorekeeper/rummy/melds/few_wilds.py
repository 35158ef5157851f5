"""The best arrangement of a hand if the deal limits the wild cards in a meld, found exactly.

The most expensive card is left over, or in one of its possible melds. The search tries each case
and continues with the remaining cards. It remembers the result for these cards. Aces are low. Runs
follow the ranks of the deck. With several decks, a set can repeat a suit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from scorekeeper.rummy.cards import JOKER_RANK, Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.melds.meld import LARGEST_SET, SHORTEST_MELD

Cards = tuple[Card, ...]


def best_melds(
    cards: Sequence[Card], deal: Deal, most_wild: int
) -> tuple[tuple[Cards, ...], Cards]:
    """Return the melds with the least points left, and the cards left.

    If several results leave the same points, the result with the fewest melds wins.

    >>> from scorekeeper.rummy.cards import read_cards
    >>> from scorekeeper.rummy.deal import card_points
    >>> deal = Deal(worth=card_points() | {"JK": 25}, hand_size=7, jokers=2, most_wild=1)
    >>> melds, left = best_melds(read_cards("9H 9S JK JK KS KH 2C"), deal, 1)
    >>> len(melds), [str(card) for card in left]
    (2, ['2C'])
    """
    wilds = [card for card in cards if card.rank == JOKER_RANK]
    naturals = [card for card in cards if card.rank != JOKER_RANK]
    naturals.sort(key=lambda card: (deal.worth[card.rank], deal.places[card.rank], card.suit))
    _cost, melds, left = _MeldSearch(deal, most_wild).best(tuple(reversed(naturals)), tuple(wilds))
    return melds, left


_Best = tuple[tuple[int, int], tuple[Cards, ...], Cards]
"""A result: the points left with the number of melds, the melds, and the cards left."""


class _MeldSearch:
    """The search for the best melds. It remembers the result for each hand of undecided cards."""

    def __init__(self, deal: Deal, most_wild: int) -> None:
        self.deal = deal
        self.most_wild = most_wild
        self.shortest_run = max(SHORTEST_MELD, deal.shortest_run)
        self._known: dict[tuple[Cards, int], _Best] = {}

    def best(self, naturals: Cards, wilds: Cards) -> _Best:
        if not naturals:
            return (self.deal.points_of(wilds), 0), (), wilds
        state = naturals, len(wilds)
        if state not in self._known:
            self._known[state] = self._searched(naturals, wilds)
        return self._known[state]

    def _searched(self, naturals: Cards, wilds: Cards) -> _Best:
        first, *others = naturals
        (points, number), melds, left = self.best(tuple(others), wilds)
        found = (points + self.deal.worth[first.rank], number), melds, (first, *left)
        for meld in self._melds_with(first, others, len(wilds)):
            rest = list(naturals)
            taken = [card for card in meld if card is not None]
            for card in taken:
                rest.remove(card)
            used = len(meld) - len(taken)
            (points, number), melds, left = self.best(tuple(rest), wilds[used:])
            if (points, number + 1) < found[0]:
                own = iter(wilds[:used])
                laid = tuple(next(own) if card is None else card for card in meld)
                found = (points, number + 1), (laid, *melds), left
        return found

    def _melds_with(
        self, first: Card, others: Sequence[Card], wilds: int
    ) -> Iterator[Sequence[Card | None]]:
        """Yield every meld of this card with some of `others`. A wild card is `None`."""
        most = min(wilds, self.most_wild)
        yield from self._sets_with(first, others, most)
        if first.suit:
            yield from self._runs_with(first, others, most)

    def _sets_with(
        self, first: Card, others: Sequence[Card], most: int
    ) -> Iterator[Sequence[Card | None]]:
        alike = [card for card in others if card.rank == first.rank]
        for number in range(min(LARGEST_SET, len(alike) + 1)):
            for chosen in set(combinations(alike, number)):
                for wild in range(most + 1):
                    if SHORTEST_MELD <= 1 + number + wild <= LARGEST_SET:
                        yield first, *chosen, *[None] * wild

    def _runs_with(
        self, first: Card, others: Sequence[Card], most: int
    ) -> Iterator[Sequence[Card | None]]:
        """Yield runs with this card.

        A run that can be split in two has wild cards only for cards that the hand lacks.
        """
        places, ranks = self.deal.places, self.deal.ranks
        held = {places[card.rank]: card for card in others if card.suit == first.suit}
        at = places[first.rank]
        held[at] = first
        for start in range(at + 1):
            for end in range(max(at, start + self.shortest_run - 1), len(ranks)):
                gaps = {place for place in range(start, end + 1) if place not in held}
                spare = most - len(gaps)
                if spare < 0:
                    break
                natural = [p for p in range(start, end + 1) if p != at and p not in gaps]
                could_be_two = end - start + 1 >= 2 * self.shortest_run
                for number in range(1 if could_be_two else spare + 1):
                    for more in combinations(natural, number):
                        wild = gaps.union(more)
                        yield [None if p in wild else held[p] for p in range(start, end + 1)]
