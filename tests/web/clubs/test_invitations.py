"""Invitations: the QR code, the link and the typed code, with an address that phones can reach."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from flask import Flask

from scorekeeper.clubs import devices
from scorekeeper.clubs.roles import Role
from scorekeeper.config import read_settings
from scorekeeper.network import EVERY_ADDRESS, PhoneAddress, own_names, phone_address
from scorekeeper.setting_readers import SettingError
from scorekeeper.web.shell import requests
from tests.support.clock import Clock
from tests.support.clubs import the_club, visitor
from tests.support.members import page_of_invitation, path_of
from tests.support.pages import Visitor, words
from tests.support.walks import walk

EVERYWHERE = EVERY_ADDRESS[0]


@pytest.mark.parametrize(
    ("role", "sentence"),
    [
        ("player", "Scan to play"),
        ("watcher", "Scan to watch"),
        ("keeper", "Scan to join as organiser"),
    ],
)
def test_an_invitation_is_a_square_a_link_and_a_code(
    app: Flask, client: Visitor, role: str, sentence: str
) -> None:
    page = page_of_invitation(client, role)
    assert words(page, "h1") == sentence
    link = path_of(page)
    code = page.select_one(".club-square__code").text
    by_link, by_code = visitor(app, None), visitor(app, None)
    by_link.submit(link)
    by_code.submit("/", {"code": code})
    with app.app_context():
        roles = [device.role for device in devices.devices_of(the_club())]
    assert sorted(roles) == sorted(["keeper", role, role])
    listed = client.visit("/club/invitations").select_one(".club-device").text
    assert "used by 2 devices" in listed


def test_an_invitation_until_next_year_tells_the_year(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    clock.show(datetime(2026, 12, 15, 12, tzinfo=UTC))
    client = visitor(app, Role.KEEPER)
    page, told = client.visit("/club/invitations"), []
    for lasts in ("week", "month"):
        answer = client.submit(page, {"lasts": lasts}, form="form[action$=invitations]")
        told.append(words(client.visit(str(answer.location)), ".club-square__or:has(+ .field)"))
    assert "the QR code until Tue 22 Dec, " in told[0]
    assert "the QR code until Thu, 14 Jan 2027, " in told[1]
    listed = words(client.visit("/club/invitations"), ".columns")
    assert "valid until Tue 22 Dec, " in listed
    assert "valid until Thu, 14 Jan 2027, " in listed


def test_the_square_is_dark_on_white_with_its_quiet_zone_in_the_dark_too(client: Visitor) -> None:
    square = page_of_invitation(client).select_one(".club-square svg")
    ground, dark = square.select("path")
    width = int(str(square["viewBox"]).split()[2])
    assert ground["fill"] == "#fff"
    assert ground["d"] == f"M0 0h{width}v{width}h-{width}z"
    assert dark["stroke"] == "#000"
    assert str(dark["d"]).startswith("M4 4.5")
    assert not square.select("[style]")


def test_a_browser_can_show_the_last_four_invitations_that_it_made(client: Visitor) -> None:
    form = "form[action$=invitations]"
    made = [client.submit("/club/invitations", form=form).location for _ in range(5)]
    shown = [bool(client.visit(str(each)).select("#link")) for each in made]
    assert shown == [False, True, True, True, True]


def test_only_the_browser_that_made_an_invitation_can_show_it(app: Flask, client: Visitor) -> None:
    page_of_invitation(client)
    other = visitor(app, Role.KEEPER)
    address = client.visit("/club/invitations").select_one(".club-device a")["href"]
    assert not other.visit("/club/invitations").select(".club-device a")
    page = other.visit(str(address))
    assert "only that one can show it" in words(page)
    assert not page.select(".club-square, #link")


def test_a_revoked_invitation_is_gone(app: Flask, client: Visitor) -> None:
    page = page_of_invitation(client)
    answer = client.submit(page)
    assert answer.status_code == 303
    listed = client.visit(answer.location)
    assert "revoked" in words(listed, "#messages")
    assert not listed.select(".club-device")
    link = path_of(page)
    assert visitor(app, None).get(link).status_code == 404


def test_a_keepers_own_link_is_shown_once_made(client: Visitor) -> None:
    page = client.visit("/club/invitations")
    page = client.press(page, form="section[aria-labelledby=lost] form")
    assert words(page, "h1") == "Recovery link"
    assert page.select(".club-square svg")
    assert not page.select(".club-square__code")


HERE = "http://localhost:8000"
NEAR = "http://192.168.1.9:8000"
EVIL = "http://evil.example:8000"


@walk(
    ("public", "asked", "listens", "expected"),
    [
        ("", "http://192.168.1.5:8000", EVERYWHERE, PhoneAddress("http://192.168.1.5:8000")),
        ("https://cards.example", HERE, EVERYWHERE, PhoneAddress("https://cards.example")),
        ("", HERE, EVERYWHERE, PhoneAddress(NEAR, instead=True)),
        ("", HERE, "127.0.0.1", PhoneAddress(HERE, lost=True)),
        ("", EVIL, EVERYWHERE, PhoneAddress(NEAR, unknown="evil.example")),
        ("", EVIL, "192.168.1.5", PhoneAddress("http://192.168.1.5:8000", unknown="evil.example")),
        ("", "https://evil.example", "127.0.0.1", PhoneAddress("https://localhost", lost=True)),
        ("", "http://localhost.", "127.0.0.1", PhoneAddress("http://localhost.", lost=True)),
        ("", "http://0.0.0.0:8000", "127.0.0.1", PhoneAddress("http://0.0.0.0:8000", lost=True)),
        ("", "http://:8000", "127.0.0.1", PhoneAddress("http://:8000", lost=True)),
    ],
)
def test_the_address_of_an_invitation_is_one_that_phones_can_reach(
    monkeypatch: pytest.MonkeyPatch, public: str, asked: str, listens: str, expected: PhoneAddress
) -> None:
    monkeypatch.setattr("scorekeeper.network.lan_host", lambda: "192.168.1.9")
    monkeypatch.setattr("scorekeeper.network.is_own_address", "192.168.1.5".__eq__)
    assert phone_address(public, f"{asked}/", listens) == expected


@walk(
    ("at", "sentence"),
    [
        (PhoneAddress(NEAR), ""),
        (PhoneAddress(NEAR, instead=True), "only works on this mach"),
        (PhoneAddress(NEAR, unknown="evil.example"), "does not know"),
        (PhoneAddress(HERE, lost=True), "cannot reach"),
    ],
)
def test_the_page_says_why_the_address_in_the_square_is_another_one(
    client: Visitor, monkeypatch: pytest.MonkeyPatch, at: PhoneAddress, sentence: str
) -> None:
    monkeypatch.setattr(requests, "phone_address", lambda *_facts: at)
    page = page_of_invitation(client)
    assert page.select_one("#link").text.strip().startswith(f"{at.base}/join/")
    told = " ".join(message.text for message in page.select("main .message"))
    assert sentence in told if sentence else not told


@walk("host", ["pi", "pi.local", "PI.local.", "cards.lan", "10.0.0.7"])
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


@walk("junk", ["cards.lan:8000", "http://cards.lan", "a b", ".lan"])
def test_hosts_that_cannot_be_are_no_setting(junk: str) -> None:
    with pytest.raises(SettingError, match="SCOREKEEPER_HOSTS must be names or addresses"):
        read_settings({"SCOREKEEPER_HOSTS": junk})


def test_a_machine_without_a_network_has_no_address_for_phones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("scorekeeper.network.lan_host", lambda: None)
    found = phone_address("", "http://[::1]:8000/", "::")
    assert found == PhoneAddress("http://[::1]:8000", lost=True)


@walk("fields", [{"role": "king"}, {"lasts": "century"}, {"role": None}, {"lasts": ""}])
def test_an_invitation_to_something_else_is_refused(
    client: Visitor, fields: dict[str, str | list[str] | None]
) -> None:
    answer = client.submit("/club/invitations", fields, form="form[action$=invitations]")
    assert answer.status_code == 400
