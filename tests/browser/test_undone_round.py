"""An undone round is entered again with one tap, and a wrong round by correcting one hand."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.support.documents import FOUR
from tests.support.phone import Played, end_round, enter_round, hand, keys, record_round, text
from tests.support.table import Table
from tests.support.walks import walk

ROUND = Played("Jean knocked", {"Pierre": "K 9 2", "Jean": "5", "Jacques": "Q Q 7 A", "Paul": 8})
TAKEN_BACK = "This is the round that was undone, as it was entered."


@pytest.fixture
def form(page: Page, table: Table) -> Page:
    """The form of the first round, after it was recorded on this phone and undone."""
    page.goto(table.address)
    enter_round(page, ROUND, tapping=False)
    page.get_by_role("button", name="Undo round 1").click()
    expect(page.get_by_text("Round 1 undone")).to_be_visible()
    end_round(page, ROUND.ending)
    expect(page.get_by_text(TAKEN_BACK)).to_be_visible()
    return page


def test_record_undo_and_record_again_gives_the_same_totals_after_a_change_and_a_reload(
    form: Page, table: Table
) -> None:
    assert [text(form, name) for name in FOUR] == ["K 9 2", "5", "Q Q 7 A", "=8"]
    expect(form.locator("[data-draft]")).to_be_hidden()
    form.locator("#hand-0").fill("K 9 3")
    form.reload()
    assert [text(form, name) for name in FOUR] == ["K 9 3", "5", "Q Q 7 A", "=8"]
    form.locator("#hand-0").fill("K 9 2")
    record_round(form)
    assert table.totals == (0, 42, 0, 0)


def test_an_emptied_form_stays_empty_after_a_reload(form: Page) -> None:
    form.locator("#hand-0").fill("K 9 3")
    form.get_by_role("link", name="Start afresh").click()
    expect(form.get_by_text(TAKEN_BACK)).to_be_hidden()
    form.wait_for_load_state()  # The page keeps a draft only once its scripts are loaded.
    assert [text(form, name) for name in FOUR] == [""] * 4
    form.locator("#hand-1").fill("6")
    form.reload()
    assert [text(form, name) for name in FOUR] == ["", "6", "", ""]


@walk("path", ["/rounds/1/edit", "/rounds/new"])
def test_what_was_emptied_stays_empty_after_a_reload(app: Flask, page: Page, path: str) -> None:
    table = Table(app, "rummy-500", ("Ann", "Bob"))
    penalty = [{"player": "Ann", "points": -5, "note": "late"}]
    ann = {"left": 0, "shown": 20}
    hands = {"Ann": ann, "Bob": {"left": 30, "shown": 15}}
    table.record("out", "Ann", hands=hands, adjustments=penalty, note="In the rain")
    if path == "/rounds/new":
        table.change("undo")
    page.goto(table.address + path)
    page.locator("form[data-game] summary").first.click()
    page.locator("[name=note]").fill("")
    for part in ("points", "note"):
        page.locator(f"[name=adjustment-0-{part}]").fill("")
    page.locator("[name=adjustment-0-player]").select_option("")
    page.reload()
    expect(page.locator("[data-draft]")).to_be_visible()
    for name in ("note", "adjustment-0-points", "adjustment-0-note", "adjustment-0-player"):
        expect(page.locator(f"[name={name}]")).to_have_value("")


def test_an_older_draft_is_not_mixed_into_an_undone_round(page: Page, table: Table) -> None:
    page.goto(f"{table.address}/rounds/new")
    page.locator("#hand-0").fill("4 4 4")
    table.knock("Jean", Pierre="K 9 2", Jean="5", Jacques="Q Q 7 A", Paul=8)
    table.change("undo")
    page.reload()
    expect(page.get_by_text(TAKEN_BACK)).to_be_visible()
    assert text(page, "Pierre") == "K 9 2"


@walk("wrong", ["Ann", "Bob", "Dee"])
def test_a_tap_opens_the_hand_that_was_wrong_alone(app: Flask, page: Page, wrong: str) -> None:
    table = Table(app, "knock", ("Ann", "Bob", "Cem", "Dee"))
    table.knock("Cem", Ann=21, Bob=9, Cem=5, Dee=8)
    page.goto(f"{table.address}/rounds/1/edit")
    expect(page.get_by_text("Tap the hand that was wrong.")).to_be_visible()

    hand(page, wrong).locator("label").tap()
    expect(page.locator("[data-state=open] label")).to_have_text(wrong)
    expect(page.locator("[data-ranks]:visible")).to_have_count(1)
    keys(page).locator("[data-key='K']").tap()
    keys(page).locator("[data-key='Q']").tap()

    given = {"Ann": "21", "Bob": "=9", "Cem": "=5", "Dee": "=8"} | {wrong: "K Q"}
    for name, cards in given.items():
        expect(hand(page, name).get_by_role("textbox")).to_have_value(cards)
    record_round(page, "Record the correction")


@pytest.fixture
def knocked(app: Flask, page: Page) -> Page:
    """The form of a round that Ann ended by knocking, with the keys of both hands."""
    page.goto(f"{Table(app).address}/rounds/new?ending=knock:0")
    expect(page.locator("[data-ranks]")).to_have_count(2)
    return page


def test_recording_nothing_names_the_hands_and_leaves_the_keys_there(knocked: Page) -> None:
    knocked.get_by_role("button", name="Record").tap()
    told = knocked.locator("[data-errors] li")
    expect(told).to_have_text(["Ann’s hand is missing.", "Bob’s hand is missing."])
    expect(knocked.locator("[data-ranks]:visible")).to_have_count(2)
    keys(knocked).locator("[data-key='9']").tap()
    expect(told).to_have_text(["Bob’s hand is missing."])
    expect(hand(knocked, "Ann").locator(".playing-card")).to_have_text("9")


def test_a_fault_goes_once_it_is_mended_though_another_follows_in_its_hand(knocked: Page) -> None:
    field = hand(knocked, "Ann").get_by_role("textbox")
    field.fill("9 Z")
    knocked.get_by_role("button", name="Record").tap()
    told = knocked.locator("[data-errors]")
    expect(told).to_contain_text("“Z” in Ann’s hand is not a card.")
    field.fill("")
    expect(told).not_to_contain_text("“Z”")
    expect(knocked.locator("#hand-0-error")).to_have_count(0)
    expect(told).to_have_text("This round is not recorded yet. Bob’s hand is missing.")
