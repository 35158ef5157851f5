"""A game’s facts of rounds and hands are declared in its module only.

The test adds a made-up game to a copy of the program: its module, its rules page, a line in the
list.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.config import CHECKOUT

HERE = Path(__file__).parent / "made_up"
LIST = Path("scorekeeper", "rummy", "variants", "__init__.py")


@pytest.mark.slow
def test_what_a_game_asks_for_is_declared_in_its_module_alone(tmp_path: Path) -> None:
    for name in ("scorekeeper", "templates", "static", "tests", "docs"):
        shutil.copytree(CHECKOUT / name, tmp_path / name)
    shutil.copy(CHECKOUT / "pyproject.toml", tmp_path)
    shutil.copy(HERE / "herons.py", tmp_path / LIST.with_name("herons.py"))
    rules = tmp_path / "templates" / "rules" / "en"
    shutil.copy(rules / "basic.html", rules / "herons.html")
    listed = tmp_path / LIST
    with_herons = listed.read_text("utf-8").replace("VARIANTS = (", "VARIANTS = (\n    HERONS,")
    imported = "from scorekeeper.rummy.variants.herons import HERONS\n"
    listed.write_text(with_herons.replace("\nVARIANTS", f"{imported}\nVARIANTS", 1), "utf-8")

    asked = [sys.executable, "-m", "pytest", "-q", "tests/web/rounds/made_up/checks.py"]
    done = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
