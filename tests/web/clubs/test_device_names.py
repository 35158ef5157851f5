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

BROWSERS = [
    # Android
    (f"{ANDROID} Chrome/137.0.0.0 Mobile Safari/537.36", "Chrome on Android"),
    (f"{ANDROID} Chrome/137.0.0.0 Mobile Safari/537.36 EdgA/137.0.0.0", "Edge on Android"),
    (f"{ANDROID} Chrome/137.0.0.0 Mobile Safari/537.36 OPR/90.0.0.0", "Opera on Android"),
    (
        f"{ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
        "Samsung Internet on Android",
    ),
    (
        "Mozilla/5.0 (Android 14; Mobile; rv:139.0) Gecko/139.0 Firefox/139.0",
        "Firefox on Android",
    ),
    (
        "Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16",
        "Opera on Android",
    ),
    (
        f"Mozilla/5.0 (Linux; Android 11; KFTRWI) {WEBKIT} Silk/126.4.1 like Chrome/126.0.6478.71 "
        "Safari/537.36",
        "Silk on Android",
    ),
    (
        "Mozilla/5.0 (Linux; U; Android 4.0.3; ko-kr; LG-L160L Build/IML74K) AppleWebkit/534.30 "
        "(KHTML, like Gecko) Version/4.0 Mobile Safari/534.30",
        "Android",
    ),
    # iPhone and iPad
    (f"{IPHONE} Version/18.5 Mobile/15E148 Safari/604.1", "Safari on iPhone"),
    (f"{IPHONE} CriOS/137.0.7151.51 Mobile/15E148 Safari/604.1", "Chrome on iPhone"),
    (f"{IPHONE} FxiOS/139.0 Mobile/15E148 Safari/605.1.15", "Firefox on iPhone"),
    (
        f"{IPHONE} Version/18.0 EdgiOS/136.0.3240.91 Mobile/15E148 Safari/604.1",
        "Edge on iPhone",
    ),
    (f"{IPHONE} Version/18.5 Mobile/15E148 Safari/604.1 OPT/5.5.2", "Opera on iPhone"),
    (f"{IPHONE} Mobile/15E148", "iPhone"),
    (f"{IPAD} Version/17.6 Mobile/15E148 Safari/604.1", "Safari on iPad"),
    (f"{IPAD} CriOS/137.0.7151.51 Mobile/15E148 Safari/604.1", "Chrome on iPad"),
    (f"{MAC} {IOS} CriOS/137 Version/11.1.1 Safari/605.1.15", "Chrome on iPad"),
    (f"{MAC} {IOS} FxiOS/139.0 Safari/605.1.15", "Firefox on iPad"),
    # Windows
    (f"{WINDOWS} Chrome/137.0.0.0 Safari/537.36", "Chrome on Windows"),
    (f"{WINDOWS} Chrome/137.0.0.0 Safari/537.36 Edg/137.0.3296.52", "Edge on Windows"),
    (f"{WINDOWS} Chrome/64.0.3282.140 Safari/537.36 Edge/17.17134", "Edge on Windows"),
    (f"{WINDOWS} Chrome/135.0.0.0 Safari/537.36 OPR/119.0.0.0", "Opera on Windows"),
    (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:139.0) Gecko/20100101 Firefox/139.0",
        "Firefox on Windows",
    ),
    ("Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko", "Windows"),
    # Mac; an iPad's Safari says the same
    (f"{MAC} {IOS} Version/18.5 Safari/605.1.15", "Safari on Mac"),
    (f"{MAC} {WEBKIT} Chrome/137.0.0.0 Safari/537.36", "Chrome on Mac"),
    (
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:139.0) Gecko/20100101 Firefox/139.0",
        "Firefox on Mac",
    ),
    # Linux and ChromeOS
    (f"{LINUX} Chrome/137.0.0.0 Safari/537.36", "Chrome on Linux"),
    ("Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0", "Firefox on Linux"),
    (
        "Mozilla/5.0 (X11; Linux aarch64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 "
        "Safari/605.1.15",
        "Linux",
    ),
    (
        f"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) {WEBKIT} Chrome/137.0.0.0 Safari/537.36",
        "Chrome on ChromeOS",
    ),
    # Televisions
    (
        f"Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.5) {WEBKIT} 85.0.4183.93/6.5 TV Safari/537.36",
        "TV",
    ),
    (
        f"Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) {WEBKIT} SamsungBrowser/2.2 "
        "Chrome/63.0.3239.84 TV Safari/537.36",
        "Samsung Internet on TV",
    ),
    (
        f"Mozilla/5.0 (Web0S; Linux/SmartTV) {WEBKIT} Chrome/94.0.4606.128 Safari/537.36 "
        "WebAppManager",
        "Chrome on TV",
    ),
    (
        f"Mozilla/5.0 (Linux; Android 9; BRAVIA 4K GB) {WEBKIT} Chrome/120.0.6099.43 Safari/537.36",
        "Chrome on TV",
    ),
    (
        f"Mozilla/5.0 (Linux; Android 9; AFTKA) {WEBKIT} Silk/120.5.1 like Chrome/120.0.6099.230 "
        "Safari/537.36",
        "Silk on TV",
    ),
    # Anything
    ("", ""),
    ("curl/8.5.0", ""),
    ("Mozilla/5.0", ""),
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
