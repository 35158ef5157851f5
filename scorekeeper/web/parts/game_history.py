"""The history of a game in words: every change with its rounds, and the undo and redo buttons."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from flask_babel import lazy_gettext as _

from scorekeeper.games.history import Change, ChangedDetails, Kind, changes
from scorekeeper.rummy.game.entries import Entry
from scorekeeper.storage.mapping import Amendment
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.round_rows import Entries
from scorekeeper.web.shell.translation import day_text

PlacedEntries = list[tuple[int, Entry]]


class ChangeWords(NamedTuple):
    """What the pages say about one kind of change.

    `done`, `undone` and `redone` are entries of the history, `undo` and `redo` are buttons.
    """

    done: str
    undo: str = ""
    undone: str = ""
    redo: str = ""
    redone: str = ""


WORDS = {
    Kind.START: ChangeWords(_("Game started")),
    Kind.LOTS: ChangeWords(_("Starter drawn at random")),
    Kind.RECORD: ChangeWords(
        done=_("Round %(number)s recorded"),
        undo=_("Undo round %(number)s"),
        undone=_("Round %(number)s undone"),
        redo=_("Restore round %(number)s"),
        redone=_("Round %(number)s restored"),
    ),
    Kind.CORRECT: ChangeWords(
        done=_("Round %(number)s corrected"),
        undo=_("Undo the correction of round %(number)s"),
        undone=_("Correction of round %(number)s undone"),
        redo=_("Correct round %(number)s again"),
        redone=_("Round %(number)s corrected again"),
    ),
    Kind.REMOVE: ChangeWords(
        done=_("Round %(number)s removed"),
        undo=_("Restore the removed round %(number)s"),
        undone=_("Removed round %(number)s restored"),
        redo=_("Remove round %(number)s again"),
        redone=_("Round %(number)s removed again"),
    ),
    Kind.CALL: ChangeWords(
        done=_("Game ended early"),
        undo=_("Undo ending early"),
        undone=_("Ending early undone"),
        redo=_("End the game again"),
        redone=_("Game ended early again"),
    ),
    Kind.PLAY_ON: ChangeWords(
        done=_("Game resumed"),
        undo=_("Undo resuming"),
        undone=_("Resuming undone"),
        redo=_("Resume again"),
        redone=_("Game resumed again"),
    ),
    Kind.DELETE: ChangeWords(_("Game deleted")),
    Kind.RESTORE: ChangeWords(_("Game restored")),
    Kind.DETAILS: ChangeWords(_("Date, place or note changed")),
}


DETAILS = {"played_on": _("Date"), "place": _("Place"), "note": _("Note")}
"""The names of the details of a game."""


class ChangedDetail(NamedTuple):
    """A detail that changed, as it was and as it is; either may be empty."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One change: `before` and `after` are the rounds that it changed, with their numbers.

    `amendments` are changes of a round while several phones entered it. `is_undone` says whether
    the change is taken back now, `is_undo` whether it is an undo itself.
    """

    id: int
    words: str
    at: datetime
    entered_by: str | None
    before: PlacedEntries
    after: PlacedEntries
    amendments: tuple[Amendment, ...]
    details: list[ChangedDetail]
    is_undone: bool
    is_undo: bool


def history_entries(row: GameRow, most: int, before: int | None = None) -> list[HistoryEntry]:
    """At most `most` changes of a game, newest first, only those with an id below `before`."""
    return [_entry(change) for change in changes(row, most, before)]


def _entry(change: Change) -> HistoryEntry:
    return HistoryEntry(
        id=change.id,
        words=change_words(change.kind, change.number, change.undoes),
        at=change.at,
        entered_by=change.entered_by,
        before=_placed(change.before),
        after=_placed(change.after),
        amendments=_amendments(change),
        details=_details(change.details),
        is_undone=change.undone,
        is_undo=change.kind is Kind.UNDO,
    )


def _placed(entries: Entries) -> PlacedEntries:
    return [(place, recorded.entry) for place, recorded in entries.items()]


def _amendments(change: Change) -> tuple[Amendment, ...]:
    """The amendments of a recorded round; later changes of the round keep them, so show none."""
    recorded = change.after.values() if change.kind is Kind.RECORD else ()
    return tuple(amendment for entry in recorded for amendment in entry.amendments)


def _details(changed: ChangedDetails) -> list[ChangedDetail]:
    return [
        ChangedDetail(str(words), *[_detail(name, text) for text in changed[name]])
        for name, words in DETAILS.items()
        if name in changed
    ]


def _detail(name: str, text: str) -> str:
    return day_text(date.fromisoformat(text), "long") if name == "played_on" else text


def change_words(kind: Kind, number: int | None, undoes: Kind | None = None) -> str:
    """What a change did: `Round 3 corrected`; `undoes` is what an undo or redo was about."""
    if undoes is None:
        return _of_round(WORDS[kind].done, number)
    words = WORDS[undoes]
    return _of_round(words.redone if kind is Kind.REDO else words.undone, number)


def undo_words(kind: Kind, number: int | None) -> str:
    """The label of the button that takes back a change: `Undo round 3`."""
    return _of_round(WORDS[kind].undo, number)


def redo_words(kind: Kind, number: int | None) -> str:
    """The label of the button that brings a change back: `Restore round 3`."""
    return _of_round(WORDS[kind].redo, number)


def _of_round(words: str, number: int | None) -> str:
    return str(words) % {"number": number}
