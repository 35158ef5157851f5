"""The page of a league: who leads, and the results of each evening."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, render_template
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.tournament.league import Row
from scorekeeper.tournaments.leagues import RecordedLeague, find_league, recorded_league
from scorekeeper.web.parts.formatting import capital, list_of, spelled
from scorekeeper.web.shell.visitor import current_club, current_member

blueprint = Blueprint("leagues", __name__, url_prefix="/leagues")

MOST_SPELLED = 9
"""The largest number written as a word."""

MOST_NAMED = 3
"""The most leaders to name in a sentence."""


def league_or_404(league_id: str) -> RecordedLeague:
    row = find_league(current_club(), league_id)
    return recorded_league(row) if row is not None else abort(404)


@blueprint.get("/<league_id>")
def show(league_id: str) -> str:
    recorded = league_or_404(league_id)
    return render_template(
        "tournaments/league.html",
        recorded=recorded,
        answer=_answer(recorded),
        own=current_member().player,
    )


def _answer(recorded: RecordedLeague) -> str:
    """How many evenings count and who leads: `Seven of nine count. Cem leads.`"""
    if not recorded.tournaments:
        return str(_("No evening yet."))
    return f"{counting_words(recorded)} {_leading_words(recorded.table)}"


def counting_words(recorded: RecordedLeague) -> str:
    """The number of evenings that count, in words: `Seven of nine count.`"""
    best, played = recorded.league.best, len(recorded.played)
    if best is None:
        return str(_("All evenings count."))
    if best == 1:
        return str(_("Only the best evening counts."))
    if best >= played:
        return str(_("The best %(number)s count.", number=spelled(best)))
    say = spelled if played <= MOST_SPELLED else str
    return capital(str(_("%(number)s of %(played)s count.", number=say(best), played=say(played))))


def _leading_words(table: Sequence[Row]) -> str:
    first = [row.player for row in table if row.place == 1]
    if not first:
        return str(_("No round is closed yet."))
    if len(first) > MOST_NAMED:
        return str(_("Nobody leads yet."))
    names = list_of(first)
    return str(ngettext("%(names)s leads.", "%(names)s lead.", len(first), names=names))
