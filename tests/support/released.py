"""The score books that released versions leave behind, from 1.0 on, one of each version.

`python -m tests.support.released` keeps one of this version, when it is released.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper import __version__
from scorekeeper.config import CHECKOUT, Settings
from scorekeeper.demo.book import make_demo_club
from scorekeeper.rummy.messages import untranslated
from scorekeeper.storage.backups import back_up
from tests.support.databases import opened

FOLDER = CHECKOUT / "tests" / "released"
RELEASED = sorted(FOLDER.glob("*.zip"))

WEEKS = 2


def keep(into: Path) -> Path:
    """Keep a score book of this version: weeks of games of most kinds."""
    with TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder), secret_key="a key that is not kept")
        with opened(settings):
            make_demo_club(datetime.now(UTC), UTC, untranslated, WEEKS)
        into.mkdir(exist_ok=True)
        made = into / f"{__version__}.zip"
        back_up(settings, made, __version__)
    return made


if __name__ == "__main__":
    print(f"{keep(FOLDER).relative_to(CHECKOUT)} is kept: commit it")
