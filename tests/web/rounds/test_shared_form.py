"""The round form together with what other phones entered for the same round."""

from __future__ import annotations

import pytest

from scorekeeper.games import open_rounds
from tests.support.pages import HTMX, read, words
from tests.support.party import CARDS, FOUR, Party


def test_hands_typed_in_the_round_form_are_shared(party: Party) -> None:
    party.begin()
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    fields = {"hand-1": "5H", "hand-0": "K 9", "at": "0"}
    jean.submit(form, fields, form="#round", button="[data-preview]", headers=HTMX)
    page = party.round("Paul")
    assert "Waiting for Pierre, Jacques and Paul" in words(page), "a hand being typed is not in"


def test_the_round_form_shows_whose_hands_are_in_and_records_them(party: Party) -> None:
    party.begin()
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    for name in ("Pierre", "Jacques", "Paul"):
        party.enter(name)
    assert "Paul is in" in words(jean.visit(party.address + "/rounds/new"), "#state-3")
    assert jean.submit(form, {"hand-1": "5H"}, form="#round").status_code == 303
    assert party.table.totals == (0, 42, 0, 0)


def test_one_form_with_every_hand_records_at_once(party: Party) -> None:
    party.begin()
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    hands = {f"hand-{seat}": CARDS[name] for seat, name in enumerate(FOUR)}
    assert jean.submit(form, hands, form="#round").status_code == 303
    assert party.table.totals == (0, 42, 0, 0)
    with party.app.app_context():
        assert open_rounds.find_open(party.table.id) is None


@pytest.mark.parametrize(("decision", "total"), [("theirs", 42), ("mine", 43)])
def test_the_form_shows_a_hand_that_another_phone_entered_and_asks_which_is_right(
    party: Party, decision: str, total: int
) -> None:
    party.begin()
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    for name in ("Pierre", "Jacques", "Paul"):
        party.enter(name)
    answer = jean.submit(form, {"hand-1": "5H", "hand-3": "9"}, form="#round")
    assert answer.status_code == 409
    page = read(answer)
    assert "Paul has just entered 8 for Paul. Which is right?" in words(page, "#hand-3-error")
    decided = jean.submit(page, form="#round", button=f"[name={decision}]")
    assert decided.status_code == 200
    assert jean.submit(read(decided), form="#round").status_code == 303
    assert party.table.totals == (0, total, 0, 0)


def test_the_second_ending_given_sees_the_first(party: Party) -> None:
    form = party.phones["Paul"].visit(party.address + "/rounds/new")
    party.begin()
    answer = party.phones["Paul"].submit(
        form, {"ending": "knock:3"}, form="#round", button="[data-preview]", headers=HTMX
    )
    assert answer.status_code == 409
    assert answer.headers["HX-Retarget"] == "#typing"
    page = read(answer)
    assert "changed this on another phone" in words(page, "#ending")
    assert page.select("[value='knock:1'][checked]")


def test_only_what_the_form_shows_is_recorded(party: Party) -> None:
    party.begin()
    jean, paul = party.phones["Jean"], party.phones["Paul"]
    hands = {f"hand-{seat}": CARDS[name] for seat, name in enumerate(FOUR)}
    form = jean.visit(party.address + "/rounds/new")
    paul.submit(
        paul.visit(party.address + "/rounds/new"),
        {"ending": "knock:3", "note": "It was Paul"},
        form="#round",
        button="[data-preview]",
    )
    answer = jean.submit(form, hands, form="#round")
    assert answer.status_code == 409
    page = read(answer)
    assert page.select("[value='knock:3'][checked]")
    for field in ("#ending", "#note-error"):
        assert "changed this on another phone" in words(page, field)
    assert party.table.rounds == 0
    assert jean.submit(page, form="#round").status_code == 303
    assert "Paul knocked" in words(jean.visit(party.address + "/rounds/1"))


def test_the_preview_says_that_another_phone_changed_the_round(
    party: Party,
) -> None:
    party.begin()
    jean, paul = party.phones["Jean"], party.phones["Paul"]
    form = jean.visit(party.address + "/rounds/new")
    change = {"ending": "knock:3"}
    other = paul.visit(party.address + "/rounds/new")
    paul.submit(other, change, form="#round", button="[data-preview]")
    typed = {"hand-1": "5H"}
    looked = jean.submit(form, typed, form="#round", button="[data-preview]", headers=HTMX)
    assert "changed how the round went" in words(read(looked), "#company")


def test_the_form_says_that_another_phone_changed_the_ending(party: Party) -> None:
    party.begin()
    page = party.phones["Paul"].visit(party.address + "/rounds/new")
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    jean.submit(form, {"ending": "knock:2"}, form="#round", button="[data-preview]")
    news = party.phones["Paul"].get(str(page.select("#company")[0]["hx-get"]), headers=HTMX)
    assert "changed how the round went" in words(read(news), "#company")
    assert not read(news).select("input[name=ending]")
