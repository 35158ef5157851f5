"""A doubt about a round, after which recording it needs a second step."""

from __future__ import annotations

import pytest

from tests.support.elements import Element
from tests.support.pages import read, words
from tests.support.party import Party

PAUL = 3
SAID = "Pierre says that something is wrong."
OVERRULED = "Jean recorded the round against the objection of Pierre."


def press(party: Party, who: str, button: str, page: Element | None = None) -> Element:
    """Press a button under the ruling on a phone, and return the page that follows."""
    options = {"form": f"form:has({button})", "follow_redirects": True}
    return read(party.phones[who].submit(page or party.round(who), **options))


@pytest.fixture
def doubted(party: Party) -> Party:
    """A round that Pierre doubts after its ruling is on every phone."""
    party.everybody()
    press(party, "Pierre", "#together-doubt")
    return party


def anyway(party: Party, who: str = "Jean") -> Element:
    """Return the page on which a phone can record the round despite Pierre’s doubt."""
    return party.phones[who].visit(str(party.round(who).select("#together-anyway")[0]["href"]))


def test_a_doubt_is_on_every_phone_and_holds_the_round(party: Party) -> None:
    party.everybody()
    before = party.round("Jean")
    page = press(party, "Pierre", "#together-doubt")
    assert words(page, ".together-refused-wrong").startswith("Jean knocked")
    news = read(party.phones["Jean"].poll(before))
    assert words(news, "[id^=together-remark]") == SAID
    assert words(news, ".together__bar") == "What’s wrong? Record anyway"
    party.phones["Jean"].submit(before, form=".together__record")
    assert party.table.rounds == 0


@pytest.mark.parametrize("at", ["?wrong=1", ""])
def test_it_is_taken_back_by_whoever_said_so_on_either_page(doubted: Party, at: str) -> None:
    page = doubted.phones["Pierre"].visit(f"{doubted.address}/round{at}")
    press(doubted, "Pierre", "#together-right", page)
    assert not doubted.round("Jean").select("[id^=together-remark]")
    doubted.agree("Jean")
    assert doubted.table.rounds == 1


def test_a_changed_hand_ends_it(doubted: Party) -> None:
    doubted.enter("Paul", "9")
    assert SAID not in words(doubted.round("Jean"))
    doubted.agree("Jean")
    assert doubted.table.rounds == 1


def test_a_hand_that_is_kept_after_all_ends_the_doubt_of_whoever_began_to_change_it(
    doubted: Party,
) -> None:
    page = doubted.phones["Pierre"].visit(doubted.address + "/round?wrong=1")
    press(doubted, "Pierre", f"#together-change-{PAUL}", page)
    assert words(doubted.round("Jean"), "#changing") == "Pierre changes a hand"
    press(doubted, "Pierre", "#together-keep")
    doubted.agree("Jean")
    assert doubted.table.rounds == 1


def test_others_record_it_by_a_second_press_that_names_whom_they_overrule(doubted: Party) -> None:
    page = anyway(doubted)
    assert words(page, "#together-record") == "against the objection of Pierre Record anyway"
    assert doubted.phones["Jean"].poll(page).status_code == 204
    press(doubted, "Jean", "#together-record", page)
    assert doubted.table.rounds == 1
    assert OVERRULED in words(doubted.phones["Paul"].visit(f"{doubted.address}/rounds/1"))
    assert OVERRULED in words(doubted.phones["Paul"].visit(f"{doubted.address}/trail"))


def test_a_second_objection_is_not_overruled_unseen(doubted: Party) -> None:
    page = anyway(doubted)
    doubt = doubted.phones["Paul"].send(doubted.address + "/round/doubt")
    assert doubt.status_code == 303
    press(doubted, "Jean", "#together-record", page)
    assert doubted.table.rounds == 0
    assert "Pierre and Paul" in words(anyway(doubted), "#together-record")


def test_where_all_must_agree_whoever_doubts_agrees_no_more(party: Party) -> None:
    party.choose(all_agree=True)
    party.everybody()
    for name in ("Pierre", "Jean", "Jacques"):
        party.agree(name)
    stale = party.round("Paul")
    press(party, "Pierre", "#together-doubt")
    party.phones["Paul"].submit(stale, form=".together__record")
    assert party.table.rounds == 0
    assert not party.round("Paul").select("#together-record, #together-anyway")
    press(party, "Pierre", "#together-right")
    for name in ("Paul", "Pierre"):
        party.agree(name)
    assert party.table.rounds == 1
