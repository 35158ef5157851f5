"""What a game document says of a game besides its play: when and where it was, who entered what.

Dates and times are texts here; the rules know no calendar.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.rummy.documents.fields import (
    LONGEST_NAME,
    is_plain,
    is_plain_name,
    read_note,
    read_object,
    read_string,
)
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError

FORMAT = 1
LONGEST_PLACE = 80
LONGEST_ID = 40

ABOUT_KEYS = frozenset(["format", "id", "date", "started", "place", "note"])
"""The keys of a game that say nothing of its play; none of them is required."""

ENTERED = "entered"
"""The key of a round under which stands when and by whom it was entered."""


_DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", re.ASCII)
_CLOCK = r"([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?"
_MOMENT = re.compile(rf"{_DATE.pattern}T{_CLOCK}(Z|[+-]([01]\d|2[0-3]):[0-5]\d)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Entered:
    """When a round was entered and the name of who did, each if it is known."""

    at: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What is known of a game besides its play; what is not known is empty.

    `date` is that of the evening, as in 2026-11-21; `started` and the times in `entered` are as in
    2026-11-21T20:15:00Z, with their time zone. `entered` has an entry for each round, or none.
    """

    id: str = ""
    date: str = ""
    started: str = ""
    place: str = ""
    note: str = ""
    entered: tuple[Entered, ...] = ()


def read_about(fields: Mapping[str, Any]) -> About:
    """Read it from an object with the keys of a game; raises `RuleError` with the place."""
    _check_format(fields.get("format", FORMAT))
    rounds = fields.get("rounds")
    return About(
        id=_read_line(fields.get("id", ""), LONGEST_ID, "id"),
        date=_read_date(fields["date"]) if "date" in fields else "",
        started=_read_moment(fields["started"], "started") if "started" in fields else "",
        place=_read_line(fields.get("place", ""), LONGEST_PLACE, "place"),
        note=read_note(fields.get("note", ""), "note"),
        entered=_read_all_entered(rounds) if isinstance(rounds, list) else (),
    )


def write_about(about: About, document: Mapping[str, Any]) -> dict[str, Any]:
    """The document of a game with what is known of it; `read_about` reads the same from it."""
    parts = {
        "id": about.id,
        "date": about.date,
        "started": about.started,
        "place": about.place,
        "note": about.note,
    }
    rounds = [
        {**round, ENTERED: written} if (written := _write_entered(entered)) else round
        for round, entered in zip(
            document["rounds"], about.entered or [Entered()] * len(document["rounds"]), strict=True
        )
    ]
    known = {key: value for key, value in parts.items() if value}
    return {"format": FORMAT, **known, **document, "rounds": rounds}


def _check_format(number: object) -> None:
    if type(number) is not int or number != FORMAT:
        text = message("This program reads documents of format {known}.", known=FORMAT)
        raise RuleError(text, "format")


def _read_line(value: object, most: int, key: str) -> str:
    text = read_string(value, key)
    if len(text) > most or not is_plain(text, ""):
        raise RuleError(message("This has at most {most} characters, in one line.", most=most), key)
    return text


def _read_date(value: object) -> str:
    text = read_string(value, "date")
    if not _DATE.fullmatch(text):
        raise RuleError(message("A date is written as 2026-11-21."), "date")
    return text


def _read_moment(value: object, *where: str | int) -> str:
    text = read_string(value, *where)
    if not _MOMENT.fullmatch(text):
        raise RuleError(message("A time is written as 2026-11-21T20:15:00Z."), *where)
    return text


def _read_all_entered(rounds: list[Any]) -> tuple[Entered, ...]:
    read = []
    for index, round in enumerate(rounds):
        entered = round.get(ENTERED) if isinstance(round, dict) else None
        try:
            read.append(Entered() if entered is None else _read_entered(entered))
        except RuleError as error:
            raise error.under("rounds", index) from None
    return tuple(read) if any(each != Entered() for each in read) else ()


def _read_entered(value: object) -> Entered:
    fields = read_object(value, ("at", "by"), ENTERED)
    at = _read_moment(fields["at"], ENTERED, "at") if "at" in fields else ""
    by = read_string(fields.get("by", ""), ENTERED, "by")
    if len(by) > LONGEST_NAME or not is_plain_name(by):
        raise RuleError(
            message("A name has 1 to {most} characters.", most=LONGEST_NAME), ENTERED, "by"
        )
    return Entered(at, by)


def _write_entered(entered: Entered) -> dict[str, str]:
    parts = {"at": entered.at, "by": entered.by}
    return {key: value for key, value in parts.items() if value}
