"""What devices are called, by the words of real browsers."""

from __future__ import annotations

from flask import Flask

from scorekeeper.clubs.invitations import invite
from scorekeeper.clubs.roles import Role
from scorekeeper.web.clubs.device_names import device_label, label_words
from scorekeeper.web.clubs.invitations import LASTS
from tests.support.clubs import let_in, the_club, visitor
from tests.support.pages import Visitor
from tests.support.walks import walk

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
    # An iPad's Safari says the same.
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


@walk(("user_agent", "words"), BROWSERS)
def test_a_device_is_called_by_its_browser_and_system(
    app: Flask, user_agent: str, words: str
) -> None:
    with app.test_request_context():
        assert label_words(device_label(user_agent)) == words


def test_a_device_is_called_in_the_language_of_the_page(app: Flask, client: Visitor) -> None:
    with app.app_context():
        made = invite(the_club(), Role.PLAYER, LASTS["week"])
        let_in(the_club(), Role.PLAYER, "Android")
    guest = visitor(app, None)
    agent = {"User-Agent": BROWSERS[4][0]}
    guest.submit(guest.visit(f"/join/{made.token}"), headers=agent)
    for language, words in (("en", "Firefox on Android"), ("fr", "Firefox sur Android")):
        page = client.visit("/club", headers={"Accept-Language": language})
        names = [each.text for each in page.select(".club-device__name")]
        assert words in names
        assert "Android" in names  # as it was called before
    guest.submit(guest.visit("/club"), {"name": "Bob"}, form="form[action$=me]")
    cards = [each.text for each in client.visit("/club").select(".club-device")]
    [bob] = [card for card in cards if "Remove Bob" in card]
    assert "Firefox on Android" in bob
