"""Questions about one play, such as whether the pile may be taken. They change nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.rummy.article import MOST_WITHOUT_SIZE, Article, AskedMeld, never
from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedCards:
    """Cards that a question needs: at least one, at most `most`."""

    key: str
    label: Message
    most: int = MOST_WITHOUT_SIZE


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedFact:
    """What else the answer depends on: one of the `choices`, the first unless another is chosen."""

    key: str
    label: Message
    choices: tuple[tuple[str, Message], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedPlay:
    """The play that was asked about.

    - `cards`, `facts`: what was given, by the keys of the question
    - `needed`: what a first meld must count, in a game where it must count anything
    """

    cards: Mapping[str, tuple[Card, ...]]
    facts: Mapping[str, str]
    needed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayAnswer:
    """What the judge says of a play.

    - `verdict`: the answer in one sentence, and `yes` whether the play is allowed
    - `notes`: further sentences below the verdict
    - `melds`: the melds as they are after the play, each with a name or what it counts
    """

    verdict: Message
    yes: bool
    notes: tuple[Message, ...] = ()
    melds: tuple[AskedMeld, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayQuestion:
    """A question about one play that players of a game ask.

    - `key`: its name in addresses
    - `title`: the question in the words of a player
    - `article`: the article of the rules that answers it in general
    - `help`: which cards to give
    - `cards`, `facts`: what the answer depends on
    - `asks_total(rules)`, `asks_round(rules)`: what else, because a first meld must count enough
    - `takes_suits`: whether every card needs its suit
    - `answer(rules, deal, asked)`: the answer; raises `RuleError` at the key of wrong cards
    """

    key: str
    title: Message
    article: Article
    help: Message
    cards: tuple[AskedCards, ...]
    facts: tuple[AskedFact, ...] = ()
    asks_total: Callable[[Any], bool] = never
    asks_round: Callable[[Any], bool] = never
    takes_suits: bool = False
    answer: Callable[[Any, Deal, AskedPlay], PlayAnswer]

    @property
    def keys(self) -> frozenset[str]:
        """The keys of its cards and facts."""
        return frozenset([*(of.key for of in self.cards), *(of.key for of in self.facts)])
