"""The texts of a question about a play, read as its cards and facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from scorekeeper.rummy.cards import Card, Pieces
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.documents.asked_melds import read_counted_cards
from scorekeeper.rummy.documents.melds import read_suited_cards
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.play import AskedCards, AskedPlay, PlayQuestion
from scorekeeper.rummy.round import RuleError


def read_asked_play(
    question: PlayQuestion,
    texts: Mapping[str, str],
    pieces: Pieces,
    deal: Deal,
    needed: int | None = None,
) -> AskedPlay:
    """The play in these texts, by the keys of the question. Raises `RuleError` at the first error.

    An unknown choice counts as the first choice of its fact.
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
