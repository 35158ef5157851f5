"""Questions about one play, such as taking the pile. An answer does not change the game."""

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
    """A field of a question for one card or several cards, up to `most`."""

    key: str
    label: Message
    most: int = MOST_WITHOUT_SIZE


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedFact:
    """A field of a question for one of the `choices`. The first choice is the default."""

    key: str
    label: Message
    choices: tuple[tuple[str, Message], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedPlay:
    """The play in a question.

    - `cards`: the cards given, by the keys of the question
    - `facts`: the choices given, by the keys of the question
    - `needed`: the count that a first meld must reach. `None` in games without such a count
    """

    cards: Mapping[str, tuple[Card, ...]]
    facts: Mapping[str, str]
    needed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayAnswer:
    """The judge’s answer about a play.

    - `verdict`: the answer in one sentence
    - `yes`: whether the play is allowed
    - `notes`: further sentences below the verdict
    - `melds`: the melds after the play, with their counts
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
    - `article`: the article of the rules with the general answer
    - `help`: tells the user which cards to give
    - `cards`: the fields for cards
    - `facts`: the fields for choices
    - `asks_total(rules)`: whether the count of a first meld depends on the total of the side
    - `asks_round(rules)`: whether the count of a first meld depends on the number of the round
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
        return frozenset([*(of.key for of in self.cards), *(of.key for of in self.facts)])
