"""Articles of the rules page: the question each one answers, and those that several games share.

An article has the same key in every game; the key is its anchor on the rules page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.rummy.cards import JOKER
from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.round import AnyRule, AnyTag, Line, Rule, Ruling, Tag


@dataclass(frozen=True, slots=True)
class Article:
    """A question that the rules answer, and which parts of a ruling link to it.

    `rules` are the kinds of points it explains, and `tags` the kinds of round. `settles` says
    whether the question decides a round, and `explains` whether it explains a line of points. If
    an article `stands`, its lines link to it even when another article settles the round; if it
    `decides`, it is the main article of every round with one of its tags. Of its lines, `payer` is
    the fact that says whom the points come from, and `in_a_sum` is what the points are called
    beside a number, where the question is too long for that.
    """

    key: str
    question: Message
    rules: tuple[AnyRule, ...] = ()
    tags: tuple[AnyTag, ...] = ()
    settles: Callable[[Ruling], bool] = lambda _ruling: False
    explains: Callable[[Line], bool] = lambda _line: False
    stands: bool = False
    decides: bool = False
    payer: str = ""
    in_a_sum: Message | None = None


def lowest_share(ruling: Ruling) -> int:
    """The number of players who share the lowest count."""
    return ruling.deadwood.count(min(ruling.deadwood, default=0))


def _is_tied_undercut(ruling: Ruling) -> bool:
    return {Tag.UNDERCUT, Tag.TIE} <= {*ruling.tags}


def _holds_joker(line: Line) -> bool:
    return any(isinstance(each, tuple) and JOKER in each for _, each in line.text.arguments)


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
        _is_tied_undercut(ruling) and lowest_share(ruling) == len(ruling.winners)
    ),
)
LAYING_OFF = Article("laying-off", message("Can I lay off cards? On what, and who goes first?"))
KNOCK_TOO_HIGH = Article(
    "knock-too-high",
    message("That knock was too high. What now?"),
    tags=(Tag.ILLEGAL_KNOCK,),
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
    settles=lambda ruling: Tag.OUT in ruling.tags and lowest_share(ruling) > 1,
)
BEST_ARRANGEMENT = Article(
    "best-arrangement", message("Was that the best way to lay out the hand?")
)
BEFORE_OR_AFTER = Article("before-or-after", message("Do we count before or after laying off?"))

DIFFERENCE = Article(
    "difference", message("The difference"), rules=(Rule.DIFFERENCE,), payer="other"
)
UNDERCUT_BONUS = Article(
    "undercut-bonus",
    message("Undercut bonus"),
    rules=(Rule.UNDERCUT_BONUS,),
    tags=(Tag.UNDERCUT,),
)
CARDS_LEFT = Article(
    "cards-left",
    message("What is left"),
    rules=(Rule.CARDS_LEFT,),
    tags=(Tag.OUT,),
    stands=True,
    payer="player",
)
OUT_BONUS = Article(
    "out-bonus", message("Bonus for going out"), rules=(Rule.OUT_BONUS,), tags=(Tag.OUT,)
)
ADJUSTMENT = Article(
    "adjustment",
    message("Adjustments"),
    rules=(Rule.ADJUSTMENT,),
    stands=True,
    in_a_sum=message("adjustment"),
)
GAME_BONUS = Article("game-bonus", message("Game bonus"), rules=(Rule.GAME_BONUS,))

MISTAKES = (
    Article("misdeal", message("The deal went wrong. What now?")),
    Article(
        "wrong-number",
        message("Somebody has a card too many, or one too few. What now?"),
    ),
    Article("exposed-card", message("A card was shown by mistake. What now?")),
    Article("false-meld", message("That is not a meld after all. What now?")),
    Article("false-end", message("Somebody ended the round and was not allowed to. What now?")),
)
"""Mistakes at the table, in the order they happen in a round; the same in every game."""
