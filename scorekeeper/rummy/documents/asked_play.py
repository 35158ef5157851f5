"""A question about a play, as texts or in JSON, and its answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.rummy.cards import Card, Pieces, print_cards, say_cards
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.documents.answer import Answer
from scorekeeper.rummy.documents.asked_melds import read_counted_cards, read_first_meld
from scorekeeper.rummy.documents.game import read_variant
from scorekeeper.rummy.documents.reading import read_object, read_string, shortened
from scorekeeper.rummy.documents.suited_cards import read_suited_cards
from scorekeeper.rummy.messages import Translate, message, render
from scorekeeper.rummy.play import AskedCards, AskedFact, AskedPlay, PlayQuestion
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variants import find_variant

PLAY_KEYS = frozenset(["variant", "preset", "rules", "players", "ask"])
"""The keys that every question about a play can have."""


@dataclass(slots=True, kw_only=True)
class AnsweredPlay(Answer):
    """The answer whether a play is allowed, and the melds after the play.

    - `counts`: the count of each meld
    - `kinds`: the kind of each meld, or `null` for a plain meld
    - `first_meld`: the count that a first meld needs, in games with such a count
    """

    yes: bool
    verdict: str
    notes: tuple[str, ...]
    melds: tuple[str, ...]
    counts: tuple[int, ...]
    kinds: tuple[str | None, ...]
    first_meld: int | None = None


def asks_about_play(document: object) -> bool:
    """Check whether a question (parsed JSON) is about a play.

    The game must have questions about plays, and the key `ask` must have a text. If the game also
    has questions about the table, the text must be the key of a play.
    """
    ask = document.get("ask") if isinstance(document, dict) else None
    variant = find_variant(str(document.get("variant"))) if isinstance(document, dict) else None
    if not isinstance(ask, str) or variant is None or not variant.plays:
        return False
    return variant.table is None or ask in [play.key for play in variant.plays]


def answer_asked_play(document: object, translate: Translate) -> AnsweredPlay:
    variant = read_variant(read_object(document, None))
    question = _find(variant.plays, read_object(document, None)["ask"])
    fields, rules, deal, needed = read_first_meld(
        document, variant, question, PLAY_KEYS | question.keys
    )
    texts = {
        asked.key: read_string(fields[asked.key], asked.key)
        for asked in question.cards
        if asked.key in fields
    } | {
        fact.key: _read_fact(fact, fields[fact.key])
        for fact in question.facts
        if fact.key in fields
    }
    asked = read_asked_play(question, texts, variant.pieces, deal, needed)
    answer = question.answer(rules, deal, asked)
    return AnsweredPlay(
        yes=answer.yes,
        verdict=render(answer.verdict, (), translate, say_cards),
        notes=tuple(render(note, (), translate, say_cards) for note in answer.notes),
        melds=tuple(print_cards(meld.cards) for meld in answer.melds),
        counts=tuple(meld.count for meld in answer.melds),
        kinds=tuple(meld.kind for meld in answer.melds),
        first_meld=needed,
    )


def _find(plays: Sequence[PlayQuestion], ask: str) -> PlayQuestion:
    for question in plays:
        if question.key == ask:
            return question
    known = ", ".join(question.key for question in plays)
    text = message("Unknown question “{ask}”. Use {known}.", ask=shortened(ask), known=known)
    raise RuleError(text, "ask")


def _read_fact(fact: AskedFact, written: object) -> str:
    known = [value for value, _name in fact.choices]
    text = read_string(written, fact.key)
    if text not in known:
        raise RuleError(
            message("This must be one of these: {choices}.", choices=", ".join(known)), fact.key
        )
    return text


def read_asked_play(
    question: PlayQuestion,
    texts: Mapping[str, str],
    pieces: Pieces,
    deal: Deal,
    needed: int | None = None,
) -> AskedPlay:
    """Read a play. `texts` has the text for each key of the question. Raises `RuleError`.

    A missing or unknown choice counts as the first choice of its fact.
    """
    held: Counter[Card] = Counter()
    cards: dict[str, tuple[Card, ...]] = {}
    for asked in question.cards:
        written = texts.get(asked.key, "")
        if question.takes_suits:
            read = read_suited_cards(written, pieces, deal, held, asked.key)
        else:
            read = read_counted_cards(written, deal, held, asked.key)
        _check_number(asked, len(read))
        cards[asked.key] = read
    facts = {
        fact.key: next(
            (value for value, _name in fact.choices if value == texts.get(fact.key)),
            fact.choices[0][0],
        )
        for fact in question.facts
    }
    return AskedPlay(cards=cards, facts=facts, needed=needed)


def _check_number(asked: AskedCards, number: int) -> None:
    if not number:
        raise RuleError(
            message("Enter these cards as well: {cards}.", cards=asked.label), asked.key
        )
    if number > asked.most:
        text = message("Here it is {most} cards at most, not {number}.")
        if asked.most == 1:
            text = message("Here it is one card, not {number}.")
        raise RuleError(message(text.template, most=asked.most, number=number), asked.key)
