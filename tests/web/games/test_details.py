"""The date, place and note of a game: players correct them, and errors keep the typed text."""

from __future__ import annotations

from datetime import timedelta

from scorekeeper import clock
from tests.support.pages import Visitor, read, words
from tests.support.table import Table
from tests.support.walks import walk

KITCHEN = {
    "played_on": "2026-11-14",
    "place": " Ann's  kitchen ",
    "note": "The storm\r\nand the cat ",
}


def test_the_details_are_saved_and_shown_in_the_book(bob: Visitor, table: Table) -> None:
    answer = bob.submit(table.address + "/details", KITCHEN)
    assert (answer.status_code, answer.location) == (303, table.address)
    assert "Date, place and note saved." in bob.visit(table.address).text
    evening = bob.visit("/history").select_one(".history-evening")
    assert words(evening, "h2") == "14 November 2026"
    assert words(evening, "p") == "Ann's kitchen"
    assert words(evening, ".history-game__note") == "The storm and the cat"
    assert table.totals == (20, 0)
    trail = [heading.text.strip() for heading in bob.visit(table.address + "/trail").select("h2")]
    assert trail[0] == "Date, place or note changed"


def test_the_form_shows_what_is_stored_and_suggests_places(client: Visitor, table: Table) -> None:
    client.submit(table.address + "/details", KITCHEN)
    page = client.visit(table.address + "/details")
    assert page.select_one("[name=played_on]")["value"] == "2026-11-14"
    assert page.select_one("[name=place]")["value"] == "Ann's kitchen"
    assert page.select_one("textarea").text.strip() == "The storm\nand the cat"
    assert [option["value"] for option in page.select("datalist option")] == ["Ann's kitchen"]


@walk(
    ("field", "text", "sentence"),
    [
        ("played_on", "", "Choose the day it was played."),
        ("played_on", "2026-02-30", "That date does not exist."),
        ("played_on", f"{clock.now().date() + timedelta(days=2)}", "That date is in the future."),
        ("played_on", "1066-10-14", "That date is too far back."),
        ("place", "x" * 81, "A place can have up to 80 characters."),
        ("place", "a\0b", "A place is one line without invisible characters."),
        ("note", "a\0b", "There is an invisible control character in this text."),
        ("note", "x" * 501, "A note can have up to 500 characters."),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(
    client: Visitor, table: Table, field: str, text: str, sentence: str
) -> None:
    page = read(client.submit(table.address + "/details", KITCHEN | {field: text}), 422)
    assert sentence in words(page, f"#{field}-error")
    # Browsers do not read a null character.
    typed = text.replace("\0", "\ufffd") if field == "place" else " Ann's  kitchen "
    assert page.select_one("[name=place]")["value"] == typed
    assert not client.visit("/history").select(".history-game__note")


def test_a_change_made_meanwhile_is_told_and_nothing_is_lost(client: Visitor, table: Table) -> None:
    form = client.visit(table.address + "/details")
    table.knock("Bob", Ann=30, Bob=5)
    page = read(client.submit(form, KITCHEN), 409)
    assert "Save again if this is right." in words(page)
    assert client.submit(page).status_code == 303
    assert client.visit(table.address + "/details").select_one("textarea").text.strip()
    assert table.totals == (20, 25)


def test_the_same_form_counts_once_and_no_change_is_no_entry(client: Visitor, table: Table) -> None:
    form = client.visit(table.address + "/details")
    for _time in range(2):
        assert client.submit(form, KITCHEN).status_code == 303
    assert client.submit(table.address + "/details").status_code == 303
    assert len(client.visit(table.address + "/trail").select("h2")) == 3


def test_the_history_says_what_the_details_were(client: Visitor, table: Table) -> None:
    for typed in (KITCHEN, KITCHEN | {"played_on": "2026-11-15", "note": ""}):
        client.submit(table.address + "/details", typed)
    latest, first = client.visit(table.address + "/trail").select(".trail > li")[:2]
    assert words(first, "dl div:nth-of-type(2)") == "Place Ann's kitchen"
    assert words(first, "dl div:nth-of-type(3)") == "Note The storm and the cat"
    assert [words(part) for part in latest.select("dl div")] == [
        "Date 14 November 2026 15 November 2026",
        "Note The storm and the cat removed",
    ]
    assert [words(part) for part in latest.select("del")] == [
        "14 November 2026",
        "The storm and the cat",
    ]


def test_a_downloaded_document_is_named_by_the_corrected_date(
    client: Visitor, table: Table
) -> None:
    client.submit(table.address + "/details", KITCHEN)
    answer = client.get(table.address + "/document")
    assert answer.headers["Content-Disposition"].endswith("gin-2026-11-14.json")


def test_an_undo_does_not_touch_the_details(client: Visitor, table: Table) -> None:
    client.submit(table.address + "/details", KITCHEN)
    table.change("undo")
    assert table.totals == (0, 0)
    assert "The storm" in client.visit("/history").text
