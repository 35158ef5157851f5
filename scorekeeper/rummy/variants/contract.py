"""Contract Rummy, also Liverpool: seven rounds, each with the melds to lay down first.

Sources: Pagat and Bicycle for the contracts and the deals; the exact cut is a Liverpool rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorekeeper.rummy.article import (
    ACE,
    ADJUSTMENT,
    CARDS_LEFT,
    LAST_TURN,
    LAYING_OFF,
    NEXT_DEALER,
    STOCK_RUNS_OUT,
    WILD_LEFT,
    Article,
)
from scorekeeper.rummy.cards import JOKER_RANK
from scorekeeper.rummy.case import Case
from scorekeeper.rummy.column import after_rounds, fewest_points_win, no_bonuses
from scorekeeper.rummy.deal import Contract, Deal, MeldKind, card_points
from scorekeeper.rummy.house_rules import house_rule, values
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import AnyRule, Line, Ruling
from scorekeeper.rummy.variant import VOID, WENT_OUT, Preset, Variant
from scorekeeper.rummy.variants.contract_examples import CONTRACT_EXAMPLES
from scorekeeper.rummy.variants.contract_question import CONTRACT_QUESTION, MEETS_CONTRACT

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
        1, message("Jokers in each deck"), message("0: no jokers."), low=0, high=4
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
        jokers=decks * rules.jokers_per_deck,
        wild="2" if rules.twos_wild else None,
        sets_repeat=True,
        ace_high=True,
        spares_melds=False,
        shortest_run=rules.run_length,
        contract=CONTRACTS[place],
    )


def _judge(case: Case) -> Ruling:
    case.check_nobody_else_is_out()
    left = tuple(case.cards_left(seat, seat) for seat in case.others(case.by))
    return Ruling(winners=(case.by,), lines=left + _exact_cut(case))


def _exact_cut(case: Case) -> tuple[Line, ...]:
    seat = case.round.exact_cut
    if seat is None:
        return ()
    text = message("{player} made the exact cut", player=seat)
    return (Line(seat, -case.rules.exact_cut, ContractRule.EXACT_CUT, text),)


CONTRACT = Variant(
    key="contract",
    name=message("Contract Rummy"),
    other_names=(message("Liverpool Rummy"),),
    tagline=message(
        "Seven rounds, and each says which melds you put down first. Fewest points wins."
    ),
    fewest=3,
    most=8,
    rules_type=ContractRules,
    presets=(
        Preset("plain", message("Plain"), {}),
        Preset("bicycle", message("Bicycle"), {"deal": "bicycle"}),
        Preset("liverpool", message("Liverpool"), {"exact_cut": 50, "joker_value": 25}),
        Preset("rising", message("Rising"), {"deal": "rising", "joker_value": 50}),
    ),
    endings=(WENT_OUT, VOID),
    deal=_deal,
    judge=_judge,
    settle=no_bonuses,
    winners=fewest_points_win,
    is_over=after_rounds(ROUNDS),
    lowest_wins=lambda _rules: True,
    takes_exact_cut=lambda rules: bool(rules.exact_cut),
    rounds=ROUNDS,
    question=CONTRACT_QUESTION,
    disputes=(
        ACE,
        MEETS_CONTRACT,
        LAYING_OFF,
        Article("melds-left", message("I never put down a meld that I hold. Does it count?")),
        STOCK_RUNS_OUT,
        NEXT_DEALER,
        WILD_LEFT,
        LAST_TURN,
    ),
    points=(
        CARDS_LEFT,
        Article(
            "exact-cut", message("The exact cut"), rules=(ContractRule.EXACT_CUT,), stands=True
        ),
        ADJUSTMENT,
    ),
    examples=CONTRACT_EXAMPLES,
)
