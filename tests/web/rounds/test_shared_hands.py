"""Each player enters their own hand; nobody sees the others' before all are in."""

from __future__ import annotations

import re

import pytest

from tests.support.pages import HTMX, read, words
from tests.support.party import FOUR, Party

EITHER_CARD = re.compile(r"(?<![\w.-])(QH|JH)(?![\w.-])")
"""One of the two cards by itself: the random token of a form may hold its letters."""


def test_nobody_sees_a_hand_before_all_are_in(party: Party) -> None:
    party.begin()
    party.enter("Paul", "QH JH")
    for name in ("Pierre", "Jean"):
        for address in ("", "/round", "/rounds/new", "/watch", "/round?seat=3", "/live"):
            text = party.phones[name].get(party.address + address).text
            assert not EITHER_CARD.search(text), address
    for address in ("", "/watch", "/live?at=round", "/live?at=form"):
        assert not EITHER_CARD.search(party.wes.get(party.address + address).text)
    mine = party.phones["Paul"].get(party.address + "/round?seat=3").text
    assert EITHER_CARD.search(mine)
    assert "QH JH" in mine


def test_a_club_may_show_hands_at_once(party: Party) -> None:
    party.choose(shows_at_once=True)
    party.begin()
    party.enter("Paul", "QH JH")
    assert "QH JH" in words(party.phones["Jean"].visit(party.address + "/rounds/new"), "#state-3")


def test_the_page_says_whose_hands_are_in_and_whose_are_missing(party: Party) -> None:
    party.begin("Paul")
    page = party.enter("Paul")
    assert "Waiting for Pierre, Jean and Jacques" in words(page, "#together")
    assert "Paul in" in words(page, ".together-progress__seat--in")


def test_anyone_may_fill_in_for_anyone(party: Party) -> None:
    party.begin()
    for name in FOUR:
        party.enter("Jacques", whose=name)
    assert words(party.round("Paul"), ".ruling__result") == "Jean wins +42"


def test_two_phones_that_enter_the_same_hand_the_later_sees_the_others_and_decides(
    party: Party,
) -> None:
    party.begin()
    page = party.phones["Jean"].visit(party.address + "/round?seat=3")
    party.enter("Paul", "8")
    answer = party.phones["Jean"].submit(page, {"hand-3": "9"}, form="#round")
    assert answer.status_code == 409
    again = read(answer)
    assert "Paul has just entered 8 for Paul" in words(again, ".field__errors")
    assert str(again.select("#hand-3")[0]["value"]) == "9"
    assert party.phones["Jean"].submit(again, form="#round").status_code == 303
    assert '"9"' in party.phones["Jean"].get(party.address + "/round?seat=3").text


@pytest.mark.parametrize(
    ("typed", "count", "fault"), [("K 9 2", "21 points", ""), ("K ZZ", "?", "not a card")]
)
@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "plain"])
def test_a_hand_is_counted_before_it_is_entered(
    party: Party, typed: str, count: str, fault: str, headers: dict[str, str]
) -> None:
    party.begin()
    paul = party.phones["Paul"]
    page = paul.visit(party.address + "/round")
    fields = {"hand-3": typed}
    looked = paul.submit(page, fields, form="#round", button="[data-preview]", headers=headers)
    assert looked.status_code == (422 if fault and not headers else 200)
    assert words(read(looked), "#count-3") == count
    assert fault in looked.text
    assert "Waiting for Pierre, Jacques and Paul" in words(party.round("Jean"), "#together")


def test_a_bad_hand_is_refused_at_its_field(party: Party) -> None:
    party.begin()
    page = party.phones["Paul"].visit(party.address + "/round")
    answer = party.phones["Paul"].submit(page, {"hand-3": "K ZZ"}, form="#round")
    assert answer.status_code == 422
    assert "not a card" in words(read(answer), "#hand-3-error")


def test_changing_a_hand_shows_only_that_hands_buttons(party: Party) -> None:
    party.everybody()
    page = party.phones["Paul"].visit(party.address + "/round?seat=3")
    assert words(page, ".actions .button--primary") == "Send my hand"
    assert len(page.select(".actions")) == 1


def test_only_the_last_hand_is_still_awaited(party: Party) -> None:
    party.begin("Paul")
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    for name in ("Pierre", "Jacques", "Paul"):
        party.enter(name)
    typed = {"hand-1": "5H", "at": "1"}
    answer = jean.submit(form, typed, form="#round", button="[data-preview]", headers=HTMX)
    assert "All the others are in." in answer.text
    assert "Still to come" not in answer.text
