"""The judge’s desk answers a question about one hand, without JavaScript."""

from __future__ import annotations

from tests.support.disputes import words
from tests.support.elements import Element
from tests.support.pages import HTMX, Visitor, read
from tests.support.walks import walk

SET_AND_RUN = "7S 7H JK 4D 5D 6D 7D KC"


def ask(client: Visitor, hand: str, variant: str = "contract", **facts: str) -> tuple[int, Element]:
    """Return status and page of a game’s question. The default is Contract Rummy in round 2."""
    round = {"round": "2"} if variant == "contract" else {}
    query = {"variant": variant, "hand": hand} | round | facts
    response = client.get("/judge/hand", query_string=query, follow_redirects=True)
    return response.status_code, read(response)


def laid(page: Element) -> list[str]:
    """Return the captions of the melds and of the cards left."""
    return [" ".join(each.text.split()) for each in page.select("#answer figcaption")]


def test_a_hand_that_meets_the_contract_is_laid_down(client: Visitor) -> None:
    status, page = ask(client, SET_AND_RUN)
    assert status == 200
    assert words(page, "#verdict") == "Yes, this meets the contract: a set and a run."
    assert laid(page) == ["a set, joker as 7", "a run", "left: 10 points"]


def test_a_hand_of_rummy_500_shows_what_its_melds_count(client: Visitor) -> None:
    page = client.visit("/judge/hand?variant=rummy-500&hand=AS+2S+3S+KS+KH+KD+9C")
    assert words(page, "#verdict") == "36 put down less 9 left makes 27."
    assert sorted(laid(page)) == ["a run, 6 points", "a set, 30 points", "left: 9 points"]


def test_melds_that_count_more_but_leave_even_more_are_named(client: Visitor) -> None:
    page = client.visit("/judge/hand?variant=rummy-500&hand=AS+2S+3S+3H+3D")
    assert words(page, "#verdict") == "6 put down less 6 left makes 0."
    assert "would score more (9), but leave 17: −8 in all." in words(page)


def test_what_a_hand_lacks_is_told(client: Visitor) -> None:
    _, page = ask(client, "7S 7H 7D 4D 5D 6D")
    assert words(page, "#verdict") == "No, this does not meet the contract: a set and a run."
    assert "Missing in a set: 7" in words(page)
    assert page.select("#answer .meld--wrong .playing-card--odd")


def test_the_form_is_sent_and_filled_in_again(client: Visitor) -> None:
    page = client.visit("/judge/hand?variant=contract")
    sent = client.submit(page, {"round": "3", "hand": "7s 7h"}, form="#dispute")
    assert sent.status_code == 302
    assert sent.location == "/judge/hand?variant=contract&round=3&hand=7s+7h"
    page = client.visit(sent.location)
    assert page.select_one('#hand[value="7s 7h"]')
    assert page.select_one('#round option[selected][value="3"]')
    assert str(page.select_one("#link")["href"]).endswith(sent.location)


def test_house_rules_count(client: Visitor) -> None:
    short = "7S 7H 7C 4D 5D 6D"
    assert words(ask(client, short)[1], "#verdict").startswith("No")
    _, page = ask(client, short, **{"rules-run_length": "3"})
    assert words(page, "#verdict").startswith("Yes")


@walk(
    ("hand", "sentence"),
    [
        ("7S 7", "Every card needs its suit here: “ 7 ” has none."),
        ("7S X9", "“X9” is not a card."),
        ("7S 7S 7S", "There are too many 7 of spades : this game has only 2."),
        ("", "A hand to arrange has 1 to 26 cards."),
        (
            " ".join(f"{rank}{suit}" for suit in "SHD" for rank in "23456789T"),
            "A hand to arrange has 1 to 26 cards.",
        ),
    ],
)
def test_a_wrong_hand_is_refused_at_its_field(client: Visitor, hand: str, sentence: str) -> None:
    status, page = ask(client, hand)
    assert status == 422
    assert words(page, "#hand-error") == sentence
    field = page.select_one("#hand")
    assert field["value"] == hand
    assert field["aria-invalid"] == "true"
    assert not page.select("#verdict")


def test_a_wrong_house_rule_is_refused(client: Visitor) -> None:
    status, page = ask(client, SET_AND_RUN, **{"rules-jokers_per_deck": "9"})
    assert status == 422
    assert page.select(".field__errors")
    assert not page.select("#verdict")


def test_the_answer_follows_what_is_typed(client: Visitor) -> None:
    query = {"variant": "contract", "round": "2", "hand": ""}
    nothing_yet = client.get("/judge/hand", query_string=query, headers=HTMX)
    assert not read(nothing_yet, 200).select("#verdict, .field__errors")
    typed = client.get("/judge/hand", query_string=query | {"hand": SET_AND_RUN}, headers=HTMX)
    assert words(read(typed), "#standing").startswith("Yes")
    assert typed.headers["HX-Replace-Url"].endswith("&hand=7S+7H+JK+4D+5D+6D+7D+KC")
    assert "<html" not in typed.text


@walk(
    ("game", "question"),
    [
        ("contract", "Does this meet the contract?"),
        ("rummy-500", "What’s the best way to put this hand down?"),
        ("rami", "May I open with this?"),
        ("indian", "May I declare with this?"),
    ],
)
def test_the_desk_and_the_rules_lead_to_the_question(
    client: Visitor, game: str, question: str
) -> None:
    for place in (f"/judge?variant={game}", f"/rules/{game}"):
        page = client.visit(place)
        link = page.select_one(f'a[href^="/judge/hand?variant={game}"]')
        assert link, place
        assert words(client.visit(str(link["href"])), "h1") == question


def test_the_answer_leads_to_its_article(client: Visitor) -> None:
    _, page = ask(client, SET_AND_RUN)
    article = page.select_one("#answer .why")
    address, key = str(article["href"]).split("#")
    assert client.visit(address).select_one(f"[id='{key}']")


@walk("variant", ["gin", "no-game"])
def test_a_game_without_a_question_has_no_such_page(client: Visitor, variant: str) -> None:
    assert client.get("/judge/hand", query_string={"variant": variant}).status_code == 404


OPENS = "9S TS JS QH QD JK 4C"


def test_the_best_opening_is_laid_out_with_what_jokers_stand_for(client: Visitor) -> None:
    status, page = ask(client, OPENS, "rami")
    assert (status, words(page, "#verdict")) == (200, "Yes: 59 points, with a run without jokers.")
    assert laid(page) == ["a run, 29 points", "a set, 30 points, joker as Q", "left: 4 points"]


@walk(
    ("rules", "verdict"),
    [
        ({"rules-opening": "71"}, "No: 59 points, 12 short of 71."),
        ({"preset": "cards"}, "Yes: 59 points, with a run without jokers."),
    ],
)
def test_the_points_to_open_are_a_house_rule(
    client: Visitor, rules: dict[str, str], verdict: str
) -> None:
    assert words(ask(client, OPENS, "rami", **rules)[1], "#verdict") == verdict


def test_a_hand_has_one_drawn_card_at_most(client: Visitor) -> None:
    most = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS AH"
    assert ask(client, most, "rami")[0] == 200
    status, page = ask(client, f"{most} 2H", "rami")
    assert (status, words(page, "#hand-error")) == (422, "A hand to arrange has 1 to 14 cards.")
    assert page.select_one(f'#hand[value="{most} 2H"]')


DECLARES = "4S 5S 6S 7S 2H 3H 7C QS QC QD 4H 4C JK"
NOT_TURNED_UP = "Choose the card that was turned up: its rank is wild."


def test_a_declaration_depends_on_the_card_that_was_turned_up(client: Visitor) -> None:
    page = client.visit("/judge/hand?variant=indian")
    assert words(page, "#wild legend") == "Which card was turned up?"
    sent = client.submit(page, {"wild": "7", "hand": DECLARES.lower()}, form="#dispute")
    page = client.visit(sent.location)
    assert words(page, "#verdict") == "Yes: every card is in a meld."
    assert page.select_one('#wild input[value="7"][checked]')
    _, page = ask(client, DECLARES, "indian", wild="8")
    assert words(page, "#verdict").startswith("No: that leaves")


@walk(
    ("facts", "sentence"),
    [({}, NOT_TURNED_UP), ({"wild": "1"}, "This must be one of these: A, 2, 3")],
)
def test_without_the_card_that_was_turned_up_nothing_is_answered(
    client: Visitor, facts: dict[str, str], sentence: str
) -> None:
    status, page = ask(client, DECLARES, "indian", **facts)
    assert status == 422
    assert words(page, "#wild-error").startswith(sentence)
    assert words(page, "#standing").startswith(sentence)
    assert not page.select("#verdict, #hand-error")


def test_where_no_rank_is_turned_up_none_is_asked(client: Visitor) -> None:
    status, page = ask(client, DECLARES, "indian", **{"rules-wild_rank": "none"})
    assert (status, page.select("#wild")) == (200, [])
    assert words(page, "#verdict").startswith("No: that leaves")


def test_a_declaration_takes_a_whole_hand(client: Visitor) -> None:
    status, page = ask(client, "4S 5S 6S", "indian", wild="7")
    assert status == 422
    assert words(page, "#hand-error") == "This takes all 13 cards of a hand, not 3."
