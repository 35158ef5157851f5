"""Whose phone this is: asked before a round that others enter on their own phones too."""

from __future__ import annotations

from flask import Response, make_response, render_template, session

from scorekeeper.web.rounds.open_table import OpenTable

LATER, NOBODY = "later", "nobody"
"""The answers that name no player: not in this round, and that the phone only watches."""

_NOBODYS = "nobodys"
"""The cookie's entry that this phone is nobody's, so that it is not asked again."""

_LATER = "whose-later"
"""The cookie's entry that holds the open round in which it is not asked again."""


def asks_whose(table: OpenTable) -> bool:
    """Whether to ask first whose this phone is, as it may have a hand to give.

    Without other phones it speaks for everybody.
    """
    if table.state.member.player is not None or session.get(_NOBODYS, False):
        return False
    if table.is_complete or session.get(_LATER) == table.open.id:
        return False
    return table.state.others_have_phones and not any(map(table.is_from_here, table.seats))


def whose_page(table: OpenTable) -> Response:
    """The players' faces to tap; whoever has no phone comes first."""
    etag = table.state.etag(table.open)
    return make_response(render_template("rounds/whose.html", table=table, etag=etag))


def note_whose(name: str | None) -> None:
    """Note in the cookie whether this phone is nobody's."""
    if name is None:
        session[_NOBODYS] = True
    else:
        session.pop(_NOBODYS, None)


def note_later(table: OpenTable) -> None:
    """Note in the cookie that this phone is not asked again in this round."""
    session[_LATER] = table.open.id
