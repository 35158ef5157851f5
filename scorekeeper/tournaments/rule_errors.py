"""Converting refusals of tournaments to errors of the rules, and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from scorekeeper.rummy import RuleError
from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.tournament.refusals import Fact, Refusal, Sentence


@contextmanager
def as_rule_errors(*prefix: str | int) -> Iterator[None]:
    """Turn a `Refusal` into a `RuleError`, with `prefix` before its place."""
    try:
        yield
    except Refusal as refusal:
        raise as_rule_error(refusal).under(*prefix) from None


def as_rule_error(refusal: Refusal) -> RuleError:
    return RuleError(_as_message(refusal.sentence), *refusal.where)


def _as_message(sentence: Sentence) -> Message:
    facts = (
        (name, _as_message(fact) if isinstance(fact, Sentence) else fact)
        for name, fact in sentence.facts.items()
    )
    return Message(sentence.template, tuple(facts))


@contextmanager
def as_refusals(*prefix: str | int) -> Iterator[None]:
    """Turn a `RuleError` into a `Refusal`, with `prefix` before its place."""
    try:
        yield
    except RuleError as error:
        raise as_refusal(error, *prefix) from None


def as_refusal(error: RuleError, *prefix: str | int) -> Refusal:
    return Refusal(sentence_of(error.sentence, error.names), *prefix, *error.where)


def sentence_of(text: Message, names: Sequence[str] = ()) -> Sentence:
    return Sentence(
        text.template, {key: _fact(argument, names) for key, argument in text.arguments}
    )


def _fact(argument: object, names: Sequence[str]) -> Fact:
    if isinstance(argument, Message):
        return sentence_of(argument, names)
    if isinstance(argument, Seat):
        return names[argument] if argument < len(names) else f"{argument + 1}"
    if isinstance(argument, tuple):
        return ", ".join(str(_fact(one, names)) for one in argument)
    return argument if isinstance(argument, int) else str(argument)
