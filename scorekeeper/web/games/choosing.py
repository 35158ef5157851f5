"""The page to choose a game: the games played most, all games by group, and a search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from functools import cache
from operator import itemgetter

from flask import Response, make_response, render_template, request

from scorekeeper.languages import LANGUAGES, read_catalogue
from scorekeeper.rummy.house_rules import house_rules
from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.rummy.variants import VARIANTS, find_variant
from scorekeeper.rummy.words import GROUPS
from scorekeeper.storage.game_lists import played_lately
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.search_text import words_of
from scorekeeper.web.parts.house_rules_form import preset_words
from scorekeeper.web.shell.visitor import current_club

MOST_PLAYED = 6
"""The number of games in the list of the most played."""

LONGEST_SEARCH = 60

STANDARD = message("Standard")
"""The usual preset's name in most games. The search ignores it."""

NUMBERS = message("one two three four five six seven eight nine ten eleven twelve thirteen")
"""Number words in names of games, so that a search finds `5 crowns` and `phase ten`."""

SIMILAR = 0.75
"""The least `difflib` ratio of similar words: two wrong letters in a word of eight."""


@dataclass(frozen=True, slots=True)
class Found:
    """A game that the search found. `preset` is set if its name matched and the game's did not."""

    variant: Variant
    preset: Preset | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """A group of similar games, the most played first."""

    name: Message
    variants: Sequence[Variant]


def choice_page(
    status: int = 200, after: GameRow | None = None, leads_to: str = "games.new"
) -> Response:
    """The page to choose a game, with links to the endpoint `leads_to`.

    With `after`, the games are for the players of that game.
    """
    query = request.args.get("q", "")[:LONGEST_SEARCH].strip()
    times = played_lately(current_club())
    players = len(after.people) if after else 0
    played = [
        (variant, number) for key, number in times.most_common() if (variant := find_variant(key))
    ]
    if players:
        played = [(variant, number) for variant, number in played if players in variant.sizes]
    page = render_template(
        "games/choose.html",
        refused=status != 200,
        after=after.id if after else None,
        leads_to=leads_to,
        players=players,
        query=query,
        found=list(search(query)),
        most_played=played[:MOST_PLAYED],
        groups=[
            Group(name, sorted(variants, key=lambda variant: -times[variant.key]))
            for name in GROUPS
            if (variants := [variant for variant in VARIANTS if variant.group == name])
        ],
        number=len(VARIANTS),
        preset_words=preset_words,
    )
    return make_response(page, status)


def search(query: str) -> Iterator[Found]:
    """The games with a matching name or preset in any language, the best match first.

    If no name matches, the games with a house rule of this name. If no house rule matches either,
    the games with a similar name.
    """
    asked = words_of(query)
    if not asked:
        return
    found = (
        list(_named(asked, _begins)) or list(_with_rule(asked)) or list(_named(asked, _resembles))
    )
    for _near, match in sorted(found, key=itemgetter(0), reverse=True):
        yield match


Words = Sequence[str]
Fits = Callable[[Words, Words], bool]
"""Checks whether the words of a search match a name."""

Nearness = tuple[bool, float]
"""First: the name has all words of the search. Second: their similarity from 0 to 1."""


def _named(asked: Words, fits: Fits) -> Iterator[tuple[Nearness, Found]]:
    for names in _all_names():
        presets = [
            (_nearness(asked, fitting), Found(names.variant, preset))
            for preset, called in names.presets
            if (fitting := [own for own in called if _calls_for(asked, own, names.words, fits)])
        ]
        own, others = (
            [name for name in called if fits(asked, name)] for called in (names.own, names.others)
        )
        if presets and not own:
            yield from presets
        elif own or others:
            yield _nearness(asked, own + others), Found(names.variant)


def _with_rule(asked: Words) -> Iterator[tuple[Nearness, Found]]:
    for names in _all_names():
        if any("".join(rule) == "".join(asked) for rule in names.rules):
            yield (True, 1), Found(names.variant)


def _begins(asked: Words, name: Words) -> bool:
    """Check that each word of the search begins a word of the name. Spaces can be missing."""
    begun = "".join(asked)
    return any(said.startswith(begun) for said in ("".join(name), _in_digits(name))) or all(
        _has(name, word) for word in asked
    )


def _resembles(asked: Words, name: Words) -> bool:
    """Check that each word of the search begins a word of the name or is similar to one."""
    return _is_like("".join(asked), ["".join(name)]) or all(
        _has(name, word) or _is_like(word, name) for word in asked
    )


def _is_like(asked: str, words: Words) -> bool:
    """Check whether one of these words is similar. Words of up to three letters never are."""
    near = [word for word in words if len(word) > 3 and abs(len(word) - len(asked)) <= 2]
    return bool(get_close_matches(asked, near, 1, SIMILAR))


def _has(name: Words, begun: str) -> bool:
    number = _number(begun)
    return any(word.startswith(begun) or _number(word) == number for word in name)


def _calls_for(asked: Words, preset: Words, game: Words, fits: Fits) -> bool:
    """Check whether a search matches a preset, with or without words of its game."""
    names_it = any(fits([word], preset) for word in asked)
    return names_it and fits(asked, [*preset, *game])


def _nearness(asked: Words, names: Sequence[Words]) -> Nearness:
    said = _in_digits(asked)
    return max(
        (
            {*map(_number, asked)} <= {*map(_number, name)},
            SequenceMatcher(None, said, _in_digits(name)).ratio(),
        )
        for name in names
    )


def _in_digits(words: Words) -> str:
    return "".join(map(_number, words))


def _number(word: str) -> str:
    return _numbers().get(word, word)


@cache
def _numbers() -> dict[str, str]:
    return {
        word: str(number)
        for language in LANGUAGES
        for number, word in enumerate(
            words_of(read_catalogue(language).gettext(NUMBERS.template)), start=1
        )
    }


@dataclass(frozen=True, slots=True)
class _Names:
    """The words of a game's names in every language. `others` are its other names."""

    variant: Variant
    own: list[list[str]]
    others: list[list[str]]
    presets: list[tuple[Preset, list[list[str]]]]
    rules: list[list[str]]

    @property
    def words(self) -> list[str]:
        return [word for name in self.own + self.others for word in name]


@cache
def _all_names() -> tuple[_Names, ...]:
    catalogues = [read_catalogue(language) for language in LANGUAGES]

    def said(*names: Message) -> list[list[str]]:
        return [
            words_of(catalogue.gettext(name.template)) for catalogue in catalogues for name in names
        ]

    return tuple(
        _Names(
            variant,
            said(variant.name),
            said(*variant.other_names),
            [(preset, said(preset.name)) for preset in variant.presets if preset.name != STANDARD],
            said(*(rule.label for rule in house_rules(variant.rules_type))),
        )
        for variant in VARIANTS
    )
