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
    """A meld of a contract, with at least `size` cards.

    A `pure` meld has no wild cards. A `mixed` run has cards of any suits.
    """

    kind: MeldKind
    size: int
    pure: bool = False
    mixed: bool = False


@dataclass(frozen=True, slots=True)
class Contract:
    """The melds that a player must lay down first, and their name for players.

    With `takes_all`, the player lays down the whole hand and keeps no card to discard. `written` is
    the contract in answers: `2s3` for a listed contract, `set set` for a classic one.
    """

    melds: tuple[ContractMeld, ...]
    name: Message
    written: str
    takes_all: bool = False


@dataclass(frozen=True)
class Deal:
    """The cards of one round, and their points.

    - `worth`: the points of each rank. It includes the joker if the game has jokers, and an ace
      below a two if this ace counts differently
    - `hand_size`: the most cards in a hand at the count (`None`: any number)
    - `exact`: whether a whole hand has exactly `hand_size` cards
    - `suits`: the suits of each deck
    - `wild`: the rank that is wild in this round
    - `sets_repeat`: whether a set can contain the same suit twice
    - `ace_high`: whether an ace can also follow the king in a run
    - `ace_to_ace`: whether one run can have an ace at both ends
    - `all_wild`: whether jokers can form a meld without other cards
    - `most_wild`: the most wild cards in a meld (`None`: any number). If set, only jokers are wild
    - `largest_set`: the most cards in a set, in games with repeated suits (`None`: any number)
    - `wild_card`: a card that is wild, such as the ace of coins. People enter this card as a joker
    - `spares_melds`: whether melds still in a hand at the count score no points
    - `shortest_run`: the fewest cards in a run
    - `dealt`: the number of cards dealt to each player. `None` if it is `hand_size`
    - `contract`: the melds that each player must lay down first in this round
    - `needs_runs`: whether melds in a hand score points unless the hand has two runs, one of them
      pure
    - `spares_one_run`: whether a pure run scores no points even if it is the only run
    - `corner`: whether a run of a contract can continue from the king through the ace to the two
    - `max_wild`: the most wild cards in each meld of a contract (0: any number)
    - `copies`: the number of cards of each unusual rank. Every other rank has one card for each
      suit of each deck
    - `phase`: the number of the phase that a question is about; 0 for all other questions
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
        """The number of cards dealt to each player. `None` if the game does not say."""
        return self.hand_size if self.dealt is None else self.dealt

    @property
    def longest_run(self) -> int:
        return longest_run(self.ace_to_ace, len(self.ranks))

    @cached_property
    def ranks(self) -> tuple[str, ...]:
        return tuple(rank for rank in RANKS if rank in self.worth)

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The place of each rank among the ranks of this deal, from 0. Runs follow these places."""
        return {rank: place for place, rank in enumerate(self.ranks)}

    @cached_property
    def worth_by_place(self) -> tuple[int, ...]:
        """Points of each rank from the ace up, with 0 for a rank that is not in the deck."""
        return tuple(self.worth.get(rank, 0) for rank in RANKS)

    @property
    def copies_of_rank(self) -> int:
        return len(self.suits) * self.decks

    @cached_property
    def most_of_rank(self) -> Mapping[str, int]:
        """The number of cards of each rank. Cards that people enter as jokers do not count."""
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
    """The most cards in a run. A run with an ace at both ends is one card longer."""
    return ranks + ace_to_ace


def card_points(*, ace: int = 1, court: tuple[int, int, int] = (10, 10, 10)) -> dict[str, int]:
    """The points of each rank: `ace`, the numbers from 2 to 10, and `court` for J, Q and K."""
    pips = {rank: number for number, rank in enumerate(RANKS[:10], start=1)}
    return pips | {"A": ace} | dict(zip("JQK", court, strict=True))
