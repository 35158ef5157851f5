"""The checks run the slow tests that a change concerns, and report untested parts."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from runpy import run_path
from typing import ClassVar

import pytest

from scorekeeper.config import CHECKOUT
from tests.support.processes import installed
from tests.support.walks import walk

TOUCHED = CHECKOUT / ".ci" / "touched"
ANSWER = run_path(str(TOUCHED))["touched"]


@pytest.mark.parametrize(
    ("changed", "folders"),
    [
        ("LICENSE", ""),
        ("CHANGELOG.md", "tests/browser/test_site.py"),
        ("docs/design.md", "tests/browser/test_site.py tests/test_command_lines.py"),
        ("scorekeeper/web/home/pages.py", "tests/browser tests/web"),
        ("scorekeeper/rummy/variants/gin.py", "tests/browser tests/rummy"),
        ("scorekeeper/languages.py", "tests/web"),
        ("scorekeeper/rummy/round.py", "tests/rummy"),
        ("scorekeeper/clubs/joining.py", "tests/clubs tests/web"),
        ("scorekeeper/cli/serve.py", "tests/cli tests/test_command_lines.py"),
        ("scorekeeper/games/commands.py", "tests/cli tests/games tests/web"),
        ("scorekeeper/transfer/exports.py", "tests/cli tests/transfer"),
        ("hatch_build.py", "tests/deploy"),
        ("deploy/nginx.conf", "tests/deploy tests/test_command_lines.py"),
        ("templates/rounds/hand.html", "tests/browser tests/web"),
        ("tests/rummy/melds/test_melds.py", "tests/rummy"),
        ("tests/released/1.0.0.zip", "tests/storage"),
        ("static/app.css tests/conftest.py", "tests"),
        ("requirements.txt", "tests"),
    ],
)
def test_a_change_is_held_against_the_slow_tests_that_it_concerns(
    changed: str, folders: str
) -> None:
    assert touched(*changed.split()) == folders.split()


def test_the_command_answers_in_a_line() -> None:
    run = subprocess.run(
        [sys.executable, TOUCHED],
        input="scorekeeper/languages.py\nscorekeeper/cli/log.py\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == "tests/cli tests/test_command_lines.py tests/web\n"


def test_every_file_with_slow_tests_concerns_them() -> None:
    marked = [
        path
        for path in CHECKOUT.glob("tests/**/test_*.py")
        if "mark.slow" in path.read_text("utf-8")
    ]
    for path in {*marked} - {Path(__file__)}:
        [folder] = touched(str(path.relative_to(CHECKOUT)))
        assert path.is_relative_to(CHECKOUT / folder)


@pytest.mark.skipif(sys.platform == "win32", reason="The checks run on Debian alone")
@pytest.mark.parametrize("before", [[], ["0" * 40]], ids=["by-hand", "first-push-of-a-branch"])
def test_a_change_begins_where_it_left_the_default_branch(
    tmp_path: Path, before: list[str]
) -> None:
    git = installed("git")

    def commit(folder: Path) -> str:
        who = ["-c", "user.name=Ann", "-c", "user.email=ann@cards.example"]
        add = [git, *who, "commit", "--quiet", "--allow-empty", "--message", "Deal"]
        subprocess.run(add, cwd=folder, check=True)
        return answer(folder, git, "rev-parse", "HEAD")

    def answer(folder: Path, *command: str | Path) -> str:
        return subprocess.run(
            command, cwd=folder, check=True, capture_output=True, text=True
        ).stdout.strip()

    origin, clone = tmp_path / "origin", tmp_path / "clone"
    subprocess.run([git, "init", "--quiet", "--initial-branch", "main", origin], check=True)
    left = commit(origin)
    subprocess.run([git, "clone", "--quiet", origin, clone], check=True)
    commit(origin)
    commit(clone)
    assert answer(clone, CHECKOUT / ".ci" / "since", *before) == left


WORKFLOWS = {
    path.stem: path.read_text("utf-8") for path in CHECKOUT.glob(".github/workflows/*.yml")
}


@pytest.mark.parametrize(
    ("workflow", "command"),
    [("checks", '.ci/run "$BEFORE"'), ("night", ".ci/run --all"), ("release", "make release")],
)
def test_a_workflow_does_as_a_person_does_with_what_is_pinned(workflow: str, command: str) -> None:
    text = WORKFLOWS[workflow]
    assert f" run: {command}\n" in text
    used = re.findall(r"uses: (.+)", text)
    assert [each for each in used if not re.fullmatch(PINNED, each)] == []


PINNED = r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+"


def test_every_workflow_takes_the_same_version_of_an_action() -> None:
    used = {each for text in WORKFLOWS.values() for each in re.findall(r"uses: (.+)", text)}
    assert len(used) == len({each.partition("@")[0] for each in used}) > 8


@pytest.mark.parametrize("workflow", ["checks", "night"])
def test_what_checks_may_read_alone(workflow: str) -> None:
    assert permissions(WORKFLOWS[workflow], "") == ["contents: read"]


def permissions(text: str, indent: str) -> list[str]:
    """Return the permissions of a job, or of the whole workflow."""
    [found] = re.findall(rf"^{indent}permissions:\n((?:{indent}  .+\n)+)", text, re.MULTILINE)
    return [line.partition("#")[0].strip() for line in found.splitlines()]


def test_what_is_built_is_published_by_jobs_that_run_nothing_of_it() -> None:
    """Otherwise a package of the build could publish files, or take the publishing token."""
    text = WORKFLOWS["release"]
    assert "\npermissions: {}\n" in text
    jobs = dict(
        re.findall(r"^  (\w+):\n((?:    .*\n|\n)+)", text.split("\njobs:\n")[1], re.MULTILINE)
    )
    assert {name: permissions(job, "    ") for name, job in jobs.items()} == {
        "build": ["contents: read"],
        "index": ["id-token: write"],
        "page": ["contents: write", "id-token: write", "attestations: write"],
        "image": ["contents: read", "packages: write", "id-token: write", "attestations: write"],
    }
    assert "environment: package-index\n" in jobs["index"]
    for name in ("index", "page", "image"):
        assert "if: github.event_name == 'push'\n" in jobs[name]
        assert not re.search(r"run: .*(?:make|python|pip)\b", jobs[name])


def test_every_push_is_checked_with_each_python_on_each_system() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    on_linux, elsewhere = re.findall(r"^ +python: \[(.+)\]$", WORKFLOWS["checks"], re.MULTILINE)
    assert on_linux == elsewhere
    [oldest, *_newer] = re.findall(r"[\d.]+", on_linux)
    assert project["requires-python"] == f">={oldest}"


def test_a_pull_request_is_checked_against_its_base_and_by_its_newest_push_alone() -> None:
    text = WORKFLOWS["checks"]
    assert '\non:\n  push:\n    branches: ["**"]' in text
    assert "\n  pull_request:\n" in text
    assert "BEFORE: ${{ github.event.pull_request.base.sha || github.event.before }}" in text
    # A push’s commit is checked to the end, because the next run covers only newer commits.
    assert "group: checks-${{ github.event.pull_request.number || github.sha }}" in text
    assert "cancel-in-progress: true" in text


def touched(*changed: str) -> list[str]:
    """Return the folders that `.ci/touched` prints for these files."""
    return " ".join(ANSWER([*changed])).split()


def test_what_a_machine_lacks_is_said_at_the_end(tmp_path: Path) -> None:
    test = tmp_path / "test_browser.py"
    test.write_text(
        "from tests.support.processes import installed\n"
        "def test_one(): installed('netscape', 'mosaic')\n"
        "def test_another(): installed('netscape')\n"
    )
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-c",
            "pyproject.toml",
            "-p",
            "tests.conftest",
            "-p",
            "no:cacheprovider",
            test,
        ],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "not everything was tested" in run.stdout
    assert "2 skipped: there is no netscape on this machine" in run.stdout


def test_a_walk_tries_all_cases_each_by_its_name() -> None:
    @walk("number", [1, 2, pytest.param(3, id="three")])
    @walk(("word", "fails"), {"first": ("a", True), "second": ("b", False)})
    def tell(number: int, word: str, fails: bool, told: list[str]) -> None:
        told.append(f"{number}{word}")
        assert not fails

    class Named:
        """A replacement for the subtests of pytest that collects their names."""

        names: ClassVar[list[str]] = []

        def test(self, name: str) -> AbstractContextManager[None]:
            self.names.append(name)
            return suppress(AssertionError)

    told: list[str] = []
    tell(subtests=Named(), told=told)
    assert told == ["1a", "1b", "2a", "2b", "3a", "3b"]
    inner = ["first", "second"]
    assert Named.names == ["1", *inner, "2", *inner, "three", *inner]
