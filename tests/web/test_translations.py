"""The French catalogue: complete, compiled, true to its templates, and set as French is."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from scorekeeper.config import CHECKOUT

FRENCH = CHECKOUT / "scorekeeper" / "translations" / "fr" / "LC_MESSAGES" / "messages.po"
KEYWORDS = {**DEFAULT_KEYWORDS, "lazy_gettext": None, "message": (1,)}
PLACEHOLDER = re.compile(r"\{\w*\}|%\(\w+\)[sd]")
PLACES_FOR_PEOPLE = ("scorekeeper", "templates")


@pytest.fixture(scope="module")
def texts() -> set[str]:
    """Every text for people in the sources: in the core, the pages and the command line."""
    settings = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    mappings = settings["tool"]["babel"]["mappings"]
    found = extract_from_dir(
        CHECKOUT,
        [(mapping["pattern"], mapping["method"]) for mapping in mappings],
        {mapping["pattern"]: mapping for mapping in mappings},
        keywords=KEYWORDS,
        directory_filter=lambda path: _is_for_people(Path(path)),
    )
    return {text[0] if isinstance(text, tuple) else text for _file, _line, text, *_rest in found}


def _is_for_people(folder: Path) -> bool:
    parts = folder.relative_to(CHECKOUT).parts
    return not parts or parts[0] in PLACES_FOR_PEOPLE


@pytest.fixture(scope="module")
def french() -> Catalog:
    """The catalogue as it is edited."""
    with FRENCH.open("rb") as file:
        return read_po(file, locale="fr")


def forms(message: Message) -> list[str]:
    """The translation, or both where there is one for many."""
    return [message.string] if isinstance(message.string, str) else list(message.string)


def entries(catalogue: Catalog) -> list[Message]:
    """Every entry but the header."""
    return [message for message in catalogue if message.id]


def spoken(catalogue: Catalog) -> dict[str, list[str]]:
    """What the catalogue says to each text."""
    return {first(message): forms(message) for message in entries(catalogue)}


def first(message: Message) -> str:
    """The text, or the one for a single thing."""
    return message.id if isinstance(message.id, str) else message.id[0]


def test_every_text_has_its_french(texts: set[str], french: Catalog) -> None:
    assert len(texts) > 200
    known = {text for text, said in spoken(french).items() if all(said)}
    assert sorted(texts - known) == []


def test_nothing_is_kept_that_nobody_says(texts: set[str], french: Catalog) -> None:
    assert sorted(set(spoken(french)) - texts) == []
    assert not [message.id for message in entries(french) if message.fuzzy]


def test_the_compiled_catalogue_is_up_to_date(french: Catalog) -> None:
    with FRENCH.with_suffix(".mo").open("rb") as file:
        compiled = read_mo(file)
    assert spoken(compiled) == spoken(french)


def test_the_facts_of_a_text_are_in_its_french_too(french: Catalog) -> None:
    for message in entries(french):
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        wanted = set(PLACEHOLDER.findall(ids[-1]))
        for text in forms(message):
            assert set(PLACEHOLDER.findall(text)) == wanted, text


@pytest.mark.parametrize(
    ("fault", "pattern"),
    [
        ("a straight apostrophe", r"'"),
        ("English quotation marks", r"[“”\"]"),
        ("no fixed space before a sign", r"(?<![\u00a0\u202f])[:;?!»](?!\w)|«(?!\u00a0)"),
        ("a space at an end", r"^\s|\s$"),
    ],
)
def test_it_is_set_as_french_is(french: Catalog, fault: str, pattern: str) -> None:
    wrong = [
        text for message in entries(french) for text in forms(message) if re.search(pattern, text)
    ]
    assert not wrong, fault
