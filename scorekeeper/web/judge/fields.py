"""The fields of the judge's desk except the round's: the game, the players, the sheet so far."""

from __future__ import annotations

from collections.abc import Iterator

from flask_babel import gettext, lazy_gettext
from wtforms import Field, FieldList, HiddenField, RadioField, SelectField, StringField

from scorekeeper.rummy.game.sheet import Game
from scorekeeper.web.judge.typed import RULES, Dispute
from scorekeeper.web.parts.forms import BaseForm
from scorekeeper.web.parts.house_rules_form import house_rules_form
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
