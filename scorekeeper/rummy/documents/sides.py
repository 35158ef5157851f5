"""The sides of a game document: the names of sides, each with its players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from scorekeeper.rummy.documents.names import check_name, skeleton
from scorekeeper.rummy.documents.reading import Seating, read_seat, shortened
from scorekeeper.rummy.messages import SEATS, Message, Seat, message
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.sides import opposite
from scorekeeper.rummy.variant import Variant

SIDES = "sides"

LONGEST_SIDE = 130


def proposed_name(names: Sequence[str]) -> str:
    """The default name of a side, from its players.

    >>> proposed_name(["Ann", "Cem"])
    'Ann & Cem'
    """
    return " & ".join(names)


def read_sides(value: object, variant: Variant, players: Sequence[str]) -> tuple[str, ...]:
    """Read the names of sides, in order of their first players. Raises `RuleError` at `sides`."""
    if len(players) not in variant.sides:
        text = message(
            "In {game} with {number} players everybody plays alone, without sides.",
            game=variant.name,
            number=len(players),
        )
        raise RuleError(text, SIDES)
    seats = dict(zip(players, SEATS, strict=False))
    read: dict[Seat, str] = {}
    of_player: dict[Seat, str] = {}
    for name, members in _named(value).items():
        side = _read_name(name, players, [*read.values()])
        seated = [read_seat(member, Seating(seats, {}), SIDES) for member in members]
        for seat in seated:
            if seat in of_player:
                raise RuleError(message("{player} is on two sides.", player=seat), SIDES)
            of_player[seat] = side
        read[min(seated)] = side
    _check_partners(variant.sides[len(players)], len(players), of_player)
    return tuple(name for _first, name in sorted(read.items()))


def _named(value: object) -> dict[str, list[object]]:
    """The players of each side by its name. A side without a name gets its default name."""
    if isinstance(value, list):
        lists = [members for members in value if _is_some(members)]
        named = {proposed_name([str(name).strip() for name in side]): side for side in lists}
        if len(named) == len(value):
            return named
    elif isinstance(value, dict) and all(map(_is_some, value.values())):
        return value
    raise RuleError(message("Name the sides, each with a list of its players."), SIDES)


def _is_some(members: object) -> bool:
    return isinstance(members, list) and bool(members)


def _read_name(name: str, players: Sequence[str], others: Sequence[str]) -> str:
    side = name.strip()
    check_name(side, SIDES, shortened(name), most=LONGEST_SIDE)
    taken = taken_name(side, players, others, skeleton)
    if taken is not None:
        raise RuleError(taken, SIDES, shortened(name))
    return side


def taken_name(
    side: str, players: Sequence[str], others: Sequence[str], alike: Callable[[str], str]
) -> Message | None:
    """The error for a side with the name of a player or of another side. `None` for a free name."""
    if alike(side) in map(alike, players):
        return message("A side cannot be called “{name}”: a player has that name.", name=side)
    if alike(side) in map(alike, others):
        return message("Two sides cannot both be called “{name}”.", name=side)
    return None


def _check_partners(known: Sequence[int], players: int, of_player: Mapping[Seat, str]) -> None:
    for seat in SEATS[:players]:
        if seat not in of_player:
            raise RuleError(message("{player} is on no side.", player=seat), SIDES)
    sizes = Counter(of_player.values())
    if len(sizes) not in known or len(set(sizes.values())) > 1:
        text = message(
            "{number} players make {sides} sides of equal size.",
            number=players,
            sides=" / ".join(map(str, known)),
        )
        raise RuleError(text, SIDES)
    for side in opposite(players, len(sizes)):
        if len({of_player[seat] for seat in side.players}) > 1:
            raise _not_opposite(of_player)


def _not_opposite(of_player: Mapping[Seat, str]) -> RuleError:
    sides = [
        [seat for seat in sorted(of_player) if of_player[seat] == name]
        for name in dict.fromkeys(of_player[seat] for seat in sorted(of_player))
    ]
    right = tuple(chain.from_iterable(zip(*sides, strict=True)))
    return RuleError(message("List partners opposite each other: {players}.", players=right), SIDES)


def shown_names(chosen: Sequence[str], players: Sequence[str]) -> list[str]:
    """The names to show for sides. The default name replaces an empty name or a player’s name.

    >>> shown_names(["We", ""], ["Ann", "Bob", "Cem", "Dee"])
    ['We', 'Bob & Dee']
    """
    taken = {"", *map(skeleton, players)}
    sides = opposite(len(players), len(chosen))
    return [
        proposed_name([players[seat] for seat in side.players]) if skeleton(name) in taken else name
        for name, side in zip(chosen, sides, strict=True)
    ]


def chosen_names(shown: Sequence[str], players: Sequence[str]) -> list[str]:
    """The names of sides. Default names become empty, so that they follow the players’ new names.

    >>> chosen_names(["We", "Bob & Dee"], ["Ann", "Bob", "Cem", "Dee"])
    ['We', '']
    """
    proposed = shown_names([""] * len(shown), players)
    return ["" if name == own else name for name, own in zip(shown, proposed, strict=True)]


def write_sides(names: Sequence[str], players: Sequence[str]) -> dict[str, list[str]]:
    """Write the sides in order of their first players."""
    sides = zip(names, opposite(len(players), len(names)), strict=True)
    return {name: [players[seat] for seat in side.players] for name, side in sides}
