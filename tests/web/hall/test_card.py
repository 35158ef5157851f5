"""The page of a table: players who scan its card begin, enter rounds, and agree at the end."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.tournaments import rounds, tables
from tests.support.clubs import browser
from tests.support.elements import Element
from tests.support.pages import Visitor, read, words
from tests.support.table_cards import Evening

HANDS = ((500, 200), (400, 300), (445, 80))
"""1,345 to 580 in three rounds."""

BEGIN = {"form": "form:has(> .actions)"}


@pytest.fixture
def evening(app: Flask) -> Evening:
    """Four pairs, before the first draw."""
    return Evening(app)


def at(evening: Evening, table: int, phone: Visitor | None = None) -> Element:
    """Return the page of a table, on a new phone if none is given."""
    return (phone or browser(evening.app)).visit(evening.addresses[table])


def sides(evening: Evening, table: int) -> list[str]:
    """Return the sides at a table in the published round."""
    seated = evening.now.round(evening.now.shown).tables[table - 1].sides
    return [evening.now.title(side[0]) for side in seated]


def says(evening: Evening, table: int) -> str:
    """Return the text of a table’s page, without names and links."""
    return " ".join(part.words for part in at(evening, table).select(".hall-at__words"))


def test_a_stranger_begins_the_game_with_one_tap_and_enters_rounds(evening: Evening) -> None:
    evening.show()
    phone = browser(evening.app)
    page = at(evening, 1, phone)
    first, second = sides(evening, 1)
    assert words(page).startswith("Friday · Round 1 · 3 hands Table 1")
    assert [side.words for side in page.select(".hall-side__name")] == [first, second]
    sheet = phone.press(page, **BEGIN)
    assert "Burraco" in words(sheet)
    assert evening.now.games[1, 1].status == "playing"
    form = phone.visit(f"/games/{evening.now.games[1, 1].id}/rounds/new?ending=stock")
    assert form.select("#round")


def test_whoever_presses_begin_first_starts_the_game(evening: Evening) -> None:
    evening.show()
    phones = [browser(evening.app) for _ in range(3)]
    pages = [at(evening, 1, phone) for phone in phones]
    games = {
        phone.submit(page, **BEGIN).location for phone, page in zip(phones, pages, strict=True)
    }
    assert len(games) == 1


def test_the_sheet_of_a_finished_game_leads_back_to_its_table(evening: Evening) -> None:
    evening.show()
    game, phone = evening.play(1, *HANDS), evening.phone(1)
    sheet = phone.visit(f"/games/{game}")
    [back] = sheet.select("#sheet-actions .button--primary")
    assert (back.words, back["href"]) == ("To the table", evening.addresses[1])


def test_the_result_is_shown_and_the_other_side_agrees(evening: Evening) -> None:
    evening.show()
    evening.play(1, *HANDS)
    first, second = sides(evening, 1)
    phone = browser(evening.app)
    page = at(evening, 1, phone)
    asked = f"1,345 to 580: 16–4 for {first}. {second}, is that right?"
    assert asked in words(page)
    rows = [row.words for row in page.select(".hall-deals tbody tr")]
    assert rows == ["Hand 1 500 200", "Hand 2 400 300", "Hand 3 445 80"]
    after = phone.press(page, form="form[action$=confirm]")
    assert f"16–4 for {first}. {second} agreed." in words(after)
    assert evening.now.round(1).tables[0].confirmed
    again = phone.submit(page, form="form[action$=confirm]")
    assert again.status_code == 303


def test_two_phones_of_a_side_agree_once(evening: Evening) -> None:
    evening.show()
    evening.play(1, *HANDS)
    phones = [browser(evening.app) for _phone in range(2)]
    pages = [at(evening, 1, phone) for phone in phones]
    versions = []
    for phone, page in zip(phones, pages, strict=True):
        assert phone.submit(page, form="form[action$=confirm]").status_code == 303
        versions.append(evening.now.version)
    assert versions[0] == versions[1]


def test_a_score_that_changed_meanwhile_is_not_agreed_to(evening: Evening) -> None:
    evening.show()
    evening.play(1, *HANDS)
    phone = browser(evening.app)
    page = at(evening, 1, phone)
    fields = {"total": ["1345", "600"]}
    refused = read(phone.submit(page, fields, form="form[action$=confirm]"), 422)
    assert words(refused, "#at-table [role=alert]").startswith("The score changed.")
    assert evening.now.round(1).tables[0].confirmed is None


def test_what_is_not_right_is_corrected_on_the_sheet(evening: Evening) -> None:
    evening.show()
    game, phone = evening.play(1, *HANDS), browser(evening.app)
    page = at(evening, 1, phone)
    sheet = phone.submit(page, form=".actions > form:not([action$=confirm])")
    assert sheet.location == f"/games/{game}#rounds"
    assert phone.visit(f"/games/{game}").select("#rounds")
    assert phone.get(f"/games/{game}/rounds/3/edit").status_code == 200


def test_nobody_agrees_in_a_round_that_is_closed(evening: Evening) -> None:
    evening.show()
    evening.play(1, *HANDS)
    phone = browser(evening.app)
    page = at(evening, 1, phone)
    evening.close()
    refused = read(phone.submit(page, form="form[action$=confirm]"), 422)
    assert "Round 1 is closed" in words(refused, "#at-table [role=alert]")


def test_every_state_of_a_table_is_told(app: Flask) -> None:
    pairs = ("Ann & Cem", "Bob & Dee", "Eva & Fay", "Gus & Hal", "Ida & Jo")
    evening = Evening(app, pairs=pairs, planned=2)
    told = {"before": says(evening, 1)}
    evening.show()
    told["drawn"] = says(evening, 1)
    evening.change(tables.say_result, 1, 1, void=True)
    told["void"] = says(evening, 1)
    loser = evening.now.round(1).tables[1].sides[0][0]
    evening.change(tables.say_result, 1, 2, forfeit=loser)
    told["forfeit"] = says(evening, 2)
    evening.close()
    told["closed"] = says(evening, 1)
    evening.show()
    told["next round"] = says(evening, 1)
    evening.close()
    told["last one closed"] = says(evening, 1).partition(" 1,800 to")[0]
    evening.change(rounds.end_tournament)
    told["ended"] = says(evening, 1)
    assert told == {
        "before": "The draw of round 1 comes soon. This page shows it by itself.",
        "drawn": "",
        "void": "This table does not count in round 1.",
        "forfeit": f"{evening.now.title(loser)} gave up this round.",
        "closed": "Round 1 is closed. The next draw says where you sit.",
        "next round": "",
        "last one closed": "Round 2, the last one, is closed.",
        "ended": "Friday is over. Thank you for playing!",
    }


def test_a_table_where_nobody_plays_says_who_sits_out(app: Flask) -> None:
    evening = Evening(app, pairs=("Ann & Cem", "Bob & Dee", "Eva & Fay"))
    evening.show()
    evening.print_cards(2)
    [out] = evening.now.round(1).without_game
    assert says(evening, 2) == f"Nobody plays here in round 1. {evening.now.title(out)} sits out."


def test_the_page_polls_until_something_is_new(evening: Evening) -> None:
    phone = browser(evening.app)
    page = at(evening, 1, phone)
    assert phone.poll(page).status_code == 204
    evening.show()
    assert "Begin" in phone.poll(page).text
    page = at(evening, 1, phone)
    evening.play(1, HANDS[0])
    assert "1 of 3 hands played" in re.sub(r"\s+", " ", phone.poll(page).text)


def test_the_address_of_a_table_is_told_to_nobody(evening: Evening) -> None:
    answer = browser(evening.app).get(evening.addresses[1])
    assert answer.headers["Referrer-Policy"] == "strict-origin"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "noindex" in answer.headers["X-Robots-Tag"]
