"""Makes the data files private to their owner, whatever the umask was when they were made."""

from __future__ import annotations

import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.storage.secret_key import KEY_FILE

if TYPE_CHECKING:
    from scorekeeper.config import Settings

OWNERS_ALONE = stat.S_IRUSR | stat.S_IWUSR


def close_files(settings: Settings) -> None:
    """Let only the owner read or write the data files.

    SQLite gives the files that it makes later the mode of the database. Files of other users are
    left alone.
    """
    from sqlalchemy import make_url

    from scorekeeper.storage.known_book import known_file

    url = make_url(settings.sqlalchemy_url)
    files = [settings.data_dir / KEY_FILE, known_file(settings)]
    if url.get_backend_name() == "sqlite" and url.database:
        files += [Path(f"{url.database}{end}") for end in ("", "-wal", "-shm", ".lock")]
    for file in files:
        with suppress(FileNotFoundError, PermissionError):
            file.chmod(OWNERS_ALONE)
