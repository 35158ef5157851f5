"""That a score book was here, so that an empty file in its place is not taken for a new one."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from sqlalchemy import make_url

from scorekeeper.config import Settings

KNOWN = "known_book"
"""The file beside the secret key that names the databases that were opened, one a line."""


def known_file(settings: Settings) -> Path:
    """Where the databases are named that were opened."""
    return settings.data_dir / KNOWN


def is_known(settings: Settings) -> bool:
    """Whether the database of these settings was opened before, by this data folder."""
    try:
        return _name(settings) in known_file(settings).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return False


def remember(settings: Settings) -> None:
    """Remember that this database has the tables of a score book."""
    # Where the folder cannot be written to, the database is elsewhere, and looks after itself.
    with suppress(OSError):
        if not is_known(settings):
            with known_file(settings).open("a", encoding="utf-8") as file:
                file.write(f"{_name(settings)}\n")


def _name(settings: Settings) -> str:
    """The database without its password."""
    return make_url(settings.sqlalchemy_url).render_as_string(hide_password=True)
