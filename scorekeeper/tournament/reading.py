"""Reading JSON strictly: objects, lists and single values.

Each reader raises `Refusal` at `where`, the path of the value in its document.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from scorekeeper.tournament.points import Number, whole
from scorekeeper.tournament.refusals import Refusal, message

FORMAT = 1

LONGEST_TEXT, LONGEST_QUOTE = 500, 40
LARGEST = 1_000_000

_FRACTION = re.compile(r"-?\d{1,9}/[1-9]\d{0,5}", re.ASCII)
_DAY = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", re.ASCII)
_MOMENT = re.compile(
    rf"{_DAY.pattern}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{{1,6}})?)?"
    r"(Z|[+-]([01]\d|2[0-3]):[0-5]\d)",
    re.ASCII,
)


def read_object(
    value: object, known: Collection[str] | None, *where: str | int
) -> Mapping[str, Any]:
    """An object with keys that are known or begin with `x-`. With `None`, all keys are allowed."""
    if not isinstance(value, dict):
        raise Refusal(message("This must be a JSON object."), *where)
    for key in value if known is not None else ():
        if key not in (known or ()) and not key.startswith("x-"):
            raise Refusal(message("Unknown field “{key}”.", key=quoted(key)), *where, quoted(key))
    return value


def check_format(fields: Mapping[str, Any]) -> None:
    """Reject a document that does not declare this format."""
    if type(fields.get("format")) is not int or fields["format"] != FORMAT:
        raise Refusal(message("Give the format: 1."), "format")


def read_list(value: object, *where: str | int) -> Sequence[Any]:
    if not isinstance(value, list):
        raise Refusal(message("This must be a list."), *where)
    return value


def read_text(value: object, *where: str | int) -> str:
    """A text of up to 500 printable characters."""
    if not isinstance(value, str):
        raise Refusal(message("This must be text."), *where)
    if not value.isprintable():
        raise Refusal(message("There is an invisible control character in this text."), *where)
    if len(value) > LONGEST_TEXT:
        raise Refusal(
            message("A text can have up to {most} characters.", most=LONGEST_TEXT), *where
        )
    return value


def read_texts(value: object, *where: str | int) -> tuple[str, ...]:
    return tuple(
        read_text(text, *where, place) for place, text in enumerate(read_list(value, *where))
    )


def read_whole(value: object, *where: str | int, least: int = -LARGEST, most: int = LARGEST) -> int:
    """A whole number within bounds."""
    if type(value) is not int or not least <= value <= most:
        raise Refusal(
            message("This must be a whole number from {least} to {most}.", least=least, most=most),
            *where,
        )
    return value


def read_points(value: object, *where: str | int) -> Number:
    """A number as written in standings, such as 31 or `9/4`."""
    if isinstance(value, str) and _FRACTION.fullmatch(value):
        return whole(Fraction(value))
    return read_whole(value, *where)


def read_wholes(value: object, *where: str | int, least: int = -LARGEST) -> tuple[int, ...]:
    return tuple(
        read_whole(number, *where, place, least=least)
        for place, number in enumerate(read_list(value, *where))
    )


def read_choice(value: object, choices: Collection[str], *where: str | int) -> str:
    if not isinstance(value, str) or value not in choices:
        raise Refusal(
            message("This must be one of these: {choices}.", choices=", ".join(choices)), *where
        )
    return value


def read_choices(value: object, choices: Collection[str], *where: str | int) -> tuple[str, ...]:
    return tuple(
        read_choice(one, choices, *where, place)
        for place, one in enumerate(read_list(value, *where))
    )


def read_true(value: object, *where: str | int) -> bool:
    if not isinstance(value, bool):
        raise Refusal(message("This must be true or false."), *where)
    return value


def read_day(value: object, *where: str | int) -> str:
    """A date such as 2026-11-21, or an empty text."""
    text = read_text(value, *where)
    if text and not _DAY.fullmatch(text):
        raise Refusal(message("A date is written as 2026-11-21."), *where)
    return text


def read_moment(value: object, *where: str | int) -> str:
    """A time with its time zone, such as 2026-11-21T20:15:00Z."""
    text = read_text(value, *where)
    if not _MOMENT.fullmatch(text):
        raise Refusal(message("A time is written as 2026-11-21T20:15:00Z."), *where)
    return text


def quoted(text: str) -> str:
    """A text, shortened if it is too long to quote in a sentence."""
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"
