"""Check whether cards form a meld. A `LaidMeld` is a meld on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.rummy.cards import JOKER_RANK, RANKS, Card
from scorekeeper.rummy.deal import Deal, MeldKind
from scorekeeper.rummy.messages import Message, message

SHORTEST_MELD = 3
LARGEST_SET = 4
"""The most cards in a set that cannot repeat a suit."""


def is_wild(card: Card, deal: Deal) -> bool:
    return card.rank in (JOKER_RANK, deal.wild)


def is_run(meld: Sequence[Card], deal: Deal) -> bool:
    """Check whether a meld is a run. One natural card with wild cards counts as a set."""
    return len({card.rank for card in meld if not is_wild(card, deal)}) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidMeld:
    """A set or a run, with its cards in table order.

    - `stands_for`: the card that each card represents; a wild card in a set represents its rank
      without a suit
    - `missing`: the cards still needed to complete the meld
    - `points`: the points of the meld, in games where melds score
    """

    kind: MeldKind
    cards: tuple[Card, ...]
    stands_for: tuple[Card, ...]
    missing: tuple[Card, ...] = ()
    points: int | None = None

    @property
    def stand_ins(self) -> tuple[tuple[Card, Card], ...]:
        both = zip(self.cards, self.stands_for, strict=True)
        return tuple((card, other) for card, other in both if card != other)


def meld_fault(cards: Sequence[Card], deal: Deal) -> Message | None:
    """Return why these cards (with suits) are not a meld in this deal, or `None` if they are."""
    laid = tuple(cards)
    if not laid:
        return message("A meld needs at least three cards.")
    if len(laid) < SHORTEST_MELD:
        return message("{cards}: a meld needs at least three cards.", cards=laid)
    naturals = [card for card in laid if not is_wild(card, deal)]
    if not naturals:
        # A card of the wild rank can stand for itself. A joker never does.
        if deal.all_wild or any(card.rank != JOKER_RANK for card in laid):
            return None
        return message("{cards}: a meld cannot be wild cards alone.", cards=laid)
    if deal.most_wild is not None and len(laid) - len(naturals) > deal.most_wild:
        return message(
            "{cards}: a meld has at most {number} wild card here.",
            cards=laid,
            number=deal.most_wild,
        )
    if len({card.rank for card in naturals}) == 1:
        return _set_fault(laid, naturals, deal)
    if len({card.suit for card in naturals}) == 1:
        return _run_fault(laid, naturals, deal)
    return message("{cards} have neither the same rank nor the same suit.", cards=laid)


def _set_fault(laid: tuple[Card, ...], naturals: Sequence[Card], deal: Deal) -> Message | None:
    if deal.sets_repeat:
        if deal.largest_set is None or len(laid) <= deal.largest_set:
            return None
        return message("{cards}: a set has at most four cards.", cards=laid)
    # One natural card with wild cards can also be a run, and runs can be longer than sets.
    if len(naturals) == 1 and len(laid) <= len(RANKS):
        return None
    if len({card.suit for card in naturals}) < len(naturals):
        return message("{cards}: here a set cannot have the same suit twice.", cards=laid)
    if len(laid) > LARGEST_SET:
        return message("{cards}: a set has at most four cards.", cards=laid)
    return None


def _run_fault(laid: tuple[Card, ...], naturals: Sequence[Card], deal: Deal) -> Message | None:
    if len(laid) < deal.shortest_run:
        return message(
            "{cards}: a run needs at least {number} cards here.",
            cards=laid,
            number=deal.shortest_run,
        )
    if len(laid) <= deal.longest_run and any(
        len(set(places)) == len(places) and max(places) - min(places) < len(laid)
        for places in _places_in_runs(naturals, deal)
    ):
        return None
    return message("{cards} are not in a row.", cards=laid)


def _places_in_runs(naturals: Sequence[Card], deal: Deal) -> Iterator[list[int]]:
    """Yield the cards’ places with aces low, with aces high, and with one ace at each end."""
    low = [deal.places[card.rank] for card in naturals]
    yield low
    if deal.ace_high:
        yield [place or len(deal.ranks) for place in low]
    if deal.ace_to_ace and 0 in low:
        low[low.index(0)] = len(deal.ranks)
        yield low
