"""The catalogues: complete, compiled, true to their templates, and typographically right."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from scorekeeper.config import CHECKOUT
from scorekeeper.languages import DEFAULT, LANGUAGES, fits, prepare
from tests.support import rules_pages
from tests.support.catalogue import (
    brought_up_to_date,
    catalogue_of,
    faults_of,
    forms,
    texts_of_the_sources,
)
from tests.support.for_translators import files_for
from tests.support.glossary import glossary
from tests.support.rules_pages import begun, drop_untouched, pages_in_english
from tests.support.walks import walk

TRANSLATED = [language for language in LANGUAGES if language != DEFAULT]
COMPLETE = ("fr", "de", "it")
"""The languages that must be complete. Others can be incomplete."""

every_translation = walk("language", TRANSLATED)
every_complete_one = walk("language", COMPLETE)

RULES = CHECKOUT / "templates" / "rules"

EVERYWHERE = {
    "a straight apostrophe": r"'",
    "a straight quotation mark": r"\"",
    "three dots for an ellipsis": r"\.{3}",
    "a unit that may stand alone on the next line": r"\d (?:[kM][Bo]\b|%)",
}
"""Typographic errors in every language, with the pattern that finds each."""

SET_WRONGLY = {
    "fr": {
        "English quotation marks": r"[“”]",
        "not the space before a sign that print has": (
            r"(?<!\u202f)(?<!«\u00a0)[;?!](?!\w)|(?<!\u00a0)[:»](?!\w)|«(?!\u00a0)"
        ),
        "a word of offices, as in “veuillez”": r"\b(?i:veuillez|l’on)\b",
        "a participle that must agree with a name": (
            r"(?:\}|\)s) (?:est|était|sera) (?:éliminé|arrivé|parti|sorti|revenu|entré|retiré)\b"
        ),
        "*sortir* for to leave": r"\b(?i:sort(?:ez|ent|ir)?) (?:de la partie|du club)\b",
        "*jeter* for to drop a hand": r"\b(?i:jet\w+)(?:-la)? (?:sa|votre|leur) main\b",
    },
    "de": {
        "English quotation marks": r"”|(?<!„)“(?=\w)",
        "a space before a sign": r"\s[;:?!](?!\w)",
        "not *du*": r"\b(?:Ihnen|(?<!^)(?<![.!?:…„] )(?<![.!?]“ )Sie)\b",
        "on the line, for to run the club": r"\bin (?:der|die) Leitung\b",
        "a word of offices": r"\b(?i:erfolgt|seitens|betätig\w*|vornehmen|diesbezüglich)\b",
    },
    "it": {
        "quotation marks of other languages": r"[„«»]",
        "a space before a sign": r"(?<=[\w”’)])\s[;:?!](?!\w)",
        "an accent that leans the wrong way, or an apostrophe for one": (
            r"(?i:\w*chè\b|\b(?:nè|sè|pò)\b|\bE’ )"
        ),
        "a participle that must agree with a name": (
            r"(?:\}|\)s) (?:è|era|sarà) "
            r"(?:andat|arrivat|eliminat|entrat|rientrat|tornat|uscit)[ao]\b"
        ),
        "an article that depends on what is filled in": (
            r"\b(?i:il|lo|del|dello|al|allo|dal|nel|sul) (?:\{|%\()"
        ),
        "a word of offices": r"\b(?i:effettu\w+|inoltr\w+|qualora|si prega|suddett\w+)\b",
    },
}
"""More typographic errors, in one language each."""

MARKUP = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<[^>]*>|&\w+;", re.DOTALL)
PLACEHOLDER = re.compile(r"\{\w*\}|%\(\w+\)[sd]")


@pytest.fixture
def texts() -> set[str]:
    """Return every text of the core, the pages and the command line, without plurals."""
    return {text if isinstance(text, str) else text[0] for text in texts_of_the_sources()}


@cache
def catalogue(language: str) -> Catalog:
    """Return the catalogue as edited."""
    with catalogue_of(language).open("rb") as file:
        return read_po(file, locale=language)


def entries(catalogue: Catalog) -> list[Message]:
    """Return every entry but the header."""
    return [message for message in catalogue if message.id]


def spoken(catalogue: Catalog) -> dict[str, list[str]]:
    """Return the translations of each text."""
    return {first(message): forms(message) for message in entries(catalogue)}


def first(message: Message) -> str:
    """Return the text, or its singular."""
    return message.id if isinstance(message.id, str) else message.id[0]


@every_complete_one
def test_every_text_has_its_translation(texts: set[str], language: str) -> None:
    assert len(texts) > 200
    known = {text for text, said in spoken(catalogue(language)).items() if all(said)}
    assert sorted(texts - known) == []


@every_complete_one
def test_the_rules_of_every_game_are_translated(language: str) -> None:
    pages = [{page.name for page in (RULES / each).glob("*.html")} for each in (DEFAULT, language)]
    assert pages[0] == pages[1]


def test_english_is_set_with_apostrophes_and_quotation_marks_as_in_print(texts: set[str]) -> None:
    assert sorted(text for text in texts if re.search(r"['\"]", text)) == []


@every_translation
def test_nothing_is_kept_that_nobody_says(texts: set[str], language: str) -> None:
    assert sorted(set(spoken(catalogue(language))) - texts) == []
    assert not [message.id for message in entries(catalogue(language)) if message.fuzzy]


@every_translation
def test_every_catalogue_is_compiled_and_can_be_filled_in(language: str) -> None:
    edited = catalogue(language)
    with catalogue_of(language).with_suffix(".mo").open("rb") as compiled:
        used = read_mo(compiled)
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
        found = prepare(Translations(file), LANGUAGES["fr"])
    assert found.gettext("Welcome, %(name)s") % {"name": "Ann"} == "Welcome, Ann"
    assert found.gettext("Welcome") == "Bienvenue"


@every_translation
def test_the_facts_of_a_text_are_in_its_translation_too(language: str) -> None:
    for message in entries(catalogue(language)):
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        wanted = set(PLACEHOLDER.findall(ids[-1]))
        for text in filter(None, forms(message)):
            assert set(PLACEHOLDER.findall(text)) == wanted, text


def faults_of_print(language: str) -> dict[str, str]:
    """Return the typographic errors of this language, with the pattern that finds each."""
    return EVERYWHERE | SET_WRONGLY.get(language, {})


FAULTS = [(language, fault) for language in TRANSLATED for fault in faults_of_print(language)]


@walk(("language", "fault"), FAULTS)
def test_it_is_set_as_in_print(language: str, fault: str) -> None:
    pattern = faults_of_print(language)[fault]
    texts = [text for message in entries(catalogue(language)) for text in forms(message)]
    assert [text for text in texts if re.search(pattern, text)] == []


@every_translation
def test_no_text_begins_or_ends_with_a_space(language: str) -> None:
    for message in entries(catalogue(language)):
        assert [text for text in forms(message) if text != text.strip()] == []


@walk(("language", "fault"), FAULTS)
def test_the_rules_are_set_as_in_print(language: str, fault: str) -> None:
    for page in sorted((RULES / language).glob("*.html")):
        found = re.findall(f".{{0,30}}(?:{faults_of_print(language)[fault]})", printed(page))
        assert found == [], page.name


@walk("language", list(LANGUAGES))
def test_thousands_are_grouped_in_the_rules(language: str) -> None:
    for page in sorted((RULES / language).glob("*.html")):
        found = re.findall(
            r".{0,30}(?<![\d.,\u202f])(?!19)[1-9]\d{3}(?![\d-]).{0,30}", printed(page)
        )
        assert found == [], page.name


@cache
def printed(page: Path) -> str:
    """Return the words of a page of the rules."""
    return MARKUP.sub("", page.read_text(encoding="utf-8"))


@every_translation
def test_the_catalogue_is_as_its_command_writes_it(language: str) -> None:
    written = catalogue_of(language).read_text(encoding="utf-8")
    now = brought_up_to_date(written, texts_of_the_sources(), language)
    assert written == now, "run: make translate"


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


@walk("text", [row["English"] for row in glossary("texts")])
def test_what_the_glossary_explains_is_said(texts: set[str], text: str) -> None:
    assert text in texts


def test_a_page_of_the_rules_that_came_back_in_english_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(RULES / DEFAULT, tmp_path / DEFAULT)
    monkeypatch.setattr(rules_pages, "RULES", tmp_path)
    dutch = tmp_path / "nl"
    dutch.mkdir()
    for page in pages_in_english():
        (dutch / page.name).write_text(begun(page, "nl"), encoding="utf-8")
    (dutch / "gin.html").write_text("Vertaald.", encoding="utf-8")
    assert len(list(drop_untouched("nl"))) == len(pages_in_english()) - 1
    assert [page.name for page in dutch.iterdir()] == ["gin.html"]


def test_what_a_text_means_stands_beside_it() -> None:
    [entry] = [each for each in entries(catalogue("fr")) if each.id == "level"]
    assert entry.auto_comments == ["After the name of somebody: neither ahead nor behind."]


def test_a_translator_gets_everything_in_one_file() -> None:
    files = {file.as_posix(): text for file, text in files_for("nl").items()}
    english = (RULES / DEFAULT).glob("*.html")
    assert {f"templates/rules/nl/{page.name}" for page in english} <= files.keys()
    assert files["templates/rules/nl/gin.html"].startswith('{% extends "rules/nl/')
    written = files["scorekeeper/translations/nl/LC_MESSAGES/messages.po"]
    assert "#. After the name of somebody: neither ahead nor behind.\n#: scorekeeper/" in written


def name_of(language: str) -> str:
    """Return the English name of a language, which heads its column in the glossary."""
    return str(Locale(language).get_language_name("en"))


def terms() -> list[tuple[str, str, str]]:
    """Return each term of the glossary with its translation in each language."""
    return [
        (language, row["English"], row[name_of(language)])
        for language in COMPLETE
        for row in glossary("terms")
    ]


def says(term: str, text: str) -> bool:
    """Check whether a text has a word with this beginning."""
    return re.search(rf"\b{term}", text, re.IGNORECASE) is not None


@walk(("language", "english", "word"), terms())
def test_the_pages_say_what_the_glossary_says(language: str, english: str, word: str) -> None:
    known = spoken(catalogue(language)).items()
    texts = [text for said, text in known if says(english, said)]
    assert any(says(word, form) for text in texts for form in text)
