"""The points of a hand in games that need two runs, one of them pure.

Without these runs, the cards in melds count too. In a pure run all cards stand for themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.rummy.cards import JOKER_RANK, PLACE, RANKS, Card
from scorekeeper.rummy.deal import Deal, MeldKind
from scorekeeper.rummy.melds.declaration_search import DeclarationSearch
from scorekeeper.rummy.melds.meld import LaidMeld, is_wild

RUNS_NEEDED = 2
_HIGH_ACE = len(RANKS)


@dataclass(frozen=True, slots=True)
class Declaration:
    """A hand laid out: its melds, the unmatched cards, the cards that count, and their points."""

    melds: tuple[LaidMeld, ...]
    unmatched: tuple[Card, ...]
    counting: tuple[Card, ...]
    points: int

    @property
    def runs(self) -> int:
        return sum(meld.kind is MeldKind.RUN for meld in self.melds)

    @property
    def pure_runs(self) -> list[LaidMeld]:
        return [meld for meld in self.melds if _is_pure_run(meld)]

    @property
    def has_pure_run(self) -> bool:
        return bool(self.pure_runs)

    @property
    def has_needed_runs(self) -> bool:
        return self.runs >= RUNS_NEEDED and self.has_pure_run

    @property
    def counts_all(self) -> bool:
        melded = sum(len(meld.cards) for meld in self.melds)
        return len(self.counting) == melded + len(self.unmatched)

    @property
    def is_valid(self) -> bool:
        """Check whether the player can declare, if these are all the cards of the hand."""
        return self.has_needed_runs and not self.unmatched


def best_declaration(
    cards: Sequence[Card], deal: Deal, *, spares_one_run: bool = False
) -> Declaration:
    """Return the layout with the fewest points.

    If the hand lacks the needed runs, all cards count, and the layout has the best melds that the
    hand can form. With `spares_one_run`, a pure run counts 0 even without a second run. The search
    is exact. All cards except jokers must have suits.

    >>> from scorekeeper.rummy.cards import read_cards
    >>> from scorekeeper.rummy.deal import card_points
    >>> worth = card_points(ace=10) | {"JK": 0}
    >>> deal = Deal(worth=worth, hand_size=13, decks=2, jokers=2, ace_high=True)
    >>> best = best_declaration(read_cards("4S 5S 6S 9H TH JK QS QC QD 2C"), deal)
    >>> best.points, best.is_valid
    (2, False)
    """
    search = DeclarationSearch(cards, deal)
    found = search.with_two_runs()
    spared = search.with_dearest_pure_run() if spares_one_run else None
    layouts = [layout for layout in (found, spared) if layout] or [search.with_best_melds()]
    declared = [
        declaration(melds, unmatched, deal, spares_one_run=spares_one_run)
        for melds, unmatched in layouts
    ]
    return min(declared, key=lambda laid: laid.points)


def declaration(
    melds: Iterable[Sequence[Card]],
    unmatched: Iterable[Card],
    deal: Deal,
    *,
    spares_one_run: bool = False,
) -> Declaration:
    """Return the declaration of a hand that its player laid out in legal melds.

    A meld that can be a run or a set is a run, which is better for the player.

    >>> from scorekeeper.rummy.cards import read_cards
    >>> from scorekeeper.rummy.deal import card_points
    >>> deal = Deal(worth=card_points(ace=10), hand_size=13, decks=2, ace_high=True)
    >>> declaration([read_cards("4S 5S 6S")], read_cards("9H KD"), deal).points
    34
    """
    laid, left = tuple(lay_meld(meld, deal) for meld in melds), tuple(unmatched)
    as_laid = Declaration(laid, left, left, deal.points_of(left))
    if as_laid.has_needed_runs:
        return as_laid
    in_hand = [meld for meld in laid if not (spares_one_run and _is_pure_run(meld))]
    counting = (*(card for meld in in_hand for card in meld.cards), *left)
    return Declaration(laid, left, counting, deal.points_of(counting))


def lay_meld(cards: Sequence[Card], deal: Deal) -> LaidMeld:
    """Return the reading of a legal meld that is best for the player.

    A pure run is best, then another run, then a set.
    """
    wilds = [card for card in cards if is_wild(card, deal)]
    naturals = [card for card in cards if card not in wilds]
    themselves = [card for card in cards if card.rank != JOKER_RANK]
    row = _row(themselves, len(cards)) if len(themselves) == len(cards) else ()
    row = row or _row(naturals or themselves[:1], len(cards))
    if not row:
        alike = tuple(Card(naturals[0].rank) for _ in wilds)
        return LaidMeld(
            kind=MeldKind.SET, cards=(*naturals, *wilds), stands_for=(*naturals, *alike)
        )
    stand_ins = list((Counter(cards) - Counter(row)).elements())
    laid = tuple(card if card in cards else stand_ins.pop() for card in row)
    return LaidMeld(kind=MeldKind.RUN, cards=laid, stands_for=row)


def _row(cards: Sequence[Card], length: int) -> tuple[Card, ...]:
    """Return the highest run of this length that contains these cards.

    An ace among the cards is low if possible. The result is empty if there is no such run.

    >>> from scorekeeper.rummy.cards import print_cards, read_cards
    >>> print_cards(_row(read_cards("QS KS"), 4))
    'JS QS KS AS'
    """
    suit = cards[0].suit
    if {card.suit for card in cards} != {suit} or len({*cards}) < len(cards):
        return ()
    low = [PLACE[card.rank] for card in cards]
    for places in (low, [place or _HIGH_ACE for place in low]):
        if max(places) - min(places) < length <= len(RANKS):
            first = min(*places, _HIGH_ACE + 1 - length)
            return tuple(
                Card(RANKS[place % len(RANKS)], suit) for place in range(first, first + length)
            )
    return ()


def _is_pure_run(meld: LaidMeld) -> bool:
    return meld.kind is MeldKind.RUN and meld.cards == meld.stands_for
