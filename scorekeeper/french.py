"""French sentences adapted to the names in them: “la main d’Anne”, “on joue au gin rami”."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from unicodedata import normalize

_FACT = r"(?:%\((\w+)\)s|\{(\w+)\})"
_JOINED = re.compile(rf"\b([Dd]|[Qq]u)e (?={_FACT})")
_TITLE = re.compile(r"(?!Gin|Rami)[A-Z]\w+(?: [A-Z]\w+)+")
"""Matches the names of games that keep their capitals in a sentence, such as “Five Crowns”."""
_GAME = re.compile(r"(?<!^)(?:%\(game\)s|\{game\})")
_VOWEL = re.compile(r"(?:<[^>]*>)*(?:[aeiouœæ]|h(?!a)|y(?![aeiou]))", re.IGNORECASE)
"""Matches a name, after any tags, that turns “de” into “d’”. Before “ha”, “de” stays."""


def sentence(text: str) -> str:
    return FrenchSentence(text) if _JOINED.search(text) or _GAME.search(text) else text


class FrenchSentence(str):
    """A text that adapts itself to the facts filled in.

    >>> FrenchSentence("la main de {player}").format_map({"player": "Anne"})
    'la main d’Anne'
    >>> FrenchSentence("On joue au %(game)s avec %(name)s") % {"game": "Gin rami", "name": "Max"}
    'On joue au gin rami avec Max'
    >>> FrenchSentence("On joue au %(game)s") % {"game": "Five Crowns"}
    'On joue au Five Crowns'
    """

    __slots__ = ()

    def __mod__(self, facts: Any, /) -> str:
        return str.__mod__(_cut(self, facts), _within(self, facts))

    def format_map(self, facts: Any, /) -> str:
        return str.format_map(_cut(self, facts), _within(self, facts))


def _cut(text: str, facts: Mapping[str, Any]) -> str:
    """Shorten “de” to “d’” and “que” to “qu’” before names that match `_VOWEL`."""

    def joined(found: re.Match[str]) -> str:
        fact = str(facts.get(found[2] or found[3], ""))
        return f"{found[1]}’" if _VOWEL.match(normalize("NFD", fact)) else found[0]

    return _JOINED.sub(joined, text)


def _within(text: str, facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """The facts with the game in lower case, unless it begins the text or is a title."""
    if "game" not in facts or not _GAME.search(text):
        return facts
    game = facts["game"]
    return facts if _TITLE.fullmatch(game) else {**facts, "game": game[:1].lower() + game[1:]}
