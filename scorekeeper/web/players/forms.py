"""The forms that change a player: the name, the face, and who is the same person."""

from __future__ import annotations

from collections.abc import Iterable

from flask_babel import gettext as _
from flask_babel import lazy_gettext
from wtforms import Field, HiddenField, RadioField, SelectChoice, SelectField, StringField
from wtforms.validators import ValidationError

from scorekeeper.clubs.players import COLOURS, LONGEST_SIGN, read_sign
from scorekeeper.storage.models import Player
from scorekeeper.web.parts.forms import BaseForm, refuse_name


class NameForm(BaseForm):
    """A player's name; `seen` is the one that the form was made with."""

    name = StringField(lazy_gettext("Name"), default="")
    seen = HiddenField()

    @classmethod
    def of(cls, player: Player) -> NameForm:
        """The form with the name as it is."""
        return cls(None, data={"name": player.name, "seen": player.name})

    def validate_name(self, field: Field) -> None:
        """Refuse what cannot be a name."""
        refuse_name(field.data or "")


class FaceForm(BaseForm):
    """The colour of a face, and the sign on it."""

    colour = RadioField(
        lazy_gettext("Colour"),
        choices=[SelectChoice(str(number), str(number + 1)) for number in range(COLOURS)],
        validate_choice=False,
    )
    sign = StringField(
        lazy_gettext("Sign"),
        description=lazy_gettext("An emoji or two letters. Leave it empty for the initial."),
        default="",
    )

    @classmethod
    def of(cls, player: Player) -> FaceForm:
        """The form with the face as it is."""
        return cls(None, data={"colour": str(player.colour), "sign": player.sign})

    def validate_colour(self, field: Field) -> None:
        """Refuse a colour that does not exist."""
        if field.data not in [str(number) for number in range(COLOURS)]:
            raise ValidationError(_("Choose one of these."))

    def validate_sign(self, field: Field) -> None:
        """Refuse what does not fit on a face."""
        if read_sign(field.data or "") is None:
            raise ValidationError(
                _("At most %(most)d letters or emoji fit on a face.", most=LONGEST_SIGN)
            )


class MergeForm(BaseForm):
    """Which other player of the club is the same person."""

    person = SelectField(lazy_gettext("The same person as"), validate_choice=False)

    def __init__(self, others: Iterable[Player], sent: object = None) -> None:
        super().__init__(sent)
        self.person.choices = [
            SelectChoice("", _("Choose")),
            *(SelectChoice(str(each.id), each.name) for each in others),
        ]

    def validate_person(self, field: Field) -> None:
        """Refuse whoever is not in the list."""
        if not field.data or field.data not in [choice.value for choice in field.choices]:
            raise ValidationError(_("Choose who it is."))
