"""The articles and examples of modern American Canasta."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from scorekeeper.rummy.article import Article, points_article
from scorekeeper.rummy.examples import Example, ended, ran_out, went_out
from scorekeeper.rummy.house_rules import Value
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.ruling import Line
from scorekeeper.rummy.variants.canasta_articles import KINGS, both, laid
from scorekeeper.rummy.variants.canasta_parts import FamilyRule, FamilyTag
from scorekeeper.rummy.variants.canasta_rules import (
    AMERICAN,
    BOTH_COLOURS,
    CLASSIC,
    LEAGUE,
    PAGAT,
    RED,
)


def _counts_against(*rules: FamilyRule) -> Callable[[Line], bool]:
    return lambda line: line.rule in rules and line.points < 0


DISPUTES = (
    Article(
        "one-canasta",
        message("Modern American: we have one canasta. Do our threes count?"),
        explains=_counts_against(FamilyRule.BLACK_THREES),
    ),
    Article(
        "melds-without-a-canasta",
        message("Modern American: we have no canasta. Do our melds count?"),
        explains=_counts_against(FamilyRule.MELDED),
    ),
    Article("open-sevens", message("Modern American: five sevens lie on the table. What now?")),
    Article(
        "aces-in-each-hand",
        message("Modern American: my partner and I hold three aces each. What does it cost?"),
    ),
    Article(
        "out-with-an-open-meld",
        message("Modern American: may I go out with an open meld of wild cards?"),
    ),
    Article(
        "special-after-a-meld",
        message("Modern American: my partner has melded. Does my special hand count?"),
        tags=(FamilyTag.SPECIAL,),
    ),
    Article(
        "ace-canasta-with-a-two",
        message("Modern American: a two is among our seven aces. What are they?"),
    ),
    Article(
        "first-meld-below-nothing",
        message("Modern American: our total is below zero. What must our first meld count?"),
    ),
)

POINTS = (
    points_article("ace-canasta", message("Canasta of aces"), FamilyRule.ACES),
    points_article("seven-canasta", message("Canasta of sevens"), FamilyRule.SEVENS),
    points_article("two-canasta", message("Canasta of twos"), FamilyRule.TWOS),
    points_article("joker-canasta", message("Canasta with four jokers"), FamilyRule.JOKERS),
    points_article("black-threes", message("Black threes"), FamilyRule.BLACK_THREES),
    points_article("open-melds", message("Open melds"), FamilyRule.OPEN_MELDS),
    points_article("held-three", message("Three aces or sevens held"), FamilyRule.HELD_THREE),
    points_article("special-hand", message("Special hand"), FamilyRule.SPECIAL),
)

ACES, SEVENS, TWOS = "A A A A A A A", "7 7 7 7 7 7 7", "2 2 2 2 2 2 2"
EIGHTS, WITH_JOKERS = "8 8 8 8 8 8 8", "JK JK JK JK 2 2 2"

_wild: Mapping[str, Value] = {"wild_canasta": 2000}
_had_special = partial(
    went_out, ending="special", rules={"special_hands": LEAGUE}, Max=both(205, 25)
)

EXAMPLES = (
    went_out(
        "one-canasta",
        {"swing": False},
        Nina=both(205),
        Max=laid(190, 60, mixed=1, red_threes=2, black_threes=3),
        rules={"swing": True, "threes": BOTH_COLOURS},
    ),
    went_out(
        "melds-without-a-canasta",
        {"swing": False},
        Nina=both(205),
        Max=laid(150, 60, red_threes=1),
        rules={"swing": True},
    ),
    went_out(
        "open-sevens",
        {"open_special": 1500},
        Nina=both(205),
        Max=laid([EIGHTS, "Q Q Q Q", "7 7 7 7 7"], 25),
        rules={"open_special": 2500},
    ),
    Example(
        "aces-in-each-hand",
        (
            ended(
                "out",
                "Nina",
                **{
                    "Nina & Lou": both(205, 25),
                    "Max & Paul": laid(150, "A A A A A A K", held=2),
                },
            ),
        ),
        rules={"held_three": 1500},
        flips=({"held_three": 1000},),
    ),
    went_out(
        "out-with-an-open-meld",
        {"open_wild": 0},
        Nina=laid([KINGS, EIGHTS, "2 2 2"]),
        Max=65,
        rules={**_wild, "open_wild": 2000},
    ),
    _had_special("special-after-a-meld", {"special_hands": PAGAT}, Nina={"special": "garbage"}),
    ran_out(
        "ace-canasta-with-a-two",
        {"mixed_canasta": 200},
        Nina=laid(["A A A A A A 2"], 10),
        Max=65,
        rules={"ace_canasta": 2500},
    ),
    Example(
        "first-meld-below-nothing",
        (
            ended("out", "Nina", Nina=both(205), Max=65),
            {"ending": "stock", "hands": {"Nina": 30, "Max": laid(110, 25)}},
        ),
        rules={"first_meld": AMERICAN},
        flips=({"first_meld": CLASSIC},),
    ),
    ran_out(
        "ace-canasta",
        {"ace_canasta": 1500},
        Nina=laid([ACES], 10),
        Max=20,
        rules={"ace_canasta": 2500},
    ),
    ran_out(
        "seven-canasta",
        {"seven_canasta": 1500},
        Nina=laid([SEVENS, EIGHTS, "A A A"], 10),
        Max=20,
        rules={"seven_canasta": 2500},
    ),
    ran_out(
        "two-canasta",
        {"two_canasta": 4000},
        Nina=laid([TWOS], 10),
        Max=20,
        rules={**_wild, "two_canasta": 3000},
    ),
    ran_out(
        "joker-canasta",
        {"joker_canasta": 0},
        Nina=laid([WITH_JOKERS], 10),
        Max=20,
        rules={**_wild, "joker_canasta": 2500},
    ),
    went_out(
        "black-threes",
        {"threes": RED},
        Nina=both(205, red_threes=1, black_threes=2),
        Max=65,
        rules={"threes": BOTH_COLOURS},
    ),
    ran_out(
        "open-melds",
        {"open_wild": 1000},
        Nina=laid([KINGS, "2 2 JK"], 10),
        Max=20,
        rules={**_wild, "open_wild": 2000},
    ),
    ran_out(
        "held-three",
        {"held_three": 1000},
        Nina=laid(205, "7 7 7 K", held=1),
        Max=20,
        rules={"held_three": 1500},
    ),
    _had_special("special-hand", {"special_hands": PAGAT}, Nina={"special": "garbage"}),
)
