"""A JSON question about melds that somebody wants to lay, and its answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.rummy.article import MeldsQuestion
from scorekeeper.rummy.cards import JOKER_RANK, Card, CardError, read_cards
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.documents.answer import Answer
from scorekeeper.rummy.documents.game import read_rules, read_total, read_variant
from scorekeeper.rummy.documents.reading import read_boolean, read_number, read_object, too_many
from scorekeeper.rummy.messages import Translate, message, render
from scorekeeper.rummy.play import PlayQuestion
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variant import Variant

Melds = tuple[tuple[Card, ...], ...]

_KEYS = frozenset(["variant", "preset", "rules", "players", "melds", "ask"])


@dataclass(slots=True, kw_only=True)
class AnsweredMelds(Answer):
    """The count and kind of each meld, and the answer whether the melds are enough."""

    counts: tuple[int, ...]
    count: int
    kinds: tuple[str | None, ...]
    first_meld: int | None = None
    yes: bool | None = None
    verdict: str


def asks_about_melds(document: object) -> bool:
    return isinstance(document, dict) and "melds" in document and "hand" not in document


def answer_asked_melds(document: object, translate: Translate) -> AnsweredMelds:
    variant = read_variant(read_object(document, None))
    question = variant.melds_question
    if question is None:
        raise RuleError(message("Nothing is asked about melds of this game."), "melds")
    fields, rules, deal, needed = read_first_meld(document, variant, question, _KEYS)
    if not read_boolean(fields.get("ask", False), "ask"):
        raise RuleError(message("Say “ask”: true to ask about melds."), "ask")
    answer = question.answer(rules, deal, read_asked_melds(fields["melds"], deal), needed)
    return AnsweredMelds(
        counts=tuple(meld.count for meld in answer.melds),
        count=answer.count,
        kinds=tuple(meld.kind for meld in answer.melds),
        first_meld=needed,
        yes=answer.yes,
        verdict=render(answer.verdict, (), translate),
    )


def read_first_meld(
    document: object,
    variant: Variant,
    question: MeldsQuestion | PlayQuestion,
    keys: frozenset[str],
) -> tuple[Mapping[str, Any], Any, Deal, int | None]:
    """Read a question with these `keys`, and with keys that decide the count of a first meld.

    Return the fields, the rules, the deal, and the count that a first meld needs. The count is
    `None` in games without such a count.
    """
    rules, players = read_rules(variant, read_object(document, None))
    asked = {"total": question.asks_total(rules), "round": question.asks_round(rules)}
    besides = frozenset(key for key, is_asked in asked.items() if is_asked)
    fields = read_object(document, keys | besides)
    total = read_total(fields.get("total", 0), "total")
    number = read_number(fields.get("round", 1), "round")
    needed = variant.first_meld(rules, total, number) if variant.first_meld else None
    return fields, rules, variant.deal(rules, players, number), needed


def read_asked_melds(written: object, deal: Deal) -> Melds:
    """Read melds from texts and check them against the decks. Raises `RuleError` at `melds`."""
    if not isinstance(written, list) or not written:
        raise RuleError(message("Enter the melds as a list."), "melds")
    held: Counter[Card] = Counter()
    return tuple(_read_meld(meld, deal, held, index) for index, meld in enumerate(written))


def _read_meld(written: object, deal: Deal, held: Counter[Card], index: int) -> tuple[Card, ...]:
    if not isinstance(written, str):
        raise RuleError(message("Enter the cards, such as “K K K”."), "melds", index)
    return read_counted_cards(written, deal, held, "melds", index)


def read_counted_cards(
    written: str, deal: Deal, held: Counter[Card], *where: str | int
) -> tuple[Card, ...]:
    """Read cards with or without suits, and add them to `held`.

    Raises `RuleError` at `where`, also if the decks have too few copies of a card.
    """
    try:
        cards = read_cards(written)
    except CardError as error:
        raise RuleError(message("“{card}” is not a card.", card=error.text), *where) from None
    for card in cards:
        rank = Card(card.rank)
        held.update({card, rank})
        most = deal.jokers if card.rank == JOKER_RANK else deal.copies_of_rank
        for counted, limit in ((rank, most), (card, deal.decks if card.suit else most)):
            if held[counted] > limit:
                is_joker = card.rank == JOKER_RANK
                raise RuleError(too_many((counted,), limit, is_joker=is_joker), *where)
    return cards
