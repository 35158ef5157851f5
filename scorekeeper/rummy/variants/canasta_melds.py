"""Melds of the canasta family given as cards: their faults and their kinds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scorekeeper.rummy.cards import PLACE, RANKS, Card
from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.variants.canasta_parts import SHORTEST_CANASTA, Kind, is_wild

SHORTEST = 3
MOST_WILD = 3
"""The most wild cards in a meld of Canasta."""
_PLACES = len(RANKS) + 1
"""The number of places in a run. The ace has a place below the two and a place above the king."""

TOO_SHORT = message("A meld has at least three cards.")
TWO_RANKS = message("A meld is of one rank, with wild cards.")
ALL_WILD = message("Melds of wild cards alone are not played here.")
THREES = message("Threes are not melded.")
THREES_WITH_WILD = message("Black threes are melded without wild cards.")
THREES_EARLY = message("Black threes are melded only by the side that goes out.")
NO_MELD = message(
    "This is neither a set nor a run, from low to high with its suit, with one wild card at most."
)


def naturals_of(meld: Sequence[Card]) -> list[Card]:
    """The cards of a meld that are not wild."""
    return [card for card in meld if not is_wild(card)]


def set_fault(
    meld: Sequence[Card], *, plays_wild: bool, threes: Message | None = THREES
) -> Message | None:
    """The fault of a set. `None` if the cards are a legal set.

    `threes` is the fault of a set of threes. `None` allows threes without wild cards.
    """
    naturals = naturals_of(meld)
    ranks = {card.rank for card in naturals}
    if len(meld) < SHORTEST:
        return TOO_SHORT
    if len(ranks) > 1:
        return TWO_RANKS
    if not naturals:
        return None if plays_wild else ALL_WILD
    if ranks == {"3"}:
        return threes or (None if len(naturals) == len(meld) else THREES_WITH_WILD)
    return None


def kind_of_set(meld: Sequence[Card], *, natural: Kind, mixed: Kind, wild: Kind) -> Kind | None:
    """The kind of a set: `natural`, `mixed` or `wild`. `None` if it is too short for a canasta."""
    naturals = len(naturals_of(meld))
    if len(meld) < SHORTEST_CANASTA:
        return None
    return wild if not naturals else natural if naturals == len(meld) else mixed


def unusual_in_canasta(melds: Sequence[Sequence[Card]]) -> Iterator[Message]:
    """Yield warnings about melds that are unusual in Canasta. The melds still count."""
    ranks: list[str] = []
    for meld in melds:
        naturals = naturals_of(meld)
        if not naturals:
            continue
        least = 4 if len(meld) >= SHORTEST_CANASTA else 2
        if len(naturals) < least:
            yield message(
                "{cards} has fewer than {number} natural cards.", cards=tuple(meld), number=least
            )
        if len(meld) - len(naturals) > MOST_WILD:
            yield message(
                "{cards} has more than {number} wild cards.", cards=tuple(meld), number=MOST_WILD
            )
        if naturals[0].rank in ranks:
            card = Card(naturals[0].rank)
            yield message("Two melds are of the same rank: {card}.", card=card)
        ranks.append(naturals[0].rank)


def unusual_in_hand_and_foot(melds: Sequence[Sequence[Card]]) -> Iterator[Message]:
    """Yield warnings about melds with more wild than natural cards. The melds still count."""
    for meld in melds:
        naturals = len(naturals_of(meld))
        if 0 < naturals < len(meld) - naturals:
            yield message("{cards} has more wild than natural cards.", cards=tuple(meld))


def naturals_in_place(meld: Sequence[Card]) -> list[bool] | None:
    """For each card of a Burraco meld, whether it is natural. `None` if the meld is not legal.

    A two is natural in the place between the ace and the three, in a run of its suit.
    """
    if len(meld) < SHORTEST:
        return None
    found = [_in_set(meld), *(_in_run(meld, low) for low in range(_PLACES - len(meld) + 1))]
    legal = [places for places in found if places and places.count(False) <= 1]
    return max(legal, key=lambda places: places.count(True), default=None)


def _in_set(meld: Sequence[Card]) -> list[bool] | None:
    own = [not is_wild(card) for card in meld]
    ranks = {card.rank for card, is_own in zip(meld, own, strict=True) if is_own}
    return own if len(ranks) == 1 else None


def _in_run(meld: Sequence[Card], low: int) -> list[bool] | None:
    """For each card of a run, whether the card is natural. `None` if the cards are not a run.

    `low` is the place of the first card. The low ace has the place 0.
    """
    suits = {card.suit for card in naturals_of(meld)}
    if len(suits) != 1 or "" in suits:
        return None
    own = [
        card.suit in suits and PLACE.get(card.rank) == place % len(RANKS)
        for place, card in enumerate(meld, low)
    ]
    fits = all(is_own or is_wild(card) for card, is_own in zip(meld, own, strict=True))
    return own if fits else None


def side_by_side(meld: Sequence[Card], own: Sequence[bool]) -> int:
    """The most natural cards side by side. In a set, all natural cards are side by side.

    >>> from scorekeeper.rummy.cards import read_cards
    >>> dirty = read_cards("3H 4H JK 6H 7H 8H 9H TH")
    >>> side_by_side(dirty, naturals_in_place(dirty))
    5
    """
    if len({card.rank for card in naturals_of(meld)}) == 1:
        return sum(own)
    return max(len(list(group)) for is_own, group in groupby(own) if is_own)
