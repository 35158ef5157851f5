"""The blueprint of the judge's desk, to which every module of this package adds its routes."""

from __future__ import annotations

from flask import Blueprint, Response, request
from flask_babel import gettext as _

from scorekeeper.web.shell.errors import error_answer

MOST_FACTS = 6_000
"""The longest query that is read; eight whole hands with every house rule are shorter."""

blueprint = Blueprint("judge", __name__)


@blueprint.before_request
def refuse_long_address() -> Response | None:
    """Refuse an address with more than any round or hand needs."""
    if len(request.query_string) > MOST_FACTS:
        return error_answer(414, _("That is too much for one round."))
    return None
