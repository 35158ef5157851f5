"""Strict reading and writing of one hand of a game document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.rummy.cards import (
    CARDS,
    EVERY_CARD,
    Card,
    CardError,
    Pieces,
    print_cards,
    read_card,
    read_cards,
    read_shown_cards,
)
from scorekeeper.rummy.documents.reading import read_boolean, read_extras, read_object, write_extras
from scorekeeper.rummy.hand import (
    OPENED_KEY,
    Count,
    Declared,
    Groups,
    Hand,
    Parts,
    PartValue,
    Unmatched,
    Whole,
)
from scorekeeper.rummy.judging.hand_validation import wrong_part
from scorekeeper.rummy.messages import Argument, Message, Seat, message
from scorekeeper.rummy.own_facts import HandPart
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variants import OWN_PARTS, PUT_DOWN

_WHOLE_KEYS = frozenset(["hand"])
_DECLARED_KEYS = frozenset(["melds", "unmatched"])
_PARTS_KEYS = frozenset([OPENED_KEY, "left", *PUT_DOWN, *OWN_PARTS])


def read_hand(hand: object, seat: Seat, pieces: Pieces = CARDS) -> Hand:
    """Read one hand: unmatched cards, a count, a whole hand, or parts. Raises `RuleError`."""
    if type(hand) is int:
        return Count(hand)
    if isinstance(hand, dict):
        if not (_WHOLE_KEYS | _DECLARED_KEYS) & {*hand}:
            return _read_parts(hand, seat, pieces)
        check_melds_known(pieces, seat)
        return _read_whole_hand(hand, seat, pieces)
    return Unmatched(read_hand_cards(hand, seat, "hands", seat, pieces=pieces))


def check_melds_known(pieces: Pieces, seat: Seat) -> None:
    """Raise `RuleError` if the pieces of a game have no suits, because melds need suits."""
    if not pieces.suits:
        text = message("Tiles have no colours here: enter what {player} has left, or its count.")
        raise RuleError(message(pieces.unsuited or text.template, player=seat), "hands", seat)


def _read_parts(hand: Mapping[str, Any], seat: Seat, pieces: Pieces) -> Parts:
    """Read a hand that can have more than the cards left."""
    fields = read_object(hand, _PARTS_KEYS, "hands", seat)
    put_down, *others = [key for key in PUT_DOWN if key in fields] or PUT_DOWN[:1]
    opened = fields.get(OPENED_KEY, True)
    is_other_way = isinstance(opened, str) and opened in OWN_PARTS[OPENED_KEY].choices
    if others:
        raise RuleError(message("Unknown field “{key}”.", key=others[0]), "hands", seat)
    return Parts(
        _read_left(fields["left"], seat, pieces) if "left" in fields else None,
        is_other_way or read_boolean(opened, "hands", seat, OPENED_KEY),
        read_extras(fields),
        _read_shown(fields[put_down], seat, put_down) if put_down in fields else None,
        tuple(
            (key, value)
            for key, part in OWN_PARTS.items()
            if key in fields and (is_other_way or key != OPENED_KEY)
            if not _is_usual(value := _read_part(fields[key], seat, part), part)
        ),
        put_down,
        OPENED_KEY in fields,
    )


def _is_usual(value: PartValue, part: HandPart) -> bool:
    return value == () or (part.is_flag and value == part.usual)


def _read_part(value: object, seat: Seat, part: HandPart) -> PartValue:
    if part.of_several:
        return read_several(value, seat, part)
    if part.is_flag:
        return read_boolean(value, "hands", seat, part.key)
    if part.is_phase and isinstance(value, bool | int):
        return value
    if isinstance(value, str) and value in part.choices:
        return value
    if part.choices or type(value) is not int:
        raise wrong_part(part, seat)
    return value


def read_several(values: object, seat: Seat, part: HandPart) -> tuple[str, ...]:
    """Read several choices of a part, in the order of the part. Raises `RuleError` at the hand."""
    if not isinstance(values, list) or not all(value in list(part.choices) for value in values):
        raise wrong_part(part, seat)
    for value in part.choices:
        if values.count(value) > 1:
            text = message("For {player}, “{name}” is there twice.", player=seat, name=value)
            raise RuleError(text, "hands", seat, part.key)
    return tuple(value for value in part.choices if value in values)


def _read_shown(shown: object, seat: Seat, key: str) -> Groups | Count:
    if type(shown) is int:
        return Count(shown)
    if isinstance(shown, list):
        read = [
            read_shown_group(group, seat, "hands", seat, key, index)
            for index, group in enumerate(shown)
        ]
    else:
        read = [read_shown_group(shown, seat, "hands", seat, key)]
    return tuple(group for group in read if group)


def read_shown_group(group: object, seat: Seat, *where: str | int) -> tuple[Card, ...]:
    if not isinstance(group, str):
        text = message("What {player} put down is groups of cards, or a count.", player=seat)
        raise RuleError(text, *where)
    try:
        return read_shown_cards(group)
    except CardError as error:
        raise _no_card(error, seat, *where) from None


def _read_left(left: object, seat: Seat, pieces: Pieces) -> Unmatched | Count:
    if type(left) is int:
        return Count(left)
    return Unmatched(read_hand_cards(left, seat, "hands", seat, "left", pieces=pieces))


def _read_whole_hand(hand: Mapping[str, Any], seat: Seat, pieces: Pieces) -> Whole | Declared:
    if "hand" in hand:
        fields = read_object(hand, _WHOLE_KEYS, "hands", seat)
        cards = read_hand_cards(fields["hand"], seat, "hands", seat, "hand", pieces=pieces)
        return Whole(cards, read_extras(fields))
    fields = read_object(hand, _DECLARED_KEYS, "hands", seat)
    melds = fields.get("melds")
    if not isinstance(melds, list):
        text = message(
            "Enter {player}’s whole hand, or the melds and what is unmatched.", player=seat
        )
        raise RuleError(text, "hands", seat)
    return Declared(
        tuple(
            read_hand_cards(meld, seat, "hands", seat, "melds", index, pieces=pieces)
            for index, meld in enumerate(melds)
        ),
        read_hand_cards(
            fields.get("unmatched", ""), seat, "hands", seat, "unmatched", pieces=pieces
        ),
        read_extras(fields),
    )


def read_hand_cards(
    cards: object, seat: Seat, *where: str | int, pieces: Pieces = CARDS
) -> tuple[Card, ...]:
    """Read cards from a text or a list. Raises `RuleError` at `where`."""
    try:
        if isinstance(cards, str):
            return read_cards(cards, pieces)
        if isinstance(cards, list) and all(isinstance(card, str) for card in cards):
            return tuple(read_card(card, pieces) for card in cards)
    except CardError as error:
        raise _no_card(error, seat, *where, pieces=pieces) from None
    text = message("{player}’s hand must be cards or a whole number of points.", player=seat)
    if pieces.are_tiles:
        text = message("{player}’s rack must be tiles or a whole number of points.", player=seat)
    raise RuleError(text, *where)


def _no_card(error: CardError, seat: Seat, *where: str | int, pieces: Pieces = CARDS) -> RuleError:
    facts: dict[str, Argument] = {"card": error.text, "player": seat}
    text = lacking_card(error, pieces)
    if text is None and pieces.are_tiles:
        text = message("“{card}” on {player}’s rack is not a tile.", **facts)
    return RuleError(text or message("“{card}” in {player}’s hand is not a card.", **facts), *where)


def lacking_card(error: CardError, pieces: Pieces) -> Message | None:
    try:
        read_card(error.text, EVERY_CARD)
    except CardError:
        return None
    return Message(pieces.lacking) if pieces.lacking else None


def write_hand(hand: Hand) -> str | int | dict[str, Any]:
    if isinstance(hand, Count):
        return hand.points
    if isinstance(hand, Unmatched):
        return print_cards(hand.cards)
    if isinstance(hand, Parts):
        return _write_parts(hand)
    if isinstance(hand, Whole):
        return {"hand": print_cards(hand.cards), **write_extras(hand.extras)}
    return {
        "melds": [print_cards(meld) for meld in hand.melds],
        "unmatched": print_cards(hand.unmatched),
        **write_extras(hand.extras),
    }


def _write_parts(hand: Parts) -> dict[str, Any]:
    """The document of a hand in parts. A hand without other parts has the key `opened`."""
    parts: dict[str, Any] = {}
    if isinstance(hand.shown, Count):
        parts[hand.shown_as] = hand.shown.points
    elif hand.shown is not None:
        parts[hand.shown_as] = [print_cards(group) for group in hand.shown]
    if hand.left is not None:
        parts["left"] = write_hand(hand.left)
    if not hand.opened or hand.says_opened or not (parts or hand.own):
        parts[OPENED_KEY] = hand.opened
    own = {key: [*value] if isinstance(value, tuple) else value for key, value in hand.own}
    return parts | own | write_extras(hand.extras)
