"""Errors of a tournament: a sentence for people, and the place of the error."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Fact: TypeAlias = "int | str | Sentence"


@dataclass(frozen=True, slots=True)
class Sentence:
    """An English template, which is the key in the catalogues, and the facts to fill in."""

    template: str
    facts: Mapping[str, Fact] = field(default_factory=dict)

    def text(self, translate: Callable[[str], str] = str) -> str:
        """The sentence, translated and filled in.

        >>> message("{player} is in pair {number} too.", player="Ann", number=3).text()
        'Ann is in pair 3 too.'
        """
        said = {
            name: fact.text(translate) if isinstance(fact, Sentence) else fact
            for name, fact in self.facts.items()
        }
        return translate(self.template).format_map(said)


def message(template: str, **facts: Fact) -> Sentence:
    """A sentence. The catalogues collect the first argument of every call."""
    return Sentence(template, facts)


def listed(items: Sequence[int]) -> Sentence:
    """A list of at least two numbers in words.

    >>> message('{n}', n=listed([12, 31, 40])).text()
    '12, 31 and 40'
    """
    *others, last = items
    return message("{items} and {last}", items=", ".join(map(str, others)), last=last)


def alternatives(items: Sequence[int]) -> Fact:
    """A choice of numbers in words, or the only number.

    >>> message('{n}', n=alternatives([1, 5])).text()
    '1 or 5'
    """
    *others, last = items
    if not others:
        return last
    return message("{items} or {last}", items=", ".join(map(str, others)), last=last)


class Refusal(ValueError):
    """An error: what is wrong, its value, what to do. `where` is its path, such as `rounds 0`."""

    def __init__(self, sentence: Sentence, *where: str | int) -> None:
        super().__init__(sentence.text())
        self.sentence = sentence
        self.where = where
