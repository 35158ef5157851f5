"""The README keeps up with the program: its tables are what the program's own data say.

Where a table has fallen behind, the failing test prints the one to put in its place.
"""

from __future__ import annotations

import argparse
import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import pytest

from scorekeeper import __version__
from scorekeeper.cli import main
from scorekeeper.cli.score import score
from scorekeeper.config import CHECKOUT, SETTINGS
from scorekeeper.rummy.documents.melds import answer_meld_question, read_meld_question
from scorekeeper.rummy.house_rules import HouseRule, Value, house_rules
from scorekeeper.rummy.messages import Message, render
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS

README = (CHECKOUT / "README.md").read_text(encoding="utf-8")
CI = (CHECKOUT / ".ci" / "run").read_text(encoding="utf-8")


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    cells = [list(head), *(list(row) for row in rows)]
    cells.insert(1, ["---"] * len(cells[0]))
    return "\n".join("| " + " | ".join(row) + " |" for row in cells)


def words(message: Message | None) -> str:
    return render(message, []) if message else ""


def games_table() -> str:
    return table(
        ("Game", "Players", "In short", "Key", "Presets"),
        (
            (
                f"**{words(game.name)}**",
                str(game.fewest) if game.fewest == game.most else f"{game.fewest}–{game.most}",
                words(game.tagline),
                f"`{game.key}`",
                " ".join(f"`{preset.key}`" for preset in game.presets),
            )
            for game in VARIANTS
        ),
    )


def rules_table(game: Variant) -> str:
    return table(
        ("House rule", "Name", "Default", "May be", "In presets"),
        (
            (
                words(rule.label) + (f"<br>{words(rule.help)}" if rule.help else ""),
                f"`{rule.name}`",
                f"`{written(rule.default)}`",
                allowed(rule),
                in_presets(game, rule),
            )
            for rule in house_rules(game.rules_type)
        ),
    )


def written(value: Value) -> str:
    """A value as a game document writes it, quotes left out."""
    return json.dumps(value).strip('"')


def allowed(rule: HouseRule) -> str:
    if not rule.choices:
        return f"{rule.low}–{rule.high}"
    return "<br>".join(_choice(value, words(label)) for value, label in rule.choices)


def _choice(value: Value, label: str) -> str:
    return f"`{written(value)}`" if str(value) == label else f"`{written(value)}` {label}"


def in_presets(game: Variant, rule: HouseRule) -> str:
    values: dict[str, list[str]] = {}
    for preset in game.presets:
        if rule.name in preset.overrides:
            values.setdefault(written(preset.overrides[rule.name]), []).append(preset.key)
    return "<br>".join(f"`{value}` {', '.join(keys)}" for value, keys in values.items())


def settings_table() -> str:
    return table(
        ("Setting", "Default", "What it is for"),
        ((f"`{each.variable}`", each.default, each.help) for each in SETTINGS),
    )


TABLES = {
    "games": games_table(),
    "settings": settings_table(),
    **{f"house-rules-{game.key}": rules_table(game) for game in VARIANTS},
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_the_readme_says_what_the_program_does(name: str) -> None:
    assert TABLES[name] in README, f"README.md should hold this table:\n\n{TABLES[name]}\n"


def commands() -> Iterable[tuple[str, argparse.ArgumentParser]]:
    [subparsers] = (
        action
        for action in main.make_parser()._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    return subparsers.choices.items()


@pytest.mark.parametrize(
    ("command", "option"),
    [
        (name, option)
        for name, parser in commands()
        for action in parser._actions
        for option in action.option_strings[-1:] or [action.metavar]
        if option != "--help"
    ],
)
def test_the_readme_shows_every_command_and_option(command: str, option: str) -> None:
    assert f"scorekeeper {command}" in README
    assert f"`{option}`" in README


def code_blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_document_and_the_answer_in_the_readme_belong_together() -> None:
    document, answer = map(json.loads, code_blocks("json")[:2])
    scored = json.loads(json.dumps(score(document)))
    round_ = answer["rounds"][0]
    assert round_ == {key: scored["rounds"][0][key] for key in round_}
    rest = {key: value for key, value in answer.items() if key not in ("rounds", "rules")}
    assert rest == {key: scored[key] for key in rest}


def test_the_hand_and_its_melds_in_the_readme_belong_together() -> None:
    question, answer = map(json.loads, code_blocks("json")[2:])
    assert answer == answer_meld_question(read_meld_question(question))


def test_the_readme_names_every_key_of_a_document() -> None:
    described = README.split("### The game document")[1].split("\n### ")[0]
    for key in (
        *("variant", "preset", "rules", "players", "dealer", "rounds", "called"),
        *("ending", "by", "hands", "upcard", "allow", "adjustments", "note", "x-"),
    ):
        assert f"`{key}`" in described


def test_the_readme_names_every_direct_dependency() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [
        *project["project"]["dependencies"],
        *chain(*project["project"]["optional-dependencies"].values()),
        *project["dependency-groups"]["dev"],
    ]
    described = README.split("## Dependencies")[1].split("\n## ")[0].lower()
    for requirement in wanted:
        name = re.match(r"[a-z0-9-]+", requirement)
        assert name
        assert f"[{name.group()}]" in described


def test_the_continuous_integration_runs_the_test_command_of_the_readme() -> None:
    [command] = [
        line for block in code_blocks("sh") for line in block.split("\n") if "pytest" in line
    ][:1]
    assert command in CI


def files_of_the_project() -> Iterator[Path]:
    yield from (path for path in CHECKOUT.iterdir() if path.is_file())
    for folder in (".ci", "scorekeeper", "static", "templates", "tests"):
        for path in (CHECKOUT / folder).rglob("*"):
            if path.is_file() and path.suffix != ".pyc":
                yield path


def test_no_file_of_the_project_names_a_package_index() -> None:
    indexes = ("pypi" + ".org", "python" + "hosted.org", "npm" + "js.org", "npm" + "js.com")
    for path in files_of_the_project():
        content = path.read_bytes()
        assert not [index for index in indexes if index.encode() in content], path


def test_the_changelog_knows_this_version_or_an_unreleased_one() -> None:
    changelog = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [{__version__}]" in changelog or "## [Unreleased]" in changelog


def test_every_picture_of_the_readme_is_there_and_says_what_it_shows() -> None:
    pictures = re.findall(r'<img src="([^"]+)" width="[^"]+" alt="([^"]*)">', README)
    assert len(pictures) == README.count("<img ") > 0
    for path, shows in pictures:
        assert (CHECKOUT / path).is_file(), path
        assert len(shows) > 20, path
