"""A game of four that Bob has left and Eve has joined: rounds are for the remaining players."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.clubs.invitations import invite
from scorekeeper.clubs.roles import Role
from scorekeeper.games.open_round import OpenRound
from scorekeeper.games.open_rounds import find_open
from scorekeeper.games.transaction import new_key
from scorekeeper.storage.database import write
from scorekeeper.storage.models import Club
from scorekeeper.storage.queries import find_game
from scorekeeper.web.clubs.invitations import LASTS
from tests.support.clubs import the_club, visitor
from tests.support.elements import Element
from tests.support.pages import HTMX, Visitor, read, words
from tests.support.party import led_to
from tests.support.table import Table

FOUR = ("Ann", "Bob", "Cem", "Dee")
IN = {"Ann": 0, "Cem": 2, "Dee": 3, "Eve": 4}
BOB = 1

NOT_IN = "Bob is not in the game now."
WATCHES = "You are out of this game, so this phone only watches."


def leave(client: Visitor, table: Table, seat: int) -> None:
    client.submit(f"{table.address}/between/leave?seat={seat}", form="[action$='/between/leave']")


def join(client: Visitor, table: Table, name: str, points: str) -> None:
    page = client.visit(table.address + "/between/join")
    client.submit(page, {"name": name, "typed": points}, form="#joining")


@pytest.fixture
def table(app: Flask, client: Visitor) -> Table:
    """Basic Rummy, lowest wins: Ann 40, Bob 70, Cem 20, Dee 0. Then Eve joins with 20 for Bob."""
    table = Table(app, "basic", FOUR, "penalty")
    table.record("out", "Dee", hands={"Ann": 40, "Bob": 70, "Cem": 20})
    leave(client, table, BOB)
    join(client, table, "Eve", "20")
    assert table.totals == (40, 70, 20, 0, 20)
    return table


def seats_asked(page: Element) -> list[str]:
    return [str(box["data-seat"]) for box in page.select("[data-hand][data-seat]")]


def token_of(phone: Visitor) -> str:
    """Return the token of the forms in this browser."""
    [field, *_others] = phone.visit("/settings").select("[name=csrf_token]")
    return str(field["value"])


# On one phone


def test_one_phone_asks_only_those_who_are_in(client: Visitor, table: Table) -> None:
    page = client.visit(table.address + "/rounds/new")
    assert seats_asked(page) == ["0", "2", "3", "4"]
    endings = [str(button["value"]) for button in page.select("[name=ending]")]
    assert {ending.partition(":")[2] for ending in endings} >= {"0", "2", "3", "4"}
    assert not [ending for ending in endings if ending.endswith(":1")]
    for name in ("dealer", "adjustment-0-player"):
        offered = words(page, f"[name='{name}']")
        assert "Bob" not in offered, name
        assert "Eve" in offered, name
    # Cem deals: Ann dealt last, and Bob, on her left, has left.
    assert "Cem, in turn" in words(page, "[name=dealer]")
    awaited = words(page, "#preview")
    assert "Bob" not in awaited

    sheet = client.visit(table.address)
    assert "Bob" not in words(sheet, "#sheet-actions")
    assert "dock-bar--4" in str(sheet.select("#sheet-actions .dock-bar")[0]["class"])


def test_a_round_is_recorded_without_who_has_left(client: Visitor, table: Table) -> None:
    fields = {"ending": "out:4", "hand-0": "10", "hand-2": "5", "hand-3": "30"}
    preview = client.preview(table.address, fields)
    assert "Bob" not in words(preview)
    answer = client.submit(table.address + "/rounds/new", fields, form="#round")
    assert answer.status_code == 303, answer.text
    assert table.totals == (50, 70, 25, 30, 20)
    shown = client.visit(table.address + "/rounds/2")
    assert "Ann, Cem, Dee and Eve" in words(shown, "main")
    assert "Bob" not in words(shown, "main")


FORGED = {
    "a hand": {"hand-1": "7"},
    "the ending": {"ending": "out:1", "hand-4": "3"},
    "the dealer": {"dealer": "1"},
    "an adjustment": {"adjustment-0-player": "1", "adjustment-0-points": "5"},
}


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["form", "htmx"])
@pytest.mark.parametrize("forged", FORGED)
def test_what_is_of_who_has_left_is_refused(
    client: Visitor, table: Table, forged: str, headers: dict[str, str]
) -> None:
    fields = {"ending": "out:4", "hand-0": "10", "hand-2": "5", "hand-3": "30"} | FORGED[forged]
    new = table.address + "/rounds/new"
    answer = client.submit(new, fields, form="#round", headers=headers)
    assert answer.status_code == 422
    assert NOT_IN in words(read(answer), "[data-errors]")
    assert seats_asked(read(answer)) == ["0", "2", "3", "4"]
    assert table.rounds == 1
    # A rejected entry has no field any more, or can be chosen again.
    again = {"ending": "out:4", "dealer": "", "adjustment-0-points": "", "hand-4": ""}
    answer = client.submit(read(answer), again, form="#round")
    assert answer.status_code == 303, answer.text


def test_a_form_from_before_somebody_left_says_what_happened_since(
    app: Flask, client: Visitor
) -> None:
    table = Table(app, "basic", FOUR, "penalty")
    old = client.visit(table.address + "/rounds/new")
    leave(client, table, BOB)
    fields = {"ending": "out:0", "hand-1": "7", "hand-2": "5", "hand-3": "30"}
    answer = client.submit(old, fields, form="#round")
    assert answer.status_code == 409
    assert "Somebody got there first" in words(read(answer))
    page = read(answer)
    assert seats_asked(page) == ["0", "2", "3"]
    assert client.submit(page, form="#round").status_code == 303
    assert table.totals == (0, 0, 5, 30)


def test_a_correction_asks_who_was_in_at_that_round(client: Visitor, table: Table) -> None:
    table.record("out", "Eve", hands={"Ann": 10, "Cem": 5, "Dee": 30})
    page = client.visit(table.address + "/rounds/1/edit")
    assert seats_asked(page) == ["0", "1", "2", "3"]
    assert "Eve" not in words(page, "[name=dealer]")
    assert "Bob" in words(page, "[name=dealer]")
    assert "out:1" in [button["value"] for button in page.select("[name=ending]")]
    assert client.submit(page, {"hand-1": "71"}, form="#round").status_code == 303
    assert table.totals == (50, 71, 25, 30, 20)

    page = client.visit(table.address + "/rounds/1/edit")
    answer = client.submit(page, {"hand-4": "3"}, form="#round")
    assert answer.status_code == 422
    assert "Eve is not in the game now." in words(read(answer), "[data-errors]")

    page = client.visit(table.address + "/rounds/2/edit")
    assert seats_asked(page) == ["0", "2", "3", "4"]
    assert client.submit(page, {"hand-0": "12"}, form="#round").status_code == 303
    assert table.totals == (52, 71, 25, 30, 20)


def test_what_a_change_makes_of_who_is_in_is_told_before(client: Visitor, table: Table) -> None:
    asked = client.visit(table.address + "/between/2/remove")
    assert "Bob is then in the game." in words(asked, ".ruling-effect")
    asked = client.visit(table.address + "/rounds/1/remove")
    assert "is then" not in words(asked, ".ruling-effect")


def test_a_french_table_reads_who_is_not_in(client: Visitor, table: Table) -> None:
    french = {"Accept-Language": "fr"}
    fields = {"ending": "out:4", "hand-0": "10", "hand-1": "7", "hand-2": "5", "hand-3": "30"}
    answer = client.submit(table.address + "/rounds/new", fields, form="#round", headers=french)
    assert "Bob n’est pas dans la partie en ce moment" in words(read(answer), "[data-errors]")


def test_what_only_this_game_asks_is_asked_of_those_who_are_in(app: Flask, client: Visitor) -> None:
    table = Table(app, "contract", FOUR, exact_cut=50)
    leave(client, table, BOB)
    page = client.visit(table.address + "/rounds/new")
    assert [button["value"] for button in page.select("[name=exact_cut]")] == ["", "0", "2", "3"]


# On their own phones


class Phones:
    """The phones of all five players, and of a watcher."""

    def __init__(self, app: Flask, table: Table) -> None:
        self.app, self.table, self.address = app, table, table.address
        names = (*FOUR, "Eve")
        self.of = {name: visitor(app, Role.PLAYER, player=name) for name in names}
        self.wes = visitor(app, Role.WATCHER)

    @property
    def open(self) -> OpenRound | None:
        with self.app.app_context():
            return find_open(self.table.id)

    def let_all_agree(self) -> None:
        with self.app.app_context():
            club_id = the_club().id
            with write() as session:
                session.get_one(Club, club_id).all_agree = True

    def announce(self, ending: str = "out:4") -> None:
        answer = self.of["Cem"].submit(
            self.address, {"ending": ending}, form="form[action$=announce]"
        )
        assert answer.location == self.address + "/round", answer.text

    def give(self, name: str, hand: str) -> Element:
        answer = self.of[name].submit(
            self.address + "/round",
            {f"hand-{IN.get(name, BOB)}": hand},
            form="#round",
            follow_redirects=True,
        )
        return read(answer, 200)

    def agree(self, name: str) -> None:
        self.of[name].submit(self.address + "/round", form=".together__record")


@pytest.fixture
def phones(app: Flask, table: Table) -> Phones:
    """Five phones and a watcher, at the sheet of the game that Bob has left."""
    return Phones(app, table)


ANNS = "QH JH 9C"
READ = re.compile(r"(?<![\w.-])(QH|JH|9C)(?![\w.-])|[QJ] of hearts|9 of clubs")
ADDRESSES = (
    *("", "/document", "/trail", "/watch", "/rounds/new", "/rounds/new?ending=out:0"),
    *("/round", "/round?seat=0", "/round?seat=1", "/round?seat=0&take=1", "/round?seat=1&take=1"),
    *("/round?wrong=1", "/round/facts", "/round/discard"),
    *(f"/live?at={at}" for at in ("sheet", "watch", "round", "elsewhere")),
    *("/live?at=round&seat=0", "/live?at=round&seat=1&take=1", "/live?at=round&wrong=1"),
)


def test_only_those_in_are_awaited_on_their_phones(phones: Phones) -> None:
    phones.announce()
    page = phones.give("Ann", ANNS)
    assert "Waiting for Cem and Dee" in words(page)
    assert "Bob" not in words(page, "main")
    faces = words(phones.of["Dee"].visit(phones.address + "/round"), ".together-strip")
    assert "Eve" in faces
    assert "Bob" not in faces
    phones.give("Cem", "5")
    assert "Bob" not in words(phones.give("Dee", "30"), ".ruling")
    phones.agree("Dee")
    assert phones.table.totals == (69, 70, 25, 30, 20)


def test_the_others_lie_around_whoever_holds_the_phone(phones: Phones) -> None:
    phones.announce()
    phones.give("Cem", "5")
    page = phones.of["Cem"].visit(phones.address + "/round")
    names = [words(seat, ".together-seat__who .name") for seat in page.select(".together-seat")]
    assert names == ["Dee", "Eve", "Ann", "You"]


def test_all_must_agree_who_are_in(phones: Phones) -> None:
    phones.let_all_agree()
    phones.announce()
    for name, hand in (("Ann", "10"), ("Cem", "5"), ("Dee", "30")):
        phones.give(name, hand)
    assert "(1 of 4)" in words(phones.of["Ann"].visit(phones.address + "/round"))
    for name in IN:
        phones.agree(name)
    assert phones.table.rounds == 2
    assert phones.open is None


@pytest.mark.parametrize("who", ["Bob", "Wes"])
def test_whoever_is_out_sees_no_hidden_hand_on_any_address(phones: Phones, who: str) -> None:
    phone = phones.wes if who == "Wes" else phones.of[who]
    phones.announce()
    phones.give("Ann", ANNS)
    for address in ADDRESSES:
        for headers in ({}, HTMX):
            answer = phone.get(phones.address + address, headers=headers, follow_redirects=True)
            assert not READ.search(answer.text), (address, READ.search(answer.text))
            if answer.status_code == 200 and "<form" in answer.text:
                assert not read(answer).select("#round, [action$=announce]"), address
    assert "Ann" in words(phone.visit(phones.address), ".sheet-progress")


def test_who_is_out_watches_the_round_and_is_asked_nothing(phones: Phones) -> None:
    bob = phones.of["Bob"]
    sheet = bob.visit(phones.address)
    assert WATCHES in words(sheet, "#sheet-actions")
    assert not sheet.select("#sheet-actions form, #sheet-actions a")
    phones.announce()
    assert "See the hands received" in words(bob.visit(phones.address), "#sheet-actions")
    page = bob.visit(phones.address + "/round")
    assert "Waiting for Ann, Cem and Dee" in words(page)
    assert not page.select("main form, .together__bar, #together-facts")
    for form in ("/facts", "/discard"):
        assert bob.get(phones.address + "/round" + form).status_code == 422
    for name, hand in (("Ann", "10"), ("Cem", "5"), ("Dee", "30")):
        phones.give(name, hand)
    page = bob.visit(phones.address + "/round?wrong=1")
    assert "Eve" in words(page, ".ruling__result")
    assert not page.select("main form, .together__bar")


def test_the_sheet_of_who_is_out_stays_where_it_is_and_shows_who_is_in(phones: Phones) -> None:
    sheets = {name: phones.of[name].visit(phones.address) for name in ("Bob", "Dee")}
    phones.announce()
    phones.give("Ann", ANNS)
    led = phones.of["Dee"].poll(sheets["Dee"])
    assert led.headers["HX-Redirect"] == phones.address + "/round"
    stays = phones.of["Bob"].poll(sheets["Bob"])
    assert "HX-Redirect" not in stays.headers
    progress = words(read(stays), ".sheet-progress")
    assert "Ann received" in progress
    assert "Cem still to come" in progress


def test_a_phone_is_not_told_that_who_left_recorded_the_round(phones: Phones) -> None:
    phones.announce("void")
    page = phones.of["Dee"].visit(phones.address + "/round")
    phones.agree("Ann")
    leave(phones.of["Cem"], phones.table, 0)
    answer = phones.of["Dee"].poll(page)
    assert answer.headers["HX-Redirect"] == phones.address + "?left=round"


POSTS = {
    "/round/announce": {"ending": "out:4"},
    "/round/hand": {"seat": "1", "hand-1": "7"},
    "/round/hand#another": {"seat": "0", "hand-0": "7"},
    "/round/hand#none": {"hand-1": "7"},
    "/round/hand/back": {"seat": "1"},
    "/round/count": {"seat": "1", "hand-1": "7"},
    "/round/facts": {"ending": "out:2"},
    "/round/hand/change": {"seat": "0"},
    "/round/hand/keep": {},
    "/round/agree": {},
    "/round": {},
    "/round/discard": {},
}


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["form", "htmx"])
@pytest.mark.parametrize("is_ruled", [False, True], ids=["awaited", "ruled"])
def test_who_is_out_gives_no_hand_and_agrees_to_nothing(
    phones: Phones, headers: dict[str, str], *, is_ruled: bool
) -> None:
    phones.announce()
    phones.give("Ann", ANNS)
    if is_ruled:
        phones.give("Cem", "5")
        phones.give("Dee", "30")
    bob, before = phones.of["Bob"], phones.open
    assert before is not None
    token = token_of(bob)
    for post, more in POSTS.items():
        known = {
            "csrf_token": token,
            "open": before.id,
            "revision": before.revision,
            "facts_version": str(before.facts_version),
            "version-0": str(before.hand(0).version),
            "number": "2",
            "version": str(phones.table.version),
            "key": new_key(),
        }
        address = phones.address + post.partition("#")[0]
        answer = bob.post(address, data=known | more, headers=headers)
        assert answer.status_code == 422, (post, answer.status_code, answer.text)
        assert WATCHES in words(read(answer)), post
        assert phones.open == before, post
    assert phones.table.rounds == 1


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["form", "htmx"])
def test_nobody_gives_a_hand_for_who_is_out(phones: Phones, headers: dict[str, str]) -> None:
    phones.announce()
    cem, before = phones.of["Cem"], phones.open
    token = token_of(cem)
    for post in ("/hand", "/hand/change", "/hand/back", "/count"):
        data = {"csrf_token": token, "seat": "1", "hand-1": "7"}
        answer = cem.post(f"{phones.address}/round{post}", data=data, headers=headers)
        assert answer.status_code == 422, post
        assert NOT_IN in words(read(answer)), post
    assert phones.open == before
    # The page for Bob’s hand shows the phone’s own instead.
    assert seats_asked(cem.visit(phones.address + "/round?seat=1")) == ["2"]


def test_who_is_out_ends_no_round(phones: Phones) -> None:
    cem = phones.of["Cem"]
    page = cem.visit(phones.address)
    answer = cem.submit(page, {"ending": "out:1"}, form="form[action$=announce]")
    assert answer.status_code == 422
    assert NOT_IN in words(read(answer))
    assert phones.open is None
    phones.announce()
    for forged in ({"ending": "out:1"}, {"dealer": "1"}, FORGED["an adjustment"]):
        answer = cem.submit(phones.address + "/round/facts", forged, form="#facts")
        assert answer.status_code == 422
        assert NOT_IN in words(read(answer))
    assert phones.open is not None
    assert phones.open.facts == {"ending": "out", "by": "4"}


def test_a_phone_without_a_name_is_offered_who_is_in(phones: Phones, app: Flask) -> None:
    phones.announce()
    page = visitor(app, Role.PLAYER).visit(phones.address + "/round")
    faces = words(page, ".together-whose__faces")
    assert "Eve" in faces
    assert "Bob" not in faces


def test_the_phone_of_who_is_out_does_not_make_a_round_one_of_several_phones(
    app: Flask, table: Table
) -> None:
    ann, bob = (visitor(app, Role.PLAYER, player=name) for name in ("Ann", "Bob"))
    for phone in (ann, bob):
        phone.visit(table.address)
    form = led_to(ann, table.address, "out:4")
    assert seats_asked(ann.visit(form)) == ["0", "2", "3", "4"]


def test_who_is_out_keeps_score_if_theirs_is_the_only_phone(app: Flask, table: Table) -> None:
    bob = visitor(app, Role.PLAYER, player="Bob")
    assert bob.visit(table.address).select("#sheet-actions .dock")
    fields = {"ending": "out:4", "hand-0": "10", "hand-2": "5", "hand-3": "30"}
    answer = bob.submit(table.address + "/rounds/new", fields, form="#round")
    assert answer.status_code == 303, answer.text
    assert table.rounds == 2


# A player who joins during the game


def test_who_comes_is_asked_whether_they_join(app: Flask, table: Table) -> None:
    max_ = visitor(app, Role.PLAYER, player="Max")
    page = max_.visit(table.address)
    assert "Do you join, Max?" in words(page, "#sheet-joins")
    [link] = page.select("#sheet-joins a")
    assert str(link["href"]) == f"{table.address}/between/join?name=Max"
    assert max_.get(str(link["href"])).status_code == 200


def test_whoever_accepts_an_invitation_to_the_game_is_asked(
    app: Flask, stranger: Visitor, table: Table
) -> None:
    with app.app_context():
        row = find_game(the_club(), table.id)
        link = invite(the_club(), Role.PLAYER, LASTS["evening"], row).token
    answer = stranger.submit(f"/join/{link}", {"who": "other", "name": "Max"})
    assert answer.location == table.address
    assert "Do you join, Max?" in words(stranger.visit(table.address), "#sheet-joins")
    page = stranger.visit(f"{table.address}/between/join?name=Max")
    stranger.submit(page, {"typed": "37"}, form="#joining")
    assert table.totals == (40, 70, 20, 0, 20, 37)
    page = stranger.visit(table.address)
    assert not page.select("#sheet-joins form")
    assert page.select("#sheet-actions .dock")


def test_who_only_watches_is_not_asked_again(app: Flask, table: Table) -> None:
    max_ = visitor(app, Role.PLAYER, player="Max")
    page = read(max_.submit(table.address, form="#sheet-joins form", follow_redirects=True), 200)
    assert not page.select("#sheet-joins form")
    assert not max_.visit(table.address).select("#sheet-joins form")


def test_who_starts_a_game_of_others_keeps_score_and_is_not_asked(app: Flask) -> None:
    max_ = visitor(app, Role.PLAYER, player="Max")
    players = {"name": ["Ann", "Bob", "Cem"]}
    page = max_.press(max_.visit("/games/new?variant=rami"), players)
    assert words(page, "h1")
    assert not page.select("#sheet-joins form")


@pytest.mark.parametrize(
    ("role", "player"),
    [(Role.PLAYER, "Ann"), (Role.PLAYER, "Bob"), (Role.PLAYER, ""), (Role.WATCHER, "Max")],
)
def test_nobody_else_is_asked(app: Flask, table: Table, role: Role, player: str) -> None:
    page = visitor(app, role, player=player).visit(table.address)
    assert not page.select("#sheet-joins form")


def test_nobody_joins_a_game_that_takes_nobody(app: Flask, table: Table) -> None:
    max_ = visitor(app, Role.PLAYER, player="Max")
    assert not max_.visit(Table(app).address).select("#sheet-joins form")
    table.change("call")
    assert not max_.visit(table.address).select("#sheet-joins form")


def test_nobody_is_asked_while_a_round_is_entered(phones: Phones, app: Flask) -> None:
    phones.announce()
    max_ = visitor(app, Role.PLAYER, player="Max")
    assert not max_.visit(phones.address).select("#sheet-joins form")


def test_a_french_guest_is_asked_in_french(app: Flask, table: Table) -> None:
    max_ = visitor(app, Role.PLAYER, player="Max")
    page = max_.visit(table.address, headers={"Accept-Language": "fr"})
    assert "Vous prenez la partie en cours, Max" in words(page, "#sheet-joins")
