"""The files of a release: `make release` builds the commit, checks it, and fills `dist/`.

The wheel and the sdist are built twice, in different folders, and must be equal. `dist/` also gets
a bill of materials, the text of the tag and the checksums of all files.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper import __version__
from scorekeeper.config import CHECKOUT
from tests.support.served import sizes_of_served_files

DIST = CHECKOUT / "dist"
TAG = f"v{__version__}"
CHANGELOG = CHECKOUT / "CHANGELOG.md"
TOOLS = Path(sys.executable).parent


def run(*command: str | Path, cwd: Path = CHECKOUT, **variables: str) -> str:
    """Return a program’s output. Exit with the output if the program fails."""
    done = subprocess.run(
        command, cwd=cwd, env=os.environ | variables, capture_output=True, text=True, check=False
    )
    return done.stdout if done.returncode == 0 else sys.exit(done.stdout + done.stderr)


def repository() -> str:
    """Return the address of the repository in `pyproject.toml`."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(project["tool"]["hatch"]["metadata"]["hooks"]["custom"]["repository"])


def text_of_the_tag(changelog: str, version: str) -> str:
    """Return the changelog of a version as plain text. Git would drop lines with `#`."""
    parts = re.split(r"^## \[(.+?)\].*\n", changelog, flags=re.MULTILINE)
    said = dict(zip(parts[1::2], parts[2::2], strict=True))[version]
    said = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", said)
    return f"Scorekeeper {version}\n\n{re.sub(r'^#+ ', '', said, flags=re.MULTILINE).strip()}\n"


def unready(changelog: str, version: str) -> list[str]:
    """Return the tasks left before a version can be released."""
    faults = []
    if ".dev" in version:
        faults.append(f"{version} is in development: scorekeeper/__init__.py has the version.")
    unreleased = re.split(r"^## .+\n", changelog, flags=re.MULTILINE)[1]
    if unreleased.strip():
        faults.append("CHANGELOG.md has lines under “Unreleased”: move them under the version.")
    return faults


def faults_of(variables: Mapping[str, str]) -> list[str]:
    """Return the reasons not to publish the tag of a workflow run."""
    if variables.get("GITHUB_REF_TYPE") != "tag":
        return []
    here = f"{variables['GITHUB_SERVER_URL']}/{variables['GITHUB_REPOSITORY']}"
    said = {TAG: variables["GITHUB_REF_NAME"], repository(): here}
    return [
        f"the project says {told}, and this is {found}"
        for told, found in said.items()
        if told != found
    ]


def build(into: Path, made_at: str) -> dict[str, bytes]:
    """Build the commit in a separate folder, and return the files by name."""
    sources = into / "sources"
    sources.mkdir(parents=True)
    run("git", "archive", "--output", into / "sources.tar", "HEAD")
    shutil.unpack_archive(into / "sources.tar", sources, filter="data")
    builds = (sys.executable, "-m", "build", "--no-isolation", "--outdir", into / "dist")
    run(*builds, cwd=sources, SOURCE_DATE_EPOCH=made_at)
    return {file.name: file.read_bytes() for file in (into / "dist").iterdir()}


def install(wheel: Path, into: Path) -> Path:
    """Install the wheel with only the pinned packages into a new environment."""
    run(sys.executable, "-m", "venv", "--without-pip", into)
    pip = (sys.executable, "-m", "pip", "--python", into, "install", "--quiet")
    run(*pip, "--require-hashes", "--requirement", CHECKOUT / "requirements.txt")
    run(*pip, "--no-deps", wheel)
    return into


def write_bill_of_materials(environment: Path, into: Path, made_at: str) -> None:
    """List every package of an environment, with its licence and dependencies, as CycloneDX."""
    project = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")
    described = environment / "pyproject.toml"
    version = f'version = "{__version__}"'
    described.write_text(re.sub("^dynamic = .*", version, project, flags=re.MULTILINE), "utf-8")
    lists = (TOOLS / "cyclonedx-py", "environment", environment, "--output-reproducible")
    run(*lists, "--pyproject", described, "--output-file", into, SOURCE_DATE_EPOCH=made_at)


def release(folder: Path) -> None:
    """Fill `dist/`. Exit with a message at the first fault."""
    made_at = run("git", "log", "-1", "--format=%ct").strip()
    files = build(folder / "once", made_at)
    if files != build(folder / "again", made_at):
        sys.exit("The files come out otherwise when they are built again.")
    shutil.rmtree(DIST, ignore_errors=True)
    shutil.copytree(folder / "once" / "dist", DIST)
    run(TOOLS / "twine", "check", "--strict", *DIST.iterdir())
    [wheel] = DIST.glob("*.whl")
    environment = install(wheel, folder / "installed")
    served = sizes_of_served_files(environment / "bin" / "scorekeeper")
    print(f"The wheel, installed by itself, serves a page and the {len(served)} files it names.")
    write_bill_of_materials(environment, wheel.with_suffix(".cdx.json"), made_at)
    said = text_of_the_tag(CHANGELOG.read_text(encoding="utf-8"), __version__)
    (DIST / "TAG.txt").write_text(said, encoding="utf-8")
    (DIST / "SHA256SUMS").write_text(sums_of(sorted(DIST.iterdir())), encoding="utf-8")


def sums_of(files: Sequence[Path]) -> str:
    """Return the input of `sha256sum --check`."""
    sums = [(hashlib.sha256(file.read_bytes()).hexdigest(), file.name) for file in files]
    return "".join(f"{digest}  {name}\n" for digest, name in sums)


def main() -> None:
    """Make the release of the current commit, and print the next step."""
    if changed := run("git", "status", "--porcelain"):
        sys.exit(f"Commit this first:\n{changed}")
    changelog = CHANGELOG.read_text(encoding="utf-8")
    if faults := [*unready(changelog, __version__), *faults_of(os.environ)]:
        sys.exit("\n".join(faults))
    with TemporaryDirectory() as folder:
        release(Path(folder))
    print((DIST / "SHA256SUMS").read_text(encoding="utf-8"), end="")
    if ".example/" in repository():
        print("Nobody has set the address of the repository: see pyproject.toml")
    print(f"Tag it: git tag -a {TAG} -F dist/TAG.txt")


if __name__ == "__main__":
    main()
