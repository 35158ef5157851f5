"""The judge's desk: the article of the rules that decides a round."""

from __future__ import annotations

from tests.support.desk import EQUAL, ask, words
from tests.support.pages import Visitor
from tests.support.walks import walk


def gin(ending: str, **hands: str) -> dict[str, str]:
    """A round of gin between Ann and Bob."""
    return basic(ending, **hands) | {"variant": "gin"}


def basic(ending: str, **hands: str) -> dict[str, str]:
    """A round of basic rummy, with the hands of seats `a`, `b` and `c`."""
    given = {f"hand-{'abc'.index(seat)}": cards for seat, cards in hands.items()}
    return {"variant": "basic", "ending": f"{ending}:0", "players": str(max(2, len(hands)))} | given


@walk(
    ("facts", "article"),
    [
        (gin("knock", a="5", b="3"), "Undercut bonus"),
        (basic("knock", a="5", b="K 9", c="2") | {"variant": "knock"}, "Penalty"),
        (gin("gin", b="K 7"), "Gin bonus"),
        (gin("big-gin", b="K 7") | {"preset": "modern"}, "Big gin bonus"),
        (basic("rum", b="K 7") | {"variant": "knock"}, "Rum bonus"),
        (basic("out", b="K 7") | {"variant": "manipulation"}, "Bonus for going out"),
        (basic("rummy", b="K 7"), "Going rummy"),
        (basic("rummy", b="JK"), "Going rummy"),
        (basic("out", b="K 7"), "What is left"),
        (EQUAL, "Another player ties with the knocker. Who wins?"),
        (gin("knock", a="12", b="30"), "That knock was too high. What now?"),
        (basic("rummy", b="0"), "Somebody went out. Can I go out too?"),
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
        basic("rummy", a="A", b="K", c="JK"),
        basic("out", b="9Z"),
        gin("knock", a="12", b="30") | {"allow": "yes", "dealer": "5"},
    ],
)
def test_no_article_is_named_if_none_explains_the_refusal(
    client: Visitor, facts: dict[str, str]
) -> None:
    status, page = ask(client, **facts)
    assert status == 422
    assert not page.select(".judge-decides")
