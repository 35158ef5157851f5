"""Check that a hand is possible: its size, its cards, its parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from scorekeeper.rummy.cards import JOKER_RANK, LOW_ACE_RANK, Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.hand import Count, Declared, Hand, Parts, PartValue, Unmatched, Whole
from scorekeeper.rummy.judging.put_down import with_whole_aces
from scorekeeper.rummy.melds.meld import meld_fault
from scorekeeper.rummy.messages import Argument, Message, Seat, message
from scorekeeper.rummy.own_facts import LAST_PHASE, OPENED, SHOWN, HandPart
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.sides import numbered
from scorekeeper.rummy.variant import Variant

_NOT_ASKED = {
    OPENED.key: message("Whether {player} opened does not count in this game."),
    SHOWN.key: message("This game does not use “shown”: leave it out of {player}’s hand."),
}

MOST_LAID_OUT = 40
"""The most cards in a hand to lay out. Real hands have fewer cards. Larger hands would be slow."""


def check_hand(
    deal: Deal, seat: Seat, hand: Hand, *, more: bool = False, ended: bool = False
) -> None:
    """Reject a hand that is impossible whatever the other players hold.

    `more` adds one card to the size of a whole hand. `ended` says that the player of the hand ended
    the round. Raises `RuleError` at the hand, at its cards left, or at an invalid meld in it.
    """
    row: tuple[str, ...] = ()
    if isinstance(hand, Parts):
        if isinstance(hand.shown, Count):
            _check_count(deal, seat, hand.shown.points, hand.shown_as)
        row = ("left",) if hand.shown is not None else ()
        _check_in_pack(deal, seat, hand.cards)
        _check_low_aces(deal, seat, hand.cards)
        hand = hand.left or Unmatched(())
    if isinstance(hand, Count):
        _check_count(deal, seat, hand.points, *row)
        return
    if isinstance(hand, Unmatched):
        _check_size(deal.hand_size, seat, hand.cards)
    else:
        _check_whole(deal, seat, hand, whole_size(deal, more=more), ended)
    _check_in_pack(deal, seat, hand.cards)


def check_can_be_laid_out(seat: Seat, hand: Hand) -> None:
    """Reject a hand whose best layout would take too long to find. Raises `RuleError` at the hand.

    Cards put down do not count, because they stay unchanged.
    """
    if isinstance(hand, Parts):
        hand = hand.left or Unmatched(())
    if not isinstance(hand, Count) and len(hand.cards) > MOST_LAID_OUT:
        text = message(
            "{player}’s hand has {number} cards: from {most} up, enter what it counts.",
            player=seat,
            number=len(hand.cards),
            most=MOST_LAID_OUT + 1,
        )
        raise RuleError(text, "hands", seat)


def _check_in_pack(deal: Deal, seat: Seat, cards: tuple[Card, ...]) -> None:
    if not deal.jokers and JOKER_RANK in [card.rank for card in cards]:
        raise RuleError(
            message("{player} cannot have a joker: you play without.", player=seat), "hands", seat
        )
    if deal.wild_card is not None and deal.wild_card in cards:
        raise RuleError(is_wild_here(deal.wild_card), "hands", seat)
    for card in cards:
        if card.rank not in deal.worth and card.rank != LOW_ACE_RANK:
            text = message(
                "{player} cannot have {card}: you play without.", player=seat, card=Card(card.rank)
            )
            raise RuleError(text, "hands", seat)


def is_wild_here(card: Card) -> Message:
    return message("{card} is wild here: enter it as a joker.", card=card)


def _check_low_aces(deal: Deal, seat: Seat, cards: tuple[Card, ...]) -> None:
    if LOW_ACE_RANK not in deal.worth and LOW_ACE_RANK in [card.rank for card in cards]:
        facts: dict[str, Argument] = {"card": LOW_ACE_RANK, "player": seat}
        text = message("“{card}” in {player}’s hand is not a card.", **facts)
        raise RuleError(text, "hands", seat)


def _check_count(deal: Deal, seat: Seat, points: int, *row: str) -> None:
    if not 0 <= points <= deal.highest_count:
        text = message(
            "{player}’s count must be a whole number from 0 to {most}.",
            player=seat,
            most=deal.highest_count,
        )
        raise RuleError(text, "hands", seat, *row)


def _check_size(most: int | None, seat: Seat, cards: tuple[Card, ...]) -> None:
    if most is not None and len(cards) > most:
        text = message(
            "{player}’s hand has {number} cards, but {most} is the most.",
            player=seat,
            number=len(cards),
            most=most,
        )
        raise RuleError(text, "hands", seat)


def whole_size(deal: Deal, *, more: bool = False) -> int | None:
    """Return the size of a whole hand, plus one if `more`. `None` for any number of cards."""
    return None if deal.hand_size is None else deal.hand_size + more


def _check_whole(
    deal: Deal, seat: Seat, hand: Whole | Declared, size: int | None, ended: bool
) -> None:
    if not deal.exact:
        _check_size(size, seat, hand.cards)
    elif len(hand.cards) != size:
        raise _wrong_size(seat, len(hand.cards), size or 0, ended)
    if any(not card.suit and card.rank != JOKER_RANK for card in hand.cards):
        text = message(
            "A whole hand needs suits, and {player} has a card without one.", player=seat
        )
        raise RuleError(text, "hands", seat)
    for index, meld in enumerate(hand.melds if isinstance(hand, Declared) else ()):
        if (fault := meld_fault(meld, deal)) is not None:
            raise RuleError(fault, "hands", seat, "melds", index)


def _wrong_size(seat: Seat, number: int, size: int, ended: bool) -> RuleError:
    """Return the error. It mentions the discard if the extra card is probably the discard."""
    text = message("{player}’s whole hand has {number} cards; it should have {size}.")
    if ended and number == size + 1:
        text = message(
            "{player}’s whole hand has {number} cards; it should have {size}. Leave out the "
            "card that was discarded."
        )
    told = message(text.template, player=seat, number=number, size=size)
    return RuleError(told, "hands", seat)


def check_copies(deal: Deal, hands: tuple[Hand | None, ...], seats: Sequence[Seat]) -> None:
    """Reject more copies of a card or rank than the decks have, at the hand with the extra copy.

    `seats` are the owners of the hands.
    """
    by_seat = [_cards_of(hand) for hand in hands]
    if _all_different(by_seat):
        return
    cards: Counter[Card] = Counter()
    ranks: Counter[str] = Counter()
    for index, held in enumerate(by_seat):
        cards.update(held)
        ranks.update([card.rank for card in held])
        for card in held:
            limit = deal.most_of_rank[card.rank]
            if ranks[card.rank] > limit:
                raise _too_many(numbered(index, seats), Card(card.rank), limit, hands)
            if card.suit and cards[card] > deal.decks:
                raise _one_too_many(numbered(index, seats), card, deal.decks, hands, seats)


def _all_different(by_seat: list[tuple[Card, ...]]) -> bool:
    """Check whether every card has a suit and no card repeats. If so, copies need no counting."""
    suited = {card.rank + card.suit for held in by_seat for card in held if card.suit}
    return len(suited) == sum(map(len, by_seat))


def _one_too_many(
    seat: Seat, card: Card, decks: int, hands: tuple[Hand | None, ...], seats: Sequence[Seat]
) -> RuleError:
    """Return the error for one copy too many. With one deck, it says where the other copy is."""
    if decks > 1:
        return _too_many(seat, card, decks, hands)
    holders = [numbered(index, seats) for index in range(seat) if card in _cards_of(hands[index])]
    if not holders:
        text = message(
            "{player}’s hand has {card} twice, but the deck has only one.", player=seat, card=card
        )
    elif len(seats) == 2:
        text = message("{card} is in both hands, but the deck has only one.", card=card)
    else:
        text = message(
            "{card} is in {other}’s hand and in {player}’s, but the deck has only one.",
            card=card,
            other=holders[0],
            player=seat,
        )
    return RuleError(text, "hands", seat)


def _cards_of(hand: Hand | None) -> tuple[Card, ...]:
    if hand is None or isinstance(hand, Count):
        return ()
    return with_whole_aces(hand.cards) if isinstance(hand, Parts) else hand.cards


def copies_in(hand: Hand | None, card: Card) -> int:
    """Return the number of copies of a card in a hand. Without a suit, it is any of its rank."""
    return sum(held.rank == card.rank and card.suit in ("", held.suit) for held in _cards_of(hand))


def _too_many(seat: Seat, card: Card, limit: int, hands: tuple[Hand | None, ...]) -> RuleError:
    """Return the error. It names a player only if this player’s hand alone has too many."""
    text = message(
        "{player}’s hand has too many {card}: this game has only {number}.",
        player=seat,
        card=card,
        number=limit,
    )
    if copies_in(hands[seat], card) <= limit:
        count = sum(copies_in(hand, card) for hand in hands)
        text = message(
            "The hands have too many {card} together: {count}, but this game has only {most}.",
            card=card,
            count=count,
            most=limit,
        )
    return RuleError(text, "hands", seat)


def check_parts(variant: Variant, rules: Any, seat: Seat, hand: Parts) -> None:
    """Reject parts of a hand that the game does not ask for, and parts with impossible values.

    Raises `RuleError` at the hand or at the part.
    """
    if not variant.hand_parts:
        text = message("In this game {player}’s hand is just what is left.", player=seat)
        raise RuleError(text, "hands", seat)
    if OPENED.key in dict(hand.own) and OPENED in variant.hand_parts:
        raise RuleError(message("This must be true or false."), "hands", seat, OPENED.key)
    for key in sorted(hand.given - variant.part_keys):
        told = _NOT_ASKED.get(key, message("“{name}” does not count in this game."))
        raise RuleError(message(told.template, player=seat, name=key), "hands", seat)
    given = dict(hand.own)
    for part in variant.own_parts:
        if part.key not in given:
            continue
        if not _is_possible(given[part.key], part):
            raise wrong_part(part, seat)
        if given[part.key] and not part.counts(rules):
            raise _not_counted(part.key, part, seat)
        for choice in _choices_in(given[part.key]):
            if choice not in part.offered(rules):
                raise _not_counted(choice, part, seat)


def _choices_in(value: PartValue) -> Sequence[str]:
    return (value,) if isinstance(value, str) else value if isinstance(value, tuple) else ()


def _not_counted(name: str, part: HandPart, seat: Seat) -> RuleError:
    text = message("“{name}” does not count in this game.", name=name)
    return RuleError(text, "hands", seat, part.key)


def _is_possible(value: PartValue, part: HandPart) -> bool:
    if part.of_several or isinstance(value, tuple):
        return part.of_several and isinstance(value, tuple) and {*value} <= {*part.choices}
    if part.is_phase:
        return isinstance(value, bool) or (isinstance(value, int) and 1 <= value <= LAST_PHASE)
    if part.most:
        return type(value) is int and part.least <= value <= part.most
    return value in part.choices if part.choices else value is (not part.usual)


def wrong_part(part: HandPart, seat: Seat) -> RuleError:
    if not part.most:
        either = f"true, false, 1–{LAST_PHASE}" if part.is_phase else "true, false"
        allowed = ", ".join(part.choices) or either
        if part.is_opening:
            allowed = f"true, false, {allowed}"
        text = message("For {player}, “{name}” must be one of these: {choices}.")
        if part.of_several:
            text = message("For {player}, “{name}” must be a list of these: {choices}.")
        told = message(text.template, player=seat, name=part.key, choices=allowed)
        return RuleError(told, "hands", seat)
    text = message(
        "For {player}, {part} must be a whole number from {least} to {most}.",
        player=seat,
        part=part.name,
        least=part.least,
        most=part.most,
    )
    return RuleError(text, "hands", seat, part.key)
