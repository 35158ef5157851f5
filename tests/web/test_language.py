"""The switch of the language: it keeps the page, is remembered, and leads nowhere else."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.support.pages import Visitor
from tests.support.party import Party
from tests.support.walks import walk


def test_the_browser_is_answered_in_its_language(client: Visitor) -> None:
    page = client.visit("/", headers={"Accept-Language": "fr-CH, fr;q=0.9, en;q=0.8"})
    assert page.html["lang"] == "fr"
    assert "Nouvelle partie" in page.main.text


def test_an_unknown_language_is_answered_in_english(client: Visitor) -> None:
    assert client.visit("/", headers={"Accept-Language": "ja"}).html["lang"] == "en"


def test_the_switch_leads_back_to_the_page_and_is_remembered(client: Visitor) -> None:
    page = client.visit("/judge?variant=gin")
    answer = client.submit(page, form="form.languages", button="[value=fr]")
    assert (answer.status_code, answer.location) == (303, "/judge?variant=gin")
    page = client.visit(answer.location, headers={"Accept-Language": "en"})
    assert page.html["lang"] == "fr"
    assert "Le bureau du juge" in page.main.text
    back = client.submit(page, form="form.languages", button="[value=en]")
    assert client.visit(back.location).html["lang"] == "en"


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://example.org/",
        "//example.org/",
        "////example.org/",
        "/\\example.org",
        "javascript:alert(1)",
        "/a\nLocation: x",
        "",
    ],
)
def test_the_switch_never_leads_elsewhere(client: Visitor, elsewhere: str) -> None:
    page = client.visit("/")
    answer = client.submit(page, {"next": elsewhere}, form="form.languages", button="[value=fr]")
    assert answer.location == "/"


@walk("language", ["xx", "", None])
def test_a_language_that_is_not_spoken_is_refused(client: Visitor, language: str | None) -> None:
    page = client.visit("/")
    answer = client.submit(page, {"language": language}, form="form.languages")
    assert answer.status_code == 400
    assert client.visit("/").html["lang"] == "en"


def test_a_hand_that_is_in_is_said_with_the_space_before_the_colon(app: Flask) -> None:
    party = Party(app)
    party.choose(hands_shown="at-once")
    party.announce()
    party.enter("Paul", "QH JH")
    headers = {"Accept-Language": "fr"}
    page = party.phones["Jean"].visit(party.address, headers=headers)
    [state] = page.select(".together-progress__in")
    assert state.text == "déjà là\u00a0: QH JH"
