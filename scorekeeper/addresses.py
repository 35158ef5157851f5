"""The addresses of this machine: which of them a phone in the same network can open."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

# An address of the block kept for documentation: asking for the way there sends nothing.
ELSEWHERE = ("192.0.2.1", 9)
EVERY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104 - compared with, not listened on


@dataclass(frozen=True, slots=True)
class PhoneAddress:
    """The address to put before a link for phones, without a slash at its end.

    `instead` says that the page itself was opened at one that only this machine can reach; `lost`
    that no better one is known, so that phones will not come through.
    """

    base: str
    instead: bool = False
    lost: bool = False


def phone_address(public_url: str, request_url: str, listens_on: str) -> PhoneAddress:
    """Where phones reach a server: as it is set, else as the browser that asks reached it.

    >>> phone_address("https://cards.example", "http://localhost:8000/", "0.0.0.0").base
    'https://cards.example'
    """
    if public_url:
        return PhoneAddress(public_url)
    parts = urlsplit(request_url)
    base = f"{parts.scheme}://{parts.netloc}"
    if not is_this_machine(parts.hostname or ""):
        return PhoneAddress(base)
    lan = lan_host() if listens_on in EVERY_ADDRESS else None
    if lan is None:
        return PhoneAddress(base, lost=True)
    port = f":{parts.port}" if parts.port else ""
    return PhoneAddress(f"{parts.scheme}://{lan}{port}", instead=True)


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
