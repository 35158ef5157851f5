"""The house rules, presets, articles and examples of Burraco."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rummy import articles
from scorekeeper.rummy.article import Article, points_article
from scorekeeper.rummy.examples import VOID_ROUND, Ask, Example, ended, ran_out, went_out
from scorekeeper.rummy.house_rules import (
    bonus,
    house_rule,
    rounds_to_play,
    target,
    tie_at_end,
    values,
)
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.ruling import Tag
from scorekeeper.rummy.variant import Preset
from scorekeeper.rummy.variants.canasta_articles import (
    MELDED,
    NET,
    ONLY_THE_RESULT,
    WILD_ON_SEVEN,
    laid,
)
from scorekeeper.rummy.variants.canasta_parts import FamilyRule, bonus_for_going_out


@dataclass(frozen=True, slots=True, kw_only=True)
class BurracoRules:
    """The house rules of Burraco, each with its label."""

    clean: int = bonus(200, message("A clean burraco counts"), high=1000)
    semi_clean: int = bonus(
        150,
        message("A semi-clean burraco counts"),
        message("Seven natural cards side by side and a wild one. 0: such a one is dirty."),
        high=1000,
    )
    dirty: int = bonus(100, message("A dirty burraco counts"), high=1000)
    out_bonus: int = bonus_for_going_out(high=500)
    pot: int = bonus(100, message("A pot that was not taken costs"), high=500)
    joker_value: int = house_rule(30, message("A joker counts"), choices=values(20, 30, 50))
    go_out_with: str = house_rule(
        "any",
        message("To go out you need"),
        choices=(
            ("any", message("a burraco of any kind")),
            ("clean", message("a clean burraco")),
        ),
    )
    jokers_per_deck: int = house_rule(
        2, message("Jokers in each deck"), message("0: no jokers."), choices=values(0, 2)
    )
    target: int = target(2005, high=10000)
    rounds: int = rounds_to_play()
    tie_at_end: str = tie_at_end()


BURRACO_PRESETS = (
    Preset("plain", message("Standard"), {}),
    Preset("international", message("International"), {"go_out_with": "clean"}),
    Preset(
        "buraco",
        message("Buraco (Brazil)"),
        {"semi_clean": 0, "go_out_with": "clean", "jokers_per_deck": 0, "target": 3000},
    ),
)


WHICH_BURRACO = Article("which-burraco", message("What is each of these melds?"))
WILD_MOVED = Article(
    "wild-moved", message("I have the card that our wild card stands for. What now?")
)

BURRACO_DISPUTES = (
    articles.ACE,
    WHICH_BURRACO,
    WILD_ON_SEVEN,
    Article("two-in-its-place", message("A two stands in its own place. Is it wild?")),
    WILD_MOVED,
    articles.JOKERS_IN_A_SET,
    Article("no-pot", message("I have no cards left, and our pot is still there. Am I out?")),
    Article(
        "pot-not-played", message("I took the pot, but had no turn with it. What does it cost?")
    ),
    Article(
        "burraco-to-go-out",
        message("Which burraco do we need to go out?"),
        tags=(Tag.ILLEGAL_OUT,),
        decides=True,
    ),
    articles.WILD_LEFT,
    articles.STOCK_RUNS_OUT,
    articles.NEXT_DEALER,
    articles.BELOW_NOTHING,
    articles.BOTH_AT_THE_TARGET,
)

BURRACO_POINTS = (
    MELDED,
    points_article("clean-burraco", message("Clean burraco"), FamilyRule.CLEAN),
    points_article("semi-clean-burraco", message("Semi-clean burraco"), FamilyRule.SEMI_CLEAN),
    points_article("dirty-burraco", message("Dirty burraco"), FamilyRule.DIRTY),
    articles.OUT_BONUS,
    points_article("pot", message("Pot not taken"), FamilyRule.POT),
    articles.CARDS_LEFT,
    NET,
    *articles.NOT_FROM_CARDS,
)


_OUT = laid(165, clean=1)
"""A hand with a clean burraco. Its player can go out under all house rules."""

_CLEAN = "AH 2H 3H 4H 5H 6H 7H"
_SEMI_CLEAN = "4H 5H 6H 7H 8H 9H TH 2S"
_DIRTY = "4H 5H 6H 2S 8H 9H TH"

BURRACO_EXAMPLES = (
    ran_out("ace", Nina=laid(["AH 2H 3H 4H", "QS KS AS"], 10), Max="A 7"),
    ran_out("jokers-in-a-set", Nina=laid(["K K K 2", "4S 5S 2H 7S"], 10), Max=65),
    ran_out("jokers-in-a-set", Nina=laid(["K K K 2 2"], 10), Max=65),
    ran_out("wild-on-seven", {"semi_clean": 0}, Nina=laid([_SEMI_CLEAN], 10), Max=65),
    ran_out("two-in-its-place", Nina=laid([_CLEAN], 10), Max=65),
    ran_out(
        "wild-moved",
        {"semi_clean": 0},
        Nina=laid([_DIRTY], 10),
        Max=laid(["2S 4H 5H 6H 7H 8H 9H TH"], 10),
    ),
    went_out("no-pot", Nina=laid(165, clean=1, pot=False), Max=65),
    went_out("pot-not-played", Nina=_OUT, Max=laid(120, "A A K K Q J 9 8 6 5 4")),
    went_out("burraco-to-go-out", {"go_out_with": "clean"}, Nina=laid(165, dirty=1), Max=65),
    went_out("burraco-to-go-out", Nina=laid(165), Max=65, also={"allow": ["illegal-out"]}),
    went_out(
        "wild-left",
        {"joker_value": 50},
        Nina=_OUT,
        Max=laid(120, "K JK"),
        rules={"jokers_per_deck": 2},
    ),
    ran_out("stock-runs-out", Nina=laid(165, 50, dirty=1), Max=laid(90, 25, pot=False)),
    Example(
        "next-dealer", (ended("out", "Nina", Nina=_OUT, Lou=40, Max=25), VOID_ROUND), ask=Ask.DEALER
    ),
    went_out("below-nothing", Nina=_OUT, Max=laid(120, "A A K 7", pot=False)),
    went_out(
        "both-at-the-target",
        Nina=_OUT,
        Max=laid(220, 20, clean=2),
        rules={"target": 400},
        ask=Ask.WINNER,
    ),
    went_out(
        "both-at-the-target",
        {"tie_at_end": "play-on"},
        Nina=_OUT,
        Max=laid(285, 20, clean=1),
        rules={"target": 400},
        ask=Ask.WINNER,
    ),
    went_out("melded", Nina=_OUT, Max=laid(120, 15, dirty=1)),
    ran_out("clean-burraco", {"clean": 300}, Nina=laid([_CLEAN], 10), Max=65),
    ran_out(
        "semi-clean-burraco",
        {"semi_clean": 250},
        Nina=laid(90, 10, semi_clean=1),
        Max=65,
        rules={"semi_clean": 150},
    ),
    ran_out("dirty-burraco", {"dirty": 50}, Nina=laid([_DIRTY], 10), Max=65),
    went_out("out-bonus", {"out_bonus": 0}, Nina=_OUT, Max=65),
    went_out("pot", {"pot": 0}, Nina=_OUT, Max=laid(120, 45, pot=False)),
    went_out("cards-left", Nina=_OUT, Max=laid(120, "A 2 K 7")),
    ONLY_THE_RESULT,
)
