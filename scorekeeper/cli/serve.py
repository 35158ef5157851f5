"""`scorekeeper serve`: start the web server."""

from __future__ import annotations

import argparse
import errno
import signal
import socket
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from logging.config import dictConfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NoReturn

from scorekeeper.cli.options import language_of_machine
from scorekeeper.cli.serving import (
    connection_options,
    freeze_objects,
    take_short_turns,
    use_monotonic_clock,
)
from scorekeeper.languages import LANGUAGES
from scorekeeper.network import EVERY_ADDRESS, address, lan_host
from scorekeeper.setting_readers import SettingError

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.config import Settings


LONGEST_HEADER = 32 * 1024
"""In bytes. The address of the judge's page contains the whole question."""


def add_serve(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "serve",
        help="start the web server",
        description="Start the web server and print the addresses to open. "
        "Settings are read from SCOREKEEPER_ variables; see docs/hosting.md.",
    )
    parser.add_argument(
        "--host", help="address to listen on (default: SCOREKEEPER_HOST, else 0.0.0.0 for all)"
    )
    parser.add_argument(
        "--port",
        type=_port,
        help="port to listen on (default: SCOREKEEPER_PORT, else 8000; 0: any free one)",
    )
    parser.add_argument(
        "--log-level",
        choices=("error", "warning", "info", "debug"),
        help="lowest level to log (default: SCOREKEEPER_LOG_LEVEL, else warning)",
    )
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument(
        "--production",
        action="store_true",
        help="serve many tables: several processes with granian, behind a proxy",
    )
    kind.add_argument(
        "--demo",
        nargs="?",
        const=language_of_machine(),
        choices=tuple(LANGUAGES),
        metavar="LANGUAGE",
        help="serve a demo club with two years of games until the server stops; LANGUAGE is the "
        f"language of its places and notes, {' or '.join(LANGUAGES)} (default: this machine’s)",
    )
    parser.add_argument(
        "--without-proxy",
        action="store_true",
        help="with --production: listen for phones without a proxy, in a network of people you "
        "know",
    )
    parser.set_defaults(run=run)


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError(f"must be a whole number from 0 to 65535, not “{text}”")


def run(options: argparse.Namespace) -> int:
    if not options.demo:
        return _run(options)
    with TemporaryDirectory(prefix="scorekeeper-demo-", ignore_cleanup_errors=True) as folder:
        return _run(options, Path(folder))


def _run(options: argparse.Namespace, demo_dir: Path | None = None) -> int:
    from scorekeeper.cli.production import ProductionServer
    from scorekeeper.cli.serving import log_config
    from scorekeeper.cli.starting import CANNOT_START, fail, fail_with

    for end in (signal.SIGTERM, signal.SIGINT):
        signal.signal(end, _stop)
    settings = None
    try:
        settings = _settings(options, demo_dir)
        dictConfig(log_config(settings))
        server = (
            ProductionServer(settings, without_proxy=options.without_proxy)
            if options.production
            else make_server(settings, demo=options.demo)
        )
    except CANNOT_START as error:
        if settings and isinstance(error, OSError) and not error.filename:
            return fail_with(_cannot_listen(error, settings), 1)
        return fail(error, settings)
    freeze_objects()
    said = partial(announce, server, settings)
    if options.production:
        server.once_it_listens(said)
    else:
        said()
    server.run()
    return 0


def _settings(options: argparse.Namespace, demo_dir: Path | None) -> Settings:
    from scorekeeper.config import read_settings

    if options.without_proxy and not options.production:
        raise SettingError("--without-proxy goes with --production; nothing else needs a proxy")
    settings = read_settings()
    names = ("host", "port", "log_level")
    given = {name: getattr(options, name) for name in names if getattr(options, name) is not None}
    if demo_dir:
        given |= {"data_dir": demo_dir, "database_url": "", "backups": 0}
    return replace(settings, **given)


def make_server(settings: Settings, demo: str | None = None) -> Any:
    """A server that is already listening, so that the printed addresses work.

    `demo` is the language of a demo club to add.
    """
    from scorekeeper import create_app
    from scorekeeper.cli.demo import open_demo
    from scorekeeper.cli.receiving import bound_requests
    from scorekeeper.config import MOST_BYTES, MOST_UPLOADED
    from scorekeeper.web.shell.bodies import allowance_of

    use_monotonic_clock()
    take_short_turns()
    _check_address(settings)
    app = create_app(settings)
    server = _listening(
        app,
        host=settings.host,
        port=settings.port,
        threads=settings.threads,
        ident=None,
        # Far more than the app allows: browsers show an error only after sending everything, so the
        # server reads and drops this much.
        max_request_body_size=4 * MOST_UPLOADED,
        # Only files to import are buffered on disk.
        inbuf_overflow=MOST_BYTES + 1,
        max_request_header_size=LONGEST_HEADER,
        # If proxies are set, the app decides which values of these headers to trust.
        clear_untrusted_proxy_headers=not settings.proxies,
        **connection_options(),
    )
    bound_requests(server, partial(allowance_of, app))
    if demo:
        open_demo(app, settings, demo)
    return server


def _check_address(settings: Settings) -> None:
    """Raise `OSError` for errors that Waitress does not notice or explain."""
    family = socket.getaddrinfo(settings.host, settings.port)[0][0]  # fails for an unknown host
    if sys.platform == "win32":  # On Windows, Waitress would share another program's port.
        socket.create_server((settings.host, settings.port), family=family).close()


def _listening(app: Flask, **options: Any) -> Any:
    from waitress import create_server, wasyncore

    sockets: dict[int, Any] = {}
    try:
        return create_server(app, sockets, **options)
    except OSError:
        wasyncore.close_all(sockets)
        raise


def _cannot_listen(error: OSError, settings: Settings) -> str:
    if error.errno == errno.EADDRINUSE:
        other = settings.port + 1 if settings.port < 65535 else 8000
        return (
            f"port {settings.port} is in use by another program; "
            f"choose another one: scorekeeper serve --port {other}"
        )
    return f"cannot listen on {settings.host}, port {settings.port}: {error.strerror}"


def announce(server: Any, settings: Settings) -> None:
    """Print the addresses to open, including those for phones, if standard output is open."""
    with suppress(OSError):
        _print_addresses(server, settings)


def _print_addresses(server: Any, settings: Settings) -> None:
    listening = getattr(server, "effective_listen", None) or [
        (server.effective_host, server.effective_port)
    ]
    print("Scorekeeper is ready. Open:")
    for label, opened in dict.fromkeys(_addresses(listening, settings)):
        print(f"  {opened:<32} {label}".rstrip())
    if warning := getattr(server, "warning", ""):
        print(warning)
    print("Stop it with Ctrl+C.", flush=True)


def _addresses(
    listening: Iterable[tuple[str, int]], settings: Settings
) -> Iterable[tuple[str, str]]:
    below = settings.prefix and f"{settings.prefix[1:]}/"
    for host, port in listening:
        if host not in EVERY_ADDRESS:
            yield "", address(host, port) + below
            continue
        yield "on this machine", address("localhost", port) + below
        if not settings.public_url and (lan := lan_host()):
            yield "on phones in the same network", address(lan, port)
    if settings.public_url:
        # In a container or behind a proxy, the machine's own addresses can lead nowhere.
        yield "on phones", f"{settings.public_url}/"


def _stop(_signal: int, _frame: object) -> NoReturn:
    raise SystemExit(0)
