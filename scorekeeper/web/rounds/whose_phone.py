"""Whose phone this is: asked before a round that others enter on their own phones too."""

from __future__ import annotations

from flask import Response, make_response, render_template, session

from scorekeeper.web.rounds.game_state import GameState
from scorekeeper.web.shell.requests import this_address

NOBODYS = "nobodys"
"""The cookie's entry that this phone is passed round, so that it is not asked again."""


def asks_whose(state: GameState) -> bool:
    """Whether to ask first whose this phone is; without other phones it speaks for everybody."""
    is_open = state.member.player is None and not session.get(NOBODYS, False)
    return is_open and state.others_have_phones


def whose_page(state: GameState) -> Response:
    """The players' faces to tap; the requested page comes next."""
    page = render_template(
        "clubs/whose_phone.html",
        row=state.row,
        people=state.people,
        with_phones={each.player for each in state.phones},
        next=this_address(),
    )
    return make_response(page)


def note_whose(name: str | None) -> None:
    """Note in the cookie whether this phone is nobody's."""
    if name is None:
        session[NOBODYS] = True
    else:
        session.pop(NOBODYS, None)
