"""The form of a new game and its page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from flask import Response, make_response, render_template, request
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from wtforms import Field, HiddenField, RadioField, SelectChoice, StringField

from scorekeeper.games import commands
from scorekeeper.rummy.documents.game import read_players, same_name, wrong_number
from scorekeeper.rummy.documents.names import heard
from scorekeeper.rummy.documents.sides import taken_name
from scorekeeper.rummy.documents.stake import read_stake
from scorekeeper.rummy.house_rules import house_rules
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.stake import EACH_OTHER, SMALLEST, TO_WINNER, Stake
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS, find_variant
from scorekeeper.storage.database import db
from scorekeeper.storage.game_lists import played_lately
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import GUESTS_OF_TOURNAMENTS, active_people, game_after
from scorekeeper.web.games.setup import (
    LOT,
    MOST_SIDES,
    NewGameDraft,
    TypedStake,
    padded,
    read_dealer,
    read_id,
    read_slots,
)
from scorekeeper.web.parts.forms import BaseForm
from scorekeeper.web.parts.house_rules_form import (
    KNOWN_RULES,
    house_rules_form,
    preset_values,
    preset_words,
)
from scorekeeper.web.shell.requests import is_htmx, speak_of
from scorekeeper.web.shell.translation import translate
from scorekeeper.web.shell.visitor import current_club

RULES = "rules-"
"""The prefix of the fields of house rules."""

KEPT = "kept-"
"""The prefix of hidden fields that keep house rules of other games."""


REFUSED = "refused"
"""The hidden field that marks a rejected form."""

STAKE = ("price", "of", "currency", "smallest", "who_pays")
"""The fields of the stake."""

PARTNERS = ("into", "side", "tapped")
"""The fields of partners and the names of their sides."""

WAYS = {
    (2, 2): lazy_gettext("Two against two"),
    (2, 3): lazy_gettext("Three against three"),
    (3, 2): lazy_gettext("Three sides of two"),
}
"""Labels by number of sides and number of players in each."""

FILLED_IN = ("variant", "preset", "place", "name", "dealer", "rematch", *STAKE, *PARTNERS, REFUSED)
"""The fields that a user fills in, without those of house rules."""


def filled_in(sent: Any) -> dict[str, Any]:
    """The filled-in fields of a form's MultiDict, without its key and tokens."""
    return {
        name: values
        for name, values in sent.lists()
        if name in FILLED_IN or name.startswith((RULES, KEPT))
    }


def read_draft(sent: Any) -> NewGameDraft | None:
    """The draft in a form's MultiDict. `None` if the game or the preset is unknown."""
    variant = find_variant(sent.get("variant", ""))
    preset = variant.preset(sent.get("preset", "")) if variant else None
    if variant is None or preset is None:
        return None
    ids, names = sent.getlist("place"), sent.getlist("name")
    return NewGameDraft(
        variant=variant,
        preset=preset,
        slots=read_slots(zip(ids, names, strict=False)),
        dealer=read_dealer(sent.get("dealer", "")),
        typed=_typed(sent, KEPT) | _typed(sent, RULES),
        stake=TypedStake(
            sent.get("price", ""),
            "game" if sent.get("of") == "game" else "point",
            sent.get("currency", ""),
            sent.get("smallest") or SMALLEST,
            TO_WINNER if sent.get("who_pays") == TO_WINNER else EACH_OTHER,
        ),
        into=min(read_id(sent.get("into", "")) or 0, MOST_SIDES),
        side_names=padded(sent.getlist("side")),
        tapped=tuple(id for text in sent.getlist("tapped") if (id := read_id(text)) is not None),
    )


def _typed(sent: Mapping[str, str], prefix: str) -> dict[str, str]:
    return {name: sent[prefix + name] for name in KNOWN_RULES if prefix + name in sent}


class PlayerSlotForm(BaseForm):
    """The fields of one player slot. The fields of all slots have the same names."""

    place = HiddenField()
    name = StringField()

    def __init__(self, slot_id: int | str, name: str = "") -> None:
        super().__init__(None, data={"place": str(slot_id), "name": name})
        for field in (self.place, self.name):
            field.id = f"{field.name}-{slot_id}"


class NewGameForm(BaseForm):
    """The form of a draft. `form_errors` has the errors that belong to no single field."""

    variant = HiddenField()
    preset = HiddenField()
    key = HiddenField()
    rematch = HiddenField()
    dealer = RadioField(validate_choice=False)
    price = StringField(lazy_gettext("Price"))
    of = RadioField(
        lazy_gettext("Price of"),
        choices=[
            SelectChoice("point", lazy_gettext("a point")),
            SelectChoice("game", lazy_gettext("the game")),
        ],
        validate_choice=False,
    )
    currency = StringField(lazy_gettext("Currency"))
    smallest = HiddenField()
    who_pays = RadioField(
        lazy_gettext("Who pays, if it is for a point?"),
        choices=[
            SelectChoice(EACH_OTHER, lazy_gettext("everybody settles with everybody")),
            SelectChoice(TO_WINNER, lazy_gettext("the others pay the winner")),
        ],
        validate_choice=False,
    )
    into = RadioField(lazy_gettext("Who plays with whom?"), validate_choice=False)

    def __init__(self, draft: NewGameDraft) -> None:
        dealer = "" if draft.dealer is None else str(draft.dealer)
        chosen = {"variant": draft.variant.key, "preset": draft.preset.key, "dealer": dealer}
        chosen["into"] = str(draft.number_of_sides)
        super().__init__(None, data=chosen | asdict(draft.stake))
        self.draft = draft
        self.slots = {slot.id: PlayerSlotForm(slot.id, slot.name) for slot in draft.slots}
        self.new_slot = PlayerSlotForm("new")
        slots = (*self.slots.values(), self.new_slot)
        words = draft.variant.words
        places = [(slot.place.data, translate(words.begins_first)) for slot in slots]
        self.dealer.choices = [*places, (LOT, translate(words.draw_first))]
        self.into.choices = _ways(draft)
        rules_form = house_rules_form(draft.variant.rules_type)
        self.rules = rules_form(None, data=draft.rules, prefix=RULES)

    @property
    def dealer_choices(self) -> dict[str, Field]:
        return {choice.data: choice for choice in self.dealer}

    @property
    def wrong_number(self) -> str:
        return translate(wrong_number(self.draft.variant))

    @property
    def is_wrong(self) -> bool:
        slots = any(slot.errors for slot in self.slots.values())
        return bool(slots or self.errors or self.rules.errors)

    def validate(self, extra_validators: Any = None) -> bool:
        """Find all errors that are known before the game starts."""
        super().validate(extra_validators)
        self.rules.validate()
        lacking = max(0, self.draft.variant.fewest - len(self.draft.named_slots))
        unnamed = [slot for slot in self.draft.slots if slot.is_free][:lacking]
        for slot in unnamed:
            _add(self.slots[slot.id].name, _("Name this player."))
        if not unnamed:
            self._check_players()
        try:
            self.read_stake()
        except RuleError as error:
            self.refuse(error)
        return not self.is_wrong

    def read_stake(self) -> Stake | None:
        """The stake, or `None` without one. Raises `RuleError` if a part is invalid."""
        document = self.draft.stake.document
        return None if document is None else read_stake(document)

    def _check_players(self) -> None:
        try:
            _check_spellings(read_players(self.draft.variant, self.players))
            self._check_sides()
        except RuleError as error:
            self.refuse(error)
        else:
            if self.draft.dealer not in [LOT, *(slot.id for slot in self.draft.named_slots)]:
                _add(self.dealer, _("Choose who deals first."))

    def _check_sides(self) -> None:
        """Reject names of sides that sound like each other or like a player's.

        The document's checks reject all other errors.
        """
        if len(self.players) in self.draft.variant.sides:
            names = [side.name for side in self.draft.sides]
            for number, name in enumerate(names):
                taken = taken_name(name, self.players, names[:number], heard)
                if taken is not None:
                    raise RuleError(taken, "sides")

    def refuse(self, error: RuleError) -> None:
        text = translate(error.message, self.players)
        match error.where:
            case ("rules", str() as name, *_rest) if name in self.rules:
                _add(self.rules[name], text)
            case ("players", int() as index, *_rest):
                _add(self.slots[self.draft.named_slots[index].id].name, text)
            case ("dealer", *_rest):
                _add(self.dealer, text)
            case ("stake", "currency"):
                _add(self.currency, text)
            case ("stake", *_rest):
                _add(self.price, _("Write a price like 0.05 or 10."))
            case ("sides", *_rest):
                _add(self.into, text)
            case _:
                self.form_errors.append(text)

    @property
    def players(self) -> list[str]:
        return [slot.name for slot in self.draft.named_slots]

    @property
    def dealer_seat(self) -> int | None:
        """The seat of the first dealer, `None` to draw lots. Raises `ValueError` if invalid."""
        if self.draft.dealer == LOT:
            return None
        ids: list[int | None] = [slot.id for slot in self.draft.named_slots]
        return ids.index(self.draft.dealer)


def _ways(draft: NewGameDraft) -> list[tuple[str, str]]:
    """The possible numbers of sides for these players, or for the fewest who can form sides."""
    sides = draft.variant.sides
    if not sides:
        return []
    players = len(draft.named_slots) if len(draft.named_slots) in sides else min(sides)
    alone = [] if draft.variant.needs_sides else [("0", _("Everybody alone"))]
    ways = [(str(number), str(WAYS[number, players // number])) for number in sides[players]]
    return alone + ways


def _add(field: Field, text: str) -> None:
    field.errors = [*field.errors, text]


def _check_spellings(players: Sequence[str]) -> None:
    names = [heard(name) for name in players]
    for index, name in enumerate(names):
        if name in names[:index]:
            raise RuleError(same_name(players[index]), "players", index)


SUGGESTED = 8
"""The number of recent players with a button. Typing suggests all players."""


def _last_played_first() -> list[Variant]:
    last = list(played_lately(current_club()))
    known = [variant for key in last if (variant := find_variant(key))]
    return [*known, *(variant for variant in VARIANTS if variant.key not in last)]


def form_page(
    form: NewGameForm,
    status: int = 200,
    *,
    rematch_of: GameRow | None = None,
    step: str = "",
    focus: str = "",
    stepped: str = "",
    key: str = "",
    is_begun: bool = False,
) -> Response:
    """The page of the form. `stepped` is the house rule with an open list of steps."""
    draft = form.draft
    speak_of(draft.variant.key)
    known = active_people(current_club())
    named = {heard(slot.name) for slot in draft.slots}
    guests = set(db.session.scalars(GUESTS_OF_TOURNAMENTS, {"club": current_club().id}))
    others = [
        player for player in known if heard(player.name) not in named and player.id not in guests
    ]
    players_by_name = {heard(player.name): player for player in known}
    form.key.data = key or request.form.get("key") or commands.new_key()
    form.rematch.data = rematch_of.id if rematch_of else ""
    template = "games/_new_form.html" if is_htmx() else "games/new.html"
    page = render_template(
        template,
        form=form,
        draft=draft,
        variants=_last_played_first(),
        house_rules=house_rules(draft.variant.rules_type),
        preset_values=preset_values(draft.variant, draft.preset),
        preset_words=preset_words,
        known=known,
        suggested=others[:SUGGESTED],
        player_named=lambda name: players_by_name.get(heard(name)),
        step=step,
        focus=focus,
        stepped=stepped,
        stepped_list=draft.stepped_list(stepped),
        partners=next(
            (side for side in draft.sides if focus in map("partner-{}".format, side.ids)), None
        ),
        next_game=rematch_of and game_after(rematch_of, draft.variant.key),
        is_begun=is_begun,
    )
    return make_response(page, status)
