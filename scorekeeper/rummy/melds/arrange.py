"""The arrangement of a hand in sets and runs that leaves the least deadwood, for every game.

`single_deck` solves one deck without wild cards, `wild_cards` everything else; both are exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.rummy.cards import JOKER_RANK, PLACE, RANKS, SUITS, Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.melds import single_deck
from scorekeeper.rummy.melds.layout import Layout
from scorekeeper.rummy.melds.rank_sets import SHORTEST_MELD, SUITED, Counts
from scorekeeper.rummy.melds.wild_cards import Terms, best_plan

_LANE = {suit: lane for lane, suit in enumerate((*SUITS, ""))}

Meld = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand laid out: its melds, the unmatched cards, and their points."""

    melds: tuple[Meld, ...]
    unmatched: tuple[Card, ...]
    deadwood: int


def best_arrangement(cards: Sequence[Card], deal: Deal, low_ace: int = 0) -> Arrangement:
    """An arrangement of the cards with the least deadwood.

    Where aces may be high, one below a two can still count `low_ace`; the deadwood is without it.
    The cards must exist in the deal. A card without a suit may be in a set only if the set is valid
    whatever its suit: with one deck, or if a set may repeat a suit.

    >>> from scorekeeper.rummy.cards import print_cards, read_cards
    >>> from scorekeeper.rummy.deal import card_points
    >>> gin = Deal(worth=card_points(), hand_size=10)
    >>> hand = read_cards("7S 7H 7D 8D 9D TD KC")
    >>> best_arrangement(hand, gin).deadwood
    10
    """
    if _is_plain(cards, deal):
        return _arrange_one_deck(cards, deal)
    return _arrange_any(cards, deal, low_ace)


def _is_plain(cards: Sequence[Card], deal: Deal) -> bool:
    return (
        deal.decks == 1
        and not deal.ace_high
        and deal.shortest_run == SHORTEST_MELD
        and all(card.suit and card.rank != deal.wild for card in cards)
    )


def _arrange_one_deck(cards: Sequence[Card], deal: Deal) -> Arrangement:
    known = single_deck.tables(deal.worth_by_place)
    hand = single_deck.bits_of(cards)
    left = single_deck.best_choices(hand, known)[0]
    melds = single_deck.melds_of(hand, left, known)
    unmatched = single_deck.cards_of(hand ^ sum(melds))
    return _arrangement([single_deck.cards_of(meld) for meld in melds], unmatched, deal)


def _arrangement(
    melds: Iterable[Iterable[Card]], unmatched: Iterable[Card], deal: Deal
) -> Arrangement:
    left = tuple(unmatched)
    return Arrangement(
        tuple(tuple(meld) for meld in melds), left, sum(deal.worth[card.rank] for card in left)
    )


def _arrange_any(cards: Sequence[Card], deal: Deal, low_ace: int) -> Arrangement:
    wilds = [card for card in cards if is_wild(card, deal)]
    naturals = [card for card in cards if not is_wild(card, deal)] if wilds else cards
    # Wild cards are used from the end, so that the cheapest are left over.
    wilds.sort(key=lambda card: deal.worth[card.rank])
    terms = Terms(
        worth=deal.worth_by_place,
        repeats=deal.sets_repeat,
        ace_high=deal.ace_high,
        own_melds=deal.all_wild or any(card.rank != JOKER_RANK for card in wilds),
        shortest_run=deal.shortest_run,
        wild_worth=tuple([deal.worth[card.rank] for card in wilds]),
        low_ace=low_ace,
    )
    plan = best_plan(_count_by_rank(naturals, deal), terms)
    layout = Layout(naturals, wilds, deal.shortest_run)
    layout.lay(plan, deal.ace_high)
    return _arrangement([meld.cards for meld in layout.melds], layout.rest(), deal)


def _can_meld(card: Card, deal: Deal) -> bool:
    """Whether a card can be used in melds; without a suit, only if suits cannot clash."""
    return bool(card.suit) or deal.decks == 1 or deal.sets_repeat


def _count_by_rank(naturals: Iterable[Card], deal: Deal) -> tuple[Counts, ...]:
    """Copies by lane for each rank from the ace up, of the cards that can be used in melds."""
    ranks = [[0] * (SUITED + 1) for _ in RANKS]
    for card in naturals:
        if _can_meld(card, deal):
            ranks[PLACE[card.rank]][_LANE[card.suit]] += 1
    return tuple([tuple(counts) for counts in ranks])


def is_wild(card: Card, deal: Deal) -> bool:
    """Whether a card can stand for others in this deal."""
    return card.rank in (JOKER_RANK, deal.wild)


def is_run(meld: Sequence[Card], deal: Deal) -> bool:
    """Whether a meld is a run; one natural card with wild cards counts as a set."""
    return len({card.rank for card in meld if not is_wild(card, deal)}) > 1
