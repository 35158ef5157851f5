"""The history of a game in its document: every change, oldest first.

A change lists the entries that it removed from the sheet and the entries that it added. The program
rejects a document if its changes do not lead to its entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from scorekeeper.rummy.cards import Pieces
from scorekeeper.rummy.documents.reading import (
    BY_KEYS,
    ENTERED,
    NOT_KNOWN,
    Entered,
    Seating,
    read_boolean,
    read_by,
    read_day,
    read_entered,
    read_moment,
    read_note,
    read_number,
    read_object,
    write_entered,
)
from scorekeeper.rummy.documents.round import read_entry, write_entry
from scorekeeper.rummy.game.entries import Entry
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError

HISTORY = "history"

DETAILS = ("played_on", "place", "note", "player")
"""The details of a game that can change. `player` is the name of one player."""

_STEP_KEYS = ("kind", "at", *BY_KEYS, "round", "off", "on", "details", "called", "undoes")

_WRONG_ROUND = message("There is no such round on the sheet.")
_WRONG_UNDO = message("An undo takes back an earlier change, and a redo an undo, once.")


class ChangeKind(StrEnum):
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
    """An entry of the sheet, with the time and person of its recording."""

    entry: Entry
    entered: Entered


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryStep:
    """One change of a game.

    - `number`: the place of the changed entry. `None` if the change has no such entry
    - `off`: the places of the entries that the change removed from the sheet
    - `on`: the entries that the change added to the sheet, with their places after the change
    - `called`: whether the game is ended early after this change
    - `undoes`: the number, from 1, of the change that an undo or a redo took back
    - `details`: the name, the old text and the new text of each changed detail
    """

    kind: ChangeKind
    entered: Entered
    number: int | None = None
    off: tuple[int, ...] = ()
    on: tuple[tuple[int, Written], ...] = ()
    details: tuple[tuple[str, str, str], ...] = ()
    called: bool = False
    undoes: int | None = None

    def apply(self, sheet: Sequence[Written]) -> list[Written]:
        """Apply this change to a sheet. Raises `RuleError` if a place is not on the sheet."""
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


def read_history(value: object, seats: Seating, pieces: Pieces) -> tuple[HistoryStep, ...]:
    """Read a history. Raises `RuleError` at an invalid change."""
    if not isinstance(value, list):
        raise RuleError(message("The history must be a list."), HISTORY)
    steps: list[HistoryStep] = []
    for index, entry in enumerate(value):
        try:
            step = _read_step(entry, seats, pieces)
            _check_order(step, steps)
        except RuleError as error:
            raise error.under(HISTORY, index) from None
        steps.append(step)
    return tuple(steps)


def check_history(steps: Sequence[HistoryStep], sheet: Sequence[Written], *, called: bool) -> None:
    """Check that a history leads to this sheet. Raises `RuleError`."""
    replayed: list[Written] = []
    for index, step in enumerate(steps):
        try:
            replayed = step.apply(replayed)
        except RuleError as error:
            raise error.under(HISTORY, index) from None
    if replayed != list(sheet) or steps[-1].called != called:
        raise RuleError(message("The history does not lead to the rounds of this game."), HISTORY)


def write_history(steps: Sequence[HistoryStep], players: Sequence[str]) -> list[dict[str, Any]]:
    return [_write_step(step, players) for step in steps]


def _read_step(entry: object, seats: Seating, pieces: Pieces) -> HistoryStep:
    fields = read_object(entry, _STEP_KEYS)
    return HistoryStep(
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


def _read_kind(value: object) -> ChangeKind:
    if isinstance(value, str) and value in frozenset(ChangeKind):
        return ChangeKind(value)
    known = ", ".join(ChangeKind)
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


def _check_order(step: HistoryStep, before: Sequence[HistoryStep]) -> None:
    if (step.kind is ChangeKind.START) == bool(before):
        raise RuleError(message("A history begins with the start of the game."), "kind")
    if (step.kind in (ChangeKind.UNDO, ChangeKind.REDO)) != (step.undoes is not None):
        raise RuleError(_WRONG_UNDO, "undoes")
    if step.undoes is None:
        return
    is_known = step.undoes <= len(before) and step.undoes not in {
        earlier.undoes for earlier in before
    }
    if not is_known or (before[step.undoes - 1].kind is ChangeKind.UNDO) != (
        step.kind is ChangeKind.REDO
    ):
        raise RuleError(_WRONG_UNDO, "undoes")


def _write_step(step: HistoryStep, players: Sequence[str]) -> dict[str, Any]:
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
    entered = write_entered(written.entered)
    return write_entry(written.entry, players) | ({ENTERED: entered} if entered else {})
