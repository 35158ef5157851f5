"""Words for the changes of a game: in the trail, on the button that undoes the last, in notices."""

from __future__ import annotations

from flask_babel import gettext

from scorekeeper.games.history import Kind


def change_words(kind: Kind, number: int | None, undoes: Kind | None = None) -> str:
    """What a change of the trail did: `Round 3 corrected`."""
    if undoes is not None:
        return _redone(undoes, number) if kind is Kind.REDO else _taken_back(undoes, number)
    words: dict[Kind, str] = {
        Kind.START: gettext("Game started"),
        Kind.RECORD: gettext("Round %(number)s recorded", number=number),
        Kind.CORRECT: gettext("Round %(number)s corrected", number=number),
        Kind.REMOVE: gettext("Round %(number)s removed", number=number),
        Kind.CALL: gettext("Game called"),
        Kind.PLAY_ON: gettext("Game taken up again"),
        Kind.DELETE: gettext("Game deleted"),
        Kind.BRING_BACK: gettext("Game brought back"),
    }
    return words[kind]


def _taken_back(kind: Kind, number: int | None) -> str:
    words: dict[Kind, str] = {
        Kind.RECORD: gettext("Taken back: round %(number)s recorded", number=number),
        Kind.CORRECT: gettext("Taken back: round %(number)s corrected", number=number),
        Kind.REMOVE: gettext("Taken back: round %(number)s removed", number=number),
        Kind.CALL: gettext("Taken back: game called"),
        Kind.PLAY_ON: gettext("Taken back: game taken up again"),
    }
    return words[kind]


def _redone(kind: Kind, number: int | None) -> str:
    words: dict[Kind, str] = {
        Kind.RECORD: gettext("Redone: round %(number)s recorded", number=number),
        Kind.CORRECT: gettext("Redone: round %(number)s corrected", number=number),
        Kind.REMOVE: gettext("Redone: round %(number)s removed", number=number),
        Kind.CALL: gettext("Redone: game called"),
        Kind.PLAY_ON: gettext("Redone: game taken up again"),
    }
    return words[kind]


def undo_words(kind: Kind, number: int | None) -> str:
    """What the button says that takes back a change: `Undo: round 3 corrected`."""
    words: dict[Kind, str] = {
        Kind.RECORD: gettext("Undo: round %(number)s recorded", number=number),
        Kind.CORRECT: gettext("Undo: round %(number)s corrected", number=number),
        Kind.REMOVE: gettext("Undo: round %(number)s removed", number=number),
        Kind.CALL: gettext("Undo: game called"),
        Kind.PLAY_ON: gettext("Undo: game taken up again"),
    }
    return words[kind]


def redo_words(kind: Kind, number: int | None) -> str:
    """What the button says that brings a change back: `Redo: round 3 corrected`."""
    words: dict[Kind, str] = {
        Kind.RECORD: gettext("Redo: round %(number)s recorded", number=number),
        Kind.CORRECT: gettext("Redo: round %(number)s corrected", number=number),
        Kind.REMOVE: gettext("Redo: round %(number)s removed", number=number),
        Kind.CALL: gettext("Redo: game called"),
        Kind.PLAY_ON: gettext("Redo: game taken up again"),
    }
    return words[kind]
