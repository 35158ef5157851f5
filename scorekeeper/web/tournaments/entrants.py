"""The entrants: names pasted before the first round, later those who arrive or leave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from flask import Response, make_response, render_template, request, url_for
from flask_babel import gettext as _

from scorekeeper.rummy.documents.names import check_name, heard
from scorekeeper.rummy.round import RuleError
from scorekeeper.tournament.model import PAIRS, Entrant
from scorekeeper.tournament.refusals import Refusal
from scorekeeper.tournament.rounds import MOST_ENTRANTS
from scorekeeper.tournament.seating import check_entrants, is_there_too
from scorekeeper.tournaments.drawing import fixed_tables
from scorekeeper.tournaments.entering import add_late, leave, set_entrants
from scorekeeper.tournaments.entrants import (
    Registration,
    details_of,
    entries_by_line,
    written_lines,
)
from scorekeeper.tournaments.rounds import adjust as adjust_points
from scorekeeper.web.parts.numbers import read_number
from scorekeeper.web.shell.translation import translate, translated
from scorekeeper.web.subjects.tournament_standings import given_lines
from scorekeeper.web.subjects.tournaments import shown_entrant
from scorekeeper.web.tournaments import blueprint
from scorekeeper.web.tournaments.changes import NO_FAULT, Fault, change, key_for, tournament_or_404

LONGEST_NOTE = 120

MOST_TYPED = 40_000
"""The most characters in a list of entrants: four hundred long pairs."""


@dataclass(frozen=True, slots=True)
class LineFault:
    """The error in a line of the names."""

    line: int
    sentence: str


@blueprint.get("/<tournament_id>/entrants")
def entrants(tournament_id: str) -> Response:
    return _page(tournament_id, NO_FAULT)


@blueprint.post("/<tournament_id>/entrants")
def set_names(tournament_id: str) -> Response:
    """Set the entrants from pasted names. If a line is wrong, the page keeps the text."""
    recorded = tournament_or_404(tournament_id)
    typed, faults = read_lines(request.form.get("names", ""), recorded.tournament.play)
    if faults:
        return _page(tournament_id, Fault(422), faults)
    known = {one.players: details_of(recorded, one.number) for one in recorded.tournament.entrants}
    return change(
        set_entrants,
        tournament_id,
        url_for(".desk", tournament_id=tournament_id),
        partial(_page_at_line, tournament_id, [line for line, _entry in typed]),
        entries=[
            replace(entry, details={**known.get(tuple(entry.players), {}), **(entry.details or {})})
            for _line, entry in typed
        ],
    )


@blueprint.post("/<tournament_id>/entrants/keep")
def keep_table(tournament_id: str) -> Response:
    """Set the table where an entrant stays. 0 lets them move like all others."""
    recorded = tournament_or_404(tournament_id)
    entrant, table = (
        read_number(request.form.get(name, "") or "0") for name in ("keeper", "table")
    )
    if entrant not in recorded.people:
        return _page(tournament_id, Fault(422, _("Choose one of these."), "keeper"))
    if table is None or not 0 <= table <= MOST_ENTRANTS:
        return _page(tournament_id, Fault(422, _("Write the number of a table."), "table"))
    return change(
        set_entrants,
        tournament_id,
        url_for(".entrants", tournament_id=tournament_id),
        partial(_page_at, tournament_id, "table"),
        entries=[
            Registration(
                one.players,
                details_of(recorded, one.number)
                | ({"table": table} if one.number == entrant else {}),
            )
            for one in recorded.tournament.entrants
        ],
    )


@blueprint.post("/<tournament_id>/late")
def come_late(tournament_id: str) -> Response:
    """Add an entrant. If they sit down at once, the desk shows at which table."""
    recorded = tournament_or_404(tournament_id)
    typed, faults = read_lines(request.form.get("late", ""), recorded.tournament.play)
    if faults or len(typed) != 1:
        sentence = faults[0].sentence if faults else _("Write one line.")
        return _page(tournament_id, Fault(422, sentence, "late"))
    sits_down = "now" in request.form
    return change(
        add_late,
        tournament_id,
        url_for(".desk" if sits_down else ".entrants", tournament_id=tournament_id),
        partial(_page_at, tournament_id, "late"),
        entry=typed[0][1],
        in_this_round=sits_down,
    )


@blueprint.post("/<tournament_id>/entrants/<int:number>/gone")
def toggle_gone(tournament_id: str, number: int) -> Response:
    """Mark an entrant as gone, or as back."""
    return change(
        leave,
        tournament_id,
        url_for(".entrants", tournament_id=tournament_id),
        partial(_page, tournament_id),
        number=number,
    )


@blueprint.post("/<tournament_id>/adjust")
def adjust(tournament_id: str) -> Response:
    recorded = tournament_or_404(tournament_id)
    entrant, points, score = (
        read_number(request.form.get(name, "") or "0") for name in ("entrant", "points", "score")
    )
    note = " ".join(request.form.get("note", "").split())
    fault = NO_FAULT
    if entrant not in recorded.people:
        fault = Fault(422, _("Choose one of these."), "entrant")
    elif points is None or (not points and not score):
        fault = Fault(422, _("Write how many points, such as 2 or -2."), "points")
    elif score is None:
        fault = Fault(422, _("Write a whole number, such as 355 or -355."), "score")
    elif len(note) > LONGEST_NOTE or not note.isprintable():
        fault = Fault(
            422, _("A note can have up to %(most)d characters.", most=LONGEST_NOTE), "note"
        )
    if fault:
        return _page(tournament_id, fault)
    return change(
        adjust_points,
        tournament_id,
        url_for(".entrants", tournament_id=tournament_id),
        partial(_page_at, tournament_id, "points"),
        entrant=entrant,
        round=max(1, recorded.latest),
        points=points,
        score=score,
        note=note,
    )


def read_lines(text: str, play: str) -> tuple[list[tuple[int, Registration]], list[LineFault]]:
    """Read pasted names. Returns the entrants with their lines, and the errors of lines."""
    typed: list[tuple[int, Registration]] = []
    faults: list[LineFault] = []
    taken: dict[str, int] = {}
    if len(text) > MOST_TYPED:
        faults.append(LineFault(1, str(_("These are too many names."))))
    for line, entry in entries_by_line(text[:MOST_TYPED], play):
        typed.append((line, entry))
        entrant = Entrant(number=len(typed), players=tuple(entry.players))
        if sentence := _wrong(entrant, taken, play):
            faults.append(LineFault(line, sentence))
    if not typed:
        faults.append(LineFault(1, str(_("Write the names, one line for each."))))
    return typed, faults


def _wrong(entrant: Entrant, taken: dict[str, int], play: str) -> str:
    """The error in an entrant, or empty. `taken` has the names of earlier lines.

    Names that differ only in capitals are equal, because they sound the same.
    """
    try:
        check_entrants([entrant], play)
        for name in entrant.players:
            check_name(name)
            number = taken.setdefault(heard(name), entrant.number)
            if number != entrant.number:
                raise Refusal(is_there_too(name, number, play))
    except Refusal as refusal:
        return refusal.sentence.text(translated)
    except RuleError as error:
        return translate(error.message)
    return ""


def _page_at(tournament_id: str, field: str, fault: Fault) -> Response:
    return _page(tournament_id, Fault(fault.status, fault.sentence, field))


def _page_at_line(tournament_id: str, lines: Sequence[int], fault: Fault) -> Response:
    match fault.where:
        case ("entrants", int() as place, *_rest) if place < len(lines):
            return _page(tournament_id, Fault(422), [LineFault(lines[place], fault.sentence)])
    return _page(tournament_id, fault)


def _page(tournament_id: str, fault: Fault, line_faults: Sequence[LineFault] = ()) -> Response:
    recorded = tournament_or_404(tournament_id)
    page = render_template(
        "tournaments/entrants.html",
        recorded=recorded,
        entrants=[shown_entrant(recorded, one.number) for one in recorded.tournament.entrants],
        gone={one.number for one in recorded.tournament.entrants if one.last is not None},
        kept=fixed_tables(recorded),
        given=given_lines(recorded, recorded.latest),
        can_sit_down=bool(recorded.latest)
        and recorded.times[-1].closed is None
        and bool(recorded.round(recorded.latest).without_game),
        is_pairs=recorded.tournament.play == PAIRS,
        names=request.form.get("names")
        if "names" in request.form
        else written_lines(recorded.tournament.entrants, _("EW")),
        typed=request.form,
        line_faults=line_faults,
        fault=fault,
        key=key_for(fault),
    )
    return make_response(page, fault.status)
