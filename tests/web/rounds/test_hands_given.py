"""The owner of a hand: its player’s phone, or the phone that enters it for a player without one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from scorekeeper import clock
from scorekeeper.clubs import invitations
from scorekeeper.clubs.players import rename_player
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import Device, Player
from tests.support.clubs import the_club, visitor
from tests.support.elements import parse
from tests.support.pages import HTMX, Visitor, news_of, read, words
from tests.support.party import ANNOUNCE, Party, led_to
from tests.support.table import Table

JEAN_ZOE = ("Jean", "Paul", "Zoe")


def of_three(app: Flask) -> Party:
    """A game of Jean and Paul, who have phones, and Zoe, who has none."""
    party = Party(app)
    party.table = Table(app, "knock", JEAN_ZOE)
    party.address = party.table.address
    jean = party.phones["Jean"]
    jean.submit(party.address, {"ending": "knock:0"}, form="form[action$=announce]")
    return party


def give(party: Party, who: str, seat: int, cards: str, page: str = "") -> tuple[int, str]:
    """Send a hand from a phone, and return the status and the words of the page."""
    phone = party.phones[who]
    form = phone.visit(page or f"{party.address}/round?seat={seat}")
    answer = phone.submit(form, {f"hand-{seat}": cards}, form="#round", follow_redirects=True)
    return answer.status_code, words(read(answer))


def test_ones_own_hand_is_asked_for_and_then_the_table_is_shown(party: Party) -> None:
    party.announce()
    page = party.round("Paul")
    assert words(page, "legend") == "What is left in Paul’s hand?"
    assert len(page.select("[data-hand]")) == 1
    page = party.enter("Paul")
    assert words(page, "#together h1") == "Waiting for Pierre, Jean and Jacques"


def test_a_bad_hand_is_refused_at_its_field_and_comes_back(party: Party) -> None:
    party.announce()
    _page, answer = party.give("Paul", "K ZZ")
    page = read(answer, 422)
    assert "not a card" in words(page, "#hand-3-error")
    assert str(page.select("#hand-3")[0]["value"]) == "K ZZ"
    _page, answer = party.give("Paul", " ")
    assert words(read(answer, 422), "#hand-3-error") == "Paul’s hand is missing."
    assert "Waiting for Pierre, Jean, Jacques and Paul" in words(
        party.wes.visit(party.address), "#sheet-now"
    )


@pytest.mark.parametrize(
    ("typed", "count", "fault"), [("K 9 2", "21 points", ""), ("K ZZ", "?", "not a card")]
)
@pytest.mark.parametrize("headers", [HTMX, {}])
def test_a_hand_is_counted_before_it_is_sent(
    party: Party, typed: str, count: str, fault: str, headers: dict[str, str]
) -> None:
    party.announce()
    paul = party.phones["Paul"]
    fields, button = {"hand-3": typed}, "[data-preview]"
    page = paul.visit(party.address + "/round")
    looked = paul.submit(page, fields, form="#round", button=button, headers=headers)
    assert looked.status_code == (422 if fault and not headers else 200)
    assert words(read(looked), "#count-3") == count
    assert fault in looked.text
    assert "Paul" in words(party.wes.visit(party.address), "#sheet-now > section > p")


def test_the_hand_of_a_player_with_a_phone_is_asked_for_first(party: Party) -> None:
    party.announce()
    jean = party.phones["Jean"]
    page = jean.visit(party.address + "/round?seat=3")
    assert words(page, "h1") == "Enter Paul’s hand here?"
    assert words(page, "main li") == "Paul has a phone here."
    form = jean.visit(str(page.select("#take-over")[0]["href"]))
    assert words(form, "#round .button--primary") == "Send Paul’s hand"
    jean.submit(form, {"hand-3": "8"}, form="#round")
    assert "Jean has entered your hand." in words(party.round("Paul"))
    again = party.phones["Paul"].visit(party.address + "/round?seat=3")
    assert words(again, "main li") == (
        "Jean has entered this hand on another phone. If you replace it, everybody is told."
    )


def test_who_gave_a_hand_is_the_same_player_after_two_exchange_their_names(party: Party) -> None:
    party.announce()
    party.enter("Jean", whose="Paul")
    with party.app.app_context():
        for old, new in (("Jean", "X"), ("Jacques", "Jean"), ("X", "Jacques")):
            player = db.session.scalars(select(Player).where(Player.name == old)).one()
            rename_player(player, new, seen=old)
    assert "Jacques has entered your hand." in words(party.round("Paul"))
    page = party.phones["Paul"].visit(f"{party.address}/round?seat=3&take=1")
    party.phones["Paul"].submit(page, {"hand-3": "7"}, form="#round")
    assert "Paul replaced their hand that Jacques had entered." in words(party.round("Jacques"))


def test_ones_own_hand_takes_the_place_of_what_another_phone_gave_only_by_a_second_press(
    party: Party,
) -> None:
    party.announce()
    paul = party.phones["Paul"]
    own = paul.visit(party.address + "/round")
    party.enter("Jean", "K", whose="Paul")
    page = read(paul.submit(own, {"hand-3": "8"}, form="#round"), 409)
    assert words(page, "#hand-3-error") == "Jean has entered this hand on another phone."
    assert str(page.select("#hand-3")[0]["value"]) == "8"
    assert words(page, "#round .button--primary") == "Use this hand instead"
    assert paul.submit(page, form="#round").status_code == 303
    for name in ("Pierre", "Jean", "Jacques"):
        party.enter(name)
    assert words(party.round("Paul"), ".ruling__result") == "Jean scores 42"


def test_a_phone_that_takes_a_name_meanwhile_is_not_told_of_as_that_player(party: Party) -> None:
    party.everybody()
    keeper = visitor(party.app, Role.KEEPER)
    keeper.send("/club/me", who="new", name="Paul")
    party.phones["Ann"] = keeper
    party.enter("Ann", "K", whose="Paul")
    for name in ("Jean", "Paul"):
        assert "Somebody replaced the hand of Paul" in words(party.round(name))


REPLACED = "Jean replaced the hand of Paul."


def test_a_replaced_hand_is_told_on_every_phone_and_can_be_taken_back(party: Party) -> None:
    party.announce()
    party.enter("Paul", "8")
    waits = party.round("Paul")
    party.enter("Jean", "K", whose="Paul")
    for page in (party.round("Pierre"), party.round("Paul")):
        assert words(page, "#together-remark-1") == REPLACED
    paul = party.phones["Paul"]
    sheet = paul.visit(party.address)
    assert words(sheet, "#sheet-now #together-remark-1") == REPLACED, "on the sheet, too"
    assert words(sheet, "#sheet-now #together-back-3") == "Put my hand back"
    told = read(paul.poll(waits))
    assert words(told, "#together-back-3") == "Put my hand back"
    assert not party.round("Jean").select("[id^=together-back-]")
    form = {"form": "form:has(#together-back-3)"}
    assert words(paul.press(party.round("Paul"), **form), "#together-remark-2") == (
        "Paul replaced their hand that Jean had entered."
    )
    paul.submit(told, **form)
    assert not party.round("Paul").select("[id^=together-back-]"), "sent again, it changes nothing"
    assert words(party.round("Jean"), "#together-back-3") == "Put back what I entered for Paul"
    for name in ("Pierre", "Jean", "Jacques"):
        party.enter(name)
    assert words(party.round("Pierre"), ".ruling__result") == "Jean scores 42"


def test_nobody_finds_out_by_guessing_whether_it_is_the_hand_that_was_given(party: Party) -> None:
    party.announce()
    party.enter("Paul", "8")
    party.enter("Jean", "8", whose="Paul")
    assert words(party.round("Pierre"), "#together-remark-1") == REPLACED


def test_whoever_waits_enters_for_a_player_without_a_phone(app: Flask) -> None:
    party = of_three(app)
    give(party, "Jean", 0, "5")
    page = party.round("Jean")
    assert words(page, "#together-others") == "Enter Zoe’s hand"
    assert give(party, "Jean", 2, "K")[0] == 200
    assert "Waiting for Paul" in words(party.round("Jean"), "#together h1")


def test_two_phones_that_enter_the_same_hand_are_told_by_whom_and_not_which(app: Flask) -> None:
    party = of_three(app)
    page = party.phones["Paul"].visit(party.address + "/round?seat=2")
    give(party, "Jean", 2, "QH JH")
    again = read(party.phones["Paul"].submit(page, {"hand-2": "9"}, form="#round"), 409)
    assert words(again, "#hand-2-error") == "Jean has entered this hand on another phone."
    assert "QH" not in words(again)
    assert str(again.select("#hand-2")[0]["value"]) == "9"
    assert words(again, "#round .button--primary") == "Use this hand instead"
    assert party.phones["Paul"].submit(again, form="#round").status_code == 303
    give(party, "Paul", 1, "8")
    assert "Zoe 9 9" in words(party.round("Paul"), ".together-table")


def test_one_phone_may_enter_all_that_is_missing_after_one_question(party: Party) -> None:
    party.begin()
    jean = party.phones["Jean"]
    page = jean.visit(str(party.round("Jean").select("#together-others")[0]["href"]))
    assert words(page, "h1") == "Enter these hands here?"
    form = jean.visit(str(page.select("#take-over")[0]["href"]))
    hands = {"hand-0": "KS 9D 2C", "hand-2": "K Q 8", "hand-3": "8"}
    answer = jean.press(form, hands, form="#round")
    assert words(answer, ".ruling__result") == "Jean scores 42"


def test_sending_a_hand_twice_changes_nothing_more(party: Party) -> None:
    party.announce()
    page = party.phones["Paul"].visit(party.address + "/round")
    for _twice in range(2):
        party.phones["Paul"].submit(page, {"hand-3": "8"}, form="#round")
    before = party.round("Jean")
    party.phones["Paul"].submit(page, {"hand-3": "8"}, form="#round")
    assert party.phones["Jean"].poll(before).status_code == 204


def test_a_hand_for_a_round_that_is_over_counts_for_no_other(party: Party) -> None:
    party.announce()
    old = party.phones["Paul"].visit(party.address + "/round")
    party.discard("Jean")
    party.announce()
    answer = party.phones["Paul"].press(old, {"hand-3": "8"}, form="#round")
    assert "That was another round." in news_of(answer)
    assert "Paul" in words(party.wes.visit(party.address), "#sheet-now > section > p")


def test_without_javascript_the_page_that_waits_offers_to_be_reloaded(party: Party) -> None:
    party.begin()
    page = party.enter("Paul")
    link = page.select_one("#together .plain-only a")
    party.enter("Pierre")
    assert "Waiting for Jacques" in words(party.phones["Paul"].visit(str(link["href"])))
    party.enter("Jacques")
    assert not party.round("Paul").select("#together .plain-only"), "nobody is awaited any more"


def test_whoever_went_out_is_asked_only_for_what_they_put_down(app: Flask) -> None:
    party = Party(app)
    party.table = Table(app, "rummy-500", JEAN_ZOE)
    party.address = party.table.address
    jean = party.phones["Jean"]
    jean.submit(party.address, {"ending": "out:0"}, form="form[action$=announce]")
    assert party.round("Jean").select("#round")[0]["data-all-shown"] == "0"
    assert give(party, "Jean", 0, "K K K /")[0] == 200
    assert "Waiting for Paul and Zoe" in words(party.round("Jean"), "#together h1")


ASKED = "Ann knocked Whose phone is this?"


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of Knock Rummy with three players."""
    return Table(app, "knock", ("Ann", "Bob", "Cem"))


@pytest.fixture
def ann(app: Flask) -> Visitor:
    """Ann’s phone, with her name."""
    return visitor(app, Role.PLAYER, player="Ann")


def invited(app: Flask, role: Role = Role.PLAYER) -> Visitor:
    """Return the phone of a guest who joined by an invitation without a name."""
    with app.app_context():
        made = invitations.invite(the_club(), role, timedelta(hours=1))
    guest = visitor(app, None)
    guest.submit("/", {"code": str(made.code)})
    return guest


def announce(phone: Visitor, table: Table) -> TestResponse:
    """Announce on a phone that Ann ended the round."""
    return phone.submit(table.address, {"ending": "knock:0"}, form=ANNOUNCE, follow_redirects=True)


def test_a_guest_without_a_name_counts_as_a_phone_of_the_others(
    app: Flask, table: Table, ann: Visitor
) -> None:
    form = f"{table.address}/rounds/new?ending=knock:0&round=1"
    assert led_to(ann, table.address, "knock:0") == form
    invited(app, Role.WATCHER)
    assert led_to(ann, table.address, "knock:0") == form
    invited(app)
    assert led_to(ann, table.address, "knock:0") == f"{table.address}/round"


def test_a_tap_on_a_sheet_from_before_the_others_came_announces_the_round(
    app: Flask, table: Table, ann: Visitor
) -> None:
    stale = ann.visit(table.address)
    invited(app)
    assert led_to(ann, stale, "knock:0") == f"{table.address}/round"
    assert "Ann knocked" in words(ann.visit(f"{table.address}/round"))


def test_a_form_from_before_the_others_came_says_to_say_it_again(
    app: Flask, table: Table, ann: Visitor
) -> None:
    form = led_to(ann, table.address, "knock:0")
    invited(app)
    sheet = ann.visit(form)
    assert "Choose again how the round ended" in news_of(sheet)
    assert sheet.select(ANNOUNCE)
    assert not news_of(ann.visit(table.address))


def test_an_old_address_of_a_form_says_nothing_of_phones(
    app: Flask, table: Table, ann: Visitor
) -> None:
    form = led_to(ann, table.address, "knock:0")
    table.record("void")
    invited(app)
    new = f"{table.address}/rounds/new"
    for address in (form, f"{new}?ending=knock:0", f"{new}?round=2"):
        assert "Choose again" not in news_of(ann.visit(address))


def test_a_guest_counts_only_while_a_player_has_no_phone(
    app: Flask, table: Table, ann: Visitor
) -> None:
    ours = Table(app, "knock", ("Ann", "Dora"))
    invited(app)
    assert ann.get(f"{ours.address}/rounds/new").location == ours.address
    visitor(app, Role.PLAYER, player="Dora")
    yesterday = clock.now() - timedelta(days=1)
    with app.app_context(), write() as session:
        dora = session.scalars(select(Device).join(Player).where(Player.name == "Dora")).one()
        dora.seen_at = yesterday
    form = f"{ours.address}/rounds/new?ending=knock:0&round=1"
    assert led_to(ann, ours.address, "knock:0") == form, "Dora's phone is at home"
    assert led_to(ann, table.address, "knock:0") == f"{table.address}/round"


@pytest.mark.usefixtures("ann")
def test_whoever_gave_no_name_is_asked_by_one_tap_and_goes_on_to_their_hand(
    app: Flask, table: Table
) -> None:
    guest = invited(app)
    page = read(announce(guest, table))
    assert words(page, "h1") == ASKED
    assert [words(each) for each in page.select("main button[name=who]")] == [
        "A Ann has a phone",
        "B Bob no phone yet",
        "C Cem no phone yet",
        "Not now",
        "Nobody’s, I watch",
    ]
    form = guest.press(page, button="#whose-1")
    assert words(form, "#together h1") == "Ann knocked Your hand?"
    assert form.select("#hand-1")


@pytest.mark.usefixtures("ann")
def test_a_phone_that_is_nobodys_is_asked_once_watches_and_can_give_hands(
    app: Flask, table: Table
) -> None:
    guest = invited(app)
    page = guest.press(read(announce(guest, table)), button="#whose-nobody")
    assert words(page, "#together h1") == "Waiting for Ann, Bob and Cem"
    form = guest.visit(str(page.select("#together-others")[0]["href"]))
    assert [each["id"] for each in form.select("[data-hand] input")] == ["hand-1", "hand-2"]
    guest.submit(form, {"hand-1": "9", "hand-2": "K"}, form="#round")
    assert words(guest.visit(table.address + "/round"), "h1") == "Waiting for Ann"
    guest.submit("/club", {"who": "player:Bob"}, form="form[action$=me]")
    guest.submit("/club", {"who": "nobody"}, form="form[action$=me]")
    assert words(guest.visit(table.address + "/round"), "h1") == "Waiting for Ann"


def test_not_now_goes_back_to_the_sheet_and_asks_again_in_the_next_round(
    app: Flask, table: Table, ann: Visitor
) -> None:
    guest = invited(app)
    announce(ann, table)
    address = table.address + "/round"
    assert guest.submit(address, button="#whose-later").location == table.address
    assert words(guest.visit(address), "#together h1") == "Waiting for Ann, Bob and Cem"
    ann.submit(address + "/discard", form=".actions form")
    announce(ann, table)
    assert words(guest.visit(address), "h1") == ASKED


def test_while_it_asks_it_follows_the_table_to_the_ruling_and_to_the_sheet(
    app: Flask, table: Table, ann: Visitor
) -> None:
    guest = invited(app)
    announce(ann, table)
    poll = guest.visit(table.address + "/round").select("#together")[0]["hx-get"]
    ann.submit(table.address + "/round?seat=0", {"hand-0": "2"}, form="#round")
    ann.submit(table.address + "/round?seat=1&take=1", {"hand-1": "9"}, form="#round")
    assert words(parse(guest.get(poll, headers=HTMX).text), "h1") == ASKED
    ann.submit(table.address + "/round?seat=2&take=1", {"hand-2": "K"}, form="#round")
    assert guest.get(poll, headers=HTMX).headers["HX-Redirect"] == table.address + "/round"
    assert guest.visit(table.address + "/round").select(".ruling__result")
    ann.submit(table.address + "/round", form=".together__record")
    assert guest.get(poll, headers=HTMX).headers["HX-Redirect"].startswith(table.address + "?left=")


def test_whoever_taps_a_player_with_a_phone_may_enter_that_hand_here(
    app: Flask, table: Table, ann: Visitor
) -> None:
    guest = invited(app)
    announce(ann, table)
    page = guest.press(guest.visit(table.address + "/round"), button="#whose-0")
    assert words(page, "h1") == "Enter Ann’s hand here?"
    assert words(page, "main li") == "Ann has a phone here."
    assert "An organiser can say" in news_of(page)
    form = guest.visit(str(page.select("#take-over")[0]["href"]))
    guest.submit(form, {"hand-0": "9"}, form="#round")
    assert words(guest.visit(table.address + "/round"), "h1") == "Waiting for Bob and Cem"


def test_the_round_that_others_opened_asks_whose_phone_it_is_too(
    app: Flask, table: Table, ann: Visitor
) -> None:
    guest = invited(app)
    announce(ann, table)
    page = guest.visit(table.address + "/round")
    assert words(page, "h1") == ASKED
    answer = guest.submit(page, button="#whose-2")
    assert answer.location == table.address + "/round"
    assert guest.visit(answer.location).select("#hand-2")


@pytest.mark.parametrize(
    ("game", "sides"),
    [("knock", None), ("canasta", {"We": ["Ann", "Cem"], "They": ["Bob", "Dee"]})],
)
def test_a_guest_is_asked_although_who_keeps_score_gave_no_name_either(
    app: Flask, game: str, sides: dict[str, list[str]] | None
) -> None:
    keeper, guest = visitor(app, Role.KEEPER), invited(app)
    table = Table(app, game, ("Ann", "Bob", "Cem", "Dee"), sides=sides)
    ending = "out:0" if sides else "knock:0"
    sheet = guest.visit(table.address)
    keeper.submit(table.address, {"ending": ending}, form=ANNOUNCE)
    page = guest.visit(guest.poll(sheet).headers["HX-Redirect"])
    assert "Whose phone is this?" in words(page, "h1")
    assert guest.press(page, button="#whose-1").select("#round")


def test_a_phone_alone_is_not_asked(app: Flask, table: Table) -> None:
    guest = invited(app)
    form = guest.visit(table.address + "/rounds/new?ending=knock:0")
    assert words(form, "h1") == "Ann knocked"


@pytest.mark.usefixtures("ann")
def test_an_answer_that_is_none_is_refused(app: Flask, table: Table) -> None:
    guest = invited(app)
    page = read(announce(guest, table))
    button = page.select("#whose-1")[0]
    assert guest.submit(page, {button["name"]: "9"}, button="#whose-1").status_code == 400


def test_where_two_things_are_asked_of_a_hand_it_asks_itself(party: Party) -> None:
    party.table = Table(party.app, "rummy-500", ("Jean", "Paul", "Zoe"))
    party.address = party.table.address
    party.announce("Jean", "out:0")
    page = party.round("Jean")
    assert words(page, "#together h1") == "Jean went out"
    assert words(page, "[data-submit]") == "Send what was put down"
    assert words(party.round("Paul"), "[data-submit]") == "Send my hand"
