"""The addresses of this machine, and the address that phones in the same network can open."""

from __future__ import annotations

import re
import socket
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache, lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

_LABEL = r"[a-z0-9_-]{1,63}"
_HOST = re.compile(
    rf"(?=[^:]{{1,253}}(?::|$))(?:{_LABEL}\.)*{_LABEL}\.?(?::[0-9]{{0,5}})?"
    r"|\[[0-9a-f:.]{2,45}\](?::[0-9]{0,5})?",
    re.ASCII | re.IGNORECASE,
)

# This address is reserved for documentation. Finding the route to it sends nothing.
ELSEWHERE = ("192.0.2.1", 9)
EVERY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104 - compared with, not listened on


@dataclass(frozen=True, slots=True)
class PhoneAddress:
    """The scheme and host of links for phones, without a path.

    `instead`: the page was opened at an address that works only on this machine, so `base` is
    another address. `lost`: phones cannot reach `base`, and the server knows no better address.
    `unknown`: the host of the page's address, if the server does not know that host as its own.
    Empty if the address is `lost`.
    """

    base: str
    instead: bool = False
    lost: bool = False
    unknown: str = ""


def phone_address(
    public_url: str, request_url: str, listens_on: str, hosts: Collection[str] = ()
) -> PhoneAddress:
    """The address that phones use: the public URL if set, else this page's or this machine's.

    This page's address is used if phones can open it, and if its host belongs to this machine or
    is in `hosts`. Other hosts are not trusted, because invitations send people to this address.

    >>> phone_address("https://cards.example/rummy", "http://localhost/", "0.0.0.0").base
    'https://cards.example'
    """
    if public_url:
        return PhoneAddress("{0.scheme}://{0.netloc}".format(urlsplit(public_url)))
    parts = urlsplit(request_url)
    host, port = parts.hostname or "", f":{parts.port}" if parts.port else ""
    is_here = is_this_machine(host)
    if not is_here and _is_known(host, hosts):
        return PhoneAddress(f"{parts.scheme}://{parts.netloc}")
    better = lan_host() if listens_on in EVERY_ADDRESS else listens_on
    if better is None or is_this_machine(better):
        own = host if is_here else "localhost"
        named = f"[{own}]" if ":" in own else own
        return PhoneAddress(f"{parts.scheme}://{named}{port}", lost=True)
    named = f"[{better}]" if ":" in better else better
    base = f"{parts.scheme}://{named}{port}"
    return PhoneAddress(base, instead=is_here, unknown="" if is_here else host)


def _is_known(host: str, hosts: Collection[str]) -> bool:
    """`*` in `hosts` allows any host."""
    name = host.rstrip(".").lower()
    return "*" in hosts or name in hosts or name in own_names() or is_own_address(name)


@cache
def own_names() -> frozenset[str]:
    """The names of this machine, with its name in the local network."""
    name = socket.gethostname().lower()
    return frozenset({name, f"{name.partition('.')[0]}.local", socket.getfqdn().lower()})


def is_own_address(host: str) -> bool:
    """Check whether a network interface of this machine has this address.

    >>> is_own_address("127.0.0.1"), is_own_address("192.0.2.1"), is_own_address("evil.example")
    (True, False, False)
    """
    try:
        kind = socket.AF_INET6 if ip_address(host).version == 6 else socket.AF_INET
        with socket.socket(kind, socket.SOCK_DGRAM) as probe:
            probe.bind((host, 0))  # Works only for an own address, and sends nothing.
    except (OSError, ValueError):
        return False
    return True


def is_this_machine(host: str) -> bool:
    """Check whether every browser reaches its own machine by this host.

    >>> [is_this_machine(host) for host in ("127.0.0.1", "cards.localhost", "", "pi.local")]
    [True, True, True, False]
    """
    name = host.rstrip(".")
    if not name or name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        known = ip_address(name)
    except ValueError:
        return False
    return known.is_loopback or known.is_unspecified


def address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def lan_host() -> str | None:
    """This machine's IPv4 address in the local network. `None` if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return None
        host: str = probe.getsockname()[0]
    return None if host.startswith("127.") else host


@lru_cache
def is_host(text: str) -> bool:
    """Check that a `Host` header is a valid name or address, with or without a port.

    >>> [is_host(host) for host in ("cards.example:8000", "[::1]", ".pi", "a" * 64, "a b")]
    [True, True, False, False, False]
    """
    if not _HOST.fullmatch(text):
        return False
    try:
        text.partition(":")[0].encode("ascii").decode("idna")
    except UnicodeError:
        return False  # An invalid `xn--…`, which encodes letters of other alphabets.
    return True
