"""Lay the melds of a contract from a hand, and find the cards that the melds still lack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from scorekeeper.rummy.cards import JOKER_RANK, PLACE, RANKS, SUITS, Card
from scorekeeper.rummy.deal import ContractMeld, Deal, MeldKind
from scorekeeper.rummy.melds.contract_plan import (
    PLACES,
    ContractHand,
    ContractPlan,
    RunPlan,
    SetPlan,
    contract_plan,
    in_search_order,
)
from scorekeeper.rummy.melds.meld import LaidMeld, is_wild
from scorekeeper.rummy.melds.suit_runs import HIGH_ACE, KING


@dataclass(frozen=True, slots=True)
class ContractMelds:
    """The complete and incomplete melds of a contract in a hand, and the cards left over.

    `lacking` is the number of cards that the hand still needs. It is 0 if the hand meets the
    contract.
    """

    melds: tuple[LaidMeld, ...]
    left: tuple[Card, ...]
    lacking: int


def contract_melds(
    cards: Sequence[Card], deal: Deal, melds: Sequence[ContractMeld]
) -> ContractMelds:
    """Return the melds of this contract that leave the fewest points in the hand.

    A set can repeat a suit. If the hand meets the contract, spare wild cards join the melds until
    the melds are full. If the hand does not meet the contract, the melds lack as few cards as
    possible. In games that limit the wild cards in a meld, the result can name one card too many.

    >>> from scorekeeper.rummy.cards import print_cards, read_cards
    >>> from scorekeeper.rummy.deal import card_points
    >>> deal = Deal(worth=card_points(), hand_size=None, decks=2, sets_repeat=True)
    >>> hand = read_cards("7S 7S 7D 8D 9D TD JD KC")
    >>> contract = [ContractMeld(MeldKind.SET, 3), ContractMeld(MeldKind.RUN, 4)]
    >>> laid = contract_melds(hand, deal, contract)
    >>> laid.lacking, print_cards(laid.left)
    (0, 'KC')
    """
    hand = _hand_of(cards, deal)
    order = in_search_order(melds)
    wanted = [melds[place] for place in order]
    for lacking in count(max(0, sum(meld.size for meld in melds) - len(cards))):
        if plan := contract_plan(hand, wanted, lacking):
            table = _Table(cards, deal, hand, wanted)
            table.lay(plan)
            if not lacking:
                table.add_wilds()
            return table.contract_melds(lacking, order)
    raise AssertionError("any contract is met with enough cards")


def _hand_of(cards: Sequence[Card], deal: Deal) -> ContractHand:
    held = [[0] * len(SUITS) for _ in RANKS]
    wilds = [card for card in cards if is_wild(card, deal)]
    for card in cards:
        if not is_wild(card, deal):
            held[PLACE[card.rank]][SUITS.index(card.suit)] += 1
    return ContractHand(
        held=tuple(map(tuple, held)),
        wilds=len(wilds),
        own=sum(card.rank != JOKER_RANK for card in wilds),
        worth=deal.worth_by_place,
        ace_high=deal.ace_high,
        corner=deal.corner,
        max_wild=deal.max_wild,
    )


@dataclass
class _Slot:
    """A place in a meld: the card that the place stands for, and the card that is there."""

    stands_for: Card
    card: Card | None = None


@dataclass
class _Meld:
    """A meld being laid down, with at most `most_wilds` wild cards. A run goes up from `first`.

    Without a card that stands for itself, the meld has no slots.
    """

    asked: ContractMeld
    most_wilds: int
    slots: list[_Slot]
    first: int = 0
    wilds: int = 0

    @property
    def kind(self) -> MeldKind:
        return self.asked.kind

    @property
    def has_room(self) -> bool:
        has_place = self.kind is MeldKind.SET or len(self.slots) < PLACES
        return has_place and self.wilds < self.most_wilds

    @property
    def empty(self) -> list[_Slot]:
        return [slot for slot in self.slots if slot.card is None]

    def laid(self) -> LaidMeld:
        filled = [(slot.card, slot.stands_for) for slot in self.slots if slot.card]
        return LaidMeld(
            kind=self.kind,
            cards=tuple(card for card, _ in filled),
            stands_for=tuple(card for _, card in filled),
            missing=tuple(slot.stands_for for slot in self.empty),
        )


class _Table:
    """The cards of one hand while they are laid down."""

    def __init__(
        self, cards: Sequence[Card], deal: Deal, hand: ContractHand, asked: Sequence[ContractMeld]
    ) -> None:
        self.deal, self.hand, self.asked = deal, hand, asked
        self.naturals = [card for card in cards if not is_wild(card, deal)]
        # Cards are laid from the end, so the dearest cards come last and cheap cards are left over.
        wilds = [card for card in cards if is_wild(card, deal)]
        self.wilds = sorted(wilds, key=lambda card: deal.worth[card.rank])
        self.melds: list[_Meld] = []

    def lay(self, plan: ContractPlan) -> None:
        sets = [
            self._begin_set(set_plan, asked)
            for set_plan, asked in zip(plan.sets, self.asked, strict=False)
        ]
        runs = [
            self._begin_run(run_plan, asked)
            for run_plan, asked in zip(plan.runs, self.asked[len(sets) :], strict=True)
        ]
        for meld in sets:
            self._join(meld)
        self.melds = [*sets, *runs]
        # Melds that lack the fewest cards are completed first, so few stay incomplete.
        for meld in sorted(self.melds, key=lambda meld: len(meld.empty)):
            for slot in meld.empty[: max(0, meld.most_wilds - meld.wilds)]:
                slot.card = self._wild_for(slot.stands_for)
                meld.wilds += slot.card is not None

    def add_wilds(self) -> None:
        while self.wilds and (meld := next((laid for laid in self.melds if laid.has_room), None)):
            meld.wilds += 1
            if meld.kind is MeldKind.SET:
                rank = meld.slots[0].stands_for.rank
                meld.slots.append(_Slot(Card(rank), self.wilds.pop()))
            else:
                self._extend(meld)
                meld.empty[0].card = self.wilds.pop()

    def contract_melds(self, lacking: int, order: Sequence[int]) -> ContractMelds:
        """Return the melds in the order of the contract, and the cards left.

        `order` has the place of each meld in the contract.
        """
        melds = [meld.laid() for _, meld in sorted(zip(order, self.melds, strict=True), key=_place)]
        return ContractMelds(tuple(melds), (*self.naturals, *self.wilds), lacking)

    def _meld(self, asked: ContractMeld, slots: list[_Slot], first: int = 0) -> _Meld:
        wilds = sum(slot.card is not None and is_wild(slot.card, self.deal) for slot in slots)
        return _Meld(asked, self.hand.most_wilds(asked), slots, first, wilds)

    def _begin_set(self, plan: SetPlan, asked: ContractMeld) -> _Meld:
        if plan.place is None:
            kept = self._wild_itself()
        else:
            by_suit = zip(SUITS, plan.kept, strict=True)
            kept = [
                Card(RANKS[plan.place], suit) for suit, number in by_suit for _ in range(number)
            ]
            for card in kept:
                self.naturals.remove(card)
        slots = [_Slot(card, card) for card in kept]
        if slots:
            slots += [_Slot(Card(kept[0].rank)) for _ in range(asked.size - len(kept))]
        return self._meld(asked, slots)

    def _begin_run(self, plan: RunPlan, asked: ContractMeld) -> _Meld:
        if not plan.places:
            return self._begin_bare_run(asked)
        suit = "" if plan.suit is None else SUITS[plan.suit]
        slots = {place: _Slot(_card_at(place, suit)) for place in plan.places}
        for place, card_suit in plan.used:
            card = _card_at(place, SUITS[card_suit])
            self.naturals.remove(card)
            slots[place] = _Slot(card, card)
        return self._lengthened(self._meld(asked, [*slots.values()], plan.places[0]))

    def _begin_bare_run(self, asked: ContractMeld) -> _Meld:
        slots = [_Slot(card, card) for card in self._wild_itself()]
        if not slots:
            return self._meld(asked, slots)
        return self._lengthened(self._meld(asked, slots, PLACE[slots[0].stands_for.rank]))

    def _wild_itself(self) -> list[Card]:
        found = [card for card in self.wilds if card.rank != JOKER_RANK][:1]
        for card in found:
            self.wilds.remove(card)
        return found

    def _lengthened(self, run: _Meld) -> _Meld:
        while len(run.slots) < run.asked.size:
            self._extend(run)
        return run

    def _extend(self, run: _Meld) -> None:
        """Add an empty slot at the top of a run, or at the bottom if the run cannot go higher."""
        suit = "" if run.asked.mixed else run.slots[0].stands_for.suit
        after = run.first + len(run.slots)
        if self.deal.corner or after <= (HIGH_ACE if self.deal.ace_high and run.first else KING):
            run.slots.append(_Slot(_card_at(after, suit)))
        else:
            run.first -= 1
            run.slots.insert(0, _Slot(_card_at(run.first, suit)))

    def _join(self, meld: _Meld) -> None:
        rank = meld.slots[0].stands_for.rank if meld.slots else ""
        for card in [card for card in self.naturals if card.rank == rank]:
            self.naturals.remove(card)
            if meld.empty:
                meld.slots.remove(meld.empty[0])
            meld.slots.insert(len(meld.slots) - len(meld.empty), _Slot(card, card))

    def _wild_for(self, card: Card) -> Card | None:
        """Take a wild card for the place of this card.

        If melds do not limit wild cards, take a wild card that equals this card, if there is one.
        """
        itself = None if self.hand.max_wild else _take(self.wilds, card)
        return itself or (self.wilds.pop() if self.wilds else None)


def _place(placed: tuple[int, _Meld]) -> int:
    return placed[0]


def _take(cards: list[Card], card: Card) -> Card | None:
    if card not in cards:
        return None
    cards.remove(card)
    return card


def _card_at(place: int, suit: str) -> Card:
    return Card(RANKS[place % PLACES], suit)
