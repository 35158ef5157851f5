"""The judge’s desk for questions about the melds on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from flask import abort, request
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from werkzeug.wrappers import Response
from wtforms import RadioField, StringField, TextAreaField

from scorekeeper.rummy.documents.table import TableReader
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.melds.layout import Meld
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.table import asking, first_meld
from scorekeeper.rummy.table.asking import TableAnswer, TableAsk
from scorekeeper.rummy.table.game import TableGame
from scorekeeper.rummy.table.pieces import TablePieces
from scorekeeper.web.judge.blueprint import WayBack, blueprint
from scorekeeper.web.judge.desk import Desk, address_of, dispute_asked_about, typed_melds
from scorekeeper.web.judge.dispute import Dispute, dispute_in_play, rules_fields
from scorekeeper.web.judge.drawn_table import DrawnPiece, MeldOnTable, drawn_melds, drawn_pieces
from scorekeeper.web.judge.tile_letters import core_colours
from scorekeeper.web.parts.formatting import message_html
from scorekeeper.web.parts.forms import BaseForm
from scorekeeper.web.parts.playing_cards import core_letters
from scorekeeper.web.shell.long_work import effort_for_visitor
from scorekeeper.web.shell.translation import translate

QUESTIONS = {
    TableAsk.TABLE: lazy_gettext("Is it legal?"),
    TableAsk.PLAY: lazy_gettext("What can I put down?"),
    TableAsk.ADD: lazy_gettext("May it be added?"),
    TableAsk.JOKER: lazy_gettext("May I swap the joker?"),
    TableAsk.FIRST_MELD: lazy_gettext("Enough to open?"),
}


class TableFields(BaseForm):
    """The fields for the question, the melds on the table and the hand."""

    ask = RadioField(lazy_gettext("What do you want to know?"))
    opened = RadioField()
    table = TextAreaField(lazy_gettext("On the table, one meld a line"))
    hand = StringField(lazy_gettext("In the hand"))


@dataclass(frozen=True, slots=True)
class AskedTable:
    """The melds on the table as read, and the answer or the error."""

    table: tuple[Meld, ...] = ()
    answer: TableAnswer | None = None
    fault: RuleError | None = None


class TableDesk(Desk):
    """The desk with a question about a table. `sent` has the fields of the request."""

    endpoint = "judge.table"
    templates = ("judge/table.html", "judge/_table_desk.html")

    def __init__(self, dispute: Dispute, sent: Mapping[str, str], back: WayBack | None) -> None:
        super().__init__(dispute, back)
        self._sent = sent
        wrong = {}
        if fault := self._outcome.fault:
            wrong[str(fault.where[0])] = message_html(fault.message)
        self.errors = self.form.errors | wrong

    @cached_property
    def rules(self) -> TableGame:
        variant = self.game.variant
        if variant.table is None:
            abort(404)
        return variant.table.game(self.game.rules, len(self.game.players))

    @cached_property
    def written(self) -> list[str]:
        return typed_melds(self._as_read(self._sent.get("table", "")))

    @property
    def hand(self) -> str:
        return " ".join(self._as_read(self._sent.get("hand", "")).upper().split())

    @property
    def ask(self) -> TableAsk:
        asked = self._sent.get("ask", "")
        known = (ask for ask in asking.asks_of(self.rules) if ask == asked)
        return next(known, self._usual_ask(self.hand))

    @property
    def opened(self) -> bool:
        return self._sent.get("opened") != "no"

    @cached_property
    def _outcome(self) -> AskedTable:
        if not (self.written or self.hand) or self.form.errors:
            return AskedTable()
        table: tuple[Meld, ...] = ()
        reader = TableReader(self.rules)
        try:
            table = reader.melds(list(self.written))
            return AskedTable(table, self._ask(reader, table))
        except RuleError as error:
            return AskedTable(table, fault=error)

    @property
    def table(self) -> tuple[Meld, ...]:
        return self._outcome.table

    @property
    def answer(self) -> TableAnswer | None:
        return self._outcome.answer

    @property
    def is_answered(self) -> bool:
        return self.answer is not None

    @property
    def pieces(self) -> TablePieces:
        return self.rules.pieces

    @cached_property
    def fields(self) -> TableFields:
        fields = TableFields(
            None,
            data={
                "ask": self.ask,
                "opened": "yes" if self.opened else "no",
                "table": "\n".join(self.written),
                "hand": self.hand,
            },
        )
        fields.ask.choices = [(ask.value, QUESTIONS[ask]) for ask in asking.asks_of(self.rules)]
        fields.opened.choices = [("yes", _("Yes")), ("no", _("Not yet"))]
        if self.rules.asks_only_opening:
            fields.table.label.text = _("The melds, one a line")
        if self.pieces.suit_first:
            fields.hand.label.text = _("On the rack")
        if self.rules.laying_off:
            fields.hand.label.text = _("Your card")
            if self.rules.laying_off.opened:
                fields.opened.label.text = translate(self.rules.laying_off.opened)
        for field in (fields.table, fields.hand):
            field.errors = [self.errors[field.name]] if field.name in self.errors else []
        return fields

    @property
    def usual_ask_of_hand(self) -> TableAsk:
        """The default question when the hand has cards."""
        if self.rules.asks_only_opening:
            return TableAsk.FIRST_MELD
        return TableAsk.ADD if self.rules.laying_off else TableAsk.PLAY

    @property
    def melds(self) -> list[MeldOnTable]:
        """The melds of the answer, changed ones first."""
        if self.answer is None or self.answer.melds is None:
            return []
        return drawn_melds(self.answer.melds, self.table, self.answer.down, self.pieces)

    @property
    def faulty(self) -> list[MeldOnTable]:
        if self.answer is None:
            return []
        return [
            MeldOnTable(drawn_pieces(self.table[place], self.pieces), fault=fault.text)
            for place, fault in self.answer.faults
        ]

    @property
    def shows_more(self) -> bool:
        """Check whether the answer has more than its verdict."""
        return bool(
            self.melds or self.faulty or self.left or (self.answer and self.answer.of_joker)
        )

    @property
    def left(self) -> tuple[DrawnPiece, ...]:
        return drawn_pieces(self.answer.left, self.pieces) if self.answer else ()

    @property
    def new_address(self) -> str:
        """The desk’s address with the answer's table and the rest of the hand.

        Empty without an answer, for a first meld, and if the table stays the same.
        """
        if self.answer is None or not self.answer.melds or self.ask is TableAsk.FIRST_MELD:
            return ""
        melds = [self.pieces.print(meld) for meld in self.answer.melds]
        if melds == [self.pieces.print(meld) for meld in self.table]:
            return ""
        left = self.pieces.print(self.answer.left)
        return self.to(self._query(melds, left, TableAsk.TABLE))

    @property
    def question_asked(self) -> dict[str, str]:
        return self._query(self.written, self.hand, self.ask)

    def _query(self, table: Sequence[str], hand: str, ask: TableAsk) -> dict[str, str]:
        own = {"table": ",".join(table), "hand": hand}
        own["ask"] = "" if ask is self._usual_ask(hand) else ask.value
        own["opened"] = "" if self.opened else "no"
        return rules_fields(self.dispute) | {name: text for name, text in own.items() if text}

    def _as_read(self, text: str) -> str:
        return core_colours(text) if self.pieces.suit_first else core_letters(text)

    def _usual_ask(self, hand: str) -> TableAsk:
        is_of_hand = hand or self.rules.asks_only_opening
        return self.usual_ask_of_hand if is_of_hand else TableAsk.TABLE

    def _ask(self, reader: TableReader, table: tuple[Meld, ...]) -> TableAnswer:
        if self.ask is TableAsk.TABLE:
            return asking.is_it_legal(self.rules, table, effort_for_visitor())
        if self.ask in (TableAsk.ADD, TableAsk.JOKER):
            return self._ask_about_card(reader, table)
        is_of_melds = self.rules.asks_only_opening or not self.hand
        if self.ask is TableAsk.FIRST_MELD and table and is_of_melds:
            return first_meld.is_it_enough(self.rules, table)
        if not self.hand:
            raise RuleError(message("Enter what is in the hand as well."), "hand")
        hand = reader.hand(self.hand)
        if self.ask is TableAsk.FIRST_MELD:
            return first_meld.what_is_the_best_first_meld(self.rules, hand, effort_for_visitor())
        return asking.what_can_be_put_down(self.rules, table, hand, effort_for_visitor())

    def _ask_about_card(self, reader: TableReader, table: tuple[Meld, ...]) -> TableAnswer:
        if not self.hand:
            text = message("Enter the one card or joker that is to be added.")
            if self.ask is TableAsk.JOKER:
                text = message("Enter the card that is to take its place.")
            raise RuleError(text, "hand")
        card, effort = reader.card(self.hand, "hand"), effort_for_visitor()
        if self.ask is TableAsk.JOKER:
            opened = self.opened
            return asking.may_joker_be_swapped(self.rules, table, card, effort, opened=opened)
        rules = self.rules.laying_off
        if rules is None:
            return asking.may_it_be_added(self.rules, table, card, effort)
        return asking.may_it_be_laid_off(self.rules, rules, table, card, opened=self.opened)


@blueprint.app_template_global()
def table_link(dispute: Dispute, game_id: str = "") -> str:
    way_back = {"game": game_id} if game_id else {}
    return address_of("judge.table", rules_fields(dispute) | way_back)


@blueprint.app_template_global()
def table_in_play(sheet: Sheet, game_id: str) -> str:
    return table_link(dispute_in_play(sheet), game_id)


@blueprint.get("/judge/table")
def table() -> Response:
    dispute, back = dispute_asked_about()
    if dispute.variant.table is None:
        abort(404)
    return TableDesk(dispute, request.args, back).page()
