"""The devices of a club: their names and roles, their removal, and a new keeper."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import update
from werkzeug.test import TestResponse

from scorekeeper import clock
from scorekeeper.clubs import devices, invitations
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import write
from scorekeeper.storage.models import Device
from scorekeeper.web.clubs.device_names import device_label, label_words
from scorekeeper.web.clubs.invitations import LASTS
from scorekeeper.web.parts.pages import PAGE_SIZE
from tests.support.clubs import let_in, the_club, visitor
from tests.support.elements import Element
from tests.support.members import member, page_of_invitation, path_of
from tests.support.pages import Visitor, read, words
from tests.support.walks import walk


def told_at_devices(page: Element) -> str:
    """Return the messages in the list of devices, far below the top of the page."""
    assert not words(page, "#messages")
    return "".join(message.text for message in page.select("#devices ~ .message"))


def hand_over(client: Visitor, heir: str) -> TestResponse:
    """Choose the new keeper on the club’s page, and confirm on the next."""
    answer = client.submit("/club", {"device": heir}, form="form[action$=over]")
    return client.submit(read(answer))


def roles(app: Flask) -> list[str]:
    with app.app_context():
        return sorted(device.role for device in devices.devices_of(the_club()))


def test_a_keeper_makes_a_player_a_watcher_and_removes_the_device(
    app: Flask, client: Visitor, bob: str
) -> None:
    form = f"form[action*='{bob}']"
    answer = client.submit("/club", {"role": "watcher"}, form=form)
    assert answer.location == "/club#devices"
    assert told_at_devices(client.visit(answer.location)) == "Bob is now a viewer."
    assert not told_at_devices(client.visit("/club"))
    assert roles(app) == ["keeper", "watcher"]
    answer = client.submit("/club", form=f"form[action$='{bob}/revoke']")
    assert answer.location == "/club#devices"
    assert told_at_devices(client.visit(answer.location)) == "Bob was removed."
    assert roles(app) == ["keeper"]


@walk("revoked", [True, False])
def test_the_invitation_that_a_removed_device_came_by_goes_with_it_if_wanted(
    app: Flask, client: Visitor, *, revoked: bool
) -> None:
    link = path_of(page_of_invitation(client))
    guest = visitor(app, None)
    guest.submit(link)
    page = client.visit("/club")
    assert page.select_one(".club-device details [name=invitation][checked]")
    fields = {} if revoked else {"invitation": None}
    told = told_at_devices(client.press(page, fields, form="form[action$=revoke]"))
    assert ("its invitation no longer works" in told) is revoked
    assert guest.get("/").text.count("no longer in the club") == 1
    assert guest.get(link).status_code == (404 if revoked else 200)
    assert len(client.visit("/club/invitations").select(".club-device")) == (0 if revoked else 1)


def test_an_invitation_that_works_no_more_is_not_offered_for_revoking(
    app: Flask, client: Visitor, bob: str
) -> None:
    page = page_of_invitation(client)
    guest = visitor(app, None)
    guest.submit(path_of(page))
    client.submit(page)
    with app.app_context():
        other = invitations.invite(the_club(), Role.PLAYER, LASTS["week"])
    club = client.visit("/club")
    assert len(club.select("form[action$=revoke]")) == 2
    assert not club.select("[name=invitation]")
    client.submit(club, {"invitation": "on"}, form=f"form[action$='{bob}/revoke']")
    assert visitor(app, None).get(f"/join/{other.token}").status_code == 200


@walk(
    ("label", "player", "name"),
    [("Android", "Bob", "Bob"), ("Android", "", "Android"), ("", "", "A device")],
)
def test_a_device_is_called_as_its_player_or_else_by_its_kind(
    app: Flask, client: Visitor, label: str, player: str, name: str
) -> None:
    with app.app_context():
        let_in(the_club(), Role.WATCHER, label, player)
    answer = client.submit("/club", form="form:has([value=watcher][selected])")
    assert told_at_devices(client.visit(answer.location)) == f"{name} is now a viewer."


def test_a_keeper_who_steps_down_is_told_at_the_top(app: Flask, client: Visitor) -> None:
    visitor(app, Role.KEEPER, player="Bob")
    page = client.visit("/club")
    own = next(card for card in page.select(".club-device") if card.select_one(".badge"))
    form = f"form[action='{own.select_one('form')['action']}']"
    page = client.press(page, {"role": "player"}, form=form)
    assert words(page, "#messages") == "You are now a player."
    assert not page.select("#devices")


def test_the_own_device_is_here_now_and_another_since_when_it_was_seen(
    app: Flask, client: Visitor
) -> None:
    visitor(app, Role.WATCHER)
    with app.app_context(), write() as session:
        long_ago = clock.now() - timedelta(hours=3)
        session.execute(update(Device).values(seen_at=long_ago))
    own, other = (caption.text for caption in client.visit("/club").select(".club-device .quiet"))
    assert "online" in own
    assert "active 3 hours ago" in other


def test_the_own_device_comes_first_and_watchers_inherit_last(app: Flask, client: Visitor) -> None:
    for role, name in ((Role.PLAYER, "Bob"), (Role.WATCHER, "Wes"), (Role.KEEPER, "Kim")):
        visitor(app, role, player=name)
    page = client.visit("/club")
    names = [heading.text for heading in page.select(".club-device > h3")]
    assert names == ["A device this one", "Kim", "Wes", "Bob"]
    heirs = [option.text.split(" (")[0] for option in page.select("#device option")]
    assert heirs == ["Choose", "Kim", "Bob", "Wes"]


def test_many_devices_are_some_pages(app: Flask, client: Visitor) -> None:
    with app.app_context():
        for number in range(PAGE_SIZE + 1):
            let_in(the_club(), Role.PLAYER, label=f"Phone {number}")
    first = client.visit("/club")
    second = client.visit(str(first.select(".pages [rel=next]")[0]["href"]))
    pages = [[words(name) for name in page.select(".club-device h3")] for page in (first, second)]
    assert [len(names) for names in pages] == [PAGE_SIZE, 2]
    assert len({*pages[0], *pages[1]}) == PAGE_SIZE + 2
    assert "this one" in pages[0][0]
    answer = client.submit(second, {"role": "watcher"}, form="form[action$=role]")
    assert told_at_devices(client.visit(answer.location)) == f"{pages[1][0]} is now a viewer."
    assert words(second, ".pages") == "Further up"


def test_the_last_keeper_stays_one(app: Flask, client: Visitor, bob: str) -> None:
    page = client.visit("/club")
    own = f"form[action$=role]:not([action*='{bob}'])"
    answer = client.submit(page, {"role": "player"}, form=own)
    assert (
        "A club needs an organiser."
        in read(answer, 422).select_one(".message--error[autofocus]").text
    )
    assert "You are its only organiser" in words(client.visit("/club/leave"))
    assert client.send("/club/leave").status_code == 422
    assert roles(app) == ["keeper", "player"]


def test_the_club_is_handed_over_once_one_has_said_yes(
    app: Flask, client: Visitor, bob: str
) -> None:
    answer = client.submit("/club", {"device": bob}, form="form[action$=over]")
    page = read(answer)
    assert words(page, "h1") == "Hand the club over to Bob?"
    assert "Android · joined 1 minute ago · active 1 minute ago" in words(page)
    assert "cannot take it back" in words(page)
    assert client.get("/club/invitations").status_code == 200
    told = words(client.press(page), "#messages")
    assert told == "Bob now runs the club. You are a player."
    assert roles(app) == ["keeper", "player"]
    assert client.get("/club/invitations").status_code == 403


@pytest.mark.parametrize("linked", [True, False])
def test_with_a_keeper_goes_the_link_to_get_back_in_and_it_is_said(
    app: Flask, client: Visitor, *, linked: bool
) -> None:
    def with_link() -> Visitor:
        """Return another keeper, after making a new keeper link if `linked`."""
        if linked:
            client.submit("/club/invitations", form="form[action$=keeper-link]")
        return visitor(app, Role.KEEPER, player="Kim")

    def sentence(page: Element) -> str:
        return (
            page.text.partition("Your recovery link no longer works")[1:][1].split("\n")[0].rstrip()
        )

    def kims(action: str) -> str:
        page = client.visit("/club")
        device = next(card for card in page.select(".club-device") if "Kim" in words(card, "h3"))
        return f"form[action='{device.select_one(f'form[action$={action}]')['action']}']"

    with_link()
    answer = client.submit("/club", {"role": "player"}, form=kims("role"))
    assert sentence(client.visit(answer.location)) == (". Create a new one." if linked else "")
    with_link()
    answer = client.submit("/club", form=kims("revoke"))
    assert sentence(client.visit(answer.location)) == (". Create a new one." if linked else "")
    kim = with_link()
    kim.submit("/club/leave")
    assert sentence(kim.visit("/")) == ("." if linked else "")
    with_link()
    heir = str(client.visit("/club").select("#device option")[1]["value"])
    answer = hand_over(client, heir)
    assert sentence(client.visit(answer.location)) == ("." if linked else "")


def test_devices_of_one_kind_are_told_apart_where_the_club_is_handed_over(
    app: Flask, client: Visitor
) -> None:
    with app.app_context():
        for hours in (2, 5):
            device_id = member(let_in(the_club(), Role.PLAYER, "Chrome/Linux")).device_id
            came_in = clock.now() - timedelta(hours=hours)
            with write() as session:
                session.execute(
                    update(Device).where(Device.id == device_id).values(made_at=came_in)
                )
    heirs = [option.text for option in client.visit("/club").select("#device option")]
    assert sorted(heirs[1:]) == [
        f"Chrome on Linux (player, joined {hours} hours ago, active 1 minute ago)"
        for hours in (2, 5)
    ]


@walk("device", ["", "zzzzzzzzzzzz", "\0"])
@pytest.mark.usefixtures("bob")
def test_handing_over_to_nobody_asks_to_choose(client: Visitor, device: str) -> None:
    page = read(client.submit("/club", {"device": device}, form="form[action$=over]"), 422)
    assert "Choose who will run the club" in page.select_one("#device-error").text
    assert page.select("details[open] #device[autofocus]")


def test_an_heir_who_has_left_meanwhile_is_not_made_keeper(
    app: Flask, client: Visitor, bob: str
) -> None:
    page = read(client.submit("/club", {"device": bob}, form="form[action$=over]"))
    client.submit("/club", form=f"form[action$='{bob}/revoke']")
    assert client.submit(page).status_code == 422
    assert roles(app) == ["keeper"]


WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"
IOS = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
ANDROID = f"Mozilla/5.0 (Linux; Android 10; K) {WEBKIT}"
IPHONE = f"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) {IOS}"
IPAD = f"Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) {IOS}"
WINDOWS = f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT}"
MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)"
LINUX = f"Mozilla/5.0 (X11; Linux x86_64) {WEBKIT}"

CHROME, SAFARI = "Chrome/137.0.0.0", "Safari/537.36"
GECKO = "rv:139.0) Gecko/20100101 Firefox/139.0"

BROWSERS = [
    (f"{ANDROID} {CHROME} Mobile {SAFARI}", "Chrome on Android"),
    (f"{ANDROID} {CHROME} Mobile {SAFARI} EdgA/137.0.0.0", "Edge on Android"),
    (f"{ANDROID} {CHROME} Mobile {SAFARI} OPR/90.0.0.0", "Opera on Android"),
    (f"{ANDROID} SamsungBrowser/28.0 {CHROME} Mobile {SAFARI}", "Samsung Internet on Android"),
    (f"Mozilla/5.0 (Android 14; Mobile; {GECKO}", "Firefox on Android"),
    ("Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id)", "Opera on Android"),
    (f"{ANDROID} Silk/126.4.1 like {CHROME} {SAFARI}", "Silk on Android"),
    ("Mozilla/5.0 (Linux; U; Android 4.0.3) AppleWebkit/534.30 Version/4.0 Safari", "Android"),
    (f"{IPHONE} Version/18.5 Mobile/15E148 Safari/604.1", "Safari on iPhone"),
    (f"{IPHONE} CriOS/137.0.7151.51 Mobile/15E148 Safari/604.1", "Chrome on iPhone"),
    (f"{IPHONE} FxiOS/139.0 Mobile/15E148 Safari/605.1.15", "Firefox on iPhone"),
    (f"{IPHONE} Version/18.0 EdgiOS/136.0.3240.91 Safari/604.1", "Edge on iPhone"),
    (f"{IPHONE} Version/18.5 Mobile/15E148 Safari/604.1 OPT/5.5.2", "Opera on iPhone"),
    (f"{IPHONE} Mobile/15E148", "iPhone"),
    (f"{IPAD} Version/17.6 Mobile/15E148 Safari/604.1", "Safari on iPad"),
    (f"{MAC} {IOS} CriOS/137 Version/11.1.1 Safari/605.1.15", "Chrome on iPad"),
    (f"{MAC} {IOS} FxiOS/139.0 Safari/605.1.15", "Firefox on iPad"),
    (f"{WINDOWS} {CHROME} {SAFARI}", "Chrome on Windows"),
    (f"{WINDOWS} {CHROME} {SAFARI} Edg/137.0.3296.52", "Edge on Windows"),
    (f"{WINDOWS} {CHROME} {SAFARI} Edge/17.17134", "Edge on Windows"),
    (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64; {GECKO}", "Firefox on Windows"),
    ("Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko", "Windows"),
    # An iPad’s Safari sends the same.
    (f"{MAC} {IOS} Version/18.5 Safari/605.1.15", "Safari on Mac"),
    (f"{MAC} {WEBKIT} {CHROME} {SAFARI}", "Chrome on Mac"),
    (f"{LINUX} {CHROME} {SAFARI}", "Chrome on Linux"),
    (f"Mozilla/5.0 (X11; Linux aarch64) {IOS} Version/18.0 Safari/605.1.15", "Linux"),
    (f"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) {WEBKIT} {CHROME}", "Chrome on ChromeOS"),
    (f"Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.5) {WEBKIT} 85.0.4183.93/6.5 TV {SAFARI}", "TV"),
    (f"Mozilla/5.0 (Web0S; Linux/SmartTV) {WEBKIT} {CHROME} {SAFARI}", "Chrome on TV"),
    (f"Mozilla/5.0 (Linux; Android 9; BRAVIA 4K GB) {WEBKIT} {CHROME}", "Chrome on TV"),
    (f"Mozilla/5.0 (Linux; Android 9; AFTKA) {WEBKIT} Silk/120.5.1 {SAFARI}", "Silk on TV"),
    ("", ""),
    ("curl/8.5.0", ""),
    ("Firefox/1", "Firefox"),
    ("<b>/\x00%s😀" * 50, ""),
]


@walk(("user_agent", "called"), BROWSERS)
def test_a_device_is_called_by_its_browser_and_system(
    app: Flask, user_agent: str, called: str
) -> None:
    with app.test_request_context():
        assert label_words(device_label(user_agent)) == called


def test_a_device_is_called_in_the_language_of_the_page(app: Flask, client: Visitor) -> None:
    with app.app_context():
        made = invitations.invite(the_club(), Role.PLAYER, LASTS["week"])
        let_in(the_club(), Role.PLAYER, "Android")
    guest = visitor(app, None)
    agent = {"User-Agent": BROWSERS[4][0]}
    guest.submit(f"/join/{made.token}", headers=agent)
    for language, called in (("en", "Firefox on Android"), ("fr", "Firefox sur Android")):
        page = client.visit("/club", headers={"Accept-Language": language})
        names = [heading.text for heading in page.select(".club-device > h3")]
        assert called in names
        assert "Android" in names  # the earlier name
    guest.submit("/club", {"name": "Bob"}, form="form[action$=me]")
    cards = [card.text for card in client.visit("/club").select(".club-device")]
    [bob] = [card for card in cards if "Remove Bob" in card]
    assert "Firefox on Android" in bob
