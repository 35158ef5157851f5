"""Articles that several games share."""

from __future__ import annotations

from scorekeeper.rummy.article import Article, points_article
from scorekeeper.rummy.cards import JOKER
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.ruling import Line, Rule, Ruling, Tag


def number_with_least_deadwood(ruling: Ruling) -> int:
    """The number of players who share the least deadwood."""
    return list(ruling.deadwood.values()).count(min(ruling.deadwood.values(), default=0))


def _is_tied_undercut(ruling: Ruling) -> bool:
    return {Tag.UNDERCUT, Tag.TIE} <= {*ruling.tags}


def _holds_joker(line: Line) -> bool:
    return any(isinstance(fact, tuple) and JOKER in fact for _, fact in line.text.arguments)


ACE = Article("ace", message("What is an ace worth?"))
EQUAL_COUNTS = Article(
    "equal-counts",
    message("Another player ties with the knocker. Who wins?"),
    settles=lambda ruling: Tag.TIE in ruling.tags,
)
EQUAL_WITH_SEVERAL = Article(
    "equal-with-several",
    message("Several players tie with the knocker. Who wins?"),
    settles=lambda ruling: _is_tied_undercut(ruling) and len(ruling.winners) > 1,
)
TIE_BELOW_THE_KNOCKER = Article(
    "tie-below-the-knocker",
    message("Two players tie, and both beat the knocker. Who wins?"),
    settles=lambda ruling: (
        _is_tied_undercut(ruling) and number_with_least_deadwood(ruling) == len(ruling.winners)
    ),
)
LAYING_OFF = Article("laying-off", message("Can I lay off cards? On what, and who goes first?"))
KNOCK_TOO_HIGH = Article(
    "knock-too-high", message("That knock was too high. What now?"), tags=(Tag.ILLEGAL_KNOCK,)
)
STOCK_RUNS_OUT = Article(
    "stock-runs-out",
    message("The stock ran out. What now?"),
    tags=(Tag.STOCK,),
    settles=lambda ruling: Tag.STOCK in ruling.tags,
)
NEXT_DEALER = Article("next-dealer", message("Who deals next?"), tags=(Tag.VOID,))
HIGHER_FINAL = Article(
    "higher-final", message("I reached the target, but your final total is higher. Who wins?")
)
WILD_LEFT = Article(
    "wild-left",
    message("I am left with a wild card. What does it cost me?"),
    explains=lambda line: line.rule is Rule.CARDS_LEFT and _holds_joker(line),
)
LAST_TURN = Article(
    "last-turn",
    message("Somebody went out. Can I go out too?"),
    settles=lambda ruling: Tag.OUT in ruling.tags and number_with_least_deadwood(ruling) > 1,
)
BEST_ARRANGEMENT = Article(
    "best-arrangement", message("Was that the best way to lay out the hand?")
)
BEFORE_OR_AFTER = Article("before-or-after", message("Do we count before or after laying off?"))
OUT_AT_THE_TARGET = Article("out-at-the-target", message("I have exactly the target. Am I out?"))
COMING_BACK = Article(
    "coming-back", message("I am out. May I come back, and with how many points?")
)
ALL_OUT = Article("all-out", message("One round takes us all out. Who has won?"))
BELOW_NOTHING = Article("below-nothing", message("Can a round cost me points?"))
BOTH_AT_THE_TARGET = Article(
    "both-at-the-target", message("Two of us passed the target at once. Who wins?")
)
JOKERS_IN_A_SET = Article("jokers-in-a-set", message("How many wild cards may a meld have?"))

DIFFERENCE = Article(
    "difference", message("The difference"), rules=(Rule.DIFFERENCE,), payer="other"
)
UNDERCUT_BONUS = Article(
    "undercut-bonus",
    message("Undercut bonus"),
    rules=(Rule.UNDERCUT_BONUS,),
    tags=(Tag.UNDERCUT,),
    in_a_sum=message("undercut"),
)
CARDS_LEFT = Article(
    "cards-left",
    message("What is left"),
    rules=(Rule.CARDS_LEFT,),
    tags=(Tag.OUT,),
    keeps_lines=True,
    payer="player",
    in_a_sum=message("left in hand"),
)
OUT_BONUS = Article(
    "out-bonus",
    message("Bonus for going out"),
    rules=(Rule.OUT_BONUS,),
    tags=(Tag.OUT,),
    in_a_sum=message("going out"),
)
NOT_OPENED = points_article("not-opened", message("Never opened"), Rule.NOT_OPENED)
ADJUSTMENT = points_article(
    "adjustment", message("Adjustments"), Rule.ADJUSTMENT, in_a_sum=message("adjustment")
)
JOINING = points_article(
    "joining", message("Leaving, joining, coming back"), Rule.JOINS, Rule.REJOINS
)
NOT_FROM_CARDS = (ADJUSTMENT, JOINING)
"""The articles about points that do not come from cards. They are the same in every game."""
GAME_BONUS = Article("game-bonus", message("Game bonus"), rules=(Rule.GAME_BONUS,))

MISTAKES = (
    Article("misdeal", message("The deal went wrong. What now?")),
    Article("wrong-number", message("Somebody has a card too many, or one too few. What now?")),
    Article("exposed-card", message("A card was shown by mistake. What now?")),
    Article("false-meld", message("That is not a meld after all. What now?")),
    Article("false-end", message("Somebody ended the round and was not allowed to. What now?")),
)
"""Mistakes at the table, in the order of a round. They are the same in every game."""

ABOUT_TABLE = (
    Article("corner", message("Where does a run end?")),
    Article("kept-joker", message("I took a joker from the table and keep it for later. May I?")),
    Article("joker-replaced", message("May I replace a joker with what is on the table?")),
    Article("joker-of-set", message("What frees the joker in a set of three?")),
    Article("joker-moved", message("May I move a joker with its neighbours?")),
    Article("taken-back", message("May I take back what I put down in an earlier turn?")),
    Article("mess", message("I took the table apart and cannot put it back. What now?")),
)
"""Disputes in games where players can rearrange the melds on the table."""
