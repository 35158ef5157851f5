"""The page to join by code, which strangers see, and the address to open after joining."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Response, current_app, make_response, render_template, request, url_for
from flask_babel import lazy_gettext
from wtforms import HiddenField, StringField

from scorekeeper.clubs import clubs, logins
from scorekeeper.storage.game_lists import finished_games, games_on_the_table
from scorekeeper.storage.models import Club, GameRow, Invitation
from scorekeeper.storage.queries import find_game, game_after
from scorekeeper.web.parts.forms import BaseForm
from scorekeeper.web.shell.cookies import browser_token, was_removed
from scorekeeper.web.shell.logins import sent_login
from scorekeeper.web.shell.requests import this_address
from scorekeeper.web.shell.visitor import lost_login, member_or_none
from scorekeeper.web.subjects.games import card_of, listed

LOST_POST = "in-vain"
"""The query parameter of the join page after a stranger's form was lost."""

GAMES_SHOWN = 3
"""The most games on the table that an invitation shows."""


class CodeForm(BaseForm):
    """The code of an invitation, and the page to go on to."""

    code = StringField(
        lazy_gettext("Code"),
        description=lazy_gettext("Eight letters and digits, such as K7M4-XPRT."),
        default="",
    )
    next = HiddenField()


class ComeInForm(BaseForm):
    """The form to join by the login of the request. It has only the page to go on to."""

    next = HiddenField()


def join_page(status: int = 200, *, form: CodeForm | None = None, fault: str = "") -> Response:
    """The page to join by code, or in a new score book the page to create a club."""
    browser_token()
    form = form or CodeForm()
    is_joining = request.blueprint == "join"
    is_page = request.method == "GET" and not is_joining
    requested = this_address() if is_page else url_for("home.index")
    form.next.data = form.next.data or requested
    login_form = ComeInForm(None, data={"next": form.next.data})
    login_form.next.id = "login-next"
    is_new = not clubs.has_club()
    page = render_template(
        "clubs/welcome.html" if is_new else "clubs/join.html",
        form=form,
        fault=fault,
        login=sent_login(),
        lost_login=lost_login(),
        login_state="" if is_new else login_state(),
        login_form=login_form,
        was_removed=was_removed(),
        lost_post=LOST_POST in request.args or (request.method == "POST" and not is_joining),
        may_create_club=is_new or current_app.config["SCOREKEEPER"].open_clubs,
    )
    return make_response(page, status)


def login_state() -> str:
    """The state of a stranger's login: `offered`, `blocked`, `nameless` or empty."""
    login = sent_login()
    if login is None or member_or_none() is not None:
        return ""
    if not login:
        return "nameless"
    try:
        return "offered" if logins.offers_login(login) else "blocked"
    except logins.NoOnlyClubConflict:
        return ""


def landing_address(club_id: int, game_id: str | None) -> str:
    """The address to open after joining.

    - In a demo, or if no game is on the table: the game of the invitation
    - If one game is on the table: that game
    - If several games are on the table: the game of the invitation if it was changed last, else the
      latest game in play that its players started afterwards

    Without such a game, it is home.
    """
    club = clubs.find_club(club_id)
    games = [] if club is None else games_on_the_table(club, GAMES_SHOWN)
    row = None if club is None else _landing_game(club, game_id, games)
    return url_for("home.index") if row is None else url_for("games.show", game_id=row.id)


def _landing_game(club: Club, game_id: str | None, games: Sequence[GameRow]) -> GameRow | None:
    row = find_game(club, game_id) if game_id else None
    if current_app.config["DEMO_INVITATION"]:
        return row  # Home shows a demo better than its one game on the table.
    if len(games) > 1 and row is not None:
        return row if row.id == games[0].id else game_after(row)
    return (games[0] if len(games) == 1 else None) if games else row


def games_told(invitation: Invitation) -> dict[str, Any]:
    """The games that an invitation shows, first the one that it leads to.

    `last` is the last finished game if none is on the table. `over` is the invitation's own game if
    that has ended and others are on the table.
    """
    club = invitation.club
    games = games_on_the_table(club, GAMES_SHOWN)
    to = _landing_game(club, invitation.game_id, games)
    games.sort(key=lambda row: row is not to and row != to)
    own = find_game(club, invitation.game_id) if invitation.game_id else None
    is_over = own is not None and own.status != "playing" and bool(games)
    return {
        "games": [listed(row) for row in games],
        "last": None if games else next(map(card_of, finished_games(club, 1)), None),
        "over": own if is_over else None,
    }
