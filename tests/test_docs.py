"""The README and `docs/` describe the program correctly: tables, commands, links, keys.

`python -m tests.support.docs` writes outdated tables again.
"""

from __future__ import annotations

import argparse
import doctest
import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from itertools import chain
from math import comb
from pathlib import Path

from scorekeeper import __version__
from scorekeeper.cli import main
from scorekeeper.config import CHECKOUT, SETTINGS, read_settings
from scorekeeper.rummy import answer_melds, score
from scorekeeper.rummy.documents import about, game, history, melds, round
from scorekeeper.storage.models import COUNTERS
from scorekeeper.transfer import exports
from scorekeeper.transfer.club_tournaments import STANDINGS_TABLE
from scorekeeper.transfer.tables import TABLES
from tests.support.catalogue import texts_of_the_sources
from tests.support.docs import PAGES, PARTS, SEARCHED, filled, parts_in
from tests.support.released import RELEASED
from tests.support.walks import walk

TEXTS = {path.relative_to(CHECKOUT).as_posix(): path.read_text(encoding="utf-8") for path in PAGES}
README = TEXTS["README.md"]
HOSTING = TEXTS["docs/hosting.md"]
GAME_DOCUMENT = TEXTS["docs/game-document.md"]
EXPORT = TEXTS["docs/export-import.md"]
ELSEWHERE = {"General → Login Items"}
"""Names of buttons on a Mac."""

CI = (CHECKOUT / ".ci" / "run").read_text(encoding="utf-8")


@walk("name", list(TEXTS))
def test_what_is_made_from_the_program_is_up_to_date(name: str) -> None:
    assert filled(TEXTS[name]) == TEXTS[name], "run: python -m tests.support.docs"


def test_every_table_of_the_program_is_in_the_documentation() -> None:
    assert set(chain.from_iterable(map(parts_in, TEXTS.values()))) == set(PARTS)


def test_every_setting_is_in_the_documentation_and_no_other() -> None:
    known = {each.variable for each in SETTINGS} | {"SCOREKEEPER_TEST_POSTGRES_URL"}
    assert set(re.findall(r"SCOREKEEPER_[A-Z_]+", " ".join(TEXTS.values()))) == known


def test_every_example_of_a_login_is_a_setting_that_is_taken() -> None:
    texts = [*TEXTS.values(), (CHECKOUT / "deploy" / "Caddyfile.login").read_text(encoding="utf-8")]
    found = re.findall(r"SCOREKEEPER_SIGN_IN='([^']+)'", " ".join(texts))
    assert len(found) > 4
    for text in found:
        assert str(read_settings({"SCOREKEEPER_SIGN_IN": text}).sign_in) == text


def commands() -> Iterable[tuple[str, argparse.ArgumentParser]]:
    [subparsers] = (
        action
        for action in main.make_parser()._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    return subparsers.choices.items()


def test_the_documentation_shows_every_command() -> None:
    shown = re.findall(r"^\| (`scorekeeper .*?`) \|", HOSTING, re.MULTILINE)
    named = re.findall(r"`scorekeeper ([a-z-]+)`", " ".join(shown))
    assert sorted(named) == sorted(name for name, _parser in commands())


def test_every_command_in_the_documentation_exists() -> None:
    named = re.findall(
        r"(?:-m |`|^)scorekeeper ([a-z][a-z-]*)", " ".join(TEXTS.values()), re.MULTILINE
    )
    assert set(named) == {name for name, _parser in commands()}


def test_every_command_of_the_makefile_in_the_documentation_exists() -> None:
    makefile = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
    known = set(re.findall(r"^([a-z]+):.*##", makefile, re.MULTILINE)) - {"help"}
    named = re.findall(r"`make ([a-z]+)", " ".join(TEXTS.values()))
    assert named
    assert set(named) <= known


@walk("name", list(TEXTS))
def test_every_link_leads_to_a_file_and_a_heading_that_are_there(name: str) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", TEXTS[name]):
        link, _, anchor = target.partition("#")
        path = (CHECKOUT / name).parent / link if link else CHECKOUT / name
        assert path.exists(), target
        if anchor:
            assert anchor in headings(path.read_text(encoding="utf-8")), target


@walk("name", list(TEXTS))
def test_no_page_has_an_invisible_control_character(name: str) -> None:
    """With a NUL in a page, git and grep take the page for a binary file."""
    assert not re.findall(r"[\x00-\x08\x0b-\x1f]", TEXTS[name])


@walk("word", list(SEARCHED))
def test_what_newcomers_search_for_is_a_word_of_the_page_that_answers(word: str) -> None:
    assert word in re.findall(r"\w+", TEXTS[f"docs/{SEARCHED[word]}.md"].lower())


@walk("page", ["access", "on-a-server", "questions", "start"])
def test_what_is_to_be_pressed_is_called_so_on_the_pages(page: str) -> None:
    """Names of buttons are in italics, and ways to a page in bold, as in **Club → Members**."""
    sentences = re.sub(r"```.*?```|`[^`]*`", "", TEXTS[f"docs/{page}.md"], flags=re.DOTALL)
    pressed = re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", sentences)
    ways = re.findall(r"\*\*([^*]+ → [^*]+)\*\*", sentences)
    known = texts_of_the_sources().keys() | ELSEWHERE
    for said in chain(pressed, *(way.split(" → ") for way in ways)):
        assert " ".join(said.split()) in known, said


def headings(text: str) -> set[str]:
    """Return the anchors of a page’s headings."""
    found = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", each).lower().replace(" ", "-") for each in found}


@walk("name", list(TEXTS))
def test_every_path_in_the_documentation_exists(name: str) -> None:
    folders = r"(?:scorekeeper|templates|static|tests|docs|deploy|\.ci)"
    for path in re.findall(rf"`({folders}/[\w./-]*)`", TEXTS[name]):
        is_to_be_made = "NAME" in path or "/nl/" in path or path.endswith("/.env")
        assert is_to_be_made or (CHECKOUT / path).exists(), path


def names_in_modules(text: str) -> Iterator[tuple[str, str]]:
    """Yield every name next to a link to a module, with that module."""
    row = re.compile(r"\[[a-z_]+\.py\]\(\.\./([\w/]+\.py)\)(?: \||:)((?:(?:,| and)? `\w+`)+)")
    for path, names in row.findall(text):
        yield from ((path, name) for name in re.findall(r"\w+", names.replace(" and ", " ")))


def test_every_name_in_the_design_is_in_the_module_beside_it() -> None:
    named = list(names_in_modules(TEXTS["docs/design.md"]))
    assert len(named) > 20
    for path, name in named:
        module = (CHECKOUT / path).read_text(encoding="utf-8")
        is_there = re.search(rf"^(?:def |class |){name}\b", module, re.MULTILINE)
        assert is_there, f"docs/design.md names {name} in {path}: say where it is now"


def code_blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


_WITH_ANSWERS = {
    "a game": 0,
    "one of partners": 2,
}
"""The indices of games among the examples. Each is followed by its answer."""


@walk("first", _WITH_ANSWERS)
def test_the_document_and_the_answer_in_the_documentation_belong_together(first: int) -> None:
    blocks = code_blocks(GAME_DOCUMENT, "json")[first : first + 2]
    document, answer = map(json.loads, blocks)
    scored = score(document).as_json()
    for told, entry in zip(answer["rounds"], scored["rounds"], strict=False):
        assert told == {key: entry[key] for key in told}
    rest = {key: value for key, value in answer.items() if key not in ("rounds", "rules")}
    assert rest == {key: scored[key] for key in rest}


def test_the_hands_and_their_melds_in_the_documentation_belong_together() -> None:
    blocks = [json.loads(block) for block in code_blocks(GAME_DOCUMENT, "json")[4:]]
    for question, answer in zip(blocks[::2], blocks[1::2], strict=True):
        assert answer == answer_melds(question).as_json()


def test_the_examples_of_the_library_hold() -> None:
    page = CHECKOUT / "docs" / "library.md"
    ran = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert (ran.failed, ran.attempted > 5) == (0, True)


@walk("key", sorted(game._PLAY_KEYS | about.ABOUT_KEYS | round.ROUND_KEYS | melds._KEYS))
def test_the_documentation_names_every_key_of_a_document(key: str) -> None:
    assert re.search(rf"^\|.*`{key}`.*\|", GAME_DOCUMENT, re.MULTILINE)


@walk("key", sorted(round._BETWEEN_KEYS))
def test_the_documentation_names_every_key_of_what_happens_between_rounds(key: str) -> None:
    chapter = GAME_DOCUMENT.split("### Between two rounds")[1].split("\n### ")[0]
    assert re.search(rf"`{key}`", chapter)


@walk("key", sorted(history._STEP_KEYS))
def test_the_documentation_names_every_key_of_a_change(key: str) -> None:
    chapter = GAME_DOCUMENT.split("### The history")[1].split("\n## ")[0]
    assert re.search(rf"^\| .*`{key}`.*\|", chapter, re.MULTILINE)


def test_the_documentation_names_every_counter_and_no_other() -> None:
    chapter = EXPORT.split("| Counter |")[1]
    named = re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`.*?) \|", chapter, re.MULTILINE)))
    assert tuple(named) == COUNTERS


def test_the_documentation_names_every_file_of_an_archive() -> None:
    named = set(re.findall(r"`([a-z]+\.[a-z]+)`", EXPORT.split("## The archive")[1]))
    tables = {table.file_name for table in (*TABLES, STANDINGS_TABLE)}
    others = {exports.ABOUT, exports.PLAYERS, exports.GAMES, exports.TOURNAMENTS, exports.LEAGUES}
    assert named == others | {exports.STATISTICS} | tables


def test_every_direct_dependency_has_its_reason_beside_it() -> None:
    text = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)
    wanted = [
        *project["project"]["dependencies"],
        *chain(*project["project"]["optional-dependencies"].values()),
        *chain(*project["dependency-groups"].values()),
    ]
    assert len(wanted) > 40
    for requirement in wanted:
        assert re.search(rf'^    "{re.escape(requirement)}", # \S', text, re.MULTILINE), requirement


def test_the_continuous_integration_runs_the_test_command_of_the_readme() -> None:
    lines = "\n".join(code_blocks(README, "sh")).split("\n")
    [command] = [line for line in lines if "pytest" in line]
    assert command in CI


def files_of_the_project() -> Iterator[Path]:
    yield from (path for path in CHECKOUT.iterdir() if path.is_file())
    for folder in (
        ".ci",
        ".github",
        "deploy",
        "docs",
        "scorekeeper",
        "static",
        "templates",
        "tests",
    ):
        for path in (CHECKOUT / folder).rglob("*"):
            if path.is_file() and path.suffix != ".pyc":
                yield path


def test_no_file_of_the_project_names_a_package_index() -> None:
    indexes = ("pypi" + ".org", "python" + "hosted.org", "npm" + "js.org", "npm" + "js.com")
    for path in files_of_the_project():
        content = path.read_bytes()
        assert not [index for index in indexes if index.encode() in content], path


def test_the_changelog_has_the_date_of_this_version_and_room_for_the_next() -> None:
    changelog = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
    unreleased, this, *_older = re.findall(r"^## (.+)$", changelog, re.MULTILINE)
    assert unreleased == "[Unreleased]"
    dated = re.fullmatch(r"\[([0-9.]+)\] - \d{4}-\d\d-\d\d", this)
    assert dated
    now, in_development, _number = __version__.partition(".dev")
    newest, version = (tuple(map(int, each.split("."))) for each in (dated[1], now))
    assert newest < version if in_development else newest == version


def test_what_is_cited_is_the_newest_version_that_was_released() -> None:
    changelog = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## \[([0-9.]+)\] - (.+)$", changelog, re.MULTILINE)
    cited = (CHECKOUT / "CITATION.cff").read_text(encoding="utf-8")
    assert newest
    assert f'version: {newest[1]}\ndate-released: "{newest[2]}"\n' in cited


def test_a_score_book_of_every_version_since_1_0_is_kept() -> None:
    changelog = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## \[([1-9].+)\]", changelog, re.MULTILINE)
    assert sorted(released) == [path.stem for path in RELEASED]


def test_every_picture_of_the_readme_is_there_and_says_what_it_shows() -> None:
    pictures = re.findall(r'<img src="([^"]+)" width="[^"]+" alt="([^"]*)">', README)
    assert len(pictures) == README.count("<img ") > 0
    for path, shows in pictures:
        assert (CHECKOUT / path).is_file(), path
        assert len(shows) > 20, path


def test_no_command_installs_the_program_of_somebody_else() -> None:
    """`scorekeeper` on the Python package index is another program."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"] == "rummy-scorekeeper"
    folders = (CHECKOUT / name for name in ("scorekeeper", "deploy", ".github", "docs"))
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    told = [path.read_text(encoding="utf-8", errors="ignore") for path in files] + [README, CI]
    installs = re.findall(r"(?:pipx?|uvx?)\b[^\n`&]*", "\n".join(told))
    assert any("requirements-server.txt" in line for line in installs)
    ours = ("pipx run --spec . scorekeeper serve", "uvx --from . scorekeeper serve")
    others = [line for line in installs if not line.startswith(ours)]
    assert not [line for line in others if re.search(r"(?<![\w./-])scorekeeper(?![\w./-])", line)]


def test_every_finding_stands_in_their_table_and_pins_its_packages() -> None:
    folder = CHECKOUT / "findings"
    scripts = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.sh")}
    table = (folder / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([\w-]+)`", table, re.MULTILINE) == sorted(scripts)
    for name, script in scripts.items():
        packages = re.findall(r"pip\"? install (?:--\S+ )*(.+)", script)
        assert packages, name
        assert all("==" in package for package in packages[0].split()), name


def test_the_readme_says_how_many_gin_hands_are_proved() -> None:
    assert f"[prove](docs/proved.md) it for all {comb(52, 10):,} hands of ten cards" in README
    assert f"all {comb(52, 11):,} of eleven" in TEXTS["docs/proved.md"]
