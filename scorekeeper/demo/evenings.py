"""The evenings of the demo club over two years: who came, what was played, where and when.

Everything follows from a seed and the moment at which the club is made. The last evening is going
on at that moment, with a game in play.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta, tzinfo

from scorekeeper.demo.cast import CAST, Character
from scorekeeper.demo.rounds import next_round
from scorekeeper.demo.texts import NOTES, PLACES
from scorekeeper.evenings import evening_of
from scorekeeper.rummy.game.sheet import Game, Sheet, fold, stating_every_rule
from scorekeeper.rummy.house_rules import Value
from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.rummy.variants import find_variant
from scorekeeper.storage.mapping import RecordedGame, RecordedRound

TWO_YEARS = 104
"""In weeks."""

_NOBODY_CAME = 0.15
_AT_A_PAIR = 0.5
"""How often people play in pairs though more came."""
_NOTED = 0.06
_MOST_ROUNDS = 20
_ROUNDS_IN_PLAY = 5
_BREAK = timedelta(minutes=4)

_Overrides = tuple[tuple[str, Value], ...]
_FOR_TWO: dict[str, tuple[int, _Overrides]] = {
    "gin": (6, ()),
    "oklahoma": (3, ()),
    "hollywood": (1, ()),
}
"""The games for two, each with how often it is played and its house rules."""
_FOR_ALL: dict[str, tuple[int, _Overrides]] = {
    "knock": (4, (("target", 150),)),
    "basic": (3, (("target", 200),)),
    "manipulation": (2, ()),
    "three-thirteen": (2, ()),
    "tonk": (2, (("target", 10),)),
}
"""The same for the games for everybody."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of the demo club, with its details."""

    recorded: RecordedGame
    sheet: Sheet
    started_at: datetime
    played_on: date
    place: Message
    note: Message | None

    @property
    def ended_at(self) -> datetime:
        """When its last round was entered."""
        return self.recorded.entries[-1].at


def evenings(
    seed: int, now: datetime, time_zone: tzinfo, weeks: int = TWO_YEARS
) -> Iterator[PlayedGame]:
    """Every game of the club up to now, the earliest evening first, an evening a week at most."""
    rng = random.Random(seed)  # noqa: S311 - it deals cards to nobody
    today = evening_of(now, time_zone)
    for ago in range(weeks, 0, -1):
        day = today - timedelta(weeks=ago)
        if rng.random() >= _NOBODY_CAME:
            begins = datetime.combine(day, time(19, 40), time_zone)
            begins += timedelta(minutes=rng.randrange(60))
            yield from _Evening(rng, day, begins.astimezone(now.tzinfo)).games()
    yield from _tonight(seed, today, now)


def _tonight(seed: int, today: date, now: datetime) -> Iterator[PlayedGame]:
    """The evening that is going on, moved so that its last round was entered just now.

    It has dice of its own, so that it is the same however many evenings there were before.
    """
    rng = random.Random(f"{seed} tonight")  # noqa: S311 - it deals cards to nobody
    games = list(_Evening(rng, today, now, rounds_of_last=_ROUNDS_IN_PLAY).games())
    early = now - timedelta(minutes=2) - games[-1].ended_at
    for each in games:
        entries = tuple(replace(entry, at=entry.at + early) for entry in each.recorded.entries)
        recorded = RecordedGame(each.recorded.game, entries)
        yield replace(each, recorded=recorded, started_at=each.started_at + early)


class _Evening:
    """One evening; with `rounds_of_last` its last game is still in play after so many rounds."""

    def __init__(
        self, rng: random.Random, day: date, begins: datetime, rounds_of_last: int = 0
    ) -> None:
        self.rng = rng
        self.day = day
        self.clock = begins
        self.rounds_of_last = rounds_of_last
        self.place = rng.choice(PLACES)
        came = [each for each in CAST if rng.random() < each.comes]
        self.people = came if len(came) > 1 else rng.sample(CAST, 3)

    def games(self) -> Iterator[PlayedGame]:
        """The games of the evening, one table after another."""
        for _ in range(self.rng.randint(2, 4)):
            in_pairs = len(self.people) == 2 or self.rng.random() < _AT_A_PAIR
            yield from self._in_pairs() if in_pairs else [self._together()]
            self.clock += _BREAK
        if self.rounds_of_last:
            yield self._play("knock", self._seated(4), self.rounds_of_last)

    def _in_pairs(self) -> list[PlayedGame]:
        """Games at the same time, for as many pairs as there are."""
        people = self._seated(len(self.people))
        pairs = [people[first : first + 2] for first in range(0, len(people) - 1, 2)]
        began = self.clock
        played = []
        for number, pair in enumerate(pairs):
            self.clock = began + timedelta(minutes=number)
            played.append(self._play(self._choose(_FOR_TWO), pair))
        self.clock = max(each.ended_at for each in played)
        return played

    def _together(self) -> PlayedGame:
        key = self._choose(_FOR_ALL)
        variant = find_variant(key)
        most = variant.most if variant else 2
        return self._play(key, self._seated(min(most, len(self.people))))

    def _seated(self, number: int) -> list[Character]:
        """So many of those who came, or of the club if fewer came, in a new order."""
        people = self.people if len(self.people) >= number else CAST
        return self.rng.sample(people, number)

    def _choose(self, games: dict[str, tuple[int, _Overrides]]) -> str:
        often = [times for times, _ in games.values()]
        return self.rng.choices(list(games), often)[0]

    def _play(self, key: str, table: Sequence[Character], most: int = 0) -> PlayedGame:
        """Play a game to its end, or its first rounds."""
        variant = find_variant(key)
        if variant is None:
            raise LookupError(key)
        _, overrides = (_FOR_TWO | _FOR_ALL)[key]
        names = tuple(each.name for each in table)
        dealer = Seat(self.rng.randrange(len(table)))
        game = stating_every_rule(Game(variant, names, overrides=overrides, dealer=dealer))
        started_at = self.clock
        sheet = fold(game)
        entries: list[RecordedRound] = []
        while not sheet.over and len(entries) < (most or _MOST_ROUNDS):
            round = next_round(sheet, table, self.rng)
            longer = replace(game, rounds=(*sheet.game.rounds, round))
            sheet = fold(longer, sheet)
            self.clock += timedelta(seconds=self.rng.randint(110, 150 + 60 * len(table)))
            by = self.rng.choice(names)
            entries.append(RecordedRound(round, self.clock, by))
        if not sheet.over and not most:
            sheet = fold(replace(sheet.game, called=True), sheet)
        note = self.rng.choice(NOTES) if self.rng.random() < _NOTED else None
        recorded = RecordedGame(sheet.game, tuple(entries))
        return PlayedGame(recorded, sheet, started_at, self.day, self.place, note)
