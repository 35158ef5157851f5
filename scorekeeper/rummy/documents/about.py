"""The parts of a game document besides the play: date, place and history.

Dates and times stay strings: the rules know no calendar.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.rummy.between import BetweenKind
from scorekeeper.rummy.cards import Pieces
from scorekeeper.rummy.documents.history import HISTORY, HistoryStep, read_history, write_history
from scorekeeper.rummy.documents.names import check_name, check_place
from scorekeeper.rummy.documents.reading import (
    ENTERED,
    NOT_KNOWN,
    Entered,
    check_plain,
    is_plain,
    read_day,
    read_entered,
    read_moment,
    read_note,
    read_string,
    seats_by_name,
    write_entered,
)
from scorekeeper.rummy.documents.round import BETWEEN
from scorekeeper.rummy.documents.sides import SIDES
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.sides import Seated

FORMAT = 1
LONGEST_ID = 40

ABOUT_KEYS = frozenset(["format", "id", "date", "started", "place", "note", "deleted", HISTORY])
"""The optional keys of a game document besides the keys about the play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """The known facts of a game besides its play. Unknown facts are empty.

    - `date`: the date of the evening, such as 2026-11-21
    - `started`: the time of the start with its time zone, such as 2026-11-21T20:15:00Z
    - `entered`: the time and person of each entry of the sheet
    - `deleted`: the time of deletion and the person who deleted the game
    - `history`: every change of the game
    - `others`: players who join in the history but have no seat in the end. In the history, they
      have the seats after the last player’s seat
    """

    id: str = ""
    date: str = ""
    started: str = ""
    place: str = ""
    note: str = ""
    entered: tuple[Entered, ...] = ()
    deleted: Entered | None = None
    history: tuple[HistoryStep, ...] = ()
    others: tuple[str, ...] = ()


def read_about(fields: Mapping[str, Any], players: Sequence[str], pieces: Pieces) -> About:
    number = fields.get("format", FORMAT)
    if type(number) is not int or number != FORMAT:
        text = message("This program reads documents of format {known}.", known=FORMAT)
        raise RuleError(text, "format")
    rounds, changes = fields.get("rounds"), fields.get(HISTORY, [])
    # Players cannot join a game by sides.
    others = () if isinstance(players, Seated) else _others_joining(changes, players)
    names = (*players, *others) if others else players
    try:
        history = read_history(changes, seats_by_name(names), pieces) if HISTORY in fields else ()
    except RuleError as error:
        raise error.under(names=names) from None
    return About(
        id=_read_id(fields.get("id", "")),
        date=read_day(fields["date"], "date") if "date" in fields else "",
        started=read_moment(fields["started"], "started") if "started" in fields else "",
        place=_read_place(fields.get("place", "")),
        note=read_note(fields.get("note", ""), "note"),
        entered=_read_all_entered(rounds) if isinstance(rounds, list) else (),
        deleted=read_entered(fields["deleted"], "deleted") if "deleted" in fields else None,
        history=history,
        others=others,
    )


def _others_joining(changes: object, players: Sequence[str]) -> tuple[str, ...]:
    """Players who join in the history without a seat in the end.

    The function skips invalid changes. `read_history` rejects them later.
    """
    entries = [
        entry
        for change in (changes if isinstance(changes, list) else [])
        if isinstance(change, dict) and isinstance(change.get("on"), list)
        for entry in change["on"]
        if isinstance(entry, dict)
    ]
    joining = [
        name.strip()
        for entry in entries
        if isinstance(between := entry.get(BETWEEN), dict)
        and isinstance(joins := between.get(BetweenKind.JOINS), dict)
        for name in joins
    ]
    others = tuple(dict.fromkeys(name for name in joining if name not in players))
    for name in others:
        check_name(name, HISTORY)
    return others


def write_about(about: About, document: Mapping[str, Any]) -> dict[str, Any]:
    parts = {
        "id": about.id,
        "date": about.date,
        "started": about.started,
        "place": about.place,
        "note": about.note,
    }
    rounds = [
        {**played, ENTERED: written} if (written := write_entered(entered)) else played
        for played, entered in zip(
            document["rounds"], about.entered or [NOT_KNOWN] * len(document["rounds"]), strict=True
        )
    ]
    known = {key: value for key, value in parts.items() if value}
    after: dict[str, Any] = {}
    if about.deleted is not None:
        after["deleted"] = write_entered(about.deleted)
    if about.history:
        names = [*document["players"], *about.others]
        sides = tuple(document.get(SIDES, ()))
        after[HISTORY] = write_history(about.history, Seated(names, sides) if sides else names)
    return {"format": FORMAT, **known, **document, "rounds": rounds, **after}


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
    for index, played in enumerate(rounds):
        entered = played.get(ENTERED) if isinstance(played, dict) else None
        try:
            read.append(NOT_KNOWN if entered is None else read_entered(entered, ENTERED))
        except RuleError as error:
            raise error.under("rounds", index) from None
    return () if read == [NOT_KNOWN] * len(read) else tuple(read)
