"""The form of the judge’s desk: its fields, and what is read from them, with errors at fields."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from flask_babel import gettext, lazy_gettext
from wtforms import Field, FieldList, HiddenField, RadioField, SelectField, StringField

from scorekeeper.rummy.column import ColumnEntry
from scorekeeper.rummy.documents.game import read_players
from scorekeeper.rummy.game.sheet import Game
from scorekeeper.rummy.game.starting_point import NOTHING_YET, StartingScores, with_starting_scores
from scorekeeper.rummy.house_rules import Value
from scorekeeper.rummy.messages import FIRST_SEAT, Message, Seat, message
from scorekeeper.rummy.round import RuleError
from scorekeeper.web.judge.dispute import RULES, Dispute, print_entries, read_entries
from scorekeeper.web.parts.forms import BaseForm
from scorekeeper.web.parts.house_rules_form import house_rules_form, read_overrides
from scorekeeper.web.rounds.typed_round import TypedRound
from scorekeeper.web.shell.translation import translate


class DisputeFields(BaseForm):
    """The fields of a dispute with what was typed in them; `rules` are those of the house rules."""

    variant = HiddenField()
    base = HiddenField()
    preset = RadioField()
    players = RadioField(lazy_gettext("How many play?"))
    round = SelectField(lazy_gettext("Which round?"))
    name = FieldList(StringField())
    wins = StringField(lazy_gettext("Wins so far, in order"))
    total = FieldList(StringField(lazy_gettext("Total")))
    won = FieldList(StringField(lazy_gettext("Rounds won")))
    dealer = SelectField()

    def __init__(self, dispute: Dispute) -> None:
        typed = {
            "variant": dispute.variant.key,
            "base": dispute.preset.key,
            "preset": dispute.preset.key,
            "name": dispute.names,
            "wins": dispute.scores.wins,
            "total": dispute.scores.totals,
            "won": dispute.scores.won,
        }
        super().__init__(None, data=typed)
        for number, field in enumerate(self.name, start=1):
            field.label.text = gettext("Player %(number)d", number=number)
        rules_form = house_rules_form(dispute.variant.rules_type)
        self.rules = rules_form(None, data=dispute.rules, prefix=RULES)

    def offer(self, game: Game, number: int) -> None:
        """Set what there is to choose from in this game, where round `number` is judged."""
        variant, players = game.variant, game.players
        self.preset.choices = [(each.key, translate(each.name)) for each in variant.presets]
        seats = range(variant.fewest, variant.most + 1)
        self.players.choices = [(str(each), str(each)) for each in seats]
        self.players.data = str(len(players))
        rounds = range(1, variant.rounds + 1)
        self.round.choices = [(str(each), _round_label(game, each)) for each in rounds]
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
        """Every single field, those of lists and house rules too, in the order of the page."""
        yield from self.rules
        yield from super().each()


def _round_label(game: Game, number: int) -> str:
    deal = game.variant.deal(game.rules, len(game.players), number)
    if deal.contract:
        contract = translate(deal.contract.name)
        return str(gettext("Round %(number)d: %(contract)s", number=number, contract=contract))
    return str(
        gettext("Round %(number)d: %(cards)d cards each", number=number, cards=deal.cards_dealt)
    )


MOST_WON = 50
"""The most rounds that a player can have won before the round."""

_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")


class DisputeForm:
    """A dispute as typed and as read: the game, what came before the round, and the round.

    `game` has no rounds; wrong input is left at its default there. `before` is the same
    game with what stood on the sheet before the round, and `round` is the disputed round.
    """

    def __init__(self, typed: Dispute) -> None:
        self.typed = typed
        self.fields = DisputeFields(typed)
        self.players = self._read_players()
        self.game = Game(
            variant=typed.variant,
            players=self.players,
            preset=typed.preset.key,
            overrides=tuple(self._read_rules().items()),
            dealer=self._read_dealer(),
        )
        self.round = self._read_round()
        self.scores = self._read_starting_scores()
        self.before = self._with_scores()
        self.fields.offer(self.game, self.number)
        if self.scores.entries:
            self.fields.wins.data = print_entries(self.scores.entries, self.players)

    @property
    def number(self) -> int:
        """The number of the round, not counting void ones."""
        return self.scores.played + 1

    @property
    def errors(self) -> dict[str, str]:
        """The error of each field that has one, by the field's name."""
        return {field.name: str(field.errors[0]) for field in self.fields.each() if field.errors}

    def refuse(self, name: str, text: Message) -> None:
        """Put an error at a field, unless it has one already."""
        field = next(each for each in self.fields.each() if each.name == name)
        if not field.errors:
            field.errors = [translate(text, self.typed.all_names)]

    def _read_rules(self) -> dict[str, Value]:
        variant = self.typed.variant
        if not self.fields.rules.validate():
            return {}
        overrides = read_overrides(variant, self.typed.changed)
        try:
            game = Game(variant, self.players, self.typed.preset.key, tuple(overrides.items()))
            variant.check_table(game.rules, len(self.players))
        except RuleError as error:
            self.refuse(f"{RULES}{error.where[-1]}", error.message)
            return {}
        return overrides

    def _read_players(self) -> tuple[str, ...]:
        names, wanted = self.typed.all_names, self.typed.players
        if wanted and wanted != str(len(names)):
            self._refuse_number(wanted)
        try:
            return read_players(self.typed.variant, names)
        except RuleError as error:
            self.refuse(f"name-{error.where[-1]}", error.message)
            return tuple(map(str, range(1, len(names) + 1)))

    def _refuse_number(self, wanted: str) -> None:
        """Refuse a number of players, with the message that a game document would get."""
        number = int(wanted) if re.fullmatch(r"[0-9]{1,2}", wanted) else 0
        try:
            read_players(self.typed.variant, [str(each) for each in range(number)])
        except RuleError as error:
            self.refuse("players", error.message)

    def _read_dealer(self) -> Seat:
        typed = self.typed.round.dealer
        known = {str(seat): Seat(seat) for seat in range(len(self.players))}
        if typed and typed not in known:
            self.refuse(
                "dealer", message("There is no seat “{seat}” at this table.", seat=typed[:20])
            )
        return known.get(typed, FIRST_SEAT)

    def _read_round(self) -> TypedRound:
        """The round as typed, without its dealer: the game's dealer is the one who dealt."""
        return replace(self.typed.round, dealer="")

    def _read_starting_scores(self) -> StartingScores:
        typed = self.typed.scores
        totals = self._numbers("total", typed.totals, None)
        won = self._numbers("won", typed.won, MOST_WON)
        if self.game.variant.columns > 1:
            return StartingScores(entries=self._entries())
        return StartingScores(
            totals=totals if any(totals) else (),
            won=won if any(won) else (),
            played=self._played(),
        )

    def _numbers(self, name: str, typed: Sequence[str], most: int | None) -> tuple[int, ...]:
        """Whole numbers as typed, 0 if empty; with `most`, only those from 0 to `most`."""
        numbers = []
        for seat, text in enumerate(typed):
            number = _number(text)
            if number is None:
                self.refuse(
                    f"{name}-{seat}", message("This must be a whole number, such as 85 or −20.")
                )
            elif most is not None and not 0 <= number <= most:
                self.refuse(
                    f"{name}-{seat}", message("This must be 0 to {most} rounds.", most=most)
                )
            else:
                numbers.append(number)
                continue
            numbers.append(0)
        return tuple(numbers)

    def _entries(self) -> tuple[ColumnEntry, ...]:
        try:
            return read_entries(
                self.typed.scores.wins, self.players, self.typed.variant.entry_kinds
            )
        except RuleError as error:
            self.refuse("wins", error.message)
            return ()

    def _played(self) -> int:
        """How many rounds came before, in a game that deals each round differently."""
        typed = self.typed.scores.round
        rounds = self.game.variant.rounds
        if not typed or not rounds:
            return 0
        if typed not in map(str, range(1, rounds + 1)):
            self.refuse("round", message("There are {most} rounds.", most=rounds))
            return 0
        return int(typed) - 1

    def _with_scores(self) -> Game:
        try:
            return with_starting_scores(self.game, self.scores)
        except RuleError as error:
            self.refuse("wins" if self.game.variant.columns > 1 else "total-0", error.message)
            self.scores = NOTHING_YET
            return self.game


def _number(text: str) -> int | None:
    plain = text.replace("−", "-") or "0"
    return int(plain) if _WHOLE_NUMBER.fullmatch(plain) else None
