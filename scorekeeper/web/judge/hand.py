"""The judge’s desk answers a question about a hand."""

from __future__ import annotations

from collections import Counter

from flask import abort, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rummy.article import HandAnswer, HandQuestion, most_cards
from scorekeeper.rummy.documents.melds import check_number, read_suited_cards
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.round import RuleError
from scorekeeper.web.judge.blueprint import WayBack, blueprint, way_back
from scorekeeper.web.judge.desk import Desk, address_of
from scorekeeper.web.judge.dispute import Dispute, dispute_in_play, read_dispute, rules_fields
from scorekeeper.web.parts.formatting import message_html
from scorekeeper.web.parts.playing_cards import core_letters
from scorekeeper.web.rounds.form import PadFields
from scorekeeper.web.rounds.round_in_progress import RoundInProgress
from scorekeeper.web.shell.long_work import take_turn_for_hands
from scorekeeper.web.shell.requests import is_htmx

HAND = "hand"
"""The field of the hand."""


def hand_link(dispute: Dispute, game_id: str = "") -> str:
    """The address of the question about a hand, by the rules of a dispute."""
    way_back = {"game": game_id} if game_id else {}
    return address_of("judge.hand", {**rules_fields(dispute), **way_back})


class HandDesk(Desk, PadFields):
    """The desk with a question about one hand, whose text was `sent`."""

    endpoint = "judge.hand"
    templates = ("judge/hand.html", "judge/_hand_desk.html")

    def __init__(
        self, dispute: Dispute, question: HandQuestion, sent: str | None, back: WayBack | None
    ) -> None:
        super().__init__(dispute, back)
        self.question = question
        self.in_progress = RoundInProgress(fold(self.form.before))
        self.hand = " ".join(core_letters(sent or "").split())
        # What htmx sends while nothing is typed yet is no fault.
        is_asked = self.hand or (sent is not None and not is_htmx())
        self.answer, wrong = self._ask() if is_asked and not self.form.errors else (None, {})
        self.errors = self.form.errors | wrong

    @property
    def question_asked(self) -> dict[str, str]:
        """The rules and the hand."""
        return rules_fields(self.dispute) | ({HAND: self.hand} if self.hand else {})

    @property
    def is_answered(self) -> bool:
        """Whether there is an answer."""
        return self.answer is not None

    def _ask(self) -> tuple[HandAnswer | None, dict[str, str]]:
        """The answer, or what is wrong with the cards."""
        deal = self.in_progress.deal
        try:
            cards = read_suited_cards(self.hand, deal, Counter(), HAND)
            check_number(cards, most_cards(deal), HAND)
        except RuleError as error:
            return None, {HAND: message_html(error.message)}
        take_turn_for_hands([len(cards)])
        return self.question.answer(self.game.rules, deal, cards), {}


blueprint.add_app_template_global(hand_link)


@blueprint.app_template_global()
def question_in_play(sheet: Sheet, game_id: str) -> str:
    """The address of the question about a hand, in the round of a game that is being played."""
    return hand_link(dispute_in_play(sheet), game_id)


@blueprint.get("/judge/hand")
def hand() -> Response:
    """The question about a hand that a game has, with the answer for the hand in the address."""
    if "variant" not in request.args:
        return redirect(url_for("judge.desk"))
    dispute = read_dispute(request.args) or abort(404)
    question = dispute.variant.question or abort(404)
    back = way_back(request.args.get("game", ""))
    return HandDesk(dispute, question, request.args.get(HAND), back).page()
