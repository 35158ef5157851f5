"""Both servers with headers of logins: two headers, another spelling, other letters."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.support.elements import parse
from tests.support.pages import words
from tests.support.processes import addresses, serving

TO_BOTH = {
    "one header": (["RemoteUser: ann"], "ann"),
    "in other capitals": (["REMOTEUSER: ann"], "ann"),
    "none": ([], None),
    "an empty one": (["RemoteUser:"], None),
    "two": (["RemoteUser: ann", "RemoteUser: bob"], None),
    "two of the same": (["RemoteUser: ann", "RemoteUser: ann"], None),
    "an empty one and another": (["RemoteUser:", "RemoteUser: ann"], None),
    "one with a hyphen, beside it": (["RemoteUser: ann", "Remote-User: bob"], "ann"),
    "one with an underscore, beside it": (["RemoteUser: ann", "Remote_User: bob"], "ann"),
    "words of RFC 2047": (["RemoteUser: =?utf-8?q?Zo=C3=A9?="], "Zoé"),
    "a control character": (["RemoteUser: ann\x01"], None),
    "300 letters": ([f"RemoteUser: {'a' * 300}"], None),
}

TO_WAITRESS = {
    "the spelling with an underscore": (["Remote_User: bob"], None),
    "that one after the right one": (["Remote-User: ann", "Remote_User: bob"], "ann"),
    "that one before the right one": (["Remote_User: bob", "Remote-User: ann"], "ann"),
    "UTF-8": (["Remote-User: Zoé"], "Zoé"),
}


def login(address: str, headers: list[str]) -> str | None:
    """Return the login that the welcome page of a new score book names, or `None`."""
    place = urlsplit(address)
    head = "".join(f"{line}\r\n" for line in ("Host: localhost", "Connection: close", *headers))
    with socket.create_connection((place.hostname, place.port), timeout=30) as phone:
        phone.sendall(f"GET / HTTP/1.1\r\n{head}\r\n".encode())
        answer = b"".join(iter(lambda: phone.recv(65536), b"")).decode()
    told = words(parse(answer.partition("\r\n\r\n")[2]), "body") if " 200 " in answer else ""
    _before, said, after = told.partition("You join as ")
    return after.partition(".")[0] if said else None


@contextmanager
def started(folder: Path, header: str, *options: str) -> Iterator[str]:
    """Start a server with a new score book that trusts this machine. Yield its address."""
    variables = {
        "SCOREKEEPER_DATA_DIR": str(folder / "data"),
        "SCOREKEEPER_SIGN_IN": f"{header} from 127.0.0.1",
        "SCOREKEEPER_WORKERS": "1",
    }
    with serving("--host", "127.0.0.1", *options, **variables) as (_process, printed):
        yield addresses(printed)[0]


@pytest.mark.parametrize(
    "options",
    [(), pytest.param(("--production",), marks=pytest.mark.slow)],
    ids=["waitress", "granian"],
)
def test_neither_server_lets_a_second_header_speak(tmp_path: Path, options: tuple[str]) -> None:
    with started(tmp_path, "RemoteUser", *options) as address:
        found = {name: login(address, headers) for name, (headers, _login) in TO_BOTH.items()}
    assert found == {name: login for name, (_headers, login) in TO_BOTH.items()}


@pytest.mark.slow
def test_waitress_drops_the_spelling_with_an_underscore(tmp_path: Path) -> None:
    with started(tmp_path, "Remote-User") as address:
        found = {name: login(address, headers) for name, (headers, _login) in TO_WAITRESS.items()}
    assert found == {name: login for name, (_headers, login) in TO_WAITRESS.items()}


def test_granian_is_given_no_header_that_has_two_spellings(
    serve_here: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    variables = {"SCOREKEEPER_SIGN_IN": "Remote-User from 127.0.0.1"}
    assert serve_here("--production", "--host", "127.0.0.1", "--port", "0", **variables) == 2
    [told] = capsys.readouterr().err.splitlines()
    assert "must name a header without a hyphen, such as RemoteUser" in told
    assert list(tmp_path.iterdir()) == []
