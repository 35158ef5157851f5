"""A game being set up: what has been chosen and typed so far, and every step from there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorekeeper.rummy.house_rules import Value
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.web.house_rules_form import preset_values, print_typed, typed_changes

FIRST_SHOWN = 4
"""So many places are laid at first, where the game has them; those left empty do not count."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place at the table that is being laid; `id` stays with it wherever it is moved."""

    id: int
    name: str = ""

    @property
    def is_free(self) -> bool:
        """Whether no name has been typed here."""
        return not self.name.strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A game being set up; `typed` are house rules as typed, `dealer` is the id of a place.

    `typed` may hold rules that this game does not have: they wait for another change of the game.
    """

    variant: Variant
    preset: Preset
    places: tuple[Place, ...] = ()
    dealer: int | None = 0
    typed: Mapping[str, str] = field(default_factory=dict)

    @property
    def changed(self) -> dict[str, str]:
        """The house rules that are not as the preset has them, as typed."""
        return typed_changes(self.variant, self.preset, self.typed)

    @property
    def rules(self) -> dict[str, str]:
        """Every house rule as the form shows it."""
        values = preset_values(self.variant, self.preset)
        return {name: print_typed(value) for name, value in values.items()} | self.changed

    @property
    def kept(self) -> dict[str, str]:
        """What was typed for rules that this game does not have."""
        known = preset_values(self.variant, self.preset)
        return {name: text for name, text in self.typed.items() if name not in known}

    @property
    def taken(self) -> tuple[Place, ...]:
        """The places with a name, in order of play."""
        return tuple(place for place in self.places if not place.is_free)

    @property
    def has_room(self) -> bool:
        """Whether another place may be laid."""
        return len(self.places) < self.variant.most

    def for_variant(self, variant: Variant) -> Draft:
        """The same table for another game: what both games know is kept, names always."""
        if variant is self.variant:
            return self
        preset = variant.preset(self.preset.key) or variant.presets[0]
        return replace(self, variant=variant, preset=preset, typed=self.kept | self.changed).laid()

    def for_preset(self, preset: Preset) -> Draft:
        """The same under another preset; what was changed by hand stays changed."""
        return replace(self, preset=preset, typed=self.kept | self.changed)

    def as_preset(self) -> Draft:
        """Every house rule as the preset has it."""
        return replace(self, typed={})

    def laid(self) -> Draft:
        """With as many places as the game shows at first, and no free ones beyond."""
        shown = min(self.variant.most, max(self.variant.fewest, FIRST_SHOWN))
        draft = self
        while len(draft.places) < shown:
            draft = draft.with_place()
        while len(draft.places) > shown and (free := draft.free_place()):
            draft = draft.without_place(free.id)
        return draft

    def with_place(self, name: str = "") -> Draft:
        """With one more place at the end."""
        number = max((place.id for place in self.places), default=-1) + 1
        return replace(self, places=(*self.places, Place(number, name)))

    def with_player(self, name: str) -> Draft:
        """With this player in the first free place, or in a new one."""
        free = self.free_place()
        if free is None:
            return self.with_place(name)
        places = tuple(replace(each, name=name) if each is free else each for each in self.places)
        return replace(self, places=places)

    def without_place(self, id: int) -> Draft:
        """Without this place; where its player dealt first, the next one does."""
        index = self._index(id)
        if index is None:
            return self
        places = self.places[:index] + self.places[index + 1 :]
        dealer = self.dealer
        if dealer == id and places:
            dealer = places[index % len(places)].id
        return replace(self, places=places, dealer=dealer)

    def moved(self, id: int, step: int) -> Draft:
        """With this place so many steps later in the order of play."""
        index = self._index(id)
        if index is None or not 0 <= index + step < len(self.places):
            return self
        places = list(self.places)
        places.insert(index + step, places.pop(index))
        return replace(self, places=tuple(places))

    def free_place(self) -> Place | None:
        """The first place without a name."""
        return next((place for place in self.places if place.is_free), None)

    def _index(self, id: int) -> int | None:
        return next((index for index, place in enumerate(self.places) if place.id == id), None)


def new_draft(
    variant: Variant,
    preset: Preset | None = None,
    *,
    players: Sequence[str] = (),
    dealer: int = 0,
    overrides: Mapping[str, Value] | None = None,
) -> Draft:
    """A draft with these players in order of play; `dealer` is the seat of who deals first."""
    return Draft(
        variant=variant,
        preset=preset or variant.presets[0],
        places=tuple(Place(seat, name) for seat, name in enumerate(players)),
        dealer=dealer,
        typed={name: print_typed(value) for name, value in (overrides or {}).items()},
    ).laid()


def places_of(entries: Iterable[tuple[str, str]]) -> tuple[Place, ...]:
    """Places from what a form carried, ids and names; an id that cannot be is given anew.

    >>> places_of([("1", "Bob"), ("x", "Ann"), ("1", "Cem")])
    (Place(id=1, name='Bob'), Place(id=2, name='Ann'), Place(id=3, name='Cem'))
    """
    places: list[Place] = []
    seen: set[int] = set()
    for text, name in entries:
        id = read_id(text)
        if id is None or id in seen:
            id = max(seen, default=-1) + 1
        seen.add(id)
        places.append(Place(id, name))
    return tuple(places)


def read_id(text: str) -> int | None:
    """The id of a place as a form carries it; `None` for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None
