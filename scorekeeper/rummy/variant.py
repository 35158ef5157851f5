"""A variant: one frozen value made of data and pure functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeAlias

from scorekeeper.rummy.article import Article, HandQuestion, MeldsQuestion
from scorekeeper.rummy.articles import MISTAKES
from scorekeeper.rummy.cards import CARDS, Card, Pieces
from scorekeeper.rummy.case import Case
from scorekeeper.rummy.column import Column, EntryKind, at_target, no_bonuses
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.elimination import Elimination
from scorekeeper.rummy.endings import KNOCK_WORDS, EndingRule, KnockWords
from scorekeeper.rummy.examples import Example
from scorekeeper.rummy.hand import Hand
from scorekeeper.rummy.house_rules import Value
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.own_facts import HandPart, OwnFact
from scorekeeper.rummy.phases import Phases
from scorekeeper.rummy.play import PlayQuestion
from scorekeeper.rummy.round import AnyEnding, Ending, OwnFacts, Round
from scorekeeper.rummy.ruling import AnyTag, Line, Ruling, Tag
from scorekeeper.rummy.sides import Holder, holders_of
from scorekeeper.rummy.stake import Reckoning
from scorekeeper.rummy.table.game import TableQuestion
from scorekeeper.rummy.words import CARD_WORDS, MELD_WORDS, RUMMY_GAMES, TILE_WORDS, Words

Winners: TypeAlias = Callable[[Any, tuple[Column, ...], tuple[int, ...]], tuple[Seat, ...]]
"""A function that finds the winners from the house rules, columns and final totals."""

TIMES_OUT = message("rounds ended")
"""The default name, in statistics, for the number of rounds that a player ended by going out."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of house rules. `overrides` has only the rules that differ from the defaults."""

    key: str
    name: Message
    overrides: Mapping[str, Value]

    def __post_init__(self) -> None:
        object.__setattr__(self, "overrides", MappingProxyType(dict(self.overrides)))


def deal_to_the_left(_rules: Any, dealer: Seat, ruling: Ruling, players: int) -> Seat:
    """The player to the left of the dealer. After a void round, the same dealer.

    If the returned player is out of the game, the next player still playing deals.
    """
    return dealer if ruling.is_void else Seat((dealer + 1) % players)


def deal_to_winner_or_left(rules: Any, dealer: Seat, ruling: Ruling, players: int) -> Seat:
    if rules.next_dealer == "winner" and ruling.winners:
        return ruling.winners[0]
    return deal_to_the_left(rules, dealer, ruling, players)


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A complete game of the rummy family.

    Names and players:

    - `name`: the usual name
    - `other_names`: further names that players know
    - `group`: the heading above the game in the list of games
    - `fewest`, `most`: the limits for the number of players
    - `never`: numbers of players between the limits that the game does not allow
    - `sides`: the possible numbers of sides, by the number of players
    - `needs_sides`: whether players always form sides if `sides` has their number

    How a round is played and judged:

    - `pieces`: the cards or tiles
    - `deal(rules, players, number)`: the deal of a round. `number` counts rounds that are not void
    - `deal_with(rules, deal, facts)`: the same deal, changed by own facts of the round, such as the
      rank turned up
    - `knock_limit(rules, round)`: the highest legal knock. `None` if a knock has no limit
    - `knock_words`: the sentences about the highest legal knock
    - `ended_as(round)`: the actual ending of a round, from its hands
    - `check_table(rules, players)`: further checks of the rules and the number of players
    - `check_round(rules, round)`: further checks of a round
    - `check_hand(rules, deal, side, hand, goes_out)`: further checks of one hand or share
    - `judge(case)`: the ruling of a case
    - `lays_off`: whether the defender lays off cards on the knocker’s melds
    - `plain_upcard`: an upcard without special effect, in a game where the upcard counts. `None`
      for other games
    - `counts_twice(rules, upcard)`: whether the round counts twice
    - `all_score(rules)`: whether a round scores for each player, not only for its winner
    - `hand_parts`: the parts of a hand besides the cards left
    - `own_hands`: whether each partner has a separate hand at the count
    - `asks_left`: whether players enter the cards left
    - `own_facts`: the facts of a round that only this game has
    - `tally(case, side)`: the lines of one side, in games where the other hands do not matter. The
      form then has a row for each part, with its points
    - `allows`: the tag of a breach of the rules that the table can allow. A low first meld has a
      separate tag
    - `first_meld(rules, total, number)`: the count that the first meld of a side with this total
      needs in a round. `number` counts rounds that are not void. `None` for a game that allows any
      count
    - `rounds`: the number of rounds, if each round has a different deal. 0 for other games, which
      can have a `target` in their rules
    - `rounds_by(rules)`: the number of rounds, if it depends on the rules
    - `wild_ranks`: the words for the wild ranks, if each round has a different wild rank
    - `outs`: the name, in statistics, for the number of rounds that a player ended with nothing
      left
    - `question`: the question about a hand while the round is played
    - `melds_question`: the question about melds that somebody wants to lay
    - `table`: the question about the melds on the table
    - `plays`: the questions about one play, such as laying off a card
    - `phases`: the phases that each player lays down through the game
    - `own_words`: the words of the pages. `None`: the common words of card games or tile games
    - `reckoning(rules)`: the way to settle a stake

    How a game ends:

    - `is_over(rules, column)`: whether a column closes
    - `end_bonuses`: the bonuses of a closed column
    - `lowest_wins(rules)`: whether the lowest total is the best
    - `winners(rules, columns, final)`: the winners. `None` if the best total wins
    - `splits_when_called(rules)`: whether all players still playing win a game ended early
    - `winners_when_called`: the winners of a game ended early. `None` if the best total wins
    - `behind(rules, column, seat)`: the number of steps, such as phases, that a player is behind.
      Places depend first on this number, then on the points
    - `elimination(rules)`: the elimination of players. `None` if the rules eliminate nobody
    - `columns`: the number of columns of the sheet
    - `entry_kinds`: the reasons for points, if there are several columns
    - `rounds_won(column)`: the rounds won in a column, if they bring points at the end

    The content of the rules page:

    - `disputes`: the articles about disputes. If two disputes settle the same round, the later
      dispute is the more specific one
    - `points`: the articles about kinds of points
    - `mistakes`: the articles about mistakes at the table
    - `about_table`: the articles about melds on the table
    - `kin`: the keys of games with the same kind of round
    - `family`: games of one family have the same presets
    """

    key: str
    name: Message
    tagline: Message
    fewest: int
    most: int
    rules_type: type
    presets: tuple[Preset, ...]
    endings: tuple[EndingRule, ...]
    deal: Callable[[Any, int, int], Deal]
    judge: Callable[[Case], Ruling]
    other_names: tuple[Message, ...] = ()
    never: tuple[int, ...] = ()
    sides: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    needs_sides: bool = False
    pieces: Pieces = CARDS
    deal_with: Callable[[Any, Deal, OwnFacts], Deal] = lambda _rules, deal, _facts: deal
    is_over: Callable[[Any, Column], bool] = at_target
    end_bonuses: Callable[[Any, Column, int], tuple[Line, ...]] = no_bonuses
    next_dealer: Callable[[Any, Seat, Ruling, int], Seat] = deal_to_the_left
    lowest_wins: Callable[[Any], bool] = lambda _rules: False
    all_score: Callable[[Any], bool] = lambda _rules: False
    knock_limit: Callable[[Any, Round], int | None] = lambda _rules, _round: None
    ended_as: Callable[[Round], AnyEnding] = lambda played: played.ending
    knock_words: KnockWords = KNOCK_WORDS
    check_table: Callable[[Any, int], None] = lambda _rules, _players: None
    check_round: Callable[[Any, Round], None] = lambda _rules, _round: None
    check_hand: Callable[[Any, Deal, Seat, Hand, bool], None] = lambda *_facts: None
    winners: Winners | None = None
    splits_when_called: Callable[[Any], bool] = lambda _rules: False
    winners_when_called: Winners | None = None
    behind: Callable[[Any, Column, Seat], int] = lambda _rules, _column, _seat: 0
    own_words: Words | None = None
    columns: int = 1
    entry_kinds: tuple[EntryKind, ...] = ()
    lays_off: bool = False
    plain_upcard: Card | None = None
    counts_twice: Callable[[Any, Card], bool] = lambda _rules, _upcard: False
    hand_parts: tuple[HandPart, ...] = ()
    own_hands: bool = False
    asks_left: bool = True
    own_facts: tuple[OwnFact, ...] = ()
    rounds: int = 0
    rounds_by: Callable[[Any], int] | None = None
    wild_ranks: Message | None = None
    outs: Message = TIMES_OUT
    tally: Callable[[Case, Seat], tuple[Line, ...]] | None = None
    allows: AnyTag = Tag.ILLEGAL_KNOCK
    first_meld: Callable[[Any, int, int], int] | None = None
    question: HandQuestion | None = None
    melds_question: MeldsQuestion | None = None
    table: TableQuestion | None = None
    plays: tuple[PlayQuestion, ...] = ()
    phases: Phases | None = None
    rounds_won: Callable[[Column], tuple[int, ...]] | None = None
    disputes: tuple[Article, ...]
    points: tuple[Article, ...]
    mistakes: tuple[Article, ...] = MISTAKES
    about_table: tuple[Article, ...] = ()
    examples: tuple[Example, ...]
    kin: tuple[str, ...] = ()
    family: str = ""
    group: Message = RUMMY_GAMES
    elimination: Callable[[Any], Elimination | None] = lambda _rules: None
    reckoning: Callable[[Any], Reckoning] = lambda _rules: Reckoning.DIFFERENCES

    def __post_init__(self) -> None:
        object.__setattr__(self, "sides", MappingProxyType(dict(self.sides)))

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        numbers = range(self.fewest, self.most + 1)
        return tuple(number for number in numbers if number not in self.never)

    @property
    def takes_upcard(self) -> bool:
        return self.plain_upcard is not None

    @property
    def own_question(self) -> HandQuestion | MeldsQuestion | None:
        return self.question or self.melds_question

    @property
    def words(self) -> Words:
        if self.own_words:
            return self.own_words
        if self.pieces.are_tiles:
            return TILE_WORDS
        return MELD_WORDS if self.tally else CARD_WORDS

    @cached_property
    def allowable(self) -> tuple[AnyTag, ...]:
        return (self.allows, Tag.FIRST_MELD_LOW) if self.first_meld else (self.allows,)

    @cached_property
    def part_keys(self) -> frozenset[str]:
        return frozenset(part.key for part in self.hand_parts)

    @cached_property
    def own_parts(self) -> tuple[HandPart, ...]:
        return tuple(part for part in self.hand_parts if part.has_field)

    @cached_property
    def as_held(self) -> Variant:
        """The same game, asking only about the cards that a partner holds."""
        held = tuple(part for part in self.hand_parts if part.is_held)
        return replace(self, hand_parts=held, tally=None)

    @cached_property
    def as_melded(self) -> Variant:
        """The same game, asking only about the cards that a side has on the table."""
        melded = tuple(part for part in self.hand_parts if not part.is_held)
        return replace(self, hand_parts=melded, asks_left=False)

    @cached_property
    def put_down(self) -> HandPart | None:
        return next((part for part in self.hand_parts if part.is_put_down), None)

    @cached_property
    def opening(self) -> HandPart | None:
        """The part that tells how a player opened, in a game with special ways to open."""
        return next((part for part in self.hand_parts if part.is_opening), None)

    @cached_property
    def articles(self) -> tuple[Article, ...]:
        return self.disputes + self.points + self.mistakes + self.about_table

    @cached_property
    def ending_rules(self) -> dict[AnyEnding, EndingRule]:
        return {rule.ending: rule for rule in self.endings}

    @cached_property
    def ending_names(self) -> dict[str, AnyEnding]:
        own = {rule.ending.value: rule.ending for rule in self.endings}
        return own | {rule.also: rule.ending for rule in self.endings if rule.also}

    def last_round(self, rules: Any) -> int:
        """The number of rounds, if each round has a different deal. 0 for other games."""
        return self.rounds_by(rules) if self.rounds_by else self.rounds

    def sides_needed(self, players: int) -> int:
        """The default number of sides for this many players. 0 if they need no partners."""
        return self.sides.get(players, (0,))[0] if self.needs_sides else 0

    def allows_sides(self, players: int, sides: int) -> bool:
        """Check whether players can form this many sides. 0 sides mean a game without partners."""
        return sides in self.sides.get(players, ()) if sides else not self.sides_needed(players)

    def hands_of(self, sides: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """The owners of the hands that count: these sides, or their players with separate hands."""
        return holders_of(sides) if self.own_hands else sides

    def asked_of(self, share: Seat) -> Variant:
        """The same game, asking only about this hand or share."""
        return self.as_held if isinstance(share, Holder) and not self.own_hands else self

    def facts_of_deal(self, rules: Any) -> list[OwnFact]:
        return [fact for fact in self.own_facts if fact.of_deal and fact.counts(rules)]

    def takes_empty_hands(self, rules: Any, deal: Deal) -> bool:
        """Check whether a player who did not go out can give an empty hand."""
        knocks = self.ending_rules.get(Ending.KNOCK)
        return deal.spares_melds or (knocks is not None and knocks.is_played(rules))

    def preset(self, key: str) -> Preset | None:
        return next((preset for preset in self.presets if preset.key == key), None)
