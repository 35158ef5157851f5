"""The wheel and the sdist have the right files, and are the same after each build."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from email.message import Message
from email.parser import Parser
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from babel import Locale

from scorekeeper import __version__
from scorekeeper.config import CHECKOUT
from scorekeeper.languages import LANGUAGES
from tests.support.processes import installed

PYPROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
REPOSITORY = PYPROJECT["tool"]["hatch"]["metadata"]["hooks"]["custom"]["repository"]
LICENCES = set(PYPROJECT["project"]["license-files"])
CHECKS = (CHECKOUT / ".github" / "workflows" / "checks.yml").read_text(encoding="utf-8")

TAG = "HEAD" if ".dev" in __version__ else f"v{__version__}"
"""The git revision of the pictures and pages in the package’s description."""
ABOUT = f"rummy_scorekeeper-{__version__}.dist-info/"


def build(source: Path, into: Path, *options: str) -> Path:
    """Build the files of a release from a folder with the sources."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", into, *options]
    done = subprocess.run(
        command, cwd=source, capture_output=True, text=True, check=False, env=PLAIN
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return into


PLAIN = {name: text for name, text in os.environ.items() if name != "SOURCE_DATE_EPOCH"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an sdist, and of the wheel built from it."""
    return build(CHECKOUT, tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def wheel(built: Path) -> Iterator[zipfile.ZipFile]:
    [file] = built.glob("*.whl")
    with zipfile.ZipFile(file) as opened:
        yield opened


@pytest.fixture(scope="module")
def sources(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist, unpacked."""
    [file] = built.glob("*.tar.gz")
    folder = tmp_path_factory.mktemp("sources")
    with tarfile.open(file) as opened:
        # Python 3.11.2, the version of Debian 12, does not have this filter.
        opened.extraction_filter = getattr(tarfile, "data_filter", None)
        opened.extractall(folder)  # noqa: S202 - a file that these tests built
    return folder / f"rummy_scorekeeper-{__version__}"


@pytest.fixture(scope="module")
def metadata(wheel: zipfile.ZipFile) -> Message:
    return Parser().parsestr(wheel.read(ABOUT + "METADATA").decode())


def tracked(*folders: str) -> set[str]:
    """Return the paths of the project’s own files in these folders, or in all.

    An empty repository applies `.gitignore`, so this works in an unpacked archive too.
    """
    git = installed("git")
    with TemporaryDirectory() as empty:
        subprocess.run([git, "init", "--quiet", "--bare", empty], check=True)
        asks = [git, f"--git-dir={empty}", "--work-tree=.", "ls-files", "-z", "--others"]
        asks = [*asks, "--exclude-standard", *folders]
        listed = subprocess.run(asks, cwd=CHECKOUT, capture_output=True, check=True)
    return {path for path in listed.stdout.decode().split("\0") if (CHECKOUT / path).is_file()}


def test_the_wheel_has_the_program_and_nothing_that_only_its_makers_need(
    wheel: zipfile.ZipFile,
) -> None:
    pages = {f"scorekeeper/{path}" for path in tracked("static", "templates")}
    needed = {
        path
        for path in pages | tracked("scorekeeper")
        if not path.startswith(("scorekeeper/static/screenshots/", "scorekeeper/static/LICENSE"))
        and not path.endswith(".po")
    }
    held = {name for name in wheel.namelist() if not name.startswith(ABOUT)}
    assert held == needed
    assert any(name.endswith("/fr/LC_MESSAGES/messages.mo") for name in held)


def test_each_licence_is_in_the_wheel_once(wheel: zipfile.ZipFile, metadata: Message) -> None:
    held = [name for name in wheel.namelist() if "LICENSE" in name]
    assert sorted(held) == sorted(f"{ABOUT}licenses/{name}" for name in LICENCES)
    assert {*metadata.get_all("License-File", [])} == LICENCES
    assert {path for path in tracked() if "LICENSE" in path} == LICENCES


def test_the_sdist_has_the_whole_project(sources: Path) -> None:
    held = {path.relative_to(sources).as_posix() for path in sources.rglob("*") if path.is_file()}
    assert held - {"PKG-INFO"} == tracked() - {"instance/.gitignore"}


@pytest.mark.slow
def test_what_is_built_again_elsewhere_later_or_from_the_sdist_is_the_same_to_the_byte(
    built: Path, sources: Path, tmp_path: Path
) -> None:
    moved = Path(shutil.copytree(sources, tmp_path / "elsewhere"))
    (moved / "PKG-INFO").unlink()
    for path in moved.rglob("*"):
        path.chmod(path.stat().st_mode | 0o022)
        os.utime(path, (0, 0))
    again = build(moved, tmp_path / "again", "--sdist")
    build(sources, again, "--wheel")
    assert {file.name: file.read_bytes() for file in again.iterdir()} == {
        file.name: file.read_bytes() for file in built.iterdir()
    }


def test_the_description_leads_to_pictures_and_pages_that_are_there(metadata: Message) -> None:
    described = str(metadata.get_payload())
    found = re.findall(r'(?:src="|\]\()([^")#]+)', described)
    there = re.findall(
        rf"^{re.escape(REPOSITORY)}/(?:blob|raw)/{re.escape(TAG)}/(.+)$",
        "\n".join(found),
        re.MULTILINE,
    )
    assert len(there) == len(found) > 20
    assert all((CHECKOUT / path).exists() for path in there)
    assert "static/screenshots/home.png" in there
    plain = re.sub(rf"{re.escape(REPOSITORY)}/\w+/{re.escape(TAG)}/", "", described)
    assert plain == (CHECKOUT / "README.md").read_text(encoding="utf-8")


def test_one_address_leads_to_all_that_the_project_names(metadata: Message) -> None:
    named = dict(each.split(", ") for each in metadata.get_all("Project-URL", []))
    assert named.keys() == {"Source", "Documentation", "Changelog", "Issues"}
    assert all(address.startswith(REPOSITORY) for address in named.values())


def test_the_metadata_name_the_languages_and_the_pythons_that_are_tested(
    metadata: Message,
) -> None:
    told = metadata.get_all("Classifier", [])
    spoken = {f"Natural Language :: {Locale.parse(code).english_name}" for code in LANGUAGES}
    assert {each for each in told if each.startswith("Natural")} == spoken
    [pythons, *_] = re.findall(r"^        python: \[(.+)\]$", CHECKS, re.MULTILINE)
    tested = [
        f"Programming Language :: Python :: {each}" for each in re.findall(r"[\d.]+", pythons)
    ]
    assert [each for each in told if "Python :: 3." in each] == tested
    assert "Typing :: Typed" in told
