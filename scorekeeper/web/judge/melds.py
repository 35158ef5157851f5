"""The judge’s desk for a question about the melds that a player wants to lay down."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from flask import abort, request
from flask_babel import gettext as _
from flask_babel import lazy_gettext, ngettext
from werkzeug.wrappers import Response
from wtforms import RadioField, TextAreaField

from scorekeeper.rummy.article import MeldsAnswer, MeldsQuestion
from scorekeeper.rummy.cards import RANKS, SUITS, CardError, read_cards
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.documents.asked_melds import Melds, read_asked_melds
from scorekeeper.rummy.game.comparison import Flipped, other_values
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.web.judge.blueprint import WayBack, blueprint
from scorekeeper.web.judge.desk import dispute_asked_about, typed_melds
from scorekeeper.web.judge.dispute import Dispute, rules_fields
from scorekeeper.web.judge.first_meld import FirstMeldDesk, FirstMeldFields
from scorekeeper.web.judge.form import whole_number
from scorekeeper.web.judge.other_rules import label_of
from scorekeeper.web.judge.typed_scores import NOTHING_TYPED
from scorekeeper.web.parts.formatting import message_html
from scorekeeper.web.parts.house_rules_form import print_typed, typed_changes
from scorekeeper.web.parts.playing_cards import core_letters
from scorekeeper.web.shell.requests import is_htmx
from scorekeeper.web.shell.translation import total, translate

SHORTEST = 3
"""The fewest cards in a meld."""


class MeldsFields(FirstMeldFields):
    """The melds, and the facts that the answer depends on."""

    melds = TextAreaField(lazy_gettext("The melds, one a line"))


@dataclass(frozen=True, slots=True)
class OtherAnswer:
    """A short answer under other values of a house rule, with a link to the desk for each value."""

    label: str
    outcome: str
    links: list[tuple[str, str]]


class MeldsDesk(FirstMeldDesk):
    """The desk with a question about melds. `sent` has the fields of the request."""

    endpoint = "judge.melds"
    templates = ("judge/melds.html", "judge/_melds_desk.html")
    question: MeldsQuestion

    def __init__(
        self,
        dispute: Dispute,
        question: MeldsQuestion,
        sent: Mapping[str, str],
        back: WayBack | None,
    ) -> None:
        super().__init__(dispute, sent, back)
        self.question = question
        self.written = typed_melds(core_letters(sent.get("melds", "")))
        self.errors = self.form.errors | self._wrong_total
        # A meld that is still being tapped is not yet an error.
        self.whole = [
            meld for meld in self.written if not is_htmx() or len(meld.split()) >= SHORTEST
        ]
        self.melds: Melds = ()
        self.answer: MeldsAnswer | None = None
        if self.whole and not self.errors:
            self._ask()

    @property
    def is_answered(self) -> bool:
        """Check whether the answer covers all typed melds."""
        return self.answer is not None and self.whole == self.written

    @property
    def suits(self) -> str:
        """The suits to choose from, if the question depends on suits."""
        return SUITS if self.question.takes_suits else ""

    @property
    def deal(self) -> Deal:
        return self._deal(self.game.rules)

    @property
    def ranks(self) -> list[str]:
        """The ranks to choose from. Without suits, threes are left out: no meld has them."""
        return [rank for rank in RANKS if rank != "3" or self.question.takes_suits]

    @property
    def question_asked(self) -> dict[str, str]:
        return self._under(self.dispute)

    @cached_property
    def fields(self) -> MeldsFields:
        return self._filled(MeldsFields, {"melds": "\n".join(self.written)})

    @property
    def asked_of(self) -> str:
        """The choice that decides the needed points, in one line: a round, a side or a total."""
        field = self.fields.total
        known = dict(field.choices or ()) if isinstance(field, RadioField) else {}
        if self.asks_round:
            return str(_("Round %(number)d", number=self.number))
        typed = field.data or "0"
        number = whole_number(typed)
        value = typed if number is None else total(number)
        return str(
            known.get(typed) or _("%(label)s: %(value)s", label=field.label.text, value=value)
        )

    @property
    def counts_json(self) -> str:
        """The points and the name of each meld by its text, as JSON for the script of the rows."""
        melds = zip(self.whole, self.answer.melds, strict=True) if self.answer else ()
        return json.dumps(
            {
                written: [total(meld.count), translate(meld.name) if meld.name else ""]
                for written, meld in melds
            }
        )

    @property
    def percent(self) -> float:
        """The share of the needed points that the melds count, from 0 to 100."""
        needed = self.needed or 0
        return min(100 * self.answer.count / needed, 100) if self.answer and needed else 0

    @property
    def count_words(self) -> str:
        """The points of the melds, with the needed points if any: `85 of 90`."""
        return _count_words(self.answer) if self.answer else ""

    @cached_property
    def other_answers(self) -> list[OtherAnswer]:
        now = self._in_short(self.game.rules)
        found: dict[tuple[str, str], list[Flipped]] = {}
        for rule in self.dispute.house_rules:
            for value in other_values(self.game.variant, rule, None):
                outcome = self._in_short(replace(self.game.rules, **{rule.name: value}))
                if outcome != now:
                    found.setdefault((rule.name, outcome), []).append(Flipped(rule, value))
        return [
            OtherAnswer(label_of(under), outcome, list(map(self._link_under, under)))
            for (_rule, outcome), under in found.items()
        ]

    def _ask(self) -> None:
        try:
            self.melds = read_asked_melds(self.whole, self.deal)
            self.answer = self._answer(self.game.rules)
        except RuleError as error:
            self.errors = {"melds": self._fault(error)}

    def _deal(self, rules: Any) -> Deal:
        return self.game.variant.deal(rules, len(self.game.players), self.number)

    def _answer(self, rules: Any) -> MeldsAnswer:
        needed = self._needed(rules, self.number)
        return self.question.answer(rules, self._deal(rules), self.melds, needed)

    def _fault(self, error: RuleError) -> str:
        said = error.message
        if len(self.whole) > 1 and len(error.where) > 1:
            with suppress(CardError):
                cards = read_cards(self.whole[int(error.where[1])])
                said = message("{cards}: {fault}", cards=cards, fault=said)
        return message_html(said)

    def _in_short(self, rules: Any) -> str:
        try:
            answer = self._answer(rules)
        except RuleError:
            return str(_("no meld"))
        if answer.needed is None:
            names = [translate(meld.name) for meld in answer.melds if meld.name]
            return ", ".join([*names, str(answer.count)])
        return f"{_('Yes') if answer.yes else _('No')}, {_count_words(answer)}"

    def _link_under(self, flipped: Flipped) -> tuple[str, str]:
        typed = {**self.dispute.changed, flipped.rule.name: print_typed(flipped.value)}
        changed = typed_changes(self.dispute.variant, self.dispute.preset, typed)
        other = replace(self.dispute, changed=changed)
        return label_of([flipped]), self.to(self._under(other))

    def _under(self, dispute: Dispute) -> dict[str, str]:
        own = {"melds": ",".join(self.written)} | self._needed_by
        known = rules_fields(replace(dispute, scores=NOTHING_TYPED)) | own
        return {name: text for name, text in known.items() if text}


def _count_words(answer: MeldsAnswer) -> str:
    if answer.needed is None:
        return str(ngettext("%(num)d point", "%(num)d points", answer.count))
    return str(_("%(count)d of %(needed)d", count=answer.count, needed=answer.needed))


@blueprint.get("/judge/melds")
def melds() -> Response:
    dispute, back = dispute_asked_about()
    question = dispute.variant.melds_question or abort(404)
    return MeldsDesk(dispute, question, request.args, back).page()
