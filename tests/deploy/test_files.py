"""The files of `deploy/` are valid for the programs that read them, and name existing things."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from scorekeeper.__main__ import OLDEST
from scorekeeper.cli.production import LONGEST_END
from scorekeeper.config import CHECKOUT, MOST_BYTES, MOST_UPLOADED, read_settings
from tests.support.processes import addresses, installed, serving
from tests.support.walks import walk

DEPLOY = CHECKOUT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = ("compose.yaml", "compose.server.yaml")
HEALTH = json.loads(re.findall(r"HEALTHCHECK [^[]*CMD (\[.+\])$", DOCKERFILE, re.MULTILINE)[0])
"""The command that checks a container’s health."""

CONTAINERS = (CHECKOUT / "docs" / "docker.md").read_text(encoding="utf-8")
FORMS = CHECKOUT / ".github" / "ISSUE_TEMPLATE"
TOOLS = Path(sys.executable).parent


def succeeds(*command: str, **variables: str) -> str:
    """Run a program that must succeed, and return its output."""
    environ = os.environ | variables
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environ)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@walk("name", ["nginx.conf", "nginx.below.conf"])
def test_nginx_passes_on_a_club_as_large_as_the_page_takes_and_little_else(name: str) -> None:
    text = (DEPLOY / name).read_text("utf-8")
    usual, of_a_club = map(int, re.findall(r"client_max_body_size (\d+)m;", text))
    assert MOST_BYTES < usual * 2**20 <= 2**20
    assert of_a_club * 2**20 > MOST_UPLOADED
    [place] = re.findall(r"location = (\S+) \{[^{}]+ 17m;", text)
    assert place.removeprefix("/rummy") == "/club/transfer"


def test_the_linter_of_dockerfiles_has_nothing_to_say() -> None:
    hadolint = installed(str(TOOLS / "hadolint"), "hadolint")
    assert succeeds(hadolint, str(DEPLOY / "Dockerfile")) == ""


@pytest.mark.slow
@walk(
    ("schema", "files"),
    [
        ("compose-spec", [DEPLOY / name for name in COMPOSE]),
        ("github-issue-forms", [FORMS / "fault.yml", FORMS / "rule.yml"]),
        ("github-issue-config", [FORMS / "config.yml"]),
        ("dependabot", [CHECKOUT / ".github" / "dependabot.yml"]),
        ("github-workflows", [*CHECKOUT.glob(".github/workflows/*.yml")]),
    ],
)
def test_what_others_read_is_as_their_schema_wants_it(schema: str, files: list[Path]) -> None:
    checker = installed(str(TOOLS / "check-jsonschema"), "check-jsonschema")
    succeeds(checker, "--builtin-schema", f"vendor.{schema}", *map(str, files))


@walk("name", COMPOSE)
def test_what_a_compose_file_cannot_do_without_is_told_where_it_begins(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    needed = set(re.findall(r"\$\{(\w+):\?", text))
    assert needed
    assert set(re.findall(r"^#   (\w+)=", text, re.MULTILINE)) == needed
    assert needed <= set(re.findall(r"^(\w+)=", CONTAINERS, re.MULTILINE))


def test_both_compose_files_keep_the_data_folder_and_nothing_else_in_one_volume() -> None:
    mounted = [
        re.findall(r"^    volumes: \[\"(\w+):(\S+)\"\]$", text, re.MULTILINE)
        for text in ((DEPLOY / name).read_text(encoding="utf-8") for name in COMPOSE)
    ]
    [data] = re.findall(r"^VOLUME (\S+)$", DOCKERFILE, re.MULTILINE)
    assert mounted[0] == [("scores", data)]
    assert [place for each in mounted for name, place in each if name == "scores"] == [data, data]


def test_every_command_for_containers_names_a_file_and_a_service_that_are_there() -> None:
    commands = re.findall(r"^docker compose -f (\S+) (\w+)(.*)$", CONTAINERS, re.MULTILINE)
    assert {Path(file).name for file, *_more in commands} == set(COMPOSE)
    for file, command, rest in commands:
        services = (CHECKOUT / file).read_text(encoding="utf-8").partition("\nvolumes:")[0]
        known = set(re.findall(r"^  (\w+):$", services, re.MULTILINE))
        assert command in ("up", "down", "ps") or known & set(re.findall(r"\w+", rest)), rest


@walk("name", ["compose.yaml", "compose.server.yaml", "scorekeeper.service"])
def test_every_setting_that_a_file_names_is_one(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    found = re.findall(r'\b(SCOREKEEPER_[A-Z_]+)(?:=|: )"?([\w./:@-]*)', text)
    values = {name: value for name, value in found if "$" not in value}
    assert values
    read_settings({**values, "SCOREKEEPER_PUBLIC_URL": "", "SCOREKEEPER_DATABASE_URL": ""})


def test_whatever_stops_the_server_waits_until_it_has_ended() -> None:
    for name, given in [
        ("compose.yaml", r"stop_grace_period: (\d+)s"),
        ("compose.server.yaml", r"stop_grace_period: (\d+)s"),
        ("scorekeeper.service", r"TimeoutStopSec=(\d+)"),
    ]:
        [seconds] = re.findall(given, (DEPLOY / name).read_text(encoding="utf-8"))
        assert int(seconds) > LONGEST_END, name


def test_systemd_understands_the_unit_and_finds_it_closed(tmp_path: Path) -> None:
    systemd = installed("systemd-analyze")
    unit = tmp_path / "scorekeeper.service"
    text = (DEPLOY / "scorekeeper.service").read_text(encoding="utf-8")
    # Any program will do. The path of this Python can have a space.
    unit.write_text(text.replace("/opt/scorekeeper/bin/scorekeeper", "/bin/sh"), "utf-8")
    assert succeeds(systemd, "verify", str(unit)) == ""
    # The scale is from 0, no rights, to 100.
    succeeds(systemd, "security", "--offline=true", "--threshold=20", str(unit), LC_ALL="C.UTF-8")


@pytest.mark.slow
def test_what_the_image_copies_is_enough_to_serve_and_to_be_healthy(tmp_path: Path) -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8")
    for name in " ".join(copied).split():
        assert f"!{name}\n" in ignored
        source = CHECKOUT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("*.pyc"))
        else:
            shutil.copy(source, tmp_path)
    [data] = re.findall(r"SCOREKEEPER_DATA_DIR=(\S+)", DOCKERFILE)
    assert f"VOLUME {data}" in DOCKERFILE
    with serving(cwd=tmp_path, SCOREKEEPER_DATA_DIR=str(tmp_path / "data")) as (_process, printed):
        [address, *_others] = addresses(printed)
        with urlopen(address + "rules") as page:  # noqa: S310 - our own server
            assert page.status == 200
        port = str(urlsplit(address).port)
        succeeds(sys.executable, *HEALTH[1:], SCOREKEEPER_PORT=port)
    with pytest.raises(AssertionError, match="refused"):
        succeeds(sys.executable, *HEALTH[1:], SCOREKEEPER_PORT=port)


def test_the_packages_of_the_image_are_pinned_with_hashes() -> None:
    [pinned] = set(re.findall(r"requirements[\w-]*\.txt", DOCKERFILE))
    text = (CHECKOUT / pinned).read_text(encoding="utf-8")
    assert "--require-hashes" in DOCKERFILE
    for package in ("granian", "psycopg-binary", "prometheus-client", "waitress"):
        assert re.search(rf"^{package}==[^\n]+\\\n    --hash=sha256:", text, re.MULTILINE), package


@walk("name", ["requirements-server.txt", "requirements-dev.txt"])
def test_every_list_of_packages_has_the_same_versions(name: str) -> None:
    lists = [(CHECKOUT / each).read_text(encoding="utf-8") for each in ("requirements.txt", name)]
    needed, all_ = (set(re.findall(r"^[\w.-]+==[\w.]+", text, re.MULTILINE)) for text in lists)
    assert needed <= all_


@walk("name", sorted(path.name for path in CHECKOUT.glob("requirements*.txt")))
def test_every_list_of_packages_begins_with_what_pip_tells_an_older_python(name: str) -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = ".".join(map(str, OLDEST))
    assert project["requires-python"] == f">={oldest}"
    text = (CHECKOUT / name).read_text(encoding="utf-8")
    first = re.sub(r"(?:#.*\n)+", "", text).partition("\n")[0]
    assert first == f"python-{oldest}-or-newer-is-needed==0 ; python_version < '{oldest}' \\"
