"""The club's pages: invitations, devices, settings, leaving and deleting."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from sqlalchemy import update

from scorekeeper import create_app
from scorekeeper.clubs import clubs, devices, invitations
from scorekeeper.clubs.roles import Role
from scorekeeper.config import SettingError, Settings, read_settings
from scorekeeper.games import commands
from scorekeeper.network import EVERY_ADDRESS, PhoneAddress, own_names, phone_address
from scorekeeper.storage.database import write
from scorekeeper.storage.models import Device
from scorekeeper.web.clubs.invitations import LASTS
from scorekeeper.web.clubs.player_form import MOST_OFFERED
from scorekeeper.web.permissions import TOKEN
from tests.support.clubs import let_in, the_club, visitor
from tests.support.pages import Visitor, read
from tests.support.table import Table


def messages(page: BeautifulSoup) -> str:
    found = page.select_one("#messages")
    assert found
    return found.text.strip()


def invite(client: Visitor, role: str = "player", lasts: str = "evening") -> BeautifulSoup:
    """The page of a new invitation."""
    page = client.visit("/club/invitations")
    answer = client.submit(page, {"role": role, "lasts": lasts}, form="form[action$=invitations]")
    assert answer.status_code == 303
    return client.visit(answer.location)


EVERYWHERE = EVERY_ADDRESS[0]

# Invitations


def path_of(page: BeautifulSoup) -> str:
    """The link of an invitation, on whatever machine."""
    return urlsplit(page.select_one("#link").text.strip()).path  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("role", "sentence"),
    [("player", "Scan to play"), ("watcher", "Scan to watch"), ("keeper", "Scan to keep the club")],
)
def test_an_invitation_is_a_square_a_link_and_a_code(
    app: Flask, client: Visitor, role: str, sentence: str
) -> None:
    page = invite(client, role)
    assert page.h1.text == sentence
    link = path_of(page)
    code = page.select_one(".club-square__code").text
    by_link, by_code = visitor(app, None), visitor(app, None)
    by_link.submit(by_link.visit(link))
    by_code.submit(by_code.visit("/"), {"code": code})
    with app.app_context():
        roles = [device.role for device in devices.devices_of(the_club())]
    assert sorted(roles) == sorted(["keeper", role, role])
    listed = client.visit("/club/invitations").select_one(".club-device").text
    assert "2 devices came by it" in listed


def test_the_square_is_dark_on_white_with_its_quiet_zone_in_the_dark_too(client: Visitor) -> None:
    square = invite(client).select_one(".club-square svg")
    assert square
    ground, dark = square.select("path")
    width = int(str(square["viewbox"]).split()[2])
    assert ground["fill"] == "#fff"
    assert ground["d"] == f"M0 0h{width}v{width}h-{width}z"
    assert dark["stroke"] == "#000"
    assert str(dark["d"]).startswith("M4 4.5")
    assert not square.select("[style]")


def test_only_the_browser_that_made_an_invitation_can_show_it(app: Flask, client: Visitor) -> None:
    invite(client)
    other = visitor(app, Role.KEEPER)
    address = client.visit("/club/invitations").select_one(".club-device a")["href"]
    assert not other.visit("/club/invitations").select(".club-device a")
    page = other.visit(str(address))
    assert "only that one can show it" in page.main.text
    assert not page.select(".club-square, #link")


def test_a_revoked_invitation_is_gone(app: Flask, client: Visitor) -> None:
    page = invite(client)
    answer = client.submit(page)
    assert answer.status_code == 303
    listed = client.visit(answer.location)
    assert "revoked" in messages(listed)
    assert not listed.select(".club-device")
    link = path_of(page)
    assert visitor(app, None).get(link).status_code == 404


def test_a_keepers_own_link_is_shown_once_made(client: Visitor) -> None:
    page = client.visit("/club/invitations")
    answer = client.submit(page, form="section[aria-labelledby=lost] form")
    page = client.visit(answer.location)
    assert page.h1.text == "Link to get back in"
    assert page.select(".club-square svg")
    assert not page.select(".club-square__code")


@pytest.mark.parametrize(
    ("public", "host", "listens", "base", "sentence"),
    [
        ("", "http://192.168.1.5:8000", EVERYWHERE, "http://192.168.1.5:8000/join/", ""),
        (
            "https://cards.example",
            "http://localhost",
            EVERYWHERE,
            "https://cards.example/join/",
            "",
        ),
        (
            "",
            "http://localhost:8000",
            EVERYWHERE,
            "http://192.168.1.9:8000/join/",
            "only this mach",
        ),
        ("", "http://localhost:8000", "127.0.0.1", "http://localhost:8000/join/", "cannot reach"),
        ("", "http://evil.example:8000", EVERYWHERE, "http://192.168.1.9:8000/join/", "not know"),
        ("", "http://evil.example", "192.168.1.5", "http://192.168.1.5/join/", "not know"),
        ("", "https://evil.example", "127.0.0.1", "https://localhost/join/", "cannot reach"),
    ],
)
def test_the_address_in_the_square_is_one_that_phones_can_reach(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    public: str,
    host: str,
    listens: str,
    base: str,
    sentence: str,
) -> None:
    monkeypatch.setattr("scorekeeper.network.lan_host", lambda: "192.168.1.9")
    monkeypatch.setattr("scorekeeper.network.is_own_address", "192.168.1.5".__eq__)
    app = create_app(replace(settings, public_url=public, host=listens))
    app.test_client_class = Visitor
    ann = visitor(app, Role.KEEPER)
    with ann.session_transaction(base_url=host) as session, app.app_context():
        session[TOKEN] = let_in(the_club(), Role.KEEPER)
    page = ann.visit("/club/invitations", base_url=host)
    answer = ann.submit(page, form="form[action$=invitations]", base_url=host)
    page = ann.visit(answer.location, base_url=host)
    assert page.select_one("#link").text.strip().startswith(base)
    told = " ".join(each.text for each in page.select("main .message"))
    assert sentence in told if sentence else not told
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()


@pytest.mark.parametrize("host", ["localhost.", "0.0.0.0:8000", ":8000", "127.0.0.1"])
def test_a_host_that_leads_phones_nowhere_is_not_for_them(host: str) -> None:
    assert phone_address("", f"http://{host}/", "127.0.0.1").lost


@pytest.mark.parametrize("host", ["pi", "pi.local", "PI.local.", "cards.lan", "10.0.0.7"])
def test_invitations_carry_names_that_the_server_knows_or_was_told(
    monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "pi")
    own_names.cache_clear()
    hosts = read_settings({"SCOREKEEPER_HOSTS": "Cards.lan, 10.0.0.7"}).hosts
    found = phone_address("", f"http://{host}:8000/", EVERYWHERE, hosts)
    own_names.cache_clear()
    assert found == PhoneAddress(f"http://{host}:8000")


def test_any_name_is_carried_only_where_that_is_set() -> None:
    for hosts, base in (((), "http://10.0.0.7"), (("*",), "http://evil.example")):
        assert phone_address("", "http://evil.example/", "10.0.0.7", hosts).base == base


@pytest.mark.parametrize("junk", ["cards.lan:8000", "http://cards.lan", "a b", ".lan"])
def test_hosts_that_cannot_be_are_no_setting(junk: str) -> None:
    with pytest.raises(SettingError, match="SCOREKEEPER_HOSTS must be names or addresses"):
        read_settings({"SCOREKEEPER_HOSTS": junk})


def test_a_machine_without_a_network_has_no_address_for_phones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("scorekeeper.network.lan_host", lambda: None)
    found = phone_address("", "http://[::1]:8000/", "::")
    assert found == PhoneAddress("http://[::1]:8000", lost=True)


@pytest.mark.parametrize(
    "fields", [{"role": "king"}, {"lasts": "century"}, {"role": None}, {"lasts": ""}]
)
def test_an_invitation_to_something_else_is_refused(
    client: Visitor, fields: dict[str, str | list[str] | None]
) -> None:
    page = client.visit("/club/invitations")
    answer = client.submit(page, fields, form="form[action$=invitations]")
    assert answer.status_code == 400


# I am Paul


def test_a_device_says_once_which_player_it_is(app: Flask, client: Visitor) -> None:
    table = Table(app, players=("Ann", "Paul"))
    answer = client.submit(client.visit("/club"), {"name": " Paul "}, form="form[action$=me]")
    page = client.visit(answer.location)
    assert "You are Paul here." in messages(page)
    form = client.visit(f"{table.address}/rounds/new")
    assert form.select_one("#entered_by")["value"] == "Paul"
    client.submit(form, {"ending": "knock:0", "hand-0": "5", "hand-1": "20"}, form="#round")
    client.submit(client.visit(table.address), form=".undo")
    trail = client.visit(f"{table.address}/trail")
    assert [each.text.count("by Paul") for each in trail.select(".trail__entry")[:2]] == [1, 1]


def test_one_phone_is_passed_round_as_before(app: Flask, client: Visitor) -> None:
    table = Table(app)
    form = client.visit(f"{table.address}/rounds/new")
    fields = {"ending": "knock:0", "hand-0": "5", "hand-1": "20", "entered_by": "Bob"}
    client.submit(form, fields, form="#round")
    assert client.visit(f"{table.address}/rounds/new").select_one("#entered_by")["value"] == "Bob"


def offered(page: BeautifulSoup) -> list[str]:
    """The names to tap, in order; those with a phone of their own in brackets."""
    faces = page.select("[name=who][value^='player:'] + .chip__face")
    return [each.get_text(" ", strip=True).replace("has a phone", "(phone)") for each in faces]


def chosen(page: BeautifulSoup) -> list[str]:
    return [str(each["value"]) for each in page.select("[name=who][checked]")]


ME = "form[action$=me]"


def test_a_device_says_with_one_tap_which_player_it_is_and_that_it_is_nobody(
    app: Flask, client: Visitor
) -> None:
    Table(app, players=("Ann", "Paul"))
    visitor(app, Role.PLAYER, player="Paul")
    visitor(app, Role.WATCHER, player="Zoé")
    page = client.visit("/club")
    assert offered(page) == ["Zoé", "Ann", "Paul (phone)"]
    assert not chosen(page)
    assert not page.select("[name=who][value=nobody]")
    for name in ("Ann", "Paul"):
        answer = client.submit(page, {"who": f"player:{name}", "name": "Old"}, form=ME)
        assert messages(client.visit(answer.location)) == f"You are {name} here."
        page = client.visit("/club")
        assert chosen(page) == [f"player:{name}"]
    answer = client.submit(page, {"who": "nobody"}, form=ME)
    page = client.visit(answer.location)
    assert messages(page) == "This device is nobody's now."
    assert not chosen(page)


def test_somebody_else_types_a_name_in_whatever_capitals(app: Flask, client: Visitor) -> None:
    Table(app, players=("Ann", "Paul"))
    for typed, name in (("paul", "Paul"), ("Zoé", "Zoé"), ("ANN", "Ann")):
        fields = {"who": "other", "name": typed}
        page = client.visit(client.submit(client.visit("/club"), fields, form=ME).location)
        assert messages(page) == f"You are {name} here."
    assert sorted(offered(page)) == ["Ann", "Paul", "Zoé"]


def test_a_club_without_players_has_a_line_to_type_alone(client: Visitor) -> None:
    page = client.visit("/club")
    assert not page.select("[name=who]")
    assert page.select_one("#name")


def test_of_many_players_the_last_seen_are_offered_and_the_own_name(
    app: Flask, client: Visitor
) -> None:
    for number in range(0, MOST_OFFERED + 4, 2):
        Table(app, players=(f"P{number:02}", f"P{number + 1:02}"))
    page = client.visit("/club")
    assert len(offered(page)) == MOST_OFFERED
    assert "P00" not in offered(page)
    assert [each["value"] for each in page.select("#further option")][-1] in ("P00", "P01")
    client.submit(page, {"name": "p00"}, form=ME)
    page = client.visit("/club")
    assert len(offered(page)) == MOST_OFFERED + 1
    assert chosen(page) == ["player:P00"]


@pytest.mark.parametrize(
    ("who", "name", "fault"),
    [
        ("other", "x" * 41, "1 to 40 characters"),
        (None, "x" * 41, "1 to 40 characters"),
        ("other", " ", "Choose who you are, or type a name."),
        (None, "", "Choose who you are, or type a name."),
        ("king", "", "Choose who you are, or type a name."),
        ("player:", "", "Choose who you are, or type a name."),
        ("player:" + "x" * 41, "", "1 to 40 characters"),
    ],
)
def test_a_name_that_cannot_be_one_is_refused_at_its_field(
    app: Flask, client: Visitor, who: str | None, name: str, fault: str
) -> None:
    Table(app, players=("Ann", "Paul"))
    answer = client.submit(client.visit("/club"), {"who": who, "name": name}, form=ME)
    assert answer.status_code == 422
    page = read(answer)
    assert fault in page.select_one("#name-error").text
    assert page.select_one("#name")["value"] == name
    assert chosen(page) == (["other"] if name else [])
    [focused] = page.select("[autofocus]")
    assert focused["name"] == ("name" if name else "who")
    with app.app_context():
        assert sorted(commands.known_players(the_club())) == ["Ann", "Paul"]


def test_home_asks_who_one_is_until_it_knows(client: Visitor) -> None:
    assert "Which player are you?" in client.visit("/").main.text
    client.submit(client.visit("/club"), {"name": "Ann"}, form="form[action$=me]")
    assert "Which player are you?" not in client.visit("/").main.text


# Devices, the name, handing over


@pytest.fixture
def bob(app: Flask) -> str:
    """The id of Bob's device, a player's in Ann's club."""
    with app.app_context():
        let_in(the_club(), Role.PLAYER, "Android", "Bob")
        [device] = [each for each in devices.devices_of(the_club()) if each.label]
        return device.id


def told_at_devices(page: BeautifulSoup) -> str:
    """What the list of devices says was done; the top of the page is out of sight there."""
    assert not messages(page)
    return "".join(each.text for each in page.select("#devices ~ .message"))


def roles(app: Flask) -> list[str]:
    with app.app_context():
        return sorted(device.role for device in devices.devices_of(the_club()))


def test_a_keeper_makes_a_player_a_watcher(app: Flask, client: Visitor, bob: str) -> None:
    form = f"form[action*='{bob}']"
    answer = client.submit(client.visit("/club"), {"role": "watcher"}, form=form)
    assert answer.location == "/club#devices"
    assert told_at_devices(client.visit(answer.location)) == "Bob is a watcher now."
    assert not told_at_devices(client.visit("/club"))
    assert roles(app) == ["keeper", "watcher"]


def test_a_keeper_removes_a_device(app: Flask, client: Visitor, bob: str) -> None:
    answer = client.submit(client.visit("/club"), form=f"form[action$='{bob}/revoke']")
    assert answer.location == "/club#devices"
    assert told_at_devices(client.visit(answer.location)) == "Bob was removed."
    assert roles(app) == ["keeper"]


@pytest.mark.parametrize("revoked", [True, False])
def test_the_invitation_that_a_removed_device_came_by_goes_with_it_if_wanted(
    app: Flask, client: Visitor, *, revoked: bool
) -> None:
    link = path_of(invite(client))
    guest = visitor(app, None)
    guest.submit(guest.visit(link))
    page = client.visit("/club")
    assert page.select_one(".club-device__more [name=invitation][checked]")
    fields = {} if revoked else {"invitation": None}
    answer = client.submit(page, fields, form=".club-device__more form")
    told = told_at_devices(client.visit(answer.location))
    assert ("the invitation it came by is revoked" in told) is revoked
    assert guest.get("/").text.count("any more") == 1
    assert guest.get(link).status_code == (404 if revoked else 200)
    assert len(client.visit("/club/invitations").select(".club-device")) == (0 if revoked else 1)


def test_an_invitation_that_works_no_more_is_not_offered_for_revoking(
    app: Flask, client: Visitor, bob: str
) -> None:
    page = invite(client)
    guest = visitor(app, None)
    guest.submit(guest.visit(path_of(page)))
    client.submit(page)
    with app.app_context():
        other = invitations.invite(the_club(), Role.PLAYER, LASTS["week"])
    club = client.visit("/club")
    assert len(club.select(".club-device__more")) == 2
    assert not club.select("[name=invitation]")
    client.submit(club, {"invitation": "on"}, form=f"form[action$='{bob}/revoke']")
    assert visitor(app, None).get(f"/join/{other.token}").status_code == 200


@pytest.mark.parametrize(
    ("label", "player", "name"),
    [("Android", "Bob", "Bob"), ("Android", "", "Android"), ("", "", "A device")],
)
def test_a_device_is_called_as_its_player_or_else_by_its_kind(
    app: Flask, client: Visitor, label: str, player: str, name: str
) -> None:
    with app.app_context():
        let_in(the_club(), Role.WATCHER, label, player)
    page = client.visit("/club")
    answer = client.submit(page, form="form:has([value=watcher][selected])")
    assert told_at_devices(client.visit(answer.location)) == f"{name} is a watcher now."


def test_a_keeper_who_steps_down_is_told_at_the_top(app: Flask, client: Visitor) -> None:
    visitor(app, Role.KEEPER, player="Bob")
    page = client.visit("/club")
    own = next(each for each in page.select(".club-device") if each.select_one(".badge"))
    form = f"form[action='{own.form['action']}']"
    answer = client.submit(page, {"role": "player"}, form=form)
    page = client.visit(answer.location)
    assert messages(page) == "You are a player now."
    assert not page.select("#devices")


def test_the_own_device_is_here_now_and_another_since_when_it_was_seen(
    app: Flask, client: Visitor
) -> None:
    visitor(app, Role.WATCHER)
    with app.app_context(), write() as session:
        long_ago = datetime.now(UTC) - timedelta(hours=3)
        session.execute(update(Device).values(seen_at=long_ago))
    own, other = (each.text for each in client.visit("/club").select(".club-device .quiet"))
    assert "here now" in own
    assert "here 3 hours ago" in other


def test_the_own_device_comes_first_and_watchers_inherit_last(app: Flask, client: Visitor) -> None:
    for role, name in ((Role.PLAYER, "Bob"), (Role.WATCHER, "Wes"), (Role.KEEPER, "Kim")):
        visitor(app, role, player=name)
    page = client.visit("/club")
    names = [each.text for each in page.select(".club-device__name")]
    assert names == ["A device this one", "Kim", "Wes", "Bob"]
    heirs = [each.text.split(" (")[0] for each in page.select("#device option")]
    assert heirs == ["Choose", "Kim", "Bob", "Wes"]


def test_the_last_keeper_stays_one(app: Flask, client: Visitor, bob: str) -> None:
    page = client.visit("/club")
    own = f"form[action$=role]:not([action*='{bob}'])"
    answer = client.submit(page, {"role": "player"}, form=own)
    assert answer.status_code == 422
    assert "A club needs a keeper." in read(answer).select_one(".message--error[autofocus]").text
    assert "You are its only keeper" in client.visit("/club/leave").main.text
    token = page.select_one("[name=csrf_token]")["value"]
    assert client.post("/club/leave", data={"csrf_token": token}).status_code == 422
    assert roles(app) == ["keeper", "player"]


def test_the_club_is_handed_over(app: Flask, client: Visitor, bob: str) -> None:
    answer = client.submit(client.visit("/club"), {"device": bob}, form="form[action$=over]")
    told = messages(client.visit(answer.location))
    assert told == "Bob keeps the club now. You are a player."
    assert roles(app) == ["keeper", "player"]
    assert client.get("/club/invitations").status_code == 403


@pytest.mark.parametrize("linked", [True, False])
def test_with_a_keeper_goes_the_link_to_get_back_in_and_it_is_said(
    app: Flask, client: Visitor, *, linked: bool
) -> None:
    def with_link() -> Visitor:
        """Another keeper, and a new link where there is one."""
        if linked:
            client.submit(client.visit("/club/invitations"), form="form[action$=keeper-link]")
        return visitor(app, Role.KEEPER, player="Kim")

    def sentence(page: BeautifulSoup) -> str:
        return (
            page.text.partition("The link to get back in is revoked")[1:][1].split("\n")[0].rstrip()
        )

    def kims(action: str) -> str:
        page = client.visit("/club")
        device = next(each for each in page.select(".club-device") if "Kim" in each.h3.text)
        return f"form[action='{device.select_one(f'form[action$={action}]')['action']}']"

    with_link()
    answer = client.submit(client.visit("/club"), {"role": "player"}, form=kims("role"))
    assert sentence(client.visit(answer.location)) == ("; make a new one." if linked else "")
    with_link()
    answer = client.submit(client.visit("/club"), form=kims("revoke"))
    assert sentence(client.visit(answer.location)) == ("; make a new one." if linked else "")
    kim = with_link()
    kim.submit(kim.visit("/club/leave"))
    assert sentence(kim.visit("/")) == ("." if linked else "")
    with_link()
    page = client.visit("/club")
    heir = str(page.select("#device option")[1]["value"])
    answer = client.submit(page, {"device": heir}, form="form[action$=over]")
    assert sentence(client.visit(answer.location)) == ("." if linked else "")


@pytest.mark.usefixtures("bob")
def test_handing_over_to_nobody_asks_to_choose(client: Visitor) -> None:
    answer = client.submit(client.visit("/club"), form="form[action$=over]")
    assert answer.status_code == 422
    page = read(answer)
    assert "Choose who keeps the club" in page.select_one("#device-error").text
    assert page.select("details[open] #device[autofocus]")


def test_the_club_has_a_name(client: Visitor) -> None:
    answer = client.submit(client.visit("/club"), {"club_name": "<b>&"}, form="form[action$=name]")
    assert client.visit(answer.location).h1.text == "<b>&"
    answer = client.submit(
        client.visit("/club"), {"club_name": "x" * 81}, form="form[action$=name]"
    )
    assert answer.status_code == 422
    page = read(answer)
    assert "1 to 80 characters" in page.select_one("#club_name-error").text
    assert page.select("#club_name[autofocus]")


# The end


def test_who_leaves_finds_the_door_and_the_games_stay(app: Flask, client: Visitor) -> None:
    table = Table(app)
    bob = visitor(app, Role.PLAYER)
    answer = bob.submit(bob.visit("/club/leave"))
    assert answer.location == "/"
    assert messages(bob.visit("/")) == "You left the club."
    assert bob.get(table.address).status_code == 403
    assert client.get(table.address).status_code == 200


def test_the_way_back_from_deleting_speaks_of_the_club_in_french(client: Visitor) -> None:
    page = client.visit("/club/delete", headers={"Accept-Language": "fr"})
    assert page.select_one("main a.button").text == "Garder le club"


@pytest.mark.parametrize(("name", "word"), [("", "delete"), ("Tuesday's", "Tuesday's")])
def test_a_club_is_deleted_only_when_its_name_or_the_word_is_typed(
    app: Flask, client: Visitor, name: str, word: str
) -> None:
    Table(app)
    with app.app_context():
        clubs.rename_club(the_club(), name)
    page = client.visit("/club/delete")
    for typed in ("", "yes", word[:-1]):
        answer = client.submit(page, {"confirmation": typed})
        assert answer.status_code == 422
        assert "Nothing was deleted." in read(answer).select_one("#confirmation-error").text
    with app.app_context():
        assert len(commands.games_in_play(the_club())) == 1
    answer = client.submit(page, {"confirmation": f" {word.upper()} "})
    assert answer.location == "/"
    page = client.visit("/")
    assert messages(page) == "The club is deleted, with everything in it."
    assert page.select_one("form[action='/clubs']")
    with app.app_context():
        assert not clubs.has_club()
