"""One round of a game document with its hands, read strictly and written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.rummy.cards import (
    CARDS,
    Card,
    CardError,
    Pieces,
    print_cards,
    read_card,
    read_cards,
    read_shown_cards,
)
from scorekeeper.rummy.documents.reading import (
    ENTERED,
    read_boolean,
    read_extras,
    read_note,
    read_object,
    read_seat,
    read_string,
    seats_by_name,
    shortened,
    write_extras,
)
from scorekeeper.rummy.judging.validation import wrong_number
from scorekeeper.rummy.messages import Argument, Seat, message
from scorekeeper.rummy.round import (
    ILLEGAL_KNOCK,
    Adjustment,
    AnyEnding,
    Count,
    Declared,
    Extras,
    Groups,
    Hand,
    Parts,
    Round,
    RuleError,
    Unmatched,
    Whole,
)
from scorekeeper.rummy.variant import HandPart, RoundFact
from scorekeeper.rummy.variants import ENDINGS, FACTS, NUMBERS

_WHOLE_KEYS = frozenset(["hand"])
_DECLARED_KEYS = frozenset(["melds", "unmatched"])
_PARTS_KEYS = frozenset(["opened", "shown", "left", *NUMBERS])

LARGEST_ADJUSTMENT = 100_000

_ROUND_KEYS = frozenset(
    [
        "ending",
        "by",
        "hands",
        "upcard",
        "dealer",
        *FACTS,
        "allow",
        "adjustments",
        "note",
        ENTERED,
    ]
)

_ADJUSTMENT_KEYS = frozenset(["player", "points", "note"])


def read_hand(hand: object, seat: Seat, pieces: Pieces = CARDS) -> Hand:
    """Read one hand: unmatched cards, a count, or a whole hand; raises `RuleError`."""
    if type(hand) is int:
        return Count(hand)
    if isinstance(hand, dict):
        if not (_WHOLE_KEYS | _DECLARED_KEYS) & {*hand}:
            return _read_parts(hand, seat, pieces)
        check_melds_known(pieces, seat)
        return _read_whole_hand(hand, seat)
    return Unmatched(read_hand_cards(hand, seat, "hands", seat, pieces=pieces))


def check_melds_known(pieces: Pieces, seat: Seat) -> None:
    """Refuse a hand with its melds in a game whose melds are not known; raises `RuleError`."""
    if not pieces.suits:
        text = message(
            "Tiles have no colours here: enter what {player} has left, or its count.", player=seat
        )
        raise RuleError(text, "hands", seat)


def _read_parts(hand: Mapping[str, Any], seat: Seat, pieces: Pieces) -> Parts:
    """A hand in a game where more counts than the cards left; a part left out is empty."""
    fields = read_object(hand, _PARTS_KEYS, "hands", seat)
    return Parts(
        _read_left(fields["left"], seat, pieces) if "left" in fields else None,
        read_boolean(fields.get("opened", True), "hands", seat, "opened"),
        read_extras(fields),
        _read_shown(fields["shown"], seat) if "shown" in fields else None,
        tuple(
            (key, _read_number(fields[key], seat, part))
            for key, part in NUMBERS.items()
            if key in fields
        ),
    )


def _read_number(number: object, seat: Seat, part: HandPart) -> int:
    if type(number) is not int:
        raise wrong_number(part, seat)
    return number


def _read_shown(shown: object, seat: Seat) -> Groups | Count:
    """What a player put down: a count, or groups of cards."""
    if type(shown) is int:
        return Count(shown)
    if isinstance(shown, list):
        read = [
            read_shown_group(group, seat, "hands", seat, "shown", index)
            for index, group in enumerate(shown)
        ]
    else:
        read = [read_shown_group(shown, seat, "hands", seat, "shown")]
    return tuple(group for group in read if group)


def read_shown_group(group: object, seat: Seat, *where: str | int) -> tuple[Card, ...]:
    """A group of cards that a player put down; raises `RuleError` at `where`."""
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


def _read_whole_hand(hand: Mapping[str, Any], seat: Seat) -> Whole | Declared:
    """A hand with all its cards, perhaps as its player laid it out."""
    if "hand" in hand:
        fields = read_object(hand, _WHOLE_KEYS, "hands", seat)
        return Whole(
            read_hand_cards(fields["hand"], seat, "hands", seat, "hand"), read_extras(fields)
        )
    fields = read_object(hand, _DECLARED_KEYS, "hands", seat)
    melds = fields.get("melds")
    if not isinstance(melds, list):
        text = message(
            "Enter {player}’s whole hand, or the melds and what is unmatched.", player=seat
        )
        raise RuleError(text, "hands", seat)
    return Declared(
        tuple(
            read_hand_cards(meld, seat, "hands", seat, "melds", index)
            for index, meld in enumerate(melds)
        ),
        read_hand_cards(fields.get("unmatched", ""), seat, "hands", seat, "unmatched"),
        read_extras(fields),
    )


def read_hand_cards(
    cards: object, seat: Seat, *where: str | int, pieces: Pieces = CARDS
) -> tuple[Card, ...]:
    """The cards of a player's hand, from a text or a list; raises `RuleError` at `where`."""
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
    text = message("“{card}” in {player}’s hand is not a card.", **facts)
    if pieces.are_tiles:
        text = message("“{card}” on {player}’s rack is not a tile.", **facts)
    return RuleError(text, *where)


def write_hand(hand: Hand) -> str | int | dict[str, Any]:
    """The document of one hand."""
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
    """The document of a hand of several parts; where nothing was shown, it says who opened."""
    parts: dict[str, Any] = {}
    if isinstance(hand.shown, Count):
        parts["shown"] = hand.shown.points
    elif hand.shown is not None:
        parts["shown"] = [print_cards(group) for group in hand.shown]
    if hand.left is not None:
        parts["left"] = write_hand(hand.left)
    if not hand.opened or (hand.shown is None and not hand.numbers):
        parts["opened"] = hand.opened
    return parts | dict(hand.numbers) | write_extras(hand.extras)


def read_round(entry: object, players: Sequence[str], pieces: Pieces = CARDS) -> Round:
    """Read one round of a document; raises `RuleError` with a place relative to the round.

    >>> read_round({"ending": "out", "by": "Bob", "hands": {"Ann": "K 9"}}, ["Ann", "Bob"]).by
    1
    """
    try:
        return read_seated_round(entry, seats_by_name(players), pieces)
    except RuleError as error:
        raise error.under(names=players) from None


def read_seated_round(entry: object, seats: Mapping[str, Seat], pieces: Pieces) -> Round:
    """Read one round when the seats by name are known; see `read_round`."""
    fields = read_object(entry, _ROUND_KEYS)
    return Round(
        ending=read_ending(fields.get("ending")),
        by=read_seat(fields["by"], seats, "by") if "by" in fields else None,
        hands=_read_hands(fields["hands"], seats, pieces) if "hands" in fields else (),
        upcard=read_upcard(fields["upcard"]) if "upcard" in fields else None,
        dealer=read_seat(fields["dealer"], seats, "dealer") if "dealer" in fields else None,
        facts=tuple(
            (key, _read_fact(fact, fields[key], seats))
            for key, fact in FACTS.items()
            if key in fields
        ),
        allow=_read_allow(fields["allow"]) if "allow" in fields else (),
        adjustments=_read_adjustments(fields["adjustments"], seats)
        if "adjustments" in fields
        else (),
        note=read_note(fields["note"], "note") if "note" in fields else "",
        extras=read_extras(fields) + _hands_extras(fields.get("hands"), seats),
    )


def read_ending(slug: object) -> AnyEnding:
    """The ending with this name; raises `RuleError` at `ending`."""
    ending = ENDINGS.get(slug) if isinstance(slug, str) else None
    if ending is None:
        raise RuleError(message("Choose how the round ended."), "ending")
    return ending


def _read_fact(fact: RoundFact, value: object, seats: Mapping[str, Seat]) -> Seat | str:
    """Who did it, or what it was; raises `RuleError` at the fact."""
    return read_choice(fact, value) if fact.choices else read_seat(value, seats, fact.key)


def read_choice(fact: RoundFact, value: object) -> str:
    """One of the choices of a fact; raises `RuleError` at the fact."""
    if isinstance(value, str) and value in fact.choices:
        return value
    text = message("This must be one of these: {choices}.", choices=", ".join(fact.choices))
    raise RuleError(text, fact.key)


def _hands_extras(hands: object, seats: Mapping[str, Seat]) -> Extras:
    """The `x-` keys among the hands, unless one is the name of a player."""
    if not isinstance(hands, dict):
        return ()
    others = {key: hand for key, hand in hands.items() if key not in seats}
    return read_extras(others, "hands") if others else ()


def _read_hands(
    hands: object, seats: Mapping[str, Seat], pieces: Pieces
) -> tuple[Hand | None, ...]:
    if not isinstance(hands, dict):
        raise RuleError(message("Enter every player’s hand, by name."), "hands")
    if not hands:
        return ()
    read: list[Hand | None] = [None] * len(seats)
    for name, hand in hands.items():
        seat = seats.get(name)
        if seat is None and name.startswith("x-"):
            continue
        if seat is None:
            seat = read_seat(name, seats, "hands", shortened(name))
        if read[seat] is not None:
            raise RuleError(message("{player}’s hand is there twice.", player=seat), "hands", seat)
        read[seat] = read_hand(hand, seat, pieces)
    return tuple(read)


def read_upcard(upcard: object) -> Card:
    """The upcard; raises `RuleError` at `upcard`."""
    text = read_string(upcard, "upcard")
    try:
        return read_card(text)
    except CardError as error:
        raise RuleError(message("“{card}” is not a card.", card=error.text), "upcard") from None


def _read_allow(allow: object) -> tuple[str, ...]:
    if isinstance(allow, list) and all(each == ILLEGAL_KNOCK for each in allow):
        return (ILLEGAL_KNOCK,) if allow else ()
    raise RuleError(message("All that can be allowed is “{known}”.", known=ILLEGAL_KNOCK), "allow")


def _read_adjustments(entries: object, seats: Mapping[str, Seat]) -> tuple[Adjustment, ...]:
    if not isinstance(entries, list):
        raise RuleError(message("The adjustments must be a list."), "adjustments")
    read = []
    for index, entry in enumerate(entries):
        try:
            read.append(_read_adjustment(entry, seats))
        except RuleError as error:
            raise error.under("adjustments", index) from None
    return tuple(read)


def _read_adjustment(entry: object, seats: Mapping[str, Seat]) -> Adjustment:
    fields = read_object(entry, _ADJUSTMENT_KEYS)
    points = read_points(fields.get("points"))
    return Adjustment(
        seat=read_seat(fields.get("player"), seats, "player"),
        points=points,
        note=read_note(fields.get("note", ""), "note"),
        extras=read_extras(fields),
    )


def read_points(points: object) -> int:
    """The points of an adjustment; raises `RuleError` at `points`."""
    if type(points) is not int or not -LARGEST_ADJUSTMENT <= points <= LARGEST_ADJUSTMENT:
        text = message(
            "An adjustment is a whole number of points, up to {most}.", most=LARGEST_ADJUSTMENT
        )
        raise RuleError(text, "points")
    return points


def write_round(played: Round, players: Sequence[str]) -> dict[str, Any]:
    """The document of one round, without what was not given."""
    hands = {
        players[seat]: write_hand(hand)
        for seat, hand in enumerate(played.hands)
        if hand is not None
    }
    hands |= write_extras(played.extras, "hands")
    parts = {
        "by": None if played.by is None else players[played.by],
        "hands": hands,
        "upcard": played.upcard and str(played.upcard),
        "dealer": None if played.dealer is None else players[played.dealer],
        **{
            key: players[value] if isinstance(value, Seat) else value for key, value in played.facts
        },
        "allow": list(played.allow),
        "adjustments": [_write_adjustment(each, players) for each in played.adjustments],
        "note": played.note,
        **write_extras(played.extras),
    }
    return {"ending": played.ending.value} | {
        key: value for key, value in parts.items() if value or key.startswith("x-")
    }


def _write_adjustment(adjustment: Adjustment, players: Sequence[str]) -> dict[str, Any]:
    note = {"note": adjustment.note} if adjustment.note else {}
    return {
        "player": players[adjustment.seat],
        "points": adjustment.points,
        **note,
        **write_extras(adjustment.extras),
    }
