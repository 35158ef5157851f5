"""The page to join by code, which strangers also see in place of any page of a club."""

from __future__ import annotations

from flask import Response, current_app, make_response, render_template, request, session, url_for

from scorekeeper.clubs import clubs
from scorekeeper.web.clubs.forms import CodeForm
from scorekeeper.web.shell.cookies import browser_token, was_removed
from scorekeeper.web.shell.requests import this_address

LOST_POST = "lost_post"
"""The cookie's note that a removed device sent a form, until the join page has said so."""


def join_page(status: int = 200, *, form: CodeForm | None = None, fault: str = "") -> Response:
    """The page to join by code; in a new score book, the page that creates its club."""
    browser_token()
    form = form or CodeForm()
    form.next.data = form.next.data or _requested_page()
    is_new = not clubs.has_club()
    page = render_template(
        "clubs/welcome.html" if is_new else "clubs/join.html",
        form=form,
        fault=fault,
        was_removed=was_removed(),
        lost_post=not fault and not form.code.errors and session.pop(LOST_POST, False),
        may_create_club=is_new or current_app.config["SCOREKEEPER"].open_clubs,
    )
    return make_response(page, status)


def _requested_page() -> str:
    """The page to go on to after joining."""
    is_page = request.method == "GET" and request.blueprint != "join"
    return this_address() if is_page else url_for("home.index")
