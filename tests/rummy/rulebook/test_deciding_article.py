"""The article that decides a round, or explains an error."""

from __future__ import annotations

import pytest

from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.game.sheet import fold
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.rulebook import article_of_refusal, deciding_article
from tests.support.documents import (
    STOCK,
    THREE,
    Document,
    document,
    gin,
    knock,
    out,
    rum,
    rummy,
    sheet_of,
    variant_of,
)
from tests.support.walks import walk
from tests.support.whole_hands import UNDERCUT


@walk(
    ("written", "article"),
    {
        "a plain knock": (document("gin", knock("Ann", Ann=3, Bob=11)), "difference"),
        "an undercut": (document("gin", knock("Ann", Ann=5, Bob=3)), "undercut-bonus"),
        "an undercut by lay-offs": (document("gin", UNDERCUT), "before-or-after"),
        "gin off": (document("gin", knock("Ann", Ann=3, Bob=0)), "gin-off"),
        "an undercut in manipulation": (
            document("manipulation", knock("Ann", Ann=4, Bob=2)),
            "undercut-bonus",
        ),
        "a beaten knocker": (
            document("knock", knock("Ann", Ann=8, Bob=5, Cem=21), players=THREE),
            "knock-penalty",
        ),
        "a tie that scores nothing": (
            document("gin", knock("Ann", Ann=9, Bob=9), tie="no-score"),
            "equal-counts",
        ),
    },
)
def test_an_undercut_decides_a_round_that_settles_no_other_dispute(
    written: Document, article: str
) -> None:
    sheet = sheet_of(written)
    found = deciding_article(sheet.game.variant, sheet.rounds[-1].ruling)
    assert found is not None
    assert found.key == article


@walk(
    ("written", "article"),
    {
        "gin": (document("gin", gin("Ann", Bob=17)), "gin-bonus"),
        "a run": (document("knock", rum("Ann", Bob=17)), "rum-bonus"),
        "out": (document("manipulation", out("Ann", Bob=17)), "out-bonus"),
        "going rummy": (document("basic", rummy("Ann", Bob="JK")), "going-rummy"),
        "a joker left": (document("basic", out("Ann", Bob="JK")), "wild-left"),
        "a knock": (document("gin", knock("Ann", Ann=3, Bob=17)), "difference"),
        "the stock ran out": (document("gin", STOCK), "stock-runs-out"),
    },
)
def test_what_makes_a_round_no_plain_one_decides_it(written: Document, article: str) -> None:
    sheet = fold(read_game(written))
    found = deciding_article(sheet.game.variant, sheet.rounds[-1].ruling)
    assert found is not None
    assert found.key == article


@walk(
    ("written", "article"),
    {
        "a knock too high": (document("gin", knock("Ann", Ann=12, Bob=30)), "knock-too-high"),
        "a second player out": (document("basic", out("Ann", Bob=0)), "last-turn"),
        "a player without cards at another's knock": (
            document("manipulation", knock("Ann", Ann=3, Bob=0)),
            "last-turn",
        ),
        "out with cards": (document("basic", out("Bob", Bob=3)), None),
    },
)
def test_a_refusal_has_an_article_only_where_one_tells_why(
    written: Document, article: str | None
) -> None:
    with pytest.raises(RuleError) as refused:
        sheet_of(written)
    found = article_of_refusal(variant_of(str(written["variant"])), refused.value)
    assert (found and found.key) == article
