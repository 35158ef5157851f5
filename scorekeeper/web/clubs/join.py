"""Joining a club by code, link or login, creating a club, and errors without permission."""

from __future__ import annotations

from typing import TypeVar

from flask import (
    Blueprint,
    Response,
    current_app,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import clubs, invitations, logins
from scorekeeper.clubs.invitations import (
    NoInvitationError,
    OtherClubConflict,
    TooManyWrongCodesError,
)
from scorekeeper.clubs.members import PlayerTakenError, find_member
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.models import Invitation
from scorekeeper.storage.tokens import derive_token
from scorekeeper.web.clubs.device_names import device_label
from scorekeeper.web.clubs.join_page import (
    LOST_POST,
    CodeForm,
    ComeInForm,
    games_told,
    join_page,
    landing_address,
)
from scorekeeper.web.clubs.player_form import PlayerForm
from scorekeeper.web.rounds.whose_phone import note_whose
from scorekeeper.web.shell.cookies import browser_token, sign_in
from scorekeeper.web.shell.errors import error_answer
from scorekeeper.web.shell.logins import sent_login
from scorekeeper.web.shell.problems import problem
from scorekeeper.web.shell.requests import htmx_redirect, is_api, is_htmx, local_page
from scorekeeper.web.shell.responses import HIDDEN_PATH
from scorekeeper.web.shell.translation import evening_here
from scorekeeper.web.shell.visitor import (
    NotAllowedError,
    NotAtTableError,
    StrangerError,
    lost_login,
    member_or_none,
    own_table_address,
)

AnyAnswer = TypeVar("AnyAnswer", bound=AnyResponse)

blueprint = Blueprint("join", __name__)


@blueprint.app_errorhandler(StrangerError)
def show_join_page(_error: StrangerError) -> Response:
    if is_api():
        return problem(401, _("This needs an access token of a club, sent as a bearer token."))
    if is_htmx():
        response = make_response("", 403)
        is_lost = request.method == "POST"
        door = f"{url_for('join.index')}?{LOST_POST}=yes" if is_lost else url_for("home.index")
        response.headers["HX-Redirect"] = door
        return response
    return join_page(403)


@blueprint.app_errorhandler(NotAllowedError)
def explain_refusal(error: NotAllowedError) -> Response:
    if is_api():
        words = _("This token is read-only. Ask an organiser for one that can play.")
        return problem(403, words)
    if error.needed is Role.KEEPER:
        return error_answer(
            403, _("Only an organiser of the club can do that. Nothing was changed.")
        )
    if error.needed is Role.PLAYER:
        return error_answer(
            403,
            _(
                "You are a viewer here, so you cannot change anything. An organiser can make you "
                "a player."
            ),
        )
    return error_answer(403, _("Nobody can do that."))


@blueprint.app_errorhandler(NotAtTableError)
def lead_to_table(_error: NotAtTableError) -> Response:
    """Lead a table’s phone back to its table from a page that its card does not open."""
    address = own_table_address()
    if is_htmx() and request.method == "GET" and address:
        return htmx_redirect(address)
    words = _(
        "The card of a table opens the game that is played there, and nothing else. Nothing was "
        "changed."
    )
    if is_htmx():
        return error_answer(403, words)
    page = render_template("hall/not_here.html", sentence=words, address=address)
    return make_response(page, 403)


@blueprint.get("/join")
def index() -> Response:
    return join_page()


@blueprint.post("/join")
def by_code() -> AnyResponse:
    form, address = CodeForm(), request.remote_addr or ""
    try:
        token = invitations.join_by_code(form.code.data, address, _token(), _device())
    except NoInvitationError:
        return _code_refused(
            form,
            422,
            _("This code does not work. Check it, or ask for a new one: a code lasts three hours."),
        )
    except TooManyWrongCodesError:
        return _code_refused(
            form,
            429,
            _(
                "Too many wrong codes. Scan the QR code instead, or try again in a quarter of "
                "an hour."
            ),
        )
    except OtherClubConflict:
        return _in_another_club()
    next_page = local_page(form.next.data or "")
    return _joined(token, next_page, url_for("who.ask"))


def _code_refused(form: CodeForm, status: int, error: str) -> Response:
    form.code.errors = [error]
    return join_page(status, form=form)


@blueprint.get("/join/<token>")
def invitation(token: str) -> Response:
    return _invitation_page(token)


def _invitation_page(
    token: str, status: int = 200, taken: PlayerTakenError | None = None
) -> Response:
    try:
        invitation = invitations.read_link(token, _token())
    except NoInvitationError:
        return _no_invitation()
    member = member_or_none()
    if member is not None and member.club_id != invitation.club_id:
        return _in_another_club()
    is_in = member is not None and member.role.may(Role(invitation.role))
    address = url_for(".by_link", token=token)
    return _with_hidden_path(invited_page(invitation, address, status, taken, is_in=is_in))


def invited_page(
    invitation: Invitation,
    address: str,
    status: int = 200,
    taken: PlayerTakenError | None = None,
    *,
    is_in: bool = False,
) -> Response:
    """The page of an invitation. Its form posts to `address`."""
    player_form = PlayerForm(invitation.club) if _asks_player(invitation) else None
    if player_form and request.method == "POST":
        player_form.validate()  # sets its error
        if taken:
            player_form.refuse_taken(taken)
    page = render_template(
        "clubs/invited.html",
        club=invitation.club,
        role=Role(invitation.role),
        once=invitation.once,
        made_on=evening_here(invitation.made_at),
        address=address,
        is_in=is_in,
        landing_address=landing_address(invitation.club_id, invitation.game_id),
        player_form=player_form,
        shows_names=invitation.role != Role.WATCHER,
        **games_told(invitation),
    )
    return make_response(page, status)


def _asks_player(invitation: Invitation) -> bool:
    """Check whether to ask for the player. An invitation to watch shows no names and never asks."""
    member = member_or_none()
    return invitation.role != Role.WATCHER and (member is None or member.player is None)


@blueprint.post("/join/<token>")
def by_link(token: str) -> AnyResponse:
    form, only_watches = PlayerForm(), "watch" in request.form
    if not only_watches and not form.validate():
        return _invitation_page(token, 422)
    try:
        name = None if only_watches else form.player
        given = invitations.join_by_link(token, _token(), _device(), name)
    except NoInvitationError:
        return _no_invitation()
    except OtherClubConflict:
        return _in_another_club()
    except PlayerTakenError as error:
        return _invitation_page(token, 422, error)
    answer = _joined(given, url_for("home.index"))
    if only_watches:
        note_whose(None)
    return answer


@blueprint.post("/come-in")
def by_login() -> AnyResponse:
    next_page = local_page(ComeInForm().next.data or "")
    login = sent_login()
    if member_or_none() is not None:
        return redirect(next_page, 303)
    if not login:
        return join_page(403)
    try:
        token = logins.join(login, _token(), _device())
    except logins.LoginBlockedError:
        return join_page(403)
    except logins.NoOnlyClubConflict:
        return join_page(
            409,
            fault=_(
                "There are several clubs here, and a login does not say which. Ask for an "
                "invitation."
            ),
        )
    return _joined(token, next_page)


@blueprint.post("/clubs")
def create_club() -> AnyResponse:
    settings = current_app.config["SCOREKEEPER"]
    if member_or_none() is not None:
        return redirect(url_for("home.index"), 303)
    try:
        token = clubs.create_club(
            _token(),
            _device(),
            beside_others=settings.open_clubs,
            address=request.remote_addr or "",
            login=sent_login(),
        )
    except clubs.TooManyClubsError:
        return join_page(
            429,
            fault=_(
                "Too many clubs were started from here today. Ask an organiser for an invitation, "
                "or try again tomorrow."
            ),
        )
    except clubs.ClubExistsConflict:
        return join_page(
            409, fault=_("Somebody else has just started the club. Ask them for an invitation.")
        )
    sign_in(token)
    return redirect(url_for("games.new"), 303)


def _joined(token: str, address: str, nameless: str = "") -> AnyResponse:
    """Sign in and redirect to the requested page, or to the `landing_address` without one.

    If no page was requested, a player without a name goes to `nameless`, unless that is empty.
    """
    sign_in(token)
    member = find_member(token)
    if member is None:
        raise StrangerError
    flash(welcome_words(member.club_name, member.role))
    if address == url_for("home.index"):
        address = landing_address(
            member.club_id, invitations.game_id_invited_from(member.device_id)
        )
        if nameless and member.plays and member.player is None:
            address = nameless
    return _with_hidden_path(redirect(address, 303))


def welcome_words(club_name: str, role: Role) -> str:
    """The welcome to a club: `Tuesday: You’re in as a player.`"""
    words = {
        Role.KEEPER: _("You’re in as an organiser."),
        Role.PLAYER: _("You’re in as a player."),
        Role.WATCHER: _("You’re in as a viewer."),
    }
    said = str(words[role])
    return str(_("%(label)s: %(value)s", label=club_name, value=said)) if club_name else said


def _token() -> str:
    """The token with which this browser joins.

    A token that belongs to another login stays with its device. This browser then gets a token
    derived from it, the same each time, so that a form can be sent twice.
    """
    token, other = browser_token(), lost_login()
    return token if other is None else derive_token(token, f"another login than {other}")


def _no_invitation() -> Response:
    fault = _("This invitation does not work any more. Ask an organiser for a new one.")
    if member_or_none() is not None:
        return _with_hidden_path(error_answer(404, fault))
    return _with_hidden_path(join_page(404, fault=fault))


def _in_another_club() -> Response:
    return _with_hidden_path(
        error_answer(
            409,
            _(
                "This browser is already in another club. Leave that one first, on its Club "
                "page, then open the invitation again."
            ),
        )
    )


def _with_hidden_path(response: AnyAnswer) -> AnyAnswer:
    """Keep the secret in this page's address out of the `Referer` of other requests."""
    response.headers["Referrer-Policy"] = HIDDEN_PATH
    return response


def _device() -> str:
    return device_label(request.user_agent.string)
