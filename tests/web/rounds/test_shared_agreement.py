"""The ruling of a round entered together: who agrees, who records it."""

from __future__ import annotations

from flask import Flask

from scorekeeper.clubs.roles import Role
from tests.support.clubs import visitor
from tests.support.pages import words
from tests.support.party import CARDS, FOUR, Party
from tests.support.table import Table


def test_the_ruling_is_on_every_phone_once_all_are_in(party: Party) -> None:
    before = party.round("Pierre")
    party.everybody()
    assert words(party.round("Paul"), ".ruling__result") == "Jean wins +42"
    assert not before.select("#together")
    for name in FOUR:
        assert words(party.round(name), ".actions") == "That is not right Record"
    assert "Jean wins +42" in words(party.wes.visit(party.address), "#sheet-now")


def test_anyone_may_record_and_it_counts_once(party: Party) -> None:
    party.everybody()
    pages = {name: party.round(name) for name in FOUR}
    for name, page in pages.items():
        answer = party.phones[name].submit(page, form=".together__record")
        assert answer.status_code == 303
        assert answer.location == party.address
    assert party.table.rounds == 1
    assert "Somebody has already recorded it" in party.phones["Paul"].get(party.address).text
    assert party.phones["Paul"].get(party.address + "/round").status_code == 303


def test_where_all_must_agree_the_record_button_says_so(party: Party) -> None:
    party.choose(all_agree=True)
    page = party.phones["Jean"].visit(party.address + "/rounds/new")
    assert words(page, "[data-submit]") == "I agree"


def test_the_last_agreement_records_the_round(party: Party) -> None:
    party.choose(all_agree=True)
    party.everybody()
    for number, name in enumerate(FOUR, start=1):
        page = party.round(name)
        assert not page.select(".together__record")
        assert words(page, ".actions") == "That is not right I agree"
        party.phones[name].submit(page, form=".actions form", button="[name=seat]")
        assert party.table.rounds == (1 if number == 4 else 0)


def test_a_player_without_a_phone_agrees_on_another_one(party: Party) -> None:
    party.choose(all_agree=True)
    party.everybody()
    for seat in range(len(FOUR)):
        page = party.round("Jean")
        form = f"form:has(button[value='{seat}'])"
        party.phones["Jean"].submit(page, form=form, button=f"button[value='{seat}']")
    assert party.table.rounds == 1


def test_changing_a_hand_asks_everybody_to_agree_again(party: Party) -> None:
    party.everybody()
    page = party.round("Paul")
    party.phones["Paul"].submit(page, form=".together__agree", button="button[value='3']")
    assert "Paul : agreed" in words(party.round("Jean")).replace("Paul:", "Paul :")
    stale = party.round("Jean")
    party.enter("Pierre", "K")
    assert "agreed" not in words(party.round("Jean"), "#together")
    answer = party.phones["Jean"].submit(stale, form=".together__record", follow_redirects=True)
    assert "The round has just changed" in answer.text
    assert party.table.rounds == 0


def test_all_must_agree_on_a_round_entered_in_one_form_too(party: Party) -> None:
    party.choose(all_agree=True)
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    hands = {f"hand-{seat}": CARDS[name] for seat, name in enumerate(FOUR)}
    answer = jean.submit(form, hands | {"ending": "knock:1"}, form="#round")
    assert (answer.status_code, answer.location) == (303, party.address + "/round")
    assert party.table.rounds == 0
    assert "Still to agree: Pierre, Jacques and Paul" in words(party.round("Paul"))


def test_the_ruling_links_to_the_round_and_to_the_judges_desk(party: Party) -> None:
    party.everybody()
    page = party.round("Paul")
    doubt = page.find("a", string="That is not right")
    assert doubt
    assert str(doubt["href"]) == party.address + "/rounds/new"
    desk = page.find("a", string="Go to the judge’s desk")
    assert desk
    assert "Jean wins +42" in words(party.phones["Paul"].visit(str(desk["href"])))


def test_a_round_that_the_rules_refuse_says_why_on_every_phone(app: Flask) -> None:
    party = Party(app)
    party.table = Table(app, "gin")
    party.address = party.table.address
    party.phones["Ann"] = visitor(app, Role.PLAYER, player="Ann")
    party.phones["Bob"] = visitor(app, Role.PLAYER, player="Bob")
    ann = party.phones["Ann"]
    form = ann.visit(party.address + "/rounds/new")
    typed = {"ending": "knock:0", "hand-0": "K 2", "hand-1": "K 5"}
    ann.submit(form, typed, form="#round", button="[data-preview]")
    page = ann.visit(party.address + "/round")
    assert "more than the knock limit" in words(page, ".ruling") or page.select(".ruling .warning")
    assert not page.select(".together__record")


def test_all_agree_also_where_the_last_hand_is_still_under_the_key_pad(party: Party) -> None:
    party.choose(all_agree=True)
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    hands = {f"hand-{seat}": CARDS[name] for seat, name in enumerate(FOUR)}
    typed = hands | {"ending": "knock:1", "at": "3"}
    jean.submit(form, typed | {"hand-3": ""}, form="#round", button="[data-preview]")
    jean.submit(jean.visit(party.address + "/rounds/new"), typed, form="#round")
    assert party.table.rounds == 0
    assert "Still to agree: Pierre, Jacques and Paul" in words(party.round("Paul"), "#together")
