"""Remembers which databases were opened, so that an empty one is not mistaken for a new one."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from sqlalchemy import make_url

from scorekeeper.config import Settings

KNOWN = "known_book"
"""The file beside the secret key that lists the databases opened before, one on each line."""


def known_file(settings: Settings) -> Path:
    """The path of the file that lists the databases opened before."""
    return settings.data_dir / KNOWN


def is_known(settings: Settings) -> bool:
    """Whether the database of these settings was opened before from this data folder."""
    try:
        return _name(settings) in known_file(settings).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return False


def remember(settings: Settings) -> None:
    """Remember that the database of these settings has the tables of a score book."""
    # If the folder is read-only, the database is somewhere else and does not need this.
    with suppress(OSError):
        if not is_known(settings):
            with known_file(settings).open("a", encoding="utf-8") as file:
                file.write(f"{_name(settings)}\n")


def _name(settings: Settings) -> str:
    """The address of the database, without its password."""
    return make_url(settings.sqlalchemy_url).render_as_string(hide_password=True)
