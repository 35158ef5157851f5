"""The questions that only some games ask: about facts of a round, and about parts of a hand."""

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
    - `name`: its name in a sentence
    - `question`: the question that a form asks
    - `choices`: values in documents, with their words in forms
    - `also`: other spellings of the choices
    - `of_several`: whether the fact can name several players
    - `counts(rules)`: whether the fact counts under these rules
    - `missing`: the error if the fact counts but a round with a score lacks it
    - `of_deal`: whether the deal depends on the fact
    - `rule`: the kind of its points. `None` for a fact without points
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

    `word` is the heading of its buttons. `points(rules)` are the points on the buttons, or 0 if the
    house rules do not allow the alternative.
    """

    word: Message
    points: Callable[[Any], int]


@dataclass(frozen=True, kw_only=True)
class HandPart:
    """A part of a hand that a game asks for besides the cards left.

    `key` is its name in documents, and `name` is its name in forms. `counts(rules)` tells whether
    the game has the part under these rules. The value of a part is one of the following:

    - a number from `least` to `most`
    - one of its `choices`, or several choices if it is `of_several`. `choices` has the values in
      documents and their words in forms. `offers(rules)` are the choices that these rules allow;
      `None` means all choices
    - a flag. If a hand lacks the flag, its value is `usual`. `asked` has the subject and the
      question that a form with number fields shows for the flag
    - the cards put down, in groups or as a count, if it `is_put_down`

    Some parts have no field in forms, such as the cards put down. Users type such parts with the
    cards left.

    The part of a phase is a flag or a number. The part `opened` is a flag. In some games it also
    has choices for special ways to open.

    The points of a part:

    - `price(rules)`: the points for each thing counted, for a flag with an unusual value, or for a
      player who never opened
    - `ladder(rules)`: the points for one thing, for two things and so on, if no single price fits
    - `prices(rules)`: the points of each choice
    - `rule`: the kind of the line with the points

    How users enter a part:

    - `instead`: values that replace the cards, with their texts in forms
    - `note`: a hint beside its name
    - `cards`: the cards that a number counts. The form draws the cards once for each deck
    - `is_found`: whether the program finds the value if the user gives the cards put down
    - `is_held`: whether a number counts cards that somebody still holds, not cards on the table
    - `counted_with`: the key of the part that counts the same cards on the table
    - `pile`: the top card that the form draws beside the number of canastas: `red`, `black`,
      `half` (half red, half black), or `joker`
    - `of_ending`: the name of an ending in documents. The form asks only the side that ended the
      round in this way
    - `wilds`: the wild ranks among cards put down
    - `suited`: whether the suits of cards put down can matter
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
    counted_with: str = ""

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
        """Check whether the part is about opening and has choices for special ways to open."""
        return self.key == OPENED_KEY and bool(self.choices)

    @property
    def is_whole_score(self) -> bool:
        """Check whether the part is the whole score of a hand."""
        return self.key == NET

    @property
    def replaces_cards(self) -> bool:
        """Check whether a hand with this part has neither cards nor other parts."""
        is_one_of = bool(self.choices) and not (self.of_several or self.is_opening)
        return self.is_whole_score or is_one_of

    def offered(self, rules: Any) -> dict[str, Message]:
        allowed = self.choices if self.offers is None else self.offers(rules)
        return {key: words for key, words in self.choices.items() if key in allowed}

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
