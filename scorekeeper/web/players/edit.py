"""The pages that change a player. Keepers change every player, players only their own entry.

Keepers can also merge two players who are one person. A page explains the merge first.
"""

from __future__ import annotations

from collections.abc import Iterable

from flask import Response, flash, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from werkzeug.wrappers import Response as AnyResponse
from wtforms import Field, HiddenField, RadioField, SelectChoice, SelectField, StringField
from wtforms.validators import ValidationError

from scorekeeper.clubs.members import read_name
from scorekeeper.clubs.players import (
    COLOURS,
    LONGEST_SIGN,
    NameTakenError,
    RenamedConflict,
    read_sign,
    rename_player,
    set_archived,
    set_face,
)
from scorekeeper.clubs.roles import Role
from scorekeeper.statistics.book import people
from scorekeeper.statistics.merging import (
    SatTogetherError,
    belongings,
    entered_together,
    game_together,
    merge_players,
    merged_into,
    separate_player,
)
from scorekeeper.statistics.players import find_player_of
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Player
from scorekeeper.web.parts.forms import BaseForm, check_choice, refuse_name
from scorekeeper.web.players import blueprint, person_or_404
from scorekeeper.web.shell.requests import PLAYER_PATH
from scorekeeper.web.shell.visitor import NotAllowedError, current_club, current_member


class NameForm(BaseForm):
    """A player's name. `old_name` is the name when the form was made."""

    name = StringField(lazy_gettext("Name"), default="")
    old_name = HiddenField()

    @classmethod
    def of(cls, player: Player) -> NameForm:
        return cls(None, data={"name": player.name, "old_name": player.name})

    def validate_name(self, field: Field) -> None:
        refuse_name(field.data or "")


class FaceForm(BaseForm):
    """The colour and the sign of a face."""

    colour = RadioField(
        lazy_gettext("Colour"),
        choices=[SelectChoice(str(number), str(number + 1)) for number in range(COLOURS)],
        validate_choice=False,
    )
    sign = StringField(
        lazy_gettext("Symbol"),
        description=lazy_gettext("An emoji or two letters. Leave it empty for the initial."),
        default="",
    )

    @classmethod
    def of(cls, player: Player) -> FaceForm:
        return cls(None, data={"colour": str(player.colour), "sign": player.sign})

    def validate_colour(self, field: Field) -> None:
        check_choice(field)

    def validate_sign(self, field: Field) -> None:
        if read_sign(field.data or "") is None:
            raise ValidationError(
                _("At most %(most)d letters or emoji fit on a face.", most=LONGEST_SIGN)
            )


class MergeForm(BaseForm):
    """The choice of another player who is the same person."""

    person = SelectField(lazy_gettext("The same person as"), validate_choice=False)

    def __init__(self, others: Iterable[Player], sent: object = None) -> None:
        super().__init__(sent)
        self.person.choices = [
            SelectChoice("", _("Choose")),
            *(SelectChoice(str(other.id), other.name) for other in others),
        ]

    def validate_person(self, field: Field) -> None:
        if not field.data or field.data not in [choice.value for choice in field.choices]:
            raise ValidationError(_("Choose who it is."))


@blueprint.app_template_global()
def may_change(player: Player) -> bool:
    member = current_member()
    return member.keeps or (member.plays and member.player == player.name)


def own_or_403(player_id: int) -> Player:
    """The player with this id. Raises `NotAllowedError` if this visitor cannot change them."""
    player = person_or_404(player_id)
    if not may_change(player):
        raise NotAllowedError(Role.KEEPER)
    return player


@blueprint.get(f"/{PLAYER_PATH}/edit")
def edit(player_id: int) -> Response:
    return edit_page(own_or_403(player_id))


def edit_page(
    player: Player,
    status: int = 200,
    *,
    name_form: NameForm | None = None,
    face_form: FaceForm | None = None,
    merge_form: MergeForm | None = None,
) -> Response:
    page = render_template(
        "players/edit.html",
        player=player,
        colours=range(COLOURS),
        name_form=name_form or NameForm.of(player),
        face_form=face_form or FaceForm.of(player),
        merge_form=merge_form or MergeForm(others_than(player)),
    )
    return make_response(page, status)


def others_than(player: Player) -> list[Player]:
    return [other for other in people(current_club()) if other.id != player.id]


@blueprint.post(f"/{PLAYER_PATH}/name")
def rename(player_id: int) -> AnyResponse:
    """Rename a player everywhere, including past games."""
    player, form = own_or_403(player_id), NameForm(request.form)
    if not form.validate():
        return edit_page(player, 422, name_form=form)
    name = read_name(form.name.data) or ""
    try:
        rename_player(player, name, seen=form.old_name.data or "")
    except RenamedConflict as conflict:
        form.old_name.data = conflict.name
        refusal = _(
            "Somebody has just changed this name to %(name)s. Save again if yours is right.",
            name=conflict.name,
        )
    except NameTakenError as error:
        refusal = _name_taken(error.holder)
    else:
        flash(_("The name is now %(name)s, in earlier games too.", name=name))
        return redirect(url_for(".show", player_id=player.id), 303)
    form.name.errors = [refusal]
    return edit_page(player, 422, name_form=form)


def _name_taken(holder: Player) -> str:
    if holder.same_as is not None:
        return str(
            _(
                "%(name)s is the name of a player who was merged into %(other)s.",
                name=holder.name,
                other=holder.same_as.name,
            )
        )
    return str(_("Somebody in the club is already called %(name)s.", name=holder.name))


@blueprint.post(f"/{PLAYER_PATH}/face")
def change_face(player_id: int) -> AnyResponse:
    player, form = own_or_403(player_id), FaceForm(request.form)
    if not form.validate():
        return edit_page(player, 422, face_form=form)
    set_face(player, int(form.colour.data), read_sign(form.sign.data or "") or "")
    flash(_("Face changed."))
    return redirect(url_for(".show", player_id=player.id), 303)


@blueprint.post(f"/{PLAYER_PATH}/archive")
def archive(player_id: int) -> AnyResponse:
    """Archive a player: new games do not suggest them.

    The leaderboard folds away archived players without a place.
    """
    player = person_or_404(player_id)
    set_archived(player, archived=True)
    flash(_("%(name)s is archived. All games stay.", name=player.name))
    return redirect(url_for(".show", player_id=player.id), 303)


@blueprint.post(f"/{PLAYER_PATH}/restore")
def restore(player_id: int) -> AnyResponse:
    player = person_or_404(player_id)
    set_archived(player, archived=False)
    flash(_("%(name)s is back.", name=player.name))
    return redirect(url_for(".show", player_id=player.id), 303)


@blueprint.get(f"/{PLAYER_PATH}/merge")
def ask_to_merge(player_id: int) -> Response:
    player = person_or_404(player_id)
    form = MergeForm(others_than(player), request.args)
    if not form.validate():
        return edit_page(player, 422, merge_form=form)
    return _ask(player, person_or_404(int(form.person.data)))


def _ask(player: Player, person: Player, before: Player | None = None) -> Response:
    """The page that explains a merge.

    `before` is the player of the form if somebody has merged them into `player` meanwhile.
    """
    together = game_together(db.session(), player, person)
    entered = entered_together(db.session(), player, person)
    page = render_template(
        "players/merge.html",
        player=player,
        person=person,
        before=before,
        together=together,
        entered=entered,
        brings=belongings(player),
        along=merged_into(player),
    )
    return make_response(page, 422 if together or entered else 409 if before else 200)


@blueprint.post(f"/{PLAYER_PATH}/merge")
def merge(player_id: int) -> AnyResponse:
    given = find_player_of(current_club(), player_id)
    player = person_or_404(player_id)
    form = MergeForm(others_than(given or player), request.form)
    if not form.validate():
        return edit_page(player, 422, merge_form=form)
    person = person_or_404(int(form.person.data))
    to_person = redirect(url_for(".show", player_id=person.id), 303)
    if player.id == person.id:  # A double tap: they are merged already.
        return to_person
    if given is not None and given.id != player.id:
        return _ask(player, person, before=given)
    try:
        merge_players(player, person)
    except SatTogetherError:
        return _ask(player, person)
    flash(_("%(name)s and %(other)s are one person now.", name=player.name, other=person.name))
    return to_person


@blueprint.post(f"/{PLAYER_PATH}/separate")
def separate(player_id: int) -> AnyResponse:
    person = person_or_404(player_id)
    player = find_player_of(current_club(), player_id) or person
    if player.id != person.id:
        separate_player(player)
        flash(
            _("%(name)s and %(other)s are two people again.", name=player.name, other=person.name)
        )
    return redirect(url_for(".show", player_id=player.id), 303)
