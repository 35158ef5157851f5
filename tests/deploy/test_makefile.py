"""`make` installs the packages its commands need, after any earlier installation."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from scorekeeper.config import CHECKOUT
from tests.support.processes import installed

MAKEFILE = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
TARGETS = [each for each in re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE) if each != "help"]
INSTALLS = "pip install -q -r requirements-dev.txt"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the files that `make` reads."""
    for name in ("Makefile", "requirements-dev.txt"):
        shutil.copy(CHECKOUT / name, tmp_path)
    return tmp_path


def would_do(checkout: Path, target: str) -> str:
    """Return the commands that `make` would run."""
    make = [installed("make"), "-n", target]
    return subprocess.run(make, cwd=checkout, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("target", TARGETS)
def test_every_target_works_from_nothing(checkout: Path, target: str) -> None:
    first, *_rest = would_do(checkout, target).splitlines()
    assert first.startswith("python3 -m venv .venv")
    assert INSTALLS in first


@pytest.mark.parametrize("target", TARGETS)
def test_what_the_readme_installed_to_start_the_program_is_not_enough(
    checkout: Path, target: str
) -> None:
    (checkout / ".venv").mkdir()
    assert INSTALLS in would_do(checkout, target)


def test_nothing_is_installed_twice_until_the_requirements_change(checkout: Path) -> None:
    requirements, stamp = checkout / "requirements-dev.txt", checkout / ".venv" / "tools-installed"
    stamp.parent.mkdir()
    stamp.touch()
    os.utime(requirements, (0, 0))
    assert INSTALLS not in would_do(checkout, "quick")
    os.utime(stamp, (0, 0))
    requirements.touch()
    assert INSTALLS in would_do(checkout, "quick")
