"""Sentences for people, kept as a template and its facts so that any language can say them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.rummy.cards import Card, print_cards


class Seat(int):
    """A player's place in the order of play, counted from 0; the left of a seat comes next."""

    __slots__ = ()


FIRST_SEAT = Seat(0)
"""Who deals first unless it is said otherwise."""


Fact: TypeAlias = "int | str | Seat | Card | tuple[Card, ...] | tuple[Seat, ...] | Message"
Translate: TypeAlias = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence: an English template, its key in the catalogues, and the facts that fill it."""

    template: str
    facts: tuple[tuple[str, Fact], ...] = ()


def message(template: str, **facts: Fact) -> Message:
    """Make a message; the catalogues are extracted from the first argument of this call.

    >>> render(message("{player} went gin", player=Seat(1)), ["Ann", "Bob"])
    'Bob went gin'
    """
    return Message(template, tuple(facts.items()))


def untranslated(template: str) -> str:
    """Leave a template as it is: the English texts."""
    return template


def render(message: Message, names: Sequence[str], translate: Translate = untranslated) -> str:
    """Say a message: seats become names, cards are printed, the template is translated."""
    template = translate(message.template)
    if not message.facts:
        return template
    return template.format_map(
        {key: _render_fact(fact, names, translate) for key, fact in message.facts}
    )


def _render_fact(fact: Fact, names: Sequence[str], translate: Translate) -> str:
    if isinstance(fact, Seat):
        return names[fact]
    if isinstance(fact, Message):
        return render(fact, names, translate)
    if isinstance(fact, tuple):
        cards = tuple(item for item in fact if isinstance(item, Card))
        seats = [names[item] for item in fact if isinstance(item, Seat)]
        return print_cards(cards) if cards else ", ".join(seats)
    return str(fact)
