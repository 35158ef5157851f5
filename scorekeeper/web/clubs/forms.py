"""The forms of the club's page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext
from wtforms import (
    BooleanField,
    Field,
    HiddenField,
    RadioField,
    SelectChoice,
    SelectField,
    StringField,
    ValidationError,
)

from scorekeeper.clubs.clubs import read_club_name
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.models import Club, Device
from scorekeeper.web.clubs.device_names import device_words
from scorekeeper.web.parts.formatting import time_ago
from scorekeeper.web.parts.forms import BaseForm, refuse_name, refused_in_words
from scorekeeper.web.shell.translation import isolated

ROLE_WORDS = {
    Role.KEEPER: lazy_gettext("organiser"),
    Role.PLAYER: lazy_gettext("player"),
    Role.WATCHER: lazy_gettext("viewer"),
}
"""Each role as a label."""

WHAT_ONE_IS = {
    Role.KEEPER: lazy_gettext("an organiser"),
    Role.PLAYER: lazy_gettext("a player"),
    Role.WATCHER: lazy_gettext("a viewer"),
}
"""Each role in a sentence: “You are now …”."""


class ClubNameForm(BaseForm):
    """The club's name, which can be empty."""

    club_name = StringField(
        lazy_gettext("Name of the club"), description=lazy_gettext("Invitations show it.")
    )

    def validate_club_name(self, field: Field) -> None:
        with refused_in_words():
            read_club_name(field.data or "")


class SharedEntryForm(BaseForm):
    """When to record a round from several phones, and when to show its hands."""

    record = RadioField(
        lazy_gettext("A round is recorded"),
        choices=[
            SelectChoice("anyone", lazy_gettext("as soon as anybody presses Record")),
            SelectChoice("all", lazy_gettext("when everybody agrees")),
        ],
        validate_choice=False,
    )
    show = RadioField(
        lazy_gettext("Hands are shown"),
        choices=[
            SelectChoice("all-in", lazy_gettext("when all have arrived")),
            SelectChoice("at-once", lazy_gettext("each as it comes")),
        ],
        validate_choice=False,
    )

    @classmethod
    def of(cls, club: Club) -> SharedEntryForm:
        record = "all" if club.all_agree else "anyone"
        return cls(data={"record": record, "show": "at-once" if club.shows_at_once else "all-in"})


class RoleForm(BaseForm):
    role = SelectField(
        choices=[SelectChoice(role.value, words) for role, words in ROLE_WORDS.items()]
    )

    @classmethod
    def of(cls, device: Device) -> RoleForm:
        form = cls(None, data={"role": device.role})
        form.role.id = f"role-{device.id}"
        form.role.label.field_id = form.role.id
        form.role.label.text = _("Role of %(name)s", name=device_words(device))
        return form


class OwnerForm(BaseForm):
    """The player who uses a device. Empty if the whole table uses it."""

    player = StringField(default="")

    @classmethod
    def of(cls, device: Device) -> OwnerForm:
        form = cls(None, data={"player": device.player.person.name if device.player else ""})
        form.player.id = f"player-{device.id}"
        form.player.label.field_id = form.player.id
        form.player.label.text = _("Whose phone %(name)s is", name=device_words(device))
        return form

    @property
    def owner(self) -> str | None:
        return (self.player.data or "").strip() or None

    def validate_player(self, _field: Field) -> None:
        if self.owner:
            refuse_name(self.owner)


class RemoveDeviceForm(BaseForm):
    """Options for removing a device: whether to revoke its invitation and to block its login."""

    invitation = BooleanField(
        lazy_gettext("Revoke the invitation it used, too"),
        description=lazy_gettext(
            "Otherwise it can come straight back. Nobody else can use that invitation then, either."
        ),
    )
    login = BooleanField(
        description=lazy_gettext(
            "Otherwise it can come straight back. Other devices that joined by this login stay, "
            "until you remove them too."
        )
    )

    @classmethod
    def of(cls, device: Device) -> RemoveDeviceForm:
        form = cls(None, data={"invitation": True, "login": True})
        form.invitation.id, form.login.id = f"invitation-{device.id}", f"login-{device.id}"
        form.login.label.field_id = form.login.id
        form.login.label.text = _(
            "Block the login %(name)s, too", name=isolated(device.login or "")
        )
        return form


class BlockedLoginForm(BaseForm):
    """A blocked login to allow again."""

    login = HiddenField()


class HandOverForm(BaseForm):
    """The choice of the device that will run the club. Watchers' devices come last."""

    device = SelectField(
        lazy_gettext("New organiser"),
        description=lazy_gettext("You become a player."),
        validate_choice=False,
    )

    def __init__(self, others: Iterable[Device], **sent: Any) -> None:
        super().__init__(**sent)
        heirs = sorted(others, key=lambda device: device.role == Role.WATCHER)
        self.device.choices = [
            SelectChoice("", _("Choose")),
            *(SelectChoice(heir.id, _heir(heir)) for heir in heirs),
        ]


def _heir(device: Device) -> str:
    facts = (
        str(ROLE_WORDS[Role(device.role)]),
        str(_("joined %(ago)s", ago=time_ago(device.made_at))),
        str(_("active %(ago)s", ago=time_ago(device.seen_at))),
    )
    return f"{device_words(device)} ({', '.join(facts)})"


class DeleteClubForm(BaseForm):
    """The word to type before a club is deleted: its name, or “delete” if it has none."""

    confirmation = StringField(default="")

    def __init__(self, club: Club) -> None:
        super().__init__()
        self.word = club.name or _("delete")
        self.confirmation.label.text = _("Type “%(word)s” if you are sure", word=self.word)

    def validate_confirmation(self, field: Field) -> None:
        if field.data.strip().casefold() != self.word.casefold():
            raise ValidationError(
                _("Nothing was deleted. Type “%(word)s” to delete the club.", word=self.word)
            )
