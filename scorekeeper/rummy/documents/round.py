"""One round of a game document, read strictly and written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.rummy.cards import (
    CARDS,
    Card,
    CardError,
    Pieces,
    read_card,
)
from scorekeeper.rummy.documents.hand import read_hand, write_hand
from scorekeeper.rummy.documents.reading import (
    ENTERED,
    read_extras,
    read_note,
    read_object,
    read_seat,
    read_string,
    seats_by_name,
    shortened,
    write_extras,
)
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import (
    ILLEGAL_KNOCK,
    Adjustment,
    AnyEnding,
    Extras,
    Hand,
    Round,
    RuleError,
)
from scorekeeper.rummy.variant import OwnFact
from scorekeeper.rummy.variants import ENDINGS, OWN_FACTS

LARGEST_ADJUSTMENT = 100_000

_ROUND_KEYS = frozenset(
    [
        "ending",
        "by",
        "hands",
        "upcard",
        "dealer",
        *OWN_FACTS,
        "allow",
        "adjustments",
        "note",
        ENTERED,
    ]
)

_ADJUSTMENT_KEYS = frozenset(["player", "points", "note"])


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
        own_facts=tuple(
            (key, _read_fact(fact, fields[key], seats))
            for key, fact in OWN_FACTS.items()
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


def _read_fact(fact: OwnFact, value: object, seats: Mapping[str, Seat]) -> Seat | str:
    """Who did it, or what it was; raises `RuleError` at the fact."""
    return read_choice(fact, value) if fact.choices else read_seat(value, seats, fact.key)


def read_choice(fact: OwnFact, value: object) -> str:
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
    if isinstance(allow, list) and all(slug == ILLEGAL_KNOCK for slug in allow):
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
            key: players[value] if isinstance(value, Seat) else value
            for key, value in played.own_facts
        },
        "allow": list(played.allow),
        "adjustments": [
            _write_adjustment(adjustment, players) for adjustment in played.adjustments
        ],
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
