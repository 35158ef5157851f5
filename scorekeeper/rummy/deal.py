"""The deal of one round: decks, jokers, hand size and the points of each card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from scorekeeper.rummy.cards import JOKER_RANK, LOW_ACE_RANK, RANKS, SUITS, Card
from scorekeeper.rummy.messages import Message


class MeldKind(StrEnum):
    SET = "set"
    RUN = "run"
    COLOUR = "colour"


@dataclass(frozen=True, slots=True)
class ContractMeld:
    """A meld of a contract, of at least `size` cards.

    A `pure` one has no wild cards, and a `mixed` run has cards of any suits.
    """

    kind: MeldKind
    size: int
    pure: bool = False
    mixed: bool = False


@dataclass(frozen=True, slots=True)
class Contract:
    """The melds that a player's first lay-down must have, and what players call them.

    A contract that `takes_all` leaves no card in the hand, not even for a discard. It is `written`
    so in answers.
    """

    melds: tuple[ContractMeld, ...]
    name: Message
    written: str
    takes_all: bool = False


@dataclass(frozen=True)
class Deal:
    """The cards that one round is played with, and what they are worth.

    - `worth`: the points of each rank, including the joker if jokers are used, and an ace below a
      two where that counts otherwise
    - `hand_size`: the most cards a hand can hold at the count (`None`: any number)
    - `exact`: whether a whole hand has exactly `hand_size` cards
    - `suits`: the suits of each deck
    - `wild`: the rank that is wild in this round
    - `sets_repeat`: whether a set may contain the same suit twice
    - `ace_high`: whether an ace may follow the king as well as come before the two
    - `ace_to_ace`: whether one run may have an ace at both ends
    - `all_wild`: whether jokers alone can form a meld
    - `most_wild`: how many wild cards a meld can have (`None`: any number); only jokers are
    - `largest_set`: how many cards a set can have that may repeat a suit (`None`: any number)
    - `wild_card`: the card of each deck that is wild, and is written as a joker
    - `spares_melds`: whether melds still in a hand at the count are not counted
    - `shortest_run`: how many cards a run has at least
    - `dealt`: how many cards everybody gets, where a hand may hold more at the count
    - `contract`: what everybody must lay down first in this round, in games that say so
    - `needs_runs`: whether melds are spared only beside two runs, one of them without wild cards
    - `spares_one_run`: whether such a pure run is spared even without a second run
    - `corner`: whether a run of a contract may go on from the king by way of the ace to the two
    - `max_wild`: how many wild cards each meld of a contract may have; 0: any number
    - `copies`: how many cards there are of ranks that not every suit has in every deck
    - `phase`: the number of the phase that somebody asks about, in games with phases
    """

    worth: Mapping[str, int]
    hand_size: int | None
    exact: bool = False
    suits: str = SUITS
    decks: int = 1
    jokers: int = 0
    wild: str | None = None
    sets_repeat: bool = False
    ace_high: bool = False
    ace_to_ace: bool = False
    all_wild: bool = False
    most_wild: int | None = None
    largest_set: int | None = None
    wild_card: Card | None = None
    spares_melds: bool = True
    shortest_run: int = 3
    dealt: int | None = None
    contract: Contract | None = None
    needs_runs: bool = False
    spares_one_run: bool = False
    corner: bool = False
    max_wild: int = 0
    copies: Mapping[str, int] = field(default_factory=dict)
    phase: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "worth", MappingProxyType(dict(self.worth)))
        object.__setattr__(self, "copies", MappingProxyType(dict(self.copies)))

    @property
    def cards_dealt(self) -> int | None:
        """`None` if the game does not say."""
        return self.hand_size if self.dealt is None else self.dealt

    @property
    def longest_run(self) -> int:
        return longest_run(self.ace_to_ace, len(self.ranks))

    @cached_property
    def ranks(self) -> tuple[str, ...]:
        return tuple(rank for rank in RANKS if rank in self.worth)

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The place of each rank among the ranks of its cards, from 0. Runs go by these places."""
        return {rank: place for place, rank in enumerate(self.ranks)}

    @cached_property
    def worth_by_place(self) -> tuple[int, ...]:
        """Points of each rank from the ace up. 0 for one that is not in the deck."""
        return tuple(self.worth.get(rank, 0) for rank in RANKS)

    @property
    def copies_of_rank(self) -> int:
        return len(self.suits) * self.decks

    @cached_property
    def most_of_rank(self) -> Mapping[str, int]:
        """How many cards there are of each rank, without those that are written as jokers."""
        most = {**dict.fromkeys(self.worth, self.copies_of_rank), **self.copies}
        if self.wild_card is not None:
            most[self.wild_card.rank] -= self.decks
        return most | {JOKER_RANK: self.jokers}

    def points_of(self, cards: Iterable[Card]) -> int:
        return sum(self.worth[card.rank] for card in cards)

    @cached_property
    def highest_count(self) -> int:
        if self.hand_size is not None:
            return self.hand_size * max(self.worth.values())
        no_cards_of_their_own = (JOKER_RANK, LOW_ACE_RANK)
        naturals = sum(
            points for rank, points in self.worth.items() if rank not in no_cards_of_their_own
        )
        return self.copies_of_rank * naturals + self.jokers * self.worth.get(JOKER_RANK, 0)


def longest_run(ace_to_ace: bool, ranks: int = len(RANKS)) -> int:
    """The most cards of a run, which has one more if it may have an ace at both ends."""
    return ranks + ace_to_ace


def card_points(*, ace: int = 1, court: tuple[int, int, int] = (10, 10, 10)) -> dict[str, int]:
    """Points by rank: the number on the card, with the ace and the three court cards as given."""
    pips = {rank: number for number, rank in enumerate(RANKS[:10], start=1)}
    return pips | {"A": ace} | dict(zip("JQK", court, strict=True))
