"""Strict reading and writing of one entry of a game document.

An entry is a round, or an event between two rounds such as a player who leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.cards import CARDS, Card, CardError, Pieces, read_card
from scorekeeper.rummy.documents.hand import read_hand, write_hand
from scorekeeper.rummy.documents.reading import (
    ENTERED,
    Seating,
    read_extras,
    read_note,
    read_object,
    read_seat,
    read_side,
    read_string,
    seats_by_name,
    shortened,
    write_extras,
)
from scorekeeper.rummy.entering import Draft
from scorekeeper.rummy.hand import Extras, Hand
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.own_facts import OwnFact
from scorekeeper.rummy.round import Adjustment, AnyEnding, Round, RuleError, ToldFact, for_seats
from scorekeeper.rummy.sides import Seated, by_side
from scorekeeper.rummy.variants import ALLOWED, ENDINGS, OWN_FACTS

LARGEST_ADJUSTMENT = 100_000

ROUND_KEYS = frozenset(
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
"""The keys of a round in a document."""

BETWEEN = "between"
"""The key of an entry between two rounds."""

_BETWEEN_KEYS = frozenset([*BetweenKind, "note"])

_ADJUSTMENT_KEYS = frozenset(["player", "points", "note"])


def read_round(entry: object, players: Sequence[str], pieces: Pieces = CARDS) -> Round:
    """Read one round of a document. Raises `RuleError` with the path inside the round.

    >>> read_round({"ending": "out", "by": "Bob", "hands": {"Ann": "K 9"}}, ["Ann", "Bob"]).by
    1
    """
    try:
        return read_seated_round(entry, seats_by_name(players), pieces)
    except RuleError as error:
        raise error.under(names=players) from None


def read_entry(entry: object, seats: Seating, pieces: Pieces) -> Round | Between:
    """Read a round or an entry between rounds. Raises `RuleError` with a path inside the entry."""
    if isinstance(entry, dict) and BETWEEN in entry:
        return _read_between(entry, seats)
    return read_seated_round(entry, seats, pieces)


def _read_between(entry: Mapping[str, Any], seats: Seating) -> Between:
    read_object(entry, frozenset([BETWEEN, ENTERED]))
    fields = read_object(entry[BETWEEN], _BETWEEN_KEYS, BETWEEN)
    kinds = [kind for kind in BetweenKind if kind in fields]
    if len(kinds) != 1:
        known = ", ".join(BetweenKind)
        raise RuleError(
            message("This must be exactly one of these: {known}.", known=known), BETWEEN
        )
    kind = kinds[0]
    try:
        named = _read_seats(kind, fields[kind], seats)
        note = read_note(fields["note"], "note") if "note" in fields else ""
    except RuleError as error:
        raise error.under(BETWEEN) from None
    return Between(
        kind=kind,
        seats=tuple(named),
        points=tuple(points for points in named.values() if points is not None),
        note=note,
        extras=read_extras(entry) + read_extras(fields, BETWEEN),
    )


def _read_seats(kind: BetweenKind, named: object, seats: Seating) -> dict[Seat, int | None]:
    has_points = kind.has_points
    if has_points and isinstance(named, dict):
        pairs = list(named.items())
    elif not has_points and isinstance(named, list):
        pairs = [(name, None) for name in named]
    else:
        text = message("This must be the names of players.")
        if has_points:
            text = message("This must be points by the names of players.")
        raise RuleError(text, kind)
    if not pairs:
        raise RuleError(message("Name at least one player."), kind)
    read: dict[Seat, int | None] = {}
    for name, points in pairs:
        read_one = read_side if kind is BetweenKind.ADJUST else read_seat
        seat = read_one(name, seats, kind)
        if seat in read:
            raise RuleError(message("{player} is there twice.", player=seat), kind)
        read[seat] = _read_points_of(kind, seat, points) if has_points else None
    return read


def _read_points_of(kind: BetweenKind, seat: Seat, points: object) -> int:
    try:
        return read_points(points, kind, seat)
    except RuleError as error:
        if kind is BetweenKind.ADJUST:
            raise
        text = message(
            "{player} joins with a whole number of points, up to {most}.",
            player=seat,
            most=LARGEST_ADJUSTMENT,
        )
        raise RuleError(text, *error.where) from None


def read_seated_round(entry: object, seats: Seating, pieces: Pieces) -> Round:
    fields = read_object(entry, ROUND_KEYS)
    return Round(
        ending=read_ending(fields.get("ending")),
        hands=_read_hands(fields["hands"], seats, pieces) if "hands" in fields else (),
        extras=read_extras(fields) + _hands_extras(fields.get("hands"), seats),
        **read_facts(fields, seats),
    )


def read_facts(fields: Mapping[str, Any], seats: Seating) -> dict[str, Any]:
    """Read the facts of a round except its ending and hands. Raises `RuleError`."""
    facts: dict[str, Any] = {
        name: read(fields[name], seats) for name, read in _FACTS.items() if name in fields
    }
    facts["own_facts"] = tuple(
        (key, told)
        for key, fact in OWN_FACTS.items()
        if key in fields and (told := _read_fact(fact, fields[key], seats)) != ()
    )
    return facts


def read_ending(slug: object) -> AnyEnding:
    ending = ENDINGS.get(slug) if isinstance(slug, str) else None
    if ending is None:
        raise RuleError(message("Choose how the round ended."), "ending")
    return ending


def _read_fact(fact: OwnFact, value: object, seats: Seating) -> ToldFact:
    if fact.choices:
        return read_choice(fact, value)
    if not fact.of_several:
        return read_seat(value, seats, fact.key)
    if not isinstance(value, list):
        raise RuleError(message("This must be the names of players."), fact.key)
    return check_several(fact, [read_seat(name, seats, fact.key) for name in value])


def check_several(fact: OwnFact, named: Sequence[Seat]) -> tuple[Seat, ...]:
    """Sort players in order of play. Raises `RuleError` if the fact names a player twice."""
    for seat in named:
        if named.count(seat) > 1:
            raise RuleError(message("{player} is there twice.", player=seat), fact.key)
    return tuple(sorted(named))


def read_choice(fact: OwnFact, value: object) -> str:
    if isinstance(value, str) and (choice := fact.also.get(value, value)) in fact.choices:
        return choice
    text = message("This must be one of these: {choices}.", choices=", ".join(fact.choices))
    raise RuleError(text, fact.key)


def _hands_extras(hands: object, seats: Seating) -> Extras:
    """The `x-` keys among the hands. A name of a player that begins with `x-` is no such key."""
    if not isinstance(hands, dict):
        return ()
    known = seats.hands
    others = {key: hand for key, hand in hands.items() if key not in known}
    return read_extras(others, "hands") if others else ()


def _read_hands(hands: object, seats: Seating, pieces: Pieces) -> tuple[Hand | None, ...]:
    if not isinstance(hands, dict):
        raise RuleError(message("Enter every player’s hand, by name."), "hands")
    if not hands:
        return ()
    known = seats.hands
    read: list[Hand | None] = [None] * (max(known.values(), default=-1) + 1)
    for name, hand in hands.items():
        seat = known.get(name)
        if seat is None and name.startswith("x-"):
            continue
        if seat is None:
            seat = read_side(name, seats, "hands", shortened(name))
        if read[seat] is not None:
            raise RuleError(message("{player}’s hand is there twice.", player=seat), "hands", seat)
        read[seat] = read_hand(hand, seat, pieces)
    return tuple(read)


def read_upcard(upcard: object) -> Card:
    text = read_string(upcard, "upcard")
    try:
        return read_card(text)
    except CardError as error:
        raise RuleError(message("“{card}” is not a card.", card=error.text), "upcard") from None


def _read_allow(allow: object) -> tuple[str, ...]:
    if isinstance(allow, list) and all(slug in ALLOWED for slug in allow):
        return tuple(dict.fromkeys(allow))
    known = ", ".join(ALLOWED)
    raise RuleError(message("This must be a list of these: {choices}.", choices=known), "allow")


def _read_adjustments(entries: object, seats: Seating) -> tuple[Adjustment, ...]:
    if not isinstance(entries, list):
        raise RuleError(message("The adjustments must be a list."), "adjustments")
    read = []
    for index, entry in enumerate(entries):
        try:
            read.append(_read_adjustment(entry, seats))
        except RuleError as error:
            raise error.under("adjustments", index) from None
    return tuple(read)


def _read_adjustment(entry: object, seats: Seating) -> Adjustment:
    fields = read_object(entry, _ADJUSTMENT_KEYS)
    points = read_points(fields.get("points"), "points")
    return Adjustment(
        seat=read_side(fields.get("player"), seats, "player"),
        points=points,
        note=read_note(fields.get("note", ""), "note"),
        extras=read_extras(fields),
    )


_FACTS: Mapping[str, Callable[[Any, Seating], object]] = {
    "by": lambda by, seats: read_seat(by, seats, "by"),
    "upcard": lambda upcard, _seats: read_upcard(upcard),
    "dealer": lambda dealer, seats: read_seat(dealer, seats, "dealer"),
    "allow": lambda allow, _seats: _read_allow(allow),
    "adjustments": _read_adjustments,
    "note": lambda note, _seats: read_note(note, "note"),
}
"""The functions that read the facts of every game, by the keys of the facts."""


def read_points(points: object, *where: str | int) -> int:
    if type(points) is not int or not -LARGEST_ADJUSTMENT <= points <= LARGEST_ADJUSTMENT:
        text = message(
            "An adjustment is a whole number of points, up to {most}.", most=LARGEST_ADJUSTMENT
        )
        raise RuleError(text, *where)
    return points


def write_entry(entry: Round | Between, players: Sequence[str]) -> dict[str, Any]:
    """Write an entry as a document, with only the facts that are known."""
    if isinstance(entry, Round):
        return write_round(entry, players)
    names = [by_side(players)[seat] for seat in entry.seats]
    named: Any = dict(zip(names, entry.points, strict=True)) if entry.points else names
    between = {entry.kind.value: named} | ({"note": entry.note} if entry.note else {})
    return {
        BETWEEN: between | write_extras(entry.extras, BETWEEN),
        **write_extras(entry.extras),
    }


def in_other_seats(
    entry: Round | Between, seats: Sequence[Seat], pieces: Pieces
) -> Round | Between:
    """The same entry with other seats. `seats` has the new seat for each old seat."""
    by_number = {str(int(seat)): seat for seat in seats}
    written = write_entry(entry, [str(int(seat)) for seat in seats])
    return read_entry(written, Seating(by_number, by_number), pieces)


def write_round(played: Round, players: Sequence[str]) -> dict[str, Any]:
    names = [*by_side(players), *players] if isinstance(players, Seated) else players
    hands = {
        names[seat]: write_hand(hand) for seat, hand in enumerate(played.hands) if hand is not None
    }
    hands |= write_extras(played.extras, "hands")
    facts = write_facts(played, players)
    by = {"by": facts.pop("by")} if "by" in facts else {}
    given = {"hands": hands} if hands else {}
    extras = write_extras(played.extras)
    return {"ending": played.ending.value} | by | given | facts | extras


def write_facts(told: Round | Draft, players: Sequence[str]) -> dict[str, Any]:
    """Write the given facts, so that `read_facts` can read them."""
    sides = by_side(players)
    facts = {
        "by": None if told.by is None else players[told.by],
        "upcard": told.upcard and str(told.upcard),
        "dealer": None if told.dealer is None else players[told.dealer],
        **{key: _write_fact(fact, players) for key, fact in told.own_facts},
        "allow": list(told.allow),
        "adjustments": [_write_adjustment(adjustment, sides) for adjustment in told.adjustments],
        "note": told.note,
    }
    return {key: value for key, value in facts.items() if value}


def _write_fact(fact: ToldFact, players: Sequence[str]) -> str | list[str]:
    named = for_seats(fact, players.__getitem__)
    return named if isinstance(named, str) else list(named)


def _write_adjustment(adjustment: Adjustment, sides: Sequence[str]) -> dict[str, Any]:
    note = {"note": adjustment.note} if adjustment.note else {}
    return {
        "player": sides[adjustment.seat],
        "points": adjustment.points,
        **note,
        **write_extras(adjustment.extras),
    }
