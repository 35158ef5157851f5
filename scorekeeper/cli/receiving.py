"""How `scorekeeper serve` receives requests: each within limits of its size and its time."""

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
"""What a request may have, by its path and its query."""


def bound_requests(server: Any, allowance_of: AllowanceOf) -> None:
    """Make a server of Waitress, before it runs, limit the size and the time of each request."""
    places = server.map if isinstance(server, MultiSocketServer) else server._map
    for place in places.values():
        if isinstance(place, BaseWSGIServer):
            place.channel_class = partial(_Channel, allowance_of)


class _Channel(HTTPChannel):  # type: ignore[misc]  # Waitress has no types
    """A connection that is closed when a request does not arrive in its time.

    Waitress itself closes one that is silent. A byte now and then would keep it open.
    """

    request: _Request | None
    """The request that is coming in, if any."""

    def __init__(self, allowance_of: AllowanceOf, *arguments: Any, **options: Any) -> None:
        self.parser_class = partial(_Request, allowance_of)
        super().__init__(*arguments, **options)

    def readable(self) -> bool:
        """Whether to read more. The server asks it of every connection, at least once a second."""
        if self.request is not None and not self.requests and self.request.is_late:
            self._give_up(self.request)
        return bool(super().readable())

    def check_client_disconnected(self) -> bool:
        """Whether the client has hung up while its answer is made, which the app can ask."""
        try:
            return not (self.connected and self.socket.recv(1, socket.MSG_PEEK))
        except BlockingIOError:  # It says nothing, and waits.
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
        """Decide by the header what happens to the body.

        A request that states its end in two ways is refused, and the connection closed. A proxy in
        front could believe the other end, and take the rest for somebody’s next request.
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
        """Pass a request without a length to the app, which refuses it, and then hang up."""
        self.body_rcv, self.chunked, self.expect_continue = None, False, False
        self.headers.pop("CONTENT_LENGTH", None)
        self.headers |= {"TRANSFER_ENCODING": "chunked", "CONNECTION": "close"}


class _Dropped(OverflowableBuffer):  # type: ignore[misc]  # see above
    """A body that is too long, received because browsers show a refusal only after sending."""

    def append(self, s: bytes) -> None:
        """Forget it."""
