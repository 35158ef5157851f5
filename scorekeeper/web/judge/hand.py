"""The judge’s desk for a question about one hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property

from flask import abort, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response
from wtforms import Field

from scorekeeper.rummy.article import HandAnswer, HandQuestion
from scorekeeper.rummy.cards import Pieces
from scorekeeper.rummy.documents.melds import check_asked
from scorekeeper.rummy.documents.suited_cards import read_suited_cards
from scorekeeper.rummy.game.sheet import fold
from scorekeeper.rummy.hand import PHASE
from scorekeeper.rummy.messages import Message
from scorekeeper.rummy.round import RuleError
from scorekeeper.web.entering.round_in_progress import RoundInProgress
from scorekeeper.web.judge.blueprint import WayBack, blueprint
from scorekeeper.web.judge.desk import CardsRow, Desk, dispute_asked_about
from scorekeeper.web.judge.dispute import Dispute, rules_fields
from scorekeeper.web.parts.formatting import message_html
from scorekeeper.web.parts.playing_cards import core_letters
from scorekeeper.web.rounds.errors import field_at_fault
from scorekeeper.web.rounds.form import round_form
from scorekeeper.web.rounds.pad import KeyPad
from scorekeeper.web.rounds.typed_round import read_facts
from scorekeeper.web.shell.long_work import take_turn_for_hands
from scorekeeper.web.shell.requests import is_htmx

HAND = "hand"
"""The name of the hand's field."""


@dataclass(frozen=True, slots=True)
class AskedPhase:
    """A phase to ask about. `names`: the players of `sheet_behind` who must lay it down next."""

    number: int
    name: Message
    names: list[str]


class HandDesk(Desk, KeyPad):
    """The desk with a question about one hand, typed as `sent`."""

    endpoint = "judge.hand"
    templates = ("judge/hand.html", "judge/_hand_desk.html")

    def __init__(
        self, dispute: Dispute, question: HandQuestion, sent: str | None, back: WayBack | None
    ) -> None:
        super().__init__(dispute, back)
        self.question = question
        self.typed = self.form.round
        facts = read_facts(self.typed, self.form.before)
        self.in_progress = RoundInProgress(fold(self.form.before), facts, ())
        # Without a valid phase in the address, the form shows one as chosen: the first phase that
        # a player of the game must lay down next, or the first of all.
        numbers = [phase.number for phase in self.phases]
        on = [phase.number for phase in self.phases if phase.names]
        asked = [number for number in numbers if str(number) == request.args.get(PHASE)]
        self.phase = next(iter((*asked, *on, *numbers)), 0)
        self.hand = " ".join(core_letters(sent or "").split())
        # An empty field that htmx sends is not yet an error.
        is_asked = self.hand or (sent is not None and not is_htmx())
        can_ask = is_asked and not self.form.errors
        self.answer, self.wrong = self._ask() if can_ask else (None, {})
        self.errors = self.form.errors | self.wrong

    @property
    def pieces(self) -> Pieces:
        return self.question.pieces or self.game.variant.pieces

    @property
    def row(self) -> CardsRow:
        return CardsRow(HAND, _("Cards"), self.hand, self.errors.get(HAND, ""))

    @cached_property
    def phases(self) -> list[AskedPhase]:
        phases = self.game.variant.phases
        listed = phases.listed(self.game.rules) if phases else ()
        return [
            AskedPhase(number, phase.name, self._names_on(number))
            for number, phase in enumerate(listed, start=1)
        ]

    def _names_on(self, number: int) -> list[str]:
        """The players of `sheet_behind` who must lay this phase down next.

        Empty if players choose their phases.
        """
        sheet, phases = self.sheet_behind, self.game.variant.phases
        if sheet is None or phases is None:
            return []
        rules, column = sheet.game.rules, sheet.columns[0]
        if phases.is_chosen(rules, column):
            return []
        on = [seat for seat in sheet.players_in if phases.of(rules, column, seat) == number]
        return [sheet.game.players[seat] for seat in on]

    @property
    def question_asked(self) -> dict[str, str]:
        asked = {PHASE: str(self.phase), HAND: self.hand}
        given = {name: text for name, text in asked.items() if text not in ("", "0")}
        return rules_fields(self.dispute) | given

    @property
    def is_answered(self) -> bool:
        return self.answer is not None

    @property
    def facts(self) -> list[Field]:
        """The fields of the facts that the deal depends on."""
        of_deal = [fact.key for fact in self.game.variant.facts_of_deal(self.game.rules)]
        fields = round_form(self.in_progress, self.typed, self.errors).own_facts
        return [field for field in fields if field.name in of_deal]

    def _ask(self) -> tuple[HandAnswer | None, dict[str, str]]:
        deal, wrong = self.in_progress.deal, self._wrong_facts()
        try:
            cards = read_suited_cards(self.hand, self.pieces, deal, Counter(), HAND)
            check_asked(self.question, cards, deal, HAND)
        except RuleError as error:
            wrong[HAND] = message_html(error.message)
        if wrong:
            return None, wrong
        take_turn_for_hands([len(cards)])
        asked = replace(deal, phase=self.phase) if self.phase else deal
        return self.question.answer(self.game.rules, asked, cards), {}

    def _wrong_facts(self) -> dict[str, str]:
        """The errors of the facts that the deal depends on. A missing fact is an error too."""
        faults = {
            field_at_fault(fault.where): fault.message for fault in self.in_progress.facts.faults
        }
        wrong: dict[str, str] = {}
        for fact in self.game.variant.facts_of_deal(self.game.rules):
            is_missing = fact.key not in self.in_progress.facts.given
            if fault := fact.missing if is_missing else faults.get(fact.key):
                wrong[fact.key] = message_html(fault)
        return wrong


@blueprint.get("/judge/hand")
def hand() -> Response:
    dispute, back = dispute_asked_about()
    question = dispute.variant.question or abort(404)
    return HandDesk(dispute, question, request.args.get(HAND), back).page()
