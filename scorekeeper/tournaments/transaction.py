"""Changing a tournament in one transaction, which also adds the change to its history.

Each form has a key. A form that is sent twice changes the tournament once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import wraps
from typing import Concatenate, ParamSpec

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.clubs.devices import lock_club
from scorekeeper.games.news import News, add_tournament_news
from scorekeeper.games.transaction import check_key, outdated_form
from scorekeeper.storage.database import check_permission, write
from scorekeeper.storage.models import LeagueRow, TournamentChange, TournamentRow
from scorekeeper.tournament.refusals import Sentence, message
from scorekeeper.tournaments.parts import (
    ROUND,
    THE_SETUP,
    Parts,
    changed_parts,
    read_parts,
    write_parts,
)
from scorekeeper.tournaments.recorded import RecordedTournament, make_recorded
from scorekeeper.tournaments.rule_errors import as_refusal, as_refusals


class TournamentChangeKind(StrEnum):
    CREATE = "create"
    SETUP = "setup"
    ENTRANTS = "entrants"
    DRAW = "draw"
    SWAP = "swap"
    SHOW = "show"
    CLOCK = "clock"
    CLOSE = "close"
    REOPEN = "reopen"
    RESULT = "result"
    CONFIRM = "confirm"
    ADJUST = "adjust"
    END = "end"
    UNDO = "undo"


_NEWS = {
    TournamentChangeKind.DRAW: News.DRAWN,
    TournamentChangeKind.SWAP: News.DRAWN,
    TournamentChangeKind.SHOW: News.SHOWN,
    TournamentChangeKind.CLOSE: News.CLOSED,
    TournamentChangeKind.REOPEN: News.CLOSED,
    TournamentChangeKind.ADJUST: News.ADJUSTED,
}
"""The news for programs about a change. Undoing a change sends the same news."""


class NoSuchTournamentError(LookupError):
    """The club has no tournament with this id."""


class TournamentVersionConflict(Exception):
    """Somebody else has changed the tournament. The `sentence` describes the change, if known."""

    def __init__(self, tournament_id: str, sentence: Sentence | None = None) -> None:
        super().__init__(tournament_id)
        self.tournament_id = tournament_id
        self.sentence = sentence or message("Somebody changed this tournament a moment ago.")


@dataclass(frozen=True, slots=True)
class ChangeForm:
    """A form that changes a tournament: the `version` it was made for, and its own `key`.

    `version` is `None` for changes that two devices may make at the same time.
    """

    club_id: int
    tournament_id: str
    version: int | None
    key: str
    entered_by: str | None = None


@dataclass(frozen=True, slots=True)
class EditedTournament:
    """The parts of a tournament after a change. `undoes_id` is the change that it undoes."""

    parts: Parts
    undoes_id: int | None = None


_Facts = ParamSpec("_Facts")


def changes_tournament(
    kind: TournamentChangeKind,
) -> Callable[
    [Callable[Concatenate[RecordedTournament, _Facts], Parts]],
    Callable[Concatenate[ChangeForm, _Facts], TournamentRow],
]:
    """Turn a function that returns changed parts into a command that takes a `ChangeForm`."""

    def command(
        edit: Callable[Concatenate[RecordedTournament, _Facts], Parts],
    ) -> Callable[Concatenate[ChangeForm, _Facts], TournamentRow]:
        @wraps(edit)
        def change(form: ChangeForm, /, *args: _Facts.args, **more: _Facts.kwargs) -> TournamentRow:
            return change_tournament(
                kind, form, lambda recorded: EditedTournament(edit(recorded, *args, **more))
            )

        return change

    return command


def change_tournament(
    kind: TournamentChangeKind,
    form: ChangeForm,
    edit: Callable[[RecordedTournament], EditedTournament],
) -> TournamentRow:
    """Change a tournament in one transaction. The same key changes it only once.

    `edit` gets the current tournament. Raises `NoSuchTournamentError`, `TournamentVersionConflict`,
    and the errors of `edit`, such as `Refusal`.
    """
    tournament_id, key = form.tournament_id, form.key
    check_form(key)
    with guarded(tournament_id), write(checks=False) as session:
        lock_club(session, form.club_id)
        check_permission(session)
        row = lock_tournament(session, form.club_id, tournament_id)
        done = session.scalar(
            select(TournamentChange.tournament_id).where(TournamentChange.key == key)
        )
        if done == tournament_id:
            return row
        parts = read_parts(session, row)
        if done is not None or form.version not in (None, row.version):
            raise TournamentVersionConflict(tournament_id, _what_was_done(session, row, parts))
        after = edit(make_recorded(session, row, parts))
        write_parts(session, row, parts, after.parts)
        _add_change(session, row, kind, key, form.entered_by, parts, after.parts, after.undoes_id)
        _tell(session, row, kind, after.undoes_id, form.entered_by)
        row.version += 1
        row.changed_at = clock.now()
        session.flush()
        session.expunge(row)  # otherwise it is read again after the commit
    session.add(row)
    return row


def lock_tournament(session: Session, club_id: int, tournament_id: str) -> TournamentRow:
    """Lock a tournament of a locked club. Raises `NoSuchTournamentError`."""
    row = session.get(TournamentRow, tournament_id, with_for_update=True, populate_existing=True)
    if row is None or row.club_id != club_id:
        raise NoSuchTournamentError(tournament_id)
    return row


def _what_was_done(session: Session, row: TournamentRow, parts: Parts) -> Sentence | None:
    """A sentence on the last change if it is a draw, as two organisers can draw simultaneously."""
    of_tournament = select(TournamentChange.kind).where(TournamentChange.tournament_id == row.id)
    last = session.scalar(of_tournament.order_by(TournamentChange.id.desc()).limit(1))
    if last != TournamentChangeKind.DRAW:
        return None
    drawn = max(name.round for name in parts if name.kind == ROUND)
    return message("Round {round} was drawn a moment ago.", round=drawn)


def _tell(
    session: Session,
    row: TournamentRow,
    kind: TournamentChangeKind,
    undoes_id: int | None,
    by: str | None,
) -> None:
    if undoes_id is not None:
        undone = session.get_one(TournamentChange, undoes_id)
        kind = TournamentChangeKind(undone.kind)
    if kind in _NEWS:
        add_tournament_news(session.connection(), row.club_id, row.id, _NEWS[kind], by)


def check_form(key: str) -> None:
    """Raise `Refusal` if the form has no valid key."""
    with as_refusals():
        check_key(key)


def check_same_club(row: TournamentRow | LeagueRow, club_id: int) -> None:
    """Raise `Refusal` if the key was used in another club."""
    if row.club_id != club_id:
        raise as_refusal(outdated_form())


@contextmanager
def guarded(tournament_id: str) -> Iterator[None]:
    """Turn an `IntegrityError`, caused by a simultaneous change, into a conflict."""
    try:
        yield
    except IntegrityError as error:
        raise TournamentVersionConflict(tournament_id) from error


def add_tournament(
    session: Session,
    club_id: int,
    tournament_id: str,
    parts: Parts,
    key: str,
    entered_by: str | None = None,
) -> TournamentRow:
    """Add a tournament with these parts to a locked club."""
    now = clock.now()
    row = TournamentRow(
        id=tournament_id, club_id=club_id, version=1, created_at=now, changed_at=now, setup={}
    )
    # The rows of the other parts refer to the row of the tournament.
    setup = {THE_SETUP: parts[THE_SETUP]}
    write_parts(session, row, {}, setup)
    session.add(row)
    session.flush()
    write_parts(session, row, setup, parts)
    _add_change(session, row, TournamentChangeKind.CREATE, key, entered_by, {}, parts)
    return row


def _add_change(
    session: Session,
    row: TournamentRow,
    kind: TournamentChangeKind,
    key: str,
    entered_by: str | None,
    before: Parts,
    after: Parts,
    undoes_id: int | None = None,
) -> None:
    was, is_now = changed_parts(before, after)
    session.add(
        TournamentChange(
            tournament_id=row.id,
            key=key,
            kind=kind.value,
            at=clock.now(),
            entered_by=entered_by,
            before=was,
            after=is_now,
            undoes_id=undoes_id,
        )
    )
