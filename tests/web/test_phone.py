"""The settings of a phone: the look of its cards and keys, and its sounds."""

from __future__ import annotations

from flask import Flask
from flask import session as flask_session

from scorekeeper.web.parts.playing_cards import core_letters
from tests.support.elements import Element
from tests.support.members import page_of_invitation, path_of
from tests.support.pages import Visitor, read, words
from tests.support.table import Table
from tests.support.walks import walk


def prefer(client: Visitor, **chosen: str) -> Element:
    """Save these settings, and return the page that follows."""
    answer = client.submit("/settings", chosen, form="#phone")
    assert answer.status_code == 303
    return client.visit(answer.location)


def keys(client: Visitor, table: Table) -> str:
    """Return the ranks on the key pad."""
    return words(client.visit(f"{table.address}/rounds/new"), "[data-ranks]")


def test_a_phone_begins_with_four_colours_its_languages_letters_and_silence(
    client: Visitor,
) -> None:
    page = client.visit("/settings")
    checked = {choice["name"]: choice["value"] for choice in page.select("#phone [checked]")}
    assert checked == {"suits": "four", "indices": "language"}
    assert "two-colours" not in page.select_one("html").classes
    assert not {"data-sound", "data-vibrate"} & page.select_one("body").attributes.keys()


def test_a_phone_keeps_what_was_chosen(client: Visitor) -> None:
    page = prefer(client, suits="two", sound="y", vibration="y")
    assert words(page, "#messages") == "Saved."
    assert page.select_one("html").classes == ["two-colours"]
    page = client.visit("/rules")
    assert page.select_one("html").classes == ["two-colours"]
    assert {"data-sound", "data-vibrate"} <= page.select_one("body").attributes.keys()
    page = prefer(client, suits="four", sound=None, vibration=None)
    assert not {"data-sound", "data-vibrate"} & page.select_one("body").attributes.keys()


@walk(
    ("language", "indices", "court"),
    [
        ("en", "language", ["A", "K of hearts", "Q of diamonds"]),
        ("fr", "language", ["A", "R de cœur", "D de carreau"]),
        ("en", "french", ["A", "R of hearts", "D of diamonds"]),
        ("fr", "english", ["A", "K de cœur", "Q de carreau"]),
        ("en", "italian", ["A", "R of hearts", "D of diamonds"]),
    ],
)
def test_court_cards_have_the_letters_of_the_language_or_those_chosen(
    app: Flask, client: Visitor, language: str, indices: str, court: list[str]
) -> None:
    table = Table(app)
    table.knock("Ann", Ann="A", Bob="KH QD")
    prefer(client, indices=indices)
    client.submit("/settings", {"language": language}, form="form.languages")
    ruling = client.visit(f"{table.address}/rounds/1")
    assert [words(card) for card in ruling.select(".playing-card")] == court


def test_the_keys_show_the_letters_but_write_those_of_the_program(
    app: Flask, client: Visitor
) -> None:
    table = Table(app)
    assert keys(client, table) == "A 2 3 4 5 6 7 8 9 10 J Q K none"
    prefer(client, indices="french")
    assert keys(client, table) == "A 2 3 4 5 6 7 8 9 10 V D R none"
    page = client.visit(f"{table.address}/rounds/new")
    assert [key["data-key"] for key in page.select("[data-ranks] [data-key]")][-3:] == list("JQK")


def test_the_card_that_was_turned_up_is_chosen_by_the_same_letters(client: Visitor) -> None:
    prefer(client, indices="german")
    page = client.visit("/judge/hand?variant=indian")
    assert [words(chip) for chip in page.select("#wild .chip__face")][-4:] == [*"BDK", "joker"]


def test_nothing_else_can_be_chosen(client: Visitor) -> None:
    answer = client.submit("/settings", {"suits": "three"}, form="#phone")
    assert words(read(answer, 422), "#suits-error")
    assert "two-colours" not in client.visit("/settings").select_one("html").classes


@walk("kept", [{"suits": "six", "sound": "loud", "size": 4}, "two", None])
def test_a_cookie_of_another_version_is_no_fault(client: Visitor, kept: object) -> None:
    with client.session_transaction() as session:
        session["preferences"] = kept
    assert words(client.visit("/settings"), "h1") == "This phone"


def test_strangers_have_a_phone_too(app: Flask) -> None:
    stranger = app.test_client()
    assert isinstance(stranger, Visitor)
    assert prefer(stranger, suits="two").select_one("html").classes == ["two-colours"]


def test_a_phone_that_joins_and_leaves_a_club_keeps_what_was_chosen(
    client: Visitor, stranger: Visitor
) -> None:
    prefer(stranger, suits="two", sound="y")
    link = path_of(page_of_invitation(client))
    stranger.submit(link, {"name": "Zoé"}, form="main form")
    page = stranger.visit("/club")
    assert page.select_one("html").classes == ["two-colours"]
    assert "data-sound" in page.select_one("body").attributes
    stranger.submit("/club/leave")
    assert stranger.visit("/rules").select_one("html").classes == ["two-colours"]


@walk(
    ("indices", "typed", "kept"),
    [
        ("french", "R d 9 VS", "K Q 9 JS"),
        ("french", "DD R♥️, 9D", "QD K♥️, 9D"),
        ("french", "* 7S 8S 9S + RS RH RD / D", "* 7S 8S 9S + KS KH KD / Q"),
        ("french", "RR 10D", "RR 10D"),
        ("italian", "R d 9 FC + FH FD", "K Q 9 JC + JH JD"),
        # Without spaces, if every card has its suit
        ("french", "5H5SRD + DDDC", "5H 5S KD + QD QC"),
        ("language", "5H5SKD", "5H 5S KD"),
        ("language", "10♠10♥️/as2s3s", "10♠ 10♥️/as 2s 3s"),
        ("language", "5H5SK", "5H5SK"),
        ("language", "AS", "AS"),
        ("language", "R 9", "R 9"),
    ],
)
def test_letters_may_be_typed_that_stand_on_the_cards(
    app: Flask, client: Visitor, indices: str, typed: str, kept: str
) -> None:
    prefer(client, indices=indices)
    with client.session_transaction() as session, app.test_request_context("/"):
        flask_session.update(session)
        assert core_letters(typed) == kept


def test_what_was_typed_with_french_letters_counts_alike_on_every_phone(
    app: Flask, client: Visitor
) -> None:
    table = Table(app)
    prefer(client, indices="french")
    form = client.visit(f"{table.address}/rounds/new")
    hands = {"ending": "knock:0", "hand-0": "A", "hand-1": "R D 2"}
    assert client.submit(form, hands, form="#round").status_code == 303
    assert table.totals == (21, 0)
    prefer(client, indices="english")
    again = client.visit(f"{table.address}/rounds/1/edit")
    assert again.select_one("#hand-1")["value"] == "K Q 2"
