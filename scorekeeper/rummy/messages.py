"""Sentences for people, kept as a template and its arguments until a language is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.rummy.cards import Card, print_cards


class Seat(int):
    """A player’s position in the order of play, from 0. The player to the left comes next."""

    __slots__ = ()


SEATS = tuple(map(Seat, range(16)))
"""Every possible seat of a game, in order of play. Players who left the game keep their seats."""

FIRST_SEAT = SEATS[0]
"""The seat of the first dealer, unless the game names another player."""


Argument: TypeAlias = (
    "int | str | Seat | Card | Message | tuple[Card, ...] | tuple[Seat, ...] | tuple[Message, ...]"
)
Translate: TypeAlias = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence: an English template and its arguments. The template is its catalogue key."""

    template: str
    arguments: tuple[tuple[str, Argument], ...] = ()


def message(template: str, **arguments: Argument) -> Message:
    """Make a message. The catalogues collect the first argument of every call for translation.

    >>> render(message("{player} went gin", player=Seat(1)), ["Ann", "Bob"])
    'Bob went gin'
    """
    return Message(template, tuple(arguments.items()))


def untranslated(template: str) -> str:
    return template


def render(
    message: Message,
    names: Sequence[str],
    translate: Translate = untranslated,
    write: Callable[[Iterable[Card]], str] = print_cards,
    number: Callable[[int], str] = str,
) -> str:
    """Turn a message into text: translate the template, name the seats, write its arguments."""
    template = translate(message.template)
    if not message.arguments:
        return template
    return template.format_map(
        {
            key: _render_argument(argument, names, translate, write, number)
            for key, argument in message.arguments
        }
    )


def _render_argument(
    argument: Argument,
    names: Sequence[str],
    translate: Translate,
    write: Callable[[Iterable[Card]], str],
    number: Callable[[int], str],
) -> str:
    if isinstance(argument, Seat):
        return names[argument]
    if isinstance(argument, str):
        return argument
    if isinstance(argument, int):
        return number(argument)
    if isinstance(argument, Card):
        return write([argument])
    if isinstance(argument, Message):
        return render(argument, names, translate, write, number)
    cards = [item for item in argument if isinstance(item, Card)]
    others = (item for item in argument if not isinstance(item, Card))
    return write(cards) or ", ".join(
        _render_argument(item, names, translate, write, number) for item in others
    )
