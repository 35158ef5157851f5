"""Requests with two contradicting lengths, each with another request hidden behind it."""

from __future__ import annotations

import socket

NEXT = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"

_CHUNKED, _FIVE = b"Transfer-Encoding: chunked\r\n", b"Content-Length: 5\r\n"

_LENGTHS = {
    "both": _FIVE + _CHUNKED,
    "both, the other way round": _CHUNKED + _FIVE,
    "a coding without a name": b"Transfer-Encoding:\r\n" + _FIVE,
    "a coding in capitals": b"TRANSFER-ENCODING: chunked\r\n" + _FIVE,
    "two numbers": _FIVE + b"Content-Length: 6\r\n",
}

TWO_LENGTHS = {
    f"{method}, {name}": method.encode() + b" HTTP/1.1\r\nHost: localhost\r\n" + lengths
    for method in ("POST /language", "GET /rules")
    for name, lengths in _LENGTHS.items()
} | {
    f"HTTP/1.0, {name}": b"POST /language HTTP/1.0\r\nHost: localhost\r\n"
    b"Connection: keep-alive\r\n" + lengths
    for name, lengths in (("both", _FIVE + _CHUNKED), ("in pieces", _CHUNKED))
}
"""The heads of such requests, without the empty line at their end."""


def answers_to(port: int, head: bytes) -> bytes:
    """Return all that a server answers before it hangs up. Raise `TimeoutError` if it does not."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(head + b"\r\n0\r\n\r\n" + NEXT)
        answers = b""
        while piece := connection.recv(65_536):
            answers += piece
        return answers
