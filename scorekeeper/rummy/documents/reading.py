"""Strict reading of JSON: the text, its objects and their parts.

Readers raise `RuleError` at `where`, the path to the part. Dates and times stay strings: the rules
know no calendar.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.documents.names import check_name
from scorekeeper.rummy.hand import Extras
from scorekeeper.rummy.judging.validation import has_a_partner
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.sides import Seated, holders_of, side_of, sides_of

LONGEST_QUOTE = 40

LONGEST_NOTE = 500

ENTERED = "entered"
"""The key, in an entry, of the time of its recording and the person or program that recorded it."""

_DAY = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", re.ASCII)

_CLOCK = r"([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?"

_MOMENT = re.compile(rf"{_DAY.pattern}T{_CLOCK}(Z|[+-]([01]\d|2[0-3]):[0-5]\d)", re.ASCII)


def read_json(content: bytes) -> object:
    """Read JSON in UTF-8. Raises `RuleError`, also if an object has the same name twice."""
    try:
        return json.loads(
            content.decode("utf-8-sig").rstrip("\r\n"),
            object_pairs_hook=_without_repeats,
            parse_constant=_no_constant,
        )
    except json.JSONDecodeError as error:
        raise RuleError(_where(error)) from None
    except UnicodeDecodeError:
        raise RuleError(message("This is not JSON in UTF-8.")) from None
    except (RecursionError, ValueError) as error:
        if isinstance(error, RuleError):
            raise
        raise RuleError(
            message("This JSON is nested too deeply or holds too long a number.")
        ) from None


def _where(error: json.JSONDecodeError) -> Message:
    if "\n" in error.doc:
        return message(
            "This is not JSON: line {line}, column {column}.", line=error.lineno, column=error.colno
        )
    return message("This is not JSON: column {column}.", column=error.colno)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    parsed = dict(pairs)
    if len(parsed) < len(pairs):
        name = _first_repeated(pairs)
        raise RuleError(message("“{name}” is given twice in one object.", name=name[:40]))
    return parsed


def _first_repeated(pairs: list[tuple[str, Any]]) -> str:
    seen: set[str] = set()
    for name, _value in pairs:
        if name in seen:
            return name
        seen.add(name)
    raise AssertionError("every name is given once")


def _no_constant(name: str) -> Any:
    """Reject `NaN` and `Infinity`. They are not JSON, but Python’s reader would accept them."""
    raise RuleError(message("Unknown field “{key}”.", key=name))


def read_object(
    value: object, known: Collection[str] | None, *where: str | int
) -> Mapping[str, Any]:
    """Read an object with only `known` keys and `x-` keys. `None` allows all keys.

    Raises `RuleError` at `where`.
    """
    if not isinstance(value, dict):
        raise RuleError(message("This must be a JSON object."), *where)
    if known is not None:
        for key in value:
            if key not in known and not key.startswith("x-"):
                text = message("Unknown field “{key}”.", key=shortened(key))
                raise RuleError(text, *where, shortened(key))
    return value


def read_string(value: object, *where: str | int) -> str:
    if not isinstance(value, str):
        raise RuleError(message("This must be text."), *where)
    return value


def read_boolean(value: object, *where: str | int) -> bool:
    if not isinstance(value, bool):
        raise RuleError(message("This must be true or false."), *where)
    return value


def read_number(value: object, *where: str | int) -> int:
    if type(value) is not int or value < 1:
        raise RuleError(message("This must be a number, from 1."), *where)
    return value


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"


def read_extras(fields: Mapping[str, Any], inside: str = "") -> Extras:
    """Read the `x-` keys of an object, unchanged. Raises `RuleError` for a value that is not JSON.

    Some objects, such as `rules`, have no Python value that could store their `x-` keys. The object
    around `rules` stores these keys with the prefix `inside`: `rules.x-note`.
    """
    prefix = f"{inside}." if inside else ""
    try:
        return tuple(
            (prefix + key, json.dumps(value, allow_nan=False))
            for key, value in fields.items()
            if key.startswith("x-")
        )
    except (RecursionError, ValueError):
        text = message("This JSON is nested too deeply or holds too long a number.")
        raise RuleError(text) from None


def read_note(note: object, *where: str | int) -> str:
    """Read free text of up to 500 characters. Raises `RuleError` at `where`."""
    text = read_string(note, *where)
    check_plain(text, "\n\r\t", *where)
    if len(text) > LONGEST_NOTE:
        raise RuleError(
            message("A note can have up to {most} characters.", most=LONGEST_NOTE), *where
        )
    return text


def check_plain(text: str, allowed: str, *where: str | int) -> None:
    if not is_plain(text, allowed):
        raise RuleError(message("There is an invisible control character in this text."), *where)


def is_plain(text: str, allowed: str) -> bool:
    """Check whether a text has no surrogates, and only `allowed` control characters."""
    return text.isprintable() or not any(
        unicodedata.category(character) in ("Cc", "Cs") and character not in allowed
        for character in text
    )


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats of the players and sides in a document, by name.

    Without partners, players and sides have the same names and seats. With partners, `holders` has
    the seats of players who hold cards.
    """

    players: Mapping[str, Seat]
    sides: Mapping[str, Seat]
    holders: Mapping[str, Seat] = field(default_factory=dict)

    @property
    def hands(self) -> Mapping[str, Seat]:
        """The seats of all sides and players that can have a hand in a document, by name."""
        return {**self.sides, **self.holders} if self.holders else self.sides


def seats_by_name(names: Sequence[str]) -> Seating:
    players = {name: Seat(index) for index, name in enumerate(names)}
    if not isinstance(names, Seated):
        return Seating(players, players)
    sides = sides_of(names)
    holders = dict(zip(names, holders_of(sides), strict=True))
    return Seating(players, dict(zip(names.sides, sides, strict=True)), holders)


def write_extras(extras: Extras, inside: str = "") -> dict[str, Any]:
    """Write the `x-` keys of an object, or of its part named `inside`, as a JSON object."""
    prefix = f"{inside}." if inside else ""
    return {
        key.removeprefix(prefix): json.loads(text)
        for key, text in extras
        if key.startswith(f"{prefix}x-")
    }


def read_seat(name: object, seating: Seating, *where: str | int) -> Seat:
    seat = seating.players.get(name) if isinstance(name, str) else None
    if seat is not None or (seat := _find(name, seating.players)) is not None:
        return seat
    if (side := _find(name, seating.sides)) is not None:
        raise RuleError(
            message("“{side}” is a side: give the name of one of its players.", side=side), *where
        )
    raise _nobody(name, *where)


def read_side(name: object, seating: Seating, *where: str | int) -> Seat:
    """Read the name of a side. Without partners, read the name of a player. Raises `RuleError`."""
    if (side := _find(name, seating.sides)) is not None:
        return side
    if (player := _find(name, seating.players)) is not None:
        side = side_of(player, tuple(seating.sides.values()))
        raise RuleError(has_a_partner(player, side), *where)
    raise _nobody(name, *where)


def _find(name: object, seats: Mapping[str, Seat]) -> Seat | None:
    if not isinstance(name, str):
        return None
    seat = seats.get(name)
    return seats.get(name.strip()) if seat is None else seat


def _nobody(name: object, *where: str | int) -> RuleError:
    if not isinstance(name, str):
        return RuleError(message("Enter a player’s name."), *where)
    text = message("Nobody in this game is called “{name}”.", name=shortened(name))
    return RuleError(text, *where)


_PROGRAM = "\t"
"""The first character of a program’s name in `Entered.by`. Names of people never have it."""


def as_program(name: str) -> str:
    """Mark a name as the name of a program, so that it differs from names of people.

    >>> program_of(as_program("Scoreboard")), program_of("Ann")
    ('Scoreboard', None)
    """
    return _PROGRAM + name


def program_of(by: str) -> str | None:
    """The name of a program without its mark. `None` for the name of a person."""
    return by.removeprefix(_PROGRAM) if by.startswith(_PROGRAM) else None


@dataclass(frozen=True, slots=True)
class Entered:
    """The time when an entry was recorded, and the person or program that recorded it, if known.

    `as_program` marks the name of a program.
    """

    at: str = ""
    by: str = ""


NOT_KNOWN = Entered()


def read_entered(value: object, *where: str | int) -> Entered:
    fields = read_object(value, ("at", *BY_KEYS), *where)
    at = read_moment(fields["at"], *where, "at") if "at" in fields else ""
    return Entered(at, read_by(fields, *where))


def read_day(value: object, *where: str | int) -> str:
    """Read a date, such as 2026-11-21. Raises `RuleError` at `where`."""
    text = read_string(value, *where)
    if not _DAY.fullmatch(text):
        raise RuleError(message("A date is written as 2026-11-21."), *where)
    return text


def read_moment(value: object, *where: str | int) -> str:
    """Read a time with its zone, such as 2026-11-21T20:15:00Z. Raises `RuleError` at `where`."""
    text = read_string(value, *where)
    if _MOMENT.fullmatch(text):
        return text
    sentence = message("A time is written as 2026-11-21T20:15:00Z.")
    if _DAY.fullmatch(text):
        sentence = message("The time of day is missing. Write it like 2026-11-21T20:15:00Z.")
    elif _MOMENT.fullmatch(f"{text}Z"):
        sentence = message("The time zone is missing. Write it like 2026-11-21T20:15:00Z.")
    raise RuleError(sentence, *where)


BY_KEYS = ("by", "program")
"""The keys for the name of a person or program, and for whether the name is a program’s."""


def read_by(fields: Mapping[str, Any], *where: str | int) -> str:
    """Read the name of a person or program. An unknown name is "". Raises `RuleError`."""
    name = read_string(fields.get("by", ""), *where, "by")
    if name:
        check_name(name, *where, "by")
    is_program = read_boolean(fields.get("program", False), *where, "program")
    return as_program(name) if name and is_program else name


def write_entered(entered: Entered) -> dict[str, Any]:
    """Write the known time and name, so that `read_entered` can read them."""
    program = program_of(entered.by)
    by = {"by": entered.by} if program is None else {"by": program, "program": True}
    return {key: value for key, value in {"at": entered.at, **by}.items() if value}


def too_many(
    card: tuple[Card, ...] | tuple[Message, ...], number: int, *, is_joker: bool
) -> Message:
    if is_joker:
        return message("There are too many jokers: this game has only {number}.", number=number)
    if number == 1:
        return message("{card} is there twice, but the deck has only one.", card=card)
    return message(
        "There are too many {card}: this game has only {number}.", card=card, number=number
    )
