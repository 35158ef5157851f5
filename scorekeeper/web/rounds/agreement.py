"""Whether a round may be recorded yet: in some clubs everybody has to agree first."""

from __future__ import annotations

from flask import flash, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from scorekeeper.games.open_rounds import agree
from scorekeeper.web.requests import see_other
from scorekeeper.web.rounds.shared_state import OpenTable, table_of


def all_agree(table: OpenTable) -> bool:
    """Whether the round may be recorded; whoever asks to record it agrees to it."""
    if not table.state.member.all_agree or not table.looked.entry:
        return True  # A round that is not judged yet is refused elsewhere, in sentences of its own.
    if table.mine is not None:
        open = agree(table.state.id, revision=table.open.revision, seat=table.mine)
        table = table_of(table.state, open)
    return table.may_record


def ask_to_agree(table: OpenTable) -> Response:
    """Go to the page on which the others are asked to agree."""
    flash(_("It is recorded as soon as everybody agrees."))
    return see_other(url_for("together.show", game_id=table.state.id))
