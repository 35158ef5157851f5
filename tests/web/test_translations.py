"""The French catalogue: complete, compiled, true to its templates; each language well set."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from scorekeeper.config import CHECKOUT
from scorekeeper.languages import LANGUAGES, fits, ready
from tests.support.catalogue import (
    Text,
    brought_up_to_date,
    catalogue_of,
    faults_of,
    forms,
    texts_of_the_sources,
)
from tests.support.walks import walk

FRENCH = catalogue_of("fr")
RULES = CHECKOUT / "templates" / "rules" / "fr"
OF_OFFICES = r"(?i)\b(?:veuillez|l’on)\b"
UNLIKE_PRINT = r"(?<!\u202f)(?<!«\u00a0)[;?!](?!\w)|(?<!\u00a0)[:»](?!\w)|«(?!\u00a0)"
MARKUP = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<[^>]*>|&\w+;", re.DOTALL)
PLACEHOLDER = re.compile(r"\{\w*\}|%\(\w+\)[sd]")


@pytest.fixture(scope="module")
def sources() -> dict[Text, set[str]]:
    """Every text for people: in the core, the pages and the command line, and where it stands."""
    return texts_of_the_sources()


@pytest.fixture
def texts(sources: dict[Text, set[str]]) -> set[str]:
    """The same, without the plurals."""
    return {text if isinstance(text, str) else text[0] for text in sources}


@pytest.fixture(scope="module")
def french() -> Catalog:
    """The catalogue as it is edited."""
    with FRENCH.open("rb") as file:
        return read_po(file, locale="fr")


def entries(catalogue: Catalog) -> list[Message]:
    """Every entry but the header."""
    return [message for message in catalogue if message.id]


def spoken(catalogue: Catalog) -> dict[str, list[str]]:
    """The translations of each text."""
    return {first(message): forms(message) for message in entries(catalogue)}


def first(message: Message) -> str:
    """The text, or its singular."""
    return message.id if isinstance(message.id, str) else message.id[0]


def test_every_text_has_its_french(texts: set[str], french: Catalog) -> None:
    assert len(texts) > 200
    known = {text for text, said in spoken(french).items() if all(said)}
    assert sorted(texts - known) == []


def test_english_is_set_with_apostrophes_and_quotation_marks_as_in_print(texts: set[str]) -> None:
    assert sorted(text for text in texts if re.search(r"['\"]", text)) == []


def test_nothing_is_kept_that_nobody_says(texts: set[str], french: Catalog) -> None:
    assert sorted(set(spoken(french)) - texts) == []
    assert not [message.id for message in entries(french) if message.fuzzy]


@walk("language", list(LANGUAGES)[1:])
def test_every_catalogue_is_compiled_and_can_be_filled_in(language: str) -> None:
    written = catalogue_of(language)
    with written.open("rb") as file, written.with_suffix(".mo").open("rb") as compiled:
        edited, used = read_po(file, locale=language), read_mo(compiled)
    assert faults_of(edited) == []
    assert spoken(used) == {text: said for text, said in spoken(edited).items() if any(said)}


@walk(
    ("english", "said", "is_right"),
    [
        ("%(name)s wins", "%(name)s gagne", True),
        ("%(name)s wins", "%(nom)s gagne", False),
        ("%(name)s wins", "%(name) gagne", False),
        ("%(name)s wins", "gagne", True),
        ("%(count)d card", "%(num)d carte", True),
        ("{player} knocks", "{player} frappe", True),
        ("{player} knocks", "{joueur} frappe", False),
        ("{player} knocks", "{player frappe", False),
        ("Half of it", "50 % de tout", False),
        ("50%% of it, %(name)s", "50 %% de tout, %(name)s", True),
    ],
)
def test_a_translation_is_filled_in_like_its_english(
    english: str, said: str, is_right: bool
) -> None:
    assert fits(english, said) == is_right
    catalogue = Catalog(locale="fr")
    catalogue.add(english, said)
    assert bool(faults_of(catalogue)) != is_right


def test_what_cannot_be_filled_in_is_said_in_english(tmp_path: Path) -> None:
    broken = Catalog(locale="fr")
    broken.add("Welcome, %(name)s", "Bienvenue, %(nom)s")
    broken.add("Welcome", "Bienvenue")
    with (tmp_path / "messages.mo").open("wb") as file:
        write_mo(file, broken)
    with (tmp_path / "messages.mo").open("rb") as file:
        found = ready(Translations(file), LANGUAGES["fr"])
    assert found.gettext("Welcome, %(name)s") % {"name": "Ann"} == "Welcome, Ann"
    assert found.gettext("Welcome") == "Bienvenue"


def test_the_facts_of_a_text_are_in_its_french_too(french: Catalog) -> None:
    for message in entries(french):
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        wanted = set(PLACEHOLDER.findall(ids[-1]))
        for text in forms(message):
            assert set(PLACEHOLDER.findall(text)) == wanted, text


@walk(
    ("fault", "pattern"),
    [
        ("a straight apostrophe", r"'"),
        ("English quotation marks", r"[“”\"]"),
        ("not the space before a sign that print has", UNLIKE_PRINT),
        ("a space at an end", r"^\s|\s$"),
        ("a unit that may stand alone on the next line", r"(?<!\u00a0)\b(?:ko|Mo)\b"),
        ("three dots for an ellipsis", r"\.{3}"),
        ("a word of offices, as in “veuillez”", OF_OFFICES),
    ],
)
def test_it_is_set_as_french_is(french: Catalog, fault: str, pattern: str) -> None:
    wrong = [
        text for message in entries(french) for text in forms(message) if re.search(pattern, text)
    ]
    assert not wrong, fault


@walk("page", sorted(RULES.glob("*.html")))
def test_the_rules_are_set_as_french_is(page: Path) -> None:
    told = MARKUP.sub("", page.read_text(encoding="utf-8"))
    assert re.findall(f"{OF_OFFICES}|['\"“”]|\\.{{3}}", told) == []
    assert re.findall(f".*(?:{UNLIKE_PRINT})", told) == []


def test_the_catalogue_is_as_its_command_writes_it(sources: dict[Text, set[str]]) -> None:
    written = FRENCH.read_text(encoding="utf-8")
    up_to_date = brought_up_to_date(written, sources, "fr")
    assert written == up_to_date, "run: make translate"


OLD = """# By hand.
msgid ""
msgstr ""
"Language: fr\\n"

# Of the round.
#: scorekeeper/rummy/round.py
#: templates/rules/game.html
msgid "Knock"
msgstr ""
"Frappe"

#: templates/games/sheet.html
#, python-format
msgid "%(count)d card"
msgid_plural "%(count)d cards"
msgstr[0] "%(count)d carte"
msgstr[1] "%(count)d cartes"

#: scorekeeper/rummy/hand.py
msgid "Meld"
msgstr "Combinaison"
"""
KNOCK = {"Knock": ["templates/rules/game.html", "scorekeeper/rummy/round.py"]}
CARDS = {("%(count)d card", "%(count)d cards"): ["templates/games/sheet.html"]}
MELD = {"Meld": ["scorekeeper/rummy/hand.py"]}


def test_a_catalogue_that_is_up_to_date_stays_as_it_is_to_the_letter() -> None:
    assert brought_up_to_date(OLD, MELD | KNOCK | CARDS, "fr") == OLD


@walk(
    "merged",
    {
        "no line between": OLD.replace('"Frappe"\n\n', '"Frappe"\n'),
        "once more at the end": OLD + '\nmsgid "Meld"\nmsgstr ""\n',
        "untranslated before": OLD.replace("# Of the", 'msgid "Meld"\nmsgstr ""\n# Of the'),
    },
)
def test_what_a_merge_of_two_branches_left_is_put_right(merged: str) -> None:
    new = brought_up_to_date(merged, MELD | KNOCK | CARDS, "fr")
    assert sorted(new.strip().split("\n\n")) == sorted(OLD.strip().split("\n\n"))


def test_a_text_that_is_used_elsewhere_says_where() -> None:
    moved = brought_up_to_date(OLD, {**MELD, **KNOCK, **CARDS, "Knock": ["a.py"]}, "fr")
    old = "#: scorekeeper/rummy/round.py\n#: templates/rules/game.html\n"
    assert moved == OLD.replace(old, "#: a.py\n")


def test_a_text_that_is_gone_is_dropped_and_a_new_one_comes_last() -> None:
    hands = {("%(n)d hand", "%(n)d hands"): ["b.html"]}
    new = brought_up_to_date(OLD, MELD | KNOCK | hands, "fr")
    kept, added = new.split('msgstr "Combinaison"\n')
    meld = '#: scorekeeper/rummy/hand.py\nmsgid "Meld"\n'
    assert kept == OLD.split("#: templates/games/sheet.html")[0] + meld
    assert added == (
        '\n#: b.html\n#, python-format\nmsgid "%(n)d hand"\nmsgid_plural "%(n)d hands"\n'
        'msgstr[0] ""\nmsgstr[1] ""\n'
    )


GLOSSARY = (CHECKOUT / "docs" / "words.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?!English|---)(.+?) \| (.+?) \|", re.MULTILINE)


def glossary(kind: str) -> list[tuple[str, str]]:
    """The English and the French of every row in the tables of one kind."""
    tables = re.findall(rf"<!-- {kind} -->(.*?)<!-- end of {kind} -->", GLOSSARY, re.DOTALL)
    return ROW.findall("".join(tables))


def says(term: str, text: str) -> bool:
    """Whether a text has a word that begins like this."""
    return re.search(rf"\b{term}", text, re.IGNORECASE) is not None


@walk(("english", "word"), glossary("terms"))
def test_the_pages_say_what_the_glossary_says(french: Catalog, english: str, word: str) -> None:
    texts = [text for said, text in spoken(french).items() if says(english, said)]
    assert any(says(word, form) for text in texts for form in text)


@walk(("english", "label"), glossary("labels"))
def test_a_label_of_the_glossary_has_its_french(french: Catalog, english: str, label: str) -> None:
    [said] = spoken(french)[english]
    assert re.sub(r"\s", " ", said) == label
