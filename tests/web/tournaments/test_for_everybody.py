"""The pages for all players: their seats, the standing, and the only card on home."""

from __future__ import annotations

from datetime import date

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.clubs.players import rename_player
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import db
from scorekeeper.storage.models import TableGameRow, TournamentRow
from scorekeeper.storage.queries import active_people
from scorekeeper.tournaments import tables
from tests.support.clubs import the_club, visitor
from tests.support.elements import Element
from tests.support.organisers import Organiser
from tests.support.pages import Visitor, words
from tests.support.scorebook import record, start, win
from tests.support.tournament_evening import PAIRS

FIVE = (*PAIRS, "Ida & Jo")


@pytest.fixture
def dee(app: Flask) -> Visitor:
    """The phone of Dee, who plays with Bob and is only a watcher of the club."""
    return visitor(app, Role.WATCHER, player="Dee")


def rows(page: Element) -> list[str]:
    return [words(row) for row in page.select("main .item")]


def rounds_of(phone: Visitor, page: Element, name: str) -> str:
    """Return the rounds that the line of this entrant opens."""
    lines = page.select(".tournament-lines a.tournament-line")
    [line] = [line for line in lines if words(line, ".name") == name]
    return words(phone.visit(str(line["hx-get"])), "[data-open] ul")


def evening(organiser: Organiser) -> date:
    """Return the date of a tournament."""
    with organiser.app.app_context():
        return db.session.get_one(TournamentRow, organiser.id).played_on


def test_a_draw_is_not_visible_before_it_is_shown(organiser: Organiser, dee: Visitor) -> None:
    organiser.enter(PAIRS)
    organiser.press("Draw round 1")
    page = dee.visit(organiser.address("draw"))
    assert words(page, ".tournament-answer") == "No draw is shown yet."
    assert rows(page) == []
    assert dee.get(organiser.address("draw?round=1")).status_code == 404


def test_everybody_finds_their_table_by_name(organiser: Organiser, dee: Visitor) -> None:
    organiser.enter(FIVE)
    organiser.press("Draw round 1", movement="mitchell")
    organiser.press("Show it to all")
    page = dee.visit(organiser.address("draw"))
    assert words(page, ".tournament-answer") == (
        "Round 1 of 2: you are at table 2 against Ida & Jo."
    )
    assert rows(page) == [
        "Ann & Cem against Gus & Hal Table 1",
        "Bob & Dee against Ida & Jo Table 2",
        "Gus & Hal against Ann & Cem Table 1",
        "Ida & Jo against Bob & Dee Table 2",
    ]
    assert "Sits out: Eva & Fay" in words(page)
    by_table = dee.visit(organiser.address("draw?by=table"))
    assert rows(by_table) == ["Table 1 Ann & Cem Gus & Hal", "Table 2 Bob & Dee Ida & Jo"]


def test_who_sits_out_is_told_so(app: Flask, organiser: Organiser) -> None:
    organiser.enter(FIVE)
    organiser.press("Draw round 1", movement="mitchell")
    organiser.press("Show it to all")
    eva = visitor(app, Role.WATCHER, player="Eva")
    page = eva.visit(organiser.address("draw"))
    assert words(page, ".tournament-answer") == "Round 1 of 2: you sit out."


def test_ones_own_line_is_on_top_and_opens_its_rounds(organiser: Organiser, dee: Visitor) -> None:
    organiser.enter(FIVE)
    page = dee.visit(organiser.address())
    assert "once the first round is closed" in words(page)
    organiser.press("Draw round 1", movement="mitchell")
    organiser.press("Show it to all")
    assert "Round 1 of 2 is being played: 0 of 2 tables are done." in words(
        dee.visit(organiser.address())
    )
    organiser.type_totals(1, 1, 1345, 580)
    organiser.type_totals(1, 2, 1000, 1355)
    organiser.press("Close the round")
    page = dee.visit(organiser.address())
    assert words(page, ".tournament-answer") == "After round 1 of 2: Ann & Cem lead with 16."
    assert words(page, ".tournament-own summary") == "4 Bob & Dee 6 −355"
    assert words(page, ".tournament-own li").startswith(
        "1 Ida & Jo 1,000–1,355 · 355 difference: 6–14"
    )
    assert rounds_of(dee, page, "Eva & Fay") == "1 sits out 14 points"
    assert rounds_of(dee, page, "Ann & Cem").startswith(
        "1 Gus & Hal 1,345–580 · 765 difference: 16–4"
    )


def test_the_lines_follow_a_correction_a_new_name_and_the_language(
    app: Flask, organiser: Organiser
) -> None:
    def first(language: str) -> str:
        page = phone.visit(organiser.address(), headers={"Accept-Language": language})
        return words(page, "li .tournament-line")

    phone = visitor(app, Role.WATCHER)

    organiser.enter(PAIRS)
    organiser.press("Draw round 1", movement="mitchell")
    organiser.press("Show it to all")
    organiser.type_totals(1, 1, 2345, 1000)
    organiser.type_totals(1, 2, 1000, 1000)
    organiser.press("Close the round")
    assert first("en") == "1 Ann & Cem 19 +1,345"
    assert first("de") == "1 Ann & Cem 19 +1.345"
    with app.app_context():
        [ann] = [one for one in active_people(the_club()) if one.name == "Ann"]
        rename_player(ann, "Anna", seen="Ann")
    assert first("de") == "1 Anna & Cem 19 +1.345"
    organiser.press("Open the round again")
    organiser.type_totals(1, 1, 1100, 1000)
    organiser.press("Close the round")
    assert first("de") == "1 Anna & Cem 11 +100"


def test_a_shared_lead_names_all_who_lead(organiser: Organiser) -> None:
    tied = Organiser(organiser.app, break_1="", break_2="", break_3="")
    tied.enter(PAIRS)
    tied.play_round(1, (1000, 1000), (900, 900))
    assert "nobody leads yet" in words(tied.page(""), ".tournament-answer")


def test_the_standing_after_an_earlier_round_stays(organiser: Organiser) -> None:
    organiser.enter(PAIRS)
    organiser.play_round(1, (1345, 580), (1000, 1000))
    first = words(organiser.page(""), ".tournament-answer")
    organiser.play_round(2, (1000, 3000), (1000, 1000))
    assert words(organiser.page("?after=1"), ".tournament-answer") == first
    assert organiser.browser.get(organiser.address("?after=3")).status_code == 404


def test_a_tournament_of_this_evening_is_one_card_on_home(
    organiser: Organiser, dee: Visitor
) -> None:
    organiser.enter(PAIRS)
    assert words(dee.visit("/"), ".tournament-card .lead") == "4 pairs have entered."
    organiser.press("Draw round 1", movement="mitchell")
    organiser.press("Show it to all")
    page = dee.visit("/")
    assert words(page, ".tournament-card .lead") == (
        "Round 1 of 2: you are at table 2 against Gus & Hal."
    )
    with organiser.app.app_context():
        game = tables.begin(the_club(), organiser.id, 1, 2).id
    page = dee.visit("/")
    assert [str(link["href"]) for link in page.select(".tournament-card a")] == [
        f"/games/{game}",
        organiser.address("draw"),
        organiser.address(),
    ]
    assert page.select(".home-table") == []
    assert words(organiser.browser.visit("/"), ".tournament-card .button--primary") == "Desk"


def test_games_of_tables_are_told_by_one_box_of_their_evening(organiser: Organiser) -> None:
    organiser.enter(PAIRS)
    organiser.play_round(1, (1345, 580), (1000, 1000))
    home = organiser.browser.visit("/")
    assert home.select("#finished") == []
    page = organiser.browser.visit(f"/evenings/{evening(organiser)}")
    assert len(page.select(".tournament-card")) == 1
    assert page.select(".history-evening") == []


def test_guests_of_a_tournament_are_not_among_the_winners_of_the_evening(
    organiser: Organiser,
) -> None:
    organiser.enter(PAIRS)
    with organiser.app.app_context():
        record(start(("Ann", "Zoe"), overrides={"target": 30}), win(30))
    organiser.play_round(1, (1345, 580), (1000, 900))
    page = organiser.browser.visit(f"/evenings/{evening(organiser)}")
    named = [words(row) for row in page.select(".history-table tbody th")]
    assert named == ["A Ann", "Z Zoe"]


def test_a_rematch_is_offered_to_nobody_at_a_table(organiser: Organiser, app: Flask) -> None:
    organiser.enter(PAIRS)
    organiser.play_round(1, (1345, 580), (1000, 900))
    with app.app_context():
        [game, *_others] = db.session.scalars(select(TableGameRow.game_id))
    for phone in (organiser.browser, visitor(app, Role.PLAYER, player="Dee")):
        page = phone.visit(f"/games/{game}")
        assert page.select("[action$=rematch]") == []
    assert words(page, "#sheet-actions .button--primary") == "Standings"


def test_the_rounds_of_an_entrant_have_no_gap(organiser: Organiser) -> None:
    organiser.enter(PAIRS)
    organiser.play_round(1, (1345, 580), (1000, 900))
    page = organiser.page("entrants")
    organiser.press("Add them", page, late="Kim & Lou")
    organiser.press("They left Bob & Dee", organiser.page("entrants"))
    organiser.play_round(2, (1345, 580), (1000, 900))
    page = organiser.page("")
    assert rounds_of(organiser.browser, page, "Kim & Lou").startswith("1 not there 2 ")
    assert rounds_of(organiser.browser, page, "Bob & Dee").endswith(" 2 not there")


def test_the_sheet_of_a_game_leads_to_its_table(organiser: Organiser, dee: Visitor) -> None:
    organiser.enter(PAIRS)
    organiser.press("Draw round 1")
    organiser.press("Show it to all")
    with organiser.app.app_context():
        game = tables.begin(the_club(), organiser.id, 1, 2).id
    page = dee.visit(f"/games/{game}")
    assert words(page, "main .crumb") == "Table 2 of Friday, round 1"
    link = page.select_one("main .crumb a")
    assert link is not None
    assert dee.get(str(link["href"])).status_code == 200


def test_the_standing_of_a_hall_is_small(organiser: Organiser) -> None:
    organiser.enter(tuple(f"Anna-Maria {n} & Bartholomew {n}" for n in range(120)))
    for number in (1, 2):
        organiser.press(f"Draw round {number}")
        organiser.press("Show it to all")
        with organiser.app.app_context():
            for table in range(1, 61):
                tables.type_totals(the_club(), organiser.id, number, table, [1000 + table, 900])
        organiser.press("Close the round")
    sent = organiser.browser.get(organiser.address(), headers={"Accept-Encoding": "identity"})
    assert len(sent.data) <= 80_000
