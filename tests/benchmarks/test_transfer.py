"""In how much memory `scorekeeper export` and `scorekeeper import` move a club.

Run with `pytest -m benchmark -s`. To write the larger club, export and import it takes some
minutes.
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
"""By how many kB ten times the games may need more, as each has a name and a place in the file."""


def scorekeeper(settings: Settings, *arguments: str) -> Cost:
    """What a command takes with this score book."""
    said = settings.data_dir / "said"
    return cost([sys.executable, "-m", "scorekeeper", *arguments], said, environment(settings))


def moved(folder: Path, games: int) -> dict[str, Cost]:
    """What it takes to export a club of so many games, and to import it elsewhere."""
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
