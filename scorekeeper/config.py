"""The settings: each with its variable, its default, its help and how it is read."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from typing import Any

PREFIX = "SCOREKEEPER_"
OF_TESTS = "SCOREKEEPER_TEST_"
"""What the names of all settings begin with, and of variables that only the tests read."""

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent

MOST_BYTES = 64 * 1024
"""The most bytes a form may have; a round with every field full has far fewer."""

ONE_YEAR = 365 * 24 * 60 * 60
"""In seconds; how long browsers cache a file that never changes."""


_PREFIX = re.compile(r"(?:/(?!\.)[\w.~-]+)*", re.ASCII)


class SettingError(ValueError):
    """A setting is invalid; the message names it and says what it must be."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting as `docs/hosting.md` lists it: its variable, its default in words, what it does."""

    variable: str
    default: str
    help: str


def _whole_number(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and low <= int(text) <= high:
            return int(text)
        raise SettingError(f"must be a whole number from {low} to {high}, not “{text}”")

    return read


def _yes_or_no(text: str) -> bool:
    answers = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
    if text.lower() not in answers:
        raise SettingError(f"must be yes or no, not “{text}”")
    return answers[text.lower()]


def _time_zone(text: str) -> str:
    from babel.dates import get_timezone

    try:
        get_timezone(text)
    except LookupError:
        raise SettingError(
            f"must be the name of a time zone such as Europe/Paris, not “{text}”"
        ) from None
    return text


def _folder(text: str) -> Path:
    return Path(text).expanduser().absolute()


def read_database_url(text: str) -> str:
    """The URL of a database with the driver that is used; raises `SettingError`."""
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


def _public_url(text: str) -> str:
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
    """Whether all addresses of the app may begin with this path, such as `/rummy`, or with none.

    >>> [is_prefix(path) for path in ("/rummy", "/our/cards", "", "//evil.example", "/..", "/a b")]
    [True, True, True, False, False, False]
    """
    return bool(_PREFIX.fullmatch(path))


def _hosts(text: str) -> tuple[str, ...]:
    from scorekeeper.network import is_host

    hosts = tuple(each.strip().rstrip(".").lower() for each in text.split(",") if each.strip())
    for host in hosts:
        if host != "*" and not is_host(f"[{host}]" if ":" in host else host):
            raise SettingError(f"must be names or addresses without a port, not “{host}”")
    return hosts


def _setting(value: Any, default: str, help: str, read: Callable[[str], Any] = str) -> Any:
    """A dataclass field; `value` may be a factory, and `default` describes it in words."""
    metadata = {"default": default, "help": help, "read": read}
    if callable(value):
        return field(default_factory=value, metadata=metadata)
    return field(default=value, metadata=metadata)


def default_data_dir() -> Path:
    """`instance/` in a checkout, else the user's data folder."""
    if is_checkout():
        return CHECKOUT / "instance"
    from platformdirs import user_data_path

    return user_data_path("scorekeeper", appauthor=False)


def is_checkout() -> bool:
    """Whether this package runs from the project's folder rather than from an installed wheel."""
    return (CHECKOUT / "pyproject.toml").is_file() and (CHECKOUT / "templates").is_dir()


def resource_dir(name: str) -> Path:
    """The folder `templates` or `static`: at the top of a checkout, in the package of a wheel."""
    return CHECKOUT / name if is_checkout() else PACKAGE / name


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of the program; every field has a `SCOREKEEPER_` variable.

    >>> Settings(port=8080).port
    8080
    """

    data_dir: Path = _setting(
        default_data_dir,
        "`instance/` of a checkout, else the user's data folder",
        "Where the games and the secret key are kept.",
        _folder,
    )
    database_url: str = _setting(
        "",
        "SQLite, `scorekeeper.db` in the data folder",
        "Another database: a PostgreSQL URL such as `postgresql://user:password@host/name`.",
        read_database_url,
    )
    secret_key: str = _setting(
        "",
        "made on first start, `secret_key` in the data folder",
        "Signs cookies and forms; at least 16 characters.",
    )
    host: str = _setting("0.0.0.0", "0.0.0.0", "The address to listen on; 0.0.0.0 is every one.")  # noqa: S104 - phones on the table are to reach it
    port: int = _setting(8000, "8000", "The port to listen on.", _whole_number(0, 65535))
    threads: int = _setting(
        8, "8", "How many requests are answered at the same time.", _whole_number(1, 256)
    )
    proxies: int = _setting(
        0,
        "0",
        "How many reverse proxies stand in front; their `X-Forwarded-` headers are believed.",
        _whole_number(0, 5),
    )
    secure_cookies: bool = _setting(
        False,
        "no",
        "`yes` where everybody comes by https: cookies go over nothing else, "
        "and browsers are told to keep to https.",
        _yes_or_no,
    )
    public_url: str = _setting(
        "",
        "the address at which the page was opened, where the server knows it as its own",
        "The address that phones can reach, such as `https://cards.example`: for invitations. "
        "With a path, as in `https://home.example/rummy`, every page is [below it](#below-a-path).",
        _public_url,
    )
    hosts: tuple[str, ...] = _setting(
        (),
        "what the machine knows of itself",
        "More names or addresses at which phones reach the server, such as `cards.lan, 10.0.0.7`: "
        "invitations carry no other, whatever a request says. `*` is any.",
        _hosts,
    )
    open_clubs: bool = _setting(
        False,
        "no",
        "`yes` lets everybody who comes by start a club of their own, beside those that are there.",
        _yes_or_no,
    )
    time_zone: str = _setting(
        "", "the machine's", "The time zone in which times are shown.", _time_zone
    )

    @property
    def prefix(self) -> str:
        """The path with which all addresses begin, such as `/rummy`; empty at the top of a site."""
        from urllib.parse import urlsplit

        return urlsplit(self.public_url).path

    @property
    def sqlalchemy_url(self) -> str:
        """The URL of the database in use."""
        return self.database_url or f"sqlite:///{self.data_dir / 'scorekeeper.db'}"


SETTINGS = tuple(
    Setting(PREFIX + each.name.upper(), each.metadata["default"], each.metadata["help"])
    for each in fields(Settings)
)


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings from the environment; an empty variable counts as unset.

    Raises `SettingError`, which names the variable, also for one that is no setting: whoever
    misspells `SCOREKEEPER_DATABASE_URL` must not play into another score book.

    >>> read_settings({"SCOREKEEPER_PORT": "9000"}).port
    9000
    """
    _refuse_unknown(environ)
    values = {}
    for each in fields(Settings):
        variable = PREFIX + each.name.upper()
        if text := environ.get(variable, "").strip():
            try:
                values[each.name] = each.metadata["read"](text)
            except SettingError as error:
                raise SettingError(f"{variable} {error}") from None
    return Settings(**values)


def _refuse_unknown(environ: Mapping[str, str]) -> None:
    known = [each.variable for each in SETTINGS]
    for variable, text in environ.items():
        is_ours = variable.startswith(PREFIX) and not variable.startswith(OF_TESTS)
        if is_ours and variable not in known and text.strip():
            alike = _most_alike(variable, known)
            meant = f"did you mean {alike}?" if alike else f"there are {', '.join(known)}"
            raise SettingError(f"{variable} is no setting; {meant}")


def _most_alike(variable: str, known: Sequence[str]) -> str | None:
    names = [each.removeprefix(PREFIX) for each in known]
    found = get_close_matches(variable.removeprefix(PREFIX), names, n=1)
    return PREFIX + found[0] if found else None
