"""Which melds take a card as they lie, or have a joker for it, and what they are with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scorekeeper.rummy.melds.layout import Meld, Spot
from scorekeeper.rummy.melds.layout_task import LARGEST_SET, SUITS, VALUES
from scorekeeper.rummy.table.melds import TableMeld, is_wild
from scorekeeper.rummy.table.pieces import JOKER, TablePieces


def melds_that_take(table: Sequence[TableMeld], card: Spot, pieces: TablePieces) -> list[int]:
    """The places, from 0, of the melds that take a card or joker without moving."""
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
    # A joker that may be either gives way.
    either = {spot.suit for spot in meld.either}
    fixed = {spot.suit for spot in meld.spots} - either
    return has_rank and len(meld.spots) < LARGEST_SET and card.suit not in fixed


def _ends(meld: TableMeld, pieces: TablePieces) -> tuple[Spot | None, Spot | None]:
    """The cards that go on a run below and above. `None` where none does."""
    if len(meld.spots) == pieces.longest_run:
        return None, None
    (lowest, suit, _), (highest, _, _) = meld.spots[0], meld.spots[-1]
    below = Spot(lowest - 1, suit) if lowest else None
    # A run that ends with an ace goes no further.
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
    """The cards for which the jokers of a table stand, each once."""
    cards: dict[Spot, None] = {}
    for meld in table:
        for joker in (spot for spot in meld.spots if spot.is_joker):
            any_suit = [Spot(joker.value, suit) for suit in range(SUITS)]
            repeats = meld.is_set and pieces.sets_repeat
            cards.update(dict.fromkeys(any_suit if repeats else meld.choices(joker)))
    return list(cards)


def with_replaced(written: Meld, meld: TableMeld, card: Spot) -> Meld:
    """A meld with the card in place of a joker for it: a set as it was written, a run in order."""
    lying = written if meld.is_set else meld.spots
    named = card._replace(is_joker=True)
    place = lying.index(named if named in lying else JOKER)
    return (*lying[:place], card, *lying[place + 1 :])


def with_added(written: Meld, meld: TableMeld, card: Spot, pieces: TablePieces) -> Meld:
    """A meld with the card that it takes: a set as it was written, a run in its order."""
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
    """The cards of a run from the lowest up. Each joker says what it is, a wild card stays one."""
    stand_ins = (Counter(written) - Counter(run.spots)).elements()
    return tuple(
        spot if spot in written or (stand_in := next(stand_ins)) == JOKER else stand_in
        for spot in run.spots
    )
