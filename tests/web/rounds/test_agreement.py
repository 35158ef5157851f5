"""The ruling of a round entered together: agreeing with it and recording it."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask

from scorekeeper import clock
from tests.support.documents import FOUR
from tests.support.elements import Element
from tests.support.pages import form_fields, link_named, news_of, read, words
from tests.support.party import CARDS, Party
from tests.support.statements import counted

OTHERS = "Pierre recorded the round."


def test_the_ruling_is_on_every_phone_once_all_are_in(party: Party) -> None:
    before = party.round("Pierre")
    party.everybody()
    assert words(party.round("Paul"), ".ruling__result") == "Jean scores 42"
    assert not before.select("#together")
    for name in FOUR:
        assert words(party.round(name), ".actions") == "Something’s wrong Record"
    assert "Jean scores 42" in words(party.wes.visit(party.address), "#sheet-now")


def test_anyone_may_record_and_it_counts_once(party: Party) -> None:
    party.everybody()
    pages = {name: party.round(name) for name in FOUR}
    for name, page in pages.items():
        answer = party.phones[name].submit(page, form=".together__record")
        assert answer.status_code == 303
        assert answer.location.startswith(party.address)
        said = read(party.phones[name].get(answer.location, follow_redirects=True))
        own = "Round 1 is on the sheet." if name == "Pierre" else OTHERS
        assert news_of(said) == own
    assert party.table.rounds == 1
    assert party.phones["Paul"].get(party.address + "/round").status_code == 303


def test_the_last_agreement_records_the_round(party: Party) -> None:
    party.choose(all_agree=True)
    party.everybody()
    for number, name in enumerate(FOUR, start=1):
        page = party.round(name)
        assert words(page, ".actions") == f"Something’s wrong I agree ({number} of 4)"
        party.phones[name].submit(page, form=".together__record")
        assert party.table.rounds == (1 if number == 4 else 0)


def test_the_last_agreement_is_one_transaction(app: Flask, party: Party) -> None:
    party.choose(all_agree=True)
    party.everybody()
    *others, last = FOUR
    for name in others:
        party.agree(name)
    page = party.round(last)
    with counted(app) as sent:
        party.phones[last].submit(page, form=".together__record")
    assert party.table.rounds == 1
    assert [statement for statement in sent if statement.startswith("BEGIN")] == [
        "BEGIN",
        "BEGIN IMMEDIATE",
    ]


def test_a_phone_agrees_for_its_own_player_alone(party: Party) -> None:
    party.choose(all_agree=True)
    party.everybody()
    page, jean = party.round("Jean"), party.phones["Jean"]
    for seat in range(len(FOUR)):
        jean.submit(page, {"seat": str(seat)}, form=".together__record")
    told = "Still to agree: Pierre, Jacques and Paul"
    assert told in words(party.round("Jean"))
    form = party.round("Pierre").select_one(".together__record")
    pierre, fields = party.phones["Pierre"], form_fields(form)
    sent = pierre.post(f"{party.address}/round", data=fields, follow_redirects=True)
    assert told in news_of(read(sent))
    assert party.table.rounds == 0


def test_who_has_no_phone_in_hand_is_not_waited_for(party: Party) -> None:
    party.choose(all_agree=True)
    party.everybody()
    for name in ("Pierre", "Jacques"):
        party.set_phone(name, seen_at=clock.now() - timedelta(minutes=31))
    for name in ("Jean", "Paul"):
        assert party.table.rounds == 0
        party.agree(name)
    assert party.table.rounds == 1


def test_changing_a_hand_asks_everybody_to_agree_again(party: Party) -> None:
    party.choose(all_agree=True)
    party.everybody()
    party.agree("Paul")
    stale = party.round("Jean")
    assert words(stale, "#together-record") == "I agree (2 of 4)"
    party.enter("Pierre", "K")
    assert words(party.round("Jean"), "#together-record") == "I agree (1 of 4)"
    answer = party.phones["Jean"].submit(stale, form=".together__record", follow_redirects=True)
    assert "The round has just changed" in answer.text
    assert party.table.rounds == 0


def form_of_one_phone(party: Party) -> Element:
    """Return the form of a whole round on Jean’s phone, loaded while all other phones were away."""
    away = clock.now() - timedelta(days=1)
    for name in FOUR:
        if name != "Jean":
            party.set_phone(name, seen_at=away)
    return party.phones["Jean"].visit(party.address + "/rounds/new")


def test_a_form_of_one_phone_is_shown_on_all_that_turned_up_meanwhile(party: Party) -> None:
    party.choose(all_agree=True)
    page, jean = form_of_one_phone(party), party.phones["Jean"]
    party.round("Paul")
    fields = {"ending": "knock:1"} | {f"hand-{seat}": CARDS[who] for seat, who in enumerate(FOUR)}
    for _again in range(2):
        answer = jean.submit(page, fields, form="#round")
        assert (answer.status_code, answer.location) == (303, party.address + "/round")
    assert party.table.rounds == 0
    assert "Jean scores 42" in words(party.round("Paul"), ".ruling__result")
    for name in ("Jean", "Paul"):
        party.agree(name)
    assert party.table.rounds == 1
    answer = jean.submit(page, fields, form="#round")
    assert "Somebody got there first" in words(read(answer, 409))
    assert not party.is_open


def test_a_form_of_one_phone_does_not_replace_what_another_announced(party: Party) -> None:
    party.choose(all_agree=True)
    page, jean = form_of_one_phone(party), party.phones["Jean"]
    party.announce("Paul", "knock:3")
    fields = {"ending": "knock:1"} | {f"hand-{seat}": CARDS[who] for seat, who in enumerate(FOUR)}
    answer = jean.submit(page, fields, form="#round")
    assert "was announced on another phone" in words(read(answer, 409))


def test_the_ruling_links_to_the_judges_desk(party: Party) -> None:
    party.everybody()
    page = party.round("Paul")
    desk = link_named(page, "Go to the judge’s desk")
    assert "Jean scores 42" in words(party.phones["Paul"].visit(str(desk["href"])))


def test_what_is_not_right_leads_to_the_hand_or_the_fact(party: Party) -> None:
    party.everybody()
    paul = party.phones["Paul"]
    doubt = "form:has(#together-doubt)"
    page = read(paul.submit(party.round("Paul"), form=doubt, follow_redirects=True))
    rows = page.select(".together-refused-wrong :is(a, button)")
    assert [words(each) for each in rows] == [
        "Jean knocked How it ended, points, note",
        "Pierre K of spades, 9 of diamonds, 2 of clubs",
        *("Jean 5 of hearts", "Jacques K, Q, 8", "Paul 8"),
    ]
    form = read(paul.submit(page, form="form:has(#together-change-3)", follow_redirects=True))
    assert str(form.select("#hand-3")[0]["value"]) == "8"


def test_a_phone_agrees_for_the_player_that_it_was_when_the_round_was_announced(
    party: Party,
) -> None:
    party.choose(all_agree=True)
    party.everybody()
    jean, paul = party.phones["Jean"], party.phones["Paul"]
    paul.submit("/club", {"who": "nobody"}, form="form[action$=me]")
    jean.submit("/club", {"who": "player:Paul"}, form="form[action$=me]")
    party.agree("Jean")
    assert "Still to agree: Pierre, Jacques and Paul" in words(party.round("Pierre"))


def test_a_phone_that_came_later_has_no_say(party: Party) -> None:
    party.choose(all_agree=True)
    party.set_phone("Paul", player_id=None)
    party.announce()
    paul = party.phones["Paul"]
    paul.submit("/club", {"who": "player:Paul"}, form="form[action$=me]")
    for name in FOUR:
        party.enter(name)
    assert not party.round("Paul").select(".together__record")
    form = form_fields(party.round("Jean").select_one(".together__record"))
    form |= form_fields(paul.visit("/club").select_one("form[action$=me]"))
    sent = paul.post(f"{party.address}/round/agree", data=form, follow_redirects=True)
    assert "it has no say" in news_of(read(sent))
    for name in ("Pierre", "Jean", "Jacques"):
        party.agree(name)
    assert party.table.rounds == 1
