"""The checks of `make release`, and the reasons for which it does not publish a version."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from scorekeeper import __version__
from tests.support.processes import installed
from tests.support.release import faults_of, repository, sums_of, text_of_the_tag, unready

CHANGELOG = """# Changelog

## [Unreleased]

## [2.0.0] - 2030-01-01

### Before you upgrade

- Make a [backup](docs/hosting.md#back-up) of `scores`.

### New

- **More**.

## [1.0.0] - 2029-01-01

- Old.
"""


def test_the_text_of_a_tag_is_what_the_changelog_says_of_the_version_alone() -> None:
    assert text_of_the_tag(CHANGELOG, "2.0.0") == (
        "Scorekeeper 2.0.0\n\n"
        "Before you upgrade\n\n- Make a backup of `scores`.\n\nNew\n\n- **More**.\n"
    )


def test_a_version_in_development_or_with_unreleased_lines_is_refused() -> None:
    assert unready(CHANGELOG, "2.0.0") == []
    more = CHANGELOG.replace("## [Unreleased]\n", "## [Unreleased]\n\n- Newer.\n")
    [development] = unready(CHANGELOG, "2.1.0.dev0")
    assert "2.1.0.dev0 is in development" in development
    [unreleased] = unready(more, "2.0.0")
    assert "under “Unreleased”" in unreleased
    assert unready(more, "2.1.0.dev0") == [development, unreleased]


def workflow(**other: str) -> dict[str, str]:
    """Return the variables of a workflow run for this version’s tag, in the right repository."""
    server, _, path = repository().removeprefix("https://").partition("/")
    return {
        "GITHUB_REF_TYPE": "tag",
        "GITHUB_REF_NAME": f"v{__version__}",
        "GITHUB_SERVER_URL": f"https://{server}",
        "GITHUB_REPOSITORY": path,
    } | other


@pytest.mark.parametrize(
    ("variables", "faults"),
    [
        ({}, []),
        (workflow(), []),
        (workflow(GITHUB_REF_TYPE="branch", GITHUB_REF_NAME="main"), []),
        (
            workflow(GITHUB_REF_NAME="v0.0.1"),
            [f"the project says v{__version__}, and this is v0.0.1"],
        ),
        (
            workflow(GITHUB_SERVER_URL="https://git.example", GITHUB_REPOSITORY="ann/cards"),
            [f"the project says {repository()}, and this is https://git.example/ann/cards"],
        ),
    ],
)
def test_a_tag_is_published_where_the_project_says_it_is_and_by_its_version(
    variables: dict[str, str], faults: list[str]
) -> None:
    assert faults_of(variables) == faults


def test_the_checksums_are_those_of_the_files(tmp_path: Path) -> None:
    for name in ("one.whl", "two.tar.gz"):
        (tmp_path / name).write_text(name)
    (tmp_path / "SHA256SUMS").write_text(sums_of(sorted(tmp_path.iterdir())))
    check = [installed("sha256sum"), "--check", "--strict", "SHA256SUMS"]
    assert subprocess.run(check, cwd=tmp_path, check=False).returncode == 0
