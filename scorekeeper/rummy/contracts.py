"""Lists of contracts, of the cards dealt in each round, and of card values.

Each list is a text in a fixed notation:

- contracts, such as `2s3, s3 r4, r13p!`. `s3` is a set of 3 or more, `r4` a run of 4 or more, and
  `m13` a run of any suits. A number before a meld repeats the meld. `p` after a meld forbids wild
  cards. `!` at the end means that the contract takes the whole hand
- the cards dealt: one number such as `11` for all rounds, or one for each round such as `7 8 9`
- the points of the ranks from 2 to K, such as `2-7 5, 8-K 10`
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from scorekeeper.rummy.cards import PLACE, RANKS, Card
from scorekeeper.rummy.deal import Contract, ContractMeld, MeldKind
from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.round import RuleError

CLASSIC_CONTRACTS = "2s3, s3 r4, 2r4, 3s3, 2s3 r4, s3 2r4, 3r4!"
CLASSIC_DEALS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {
        "pagat": (10, 10, 10, 12, 12, 12, 12),
        "bicycle": (10, 10, 10, 10, 12, 12, 12),
        "rising": (7, 10, 10, 10, 12, 12, 14),
    }
)
"""The number of cards for each player in each of the seven rounds of Contract Rummy."""

MOST_CONTRACTS = 20
MOST_ALIKE = 4
MOST_CARDS = 24
"""The most cards that the melds of one contract can have together."""

SIZES: Mapping[str, range] = MappingProxyType(
    {"s": range(3, 9), "r": range(3, 14), "m": range(3, 14)}
)
"""By the letter of a set, a run or a mixed run, the minimum sizes that a contract can demand."""

DEALT = range(3, 16)
"""The possible numbers of cards that a round deals to each player."""

MOST_POINTS = 50
"""The most points of one card in a list of values."""

_MELD = re.compile(r"(\d?)\s*([srm])\s*(\d{1,2})\s*(p?)\s*")

_MELD_WORDS: Mapping[str, tuple[Message, ...]] = MappingProxyType(
    {
        "s": (
            message("a set of {size}"),
            message("two sets of {size}"),
            message("three sets of {size}"),
            message("four sets of {size}"),
        ),
        "r": (
            message("a run of {size}"),
            message("two runs of {size}"),
            message("three runs of {size}"),
            message("four runs of {size}"),
        ),
        "m": (
            message("a mixed run of {size}"),
            message("two mixed runs of {size}"),
            message("three mixed runs of {size}"),
            message("four mixed runs of {size}"),
        ),
    }
)
"""The words for one, two, three and four equal melds."""

_MOST_WILD = (message("two"), message("three"), message("four"))
"""For a limit of one, two or three wild cards in a meld, the words for the limit plus one."""


@dataclass(frozen=True, slots=True)
class Melds:
    """Equal melds of a contract: `2r4p` is two runs of 4 or more without wild cards."""

    number: int
    letter: str
    size: int
    pure: bool = False

    @property
    def text(self) -> str:
        number = str(self.number) if self.number > 1 else ""
        return f"{number}{self.letter}{self.size}{'p' * self.pure}"

    @property
    def words(self) -> Message:
        """The melds in the words of the sheet: `two runs of 4`."""
        words = Message(_MELD_WORDS[self.letter][self.number - 1].template, (("size", self.size),))
        return message("{melds} without wild cards", melds=words) if self.pure else words


@dataclass(frozen=True, slots=True)
class ListedContract:
    melds: tuple[Melds, ...]
    takes_all: bool = False

    @property
    def text(self) -> str:
        return " ".join(melds.text for melds in self.melds) + "!" * self.takes_all

    @property
    def words(self) -> Message:
        """The contract in the words of the sheet: `two sets of 3 and a run of 4`."""
        *others, last = (melds.words for melds in self.melds)
        words = last
        if others:
            first = others[0]
            for melds in others[1:]:
                first = message("{melds}, {more}", melds=first, more=melds)
            words = message("{melds} and {more}", melds=first, more=last)
        return message("{contract}, all cards at once", contract=words) if self.takes_all else words

    def contract(self, max_wild: int) -> Contract:
        """Make the contract of a deal. `max_wild` is the most wild cards in a meld; 0: no limit."""
        return Contract(
            melds=tuple(
                ContractMeld(
                    MeldKind.SET if melds.letter == "s" else MeldKind.RUN,
                    melds.size,
                    pure=melds.pure,
                    mixed=melds.letter == "m",
                )
                for melds in self.melds
                for _ in range(melds.number)
            ),
            name=self._with_limit(max_wild),
            takes_all=self.takes_all,
            written=self.text,
        )

    def _with_limit(self, max_wild: int) -> Message:
        takes_wilds = [melds for melds in self.melds if not melds.pure]
        if not max_wild or not takes_wilds:
            return self.words
        too_many = _MOST_WILD[max_wild - 1]
        if sum(melds.number for melds in self.melds) == 1:
            return message(
                "{contract}, not with {number} jokers", contract=self.words, number=too_many
            )
        return message(
            "{contract}, none with {number} jokers", contract=self.words, number=too_many
        )


@cache
def read_contracts(text: str) -> tuple[ListedContract, ...]:
    """Read a list of contracts. Raises `RuleError`.

    >>> print_contracts(read_contracts("S3 s3,s3R4 , 3r4!"))
    '2s3, s3 r4, 3r4!'
    """
    parts = text.split(",")
    if len(parts) > MOST_CONTRACTS:
        raise RuleError(message("There can be up to {most} contracts.", most=MOST_CONTRACTS))
    return tuple(_read_contract(" ".join(part.split())) for part in parts)


def print_contracts(contracts: Sequence[ListedContract]) -> str:
    return ", ".join(contract.text for contract in contracts)


def _read_contract(text: str) -> ListedContract:
    takes_all = text.endswith("!")
    melds = tuple(_read_melds(text, text.lower().removesuffix("!").strip()))
    if sum(alike.number * alike.size for alike in melds) > MOST_CARDS:
        raise RuleError(message("“{text}” has more than {most} cards.", text=text, most=MOST_CARDS))
    return ListedContract(melds, takes_all)


def _read_melds(text: str, melds: str) -> Iterator[Melds]:
    numbers: dict[tuple[str, int, bool], int] = {}
    start = 0
    while start < len(melds) or not numbers:
        found = _MELD.match(melds, start)
        if found is None or found[1] == "0":
            raise RuleError(
                message("“{text}” is no contract: a set is written s3, a run r4.", text=text)
            )
        number, letter, size, pure = found.groups()
        if int(size) not in SIZES[letter]:
            raise RuleError(
                message("“{text}”: a set is asked for 3 to 8 cards, a run for 3 to 13.", text=text)
            )
        alike = letter, int(size), bool(pure)
        numbers[alike] = numbers.get(alike, 0) + int(number or 1)
        start = found.end()
    if max(numbers.values()) > MOST_ALIKE:
        raise RuleError(
            message("“{text}” has more than {most} melds alike.", text=text, most=MOST_ALIKE)
        )
    for (letter, size_of, is_pure), number_of in numbers.items():
        yield Melds(number_of, letter, size_of, is_pure)


@cache
def read_deals(text: str) -> tuple[int, ...]:
    """Read the cards dealt: a number for each round, or one number for all. Raises `RuleError`.

    >>> read_deals("9 10 12")
    (9, 10, 12)
    """
    parts = text.replace(",", " ").split()
    if parts and all(part.isdecimal() and int(part) in DEALT for part in parts):
        return tuple(map(int, parts))
    raise RuleError(
        message("“{text}” is no deal: every round deals 3 to 15 cards.", text=" ".join(parts))
    )


NUMBERED = RANKS[1:]
"""The ranks with a value in a list: 2 to K."""


@dataclass(frozen=True, slots=True)
class ValueRange:
    """The points of each rank from `first` to `last`."""

    first: str
    last: str
    points: int

    @property
    def text(self) -> str:
        ranks = self.first if self.first == self.last else f"{self.first}-{self.last}"
        return f"{ranks} {self.points}"

    @property
    def words(self) -> Message:
        """The range in the words of the rules: `2 to 7: 5`."""
        first, last = Card(self.first), Card(self.last)
        if first == last:
            return message("{card}: {points}", card=first, points=self.points)
        return message("{first} to {last}: {points}", first=first, last=last, points=self.points)


_RANGE = re.compile(r"(10|[2-9TJQK])(?:\s*-\s*(10|[2-9TJQK]))?\s+(\d{1,2})")


@cache
def read_values(text: str) -> tuple[ValueRange, ...]:
    """Read the points of the ranks from 2 to K. Raises `RuleError`.

    >>> read_values("2-7 5, 8-k 10")[-1]
    ValueRange(first='8', last='K', points=10)
    """
    ranges, following = [], 0
    for part in text.upper().split(","):
        found = _RANGE.fullmatch(part.strip())
        if found is None or int(found[3]) > MOST_POINTS:
            raise RuleError(
                message(
                    "“{text}” is no value: write ranks and their points, such as 2-7 5.",
                    text=" ".join(part.split()),
                )
            )
        first, last = (found[1].replace("10", "T"), (found[2] or found[1]).replace("10", "T"))
        start, end = NUMBERED.index(first), NUMBERED.index(last)
        if start > following:
            raise _leaves_out(following)
        if start < following:
            raise RuleError(message("The values have {card} twice.", card=Card(first)))
        if end < start:
            raise RuleError(message("{first} is above {last}.", first=Card(first), last=Card(last)))
        ranges.append(ValueRange(first, last, int(found[3])))
        following = end + 1
    if following < len(NUMBERED):
        raise _leaves_out(following)
    return tuple(ranges)


def _leaves_out(place: int) -> RuleError:
    return RuleError(message("The values leave out {card}.", card=Card(NUMBERED[place])))


def print_values(ranges: Sequence[ValueRange]) -> str:
    return ", ".join(part.text for part in ranges)


@cache
def values_of_ranks(text: str) -> dict[str, int]:
    return {
        rank: part.points
        for part in read_values(text)
        for rank in RANKS[PLACE[part.first] : PLACE[part.last] + 1]
    }
