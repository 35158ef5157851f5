"""The settings: each with its variable, default, help text and reader."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from scorekeeper import setting_readers as readers
from scorekeeper.setting_readers import SettingError, SignIn

PREFIX = "SCOREKEEPER_"
TEST_PREFIX = "SCOREKEEPER_TEST_"
"""All settings begin with `PREFIX`. Variables that begin with `TEST_PREFIX` are only for tests."""

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent

MOST_BYTES = 64 * 1024
"""The most bytes of a form. A round with every field full has far fewer."""

METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder where several processes share their metrics.

Prometheus's library reads it.
"""

MOST_UPLOADED = 16_000_000
"""The most bytes of a file that a keeper imports on the page."""

ONE_YEAR = 365 * 24 * 60 * 60
"""In seconds: how long browsers cache a file that never changes."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting as in `docs/hosting.md`: its variable, its default in words, its help text."""

    variable: str
    default: str
    help: str


def _setting(value: Any, default: str, help: str, read: Callable[[str], Any] = str) -> Any:
    """A dataclass field. `value` can be a factory. `default` describes the default in words."""
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
    return (CHECKOUT / "pyproject.toml").is_file() and (CHECKOUT / "templates").is_dir()


def resource_dir(name: str) -> Path:
    """The folder `templates` or `static`: in the checkout, or in the installed package."""
    return CHECKOUT / name if is_checkout() else PACKAGE / name


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of the program. Every field has a `SCOREKEEPER_` variable.

    >>> Settings(port=8080).port
    8080
    """

    data_dir: Path = _setting(
        default_data_dir,
        "`instance/` of a checkout, else the user’s data folder",
        "The folder for the games and the secret key.",
        readers.folder,
    )
    database_url: str = _setting(
        "",
        "SQLite, `scorekeeper.db` in the data folder",
        "The URL of another database, such as `postgresql://user:password@host/name`.",
        readers.database_url,
    )
    secret_key: str = _setting(
        "",
        "created on first start: `secret_key` in the data folder",
        "The key that signs cookies and forms; at least 16 characters.",
    )
    host: str = _setting("0.0.0.0", "0.0.0.0", "The address to listen on; 0.0.0.0 means all.")  # noqa: S104 - phones on the table are to reach it
    port: int = _setting(8000, "8000", "The port to listen on.", readers.whole_number(0, 65535))
    threads: int = _setting(
        96,
        "96",
        "The number of requests that one process answers at the same time.",
        readers.whole_number(1, 256),
    )
    workers: int = _setting(
        2,
        "2",
        "The number of processes of `scorekeeper serve --production`. Without that option, one.",
        readers.whole_number(1, 64),
    )
    proxies: int = _setting(
        0,
        "0",
        "The number of reverse proxies in front of the server, which trusts their `X-Forwarded-` "
        "headers.",
        readers.whole_number(0, 5),
    )
    secure_cookies: bool = _setting(
        False,
        "no",
        "`yes` if all visitors use https. Browsers then send cookies over https only, and never "
        "return to http.",
        readers.yes_or_no,
    )
    public_url: str = _setting(
        "",
        "the address of the request, if the server knows it as its own",
        "The address in invitations, such as `https://cards.example`. Phones must reach it. With a "
        "path, such as `https://home.example/rummy`, all pages are "
        "[below that path](servers.md#below-a-path).",
        readers.public_url,
    )
    hosts: tuple[str, ...] = _setting(
        (),
        "the names and addresses of the machine",
        "More names and addresses of the server, such as `cards.lan, 10.0.0.7`. Invitations "
        "contain only known names and addresses. `*` allows any.",
        readers.hosts,
    )
    open_clubs: bool = _setting(
        False,
        "no",
        "`yes` allows every visitor to start another club.",
        readers.yes_or_no,
    )
    sign_in: SignIn | None = _setting(
        None,
        "none: everybody needs an invitation",
        "The header with the login name, and the trusted proxies that set it, such as "
        "`Remote-User from 127.0.0.1`. Visitors with a login need no invitation. "
        "[Know the risks first](access.md#single-sign-on).",
        readers.sign_in,
    )
    backups: int = _setting(
        7,
        "7",
        "Daily backups of SQLite to keep, in `backups` of the data folder; 0 for none.",
        readers.whole_number(0, 366),
    )
    time_zone: str = _setting(
        "",
        "the machine’s",
        "The time zone for dates and times, such as `Europe/Berlin`.",
        readers.time_zone,
    )

    log_level: str = _setting(
        "warning",
        "warning",
        "The lowest level to log: `error`, `warning`, `info` (requests, except polls) or `debug`.",
        readers.one_of("error", "warning", "info", "debug"),
    )
    log_format: str = _setting(
        "text",
        "text",
        "The format of the log: `text`, or `json` with one object per line.",
        readers.one_of("text", "json"),
    )
    metrics_token: str = _setting(
        "",
        "none: there are no metrics",
        "The secret that allows a program to read [`/metrics`](servers.md#metrics); at least 16 "
        "characters.",
        readers.metrics_token,
    )

    @property
    def prefix(self) -> str:
        """The path of the public URL, such as `/rummy`. All pages are below it. Can be empty."""
        from urllib.parse import urlsplit

        return urlsplit(self.public_url).path

    @property
    def sqlalchemy_url(self) -> str:
        """The URL of the database. A relative path starts at the data folder."""
        from sqlalchemy.engine import make_url

        url = make_url(self.database_url or "sqlite:///scorekeeper.db")
        is_file = url.get_backend_name() == "sqlite" and url.database
        if not is_file or str(url.database).startswith((":memory:", "file:")):
            return self.database_url
        path = self.data_dir / str(url.database)
        return url.set(database=str(path)).render_as_string(hide_password=False)


SETTINGS = tuple(
    Setting(PREFIX + setting.name.upper(), setting.metadata["default"], setting.metadata["help"])
    for setting in fields(Settings)
)


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings from the environment. An empty variable counts as unset.

    Raises `SettingError`, which names the variable. An unknown variable is an error too: with a
    misspelt `SCOREKEEPER_DATABASE_URL`, the program would use another score book.

    >>> read_settings({"SCOREKEEPER_PORT": "9000"}).port
    9000
    """
    _refuse_unknown(environ)
    values = {}
    for setting in fields(Settings):
        variable = PREFIX + setting.name.upper()
        if text := environ.get(variable, "").strip():
            try:
                values[setting.name] = setting.metadata["read"](text)
            except SettingError as error:
                raise SettingError(f"{variable} {error}") from None
    if values.get("sign_in") and values.get("open_clubs"):
        raise SettingError(
            f"{PREFIX}SIGN_IN does not go with {PREFIX}OPEN_CLUBS: logins need a single club, "
            "but open clubs allow every visitor to start another"
        )
    return Settings(**values)


def _refuse_unknown(environ: Mapping[str, str]) -> None:
    known = [setting.variable for setting in SETTINGS]
    for variable, text in environ.items():
        is_ours = variable.startswith(PREFIX) and not variable.startswith(TEST_PREFIX)
        if is_ours and variable not in known and text.strip():
            alike = _most_alike(variable, known)
            hint = f"did you mean {alike}?" if alike else f"the settings are {', '.join(known)}"
            raise SettingError(f"{variable} is no setting; {hint}")


def _most_alike(variable: str, known: Sequence[str]) -> str | None:
    names = [name.removeprefix(PREFIX) for name in known]
    found = get_close_matches(variable.removeprefix(PREFIX), names, n=1)
    return PREFIX + found[0] if found else None
