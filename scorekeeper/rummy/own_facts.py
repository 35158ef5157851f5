"""Questions of single games: facts of a round, and parts of a hand besides the cards left."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from scorekeeper.rummy.cards import JOKER_RANK, Card
from scorekeeper.rummy.hand import NET, OPENED_KEY, PHASE
from scorekeeper.rummy.messages import Message
from scorekeeper.rummy.ruling import AnyRule, Rule


@dataclass(frozen=True, kw_only=True)
class OwnFact:
    """A fact of a round that only one game asks for: a player, or one of its `choices`.

    - `key`: its name in documents and forms
    - `name`, `question`: its name in a sentence and in a form
    - `choices`: values in documents, with their words in forms
    - `also`: other spellings of the choices
    - `of_several`: whether the fact can name several players
    - `counts(rules)`: whether the fact counts under these rules
    - `missing`: the error if it counts, and a round that scores lacks it
    - `of_deal`: whether the deal depends on it
    - `rule`: the kind of its points, if it scores
    """

    key: str
    name: Message
    question: Message
    choices: Mapping[str, Message] = field(default_factory=dict)
    counts: Callable[[Any], bool] = lambda _rules: True
    missing: Message | None = None
    also: Mapping[str, str] = field(default_factory=dict)
    of_several: bool = False
    of_deal: bool = False
    rule: AnyRule | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "choices", MappingProxyType(dict(self.choices)))
        object.__setattr__(self, "also", MappingProxyType(dict(self.also)))


NAMELESS = Message("")

FLAG_SET, FLAG_UNSET = "yes", "no"
"""The texts of a flag in forms."""


@dataclass(frozen=True, kw_only=True)
class Instead:
    """A player’s alternative to showing cards, such as dropping.

    `word` is the heading of its buttons, and `points(rules)` are the points on them. 0 means that
    this is not played.
    """

    word: Message
    points: Callable[[Any], int]


@dataclass(frozen=True, kw_only=True)
class HandPart:
    """A part of a hand that a game asks for besides the cards left.

    `key` names it in documents, and `name` in forms. `counts(rules)` tells whether it is played
    under these rules. Its value is one of these:

    - a number from `least` to `most`
    - one of its `choices`, or several if it is `of_several`: values in documents with their words
      in forms. `offers(rules)` are the choices in play, if not all
    - a flag, which is `usual` unless given. `asked` has its subject and its question in a form with
      number fields
    - cards in groups, or their count, if it `is_put_down`. Users type these and other parts without
      fields among the cards

    The part of a phase is a flag or a number. The part `opened` is a flag, and can have choices
    too: ways to open other than the plain one.

    Its points:

    - `price(rules)`: the points of one of a number, of an unusual flag, or for never opening
    - `ladder(rules)`: the points of one, two and more, if they are not multiples of a price
    - `prices(rules)`: the points of each choice
    - `rule`: the kind of the line with these points

    How it is entered:

    - `instead`: values that replace the cards, with their texts in forms
    - `note`: a hint beside its name
    - `cards`: the cards that a number counts; the form draws them once for each deck
    - `is_found`: whether the program finds the value among the cards put down, if they are given
    - `is_held`: whether a number counts cards that somebody still holds, not cards on the table
    - `pile`: the colour of the top cards of these piles: `red`, `black`, `half` of each, or `joker`
    - `of_ending`: the ending, by its name in documents, after which the side that ended so is asked
    - `wilds`, `suited`: of cards put down, the wild ranks, and whether suits can matter
    """

    key: str
    name: Message = NAMELESS
    most: int = 0
    least: int = 0
    choices: Mapping[str, Message] = field(default_factory=dict)
    of_several: bool = False
    offers: Callable[[Any], Sequence[str]] | None = None
    instead: Mapping[str, Instead] = field(default_factory=dict)
    usual: bool = False
    is_put_down: bool = False
    price: Callable[[Any], int] = lambda _rules: 0
    ladder: Callable[[Any], Sequence[int]] = lambda _rules: ()
    prices: Callable[[Any], Mapping[str, int]] = lambda _rules: {}
    rule: AnyRule = Rule.CARDS_LEFT
    cards: tuple[Card, ...] = ()
    is_found: bool = False
    pile: str = ""
    asked: tuple[Message, Message] = (NAMELESS, NAMELESS)
    of_ending: str = ""
    note: Message = NAMELESS
    wilds: tuple[str, ...] = (JOKER_RANK,)
    suited: bool = True
    counts: Callable[[Any], bool] = lambda _rules: True
    is_held: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "choices", MappingProxyType(dict(self.choices)))
        object.__setattr__(self, "instead", MappingProxyType(dict(self.instead)))

    @property
    def is_flag(self) -> bool:
        return self.has_field and not self.most and not self.choices and not self.is_phase

    @property
    def is_phase(self) -> bool:
        return self.key == PHASE

    @property
    def is_opening(self) -> bool:
        """Check whether the part tells how the player opened: by a choice, or plainly."""
        return self.key == OPENED_KEY and bool(self.choices)

    @property
    def is_all(self) -> bool:
        """Check whether the part is the whole score of a hand without other known parts."""
        return self.key == NET

    @property
    def replaces_cards(self) -> bool:
        """Check whether a hand with this part has no other part."""
        is_one_of = bool(self.choices) and not (self.of_several or self.is_opening)
        return self.is_all or is_one_of

    def offered(self, rules: Any) -> dict[str, Message]:
        played = self.choices if self.offers is None else self.offers(rules)
        return {key: words for key, words in self.choices.items() if key in played}

    @property
    def flag_text(self) -> str:
        return FLAG_UNSET if self.usual else FLAG_SET

    @property
    def has_field(self) -> bool:
        return self.name is not NAMELESS and not self.is_put_down


LAST_PHASE = 20
"""The highest number of a phase."""

OPENED = HandPart(key=OPENED_KEY)
"""The part that tells whether the player ever opened."""

SHOWN = HandPart(key="shown", is_put_down=True)
"""The part with the cards that the player put down."""
