"""Articles of the rules page, the examples worked out in them, and questions about a hand.

An article has the same key in every game; the key is its anchor on the rules page. Examples are
rounds in the format of a game document, without results: those are computed under every preset, and
under each of the house rules that the example names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from scorekeeper.rummy.cards import JOKER, Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.house_rules import Value
from scorekeeper.rummy.melds.meld import LaidMeld
from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.round import AnyRule, AnyTag, Ending, Line, Rule, Ruling, Tag


@dataclass(frozen=True, slots=True)
class Article:
    """A question that the rules answer, and which parts of a ruling link to it.

    - `rules`, `tags`: the kinds of points and the kinds of round that it explains
    - `settles(ruling)`: whether a round turns on the question
    - `explains(line)`: whether it explains a line of points, whatever its kind
    - `stands`: whether its lines link to it even when another article settles the round
    - `decides`: whether it is the main article of every round with one of its tags
    - `payer`: the argument of its lines that says whom the points come from
    - `of_several`: pairs of sentences: for one payer, and for several who pay for the same reason
    - `in_a_sum`: what the points are called beside a number, where the question is too long
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
    of_several: tuple[tuple[Message, Message], ...] = ()
    in_a_sum: Message | None = None


def points_article(
    key: str, name: Message, *rules: AnyRule, in_a_sum: Message | None = None
) -> Article:
    """The article on these kinds of points, to which their lines always link."""
    return Article(key, name, rules, stands=True, in_a_sum=in_a_sum)


def lowest_share(ruling: Ruling) -> int:
    """The number of players who share the lowest count."""
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
        _is_tied_undercut(ruling) and lowest_share(ruling) == len(ruling.winners)
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
    settles=lambda ruling: Tag.OUT in ruling.tags and lowest_share(ruling) > 1,
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
    stands=True,
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
ADJUSTMENT = points_article(
    "adjustment", message("Adjustments"), Rule.ADJUSTMENT, in_a_sum=message("adjustment")
)
JOINING = points_article(
    "joining", message("Leaving, joining, coming back"), Rule.JOINS, Rule.REJOINS
)
BESIDE_THE_CARDS = (ADJUSTMENT, JOINING)
"""The articles on points that no cards brought; they are the same in every game."""
GAME_BONUS = Article("game-bonus", message("Game bonus"), rules=(Rule.GAME_BONUS,))

MISTAKES = (
    Article("misdeal", message("The deal went wrong. What now?")),
    Article("wrong-number", message("Somebody has a card too many, or one too few. What now?")),
    Article("exposed-card", message("A card was shown by mistake. What now?")),
    Article("false-meld", message("That is not a meld after all. What now?")),
    Article("false-end", message("Somebody ended the round and was not allowed to. What now?")),
)
"""Mistakes at the table, in the order in which they happen in a round; the same in every game."""


TWO = ("Nina", "Max")
THREE = ("Nina", "Max", "Lou")
FOUR = ("Nina", "Max", "Lou", "Paul")

RoundDocument = dict[str, Any]
HandDocument = str | int | dict[str, Any]

STOCK_ROUND: RoundDocument = {"ending": "stock"}
VOID_ROUND: RoundDocument = {"ending": "void"}


class Ask(StrEnum):
    """What an example shows: its last round, next dealer, end, winner or columns."""

    RULING = "ruling"
    DEALER = "dealer"
    END = "end"
    WINNER = "winner"
    COLUMNS = "columns"


@dataclass(frozen=True)
class Example:
    """Rounds that illustrate the article with this key.

    It has as many `players` as its rounds name, unless they are given. `rules` apply on top of
    every preset; `flips` are house rules that change the outcome of `plain`. If it was `called`,
    the game was ended early.
    """

    article: str
    rounds: tuple[Mapping[str, Any], ...]
    players: tuple[str, ...] = ()
    rules: Mapping[str, Value] = field(default_factory=dict)
    flips: tuple[Mapping[str, Value], ...] = ()
    ask: Ask = Ask.RULING
    called: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", self.players or _players_named(self.rounds))
        object.__setattr__(self, "rounds", tuple(map(MappingProxyType, self.rounds)))
        object.__setattr__(self, "rules", MappingProxyType(self.rules))
        object.__setattr__(self, "flips", tuple(map(MappingProxyType, self.flips)))


def _players_named(rounds: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The first two, three or four players, among whom are all that the rounds name."""
    sides = {
        side for played in rounds for side in (played.get("by", "Nina"), *played.get("hands", ()))
    }
    named = {name for side in sides for name in side.split(" & ")}
    return next(players for players in (TWO, THREE, FOUR) if named <= {*players})


def ended(ending: str, by: str, **hands: HandDocument) -> RoundDocument:
    """A round that `by` ended in this way, with the hands by name."""
    return {"ending": ending, "by": by, "hands": hands}


def knock(by: str, **hands: HandDocument) -> RoundDocument:
    """A round that `by` ended with a knock."""
    return ended(Ending.KNOCK.value, by, **hands)


def stock_ran_out(**hands: HandDocument) -> RoundDocument:
    """A round that nobody ended, with the hands by name."""
    return {"ending": "stock", "hands": hands}


_NO_RULES: Mapping[str, Value] = MappingProxyType({})


def went_out(
    article: str,
    *flips: Mapping[str, Value],
    by: str = "Nina",
    ending: str = "out",
    rules: Mapping[str, Value] = _NO_RULES,
    ask: Ask = Ask.RULING,
    **hands: HandDocument,
) -> Example:
    """An example of one round that `by` ended, with the house rules that change its outcome."""
    return Example(article, (ended(ending, by, **hands),), rules=rules, flips=flips, ask=ask)


def knocked(article: str, *flips: Mapping[str, Value], by: str = "Nina", **others: Any) -> Example:
    """An example of one round that `by` ended with a knock."""
    return went_out(article, *flips, by=by, ending=Ending.KNOCK.value, **others)


def ran_out(
    article: str,
    *flips: Mapping[str, Value],
    rules: Mapping[str, Value] = _NO_RULES,
    **hands: HandDocument,
) -> Example:
    """An example of one round that nobody ended."""
    return Example(article, (stock_ran_out(**hands),), rules=rules, flips=flips)


def whole(cards: str) -> HandDocument:
    """A whole hand, for the program to lay out."""
    return {"hand": cards}


MOST_WITHOUT_SIZE = 26
"""The most cards that can be asked about in a game where a hand can have any number."""


def most_cards(deal: Deal) -> int:
    """The most cards that can be asked about: a full hand, and the card that was drawn."""
    return MOST_WITHOUT_SIZE if deal.hand_size is None else deal.hand_size + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class HandAnswer:
    """What the judge says, and the hand laid out to show it.

    - `verdict`: the answer in one sentence
    - `yes`: whether that is a yes; `None` if it is not a yes-or-no question
    - `left`: the cards that are in none of the melds
    - `left_points`: what the hand counts: those cards, and melds that the game does not spare
    - `notes`: further sentences below the verdict
    """

    verdict: Message
    yes: bool | None = None
    melds: tuple[LaidMeld, ...]
    left: tuple[Card, ...]
    left_points: int
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HandQuestion:
    """A question about one hand that players of a game ask.

    - `article`: the article of the rules that answers it in general
    - `help`: which cards to give
    - `takes_whole_hand`: whether it can only be asked about all the cards of a hand
    - `answer(rules, deal, cards)`: the answer for these cards, which all have their suits
    """

    article: Article
    help: Message
    takes_whole_hand: bool = False
    answer: Callable[[Any, Deal, tuple[Card, ...]], HandAnswer]


@dataclass(frozen=True, slots=True)
class AskedMeld:
    """A meld that was asked about, and what it counts.

    `kind` is the part of a hand that it is, such as a canasta, and `name` what that is called; both
    are `None` for a mere meld.
    """

    cards: tuple[Card, ...]
    count: int
    kind: str | None = None
    name: Message | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldsAnswer:
    """What the judge says of melds that somebody wants to lay.

    - `verdict`: the answer in one sentence
    - `needed`: what they must count together, and `yes` whether they do, where that is asked
    """

    verdict: Message
    melds: tuple[AskedMeld, ...]
    needed: int | None = None

    @property
    def count(self) -> int:
        """What they count together."""
        return sum(meld.count for meld in self.melds)

    @property
    def yes(self) -> bool | None:
        """Whether they count enough; `None` if nothing is needed."""
        return None if self.needed is None else self.count >= self.needed


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldsQuestion:
    """A question about melds that players of a game ask.

    - `article`: the article of the rules that answers it in general
    - `help`: which melds to give
    - `asks_total`, `asks_round`: what else the answer depends on
    - `takes_suits`: whether it matters of which suits the cards are
    - `answer(rules, deal, melds, needed)`: the answer for these melds, where `needed` is what a
      first meld must count; raises `RuleError` at the index of what is no meld
    """

    article: Article
    help: Message
    asks_total: bool = False
    asks_round: bool = False
    takes_suits: bool = False
    answer: Callable[[Any, Deal, tuple[tuple[Card, ...], ...], int | None], MeldsAnswer]
