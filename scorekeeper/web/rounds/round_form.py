"""The fields of a round: what was typed in them, what there is to choose from, their errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext
from wtforms import (
    BooleanField,
    Field,
    FieldList,
    FormField,
    RadioField,
    SelectChoice,
    SelectField,
    StringField,
    TextAreaField,
)

from scorekeeper.rummy.game.sheet import Game
from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.rummy.variant import EndingRule
from scorekeeper.web.formatting import ending_message
from scorekeeper.web.forms import BaseForm
from scorekeeper.web.rounds.ending_text import print_ending
from scorekeeper.web.rounds.entry import RoundInProgress
from scorekeeper.web.rounds.typed_round import TypedAdjustment, TypedRound
from scorekeeper.web.translation import translate


@dataclass(frozen=True, slots=True)
class EndingChoice:
    """One way in which the round may have ended, as a radio button: `Jean knocked`."""

    rule: EndingRule
    by: Seat | None

    @property
    def value(self) -> str:
        """The text that the field sends, which `ending_text` reads."""
        return print_ending(self.rule.ending, self.by)

    @property
    def label(self) -> Message:
        """How the round ended."""
        return ending_message(self.rule, self.by)

    def on(self, button: Field, rules: Any) -> Field:
        """Its radio button, which tells the scripts whose hands are given after this ending."""
        asks = self.rule.scores and self.rule.asks_hands(rules)
        given: dict[str, object] = {} if asks else {"data-no-hands": True}
        if self.rule.leaves_none and self.by is not None:
            given[self._own_hand] = int(self.by)
        button.render_kw = given
        return button

    @property
    def _own_hand(self) -> str:
        """What the scripts are told of the hand of the player who went out."""
        if self.rule.asks_own:
            return "data-all-shown"
        return "data-may-be-empty" if self.rule.shows_deal else "data-none-left"


def ending_choices(game: Game, chosen: EndingRule | None) -> list[list[EndingChoice]]:
    """The choices by ending; an ending that the house rules exclude is there only if chosen."""
    seats = [Seat(seat) for seat in range(len(game.players))]
    return [
        [EndingChoice(rule, by) for by in (seats if rule.needs_player else [None])]
        for rule in game.variant.endings
        if rule.is_played(game.rules) or rule is chosen
    ]


class AdjustmentForm(BaseForm):
    """One row of points that the table gives or takes."""

    player = SelectField(lazy_gettext("Player"))
    points = StringField(lazy_gettext("Points"))
    note = StringField(lazy_gettext("Why"))


class RoundForm(BaseForm):
    """The fields of a round; there is a hand for each player, and an empty adjustment at the end.

    `endings` are the radio buttons of the field `ending`, in a group for each ending.
    """

    ending = RadioField(lazy_gettext("How did it end?"))
    upcard = StringField(lazy_gettext("Upcard"))
    hand = FieldList(StringField())
    allow = BooleanField(lazy_gettext("The table allows this knock over the limit"))
    adjustment = FieldList(FormField(AdjustmentForm))
    dealer = SelectField()
    exact_cut = RadioField(lazy_gettext("Who made the exact cut"))
    note = TextAreaField(lazy_gettext("Note"))
    entered_by = StringField(lazy_gettext("Who keeps score"))

    def __init__(
        self,
        entry: RoundInProgress,
        errors: Mapping[str, str],
    ) -> None:
        super().__init__(None, data=_data_of(entry.typed))
        players = entry.game.players
        self._offer_endings(ending_choices(entry.game, entry.read.ending.rule), entry.game)
        self._offer_players(players, entry.dealer)
        self.dealer.label.text = translate(entry.game.variant.words.began)
        for name, field in zip(players, self.hand, strict=True):
            field.label.text = name
        for field in self.each():
            field.errors = [errors[field.name]] if field.name in errors else []

    def _offer_endings(self, groups: Sequence[Sequence[EndingChoice]], game: Game) -> None:
        self.ending.choices = [
            SelectChoice(each.value, translate(each.label, game.players))
            for group in groups
            for each in group
        ]
        buttons = iter(self.ending)
        self.endings = [[each.on(next(buttons), game.rules) for each in group] for group in groups]

    def _offer_players(self, players: Sequence[str], dealer: Seat) -> None:
        seats = [SelectChoice(str(seat), name) for seat, name in enumerate(players)]
        for row in self.adjustment:
            row.form.player.choices = [SelectChoice("", _("Player")), *seats]
        in_turn = SelectChoice("", _("%(name)s, in turn", name=players[dealer]))
        # The player whose turn it is has an option of their own only if it was chosen.
        spared = {str(int(dealer))} - {self.dealer.data}
        self.dealer.choices = [in_turn, *(seat for seat in seats if seat.value not in spared)]
        self.exact_cut.choices = [SelectChoice("", _("Nobody")), *seats]


def _data_of(typed: TypedRound) -> dict[str, object]:
    rows = (*typed.adjustments, TypedAdjustment())
    return {
        "ending": typed.ending,
        "upcard": typed.upcard,
        "hand": typed.hands,
        "allow": typed.allow,
        "adjustment": [
            {"player": each.player, "points": each.points, "note": each.note} for each in rows
        ],
        "dealer": typed.dealer,
        "exact_cut": typed.exact_cut,
        "note": typed.note,
        "entered_by": typed.entered_by,
    }
