"""Which article decides a round, or says why it is refused."""

from __future__ import annotations

import pytest

from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.game.sheet import fold
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.rulebook import article_of_refusal, deciding_article
from tests.support.articles import WHOLE, last_round
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


@walk(
    ("written", "article"),
    [
        pytest.param(
            document("gin", knock("Ann", Ann=3, Bob=11)), "difference", id="a plain knock"
        ),
        pytest.param(
            document("gin", knock("Ann", Ann=5, Bob=3)), "undercut-bonus", id="an undercut"
        ),
        pytest.param(
            document("gin", knock("Ann", **WHOLE)), "before-or-after", id="an undercut by lay-offs"
        ),
        pytest.param(document("gin", knock("Ann", Ann=3, Bob=0)), "gin-off", id="gin off"),
        pytest.param(
            document("manipulation", knock("Ann", Ann=4, Bob=2)),
            "undercut-bonus",
            id="an undercut in manipulation",
        ),
        pytest.param(
            document("knock", knock("Ann", Ann=8, Bob=5, Cem=21), players=THREE),
            "knock-penalty",
            id="a beaten knocker",
        ),
        pytest.param(
            document("gin", knock("Ann", Ann=9, Bob=9), tie="no-score"),
            "equal-counts",
            id="a tie that scores nothing",
        ),
    ],
)
def test_an_undercut_decides_a_round_that_settles_no_other_dispute(
    written: Document, article: str
) -> None:
    sheet = sheet_of(written)
    found = deciding_article(sheet.game.variant, last_round(sheet).ruling)
    assert found is not None
    assert found.key == article


@walk(
    ("written", "article"),
    [
        pytest.param(document("gin", gin("Ann", Bob=17)), "gin-bonus", id="gin"),
        pytest.param(document("knock", rum("Ann", Bob=17)), "rum-bonus", id="a run"),
        pytest.param(document("manipulation", out("Ann", Bob=17)), "out-bonus", id="out"),
        pytest.param(document("basic", rummy("Ann", Bob="JK")), "going-rummy", id="going rummy"),
        pytest.param(document("basic", out("Ann", Bob="JK")), "wild-left", id="a joker left"),
        pytest.param(document("gin", knock("Ann", Ann=3, Bob=17)), "difference", id="a knock"),
        pytest.param(document("gin", STOCK), "stock-runs-out", id="the stock ran out"),
    ],
)
def test_what_makes_a_round_no_plain_one_decides_it(written: Document, article: str) -> None:
    sheet = fold(read_game(written))
    found = deciding_article(sheet.game.variant, last_round(sheet).ruling)
    assert found is not None
    assert found.key == article


@walk(
    ("written", "article"),
    [
        pytest.param(
            document("gin", knock("Ann", Ann=12, Bob=30)), "knock-too-high", id="a knock too high"
        ),
        pytest.param(document("basic", out("Ann", Bob=0)), "last-turn", id="a second player out"),
        pytest.param(
            document("manipulation", knock("Ann", Ann=3, Bob=0)),
            "last-turn",
            id="a player without cards at another's knock",
        ),
        pytest.param(document("basic", out("Bob", Bob=3)), None, id="out with cards"),
    ],
)
def test_a_refusal_has_an_article_only_where_one_tells_why(
    written: Document, article: str | None
) -> None:
    with pytest.raises(RuleError) as refused:
        sheet_of(written)
    found = article_of_refusal(variant_of(str(written["variant"])), refused.value)
    assert (found and found.key) == article
