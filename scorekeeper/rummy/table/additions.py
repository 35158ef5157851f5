"""Find the melds that take a card or have a joker for it, and put the card there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scorekeeper.rummy.melds.layout import Meld, Spot
from scorekeeper.rummy.melds.layout_task import LARGEST_SET, SUITS, VALUES
from scorekeeper.rummy.table.melds import TableMeld, is_wild
from scorekeeper.rummy.table.pieces import JOKER, TablePieces


def melds_that_take(table: Sequence[TableMeld], card: Spot, pieces: TablePieces) -> list[int]:
    """Return the places, from 0, of the melds that this card or joker can join."""
    return [
        place
        for place, meld in enumerate(table)
        if _takes(meld, card, pieces) or (is_wild(card, pieces) and _takes(meld, JOKER, pieces))
    ]


def _takes(meld: TableMeld, card: Spot, pieces: TablePieces) -> bool:
    if not meld.is_set:
        ends = [end for end in _ends(meld, pieces) if end]
        return bool(ends) if card == JOKER else card in ends
    has_rank = card == JOKER or card.value == meld.spots[0].value
    if pieces.sets_repeat:
        return has_rank
    # A joker that can be either of two cards becomes the other card.
    either = {spot.suit for spot in meld.either}
    fixed = {spot.suit for spot in meld.spots} - either
    return has_rank and len(meld.spots) < LARGEST_SET and card.suit not in fixed


def _ends(meld: TableMeld, pieces: TablePieces) -> tuple[Spot | None, Spot | None]:
    """Return the cards that extend a run below and above, or `None` for a closed end."""
    if len(meld.spots) == pieces.longest_run:
        return None, None
    (lowest, suit, _), (highest, _, _) = meld.spots[0], meld.spots[-1]
    below = Spot(lowest - 1, suit) if lowest else None
    # A run that ends with an ace cannot go on.
    goes_on = lowest < highest < VALUES - 1 + pieces.ace_high
    return below, Spot((highest + 1) % VALUES, suit) if goes_on else None


def melds_with_a_joker_for(
    table: Sequence[TableMeld], card: Spot, pieces: TablePieces
) -> list[int]:
    return [place for place, meld in enumerate(table) if _has_a_joker_for(meld, card, pieces)]


def _has_a_joker_for(meld: TableMeld, card: Spot, pieces: TablePieces) -> bool:
    jokers = [spot for spot in meld.spots if spot.is_joker]
    if meld.is_set and pieces.sets_repeat:
        return any(joker.value == card.value for joker in jokers)
    return any(card in meld.choices(joker) for joker in jokers)


def cards_of_jokers(table: Sequence[TableMeld], pieces: TablePieces) -> list[Spot]:
    """Return the cards that the jokers of a table stand for, without repeats."""
    cards: dict[Spot, None] = {}
    for meld in table:
        for joker in (spot for spot in meld.spots if spot.is_joker):
            any_suit = [Spot(joker.value, suit) for suit in range(SUITS)]
            repeats = meld.is_set and pieces.sets_repeat
            cards.update(dict.fromkeys(any_suit if repeats else meld.choices(joker)))
    return list(cards)


def with_replaced(written: Meld, meld: TableMeld, card: Spot) -> Meld:
    """Return a meld after the card replaced a joker.

    A set keeps its written order, and a run goes from its lowest card to its highest.
    """
    lying = written if meld.is_set else meld.spots
    named = card._replace(is_joker=True)
    place = lying.index(named if named in lying else JOKER)
    return (*lying[:place], card, *lying[place + 1 :])


def with_added(written: Meld, meld: TableMeld, card: Spot, pieces: TablePieces) -> Meld:
    """Return a meld after the card was added.

    A set keeps its written order, and a run goes from its lowest card to its highest.
    """
    if meld.is_set:
        return (*written, card)
    below, above = _ends(meld, pieces)
    lying = _in_order(written, meld)
    # An ace that fits at both ends is laid high, where it counts at least as much.
    if above is None or (card == below and card != above):
        return (_standing(card, below), *lying)
    return (*lying, _standing(card, above))


def _standing(card: Spot, place: Spot | None) -> Spot:
    return place._replace(is_joker=True) if place and card == JOKER else card


def _in_order(written: Meld, run: TableMeld) -> Meld:
    """Return the cards of a run, lowest first.

    A joker is written with the card that it stands for, and a wild card is written as itself.
    """
    stand_ins = (Counter(written) - Counter(run.spots)).elements()
    return tuple(
        spot if spot in written or (stand_in := next(stand_ins)) == JOKER else stand_in
        for spot in run.spots
    )
