"""Permitted imports: the rules import no other layer, and scoring a file loads no web framework."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

from flask import Flask

import scorekeeper
from scorekeeper.config import Settings
from scorekeeper.rummy.variants import VARIANTS
from tests.support.processes import CLEAN
from tests.support.walks import walk

PACKAGE = Path(scorekeeper.__file__).parent
RULES = sorted((PACKAGE / "rummy").rglob("*.py"))
TOURNAMENT = sorted((PACKAGE / "tournament").rglob("*.py"))
GAME = {"variant": "gin", "players": ["Ann", "Bob"]}


def imported_by(path: Path) -> set[str]:
    """Return the full names of the modules that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: import by the full name"
            names.add(node.module or "")
    return names


@walk(("package", "modules"), [("rummy", RULES), ("tournament", TOURNAMENT)])
def test_a_core_imports_only_itself_and_the_standard_library(
    package: str, modules: list[Path]
) -> None:
    own = {"scorekeeper", *sys.stdlib_module_names}
    assert modules
    for path in modules:
        names = imported_by(path)
        assert {name.partition(".")[0] for name in names} <= own, path
        ours = {name for name in names if name.partition(".")[0] == "scorekeeper"}
        assert all(f"{name}.".startswith(f"scorekeeper.{package}.") for name in ours), path


def test_the_cores_read_no_clock_and_touch_nothing_outside() -> None:
    outside = {"datetime", "io", "os", "pathlib", "random", "socket", "subprocess", "sys", "time"}
    modules = [*RULES, *TOURNAMENT]
    assert {path: found for path in modules if (found := imported_by(path) & outside)} == {}


def names_of_games(path: Path) -> set[str]:
    """Return the keys of games that a file has as strings."""
    keys = {variant.key for variant in VARIANTS}
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and node.value in keys}


def test_only_the_games_know_which_games_there_are() -> None:
    # A migration names the games of its day.
    may_name = ("rummy/variants/", "storage/migrations/")
    modules = {path.relative_to(PACKAGE).as_posix(): path for path in PACKAGE.rglob("*.py")}
    named = {
        name: keys
        for name, path in modules.items()
        if not name.startswith(may_name) and (keys := names_of_games(path))
    }
    # A knock is an ending of many games, and has the same key as the game named after it.
    assert named == {"rummy/round.py": {"knock"}}


def loaded_by(arguments: list[str], text: str = "", **variables: str) -> set[str]:
    """Return the modules in memory after the command has run."""
    code = (
        "import sys; from scorekeeper.cli.main import main; status = main(sys.argv[1:]);"
        "print('\\n'.join(sys.modules), file=sys.stderr); sys.exit(status)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input=text,
        capture_output=True,
        text=True,
        cwd=PACKAGE.parent,
        env=CLEAN | variables,
        check=True,
    )
    return set(done.stderr.split())


@walk("options", [[], ["--lines", "--lang", "fr"]])
def test_scoring_a_file_loads_neither_flask_nor_sqlalchemy(options: list[str]) -> None:
    loaded = loaded_by(["score", "-", *options], json.dumps(GAME) + "\n")
    assert "scorekeeper.rummy.game.sheet" in loaded
    assert not loaded & {"flask", "sqlalchemy", "werkzeug", "babel", "waitress", "wtforms"}
    assert not loaded & {"scorekeeper.cli.serve", "scorekeeper.config", "socket"}


def test_opening_a_book_that_is_up_to_date_loads_nothing_to_change_export_or_draw_it(
    settings: Settings, own_app: Flask
) -> None:
    assert own_app
    variables = {"SCOREKEEPER_SECRET_KEY": settings.secret_key}
    loaded = loaded_by(["check"], SCOREKEEPER_DATA_DIR=str(settings.data_dir), **variables)
    assert "sqlalchemy" in loaded
    assert not loaded & {"alembic", "flask_migrate", "mako", "xlsxwriter", "PIL"}
