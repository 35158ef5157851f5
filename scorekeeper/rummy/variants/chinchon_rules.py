"""The cards and the house rules of Chinchón."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorekeeper.rummy.cards import JOKER_RANK, RANKS, SUITS, Card, Pieces, spellings
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.elimination import WORST, rejoin, rejoins_each
from scorekeeper.rummy.house_rules import house_rule, target, values
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError

HAND_SIZE = 7
LARGEST_SET = 4
_WITH_ONE_PACK = 4
"""The most players who play with one pack. More players need two packs."""
_JOKERS = {"none": 0, "ace": 1, "jokers": 2}
"""The number of wild cards in each pack, by the value of the house rule on wild cards."""
_COURTS = {"ten": (10, 10, 10), "index": (10, 11, 12), "places": (8, 9, 10)}
WINS = "wins"

_SPANISH_LETTERS = {"O": "D", "E": "S", "B": "C"}
"""The Spanish letters for oros, espadas and bastos. Copas have the letter H: C is for clubs."""

SPANISH_CARDS = Pieces(
    tuple(rank for rank in RANKS if rank != "T"),
    SUITS,
    spellings([rank for rank in RANKS if rank != "T"], SUITS, _SPANISH_LETTERS),
    lacking=message(
        "Spanish cards go from the ace to the nine, then jack, queen and king."
    ).template,
    also=_SPANISH_LETTERS,
)
"""The cards of a Spanish pack: coins, cups, swords and clubs, without tens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChinchonRules:
    """The house rules of Chinchón, each with its label."""

    deck: str = house_rule(
        "40",
        message("Cards of the pack"),
        message("Without eights and nines the jack follows the seven."),
        choices=(("40", message("40, without eights and nines")), ("48", message("48"))),
    )
    wild: str = house_rule(
        "none",
        message("Wild cards"),
        message("The ace of coins is the ace of diamonds; enter either as a joker."),
        choices=(
            ("none", message("none")),
            ("ace", message("the ace of coins")),
            ("jokers", message("two jokers in each pack")),
        ),
    )
    court_value: str = house_rule(
        "ten",
        message("Court cards count"),
        choices=(
            ("ten", message("10 each")),
            ("index", message("jack 10, queen 11, king 12")),
            ("places", message("jack 8, queen 9, king 10")),
        ),
    )
    joker_value: int = house_rule(
        25,
        message("A joker counts"),
        message("In points, when left in hand. A wild ace too."),
        choices=values(25, 50),
    )
    knock_limit: int = house_rule(
        5,
        message("Close with at most"),
        message("The points that may be left in the hand."),
        high=10,
        limits_knock=True,
    )
    all_melded: int = house_rule(
        10,
        message("Points off for closing with nothing left"),
        message("0: none."),
        high=50,
    )
    chinchon: str = house_rule(
        WINS,
        message("A chinchón"),
        message("A run of seven without a wild card."),
        choices=(
            (WINS, message("wins the game")),
            *(
                (str(points), message("{points} points off", points=points))
                for points in (10, 25, 50, 100)
            ),
        ),
    )
    chinchon_wild: int = house_rule(
        25,
        message("Points off for a chinchón with a wild card"),
        high=100,
    )
    target: int = target(101, high=500)
    rejoin: str = rejoin(WORST)
    rejoins_each: int = rejoins_each()


@lru_cache(maxsize=256)
def chinchon_deal(rules: Any, players: int, _number: int) -> Deal:
    decks = 1 if players <= _WITH_ONE_PACK else 2
    points = card_points(court=_COURTS[rules.court_value])
    missing = "T" if rules.deck == "48" else "89T"
    worth = {rank: points[rank] for rank in RANKS if rank not in missing}
    jokers = decks * _JOKERS[rules.wild]
    return Deal(
        worth=worth | ({JOKER_RANK: rules.joker_value} if jokers else {}),
        hand_size=HAND_SIZE,
        exact=True,
        decks=decks,
        jokers=jokers,
        most_wild=1,
        sets_repeat=decks > 1,
        largest_set=LARGEST_SET,
        wild_card=Card("A", "D") if rules.wild == "ace" else None,
    )


def check_table(rules: Any, _players: int) -> None:
    """Check that the pack lacks eights and nines if court cards count by their places."""
    if rules.court_value == "places" and rules.deck == "48":
        text = message("Jack 8, queen 9 and king 10 are for the pack of 40.")
        raise RuleError(text, "rules", "court_value")
