"""The house rules, presets and examples of Rami 51."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rummy.elimination import NO_RETURN, rejoin, rejoins_each
from scorekeeper.rummy.examples import (
    THREE,
    VOID_ROUND,
    Ask,
    Example,
    HandDocument,
    ended,
    went_out,
)
from scorekeeper.rummy.house_rules import Value, house_rule, rounds_to_play, target, values
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.variant import Preset


@dataclass(frozen=True, slots=True, kw_only=True)
class RamiRules:
    """The house rules of Rami 51, each with its label."""

    opening: int = house_rule(
        51,
        message("Points needed to open"),
        message("They only count towards opening; they score nothing."),
        choices=values(0, 30, 40, 51, 71),
    )
    pure_run: bool = house_rule(
        True,
        message("An opening needs a run without jokers"),
        message("Nothing is scored for it. Only used when you ask the judge about an opening."),
    )
    not_opened: int = house_rule(
        100,
        message("A player who never opened scores"),
        choices=((0, message("their cards")), *values(50, 100, 200)),
    )
    out_bonus: int = house_rule(
        10, message("Points off for going out"), message("0: none."), high=100
    )
    rami_bonus: int = house_rule(
        20,
        message("Points off for a rami"),
        message("All thirteen cards at once, after others have opened."),
        high=100,
    )
    rami_sec_bonus: int = house_rule(
        50,
        message("Points off for a rami sec"),
        message("All thirteen cards at once, before anybody has opened."),
        high=100,
    )
    rami_doubles: bool = house_rule(
        False, message("A rami doubles what the others score"), message("A rami sec too.")
    )
    ace_value: int = house_rule(11, message("An ace counts"), choices=values(1, 11))
    joker_value: int = house_rule(
        20,
        message("A joker counts"),
        message("In points, when left in hand."),
        choices=values(20, 25, 50),
    )
    jokers_per_deck: int = house_rule(2, message("Jokers in each deck"), choices=values(1, 2, 3))
    target: int = target(500, high=2000)
    rounds: int = rounds_to_play()
    end: str = house_rule(
        "target",
        message("Whoever reaches the total"),
        choices=(
            ("target", message("ends the game")),
            ("eliminate", message("is out, and the others play on till one is left")),
        ),
    )
    rejoin: str = rejoin(NO_RETURN)
    rejoins_each: int = rejoins_each()
    ace_to_ace: bool = house_rule(
        False,
        message("A run may go from ace to ace"),
        message("With fourteen cards. Only used when you ask the judge about the table."),
        is_later=True,
    )


_NO_BONUSES: dict[str, Value] = {"out_bonus": 0, "rami_bonus": 0, "rami_sec_bonus": 0}
_CARDS_ONLY: dict[str, Value] = {"not_opened": 0, **_NO_BONUSES, "joker_value": 25}

RAMI_PRESETS = (
    Preset("plain", message("Standard"), {}),
    Preset("cards", message("Cards only"), _CARDS_ONLY),
    Preset("double", message("Double"), {**_NO_BONUSES, "rami_doubles": True}),
    Preset(
        "scala-40",
        message("Scala 40"),
        {
            "opening": 40,
            "pure_run": False,
            **_CARDS_ONLY,
            "target": 101,
            "end": "eliminate",
            "ace_to_ace": True,
        },
    ),
    Preset(
        "romme",
        message("Rommé"),
        {
            "opening": 40,
            "pure_run": False,
            "not_opened": 0,
            **_NO_BONUSES,
            "rami_doubles": True,
            "jokers_per_deck": 3,
        },
    ),
)


def _unopened(left: str | int) -> HandDocument:
    return {"opened": False, "left": left}


RAMI_EXAMPLES = (
    went_out("ace", Max="A 7", Lou="Q"),
    went_out("opening", {"not_opened": 0}, Max=_unopened("A K Q J"), Lou="4"),
    went_out("pure-run", Max=_unopened("KS KH KD QS QH QD"), Lou="4"),
    Example("stock-runs-out", (VOID_ROUND,), players=THREE, ask=Ask.DEALER),
    went_out("next-dealer", by="Lou", Nina=12, Max=9, ask=Ask.DEALER),
    went_out("wild-left", {"joker_value": 50}, Max="K A JK", Lou="4"),
    went_out("rami-or-sec", {"rami_doubles": True}, ending="rami", Max="K 9", Lou=_unopened(84)),
    went_out(
        "rami-or-sec",
        ending="rami-sec",
        Max=_unopened(84),
        Lou=_unopened(67),
        Paul=_unopened(112),
    ),
    went_out("out-of-the-hand", {"rami_doubles": True}, ending="rami", Max="K A JK", Lou="4"),
    went_out("last-turn", Max="3", Lou="K 7"),
    went_out(
        "past-the-target", Max="K Q J T", Lou="K Q J 9 2", rules={"target": 40}, ask=Ask.WINNER
    ),
    Example(
        "out-at-the-target",
        (ended("out", "Nina", Max=98, Lou=98), ended("out", "Nina", Max=2, Lou=3)),
        rules={"end": "eliminate", "target": 101, "out_bonus": 0},
        ask=Ask.END,
    ),
    Example(
        "coming-back",
        (
            ended("out", "Max", Nina=40, Lou=45, Paul=80),
            ended("out", "Nina", Max=77, Lou="K", Paul="A K"),
            {"between": {"rejoins": ["Paul"]}},
        ),
        rules={"end": "eliminate", "target": 101, "out_bonus": 0, "rejoin": "worst"},
        ask=Ask.END,
    ),
    Example(
        "all-out",
        (
            ended("out", "Nina", Max=90, Lou=95),
            ended("out", "Max", Nina=95, Lou=4),
            ended("out", "Nina", Max="K 7", Lou="8")
            | {"adjustments": [{"player": "Nina", "points": 10}]},
        ),
        rules={"end": "eliminate", "target": 101, "out_bonus": 0},
        ask=Ask.END,
    ),
    went_out("cards-left", Max="K A 7", Lou="4"),
    went_out("not-opened", Max=_unopened(84), Lou="4"),
    went_out("rami-doubles", ending="rami", Max="K 9", Lou="4", rules={"rami_doubles": True}),
    went_out("out-bonus", Max="9", Lou="4"),
)
