"""What the games of the canasta family share: parts of a hand, card points, kinds of canastas."""

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
"""The least points of a card, and of a meld. All counts are multiples of `LEAST_CARD`."""

LEAST_WILD = 20
"""The least points of a wild card."""

MOST_OF_A_PART = 99
"""The highest number in any part. `check_pack` later checks the number against the decks."""

MOST_NET = 50_000
"""The highest score that a side can enter for one round."""

RED_SUITS, BLACK_SUITS = ("H", "D"), ("S", "C")

BLACK_THREES = "black_threes"
"""The key of the number of black threes that a side has laid out."""


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
"""The part with all melded cards. Red threes do not belong to it."""


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
    counted_with=RED_THREES.key,
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
"""The part with the whole score of a side, for players who enter only this number."""


def canastas(
    key: str,
    name: Message,
    house_rule: str,
    rule: AnyRule,
    pile: str,
    *,
    needs: tuple[str, ...] = (),
) -> HandPart:
    """The part with the number of canastas of one kind.

    `house_rule` is the name of the house rule with the points of one such canasta. If the user
    gives melds, the program finds the canastas. If one of the house rules in `needs` is 0, the game
    has no such canastas.
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
    """The house rule on the bonus for going out.

    “Under other house rules” tries no values of other games.
    """
    label, none = message("Bonus for going out"), message("0: none.")
    return bonus(100, label, none, high=high, game_specific=True)


@dataclass(frozen=True, kw_only=True, eq=False)
class Kind:
    """A kind of canasta: a meld of seven or more cards that brings a bonus.

    - `part`: the part of a hand with the number of such canastas
    - `name`: the name of one such canasta
    - `text`: the sentence of the line of points, with `number` and `each`
    - `cards`: the fewest cards in such a canasta
    - `wild`: the fewest wild cards in such a canasta
    - `of`: by rank, the fewest cards of this rank in such a canasta
    - `least`: the fewest points of its cards, if the ranks in `of` are worth more than the cheapest
      cards; else 0
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
        """The key, in documents, of the number of such canastas."""
        return self.part.key

    @property
    def points(self) -> int:
        """The least points of the cards in such a canasta."""
        cheapest = LEAST_CARD * (self.cards - self.wild) + LEAST_WILD * self.wild
        return max(cheapest, self.least)


def card_worth(*, ace: int, joker: int, low: str, black_three: int = LEAST_CARD) -> dict[str, int]:
    """The points of each rank. Eights to kings count 10, twos 20, and the ranks in `low` 5."""
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
    """Check whether a card is wild: a two or a joker."""
    return card.rank in MELDED.wilds
