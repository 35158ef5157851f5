"""The page of one evening, with a summary to share."""

from __future__ import annotations

from datetime import date, datetime

from flask import Response, abort, make_response, render_template, request
from flask_babel import gettext as _

from scorekeeper.statistics.evenings import Evening, evening_of_club, evenings_around
from scorekeeper.storage.models import UNKNOWN_DAY
from scorekeeper.web.history.blueprint import blueprint
from scorekeeper.web.history.listed import listed, places_of
from scorekeeper.web.history.picture import picture
from scorekeeper.web.history.summary import summary_text
from scorekeeper.web.parts.canvas import THEMES
from scorekeeper.web.shell.translation import day_text
from scorekeeper.web.shell.visitor import current_club


@blueprint.app_template_filter("evening")
def evening_name(played_on: date) -> str:
    """The name of an evening, as a heading: `Saturday 21 November 2026`."""
    if played_on == UNKNOWN_DAY:
        return str(_("A date that cannot be read"))
    name = day_text(played_on, "EEEE d MMMM y")
    return name[:1].upper() + name[1:]


@blueprint.get("/evenings/<day>")
def evening(day: str) -> Response:
    """Who plays, what was played, who won how many games; games in play come first."""
    found = _evening(day)
    before, after = evenings_around(current_club(), found.played_on)
    page = render_template(
        "history/evening.html",
        before=before,
        after=after,
        evening=found,
        name=evening_name(found.played_on),
        places=places_of(found.games[::-1]),
        in_play=[listed(row) for row in found.in_play],
        finished=[listed(row) for row in found.finished],
        summary=summary_text(found, evening_name(found.played_on)),
    )
    return make_response(page)


@blueprint.get("/evenings/<day>/picture.png")
def evening_picture(day: str) -> Response:
    """The evening as a picture, light or dark."""
    found = _evening(day)
    theme = THEMES.get(request.args.get("theme", ""), THEMES["light"])
    response = make_response(picture(found, evening_name(found.played_on), theme))
    response.mimetype = "image/png"
    response.headers["Content-Disposition"] = f"inline; filename=evening-{found.played_on}.png"
    return response


def _evening(day: str) -> Evening:
    try:
        played_on = datetime.strptime(day, "%Y-%m-%d").date()
    except ValueError:
        abort(404)
    return evening_of_club(current_club(), played_on)
