"""The judge’s desk for a question about one play, such as taking the discard pile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from flask import abort, request
from werkzeug.wrappers import Response
from wtforms import RadioField

from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.documents.asked_play import read_asked_play
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.play import PlayAnswer, PlayQuestion
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.table.asking import TableAsk, asks_of
from scorekeeper.rummy.variant import Variant
from scorekeeper.web.entering.round_in_progress import RoundInProgress
from scorekeeper.web.judge.blueprint import WayBack, blueprint
from scorekeeper.web.judge.desk import CardsRow, address_of, dispute_asked_about
from scorekeeper.web.judge.dispute import Dispute, dispute_in_play, player_count, rules_fields
from scorekeeper.web.judge.first_meld import FirstMeldDesk, FirstMeldFields
from scorekeeper.web.judge.typed_scores import NOTHING_TYPED
from scorekeeper.web.parts.formatting import message_html
from scorekeeper.web.parts.playing_cards import core_letters
from scorekeeper.web.rounds.pad import KeyPad
from scorekeeper.web.rounds.typed_round import read_facts
from scorekeeper.web.shell.requests import is_htmx
from scorekeeper.web.shell.translation import translate


class PlayDesk(FirstMeldDesk, KeyPad):
    """The desk with a question about a play. `sent` has the fields of the request."""

    endpoint = "judge.play"
    templates = ("judge/play.html", "judge/_play_desk.html")
    question: PlayQuestion

    def __init__(
        self,
        dispute: Dispute,
        question: PlayQuestion,
        sent: Mapping[str, str],
        back: WayBack | None,
    ) -> None:
        super().__init__(dispute, sent, back)
        self.question = question
        facts = read_facts(self.form.round, self.form.before)
        self.in_progress = RoundInProgress(fold(self.form.before), facts, ())
        self._typed = {
            asked.key: " ".join(core_letters(sent.get(asked.key, "")).split())
            for asked in question.cards
        }
        self.errors = self.form.errors | self._wrong_total
        self.answer: PlayAnswer | None = None
        given = [bool(typed) for typed in self._typed.values()]
        # While cards are still being tapped, a missing one is not an error.
        if not self.errors and (all(given) or (any(given) and not is_htmx())):
            self._ask()

    @property
    def is_answered(self) -> bool:
        return self.answer is not None

    @property
    def question_asked(self) -> dict[str, str]:
        usual = {fact.key: fact.choices[0][0] for fact in self.question.facts}
        facts = {key: value for key, value in self._facts.items() if value != usual[key]}
        rules = rules_fields(replace(self.dispute, scores=NOTHING_TYPED))
        query = rules | {"ask": self.question.key} | self._typed | facts | self._needed_by
        return {name: text for name, text in query.items() if text}

    @cached_property
    def deal(self) -> Deal:
        return self.game.variant.deal(self.game.rules, len(self.game.players), self.number)

    @cached_property
    def rows(self) -> list[CardsRow]:
        return [
            CardsRow(
                asked.key,
                translate(asked.label),
                self._typed[asked.key],
                self.errors.get(asked.key, ""),
            )
            for asked in self.question.cards
        ]

    @cached_property
    def fields(self) -> FirstMeldFields:
        facts = {fact.key: RadioField(translate(fact.label)) for fact in self.question.facts}
        kind: type[FirstMeldFields] = type("PlayFields", (FirstMeldFields,), facts)
        fields = self._filled(kind, self._facts)
        for fact in self.question.facts:
            fields[fact.key].choices = [(value, translate(name)) for value, name in fact.choices]
        return fields

    @cached_property
    def _facts(self) -> dict[str, str]:
        chosen = {}
        for fact in self.question.facts:
            values = [value for value, _name in fact.choices]
            sent = self._sent.get(fact.key, "")
            chosen[fact.key] = sent if sent in values else values[0]
        return chosen

    def _ask(self) -> None:
        texts, pieces = self._typed | self._facts, self.game.variant.pieces
        try:
            asked = read_asked_play(self.question, texts, pieces, self.deal, self.needed)
            self.answer = self.question.answer(self.game.rules, self.deal, asked)
        except RuleError as error:
            self.errors = {str(error.where[0]): message_html(error.message)}


@blueprint.app_template_global()
def play_links(dispute: Dispute, rules: Any, game_id: str = "") -> list[tuple[str, str]]:
    """The titles and addresses of a game's questions about plays and jokers."""
    way_back = {"game": game_id} if game_id else {}
    variant, rules_query = dispute.variant, rules_fields(dispute)
    links = [
        (
            translate(play.title),
            address_of("judge.play", rules_query | {"ask": play.key} | way_back),
        )
        for play in variant.plays
    ]
    players = player_count(variant, dispute.players)
    if variant.table and TableAsk.JOKER in asks_of(variant.table.game(rules, players)):
        asked = rules_query | {"ask": TableAsk.JOKER.value} | way_back
        links.append((translate(variant.table.joker), address_of("judge.table", asked)))
    return links


@blueprint.app_template_global()
def play_links_in_play(sheet: Sheet, game_id: str) -> list[tuple[str, str]]:
    return play_links(dispute_in_play(sheet), sheet.game.rules, game_id)


@blueprint.get("/judge/play")
def play() -> Response:
    dispute, back = dispute_asked_about()
    question = _find(dispute.variant, request.args.get("ask", "")) or abort(404)
    return PlayDesk(dispute, question, request.args, back).page()


def _find(variant: Variant, key: str) -> PlayQuestion | None:
    return next((play for play in variant.plays if play.key == key), None)
