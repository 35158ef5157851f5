"""The home page with the latest games, the list of games in play, and the language switch."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import (
    Blueprint,
    abort,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs.clubs import has_club
from scorekeeper.evenings import evening_of, zone
from scorekeeper.games import commands
from scorekeeper.statistics.book import wins_of_evenings
from scorekeeper.web.clubs.join_page import join_page
from scorekeeper.web.formatting import time_ago
from scorekeeper.web.games.card import card_of
from scorekeeper.web.permissions import current_club, member_or_none
from scorekeeper.web.requests import list_position, local_page
from scorekeeper.web.translation import choose_language

IN_PLAY_SHOWN = 20
FINISHED_SHOWN = 10
"""How many games the home page shows; the rest have pages of their own."""

blueprint = Blueprint("home", __name__)
blueprint.add_app_template_filter(time_ago, "ago")


@blueprint.get("/")
def index() -> AnyResponse:
    """The games of the club; the join page for strangers, and in a demo the way in."""
    if member_or_none() is None:
        demo = current_app.config["DEMO_INVITATION"]
        if demo and has_club():
            return redirect(url_for("join.invitation", token=demo))
        return join_page()
    club = current_club()
    tonight = evening_of(datetime.now(UTC), zone(current_app.config["TIME_ZONE"]))
    page = render_template(
        "home.html",
        tonight=tonight,
        wins=wins_of_evenings(club, [tonight]).get(tonight, []),
        playing=commands.games_in_play(club, IN_PLAY_SHOWN).read_as(card_of),
        finished=commands.finished_games(club, FINISHED_SHOWN).read_as(card_of),
    )
    return make_response(page)


@blueprint.get("/games/in-play")
def in_play() -> str:
    """Every game in play, a page at a time."""
    page = commands.games_in_play(current_club(), place=list_position())
    return render_template("games/in_play.html", games=page.read_as(card_of))


@blueprint.get("/games/finished")
def finished() -> AnyResponse:
    """The former address of the finished games, which are in the history now."""
    return redirect(url_for("history.games", status="finished"), 301)


@blueprint.post("/language")
def language() -> AnyResponse:
    """Change the language and return to the page."""
    if not choose_language(request.form.get("language", "")):
        abort(400)
    return redirect(local_page(request.form.get("next", "")), 303)
