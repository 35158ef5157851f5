"""The judge's desk: disputes are settled, and links reopen them."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask

from scorekeeper.games import commands
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.web.judge.routes import MOST_FACTS
from tests.support.clubs import the_club
from tests.support.disputes import DISPUTES, KNOCKER, Dispute
from tests.support.pages import Visitor, read
from tests.support.table import Table

EQUAL = {"variant": "gin", "ending": "knock:0", "hand-0": "=10", "hand-1": "=10"}

each_dispute = pytest.mark.parametrize("dispute", DISPUTES, ids=lambda dispute: dispute.id)


def words(page: BeautifulSoup, selector: str = "#answer") -> str:
    """The text of the first element that the selector finds."""
    found = page.select_one(selector)
    assert found is not None, selector
    return " ".join(found.get_text(" ").split())


def blank(client: Visitor, game: str) -> BeautifulSoup:
    """The empty desk for a game."""
    page = client.visit("/judge")
    link = page.select_one(f'a.book-choice[href$="variant={game}"]')
    assert link is not None
    return client.visit(str(link["href"]))


def settled(client: Visitor, dispute: Dispute) -> BeautifulSoup:
    """The desk after the dispute was typed and sent."""
    page = blank(client, dispute.game)
    # Fields that appear once others are chosen come with the first answer.
    first = client.submit(page, shown(page, dispute.typed), form="#dispute", follow_redirects=True)
    if all(page.select(f'[name="{name}"]') for name in dispute.typed):
        return read(first)
    again = client.submit(read(first), dispute.typed, form="#dispute", follow_redirects=True)
    return read(again)


def shown(page: BeautifulSoup, typed: dict[str, str]) -> dict[str, str]:
    """The typed fields that the page has."""
    return {name: text for name, text in typed.items() if page.select(f'[name="{name}"]')}


def link(page: BeautifulSoup) -> str:
    """The link to the ruling, as shown on the page."""
    return words(page, ".judge-link")


def ask(client: Visitor, **facts: str) -> tuple[int, BeautifulSoup]:
    """Status and page of the desk with these fields in its address, after redirects."""
    named = {name.replace("_", "-"): text for name, text in facts.items()}
    response = client.get("/judge", query_string=named, follow_redirects=True)
    return response.status_code, read(response)


def test_every_page_links_to_the_desk(client: Visitor) -> None:
    assert client.visit("/").select_one('header a[href="/judge"]')


def test_every_game_may_be_judged(client: Visitor) -> None:
    page = client.visit("/judge")
    assert len(page.select("a.book-choice")) == len(VARIANTS)
    for variant in VARIANTS:
        assert "Still to come" in words(blank(client, variant.key))


def test_all_twenty_disputes_are_here() -> None:
    assert sorted({dispute.number for dispute in DISPUTES}) == list(range(1, 21))


@each_dispute
def test_a_dispute_is_settled(client: Visitor, dispute: Dispute) -> None:
    answer = words(settled(client, dispute))
    for sentence in dispute.says:
        assert sentence in answer
    for sentence in dispute.never:
        assert sentence not in answer


@each_dispute
def test_the_link_to_a_ruling_is_short_and_reopens_it_for_somebody_else(
    app: Flask, client: Visitor, dispute: Dispute
) -> None:
    page = settled(client, dispute)
    assert len(link(page)) < 200
    other: Any = app.test_client()
    reopened = other.get(link(page))
    assert reopened.status_code == 200
    assert words(read(reopened)) == words(page)
    assert words(read(reopened), "#dispute") == words(page, "#dispute")


def test_a_sent_form_is_redirected_to_the_short_address(client: Visitor) -> None:
    sent = client.submit(blank(client, "gin"), EQUAL, form="#dispute")
    assert sent.status_code == 302
    assert sent.headers["Location"] == (
        "/judge?variant=gin&hand-0=%3D10&hand-1=%3D10&ending=knock:0"
    )
    assert client.get(sent.headers["Location"]).status_code == 200


def test_parameters_added_by_messengers_are_removed_from_the_address(client: Visitor) -> None:
    answer = client.get("/judge", query_string=EQUAL | {"fbclid": "x", "utm_source": "y"})
    assert answer.status_code == 302
    assert "fbclid" not in answer.headers["Location"]


def test_the_desk_stores_nothing(app: Flask, client: Visitor) -> None:
    settled(client, DISPUTES[0])
    with app.app_context():
        assert not commands.games_in_play(the_club())


def test_a_changed_house_rule_stays_when_another_preset_is_chosen(client: Visitor) -> None:
    page = blank(client, "gin")
    changed = EQUAL | {"rules-undercut_bonus": "30", "preset": "pagat"}
    page = read(client.submit(page, changed, form="#dispute", follow_redirects=True))
    assert link(page).endswith(
        "variant=gin&preset=pagat&rules-undercut_bonus=30&hand-0=%3D10&hand-1=%3D10&ending=knock:0"
    )
    assert "Bob wins +30" in words(page)


def test_a_ruling_names_its_rules(client: Visitor) -> None:
    facts = {"preset": "modern", "rules-tie": "no-score", "rules-target": "50"}
    _status, page = ask(client, **EQUAL | facts)
    assert words(page, ".judge-answer__by") == (
        "Gin Rummy: Modern; Equal counts: nobody scores, Play to: 50"
    )
    _status, page = ask(client, variant="manipulation", ending="out:0", hand_1="7")
    assert words(page, ".judge-answer__by") == "Manipulation Rummy"


def test_the_desk_says_which_preset_to_leave_if_in_doubt(client: Visitor) -> None:
    page = blank(client, "gin")
    assert words(page, "#presets-help") == "By whose rules? If nobody knows, leave “Plain”."
    assert "presets-help" in page.select_one("[role=radiogroup]")["aria-labelledby"]  # type: ignore[index]
    assert not blank(client, "manipulation").select("#presets-help")


def test_other_rules_link_to_the_desk_by_those_rules(client: Visitor) -> None:
    _status, page = ask(client, **{"name-0": "Zoe"}, **EQUAL)
    links = {each.text: str(each["href"]) for each in page.select(".judge-others a")}
    assert "Bob wins +25" in words(client.visit(links["Modern"]))
    assert "Zoe wins" in words(client.visit(links["the knocker wins 0 points"]))
    other = client.visit(links["Knock Rummy"])
    assert "Zoe 10 less Bob 10" in words(other)
    assert "Knock Rummy" in words(other, "#game-title")


def test_the_desk_says_if_all_other_rules_agree(client: Visitor) -> None:
    _status, page = ask(client, variant="knock", ending="knock:0", hand_0="11", hand_1="12")
    assert (
        "no preset and no usual house rule of Knock Rummy changes who wins, by how much or who "
        "deals next"
    ) in words(page)


def others(page: BeautifulSoup) -> dict[str, str]:
    """What other rules say, by the names of the rules."""
    return {words(row, "dt"): words(row, "dd") for row in page.select(".judge-others > div")}


def test_rules_that_change_only_the_next_dealer_are_listed(client: Visitor) -> None:
    facts = {"variant": "gin", "ending": "knock:1", "hand-0": "K 9", "hand-1": "5", "dealer": "1"}
    _status, page = ask(client, **facts)
    assert "Bob deals next" in words(page, "#then + p")
    said = others(page)
    assert said["Pagat , Wikipedia , Tournament"] == "then Ann deals next"
    assert said["The next deal is for: the loser of the round , each in turn"] == (
        "then Ann deals next"
    )
    _status, page = ask(client, preset="wikipedia", **facts)
    assert "Ann deals next" in words(page, "#then + p")
    assert others(page)["Plain , Bicycle , Modern"] == "then Bob deals next"


def test_another_winner_and_another_next_dealer_are_listed_together(client: Visitor) -> None:
    said = others(ask(client, **EQUAL)[1])
    assert said["Equal counts: the knocker wins 0 points"] == "Ann wins then Ann deals next"


def test_no_next_dealer_is_named_for_a_finished_game(client: Visitor) -> None:
    facts = {"total-0": "95", "ending": "knock:0", "hand-0": "3", "hand-1": "11"}
    said = others(ask(client, variant="gin", **facts)[1])
    assert said["Tournament"] == "the game goes on then Bob deals next"
    assert said["Modern"].startswith("Ann wins the game")
    assert "deals" not in said["Modern"]


BEST_WITH_MORE = {
    "ending": "knock:0",
    "hand-0": "*AS 2S AC 2C 3C AD 4D AH 2H 3H",
    "hand-1": "*3S 6S 7S 8S 9S 4C 6D 4H 5H 6H",
}


def test_a_layout_with_more_than_the_least_deadwood_is_shown_beside_it(client: Visitor) -> None:
    _status, page = ask(client, variant="gin", **BEST_WITH_MORE)
    answer = words(page)
    assert "laid out with only 8 left, Ann would lose 15" in answer
    assert "With the least deadwood instead" in answer
    heads = [" ".join(head.text.split()) for head in page.select("#laid ~ .laid .laid__head")]
    assert heads == ["Ann 10 points", "Bob 13 points", "Ann 8 points", "Bob 3 points"]
    assert "at its best" not in answer


def test_a_layout_that_is_worse_for_the_knocker_links_to_the_better_one(client: Visitor) -> None:
    declared = BEST_WITH_MORE | {"hand-0": "AH 2H 3H + AC 2C 3C / AS 2S AD 4D"}
    _status, page = ask(client, variant="gin", **declared)
    assert "with 10 left, less is laid off on it" in words(page)
    best = page.find("a", string="Count Ann's hand at its best")
    assert best is not None
    taken = client.visit(str(best["href"]))
    assert "With the least deadwood instead" in words(taken)


def test_a_rule_that_forbids_the_knock_is_among_the_other_rules(client: Visitor) -> None:
    facts = {"ending": "knock:0", "hand-0": "=4", "hand-1": "11"}
    _status, page = ask(client, variant="manipulation", **facts)
    said = "Ann's knock with 4 is above the limit of 3."
    assert others(page)["Knock with at most: 3"] == said
    link = page.find("a", string="3")
    assert link is not None
    refused = client.get(str(link["href"]))  # type: ignore[index]
    assert refused.status_code == 422
    assert said in words(read(refused))


def test_a_knock_that_is_too_high_lists_the_rules_that_accept_it(client: Visitor) -> None:
    facts = {"variant": "manipulation", "ending": "knock:0", "hand-0": "=7", "hand-1": "20"}
    status, page = ask(client, **facts)
    assert status == 422
    said = others(page)
    assert said["Knock with at most: 7"] == "Ann wins +13 then Bob deals next"
    assert said["Knock Rummy"] == "Ann wins +13"
    link = page.find("a", string="7")
    assert link is not None
    assert "Ann wins +13" in words(client.visit(str(link["href"])))  # type: ignore[index]


def test_a_knock_that_is_too_high_shows_its_result_if_the_table_allows_it(
    client: Visitor,
) -> None:
    facts = {"variant": "gin", "ending": "knock:0", "hand-0": "12", "hand-1": "=30"}
    _status, page = ask(client, **facts)
    assert words(page, ".judge-answer__if-allowed") == "If the table allows it: Ann wins +18"
    assert "The same: no preset" not in words(page)
    link = page.select_one(".judge-answer__if-allowed a")
    assert link is not None
    allowed = client.visit(str(link["href"]))
    assert words(allowed, ".ruling__result") == "Ann wins +18"
    assert "above the limit of 10" in words(allowed, ".warning")


def test_a_knock_that_no_rule_accepts_lists_no_other_rules(client: Visitor) -> None:
    facts = {"variant": "manipulation", "ending": "knock:0", "hand-0": "=30", "hand-1": "=0"}
    status, page = ask(client, **facts)
    assert status == 422
    assert "The same: no preset" not in words(page)


@pytest.mark.parametrize(
    "wrong",
    [{"rules-target": "lots"}, {"hand-0": "12", "hand-1": "12 K"}, {"total-0": "lots"}],
    ids=["a house rule", "another hand", "a total"],
)
def test_other_rules_are_not_listed_if_more_is_wrong_than_the_knock(
    client: Visitor, wrong: dict[str, str]
) -> None:
    facts = {"variant": "gin", "ending": "knock:0", "hand-0": "12", "hand-1": "30"}
    status, page = ask(client, **facts | wrong)
    assert status == 422
    assert not page.select(".judge-others")


@pytest.mark.parametrize(
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
            "Bonus for nothing left (a run)",
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
            "The cards left",
            id="just out",
        ),
        pytest.param(
            EQUAL, "Another player has just as much as the knocker. Who wins?", id="a tie"
        ),
        pytest.param(
            {"variant": "gin", "ending": "knock:0", "hand-0": "12", "hand-1": "30"},
            "That knock was too high. What happens now?",
            id="a knock above the limit",
        ),
        pytest.param(
            {"variant": "basic", "ending": "rummy:0", "hand-1": "0"},
            "Somebody went out. May I go out too?",
            id="a second player out",
        ),
    ],
)
def test_the_article_that_decides_is_named(
    client: Visitor, facts: dict[str, str], article: str
) -> None:
    _status, page = ask(client, **facts)
    assert words(page, ".judge-decides") == f"The rule that decides it: {article}"


@pytest.mark.parametrize(
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


def test_names_not_given_are_placeholders_in_the_language(client: Visitor) -> None:
    _status, page = ask(client, variant="knock", players="3", **{"name-1": "Ann"})
    endings = [each.text.strip() for each in page.select(".round-endings .chip")][:3]
    assert endings == ["Bob knocked", "Ann knocked", "Cem knocked"]
    french = client.get(
        "/judge?variant=knock&players=3", headers={"Accept-Language": "fr"}, follow_redirects=True
    )
    assert "Anne a frappé" in french.text


def test_given_names_are_the_same_in_another_language(
    client: Visitor,
) -> None:
    page = blank(client, "knock")
    named = {"variant": "knock", "ending": "knock:0", "hand-0": "5", "hand-1": "9"}
    sent = client.submit(
        page, named | {"name-0": "Ann", "name-1": "Bob"}, form="#dispute", follow_redirects=True
    )
    assert "name-0=Ann&name-1=Bob" in link(read(sent))
    french = client.get(link(read(sent)), headers={"Accept-Language": "fr"})
    assert french.status_code == 200
    assert words(read(french), "#preview-title") == "Ann a frappé"
    again = client.submit(read(french), form="#dispute", follow_redirects=True)
    assert link(read(again)) == link(read(sent))


def test_placeholder_names_are_shown_but_not_sent(client: Visitor) -> None:
    page = blank(client, "gin")
    field = page.select_one("#name-0")
    assert field is not None
    assert (field["value"], field["placeholder"]) == ("", "Ann")
    sent = client.submit(page, EQUAL, form="#dispute")
    assert "name-" not in sent.headers["Location"]


def test_totals_before_the_round_count_only_if_given(client: Visitor) -> None:
    facts = {"ending": "knock:0", "hand-0": "=2", "hand-1": "52"}
    _status, page = ask(client, variant="gin", **facts)
    assert "wins the game" not in words(page)
    _status, page = ask(client, variant="gin", **facts, **{"total-0": "50", "total-1": "−5"})
    assert "Ann wins the game" in words(page)
    assert "Bob in all −5" in words(page).replace("-", "−")
    assert "No rounds won before this one were told" in words(page)


def test_hollywood_shows_the_wins_by_name(client: Visitor) -> None:
    facts = {"ending": "knock:0", "hand-0": "=3", "hand-1": "11", "wins": "ann 18,B −5 a,1 35 g"}
    _status, page = ask(client, variant="hollywood", **facts)
    field = page.select_one("#wins")
    assert field is not None
    assert field["value"] == "Ann 18, Bob -5 adjustment, Ann 35 gin"
    assert link(page).endswith("wins=1+18,2+-5+a,1+35+g")


@pytest.mark.parametrize(
    ("facts", "field", "sentence"),
    [
        pytest.param(
            EQUAL | {"hand-0": "12"},
            "hand-0",
            "Ann's knock with 12 is above the limit of 10.",
            id="a knock above the limit",
        ),
        pytest.param(
            EQUAL | {"hand-0": KNOCKER + " 3S 4S"},
            "hand-0",
            "Ann's whole hand is 12 cards, but it must be 10.",
            id="twelve cards in gin",
        ),
        pytest.param(
            EQUAL | {"hand-0": "AS 2C", "hand-1": "AS K Q"},
            "hand-1",
            "A spades is in both hands, and the deck has only one.",
            id="two aces of spades",
        ),
        pytest.param(
            EQUAL | {"hand-1": "7S 7H 8D + 4C 5C 6C / KH KD KC 2S"},
            "hand-1",
            "7 spades 7 hearts 8 diamonds are neither of one rank nor of one suit.",
            id="a meld that is none",
        ),
        pytest.param(
            EQUAL | {"hand-1": "* 7 7 7 4 5 6 K K K 2"},
            "hand-1",
            "A whole hand needs the suits: Bob has a card without.",
            id="no suits",
        ),
        pytest.param(
            EQUAL | {"hand-0": "9Z"}, "hand-0", "“9Z” in Ann's hand is not a card.", id="no card"
        ),
        pytest.param(
            {"variant": "manipulation", "ending": "out:0", "hand-1": "2," * 41},
            "hand-1",
            "Bob's hand has 41 cards: from 41 up, give what it counts.",
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
            "The upcard cannot be a joker: none is played.",
            id="a joker as upcard",
        ),
        pytest.param(
            {"variant": "basic", "ending": "out:0", "hand-1": "0"},
            "hand-1",
            "Bob must have a card left: Ann went out first.",
            id="two are out",
        ),
        pytest.param(
            EQUAL | {"rules-tie": "maybe"},
            "rules-tie",
            "“Equal counts” must be one of: undercut, no-score, knocker.",
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
            "One deck is enough for five players at the most.",
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
            "With these totals the game was over before this round.",
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
            "No round of this kind brings 5 points.",
            id="a gin that cannot be",
        ),
        pytest.param(
            EQUAL | {"variant": "hollywood", "wins": ",".join(["Ann 1"] * 61)},
            "wins",
            "These are more wins than a game has.",
            id="more wins than a game has",
        ),
        pytest.param(
            EQUAL | {"variant": "hollywood", "wins": ",".join(["Ann 60"] * 9)},
            "wins",
            "With these totals the game was over before this round.",
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


@pytest.mark.parametrize(
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
    ids=range(8),
)
def test_junk_in_the_address_gets_a_message(client: Visitor, address: str, status: int) -> None:
    response = client.get(address)
    assert response.status_code == status
    assert read(response).select_one(".lead, .message--error")


def test_a_script_in_the_address_is_shown_as_text(client: Visitor) -> None:
    _status, page = ask(client, **{"name-0": "<script>alert(1)</script>"}, **EQUAL)
    assert "<script>alert(1)</script>" in words(page)
    assert not [each for each in page.select("script") if not each.get("src")]


def test_htmx_gets_the_desk_alone_and_the_address_to_show(client: Visitor) -> None:
    answer = client.get("/judge", query_string=EQUAL, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert not read(answer).select("html, main")
    assert "Bob wins +10" in words(read(answer))
    assert answer.headers["HX-Replace-Url"].endswith("hand-1=%3D10&ending=knock:0")
    refused = client.get(
        "/judge", query_string=EQUAL | {"hand-0": "12"}, headers={"HX-Request": "true"}
    )
    assert refused.status_code == 422
    assert "HX-Replace-Url" not in refused.headers


def test_an_error_without_a_field_is_shown_among_the_messages(client: Visitor) -> None:
    huge = {"variant": "gin", "hand-0": "K" * MOST_FACTS}
    answer = client.get("/judge", query_string=huge, headers={"HX-Request": "true"})
    assert answer.status_code == 414
    assert answer.headers["HX-Retarget"] == "#messages"
    assert words(read(answer), answer.headers["HX-Reselect"])


def test_an_incomplete_form_can_be_completed(client: Visitor) -> None:
    page = blank(client, "gin")
    answer = client.submit(page, {"hand-0": "K 2"}, form="#dispute")
    assert answer.status_code == 200
    assert "Still to come: how the round ended Bob's cards" in words(read(answer))
    assert read(answer).select_one("#hand-0")["value"] == "K 2"  # type: ignore[index]


def test_an_incomplete_form_lists_first_what_is_missing(client: Visitor) -> None:
    page = blank(client, "oklahoma")
    assert not page.select(".message")
    answer = read(client.submit(page, {"hand-0": "K 2"}, form="#dispute"))
    links = answer.select(".message[role=alert] a")
    assert [(each.text, each["href"]) for each in links] == [
        ("how the round ended", "#ending"),
        ("the upcard", "#upcard"),
        ("Bob's cards", "#hand-1"),
    ]
    assert all(answer.select(str(each["href"])) for each in links)
    told = EQUAL | {"variant": "oklahoma", "upcard": "KH"}
    settled = client.submit(page, told, form="#dispute", follow_redirects=True)
    assert not read(settled).select(".message")


def test_missing_fields_are_not_urged_while_typing(client: Visitor) -> None:
    page = blank(client, "gin")
    answer = client.submit(page, {"hand-0": "K"}, form="#dispute", headers={"HX-Request": "true"})
    assert "Still to come" in words(read(answer))
    assert not read(answer).select(".message")


def recorded(app: Flask) -> list[Table]:
    """A few rounds of several games."""
    gin = Table(app, "gin", preset="wikipedia", tie="no-score")
    gin.record("void", adjustments=[{"player": "Bob", "points": -5}])
    gin.record("gin", "Bob", hands={"Ann": 20}, entered_by="Ann", note="In the garden")
    gin.record("knock", "Ann", hands={"Ann": 10, "Bob": "K"}, dealer="Ann")
    gin.record("knock", "Ann", hands={"Ann": {"hand": KNOCKER[2:]}, "Bob": 28})
    gin.record("knock", "Ann", hands={"Ann": 12, "Bob": 30}, allow=["illegal-knock"])
    oklahoma = Table(app, "oklahoma")
    oklahoma.record("knock", "Bob", hands={"Ann": 9, "Bob": 1}, upcard="6S")
    oklahoma.record("gin", "Ann", hands={"Bob": 11}, upcard="AS")
    hollywood = Table(app, "hollywood", ("Zoe", "Yan"), gin_boxes=1)
    hollywood.record("gin", "Yan", hands={"Zoe": 20})
    hollywood.knock("Zoe", Zoe=9, Yan=3)
    hollywood.knock("Zoe", Zoe=3, Yan=9)
    four = ("Pierre", "Jean", "Jacques", "Paul")
    knock = Table(app, "knock", four, target=60)
    knock.knock("Jean", Pierre="KS 9D 2C", Jean="5H", Jacques="QS QD 7C AH", Paul=8)
    knock.knock("Paul", Pierre=21, Jean=5, Jacques=28, Paul=8)
    manipulation = Table(app, "manipulation", ("Ann", "Bob", "Cem"))
    manipulation.record("out", "Cem", hands={"Ann": 40, "Bob": 13})
    manipulation.record("stock", hands={"Ann": 4, "Bob": 13, "Cem": 4})
    basic = Table(app, "basic", ("Ann", "Bob"), "pagat", jokers_per_deck=2)
    basic.record("rummy", "Bob", hands={"Ann": "JK K 3"})
    thirteen = Table(app, "three-thirteen", ("Ann", "Bob", "Cem"))
    thirteen.record("out", "Bob", hands={"Ann": 20, "Cem": 5})
    thirteen.record("void")
    thirteen.record("out", "Cem", hands={"Ann": "4 K", "Bob": 5})
    return [gin, oklahoma, hollywood, knock, manipulation, basic, thirteen]


def test_a_recorded_round_is_judged_with_its_players_names_in_every_language(
    app: Flask, client: Visitor
) -> None:
    table = Table(app, "gin")
    table.record("knock", "Ann", hands={"Ann": 10, "Bob": "K"})
    question = client.visit(f"{table.address}/rounds/1").find("a", string="Was this round right?")
    assert question is not None
    address = str(question["href"])  # type: ignore[index]
    assert "name-0=Ann&name-1=Bob" in address
    french = read(client.get(address, headers={"Accept-Language": "fr"}))
    assert words(french, "#preview-title") == "Ann a frappé"


def test_every_recorded_round_can_be_checked_at_the_desk(app: Flask, client: Visitor) -> None:
    for table in recorded(app):
        for number in range(1, table.rounds + 1):
            round = client.visit(f"{table.address}/rounds/{number}")
            question = round.find("a", string="Was this round right?")
            assert question is not None
            address = str(question["href"])  # type: ignore[index]
            assert len(address) < 220
            answer = client.get(address)
            assert answer.status_code == 200, address
            for selector in (".ruling__result", ".ruling .ruling-lines"):
                if round.select(selector):
                    assert words(read(answer), selector) == words(round, selector)
            over = number == table.rounds and bool(client.visit(table.address).select(".sheet-end"))
            assert ("wins the game" in words(read(answer), "#then")) == over
