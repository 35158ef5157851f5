"""The name of a device: its player, else its browser and system."""

from __future__ import annotations

from flask_babel import gettext as _

from scorekeeper.storage.models import Device
from scorekeeper.web.shell.translation import isolated

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("OPT/", "Opera"),
    ("Opera", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Silk/", "Silk"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""Browsers by their mark in a user agent. The first match counts: many browsers name others too."""

SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    # An iPad can claim to be a Mac, but these browsers never run on a Mac.
    ("FxiOS/", "iPad"),
    ("CriOS/", "iPad"),
    ("EdgiOS/", "iPad"),
    ("OPT/", "iPad"),
    ("SMART-TV", "TV"),
    ("SmartTV", "TV"),
    ("Web0S", "TV"),
    ("BRAVIA", "TV"),
    ("; AFT", "TV"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
"""Systems by their mark in a user agent, the most specific first."""

WHERE_SAFARI_RUNS = ("iPhone", "iPad", "Mac")


def device_label(user_agent: str) -> str:
    """The stored label of a device by its user agent: `Firefox/Android`."""
    browser, system = _first(BROWSERS, user_agent), _first(SYSTEMS, user_agent)
    if browser == "Safari" and system not in WHERE_SAFARI_RUNS:
        browser = ""  # Many browsers claim to be Safari.
    return "/".join(part for part in (browser, system) if part)


def _first(table: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for mark, name in table if mark in user_agent), "")


def label_words(label: str) -> str:
    """A stored label in words: `Firefox on Android`. Old labels have only the system."""
    browser, _stroke, system = label.partition("/")
    return str(_("%(browser)s on %(system)s", browser=browser, system=system)) if system else label


def device_words(device: Device) -> str:
    if device.player is not None:
        return isolated(device.player.person.name)
    return label_words(device.label) or str(_("A device"))
