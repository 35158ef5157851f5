"""`scorekeeper serve`: the web server for the table."""

from __future__ import annotations

import argparse
import errno
import signal
import socket
import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

from scorekeeper.cli.connections import connection_options, count_by_a_steady_clock
from scorekeeper.network import EVERY_ADDRESS, address, lan_host

if TYPE_CHECKING:
    from scorekeeper.config import Settings


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `serve` to the command line."""
    parser = subparsers.add_parser(
        "serve",
        help="start the web server",
        description="Start the web server and print the addresses to open. "
        "Settings are read from SCOREKEEPER_ variables; see docs/hosting.md.",
    )
    parser.add_argument(
        "--host", help="address to listen on (default: SCOREKEEPER_HOST, else 0.0.0.0, every one)"
    )
    parser.add_argument(
        "--port",
        type=_port,
        help="port to listen on (default: SCOREKEEPER_PORT, else 8000; 0: any free one)",
    )
    parser.set_defaults(run=run)


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError(f"must be a whole number from 0 to 65535, not “{text}”")


def run(options: argparse.Namespace) -> int:
    """Serve until stopped; answers 2 where a setting cannot be read, 1 where nothing can start."""
    from scorekeeper.cli.starting import CANNOT_START, fail
    from scorekeeper.config import read_settings

    settings = None
    try:
        settings = read_settings()
        if options.host:
            settings = replace(settings, host=options.host)
        if options.port is not None:
            settings = replace(settings, port=options.port)
        server = make_server(settings)
    except CANNOT_START as error:
        if settings and isinstance(error, OSError) and not error.filename:
            return _fail(_cannot_listen(error, settings), 1)
        return fail(error, settings)
    for end in (signal.SIGTERM, signal.SIGINT):
        signal.signal(end, _stop)
    _announce(server)
    server.run()
    return 0


def _fail(sentence: str, status: int) -> int:
    print(f"scorekeeper: {sentence}", file=sys.stderr)
    return status


def make_server(settings: Settings) -> Any:
    """A server that listens already, so that the addresses are true when they are printed."""
    from waitress import create_server

    from scorekeeper import create_app
    from scorekeeper.config import MOST_BYTES

    count_by_a_steady_clock()
    # Asked first, because waitress tells of an unknown host without saying what is wrong.
    socket.getaddrinfo(settings.host, settings.port)
    return create_server(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        threads=settings.threads,
        ident=None,
        # What a form may send is far less. A browser shows why it was refused only once it has sent
        # everything, so that much is taken in, and kept in a file, before nobody listens any more.
        max_request_body_size=MOST_BYTES * 256,
        inbuf_overflow=MOST_BYTES,
        # Believed only where proxies are set; the app then counts how many.
        clear_untrusted_proxy_headers=not settings.proxies,
        **connection_options(),
    )


def _cannot_listen(error: OSError, settings: Settings) -> str:
    """What to do about a server that cannot be reached at its address."""
    if error.errno == errno.EADDRINUSE:
        return (
            f"port {settings.port} is in use by another program; "
            f"choose another one: scorekeeper serve --port {_next_port(settings.port)}"
        )
    return f"cannot listen on {settings.host}, port {settings.port}: {error.strerror}"


def _next_port(port: int) -> int:
    return port + 1 if port < 65535 else 8000


def _announce(server: Any) -> None:
    listening = getattr(server, "effective_listen", None) or [
        (server.effective_host, server.effective_port)
    ]
    print("Scorekeeper is ready. Open:")
    for label, opened in dict.fromkeys(_addresses(listening)):
        print(f"  {opened:<32} {label}")
    print("Stop it with Ctrl+C.", flush=True)


def _addresses(listening: Iterable[tuple[str, int]]) -> Iterable[tuple[str, str]]:
    """Who opens which address: the browser on this machine, phones in the same network."""
    for host, port in listening:
        if host not in EVERY_ADDRESS:
            yield "", address(host, port)
            continue
        yield "on this machine", address("localhost", port)
        if lan := lan_host():
            yield "on phones in the same network", address(lan, port)


def _stop(_signal: int, _frame: object) -> NoReturn:
    """End without a fault, at Ctrl+C and for a service manager."""
    raise SystemExit(0)
