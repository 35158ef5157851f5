"""The organiser's desk: the next step, and the tables that are not done."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from flask import Response, abort, make_response, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.tournament.knock_out import champion
from scorekeeper.tournament.model import (
    AGAIN,
    DRAWN_PAIRS,
    KNOCK_OUT,
    LOT,
    MITCHELL,
    MOVEMENTS,
    NO,
    STANDING,
)
from scorekeeper.tournaments import rounds
from scorekeeper.tournaments.drawing import broken_by_swap
from scorekeeper.tournaments.recorded import RecordedTournament
from scorekeeper.web.parts.formatting import capital
from scorekeeper.web.parts.numbers import read_number
from scorekeeper.web.shell.requests import see_other
from scorekeeper.web.shell.translation import translated
from scorekeeper.web.subjects.tournament_card import entered_words
from scorekeeper.web.subjects.tournament_words import (
    AGAIN_WORDS,
    MOVEMENT_WORDS,
    corrected_words,
    round_words,
)
from scorekeeper.web.subjects.tournaments import (
    ShownTable,
    meeting_again,
    shown_entrant,
    shown_tables,
)
from scorekeeper.web.tournaments import blueprint
from scorekeeper.web.tournaments.at_table import etag_of_tournament
from scorekeeper.web.tournaments.changes import NO_FAULT, Fault, change, key_for, tournament_or_404
from scorekeeper.web.tournaments.clock import clock_of


class NextStep(StrEnum):
    """The next step of an organiser."""

    ENTER = "enter"
    DRAW = "draw"
    SHOW = "show"
    CLOCK = "clock"
    CLOSE = "close"
    END = "end"
    NOTHING = "nothing"


def next_step(recorded: RecordedTournament) -> NextStep:
    if recorded.setup.get("ended"):
        return NextStep.NOTHING
    if not recorded.tournament.entrants:
        return NextStep.ENTER
    if not recorded.latest:
        return NextStep.DRAW
    times = recorded.times[-1]
    if times.shown is None:
        return NextStep.SHOW
    if times.closed is None:
        has_clock = recorded.setup.get("minutes") and times.clock is None
        is_open = recorded.round(recorded.latest).open_tables
        return NextStep.CLOCK if has_clock and is_open else NextStep.CLOSE
    is_over = 0 < recorded.setup.get("planned", 0) <= recorded.latest
    if recorded.round(recorded.latest).movement == KNOCK_OUT:
        is_over = _is_won(recorded)
    return NextStep.END if is_over else NextStep.DRAW


def _is_won(recorded: RecordedTournament) -> bool:
    """Check whether the last round ended a knock-out."""
    return champion(recorded.tournament, recorded.latest) is not None


@dataclass(frozen=True, slots=True)
class Draw:
    """The settings of a draw in the form of the desk."""

    movement: str
    again: str = NO
    step: str = ""
    lives: str = ""


@blueprint.get("/<tournament_id>/desk")
def desk(tournament_id: str) -> Response:
    """The desk. 204 if the page has `seen` this state."""
    tournament_or_404(tournament_id)
    if request.args.get("seen") == etag_of_tournament(tournament_id):
        return make_response("", 204)
    return desk_page(tournament_id, NO_FAULT)


@blueprint.post("/<tournament_id>/round")
def draw_round(tournament_id: str) -> Response:
    movement, again = request.form.get("movement", ""), request.form.get("again", NO)
    if movement not in MOVEMENTS or again not in AGAIN:
        abort(400)
    return change(
        rounds.draw_round,
        tournament_id,
        url_for(".desk", tournament_id=tournament_id),
        partial(desk_page, tournament_id),
        movement=movement,
        again=again,
        step=read_number(request.form.get("step", "")),
        lives=read_number(request.form.get("lives", "")),
    )


STEPS = {
    "show": rounds.show_round,
    "clock": rounds.start_clock,
    "close": rounds.close_round,
    "reopen": rounds.reopen_round,
    "again": rounds.draw_again,
    "end": rounds.end_tournament,
    "undo": rounds.undo_last,
}
"""The changes that the buttons of the desk make, by the last part of their addresses."""


@blueprint.post("/<tournament_id>/round/<any(show, clock, close, reopen, again, end, undo):what>")
def go_on(tournament_id: str, what: str) -> Response:
    """Show or repeat a draw, start the clock, close or reopen a round, end the tournament, or undo.

    Reopening with a `table` leads to that table, to correct it.
    """
    number, table = (read_number(request.form.get(name, "")) for name in ("round", "table"))
    of_round: dict[str, Any] = {"round": number} if what in ("close", "reopen") and number else {}
    to = url_for(".desk", tournament_id=tournament_id, **of_round)
    if what == "reopen" and number and table:
        to = url_for(".table", tournament_id=tournament_id, number=number, place=table)
    return change(
        STEPS[what],
        tournament_id,
        to,
        partial(desk_page, tournament_id),
        **of_round,
    )


@blueprint.post("/<tournament_id>/swap")
def swap(tournament_id: str) -> Response:
    """Swap two entrants in the draw, or unmark an entrant who is tapped twice.

    If the swap breaks something, the page says so first. The organiser can swap `anyway`.
    """
    one, other = (read_number(request.form.get(name, "")) for name in ("one", "other"))
    recorded = tournament_or_404(tournament_id)
    known = [entrant.number for entrant in recorded.tournament.entrants]
    if one not in known or other not in known:
        abort(400)
    to = url_for(".desk", tournament_id=tournament_id, _anchor="draw")
    if one == other:
        return see_other(to)
    broken = () if "anyway" in request.form else broken_by_swap(recorded, one, other)
    if broken:
        sentences = " ".join(sentence.text(translated) for sentence in broken)
        return desk_page(tournament_id, Fault(422, sentences, "swap"))
    return change(
        rounds.swap, tournament_id, to, partial(desk_page, tournament_id), one=one, other=other
    )


def desk_page(tournament_id: str, fault: Fault) -> Response:
    """The desk, or the tables of an earlier `round`.

    While a round is played, the page polls for news, so that its buttons match the tables.
    """
    recorded, etag = tournament_or_404(tournament_id), etag_of_tournament(tournament_id)
    latest = recorded.latest
    number = request.values.get("round", latest, type=int)
    if not min(1, latest) <= number <= latest:
        abort(404)
    tables = shown_tables(recorded, number) if number else []
    step = next_step(recorded)
    marked = request.args.get("swap", 0, type=int)
    page = render_template(
        "tournaments/desk.html",
        recorded=recorded,
        fault=fault,
        number=number,
        is_latest=number == latest,
        reopened=[
            earlier
            for earlier, times in enumerate(recorded.times[:-1], start=1)
            if times.closed is None and earlier != number
        ],
        step=step,
        clock=clock_of(recorded),
        etag=etag if step in (NextStep.CLOCK, NextStep.CLOSE) and number == latest else "",
        answer=_answer(recorded, step, number, tables),
        round_title=capital(round_words(recorded, number)) if number else "",
        draw=_draw(recorded),
        movements=_movements(recorded),
        again_words=AGAIN_WORDS,
        open_tables=sorted(
            (table for table in tables if not table.is_done),
            key=lambda table: (table.played, table.number),
        ),
        done_tables=[table for table in tables if table.is_done],
        tables=tables,
        out=[shown_entrant(recorded, one) for one in recorded.round(number).out] if number else [],
        meeting=meeting_again(recorded) if step is NextStep.SHOW else None,
        chosen=shown_entrant(recorded, marked) if marked in recorded.people else None,
        corrected=corrected_words(recorded, number),
        can_draw_again=not any(round == latest for round, _table in recorded.games),
        key=key_for(fault),
    )
    return make_response(page, fault.status)


def _movements(recorded: RecordedTournament) -> dict[str, str]:
    tournament = recorded.tournament
    of_two_sides = tournament.has_two_sides and tournament.play != DRAWN_PAIRS
    usual = (LOT, STANDING)
    return {
        key: str(words) for key, words in MOVEMENT_WORDS.items() if of_two_sides or key in usual
    }


def _draw(recorded: RecordedTournament) -> Draw:
    """The settings of the next draw, as typed or by default.

    The default for the first draw is a knock-out for entrants with seeds, a Mitchell for entrants
    with lines, or else by lot. After a shown draw by lot and after a knock-out is won, it is by
    standing. Otherwise, it is like the last draw.
    """
    typed = request.form
    if typed.get("movement") in MOVEMENTS:
        return Draw(
            typed["movement"],
            typed.get("again", NO),
            typed.get("step", ""),
            typed.get("lives", ""),
        )
    if not recorded.latest:
        return Draw(_first_movement(recorded))
    last = recorded.round(recorded.latest)
    is_again = recorded.times[-1].shown is None
    if (last.movement == LOT and not is_again) or _is_won(recorded):
        return Draw(STANDING)
    return Draw(last.movement, last.again, "" if last.step == 1 else str(last.step))


def _first_movement(recorded: RecordedTournament) -> str:
    entrants = recorded.tournament.entrants
    if any(entrant.seed for entrant in entrants):
        wanted = KNOCK_OUT
    elif any(entrant.line for entrant in entrants):
        wanted = MITCHELL
    else:
        wanted = LOT
    return wanted if wanted in _movements(recorded) else LOT


def _answer(
    recorded: RecordedTournament, step: NextStep, number: int, tables: list[ShownTable]
) -> str:
    """The progress of a round: `4 of 60 tables are not done: 12, 31, 40, 58.`"""
    if step is NextStep.ENTER:
        return str(_("Nobody has entered yet."))
    if not number:
        return entered_words(recorded)
    times = recorded.times[number - 1]
    if times.shown is None:
        return str(_("Only organisers see this draw."))
    if step is NextStep.NOTHING:
        return str(_("The tournament is over."))
    if times.closed is not None:
        return str(_("The round is closed."))
    return _open_tables([table.number for table in tables if not table.is_done], len(tables))


def _open_tables(numbers: list[int], number: int) -> str:
    if not numbers:
        return str(_("All tables are done."))
    return str(
        ngettext(
            "%(num)d of %(tables)d tables is not done: %(numbers)s.",
            "%(num)d of %(tables)d tables are not done: %(numbers)s.",
            len(numbers),
            tables=number,
            numbers=", ".join(map(str, numbers)),
        )
    )
