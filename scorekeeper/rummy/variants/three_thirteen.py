"""Three Thirteen: eleven rounds with three to thirteen cards. Each round has a new wild rank.

Sources: Pagat for the game and the usual counts; the high counts are common family rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorekeeper.rummy import articles
from scorekeeper.rummy.cards import JOKER_RANK, RANKS, SUITS
from scorekeeper.rummy.case import Case
from scorekeeper.rummy.column import after_rounds
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.endings import VOID, WENT_OUT
from scorekeeper.rummy.examples import THREE, VOID_ROUND, Ask, Example, ended, went_out, whole
from scorekeeper.rummy.house_rules import decks, house_rule
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.ruling import Ruling
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.rummy.words import CONTRACT_GAMES

ROUNDS = 11
LARGEST_HAND = ROUNDS + 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreeThirteenRules:
    """The house rules of Three Thirteen, each with its label."""

    ace_value: int = house_rule(
        1, message("An ace counts"), choices=((1, message("1")), (15, message("15")))
    )
    court_value: str = house_rule(
        "ten",
        message("Court cards count"),
        choices=(("ten", message("10 each")), ("rising", message("jack 11, queen 12, king 13"))),
    )
    joker_value: int = house_rule(0, message("A joker counts"), message("0: no jokers."), high=50)
    wild_value: str = house_rule(
        "face",
        message("A wild card left in hand counts"),
        choices=(("face", message("its face value")), ("twenty", message("20"))),
    )
    all_wild: bool = house_rule(
        False,
        message("Wild cards alone make a meld"),
        message("Three jokers, for example. A card of the wild rank may always stand for itself."),
    )
    decks: int | str = decks(
        message("By the number of players: one for two, two for three or four, three for more.")
    )


def _decks(rules: Any, players: int) -> int:
    if rules.decks == "auto":
        return 1 if players == 2 else 2 if players <= 4 else 3
    decks: int = rules.decks
    return decks


def _check_table(rules: Any, players: int) -> None:
    """Check that players can still draw cards after the deal of the last round."""
    last = _deal(rules, players, ROUNDS)
    cards = len(RANKS) * len(SUITS) * last.decks + last.jokers
    dealt = LARGEST_HAND * players
    if cards <= dealt:
        text = message(
            "The last round needs {dealt} cards, {size} each, and there are only {cards}: none "
            "left to draw. Use more decks.",
            dealt=dealt,
            size=LARGEST_HAND,
            cards=cards,
        )
        raise RuleError(text, "rules", "decks")


@lru_cache(maxsize=1024)
def _deal(rules: Any, players: int, number: int) -> Deal:
    """The deal of round `number`. Round 1 deals three cards, and threes are wild, and so on."""
    worth = card_points(ace=rules.ace_value, court=court_points(rules))
    decks = _decks(rules, players)
    return dealt(rules, number, worth, decks=decks, jokers=2 * decks if rules.joker_value else 0)


def court_points(rules: Any) -> tuple[int, int, int]:
    return (11, 12, 13) if rules.court_value == "rising" else (10, 10, 10)


def dealt(
    rules: Any,
    number: int,
    worth: Mapping[str, int],
    *,
    decks: int,
    jokers: int,
    suits: str = SUITS,
) -> Deal:
    """The deal of round `number`. `worth` has the points of each rank while it is not wild."""
    size = min(number, ROUNDS) + 2
    wild = RANKS[size - 1]
    dearer = {wild: 20} if rules.wild_value == "twenty" else {}
    joker = {JOKER_RANK: rules.joker_value} if jokers else {}
    return Deal(
        worth={**worth, **dearer, **joker},
        hand_size=size,
        exact=True,
        suits=suits,
        decks=decks,
        jokers=jokers,
        wild=wild,
        sets_repeat=True,
        all_wild=rules.all_wild,
    )


def _judge(case: Case) -> Ruling:
    return Ruling(
        winners=(case.by,),
        lines=tuple(case.cards_left(seat, seat) for seat in case.others(case.by)),
    )


_EXAMPLES = (
    Example("stock-runs-out", (VOID_ROUND,), players=THREE, ask=Ask.DEALER),
    went_out("next-dealer", by="Lou", Nina=12, Max=9, ask=Ask.DEALER),
    went_out("cards-left", Max="5 Q K", Lou="4"),
    went_out("ace", Max="A 7"),
    went_out("wild-left", {"wild_value": "twenty"}, Max="3 K"),
    went_out("last-turn", Max=0, Lou="K 7"),
    Example(
        "best-arrangement",
        (ended("out", "Max", Nina=9), ended("out", "Nina", Max=whole("9S 4H JS KD"))),
    ),
)

THREE_THIRTEEN = Variant(
    key="three-thirteen",
    name=message("Three Thirteen"),
    group=CONTRACT_GAMES,
    tagline=message(
        "Eleven rounds, from three cards to thirteen, and a new wild rank each time. Fewest "
        "points wins."
    ),
    fewest=2,
    most=8,
    rules_type=ThreeThirteenRules,
    presets=(
        Preset("plain", message("Standard"), {}),
        Preset(
            "high", message("High"), {"ace_value": 15, "court_value": "rising", "joker_value": 20}
        ),
    ),
    endings=(WENT_OUT, VOID),
    deal=_deal,
    judge=_judge,
    is_over=after_rounds(ROUNDS),
    check_table=_check_table,
    lowest_wins=lambda _rules: True,
    all_score=lambda _rules: True,
    rounds=ROUNDS,
    wild_ranks=message("3 to 10, J, Q or K"),
    disputes=(
        articles.ACE,
        articles.LAYING_OFF,
        articles.STOCK_RUNS_OUT,
        articles.NEXT_DEALER,
        articles.WILD_LEFT,
        articles.LAST_TURN,
        articles.BEST_ARRANGEMENT,
    ),
    points=(articles.CARDS_LEFT, *articles.NOT_FROM_CARDS),
    examples=_EXAMPLES,
)
