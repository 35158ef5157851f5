"""Sentences for people, kept as a template and its arguments until a language is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.rummy.cards import Card, print_cards


class Seat(int):
    """A player's place in the order of play, counted from 0; the left of a seat comes next."""

    __slots__ = ()


FIRST_SEAT = Seat(0)
"""The first dealer, unless another one is named."""


Argument: TypeAlias = "int | str | Seat | Card | tuple[Card, ...] | tuple[Seat, ...] | Message"
Translate: TypeAlias = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence: an English template, which is its key in the catalogues, and its arguments."""

    template: str
    arguments: tuple[tuple[str, Argument], ...] = ()


def message(template: str, **arguments: Argument) -> Message:
    """Make a message; the catalogues are extracted from the first argument of this call.

    >>> render(message("{player} went gin", player=Seat(1)), ["Ann", "Bob"])
    'Bob went gin'
    """
    return Message(template, tuple(arguments.items()))


def untranslated(template: str) -> str:
    """Leave a template as it is: the English texts."""
    return template


def render(message: Message, names: Sequence[str], translate: Translate = untranslated) -> str:
    """Write a message out: seats become names, cards are printed, the template is translated."""
    template = translate(message.template)
    if not message.arguments:
        return template
    return template.format_map(
        {key: _render_argument(argument, names, translate) for key, argument in message.arguments}
    )


def _render_argument(argument: Argument, names: Sequence[str], translate: Translate) -> str:
    if isinstance(argument, Seat):
        return names[argument]
    if isinstance(argument, Message):
        return render(argument, names, translate)
    if isinstance(argument, tuple):
        cards = tuple(item for item in argument if isinstance(item, Card))
        seats = [names[item] for item in argument if isinstance(item, Seat)]
        return print_cards(cards) if cards else ", ".join(seats)
    return str(argument)
