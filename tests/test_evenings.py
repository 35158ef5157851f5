"""The time zone of the score book, by its name or the machine’s own."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

import pytest

from scorekeeper.evenings import zone
from tests.support.walks import walk

JULY = datetime(2026, 7, 10, 20)

OF_MACHINE = """
from datetime import UTC, datetime
from scorekeeper.evenings import zone
print(datetime(2026, 7, 10, 20, tzinfo=zone("")).astimezone(UTC).isoformat())
"""


def test_a_time_of_day_is_one_of_its_zone() -> None:
    assert JULY.replace(tzinfo=zone("Europe/Paris")).astimezone(UTC) == datetime(
        2026, 7, 10, 18, tzinfo=UTC
    )


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not read TZ")
@walk("setting", ["Europe/Paris", ":Europe/Paris", "CET-1CEST,M3.5.0,M10.5.0/3", "a file"])
def test_a_time_of_day_is_one_of_the_zone_of_the_machine(setting: str, tmp_path: Path) -> None:
    if setting == "a file":
        file = tmp_path / "localtime"
        file.write_bytes(files("tzdata.zoneinfo.Europe").joinpath("Paris").read_bytes())
        setting = str(file)
    environ = os.environ | {"TZ": setting}
    said = subprocess.check_output([sys.executable, "-c", OF_MACHINE], env=environ, text=True)
    assert said.strip() == "2026-07-10T18:00:00+00:00"
