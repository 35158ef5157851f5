"""The club's page: who this device is, which devices are in, and how one leaves or ends it all."""

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
    url_for,
)
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import clubs, devices, members
from scorekeeper.clubs.devices import DeviceChange, LastKeeperError, NoSuchDeviceError
from scorekeeper.clubs.invitations import active_invitations
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.game_lists import has_deleted_games
from scorekeeper.storage.models import Device
from scorekeeper.web.clubs.device_names import device_words, label_words
from scorekeeper.web.clubs.player_field import NOBODY, name_fault, said_name, who_fields
from scorekeeper.web.permissions import StrangerError, current_club, current_member, forget

HERE = "here"
"""The messages that are shown where somebody acted, not at the top of the page."""

blueprint = Blueprint("club", __name__, url_prefix="/club")
blueprint.add_app_template_filter(device_words, "called")
blueprint.add_app_template_filter(label_words, "kind")


@blueprint.app_template_filter("role")
def role_words(role: str) -> str:
    """A role as people call it."""
    words = {Role.KEEPER: _("keeper"), Role.PLAYER: _("player"), Role.WATCHER: _("watcher")}
    return str(words[Role(role)])


@blueprint.get("")
def show() -> Response:
    """The club and this device; a keeper sees every other one too."""
    return _page()


def _page(status: int = 200, **faults: str) -> Response:
    club, own = current_club(), current_member().device_id
    inside = sorted(devices.devices_of(club), key=lambda device: device.id != own)
    page = render_template(
        "clubs/club.html",
        club=club,
        devices=inside,
        heirs=sorted(inside[1:], key=lambda device: device.role == Role.WATCHER),
        invitations={each.id for each in active_invitations(club)},
        has_deleted=has_deleted_games(club),
        who=who_fields(club, current_member().player, faults.get("name", "")),
        roles=list(Role)[::-1],
        faults=faults,
        typed=request.form,
    )
    return make_response(page, status)


@blueprint.post("/me")
def set_player() -> AnyResponse:
    """Say for which player this device speaks, or for nobody in particular.

    Who says it for the first time goes on to the games.
    """
    is_nobody = request.form.get("who") == NOBODY
    if not is_nobody and (fault := name_fault()):
        return _page(422, name=fault)
    member = current_member()
    name = members.set_player(member, None if is_nobody else members.read_name(said_name()))
    flash(_("You are %(name)s here.", name=name) if name else _("This device is nobody's now."))
    return _back() if member.player else redirect(url_for("home.index"), 303)


@blueprint.post("/name")
def rename() -> AnyResponse:
    """Give the club a name."""
    name = clubs.read_club_name(request.form.get("club_name", ""))
    if name is None:
        most = clubs.LONGEST_CLUB_NAME
        return _page(422, club_name=_("A name has 1 to %(most)d characters.", most=most))
    clubs.rename_club(current_club(), name)
    called = _("The club is called “%(name)s” now.", name=name)
    flash(called if name else _("The club has no name now."))
    return _back()


@blueprint.post("/together")
def set_shared_entry() -> AnyResponse:
    """Say how the club enters rounds on several phones."""
    clubs.set_shared_entry(
        current_club(),
        all_agree=request.form.get("record") == "all",
        shows_at_once=request.form.get("show") == "at-once",
    )
    flash(_("Rounds are entered that way from now on."))
    return _back()


@blueprint.post("/devices/<device_id>/role")
def change_role(device_id: str) -> AnyResponse:
    """Let a device do more or less."""
    role = request.form.get("role", "")
    if role not in list(Role):
        abort(400)
    try:
        changed = devices.change_role(current_club(), device_id, Role(role))
    except NoSuchDeviceError:
        abort(404)
    except LastKeeperError:
        return _page(422, devices=_last_keeper())
    if changed.device.id == current_member().device_id:
        flash(_with_link(_("You are a %(role)s now.", role=role_words(role)), changed))
        return _back()
    name = device_words(changed.device)
    done = _("%(name)s is a %(role)s now.", name=name, role=role_words(role))
    return _to_devices(_with_link(done, changed, still_keeps=True))


@blueprint.post("/devices/<device_id>/revoke")
def revoke(device_id: str) -> AnyResponse:
    """Put a device out; it finds the door from now on."""
    with_invitation = "invitation" in request.form
    try:
        changed = devices.revoke_device(current_club(), device_id, with_invitation=with_invitation)
    except NoSuchDeviceError:
        abort(404)
    except LastKeeperError:
        return _page(422, devices=_last_keeper())
    if changed.device.id == current_member().device_id:
        return _out(changed)
    name = device_words(changed.device)
    done = _("%(name)s was removed.", name=name)
    if with_invitation:
        done = _("%(name)s was removed, and the invitation it came by is revoked.", name=name)
    return _to_devices(_with_link(done, changed, still_keeps=True))


@blueprint.post("/hand-over")
def hand_over() -> AnyResponse:
    """Make somebody else the keeper, and this device a player."""
    try:
        changed = devices.hand_over(
            current_club(), current_member().device_id, request.form.get("device", "")
        )
    except NoSuchDeviceError:
        return _page(422, heir=_("Choose who keeps the club from now on."))
    name = device_words(changed.device)
    flash(_with_link(_("%(name)s keeps the club now. You are a player.", name=name), changed))
    return _back()


@blueprint.get("/leave")
def ask_to_leave() -> str:
    """Ask before this device leaves."""
    return _leaving()


def _leaving(fault: str = "") -> str:
    club, member = current_club(), current_member()
    others = [device for device in devices.devices_of(club) if device.id != member.device_id]
    return render_template(
        "clubs/leave.html",
        club=club,
        is_last=member.keeps and not any(_keeps(device) for device in others),
        others=others,
        fault=fault,
    )


def _keeps(device: Device) -> bool:
    return device.role == Role.KEEPER


@blueprint.post("/leave")
def leave() -> AnyResponse:
    """Take this device out of the club."""
    try:
        changed = devices.revoke_device(current_club(), current_member().device_id)
    except LastKeeperError:
        return make_response(_leaving(_last_keeper()), 422)
    except NoSuchDeviceError:
        raise StrangerError from None
    return _out(changed)


@blueprint.get("/delete")
def ask_to_delete() -> str:
    """Ask before the club is deleted, for something to be typed."""
    return _deleting()


def _deleting(fault: str = "") -> str:
    return render_template(
        "clubs/delete.html", club=current_club(), word=_word(), fault=fault, typed=request.form
    )


def _word() -> str:
    """What is to be typed before a club is deleted: its name, where it has one."""
    return current_club().name or _("delete")


@blueprint.post("/delete")
def delete() -> AnyResponse:
    """Delete the club with everything in it."""
    if request.form.get("confirmation", "").strip().casefold() != _word().casefold():
        fault = _("Nothing was deleted. Type “%(word)s” to delete the club.", word=_word())
        return make_response(_deleting(fault), 422)
    clubs.delete_club(current_club())
    forget()
    flash(_("The club is deleted, with everything in it."))
    return redirect(url_for("home.index"), 303)


def _last_keeper() -> str:
    return str(_("A club needs a keeper. Make somebody else a keeper first, or delete the club."))


def _with_link(done: str, changed: DeviceChange, *, still_keeps: bool = False) -> str:
    """What was done, and that the link to get back in went with it; a keeper can make another."""
    if not changed.ended_link:
        return done
    ended = _("The link to get back in is revoked.")
    if still_keeps:
        ended = _("The link to get back in is revoked; make a new one.")
    return f"{done} {ended}"


def _out(changed: DeviceChange) -> AnyResponse:
    told = _with_link(_("You left the club."), changed)
    forget()
    flash(told)
    return redirect(url_for("home.index"), 303)


def _back() -> AnyResponse:
    return redirect(url_for(".show"), 303)


def _to_devices(told: str) -> AnyResponse:
    """Back to the list of devices, with a sentence there: the top of the page is out of sight."""
    flash(told, HERE)
    return redirect(url_for(".show", _anchor="devices"), 303)
