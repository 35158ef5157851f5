"""What an open round shows on each phone and on the television."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from scorekeeper.clubs.members import HandsShown
from tests.support.pages import HTMX, read, words
from tests.support.party import Party

CHANGED = "Something was changed. Look at the ruling again."


def news(party: Party, who: str, page: BeautifulSoup) -> BeautifulSoup:
    """The page of a phone after its next poll."""
    [asks] = page.select("[hx-trigger^=every]")
    answer = party.phones[who].get(str(asks["hx-get"]), headers=HTMX)
    assert answer.status_code == 200
    return read(answer)


@pytest.mark.parametrize("shown", HandsShown)
def test_hands_are_shown_everywhere_at_once_where_the_club_does_so(
    party: Party, shown: HandsShown
) -> None:
    party.choose(hands_shown=shown.value)
    party.announce("Paul")
    party.enter("Paul", "QH JH")
    jean = party.phones["Jean"]
    for page in (jean.visit(party.address), jean.visit(party.address + "/watch")):
        assert words(page, ".together-progress__seat--in .together-progress__in") == (
            "in: QH JH" if shown is HandsShown.AT_ONCE else "in"
        )
    party.enter("Jean")
    for page in (jean.visit(party.address), jean.visit(party.address + "/watch")):
        hands = words(page, ".together-progress")
        assert ("QH JH" in hands) == (shown is not HandsShown.ALL_IN)
    for page in (party.wes.visit(party.address), party.wes.visit(party.address + "/watch")):
        assert "QH" not in words(page)


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


def test_a_phone_led_away_from_a_gone_round_is_told_why(party: Party) -> None:
    party.begin()
    page = party.round("Jean")
    paul = party.phones["Paul"]
    paul.submit(paul.visit(party.address + "/round/discard"), form=".actions form")
    [asks] = page.select("[hx-trigger^=every]")
    answer = party.phones["Jean"].get(str(asks["hx-get"]), headers=HTMX)
    assert "Set-Cookie" not in answer.headers
    sheet = party.phones["Jean"].visit(answer.headers["HX-Redirect"])
    told = "The round was thrown away on another phone. Nothing was recorded."
    assert words(sheet, "#messages") == told
    assert told not in words(party.phones["Jean"].visit(party.address), "body"), "said once"


def test_a_first_ruling_is_not_called_changed(party: Party) -> None:
    party.begin()
    page = party.round("Jean")
    for who in ("Pierre", "Jean", "Jacques", "Paul"):
        party.enter(who)
    first = news(party, "Jean", page)
    assert CHANGED not in words(first, "#together")
    paul = party.phones["Paul"]
    paul.submit(paul.visit(party.address + "/round/discard"), form=".actions form")
    party.everybody()
    assert CHANGED not in words(news(party, "Jean", first), "#together")


def test_the_sheet_says_who_must_still_agree(party: Party) -> None:
    party.choose(all_agree=True)
    party.everybody()
    for who in ("Pierre", "Jacques"):
        phone = party.phones[who]
        phone.submit(party.round(who), form=".together__record")
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
    told = "say below how it ended"
    assert told in words(party.phones["Jean"].visit(party.address))
    assert told not in words(party.wes.visit(party.address))
    party.begin()
    assert told not in words(party.phones["Jean"].visit(party.address))


def test_the_large_view_shows_the_open_round_in_the_place_of_the_last_one(party: Party) -> None:
    party.table.knock("Jean", Pierre=21, Jean=5, Jacques=28, Paul=8)
    assert party.wes.visit(party.address + "/watch").select("#last")
    party.everybody()
    page = party.wes.visit(party.address + "/watch")
    assert words(page, ".together-now h2") == "Jean knocked"
    assert not page.select("#last")
    assert page.select(".sheet-table")


PAGES = ("", "/watch", "/round", "/rounds/new")


def pace(page: BeautifulSoup) -> str:
    """What makes a page ask."""
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
    for change in (party.everybody, lambda: record(party)):
        change()
        [poller] = page.select("[hx-trigger^=every]")
        page = read(party.wes.get(str(poller["hx-get"]), headers=HTMX))
        paces.append(pace(page))
    assert paces == ["every 2s, wake", "every 500ms, wake", "every 2s, wake"]


def record(party: Party) -> None:
    """Press *Record* on a phone."""
    party.phones["Paul"].submit(party.round("Paul"), form=".together__record")
