"""The page where a game is chosen: what is played most here, all by groups, and a search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from flask import Response, make_response, render_template, request

from scorekeeper.languages import LANGUAGES, read_catalogue
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
"""How many games are shown before all of them."""

LONGEST_SEARCH = 60

STANDARD = message("Standard")
"""What most games call their usual preset: nobody looks for a game by that."""


@dataclass(frozen=True, slots=True)
class Found:
    """A game that a search found, and the preset that it was found by, if it was one."""

    variant: Variant
    preset: Preset | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Games that are alike, those played most first."""

    name: Message
    variants: Sequence[Variant]


def choice_page(status: int = 200, after: GameRow | None = None) -> Response:
    """The games to choose from. With `after`, they are for the players of that game."""
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
    """The games with a name or a preset of this name in any language, the closest first."""
    asked = words_of(query)
    by_preset, by_other_name = list[Found](), list[Found]()
    for names in _all_names() if asked else ():
        presets = [
            Found(names.variant, preset)
            for preset, called in names.presets
            if any(_calls_for(asked, own, names.every_word) for own in called)
        ]
        if any(_begins(asked, own) for own in names.own):
            yield Found(names.variant)
        elif presets:
            by_preset += presets
        elif any(_begins(asked, other) for other in names.others):
            by_other_name.append(Found(names.variant))
    yield from by_other_name
    yield from by_preset


def _begins(asked: Sequence[str], name: Sequence[str]) -> bool:
    """Whether each word of the search begins a word of the name. Spaces may be left out."""
    return "".join(name).startswith("".join(asked)) or all(
        any(word.startswith(begun) for word in name) for begun in asked
    )


def _calls_for(asked: Sequence[str], preset: Sequence[str], game: Sequence[str]) -> bool:
    """Whether the search is for a preset, with or without words of its game: `liverpool rummy`."""
    names_it = any(_begins([word], preset) for word in asked)
    return names_it and _begins(asked, [*preset, *game])


@dataclass(frozen=True, slots=True)
class _Names:
    """The words of every name of a game in every language: its own, others, of its presets."""

    variant: Variant
    own: list[list[str]]
    others: list[list[str]]
    presets: list[tuple[Preset, list[list[str]]]]

    @property
    def every_word(self) -> list[str]:
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
        )
        for variant in VARIANTS
    )
