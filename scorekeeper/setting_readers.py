"""Readers for the texts of settings. A reader returns a value or raises `SettingError`.

`whole_number` and `one_of` make readers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path

_PREFIX = re.compile(r"(?:/(?!\.)[\w.~-]+)*", re.ASCII)


class SettingError(ValueError):
    """An invalid setting. `read_settings` adds the setting’s name to the message of a reader."""


def whole_number(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and low <= int(text) <= high:
            return int(text)
        raise SettingError(f"must be a whole number from {low} to {high}, not “{text}”")

    return read


def yes_or_no(text: str) -> bool:
    answers = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
    if text.lower() not in answers:
        raise SettingError(f"must be yes or no, not “{text}”")
    return answers[text.lower()]


def time_zone(text: str) -> str:
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(text)
    except (LookupError, ValueError, OSError):
        raise SettingError(
            f"must be the name of a time zone such as Europe/Paris, not “{text}”"
        ) from None
    return text


def folder(text: str) -> Path:
    return Path(text).expanduser().absolute()


def database_url(text: str) -> str:
    """The URL of an SQLite or PostgreSQL database, with the driver that the program uses."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(text)
    except ArgumentError:
        raise SettingError("must be a database URL such as postgresql://user@host/name") from None
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("postgresql+psycopg", "sqlite"):
        raise SettingError(f"must begin with postgresql: or sqlite:, not “{url.drivername}:”")
    if url.drivername == "postgresql+psycopg" and not find_spec("psycopg"):
        raise SettingError("needs one more package: pip install 'psycopg[binary]'")
    return url.render_as_string(hide_password=False)


def public_url(text: str) -> str:
    """The address without a slash at the end."""
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(text)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address or parts.query or parts.fragment or not is_prefix(parts.path.rstrip("/")):
        raise SettingError(
            "must be an address such as https://cards.example or https://cards.example/rummy, "
            f"not “{text}”"
        )
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def is_prefix(path: str) -> bool:
    """Check whether all addresses of the app can begin with this path, such as `/rummy`.

    >>> [is_prefix(path) for path in ("/rummy", "/our/cards", "", "//evil.example", "/..", "/a b")]
    [True, True, True, False, False, False]
    """
    return bool(_PREFIX.fullmatch(path))


def hosts(text: str) -> tuple[str, ...]:
    """Names and addresses, separated by commas. `*` means any."""
    from scorekeeper.network import is_host

    named = tuple(part.strip().rstrip(".").lower() for part in text.split(",") if part.strip())
    for host in named:
        if host != "*" and not is_host(f"[{host}]" if ":" in host else host):
            raise SettingError(f"must be names or addresses without a port, not “{host}”")
    return named


@dataclass(frozen=True, slots=True)
class SignIn:
    """The header that names the user, and the proxies that are trusted to set it."""

    header: str
    proxies: tuple[IPv4Network | IPv6Network, ...]

    def __str__(self) -> str:
        return f"{self.header} from {', '.join(map(_shown, self.proxies))}"

    def believes(self, address: str) -> bool:
        try:
            peer = ip_address(address)
        except ValueError:
            return False
        if isinstance(peer, IPv6Address):
            peer = peer.ipv4_mapped or peer
        return any(peer in network for network in self.proxies)


_SIGN_IN = re.compile(r"(\S+)\s+from\s+(.+)", re.DOTALL)
_HEADER = re.compile(r"[A-Za-z](?:-?[A-Za-z0-9]+)*", re.ASCII)

_OF_BROWSERS = re.compile(
    r"accept.*|authorization|cache-control|connection|content-.*|cookie|date|dnt|expect|forwarded"
    r"|from|host|hx-.*|if-.*|keep-alive|origin|pragma|priority|proxy-.*|range|referer|sec-.*|te"
    r"|trailer|transfer-encoding|upgrade.*|user-agent|via|x-csrf-?token|x-real-ip|x-request-id"
    # oauth2-proxy names the user in these three.
    r"|x-forwarded-(?!(?:user|preferred-username|email)$).*",
    re.IGNORECASE,
)
"""Headers that browsers send, or that do not name a user."""

_PRIVATE = tuple(
    ip_network(written)
    for written in (
        *("10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
        *("192.168.0.0/16", "::1/128", "fc00::/7", "fe80::/10"),
    )
)
"""Private networks: computers on the internet have no address in them."""


def sign_in(text: str) -> SignIn:
    """A header, the word “from”, and the addresses or networks of proxies.

    >>> str(sign_in("Remote-User from 127.0.0.1,10.0.0.0/8"))
    'Remote-User from 127.0.0.1, 10.0.0.0/8'
    """
    found = _SIGN_IN.fullmatch(text)
    if found is None:
        raise SettingError(
            "must be a header and the trusted proxies, such as "
            f"“Remote-User from 127.0.0.1”, not “{text}”"
        )
    if not _HEADER.fullmatch(found[1]) or _OF_BROWSERS.fullmatch(found[1]):
        raise SettingError(f"must name a header that only the proxy sets, not “{found[1]}”")
    return SignIn(found[1], tuple(_proxy(part.strip()) for part in found[2].split(",")))


def _proxy(text: str) -> IPv4Network | IPv6Network:
    """The address of one machine, or a private network."""
    try:
        network = ip_network(text)
    except ValueError:
        raise SettingError(
            f"must name proxies by addresses such as 127.0.0.1 or 10.0.0.0/8, not “{text}”"
        ) from None
    if network.num_addresses > 1 and not any(_is_within(network, other) for other in _PRIVATE):
        raise SettingError(
            f"must name the proxies only: “{text}” includes addresses on the internet"
        )
    if network.network_address.is_unspecified or network.is_multicast:
        raise SettingError(f"must name proxies by their addresses; “{text}” belongs to no machine")
    return network


def _is_within(network: IPv4Network | IPv6Network, other: IPv4Network | IPv6Network) -> bool:
    if isinstance(network, IPv4Network):
        return isinstance(other, IPv4Network) and network.subnet_of(other)
    return isinstance(other, IPv6Network) and network.subnet_of(other)


def _shown(network: IPv4Network | IPv6Network) -> str:
    return str(network.network_address if network.num_addresses == 1 else network)


def one_of(*known: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text.lower() in known:
            return text.lower()
        raise SettingError(f"must be one of {', '.join(known)}, not “{text}”")

    return read


def metrics_token(text: str) -> str:
    if not 16 <= len(text) <= 256 or not text.isascii():
        raise SettingError("must be 16 to 256 characters without accents")
    if not find_spec("prometheus_client"):
        raise SettingError("needs one more package: pip install prometheus-client")
    return text
