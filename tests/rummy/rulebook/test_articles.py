"""The articles of the rules, and the lines and words of a ruling that belong to them."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given

from scorekeeper.rummy.article import Article
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.rulebook import (
    ABOUT_TABLE,
    ARTICLES,
    DISPUTES,
    POINTS,
    article_for,
    article_of,
    article_of_tag,
)
from scorekeeper.rummy.ruling import AnyRule, AnyTag, Rule, Tag
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.rummy.variants.canasta_parts import FamilyTag
from scorekeeper.rummy.variants.gin import GinRule
from scorekeeper.rummy.variants.hollywood import HollywoodRule
from scorekeeper.rummy.variants.manipulation import ManipulationRule
from tests.support.documents import (
    STOCK,
    THREE,
    VOID,
    Document,
    adjusted,
    big_gin,
    document,
    gin,
    knock,
    out,
    rum,
    rummy,
    sheet_of,
    stock,
)
from tests.support.examples import article_keys
from tests.support.random_games import games
from tests.support.walks import walk
from tests.support.whole_hands import UNDERCUT

BETTER_WITH_MORE = {
    "Ann": {"hand": "AS 2S AC 2C 3C AD 4D AH 2H 3H"},
    "Bob": {"hand": "3S 6S 7S 8S 9S 4C 6D 4H 5H 6H"},
}

CONCEALED = {
    "ending": "concealed",
    "by": "Ann",
    "hands": {"Ann": {"melded": 205, "natural": 2}, "Bob": 25},
}


def key_of_tag(sheet: Sheet, tag: AnyTag) -> str | None:
    article = article_of_tag(sheet.game.variant, sheet.rounds[-1].ruling, tag)
    return article and article.key


def test_there_are_so_many_disputes() -> None:
    assert len(DISPUTES) == 118
    assert len(ABOUT_TABLE) == 10


def test_every_article_has_a_key_of_its_own() -> None:
    assert len({article.key for article in ARTICLES}) == len(ARTICLES)


def test_every_article_concerns_games_that_there_are() -> None:
    for article in ARTICLES:
        assert any(article in variant.articles for variant in VARIANTS), article.key


def test_what_points_are_for_is_named_by_its_slug() -> None:
    named = [rule for article in POINTS for rule in article.rules if rule.value == article.key]
    others = [rule for article in POINTS for rule in article.rules if rule not in named]
    assert others == [Rule.JOINS, Rule.REJOINS]


@given(games())
def test_every_line_and_word_of_a_ruling_has_its_article_in_the_game(written: Document) -> None:
    sheet = sheet_of(written)
    variant = sheet.game.variant
    assert all(article in variant.articles for article in _articles(sheet))


def _articles(sheet: Sheet) -> Iterator[Article]:
    variant = sheet.game.variant
    for entry in sheet.rounds:
        for line in entry.ruling.lines:
            yield article_of(variant, entry.ruling, line)
        for tag in entry.ruling.tags:
            if found := article_of_tag(variant, entry.ruling, tag):
                yield found
    for line in sheet.bonuses:
        yield article_for(line.rule)


@walk(
    ("written", "articles"),
    {
        "a plain knock": (document("gin", knock("Ann", Ann=3, Bob=11)), ["difference"]),
        "a gin": (document("gin", gin("Ann", Bob=72)), ["difference", "gin-bonus"]),
        "a big gin": (
            document("gin", big_gin("Ann", Bob=20), big_gin_bonus=31),
            ["difference", "big-gin-bonus"],
        ),
        "a gin against nothing": (document("gin", gin("Ann", Bob=0)), ["gin-against-zero"]),
        "an undercut": (
            document("gin", knock("Ann", Ann=3, Bob=1)),
            ["difference", "undercut-bonus"],
        ),
        "gin off": (document("gin", knock("Ann", Ann=3, Bob=0)), ["gin-off"]),
        "a tie in gin": (document("gin", knock("Ann", Ann=9, Bob=9)), ["equal-counts"]),
        "a tie that the knocker wins": (
            document("gin", knock("Ann", Ann=9, Bob=9), tie="knocker"),
            ["equal-counts"],
        ),
        "lay-offs": (document("gin", UNDERCUT), ["before-or-after", "undercut-bonus"]),
        "a layout with more than the least": (
            document("gin", knock("Ann", **BETTER_WITH_MORE)),
            ["best-arrangement"],
        ),
        "a spade": (
            document("oklahoma", gin("Ann", Bob=30) | {"upcard": "AS"}),
            ["difference", "gin-bonus", "upcard"],
        ),
        "a beaten knocker": (
            document("knock", knock("Ann", Ann=8, Bob=5, Cem=21), players=THREE),
            ["difference", "knock-penalty"],
        ),
        "a tie in knock": (
            document("knock", knock("Ann", Ann=5, Bob=5, Cem=21), players=THREE),
            ["equal-counts"],
        ),
        "a tie with several": (
            document("knock", knock("Ann", Ann=5, Bob=5, Cem=5), players=THREE),
            ["equal-with-several"],
        ),
        "a tie below the knocker": (
            document("knock", knock("Ann", Ann=8, Bob=5, Cem=5), players=THREE),
            ["tie-below-the-knocker"],
        ),
        "a run": (document("knock", rum("Ann", Bob=9)), ["difference", "rum-bonus"]),
        "a run against 0": (document("knock", rum("Ann", Bob=0)), ["run-against-zero"]),
        "a run that cannot be tied": (
            document("knock", rum("Ann", Bob=0), rum_can_be_tied=False),
            ["run-against-zero"],
        ),
        "going out": (
            document("manipulation", out("Ann", Bob="JK 7")),
            ["difference", "out-bonus"],
        ),
        "the stock ran out": (document("manipulation", stock(Ann=9, Bob=5)), ["stock-runs-out"]),
        "going rummy": (
            document("basic", rummy("Ann", Bob="K 7"), going_rummy="plus-10"),
            ["cards-left", "going-rummy"],
        ),
        "a joker left": (document("basic", out("Ann", Bob="JK 7")), ["wild-left"]),
        "cards left where somebody else got out too": (
            document("three-thirteen", out("Ann", Bob=0, Cem="K 7"), players=THREE),
            ["cards-left"],
        ),
        "red threes without a meld": (
            document("canasta", stock(Ann=15, Bob={"red_threes": 1, "left": 25})),
            ["cards-left", "red-threes-alone"],
        ),
        "an adjustment": (document("gin", adjusted(VOID, "Ann", -5)), ["adjustment"]),
    },
)
def test_a_line_belongs_to_the_dispute_that_the_round_settles_else_to_its_points(
    written: Document, articles: list[str]
) -> None:
    assert article_keys(sheet_of(written)) == articles


@walk(
    ("written", "tag", "article"),
    {
        "a tie without a line": (
            document("gin", knock("Ann", Ann=9, Bob=9), tie="no-score"),
            Tag.TIE,
            "equal-counts",
        ),
        "an undercut": (
            document("gin", knock("Ann", Ann=9, Bob=2)),
            Tag.UNDERCUT,
            "undercut-bonus",
        ),
        "a beaten knocker": (
            document("knock", knock("Ann", Ann=9, Bob=2)),
            Tag.UNDERCUT,
            "knock-penalty",
        ),
        "the stock ran out": (document("gin", STOCK), Tag.STOCK, "stock-runs-out"),
        "void": (document("knock", VOID), Tag.VOID, "next-dealer"),
        "going out": (document("manipulation", out("Ann", Bob=9)), Tag.OUT, "out-bonus"),
        "out first": (document("basic", out("Ann", Bob=9)), Tag.OUT, "cards-left"),
        "two out": (document("three-thirteen", out("Ann", Bob=0)), Tag.OUT, "last-turn"),
        "a knock too high that is level": (
            document("gin", knock("Ann", Ann=12, Bob=12) | {"allow": ["illegal-knock"]}),
            Tag.ILLEGAL_KNOCK,
            "knock-too-high",
        ),
        "out with too few canastas": (
            document(
                "canasta", out("Ann", Ann={"melded": 50}, Bob=25) | {"allow": ["illegal-out"]}
            ),
            Tag.ILLEGAL_OUT,
            "canastas-to-go-out",
        ),
        "out concealed": (
            document("canasta", CONCEALED),
            FamilyTag.CONCEALED,
            "concealed",
        ),
        "a word it has not": (document("knock", knock("Ann", Ann=2, Bob=9)), Tag.TIE, None),
    },
)
def test_a_word_for_a_round_has_its_article(
    written: Document, tag: Tag, article: str | None
) -> None:
    assert key_of_tag(sheet_of(written), tag) == article


@walk(
    ("rule", "key"),
    [
        (Rule.BOX_BONUS, "boxes-and-target"),
        (GinRule.SHUTOUT, "shutout"),
        (Rule.GAME_BONUS, "game-bonus"),
        (ManipulationRule.ROUND_BONUS, "round-bonus"),
        (HollywoodRule.LAST_COLUMN_DOUBLE, "last-column-double"),
    ],
)
def test_a_bonus_for_the_end_of_the_game_has_its_article(rule: AnyRule, key: str) -> None:
    assert article_for(rule).key == key


def every_rule() -> Iterator[AnyRule]:
    """Yield the slugs that several games share, and those of one game or family."""
    for kind in AnyRule.__subclasses__():
        yield from kind


def test_every_kind_of_points_has_its_article() -> None:
    found = {article_for(rule) for rule in every_rule()}
    assert found >= set(POINTS)
    assert {article.key for article in found - set(POINTS)} == {
        "upcard",
        "boxes-and-target",
        "shutout",
        "rami-or-sec",
    }
