"""The club's page: this device, the club's other devices, its settings, leaving and deleting."""

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

from scorekeeper.clubs import clubs, devices, invitations, logins, members
from scorekeeper.clubs.devices import DeviceChange, LastKeeperError, NoSuchDeviceError
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.game_lists import has_deleted_games
from scorekeeper.storage.models import Device
from scorekeeper.web.clubs.device_names import device_words, label_words
from scorekeeper.web.clubs.forms import (
    WHAT_ONE_IS,
    BlockedLoginForm,
    ClubNameForm,
    DeleteClubForm,
    HandOverForm,
    OwnerForm,
    RemoveDeviceForm,
    RoleForm,
    SharedEntryForm,
)
from scorekeeper.web.clubs.join_page import landing_address
from scorekeeper.web.clubs.player_form import PlayerForm
from scorekeeper.web.clubs.transfer import backup_fault, daily_backups
from scorekeeper.web.parts.pages import page_of
from scorekeeper.web.rounds.whose_phone import note_whose
from scorekeeper.web.shell.cookies import forget
from scorekeeper.web.shell.translation import isolated
from scorekeeper.web.shell.visitor import StrangerError, current_club, current_member

HERE = "here"
"""The category of messages shown in the list of devices, not at the top of the page."""

blueprint = Blueprint("club", __name__, url_prefix="/club")
blueprint.add_app_template_filter(device_words, "called")
blueprint.add_app_template_filter(label_words, "kind")
blueprint.add_app_template_filter(isolated)


@blueprint.app_template_filter("role")
def role_words(role: str) -> str:
    """A role in a sentence: `an organiser`."""
    return str(WHAT_ONE_IS[Role(role)])


@blueprint.get("")
def show() -> Response:
    return _page()


def _page(
    status: int = 200,
    *,
    fault: str = "",
    player_form: PlayerForm | None = None,
    name_form: ClubNameForm | None = None,
    hand_over_form: HandOverForm | None = None,
) -> Response:
    """Render the page. `fault` is an error in the list of devices."""
    club, own = current_club(), current_member().device_id
    inside = sorted(devices.devices_of(club), key=lambda device: device.id != own)
    part = page_of(inside)
    page = render_template(
        "clubs/club.html",
        club=club,
        devices=[
            (device, RoleForm.of(device), OwnerForm.of(device), RemoveDeviceForm.of(device))
            for device in part.items
        ],
        part=part,
        invitations={invitation.id for invitation in invitations.active_invitations(club)},
        blocked=logins.blocked_logins(club),
        has_deleted=has_deleted_games(club),
        backups=daily_backups(),
        backup_fault=backup_fault(),
        fault=fault,
        player_form=player_form or _player_form(),
        name_form=name_form or ClubNameForm(data={"club_name": club.name}),
        shared_entry_form=SharedEntryForm.of(club),
        has_others=len(inside) > 1,
        hand_over_form=hand_over_form or HandOverForm(inside[1:]),
    )
    return make_response(page, status)


def _player_form() -> PlayerForm:
    own = current_member().player
    return PlayerForm(current_club(), own, required=True, nobody=own is not None)


def _others() -> list[Device]:
    own = current_member().device_id
    return [device for device in devices.devices_of(current_club()) if device.id != own]


@blueprint.post("/me")
def set_player() -> AnyResponse:
    """Set the player of this device. If it had none, redirect as after joining the club."""
    form = _player_form()
    if not form.validate():
        return _page(422, player_form=form)
    member = current_member()
    try:
        name = members.set_player(member, form.player)
    except members.PlayerTakenError as error:
        form.refuse_taken(error)
        return _page(422, player_form=form)
    note_whose(name)
    flash(
        _("You are %(name)s here.", name=name)
        if name
        else _("This phone is for the whole table now.")
    )
    if member.player:
        return _back()
    game_id = invitations.game_id_invited_from(member.device_id)
    return redirect(landing_address(member.club_id, game_id), 303)


@blueprint.post("/name")
def rename() -> AnyResponse:
    form = ClubNameForm()
    if not form.validate():
        return _page(422, name_form=form)
    name = clubs.read_club_name(form.club_name.data or "")
    clubs.rename_club(current_club(), name)
    called = _("The club is now called “%(name)s”.", name=name)
    flash(called if name else _("The club has no name any more."))
    return _back()


@blueprint.post("/together")
def set_shared_entry() -> AnyResponse:
    form = SharedEntryForm()
    clubs.set_shared_entry(
        current_club(),
        all_agree=form.record.data == "all",
        shows_at_once=form.show.data == "at-once",
    )
    flash(_("Saved. It applies from the next round on."))
    return _back()


@blueprint.post("/devices/<device_id>/role")
def change_role(device_id: str) -> AnyResponse:
    form = RoleForm()
    if not form.validate():
        abort(400)
    role = Role(form.role.data)
    try:
        changed = devices.change_role(current_club(), device_id, role)
    except NoSuchDeviceError:
        abort(404)
    except LastKeeperError:
        return _page(422, fault=_last_keeper())
    if changed.device.id == current_member().device_id:
        flash(_with_link(_("You are now %(role)s.", role=role_words(role)), changed))
        return _back()
    name = device_words(changed.device)
    done = _("%(name)s is now %(role)s.", name=name, role=role_words(role))
    return _to_devices(_with_link(done, changed, still_keeps=True))


@blueprint.post("/devices/<device_id>/player")
def give(device_id: str) -> AnyResponse:
    """Set the player of a device, even if that player has another device. No name clears it."""
    form = OwnerForm()
    if not form.validate():
        return _page(422, fault=str(form.player.errors[0]))
    try:
        device = members.give_device(current_club(), device_id, form.owner)
    except NoSuchDeviceError:
        abort(404)
    if device.player is None:
        return _to_devices(_("%(name)s is for the whole table now.", name=device_words(device)))
    done = _("A phone is now %(name)s’s.", name=device.player.name)
    return _to_devices(done)


@blueprint.post("/devices/<device_id>/revoke")
def revoke(device_id: str) -> AnyResponse:
    form = RemoveDeviceForm()
    with_invitation, with_login = bool(form.invitation.data), bool(form.login.data)
    try:
        changed = devices.revoke_device(
            current_club(), device_id, with_invitation=with_invitation, with_login=with_login
        )
    except NoSuchDeviceError:
        abort(404)
    except LastKeeperError:
        return _page(422, fault=_last_keeper())
    if changed.device.id == current_member().device_id:
        return _after_leaving(changed)
    name = device_words(changed.device)
    done = _("%(name)s was removed.", name=name)
    if changed.device.blocks_login:
        done = _("%(name)s was removed, and its login is blocked.", name=name)
    elif with_invitation:
        done = _("%(name)s was removed, and its invitation no longer works.", name=name)
    return _to_devices(_with_link(done, changed, still_keeps=True))


@blueprint.post("/logins/allow")
def allow_login() -> AnyResponse:
    login = BlockedLoginForm().login.data or ""
    logins.allow_login(current_club(), login)
    return _to_devices(_("The login %(name)s may join again.", name=isolated(login)))


@blueprint.get("/hand-over")
def ask_to_hand_over() -> Response:
    others = _others()
    form = HandOverForm(others, formdata=request.args)
    heir = next((device for device in others if device.id == form.device.data), None)
    if heir is None:
        return _without_heir(form)
    return make_response(render_template("clubs/hand_over.html", heir=heir))


def _without_heir(form: HandOverForm) -> Response:
    form.device.errors = [_("Choose who will run the club.")]
    return _page(422, hand_over_form=form)


@blueprint.post("/hand-over")
def hand_over() -> AnyResponse:
    form = HandOverForm(_others())
    try:
        own, heir = current_member().device_id, form.device.data or ""
        changed = devices.hand_over(current_club(), own, heir)
    except NoSuchDeviceError:
        return _without_heir(form)
    name = device_words(changed.device)
    flash(_with_link(_("%(name)s now runs the club. You are a player.", name=name), changed))
    return _back()


@blueprint.get("/leave")
def ask_to_leave() -> str:
    return _leave_page()


def _leave_page(fault: str = "") -> str:
    is_last = current_member().keeps and all(device.role != Role.KEEPER for device in _others())
    return render_template("clubs/leave.html", is_last=is_last, fault=fault)


@blueprint.post("/leave")
def leave() -> AnyResponse:
    try:
        changed = devices.revoke_device(current_club(), current_member().device_id)
    except LastKeeperError:
        return make_response(_leave_page(_last_keeper()), 422)
    except NoSuchDeviceError:
        raise StrangerError from None
    return _after_leaving(changed)


@blueprint.get("/delete")
def ask_to_delete() -> str:
    return render_template("clubs/delete.html", form=DeleteClubForm(current_club()))


@blueprint.post("/delete")
def delete() -> AnyResponse:
    form = DeleteClubForm(current_club())
    if not form.validate():
        return make_response(render_template("clubs/delete.html", form=form), 422)
    clubs.delete_club(current_club())
    forget()
    flash(_("The club is deleted, with everything in it."))
    return redirect(url_for("home.index"), 303)


def _last_keeper() -> str:
    return str(_("A club needs an organiser. Make somebody else one first, or delete the club."))


def _with_link(done: str, changed: DeviceChange, *, still_keeps: bool = False) -> str:
    if not changed.ended_link:
        return done
    ended = _("Your recovery link no longer works.")
    if still_keeps:
        ended = _("Your recovery link no longer works. Create a new one.")
    return f"{done} {ended}"


def _after_leaving(changed: DeviceChange) -> AnyResponse:
    message = _with_link(_("You left the club."), changed)
    forget()
    flash(message)
    return redirect(url_for("home.index"), 303)


def _back() -> AnyResponse:
    return redirect(url_for(".show"), 303)


def _to_devices(message: str) -> AnyResponse:
    """Redirect to the list of devices, and show the message there instead of at the top."""
    flash(message, HERE)
    return redirect(url_for(".show", _anchor="devices"), 303)
