"""One tap announces a round, and every phone then asks for its hand and shows the progress."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper import clock
from scorekeeper.clubs.roles import Role
from tests.support.clubs import visitor
from tests.support.documents import FOUR
from tests.support.elements import Element
from tests.support.pages import Visitor, news_of, read, words
from tests.support.party import ANNOUNCE, CARDS, Party, led_to
from tests.support.table import Table
from tests.support.walks import walk


def test_one_tap_opens_the_round_on_every_phone(party: Party) -> None:
    before = {name: party.phones[name].visit(party.address) for name in ("Pierre", "Paul")}
    party.announce("Jean")
    for name, page in before.items():
        news = party.phones[name].poll(page)
        assert news.headers["HX-Redirect"] == party.address + "/round"
        assert words(party.round(name), "#together h1") == "Jean knocked Your hand?"
        assert words(party.round(name), "#round .button--primary") == "Send my hand"
    assert party.table.rounds == 0


def test_whoever_goes_back_to_the_sheet_stays_there(party: Party) -> None:
    party.announce()
    sheet = party.phones["Paul"].visit(party.address)
    assert words(sheet, "#sheet-actions") == "Jean knocked Enter your hand"
    party.enter("Jean")
    news = party.phones["Paul"].poll(sheet)
    assert "HX-Redirect" not in news.headers
    assert "Waiting for Pierre, Jacques and Paul" in words(read(news), "#sheet-now")


def test_watchers_stay_at_the_sheet_and_see_who_is_in(party: Party) -> None:
    before = party.wes.visit(party.address)
    party.begin()
    news = party.wes.poll(before)
    assert "HX-Redirect" not in news.headers
    assert "Jean knocked" in words(read(news), "#sheet-now")


@pytest.mark.parametrize("page", ["/trail", "/rounds/1", "/rounds/1/edit", "/rounds/adjust"])
def test_pages_that_do_something_else_get_a_banner(party: Party, page: str) -> None:
    party.table.knock("Jean", Pierre=21, Jean=5, Jacques=28, Paul=8)
    paul = party.phones["Paul"]
    before = paul.visit(party.address + page)
    assert words(before, "#announced") == ""
    party.announce()
    news = read(paul.poll(before))
    assert words(news, "#announced") == "Jean knocked Enter your hand"
    assert [str(each["href"]) for each in news.select("#announced a")] == [party.address + "/round"]


def test_the_second_of_two_who_say_how_it_ended_is_told(party: Party) -> None:
    sheet = party.phones["Paul"].visit(party.address)
    party.announce("Jean", "knock:1")
    paul = party.phones["Paul"]
    page = paul.press(sheet, {"ending": "knock:3"}, form=ANNOUNCE)
    assert "Another phone was faster" in news_of(page)
    assert "Jean knocked" in words(page, "#together h1")
    again = paul.press(sheet, {"ending": "knock:1"}, form=ANNOUNCE)
    assert news_of(again) == "", "both say the same"


def test_an_announcement_for_a_round_that_is_over_shows_the_sheet(party: Party) -> None:
    sheet = party.phones["Paul"].visit(party.address)
    party.table.knock("Jean", Pierre=21, Jean=5, Jacques=28, Paul=8)
    answer = party.phones["Paul"].submit(sheet, {"ending": "knock:3"}, form=ANNOUNCE)
    assert answer.status_code == 409
    assert not party.is_open


@walk("ending", ["", "gin:1", "knock", "knock:9", "void:1", "x"])
def test_an_ending_that_the_game_does_not_have_announces_nothing(party: Party, ending: str) -> None:
    answer = party.phones["Paul"].submit(party.address, {"ending": ending}, form=ANNOUNCE)
    assert "Choose how the round ended." in words(read(answer, 422))
    assert not party.is_open


@pytest.mark.parametrize(
    "otherwise",
    [
        {"player_id": None},
        {"role": Role.WATCHER.value},
        {"revoked_at": clock.now()},
        {"seen_at": clock.now() - timedelta(hours=13)},
    ],
)
def test_without_other_players_phones_the_tap_opens_the_form(
    party: Party, otherwise: dict[str, object]
) -> None:
    jean = party.phones["Jean"]
    visitor(party.app, Role.PLAYER, player="Jean")
    visitor(party.app, Role.PLAYER, player="Zoe")
    for name in ("Pierre", "Jacques"):
        party.set_phone(name, **otherwise)
    assert jean.get(party.address + "/rounds/new").location == party.address, "Paul has a phone"
    party.set_phone("Paul", **otherwise)
    form = jean.visit(led_to(jean, party.address, "knock:1"))
    assert words(form, "#round .button--primary") == "Record"
    jean.submit(form, {"hand-1": "5H"}, form="#round", button="[data-preview]")
    assert not party.is_open


def test_a_form_filled_in_before_the_announcement_comes_back_with_all_its_hands(
    app: Flask, client: Visitor
) -> None:
    table = Table(app, "knock", FOUR)
    form = client.visit(table.address + "/rounds/new")
    paul = visitor(app, Role.PLAYER, player="Paul")
    visitor(app, Role.PLAYER, player="Jean")
    paul.submit(table.address, {"ending": "knock:1"}, form=ANNOUNCE)
    hands = {f"hand-{seat}": CARDS[name] for seat, name in enumerate(FOUR)}
    page = read(client.submit(form, hands | {"ending": "knock:3"}, form="#round"), 409)
    assert "announced on another phone" in words(page, ".message--error")
    assert str(page.select("#hand-0")[0]["value"]) == CARDS["Pierre"]
    assert table.rounds == 0


def test_the_undone_round_is_announced_again_with_its_hands(party: Party) -> None:
    party.everybody()
    party.agree("Paul")
    party.table.change("undo")
    jean = party.phones["Jean"]
    jean.submit(party.address, form=ANNOUNCE, button="[name=again]")
    assert words(party.round("Pierre"), ".ruling__result") == "Jean scores 42"


def test_a_bonus_that_was_undone_is_no_round_to_announce_again(party: Party) -> None:
    party.everybody()
    party.agree("Paul")
    party.table.adjust("Jean", 10)
    party.table.change("undo")
    assert not party.phones["Jean"].visit(party.address).select("[name=again]")


@pytest.mark.parametrize(
    ("ending", "waits"),
    [("rum:1", "Waiting for Pierre, Jacques and Paul"), ("void", "All hands received")],
)
def test_a_player_without_cards_has_nothing_to_give(party: Party, ending: str, waits: str) -> None:
    party.announce("Jean", ending)
    page = party.round("Jean")
    assert waits in words(page, "#together")
    assert not page.select("#round")


def test_an_unnamed_phone_says_whose_it_is_after_the_announcement(app: Flask) -> None:
    table = Table(app, "knock", FOUR)
    visitor(app, Role.PLAYER, player="Paul")
    guest = visitor(app, Role.PLAYER)
    guest.submit(table.address, {"ending": "knock:1"}, form=ANNOUNCE)
    page = guest.visit(table.address + "/round")
    assert words(page, "h1") == "Jean knocked Whose phone is this?"
    answer = guest.submit(page, button="#whose-1")
    assert words(guest.visit(answer.location), "#together h1") == "Jean knocked Your hand?"


def test_the_keeper_chooses_how_rounds_are_entered(party: Party, client: Visitor) -> None:
    form = "form[action='/club/together']"
    page = client.visit("/club")
    assert [str(each["value"]) for each in page.select(f"{form} [checked]")] == ["anyone", "all-in"]
    client.submit(page, {"record": "all", "show": "at-once"}, form=form)
    page = client.visit("/club")
    assert [str(each["value"]) for each in page.select(f"{form} [checked]")] == ["all", "at-once"]
    client.submit(page, {"record": "anyone", "show": "whatever"}, form=form)
    page = client.visit("/club")
    assert [str(each["value"]) for each in page.select(f"{form} [checked]")] == ["anyone", "all-in"]
    assert party.table.rounds == 0


CHANGED = "Somebody changed something. Check the ruling again."


@pytest.mark.parametrize("at_once", [True, False])
def test_a_hand_is_shown_as_it_comes_only_where_the_club_does_so(
    party: Party, at_once: bool
) -> None:
    party.choose(shows_at_once=at_once)
    party.announce("Paul")
    assert ("Everybody sees it at once." in words(party.round("Paul"))) == at_once
    party.enter("Paul", "QH JH")
    party.enter("Jean")
    for phone in (party.phones["Jean"], party.wes):
        for path in ("", "/watch"):
            hands = words(phone.visit(party.address + path), ".sheet-progress")
            assert ("Q of hearts, J of hearts" in hands) == at_once


def test_the_options_of_the_club_count_from_the_next_round(party: Party) -> None:
    party.begin("Paul")
    party.choose(shows_at_once=True, all_agree=True)
    assert not party.round("Pierre").select("[data-laid]")
    for name in ("Pierre", "Jean", "Jacques"):
        party.enter(name)
    assert words(party.round("Jean"), "#together-record") == "Record"


def test_a_hand_is_shown_on_the_phone_that_gave_it_whosever_it_says_it_is(party: Party) -> None:
    party.begin("Paul")
    paul, jean = party.phones["Paul"], party.phones["Jean"]
    paul.submit("/club", {"who": "nobody"}, form="form[action$=me]")
    hand = "[data-laid='3']"
    assert party.round("Paul").select(hand)
    jean.submit("/club", {"who": "player:Paul"}, form="form[action$=me]")
    assert not party.round("Jean").select(hand)
    assert words(party.round("Jean"), "h1") == "Waiting for Pierre, Jean and Jacques"


def test_every_link_and_button_of_a_round_keeps_its_name_for_the_focus(party: Party) -> None:
    party.choose(all_agree=True)
    party.begin()
    for who in ("", "Pierre", "Jean", "Jacques", "Paul"):
        if who:
            party.enter(who)
        page = party.round("Jean")
        parts = page.select("#together :is(a:not(.why), button, summary)")
        assert len(parts) > 1
        assert all(each.get("id") for each in parts), [str(each) for each in parts]


def test_whoever_discards_the_round_is_told_that_nothing_was_recorded(party: Party) -> None:
    party.begin()
    party.discard("Paul")
    sheet = party.phones["Paul"].visit(party.address)
    assert news_of(sheet) == "The round is discarded. Nothing was recorded."


def test_a_phone_led_away_from_a_gone_round_is_told_why(party: Party) -> None:
    party.begin()
    page = party.round("Jean")
    party.discard("Paul")
    answer = party.phones["Jean"].poll(page)
    assert "Set-Cookie" not in answer.headers
    sheet = party.phones["Jean"].visit(answer.headers["HX-Redirect"])
    told = "Paul discarded the round. Nothing was recorded."
    assert news_of(sheet) == told
    assert told not in words(party.phones["Jean"].visit(party.address), "body"), "said once"


def test_a_first_ruling_is_not_called_changed(party: Party) -> None:
    party.begin()
    page = party.round("Jean")
    for who in ("Pierre", "Jean", "Jacques", "Paul"):
        party.enter(who)
    first = read(party.phones["Jean"].poll(page))
    assert CHANGED not in words(first, "#together")
    party.discard("Paul")
    party.everybody()
    assert CHANGED not in words(read(party.phones["Jean"].poll(first)), "#together")


def test_the_sheet_says_who_must_still_agree(party: Party) -> None:
    party.choose(all_agree=True)
    party.everybody()
    for who in ("Pierre", "Jacques"):
        party.agree(who)
    for page in (
        party.phones["Jean"].visit(party.address),
        party.wes.visit(party.address),
        party.wes.visit(party.address + "/watch"),
    ):
        assert "Still to agree: Jean and Paul" in words(page, "#sheet-now")
    buttons = {
        who: words(phone.visit(party.address), "#sheet-actions .button").split(" ", 2)[2]
        for who, phone in party.phones.items()
    }
    assert buttons == {
        "Pierre": "See the ruling",
        "Jean": "See the ruling and agree",
        "Jacques": "See the ruling",
        "Paul": "See the ruling and agree",
    }


def test_the_empty_sheet_says_what_to_do_only_to_players(party: Party) -> None:
    told = "choose how it ended"
    assert told in words(party.phones["Jean"].visit(party.address))
    assert told not in words(party.wes.visit(party.address))
    party.begin()
    assert told not in words(party.phones["Jean"].visit(party.address))


def test_the_large_view_shows_the_open_round_in_the_place_of_the_last_one(party: Party) -> None:
    party.table.knock("Jean", Pierre=21, Jean=5, Jacques=28, Paul=8)
    assert party.wes.visit(party.address + "/watch").select("#last")
    party.everybody()
    page = party.wes.visit(party.address + "/watch")
    assert words(page, ".sheet-now h2") == "Jean knocked"
    assert not page.select("#last")
    assert page.select(".sheet-table")


PAGES = ("", "/watch", "/round", "/rounds/new")


def pace(page: Element) -> str:
    """Return the trigger of a page’s poll."""
    [poller] = page.select("[hx-trigger^=every]")
    return str(poller["hx-trigger"])


@pytest.mark.parametrize("path", PAGES)
def test_every_page_of_a_round_that_is_entered_asks_twice_a_second(party: Party, path: str) -> None:
    party.begin()
    assert pace(party.phones["Paul"].visit(party.address + path)) == "every 500ms, wake"


def test_a_sheet_asks_twice_a_second_from_the_first_hand_until_the_round_is_recorded(
    party: Party,
) -> None:
    page = party.wes.visit(party.address)
    paces = [pace(page)]
    for change in (party.everybody, lambda: party.agree("Paul")):
        change()
        page = read(party.wes.poll(page))
        paces.append(pace(page))
    assert paces == ["every 2s, wake", "every 500ms, wake", "every 2s, wake"]


def remarks(party: Party) -> list[str]:
    """Return the remarks about the round, the same on every phone."""
    told = {
        who: [words(each) for each in party.round(who).select("[id^=together-remark]")]
        for who in party.phones
    }
    assert len({str(each) for each in told.values()}) == 1
    return told["Paul"]


def test_whoever_discards_a_round_that_all_have_seen_is_named_in_the_next(party: Party) -> None:
    party.announce()
    party.discard("Pierre")
    party.everybody()
    assert remarks(party) == []
    party.discard("Jean")
    party.announce("Paul")
    said = "Jean discarded the round, after the ruling was shown."
    assert remarks(party) == [said]
    for name in FOUR:
        party.enter(name)
    party.agree("Paul")
    for page in ("", "/rounds/1", "/trail"):
        assert said in words(party.wes.visit(party.address + page)), page
    party.announce()
    assert remarks(party) == [], "that is another round"


def test_it_is_told_too_where_the_next_round_is_entered_on_one_phone(party: Party) -> None:
    party.everybody()
    party.discard("Jean")
    typed = {"ending": "knock:0", "hand-0": "5", "hand-1": "9", "hand-2": "4", "hand-3": "K"}
    form = {"version": str(party.table.version), "key": "a-phone-of-its-own", "entered_by": "Jean"}
    party.phones["Jean"].send(party.address + "/rounds", **typed, **form)
    assert party.table.rounds == 1
    for page in ("", "/rounds/1", "/trail"):
        there = words(party.wes.visit(party.address + page))
        assert "Jean discarded the round, after the ruling was shown." in there, page
        assert "Jean changed the hand of Pierre, after the ruling was shown." in there, page


def test_an_undone_round_that_is_entered_afresh_says_so(party: Party) -> None:
    party.everybody()
    party.agree("Paul")
    party.table.change("undo")
    party.announce("Jacques")
    assert remarks(party) == ["Jacques announced the round again after it was undone."]


def test_an_undone_round_that_is_announced_again_tells_each_change(party: Party) -> None:
    party.everybody()
    party.agree("Paul")
    party.table.change("undo")
    party.phones["Jean"].submit(party.address, form=ANNOUNCE, button="[name=again]")
    assert remarks(party) == []
    party.enter("Jean", "4H")
    party.enter("Paul", "7")
    assert remarks(party) == [
        "Jean changed their hand, after the ruling was shown.",
        "Paul replaced their hand that Jean had entered, after the ruling was shown.",
    ]


def test_what_differs_from_a_round_discarded_that_all_had_seen_is_told(party: Party) -> None:
    party.everybody()
    party.discard("Jean")
    party.announce("Paul", "knock:0")
    for name in FOUR:
        party.enter(name, {"Pierre": "2C KS 9D", "Paul": "7"}.get(name, ""))
    said = [
        "Jean discarded the round, after the ruling was shown.",
        "Paul changed this from “Jean knocked” to “Pierre knocked”, after the ruling was shown.",
        "Paul changed their hand, after the ruling was shown.",
    ]
    assert remarks(party) == said, "Pierre's hand is the same in another order"
    party.agree("Paul")
    for page in ("", "/rounds/1", "/trail"):
        for sentence in said:
            assert sentence in words(party.wes.visit(party.address + page)), page


def test_a_hand_that_all_saw_two_discarded_rounds_ago_is_not_forgotten(party: Party) -> None:
    party.everybody()
    party.discard("Jean")
    party.announce("Jean", "rum:3")  # Paul has no hand to give.
    for name in ("Pierre", "Jean", "Jacques"):
        party.enter(name)
    party.discard("Jean")
    party.announce()
    for name in FOUR:
        party.enter(name, {"Paul": "7"}.get(name, ""))
    assert "Paul changed their hand, after the ruling was shown." in remarks(party)


def test_what_all_saw_is_not_forgotten_when_an_earlier_round_is_removed(party: Party) -> None:
    party.table.knock("Jean", Pierre="K", Jean="2", Jacques="K", Paul="K")
    party.everybody()
    party.discard("Jean")
    party.table.change("remove", place=1)
    party.announce()
    for name in FOUR:
        party.enter(name, {"Paul": "7"}.get(name, ""))
    assert "Paul changed their hand, after the ruling was shown." in remarks(party)


def test_what_all_saw_is_not_forgotten_over_the_round_before(party: Party) -> None:
    party.table.knock("Jean", Pierre="K", Jean="2", Jacques="K", Paul="K")
    party.everybody()
    party.discard("Jean")
    party.table.change("undo")
    party.everybody()  # The first round again.
    party.discard("Jean")
    party.table.change("redo")
    party.announce()
    for name in FOUR:
        party.enter(name, {"Paul": "7"}.get(name, ""))
    assert "Paul changed their hand, after the ruling was shown." in remarks(party)


def test_nobody_is_said_to_have_changed_a_hand_of_another_round(party: Party) -> None:
    first = {"Pierre": "K", "Jean": "2", "Jacques": "K", "Paul": "K"}
    party.table.knock("Jean", **first)
    party.everybody()
    party.discard("Jean")
    party.table.change("undo")
    party.announce()
    for name, hand in first.items():
        party.enter(name, hand)
    assert remarks(party) == [
        "Jean discarded the round, after the ruling was shown.",
        "Jean announced the round again after it was undone.",
    ]


def test_what_differs_from_an_undone_round_that_is_entered_afresh_is_told(party: Party) -> None:
    party.everybody()
    party.agree("Paul")
    party.table.change("undo")
    party.announce("Jacques")
    for name in FOUR:
        party.enter(name, {"Paul": "7"}.get(name, ""))
    said = ["Jacques announced the round again after it was undone."]
    assert remarks(party) == [*said, "Paul changed their hand, after the ruling was shown."]


def test_the_same_hands_in_other_words_are_no_change(party: Party) -> None:
    typed = {"Pierre": "ks 9d 2c", "Jean": "5h", "Jacques": "=26", "Paul": "=8"}
    party.announce()
    for name in FOUR:
        party.enter(name, typed[name])
    party.enter("Jacques", "26")
    party.enter("Pierre", "2C KS 9D")
    assert remarks(party) == []
    party.agree("Paul")
    party.table.change("undo")
    party.announce()
    for name in FOUR:
        party.enter(name, typed[name])
    assert remarks(party) == ["Jean announced the round again after it was undone."]


def test_before_a_ruling_was_shown_nothing_differs(party: Party) -> None:
    party.begin("Jean")
    party.discard("Jean")
    party.announce()
    for name in FOUR:
        party.enter(name, {"Jean": "4H"}.get(name, ""))
    assert remarks(party) == []


def test_whoever_gives_a_hand_after_those_of_the_others_were_shown_is_named(party: Party) -> None:
    party.announce("Jean", "rum:3")
    for name in ("Pierre", "Jean", "Jacques"):
        party.enter(name)
    page = party.phones["Jean"].visit(party.address + "/round/facts")
    party.phones["Jean"].submit(page, {"ending": "knock:0"}, form="#facts")
    party.enter("Paul")
    assert remarks(party) == [
        "Jean changed this from “Paul went rum: nothing left” to “Pierre knocked”"
        ", after the ruling was shown.",
        "Paul entered their hand, after the ruling was shown.",
    ]


def test_a_round_that_nobody_won_shows_no_hand(party: Party) -> None:
    party.announce("Jean", "void")
    page = party.phones["Jean"].visit(party.address + "/round/facts")
    party.phones["Jean"].submit(page, {"ending": "knock:0"}, form="#facts")
    for name in FOUR:
        party.enter(name)
    assert len(remarks(party)) == 1
