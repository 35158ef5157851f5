"""The judge's desk: the article of the rules that decides a round."""

from __future__ import annotations

import pytest

from tests.support.desk import EQUAL, ask, words
from tests.support.pages import Visitor
from tests.support.walks import walk


@walk(
    ("facts", "article"),
    [
        pytest.param(
            {"variant": "gin", "ending": "knock:0", "hand-0": "5", "hand-1": "3"},
            "Undercut bonus",
            id="an undercut in gin",
        ),
        pytest.param(
            {
                "variant": "knock",
                "players": "3",
                "ending": "knock:0",
                "hand-0": "5",
                "hand-1": "K 9",
                "hand-2": "2",
            },
            "Penalty",
            id="a beaten knocker",
        ),
        pytest.param({"variant": "gin", "ending": "gin:0", "hand-1": "K 7"}, "Gin bonus", id="gin"),
        pytest.param(
            {
                "variant": "gin",
                "preset": "modern",
                "ending": "big-gin:0",
                "hand-1": "K 7",
            },
            "Big gin bonus",
            id="big gin",
        ),
        pytest.param(
            {"variant": "knock", "ending": "rum:0", "hand-1": "K 7"},
            "Rum bonus",
            id="a run",
        ),
        pytest.param(
            {"variant": "manipulation", "ending": "out:0", "hand-1": "K 7"},
            "Bonus for going out",
            id="out in manipulation",
        ),
        pytest.param(
            {"variant": "basic", "ending": "rummy:0", "hand-1": "K 7"},
            "Going rummy",
            id="going rummy",
        ),
        pytest.param(
            {"variant": "basic", "ending": "rummy:0", "hand-1": "JK"},
            "Going rummy",
            id="going rummy against a joker",
        ),
        pytest.param(
            {"variant": "basic", "ending": "out:0", "hand-1": "K 7"},
            "What is left",
            id="just out",
        ),
        pytest.param(EQUAL, "Another player ties with the knocker. Who wins?", id="a tie"),
        pytest.param(
            {"variant": "gin", "ending": "knock:0", "hand-0": "12", "hand-1": "30"},
            "That knock was too high. What now?",
            id="a knock above the limit",
        ),
        pytest.param(
            {"variant": "basic", "ending": "rummy:0", "hand-1": "0"},
            "Somebody went out. Can I go out too?",
            id="a second player out",
        ),
    ],
)
def test_the_article_that_decides_is_named(
    client: Visitor, facts: dict[str, str], article: str
) -> None:
    _status, page = ask(client, **facts)
    assert words(page, ".judge-decides") == f"Decided by: {article}"


@walk(
    "facts",
    [
        pytest.param(
            {
                "variant": "basic",
                "players": "3",
                "ending": "rummy:0",
                "hand-0": "A",
                "hand-1": "K",
                "hand-2": "JK",
            },
            id="cards left to who went out",
        ),
        pytest.param(
            {"variant": "basic", "ending": "out:0", "hand-1": "9Z"}, id="no card in a hand"
        ),
        pytest.param(
            {
                "variant": "gin",
                "ending": "knock:0",
                "hand-0": "12",
                "hand-1": "30",
                "allow": "yes",
                "dealer": "5",
            },
            id="an accepted knock and nobody who dealt",
        ),
    ],
)
def test_no_article_is_named_if_none_explains_the_refusal(
    client: Visitor, facts: dict[str, str]
) -> None:
    status, page = ask(client, **facts)
    assert status == 422
    assert not page.select(".judge-decides")
