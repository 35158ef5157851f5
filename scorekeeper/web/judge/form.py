"""The form of the judge’s desk: its fields, and reading them with an error at each wrong field."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from flask_babel import gettext, lazy_gettext
from wtforms import Field, FieldList, HiddenField, RadioField, SelectField, StringField

from scorekeeper.rummy.column import ColumnEntry
from scorekeeper.rummy.documents.game import read_players
from scorekeeper.rummy.documents.sides import proposed_name, read_sides, write_sides
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.starting_point import NOTHING_YET, StartingScores, with_starting_scores
from scorekeeper.rummy.house_rules import Value
from scorekeeper.rummy.messages import FIRST_SEAT, Message, Seat, message
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.sides import Seated, by_side, opposite
from scorekeeper.rummy.variant import Variant
from scorekeeper.web.judge.dispute import RULES, Dispute, possible_sides, sides_played
from scorekeeper.web.judge.typed_scores import Numbers, print_entries, read_entries, read_phases
from scorekeeper.web.parts.formatting import list_of
from scorekeeper.web.parts.forms import BaseForm
from scorekeeper.web.parts.house_rules_form import house_rules_form, read_overrides
from scorekeeper.web.parts.numbers import read_number
from scorekeeper.web.rounds.typed_round import TypedRound
from scorekeeper.web.shell.translation import translate

NO_NUMBER = message("This must be a whole number, such as 85 or −20.")


class DisputeFields(BaseForm):
    """The fields of a dispute with the typed values. `rules` holds the fields of house rules."""

    variant = HiddenField()
    base = HiddenField()
    preset = RadioField()
    players = RadioField(lazy_gettext("How many play?"))
    sides = RadioField(lazy_gettext("Who plays with whom?"))
    round = SelectField(lazy_gettext("Which round?"))
    name = FieldList(StringField())
    side = FieldList(HiddenField())
    wins = StringField(lazy_gettext("Wins so far, in order"))
    total = FieldList(StringField(lazy_gettext("Total")))
    won = FieldList(StringField(lazy_gettext("Rounds won")))
    phases = FieldList(StringField(lazy_gettext("Phases laid down")))
    dealer = SelectField()

    def __init__(self, dispute: Dispute) -> None:
        typed = {
            "variant": dispute.variant.key,
            "base": dispute.preset.key,
            "preset": dispute.preset.key,
            "name": dispute.names,
            "side": dispute.side_names,
            "wins": dispute.scores.wins,
            "total": dispute.scores.totals,
            "won": dispute.scores.won,
            "phases": dispute.scores.phases,
        }
        super().__init__(None, data=typed)
        self._names = dispute.all_names
        for number, field in enumerate(self.name, start=1):
            field.label.text = gettext("Player %(number)d", number=number)
        rules_form = house_rules_form(dispute.variant.rules_type)
        self.rules = rules_form(None, data=dispute.rules, prefix=RULES)

    def offer(self, game: Game, number: int) -> None:
        """Set choices and labels of the fields that depend on the game, for round `number`."""
        variant, players = game.variant, game.players
        self.preset.choices = [(preset.key, translate(preset.name)) for preset in variant.presets]
        seats = variant.sizes
        self.players.choices = [(str(number), str(number)) for number in seats]
        self.players.data = str(len(players))
        self.sides.choices = [
            (str(number), _sides_label([*players], number))
            for number in possible_sides(variant, len(players))
        ]
        self.sides.data = str(len(game.partners))
        numbers = range(1, variant.last_round(game.rules) + 1)
        self.round.choices = [(str(dealt), _round_label(game, dealt)) for dealt in numbers]
        self.round.data = str(number)
        self.dealer.label.text = translate(variant.words.began)
        self.dealer.choices = [(str(seat), name) for seat, name in enumerate(players)]
        self.dealer.data = str(int(game.dealer))
        example = f"{players[0]} 18, {players[1]} 12"
        self.wins.description = gettext(
            "For example %(example)s. Put gin or undercut after the points if that brings more "
            "boxes.",
            example=example,
        )

    def each(self) -> Iterator[Field]:
        """Every single field in the order of the page, including those in lists and house rules."""
        yield from self.rules
        yield from super().each()

    def refuse(self, name: str, text: Message) -> None:
        """Put an error at a field, unless the field already has one."""
        field = next(field for field in self.each() if field.name == name)
        if not field.errors:
            field.errors = [translate(text, self._names)]


def _in_sides(players: Sequence[str], sides: int) -> tuple[str, ...]:
    """The players in this many sides with proposed names. Without sides if `sides` is 0."""
    named = [
        proposed_name([players[seat] for seat in side.players])
        for side in opposite(len(players), sides)
    ]
    return Seated(players, named) if sides else tuple(players)


def _with_names(players: Seated[str], typed: Dispute) -> Seated[str]:
    own = typed.side_names or players.sides
    names = [name or proposed for name, proposed in zip(own, players.sides, strict=True)]
    with suppress(RuleError):
        sides = read_sides(write_sides(names, players), typed.variant, players)
        return Seated(players, sides)
    return players


def _sides_label(players: Sequence[str], sides: int) -> str:
    return list_of(by_side(_in_sides(players, sides))) if sides else gettext("everybody alone")


def _round_label(game: Game, number: int) -> str:
    deal = game.variant.deal(game.rules, len(game.players), number)
    if deal.contract:
        contract = translate(deal.contract.name)
        return str(gettext("Round %(number)d: %(contract)s", number=number, contract=contract))
    return str(
        gettext("Round %(number)d: %(cards)d cards each", number=number, cards=deal.cards_dealt)
    )


MOST_WON = 50
"""The most rounds that a player can have won before the disputed round."""

_MOST = 999_999


@dataclass(frozen=True, slots=True)
class DisputeForm:
    """A dispute as typed and as read: the game, the scores before the round, and the round.

    `game` has no rounds, and it has defaults for wrong input. `before` is the same game with
    `scores` on its sheet. The `fields` hold the errors.
    """

    typed: Dispute
    fields: DisputeFields
    game: Game
    scores: StartingScores
    before: Game

    @property
    def number(self) -> int:
        """The number of the round, without void rounds."""
        return self.scores.played + 1

    @property
    def round(self) -> TypedRound:
        """The typed round without its dealer, who is the dealer of the game."""
        return self.typed.round.but(dealer="")

    @property
    def errors(self) -> dict[str, str]:
        return {field.name: str(field.errors[0]) for field in self.fields.each() if field.errors}


def read_form(typed: Dispute) -> DisputeForm:
    """Read a dispute. Errors are put at their fields."""
    fields = DisputeFields(typed)
    names = _read_players(typed, fields)
    players = _in_sides(names, sides_played(typed.variant, len(names), typed.sides))
    if isinstance(players, Seated):
        players = _with_names(players, typed)
    game = Game(
        variant=typed.variant,
        players=players,
        preset=typed.preset.key,
        overrides=tuple(_read_rules(typed, players, fields).items()),
        dealer=_read_dealer(typed, players, fields),
    )
    before, scores = _with_scores(game, _read_starting_scores(typed, game, fields), fields)
    form = DisputeForm(typed, fields, game, scores, before)
    fields.offer(game, form.number)
    if scores.entries:
        fields.wins.data = print_entries(scores.entries, players)
    return form


def _read_rules(
    typed: Dispute, players: tuple[str, ...], fields: DisputeFields
) -> dict[str, Value]:
    variant = typed.variant
    if not fields.rules.validate():
        return {}
    overrides = read_overrides(variant, typed.changed)
    try:
        game = Game(variant, players, typed.preset.key, tuple(overrides.items()))
        variant.check_table(game.rules, len(players))
    except RuleError as error:
        fields.refuse(f"{RULES}{error.where[-1]}", error.message)
        return {}
    return overrides


def _read_players(typed: Dispute, fields: DisputeFields) -> tuple[str, ...]:
    names, wanted = typed.all_names, typed.players
    if wanted and wanted != str(len(names)):
        _refuse_number(typed.variant, wanted, fields)
    try:
        return read_players(typed.variant, names)
    except RuleError as error:
        fields.refuse(f"name-{error.where[-1]}", error.message)
        return tuple(map(str, range(1, len(names) + 1)))


def _refuse_number(variant: Variant, wanted: str, fields: DisputeFields) -> None:
    number = int(wanted) if re.fullmatch(r"[0-9]{1,2}", wanted) else 0
    try:
        read_players(variant, [str(player) for player in range(number)])
    except RuleError as error:
        fields.refuse("players", error.message)


def _read_dealer(typed: Dispute, players: tuple[str, ...], fields: DisputeFields) -> Seat:
    dealer = typed.round["dealer"]
    known = {str(seat): Seat(seat) for seat in range(len(players))}
    if dealer and dealer not in known:
        text = message("There is no seat “{seat}” at this table.", seat=dealer[:20])
        fields.refuse("dealer", text)
    return known.get(dealer, FIRST_SEAT)


def _read_starting_scores(typed: Dispute, game: Game, fields: DisputeFields) -> StartingScores:
    totals = _numbers("total", typed.scores.totals, None, fields)
    won = _numbers("won", typed.scores.won, MOST_WON, fields)
    if game.variant.columns > 1:
        return StartingScores(entries=_read_wins(typed, game.players, fields))
    return StartingScores(
        totals=totals if any(totals) else (),
        won=won if any(won) else (),
        played=_played(typed, game, fields),
        phases=_read_phases(typed, game, fields),
    )


def _numbers(
    name: str, typed: Sequence[str], most: int | None, fields: DisputeFields
) -> tuple[int, ...]:
    """Whole numbers as typed, 0 for an empty or wrong text. With `most`, from 0 to `most`."""
    numbers = []
    for seat, text in enumerate(typed):
        number = whole_number(text)
        if number is None:
            fields.refuse(f"{name}-{seat}", NO_NUMBER)
        elif most is not None and not 0 <= number <= most:
            fields.refuse(f"{name}-{seat}", message("This must be 0 to {most} rounds.", most=most))
        else:
            numbers.append(number)
            continue
        numbers.append(0)
    return tuple(numbers)


def _read_phases(typed: Dispute, game: Game, fields: DisputeFields) -> tuple[Numbers, ...]:
    read = []
    for seat, text in enumerate(typed.scores.phases):
        try:
            read.append(read_phases(text, game))
        except RuleError as error:
            fields.refuse(f"phases-{seat}", error.message)
            read.append(())
    return tuple(read) if any(read) else ()


def _read_wins(
    typed: Dispute, players: tuple[str, ...], fields: DisputeFields
) -> tuple[ColumnEntry, ...]:
    try:
        return read_entries(typed.scores.wins, players, typed.variant.entry_kinds)
    except RuleError as error:
        fields.refuse("wins", error.message)
        return ()


def _played(typed: Dispute, game: Game, fields: DisputeFields) -> int:
    """The number of rounds before this one, in a game that deals each round differently."""
    number, rounds = typed.scores.round, typed.variant.last_round(game.rules)
    if not number or not rounds:
        return 0
    if number not in map(str, range(1, rounds + 1)):
        fields.refuse("round", message("There are {most} rounds.", most=rounds))
        return 0
    return int(number) - 1


def _with_scores(
    game: Game, scores: StartingScores, fields: DisputeFields
) -> tuple[Game, StartingScores]:
    try:
        return with_starting_scores(game, scores), scores
    except RuleError as error:
        name = "phases-0" if error.where[0] == "phases" else "total-0"
        fields.refuse("wins" if game.variant.columns > 1 else name, error.message)
        return game, NOTHING_YET


def whole_number(text: str) -> int | None:
    """A typed whole number, 0 for an empty text. `None` if invalid or too large."""
    number = read_number(text) if text else 0
    return None if number is None or abs(number) > _MOST else number
