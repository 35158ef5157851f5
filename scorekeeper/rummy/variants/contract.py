"""Contract Rummy, also Liverpool: seven rounds, each with the melds to lay down first.

Sources: Pagat and Bicycle for the contracts and the deals; the exact cut is a Liverpool rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorekeeper.rummy import articles
from scorekeeper.rummy.article import Article, HandAnswer, HandQuestion, points_article
from scorekeeper.rummy.cards import JOKER_RANK, Card
from scorekeeper.rummy.case import Case
from scorekeeper.rummy.column import after_rounds, fewest_points_win
from scorekeeper.rummy.deal import Contract, Deal, MeldKind, card_points
from scorekeeper.rummy.endings import VOID, WENT_OUT
from scorekeeper.rummy.examples import THREE, VOID_ROUND, Ask, Example, went_out, whole
from scorekeeper.rummy.house_rules import house_rule, values
from scorekeeper.rummy.melds.contract_melds import contract_melds
from scorekeeper.rummy.melds.meld import LaidMeld
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.own_facts import OwnFact
from scorekeeper.rummy.ruling import AnyRule, Line, Ruling
from scorekeeper.rummy.table.game import may_be_laid_off
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.rummy.words import CONTRACT_GAMES

SET, RUN = MeldKind.SET, MeldKind.RUN

CONTRACTS = (
    Contract((SET, SET), message("two sets")),
    Contract((SET, RUN), message("a set and a run")),
    Contract((RUN, RUN), message("two runs")),
    Contract((SET, SET, SET), message("three sets")),
    Contract((SET, SET, RUN), message("two sets and a run")),
    Contract((SET, RUN, RUN), message("a set and two runs")),
    Contract((RUN, RUN, RUN), message("three runs"), takes_all=True),
)
"""The contract of each round."""

ROUNDS = len(CONTRACTS)

_CARDS = {
    "pagat": (10, 10, 10, 12, 12, 12, 12),
    "bicycle": (10, 10, 10, 10, 12, 12, 12),
    "rising": (7, 10, 10, 10, 12, 12, 14),
}
"""How many cards everybody gets in each round."""

WILD_TWO = 20
"""What a wild two counts when it is left in a hand."""


class ContractRule(AnyRule):
    """The kind of points that only Contract Rummy has."""

    EXACT_CUT = "exact-cut"


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractRules:
    """The house rules of Contract Rummy; see each field's label."""

    jokers_per_deck: int = house_rule(
        1, message("Jokers in each deck"), message("0: no jokers."), high=4
    )
    run_length: int = house_rule(
        4,
        message("A run has at least"),
        choices=((3, message("three cards")), (4, message("four cards"))),
    )
    deal: str = house_rule(
        "pagat",
        message("Cards dealt, round by round"),
        choices=tuple(
            (key, message("{value}", value=", ".join(map(str, sizes))))
            for key, sizes in _CARDS.items()
        ),
    )
    exact_cut: int = house_rule(
        0,
        message("The exact cut"),
        message("For cutting just as many cards as the deal needs."),
        choices=((0, message("brings nothing")), (50, message("50 points off"))),
    )
    ace_value: int = house_rule(
        15,
        message("An ace counts"),
        choices=values(1, 11, 15, 20),
    )
    joker_value: int = house_rule(
        15,
        message("A joker counts"),
        message("In points, when left in hand."),
        choices=values(15, 20, 25, 50),
    )
    twos_wild: bool = house_rule(
        False, message("Twos are wild"), message("A two left in hand then counts 20.")
    )
    spare_joker: bool = house_rule(
        False,
        message("One joker is left out"),
        message("With a joker in each deck, two decks have one and three have two."),
        is_later=True,
    )


@lru_cache(maxsize=1024)
def _deal(rules: Any, players: int, number: int) -> Deal:
    place = min(number, ROUNDS) - 1
    decks = 2 if players <= 4 else 3
    worth = card_points(ace=rules.ace_value)
    if rules.twos_wild:
        worth["2"] = WILD_TWO
    if rules.jokers_per_deck:
        worth[JOKER_RANK] = rules.joker_value
    return Deal(
        worth=worth,
        # Whoever buys a discard takes a card from the stock as well, so hands grow.
        hand_size=None,
        dealt=_CARDS[rules.deal][place],
        decks=decks,
        jokers=max(0, decks * rules.jokers_per_deck - rules.spare_joker),
        wild="2" if rules.twos_wild else None,
        sets_repeat=True,
        ace_high=True,
        spares_melds=False,
        shortest_run=rules.run_length,
        contract=CONTRACTS[place],
    )


_TABLE = may_be_laid_off(
    _deal,
    joker=message("The joker of meld {melds} stands for it, and stays."),
    opened=message("Is your contract on the table?"),
    not_yet=message("No: your contract has to be on the table first."),
)


def _judge(case: Case) -> Ruling:
    case.check_nobody_else_is_out()
    left = tuple(case.cards_left(seat, seat) for seat in case.others(case.by))
    return Ruling(winners=(case.by,), lines=left + tuple(_exact_cut(case)))


def _exact_cut(case: Case) -> Iterator[Line]:
    if isinstance(seat := dict(case.round.own_facts).get("exact_cut"), Seat):
        text = message("{player} made the exact cut", player=seat)
        yield Line(seat, -case.rules.exact_cut, ContractRule.EXACT_CUT, text)


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
    """What each meld still lacks."""
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
)

CONTRACT = Variant(
    key="contract",
    name=message("Contract Rummy"),
    other_names=(message("Liverpool Rummy"),),
    group=CONTRACT_GAMES,
    tagline=message(
        "Seven rounds, and each says which melds you put down first. Fewest points wins."
    ),
    fewest=3,
    most=8,
    rules_type=ContractRules,
    presets=(
        Preset("plain", message("Standard"), {}),
        Preset("bicycle", message("Bicycle"), {"deal": "bicycle", "spare_joker": True}),
        Preset("liverpool", message("Liverpool"), {"exact_cut": 50, "joker_value": 25}),
        Preset("rising", message("Rising"), {"deal": "rising", "joker_value": 50}),
    ),
    endings=(WENT_OUT, VOID),
    deal=_deal,
    table=_TABLE,
    judge=_judge,
    winners=fewest_points_win,
    is_over=after_rounds(ROUNDS),
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
    ),
    points=(
        articles.CARDS_LEFT,
        points_article("exact-cut", message("The exact cut"), ContractRule.EXACT_CUT),
        *articles.BESIDE_THE_CARDS,
    ),
    examples=_EXAMPLES,
)
