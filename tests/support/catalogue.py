"""The catalogues of translations: `python -m tests.support.catalogue` updates them.

Obsolete texts are removed. New texts are added at the end and listed until they have a translation.
An entry has a comment with the meaning if its text is ambiguous, and the files that use the text,
without line numbers, which every edit would change. All else keeps its exact wording. Then the
catalogues are checked and compiled.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from scorekeeper.config import CHECKOUT
from scorekeeper.languages import DEFAULT, LANGUAGES, fits
from tests.support.glossary import meanings
from tests.support.rules_pages import drop_untouched

KEYWORDS = {**DEFAULT_KEYWORDS, "lazy_gettext": None, "message": (1,)}
MOST_LISTED = 30
"""The most texts without a translation to list. Their number is printed too."""

PLACES_FOR_PEOPLE = ("scorekeeper", "templates")
TRANSLATIONS = CHECKOUT / "scorekeeper" / "translations"

_BOUNDARY = re.compile(r'^((?!msgctxt ).*")\n+(?=#|msgctxt "|msgid ")', re.MULTILINE)
"""The end of an entry before the next one."""

_RULES = re.compile(r"^templates/rules/[a-z]{2,3}/")

Text = str | tuple[str, ...]
"""An English text, or its singular and plural."""


@cache  # Reading them takes seconds.
def texts_of_the_sources() -> Mapping[Text, set[str]]:
    """Return every text for people in the core, the pages and the command line, with its files."""
    settings = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    mappings = settings["tool"]["babel"]["mappings"]
    found = extract_from_dir(
        CHECKOUT,
        [(mapping["pattern"], mapping["method"]) for mapping in mappings],
        {mapping["pattern"]: mapping for mapping in mappings},
        keywords=KEYWORDS,
        directory_filter=lambda path: _is_for_people(Path(path)),
    )
    texts: defaultdict[Text, set[str]] = defaultdict(set)
    for file, _line, text, *_rest in found:
        # The rules in other languages have the same texts as the English ones.
        texts[text].add(_RULES.sub(f"templates/rules/{DEFAULT}/", file))
    # A text used both with and without a plural has one entry, with both forms.
    for text in [each for each in texts if isinstance(each, tuple)]:
        texts[text] |= texts.pop(text[0], set())
    return dict(texts)


def _is_for_people(folder: Path) -> bool:
    parts = folder.relative_to(CHECKOUT).parts
    return not parts or parts[0] in PLACES_FOR_PEOPLE


def catalogue_of(language: str) -> Path:
    """Return the path of a language’s `.po` file."""
    return TRANSLATIONS / language / "LC_MESSAGES" / "messages.po"


def brought_up_to_date(written: str, texts: Mapping[Text, Collection[str]], language: str) -> str:
    """Return a catalogue without obsolete texts, and with the new ones at its end.

    `texts` are the texts to have, with their files. Kept entries keep their exact wording. A merge
    of two branches can leave an entry twice, or two entries without an empty line between them.
    Entries with a context hold wordings of certain games, and stay with their text.
    """
    head, *blocks = _BOUNDARY.sub(r"\1\n\n", written.rstrip("\n")).split("\n\n")
    blocks_of: dict[tuple[Text, str], str] = {}
    for block in blocks:
        entry = _entry(block, language)
        place = (entry.id, entry.context or "") if entry else ("", "")
        if entry and entry.id in texts and (place not in blocks_of or all(forms(entry))):
            blocks_of[place] = block
    for text in sorted({(text, "") for text in texts} - blocks_of.keys(), key=str):
        blocks_of[text] = _new_block(text[0], language)
    placed = [_with_comments(block, text, texts[text]) for (text, _), block in blocks_of.items()]
    return "\n\n".join([head, *placed]) + "\n"


def _with_comments(block: str, text: Text, files: Collection[str]) -> str:
    """Return a block with its meaning and its files, after the translators’ notes."""
    lines = [line for line in block.split("\n") if not line.startswith(("#:", "#."))]
    notes = [line for line in lines if line.startswith("# ")]
    meaning = meanings().get(text if isinstance(text, str) else text[0])
    said = [f"#. {meaning}"] if meaning else []
    used = [f"#: {file}" for file in sorted(files)]
    return "\n".join([*notes, *said, *used, *lines[len(notes) :]])


def _entry(block: str, language: str) -> Message | None:
    """Return the entry in a block of a catalogue, or `None` if it is commented out."""
    catalogue = read_po(BytesIO(block.encode()), locale=language)
    return next((message for message in catalogue if message.id), None)


def _new_block(text: Text, language: str) -> str:
    catalogue, file = Catalog(locale=language), BytesIO()
    catalogue.add(text)
    write_po(file, catalogue, omit_header=True)
    return file.getvalue().decode().strip("\n")


def head_of(language: str) -> str:
    """Return the header of a new language’s catalogue."""
    plurals = Catalog(locale=language).plural_forms
    fields = {
        "Project-Id-Version": "scorekeeper",
        # Without this field Babel would compile the current time.
        "POT-Creation-Date": "2026-01-01 00:00+0000",
        "Language": language,
        "Plural-Forms": plurals,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
    }
    lines = "\n".join(f'"{name}: {value}\\n"' for name, value in fields.items())
    return f'msgid ""\nmsgstr ""\n{lines}\n'


def forms(message: Message) -> list[str]:
    """Return the translation as a list: one form, or one for each plural form."""
    return [message.string] if isinstance(message.string, str) else list(message.string)


def faults_of(catalogue: Catalog) -> list[str]:
    """Return the faults of a catalogue: unknown placeholders and missing plural forms."""
    faults = []
    for entry in (message for message in catalogue if message.id and any(forms(message))):
        english = entry.id if isinstance(entry.id, str) else " ".join(entry.id)
        faults += [
            f"{said!r} cannot be filled in like {english!r}"
            for said in forms(entry)
            if not fits(english, said)
        ]
        if isinstance(entry.id, tuple) and len(forms(entry)) != catalogue.num_plurals:
            faults.append(f"{english!r} has {len(forms(entry))} forms, not {catalogue.num_plurals}")
    return faults


@dataclass(frozen=True, slots=True)
class Translated:
    """The result of updating a catalogue: its number of texts, missing translations and faults."""

    texts: int
    missing: list[Message]
    faults: list[str]


def translate(language: str) -> Translated:
    """Update one catalogue, and compile it."""
    file = catalogue_of(language)
    file.parent.mkdir(parents=True, exist_ok=True)
    written = file.read_text(encoding="utf-8") if file.exists() else head_of(language)
    text = brought_up_to_date(written, texts_of_the_sources(), language)
    file.write_text(text, encoding="utf-8")
    catalogue = read_po(BytesIO(text.encode()), locale=language)
    entries = [message for message in catalogue if message.id]
    missing = [each for each in entries if each.fuzzy or not all(forms(each))]
    done = Translated(len(entries), missing, faults_of(catalogue))
    for message in missing:  # Babel would compile a plural in English, as if that were translated.
        catalogue.delete(message.id, message.context)
    with file.with_suffix(".mo").open("wb") as compiled:
        write_mo(compiled, catalogue)
    return done


def main() -> int:
    """Update every catalogue, and return 1 if one of them has a fault."""
    failed = False
    for language in list(LANGUAGES)[1:]:
        for page in drop_untouched(language):
            print(f"{language}: {page.name} is still in English, and was deleted")
        done = translate(language)
        for message in done.missing[:MOST_LISTED]:
            print(f"{language}: no translation of {message.id!r}")
        for fault in done.faults:
            print(f"{language}: {fault}")
        print(f"{language}: {len(done.missing):,} of {done.texts:,} to go")
        failed |= bool(done.faults)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
