"""Counters of one player in one game, each a column with the function that computes it.

Results of games and all their sums have these columns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy.orm import Mapped, MappedColumn, mapped_column

from scorekeeper.rummy.game.entries import RoundOnSheet
from scorekeeper.rummy.game.highlights import leaders_after
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.judging.warnings import BetterCount
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import AnyEnding, Ending
from scorekeeper.rummy.sides import side_of

HIGH_KNOCK = 8
"""A knock with this much deadwood or more is a high knock."""

FEWEST_ROUNDS = 4
"""In a game with fewer rounds, the lead at half time means nothing."""

WHOLE_WIN = 50_400
"""The number of parts in a win. It divides exactly by up to eight players.

Players who join late take their shares first. The rest for the starters divides exactly too, with
two exceptions: seven or eight start, one leaves and another joins.
"""


def fair_share(entry: RoundOnSheet) -> int:
    """A side's share of a win in parts: one whole win, divided by the sides in the round."""
    return WHOLE_WIN // len(entry.before)


@dataclass(frozen=True, slots=True)
class CountedRound:
    """One player's round; see `RoundResult`. `ender` is the side that ended it."""

    number: int
    seat: Seat
    side: Seat
    ending: AnyEnding
    ender: Seat | None
    ended: bool
    won: bool
    undercut: bool
    points: int
    deadwood: int | None

    @property
    def is_knock(self) -> bool:
        return self.ended and self.ending is Ending.KNOCK

    @property
    def is_caught(self) -> bool:
        return self.deadwood is not None and self.ender not in (None, self.side)


@dataclass(frozen=True)
class PlayersGame:
    """One player's part in a game that is over or was called.

    `of_all` are the rounds of all players. `fair` is the expected share of a win, in parts.
    """

    sheet: Sheet
    seat: Seat
    of_all: Sequence[CountedRound]
    fair: int

    @cached_property
    def side(self) -> Seat:
        return side_of(self.seat, self.sheet.game.sides)

    @cached_property
    def is_won(self) -> bool:
        return self.side in self.sheet.winners

    @cached_property
    def rounds(self) -> list[CountedRound]:
        return [round for round in self.of_all if round.seat == self.seat]

    @cached_property
    def rounds_won(self) -> list[CountedRound]:
        return [round for round in self.rounds if round.won]

    @cached_property
    def ended(self) -> list[CountedRound]:
        return [round for round in self.rounds if round.ended]

    @cached_property
    def knocks(self) -> list[CountedRound]:
        return [round for round in self.ended if round.is_knock]

    @cached_property
    def high_knocks(self) -> list[CountedRound]:
        return [round for round in self.knocks if (round.deadwood or 0) >= HIGH_KNOCK]

    @cached_property
    def caught(self) -> list[CountedRound]:
        return [round for round in self.rounds if round.is_caught]

    @cached_property
    def dealt(self) -> list[RoundOnSheet]:
        rounds = self.sheet.rounds
        return [round for round in rounds if round.dealer == self.seat and round.ruling.winners]

    @cached_property
    def given_away(self) -> list[int]:
        """The deadwood that the best layout saves, for each badly laid out hand."""
        return [
            warning.saves
            for round in self.sheet.rounds
            for warning in round.ruling.warnings
            if isinstance(warning, BetterCount) and warning.seat == self.side and warning.saves
        ]

    @property
    def led(self) -> bool:
        half = self._half_time
        return half is not None and leaders_after(self.sheet, half) == (self.side,)

    @property
    def was_behind(self) -> bool:
        half = self._half_time
        if half is None or self.side not in half.seats:
            return False
        return self.side not in leaders_after(self.sheet, half)

    @cached_property
    def _half_time(self) -> RoundOnSheet | None:
        rounds = [round for round in self.sheet.rounds if not round.ruling.is_void]
        if self.sheet.game.called or len(rounds) < FEWEST_ROUNDS:
            return None
        return rounds[len(rounds) // 2 - 1]


def _counter(count: Callable[[PlayersGame], int]) -> MappedColumn[int]:
    return mapped_column(default=0, info={"count": count})


class Counters:
    """Counters of one player, over one game or many. Every counter is a sum.

    - A shared win counts in `won` and in `shared`. Void rounds count nowhere.
    - `points` are from rounds, without adjustments and bonuses at the end of a game. `points_won`
      are from the rounds that the player won.
    - `outs` are rounds that the player ended without a knock: by gin, rum or going out.
    - `undercuts` are rounds that the player won by an undercut. `undercut` are rounds that the
      player ended and lost by an undercut.
    - `caught` are rounds that another side ended and in which hands were counted. `caught_with` is
      the sum of the player's deadwood in them.
    """

    games: Mapped[int] = _counter(lambda _game: 1)
    won: Mapped[int] = _counter(lambda game: game.is_won)
    shared: Mapped[int] = _counter(lambda game: game.is_won and len(game.sheet.winners) > 1)
    called: Mapped[int] = _counter(lambda game: game.sheet.game.called)
    rounds: Mapped[int] = _counter(lambda game: len(game.rounds))
    rounds_won: Mapped[int] = _counter(lambda game: len(game.rounds_won))
    points: Mapped[int] = _counter(lambda game: sum(round.points for round in game.rounds))
    points_won: Mapped[int] = _counter(lambda game: sum(round.points for round in game.rounds_won))
    knocks: Mapped[int] = _counter(lambda game: len(game.knocks))
    knocks_won: Mapped[int] = _counter(lambda game: sum(round.won for round in game.knocks))
    outs: Mapped[int] = _counter(lambda game: len(game.ended) - len(game.knocks))
    undercuts: Mapped[int] = _counter(lambda game: sum(round.undercut for round in game.rounds_won))
    undercut: Mapped[int] = _counter(lambda game: sum(round.undercut for round in game.ended))
    caught: Mapped[int] = _counter(lambda game: len(game.caught))
    caught_with: Mapped[int] = _counter(lambda game: _deadwood(game.caught))


class Measures:
    """More sums of one player, over one game or a month.

    - `fair` is the expected share of a win, such as a half in a game of two sides. It is in parts
      of `WHOLE_WIN`, so that sums stay exact.
    - `knocked_with` is the sum of deadwood in all `knocks`.
    - `high_knocks` are the knocks with a deadwood of `HIGH_KNOCK` or more.
    - `deals` are rounds that the player dealt and any player won.
    - `deals_fair` is the expected number of wins in these deals, in parts of `WHOLE_WIN`.
    - `led` are games where the player's side led without a tie after half of the rounds. Only games
      played to their end with `FEWEST_ROUNDS` or more count.
    - `behind` are such games where the player's side played that round, but then did not lead.
    - `laid_badly` are hands that the player could have laid out with less deadwood.
    - `given_away` is the sum of deadwood that better layouts of these hands would have saved.
    """

    fair: Mapped[int] = _counter(lambda game: game.fair)
    knocked_with: Mapped[int] = _counter(lambda game: _deadwood(game.knocks))
    high_knocks: Mapped[int] = _counter(lambda game: len(game.high_knocks))
    high_knocks_won: Mapped[int] = _counter(
        lambda game: sum(round.won for round in game.high_knocks)
    )
    deals: Mapped[int] = _counter(lambda game: len(game.dealt))
    deals_won: Mapped[int] = _counter(
        lambda game: sum(game.side in round.ruling.winners for round in game.dealt)
    )
    deals_fair: Mapped[int] = _counter(lambda game: sum(map(fair_share, game.dealt)))
    led: Mapped[int] = _counter(lambda game: game.led)
    led_won: Mapped[int] = _counter(lambda game: game.led and game.is_won)
    behind: Mapped[int] = _counter(lambda game: game.was_behind)
    behind_won: Mapped[int] = _counter(lambda game: game.was_behind and game.is_won)
    laid_badly: Mapped[int] = _counter(lambda game: len(game.given_away))
    given_away: Mapped[int] = _counter(lambda game: sum(game.given_away))


COUNTERS = tuple(Counters.__annotations__)

MEASURES = tuple(Measures.__annotations__)


def _deadwood(rounds: Sequence[CountedRound]) -> int:
    return sum(round.deadwood or 0 for round in rounds)
