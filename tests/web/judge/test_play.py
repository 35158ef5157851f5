"""The judge’s desk answers a question about one play, without JavaScript."""

from __future__ import annotations

from flask import Flask

from scorekeeper.rummy.variants import VARIANTS
from tests.support.disputes import words
from tests.support.elements import Element
from tests.support.pages import HTMX, Visitor, link_named, read
from tests.support.table import Table
from tests.support.walks import walk

LAY_OFF = {"variant": "gin", "ask": "lay-off", "melds": "7S 8S 9S", "cards": "TS 2D"}
PILE = {"variant": "canasta", "ask": "pile", "top": "K", "hand": "K K 7 7 2"}
WILD = {"variant": "burraco", "ask": "wild", "meld": "4H 5H 2S 7H 8H 9H TH", "card": "6H"}


def ask(client: Visitor, **query: str) -> tuple[int, Element]:
    """Return status and page of an answer."""
    answer = client.get("/judge/play", query_string=query, follow_redirects=True)
    return answer.status_code, read(answer)


@walk(
    ("question", "verdict", "article"),
    {
        "laying off": (
            LAY_OFF,
            "Yes: you may lay off 10 of spades, but not 2 of diamonds .",
            "/rules/gin#laying-off",
        ),
        "after gin": (
            LAY_OFF | {"ended": "gin"},
            "No: against gin nobody lays off.",
            "/rules/gin#laying-off",
        ),
        "the pile": (
            PILE,
            "Yes: with the top card you can meld 60, and 50 is enough.",
            "/rules/canasta#frozen-pile",
        ),
        "later in the game": (
            PILE | {"total": "1500"},
            "No: with the top card you can meld 60, and the first meld needs 90.",
            "/rules/canasta#frozen-pile",
        ),
        "a frozen pile": (
            PILE | {"hand": "K 2", "laid": "rank", "frozen": "yes"},
            "No: the pile is frozen, and that takes two natural cards of its rank from your hand.",
            "/rules/canasta#frozen-pile",
        ),
        "in the second round": (
            PILE | {"variant": "hand-and-foot", "round": "2"},
            "No: with the top card you can meld 60, and the first meld needs 90.",
            "/rules/hand-and-foot#seven-of-the-pile",
        ),
        "a wild card": (
            WILD,
            "Yes: put 6 of hearts in its place, and the wild card at an end.",
            "/rules/burraco#wild-moved",
        ),
    },
)
def test_a_play_is_answered_with_its_article(
    client: Visitor, question: dict[str, str], verdict: str, article: str
) -> None:
    status, page = ask(client, **question)
    assert (status, words(page, "#verdict")) == (200, verdict)
    assert page.select(f'#answer a[href="{article}"]')
    _status, again = ask(client, **question)
    assert words(again, "#answer") == words(page, "#answer")


def test_what_a_run_becomes_is_drawn(client: Visitor) -> None:
    _status, page = ask(client, **WILD)
    drawn = [" ".join(caption.text.split()) for caption in page.select("#answer figcaption")]
    assert drawn == ["a semi-clean burraco, 70 points"] * 2


def test_the_form_is_sent_and_its_link_reopens_the_answer(client: Visitor) -> None:
    page = client.visit("/judge/play?variant=canasta&ask=pile")
    chosen = {"top": "k", "hand": "k 2", "laid": "others"}
    sent = client.submit(page, chosen, form="#dispute")
    assert sent.location == "/judge/play?variant=canasta&ask=pile&top=k&hand=k+2&laid=others"
    page = client.visit(sent.location)
    assert page.select_one('#hand[value="k 2"]')
    assert page.select('[name="laid"][value="others"][checked]')
    assert str(page.select_one("#link")["href"]).endswith(sent.location)


@walk(
    ("question", "field", "sentence"),
    {
        "no meld": (
            LAY_OFF | {"melds": "7S 8S KH"},
            "melds",
            "In no meld of the knocker: 7 of spades, 8 of spades, K of hearts .",
        ),
        "no card": (LAY_OFF | {"cards": ""}, "cards", "Enter these cards as well: Your cards."),
        "no total": (PILE | {"total": "x"}, "total", "This must be a whole number"),
        "no run": (WILD | {"meld": "4H 6H 7H"}, "meld", "This is neither a set nor a run"),
    },
)
def test_a_refusal_is_at_its_field(
    client: Visitor, question: dict[str, str], field: str, sentence: str
) -> None:
    status, page = ask(client, **question)
    assert status == 422
    assert words(page, f"#{field}-error").startswith(sentence)
    assert not words(page, "#answer")


def test_while_cards_are_tapped_a_missing_row_is_no_fault(client: Visitor) -> None:
    query = LAY_OFF | {"cards": ""}
    answer = client.get("/judge/play", query_string=query, headers=HTMX)
    assert answer.status_code == 200
    assert not read(answer).select(".field--wrong, [role=alert]")


@walk("address", ["variant=gin", "variant=gin&ask=pile", "variant=rami&ask=lay-off"])
def test_a_question_that_a_game_does_not_have_is_not_found(client: Visitor, address: str) -> None:
    assert client.get(f"/judge/play?{address}").status_code == 404


def test_every_question_is_asked_from_the_judge_and_from_its_article(client: Visitor) -> None:
    games = client.visit("/judge")
    for variant in VARIANTS:
        for play in variant.plays:
            address = f"/judge/play?variant={variant.key}&ask={play.key}"
            [link] = games.select(f'a[href="{address}"]')
            desk = client.visit(f"/judge?variant={variant.key}")
            assert desk.select(f'.judge-often a[href="{address}"]')
            rules = client.visit(f"/rules/{variant.key}")
            assert rules.select(f'[aria-labelledby="{play.article.key}"] a[href="{address}"]')
            assert words(client.visit(address), "h1") == link.text


def test_a_sheet_asks_by_its_own_rules_and_totals(app: Flask, client: Visitor) -> None:
    sides = {"Foxes": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}
    table = Table(app, "canasta", ("Ann", "Bob", "Cem", "Dee"), sides=sides, wild_canasta=1000)
    table.record("stock", hands={"Foxes": {"melded": 200, "left": 15}, "Bob & Dee": 50})
    link = link_named(client.visit(table.address), "May I take the pile?")
    desk = client.visit(str(link["href"]))
    assert words(desk, ".crumb a") == "Back to the sheet"
    totals = [str(choice["value"]) for choice in desk.select('#dispute [name="total"]')]
    assert totals == ["185", "-50"]
    needed = client.press(desk, {"top": "K", "hand": "K K", "total": "-50"}, form="#dispute")
    assert "and 15 is enough" in words(needed, "#verdict")
