"""The arrangement of a hand in sets and runs with the least deadwood, for every game.

`few_wilds` arranges hands in games that limit the wild cards in a meld. `single_deck` arranges
hands of one deck without wild cards, if aces are low and every card has a suit. `wild_cards`
arranges all other hands. All three are exact.
This module also turns a plan of `wild_cards` into melds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scorekeeper.rummy.cards import EVERY_SUIT, JOKER_RANK, PLACE, RANKS, Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.melds import single_deck
from scorekeeper.rummy.melds.few_wilds import best_melds
from scorekeeper.rummy.melds.meld import LARGEST_SET, SHORTEST_MELD, is_wild
from scorekeeper.rummy.melds.rank_sets import Copies, SetChoice
from scorekeeper.rummy.melds.suit_runs import HIGH_ACE, KING, Run
from scorekeeper.rummy.melds.wild_cards import Plan, Terms, best_plan


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand laid out: its melds, its unmatched cards, and the points of the unmatched cards."""

    melds: tuple[tuple[Card, ...], ...]
    unmatched: tuple[Card, ...]
    deadwood: int


def best_arrangement(cards: Sequence[Card], deal: Deal, low_ace: int = 0) -> Arrangement:
    """Return an arrangement of the cards with the least deadwood.

    If aces can be high, an ace below a two in a run can still count `low_ace` points. The search
    considers these points, but `deadwood` does not include them.

    Each card must exist in the deal. A card without a suit can be in a set only if the deal has one
    deck, or if a set can repeat a suit. In other deals, the set could have the same suit twice.

    >>> from scorekeeper.rummy.cards import print_cards, read_cards
    >>> from scorekeeper.rummy.deal import card_points
    >>> gin = Deal(worth=card_points(), hand_size=10)
    >>> hand = read_cards("7S 7H 7D 8D 9D TD KC")
    >>> best_arrangement(hand, gin).deadwood
    10
    """
    if deal.most_wild is not None:
        melds, unmatched = best_melds(cards, deal, deal.most_wild)
        return _arrangement(melds, unmatched, deal)
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
    tables = single_deck.tables_of(deal.worth_by_place)
    hand = single_deck.bits_of(cards)
    for_runs = single_deck.best_choices(hand, tables)[0]
    melds = single_deck.melds_of(hand, for_runs, tables)
    unmatched = single_deck.cards_of(hand ^ sum(melds))
    return _arrangement([single_deck.cards_of(meld) for meld in melds], unmatched, deal)


def _arrangement(
    melds: Iterable[Iterable[Card]], unmatched: Iterable[Card], deal: Deal
) -> Arrangement:
    left = tuple(unmatched)
    return Arrangement(tuple(tuple(meld) for meld in melds), left, deal.points_of(left))


def _arrange_any(cards: Sequence[Card], deal: Deal, low_ace: int) -> Arrangement:
    wilds = [card for card in cards if is_wild(card, deal)]
    naturals = [card for card in cards if not is_wild(card, deal)] if wilds else cards
    # Wild cards are taken from the end, so the cheapest are left over.
    wilds.sort(key=lambda card: deal.worth[card.rank])
    terms = Terms(
        worth=deal.worth_by_place,
        repeats=deal.sets_repeat,
        ace_high=deal.ace_high,
        own_melds=deal.all_wild or any(card.rank != JOKER_RANK for card in wilds),
        shortest_run=deal.shortest_run,
        wild_worth=tuple(deal.worth[card.rank] for card in wilds),
        low_ace=low_ace,
    )
    lanes = _lanes_of(naturals)
    plan = best_plan(_count_by_rank(naturals, lanes, deal), terms)
    layout = _LayingOut(naturals, lanes, wilds, deal)
    layout.lay(plan)
    return _arrangement([meld.cards for meld in layout.melds], layout.rest(), deal)


def _can_meld(card: Card, deal: Deal) -> bool:
    """Check whether the card has a suit, or can be in a set without a suit."""
    return bool(card.suit) or deal.decks == 1 or deal.sets_repeat


def _lanes_of(naturals: Iterable[Card]) -> tuple[str, ...]:
    """Return the suits of these cards in standard order, then "" for cards without a suit."""
    held = {card.suit for card in naturals}
    return (*[suit for suit in EVERY_SUIT if suit in held], "")


def _count_by_rank(
    naturals: Iterable[Card], lanes: Sequence[str], deal: Deal
) -> tuple[Copies, ...]:
    ranks = [[0] * len(lanes) for _ in RANKS]
    for card in naturals:
        if _can_meld(card, deal):
            ranks[PLACE[card.rank]][lanes.index(card.suit)] += 1
    return tuple(tuple(counts) for counts in ranks)


@dataclass
class _Set:
    """A set being laid out. `largest` is `None` if it can have any number of cards."""

    largest: int | None
    cards: list[Card] = field(default_factory=list)

    def has_room(self) -> bool:
        return self.largest is None or len(self.cards) < self.largest

    def take(self, wild: Card) -> None:
        self.cards.append(wild)


@dataclass
class _Run:
    """A run being laid out: consecutive cards from place `first`.

    The run goes up to place `top` at most, and has at most `longest` cards.
    """

    first: int
    top: int
    longest: int
    cards: list[Card] = field(default_factory=list)

    def has_room(self) -> bool:
        return len(self.cards) < self.longest

    def take(self, wild: Card) -> None:
        if self.first + len(self.cards) <= self.top:
            self.cards.append(wild)
        else:
            self.first -= 1
            self.cards.insert(0, wild)


class _LayingOut:
    """Cards being laid out in melds. Unmatched cards stay in `pool` and `wilds`."""

    def __init__(
        self, naturals: Iterable[Card], lanes: Sequence[str], wilds: Sequence[Card], deal: Deal
    ) -> None:
        self.pool: dict[str, list[Card]] = defaultdict(list)
        for card in naturals:
            self.pool[card.rank + card.suit].append(card)
        self.lanes = lanes
        self.wilds = list(wilds)
        self.deal = deal
        self.melds: list[_Set | _Run] = []

    def lay(self, plan: Plan) -> None:
        for suit, runs in zip(self.lanes[:-1], plan.runs, strict=True):
            for run in runs:
                self._lay_run(suit, run)
        for place, choice in plan.sets:
            self._lay_sets(RANKS[place], choice)
        for _ in range(len(self.wilds) - plan.wilds_left):
            self._add_wild()

    def rest(self) -> list[Card]:
        return [card for cards in self.pool.values() for card in cards] + self.wilds

    def _lay_run(self, suit: str, run: Run) -> None:
        may_end_high = self.deal.ace_to_ace or (self.deal.ace_high and run[0] > 0)
        laid = _Run(run[0], HIGH_ACE if may_end_high else KING, self.deal.longest_run)
        for place in range(run[0], run[-1] + 1):
            held = self.pool[RANKS[place % HIGH_ACE] + suit] if place in run else self.wilds
            laid.cards.append(held.pop())
        self._complete(laid, self.deal.shortest_run)

    def _lay_sets(self, rank: str, choice: SetChoice) -> None:
        sets = [_Set(None if choice.room is None else LARGEST_SET) for _ in choice.sizes]
        for suit, number in zip(self.lanes, choice.taken, strict=True):
            held = self.pool[rank + suit]
            if len(sets) == 1:
                taken = len(held) if choice.joined else number
                sets[0].cards += [held.pop() for _ in range(taken)]
            else:
                # Cards of one suit go to different sets. Sets that lack the most cards come first.
                lacking = zip(sets, choice.sizes, strict=True)
                by_lack = sorted(lacking, key=lambda sized: len(sized[0].cards) - sized[1])
                for meld, _ in by_lack[:number]:
                    meld.cards.append(held.pop())
        for meld in sets:
            self._complete(meld, SHORTEST_MELD)

    def _complete(self, meld: _Set | _Run, size: int) -> None:
        while len(meld.cards) < size:
            meld.take(self.wilds.pop())
        self.melds.append(meld)

    def _add_wild(self) -> None:
        """Add a wild card to a meld with room. If all melds are full, split a run in two first."""
        for meld in self.melds:
            if meld.has_room():
                meld.take(self.wilds.pop())
                return
        full = next((meld for meld in self.melds if isinstance(meld, _Run)), None)
        if full is None:
            # There is no run to split, so the wild cards left form a set without other cards.
            self.melds.append(_Set(None, [self.wilds.pop()]))
            return
        half = len(full.cards) // 2
        self.melds.append(_Run(full.first + half, full.top, full.longest, full.cards[half:]))
        del full.cards[half:]
        self._add_wild()
