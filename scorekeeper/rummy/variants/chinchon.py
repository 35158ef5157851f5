"""Chinchón: players with seven Spanish cards close with few points left, or with a run of seven.

Sources: the rules of Fournier, cccj, conectagames, 2play1game, gamelearn, juegoacartas, acanomas
and es.wikipedia; for Conga, the rules of Uruguay and Argentina.
"""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy import articles
from scorekeeper.rummy.article import Article, points_article
from scorekeeper.rummy.case import Case
from scorekeeper.rummy.elimination import NO_RETURN, WORST, Elimination
from scorekeeper.rummy.endings import VOID, EndingRule, KnockWords
from scorekeeper.rummy.examples import THREE, VOID_ROUND, Ask, Example, ended, knocked, whole
from scorekeeper.rummy.hand import Count, Hand, Unmatched
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import AnyEnding, Ending, Round, RuleError
from scorekeeper.rummy.ruling import AnyRule, AnyTag, Line, Ruling, Tag
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.rummy.variants.chinchon_rules import (
    SPANISH_CARDS,
    WINS,
    ChinchonRules,
    check_table,
    chinchon_deal,
)


class ChinchonEnding(AnyEnding):
    """The endings that only Chinchón has."""

    CHINCHON = "chinchon"
    CHINCHON_WILD = "chinchon-wild"


class ChinchonRule(AnyRule):
    """The kinds of points that only Chinchón has."""

    ALL_MELDED = "all-melded"
    CHINCHON = "chinchon"


class ChinchonTag(AnyTag):
    """The tags that only Chinchón has."""

    CHINCHON = "chinchon", message("chinchón"), message("Chinchón for {player}!")
    CHINCHON_WILD = (
        "chinchon-wild",
        message("chinchón with a wild card"),
        message("Chinchón with a wild card for {player}!"),
    )


def _check_round(rules: Any, played: Round) -> None:
    if played.ending is ChinchonEnding.CHINCHON_WILD and rules.wild == "none":
        text = message("You play without wild cards, so enter it as a plain chinchón.")
        raise RuleError(text, "ending")
    by = played.by
    if played.ending in ChinchonEnding and by is not None and not _is_empty(played.hand(by)):
        text = message("{player} has chinchón: leave that hand out.", player=by)
        raise RuleError(text, "hands", by)


def _is_empty(hand: Hand | None) -> bool:
    return hand in (None, Count(0), Unmatched(()))


def _judge(case: Case) -> Ruling:
    others = tuple(case.cards_left(seat, seat) for seat in case.others(case.by))
    wins = case.ending is ChinchonEnding.CHINCHON and case.rules.chinchon == WINS
    own = () if wins else _own_line(case)
    return Ruling(winners=(case.by,), lines=own + others, wins_game=wins)


def _own_line(case: Case) -> tuple[Line, ...]:
    by = case.by
    if case.ending is ChinchonEnding.CHINCHON:
        text = message("{player} has chinchón", player=by)
        return (Line(by, -int(case.rules.chinchon), ChinchonRule.CHINCHON, text),)
    if case.ending is ChinchonEnding.CHINCHON_WILD:
        text = message("{player} has chinchón with a wild card", player=by)
        return (Line(by, -case.rules.chinchon_wild, ChinchonRule.CHINCHON, text),)
    if case.rules.all_melded and case.laid[by].is_empty:
        text = message("{player} closed with nothing left", player=by)
        return (Line(by, -case.rules.all_melded, ChinchonRule.ALL_MELDED, text),)
    return (case.cards_left(by, by),)


def _elimination(rules: Any) -> Elimination | None:
    if not rules.target:
        return None
    return Elimination(rules.target, rules.rejoin, rules.rejoins_each)


def _has_fewer(ruling: Ruling) -> bool:
    """Check whether another player has fewer points left than the player who closed."""
    counts = ruling.deadwood
    return any(counts.get(seat, 0) > min(counts.values()) for seat in ruling.winners)


_CLOSING = KnockWords(
    above=message("{player} has {count} and may close with {limit} at most."),
    allowed=message("The table let {player} close with {count}, over the limit of {limit}."),
    most=message("Close with at most {limit}."),
    most_short=message("close at {limit}"),
    none=message("Close with nothing left."),
    none_short=message("close at 0"),
    refused=message("not closed"),
)

_EXAMPLES = (
    knocked("closed-too-high", Nina=7, Max="K 7", also={"allow": ["illegal-knock"]}),
    knocked("fewer-than-the-closer", Nina="4", Max="2", Lou="K 7 A"),
    knocked("melded-but-not-closed", {"all_melded": 0}, Nina=0, Max=0, Lou="K 7"),
    Example(
        "wild-chinchon",
        (ended("chinchon-wild", "Nina", Max="K 7 A", Lou="4"),),
        rules={"wild": "ace"},
        flips=({"chinchon_wild": 50},),
    ),
    knocked("wild-left", {"joker_value": 50}, Nina=2, Max="JK 4", Lou="7", rules={"wild": "ace"}),
    Example(
        "out-at-the-target",
        (
            ended("knock", "Nina", Nina=0, Max=50, Lou=50),
            ended("knock", "Nina", Nina=0, Max=50, Lou=51),
        ),
        ask=Ask.END,
    ),
    Example(
        "coming-back",
        (
            ended("knock", "Nina", Nina=0, Max=50, Lou=50),
            ended("knock", "Nina", Nina=0, Max=30, Lou=60),
            {"between": {"rejoins": ["Lou"]}},
        ),
        rules={"rejoin": WORST},
        ask=Ask.END,
    ),
    Example(
        "coming-back-again",
        (
            ended("knock", "Nina", Nina=0, Max=20, Lou=60),
            ended("knock", "Nina", Nina=0, Max=20, Lou=50),
            {"between": {"rejoins": ["Lou"]}},
            ended("knock", "Nina", Nina=0, Max=10, Lou=65),
            {"between": {"rejoins": ["Lou"]}},
        ),
        rules={"rejoin": WORST},
        ask=Ask.END,
    ),
    Example(
        "all-out",
        (ended("knock", "Nina", Nina=5, Max=60, Lou=60),),
        rules={"target": 5},
        ask=Ask.END,
    ),
    knocked(
        "jack-after-the-seven",
        {"deck": "48"},
        Nina=2,
        Max=whole("6S 7S JS AD AC AH KD"),
        rules={"deck": "40", "wild": "none", "court_value": "ten"},
    ),
    Example("stock-runs-out", (VOID_ROUND,), players=THREE, ask=Ask.DEALER),
    knocked("next-dealer", by="Lou", Nina=12, Max=9, Lou=3, ask=Ask.DEALER),
    knocked("best-arrangement", Nina=2, Max=whole("AS 2S 3S 3H 3D 3C KH")),
    knocked("cards-left", {"court_value": "index"}, Nina=3, Max="K 7 A", Lou=0),
    knocked("all-melded", {"all_melded": 25}, Nina=0, Max="K 7 A", Lou="5"),
    Example(
        "chinchon",
        (ended("knock", "Nina", Nina=3, Max=60, Lou=65), ended("chinchon", "Max", Nina=20, Lou=30)),
        flips=({"chinchon": "50"},),
        ask=Ask.END,
    ),
)

CHINCHON = Variant(
    key="chinchon",
    name=message("Chinchón"),
    other_names=(message("Conga"), message("Chinchorro")),
    tagline=message(
        "Seven Spanish cards. Close with few points left, or with a run of seven: chinchón!"
    ),
    fewest=2,
    most=8,
    rules_type=ChinchonRules,
    presets=(
        Preset("plain", message("Standard"), {}),
        Preset("fournier", message("Fournier"), {"court_value": "places", "target": 100}),
        Preset("conga", message("Conga"), {"wild": "ace", "court_value": "index"}),
        Preset(
            "argentina",
            message("Argentina"),
            {"deck": "48", "court_value": "index", "knock_limit": 7, "rejoin": NO_RETURN},
        ),
        Preset("club", message("Club"), {"deck": "48", "wild": "ace", "court_value": "index"}),
    ),
    endings=(
        EndingRule(
            Ending.KNOCK,
            message("{player} closed"),
            message("closed the round"),
            verdict=message("{player} closes"),
            for_nothing=lambda rules: -rules.all_melded,
        ),
        EndingRule(
            ChinchonEnding.CHINCHON,
            message("{player} has chinchón"),
            message("chinchón"),
            tag=ChinchonTag.CHINCHON,
        ),
        EndingRule(
            ChinchonEnding.CHINCHON_WILD,
            message("{player} has chinchón with a wild card"),
            message("chinchón with a wild card"),
            tag=ChinchonTag.CHINCHON_WILD,
            is_played=lambda rules: bool(rules.wild != "none"),
        ),
        VOID,
    ),
    outs=message("chinchones"),
    pieces=SPANISH_CARDS,
    deal=chinchon_deal,
    judge=_judge,
    knock_limit=lambda rules, _round: rules.knock_limit,
    knock_words=_CLOSING,
    check_table=check_table,
    check_round=_check_round,
    is_over=lambda _rules, _column: False,
    elimination=_elimination,
    lowest_wins=lambda _rules: True,
    all_score=lambda _rules: True,
    disputes=(
        Article("jack-after-the-seven", message("Is six, seven, jack a run?")),
        articles.LAYING_OFF,
        Article(
            "closed-too-high",
            message("I closed with too many points. What now?"),
            tags=(Tag.ILLEGAL_KNOCK,),
        ),
        Article(
            "fewer-than-the-closer",
            message("I have fewer points than the player who closed. Is that punished?"),
            settles=_has_fewer,
        ),
        Article(
            "melded-but-not-closed",
            message("I had melded everything, but you closed. Do I get −10?"),
        ),
        Article(
            "wild-chinchon",
            message("A chinchón with a wild card: have I won?"),
            tags=(ChinchonTag.CHINCHON_WILD,),
            decides=True,
        ),
        articles.STOCK_RUNS_OUT,
        articles.NEXT_DEALER,
        articles.WILD_LEFT,
        articles.OUT_AT_THE_TARGET,
        articles.COMING_BACK,
        Article("coming-back-again", message("I have come back once. May I do so again?")),
        articles.ALL_OUT,
        articles.BEST_ARRANGEMENT,
    ),
    points=(
        articles.CARDS_LEFT,
        points_article("all-melded", message("Closing with nothing left"), ChinchonRule.ALL_MELDED),
        Article(
            "chinchon",
            message("A chinchón"),
            rules=(ChinchonRule.CHINCHON,),
            tags=(ChinchonTag.CHINCHON,),
            decides=True,
        ),
        *articles.NOT_FROM_CARDS,
    ),
    examples=_EXAMPLES,
)
