"""The languages of the program, and the ways their pages differ."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from gettext import NullTranslations, translation
from pathlib import Path

from scorekeeper import french

COURT_RANKS = ("K", "Q", "J")
"""The ranks with letters that differ by language."""

COURT_LETTERS = {"english": "KQJ", "french": "RDV", "german": "KDB", "italian": "RDF"}
"""The letters for king, queen and jack. Each phone can choose another set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A language: its own `name`, its `court_letters`, and its format of days and times.

    Babel formats dates, for the `country` if there is one. `clock` is a Babel pattern for the time
    of day, and `first_of_month` for the first day of a month, such as `1er`. `times` maps English
    words for times to the words that a search accepts. A search ignores the words for “in”.
    `sentence` turns a translated text into a text that adapts to the names filled in, if the
    language needs that.
    `has_big_nouns`: nouns keep their capital within a sentence, as in German.
    """

    name: str
    court_letters: str = "english"
    country: str = ""
    clock: str = "HH:mm"
    first_of_month: str = "d"
    times: Mapping[str, str] = field(default_factory=dict)
    sentence: Callable[[str], str] = str
    has_big_nouns: bool = False

    def within(self, title: str) -> str:
        """A title within a sentence: with a small first letter, unless nouns have capitals.

        >>> Language(name="English").within("Gin bonus")
        'gin bonus'
        """
        return title if self.has_big_nouns else title[:1].lower() + title[1:]


DEFAULT = "en"
LANGUAGES = {
    DEFAULT: Language(
        name="English",
        country="GB",
        times={
            "spring": "spring",
            "summer": "summer",
            "autumn": "autumn fall",
            "winter": "winter",
            "today": "today tonight",
            "yesterday": "yesterday",
            "day": "day evening night",
            "week": "week",
            "month": "month",
            "year": "year",
            "this": "this",
            "last": "last",
            "in": "in of on the",
        },
    ),
    "fr": Language(
        name="Français",
        court_letters="french",
        clock="H\N{NO-BREAK SPACE}'h'\N{NO-BREAK SPACE}mm",
        first_of_month="d'er'",
        sentence=french.sentence,
        times={
            "spring": "printemps",
            "summer": "été",
            "autumn": "automne",
            "winter": "hiver",
            "today": "aujourd",
            "yesterday": "hier",
            "day": "hui jour soir nuit",  # “aujourd’hui” is two words
            "week": "semaine",
            "month": "mois",
            "year": "an année",
            "this": "ce cet cette",
            "last": "dernier dernière passé passée",
            "in": "à au d de du en l la le",
        },
    ),
    "de": Language(
        name="Deutsch",
        court_letters="german",
        has_big_nouns=True,
        times={
            "spring": "frühling frühjahr",
            "summer": "sommer",
            "autumn": "herbst",
            "winter": "winter",
            "today": "heute",
            "yesterday": "gestern",
            "day": "tag abend nacht",
            "week": "woche",
            "month": "monat",
            "year": "jahr",
            "this": "dieser diesen diesem diese dieses",
            "last": "letzter letzten letztem letzte letztes voriger vorigen voriges vorige",
            "in": "im in am den der dem des die das",
        },
    ),
    "it": Language(  # Packs for Burraco and Scala 40 print K, Q and J in Italy too.
        name="Italiano",
        first_of_month="d'º'",
        times={
            "spring": "primavera",
            "summer": "estate",
            "autumn": "autunno",
            "winter": "inverno",
            "today": "oggi stasera stanotte",
            "yesterday": "ieri",
            "day": "giorno sera serata notte",
            "week": "settimana",
            "month": "mese",
            "year": "anno",
            "this": "questo questa quest",
            "last": "scorso scorsa passato passata ultimo ultima",
            "in": "in a d di dell della del l la il lo nel nell nella",
        },
    ),
}
"""By language code, as in Babel."""

_CATALOGUES = Path(__file__).parent / "translations"
_END_OF_CONTEXT = "\x04"  # in the keys of a catalogue

_PLACEHOLDER = re.compile(r"\{\w*\}|%\(\w+\)[sd]|%%")


def fits(english: str, said: str) -> bool:
    """Check that a translation has only placeholders of its English text. It need not have all.

    >>> fits("%(name)s wins", "%(nom)s gagne")
    False
    """
    known = {*_placeholders(english), "%(num)"}  # every plural form can use `%(num)d`
    # A brace or percent sign outside placeholders is a typing mistake, unless the English has it.
    stray = {"%", "{", "}"} & set(_PLACEHOLDER.sub("", said))
    return _placeholders(said) <= known and stray <= set(_PLACEHOLDER.sub("", english))


def _placeholders(text: str) -> set[str]:
    return {found.rstrip("sd") for found in _PLACEHOLDER.findall(text) if found != "%%"}


def read_catalogue(language: str) -> NullTranslations:
    """The translations of a language. Empty if there are none yet."""
    found = translation("messages", _CATALOGUES, languages=[language], fallback=True)
    return prepare(found, LANGUAGES[language])


def prepare(catalogue: NullTranslations, language: Language) -> NullTranslations:
    """Prepare the texts for filling in. Texts with wrong placeholders fall back to English."""
    texts: dict[str | tuple[str, int], str] = getattr(catalogue, "_catalog", {})
    for key, said in list(texts.items()):
        if fits(_english(key), said):
            texts[key] = language.sentence(said)
        else:
            del texts[key]
    return catalogue


@lru_cache
def as_said_in(catalogue: NullTranslations, game: str) -> NullTranslations:
    """The catalogue with a game's special terms. `game` is the key of the variant.

    The context of a special term lists the keys of the games that use it.
    """
    texts: dict[str | tuple[str, int], str] = getattr(catalogue, "_catalog", {})
    own = {
        text if isinstance(key, str) else (text, key[1]): said
        for key, said in texts.items()
        for games, mark, text in [_text_of(key).partition(_END_OF_CONTEXT)]
        if mark and game in games.split()
    }
    spoken = copy(catalogue)
    vars(spoken)["_catalog"] = texts | own
    return spoken if own else catalogue


def texts_in(catalogue: NullTranslations) -> set[str]:
    """The English texts that the catalogue translates."""
    texts: dict[str | tuple[str, int], str] = getattr(catalogue, "_catalog", {})
    return {_english(key) for key, said in texts.items() if said} - {""}


def _english(key: str | tuple[str, int]) -> str:
    return _text_of(key).rpartition(_END_OF_CONTEXT)[2]


def _text_of(key: str | tuple[str, int]) -> str:
    return key if isinstance(key, str) else key[0]
