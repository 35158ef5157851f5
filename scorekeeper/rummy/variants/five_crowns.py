"""Five Crowns: Three Thirteen with a special pack of five suits, from the three to the king.

Sources: the printed rules (Set Enterprises, PlayMonster), from docslib, 64-ounce and
officialgamerules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from scorekeeper.rummy import articles
from scorekeeper.rummy.article import Article
from scorekeeper.rummy.cards import EVERY_SUIT, RANKS, Pieces, spellings
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.examples import THREE, VOID_ROUND, Ask, Example, ended, went_out, whole
from scorekeeper.rummy.house_rules import house_rule
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.variant import Preset
from scorekeeper.rummy.variants.three_thirteen import ROUNDS, THREE_THIRTEEN, court_points, dealt

_DECKS = 2
_JOKERS = 6

FIVE_SUITS = Pieces(
    tuple(RANKS[2:]),
    EVERY_SUIT,
    spellings(RANKS[2:], EVERY_SUIT),
    lacking=message("There are no aces and twos in Five Crowns.").template,
)
"""The cards of the pack: spades, hearts, diamonds, clubs and stars, without aces and twos."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FiveCrownsRules:
    """The house rules of Five Crowns, each with its label."""

    joker_value: int = house_rule(
        50,
        message("A joker counts"),
        choices=((20, message("20")), (25, message("25")), (50, message("50"))),
    )
    wild_value: str = house_rule(
        "twenty",
        message("A wild card left in hand counts"),
        choices=(("face", message("its face value")), ("twenty", message("20"))),
    )
    court_value: str = house_rule(
        "rising",
        message("Court cards count"),
        choices=(("ten", message("10 each")), ("rising", message("jack 11, queen 12, king 13"))),
    )
    all_wild: bool = house_rule(
        True,
        message("Wild cards alone make a meld"),
        message("Three jokers, for example. A card of the wild rank may always stand for itself."),
    )


@lru_cache(maxsize=256)
def _deal(rules: Any, number: int) -> Deal:
    """The deal of round `number`. Round 1 deals three cards, and threes are wild, and so on."""
    points = card_points(court=court_points(rules))
    worth = {rank: points[rank] for rank in FIVE_SUITS.ranks}
    return dealt(rules, number, worth, decks=_DECKS, jokers=_JOKERS, suits=FIVE_SUITS.suits)


_ALL_WILD = Article("all-wild", message("Are three wild cards a meld?"))
_KING_TO_THREE = Article("king-to-three", message("May a run go on from the king to the three?"))
_WILD_AS_ITSELF = Article(
    "wild-as-itself", message("May I keep a seven as a seven when sevens are wild?")
)
_EQUAL_TOTALS = Article("equal-totals", message("Our totals are equal after the kings. Who wins?"))

_EXAMPLES = (
    Example("stock-runs-out", (VOID_ROUND,), players=THREE, ask=Ask.DEALER),
    went_out("next-dealer", by="Lou", Nina=12, Max=9, ask=Ask.DEALER),
    went_out("cards-left", {"court_value": "ten"}, Max="K Q", Lou="4"),
    went_out("wild-left", {"wild_value": "face"}, Max="K Q JK", Lou="3 9"),
    went_out("last-turn", Max=0, Lou="K 7"),
    went_out("all-wild", {"all_wild": False}, Max=whole("JK JK JK"), Lou="9"),
    Example(
        "wild-as-itself",
        (
            *[ended("out", "Max", Nina=9, Lou=9)] * 4,
            ended("out", "Nina", Max=whole("5X 6X 7X 7S 8S 9S KD"), Lou="7"),
        ),
    ),
    Example("equal-totals", (ended("out", "Max", Nina=9),) * ROUNDS, ask=Ask.WINNER),
    Example(
        "best-arrangement",
        (ended("out", "Max", Nina=9), ended("out", "Nina", Max=whole("9X 4H JX KD"))),
    ),
)

FIVE_CROWNS = replace(
    THREE_THIRTEEN,
    key="five-crowns",
    name=message("Five Crowns"),
    tagline=message(
        "Five suits without aces and twos. Eleven rounds, from three cards to thirteen. Fewest "
        "points wins."
    ),
    most=7,
    rules_type=FiveCrownsRules,
    presets=(
        Preset("plain", message("Standard"), {}),
        Preset("ten", message("Court cards ten"), {"court_value": "ten"}),
    ),
    pieces=FIVE_SUITS,
    deal=lambda rules, _players, number: _deal(rules, number),
    check_table=lambda _rules, _players: None,
    disputes=(
        articles.LAYING_OFF,
        articles.STOCK_RUNS_OUT,
        articles.NEXT_DEALER,
        articles.WILD_LEFT,
        articles.LAST_TURN,
        _ALL_WILD,
        _WILD_AS_ITSELF,
        _KING_TO_THREE,
        _EQUAL_TOTALS,
        articles.BEST_ARRANGEMENT,
    ),
    examples=_EXAMPLES,
)
