"""Contract Rummy, also called Liverpool: each round has melds that players must lay down first.

Shanghai, Carioca, Telefunken and Continental are presets, with their own lists of contracts.
Sources: Pagat and Bicycle for the contracts and the deals; the exact cut is a Liverpool rule;
rummyrulebook for Shanghai, the Spanish Wikipedia for Carioca and Continental.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scorekeeper.rummy import articles
from scorekeeper.rummy.article import Article, HandAnswer, HandQuestion, points_article
from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.case import Case
from scorekeeper.rummy.column import Column, best_final
from scorekeeper.rummy.deal import Deal, MeldKind
from scorekeeper.rummy.endings import VOID, WENT_OUT
from scorekeeper.rummy.examples import THREE, VOID_ROUND, Ask, Example, ended, went_out, whole
from scorekeeper.rummy.melds.contract_melds import contract_melds
from scorekeeper.rummy.melds.meld import LaidMeld
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.own_facts import OwnFact
from scorekeeper.rummy.round import Ending, Round, RuleError
from scorekeeper.rummy.ruling import AnyRule, AnyTag, Line, Ruling
from scorekeeper.rummy.table.game import JOKER_STAYS, may_be_laid_off
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants.contract_rules import (
    PRESETS,
    ROUNDS,
    ContractRules,
    deal_of,
    number_of_rounds,
)
from scorekeeper.rummy.words import CONTRACT_GAMES


class ContractRule(AnyRule):
    """The kinds of points that only Contract Rummy has."""

    EXACT_CUT = "exact-cut"
    AT_ONCE = "at-once"


class ContractTag(AnyTag):
    """The tag that only Contract Rummy has."""

    AT_ONCE = "at-once", message("out at once")


_TABLE = may_be_laid_off(
    deal_of,
    joker=message("The joker of meld {melds} stands for it, and stays."),
    swap=JOKER_STAYS,
    opened=message("Is your contract on the table?"),
    not_yet=message("No: your contract has to be on the table first."),
)


def _check_round(rules: Any, played: Round) -> None:
    if played.ending is Ending.AT_ONCE and not rules.at_once:
        raise RuleError(message("Going out at once brings nothing here."), "ending")


def _judge(case: Case) -> Ruling:
    case.check_nobody_else_is_out()
    left = tuple(case.cards_left(seat, seat) for seat in case.others(case.by))
    return Ruling(winners=(case.by,), lines=(*left, *_exact_cut(case), *_at_once(case)))


def _exact_cut(case: Case) -> Iterator[Line]:
    if isinstance(seat := dict(case.round.own_facts).get("exact_cut"), Seat):
        text = message("{player} made the exact cut", player=seat)
        yield Line(seat, -case.rules.exact_cut, ContractRule.EXACT_CUT, text)


def _at_once(case: Case) -> Iterator[Line]:
    if case.ending is Ending.AT_ONCE:
        text = message("{player} went out at once", player=case.by)
        yield Line(case.by, -case.rules.at_once, ContractRule.AT_ONCE, text)


def _winners(rules: Any, columns: tuple[Column, ...], final: tuple[int, ...]) -> tuple[Seat, ...]:
    """The players with the fewest points.

    By a house rule, if several players are level, only those who went out most often win.
    """
    level = best_final(final, columns[0].seats, lowest_wins=True)
    if rules.tie_at_end == "share":
        return level
    return best_final(columns[0].wins, level, lowest_wins=False)


MEETS_CONTRACT = Article("meets-contract", message("Does this meet the contract?"))


def _answer(_rules: Any, deal: Deal, cards: tuple[Card, ...]) -> HandAnswer:
    if deal.contract is None:
        raise AssertionError("every round has its contract")
    found, name = contract_melds(cards, deal, deal.contract.melds), deal.contract.name
    notes = list(_lacks(found.melds))
    too_many = deal.contract.takes_all and bool(found.left) and not found.lacking
    if too_many:
        notes.append(message("In the last round everything goes down at once: this must fit too."))
    return HandAnswer(
        verdict=message("No, this does not meet the contract: {contract}.", contract=name)
        if found.lacking or too_many
        else message("Yes, this meets the contract: {contract}.", contract=name),
        yes=not (found.lacking or too_many),
        melds=tuple(meld for meld in found.melds if meld.cards),
        left=found.left,
        left_points=deal.points_of(found.left),
        notes=tuple(notes),
    )


def _lacks(melds: tuple[LaidMeld, ...]) -> Iterator[Message]:
    for meld in melds:
        if not meld.cards and meld.kind is MeldKind.SET:
            yield message("A whole set is missing.")
        elif not meld.cards:
            yield message("A whole run is missing.")
        elif meld.missing and meld.kind is MeldKind.SET:
            yield message("Missing in a set: {cards}", cards=meld.missing)
        elif meld.missing:
            yield message("Missing in a run, for example: {cards}", cards=meld.missing)


CONTRACT_QUESTION = HandQuestion(
    article=MEETS_CONTRACT,
    help=message("The whole hand, or only the cards that were laid down."),
    answer=_answer,
)


AT_ONCE = replace(
    WENT_OUT,
    ending=Ending.AT_ONCE,
    label=message("{player} went out at once"),
    word=message("went out at once"),
    verdict=message("{player} goes out at once"),
    tag=ContractTag.AT_ONCE,
    all_at_once=True,
    is_played=lambda rules: bool(rules.at_once),
)


_EXAMPLES = (
    went_out("ace", Max="A 7", Lou="Q"),
    went_out("melds-left", Max=whole("7S 7H 7D KC"), Lou="4"),
    Example("stock-runs-out", (VOID_ROUND,), players=THREE, ask=Ask.DEALER),
    went_out("next-dealer", by="Lou", Nina=12, Max=9, ask=Ask.DEALER),
    went_out("wild-left", {"twos_wild": True}, Max="JK 2", Lou="9 5"),
    went_out("last-turn", Max="3", Lou="K 7"),
    went_out("cards-left", Max="K A 7 JK", Lou="J J 4", Paul="2"),
    went_out(
        "exact-cut", Max="K A 7 JK", Lou="4", rules={"exact_cut": 50}, also={"exact_cut": "Max"}
    ),
    went_out("longer-melds", Max="K 9", Lou="4"),
    went_out("next-contract", Max="K K K 9 9 9 7 7 7", Lou="4"),
    went_out("pure-melds", Max="7 7 JK", Lou="K"),
    went_out("two-jokers", Max="7 JK JK", Lou="K"),
    went_out("king-ace-two", Max="K A 2", Lou="4"),
    went_out("bought-cards", ending="at-once", Max="K A 7 JK", Lou="4", rules={"at_once": 25}),
    went_out("last-discard", Max="9", Lou="4"),
    Example(
        "equal-at-the-end",
        (
            ended("out", "Nina", Max=20, Lou=30),
            ended("out", "Nina", Max=20, Lou=10),
            ended("out", "Max", Nina=40, Lou=1),
        ),
        players=THREE,
        rules={"contracts": "2s3, s3 r4, 2r4", "deal": "10"},
        ask=Ask.WINNER,
    ),
    went_out("at-once", ending="at-once", Max="K A 7", Lou="4", rules={"at_once": 25}),
)

CONTRACT = Variant(
    key="contract",
    name=message("Contract Rummy"),
    other_names=(
        message("Liverpool Rummy"),
        message("Shanghai Rummy"),
        message("Carioca"),
        message("Telefunken"),
        message("Continental"),
    ),
    group=CONTRACT_GAMES,
    tagline=message("Each round says which melds you put down first. Fewest points wins."),
    fewest=2,
    most=8,
    rules_type=ContractRules,
    presets=PRESETS,
    endings=(WENT_OUT, AT_ONCE, VOID),
    deal=deal_of,
    check_round=_check_round,
    table=_TABLE,
    judge=_judge,
    winners=_winners,
    is_over=lambda rules, column: column.rounds >= number_of_rounds(rules),
    lowest_wins=lambda _rules: True,
    all_score=lambda _rules: True,
    own_facts=(
        OwnFact(
            key="exact_cut",
            name=message("the exact cut"),
            question=message("Who made the exact cut"),
            counts=lambda rules: bool(rules.exact_cut),
        ),
    ),
    rounds=ROUNDS,
    rounds_by=number_of_rounds,
    question=CONTRACT_QUESTION,
    disputes=(
        articles.ACE,
        MEETS_CONTRACT,
        articles.LAYING_OFF,
        Article("melds-left", message("I never put down a meld that I hold. Does it count?")),
        articles.STOCK_RUNS_OUT,
        articles.NEXT_DEALER,
        articles.WILD_LEFT,
        articles.LAST_TURN,
        Article(
            "longer-melds", message("I laid a run of five where four are asked. Is that fine?")
        ),
        Article("next-contract", message("I meet the contract of the next round. May I lay that?")),
        Article("pure-melds", message("May a joker be in a meld without wild cards?")),
        Article("two-jokers", message("May I lay two jokers in one meld?")),
        Article("king-ace-two", message("King, ace, two: is that a run?")),
        Article(
            "bought-cards",
            message("I went out at once, but had bought cards. Do I still get the points off?"),
            settles=lambda ruling: ContractTag.AT_ONCE in ruling.tags,
        ),
        Article("last-discard", message("Must I keep a card to discard?")),
        Article("equal-at-the-end", message("Our totals are equal at the end. Who wins?")),
    ),
    points=(
        articles.CARDS_LEFT,
        points_article("exact-cut", message("The exact cut"), ContractRule.EXACT_CUT),
        points_article("at-once", message("Going out at once"), ContractRule.AT_ONCE),
        *articles.NOT_FROM_CARDS,
    ),
    examples=_EXAMPLES,
)
