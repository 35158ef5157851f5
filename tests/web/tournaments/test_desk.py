"""The organiser’s desk: unfinished tables, corrections, and two organisers at once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper import clock
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from scorekeeper.tournaments import tables
from tests.support.clubs import new_club, the_club, visitor
from tests.support.elements import Element
from tests.support.organisers import Organiser
from tests.support.pages import read, words
from tests.support.programs import token
from tests.support.scorebook import record, win
from tests.support.tournament_evening import PAIRS
from tests.support.walks import walk


@pytest.fixture
def shown(organiser: Organiser) -> Organiser:
    """Four pairs, with round 1 published."""
    organiser.enter(PAIRS)
    organiser.press("Draw round 1")
    organiser.press("Show it to all")
    return organiser


def state(organiser: Organiser, table: int, round: int = 1) -> str:
    """Return the state of a table, in the words of the desk."""
    rows = organiser.page(f"desk?round={round}").select("main .item")
    [found] = [row for row in rows if words(row, "h2").startswith(f"Table {table} ")]
    return words(found, "p")


def seated(page: Element) -> list[str]:
    """Return the entrants of an unpublished draw, table by table."""
    return [words(seat, ".name") for seat in page.select(".tournament-seat")]


def test_a_round_is_not_closed_while_a_table_is_open(shown: Organiser) -> None:
    shown.type_totals(1, 1, 1000, 900)
    page = read(shown.send("Close the round"), 422)
    assert words(page, ".message--error") == (
        "Table 2 of round 1 is not done. Type its totals, or say what became of it."
    )


@walk(
    ("totals", "sentence"),
    {
        "a word": (("1000", "nine"), "Write the total, such as 1,345."),
        "nothing": (("", "900"), "Write the total."),
        "too much": (("1000", "999999999"), "A total is a whole number, up to"),
    },
)
def test_wrong_totals_are_refused_and_kept(
    shown: Organiser, totals: tuple[str, str], sentence: str
) -> None:
    page = shown.table(1, 1)
    answer = shown.browser.submit(page, {"total": list(totals)}, form="form[action$=totals]")
    page = read(answer, 422)
    assert sentence in words(page, "#total-error")
    assert [field["value"] for field in page.select("[name=total]")] == list(totals)


def test_totals_are_typed_with_groups_and_corrected(shown: Organiser) -> None:
    shown.browser.submit(
        shown.table(1, 1), {"total": ["1,345", "580"]}, form="form[action$=totals]"
    )
    assert state(shown, 1) == "1,345–580: 16–4"
    shown.type_totals(1, 1, 1345, 600)
    assert state(shown, 1) == "1,345–600: 16–4"


def test_a_total_below_nothing_has_a_dash_of_its_own(shown: Organiser) -> None:
    shown.type_totals(1, 1, 2100, -25)
    assert state(shown, 1) == "2,100 – −25: 20–0"


def test_somebody_who_typed_totals_first_is_not_overwritten(shown: Organiser) -> None:
    page = shown.table(1, 1)
    shown.type_totals(1, 1, 1000, 900)
    answer = shown.browser.submit(page, {"total": ["1", "2"]}, form="form[action$=totals]")
    page = read(answer, 409)
    assert [field["value"] for field in page.select("[name=total]")] == ["1", "2"]
    assert state(shown, 1) == "1,000–900: 11–9"


def test_what_became_of_a_table_is_said_and_taken_back(shown: Organiser) -> None:
    first = words(shown.table(1, 1), "label")
    shown.press(f"{first} did not come", shown.table(1, 1))
    assert state(shown, 1) == f"{first} did not come"
    shown.press("It is played after all", shown.table(1, 1))
    shown.press("The table does not count", shown.table(1, 1))
    assert state(shown, 1) == "does not count"
    shown.press("It is played after all", shown.table(1, 1))
    assert state(shown, 1) == "not begun yet"


def test_a_table_that_plays_by_phone_is_called_or_taken_back(app: Flask) -> None:
    gin = Organiser(app, "gin")
    gin.enter(("Ann", "Bob"))
    gin.press("Draw round 1")
    gin.press("Show it to all")
    with app.app_context():
        game = tables.begin(the_club(), gin.id, 1, 1).id
    assert state(gin, 1) == "begun"
    with app.app_context():
        record(db.session.get_one(GameRow, game), win(30))
    assert state(gin, 1) == "1 hand played"
    page = gin.table(1, 1)
    assert page.select("[name=total]") == []
    assert "See the game or correct it" in words(page)
    gin.press("Call it: the totals count as they are", page)
    assert state(gin, 1).endswith(": 3–0") or state(gin, 1).endswith(": 0–3")
    assert "All its hands are deleted" in words(gin.table(1, 1), "details:has([action$=take-back])")
    sheet = gin.browser.visit(f"/games/{game}")
    [back] = sheet.select("#sheet-actions .button--primary")
    assert (back.words, back["href"]) == ("To the table", gin.address("desk/1/1"))
    gin.press("Take its game back", gin.table(1, 1))
    assert state(gin, 1) == "not begun yet"


def test_two_taps_swap_two_pairs_before_the_draw_is_shown(organiser: Organiser) -> None:
    organiser.enter(PAIRS)
    page = organiser.press("Draw round 1")
    before = seated(page)
    first = page.select(".tournament-seat")[0]
    page = organiser.browser.visit(str(first["href"]).split("#")[0])
    assert f"it takes the place of {before[0]}" in words(page, ".tournament-check")
    organiser.press(before[3], page)
    after = seated(organiser.page("desk"))
    assert after == [before[3], before[1], before[2], before[0]]


def test_a_swap_that_breaks_the_draw_is_done_only_if_the_organiser_insists(
    organiser: Organiser,
) -> None:
    organiser.enter(PAIRS)
    organiser.play_round(1, (1800, 1445), (1600, 1500))
    page = organiser.press("Draw round 2")
    before = seated(page)
    first = page.select(".tournament-seat")[0]
    page = organiser.browser.visit(str(first["href"]).split("#")[0])
    page = read(organiser.send(before[2], page), 422)
    said = words(page, ".message--error")
    assert said.count("have met before.") == 2
    assert seated(organiser.page("desk")) == before
    organiser.press("Swap them anyway", page)
    assert seated(organiser.page("desk")) == [before[2], before[1], before[0], before[3]]


def test_the_desk_shows_the_minutes_left_while_the_clock_runs(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    timed = Organiser(app, minutes="50")
    timed.enter(PAIRS)
    timed.press("Draw round 1")
    page = timed.press("Show it to all")
    assert page.select("[role=timer]") == []
    timed.press("Start the clock")
    started = clock.now()
    for passed, face, said in (
        (timedelta(minutes=37, seconds=30), "12:30", "13 minutes left"),
        (timedelta(minutes=50), "0:00", "Time is up Finish the lap. The hand counts."),
    ):
        with monkeypatch.context() as later:
            later.setattr(clock, "now", lambda passed=passed: started + passed)
            page = timed.page("desk")
        assert words(page, "[role=timer]") == face
        assert words(page, ".tournament-answer").endswith(f"{face} {said}")


def test_the_draw_says_who_meets_again(organiser: Organiser) -> None:
    organiser.enter(("Ann & Cem", "Bob & Dee"))
    organiser.play_round(1, (1000, 900))
    page = organiser.press("Draw round 2")
    assert "meet again." in words(page, ".tournament-check")
    page = organiser.press("Draw again")
    assert words(page, ".tournament-answer") == "Round 2 of 2 Only organisers see this draw."


def test_a_correction_after_the_draw_is_told_and_the_round_drawn_again(
    organiser: Organiser,
) -> None:
    organiser.enter(PAIRS)
    organiser.play_round(1, (1800, 1445), (1600, 1500))
    organiser.press("Draw round 2")
    organiser.press("Show it to all")
    page = organiser.press("Open the round again", organiser.page("desk?round=1"))
    assert words(page, ".tournament-answer").endswith("All tables are done.")
    assert "Round 1 is open again." in words(organiser.page("desk"))
    organiser.type_totals(1, 2, 1500, 3600)
    organiser.press("Close the round", organiser.page("desk?round=1"))
    told = "Drawn before a correction at table 2 of round 1."
    assert told in words(organiser.page("desk"))
    assert told in words(organiser.page("draw"))
    page = organiser.press("Draw again")
    assert told not in words(page)


def test_a_closed_table_is_opened_before_it_is_corrected(organiser: Organiser) -> None:
    organiser.enter(PAIRS)
    organiser.play_round(1, (1800, 1445), (1600, 1500))
    page = organiser.table(1, 1)
    assert page.select("[name=total]") == []
    page = organiser.press("Open the round again", page)
    assert words(page, "main h2") == "Table 1"
    assert len(page.select("[name=total]")) == 2


def test_the_desk_follows_what_the_tables_do_while_a_round_is_played(shown: Organiser) -> None:
    page = shown.page("desk")
    assert shown.browser.poll(page).status_code == 204
    with shown.app.app_context():
        tables.begin(the_club(), shown.id, 1, 1)
    assert state(shown, 1) == "begun"
    news = shown.browser.poll(page)
    assert "begun" in words(read(news, 200), "#desk")
    for table in (1, 2):
        shown.press("The table does not count", shown.table(1, table))
    page = shown.press("Close the round")
    assert page.select("[hx-trigger]") == []


def test_two_organisers_draw_one_round(organiser: Organiser) -> None:
    organiser.enter(PAIRS)
    page = organiser.page("desk")
    organiser.press("Draw round 1")
    page = read(organiser.send("Draw round 1", page), 409)
    assert words(page, ".message--error").startswith("Round 1 was drawn a moment ago.")
    assert words(page, ".tournament-answer") == "Round 1 of 2 Only organisers see this draw."


def test_the_form_sent_twice_counts_once(organiser: Organiser) -> None:
    organiser.enter(PAIRS)
    page = organiser.page("desk")
    for _time in range(2):
        organiser.press("Draw round 1", page)
    assert organiser.answer == "Round 1 of 2 Only organisers see this draw."


@walk(
    ("fields", "sentence"),
    {
        "Mitchell has moved all": (
            {"movement": "mitchell", "step": "2"},
            "With 2 tables, moving by 2 moves nobody. Move by 1.",
        ),
    },
)
def test_a_draw_that_cannot_be_is_refused_and_its_choice_kept(
    organiser: Organiser, fields: dict[str, str], sentence: str
) -> None:
    organiser.enter(PAIRS)
    page = read(organiser.send("Draw round 1", **fields), 422)
    assert words(page, ".message--error") == sentence
    chosen = page.select_one("#movement option[selected]")
    assert chosen is not None
    assert chosen["value"] == fields["movement"]


def test_a_movement_is_chosen_when_drawing(organiser: Organiser) -> None:
    organiser.enter(PAIRS)
    organiser.press("Draw round 1", movement="mitchell")
    assert seated(organiser.page("desk")) == ["Ann & Cem", "Eva & Fay", "Bob & Dee", "Gus & Hal"]


@walk(
    ("first", "movement"),
    {
        "seeds": ("Ann & Cem #1", "knock-out"),
        "lines": ("Ann & Cem NS 1", "mitchell"),
        "names alone": ("Ann & Cem", "lot"),
    },
)
def test_what_is_written_after_the_names_says_how_to_draw(
    organiser: Organiser, first: str, movement: str
) -> None:
    others = [f"{pair} EW 1" if movement == "mitchell" else pair for pair in PAIRS[1:2]]
    organiser.enter((first, *others))
    chosen = organiser.page("desk").select_one("#movement [selected]")
    assert chosen is not None
    assert chosen["value"] == movement


def test_a_tie_in_a_knock_out_is_decided_by_the_organiser(organiser: Organiser) -> None:
    organiser.enter(PAIRS)
    organiser.press("Draw round 1", movement="knock-out")
    organiser.press("Show it to all")
    organiser.type_totals(1, 1, 1000, 1000)
    organiser.type_totals(1, 2, 1000, 900)
    desk = organiser.page("desk")
    assert words(desk, ".tournament-answer .lead") == "1 of 2 tables is not done: 1."
    assert state(organiser, 1) == "1,000–1,000: 10–10 · who goes on?"
    page = read(organiser.send("Close the round"), 422)
    assert "Table 1 is level" in words(page, ".message--error")
    first = words(organiser.table(1, 1), "label")
    organiser.press(f"{first} goes on", organiser.table(1, 1))
    assert state(organiser, 1) == f"{first} goes on"
    organiser.press("Close the round")
    organiser.press("Draw round 2")
    assert len(seated(organiser.page("desk"))) == 2


def test_an_entrant_without_an_opponent_sits_out(organiser: Organiser) -> None:
    organiser.enter(("Ann & Cem #1", *PAIRS[1:3]))
    organiser.press("Draw round 1", movement="knock-out")
    organiser.press("Show it to all")
    assert state(organiser, 1) == "sits out"
    assert not organiser.table(1, 1).select("[name=total], [name=said]")
    draw = organiser.page("draw")
    assert "Sits out: Ann & Cem" in words(draw, "main")
    assert [words(one) for one in draw.select("main .lined .name")] == list(PAIRS[1:3])
    organiser.type_totals(1, 2, 1000, 900)
    organiser.press("Close the round")
    line = organiser.page("?of=1")
    assert words(line, "[data-open] li").startswith("1 sits out")


def test_a_knock_out_ends_with_who_won_it_whoever_has_most_points(organiser: Organiser) -> None:
    organiser.enter(("Ann & Cem #1", "Bob & Dee", "Eva & Fay #2", "Gus & Hal"))
    organiser.press("Draw round 1", movement="knock-out")
    first = seated(organiser.page("desk"))
    organiser.press("Show it to all")
    organiser.type_totals(1, 1, 1000, 900)
    organiser.type_totals(1, 2, 2000, 100)
    organiser.press("Close the round")
    assert words(organiser.page(""), ".tournament-answer").endswith(" are still in.")
    organiser.play_round(2, (1000, 900))
    assert words(organiser.page(""), ".tournament-answer") == f"{first[0]} have won the knock-out."
    organiser.press("End the tournament")
    assert words(organiser.page(""), ".tournament-answer") == f"{first[0]} have won the knock-out."


def test_a_knock_out_goes_on_after_the_rounds_that_were_planned(app: Flask) -> None:
    organiser = Organiser(app, planned="1")
    organiser.enter(PAIRS)
    organiser.press("Draw round 1", movement="knock-out")
    organiser.press("Show it to all")
    for table in (1, 2):
        organiser.type_totals(1, table, 1000, 900)
    page = organiser.press("Close the round")
    assert words(page, ".actions .button--primary") == "Draw round 2"
    organiser.play_round(2, (1000, 900))
    page = organiser.page("desk")
    assert words(page, ".actions .button--primary") == "End the tournament"
    assert page.select_one("#movement [selected]")["value"] == "standing"


def test_a_knock_out_does_not_avoid_that_entrants_meet_again(organiser: Organiser) -> None:
    organiser.enter(PAIRS)
    organiser.press("Draw round 1")
    organiser.press("Show it to all")
    for table in (1, 2):
        organiser.type_totals(1, table, 1000, 900)
    organiser.press("Close the round")
    page = organiser.press("Draw round 2", movement="knock-out")
    assert "meet" not in words(page, ".tournament-check")


def test_the_desk_is_marked_on_the_pages_that_it_leads_to(organiser: Organiser) -> None:
    organiser.enter(PAIRS)
    marked = {
        path: words(organiser.page(path), ".history-tabs [aria-current]")
        for path in ("", "draw", "desk", "entrants", "evening", "leagues", "history")
    }
    desk = dict.fromkeys(("desk", "entrants", "evening", "leagues"), "Desk")
    assert marked == {"": "Standings", "draw": "Draw", "history": "History"} | desk


def test_a_knock_out_has_one_order_on_pages_screen_paper_and_in_the_api(
    organiser: Organiser,
) -> None:
    organiser.enter(("Ann & Cem #1", "Bob & Dee #4", "Eva & Fay #2", "Gus & Hal #3"))
    organiser.press("Draw round 1", movement="knock-out")
    organiser.press("Show it to all")
    organiser.type_totals(1, 1, 1000, 990)
    organiser.type_totals(1, 2, 2000, 100)
    organiser.press("Close the round")
    organiser.play_round(2, (1000, 900))
    expected = ["Ann & Cem", "Eva & Fay", "Bob & Dee", "Gus & Hal"]
    page, screen = organiser.page(""), organiser.page("watch")
    lines = page.select(".tournament-lines .tournament-line")
    assert [words(line, ".name") for line in lines] == expected
    assert [words(line, ".small.quiet") for line in lines[1:3]] == [
        "out in round 2",
        "out in round 1",
    ]
    assert [words(line, ".name") for line in screen.select(".hall-watch__line")] == expected
    printed = organiser.page("print/standings").select("tbody th")
    assert [words(line) for line in printed] == expected
    told = (
        organiser.app.test_client()
        .get(
            f"/api/v1/tournaments/{organiser.id}/standings",
            headers={"Authorization": f"Bearer {token(organiser.app, Role.WATCHER)}"},
        )
        .get_json()
    )
    assert [(line["name"], line["out"]) for line in told["table"]] == [
        *zip(expected, (None, 2, 1, 1), strict=True)
    ]


def test_the_history_tells_everything_and_takes_it_back(shown: Organiser) -> None:
    shown.press("The table does not count", shown.table(1, 2))
    assert shown.browser.get(shown.address("history") + f"?older={10**20}").status_code == 404
    page = shown.page("history")
    assert [words(entry, "h2") for entry in page.select(".trail > li")] == [
        "Table 2 of round 1: what became of it",
        "Draw of round 1 shown",
        "Round 1 drawn",
        "Who plays",
        "Tournament created",
    ]
    shown.press("Undo: Table 2 of round 1: what became of it", page)
    assert state(shown, 2) == "not begun yet"
    shown.press("Undo: Draw of round 1 shown", shown.page("history"))
    assert shown.answer.endswith("Only organisers see this draw.")
    page = shown.page("history")
    assert words(page, ".trail > li h2") == "Undone: Draw of round 1 shown"


def test_a_tournament_of_another_club_is_not_there(app: Flask, shown: Organiser) -> None:
    with app.app_context():
        other = new_club("Others").id
    assert visitor(app, Role.KEEPER, other).get(shown.address("desk")).status_code == 404
