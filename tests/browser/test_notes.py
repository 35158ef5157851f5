"""The form shows the longest length of a note before the server rejects it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.table import Table


def test_a_note_is_counted_once_little_room_is_left(page: Page, table: Table) -> None:
    page.goto(f"{table.address}/details")
    note, count = page.get_by_label("Note"), page.locator("[data-count]")
    note.fill("x" * 400)
    expect(count).to_be_empty()
    note.fill("x" * 480)
    expect(count).to_have_text("480 of 500 characters")
    note.fill("x" * 400)
    expect(count).to_be_empty()
    note.fill(" " + "x" * 499 + "🂡y\n")
    expect(count).to_have_text("501 of 500 characters")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("A note can have up to 500 characters.")).to_be_visible()
    expect(note).to_have_value(" " + "x" * 499 + "🂡y\n")
    expect(count).to_be_empty()


def test_every_note_of_a_round_is_counted(page: Page, table: Table) -> None:
    page.goto(f"{table.address}/rounds/new?ending=void")
    page.get_by_text("Adjustments, dealer, note").click()
    page.get_by_role("textbox", name="Reason").first.fill("y" * 450)
    expect(page.get_by_text("450 of 500 characters")).to_be_visible()
    page.get_by_role("button", name="Another adjustment").tap()
    expect(page.get_by_role("textbox", name="Reason")).to_have_count(2)
    expect(page.get_by_text("450 of 500 characters")).to_have_count(1)
    page.get_by_role("textbox", name="Note").fill("z" * 410)
    expect(page.get_by_text("410 of 500 characters")).to_be_visible()
