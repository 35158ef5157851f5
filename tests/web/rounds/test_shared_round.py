"""A round entered on several phones, without JavaScript: each player enters their own hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.clubs.roles import Role
from scorekeeper.games import open_rounds
from scorekeeper.storage.database import write
from scorekeeper.storage.models import Device, Player
from tests.support.clubs import visitor
from tests.support.pages import HTMX, Visitor, read, words
from tests.support.party import CARDS, FOUR, Party
from tests.support.table import Table

HAND_IN = "[name=hand_in]"


@pytest.fixture
def party(app: Flask) -> Party:
    return Party(app)


def test_every_phone_shows_the_open_round_once_a_hand_is_in(party: Party) -> None:
    before = party.phones["Paul"].visit(party.address)
    party.begin()
    [poller] = before.select("[hx-trigger^=every]")
    answer = party.phones["Paul"].get(str(poller["hx-get"]), headers=HTMX)
    news = read(answer)
    assert "Jean knocked" in words(news, "#sheet-now")
    assert words(news, "#sheet-actions") == "Jean knocked Enter your hand"
    assert "Jean knocked" in words(party.wes.visit(party.address), "#sheet-now")
    assert party.table.rounds == 0


def is_open(party: Party) -> bool:
    """Whether all phones show the open round."""
    with party.app.app_context():
        return open_rounds.find_open(party.table.id) is not None


def test_a_round_is_open_on_every_phone_with_the_first_hand_and_not_before(party: Party) -> None:
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    for typed in (
        {"ending": "knock:1"},
        {"ending": "knock:1", "hand-1": "5H", "at": "1"},
        {"ending": "knock:1", "hand-1": "5H ZZ"},
        {"hand-1": "5H"},
    ):
        jean.submit(form, typed, form="#round", button="[data-preview]", headers=HTMX)
        assert not is_open(party), typed
    typed = {"ending": "knock:1", "hand-1": "5H", "hand-2": "8", "at": "2"}
    jean.submit(form, typed, form="#round", button="[data-preview]", headers=HTMX)
    assert words(party.round("Paul"), "#together h1") == "Jean knocked"
    assert "Waiting for Pierre, Jacques and Paul" in words(party.round("Paul"), "#together")


def test_without_javascript_the_page_that_waits_offers_to_be_reloaded(party: Party) -> None:
    party.begin()
    page = party.enter("Paul")
    link = page.select_one("#together .plain-only a")
    assert link is not None
    party.enter("Pierre")
    assert "Waiting for Jacques" in words(party.phones["Paul"].visit(str(link["href"])))
    party.enter("Jacques")
    assert not party.round("Paul").select("#together .plain-only"), "nobody is awaited any more"


def test_an_open_round_disappears_when_its_only_hand_is_taken_back(party: Party) -> None:
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    typed = {"ending": "knock:1", "hand-1": "5H"}
    look = {"form": "#round", "button": "[data-preview]", "headers": HTMX}
    seen = read(jean.submit(form, typed, **look))
    assert is_open(party)
    was = str(seen.select("#was")[0]["value"])
    left = read(jean.submit(form, typed | {"hand-1": "", "was": was}, **look))
    assert not is_open(party)
    assert words(left, "#company") == ""
    was = str(left.select("#was")[0]["value"])
    jean.submit(form, typed | {"hand-1": "6H", "was": was}, **look)
    page = party.round("Paul")
    assert words(page, "#together h1") == "Jean knocked"


def test_a_form_whose_round_was_discarded_elsewhere_keeps_saying_so(party: Party) -> None:
    party.begin()
    jean, paul = party.phones["Jean"], party.phones["Paul"]
    form = jean.visit(party.address + "/rounds/new")
    paul.submit(paul.visit(party.address + "/round/discard"), form=".actions form")
    typed = {"hand-1": "6H"}
    looked = jean.submit(form, typed, form="#round", button="[data-preview]", headers=HTMX)
    assert not read(looked).select("#company, #was"), "what its poll said stays"


def rest_of(party: Party, name: str, **more: object) -> None:
    """Make this phone no other player's phone in this game."""
    with party.app.app_context(), write() as session:
        for device in session.scalars(select(Device).join(Player).where(Player.name == name)):
            for field, value in more.items():
                setattr(device, field, value)


@pytest.mark.parametrize(
    "otherwise",
    [
        {"player_id": None},
        {"role": Role.WATCHER.value},
        {"revoked_at": datetime.now(UTC)},
        {"seen_at": datetime.now(UTC) - timedelta(hours=13)},
    ],
    ids=["nobody's", "watches", "removed", "left at home"],
)
def test_without_other_players_phones_one_phone_enters_all_hands(
    party: Party, otherwise: dict[str, object]
) -> None:
    jean = party.phones["Jean"]
    visitor(party.app, Role.PLAYER, player="Jean")
    visitor(party.app, Role.PLAYER, player="Zoe")
    for name in ("Pierre", "Jacques"):
        rest_of(party, name, **otherwise)
    address = party.address + "/rounds/new"
    assert jean.visit(address).select(HAND_IN), "Paul has a phone"
    rest_of(party, "Paul", **otherwise)
    form = jean.visit(address)
    assert not form.select(HAND_IN)
    assert words(form, "#round .button--primary") == "Record"
    typed = {"ending": "knock:1", "hand-1": "5H"}
    jean.submit(form, typed, form="#round", button="[data-preview]")
    assert not is_open(party)
    answer = jean.submit(form, typed, form="#round")
    assert answer.status_code == 422
    assert words(read(answer), "#hand-3-error") == "Paul's hand is missing."


def test_recording_an_incomplete_round_lists_what_is_missing(party: Party) -> None:
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    answer = jean.submit(form, {"ending": "knock:1", "hand-1": "5H"}, form="#round")
    assert answer.status_code == 422
    assert words(read(answer), "#hand-3-error") == "Paul's hand is missing."
    assert not is_open(party)


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ({"hand-1": "5H"}, ("ending", "Say how the round ended.")),
        ({"ending": "knock:1"}, ("hand-1-error", "Jean's hand is missing.")),
    ],
)
def test_a_hand_is_entered_only_with_the_ending(
    party: Party, typed: dict[str, str], error: tuple[str, str]
) -> None:
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    answer = jean.submit(form, typed, form="#round", button=HAND_IN)
    assert answer.status_code == 422
    assert error[1] in words(read(answer), f"#{error[0]}")
    assert not is_open(party)


@pytest.mark.parametrize(("ending", "waits"), [("rum:1", "Waiting for Pierre"), ("void", "void")])
def test_a_player_without_cards_opens_the_round_without_typing(
    party: Party, ending: str, waits: str
) -> None:
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    answer = jean.submit(form, {"ending": ending}, form="#round", button=HAND_IN)
    assert answer.status_code == 303
    assert waits in words(party.round("Paul"), "#together")


def test_a_club_with_one_device_enters_rounds_alone(app: Flask, client: Visitor) -> None:
    table = Table(app, "knock", FOUR)
    form = client.visit(table.address + "/rounds/new")
    client.submit(form, {"ending": "knock:1"}, form="#round", button="[data-preview]")
    with app.app_context():
        assert open_rounds.find_open(table.id) is None


def test_ones_own_hand_is_asked_for_first(party: Party) -> None:
    party.begin()
    page = party.round("Paul")
    assert words(page, "legend") == "Unmatched cards of Paul"
    assert words(page, "#round .button--primary") == "That is my hand"


def test_nobody_sees_a_hand_before_all_are_in(party: Party) -> None:
    party.begin()
    party.enter("Paul", "QH JH")
    for name in ("Pierre", "Jean"):
        for address in ("", "/round", "/rounds/new", "/watch", "/round?seat=3", "/live"):
            text = party.phones[name].get(party.address + address).text
            assert "QH" not in text, address
    for address in ("", "/watch", "/live?at=round", "/live?at=form"):
        assert "QH" not in party.wes.get(party.address + address).text
    assert "QH" in party.phones["Paul"].get(party.address + "/round?seat=3").text


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
    assert "Somebody recorded it already" in party.phones["Paul"].get(party.address).text
    assert party.phones["Paul"].get(party.address + "/round").status_code == 303


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
    assert "Paul entered 8 for Paul meanwhile" in words(again, ".field__errors")
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
    assert "Paul entered 8 for Paul meanwhile. Which is right?" in words(page, "#hand-3-error")
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


def test_entering_ones_own_hand_opens_the_round_for_the_others(party: Party) -> None:
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    typed = {"ending": "knock:1", "hand-1": "5H", "at": "1"}
    answer = jean.submit(form, typed, form="#round", button=HAND_IN)
    assert (answer.status_code, answer.location) == (303, party.address + "/round")
    page = party.round("Jean")
    assert "Handed in." in words(page, "#messages")
    assert "Waiting for Pierre, Jacques and Paul" in words(page, "#together")
    for name in ("Pierre", "Jacques", "Paul"):
        party.enter(name)
    assert words(party.round("Jean"), ".ruling__result") == "Jean wins +42"
    assert party.table.rounds == 0


def test_a_bad_hand_is_refused_and_not_entered(party: Party) -> None:
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    typed = {"ending": "knock:1", "hand-1": "5H ZZ"}
    answer = jean.submit(form, typed, form="#round", button=HAND_IN)
    assert answer.status_code == 422
    assert "not a card" in words(read(answer), "#hand-1-error")
    with party.app.app_context():
        assert open_rounds.find_open(party.table.id) is None


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


def test_where_all_must_agree_the_record_button_says_so(party: Party) -> None:
    party.choose(all_agree=True)
    page = party.phones["Jean"].visit(party.address + "/rounds/new")
    assert words(page, "[data-submit]") == "I agree"


def test_the_form_says_that_another_phone_changed_the_ending(party: Party) -> None:
    party.begin()
    page = party.phones["Paul"].visit(party.address + "/rounds/new")
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    jean.submit(form, {"ending": "knock:2"}, form="#round", button="[data-preview]")
    news = party.phones["Paul"].get(str(page.select("#company")[0]["hx-get"]), headers=HTMX)
    assert "changed how the round went" in words(read(news), "#company")
    assert not read(news).select("input[name=ending]")


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


def test_changing_a_hand_shows_only_that_hands_buttons(party: Party) -> None:
    party.everybody()
    page = party.phones["Paul"].visit(party.address + "/round?seat=3")
    assert words(page, ".actions .button--primary") == "That is my hand"
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


def test_ones_own_hand_comes_first_if_others_have_phones(party: Party) -> None:
    party.begin()
    page = party.phones["Paul"].visit(party.address + "/rounds/new")
    assert page.select("#round")[0]["data-first"] == "3"


def test_the_keeper_chooses_how_rounds_are_entered(party: Party, client: Visitor) -> None:
    form = "form[action='/club/together']"
    chosen = {"record": "all", "show": "at-once"}
    client.submit(client.visit("/club"), chosen, form=form)
    page = client.visit("/club")
    assert [str(each["value"]) for each in page.select(f"{form} [checked]")] == ["all", "at-once"]
    party.everybody()
    assert "Everybody has to agree" in words(
        party.phones["Paul"].visit(party.address + "/rounds/new"), "#company"
    )


def test_changing_a_hand_asks_everybody_to_agree_again(party: Party) -> None:
    party.everybody()
    page = party.round("Paul")
    party.phones["Paul"].submit(page, form=".together__agree", button="button[value='3']")
    assert "Paul : agreed" in words(party.round("Jean")).replace("Paul:", "Paul :")
    stale = party.round("Jean")
    party.enter("Pierre", "K")
    assert "agreed" not in words(party.round("Jean"), "#together")
    answer = party.phones["Jean"].submit(stale, form=".together__record", follow_redirects=True)
    assert "The round changed meanwhile" in answer.text
    assert party.table.rounds == 0


def test_all_must_agree_on_a_round_entered_in_one_form_too(party: Party) -> None:
    party.choose(all_agree=True)
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    hands = {f"hand-{seat}": CARDS[name] for seat, name in enumerate(FOUR)}
    answer = jean.submit(form, hands | {"ending": "knock:1"}, form="#round")
    assert (answer.status_code, answer.location) == (303, party.address + "/round")
    assert party.table.rounds == 0
    assert "Still to say so: Pierre, Jacques and Paul" in words(party.round("Paul"))


def test_the_ruling_links_to_the_round_and_to_the_judges_desk(party: Party) -> None:
    party.everybody()
    page = party.round("Paul")
    doubt = page.find("a", string="That is not right")
    assert doubt
    assert str(doubt["href"]) == party.address + "/rounds/new"
    desk = page.find("a", string="To the judge's desk")
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


def test_discarding_asks_first_and_removes_the_open_round(party: Party) -> None:
    party.everybody()
    page = party.phones["Paul"].visit(party.address + "/round/discard")
    assert "Discard this round on every phone?" in words(page)
    assert party.phones["Paul"].submit(page, form=".actions form").status_code == 303
    with party.app.app_context():
        assert open_rounds.find_open(party.table.id) is None
    assert party.table.rounds == 0


def test_a_form_does_not_reopen_a_round_that_was_discarded(
    party: Party,
) -> None:
    party.begin()
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    page = party.phones["Paul"].visit(party.address + "/round/discard")
    party.phones["Paul"].submit(page, form=".actions form")
    answer = jean.submit(form, {"hand-1": "5H"}, form="#round", button="[data-preview]")
    assert answer.status_code == 200
    with party.app.app_context():
        assert open_rounds.find_open(party.table.id) is None
    hands = {f"hand-{seat}": CARDS[name] for seat, name in enumerate(FOUR)}
    assert jean.submit(read(answer), hands, form="#round").status_code == 303
    assert party.table.rounds == 1


def test_a_phone_that_comes_back_after_the_end_finds_the_sheet(party: Party) -> None:
    party.everybody()
    page, late = party.round("Paul"), party.phones["Pierre"].visit(party.address + "/round?seat=0")
    party.phones["Paul"].submit(page, form=".together__record")
    answer = party.phones["Pierre"].submit(late, {"hand-0": "A"}, form="#round", headers=HTMX)
    assert answer.headers["HX-Redirect"] == party.address
    [poller] = page.select("[hx-trigger^=every]")
    news = party.phones["Jean"].get(str(poller["hx-get"]), headers=HTMX)
    address = news.headers["HX-Redirect"]
    assert address == party.address + "?left=recorded"
    sheet = party.phones["Jean"].get(address, follow_redirects=True)
    assert words(read(sheet), "#messages") == "The round was recorded on another phone."


def test_a_phone_is_told_that_its_round_was_discarded(party: Party) -> None:
    party.everybody()
    [poller] = party.round("Jean").select("[hx-trigger^=every]")
    asking = party.phones["Paul"].visit(party.address + "/round/discard")
    party.phones["Paul"].submit(asking, form=".actions form")
    news = party.phones["Jean"].get(str(poller["hx-get"]), headers=HTMX)
    assert news.headers["HX-Redirect"] == party.address + "?left=discarded"


def test_a_phone_is_not_told_what_cannot_be_known_of_its_round(party: Party) -> None:
    party.everybody()
    page = party.round("Paul")
    [poller] = page.select("[hx-trigger^=every]")
    party.phones["Paul"].submit(page, form=".together__record")
    party.table.change("undo")
    news = party.phones["Jean"].get(str(poller["hx-get"]), headers=HTMX)
    assert news.headers["HX-Redirect"] == party.address + "?left=round"


def test_the_form_of_a_recorded_round_says_so_and_keeps_what_was_typed(party: Party) -> None:
    party.begin()
    form = party.phones["Jean"].visit(party.address + "/rounds/new")
    for name in FOUR:
        party.enter(name)
    party.phones["Paul"].submit(party.round("Paul"), form=".together__record")
    news = party.phones["Jean"].get(str(form.select("#company")[0]["hx-get"]), headers=HTMX)
    assert "recorded or discarded on another phone" in words(read(news), "#company")
    assert not read(news).select("[hx-trigger], #typing")


def test_no_poll_of_a_round_writes_a_cookie(party: Party) -> None:
    party.everybody()
    for at in ("sheet", "watch", "round", "form"):
        answer = party.phones["Paul"].get(f"{party.address}/live?at={at}", headers=HTMX)
        assert answer.status_code == 200
        assert "Set-Cookie" not in answer.headers


def test_all_agree_also_where_the_last_hand_is_still_under_the_key_pad(party: Party) -> None:
    party.choose(all_agree=True)
    jean = party.phones["Jean"]
    form = jean.visit(party.address + "/rounds/new")
    hands = {f"hand-{seat}": CARDS[name] for seat, name in enumerate(FOUR)}
    typed = hands | {"ending": "knock:1", "at": "3"}
    jean.submit(form, typed | {"hand-3": ""}, form="#round", button="[data-preview]")
    jean.submit(jean.visit(party.address + "/rounds/new"), typed, form="#round")
    assert party.table.rounds == 0
    assert "Still to say so: Pierre, Jacques and Paul" in words(party.round("Paul"), "#together")
