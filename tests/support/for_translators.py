"""The archive for a translator: `python -m tests.support.for_translators nl` writes `dist/nl.zip`.

It has the folders of the checkout, so the translated archive can be unpacked there.
"""

from __future__ import annotations

import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from babel import Locale, UnknownLocaleError

from scorekeeper.config import CHECKOUT
from tests.support.catalogue import brought_up_to_date, catalogue_of, head_of, texts_of_the_sources
from tests.support.glossary import WORDS
from tests.support.rules_pages import RULES, begun, pages_in_english

GUIDE = CHECKOUT / "docs" / "translating.md"


def files_for(language: str) -> dict[Path, str]:
    """Return the files that a translator edits or reads, by their paths in the checkout."""
    catalogue = catalogue_of(language)
    written = catalogue.read_text(encoding="utf-8") if catalogue.exists() else head_of(language)
    files = {catalogue: brought_up_to_date(written, texts_of_the_sources(), language)}
    for english in pages_in_english():
        own = RULES / language / english.name
        files[own] = own.read_text(encoding="utf-8") if own.exists() else begun(english, language)
    files |= {page: page.read_text(encoding="utf-8") for page in (GUIDE, WORDS)}
    return {file.relative_to(CHECKOUT): text for file, text in files.items()}


def main() -> int:
    """Write the archive of a language, which can be new to the program."""
    [language] = sys.argv[1:] or [""]
    try:
        name = Locale.parse(language).english_name
    except (UnknownLocaleError, ValueError):
        print(f"{language!r} is no language: give its code, such as “nl”.", file=sys.stderr)
        return 2
    archive = CHECKOUT / "dist" / f"{language}.zip"
    archive.parent.mkdir(exist_ok=True)
    with ZipFile(archive, "w", ZIP_DEFLATED) as packed:
        for file, text in files_for(language).items():
            packed.writestr(file.as_posix(), text)
    print(f"{name}: {archive.relative_to(CHECKOUT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
