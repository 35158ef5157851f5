"""The door: where strangers stand, how they are let in, and how the first club is made."""

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
    session,
    url_for,
)
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import clubs, invitations, joining
from scorekeeper.clubs.creation_limit import TooManyClubsError
from scorekeeper.clubs.invitations import NoInvitationError
from scorekeeper.clubs.joining import OtherClubConflict, TooManyWrongCodesError
from scorekeeper.clubs.members import find_member, read_name
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.models import Invitation
from scorekeeper.web.clubs.device_names import device_label
from scorekeeper.web.clubs.landing import landing_page
from scorekeeper.web.clubs.player_field import name_fault, said_name, who_fields
from scorekeeper.web.errors import error_answer
from scorekeeper.web.htmx import is_htmx
from scorekeeper.web.permissions import (
    NotAllowedError,
    StrangerError,
    browser_token,
    current_member,
    member_or_none,
    sign_in,
    was_removed,
)
from scorekeeper.web.requests import local_page

LOST_POST = "lost_post"
"""Where the cookie keeps that a removed device sent something, until the door has said so."""

Answer = TypeVar("Answer", bound=AnyResponse)

blueprint = Blueprint("join", __name__)


@blueprint.app_errorhandler(StrangerError)
def show_join_page(_error: StrangerError) -> Response:
    """Show the door in the place of any page of a club."""
    if request.method == "POST" and was_removed():
        session[LOST_POST] = True
    if is_htmx():
        response = make_response("", 403)
        response.headers["HX-Redirect"] = url_for("home.index")
        return response
    return join_page(403)


@blueprint.app_errorhandler(NotAllowedError)
def explain_refusal(error: NotAllowedError) -> Response:
    """Say to a member who may do what was tried."""
    if error.needed is Role.KEEPER:
        return error_answer(403, _("Only a keeper of the club may do that. Nothing was changed."))
    if error.needed is Role.PLAYER:
        return error_answer(
            403,
            _("You watch this club, and watchers only read. A keeper can make you a player."),
        )
    return error_answer(403, _("Nobody may do that."))


def join_page(status: int = 200, *, typed: str = "", fault: str = "") -> Response:
    """The first page of a new score book, which makes its club; else the door."""
    browser_token()
    is_new = not clubs.has_club()
    template = "clubs/welcome.html" if is_new else "clubs/join.html"
    page = render_template(
        template,
        typed=typed,
        fault=fault,
        next=request.form.get("next") or _asked_for(),
        was_removed=was_removed(),
        lost_post=not fault and session.pop(LOST_POST, False),
        may_create_club=is_new or current_app.config["SCOREKEEPER"].open_clubs,
    )
    return make_response(page, status)


def _asked_for() -> str:
    """The page to go on to once somebody is in."""
    is_page = request.method == "GET" and request.blueprint != blueprint.name
    return request.full_path if is_page else url_for("home.index")


@blueprint.get("/join")
def index() -> Response:
    """The door, to type a code."""
    return join_page()


@blueprint.post("/join")
def by_code() -> AnyResponse:
    """Let in who typed a code that is good."""
    typed = request.form.get("code", "")
    try:
        address = request.remote_addr or ""
        token = joining.join_by_code(typed, address, browser_token(), _device())
    except NoInvitationError:
        return join_page(
            422,
            typed=typed,
            fault=_(
                "No invitation has this code now. Check it, or ask for a new one: codes last three "
                "hours."
            ),
        )
    except TooManyWrongCodesError:
        return join_page(
            429,
            typed=typed,
            fault=_(
                "Too many wrong codes were typed. Scan the QR code instead, or try again in "
                "a quarter of an hour."
            ),
        )
    except OtherClubConflict:
        return _in_another_club()
    asked_for = local_page(request.form.get("next", ""))
    return _let_in(token, asked_for, url_for("club.show", _anchor="me"))


@blueprint.get("/join/<token>")
def invitation(token: str) -> Response:
    """Say which club invites, and as what; nothing happens before a tap."""
    return _invitation_page(token)


def _invitation_page(token: str, status: int = 200, *, fault: str = "") -> Response:
    try:
        invitation = joining.read_link(token, browser_token())
    except NoInvitationError:
        return _no_invitation()
    member = member_or_none()
    if member is not None and member.club_id != invitation.club_id:
        return _in_another_club()
    page = render_template(
        "clubs/invited.html",
        club=invitation.club,
        role=Role(invitation.role),
        once=invitation.once,
        address=url_for(".by_link", token=token),
        is_in=member is not None and not _adds_rights(invitation),
        landing_page=landing_page(invitation.club_id, invitation.game_id),
        who=who_fields(invitation.club, fault=fault) if _asks_for_player(invitation) else None,
    )
    return _no_referrer(make_response(page, status))


def _asks_for_player(invitation: Invitation) -> bool:
    """Whether who comes by this invitation plays and is nobody yet: watchers see no names."""
    member = member_or_none()
    return invitation.role != Role.WATCHER and (member is None or member.player is None)


def _adds_rights(invitation: Invitation) -> bool:
    """Whether this invitation gives who is in already more to do."""
    return not current_member().role.may(Role(invitation.role))


@blueprint.post("/join/<token>")
def by_link(token: str) -> AnyResponse:
    """Let in who holds a link that is good."""
    said = said_name()
    if said.strip() and (fault := name_fault()):
        return _invitation_page(token, 422, fault=fault)
    try:
        given = joining.join_by_link(token, browser_token(), _device(), read_name(said))
    except NoInvitationError:
        return _no_invitation()
    except OtherClubConflict:
        return _in_another_club()
    return _let_in(given, url_for("home.index"))


@blueprint.post("/clubs")
def create_club() -> AnyResponse:
    """Make a club, with this browser as its keeper."""
    settings = current_app.config["SCOREKEEPER"]
    if member_or_none() is not None:
        return redirect(url_for("home.index"), 303)
    try:
        token = clubs.create_club(
            browser_token(),
            _device(),
            beside_others=settings.open_clubs,
            address=request.remote_addr or "",
        )
    except TooManyClubsError:
        return join_page(
            429,
            fault=_(
                "Too many clubs were started from here today. Ask a keeper for an invitation, or "
                "try again tomorrow."
            ),
        )
    except clubs.ClubExistsConflict:
        return join_page(
            409, fault=_("Somebody was faster and made the club. Ask them for an invitation.")
        )
    sign_in(token)
    return redirect(url_for("games.new"), 303)


def _let_in(token: str, address: str, nameless: str = "") -> AnyResponse:
    """To the page of this address, or whoever asked for none to the game they were invited from.

    Where that is none either, to `nameless` whoever could say who they are.
    """
    sign_in(token)
    member = find_member(token)
    if member is None:
        raise StrangerError
    flash(welcome_words(member.club_name, member.role))
    if address == url_for("home.index"):
        address = landing_page(member.club_id, invitations.invited_from(member.device_id))
    asks_who = member.plays and member.player is None and address == url_for("home.index")
    return _no_referrer(redirect(nameless if nameless and asks_who else address, 303))


def welcome_words(club_name: str, role: Role) -> str:
    """What a device has become: `You are in “Tuesday” as a player.`"""
    words = {
        Role.KEEPER: _("You are in, as a keeper of the club."),
        Role.PLAYER: _("You are in, as a player."),
        Role.WATCHER: _("You are in, to watch."),
    }
    return f"{club_name}: {words[role]}" if club_name else str(words[role])


def _no_invitation() -> Response:
    fault = _("This invitation is not good any more, or never was. Ask a keeper for a new one.")
    if member_or_none() is not None:
        return _no_referrer(error_answer(404, fault))
    return _no_referrer(join_page(404, fault=fault))


def _in_another_club() -> Response:
    return _no_referrer(
        error_answer(
            409,
            _(
                "This browser is in another club already. Leave that one first, on its club page, "
                "and open the invitation again."
            ),
        )
    )


def _no_referrer(response: Answer) -> Answer:
    """The address of this page is a secret: no other site is told of it."""
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _device() -> str:
    return device_label(request.user_agent.string)
