"""The history of a tournament or a league: every change, newest first, and undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import render_template, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from sqlalchemy import ColumnElement, select

from scorekeeper.games.transaction import new_key
from scorekeeper.storage.database import db
from scorekeeper.storage.models import TournamentChange, TournamentRow
from scorekeeper.tournaments.league_history import EVENINGS
from scorekeeper.tournaments.parts import ADJUSTMENT, ENTRANT, ROUND, TABLE, PartName
from scorekeeper.tournaments.recorded import RecordedTournament
from scorekeeper.tournaments.transaction import TournamentChangeKind as Kind
from scorekeeper.tournaments.undoing import last_change
from scorekeeper.web.parts.formatting import signed
from scorekeeper.web.shell.requests import older_than
from scorekeeper.web.shell.visitor import may
from scorekeeper.web.tournaments import blueprint
from scorekeeper.web.tournaments.changes import tournament_or_404
from scorekeeper.web.tournaments.leagues import blueprint as leagues
from scorekeeper.web.tournaments.leagues import league_or_404

PAGE = 50
"""The number of changes on a page."""

WORDS = {
    Kind.CREATE: lazy_gettext("Tournament created"),
    Kind.SETUP: lazy_gettext("Setup changed"),
    Kind.ENTRANTS: lazy_gettext("Who plays"),
    Kind.DRAW: lazy_gettext("Round %(round)d drawn"),
    Kind.SWAP: lazy_gettext("Places swapped in round %(round)d"),
    Kind.SHOW: lazy_gettext("Draw of round %(round)d shown"),
    Kind.CLOCK: lazy_gettext("Clock of round %(round)d started"),
    Kind.CLOSE: lazy_gettext("Round %(round)d closed"),
    Kind.REOPEN: lazy_gettext("Round %(round)d opened again"),
    Kind.RESULT: lazy_gettext("Table %(table)d of round %(round)d: what became of it"),
    Kind.CONFIRM: lazy_gettext("Table %(table)d of round %(round)d: agreed"),
    Kind.ADJUST: lazy_gettext("Points given or taken"),
    Kind.END: lazy_gettext("Tournament ended"),
}


FACTORS = {
    None: lazy_gettext("%(name)s does not count"),
    1: lazy_gettext("%(name)s counts once"),
    2: lazy_gettext("%(name)s counts double"),
}
"""The change of an evening in a league, by its new factor. `None` removes the evening."""


@dataclass(frozen=True, slots=True)
class ShownChange:
    """A change in words. `detail` says more about it, or is empty."""

    words: str
    detail: str
    at: datetime
    entered_by: str | None
    is_undone: bool


@blueprint.get("/<tournament_id>/history")
def history(tournament_id: str) -> str:
    recorded = tournament_or_404(tournament_id)
    return _page(
        TournamentChange.tournament_id == recorded.id,
        recorded,
        frame="tournaments/_page.html",
        recorded=recorded,
        versioned=recorded,
        undo_address=url_for(".go_on", tournament_id=tournament_id, what="undo"),
        may_undo=may("tournaments.go_on"),
    )


@leagues.get("/<league_id>/history", endpoint="history")
def league_history(league_id: str) -> str:
    league = league_or_404(league_id)
    return _page(
        TournamentChange.league_id == league_id,
        frame="tournaments/_league_page.html",
        recorded=league,
        versioned=league.row,
        undo_address=url_for("leagues.undo", league_id=league_id),
        may_undo=may("leagues.undo"),
    )


def _page(
    of: ColumnElement[bool], tournament: RecordedTournament | None = None, **shown: Any
) -> str:
    before = older_than()
    query = select(TournamentChange).where(of)
    if before is not None:
        query = query.where(TournamentChange.id < before)
    found = db.session.scalars(query.order_by(TournamentChange.id.desc()).limit(PAGE + 1)).all()
    last = last_change(db.session(), of)
    return render_template(
        "tournaments/history.html",
        **shown,
        changes=_shown_changes(tournament, found[:PAGE]),
        older=found[PAGE - 1].id if len(found) > PAGE else None,
        is_first=before is None,
        undo=change_words(last) if last else "",
        key=new_key(),
    )


def _shown_changes(
    tournament: RecordedTournament | None, changes: Sequence[TournamentChange]
) -> list[ShownChange]:
    ids = [change.id for change in changes]
    undone = set(
        db.session.scalars(
            select(TournamentChange.undoes_id).where(TournamentChange.undoes_id.in_(ids))
        )
    )
    return [
        ShownChange(
            words=change_words(change),
            detail=_detail(tournament, change) if tournament else "",
            at=change.at,
            entered_by=change.entered_by,
            is_undone=change.id in undone,
        )
        for change in changes
    ]


def change_words(change: TournamentChange) -> str:
    """The description of a change: `Round 3 drawn`."""
    if change.undoes_id is not None:
        undone = db.session.get_one(TournamentChange, change.undoes_id)
        return str(_("Undone: %(what)s", what=change_words(undone)))
    if change.league_id is not None:
        return _league_words(change.before, change.after)
    names = _names(change)
    round = next((name.round for name in names if name.kind in (ROUND, TABLE)), 0)
    table = next((name.number for name in names if name.kind == TABLE), 0)
    return str(WORDS[Kind(change.kind)]) % {"round": round, "table": table}


def _league_words(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    if not before:
        return str(_("League created"))
    was, is_now = before[EVENINGS], after[EVENINGS]
    for tournament_id in {**was, **is_now}:
        factor = is_now.get(tournament_id)
        if factor != was.get(tournament_id):
            row = db.session.get(TournamentRow, tournament_id)
            words = FACTORS.get(factor, lazy_gettext("%(name)s counts %(times)d times"))
            return str(words) % {"name": row.name if row else "", "times": factor}
    if before["archived"] != after["archived"]:
        return str(_("League archived") if after["archived"] else _("League restored"))
    return str(_("Name and counting changed"))


def _names(change: TournamentChange) -> list[PartName]:
    return [PartName.read(name) for name in {**change.before, **change.after}]


def _detail(recorded: RecordedTournament, change: TournamentChange) -> str:
    known = {one.number: one.title for one in recorded.tournament.entrants}
    said = []
    for name in _names(change):
        before, after = change.before.get(str(name)), change.after.get(str(name))
        if name.kind == ENTRANT and change.kind == Kind.ENTRANTS and len(change.after) <= MOST_TOLD:
            title = known.get(name.number, str(name.number))
            if before is None:
                said.append(title)
            elif after is not None:
                is_gone = after.get("until") is not None
                text = _("%(names)s left", names=title)
                said.append(str(text if is_gone else _("%(names)s came back", names=title)))
        if name.kind == TABLE and after and after.get("forfeit"):
            names = known.get(after["forfeit"], "")
            said.append(str(_("%(names)s did not come", names=names)))
        if name.kind == TABLE and after and after.get("void"):
            said.append(str(_("does not count")))
        if name.kind == ADJUSTMENT and after:
            title = known.get(after["entrant"], "")
            said.append(f"{title}: {signed(after['points'])} {after.get('note', '')}".strip())
    return " · ".join(said)


MOST_TOLD = 4
"""A change with more entrants than this names none of them."""
