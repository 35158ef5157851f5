"""Receiving requests in `scorekeeper serve`: each has limits on its size and its time."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from waitress.buffers import OverflowableBuffer
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import BaseWSGIServer, MultiSocketServer
from waitress.utilities import Error

from scorekeeper.web.shell.bodies import FORM, Allowance

_CHUNKED = re.compile(rb"^transfer-encoding[ \t]*:", re.IGNORECASE | re.MULTILINE)

AllowanceOf = Callable[[str, str], Allowance]
"""Returns the limits of a request from its path and query."""


def bound_requests(server: Any, allowance_of: AllowanceOf) -> None:
    """Make a Waitress server limit the size and time of each request. Call before it runs."""
    places = server.map if isinstance(server, MultiSocketServer) else server._map
    for place in places.values():
        if isinstance(place, BaseWSGIServer):
            place.channel_class = partial(_Channel, allowance_of)


class _Channel(HTTPChannel):  # type: ignore[misc]  # Waitress has no types
    """A connection that is closed if a request does not arrive in time.

    Waitress closes only silent connections. A client that sends a byte now and then would keep its
    connection open.
    """

    request: _Request | None
    """The incoming request, if any."""

    def __init__(self, allowance_of: AllowanceOf, *arguments: Any, **options: Any) -> None:
        self.parser_class = partial(_Request, allowance_of)
        super().__init__(*arguments, **options)

    def readable(self) -> bool:
        """Check whether to read more. Waitress calls this often, at least every second."""
        if self.request is not None and not self.requests and self.request.is_late:
            self._give_up(self.request)
        return bool(super().readable())

    def check_client_disconnected(self) -> bool:
        """Check whether the client has closed the connection. Long work of the app calls this."""
        try:
            return not (self.connected and self.socket.recv(1, socket.MSG_PEEK))
        except BlockingIOError:  # The client is silent, and waits.
            return False
        except OSError:
            return True

    def _give_up(self, late: _Request) -> None:
        late.error, late.completed = _TooSlow("It took too long. Nothing was changed."), True
        with self.requests_lock:
            self.request = None
            self.requests.append(late)
        self.server.add_task(self)


class _TooSlow(Error):  # type: ignore[misc]  # see above
    code = 408
    reason = "Request Timeout"


class _Request(HTTPRequestParser):  # type: ignore[misc]  # see above
    def __init__(self, allowance_of: AllowanceOf, adj: Any) -> None:
        super().__init__(adj)
        self._allowance_of = allowance_of
        self._seconds = FORM.seconds
        self._begun = time.monotonic()

    @property
    def is_late(self) -> bool:
        return time.monotonic() - self._begun > self._seconds

    def parse_header(self, header_plus: bytes) -> None:
        """Decide from the header how to receive the body.

        A request that has chunks and also a length, or chunks in another version than HTTP 1.1, is
        rejected and its connection closed. A proxy could use the length instead of the chunks, and
        take the rest for another user's request.
        """
        super().parse_header(header_plus)
        has_other = "CONTENT_LENGTH" in self.headers or self.version != "1.1"
        if has_other and _CHUNKED.search(header_plus):
            raise ParsingError("Two lengths, or pieces in a version that has none")
        if self.chunked:
            self._leave_unread()
        elif self.body_rcv is not None:
            allowance = self._allowance_of(self.path, self.query)
            self._seconds = allowance.seconds
            if self.content_length > allowance.most:
                self.body_rcv.buf = _Dropped(allowance.most)

    def _leave_unread(self) -> None:
        """Pass a request without a length to the app, which rejects it, and then hang up."""
        self.body_rcv, self.chunked, self.expect_continue = None, False, False
        self.headers.pop("CONTENT_LENGTH", None)
        self.headers |= {"TRANSFER_ENCODING": "chunked", "CONNECTION": "close"}


class _Dropped(OverflowableBuffer):  # type: ignore[misc]  # see above
    """A body that is too long, but received: browsers show an error only after sending."""

    def append(self, s: bytes) -> None:
        """Discard the bytes."""
