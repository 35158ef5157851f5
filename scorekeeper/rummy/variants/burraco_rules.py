"""The house rules, presets, articles and examples of Burraco."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rummy.article import (
    ACE,
    ADJUSTMENT,
    BELOW_NOTHING,
    BOTH_AT_THE_TARGET,
    CARDS_LEFT,
    JOINING,
    JOKERS_IN_A_SET,
    NEXT_DEALER,
    OUT_BONUS,
    STOCK_RUNS_OUT,
    THREE,
    VOID_ROUND,
    WILD_LEFT,
    Article,
    Ask,
    Example,
    HandDocument,
    RoundDocument,
    ended,
    stock_ran_out,
)
from scorekeeper.rummy.house_rules import (
    bonus,
    house_rule,
    rounds_to_play,
    target,
    tie_at_end,
    values,
)
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import Tag
from scorekeeper.rummy.variant import Preset
from scorekeeper.rummy.variants.canasta_parts import FamilyRule, bonus_for_going_out
from scorekeeper.rummy.variants.canasta_rules import MELDED, WILD_ON_SEVEN


@dataclass(frozen=True, slots=True, kw_only=True)
class BurracoRules:
    """The house rules of Burraco; see each field's label."""

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

BURRACO_DISPUTES = (
    ACE,
    WHICH_BURRACO,
    WILD_ON_SEVEN,
    Article("two-in-its-place", message("A two stands in its own place. Is it wild?")),
    Article("wild-moved", message("I have the card that our wild card stands for. What now?")),
    JOKERS_IN_A_SET,
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
    WILD_LEFT,
    STOCK_RUNS_OUT,
    NEXT_DEALER,
    BELOW_NOTHING,
    BOTH_AT_THE_TARGET,
)

BURRACO_POINTS = (
    MELDED,
    Article("clean-burraco", message("Clean burraco"), rules=(FamilyRule.CLEAN,), stands=True),
    Article(
        "semi-clean-burraco",
        message("Semi-clean burraco"),
        rules=(FamilyRule.SEMI_CLEAN,),
        stands=True,
    ),
    Article("dirty-burraco", message("Dirty burraco"), rules=(FamilyRule.DIRTY,), stands=True),
    OUT_BONUS,
    Article("pot", message("Pot not taken"), rules=(FamilyRule.POT,), stands=True),
    CARDS_LEFT,
    ADJUSTMENT,
    JOINING,
)


def _laid(*melds: str, left: int | str = 10) -> HandDocument:
    return {"melded": [*melds], "left": left}


def _nina_out(**others: HandDocument) -> RoundDocument:
    """A round in which Nina went out with a clean burraco, which is enough everywhere."""
    return ended("out", "Nina", Nina={"melded": 165, "clean": 1}, **others)


_CLEAN = "AH 2H 3H 4H 5H 6H 7H"
_SEMI_CLEAN = "4H 5H 6H 7H 8H 9H TH 2S"
_DIRTY = "4H 5H 6H 2S 8H 9H TH"

BURRACO_EXAMPLES = (
    Example(
        article="ace",
        rounds=(stock_ran_out(Nina=_laid("AH 2H 3H 4H", "QS KS AS"), Max="A 7"),),
    ),
    Example(
        article="jokers-in-a-set",
        rounds=(stock_ran_out(Nina=_laid("K K K 2", "4S 5S 2H 7S"), Max=65),),
    ),
    Example(
        article="jokers-in-a-set",
        rounds=(stock_ran_out(Nina=_laid("K K K 2 2"), Max=65),),
    ),
    Example(
        article="wild-on-seven",
        rounds=(stock_ran_out(Nina=_laid(_SEMI_CLEAN), Max=65),),
        flips=({"semi_clean": 0},),
    ),
    Example(
        article="two-in-its-place",
        rounds=(stock_ran_out(Nina=_laid(_CLEAN), Max=65),),
    ),
    Example(
        article="wild-moved",
        rounds=(stock_ran_out(Nina=_laid(_DIRTY), Max=_laid("2S 4H 5H 6H 7H 8H 9H TH")),),
        flips=({"semi_clean": 0},),
    ),
    Example(
        article="no-pot",
        rounds=(ended("out", "Nina", Nina={"melded": 165, "clean": 1, "pot": False}, Max=65),),
    ),
    Example(
        article="pot-not-played",
        rounds=(_nina_out(Max={"melded": 120, "left": "A A K K Q J 9 8 6 5 4"}),),
    ),
    Example(
        article="burraco-to-go-out",
        rounds=(ended("out", "Nina", Nina={"melded": 165, "dirty": 1}, Max=65),),
        flips=({"go_out_with": "clean"},),
    ),
    Example(
        article="burraco-to-go-out",
        rounds=(ended("out", "Nina", Nina={"melded": 165}, Max=65) | {"allow": ["illegal-out"]},),
    ),
    Example(
        article="wild-left",
        rounds=(_nina_out(Max={"melded": 120, "left": "K JK"}),),
        rules={"jokers_per_deck": 2},
        flips=({"joker_value": 50},),
    ),
    Example(
        article="stock-runs-out",
        rounds=(
            stock_ran_out(
                Nina={"melded": 165, "dirty": 1, "left": 50},
                Max={"melded": 90, "pot": False, "left": 25},
            ),
        ),
    ),
    Example(
        article="next-dealer",
        rounds=(_nina_out(Lou=40, Max=25), VOID_ROUND),
        players=THREE,
        ask=Ask.DEALER,
    ),
    Example(
        article="below-nothing",
        rounds=(_nina_out(Max={"melded": 120, "pot": False, "left": "A A K 7"}),),
    ),
    Example(
        article="both-at-the-target",
        rounds=(_nina_out(Max={"melded": 220, "clean": 2, "left": 20}),),
        rules={"target": 400},
        ask=Ask.WINNER,
    ),
    Example(
        article="both-at-the-target",
        rounds=(_nina_out(Max={"melded": 285, "clean": 1, "left": 20}),),
        rules={"target": 400},
        flips=({"tie_at_end": "play-on"},),
        ask=Ask.WINNER,
    ),
    Example(
        article="melded",
        rounds=(_nina_out(Max={"melded": 120, "dirty": 1, "left": 15}),),
    ),
    Example(
        article="clean-burraco",
        rounds=(stock_ran_out(Nina=_laid(_CLEAN), Max=65),),
        flips=({"clean": 300},),
    ),
    Example(
        article="semi-clean-burraco",
        rounds=(stock_ran_out(Nina={"melded": 90, "semi_clean": 1, "left": 10}, Max=65),),
        rules={"semi_clean": 150},
        flips=({"semi_clean": 250},),
    ),
    Example(
        article="dirty-burraco",
        rounds=(stock_ran_out(Nina=_laid(_DIRTY), Max=65),),
        flips=({"dirty": 50},),
    ),
    Example(
        article="out-bonus",
        rounds=(_nina_out(Max=65),),
        flips=({"out_bonus": 0},),
    ),
    Example(
        article="pot",
        rounds=(_nina_out(Max={"melded": 120, "pot": False, "left": 45}),),
        flips=({"pot": 0},),
    ),
    Example(
        article="cards-left",
        rounds=(_nina_out(Max={"melded": 120, "left": "A 2 K 7"}),),
    ),
)
