"""The form that asks which player somebody is: names to tap, and a field for another name."""

from __future__ import annotations

from flask_babel import gettext as _
from wtforms import Field, RadioField, SelectChoice, StringField, ValidationError

from scorekeeper.clubs.members import PlayerTakenError, players_with_phones, read_name
from scorekeeper.storage.models import Club
from scorekeeper.storage.queries import active_people
from scorekeeper.storage.search_text import alphabetical
from scorekeeper.web.parts.forms import BaseForm, refuse_name

PLAYER = "player:"
"""The prefix of a choice that is a player's name."""

OTHER = "other"
NOBODY = "nobody"
MOST_OFFERED = 20


class PlayerForm(BaseForm):
    """The choice of a player. Names are in alphabetical order, so that they never move.

    Without a `club`, the form offers no names, but still reads an answer.
    """

    who = RadioField(validate_choice=False)
    name = StringField(default="")

    def __init__(
        self,
        club: Club | None = None,
        own: str | None = None,
        *,
        required: bool = False,
        nobody: bool = False,
    ) -> None:
        super().__init__()
        self.required = required
        self.people = {player.name: player for player in active_people(club)} if club else {}
        known = list(self.people)
        self.phones = players_with_phones(club) - {own} if club else set()
        offered = [name for name in known if name in (own, *known[:MOST_OFFERED])]
        self.others = [name for name in known if name not in offered]
        names = sorted(offered, key=alphabetical)
        self.who.choices = [SelectChoice(PLAYER + name, name) for name in names]
        if names:
            self.who.choices.append(SelectChoice(OTHER, _("Somebody else")))
        if names and nobody:
            self.who.choices.append(SelectChoice(NOBODY, _("Nobody in particular")))
        if self.who.data is None:
            self.who.data = OTHER if self.name.data else own and PLAYER + own

    @property
    def player(self) -> str | None:
        """The name that was tapped or typed. `None` for nobody and for an invalid name."""
        return None if self.who.data == NOBODY else read_name(self._answer)

    @property
    def _answer(self) -> str:
        chosen = self.who.data or ""
        is_tapped = chosen.startswith(PLAYER)
        return str(chosen.removeprefix(PLAYER) if is_tapped else self.name.data)

    def refuse_taken(self, error: PlayerTakenError) -> None:
        sentence = _(
            "%(name)s has a phone here. Choose “Nobody in particular” on that one first, or ask "
            "an organiser, who can say on the Club page that this one is %(name)s’s too.",
            name=error.name,
        )
        self.name.errors = [sentence]

    def validate_name(self, _field: Field) -> None:
        if self.who.data == NOBODY or self.player is not None:
            return
        if self._answer.strip():
            refuse_name(self._answer)
        if self.required:
            raise ValidationError(_("Choose who you are, or type a name."))
