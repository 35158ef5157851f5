"""The house rules, presets, articles and examples of Hand and Foot."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from scorekeeper.rummy import articles
from scorekeeper.rummy.article import Article, points_article
from scorekeeper.rummy.examples import Ask, ran_out, went_out
from scorekeeper.rummy.house_rules import (
    bonus,
    decks,
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
    ASKING,
    BLACK_THREES,
    FIRST_MELD_ENOUGH,
    MELDED,
    NET,
    RED_THREE_HELD,
    RED_THREES,
    RED_THREES_LEFT,
    TOP_CARD,
    WILD_MELD,
    WILD_ON_SEVEN,
    examples_of_sets,
    laid,
)
from scorekeeper.rummy.variants.canasta_parts import FamilyRule, bonus_for_going_out


@dataclass(frozen=True, slots=True, kw_only=True)
class HandAndFootRules:
    """The house rules of Hand and Foot, each with its label."""

    clean_book: int = bonus(500, message("A clean book counts"), high=5000)
    dirty_book: int = bonus(300, message("A dirty book counts"), high=5000)
    wild_book: int = bonus(
        0,
        message("A book of wild cards counts"),
        message("0: wild cards alone are not melded."),
        high=5000,
    )
    red_three: int = bonus(
        100, message("A red three counts"), message("0: red threes are not laid down."), high=500
    )
    red_three_left: int = bonus(500, message("A red three held to the end costs"), high=1000)
    out_bonus: int = bonus_for_going_out(high=500)
    exact_deal: int = bonus(
        0,
        message("Bonus for an exact deal"),
        message("For taking exactly the cards for a hand and a foot; 0: none."),
    )
    black_three: int = house_rule(
        5, message("A black three costs"), choices=values(5, 50, 100, 300)
    )
    clean_to_go_out: int = house_rule(1, message("Clean books needed to go out"), high=5)
    dirty_to_go_out: int = house_rule(1, message("Dirty books needed to go out"), high=5)
    first_meld: str = house_rule(
        "fifty",
        message("The first meld must count"),
        message("Round by round; from the fourth on it stays."),
        choices=(
            ("fifty", message("50, 90, 120, 150")),
            ("sixty", message("60, 90, 120, 150")),
            ("ninety", message("90, 120, 150, 180")),
        ),
    )
    hand_size: int = house_rule(
        11,
        message("Cards in the hand"),
        message("The foot has as many."),
        choices=values(11, 13, 15),
    )
    decks: str = decks(
        message("By the number of players: one more than there are players."),
        values("3", "4", "5", "6", "7", "8"),
    )
    rounds: int = rounds_to_play(4)
    target: int = target(0, high=20000)
    tie_at_end: str = tie_at_end()


HAND_AND_FOOT_PRESETS = (
    Preset("plain", message("Standard"), {}),
    Preset("wild", message("Wild books"), {"wild_book": 1500}),
    Preset("threes", message("Tanglewood"), {"red_three": 0, "exact_deal": 100}),
    Preset(
        "canastapedia",
        message("Canastapedia"),
        {"red_three": 0, "red_three_left": 300, "black_three": 100},
    ),
)

SEVEN_OF_THE_PILE = Article("seven-of-the-pile", message("How much of the pile may I take?"))

HAND_AND_FOOT_DISPUTES = (
    FIRST_MELD_ENOUGH,
    Article(
        "books-to-go-out",
        message("Which books do we need to go out?"),
        tags=(Tag.ILLEGAL_OUT,),
        decides=True,
    ),
    Article("foot-left", message("I never picked up my foot. Does it count against me?")),
    BLACK_THREES,
    RED_THREE_HELD,
    ASKING,
    TOP_CARD,
    SEVEN_OF_THE_PILE,
    Article("same-rank", message("May we have two melds of one rank?")),
    articles.JOKERS_IN_A_SET,
    WILD_MELD,
    WILD_ON_SEVEN,
    articles.STOCK_RUNS_OUT,
    articles.NEXT_DEALER,
    articles.BELOW_NOTHING,
    Article("level-at-the-end", message("We are level after the last round. Who wins?")),
)

HAND_AND_FOOT_POINTS = (
    MELDED,
    points_article("clean-book", message("Clean book"), FamilyRule.CLEAN_BOOK),
    points_article("dirty-book", message("Dirty book"), FamilyRule.DIRTY_BOOK),
    points_article("wild-book", message("Wild book"), FamilyRule.WILD_BOOK),
    RED_THREES,
    RED_THREES_LEFT,
    articles.OUT_BONUS,
    points_article("exact-deal", message("Exact deal"), FamilyRule.EXACT_DEAL),
    articles.CARDS_LEFT,
    NET,
    *articles.NOT_FROM_CARDS,
)


_books = partial(laid, clean=1, dirty=1)
"""A hand with a clean and a dirty book. Under every preset, its player can go out."""

HAND_AND_FOOT_EXAMPLES = (
    *examples_of_sets(_books, natural="clean_book", mixed="dirty_book", wild="wild_book", more=100),
    ran_out("top-card", Nina=laid(["K K K", "Q Q JK"], 45), Max=165),
    went_out(
        "seven-of-the-pile", by="Max", Max=_books(305), Nina=laid(["9 9 9 9"], "K Q J T 8 8 6 A A")
    ),
    ran_out("same-rank", Nina=laid(["9 9 9 9 9 9 9", "9 9 2"], 10), Max=65),
    went_out("black-threes-in-hand", {"black_three": 300}, Nina=_books(305), Max=laid(90, "3 3 8")),
    went_out(
        "red-three-held",
        {"red_three_left": 100},
        Nina=_books(305),
        Max=laid(340, 160, dirty=2, red_threes_left=1),
    ),
    went_out("foot-left", Nina=_books(305), Max=laid(120, "5 5 K Q J J 9 8 8 7 6 4 A")),
    went_out("books-to-go-out", Nina=laid(300, clean=2), Max=85, also={"allow": ["illegal-out"]}),
    went_out("books-to-go-out", {"dirty_to_go_out": 0}, Nina=laid(300, clean=2), Max=85),
    went_out(
        "level-at-the-end",
        {"tie_at_end": "play-on"},
        Nina=_books(185),
        Max=laid(100, 15, clean=2),
        rules={"rounds": 1, "target": 0},
        ask=Ask.WINNER,
    ),
    went_out(
        "melded",
        Nina=laid(615, clean=2, dirty=1, red_threes=3),
        Max=laid(110, "K A JK"),
        rules={"red_three": 100},
    ),
    went_out(
        "red-threes",
        {"red_three": 200},
        Nina=_books(305, red_threes=4),
        Max=35,
        rules={"red_three": 100},
    ),
    went_out(
        "exact-deal",
        {"exact_deal": 50},
        Nina=_books(305),
        Max=35,
        rules={"exact_deal": 100},
        also={"exact_deal": ["Max"]},
    ),
)
