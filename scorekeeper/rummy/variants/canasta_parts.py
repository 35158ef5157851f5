"""Shared features of the canasta family: parts of a hand, card points, kinds of canastas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from scorekeeper.rummy.cards import JOKER_RANK, Card
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.hand import NET
from scorekeeper.rummy.house_rules import bonus
from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.own_facts import HandPart
from scorekeeper.rummy.round import AnyEnding
from scorekeeper.rummy.ruling import AnyRule, AnyTag

SHORTEST_CANASTA = 7
"""The fewest cards in a canasta."""

LEAST_CARD, LEAST_MELD = 5, 15
"""The least points of a card and of a meld. All counts are multiples of the first."""

LEAST_WILD = 20
"""The least points of a wild card."""

MOST_OF_A_PART = 99
"""A bound for the number of any part. The check against all decks comes later."""

MOST_NET = 50_000
"""A bound for the score of a side in one round, even with seven decks and high bonuses."""

RED_SUITS, BLACK_SUITS = ("H", "D"), ("S", "C")

BLACK_THREES = "black_threes"
"""The key of the number of black threes on the table, if they count."""


class FamilyEnding(AnyEnding):
    """The endings that only games of this family have."""

    CONCEALED = "concealed"
    SPECIAL = "special"


class FamilyRule(AnyRule):
    """The kinds of points that only games of this family have."""

    MELDED = "melded"
    NATURAL = "natural-canasta"
    MIXED = "mixed-canasta"
    WILD = "wild-canasta"
    ACES = "ace-canasta"
    SEVENS = "seven-canasta"
    TWOS = "two-canasta"
    JOKERS = "joker-canasta"
    RED_THREES = "red-threes"
    BLACK_THREES = "black-threes"
    RED_THREES_LEFT = "red-threes-left"
    OPEN_MELDS = "open-melds"
    HELD_THREE = "held-three"
    SPECIAL = "special-hand"
    CONCEALED = "concealed-bonus"
    CLEAN_BOOK = "clean-book"
    DIRTY_BOOK = "dirty-book"
    WILD_BOOK = "wild-book"
    EXACT_DEAL = "exact-deal"
    CLEAN = "clean-burraco"
    SEMI_CLEAN = "semi-clean-burraco"
    DIRTY = "dirty-burraco"
    POT = "pot"
    NET = "net"


class FamilyTag(AnyTag):
    """The tags that only games of this family have."""

    CONCEALED = "concealed", message("out concealed"), message("{player} goes out concealed!")
    SPECIAL = "special", message("special hand"), message("A special hand for {player}!")


MELDED = HandPart(
    key="melded",
    name=message("Melded cards"),
    note=message("without red threes and bonuses"),
    rule=FamilyRule.MELDED,
    is_put_down=True,
    wilds=("2", JOKER_RANK),
    suited=False,
)
"""All cards on the table except red threes."""


RED_THREES = HandPart(
    key="red_threes",
    name=message("Red threes"),
    most=MOST_OF_A_PART,
    price=lambda rules: int(rules.red_three),
    rule=FamilyRule.RED_THREES,
    cards=(Card("3", "H"), Card("3", "D")),
)
RED_THREES_LEFT = HandPart(
    key="red_threes_left",
    name=message("Red threes held to the end"),
    most=MOST_OF_A_PART,
    price=lambda rules: -int(rules.red_three_left),
    rule=FamilyRule.RED_THREES_LEFT,
    is_held=True,
)

NET_POINTS = HandPart(
    key=NET,
    name=message("Only the result"),
    note=message("with all bonuses"),
    least=-MOST_NET,
    most=MOST_NET,
    price=lambda _rules: 1,
    rule=FamilyRule.NET,
)
"""The whole score of a side, for a table that enters only that."""


def canastas(
    key: str,
    name: Message,
    house_rule: str,
    rule: AnyRule,
    pile: str,
    *,
    needs: tuple[str, ...] = (),
) -> HandPart:
    """The part with a number of canastas, priced by a house rule.

    The program finds them among melds. They are not played if a house rule that they need is 0.
    """
    return HandPart(
        key=key,
        name=name,
        most=MOST_OF_A_PART,
        price=lambda rules: int(getattr(rules, house_rule)),
        rule=rule,
        is_found=True,
        pile=pile,
        counts=lambda rules: all(getattr(rules, needed) for needed in needs),
    )


def bonus_for_going_out(*, high: int) -> Any:
    """The house rule on that bonus. Its values are not compared with those of other games."""
    label, none = message("Bonus for going out"), message("0: none.")
    return bonus(100, label, none, high=high, game_specific=True)


@dataclass(frozen=True, kw_only=True, eq=False)
class Kind:
    """A kind of canasta: melds of seven or more cards that bring a bonus.

    - `part`: the part of a hand with their number
    - `name`: the name of one of them
    - `text`: the sentence of their line of points, with `number` and `each`
    - `cards`, `wild`: the fewest cards in one, and the fewest wild cards
    - `of`: the fewest cards of certain ranks in one
    - `least`: the least points of its cards, if `of` makes them count more than other cards
    """

    part: HandPart
    name: Message
    text: Message
    wild: int
    cards: int = SHORTEST_CANASTA
    of: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    least: int = 0

    @property
    def key(self) -> str:
        """The key of their number in documents."""
        return self.part.key

    @property
    def points(self) -> int:
        """The least points of its cards."""
        cheapest = LEAST_CARD * (self.cards - self.wild) + LEAST_WILD * self.wild
        return max(cheapest, self.least)


def card_worth(*, ace: int, joker: int, low: str, black_three: int = LEAST_CARD) -> dict[str, int]:
    """Points by rank: court cards to eights 10, twos 20, and the ranks in `low` 5."""
    worth = card_points() | dict.fromkeys("89TJQK", 10) | dict.fromkeys(low, LEAST_CARD)
    return worth | {"A": ace, "2": 20, "3": black_three, JOKER_RANK: joker}


def pack(decks: int, worth: dict[str, int], *, dealt: int, jokers: int = 2) -> Deal:
    """The deal with this many decks, each with this many jokers."""
    return Deal(
        worth=worth,
        hand_size=None,
        dealt=dealt,
        decks=decks,
        jokers=decks * jokers,
        sets_repeat=True,
        ace_high=True,
        ace_to_ace=True,
        spares_melds=False,
    )


def is_wild(card: Card) -> bool:
    """Check whether a card is a two or a joker, which replace other cards."""
    return card.rank in MELDED.wilds
