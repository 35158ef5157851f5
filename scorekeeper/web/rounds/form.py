"""The form of a round: its texts, and the choices of its fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import lazy_gettext
from werkzeug.datastructures import MultiDict
from wtforms import (
    BooleanField,
    Field,
    FieldList,
    FormField,
    RadioField,
    SelectChoice,
    SelectField,
    StringField,
)

from scorekeeper.rummy.endings import EndingRule
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.rummy.own_facts import FLAG_SET, FLAG_UNSET, HandPart, Instead, OwnFact
from scorekeeper.rummy.sides import are_partners, players_of, side_of
from scorekeeper.web.entering.ending import print_ending
from scorekeeper.web.entering.round_in_progress import RoundInProgress
from scorekeeper.web.parts.formatting import ending_message
from scorekeeper.web.parts.forms import UP_TO_A_NOTE, BaseForm
from scorekeeper.web.rounds.adjustments import TypedAdjustment, adjustment_fields
from scorekeeper.web.rounds.fields import round_fields
from scorekeeper.web.rounds.hand_text import split_own_parts
from scorekeeper.web.rounds.typed_round import INSTEAD, TypedRound, part_name
from scorekeeper.web.shell.translation import total, translate


@dataclass(frozen=True, slots=True)
class EndingChoice:
    """One way to end the round, as a radio button: `Jean knocked`."""

    rule: EndingRule
    by: Seat | None

    @property
    def value(self) -> str:
        """The text that the field sends. `read_ending` reads it."""
        return print_ending(self.rule.ending, self.by)

    @property
    def label(self) -> Message:
        return ending_message(self.rule, self.by)

    def set_attributes(self, button: Field, game: Game) -> Field:
        """Return the button with attributes that tell scripts which hands this ending needs."""
        asks = self.rule.scores and self.rule.asks_hands(game.rules)
        given: dict[str, object] = {} if asks else {"data-no-hands": True}
        for_nothing = self.rule.for_nothing(game.rules)
        if for_nothing is not None and self.by is not None:
            given["data-first"] = int(self.by)
            if for_nothing:
                scored = _("%(label)s: %(value)s", label=0, value=total(for_nothing))
                given["data-nothing-scores"] = scored
        if self.rule.presumes_unopened:
            given["data-presumed"] = True
        if self.rule.leaves_none and self.by is not None:
            owner = side_of(self.by, game.owners)
            given["data-side"] = int(owner)
            if not are_partners(game.owners):
                given[self._own_hand] = int(owner)
        button.render_kw = given
        return button

    @property
    def _own_hand(self) -> str:
        if self.rule.asks_own:
            return "data-all-shown"
        return "data-may-be-empty" if self.rule.shows_deal else "data-none-left"


def ending_choices(
    game: Game, seats: Sequence[Seat], chosen: EndingRule | None
) -> list[list[EndingChoice]]:
    """The choices by ending, for the players in `seats`.

    An ending that the house rules exclude is offered only if chosen.
    """
    return [
        [EndingChoice(rule, by) for by in (seats if rule.needs_player else [None])]
        for rule in game.variant.endings
        if rule.is_played(game.rules) or rule is chosen
    ]


class AdjustmentForm(BaseForm):
    """One row of a penalty or bonus."""

    player = SelectField(lazy_gettext("Player"))
    points = StringField(lazy_gettext("Points"))
    note = StringField(lazy_gettext("Reason"), render_kw=UP_TO_A_NOTE)


class RoundForm(BaseForm):
    """The form of a round. `round_form` adds the fields of its game.

    It has a field for each player's hand, and an empty row for another adjustment.

    - `endings`: the radio buttons of the field `ending`, in a group for each ending
    - `own_facts`: the fields of facts that only this game has, except `several`
    - `several`: facts that can name several players
    - `own_parts`: the fields of each hand besides its cards
    - `instead`: by seat, the radio buttons for what a player did instead of showing cards
    - `words_instead`: the words above these buttons
    """

    hand = FieldList(StringField())
    adjustment = FieldList(FormField(AdjustmentForm))
    instead: Sequence[Sequence[Field]] = ()
    words_instead: Sequence[str] = ()

    def __init__(
        self, in_progress: RoundInProgress, typed: TypedRound, errors: Mapping[str, str]
    ) -> None:
        game = in_progress.game
        super().__init__(MultiDict(_texts_of(typed, game)))
        players = players_of(in_progress.seats)
        self._offer_endings(ending_choices(game, players, in_progress.ending.rule), game)
        seats = [SelectChoice(str(int(seat)), game.players[seat]) for seat in players]
        sides = [SelectChoice(str(int(side)), game.players[side]) for side in in_progress.seats]
        self._offer_dealers(seats, game.players[in_progress.dealer], in_progress.dealer)
        self._offer_rows(sides)
        told = [self._fact_field(fact, seats) for fact in _counting(game) if not fact.of_several]
        self.own_facts = told
        self.several = [fact for fact in _counting(game) if fact.of_several]
        self.dealer.label.text = translate(game.variant.words.began)
        for seat, field in zip(in_progress.givers, self.hand, strict=True):
            field.label.text = game.players[seat]
        parts = _beside_cards(game)
        self.own_parts = [
            [self._part_field(part, seat, in_progress) for part in parts]
            for seat in in_progress.givers
        ]
        if offered := _offered_instead(game):
            self.words_instead = [translate(instead.word) for _text, instead in offered]
            self.instead = [self._buttons_instead(seat, game) for seat in game.sides]
        for field in self.each():
            field.errors = [errors[field.name]] if field.name in errors else []

    def _offer_endings(self, groups: Sequence[Sequence[EndingChoice]], game: Game) -> None:
        self.ending.choices = [
            SelectChoice(choice.value, translate(choice.label, game.players))
            for group in groups
            for choice in group
        ]
        buttons = iter(self.ending)
        self.endings = [
            [choice.set_attributes(next(buttons), game) for choice in group] for group in groups
        ]

    def _offer_dealers(self, seats: Sequence[SelectChoice], name: str, dealer: Seat) -> None:
        in_turn = SelectChoice("", _("%(name)s, in turn", name=name))
        # The first option already means this dealer, unless they were chosen by name.
        left_out = {str(int(dealer))} - {self.dealer.data}
        others = [choice for choice in seats if choice.value not in left_out]
        self.dealer.choices = [in_turn, *others]

    def _offer_rows(self, seats: Sequence[SelectChoice]) -> None:
        for row in self.adjustment:
            row.form.player.choices = [SelectChoice("", _("Player")), *seats]

    def _fact_field(self, fact: OwnFact, seats: Sequence[SelectChoice]) -> Field:
        field = self[fact.key]
        field.label.text = translate(fact.question)
        choices = [SelectChoice(value, translate(words)) for value, words in fact.choices.items()]
        nothing = SelectChoice("", _("Not said") if choices else _("Nobody"))
        field.choices = [*([] if fact.missing else [nothing]), *(choices or seats)]
        return field

    def _buttons_instead(self, seat: Seat, game: Game) -> list[Field]:
        offered = [(text, instead.points(game.rules)) for text, instead in _offered_instead(game)]
        field = self[INSTEAD][seat]
        field.choices = [
            SelectChoice("", _("Cards")),
            *(SelectChoice(text, str(points)) for text, points in offered),
        ]
        buttons = list(field)
        for button, (text, points) in zip(buttons[1:], offered, strict=True):
            said = _("%(label)s: %(value)s", label=game.players[seat], value=_told(text, game))
            button.render_kw = {"aria-label": said, "data-points": points}
        return buttons

    def _part_field(self, part: HandPart, seat: Seat, in_progress: RoundInProgress) -> Field:
        field = self[part_name(part)][seat]
        field.label.text = translate(part.name)
        if part.is_phase:
            field.choices = _phases_to_choose(seat, in_progress)
        if part.choices and not part.of_several:
            offered = part.offered(in_progress.game.rules)
            words = [SelectChoice(key, translate(word)) for key, word in offered.items()]
            field.choices = [SelectChoice("", _("No")), *words]
        if part.is_opening:
            opened, never = SelectChoice("", translate(part.name)), _("not opened")
            field.choices = [opened, *words, SelectChoice(FLAG_UNSET, never)]
            field.description = part.price(in_progress.game.rules)
        return field


def round_form(
    in_progress: RoundInProgress, typed: TypedRound, errors: Mapping[str, str]
) -> RoundForm:
    game, variant = in_progress.game, in_progress.game.variant
    fields = {field.name: field.form_field for field in round_fields(variant)}
    own = {part_name(part): FieldList(_field_of(part)) for part in _beside_cards(game)}
    if any(part.instead for part in variant.own_parts):
        own[INSTEAD] = FieldList(RadioField())
    made: type[RoundForm] = type("RoundForm", (RoundForm,), {**fields, **own})
    return made(in_progress, typed, errors)


def _beside_cards(game: Game) -> list[HandPart]:
    parts = game.variant.own_parts
    return [part for part in parts if not part.instead and part.counts(game.rules)]


def _offered_instead(game: Game) -> list[tuple[str, Instead]]:
    return [
        (f"{part.key}:{value}", instead)
        for part in game.variant.own_parts
        for value, instead in part.instead.items()
        if instead.points(game.rules)
    ]


def _told(text: str, game: Game) -> str:
    key, value = text.split(":")
    part = next(part for part in game.variant.own_parts if part.key == key)
    return translate(part.choices.get(value, part.name))


def _phases_to_choose(seat: Seat, in_progress: RoundInProgress) -> list[SelectChoice]:
    game, column = in_progress.game, in_progress.column
    phases = game.variant.phases
    if phases is None:
        raise AssertionError("this game has no phases")
    numbers = phases.open_to(game.rules, column, seat)
    laid_down = [(str(number), str(number)) for number in numbers]
    if not phases.is_chosen(game.rules, column):
        laid_down = [(FLAG_SET, _("Phase %(number)d", number=numbers[0]))]
    choices = [("", _("Not said")), *laid_down, (FLAG_UNSET, _("not laid down"))]
    return [SelectChoice(value, words) for value, words in choices]


def _field_of(part: HandPart) -> Field:
    if part.of_several:
        return StringField()
    if part.choices or part.is_phase:
        return RadioField()
    return BooleanField(render_kw={"value": part.flag_text}) if part.is_flag else StringField()


def _texts_of(typed: TypedRound, game: Game) -> dict[str, str]:
    """The text of every field of the form, including empty ones."""
    variant, parts = game.variant, _beside_cards(game)
    texts = {field.name: typed[field.name] for field in round_fields(variant)}
    texts |= adjustment_fields([*typed.adjustments, TypedAdjustment()])
    for seat, hand in enumerate(typed.hands):
        texts[f"hand-{seat}"], own = split_own_parts(hand, variant)
        for part in parts:
            texts[f"{part_name(part)}-{seat}"] = own.pop(part.key, "")
        # Only one part can replace the cards. Others stay in the text of the cards, to be rejected.
        instead, *others = [*(f"{key}:{text}" for key, text in own.items()), ""]
        texts[f"{INSTEAD}-{seat}"] = instead
        texts[f"hand-{seat}"] = " ".join([texts[f"hand-{seat}"], *others]).strip()
    return texts


def _counting(game: Game) -> list[OwnFact]:
    return [fact for fact in game.variant.own_facts if fact.counts(game.rules)]
