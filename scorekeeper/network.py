"""The addresses of this machine: which of them a phone in the same network can open."""

from __future__ import annotations

import re
import socket
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from ipaddress import ip_address
from urllib.parse import urlsplit

_LABEL = r"[a-z0-9_-]{1,63}"
_HOST = re.compile(
    rf"(?=[^:]{{1,253}}(?::|$))(?:{_LABEL}\.)*{_LABEL}\.?(?::[0-9]{{0,5}})?"
    r"|\[[0-9a-f:.]{2,45}\](?::[0-9]{0,5})?",
    re.ASCII | re.IGNORECASE,
)

# An address of the block kept for documentation: asking for the way there sends nothing.
ELSEWHERE = ("192.0.2.1", 9)
EVERY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104 - compared with, not listened on


@dataclass(frozen=True, slots=True)
class PhoneAddress:
    """The address to put before a link for phones, without a slash at its end.

    `instead` says that the page itself was opened at one that only this machine can reach; `lost`
    that no better one is known, so that phones will not come through. `unknown` is the host at
    which the page was opened, where the server does not know it as its own.
    """

    base: str
    instead: bool = False
    lost: bool = False
    unknown: str = ""


def phone_address(
    public_url: str, request_url: str, listens_on: str, hosts: Collection[str] = ()
) -> PhoneAddress:
    """Where phones reach a server: as it is set, else as the browser that asks reached it.

    What a request says of its host is believed only if the server knows itself by it, or if it is
    among `hosts`: whoever scans an invitation goes there, and trusts it.

    >>> phone_address("https://cards.example", "http://localhost:8000/", "0.0.0.0").base
    'https://cards.example'
    """
    if public_url:
        return PhoneAddress(public_url)
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
    """Whether the server knows itself by this name or address, or was told of it; `*` is any."""
    name = host.rstrip(".").lower()
    return "*" in hosts or name in hosts or name in own_names() or is_own_address(name)


@cache
def own_names() -> frozenset[str]:
    """The names that this machine has given itself, the one for its network included."""
    name = socket.gethostname().lower()
    return frozenset({name, f"{name.partition('.')[0]}.local", socket.getfqdn().lower()})


def is_own_address(host: str) -> bool:
    """Whether this is the address of one of this machine's network cards.

    >>> is_own_address("127.0.0.1"), is_own_address("192.0.2.1"), is_own_address("evil.example")
    (True, False, False)
    """
    try:
        kind = socket.AF_INET6 if ip_address(host).version == 6 else socket.AF_INET
        with socket.socket(kind, socket.SOCK_DGRAM) as probe:
            probe.bind((host, 0))  # Only one's own can be taken; nothing is sent.
    except (OSError, ValueError):
        return False
    return True


def is_this_machine(host: str) -> bool:
    """Whether only this machine knows itself by this name.

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
    """A server's address as a browser takes it."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def lan_host() -> str | None:
    """This machine's address in its network, if it is in one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return None
        host: str = probe.getsockname()[0]
    return None if host.startswith("127.") else host


def is_host(text: str) -> bool:
    """Whether a `Host` header can be the name or number of a machine, with or without a port.

    >>> [is_host(host) for host in ("cards.example:8000", "[::1]", ".pi", "a" * 64, "a b")]
    [True, True, False, False, False]
    """
    if not _HOST.fullmatch(text):
        return False
    try:
        text.partition(":")[0].encode("ascii").decode("idna")
    except UnicodeError:
        return False  # `xn--…` stands for letters of other alphabets, but not always.
    return True
