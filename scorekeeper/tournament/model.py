"""A tournament as it is stored: entrants, rounds, tables. All else is computed from these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.tournament.points import MEAN, NOTHING, AnyScheme, PlayedDeal, Worth

PAIRS, SINGLES, DRAWN_PAIRS = "pairs", "singles", "drawn-pairs"
PLAYS = (PAIRS, SINGLES, DRAWN_PAIRS)
"""Who enters: pairs, single players, or single players whose partners are drawn each round."""

PARTNERS = 2

TWO_SIDES, FOUR_SINGLES = 2, 4

LOT, STANDING, MITCHELL = "lot", "standing", "mitchell"
ROUND_ROBIN, KNOCK_OUT = "round-robin", "knock-out"
MOVEMENTS = (LOT, STANDING, MITCHELL, ROUND_ROBIN, KNOCK_OUT)

NO, LAST, YES = "no", "last", "yes"
AGAIN = (NO, LAST, YES)
"""Whether two meet again: never, not the opponent of the round before, or freely."""

NORTH_SOUTH, EAST_WEST = "north-south", "east-west"
LINES = (NORTH_SOUTH, EAST_WEST)

LAP, VOID, PLAYED_OUT = "lap", "void", "played-out"
AT_THE_CLOCK = (LAP, VOID, PLAYED_OUT)
"""What is done when the time is up: the lap is finished and counted, the hand does not count, or
it is played out."""

TIMES = ("drawn", "shown", "clock", "closed")
"""The times of a round: drawn, shown to all, the clock started, closed."""

BREAKS = ("direct", "difference", "score", "won", "opponents", "best", "lot")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A pair or a single player; `first` and `last` are the rounds from and until they play.

    `line` and `start` are their seat in a Mitchell movement. Entrants of one `team` add up in a
    second table, and do not meet while that can be avoided. `seed` is their place in a knock-out.
    """

    number: int
    players: tuple[str, ...]
    name: str = ""
    team: str = ""
    line: str = ""
    start: int = 0
    seed: int | None = None
    first: int = 1
    last: int | None = None

    @property
    def title(self) -> str:
        """The name, or else those of the players."""
        return self.name or " & ".join(self.players)

    def is_in(self, round: int) -> bool:
        """Whether they play in this round."""
        return self.first <= round and (self.last is None or round <= self.last)


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmed:
    """The entrant who agreed to a result, and when."""

    by: int
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table of a round: `sides` are the numbers of the entrants on each side.

    `totals` are those of the sides, once they are known, and `deals` how they came about, if a game
    tells. `forfeit` is the entrant who did not come
    or gave up. A `void` table counts nothing. `game` is the id of the game played there. In a
    knock-out `goes_on` is the entrant who does after a tie, and a table with one side is a bye.
    """

    number: int
    sides: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...] | None = None
    deals: tuple[PlayedDeal, ...] = ()
    forfeit: int | None = None
    void: bool = False
    goes_on: int | None = None
    game: str = ""
    confirmed: Confirmed | None = None

    @property
    def entrants(self) -> tuple[int, ...]:
        """All who sit there."""
        return tuple(entrant for side in self.sides for entrant in side)

    def met_by(self, entrant: int) -> tuple[int, ...]:
        """The entrants of the other sides; nobody if a side did not come."""
        if self.forfeit is not None and self.totals is None:
            return ()
        return tuple(one for side in self.sides if entrant not in side for one in side)

    @property
    def is_done(self) -> bool:
        """Whether there is a result, or it is said why there is none."""
        has_result = self.totals is not None or self.forfeit is not None or self.void
        return has_result or len(self.sides) == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round with its draw; `order` is the standing or the lot that it was drawn from.

    A Mitchell movement, a round robin or a knock-out began in the round `since`. East-West moves up
    by `step` tables a round. Who has lost as often as there are `lives` is out of a knock-out.
    """

    number: int
    movement: str
    tables: tuple[Table, ...]
    out: tuple[int, ...] = ()
    again: str = NO
    step: int = 1
    since: int = 1
    lives: int = 1
    order: tuple[int, ...] = ()

    @property
    def without_game(self) -> tuple[int, ...]:
        """Those who sit out, or alone at a table of a knock-out."""
        alone = (table.entrants for table in self.tables if len(table.sides) == 1)
        return (*self.out, *(entrant for entrants in alone for entrant in entrants))

    @property
    def open_tables(self) -> tuple[int, ...]:
        """The numbers of the tables that are not done."""
        return tuple(table.number for table in self.tables if not table.is_done)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantAdjustment:
    """Points given or taken by the organiser; `score` counts in the difference."""

    entrant: int
    round: int
    points: int = 0
    score: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """A tournament with all its facts.

    `seats` is how many singles sit at a table where all tables are full: four or two. `game` has
    the variant, the preset and the house rules, which only others understand; in it the fewest
    points may win. `lots` is the order of all entrants that was drawn once.
    """

    id: str = ""
    name: str = ""
    date: str = ""
    place: str = ""
    play: str
    seats: int = FOUR_SINGLES
    game: Mapping[str, Any] = field(default_factory=dict)
    fewest_win: bool = False
    points: AnyScheme
    breaks: tuple[str, ...] = ()
    bye: Worth = MEAN
    forfeit_win: Worth = MEAN
    forfeit_loss: Worth = NOTHING
    entrants: tuple[Entrant, ...] = ()
    lots: tuple[int, ...] = ()
    rounds: tuple[Round, ...] = ()
    adjustments: tuple[EntrantAdjustment, ...] = ()

    @property
    def has_two_sides(self) -> bool:
        """Whether two sides meet at every table."""
        return self.play != SINGLES or self.seats == TWO_SIDES

    @property
    def players_a_side(self) -> int:
        """How many entrants are partners at a table."""
        return PARTNERS if self.play == DRAWN_PAIRS else 1
