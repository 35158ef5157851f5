"""The history of a game in words: every change with its rounds, and labels of undo and redo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from flask_babel import gettext
from flask_babel import lazy_gettext as _

from scorekeeper.games.history import Change, ChangedDetails, changes
from scorekeeper.games.undoing import UndoStep
from scorekeeper.rummy.between import Between
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.rummy.game.entries import Entry
from scorekeeper.storage.mapping import Amendment
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.round_rows import Entries
from scorekeeper.web.parts.between import between_in_short
from scorekeeper.web.shell.translation import day_text

HeadedEntries = list[tuple[str, Entry]]


class ChangeWords(NamedTuple):
    """The texts for one kind of change.

    `done`, `undone` and `redone` are entries of the history, `undo` and `redo` are buttons.
    """

    done: str
    undo: str = ""
    undone: str = ""
    redo: str = ""
    redone: str = ""


WORDS = {
    ChangeKind.START: ChangeWords(_("Game started")),
    ChangeKind.LOTS: ChangeWords(_("Starter drawn at random")),
    ChangeKind.RECORD: ChangeWords(
        done=_("Round %(number)s recorded"),
        undo=_("Undo round %(number)s"),
        undone=_("Round %(number)s undone"),
        redo=_("Restore round %(number)s"),
        redone=_("Round %(number)s restored"),
    ),
    ChangeKind.CORRECT: ChangeWords(
        done=_("Round %(number)s corrected"),
        undo=_("Undo the correction of round %(number)s"),
        undone=_("Correction of round %(number)s undone"),
        redo=_("Correct round %(number)s again"),
        redone=_("Round %(number)s corrected again"),
    ),
    ChangeKind.REMOVE: ChangeWords(
        done=_("Round %(number)s removed"),
        undo=_("Restore the removed round %(number)s"),
        undone=_("Removed round %(number)s restored"),
        redo=_("Remove round %(number)s again"),
        redone=_("Round %(number)s removed again"),
    ),
    ChangeKind.CALL: ChangeWords(
        done=_("Game ended early"),
        undo=_("Undo ending early"),
        undone=_("Ending early undone"),
        redo=_("End the game again"),
        redone=_("Game ended early again"),
    ),
    ChangeKind.PLAY_ON: ChangeWords(
        done=_("Game resumed"),
        undo=_("Undo resuming"),
        undone=_("Resuming undone"),
        redo=_("Resume again"),
        redone=_("Game resumed again"),
    ),
    ChangeKind.DELETE: ChangeWords(_("Game deleted")),
    ChangeKind.RESTORE: ChangeWords(_("Game restored")),
    ChangeKind.DETAILS: ChangeWords(_("Date, place or note changed")),
    ChangeKind.PLAYER: ChangeWords(_("Player corrected")),
}


BETWEEN_WORDS = {
    ChangeKind.RECORD: ChangeWords(
        done="%(what)s",
        undo=_("Undo: %(what)s"),
        undone=_("Undone: %(what)s"),
        redo=_("Restore: %(what)s"),
        redone=_("Restored: %(what)s"),
    ),
    ChangeKind.CORRECT: ChangeWords(
        done=_("Corrected: %(what)s"),
        undo=_("Undo the correction: %(what)s"),
        undone=_("Correction undone: %(what)s"),
        redo=_("Correct again: %(what)s"),
        redone=_("Corrected again: %(what)s"),
    ),
    ChangeKind.REMOVE: ChangeWords(
        done=_("Removed: %(what)s"),
        undo=_("Restore: %(what)s"),
        undone=_("Restored: %(what)s"),
        redo=_("Remove again: %(what)s"),
        redone=_("Removed again: %(what)s"),
    ),
}
"""The texts for changes of events between rounds."""


NOTHING = "±0"
"""The text for an event between rounds if a correction changed nothing."""

DETAILS = {"played_on": _("Date"), "place": _("Place"), "note": _("Note"), "player": _("Player")}
"""The labels of the details of a game."""


class ChangedDetail(NamedTuple):
    """A detail before and after a change. Either text can be empty."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One change: `before` and `after` are the changed entries with their headings.

    `names` are the players' names at that time, by seat. `amendments` are changes of a round while
    several phones entered it. `is_undone`: the change is undone now. `is_undo`: it is an undo.
    """

    id: int
    words: str
    at: datetime
    entered_by: str | None
    before: HeadedEntries
    after: HeadedEntries
    names: tuple[str, ...]
    amendments: tuple[Amendment, ...]
    details: list[ChangedDetail]
    is_undone: bool
    is_undo: bool


def history_entries(row: GameRow, most: int, before: int | None = None) -> list[HistoryEntry]:
    """The newest `most` changes of a game, only with ids below `before`."""
    return [_entry(change) for change in changes(row, most, before)]


def _entry(change: Change) -> HistoryEntry:
    return HistoryEntry(
        id=change.id,
        words=change_words(change),
        at=change.at,
        entered_by=change.entered_by,
        before=_headed(change.before, change),
        after=_headed(change.after, change),
        names=change.names,
        amendments=_amendments(change),
        details=_details(change.details),
        is_undone=change.undone,
        is_undo=change.kind is ChangeKind.UNDO,
    )


def _headed(entries: Entries, change: Change) -> HeadedEntries:
    # A change of a round shows how many events are above it. For a change of an event this is
    # unknown, so the rounds below it are numbered as if it was the first event.
    events_above = (
        change.number - change.round_number if change.number and change.round_number else 0
    )
    headed = []
    for place, recorded in entries.items():
        if isinstance(recorded.entry, Between):
            events_above += 1
            heading = between_in_short(recorded.entry, change.names)
        else:
            heading = gettext("Round %(number)d", number=place - events_above)
        headed.append((heading, recorded.entry))
    return headed


def _amendments(change: Change) -> tuple[Amendment, ...]:
    """The amendments of a newly recorded round. Later changes of the round repeat these."""
    recorded = change.after.values() if change.kind is ChangeKind.RECORD else ()
    return tuple(amendment for entry in recorded for amendment in entry.amendments)


def _details(changed: ChangedDetails) -> list[ChangedDetail]:
    return [
        ChangedDetail(str(label), *[_detail(name, text) for text in changed[name]])
        for name, label in DETAILS.items()
        if name in changed
    ]


def _detail(name: str, text: str) -> str:
    return day_text(date.fromisoformat(text), "long") if name == "played_on" else text


def change_words(change: Change) -> str:
    """The effect of a change: `Round 3 corrected`."""
    is_of_event = change.number is not None and change.round_number is None
    words = (BETWEEN_WORDS if is_of_event else WORDS)[change.undoes or change.kind]
    text = words.done
    if change.undoes is not None:
        text = words.redone if change.kind is ChangeKind.REDO else words.undone
    between = next(
        (
            recorded.entry
            for recorded in (*change.after.values(), *change.before.values())
            if isinstance(recorded.entry, Between)
        ),
        None,
    )
    return _filled(text, change.round_number, between, change.names)


def undo_words(step: UndoStep) -> str:
    """The label of the button that undoes a change: `Undo round 3`."""
    words = WORDS if step.between is None else BETWEEN_WORDS
    return _filled(words[step.kind].undo, step.round, step.between, step.names)


def redo_words(step: UndoStep) -> str:
    """The label of the button that redoes a change: `Restore round 3`."""
    words = WORDS if step.between is None else BETWEEN_WORDS
    return _filled(words[step.kind].redo, step.round, step.between, step.names)


def _filled(text: str, number: int | None, between: Between | None, names: Sequence[str]) -> str:
    what = between_in_short(between, names) if between else NOTHING
    return str(text) % {"number": number, "what": what}
