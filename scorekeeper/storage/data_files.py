"""The files of the score book are their owner's alone, whoever made them and with what mask."""

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
    """Let nobody but its owner read or write any file of the data.

    SQLite gives those that it makes later the mode of its database. One that belongs to somebody
    else is theirs to close.
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
