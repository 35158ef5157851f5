"""What the games of the canasta family have in common: parts of a hand, card points, kinds."""

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
"""How many cards a canasta has at least."""

LEAST_CARD, LEAST_MELD = 5, 15
"""What every card counts at least; all counts are multiples of it."""

LEAST_WILD = 20
"""What every wild card counts at least."""

MOST_OF_A_PART = 99
"""More than any number of decks has: whether a number can be is checked against all hands."""

MOST_NET = 50_000
"""More than a side scores in a round, with six or seven decks and dear canastas too."""

RED_SUITS, BLACK_SUITS = ("H", "D"), ("S", "C")

BLACK_THREES = "black_threes"
"""The part of a hand that says how many black threes lie on the table, where they count."""


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
"""All cards on the table, red threes apart."""


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
"""What a side scores in all, for a table that writes down nothing else."""


def canastas(
    key: str,
    name: Message,
    house_rule: str,
    rule: AnyRule,
    pile: str,
    *,
    needs: tuple[str, ...] = (),
) -> HandPart:
    """The part of a hand that is a number of canastas, each for what a house rule says.

    They are found among melds, and not played where a house rule that it `needs` is 0.
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
    """The house rule on that bonus, which no other game compares with its own."""
    label, none = message("Bonus for going out"), message("0: none.")
    return bonus(100, label, none, high=high, game_specific=True)


@dataclass(frozen=True, kw_only=True, eq=False)
class Kind:
    """A kind of canasta: melds of seven or more cards that bring a bonus.

    - `part`: the part of a hand that says how many there are
    - `name`: what one of them is called
    - `text`: their line of points, with `number` and `each`
    - `cards`, `wild`: how many cards it has at least, and how many of them are wild
    - `of`: how many cards of certain ranks it has, and `least` what it counts at least, if these
      make it more than others with as many wild cards
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
        """The least that its cards count."""
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
    """Whether a card may stand for another: twos and jokers."""
    return card.rank in MELDED.wilds
