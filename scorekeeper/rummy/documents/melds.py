"""A JSON question about the best melds of one hand, and its answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.rummy.article import HandAnswer, HandQuestion, most_cards
from scorekeeper.rummy.cards import Card, Pieces, print_cards
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.documents.answer import Answer
from scorekeeper.rummy.documents.answers import BestMelds, laid_off
from scorekeeper.rummy.documents.asked_melds import answer_asked_melds, asks_about_melds
from scorekeeper.rummy.documents.asked_play import answer_asked_play, asks_about_play
from scorekeeper.rummy.documents.game import read_rules, read_variant
from scorekeeper.rummy.documents.reading import read_boolean, read_object
from scorekeeper.rummy.documents.round import read_choice
from scorekeeper.rummy.documents.suited_cards import read_suited_cards
from scorekeeper.rummy.documents.table import answer_table, is_table_question
from scorekeeper.rummy.hand import PHASE
from scorekeeper.rummy.judging.defence import lay_off_on
from scorekeeper.rummy.melds.arrange import best_arrangement
from scorekeeper.rummy.melds.declaration import best_declaration
from scorekeeper.rummy.melds.layout_task import Effort
from scorekeeper.rummy.melds.meld import meld_fault
from scorekeeper.rummy.messages import Translate, message, render, untranslated
from scorekeeper.rummy.round import OwnFacts, RuleError
from scorekeeper.rummy.variant import Variant

MOST_CARDS = 20

_KEYS = frozenset(
    ["variant", "preset", "rules", "players", "wild", "hand", "on", "ask", "round", PHASE]
)


@dataclass(frozen=True, slots=True)
class MeldQuestion:
    """A hand, its rules and its deal, from a question.

    - `on`: the melds on the table for lay-offs, if the question asks for lay-offs
    - `asked`: the game’s own question about the hand, if the document asks it
    """

    rules: Any
    deal: Deal
    hand: tuple[Card, ...]
    on: tuple[tuple[Card, ...], ...] | None = None
    asked: HandQuestion | None = None


def read_meld_question(document: object) -> MeldQuestion:
    fields = read_object(document, _KEYS)
    variant = read_variant(fields)
    pieces = _pieces_asked_about(variant, fields)
    if not pieces.suits:
        text = message("Tiles have no colours here, so their melds cannot be found.")
        if pieces.unsuited:
            text = message("Ask here whether a hand has its phase.")
        raise RuleError(text, "variant")
    if variant.melds_question is not None:
        raise RuleError(message("Ask about melds in this game, not about a hand."), "hand")
    asked = _read_asked(variant, fields)
    rules, deal = _read_rules_and_deal(variant, fields)
    held: Counter[Card] = Counter()
    hand = read_suited_cards(fields.get("hand"), pieces, deal, held, "hand")
    if asked:
        check_asked(asked, hand, deal, "hand")
    else:
        check_number(hand, MOST_CARDS, "hand")
    if "on" not in fields:
        return MeldQuestion(rules, deal, hand, asked=asked)
    if not variant.lays_off:
        raise RuleError(message("There is no laying off in this game."), "on")
    return MeldQuestion(rules, deal, hand, _read_melds(fields["on"], variant.pieces, deal, held))


def answer_melds(
    document: object, translate: Translate = untranslated, effort: Effort | None = None
) -> Answer:
    """Answer any question about a hand, a play, a table, or melds (parsed JSON).

    `effort` limits the search for the best play. `None` means the default limit. Raises `RuleError`
    with the place of the first error.

    >>> answer_melds({"variant": "tiles", "table": ["R3 R4 R5"], "hand": "R6"}).as_json()["down"]
    'R6'
    """
    if asks_about_play(document):
        return answer_asked_play(document, translate)
    if is_table_question(document):
        return answer_table(document, translate, effort or Effort())
    if asks_about_melds(document):
        return answer_asked_melds(document, translate)
    return best_melds(document, translate)


def best_melds(document: object, translate: Translate = untranslated) -> BestMelds:
    """Find the best melds of a hand (parsed JSON), and its lay-offs on the melds in `on`, if given.

    Raises `RuleError` with the place of the first error.

    >>> best_melds({"variant": "gin", "hand": "7S 7H 7D KC"}).deadwood
    10
    """
    question = read_meld_question(document)
    if question.asked:
        return _answered(
            question.asked.answer(question.rules, question.deal, question.hand), translate
        )
    if question.on is None:
        return _laid_out_best(question.hand, question.deal)
    laid, layoffs = lay_off_on(question.on, question.hand, question.deal)
    answer = _laid_out(laid.melds, laid.unmatched or (), laid.deadwood)
    return replace(answer, layoffs=laid_off(layoffs))


def _laid_out_best(hand: tuple[Card, ...], deal: Deal) -> BestMelds:
    if deal.needs_runs:
        found = best_declaration(hand, deal, spares_one_run=deal.spares_one_run)
        return _laid_out([meld.cards for meld in found.melds], found.unmatched, found.points)
    best = best_arrangement(hand, deal)
    return _laid_out(best.melds, best.unmatched, best.deadwood)


def _answered(answer: HandAnswer, translate: Translate) -> BestMelds:
    return replace(
        _laid_out([meld.cards for meld in answer.melds], answer.left, answer.left_points),
        verdict=render(answer.verdict, (), translate),
        yes=answer.yes,
        notes=tuple(render(note, (), translate) for note in answer.notes) or None,
    )


def _laid_out(
    melds: Iterable[Iterable[Card]], unmatched: Iterable[Card], deadwood: int
) -> BestMelds:
    return BestMelds(
        melds=tuple(print_cards(meld) for meld in melds),
        unmatched=print_cards(unmatched),
        deadwood=deadwood,
    )


def _pieces_asked_about(variant: Variant, fields: Mapping[str, Any]) -> Pieces:
    own = variant.question.pieces if variant.question and fields.get("ask") is True else None
    return own or variant.pieces


def _read_asked(variant: Variant, fields: Mapping[str, Any]) -> HandQuestion | None:
    if not read_boolean(fields.get("ask", False), "ask"):
        return None
    if variant.question is None:
        raise RuleError(message("Nothing is asked about a hand of this game."), "ask")
    return variant.question


def _read_rules_and_deal(variant: Variant, fields: Mapping[str, Any]) -> tuple[Any, Deal]:
    rules, players = read_rules(variant, fields)
    if variant.wild_ranks is None:
        dealt = variant.deal(rules, players, _read_round(variant, rules, fields))
        dealt = variant.deal_with(rules, dealt, _read_facts_of_deal(variant, rules, fields))
        number = _read_phase(variant, rules, fields)
        return rules, replace(dealt, phase=number) if number else dealt
    if "round" in fields:
        raise RuleError(message("Here the wild rank says which round it is."), "round")
    deal = _deals_by_wild(variant, rules, players).get(_rank(fields.get("wild")))
    if deal is None:
        text = message("Choose the wild rank: {ranks}.", ranks=variant.wild_ranks)
        raise RuleError(text, "wild")
    _read_phase(variant, rules, fields)
    return rules, deal


def _read_facts_of_deal(variant: Variant, rules: Any, fields: Mapping[str, Any]) -> OwnFacts:
    """The known facts that the deal depends on. At present, the only such fact is the wild rank.

    The wild rank can be missing, because players also ask before its card is turned up.
    """
    facts = variant.facts_of_deal(rules)
    if "wild" in fields and "wild" not in [fact.key for fact in facts]:
        raise RuleError(message("This game has no wild rank to choose."), "wild")
    return tuple(
        (fact.key, read_choice(fact, _rank(fields[fact.key])))
        for fact in facts
        if fact.key in fields
    )


def _rank(written: object) -> str:
    rank = written.strip().upper() if isinstance(written, str) else ""
    return "T" if rank == "10" else rank


def _read_phase(variant: Variant, rules: Any, fields: Mapping[str, Any]) -> int:
    if variant.phases is None:
        if PHASE in fields:
            raise RuleError(message("This game has no phases."), PHASE)
        return 0
    most, number = len(variant.phases.listed(rules)), fields.get(PHASE)
    if type(number) is not int or not 1 <= number <= most:
        raise RuleError(message("Choose the phase, from 1 to {most}.", most=most), PHASE)
    return number


def _read_round(variant: Variant, rules: Any, fields: Mapping[str, Any]) -> int:
    rounds = variant.last_round(rules)
    if not rounds and "round" in fields:
        raise RuleError(message("All rounds of this game are dealt alike."), "round")
    # Only the game’s own question can depend on the round. The best melds do not.
    number = fields.get("round", None if rounds and fields.get("ask") else 1)
    if type(number) is not int or not 1 <= number <= max(1, rounds):
        text = message("Choose the round, from 1 to {most}.", most=rounds)
        raise RuleError(text, "round")
    return number


def _deals_by_wild(variant: Variant, rules: Any, players: int) -> Mapping[str | None, Deal]:
    deals = [variant.deal(rules, players, number) for number in range(variant.rounds, 0, -1)]
    return {deal.wild: deal for deal in deals}


def _read_melds(
    written: object, pieces: Pieces, deal: Deal, held: Counter[Card]
) -> tuple[tuple[Card, ...], ...]:
    if not isinstance(written, list):
        raise RuleError(message("Enter the melds as a list."), "on")
    melds = tuple(
        read_suited_cards(meld, pieces, deal, held, "on", index)
        for index, meld in enumerate(written)
    )
    for index, meld in enumerate(melds):
        if (fault := meld_fault(meld, deal)) is not None:
            raise RuleError(fault, "on", index)
    return melds


def check_number(cards: Sequence[Card], most: int, *where: str | int) -> None:
    if not 1 <= len(cards) <= most:
        raise RuleError(message("A hand to arrange has 1 to {most} cards.", most=most), *where)


def check_asked(
    question: HandQuestion, cards: Sequence[Card], deal: Deal, *where: str | int
) -> None:
    if question.takes_whole_hand and len(cards) != deal.cards_dealt:
        text = message(
            "This takes all {number} cards of a hand, not {given}.",
            number=deal.cards_dealt or 0,
            given=len(cards),
        )
        raise RuleError(text, *where)
    check_number(cards, most_cards(deal), *where)
