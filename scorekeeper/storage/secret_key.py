"""The key that signs cookies and forms: a setting, or a file in the data folder."""

from __future__ import annotations

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

from scorekeeper.config import PREFIX, Settings
from scorekeeper.setting_readers import SettingError

KEY_FILE = "secret_key"


def secret_key(settings: Settings, *, may_be_made: bool = True) -> str:
    """The key that signs cookies and forms.

    Raises `SettingError` if it is too short or unreadable, or is missing and may not be made.
    """
    key = settings.secret_key or _kept_key(settings.data_dir / KEY_FILE, may_be_made)
    if len(key) < 16:
        place = f"{PREFIX}SECRET_KEY" if settings.secret_key else settings.data_dir / KEY_FILE
        raise SettingError(f"{place} must hold at least 16 characters")
    return key


def _kept_key(path: Path, may_be_made: bool) -> str:
    if not path.exists():
        if not may_be_made:
            raise SettingError(f"{path} is missing, {_WITHOUT_KEY}")
        _make_key(path)
    try:
        return path.read_text(encoding="ascii").strip()
    except PermissionError as error:
        raise SettingError(
            f"{path} cannot be read ({error.strerror}): the user that runs the server must own it"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingError(f"{path} cannot be read ({error}), {_WITHOUT_KEY}") from None


_WITHOUT_KEY = (
    "and no phone is known without it. Put it back from a backup; or write at least 16 characters "
    "there that nobody can guess, and let everybody in anew, a keeper by “scorekeeper keeper-link”"
)


def _make_key(path: Path) -> None:
    """Create a key in this file.

    A hard link appears complete or not at all, so two servers that start at once agree on one key.
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
