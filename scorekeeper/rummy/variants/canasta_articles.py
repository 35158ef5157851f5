"""The articles and examples of Canasta. Other games of the family use some of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from scorekeeper.rummy import articles
from scorekeeper.rummy.article import Article, points_article
from scorekeeper.rummy.examples import (
    VOID_ROUND,
    Ask,
    Example,
    HandDocument,
    ended,
    ran_out,
    went_out,
)
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.ruling import Tag
from scorekeeper.rummy.variants.canasta_parts import FamilyRule, FamilyTag

FIRST_MELD_ENOUGH = Article(
    "first-meld-enough", message("Is this first meld enough?"), tags=(Tag.FIRST_MELD_LOW,)
)
TOP_CARD = Article("top-card", message("I take the pile. Does it count for my first meld?"))
FROZEN_PILE = Article("frozen-pile", message("The pile is frozen. When may I take it?"))
WILD_MELD = Article("wild-meld", message("May I meld wild cards alone?"))
WILD_ON_SEVEN = Article(
    "wild-on-seven", message("A wild card joins seven natural ones. What is it now?")
)
BLACK_THREES = Article("black-threes-in-hand", message("What can I do with black threes?"))
RED_THREE_HELD = Article("red-three-held", message("I never laid my red three down. What now?"))
ASKING = Article(
    "asking", message("I asked my partner whether I may go out. Does the answer bind me?")
)

MELDED = points_article("melded", message("Melded"), FamilyRule.MELDED)
RED_THREES = points_article("red-threes", message("Red threes"), FamilyRule.RED_THREES)
RED_THREES_LEFT = points_article(
    "red-threes-left", message("Red threes held to the end"), FamilyRule.RED_THREES_LEFT
)
NET = points_article("net", message("Only the result"), FamilyRule.NET)

DISPUTES = (
    FIRST_MELD_ENOUGH,
    Article(
        "canastas-to-go-out",
        message("I have one canasta. May I go out?"),
        tags=(Tag.ILLEGAL_OUT,),
        decides=True,
    ),
    Article(
        "concealed",
        message("I melded my whole hand at once. Did I go out concealed?"),
        tags=(FamilyTag.CONCEALED,),
        decides=True,
    ),
    Article(
        "red-threes-alone",
        message("I have red threes, but no meld. Do they count against me?"),
        explains=lambda line: line.rule is FamilyRule.RED_THREES and line.points < 0,
    ),
    RED_THREE_HELD,
    ASKING,
    TOP_CARD,
    FROZEN_PILE,
    BLACK_THREES,
    articles.JOKERS_IN_A_SET,
    WILD_MELD,
    WILD_ON_SEVEN,
    articles.STOCK_RUNS_OUT,
    articles.NEXT_DEALER,
    articles.BELOW_NOTHING,
    articles.BOTH_AT_THE_TARGET,
)

POINTS = (
    MELDED,
    points_article("natural-canasta", message("Natural canasta"), FamilyRule.NATURAL),
    points_article("mixed-canasta", message("Mixed canasta"), FamilyRule.MIXED),
    points_article("wild-canasta", message("Wild canasta"), FamilyRule.WILD),
    RED_THREES,
    RED_THREES_LEFT,
    articles.OUT_BONUS,
    points_article(
        "concealed-bonus",
        message("Bonus for going out concealed"),
        FamilyRule.CONCEALED,
        in_a_sum=message("concealed"),
    ),
)
LAST_POINTS = (articles.CARDS_LEFT, NET, *articles.NOT_FROM_CARDS)
"""The articles about points that come last on the rules page of Canasta."""


def laid(melded: int | list[str], left: int | str | None = None, **parts: Any) -> HandDocument:
    """The document of a hand with these melds, cards left and parts, such as `natural=1`."""
    hand: dict[str, Any] = {"melded": melded, **parts}
    return hand if left is None else hand | {"left": left}


both = partial(laid, natural=1, mixed=1)
"""A hand with a natural and a mixed canasta. Its player can go out under all house rules."""

KINGS = "K K K K K K K"
MIXED_SEVENS = "7 7 7 7 2 2 JK"

ONLY_THE_RESULT = went_out("net", Nina={"net": 435}, Max={"net": -120})
"""The example, in every game, of players who enter only one number for each side."""


def examples_of_sets(
    goes_out: Callable[..., HandDocument], *, natural: str, mixed: str, wild: str, more: int = 0
) -> tuple[Example, ...]:
    """The examples that all games with sets share.

    - `goes_out`: makes a hand that can go out under all house rules
    - `natural`, `mixed`, `wild`: the names of the house rules on natural, mixed and wild canastas
    - `more`: the points added to melded cards and to cards left, compared with Canasta
    """
    out = goes_out(205 + more)
    dealt = ended("out", "Lou", Lou=out, Nina=40, Max=25)
    two_sides = {"Nina & Lou": goes_out(205 + more, left=85 + more), "Max & Paul": 70 + more}
    plays_wild = {wild: 1000 + 5 * more}
    return (
        went_out("jokers-in-a-set", Nina=laid([KINGS, MIXED_SEVENS, "A A A"]), Max="Q Q 4"),
        went_out("wild-on-seven", Nina=laid([f"{KINGS} 2", "9 9 9 9 9 9 9"]), Max=35),
        Example("next-dealer", (dealt, VOID_ROUND), ask=Ask.DEALER),
        ran_out(
            "wild-meld",
            {wild: 0},
            Nina=laid(["2 2 2 2 2 JK JK", "8 8 8"], 10),
            Max=65,
            rules=plays_wild,
        ),
        Example("asking", (ended("out", "Nina", **two_sides),)),
        ran_out("stock-runs-out", Nina=goes_out(240 + more, left=50), Max=laid(110, 25 + more)),
        went_out("below-nothing", Nina=out, Max=laid(65, 90 + more)),
        ran_out(_article_of(natural), {natural: 700}, Nina=laid([KINGS], 10), Max=20),
        ran_out(_article_of(mixed), {mixed: 200}, Nina=laid([MIXED_SEVENS], 10), Max=20),
        ran_out(
            _article_of(wild),
            {wild: 2000 + 5 * more},
            Nina=laid(240, 10, wild=1),
            Max=20,
            rules=plays_wild,
        ),
        went_out("red-threes-left", Nina=out, Max={"red_threes_left": 1, "left": 30}),
        went_out("cards-left", Nina=out, Max=laid(90, "JK A 2 K 4")),
        went_out("out-bonus", {"out_bonus": 0}, Nina=out, Max=35),
        ONLY_THE_RESULT,
    )


def _article_of(rule: str) -> str:
    return rule.replace("_", "-")


EXAMPLES = (
    *examples_of_sets(both, natural="natural_canasta", mixed="mixed_canasta", wild="wild_canasta"),
    ran_out("top-card", Nina=laid(["K K K", "Q Q JK"], 15), Max=65),
    went_out("frozen-pile", by="Max", Max=both(205), Nina=laid(["9 9 9"], "K Q J T 8 8 4")),
    went_out("black-threes-in-hand", Nina=laid([KINGS, MIXED_SEVENS, "3 3 3"]), Max="3 8 4"),
    went_out(
        "red-threes-alone",
        {"red_threes_need": "nothing"},
        {"all_red_threes": False},
        Nina=both(205),
        Max={"red_threes": 4, "left": "2 4"},
    ),
    went_out(
        "red-threes-alone",
        {"red_threes_need": "canasta"},
        Nina=both(205),
        Max=laid(110, "K A JK", red_threes=1),
    ),
    went_out(
        "red-three-held",
        {"red_three_left": 100},
        Nina=both(205),
        Max=laid(110, 30, red_threes_left=1),
    ),
    went_out(
        "canastas-to-go-out", {"canastas_to_go_out": "2"}, Nina=laid(165, natural=1), Max=45, Lou=30
    ),
    went_out(
        "canastas-to-go-out", Nina=laid(165, natural=1), Max=45, also={"allow": ["illegal-out"]}
    ),
    went_out(
        "concealed",
        {"concealed_bonus": 0},
        ending="concealed",
        Nina=laid([f"{KINGS} K", "7 7 7 7 7 2 2 JK"]),
        Max=laid(90, 40),
    ),
    went_out(
        "both-at-the-target",
        Nina=both(185),
        Max=laid(210, 25, natural=3),
        rules={"target": 1000},
        ask=Ask.WINNER,
    ),
    went_out(
        "both-at-the-target",
        {"tie_at_end": "play-on"},
        Nina=both(185),
        Max=laid(100, 15, natural=2),
        rules={"target": 1000},
        ask=Ask.WINNER,
    ),
    went_out("melded", Nina=both(420, red_threes=2), Max=laid(110, "K A JK", red_threes=1)),
    went_out("red-threes", {"all_red_threes": False}, Nina=both(205, red_threes=4), Max=35),
    went_out(
        "concealed-bonus", {"concealed_bonus": 200}, ending="concealed", Nina=both(205), Max=35
    ),
)
