"""Reading the parts of parsed JSON strictly; errors say where the invalid part is."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import Extras, RuleError

LONGEST_QUOTE = 40
LONGEST_NOTE = 500


def read_object(
    value: object, known: Collection[str] | None, *where: str | int
) -> Mapping[str, Any]:
    """An object whose keys are all known or begin with `x-`; raises `RuleError` at `where`."""
    if not isinstance(value, dict):
        raise RuleError(message("This must be an object with named parts."), *where)
    if known is not None:
        for key in value:
            if key not in known and not key.startswith("x-"):
                text = message("“{key}” means nothing here.", key=shortened(key))
                raise RuleError(text, *where, shortened(key))
    return value


def read_string(value: object, *where: str | int) -> str:
    """A text; raises `RuleError` at `where`."""
    if not isinstance(value, str):
        raise RuleError(message("This must be a text."), *where)
    return value


def read_boolean(value: object, *where: str | int) -> bool:
    """True or false; raises `RuleError` at `where`."""
    if not isinstance(value, bool):
        raise RuleError(message("This must be true or false."), *where)
    return value


def shortened(text: str) -> str:
    """A text cut short enough to be quoted in a sentence."""
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"


def read_extras(fields: Mapping[str, Any], inside: str = "") -> Extras:
    """The `x-` keys of an object, unchanged; raises `RuleError` if one is nested too deep.

    Parts that have no value of their own (`rules`, `hands`) store theirs in the object that
    contains them, under the name of the part: `rules.x-note`.
    """
    prefix = f"{inside}." if inside else ""
    try:
        return tuple(
            [
                (prefix + key, json.dumps(value))
                for key, value in fields.items()
                if key.startswith("x-")
            ]
        )
    except RecursionError:
        text = message("This JSON is nested too deeply or holds too long a number.")
        raise RuleError(text) from None


def read_note(note: object, *where: str | int) -> str:
    """Read free text of up to 500 characters; raises `RuleError` at `where`."""
    text = read_string(note, *where)
    check_plain(text, "\n\r\t", *where)
    if len(text) > LONGEST_NOTE:
        raise RuleError(
            message("A note can have up to {most} characters.", most=LONGEST_NOTE), *where
        )
    return text


def check_plain(text: str, allowed: str, *where: str | int) -> None:
    """Refuse a text that is not plain; raises `RuleError` at `where`."""
    if not is_plain(text, allowed):
        raise RuleError(message("There is an invisible control character in this text."), *where)


def is_plain(text: str, allowed: str) -> bool:
    """Whether a text has no surrogates, and no control characters other than `allowed` ones."""
    return text.isprintable() or not any(
        unicodedata.category(sign) in ("Cc", "Cs") and sign not in allowed for sign in text
    )


def seats_by_name(players: Sequence[str]) -> dict[str, Seat]:
    """The seat of each player by name."""
    return {name: Seat(index) for index, name in enumerate(players)}


def write_extras(extras: Extras, inside: str = "") -> dict[str, Any]:
    """Extras as a JSON object again: those of the object, or of the part named `inside`."""
    prefix = f"{inside}." if inside else ""
    return {
        key.removeprefix(prefix): json.loads(text)
        for key, text in extras
        if key.startswith(f"{prefix}x-")
    }


def read_seat(name: object, seats: Mapping[str, Seat], *where: str | int) -> Seat:
    """The seat of the player with this name; raises `RuleError` at `where`."""
    if isinstance(name, str):
        seat = seats.get(name)
        seat = seats.get(name.strip()) if seat is None else seat
        if seat is not None:
            return seat
        text = message("Nobody in this game is called “{name}”.", name=shortened(name))
        raise RuleError(text, *where)
    raise RuleError(message("Give a player’s name."), *where)
