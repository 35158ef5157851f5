"""What a game document says of a game besides its play: when and where it was, and its history.

A change says which rounds it took off the sheet and which it put on. Replayed, the history must
lead to the rounds of the document, or the document is refused. Dates and times stay strings: the
rules know no calendar.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from scorekeeper.rummy.between import BetweenKind
from scorekeeper.rummy.cards import Pieces
from scorekeeper.rummy.documents.names import check_name, check_place
from scorekeeper.rummy.documents.reading import (
    BY_KEYS,
    ENTERED,
    NOT_KNOWN,
    Entered,
    Seating,
    check_plain,
    is_plain,
    read_boolean,
    read_by,
    read_day,
    read_entered,
    read_moment,
    read_note,
    read_number,
    read_object,
    read_string,
    seats_by_name,
    write_entered,
)
from scorekeeper.rummy.documents.round import BETWEEN, read_entry, write_entry
from scorekeeper.rummy.documents.sides import SIDES
from scorekeeper.rummy.game.entries import Entry
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.sides import Seated

FORMAT = 1
LONGEST_ID = 40

HISTORY = "history"
"""The key of a game's history."""

DETAILS = ("played_on", "place", "note", "player")
"""The details of a game that can be changed; `player` is who sat in one of its seats."""

_STEP_KEYS = ("kind", "at", *BY_KEYS, "round", "off", "on", "details", "called", "undoes")

ABOUT_KEYS = frozenset(["format", "id", "date", "started", "place", "note", "deleted", HISTORY])
"""The keys of a game that say nothing about its play; none of them is required."""

_WRONG_ROUND = message("There is no such round on the sheet.")
_WRONG_UNDO = message("An undo takes back an earlier change, and a redo an undo, once.")


class Kind(StrEnum):
    """The kinds of change."""

    START = "start"
    LOTS = "draw-lots"
    RECORD = "record"
    CORRECT = "correct"
    REMOVE = "remove"
    CALL = "call"
    PLAY_ON = "play-on"
    UNDO = "undo"
    REDO = "redo"
    DELETE = "delete"
    RESTORE = "bring-back"
    DETAILS = "details"
    PLAYER = "player"


class Written(NamedTuple):
    """An entry of the sheet, with when and by whom it was entered."""

    entry: Entry
    entered: Entered


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One change of a game.

    - `number`: the place of the entry that it was about
    - `off`: the places of the entries that it took off the sheet
    - `on`: the entries that it put on the sheet, by their places after the change
    - `called`: whether the game was called after it
    - `undoes`: the number, from 1, of the change that an undo or a redo took back
    - `details`: those that changed, each with its old text and its new one
    """

    kind: Kind
    entered: Entered
    number: int | None = None
    off: tuple[int, ...] = ()
    on: tuple[tuple[int, Written], ...] = ()
    details: tuple[tuple[str, str, str], ...] = ()
    called: bool = False
    undoes: int | None = None

    def apply(self, sheet: Sequence[Written]) -> list[Written]:
        """The entries of a sheet after this change; raises `RuleError` if it does not fit."""
        if not all(1 <= number <= len(sheet) for number in self.off):
            raise RuleError(_WRONG_ROUND, "off")
        changed = list(sheet)
        for number in sorted(set(self.off), reverse=True):
            del changed[number - 1]
        for number, written in sorted(self.on, key=lambda numbered: numbered[0]):
            if not 1 <= number <= len(changed) + 1:
                raise RuleError(_WRONG_ROUND, "on")
            changed.insert(number - 1, written)
        return changed


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What is known of a game besides its play; what is not known is empty.

    `date` is that of the evening, as in 2026-11-21; `started` and the times in `entered` have their
    time zone, as in 2026-11-21T20:15:00Z. `entered` has a value for each
    entry of the sheet, or none. `deleted` says when and by whom the game was deleted, if it was.
    `history` has every change, or none; `others` are those who join in it and have no seat in the
    end, with the seats after those of the players.
    """

    id: str = ""
    date: str = ""
    started: str = ""
    place: str = ""
    note: str = ""
    entered: tuple[Entered, ...] = ()
    deleted: Entered | None = None
    history: tuple[Step, ...] = ()
    others: tuple[str, ...] = ()


def read_about(fields: Mapping[str, Any], players: Sequence[str], pieces: Pieces) -> About:
    """Read what is known of a game from its document; raises `RuleError` with the place."""
    number = fields.get("format", FORMAT)
    if type(number) is not int or number != FORMAT:
        text = message("This program reads documents of format {known}.", known=FORMAT)
        raise RuleError(text, "format")
    rounds, changes = fields.get("rounds"), fields.get(HISTORY, [])
    # Nobody joins a game by sides.
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
    """Who joins in a history but has no seat in the end; what cannot be read is refused later."""
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
    """The document of a game with what else is known of it; `read_about` reads it back."""
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


def read_history(value: object, seats: Seating, pieces: Pieces) -> tuple[Step, ...]:
    """Read a history; raises `RuleError` with the place, also if a change undoes a wrong one."""
    if not isinstance(value, list):
        raise RuleError(message("The history must be a list."), HISTORY)
    steps: list[Step] = []
    for index, entry in enumerate(value):
        try:
            step = _read_step(entry, seats, pieces)
            _check_order(step, steps)
        except RuleError as error:
            raise error.under(HISTORY, index) from None
        steps.append(step)
    return tuple(steps)


def check_history(steps: Sequence[Step], sheet: Sequence[Written], *, called: bool) -> None:
    """Raise `RuleError` if a history does not lead to this sheet."""
    replayed: list[Written] = []
    for index, step in enumerate(steps):
        try:
            replayed = step.apply(replayed)
        except RuleError as error:
            raise error.under(HISTORY, index) from None
    if replayed != list(sheet) or steps[-1].called != called:
        raise RuleError(message("The history does not lead to the rounds of this game."), HISTORY)


def write_history(steps: Sequence[Step], players: Sequence[str]) -> list[dict[str, Any]]:
    """The changes as documents; `read_history` reads the same from them."""
    return [_write_step(step, players) for step in steps]


def _read_step(entry: object, seats: Seating, pieces: Pieces) -> Step:
    fields = read_object(entry, _STEP_KEYS)
    return Step(
        kind=_read_kind(fields.get("kind")),
        entered=Entered(read_moment(fields.get("at"), "at"), read_by(fields)),
        number=read_number(fields["round"], "round") if "round" in fields else None,
        off=tuple(
            read_number(number, "off") for number in _read_list(fields.get("off", []), "off")
        ),
        on=_read_on(_read_list(fields.get("on", []), "on"), seats, pieces),
        details=_read_details(fields.get("details", {})),
        called=read_boolean(fields.get("called", False), "called"),
        undoes=read_number(fields["undoes"], "undoes") if "undoes" in fields else None,
    )


def _read_kind(value: object) -> Kind:
    if isinstance(value, str) and value in frozenset(Kind):
        return Kind(value)
    known = ", ".join(Kind)
    raise RuleError(message("Choose what kind of change it was: {known}.", known=known), "kind")


def _read_list(value: object, *where: str | int) -> list[Any]:
    if not isinstance(value, list):
        raise RuleError(message("This must be a list."), *where)
    return value


def _read_on(entries: Sequence[object], seats: Seating, pieces: Pieces) -> tuple[Any, ...]:
    read = []
    for index, entry in enumerate(entries):
        try:
            fields = dict(read_object(entry, None))
            number = read_number(fields.pop("number", None), "number")
            read.append((number, read_written(fields, seats, pieces)))
        except RuleError as error:
            raise error.under("on", index) from None
    return tuple(read)


def read_written(entry: object, seats: Seating, pieces: Pieces) -> Written:
    """An entry with when and by whom it was entered; raises `RuleError`."""
    read = read_entry(entry, seats, pieces)
    given = entry.get(ENTERED) if isinstance(entry, dict) else None
    return Written(read, NOT_KNOWN if given is None else read_entered(given, ENTERED))


def _read_details(value: object) -> tuple[tuple[str, str, str], ...]:
    fields = read_object(value, DETAILS, "details")
    read = []
    for name, texts in fields.items():
        if not isinstance(texts, list) or len(texts) != 2:
            text = message("Enter the old text and the new one.")
            raise RuleError(text, "details", name)
        read_text = read_day if name == "played_on" else read_note
        old, new = (read_text(written, "details", name) for written in texts)
        read.append((name, old, new))
    return tuple(read)


def _check_order(step: Step, before: Sequence[Step]) -> None:
    """Refuse a second start or a late one, and an undo or redo of what cannot be undone."""
    if (step.kind is Kind.START) == bool(before):
        raise RuleError(message("A history begins with the start of the game."), "kind")
    if (step.kind in (Kind.UNDO, Kind.REDO)) != (step.undoes is not None):
        raise RuleError(_WRONG_UNDO, "undoes")
    if step.undoes is None:
        return
    is_known = step.undoes <= len(before) and step.undoes not in {
        earlier.undoes for earlier in before
    }
    if not is_known or (before[step.undoes - 1].kind is Kind.UNDO) != (step.kind is Kind.REDO):
        raise RuleError(_WRONG_UNDO, "undoes")


def _write_step(step: Step, players: Sequence[str]) -> dict[str, Any]:
    parts = {
        **write_entered(step.entered),
        "round": step.number,
        "off": list(step.off),
        "on": [
            {"number": number, **write_written(written, players)} for number, written in step.on
        ],
        "details": {name: [old, new] for name, old, new in step.details},
        "called": step.called,
        "undoes": step.undoes,
    }
    return {"kind": step.kind.value} | {key: value for key, value in parts.items() if value}


def write_written(written: Written, players: Sequence[str]) -> dict[str, Any]:
    """The document of an entry with when and by whom it was entered."""
    entered = write_entered(written.entered)
    return write_entry(written.entry, players) | ({ENTERED: entered} if entered else {})
