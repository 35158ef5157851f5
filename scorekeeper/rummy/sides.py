"""Sides: partners who score as one. Without partners, each player is a side of one.

Hands, points, totals and wins belong to sides, and are in the order of the sides. Players deal, end
rounds and hold phones. A plain `Seat` is both a player and that player’s side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self, TypeVar

from scorekeeper.rummy.messages import SEATS, Argument, Message, Seat, message


class Side(Seat):
    """Partners who score as one and sit opposite each other.

    The number of a side is its place among the sides, from 0.
    """

    players: tuple[Seat, ...]

    def __new__(cls, number: int, players: tuple[Seat, ...]) -> Self:
        side = super().__new__(cls, number)
        side.players = players
        return side

    def __getnewargs__(self) -> tuple[Any, ...]:
        """The arguments of `__new__`, needed to copy a side."""
        return int(self), self.players


class Holder(Seat):
    """A partner as the holder of cards. The numbers of holders begin after the last side’s number.

    Usually the hand belongs to the side, and a holder has one partner’s unmelded cards. If partners
    have their own hands, a holder has a whole hand.
    """

    player: Seat

    def __new__(cls, number: int, player: Seat) -> Self:
        holder = super().__new__(cls, number)
        holder.player = player
        return holder

    def __getnewargs__(self) -> tuple[Any, ...]:
        return int(self), self.player


_T = TypeVar("_T")


class Seated(tuple[_T, ...]):
    """A tuple with a value for each player in a game of partners, and one for each side in `sides`.

    Index it by a player’s seat, by a `Holder` or by a `Side`.
    """

    sides: tuple[_T, ...]

    def __new__(cls, players: Iterable[_T], sides: Iterable[_T]) -> Self:
        seated = super().__new__(cls, players)
        seated.sides = tuple(sides)
        return seated

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self), self.sides

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, Side):
            return self.sides[place]
        return super().__getitem__(place.player if isinstance(place, Holder) else place)

    def __add__(self, others: Any) -> Any:
        return Seated(super().__add__(others), self.sides)

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and self.sides == getattr(other, "sides", ())

    __hash__ = tuple.__hash__


def by_side(seated: Sequence[_T]) -> Sequence[_T]:
    """The values of the sides, or of the players if there are no partners."""
    return seated.sides if isinstance(seated, Seated) else seated


def sides_of(players: Sequence[object]) -> tuple[Seat, ...]:
    """The players or sides who score, in order of play."""
    if not isinstance(players, Seated):
        return SEATS[: len(players)]
    return opposite(len(players), len(players.sides))


def opposite(players: int, sides: int) -> tuple[Side, ...]:
    """The sides of this many players, with partners opposite each other.

    >>> [side.players for side in opposite(4, 2)]
    [(0, 2), (1, 3)]
    """
    return tuple(Side(number, SEATS[number:players:sides]) for number in range(sides))


def players_of(sides: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """All players of these sides, in order of play."""
    if not sides or type(sides[0]) is not Side:
        return sides
    return tuple(sorted(player for side in sides for player in members(side)))


def are_partners(sides: Sequence[Seat]) -> bool:
    return bool(sides) and type(sides[0]) is Side


def members(side: Seat) -> tuple[Seat, ...]:
    if isinstance(side, Holder):
        return (side.player,)
    return side.players if isinstance(side, Side) else (side,)


def shares_of(sides: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The sides and partners who each give a share of a hand.

    First, each side gives its melds. Then each partner gives the cards held. Players without
    partners give their whole hands.

    >>> [members(share) for share in shares_of(opposite(4, 2))]
    [(0, 2), (1, 3), (0,), (1,), (2,), (3,)]
    """
    return (*sides, *holders_of(sides)) if are_partners(sides) else sides


def holders_of(sides: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Every player of these sides as a holder of cards. Without partners, the `sides` unchanged.

    >>> [(int(holder), holder.player) for holder in holders_of(opposite(4, 2))]
    [(2, 0), (3, 1), (4, 2), (5, 3)]
    """
    if not are_partners(sides):
        return sides
    return tuple(Holder(len(sides) + player, player) for player in players_of(sides))


def place_in(player: Seat | None, side: Seat) -> int | None:
    """The player’s place within a side, from 0. `None` without a player or for another side."""
    there = members(side)
    return None if player is None or player not in there else there.index(player)


def side_of(player: Seat, sides: Sequence[Seat]) -> Seat:
    """The side or holder in `sides` that this player belongs to."""
    if not sides or not isinstance(sides[0], Side | Holder):
        return player
    return next(side for side in sides if player in members(side))


def said_of(side: Seat, of_player: Message, of_partners: Message, **facts: Argument) -> Message:
    """A sentence about a player, or about partners.

    `of_player` has a singular verb, `of_partners` a plural verb.
    """
    if isinstance(side, Side):
        return message(of_partners.template, side=side, **facts)
    return message(of_player.template, player=side, **facts)


def numbered(number: int, sides: Sequence[Seat]) -> Seat:
    """The `Side` with this number, or a plain seat if there are no partners."""
    return next((side for side in sides if side == number), Seat(number))
