"""The game document: one JSON object that carries a whole game, read strictly and written back.

Reading refuses what it does not know, at its place; only keys that begin with `x-` are kept and
ignored.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from scorekeeper.rummy.cards import Card, CardError, print_cards, read_card, read_cards
from scorekeeper.rummy.scoring import (
    ILLEGAL_KNOCK,
    Adjustment,
    Count,
    Ending,
    Extras,
    Hand,
    Round,
    RuleError,
    Unmatched,
)
from scorekeeper.rummy.sheet import Game, rules_in_force
from scorekeeper.rummy.texts import FIRST_SEAT, Message, Seat, say
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS, find_variant

LONGEST_NAME = 40
LONGEST_NOTE = 500
LARGEST_ADJUSTMENT = 100_000

_GAME_KEYS = frozenset(["variant", "preset", "rules", "players", "dealer", "rounds", "called"])
_ROUND_KEYS = frozenset(
    ["ending", "by", "hands", "upcard", "dealer", "allow", "adjustments", "note"]
)
_ADJUSTMENT_KEYS = frozenset(["player", "points", "note"])
_ENDINGS = {ending.value: ending for ending in Ending}


def read_game(document: object) -> Game:
    """Read a game document (parsed JSON); raises `RuleError` with the place of the first fault."""
    fields = _object(document, _GAME_KEYS)
    variant = _read_variant(fields)
    players = read_players(variant, fields.get("players"))
    preset = _string(fields.get("preset", "plain"), "preset")
    overrides = _object(fields.get("rules", {}), None, "rules")
    rules = rules_in_force(variant, preset, overrides)
    variant.check_table(rules, len(players))
    seats = _seats(players)
    try:
        return Game(
            variant=variant,
            players=players,
            preset=preset,
            overrides=tuple((name, getattr(rules, name)) for name in overrides),
            dealer=_read_seat(fields["dealer"], seats, "dealer")
            if "dealer" in fields
            else FIRST_SEAT,
            rounds=_read_rounds(fields.get("rounds", []), seats),
            called=_boolean(fields.get("called", False), "called"),
            extras=_extras(fields),
        )
    except RuleError as error:
        raise error.under(names=players) from None


def _read_variant(fields: Mapping[str, Any]) -> Variant:
    key = fields.get("variant")
    variant = find_variant(key) if isinstance(key, str) else None
    if variant is None:
        known = ", ".join(each.key for each in VARIANTS)
        raise RuleError(say("Say which game it is: {known}.", known=known), "variant")
    return variant


def read_players(variant: Variant, names: object) -> tuple[str, ...]:
    """Read players' names in order of play; raises `RuleError` at `players` or at one of them."""
    if not isinstance(names, list | tuple):
        raise RuleError(say("Name the players in order of play."), "players")
    players = tuple(_read_name(name, index) for index, name in enumerate(names))
    for index, name in enumerate(players):
        if name in players[:index]:
            raise RuleError(
                say("Two players cannot both be “{name}”.", name=name), "players", index
            )
    if not variant.fewest <= len(players) <= variant.most:
        raise RuleError(_wrong_number(variant), "players")
    return players


def _wrong_number(variant: Variant) -> Message:
    if variant.fewest == variant.most:
        return say("{game} is for {number} players.", game=variant.name, number=variant.most)
    return say(
        "{game} is for {fewest} to {most} players.",
        game=variant.name,
        fewest=variant.fewest,
        most=variant.most,
    )


def _read_name(name: object, index: int) -> str:
    trimmed = name.strip() if isinstance(name, str) else ""
    if not 1 <= len(trimmed) <= LONGEST_NAME or not _is_plain(trimmed, ""):
        text = say("A name has 1 to {most} characters.", most=LONGEST_NAME)
        raise RuleError(text, "players", index)
    return trimmed


def _is_plain(text: str, allowed: str) -> bool:
    """Whether a text has no control characters but `allowed` ones, nor halves of characters."""
    return text.isprintable() or not any(
        unicodedata.category(sign) in ("Cc", "Cs") and sign not in allowed for sign in text
    )


def _seats(players: Sequence[str]) -> dict[str, Seat]:
    return {name: Seat(index) for index, name in enumerate(players)}


def _read_rounds(rounds: object, seats: Mapping[str, Seat]) -> tuple[Round, ...]:
    if not isinstance(rounds, list):
        raise RuleError(say("The rounds must be a list."), "rounds")
    read = []
    for index, entry in enumerate(rounds):
        try:
            read.append(_read_round(entry, seats))
        except RuleError as error:
            raise error.under("rounds", index) from None
    return tuple(read)


def read_round(entry: object, players: Sequence[str]) -> Round:
    """Read one round of a document; raises `RuleError` whose place is seen from the round.

    >>> read_round({"ending": "out", "by": "Bob", "hands": {"Ann": "K 9"}}, ["Ann", "Bob"]).by
    1
    """
    try:
        return _read_round(entry, _seats(players))
    except RuleError as error:
        raise error.under(names=players) from None


def _read_round(entry: object, seats: Mapping[str, Seat]) -> Round:
    fields = _object(entry, _ROUND_KEYS)
    ending = fields.get("ending")
    if not isinstance(ending, str) or ending not in _ENDINGS:
        raise RuleError(say("Say how the round ended."), "ending")
    return Round(
        ending=_ENDINGS[ending],
        by=_read_seat(fields["by"], seats, "by") if "by" in fields else None,
        hands=_read_hands(fields["hands"], seats) if "hands" in fields else (),
        upcard=_read_upcard(fields["upcard"]) if "upcard" in fields else None,
        dealer=_read_seat(fields["dealer"], seats, "dealer") if "dealer" in fields else None,
        allow=_read_allow(fields["allow"]) if "allow" in fields else (),
        adjustments=_read_adjustments(fields["adjustments"], seats)
        if "adjustments" in fields
        else (),
        note=read_note(fields["note"], "note") if "note" in fields else "",
        extras=_extras(fields),
    )


def _read_seat(name: object, seats: Mapping[str, Seat], *where: str | int) -> Seat:
    if isinstance(name, str):
        seat = seats.get(name)
        seat = seats.get(name.strip()) if seat is None else seat
        if seat is not None:
            return seat
        text = say("There is no player “{name}” in this game.", name=_shortened(name))
        raise RuleError(text, *where)
    raise RuleError(say("Give a player's name."), *where)


def _read_hands(hands: object, seats: Mapping[str, Seat]) -> tuple[Hand | None, ...]:
    if not isinstance(hands, dict):
        raise RuleError(say("Give every player's hand by name."), "hands")
    if not hands:
        return ()
    read: list[Hand | None] = [None] * len(seats)
    for name, hand in hands.items():
        seat = _read_seat(name, seats, "hands", _shortened(name))
        if read[seat] is not None:
            raise RuleError(say("{player}'s hand is given twice.", player=seat), "hands", seat)
        read[seat] = _read_hand(hand, seat)
    return tuple(read)


def _read_hand(hand: object, seat: Seat) -> Hand:
    if type(hand) is int:
        return Count(hand)
    try:
        if isinstance(hand, str):
            return Unmatched(read_cards(hand))
        if isinstance(hand, list) and all(isinstance(card, str) for card in hand):
            return Unmatched(tuple(read_card(card) for card in hand))
    except CardError as error:
        text = say("“{card}” in {player}'s hand is not a card.", card=error.text, player=seat)
        raise RuleError(text, "hands", seat) from None
    if isinstance(hand, dict):
        text = say(
            "Whole hands cannot be judged yet: give {player}'s unmatched cards.", player=seat
        )
        raise RuleError(text, "hands", seat)
    text = say("{player}'s hand must be cards or a whole number of points.", player=seat)
    raise RuleError(text, "hands", seat)


def _read_upcard(upcard: object) -> Card:
    text = _string(upcard, "upcard")
    try:
        return read_card(text)
    except CardError as error:
        raise RuleError(say("“{card}” is not a card.", card=error.text), "upcard") from None


def _read_allow(allow: object) -> tuple[str, ...]:
    if isinstance(allow, list) and all(each == ILLEGAL_KNOCK for each in allow):
        return (ILLEGAL_KNOCK,) if allow else ()
    raise RuleError(say("All that can be allowed is “{known}”.", known=ILLEGAL_KNOCK), "allow")


def _read_adjustments(entries: object, seats: Mapping[str, Seat]) -> tuple[Adjustment, ...]:
    if not isinstance(entries, list):
        raise RuleError(say("The adjustments must be a list."), "adjustments")
    read = []
    for index, entry in enumerate(entries):
        try:
            read.append(_read_adjustment(entry, seats))
        except RuleError as error:
            raise error.under("adjustments", index) from None
    return tuple(read)


def _read_adjustment(entry: object, seats: Mapping[str, Seat]) -> Adjustment:
    fields = _object(entry, _ADJUSTMENT_KEYS)
    points = fields.get("points")
    if type(points) is not int or not -LARGEST_ADJUSTMENT <= points <= LARGEST_ADJUSTMENT:
        text = say(
            "An adjustment is a whole number of points, up to {most}.", most=LARGEST_ADJUSTMENT
        )
        raise RuleError(text, "points")
    return Adjustment(
        seat=_read_seat(fields.get("player"), seats, "player"),
        points=points,
        note=read_note(fields.get("note", ""), "note"),
        extras=_extras(fields),
    )


def read_note(note: object, *where: str | int) -> str:
    """Read free text of up to 500 characters; raises `RuleError` at `where`."""
    text = _string(note, *where)
    if len(text) > LONGEST_NOTE or not _is_plain(text, "\n\r\t"):
        raise RuleError(say("A note has {most} characters at the most.", most=LONGEST_NOTE), *where)
    return text


def _object(value: object, known: Collection[str] | None, *where: str | int) -> Mapping[str, Any]:
    """An object whose keys are all known (or begin with `x-`)."""
    if not isinstance(value, dict):
        raise RuleError(say("This must be an object with named parts."), *where)
    if known is not None:
        for key in value:
            if key not in known and not key.startswith("x-"):
                text = say("“{key}” means nothing here.", key=_shortened(key))
                raise RuleError(text, *where, _shortened(key))
    return value


def _string(value: object, *where: str | int) -> str:
    if not isinstance(value, str):
        raise RuleError(say("This must be a text."), *where)
    return value


def _boolean(value: object, *where: str | int) -> bool:
    if not isinstance(value, bool):
        raise RuleError(say("This must be true or false."), *where)
    return value


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_NAME else text[:LONGEST_NAME] + "…"


def _extras(fields: Mapping[str, Any]) -> Extras:
    return tuple((key, json.dumps(value)) for key, value in fields.items() if key.startswith("x-"))


def write_game(game: Game) -> dict[str, Any]:
    """The document of a game; `read_game` reads the same game from it."""
    document: dict[str, Any] = {"variant": game.variant.key, "preset": game.preset}
    if game.overrides:
        document["rules"] = dict(game.overrides)
    return {
        **document,
        "players": list(game.players),
        "dealer": game.players[game.dealer],
        "rounds": [write_round(round, game.players) for round in game.rounds],
        "called": game.called,
        **_write_extras(game.extras),
    }


def write_round(round: Round, players: Sequence[str]) -> dict[str, Any]:
    """The document of one round; what was not given is left out."""
    hands = {
        players[seat]: _write_hand(hand)
        for seat, hand in enumerate(round.hands)
        if hand is not None
    }
    parts = {
        "by": None if round.by is None else players[round.by],
        "hands": hands,
        "upcard": round.upcard and str(round.upcard),
        "dealer": None if round.dealer is None else players[round.dealer],
        "allow": list(round.allow),
        "adjustments": [_write_adjustment(each, players) for each in round.adjustments],
        "note": round.note,
        **_write_extras(round.extras),
    }
    return {"ending": round.ending.value} | {
        key: value for key, value in parts.items() if value or key.startswith("x-")
    }


def _write_hand(hand: Hand) -> str | int:
    return hand.points if isinstance(hand, Count) else print_cards(hand.cards)


def _write_adjustment(adjustment: Adjustment, players: Sequence[str]) -> dict[str, Any]:
    note = {"note": adjustment.note} if adjustment.note else {}
    return {
        "player": players[adjustment.seat],
        "points": adjustment.points,
        **note,
        **_write_extras(adjustment.extras),
    }


def _write_extras(extras: Extras) -> dict[str, Any]:
    return {key: json.loads(text) for key, text in extras}
