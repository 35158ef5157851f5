"""What only some games ask: facts of a round, and parts of a hand beside the cards left in it."""

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
    """A fact of a round that only this game asks for: who did it, or one of its `choices`.

    `key` names it in documents and forms, `name` in a sentence and `question` in a form. `choices`
    are values in documents with their words in forms, and `also` other spellings of these.
    `of_several` says that several players may have done it. `counts(rules)` says whether it counts
    by these rules, `missing` is the error if a round that scores lacks it then, and `of_deal` says
    whether the deal depends on it. `rule` is the kind of its points, where it scores any.
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
    """What a player may do instead of showing cards, such as dropping.

    `word` stands over its buttons, and `points(rules)` on them. 0 means that it is not played.
    """

    word: Message
    points: Callable[[Any], int]


@dataclass(frozen=True, kw_only=True)
class HandPart:
    """A part of a hand that a game asks for beside the cards left in it.

    `key` names it in documents, and `name` in forms. It is a number from `least` to `most`,
    one of its `choices`, or some of them if it is `of_several`. These are values in documents with
    their words in forms, and `offers(rules)` are those played, if not all. Or it is a flag, which
    is `usual` unless it is said. That of a phase is either. Whether its player `opened` may have
    choices too: ways to open other than the plain one, which the part is named after. What of it
    comes `instead` of any cards is told by its text in forms. A part that `is_put_down` is cards in
    groups, or what these count. It and other parts without fields of their own are typed among the
    cards.

    `price(rules)` is what one of a number scores, a flag that is not as usual, or a player who
    never opened, on a line of the kind `rule`. `ladder(rules)` is what one, two and more score,
    where that is no multiple, and `prices(rules)` what each of its choices does. `cards` are those
    whose number it is, which a form draws as often as there are decks. What `is_found` is seen
    where the cards put down are given. `counts(rules)` says whether it is played by these rules. A
    number that `is_held` is of cards that somebody still holds, rather than of what lies on the
    table. What lies there in piles has cards of the colour `pile` on top: `red`, `black`, `half` of
    each, or a `joker`. A flag may be `asked` as a form has it beside other numbers: of what, and
    whether it is so. What tells more of one ending alone is asked `of_ending`, its name in
    documents, of the side that ended so.

    Of what is put down, `note` says what it leaves out, `wilds` are the ranks that stand for
    others, and `suited` says whether suits may matter.
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
        """Whether it says how its player opened, if ever: one of its choices, or otherwise."""
        return self.key == OPENED_KEY and bool(self.choices)

    @property
    def is_all(self) -> bool:
        """Whether nothing else is known of a hand that has it: it is what the hand scores."""
        return self.key == NET

    @property
    def replaces_cards(self) -> bool:
        """Whether a hand that has it says nothing else."""
        is_one_of = bool(self.choices) and not (self.of_several or self.is_opening)
        return self.is_all or is_one_of

    def offered(self, rules: Any) -> dict[str, Message]:
        """Its choices that are played by these rules."""
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
"""Whether its player ever opened."""

SHOWN = HandPart(key="shown", is_put_down=True)
"""What its player put down."""
