"""The memory that `scorekeeper export` and `scorekeeper import` need for a club.

Run with `pytest -m benchmark -s`. The larger club takes some minutes to write, export and import.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from scorekeeper.config import Settings
from tests.support.big_book import fill
from tests.support.clubs import the_club
from tests.support.databases import environment, opened
from tests.support.processes import Cost, cost

pytestmark = pytest.mark.benchmark

FEW, MANY = 2_000, 20_000
MORE = 16_384
"""The kB more that ten times the games can need: each has a name and a place in the file."""


def scorekeeper(settings: Settings, *arguments: str) -> Cost:
    """Return the cost of a command with this score book."""
    said = settings.data_dir / "said"
    return cost([sys.executable, "-m", "scorekeeper", *arguments], said, environment(settings))


def moved(folder: Path, games: int) -> dict[str, Cost]:
    """Return the costs of exporting a club of this many games, and of importing it elsewhere."""
    archive = str(folder / "club.zip")
    here, there = (
        Settings(data_dir=folder / name, secret_key="a key for the tests", backups=0)
        for name in ("here", "there")
    )
    with opened(here):
        the_club()
        fill(games)
    with opened(there):
        the_club()
    taken = {
        "export": scorekeeper(here, "export", archive),
        "import": scorekeeper(there, "import", archive),
    }
    exported, imported = ((each.data_dir / "said").read_text() for each in (here, there))
    assert exported.partition("Games: ")[2].rstrip(".\n") in imported
    return taken


def test_ten_times_the_games_are_moved_in_little_more_memory(tmp_path: Path) -> None:
    few, many = (moved(tmp_path / str(number), number) for number in (FEW, MANY))
    for what in few:
        print(
            f"{what}: {few[what].memory:,} kB for {FEW:,} games, {many[what].memory:,} kB for"
            f" {MANY:,} in {many[what].seconds:.0f} s"
        )
    for what in few:
        assert many[what].memory <= few[what].memory + MORE, what
