"""What a game document says of a game besides its play: when and where it was, who entered what.

Dates and times are texts here; the rules know no calendar.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.rummy.cards import Pieces
from scorekeeper.rummy.documents.entered import (
    ENTERED,
    NOT_KNOWN,
    Entered,
    read_day,
    read_entered,
    read_moment,
    write_entered,
)
from scorekeeper.rummy.documents.fields import check_plain, is_plain, read_note, read_string
from scorekeeper.rummy.documents.history import HISTORY, Step, read_history, write_history
from scorekeeper.rummy.documents.names import check_place
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import RuleError

FORMAT = 1
LONGEST_ID = 40

ABOUT_KEYS = frozenset(["format", "id", "date", "started", "place", "note", "deleted", HISTORY])
"""The keys of a game that say nothing of its play; none of them is required."""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What is known of a game besides its play; what is not known is empty.

    `date` is that of the evening, as in 2026-11-21; `started` and the times in `entered` are as in
    2026-11-21T20:15:00Z, with their time zone. `entered` has an entry for each round, or none.
    `deleted` says when and by whom the game was deleted, if it was. `history` has every change of
    it, or none.
    """

    id: str = ""
    date: str = ""
    started: str = ""
    place: str = ""
    note: str = ""
    entered: tuple[Entered, ...] = ()
    deleted: Entered | None = None
    history: tuple[Step, ...] = ()


def read_about(fields: Mapping[str, Any], seats: Mapping[str, Seat], pieces: Pieces) -> About:
    """Read it from an object with the keys of a game; raises `RuleError` with the place."""
    _check_format(fields.get("format", FORMAT))
    rounds = fields.get("rounds")
    return About(
        id=_read_id(fields.get("id", "")),
        date=read_day(fields["date"], "date") if "date" in fields else "",
        started=read_moment(fields["started"], "started") if "started" in fields else "",
        place=_read_place(fields.get("place", "")),
        note=read_note(fields.get("note", ""), "note"),
        entered=_read_all_entered(rounds) if isinstance(rounds, list) else (),
        deleted=read_entered(fields["deleted"], "deleted") if "deleted" in fields else None,
        history=read_history(fields[HISTORY], seats, pieces) if HISTORY in fields else (),
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
        {**round, ENTERED: written} if (written := write_entered(entered)) else round
        for round, entered in zip(
            document["rounds"], about.entered or [NOT_KNOWN] * len(document["rounds"]), strict=True
        )
    ]
    known = {key: value for key, value in parts.items() if value}
    after: dict[str, Any] = {}
    if about.deleted is not None:
        after["deleted"] = write_entered(about.deleted)
    if about.history:
        after[HISTORY] = write_history(about.history, document["players"])
    return {"format": FORMAT, **known, **document, "rounds": rounds, **after}


def _check_format(number: object) -> None:
    if type(number) is not int or number != FORMAT:
        text = message("This program reads documents of format {known}.", known=FORMAT)
        raise RuleError(text, "format")


def _read_id(value: object) -> str:
    text = read_string(value, "id")
    check_plain(text, "\n\r\t", "id")
    if len(text) > LONGEST_ID or not is_plain(text, ""):
        sentence = message("This has at most {most} characters, in one line.", most=LONGEST_ID)
        raise RuleError(sentence, "id")
    return text


def _read_place(value: object) -> str:
    place = read_string(value, "place")
    check_place(place, "place")
    return place


def _read_all_entered(rounds: list[Any]) -> tuple[Entered, ...]:
    read = []
    for index, round in enumerate(rounds):
        entered = round.get(ENTERED) if isinstance(round, dict) else None
        try:
            read.append(NOT_KNOWN if entered is None else read_entered(entered, ENTERED))
        except RuleError as error:
            raise error.under("rounds", index) from None
    return () if read == [NOT_KNOWN] * len(read) else tuple(read)
