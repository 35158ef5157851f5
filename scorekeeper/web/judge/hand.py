"""The judge’s desk answers a question about a hand; nothing is stored, all is in the address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from urllib.parse import urlencode

from flask import abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rummy.article import HandAnswer, HandQuestion, most_cards
from scorekeeper.rummy.documents.melds import check_number, read_suited_cards
from scorekeeper.rummy.game.sheet import Game, Sheet, fold
from scorekeeper.rummy.round import HandPart, RuleError
from scorekeeper.web.judge.blueprint import WayBack, blueprint, has_just, way_back
from scorekeeper.web.judge.dispute import RULES, Dispute, dispute_in_play, read_dispute
from scorekeeper.web.judge.form import DisputeForm
from scorekeeper.web.parts.formatting import message_html
from scorekeeper.web.parts.playing_cards import core_letters
from scorekeeper.web.rounds.form import PadFields
from scorekeeper.web.rounds.round_in_progress import RoundInProgress
from scorekeeper.web.shell.long_work import take_turn_for_hands
from scorekeeper.web.shell.requests import is_htmx

HAND = "hand"
"""The field of the hand."""


def hand_link(
    dispute: Dispute, hand: str = "", game_id: str = "", *, external: bool = False
) -> str:
    """The address that asks about this hand by the rules of a dispute."""
    fields = hand_fields(dispute, hand, game_id)
    return f"{url_for('judge.hand', _external=external)}?{urlencode(fields, safe=':,/')}"


def hand_fields(dispute: Dispute, hand: str, game_id: str) -> dict[str, str]:
    """The query of a hand's address, with the rules and the round of the dispute."""
    names = ("variant", "preset", "players", "round")
    fields = dispute.fields()
    kept = {name: fields[name] for name in fields if name in names or name.startswith(RULES)}
    return kept | {name: text for name, text in ((HAND, hand), ("game", game_id)) if text}


class HandDesk(PadFields):
    """The desk with a question about one hand; `answer` is `None` until cards are given."""

    def __init__(
        self,
        dispute: Dispute,
        question: HandQuestion,
        sent: Mapping[str, str],
        back: WayBack | None,
    ) -> None:
        self.dispute = dispute
        self.question = question
        self.game_id = back.game_id if back else ""
        self.form = DisputeForm(dispute)
        self.in_progress = RoundInProgress(fold(self.form.before))
        self.hand = " ".join(core_letters(sent.get(HAND, "")).split())
        self.errors = self.form.errors
        # What htmx sends while nothing is typed yet is no fault.
        asked = self.hand or (HAND in sent and not is_htmx())
        self.answer = self._answer() if asked and not self.errors else None

    @property
    def game(self) -> Game:
        """The game, without rounds."""
        return self.form.game

    @property
    def hand_parts(self) -> frozenset[HandPart]:
        """Empty: the hand is only cards."""
        return frozenset()

    @property
    def takes_empty_hands(self) -> bool:
        """Never: there would be nothing to ask about."""
        return False

    @property
    def asks_players(self) -> bool:
        """Whether it matters how many play."""
        variant, rules = self.game.variant, self.game.rules
        seats = range(variant.fewest, variant.most + 1)
        return len({variant.deal(rules, each, self.form.number).decks for each in seats}) > 1

    @property
    def address(self) -> str:
        """The shortest address of this page."""
        return hand_link(self.dispute, self.hand, self.game_id)

    @property
    def link(self) -> str:
        """The full address of this answer, to be sent to somebody else."""
        return hand_link(self.dispute, self.hand, external=True)

    def _answer(self) -> HandAnswer | None:
        deal = self.in_progress.deal
        try:
            cards = read_suited_cards(self.hand, deal, Counter(), HAND)
            check_number(cards, most_cards(deal), HAND)
            take_turn_for_hands([len(cards)])
        except RuleError as error:
            self.errors[HAND] = message_html(error.message)
            return None
        return self.question.answer(self.game.rules, deal, cards)


blueprint.add_app_template_global(hand_link)


@blueprint.app_template_global()
def question_in_play(sheet: Sheet, game_id: str) -> str:
    """The address of the question about a hand, in the round of a game that is being played."""
    return hand_link(dispute_in_play(sheet), game_id=game_id)


@blueprint.get("/judge/hand")
def hand() -> Response:
    """The question about a hand that a game has, with the answer for the hand in the address."""
    if "variant" not in request.args:
        return redirect(url_for("judge.desk"))
    dispute = read_dispute(request.args) or abort(404)
    question = dispute.variant.question or abort(404)
    back = way_back(request.args.get("game", ""))
    desk = HandDesk(dispute, question, request.args, back)
    # The form sends every field; an answer is shown at its short address, fit to be passed on.
    if (
        desk.answer
        and not is_htmx()
        and not has_just(hand_fields(dispute, desk.hand, desk.game_id))
    ):
        return redirect(desk.address)
    page = render_template(
        "judge/_hand_desk.html" if is_htmx() else "judge/hand.html",
        desk=desk,
        page=desk,
        draft=dispute,
        preset_values=dispute.preset_values,
        back=back,
    )
    response = make_response(page, 422 if desk.errors else 200)
    if is_htmx() and desk.answer:
        response.headers["HX-Replace-Url"] = desk.address
    return response
