"""A round entered together is recorded or thrown away, and every phone is told."""

from __future__ import annotations

from scorekeeper.games import open_rounds
from tests.support.pages import HTMX, read, words
from tests.support.party import Party


def test_discarding_asks_first_and_removes_the_open_round(party: Party) -> None:
    party.everybody()
    page = party.phones["Paul"].visit(party.address + "/round/discard")
    assert "Throw this round away on every phone?" in words(page)
    assert party.phones["Paul"].submit(page, form=".actions form").status_code == 303
    with party.app.app_context():
        assert open_rounds.find_open(party.table.id) is None
    assert party.table.rounds == 0


def test_a_phone_that_comes_back_after_the_end_finds_the_sheet(party: Party) -> None:
    party.everybody()
    page, late = party.round("Paul"), party.phones["Pierre"].visit(party.address + "/round?seat=0")
    party.phones["Paul"].submit(page, form=".together__record")
    answer = party.phones["Pierre"].submit(late, {"hand-0": "A"}, form="#round", headers=HTMX)
    assert answer.headers["HX-Redirect"] == party.address + "?left=recorded"
    [poller] = page.select("#together")
    news = party.phones["Jean"].get(str(poller["hx-get"]), headers=HTMX)
    address = news.headers["HX-Redirect"]
    assert address == party.address + "?left=recorded"
    party.phones["Jean"].get(address)
    sheet = party.phones["Jean"].get(address, follow_redirects=True)
    assert words(read(sheet), "#messages") == "Paul recorded the round."


def test_whoever_recorded_is_not_told_that_somebody_else_did(party: Party) -> None:
    party.everybody()
    page, paul = party.round("Paul"), party.phones["Paul"]
    paul.submit(page, form=".together__record")
    paul.get(party.address)
    [poller] = page.select("[hx-trigger^=every]")
    address = paul.get(str(poller["hx-get"]), headers=HTMX).headers["HX-Redirect"]
    told = words(read(paul.get(address, follow_redirects=True)), "#messages")
    assert told == "The round is recorded."


def test_a_hand_typed_for_a_round_that_has_another_number_now_is_not_taken_silently(
    party: Party,
) -> None:
    party.table.knock("Jean", Pierre="K", Jean="2", Jacques="K", Paul="K")
    party.announce("Paul", "knock:3")
    jean = party.phones["Jean"]
    page = party.round("Jean")
    paul = party.phones["Paul"]
    paul.submit(paul.visit(party.address), form="form[action$=undo]")
    said = "Round 1 undone by Paul. What is entered here is round 1 now."
    [poller] = page.select("#together")
    assert said in words(read(jean.get(str(poller["hx-get"]), headers=HTMX)))
    answer = jean.submit(page, {"hand-1": "7 7"}, form="#round")
    assert answer.status_code == 409
    again = read(answer)
    assert words(again, "#hand-1-error") == said
    assert str(again.select("#hand-1")[0]["value"]) == "7 7"
    assert jean.submit(again, form="#round").status_code == 303
    assert "Waiting for" in words(party.round("Jean"), "#together h1")


def test_a_ruling_of_a_round_that_has_another_number_now_is_shown_again(party: Party) -> None:
    party.table.knock("Jean", Pierre="K", Jean="2", Jacques="K", Paul="K")
    party.everybody()
    page, paul = party.round("Jean"), party.phones["Paul"]
    paul.submit(paul.visit(party.address), form="form[action$=undo]")
    answer = party.phones["Jean"].submit(page, form=".together__record", follow_redirects=True)
    assert "This is how it stands now." in words(read(answer), "#messages")
    assert party.table.rounds == 0
    assert party.is_open


def test_a_phone_is_not_told_what_cannot_be_known_of_its_round(party: Party) -> None:
    party.everybody()
    page = party.round("Paul")
    [poller] = page.select("[hx-trigger^=every]")
    party.phones["Paul"].submit(page, form=".together__record")
    party.table.change("undo")
    news = party.phones["Jean"].get(str(poller["hx-get"]), headers=HTMX)
    assert news.headers["HX-Redirect"] == party.address + "?left=round"


def test_no_poll_of_a_round_writes_a_cookie(party: Party) -> None:
    party.everybody()
    for at in ("sheet", "watch", "round", "elsewhere"):
        answer = party.phones["Paul"].get(f"{party.address}/live?at={at}", headers=HTMX)
        assert answer.status_code == 200
        assert "Set-Cookie" not in answer.headers
