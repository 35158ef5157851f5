"""A draft of a new game: the choices and texts so far, and every step of editing it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from scorekeeper.rummy.documents.sides import proposed_name
from scorekeeper.rummy.house_rules import Value, house_rules
from scorekeeper.rummy.list_steps import SteppedList
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.stake import EACH_OTHER, SMALLEST, Stake
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.web.parts.house_rules_form import preset_values, print_typed, typed_changes

LOT: Literal["lot"] = "lot"
"""A first dealer to be drawn by lot when the game starts."""

Dealer: TypeAlias = int | Literal["lot"]
"""The first dealer: the id of a slot, or `LOT`."""

MOST_SIDES = 3
"""The most sides of a game with partners."""

FIRST_SHOWN = 4
"""The number of slots in a new form, if the game allows it. Starting ignores empty slots."""


@dataclass(frozen=True, slots=True)
class PlayerSlot:
    """A player's slot in the order of play. It keeps its `id` when it moves."""

    id: int
    name: str = ""

    @property
    def is_free(self) -> bool:
        return not self.name.strip()


@dataclass(frozen=True, slots=True)
class DraftedSide:
    """A side of future partners: their slots, and the `typed` name of the side."""

    slots: tuple[PlayerSlot, ...]
    typed: str = ""

    @property
    def ids(self) -> list[int]:
        return [slot.id for slot in self.slots]

    @property
    def players(self) -> list[str]:
        return [slot.name for slot in self.slots]

    @property
    def proposed(self) -> str:
        return proposed_name(self.players)

    @property
    def name(self) -> str:
        return self.typed.strip() or self.proposed


@dataclass(frozen=True, slots=True)
class TypedStake:
    """The stake as typed. Without a `price`, the game has no stake."""

    price: str = ""
    of: str = "point"
    currency: str = ""
    smallest: str = SMALLEST
    who_pays: str = EACH_OTHER

    @property
    def document(self) -> dict[str, str] | None:
        price = self.price.strip()
        # A comma before three digits stays, because it can separate thousands.
        price = re.sub(r",(?!\d{3}$)", ".", price)
        stake = {self.of: price, "currency": self.currency.strip(), "smallest": self.smallest}
        if self.of == "point":
            stake["who_pays"] = self.who_pays
        return stake if price else None


def typed_stake(stake: Stake | None) -> TypedStake:
    if stake is None:
        return TypedStake()
    price, of = (stake.point, "point") if stake.point else (stake.game, "game")
    return TypedStake(price, of, stake.currency, stake.smallest, stake.who_pays)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGameDraft:
    """A game being set up.

    `into` is the chosen number of sides, 0 for none. Partners sit opposite each other. `side_names`
    are the typed names of the sides. `tapped` are the ids of slots with a tapped face, to make them
    partners. `dealer` is the id of a slot, or `LOT`. `typed` are house rules as typed. House
    rules of other games are kept in case the user switches games.
    """

    variant: Variant
    preset: Preset
    slots: tuple[PlayerSlot, ...] = ()
    dealer: Dealer | None = 0
    typed: Mapping[str, str] = field(default_factory=dict)
    stake: TypedStake = TypedStake()
    into: int = 0
    side_names: tuple[str, ...] = ("",) * MOST_SIDES
    tapped: tuple[int, ...] = ()

    @property
    def sides(self) -> list[DraftedSide]:
        """The sides in order of their first players. Empty without partners."""
        number = self.number_of_sides
        seated = [self.named_slots[side::number] for side in range(number)]
        return list(map(DraftedSide, seated, self.side_names[:number]))

    @property
    def number_of_sides(self) -> int:
        players, variant = len(self.named_slots), self.variant
        if variant.needs_sides and not variant.allows_sides(players, self.into):
            return variant.sides_needed(players)
        return self.into if variant.sides else 0

    @property
    def tapped_slots(self) -> list[PlayerSlot]:
        """The slots with a tapped face, in order of the taps. They never fill a whole side."""
        named = {slot.id: slot for slot in self.named_slots}
        tapped = [named[face] for face in dict.fromkeys(self.tapped) if face in named]
        return tapped[: len(self.sides[0].slots) - 1] if self.has_partners else []

    @property
    def has_partners(self) -> bool:
        players, number = len(self.named_slots), self.number_of_sides
        return bool(number) and self.variant.allows_sides(players, number)

    @property
    def changed(self) -> dict[str, str]:
        return typed_changes(self.variant, self.preset, self.typed)

    @property
    def rules(self) -> dict[str, str]:
        values = preset_values(self.variant, self.preset)
        return {name: print_typed(value) for name, value in values.items()} | self.changed

    @property
    def kept(self) -> dict[str, str]:
        known = preset_values(self.variant, self.preset)
        return {name: text for name, text in self.typed.items() if name not in known}

    @property
    def named_slots(self) -> tuple[PlayerSlot, ...]:
        return tuple(slot for slot in self.slots if not slot.is_free)

    @property
    def has_room(self) -> bool:
        return len(self.slots) < self.variant.most

    def for_variant(self, variant: Variant) -> NewGameDraft:
        """The same players in another game. House rules of both games keep their values."""
        if variant is self.variant:
            return self
        preset = variant.preset(self.preset.key) or variant.presets[0]
        typed = self.kept | self.changed
        return replace(self, variant=variant, preset=preset, typed=typed).with_usual_slots()

    def for_preset(self, preset: Preset) -> NewGameDraft:
        """The same game with another preset. House rules changed by hand keep their values."""
        return replace(self, preset=preset, typed=self.kept | self.changed)

    def stepped_list(self, name: str) -> SteppedList | None:
        """The house rule as a list to change step by step. `None` if it is no valid list."""
        rules = {rule.name: rule for rule in house_rules(self.variant.rules_type)}
        text = rules[name].text if name in rules else None
        if text is None:
            return None
        try:
            return text.stepped(self.rules[name])
        except RuleError:
            return None

    def with_step(self, name: str, key: str) -> NewGameDraft:
        """The draft with a list changed by one step. An impossible step changes nothing."""
        stepped = self.stepped_list(name)
        after = stepped.after(key) if stepped else None
        return replace(self, typed={**self.typed, name: after}) if after else self

    def as_preset(self) -> NewGameDraft:
        return replace(self, typed={})

    def with_usual_slots(self) -> NewGameDraft:
        """The draft with the usual number of slots. Slots with a name all stay."""
        shown = min(self.variant.most, max(self.variant.fewest, FIRST_SHOWN))
        draft = self
        while len(draft.slots) < shown:
            draft = draft.with_slot()
        while len(draft.slots) > shown and (free := draft.free_slot()):
            draft = draft.without_slot(free.id)
        return draft

    def with_slot(self, name: str = "") -> NewGameDraft:
        number = max((slot.id for slot in self.slots), default=-1) + 1
        return replace(self, slots=(*self.slots, PlayerSlot(number, name)))

    def with_player(self, name: str) -> NewGameDraft:
        """The draft with this player in the first empty slot, or in a new one."""
        free = self.free_slot()
        if free is None:
            return self.with_slot(name)
        slots = tuple(replace(slot, name=name) if slot is free else slot for slot in self.slots)
        return replace(self, slots=slots)

    def without_slot(self, slot_id: int) -> NewGameDraft:
        """The draft without this slot. If its player was to deal first, the next player deals.

        The other players keep their sides only if their number allows sides.
        """
        index = self._index(slot_id)
        if index is None:
            return self
        left = len(self.named_slots) - 1
        stays = self.slots[index].is_free or left in self.variant.sides
        slots = self.slots[:index] + self.slots[index + 1 :]
        dealer = self.dealer
        if dealer == slot_id and slots:
            following = slots[index:] + slots[:index]
            dealer = next((slot.id for slot in following if not slot.is_free), following[0].id)
        return replace(self, slots=slots, dealer=dealer, into=self.into if stays else 0)

    def moved(self, slot_id: int, step: int) -> NewGameDraft:
        """The draft with this slot moved `step` places later in the order of play."""
        index = self._index(slot_id)
        if index is None or not 0 <= index + step < len(self.slots):
            return self
        slots = list(self.slots)
        slots.insert(index + step, slots.pop(index))
        return replace(self, slots=tuple(slots))

    def with_tap(self, slot_id: int) -> NewGameDraft:
        """The draft with this face tapped, or untapped. Once enough are tapped, they are a side."""
        if not self.has_partners:
            return self
        others = [slot.id for slot in self.tapped_slots if slot.id != slot_id]
        was_tapped = len(others) < len(self.tapped_slots)
        tapped = others if was_tapped else [*others, slot_id]
        if len(tapped) < len(self.sides[0].slots):
            return replace(self, tapped=tuple(tapped))
        return replace(self._with_partners(tapped), tapped=())

    def _with_partners(self, ids: Sequence[int]) -> NewGameDraft:
        """The draft with these players as partners, on the present side of the first one.

        The others swap seats with the players who leave that side.
        """
        opposite = next(side.ids for side in self.sides if ids[0] in side.ids)
        coming = [face for face in ids if face not in opposite]
        going = [face for face in opposite if face not in ids]
        slots = {slot.id: slot for slot in self.slots}
        takes = {a: b for pair in zip(coming, going, strict=True) for a, b in (pair, pair[::-1])}
        order = tuple(slots[takes.get(slot.id, slot.id)] for slot in self.slots)
        return replace(self, slots=order)

    def free_slot(self) -> PlayerSlot | None:
        return next((slot for slot in self.slots if slot.is_free), None)

    def _index(self, slot_id: int) -> int | None:
        return next((index for index, slot in enumerate(self.slots) if slot.id == slot_id), None)


def new_draft(
    variant: Variant,
    preset: Preset | None = None,
    *,
    players: Sequence[str] = (),
    dealer: Dealer = 0,
    overrides: Mapping[str, Value] | None = None,
    stake: Stake | None = None,
    sides: Sequence[str] = (),
) -> NewGameDraft:
    """A draft with these players in order of play. `dealer`: the first dealer's seat or `LOT`."""
    return NewGameDraft(
        variant=variant,
        preset=preset or variant.presets[0],
        slots=tuple(PlayerSlot(seat, name) for seat, name in enumerate(players)),
        dealer=dealer,
        typed={name: print_typed(value) for name, value in (overrides or {}).items()},
        stake=typed_stake(stake),
        into=len(sides),
        side_names=padded(sides),
    ).with_usual_slots()


def padded(names: Sequence[str]) -> tuple[str, ...]:
    """The typed names of sides, with empty ones up to `MOST_SIDES`."""
    return tuple([*names, *[""] * MOST_SIDES][:MOST_SIDES])


def read_slots(entries: Iterable[tuple[str, str]]) -> tuple[PlayerSlot, ...]:
    """The slots of a form, from ids and names. A bad or repeated id gets a new number.

    >>> read_slots([("1", "Bob"), ("x", "Ann"), ("1", "Cem")])
    (PlayerSlot(id=1, name='Bob'), PlayerSlot(id=2, name='Ann'), PlayerSlot(id=3, name='Cem'))
    """
    slots: list[PlayerSlot] = []
    seen: set[int] = set()
    for text, name in entries:
        slot_id = read_id(text)
        if slot_id is None or slot_id in seen:
            slot_id = max(seen, default=-1) + 1
        seen.add(slot_id)
        slots.append(PlayerSlot(slot_id, name))
    return tuple(slots)


def read_dealer(text: str) -> Dealer | None:
    """The first dealer in a form: the id of a slot, or `LOT`. `None` if invalid."""
    return LOT if text == LOT else read_id(text)


def read_id(text: str) -> int | None:
    """The id of a slot in a form. `None` if invalid."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None
