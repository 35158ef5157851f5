"""When something was entered and by whom, as documents write it: `{"at": …, "by": …}`.

Dates and times are texts here; the rules know no calendar.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from scorekeeper.rummy.documents.fields import (
    read_object,
    read_string,
)
from scorekeeper.rummy.documents.names import check_name
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError

ENTERED = "entered"
"""The key of a round under which stands when and by whom it was entered."""

_DAY = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", re.ASCII)
_CLOCK = r"([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?"
_MOMENT = re.compile(rf"{_DAY.pattern}T{_CLOCK}(Z|[+-]([01]\d|2[0-3]):[0-5]\d)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Entered:
    """When something was entered and the name of who did, each if it is known."""

    at: str = ""
    by: str = ""


NOT_KNOWN = Entered()


def read_entered(value: object, *where: str | int) -> Entered:
    """Read such an object; raises `RuleError` at `where`."""
    fields = read_object(value, ("at", "by"), *where)
    at = read_moment(fields["at"], *where, "at") if "at" in fields else ""
    return Entered(at, read_by(fields.get("by", ""), *where, "by"))


def read_day(value: object, *where: str | int) -> str:
    """A date, as in 2026-11-21; raises `RuleError` at `where`."""
    text = read_string(value, *where)
    if not _DAY.fullmatch(text):
        raise RuleError(message("A date is written as 2026-11-21."), *where)
    return text


def read_moment(value: object, *where: str | int) -> str:
    """A time with its time zone, as in 2026-11-21T20:15:00Z; raises `RuleError` at `where`."""
    text = read_string(value, *where)
    if not _MOMENT.fullmatch(text):
        raise RuleError(message("A time is written as 2026-11-21T20:15:00Z."), *where)
    return text


def read_by(value: object, *where: str | int) -> str:
    """The name of who did something, empty if it is not known; raises `RuleError` at `where`."""
    name = read_string(value, *where)
    if name:
        check_name(name, *where)
    return name


def write_entered(entered: Entered) -> dict[str, str]:
    """The object that `read_entered` reads, without what is not known."""
    parts = {"at": entered.at, "by": entered.by}
    return {key: value for key, value in parts.items() if value}
