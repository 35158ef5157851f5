"""The data folder: the secret key, the list of known books, and the modes of its files.

A known book is a database that was opened before. If it is empty now, the start fails instead of
making a new book.
"""

from __future__ import annotations

import os
import secrets
import stat
import string
import tempfile
from contextlib import suppress
from pathlib import Path

from scorekeeper.config import PREFIX, Settings
from scorekeeper.setting_readers import SettingError

KEY_FILE = "secret_key"

KNOWN_BOOKS = "known_book"
"""A file in the data folder. It lists the databases opened before, one per line."""

OWNERS_ALONE = stat.S_IRUSR | stat.S_IWUSR


def secret_key(settings: Settings, *, may_be_made: bool = True) -> str:
    """The key that signs cookies and forms.

    Raises `SettingError` if the key is too short or unreadable, or if it is missing and
    `may_be_made` is false.
    """
    key = settings.secret_key or _stored_key(settings.data_dir / KEY_FILE, may_be_made)
    if len(key) < 16:
        place = f"{PREFIX}SECRET_KEY" if settings.secret_key else settings.data_dir / KEY_FILE
        raise SettingError(f"{place} must hold at least 16 characters")
    return key


def _stored_key(path: Path, may_be_made: bool) -> str:
    if not path.exists():
        if not may_be_made:
            raise SettingError(f"{path} is missing, {_WITHOUT_KEY}")
        _make_key(path)
    try:
        return path.read_text(encoding="ascii").strip(_NO_KEY)
    except PermissionError as error:
        raise SettingError(
            f"{path} cannot be read ({error.strerror}): the user that runs the server must own it"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingError(f"{path} cannot be read ({error}), {_WITHOUT_KEY}") from None


_NO_KEY = f"\0{string.whitespace}"
"""Characters stripped from a key. After a power cut a file can be full of NULs."""

_WITHOUT_KEY = (
    "and no phone can sign in without it. Restore it from a backup. Or write at least 16 random "
    "characters to it, and invite everybody again, beginning with an organiser by “scorekeeper "
    "keeper-link”"
)


def _make_key(path: Path) -> None:
    """Create a key in this file.

    A hard link appears complete or not at all, so two servers that start together agree on one key.
    """
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=KEY_FILE)  # mode 0600
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32))
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(temporary, path)
    finally:
        Path(temporary).unlink()


def known_file(settings: Settings) -> Path:
    return settings.data_dir / KNOWN_BOOKS


def is_known_book(settings: Settings) -> bool:
    """Check whether the database was opened before from this data folder.

    If the list is damaged, the answer is yes. Otherwise an empty database could replace the book.
    """
    try:
        listed = known_file(settings).read_bytes()
    except FileNotFoundError:
        return False
    try:
        return b"\0" in listed or _name(settings) in listed.decode().splitlines()
    except UnicodeDecodeError:
        return True


def remember_book(settings: Settings) -> None:
    # A read-only data folder is fine: the database is elsewhere.
    with suppress(OSError):
        if not is_known_book(settings):
            with known_file(settings).open("a", encoding="utf-8") as file:
                file.write(f"{_name(settings)}\n")


def _name(settings: Settings) -> str:
    from sqlalchemy import make_url

    return make_url(settings.sqlalchemy_url).render_as_string(hide_password=True)


def restrict_to_owner(settings: Settings) -> None:
    """Allow only the owner to read or write the data files.

    SQLite creates its other files with the mode of the database. Files of other users stay
    unchanged.
    """
    from sqlalchemy import make_url

    url = make_url(settings.sqlalchemy_url)
    files = [settings.data_dir / KEY_FILE, known_file(settings)]
    if url.get_backend_name() == "sqlite" and url.database:
        files += [Path(f"{url.database}{end}") for end in ("", "-wal", "-shm", ".lock")]
    for file in files:
        with suppress(FileNotFoundError, PermissionError):
            file.chmod(OWNERS_ALONE)
