"""What devices are called: as the player they speak for, else by their browser and system."""

from __future__ import annotations

from flask_babel import gettext as _

from scorekeeper.storage.models import Device
from scorekeeper.web.translation import isolated

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
"""How browsers give themselves away, those first that also name the ones they are made of."""

SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    # An iPad that asks for pages of full size calls itself a Mac, where these never run.
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
"""What browsers call the device they run on, the telling words first."""

WHERE_SAFARI_RUNS = ("iPhone", "iPad", "Mac")


def device_label(user_agent: str) -> str:
    """What kind of device this is by its browser's own words, to be stored: `Firefox/Android`."""
    browser, system = _first(BROWSERS, user_agent), _first(SYSTEMS, user_agent)
    if browser == "Safari" and system not in WHERE_SAFARI_RUNS:
        browser = ""  # said by everything that shows pages as Safari does
    return "/".join(part for part in (browser, system) if part)


def _first(table: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for sign, name in table if sign in user_agent), "")


def label_words(label: str) -> str:
    """A stored label in words, `Firefox on Android`; one of before has the system alone."""
    browser, _stroke, system = label.partition("/")
    return str(_("%(browser)s on %(system)s", browser=browser, system=system)) if system else label


def device_words(device: Device) -> str:
    """What a device is called: as the player it speaks for, else by its kind."""
    if device.player is not None:
        return isolated(device.player.name)
    return label_words(device.label) or str(_("A device"))
