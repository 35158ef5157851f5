"""The judge's desk: bad input is refused at its field."""

from __future__ import annotations

import pytest

from scorekeeper.web.judge.blueprint import MOST_FACTS
from tests.support.desk import EQUAL, ask, words
from tests.support.disputes import KNOCKER
from tests.support.pages import HTMX, Visitor, read
from tests.support.walks import walk


@walk(
    ("facts", "field", "sentence"),
    [
        pytest.param(
            EQUAL | {"hand-0": "12"},
            "hand-0",
            "Ann cannot knock: deadwood 12 is over the limit of 10.",
            id="a knock above the limit",
        ),
        pytest.param(
            EQUAL | {"hand-0": KNOCKER + " 3S 4S"},
            "hand-0",
            "Ann’s whole hand has 12 cards; it should have 10.",
            id="twelve cards in gin",
        ),
        pytest.param(
            EQUAL | {"hand-0": "AS 2C", "hand-1": "AS K Q"},
            "hand-1",
            "A spades is in both hands, but the deck has only one.",
            id="two aces of spades",
        ),
        pytest.param(
            EQUAL | {"hand-1": "7S 7H 8D + 4C 5C 6C / KH KD KC 2S"},
            "hand-1",
            "7 spades 7 hearts 8 diamonds have neither the same rank nor the same suit.",
            id="a meld that is none",
        ),
        pytest.param(
            EQUAL | {"hand-1": "* 7 7 7 4 5 6 K K K 2"},
            "hand-1",
            "A whole hand needs suits, and Bob has a card without one.",
            id="no suits",
        ),
        pytest.param(
            EQUAL | {"hand-0": "9Z"}, "hand-0", "“9Z” in Ann’s hand is not a card.", id="no card"
        ),
        pytest.param(
            {"variant": "manipulation", "ending": "out:0", "hand-1": "2," * 41},
            "hand-1",
            "Bob’s hand has 41 cards: from 41 up, give what it counts.",
            id="a hand like a pack",
        ),
        pytest.param(
            EQUAL | {"ending": "rum:0"},
            "ending",
            "A round of this game cannot end with “rum”.",
            id="no ending of this game",
        ),
        pytest.param(
            EQUAL | {"ending": "knock:7"},
            "ending",
            "There is no seat “7” at this table.",
            id="nobody's knock",
        ),
        pytest.param(
            EQUAL | {"variant": "oklahoma", "upcard": "JK"},
            "upcard",
            "The upcard cannot be a joker: you play without.",
            id="a joker as upcard",
        ),
        pytest.param(
            {"variant": "basic", "ending": "out:0", "hand-1": "0"},
            "hand-1",
            "Bob must have something left: Ann went out first.",
            id="two are out",
        ),
        pytest.param(
            EQUAL | {"rules-tie": "maybe"},
            "rules-tie",
            "“A tie” must be one of: undercut, no-score, knocker.",
            id="no choice of a house rule",
        ),
        pytest.param(
            EQUAL | {"rules-target": "lots"},
            "rules-target",
            "“Play to” must be a whole number from 0 to 1000.",
            id="no number for a house rule",
        ),
        pytest.param(
            {"variant": "basic", "players": "6", "rules-decks": "1"},
            "rules-decks",
            "One deck is enough for five players at most.",
            id="too few decks",
        ),
        pytest.param(
            EQUAL | {"name-0": "Zoe", "name-1": "Zoe"},
            "name-1",
            "Two players cannot both be “Zoe”.",
            id="one name twice",
        ),
        pytest.param(
            EQUAL | {"name-0": "Z" * 41},
            "name-0",
            "A name has 1 to 40 characters.",
            id="a long name",
        ),
        pytest.param(
            EQUAL | {"variant": "knock", "players": "9"},
            "players",
            "Knock Rummy is for 2 to 5 players.",
            id="too many players",
        ),
        pytest.param(
            EQUAL | {"variant": "knock", "players": "many"},
            "players",
            "Knock Rummy is for 2 to 5 players.",
            id="players that are no number",
        ),
        pytest.param(
            EQUAL | {"dealer": "5"},
            "dealer",
            "There is no seat “5” at this table.",
            id="nobody dealt",
        ),
        pytest.param(
            EQUAL | {"total-1": "lots"},
            "total-1",
            "This must be a whole number, such as 85 or −20.",
            id="a total that is no number",
        ),
        pytest.param(
            EQUAL | {"total-0": "100"},
            "total-0",
            "With these totals the game was already over before this round.",
            id="the game was over",
        ),
        pytest.param(
            EQUAL | {"won-0": "51"}, "won-0", "This must be 0 to 50 rounds.", id="many rounds won"
        ),
        pytest.param(
            {"variant": "three-thirteen", "round": "12"},
            "round",
            "There are 11 rounds.",
            id="no such round",
        ),
        pytest.param(
            EQUAL | {"variant": "hollywood", "wins": "Ann 18, somebody 5"},
            "wins",
            "“somebody 5” is not a name and points, such as Ann 18.",
            id="a win of nobody",
        ),
        pytest.param(
            EQUAL | {"variant": "hollywood", "wins": "Ann 18, Bob 5 x"},
            "wins",
            "“Bob 5 x” is not a name and points, such as Ann 18.",
            id="a win of no kind",
        ),
        pytest.param(
            EQUAL | {"variant": "hollywood", "wins": "Ann 18, Bob 5 gin"},
            "wins",
            "No round of this kind is worth 5.",
            id="a gin that cannot be",
        ),
        pytest.param(
            EQUAL | {"variant": "hollywood", "wins": ",".join(["Ann 1"] * 61)},
            "wins",
            "No game has that many wins.",
            id="more wins than a game has",
        ),
        pytest.param(
            EQUAL | {"variant": "hollywood", "wins": ",".join(["Ann 60"] * 9)},
            "wins",
            "With these totals the game was already over before this round.",
            id="every column was closed",
        ),
        pytest.param(
            EQUAL | {"adjustment-0-player": "0", "adjustment-0-points": "some"},
            "adjustment-0-points",
            "An adjustment is a whole number of points, up to 100000.",
            id="an adjustment that is no number",
        ),
    ],
)
def test_bad_input_is_refused_at_its_field_and_stays_as_typed(
    client: Visitor, facts: dict[str, str], field: str, sentence: str
) -> None:
    response = client.get("/judge", query_string=facts)
    assert response.status_code == 422
    page = read(response)
    assert sentence in words(page, f"[id='{field}-error']")
    assert sentence in words(page, ".message--error")
    assert not page.select(".judge-link")
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
