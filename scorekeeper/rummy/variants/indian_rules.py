"""The house rules, presets and examples of Indian rummy."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from scorekeeper.rummy.cards import JOKER_RANK
from scorekeeper.rummy.elimination import NO_RETURN, WORST_PLUS_ONE, rejoin, rejoins_each
from scorekeeper.rummy.examples import (
    THREE,
    VOID_ROUND,
    Ask,
    Example,
    HandDocument,
    RoundDocument,
    ended,
    went_out,
    whole,
)
from scorekeeper.rummy.house_rules import (
    Value,
    bonus,
    decks,
    house_rule,
    next_dealer,
    rounds_to_play,
    target,
    values,
)
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.variant import Preset


@dataclass(frozen=True, slots=True, kw_only=True)
class IndianRules:
    """The house rules of Indian rummy, each with its label."""

    form: str = house_rule(
        "pool",
        message("You play"),
        choices=(
            ("pool", message("a pool: out at the target, the last player left wins")),
            ("points", message("points: each round is paid by itself")),
            ("deals", message("deals: a fixed number of paid rounds")),
        ),
    )
    target: int = target(101)
    rounds: int = rounds_to_play(high=50)
    tie_at_end: str = house_rule(
        "share",
        message("The leaders are level after the last deal"),
        message("Only when you play deals."),
        choices=(
            ("share", message("they share the win")),
            ("play-on", message("they play off")),
        ),
    )
    first_drop: int = bonus(
        20, message("Dropping at once costs"), message("0: nobody may drop at once.")
    )
    middle_drop: int = bonus(
        40, message("Dropping later costs"), message("0: nobody may drop later.")
    )
    wrong_points: int = house_rule(80, message("A wrong declaration costs"), high=200)
    most_points: int = house_rule(
        80,
        message("A hand counts at most"),
        message("0: no limit. Drops and wrong declarations are not capped."),
        low=40,
        high=200,
        off_at_zero=True,
    )
    least_points: int = house_rule(
        0,
        message("A hand counts at least"),
        message("For players who have not dropped."),
        choices=values(0, 2),
    )
    one_run: str = house_rule(
        "all",
        message("With a pure run and no second run"),
        choices=(
            ("all", message("all cards count")),
            ("spares-it", message("all but the pure run count")),
        ),
    )
    wild_rank: str = house_rule(
        "drawn",
        message("The wild rank"),
        choices=(
            ("drawn", message("is turned up in each round")),
            ("none", message("is not played: only jokers are wild")),
        ),
    )
    joker_drawn: str = house_rule(
        "aces",
        message("A joker is turned up"),
        choices=(
            ("aces", message("aces are wild too")),
            ("none", message("only jokers are wild")),
        ),
    )
    decks: int | str = decks(
        message("By the number of players: two for up to six, three for seven or eight.")
    )
    drop_with_two: bool = house_rule(
        True,
        message("Two players may drop"),
        message("Only when you play deals. If they may not drop, they play with one deck."),
        is_later=True,
    )
    jokers_per_deck: int = house_rule(1, message("Jokers in each deck"), choices=values(1, 2))
    rejoin: str = rejoin(WORST_PLUS_ONE)
    rejoins_each: int = rejoins_each()
    when_called: str = house_rule(
        "split",
        message("A pool is ended early"),
        choices=(
            ("split", message("all who are still playing share the win")),
            ("fewest", message("the fewest points win")),
        ),
    )
    next_dealer: str = next_dealer()


INDIAN_PRESETS = (
    Preset("plain", message("Pool 101"), {}),
    Preset("pool-201", message("Pool 201"), {"target": 201, "first_drop": 25, "middle_drop": 50}),
    Preset("points", message("Points"), {"form": "points", "target": 0, "rejoin": NO_RETURN}),
    Preset(
        "deals",
        message("Deals"),
        {
            "form": "deals",
            "target": 0,
            "rounds": 2,
            "tie_at_end": "play-on",
            "rejoin": NO_RETURN,
            "drop_with_two": False,
        },
    ),
)


_WILD = {"wild": "7"}


def _laid(*melds: str, left: str) -> HandDocument:
    return {"melds": [*melds], "unmatched": left}


def _round(by: str, **hands: HandDocument) -> RoundDocument:
    return ended("declare", by, **hands) | _WILD


_declared = partial(went_out, ending="declare", also=_WILD)

_DROP_AT_ONCE: HandDocument = {"drop": "first"}
_DROP_LATER: HandDocument = {"drop": "middle"}
_WRONG: HandDocument = {"wrong": True}
_POOL_101: dict[str, Value] = {
    "form": "pool",
    "target": 101,
    "rounds": 0,
    "tie_at_end": "share",
    "first_drop": 20,
    "middle_drop": 40,
    "rejoin": WORST_PLUS_ONE,
}
_OUT_AT_101 = (
    _round("Paul", Nina=60, Max=79, Lou=80),
    _round("Nina", Max=0, Lou=21, Paul=30),
)
"""Two rounds of a pool. The four players then have the totals 60, 79, 101 and 30."""

INDIAN_EXAMPLES = (
    _declared("ace", Max="A 9", Lou="Q"),
    _declared("dropping", Max=_DROP_AT_ONCE, Lou=_DROP_LATER, Paul="K 8 5"),
    went_out("all-dropped", ending="drop", Max=_DROP_AT_ONCE, Lou=_WRONG, also=_WILD),
    _declared("declaring", Nina=whole("4S 5S 6S 7S 2H 3H 7C QS QC QD 4H 4C JK"), Max=25),
    _declared("declared-wrongly", {"wrong_points": 40}, Max=_WRONG, Lou="K 9"),
    _declared(
        "no-pure-run",
        {"one_run": "spares-it"},
        also={"wild": "8"},
        Max=whole("4S 5S 6S QS QC QD 9H 9C 9D KH KC 2D 3C"),
        rules={"most_points": 0},
    ),
    _declared("no-pure-run", Max={"no_pure_run": True}, Lou="K 8 5 7"),
    _declared("wild-in-its-place", Nina=whole("6H 7H 8H 9H 2S 3S JK QS QC QD 4C 5C 7C"), Max=9),
    _declared("equal-cards", Max=_laid("9H 9H 9C", "4S 5S 6S", "QS KS AS", left="8D 3C 2D TH")),
    _declared("jokers-in-a-set", Max=_laid("9H JK JK", "4S 5S 6S", "QS KS AS", left="8D 3C 2D TH")),
    _declared("joker-turned-up", {"joker_drawn": "none"}, also={"wild": JOKER_RANK}, Max="A 9 K"),
    _declared("wild-left", Max="K 7 JK"),
    Example("stock-runs-out", (VOID_ROUND,), players=THREE, ask=Ask.DEALER),
    _declared("next-dealer", {"next_dealer": "winner"}, by="Lou", Nina=12, Max=9, ask=Ask.DEALER),
    Example("out-at-the-target", _OUT_AT_101, rules=_POOL_101, ask=Ask.END),
    Example(
        "coming-back",
        (*_OUT_AT_101, {"between": {"rejoins": ["Lou"]}}),
        rules=_POOL_101,
        ask=Ask.END,
    ),
    Example(
        "all-out",
        (
            _round("Nina", Max=90, Lou=95),
            _round("Max", Nina=80, Lou=5),
            _round("Nina", Max=30, Lou=8) | {"adjustments": [{"player": "Nina", "points": 25}]},
        ),
        rules=_POOL_101 | {"most_points": 0},
        ask=Ask.END,
    ),
    Example(
        "called-early",
        (_round("Nina", Max=9, Lou=31),),
        called=True,
        ask=Ask.WINNER,
        flips=({"when_called": "fewest"},),
    ),
    _declared("cards-left", {"most_points": 60}, Max="K Q J T 9 9 8 8 6", Lou="K 8 5 7"),
)
