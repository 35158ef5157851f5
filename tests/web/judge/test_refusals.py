"""The judge's desk: bad input is refused at its field, and the article that decides is named."""

from __future__ import annotations

from scorekeeper.web.judge.blueprint import MOST_FACTS
from tests.support.desk import EQUAL, ask, words
from tests.support.pages import HTMX, Visitor, read
from tests.support.walks import walk

BASIC, HOLLYWOOD = {"variant": "basic"}, EQUAL | {"variant": "hollywood"}
OVER = "With these totals the game was already over before this round."
NO_WIN = "is not a name and points, such as Ann 18."


@walk(
    ("facts", "field", "sentence"),
    [
        (EQUAL | {"hand-0": "12"}, "hand-0", "deadwood 12 is over the limit of 10."),
        (EQUAL | {"hand-0": "9Z"}, "hand-0", "“9Z” in Ann’s hand is not a card."),
        (EQUAL | {"ending": "rum:0"}, "ending", "cannot end with “rum”."),
        (EQUAL | {"ending": "knock:7"}, "ending", "There is no seat “7” at this table."),
        (EQUAL | {"variant": "oklahoma", "upcard": "JK"}, "upcard", "cannot be a joker"),
        (BASIC | {"ending": "out:0", "hand-1": "0"}, "hand-1", "Ann went out first."),
        (EQUAL | {"rules-tie": "maybe"}, "rules-tie", "must be one of: undercut, no-score,"),
        (EQUAL | {"rules-target": "lots"}, "rules-target", "whole number from 0 to 1000."),
        (BASIC | {"players": "6", "rules-decks": "1"}, "rules-decks", "five players at most."),
        (EQUAL | {"name-0": "Zoe", "name-1": "Zoe"}, "name-1", "cannot both be “Zoe”."),
        (EQUAL | {"name-0": "Z" * 41}, "name-0", "A name has 1 to 40 characters."),
        (EQUAL | {"variant": "knock", "players": "9"}, "players", "is for 2 to 5 players."),
        (EQUAL | {"variant": "knock", "players": "many"}, "players", "is for 2 to 5 players."),
        (EQUAL | {"dealer": "5"}, "dealer", "There is no seat “5” at this table."),
        (EQUAL | {"total-1": "lots"}, "total-1", "a whole number, such as 85 or −20."),
        (EQUAL | {"total-0": "100"}, "total-0", OVER),
        (EQUAL | {"won-0": "51"}, "won-0", "This must be 0 to 50 rounds."),
        ({"variant": "three-thirteen", "round": "12"}, "round", "There are 11 rounds."),
        (HOLLYWOOD | {"wins": "Ann 18, somebody 5"}, "wins", f"“somebody 5” {NO_WIN}"),
        (HOLLYWOOD | {"wins": "Ann 18, Bob 5 x"}, "wins", f"“Bob 5 x” {NO_WIN}"),
        (HOLLYWOOD | {"wins": "Ann 18, Bob 5 gin"}, "wins", "of this kind is worth 5."),
        (HOLLYWOOD | {"wins": ",".join(["Ann 1"] * 61)}, "wins", "has that many wins."),
        (HOLLYWOOD | {"wins": ",".join(["Ann 60"] * 9)}, "wins", OVER),
        (
            EQUAL | {"adjustment-0-player": "0", "adjustment-0-points": "some"},
            "adjustment-0-points",
            "An adjustment is a whole number of points, up to 100000.",
        ),
    ],
)
def test_bad_input_is_refused_at_its_field_and_stays_as_typed(
    client: Visitor, facts: dict[str, str], field: str, sentence: str
) -> None:
    page = read(client.get("/judge", query_string=facts), 422)
    assert sentence in words(page, f"[id='{field}-error']")
    assert sentence in words(page, ".message--error")
    assert not page.select("#link")
    for name, text in facts.items():
        typed = page.select_one(
            f"input[type=text][name='{name}'], input:not([type])[name='{name}']"
        )
        assert typed is None or typed["value"] == text


@walk(
    ("address", "status"),
    [
        ("/judge?variant=chess", 404),
        ("/judge?variant=", 404),
        ("/judge?variant=gin&preset=mine", 404),
        ("/judge?variant=gin&hand-0=" + "K" * MOST_FACTS, 414),
        ("/judge?" + "a=%00&" * 20_000, 414),
        ("/judge?variant=gin&hand-0=%00%ff%d8&ending=knock:0&hand-1=3", 422),
        ("/judge?variant=gin&hand-0==99999999999999999999&ending=knock:0&hand-1=3", 422),
        ("/judge?variant=gin&name-0=%00", 422),
    ],
)
def test_junk_in_the_address_gets_a_message(client: Visitor, address: str, status: int) -> None:
    response = client.get(address)
    assert response.status_code == status
    assert read(response).select_one(".lead, .message--error")


def test_a_script_in_the_address_is_shown_as_text(client: Visitor) -> None:
    _status, page = ask(client, **{"name-0": "<script>alert(1)</script>"}, **EQUAL)
    assert "<script>alert(1)</script>" in words(page)
    assert not [each for each in page.select("script") if not each.get("src")]


def test_an_error_without_a_field_is_shown_among_the_messages(client: Visitor) -> None:
    huge = {"variant": "gin", "hand-0": "K" * MOST_FACTS}
    answer = client.get("/judge", query_string=huge, headers=HTMX)
    assert answer.status_code == 414
    assert answer.headers["HX-Retarget"] == "#messages"
    assert words(read(answer), answer.headers["HX-Reselect"])


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
