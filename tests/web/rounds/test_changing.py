"""A hand is changed after all have seen the ruling: the others see by whom, and wait."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.games.open_rounds import find_open
from tests.support.elements import Element
from tests.support.pages import read, words
from tests.support.party import Party

PAUL = 3


def change(party: Party, who: str = "Pierre", seat: int = PAUL) -> Element:
    """Press a hand after *Something’s wrong*, and return the page with its field."""
    phone = party.phones[who]
    page = phone.visit(party.address + "/round?wrong=1")
    answer = phone.submit(page, form=f"form:has(#together-change-{seat})", follow_redirects=True)
    return read(answer)


@pytest.fixture
def ruled(party: Party) -> Party:
    """A round with its ruling on every phone."""
    party.everybody()
    return party


def test_where_everybody_scores_the_rows_stay_with_one_number_still_to_come(app: Flask) -> None:
    party = Party(app, "three-thirteen")
    party.announce("Jean", "out:1")
    for name in ("Pierre", "Jacques", "Paul"):
        party.enter(name)
    change(party)
    rows = party.round("Jean").select(".ruling-row")
    assert [words(row, ".figure") for row in rows] == ["0", "21", "28", "…"]
    assert words(rows[-1], ".visually-hidden") == "Paul, being changed"


def test_the_others_see_who_changes_which_hand_and_record_nothing(ruled: Party) -> None:
    before = ruled.round("Jean")
    form = change(ruled)
    assert form.select(f"#hand-{PAUL}")
    page = read(ruled.phones["Jean"].poll(before))
    assert words(page, "#changing") == "Pierre changes a hand"
    assert words(page, ".laid--lit .laid__name") == "Paul"
    assert words(page, ".together__bar") == "Keep the old hand Record waits for Pierre"
    assert "Pierre changes a hand" in words(ruled.wes.visit(ruled.address), "#sheet-now")
    ruled.phones["Jean"].submit(before, form=".together__record")
    assert not ruled.table.rounds
    ruled.phones["Pierre"].submit(form, {f"hand-{PAUL}": "9"}, form="#round")
    page = ruled.round("Jean")
    assert page.select(".ruling__result")
    assert "Pierre replaced the hand of Paul" in words(page)
    ruled.agree("Jean")
    assert ruled.table.rounds == 1


def test_a_form_made_up_while_a_hand_is_changed_records_nothing(ruled: Party) -> None:
    page = ruled.round("Jean")
    change(ruled)
    with ruled.app.app_context():
        now = find_open(ruled.table.id)
    assert now
    ruled.phones["Jean"].submit(page, {"seen": now.revision}, form=".together__record")
    assert not ruled.table.rounds


@pytest.mark.parametrize("who", ["Jean", "Pierre"])
def test_the_old_hand_can_be_kept(ruled: Party, who: str) -> None:
    change(ruled)
    page = ruled.round(who)
    assert bool(page.select(".together-changing__keep")) == (who == "Jean"), "the others wait"
    ruled.phones[who].submit(page, form="form:has(#together-keep)")
    page = ruled.round("Paul")
    assert words(page, ".ruling__result") == "Jean scores 42"
    assert not page.select("[id^=together-remark]")
    ruled.agree("Paul")
    assert ruled.table.rounds == 1


def test_the_same_hand_sent_again_keeps_it(ruled: Party) -> None:
    form = change(ruled, "Paul")
    assert words(ruled.round("Jean"), "#changing") == "Paul changes a hand"
    ruled.phones["Paul"].submit(form, form="#round")
    assert ruled.round("Jean").select(".together__record")


def test_before_all_are_in_nobody_is_said_to_change_a_hand(ruled: Party) -> None:
    page = ruled.phones["Pierre"].visit(ruled.address + "/round?wrong=1")
    ruled.discard("Jean")
    ruled.announce()
    with ruled.app.app_context():
        now = find_open(ruled.table.id)
    assert now
    form = f"form:has(#together-change-{PAUL})"
    ruled.phones["Pierre"].submit(page, {"open": now.id}, form=form)
    with ruled.app.app_context():
        assert find_open(ruled.table.id) == now
