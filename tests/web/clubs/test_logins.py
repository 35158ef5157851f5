"""Joining by a proxy’s login, and attempts to use another person’s login."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask, request, request_started
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.clubs import clubs, devices, invitations
from scorekeeper.clubs.access_tokens import make_access_token
from scorekeeper.clubs.members import read_name
from scorekeeper.clubs.players import rename_player
from scorekeeper.clubs.roles import Role
from scorekeeper.games.share_links import make_share_link
from scorekeeper.games.transaction import new_key
from scorekeeper.setting_readers import sign_in
from scorekeeper.statistics.merging import merge_players
from scorekeeper.storage.queries import active_people
from scorekeeper.web.shell.logins import read_login
from tests.support.clubs import known_names, new_club, the_club, visitor
from tests.support.elements import Element
from tests.support.members import EVENING, device_count, is_join_page
from tests.support.pages import HTMX, Visitor, read, words
from tests.support.table import Table
from tests.support.walks import walk

PROXY = "10.0.0.2"
STRANGER = "198.51.100.7"
COME_IN = "form[action$=come-in]"
BY_CODE = "main form[action$=join]"


@pytest.fixture
def behind(app_with: Callable[..., Flask]) -> Flask:
    """The app behind a proxy that sends logins, with a club and its organiser Kim."""
    app = app_with(sign_in=sign_in("Remote-User from 10.0.0.0/8"), proxies=1)
    with app.app_context():
        clubs.rename_club(the_club(), "Tuesday")
    visitor(app, Role.KEEPER, player="Kim")
    return app


@pytest.fixture
def kim(behind: Flask) -> Visitor:
    """The organiser, who joined by an invitation."""
    return visitor(behind, Role.KEEPER)


def says(who: Visitor, login: str | None, address: str = PROXY) -> Visitor:
    """Make the proxy send this login for a browser from now on, or `None` sends none."""
    who.environ_base["REMOTE_ADDR"] = address
    who.environ_base.pop("HTTP_REMOTE_USER", None)
    if login is not None:
        who.environ_base["HTTP_REMOTE_USER"] = login.encode().decode("latin-1")
    return who


def by_proxy(app: Flask, login: str | None) -> Visitor:
    """Return a browser outside all clubs, with this login of the proxy."""
    return says(visitor(app, None), login)


def let_in_by_login(app: Flask, login: str) -> Visitor:
    """Return a browser that joined by its login."""
    who = by_proxy(app, login)
    assert who.submit("/", form=COME_IN).status_code == 303
    return who


def copy_of(who: Visitor) -> Visitor:
    """Return another browser with the same cookie and the same login."""
    copy = visitor(who.application, None)
    copy.set_cookie("scorekeeper", who.get_cookie("scorekeeper").value)
    copy.environ_base.update(who.environ_base)
    return copy


def is_in(who: Visitor) -> bool:
    return who.get("/club").status_code == 200


def offered(page: Element) -> str | None:
    """Return the login that the page offers to join with, empty if it cannot be a name."""
    [button] = page.select(f"{COME_IN} button") or [None]
    if button is not None:
        return button.text.removeprefix("Join as ").strip()
    return "" if "Your login is not a name" in words(page) else None


@contextmanager
def reaching_flask(app: Flask) -> Iterator[list[str]]:
    """The paths of all requests that reach Flask."""
    reached: list[str] = []

    def note(_app: Flask, **_more: object) -> None:
        reached.append(request.path)

    with request_started.connected_to(note, app):
        yield reached


def test_a_login_comes_in_by_one_button_as_the_player_of_its_name(behind: Flask) -> None:
    table = Table(behind, players=("Ann", "Bob"))
    ann = by_proxy(behind, "ann")
    page = read(ann.get(f"{table.address}/trail?x=1"), 403)
    assert words(page, "h1") == "Hello, ann"
    assert offered(page) == "ann"
    assert device_count(behind) == 1, "a page lets nobody in"
    for _again in range(2):
        answer = ann.submit(page, form=COME_IN)
        assert (answer.status_code, answer.location) == (303, f"{table.address}/trail?x=1")
    assert device_count(behind) == 2
    assert "Tuesday: You’re in as a player." in words(ann.visit("/club"), "#messages")
    assert ann.visit("/club").select_one("[name=who][checked]")["value"] == "player:Ann"
    assert ann.get("/club/invitations").status_code == 403, "nobody organises by a name"


def test_a_login_without_a_player_makes_one_and_goes_on_to_the_game_in_play(behind: Flask) -> None:
    table = Table(behind, players=("Cem", "Dora"))
    zoe = by_proxy(behind, "Zoé")
    assert zoe.submit("/", form=COME_IN).location == table.address
    with behind.app_context():
        assert "Zoé" in known_names()


def test_the_page_to_type_a_code_offers_the_login_too(behind: Flask) -> None:
    ann = by_proxy(behind, "ann")
    assert offered(ann.visit("/join")) == "ann"
    page = read(ann.submit("/join", {"code": "ACDE-FHJK"}, form=BY_CODE), 422)
    assert offered(page) == "ann"


ATTACKS: dict[str, tuple[dict[str, str], str | None]] = {
    "the proxy itself": ({}, "ann"),
    "the proxy in a server of both kinds of addresses": ({"REMOTE_ADDR": "::ffff:10.0.0.2"}, "ann"),
    "through a proxy before it": ({"HTTP_X_FORWARDED_FOR": f"{STRANGER}, 10.0.0.9"}, "ann"),
    "a stranger": ({"REMOTE_ADDR": STRANGER}, None),
    "a stranger by IPv6": ({"REMOTE_ADDR": "2001:db8::7"}, None),
    "a stranger who forwards for the proxy": (
        {"REMOTE_ADDR": STRANGER, "HTTP_X_FORWARDED_FOR": PROXY},
        None,
    ),
    "a stranger who forwards for two": (
        {"REMOTE_ADDR": STRANGER, "HTTP_X_FORWARDED_FOR": f"{PROXY}, {PROXY}"},
        None,
    ),
    "a stranger with other words of proxies": (
        {"REMOTE_ADDR": STRANGER, "HTTP_FORWARDED": f"for={PROXY}", "HTTP_X_REAL_IP": PROXY},
        None,
    ),
    "no address": ({"REMOTE_ADDR": ""}, None),
    "a name in place of an address": ({"REMOTE_ADDR": "localhost"}, None),
    "no name in it": ({"HTTP_REMOTE_USER": ""}, ""),
    "blanks": ({"HTTP_REMOTE_USER": "  "}, ""),
    "another header": ({"HTTP_REMOTE_USER": "", "HTTP_X_REMOTE_USER": "ann"}, ""),
    "what servers write themselves": ({"HTTP_REMOTE_USER": "", "REMOTE_USER": "ann"}, ""),
    "two headers, by waitress": ({"HTTP_REMOTE_USER": "ann, bob"}, ""),
    "two headers, by granian": ({"HTTP_REMOTE_USER": "ann,bob"}, ""),
    "one of two is empty": ({"HTTP_REMOTE_USER": ",ann"}, ""),
    "no name, by Caddy": ({"HTTP_REMOTE_USER": "{http.reverse_proxy.header.Remote-User}"}, ""),
    "no name, by Apache": ({"HTTP_REMOTE_USER": "(null)"}, ""),
    "300 characters": ({"HTTP_REMOTE_USER": "a" * 300}, ""),
    "a tab": ({"HTTP_REMOTE_USER": "ann\tbob"}, ""),
    "a NUL": ({"HTTP_REMOTE_USER": "ann\0"}, ""),
    "an override of the direction": ({"HTTP_REMOTE_USER": "\xe2\x80\xaenna"}, ""),
    "an invisible letter": ({"HTTP_REMOTE_USER": "an\xe2\x80\x8bn"}, ""),
    "no UTF-8": ({"HTTP_REMOTE_USER": "Zo\xe9"}, ""),
    "UTF-8": ({"HTTP_REMOTE_USER": "Zo\xc3\xa9"}, "Zoé"),
    "a name from right to left": ({"HTTP_REMOTE_USER": "\xd7\x93\xd7\x9f"}, "\u2068דן\u2069"),
    "words of RFC 2047": ({"HTTP_REMOTE_USER": "=?utf-8?q?Zo=C3=A9_Lef=C3=A8vre?="}, "Zoé Lefèvre"),
    "in base64": ({"HTTP_REMOTE_USER": "=?utf-8?b?Wm/DqQ==?="}, "Zoé"),
    "a line break in such a word": ({"HTTP_REMOTE_USER": "=?utf-8?q?ann=0Abob?="}, ""),
    "such a word in no known alphabet": ({"HTTP_REMOTE_USER": "=?klingon?q?ann?="}, ""),
    "such a word that is broken": ({"HTTP_REMOTE_USER": "=?utf-8?b?W?="}, ""),
    "a comma in such a word": ({"HTTP_REMOTE_USER": "=?utf-8?q?ann=2Cbob?="}, ""),
    "markup": ({"HTTP_REMOTE_USER": "<b>ann</b>"}, "<b>ann</b>"),
}


@walk(("environ", "login"), ATTACKS, every=2)
def test_a_login_is_believed_only_of_the_proxy_and_only_if_it_is_one_name(
    behind: Flask, environ: dict[str, str], login: str | None
) -> None:
    who = by_proxy(behind, "ann")
    who.environ_base.update(environ)
    before = device_count(behind)
    assert offered(who.visit("/")) == login
    answer = who.send("/come-in")
    assert answer.status_code == (303 if login else 403)
    assert is_in(who) is bool(login)
    assert device_count(behind) - before == bool(login)


@given(st.text(st.characters(max_codepoint=255), max_size=60))
def test_whatever_a_header_says_is_a_name_or_is_refused(sent: str) -> None:
    login = read_login(sent)
    assert login == "" or read_name(login) == login


def test_without_the_setting_the_header_means_nothing(app: Flask) -> None:
    visitor(app, Role.KEEPER)
    who = by_proxy(app, "ann")
    assert offered(who.visit("/")) is None
    assert who.send("/come-in").status_code == 403
    assert device_count(app) == 1


def test_no_other_site_lets_a_browser_in(behind: Flask) -> None:
    ann = by_proxy(behind, "ann")
    ann.get("/")
    assert ann.post("/come-in").status_code == 400
    assert ann.post("/come-in", data={"csrf_token": "made up"}).status_code == 400
    assert device_count(behind) == 1


def test_nobody_is_led_to_another_site(behind: Flask) -> None:
    answer = by_proxy(behind, "ann").submit("/", {"next": "https://evil.example/"}, form=COME_IN)
    assert answer.location == "/"


def test_an_answer_that_is_lost_makes_no_second_device(behind: Flask) -> None:
    ann = by_proxy(behind, "ann")
    page = ann.visit("/")
    kept = copy_of(ann)
    for browser in (ann, kept):
        assert browser.submit(page, form=COME_IN).status_code == 303
    assert is_in(kept)
    assert device_count(behind) == 2


def test_a_cookie_from_before_coming_in_opens_nothing(behind: Flask) -> None:
    ann = by_proxy(behind, "ann")
    page = ann.visit("/")
    planted = copy_of(ann)
    ann.submit(page, form=COME_IN)
    assert is_in(ann)
    assert not is_in(planted)


@walk(
    ("login", "address"),
    {
        "logged out": (None, PROXY),
        "an empty login": ("", PROXY),
        "somebody else": ("bob", PROXY),
        "other capitals": ("Ann", PROXY),
        "two logins": ("ann, ann", PROXY),
        "past the proxy": ("ann", STRANGER),
        "past the proxy, by its name": (None, STRANGER),
    },
)
def test_a_cookie_is_good_only_while_the_proxy_says_its_login(
    behind: Flask, login: str | None, address: str
) -> None:
    table = Table(behind)
    ann = let_in_by_login(behind, "ann")
    form = ann.visit(f"{table.address}/rounds/new")
    poll = f"{table.address}/live?seen=1&at=sheet"
    assert ann.get(poll, headers=HTMX).status_code == 204
    says(ann, login, address)
    for page in ("/club", table.address, f"{table.address}/document", "/games/new"):
        answer = ann.get(page)
        assert answer.status_code == 403
        assert "knocked" not in answer.text
    assert ann.get(poll, headers=HTMX).status_code == 403
    fields = {"ending": "knock:0", "hand-0": "5", "hand-1": "20"}
    refused = read(ann.submit(form, fields), 403)
    assert "Nothing was recorded or changed." in words(refused)
    assert "which it does not have now" in words(refused)
    assert table.rounds == 0
    says(ann, "ann")
    assert is_in(ann)
    assert ann.submit(form, fields).status_code == 303


def test_a_poll_without_news_is_answered_before_flask_only_with_its_login(behind: Flask) -> None:
    table = Table(behind)
    ann = let_in_by_login(behind, "ann")
    poll = f"{table.address}/live?seen=1&at=sheet"
    assert is_in(ann)
    for login, status, passed in (("ann", 204, False), ("bob", 403, True), ("ann", 204, False)):
        with reaching_flask(behind) as reached:
            assert says(ann, login).get(poll, headers=HTMX).status_code == status
        assert bool(reached) is passed


def test_in_somebody_elses_browser_the_other_login_comes_in_for_itself(behind: Flask) -> None:
    tablet = let_in_by_login(behind, "ann")
    says(tablet, "bob")
    page = read(tablet.get("/club"), 403)
    assert offered(page) == "bob"
    for _again in range(2):
        assert tablet.submit(page, form=COME_IN).status_code == 303
    assert tablet.visit("/club").select_one("[name=who][checked]")["value"] == "player:bob"
    assert device_count(behind) == 3
    says(tablet, "ann")
    assert not is_in(tablet), "the tablet is bob’s until ann presses the button"


@walk("by_code", [True, False])
def test_an_invitation_lets_a_browser_in_whose_login_is_gone(
    behind: Flask, *, by_code: bool
) -> None:
    with behind.app_context():
        made = invitations.invite(the_club(), Role.PLAYER, EVENING)
    phone = says(let_in_by_login(behind, "ann"), None)
    before = device_count(behind)
    answer = (
        phone.submit("/join", {"code": str(made.code)}, form=BY_CODE)
        if by_code
        else phone.submit(f"/join/{made.token}", {"name": ""})
    )
    assert answer.status_code == 303
    assert is_in(phone)
    assert device_count(behind) == before + 1
    assert is_in(says(phone, "bob")), "it came by an invitation now"


def test_a_device_that_came_by_an_invitation_stays_what_it_is(behind: Flask) -> None:
    television = visitor(behind, Role.WATCHER)
    for login in (None, "ann", "bob", ""):
        says(television, login)
        assert is_in(television)
        assert television.send("/come-in").location == "/"
        assert television.get("/games/new").status_code == 403
    assert device_count(behind) == 2


def test_who_makes_the_club_organises_it_as_long_as_the_proxy_says_who_it_is(
    app_with: Callable[..., Flask],
) -> None:
    app = app_with(sign_in=sign_in("Remote-User from 10.0.0.2"))
    ann = by_proxy(app, "Ann")
    page = ann.visit("/")
    assert "You join as Ann." in words(page)
    assert [ann.submit(page).location for _again in range(2)] == ["/games/new", "/"]
    assert ann.visit("/club").select_one("[name=who][checked]")["value"] == "player:Ann"
    assert ann.get("/club/invitations").status_code == 200
    assert not is_in(says(copy_of(ann), "bob"))
    with app.app_context():
        assert known_names() == ["Ann"]


def test_a_login_comes_into_no_club_where_there_are_several(behind: Flask) -> None:
    ann = by_proxy(behind, "ann")
    page = ann.visit("/")
    with behind.app_context():
        new_club()
    late = read(ann.submit(page, form=COME_IN), 409)
    assert "There are several clubs here" in words(late)
    assert offered(ann.visit("/")) is None
    assert is_join_page(ann.get("/").text)


def card_of(kim: Visitor, login: str) -> Element:
    """Return the entry of the device that joined by a login, on the organiser’s page."""
    [card] = [card for card in kim.visit("/club").select(".club-device") if login in card.words]
    return card


def remove(kim: Visitor, login: str, fields: dict[str, Any] | None = None) -> Element:
    """Remove the device that joined by a login, and return the club’s page."""
    card = card_of(kim, f"by the login {login}")
    action = card.select_one("form[action$=revoke]")["action"]
    return kim.press(kim.visit("/club"), fields, form=f"form[action='{action}']")


def test_the_organiser_sees_who_came_by_a_login(kim: Visitor, behind: Flask) -> None:
    let_in_by_login(behind, "ann")
    visitor(behind, Role.PLAYER, player="Bob")
    assert "by the login ann" in card_of(kim, "ann").words
    assert "by the login" not in card_of(kim, "Bob").words


def test_a_login_that_an_organiser_removed_stays_out_until_an_organiser_allows_it(
    kim: Visitor, behind: Flask
) -> None:
    ann, late = let_in_by_login(behind, "ann"), by_proxy(behind, "ann")
    page = late.visit("/")
    told = remove(kim, "ann")
    assert "ann was removed, and its login is blocked." in words(told, "#devices ~ .message")
    for who in (ann, by_proxy(behind, "ann"), by_proxy(behind, "ANN")):
        refused = read(who.get("/club"), 403)
        assert "An organiser has blocked the login" in words(refused)
        assert offered(refused) is None
        assert who.send("/come-in").status_code == 403
    assert late.submit(page, form=COME_IN).status_code == 403
    assert device_count(behind) == 2
    told = kim.press(told, form="form[action$=allow]")
    assert "The login ann may join again." in words(told, "#devices ~ .message")
    assert not told.select("form[action$=allow]")
    assert ann.submit("/", form=COME_IN).status_code == 303
    assert is_in(ann)


def test_a_login_that_is_not_barred_comes_straight_back(kim: Visitor, behind: Flask) -> None:
    ann = let_in_by_login(behind, "ann")
    remove(kim, "ann", {"login": None})
    page = read(ann.get("/club"), 403)
    assert "This device was removed from the club." in words(page)
    assert ann.submit(page, form=COME_IN).status_code == 303
    assert is_in(ann)


def test_a_barred_login_comes_back_by_an_invitation(kim: Visitor, behind: Flask) -> None:
    ann = let_in_by_login(behind, "ann")
    remove(kim, "ann")
    with behind.app_context():
        made = invitations.invite(the_club(), Role.PLAYER, EVENING)
    ann.submit(f"/join/{made.token}", {"name": ""})
    assert is_in(ann)


def test_who_leaves_may_come_in_again(behind: Flask) -> None:
    ann = let_in_by_login(behind, "ann")
    page = ann.visit("/club/leave")
    assert "until you join again" in words(page)
    ann.submit(page)
    assert not is_in(ann)
    ann.submit("/", form=COME_IN)
    assert is_in(ann)


def player_of(who: Visitor) -> str:
    return str(who.visit("/club").select_one("[name=who][checked]")["value"])


def test_a_player_who_was_renamed_keeps_the_login(behind: Flask) -> None:
    let_in_by_login(behind, "asmith42")
    with behind.app_context():
        [device] = [each for each in devices.devices_of(the_club()) if each.login]
        assert device.player
        rename_player(device.player, "Ann", seen="asmith42")
    assert player_of(let_in_by_login(behind, "asmith42")) == "player:Ann"
    with behind.app_context():
        assert known_names() == ["Ann", "Kim"]


def test_a_login_of_a_player_who_was_merged_is_the_person(behind: Flask) -> None:
    Table(behind, players=("Ann", "Bob"))
    let_in_by_login(behind, "asmith42")
    with behind.app_context():
        players = {each.name: each for each in active_people(the_club())}
        merge_players(players["asmith42"], players["Ann"])
    assert player_of(let_in_by_login(behind, "asmith42")) == "player:Ann"


def test_who_was_made_a_viewer_does_not_come_in_as_more(kim: Visitor, behind: Flask) -> None:
    ann = let_in_by_login(behind, "ann")
    action = card_of(kim, "by the login ann").select_one("form[action$=role]")["action"]
    for role, status in (("watcher", 403), ("keeper", 200)):
        kim.submit("/club", {"role": role}, form=f"form[action='{action}']")
        again = let_in_by_login(behind, "ann")
        assert ann.get("/games/new").status_code == status
        assert again.get("/games/new").status_code == 403
        assert again.get("/club/invitations").status_code == 403


def test_an_organiser_raises_who_came_by_a_login_on_that_device_alone(
    kim: Visitor, behind: Flask
) -> None:
    ann = let_in_by_login(behind, "ann")
    action = card_of(kim, "by the login ann").select_one("form[action$=role]")["action"]
    kim.submit("/club", {"role": "keeper"}, form=f"form[action='{action}']")
    assert ann.get("/club/invitations").status_code == 200
    assert let_in_by_login(behind, "ann").get("/club/invitations").status_code == 403


def test_programs_links_and_monitors_need_no_login_and_gain_nothing_by_one(behind: Flask) -> None:
    table = Table(behind)
    with behind.app_context():
        link = make_share_link(the_club().id, table.id, new_key(), None)
        secret = make_access_token(the_club(), "Screen", new_key()).token
    bearer = {"Authorization": f"Bearer {secret}"}
    for login in (None, "ann", "ann, bob"):
        who = by_proxy(behind, login)
        assert who.get("/api/v1/games").status_code == 401
        assert who.get("/api/v1/games", headers=bearer).status_code == 200
        assert who.get(f"/shared/{link.token}").status_code == 200
        for address in ("/healthz", "/readyz", "/static/suits.svg"):
            assert who.get(address).status_code == 200
    assert device_count(behind) == 1


@walk(
    ("language", "button"),
    {"fr": ("fr", "Entrer en tant que Zoé"), "de": ("de", "Als Zoé beitreten")},
)
def test_the_button_is_in_every_language(behind: Flask, language: str, button: str) -> None:
    zoe = by_proxy(behind, "Zoé")
    page = read(zoe.get("/", headers={"Accept-Language": language}))
    assert words(page, f"{COME_IN} button") == button
