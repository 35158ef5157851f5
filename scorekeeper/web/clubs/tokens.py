"""The page that lists a club's access tokens, makes and revokes them, and shows a new one once."""

from __future__ import annotations

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from werkzeug.wrappers import Response as AnyResponse
from wtforms import Field, RadioField, SelectChoice, StringField, ValidationError
from wtforms.validators import Optional

from scorekeeper.clubs import access_tokens
from scorekeeper.clubs.access_tokens import NoAccessTokenError, has_ended
from scorekeeper.clubs.roles import Role
from scorekeeper.games.transaction import check_key, new_key
from scorekeeper.web.parts.forms import BaseForm, DayField, refuse_name
from scorekeeper.web.shell.requests import address_to_send
from scorekeeper.web.shell.visitor import current_club

SHOWN = "access_token"
"""The session key of a token to show once. The database has only its hash."""

blueprint = Blueprint("tokens", __name__, url_prefix="/club/tokens")


ROLES = {
    Role.WATCHER: lazy_gettext("Look only"),
    Role.PLAYER: lazy_gettext("Play"),
}
"""The roles of a token, in words."""


class TokenForm(BaseForm):
    """An access token's purpose, role, and last day if any."""

    name = StringField(
        lazy_gettext("What it is for"),
        description=lazy_gettext("Such as the screen in the club room."),
        default="",
    )
    role = RadioField(
        lazy_gettext("What it may do"),
        description=lazy_gettext(
            "With “Play”, a program can start games and record, correct and undo rounds. It sees "
            "hands when everybody sees them."
        ),
        choices=[SelectChoice(role.value, words) for role, words in ROLES.items()],
        default=Role.WATCHER.value,
    )
    ends_on = DayField(
        lazy_gettext("Last day"),
        description=lazy_gettext("If you leave this empty, it works until you revoke it."),
        validators=[Optional()],
    )

    def validate_name(self, field: Field) -> None:
        refuse_name(field.data or "")

    def validate_ends_on(self, field: Field) -> None:
        if has_ended(field.data):
            raise ValidationError(_("That day is over."))


@blueprint.get("")
def index() -> Response:
    return _page(200, TokenForm(), session.pop(SHOWN, None))


def _page(status: int, form: TokenForm, made: str | None = None) -> Response:
    page = render_template(
        "clubs/tokens.html",
        form=form,
        key=new_key(),
        made=made,
        at=address_to_send(),
        roles=ROLES,
        has_ended=has_ended,
        tokens=access_tokens.access_tokens(current_club()),
    )
    response = make_response(page, status)
    if made:
        response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.post("")
def make() -> AnyResponse:
    """Make a token. A double tap makes only one."""
    form, key = TokenForm(), request.form.get("key", "")
    check_key(key)
    if not form.validate():
        return _page(422, form)
    try:
        made = access_tokens.make_access_token(
            current_club(),
            form.name.data.strip(),
            key,
            role=Role(form.role.data),
            ends_on=form.ends_on.data,
        )
    except NoAccessTokenError:
        flash(_("The token no longer works."))
    else:
        session[SHOWN] = made.token
    return redirect(url_for(".index"), 303)


@blueprint.post("/<token_id>/revoke")
def revoke(token_id: str) -> AnyResponse:
    try:
        access_tokens.revoke_access_token(current_club(), token_id)
    except NoAccessTokenError:
        abort(404)
    flash(_("The token no longer works."))
    return redirect(url_for(".index"), 303)
