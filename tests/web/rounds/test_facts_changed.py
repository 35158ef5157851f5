"""Changes of an open round’s facts: every phone shows each change, and the round’s end."""

from __future__ import annotations

from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.variants.knock import KNOCK
from scorekeeper.storage.mapping import Amendment
from scorekeeper.web.entering.amendments import amendment_words
from tests.support.elements import Element
from tests.support.pages import HTMX, form_fields, news_of, read, words
from tests.support.party import Party
from tests.support.walks import walk


def facts(party: Party, who: str) -> Element:
    """Return the form of all facts of the round except its hands."""
    return party.phones[who].visit(party.address + "/round/facts")


def change(party: Party, who: str, **fields: str) -> TestResponse:
    """Change facts on a phone."""
    return party.phones[who].submit(facts(party, who), fields, form="#facts")


def test_the_ending_can_be_changed_while_hands_are_given(party: Party) -> None:
    party.begin()
    assert change(party, "Paul", ending="knock:3").status_code == 303
    assert words(party.round("Pierre"), "#together h1") == "Paul knocked Your hand?"


def test_a_form_made_for_older_facts_is_shown_who_changed_what(party: Party) -> None:
    party.begin()
    stale = facts(party, "Jean")
    change(party, "Paul", ending="knock:3")
    page = read(party.phones["Jean"].submit(stale, {"ending": "knock:0"}, form="#facts"), 409)
    said = "Paul changed this from “Jean knocked” to “Paul knocked”. This is how it stands now."
    assert words(page, ".message--error") == said
    assert [each["value"] for each in page.select("[name=ending][checked]")] == ["knock:3"]
    assert (
        party.phones["Jean"].submit(page, {"ending": "knock:0"}, form="#facts").status_code == 303
    )


def test_a_hand_that_comes_in_meanwhile_leaves_the_facts_as_they_are(party: Party) -> None:
    party.begin()
    form = facts(party, "Jean")
    party.enter("Paul")
    answer = party.phones["Jean"].submit(form, {"note": "late"}, form="#facts")
    assert answer.status_code == 303
    assert "Waiting for Pierre and Jacques" in words(party.round("Jean"), "#together h1")


def test_facts_that_cannot_be_read_come_back_with_a_sentence(party: Party) -> None:
    party.begin()
    fields = {"adjustment-0-player": "1", "adjustment-0-points": "many", "ending": "knock:1"}
    page = read(change(party, "Paul", **fields), 422)
    assert page.select("#adjustment-0-points-error")
    assert str(page.select("[name=adjustment-0-points]")[0]["value"]) == "many"


def test_a_change_after_hands_were_shown_is_said_on_every_phone(party: Party) -> None:
    party.everybody()
    change(party, "Jean", ending="knock:3")
    party.enter("Jean", "4H")
    said = [
        "Jean changed this from “Jean knocked” to “Paul knocked”, after the ruling was shown.",
        "Jean changed their hand, after the ruling was shown.",
    ]
    for who in party.phones:
        page = party.round(who)
        assert [words(each) for each in page.select("[id^=together-remark]")] == said


def of_hand(who: str, what: str, was: str = "", *, late: bool = False) -> Amendment:
    """Return an amendment of Pierre’s hand."""
    return Amendment(who, field=what, seat=0, was=was, late=late)


@walk(
    ("amendment", "said"),
    [
        (of_hand("Jean", "changed", late=True), "Jean changed the hand of Pierre, after"),
        (of_hand("Pierre", "changed", late=True), "Pierre changed their hand, after"),
        (of_hand("Pierre", "given", late=True), "Pierre entered their hand, after"),
        (of_hand("", "given", late=True), "Somebody entered the hand of Pierre, after"),
        (of_hand("Jean", "replaced", "Pierre"), "Jean replaced the hand of Pierre."),
        (of_hand("Pierre", "replaced", ""), "Pierre replaced their hand on another phone."),
        (
            of_hand("Jean", "replaced", "Paul"),
            "Jean replaced the hand of Pierre that Paul had entered.",
        ),
        (
            of_hand("Pierre", "replaced", "Paul", late=True),
            "Pierre replaced their hand that Paul had entered, after",
        ),
        (Amendment("", field="upcard"), "Somebody changed the upcard."),
        (Amendment("Paul", field="note", late=True), "Paul changed the note, after"),
        (
            Amendment("Paul", field="thrown-away", late=True),
            "Paul discarded the round, after",
        ),
        (
            Amendment("Paul", field="undone", late=True),
            "Paul announced the round again after it was undone.",
        ),
    ],
)
def test_what_was_changed_is_said_in_one_sentence(
    app: Flask, amendment: Amendment, said: str
) -> None:
    game = Game(KNOCK, ("Pierre", "Jean", "Jacques", "Paul"))
    with app.test_request_context():
        whole = said if said.endswith(".") else f"{said} the ruling was shown."
        assert amendment_words(amendment, game) == whole


def test_points_that_the_table_gives_are_one_change_however_many_fields_they_fill(
    party: Party,
) -> None:
    party.everybody()
    given = {"adjustment-0-player": "1", "adjustment-0-points": "5", "adjustment-0-note": "tea"}
    for fields in (given, given, given | {"adjustment-0-points": "-5"}):
        change(party, "Jean", **fields)
    told = [words(each) for each in party.round("Paul").select("[id^=together-remark]")]
    assert (
        told
        == ["Jean changed points that the table gives or takes, after the ruling was shown."] * 2
    )


def test_the_ruling_of_a_recorded_round_keeps_what_was_changed_late(party: Party) -> None:
    party.everybody()
    change(party, "Jean", ending="knock:3")
    jean = party.phones["Jean"]
    party.agree("Jean")
    said = "Jean changed this from “Jean knocked” to “Paul knocked”, after the ruling was shown."
    ruling = f"{party.address}/rounds/1"
    assert said in words(jean.visit(ruling))
    assert said in words(jean.visit(party.address + "/trail"))
    jean.submit(f"{ruling}/edit", {"note": "corrected"}, form="#round")
    assert said in words(jean.visit(ruling))
    jean.submit(party.address, form="form[action$=undo]")
    jean.submit(party.address, form="form[action$=redo]")
    assert said in words(jean.visit(ruling))


def test_whoever_has_seen_nothing_changes_a_hand_without_a_remark(party: Party) -> None:
    party.announce()
    party.enter("Paul", "9")
    party.enter("Paul", "8")
    for name in ("Pierre", "Jean", "Jacques"):
        party.enter(name)
    assert not party.round("Paul").select("[id^=together-remark]")


def knock_high(party: Party) -> None:
    """Announce a knock at Gin by Jean with 12 left, and enter her hand and Paul’s."""
    party.table = type(party.table)(party.app, "gin", ("Jean", "Paul"))
    party.address = party.table.address
    jean = party.phones["Jean"]
    jean.submit(party.address, {"ending": "knock:0"}, form="form[action$=announce]")
    for who, seat, cards in (("Jean", 0, "K 2"), ("Paul", 1, "K Q 5")):
        page = party.phones[who].visit(party.address + "/round")
        party.phones[who].submit(page, {f"hand-{seat}": cards}, form="#round")


def test_a_knock_above_the_limit_can_be_allowed(party: Party) -> None:
    knock_high(party)
    page = party.round("Jean")
    assert "over the limit of 10" in words(page, ".ruling")
    assert not page.select(".together__record")
    ways = [words(way) for way in page.select(".together-ways .button")]
    assert ways == ["Correct my hand", "I did not knock", "The table allows it"]
    change(party, "Jean", note="late", **{"adjustment-0-player": "1", "adjustment-0-points": "-5"})
    page = party.round("Paul")
    ways = [words(way) for way in page.select(".together-ways .button")]
    assert ways == ["Correct Jean’s hand", "Jean did not knock", "The table allows it"]
    party.phones["Paul"].submit(page, form="form:has(#together-allow)", button="#together-allow")
    page = party.round("Jean")
    assert page.select(".together__record")
    assert "Paul changed whether it is allowed" in words(page)
    kept = form_fields(facts(party, "Jean").select("#facts")[0])
    assert kept["note"] == ["late"]
    assert kept["adjustment-0-points"] == ["-5"]


def test_a_knock_above_the_limit_is_said_where_it_is_typed(party: Party) -> None:
    knock_high(party)
    said = "Jean cannot knock: deadwood 12 is over the limit of 10."
    own = party.phones["Jean"].visit(party.address + "/round?seat=0")
    assert said in words(own, "#hands-counted")
    for who, seat, cards, is_said in (
        ("Jean", 0, "K 3", "deadwood 13 is over the limit"),
        ("Jean", 0, "K", ""),
        ("Paul", 1, "K Q", ""),
    ):
        page = party.phones[who].visit(f"{party.address}/round?seat={seat}")
        fields = form_fields(page.select("#round")[0]) | {f"hand-{seat}": cards}
        answer = party.phones[who].post(party.address + "/round/count", data=fields, headers=HTMX)
        assert is_said in answer.text if is_said else "over the limit" not in answer.text
    change(party, "Jean", allow="yes")
    own = party.phones["Jean"].visit(party.address + "/round?seat=0")
    assert not words(own, "#hands-counted")


def test_a_changed_ruling_is_pointed_out(party: Party) -> None:
    party.everybody()
    before = party.round("Jean")
    change(party, "Paul", ending="knock:3")
    news = read(party.phones["Jean"].poll(before))
    assert "Somebody changed something. Check the ruling again." in words(news, "#together")


def test_a_form_of_no_known_version_is_shown_the_facts_as_they_are(party: Party) -> None:
    party.announce()
    page = read(change(party, "Paul", facts_version="99", ending="knock:3"), 409)
    assert words(page, ".message--error") == "This is how it stands now."
    assert [each["value"] for each in page.select("[name=ending][checked]")] == ["knock:1"]


def test_a_hand_changed_since_is_not_said_to_be_the_fact_that_changed(party: Party) -> None:
    party.begin()
    stale = facts(party, "Jean")
    change(party, "Paul", ending="knock:3")
    party.enter("Jean", "4H")
    answer = party.phones["Jean"].submit(stale, {"ending": "knock:0"}, form="#facts")
    assert words(read(answer), ".message--error").startswith("Paul changed this from")


def test_discarding_asks_first_and_removes_the_open_round(party: Party) -> None:
    party.everybody()
    page = party.phones["Paul"].visit(party.address + "/round/discard")
    assert "Discard this round on every phone?" in words(page)
    assert party.phones["Paul"].submit(page, form=".actions form").status_code == 303
    assert not party.is_open
    assert party.table.rounds == 0


def test_a_phone_that_comes_back_after_the_end_finds_the_sheet(party: Party) -> None:
    party.everybody()
    page, late = party.round("Jean"), party.phones["Pierre"].visit(party.address + "/round?seat=0")
    party.agree("Paul")
    answer = party.phones["Pierre"].submit(late, {"hand-0": "A"}, form="#round", headers=HTMX)
    assert answer.headers["HX-Redirect"] == party.address + "?left=recorded"
    news = party.phones["Jean"].poll(page)
    address = news.headers["HX-Redirect"]
    assert address == party.address + "?left=recorded"
    party.phones["Jean"].get(address)
    sheet = party.phones["Jean"].get(address, follow_redirects=True)
    assert news_of(read(sheet)) == "Paul recorded the round."


def test_whoever_recorded_is_not_told_that_somebody_else_did(party: Party) -> None:
    party.everybody()
    page, paul = party.round("Paul"), party.phones["Paul"]
    paul.submit(page, form=".together__record")
    address = paul.poll(page).headers["HX-Redirect"]
    told = news_of(read(paul.get(address, follow_redirects=True)))
    assert told == "Round 1 is on the sheet."


def test_a_phone_is_not_told_what_cannot_be_known_of_its_round(party: Party) -> None:
    party.everybody()
    page = party.round("Jean")
    party.agree("Paul")
    party.table.change("undo")
    news = party.phones["Jean"].poll(page)
    assert news.headers["HX-Redirect"] == party.address + "?left=round"


def test_no_poll_of_a_round_writes_a_cookie(party: Party) -> None:
    party.everybody()
    for at in ("sheet", "watch", "round", "elsewhere"):
        answer = party.phones["Paul"].get(f"{party.address}/live?at={at}", headers=HTMX)
        assert answer.status_code == 200
        assert "Set-Cookie" not in answer.headers
