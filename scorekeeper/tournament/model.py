"""A tournament as stored: entrants, rounds, tables. All other values are computed from these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.tournament.points import MEAN, NOTHING, AnyScheme, PlayedDeal, Worth

PAIRS, SINGLES, DRAWN_PAIRS = "pairs", "singles", "drawn-pairs"
PLAYS = (PAIRS, SINGLES, DRAWN_PAIRS)
"""The kinds of entrants: pairs, single players, or players with partners drawn each round."""

PARTNERS = 2

TWO_SIDES, FOUR_SINGLES = 2, 4

LOT, STANDING, MITCHELL = "lot", "standing", "mitchell"
ROUND_ROBIN, KNOCK_OUT = "round-robin", "knock-out"
MOVEMENTS = (LOT, STANDING, MITCHELL, ROUND_ROBIN, KNOCK_OUT)

NO, LAST, YES = "no", "last", "yes"
AGAIN = (NO, LAST, YES)
"""The rules for rematches: never, not with the opponent of the last round, or always allowed."""

NORTH_SOUTH, EAST_WEST = "north-south", "east-west"
LINES = (NORTH_SOUTH, EAST_WEST)

LAP, VOID, PLAYED_OUT = "lap", "void", "played-out"
AT_THE_CLOCK = (LAP, VOID, PLAYED_OUT)
"""The rules when time is up: finish and count the lap, void the hand, or play it out."""

TIMES = ("drawn", "shown", "clock", "closed")
"""The times of a round: drawn, shown to all, the clock started, closed."""

BREAKS = ("direct", "difference", "score", "won", "opponents", "best", "lot")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A pair or a single player. `first` and `last` are the first and the last round they play.

    `line` and `start` are their seat in a Mitchell movement. Entrants of one `team` add up in a
    second table, and draws by lot avoid their meetings if they can. Draws by standing do so only at
    tables with two sides. `seed` is their place in the order of a knock-out.
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
        """The name of the entrant, by default the names of the players."""
        return self.name or " & ".join(self.players)

    def is_in(self, round: int) -> bool:
        return self.first <= round and (self.last is None or round <= self.last)


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmed:
    """The entrant who confirmed a result, and when."""

    by: int
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table of a round: `sides` are the numbers of the entrants on each side.

    `totals` are the totals of the sides, if known, and `deals` are the deals of the game, if known.
    `forfeit` is the entrant who did not come or gave up. A `void` table gives no points. `game` is
    the id of the game. In a knock-out, `goes_on` is the entrant who goes on after a tie, and a
    table with one side is a bye.
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
        return tuple(entrant for side in self.sides for entrant in side)

    def met_by(self, entrant: int) -> tuple[int, ...]:
        """The entrants of the other sides. Empty if a side did not come."""
        if self.forfeit is not None and self.totals is None:
            return ()
        return tuple(one for side in self.sides if entrant not in side for one in side)

    @property
    def is_done(self) -> bool:
        """Check whether there is a result, or a reason why there is none."""
        has_result = self.totals is not None or self.forfeit is not None or self.void
        return has_result or len(self.sides) == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round with its draw. `order` has the entrants in the order used for the draw.

    `since` is the first round of the Mitchell movement, round robin or knock-out. In a Mitchell
    movement, East-West moves up by `step` tables each round. In a knock-out, an entrant with
    `lives` losses is out.
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
        """The entrants who sit out, or alone at a table of a knock-out."""
        alone = (table.entrants for table in self.tables if len(table.sides) == 1)
        return (*self.out, *(entrant for entrants in alone for entrant in entrants))

    @property
    def open_tables(self) -> tuple[int, ...]:
        return tuple(table.number for table in self.tables if not table.is_done)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantAdjustment:
    """Points given or taken by the organiser. `score` counts for the tie-break `difference`."""

    entrant: int
    round: int
    points: int = 0
    score: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """A tournament with all its facts.

    `seats` is the number of singles at a full table: four or two. `game` has the variant, the
    preset and the house rules, which this package does not read. `fewest_win`: the fewest points
    win the game. `lots` is the order of all entrants for the tie-break by lot.
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

    def present(self, round: int) -> set[int]:
        """The numbers of the entrants who play in this round."""
        return {one.number for one in self.entrants if one.is_in(round)}

    @property
    def has_two_sides(self) -> bool:
        return self.play != SINGLES or self.seats == TWO_SIDES

    @property
    def players_a_side(self) -> int:
        """The number of entrants on one side of a table."""
        return PARTNERS if self.play == DRAWN_PAIRS else 1
