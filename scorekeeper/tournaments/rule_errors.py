"""Converting refusals of tournaments to errors of the rules."""

from __future__ import annotations

from scorekeeper.rummy import RuleError
from scorekeeper.rummy.messages import Message
from scorekeeper.tournament.refusals import Refusal, Sentence


def as_rule_error(refusal: Refusal) -> RuleError:
    return RuleError(_as_message(refusal.sentence), *refusal.where)


def _as_message(sentence: Sentence) -> Message:
    facts = (
        (name, _as_message(fact) if isinstance(fact, Sentence) else fact)
        for name, fact in sentence.facts.items()
    )
    return Message(sentence.template, tuple(facts))
