"""The articles of the rules: disputes, what points are for, mistakes, and which a line is of.

An article has the same key in every game that it concerns; there it is the anchor of its place on
the page of the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.rummy.cards import JOKER
from scorekeeper.rummy.case import GONE_OUT, SECOND_OUT
from scorekeeper.rummy.judging.judge import ABOVE_LIMIT
from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.round import Line, Rule, RuleError, Ruling, Tag
from scorekeeper.rummy.variant import Variant


@dataclass(frozen=True, slots=True)
class Article:
    """A question that the rules answer, and the keys of the games that it concerns."""

    key: str
    question: Message
    variants: tuple[str, ...]

    def concerns(self, variant: Variant) -> bool:
        """Whether the page of this game has this article."""
        return variant.key in self.variants


_GIN = ("gin", "oklahoma", "hollywood")
_LOWEST = ("knock", "manipulation")
_OUT = ("basic", "three-thirteen")
_ALL = (*_GIN, *_LOWEST, *_OUT)

DISPUTES = (
    Article("ace", message("What is an ace worth?"), _ALL),
    Article(
        "equal-counts",
        message("Another player has just as much as the knocker. Who wins?"),
        (*_GIN, *_LOWEST),
    ),
    Article(
        "equal-with-several",
        message("Several players have just as much as the knocker. Who wins?"),
        _LOWEST,
    ),
    Article(
        "tie-below-the-knocker",
        message("Two players are level below the knocker. Who wins?"),
        _LOWEST,
    ),
    Article(
        "gin-against-zero",
        message("I went gin, but you have nothing left either. Who scores?"),
        _GIN,
    ),
    Article(
        "gin-off", message("You knocked, and I laid off down to nothing. Is that gin for me?"), _GIN
    ),
    Article(
        "run-against-zero",
        message("I knocked with nothing left (a run), but you have 0 as well. Who wins?"),
        ("knock",),
    ),
    Article("laying-off", message("May I lay off cards, on what, and who goes first?"), _ALL),
    Article("before-or-after", message("Do we count before or after laying off?"), _GIN),
    Article(
        "knock-too-high", message("That knock was too high. What happens now?"), (*_GIN, *_LOWEST)
    ),
    Article("stock-runs-out", message("The stock runs out. What happens now?"), _ALL),
    Article("next-dealer", message("Who deals next?"), _ALL),
    Article("boxes-and-target", message("Do boxes count towards the target?"), _GIN),
    Article("shutout", message("The loser has no points. What is the shutout worth?"), _GIN),
    Article(
        "higher-final",
        message("I reached the target, but your final total is higher. Who wins?"),
        (*_GIN, "manipulation"),
    ),
    Article("columns", message("In which columns does this win go?"), ("hollywood",)),
    Article(
        "upcard", message("The upcard is an ace, or a spade. What does it change?"), ("oklahoma",)
    ),
    Article(
        "wild-left",
        message("A wild card is left in my hand. What does it cost?"),
        ("manipulation", *_OUT),
    ),
    Article(
        "last-turn",
        message("Somebody went out. May I go out too?"),
        ("manipulation", *_OUT),
    ),
    Article("best-arrangement", message("Was that the best arrangement of the hand?"), _ALL),
)
"""The disputes that the rules settle, in the order in which they tend to come up."""

POINTS = (
    Article("difference", message("The difference"), (*_GIN, *_LOWEST)),
    Article("gin-bonus", message("Gin bonus"), _GIN),
    Article("big-gin-bonus", message("Big gin bonus"), _GIN),
    Article("undercut-bonus", message("Undercut bonus"), (*_GIN, "manipulation")),
    Article("rum-bonus", message("Bonus for nothing left (a run)"), ("knock",)),
    Article("knock-penalty", message("Penalty"), ("knock",)),
    Article("out-bonus", message("Bonus for going out"), ("manipulation",)),
    Article("cards-left", message("The cards left"), _OUT),
    Article("going-rummy", message("Going rummy"), ("basic",)),
    Article("adjustment", message("Adjustments"), _ALL),
    Article("game-bonus", message("Game bonus"), (*_GIN, "manipulation")),
    Article("round-bonus", message("Bonus for a round won"), ("manipulation",)),
    Article("last-column-double", message("The third column counts twice"), ("hollywood",)),
)
"""What points are for: the key is the slug of the rule behind the line."""

MISTAKES = (
    Article("misdeal", message("The deal went wrong. What happens now?"), _ALL),
    Article(
        "wrong-number",
        message("Somebody has a card too many or too few. What happens now?"),
        _ALL,
    ),
    Article("exposed-card", message("A card was shown by mistake. What happens now?"), _ALL),
    Article("false-meld", message("A meld turns out to be none. What happens now?"), _ALL),
    Article(
        "false-end",
        message("Somebody ended the round who could not. What happens now?"),
        _ALL,
    ),
)
"""What goes wrong at a table, in the order of a round."""

ARTICLES = DISPUTES + POINTS + MISTAKES

_BY_KEY = {article.key: article for article in ARTICLES}

_SETTLED_BY_A_DISPUTE = {
    Rule.SPADES_DOUBLE: "upcard",
    Rule.BOX_BONUS: "boxes-and-target",
    Rule.SHUTOUT: "shutout",
}


def articles_on(variant: Variant) -> tuple[Article, ...]:
    """The articles on the page of this game."""
    return tuple(article for article in ARTICLES if article.concerns(variant))


def article_for(rule: Rule) -> Article:
    """The article of a kind of points, as in a bonus for the end of the game.

    >>> article_for(Rule.BOX_BONUS).key
    'boxes-and-target'
    """
    return _BY_KEY[_SETTLED_BY_A_DISPUTE.get(rule, rule.value)]


def article_of(variant: Variant, ruling: Ruling, line: Line) -> Article:
    """The article of a line of a ruling: the dispute that the round settles, else of its points."""
    if line.rule is Rule.CARDS_LEFT and _holds_joker(line):
        return _BY_KEY["wild-left"]
    if line.rule in _ALWAYS_ITS_OWN:
        return article_for(line.rule)
    if settled := _settled(variant, ruling):
        return settled
    if line.rule is Rule.DIFFERENCE and ruling.least:
        return _BY_KEY["best-arrangement"]
    if line.rule is Rule.DIFFERENCE and ruling.layoffs:
        return _BY_KEY["before-or-after"]
    return article_for(line.rule)


def article_of_tag(variant: Variant, ruling: Ruling, tag: Tag) -> Article | None:
    """The article behind a word for a round, if there is one: a ruling may have no lines."""
    if tag in _TELLS_A_DISPUTE and (settled := _settled(variant, ruling)):
        return settled
    keys = _OF_A_TAG.get(tag, ())
    return next((each for key in keys if (each := _BY_KEY[key]).concerns(variant)), None)


def deciding_article(variant: Variant, ruling: Ruling) -> Article | None:
    """The article that decides a round: of its first points, or of what makes it no plain one."""
    first = article_of(variant, ruling, ruling.lines[0]) if ruling.lines else None
    if Tag.RUMMY in ruling.tags:
        return article_of_tag(variant, ruling, Tag.RUMMY)
    if first is _BY_KEY[Rule.DIFFERENCE.value]:
        told = [tag for tag in ruling.tags if tag in _SAYS_MORE_THAN_THE_DIFFERENCE]
    else:
        told = [] if first else list(ruling.tags)
    found = (article_of_tag(variant, ruling, tag) for tag in told)
    return next(filter(None, found), first)


def article_of_refusal(variant: Variant, fault: RuleError) -> Article | None:
    """The article that tells why these facts are refused, if there is one."""
    article = _BY_KEY.get(_OF_A_REFUSAL.get(fault.message.template, ""))
    return article if article and article.concerns(variant) else None


_OF_A_REFUSAL = {
    ABOVE_LIMIT.template: "knock-too-high",
    SECOND_OUT.template: "last-turn",
    GONE_OUT.template: "last-turn",
}

_ALWAYS_ITS_OWN = {Rule.ADJUSTMENT, Rule.SPADES_DOUBLE, Rule.CARDS_LEFT, Rule.GOING_RUMMY}

_SAYS_MORE_THAN_THE_DIFFERENCE = {Tag.UNDERCUT, Tag.GIN, Tag.BIG_GIN, Tag.RUM, Tag.OUT}

_TELLS_A_DISPUTE = {
    Tag.TIE,
    Tag.UNDERCUT,
    Tag.SHARED,
    Tag.GIN,
    Tag.BIG_GIN,
    Tag.RUM,
    Tag.OUT,
}

_OF_A_TAG: dict[Tag, tuple[str, ...]] = {
    Tag.UNDERCUT: ("undercut-bonus", "knock-penalty"),
    Tag.GIN: ("gin-bonus",),
    Tag.BIG_GIN: ("big-gin-bonus",),
    Tag.RUM: ("rum-bonus",),
    Tag.OUT: ("out-bonus", "cards-left"),
    Tag.RUMMY: ("going-rummy",),
    Tag.STOCK: ("stock-runs-out",),
    Tag.VOID: ("next-dealer",),
    Tag.ILLEGAL_KNOCK: ("knock-too-high",),
}


def _settled(variant: Variant, ruling: Ruling) -> Article | None:
    """The dispute that a round settles, the first that fits."""
    for key, is_it in _TURNS_ON:
        article = _BY_KEY[key]
        if article.concerns(variant) and is_it(ruling):
            return article
    return None


def _holds_joker(line: Line) -> bool:
    return any(isinstance(fact, tuple) and JOKER in fact for _, fact in line.text.facts)


def _lowest(ruling: Ruling) -> int:
    """How many share the lowest count."""
    return ruling.deadwood.count(min(ruling.deadwood, default=0))


def _is_undercut(ruling: Ruling) -> bool:
    return Tag.UNDERCUT in ruling.tags


def _is_tie(ruling: Ruling) -> bool:
    return Tag.TIE in ruling.tags


_TURNS_ON: tuple[tuple[str, Callable[[Ruling], bool]], ...] = (
    (
        "gin-against-zero",
        lambda ruling: bool({Tag.GIN, Tag.BIG_GIN} & {*ruling.tags}) and _lowest(ruling) > 1,
    ),
    ("run-against-zero", lambda ruling: Tag.RUM in ruling.tags and _is_tie(ruling)),
    ("stock-runs-out", lambda ruling: Tag.STOCK in ruling.tags),
    ("gin-off", lambda ruling: _is_undercut(ruling) and min(ruling.deadwood) == 0),
    (
        "tie-below-the-knocker",
        lambda ruling: (
            _is_undercut(ruling) and _is_tie(ruling) and _lowest(ruling) == len(ruling.winners)
        ),
    ),
    (
        "equal-with-several",
        lambda ruling: _is_undercut(ruling) and _is_tie(ruling) and len(ruling.winners) > 1,
    ),
    ("equal-counts", _is_tie),
    ("last-turn", lambda ruling: Tag.OUT in ruling.tags and _lowest(ruling) > 1),
)
"""How a round shows that it turns on a dispute, the most telling first."""
