"""Score books of released versions, from 1.0 on, one of each version.

`python -m tests.support.released` saves one of this version, when it is released.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, timedelta
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scorekeeper import __version__, clock
from scorekeeper.clubs.access_tokens import make_access_token
from scorekeeper.clubs.devices import add_device
from scorekeeper.clubs.invitations import invite
from scorekeeper.clubs.roles import Role
from scorekeeper.config import CHECKOUT, Settings
from scorekeeper.demo.book import make_demo_club
from scorekeeper.games import open_rounds
from scorekeeper.games.open_round import new_open_round
from scorekeeper.rummy.documents.schema import game_schema
from scorekeeper.rummy.messages import untranslated
from scorekeeper.storage import migration
from scorekeeper.storage.backups import back_up
from scorekeeper.storage.database import write
from scorekeeper.storage.models import AnsweredRequest
from scorekeeper.transfer.exports import ARCHIVE_FORMAT
from tests.support.clubs import the_club
from tests.support.databases import opened
from tests.support.full_book import fill
from tests.support.scorebook import start

FOLDER = CHECKOUT / "tests" / "released"
RELEASED = sorted(FOLDER.glob("*.zip"))

WEEKS = 2

PHONE = "the token of a phone that is in every kept book"
KEY = "the key of every kept book"


def keep(into: Path) -> Path:
    """Save a score book of this version, with something in every table, and a phone’s token."""
    with TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder), secret_key=KEY)
        with opened(settings):
            make_demo_club(clock.now(), UTC, untranslated, WEEKS)
            fill()
            _let_in()
            row = start(("Ann", "Bob"))
            announced = new_open_round().with_facts({"ending": "knock", "by": "0"})
            announced = announced.with_hands({1: "K 9"}, "a phone", "Bob")
            open_rounds.store(row.id, version=row.version, before=None, after=announced)
        into.mkdir(exist_ok=True)
        made = into / f"{__version__}.zip"
        back_up(settings, made, __version__)
    numbers = json.dumps(numbers_of_this_version())
    made.with_suffix(".json").write_text(f"{numbers}\n", encoding="utf-8")
    return made


def numbers_of_this_version() -> dict[str, Any]:
    """Return the version numbers that an older program checks, and a hash of the game schema."""
    schema = sha256(json.dumps(game_schema(), sort_keys=True).encode()).hexdigest()[:12]
    return {"tables": migration.newest(), "archive": ARCHIVE_FORMAT, "games": schema}


def _let_in() -> None:
    """Add a phone, an invitation and a program."""
    club = the_club()
    with write() as session:
        add_device(session, club.id, PHONE, Role.KEEPER, "A phone", None)
    invite(club, Role.PLAYER, timedelta(days=1))
    token = make_access_token(club, "A dashboard", "a key")
    answered = {"id": token.id, "club_id": club.id, "sent": "", "status": 201, "body": b"x"}
    with write() as session:
        session.add(AnsweredRequest(**answered, headers={}, at=clock.now()))


if __name__ == "__main__":
    if ".dev" in __version__:
        sys.exit(f"{__version__} is in development: no version of this number will be released.")
    print(f"{keep(FOLDER).relative_to(CHECKOUT)} is kept: commit it")
