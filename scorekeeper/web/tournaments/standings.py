"""The pages of a tournament's standing and draw, for everybody."""

from __future__ import annotations

from collections.abc import Callable

from flask import abort, current_app, render_template, request
from flask_babel import get_locale
from markupsafe import Markup

from scorekeeper.tournaments.lists import entrant_of
from scorekeeper.tournaments.recorded import RecordedTournament, find_tournament
from scorekeeper.web.parts.formatting import capital
from scorekeeper.web.shell.visitor import current_club, current_member
from scorekeeper.web.subjects.tournament_card import playing_words
from scorekeeper.web.subjects.tournament_standings import rounds_of, shown_standing
from scorekeeper.web.subjects.tournament_words import corrected_words, round_words
from scorekeeper.web.subjects.tournaments import seat_of, seat_words, seats_by_name, shown_tables
from scorekeeper.web.tournaments import blueprint
from scorekeeper.web.tournaments.changes import spoken_of, tournament_or_404


@blueprint.app_template_global()
def printed_once(recorded: RecordedTournament, part: str, caller: Callable[[], Markup]) -> Markup:
    """Print a part of a page once for all phones: after a round the whole hall asks for it."""
    if current_app.debug:
        return caller()  # The template could be changing.
    return recorded.once((part, str(get_locale()), request.script_root), caller)


@blueprint.get("/<tournament_id>")
def standings(tournament_id: str) -> str:
    """The standing after the last closed round, or after an earlier one.

    `of` selects an entrant to show with all rounds. The page would be too long with the
    rounds of every entrant.
    """
    row = find_tournament(current_club(), tournament_id, with_leagues=True) or abort(404)
    recorded = spoken_of(row)
    after = request.args.get("after", recorded.closed, type=int)
    if not 0 <= after <= recorded.closed:
        abort(404)
    shown = shown_standing(recorded, after)
    own = shown.line_of(entrant_of(recorded.id, current_member().player_id)) if after else None
    opened = shown.line_of(request.args.get("of", type=int))
    return render_template(
        "tournaments/standings.html",
        recorded=recorded,
        shown=shown,
        own=own,
        opened=opened,
        rounds={
            line.number: rounds_of(recorded, line.number, after) for line in (own, opened) if line
        },
        leagues=row.leagues,
        now=playing_words(recorded) if recorded.shown > recorded.closed else "",
    )


@blueprint.get("/<tournament_id>/draw")
def draw(tournament_id: str) -> str:
    """The seats in the round shown last or in an earlier `round`, by name or by table."""
    recorded = tournament_or_404(tournament_id)
    number = request.args.get("round", recorded.shown, type=int)
    if not 0 <= number <= recorded.shown:
        abort(404)
    seats = seats_by_name(recorded, number) if number else []
    tables = shown_tables(recorded, number) if number else []
    seat = seat_of(recorded, number, entrant_of(recorded.id, current_member().player_id))
    return render_template(
        "tournaments/draw.html",
        recorded=recorded,
        number=number,
        round_title=capital(round_words(recorded, number)) if number else "",
        seats=seats,
        own=seat,
        answer=seat_words(recorded, number, seat),
        tables=[table for table in tables if len(table.sides) > 1],
        corrected=corrected_words(recorded, number),
        by_table=request.args.get("by") == "table",
    )
