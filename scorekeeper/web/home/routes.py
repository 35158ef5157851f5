"""The home page, the lists of games in play, and the language switch."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from hashlib import sha256

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
from flask_babel import get_locale
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import clock
from scorekeeper.clubs.clubs import has_club
from scorekeeper.clubs.members import count_phones_in_use
from scorekeeper.clubs.roles import Role
from scorekeeper.rummy.variants import find_variant
from scorekeeper.storage.game_lists import (
    Page,
    count_not_begun,
    finished_lately,
    games_in_play,
    games_not_begun,
)
from scorekeeper.storage.models import Club
from scorekeeper.tournaments.lists import tournaments_on
from scorekeeper.web.clubs.join_page import join_page
from scorekeeper.web.home.offers import NextGames, Winner, next_games, winners_of
from scorekeeper.web.home.on_the_table import WaitingRound, games_for_phone
from scorekeeper.web.parts.formatting import time_ago
from scorekeeper.web.shell.requests import htmx_redirect, is_htmx, list_position, local_page
from scorekeeper.web.shell.translation import choose_language, evening_here, evening_words, greeting
from scorekeeper.web.shell.visitor import current_club, current_member, member_or_none
from scorekeeper.web.subjects.games import Listed, headline, listed
from scorekeeper.web.subjects.tournament_card import TournamentCard, tournament_cards

ON_THE_TABLE_SHOWN = 3
FINISHED_SHOWN = 5
"""The most games on the home page. Other pages list the rest."""

CROWDED, FINISHED_IF_CROWDED = 3, 1
"""With `CROWDED` games on the table, home shows only `FINISHED_IF_CROWDED` finished games."""

blueprint = Blueprint("home", __name__)
blueprint.add_app_template_filter(time_ago, "ago")
blueprint.add_app_template_filter(headline)


@dataclass(frozen=True, kw_only=True)
class HomePage:
    """Contents of the home page.

    - `tonight`: the date of the current evening
    - `phones`: the number of phones in use in the club
    - `winners`: players who won games this evening
    - `waiting`: the round that waits for this player's hand or agreement
    - `is_crowded`: many games on the table leave little room for the rest
    - `not_begun`: the number of games put aside without a round
    """

    greeting: str
    tonight: date
    evening_name: str
    phones: int
    tournaments: list[TournamentCard]
    winners: list[Winner]
    playing: Page[Listed]
    waiting: WaitingRound | None
    is_crowded: bool
    not_begun: int
    next_games: NextGames
    finished: list[Listed]

    def digest(self, role: Role) -> str:
        """A hash of the page’s contents, without offers and times such as “5 minutes ago”."""
        shown = (self.greeting, self.evening_name, self.phones, self.not_begun)
        games = [game.card for game in (*self.playing, *self.finished)]
        won = [(winner.player.id, winner.games) for winner in self.winners]
        state = (role, shown, games, won, self.waiting, self.tournaments)
        return sha256(repr(state).encode()).hexdigest()[:12]


@blueprint.app_template_global()
def new_game_tile(key: str) -> Markup:
    return _tile(key, str(get_locale()), request.script_root)


@lru_cache(maxsize=256)
def _tile(key: str, _language: str, _below: str) -> Markup:
    """Cached for all clubs, because every new club is offered all games."""
    page = render_template("home/_new_game_tile.html", variant=find_variant(key))
    return Markup(page)  # noqa: S704 - rendered, and escaped, by our template


@blueprint.get("/")
def index() -> AnyResponse:
    """The home page of the club. Strangers get the join page, or in a demo its invitation.

    An open page polls with `seen`, the digest that it shows. If nothing changed, it gets 204.
    """
    member = member_or_none()
    if member is None:
        if is_htmx():
            return htmx_redirect(url_for(".index"))
        demo = current_app.config["DEMO_INVITATION"]
        if demo and has_club():
            return redirect(url_for("join.invitation", token=demo))
        return join_page()
    page = _home_page(current_club())
    seen = page.digest(member.role)
    if request.args.get("seen") == seen:
        return make_response("", 204)
    return make_response(render_template("home/index.html", seen=seen, **vars(page)))


def _home_page(club: Club) -> HomePage:
    now = clock.now()
    tonight = evening_here(now)
    rows, waiting = games_for_phone(club, ON_THE_TABLE_SHOWN)
    playing = rows.read_as(listed)
    is_crowded = len(playing) >= CROWDED
    lately = finished_lately(club, tonight, FINISHED_SHOWN)
    finished = {row: listed(row) for row in {*lately.games, *lately.of_evening}}
    return HomePage(
        greeting=greeting(now),
        tonight=tonight,
        evening_name=evening_words(tonight),
        phones=count_phones_in_use(club.id),
        tournaments=tournament_cards(tournaments_on(club, tonight), current_member()),
        winners=winners_of(finished[row] for row in lately.of_evening),
        playing=playing,
        waiting=waiting,
        is_crowded=is_crowded,
        not_begun=count_not_begun(club),
        next_games=next_games(
            lately,
            {game.card.variant for game in playing},
            request.args.getlist("out", type=int),
            is_crowded=is_crowded,
        ),
        finished=[
            finished[row] for row in lately.games[: FINISHED_IF_CROWDED if is_crowded else None]
        ],
    )


@blueprint.get("/games/on-the-table")
def on_the_table() -> AnyResponse:
    """Redirect to the game in play that home shows first, or to home."""
    rows, _waiting = games_for_phone(current_club(), ON_THE_TABLE_SHOWN)
    for row in rows:
        return redirect(url_for("games.show", game_id=row.id))
    return redirect(url_for("home.index"))


@blueprint.get("/games/in-play")
def in_play() -> str:
    page = games_in_play(current_club(), position=list_position())
    return render_template("games/in_play.html", games=page.read_as(listed))


@blueprint.get("/games/not-begun")
def not_begun() -> str:
    page = games_not_begun(current_club(), list_position())
    return render_template("games/in_play.html", games=page.read_as(listed), put_aside=True)


@blueprint.get("/games")
def games() -> AnyResponse:
    """Redirect to the book of games. A POST to this address starts a game."""
    return redirect(url_for("history.games"))


@blueprint.post("/language")
def language() -> AnyResponse:
    if not choose_language(request.form.get("language", "")):
        abort(400)
    return redirect(local_page(request.form.get("next", "")), 303)
