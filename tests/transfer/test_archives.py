"""Archives of earlier versions are imported, with the results of every game unchanged.

`first.zip` is from the first version with archives. All archives have format 1, the only one so
far.
"""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from sqlalchemy import select

from scorekeeper.statistics.check import check
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from scorekeeper.transfer.apostrophes import restored
from scorekeeper.transfer.exports import ARCHIVE_FORMAT
from tests.support.scorebook import totals
from tests.support.transfers import exported, imported

ARCHIVES = sorted(Path(__file__).with_name("archives").glob("*.zip"))


def games_of(archive: bytes) -> dict[str, Any]:
    """Return the documents of an archive, by their ids."""
    with ZipFile(io.BytesIO(archive)) as files:
        documents = [json.loads(line) for line in files.read("games.jsonl").splitlines()]
    return {document["id"]: document for document in documents}


def standings_of(archive: bytes) -> list[list[str]]:
    """Return the status, winners and totals of its games, as counted by its own version."""
    with ZipFile(io.BytesIO(archive)) as files:
        rows = csv.DictReader(files.read("games.csv").decode("utf-8-sig").splitlines())
        names = ("game", "status", "winners", "totals")
        return [[restored(row[name]) for name in names] for row in rows]


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("archive", ARCHIVES, ids=lambda archive: archive.stem)
def test_an_archive_of_every_format_is_imported_and_counts_as_it_did(archive: Path) -> None:
    content = archive.read_bytes()
    done = imported(content)
    assert (done.games, done.already_there) == (len(games_of(content)), 0)
    for row in db.session.scalars(select(GameRow)):
        totals(row)
    db.session.rollback()
    assert list(check(lambda _done, _everything: None)) == []
    again = exported()
    assert standings_of(again) == standings_of(content)
    before = games_of(content)
    for game_id, now in games_of(again).items():
        # The new archive also has the house rules that were added later.
        assert now["rules"] == now["rules"] | before[game_id]["rules"]
        assert now == before[game_id] | {"rules": now["rules"]}


def test_there_is_an_archive_of_every_format() -> None:
    formats = {json.loads(ZipFile(archive).read("club.json"))["format"] for archive in ARCHIVES}
    assert formats == {*range(1, ARCHIVE_FORMAT + 1)}
