"""Simulating the evenings of the demo club over two years.

The same arguments of `evenings` give the same games. The last evening is in progress at the time
`now`, with games in play.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta, tzinfo

from scorekeeper.demo.cast import AGREED, CAST, NOTES, PLACES, Character
from scorekeeper.demo.rounds import next_round
from scorekeeper.evenings import evening_of
from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.documents.sides import proposed_name
from scorekeeper.rummy.game.entries import seats_joining
from scorekeeper.rummy.game.facts import Game, rules_in_force, stating_every_rule
from scorekeeper.rummy.game.joining_and_leaving import joining_totals
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.house_rules import Value, house_rules
from scorekeeper.rummy.messages import Message, Seat, Translate, render, untranslated
from scorekeeper.rummy.round import Adjustment, Round
from scorekeeper.rummy.sides import Seated, opposite
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.storage.mapping import RecordedEntry, RecordedGame

TWO_YEARS = 104
"""In weeks."""

_NOBODY_CAME = 0.15
_AT_A_PAIR = 0.5
"""The probability of games for two although more players came."""
_NOTED = 0.06
_AGREED = 0.01
"""The share of rounds with points that the table gives or takes."""
_PLAIN = 0.75
"""With this probability, a game uses its first preset. Otherwise it uses any of its presets."""
_MOST_ROUNDS = 20
_BREAK = timedelta(minutes=4)
_GOES_HOME, _COMES = 4, 7
"""The numbers of entries after which a player leaves, and a guest joins."""

_PART_OF_HIGHEST = 0.15
"""The share of the highest target, for games without a usual target."""

_FOR_TWO = [variant for variant in VARIANTS if variant.most == 2]
_FOR_MORE = [variant for variant in VARIANTS if variant.most > 2]
_IN_PLAY = (
    (next(variant for variant in VARIANTS if variant.needs_sides), 3),
    (_FOR_MORE[0], 5),
)
"""The games in play and their numbers of rounds: a game with partners, then `_FOR_MORE[0]`."""


@dataclass(frozen=True, slots=True)
class DemoGame:
    """A game of the demo club, with its details."""

    recorded: RecordedGame
    sheet: Sheet
    started_at: datetime
    played_on: date
    place: Message
    note: Message | None

    @property
    def ended_at(self) -> datetime:
        return self.recorded.entries[-1].at


def evenings(
    seed: int,
    now: datetime,
    time_zone: tzinfo,
    weeks: int = TWO_YEARS,
    translate: Translate = untranslated,
) -> Iterator[DemoGame]:
    """All games of the club until now, the earliest evening first, at most one evening a week."""
    rng = random.Random(seed)  # noqa: S311 - it deals cards to nobody
    today = evening_of(now, time_zone)
    for ago in range(weeks, 0, -1):
        day = today - timedelta(weeks=ago)
        if ago == 1:
            begins = datetime.combine(day, time(15, 10), time_zone)
            yield _with_a_guest(seed, day, begins.astimezone(now.tzinfo), translate)
        if rng.random() >= _NOBODY_CAME:
            begins = datetime.combine(day, time(19, 40), time_zone)
            begins += timedelta(minutes=rng.randrange(60))
            yield from _Evening(rng, day, begins.astimezone(now.tzinfo), translate).games()
    yield from _tonight(seed, today, now, translate)


def _with_a_guest(seed: int, day: date, begins: datetime, translate: Translate) -> DemoGame:
    """A game with a player who leaves and a guest who joins, with separate random numbers.

    The game has a fixed number of rounds, so that it cannot end before the guest joins.
    """
    rng = random.Random(f"{seed} guest")  # noqa: S311 - it deals cards to nobody
    variant = next(variant for variant in _FOR_MORE if variant.rounds)
    *table, guest = rng.sample(CAST, 5)
    return _Evening(rng, day, begins, translate).play(variant, table, guest=guest)


def _tonight(seed: int, today: date, now: datetime, translate: Translate) -> Iterator[DemoGame]:
    """The current evening, shifted in time so that its last round was entered two minutes ago.

    This evening has separate random numbers, so the number of earlier evenings does not change it.
    """
    rng = random.Random(f"{seed} tonight")  # noqa: S311 - it deals cards to nobody
    games = list(_Evening(rng, today, now, translate, goes_on=True).games())
    early = now - timedelta(minutes=2) - games[-1].ended_at
    for game in games:
        entries = tuple(replace(entry, at=entry.at + early) for entry in game.recorded.entries)
        recorded = RecordedGame(game.recorded.game, entries)
        yield replace(game, recorded=recorded, started_at=game.started_at + early)


class _Evening:
    """One evening. If it `goes_on`, its last games are in play."""

    def __init__(
        self,
        rng: random.Random,
        day: date,
        begins: datetime,
        translate: Translate,
        goes_on: bool = False,
    ) -> None:
        self.rng = rng
        self.translate = translate
        self.day = day
        self.clock = begins
        self.goes_on = goes_on
        self.place = rng.choice(PLACES)
        came = [character for character in CAST if rng.random() < character.comes]
        self.people = came if len(came) > 1 else rng.sample(CAST, 3)

    def games(self) -> Iterator[DemoGame]:
        for _ in range(self.rng.randint(2, 4)):
            in_pairs = len(self.people) == 2 or self.rng.random() < _AT_A_PAIR
            if in_pairs:
                yield from self._in_pairs()
            else:
                variant = self._choose(_FOR_MORE)
                sizes = [size for size in variant.sizes if size <= len(self.people)]
                yield self.play(variant, self._seated(sizes[-1]))
            self.clock += _BREAK
        if self.goes_on:
            for variant, rounds in _IN_PLAY:
                yield self.play(variant, self._seated(4), rounds)

    def _in_pairs(self) -> list[DemoGame]:
        people = self._seated(len(self.people))
        pairs = [people[first : first + 2] for first in range(0, len(people) - 1, 2)]
        began = self.clock
        played = []
        for number, pair in enumerate(pairs):
            self.clock = began + timedelta(minutes=number)
            played.append(self.play(self._choose(_FOR_TWO), pair))
        self.clock = max(game.ended_at for game in played)
        return played

    def _seated(self, number: int) -> list[Character]:
        """Random players from those who came, or from the whole club if too few came."""
        people = self.people if len(self.people) >= number else CAST
        return self.rng.sample(people, number)

    def _choose(self, variants: Sequence[Variant]) -> Variant:
        """A random variant. The first variants of the list are the most likely."""
        return self.rng.choices(variants, range(2 * len(variants), len(variants), -1))[0]

    def play(
        self,
        variant: Variant,
        table: Sequence[Character],
        most: int = 0,
        guest: Character | None = None,
    ) -> DemoGame:
        """Play a game to its end or for `_MOST_ROUNDS`, or only its first `most` rounds.

        A `guest` joins in the middle, soon after the second player left.
        """
        names = self._with_partners(variant, [character.name for character in table])
        dealer = Seat(self.rng.randrange(len(table)))
        is_plain = most or self.rng.random() < _PLAIN
        preset = variant.presets[0] if is_plain else self.rng.choice(variant.presets)
        overrides = _overrides(variant, preset)
        game = stating_every_rule(Game(variant, names, preset.key, overrides, dealer))
        started_at = self.clock
        sheet = fold(game)
        entries: list[RecordedEntry] = []
        while not sheet.over and len(entries) < (most or _MOST_ROUNDS):
            entry = self._between(sheet, guest) or self._agreed(
                next_round(sheet, table, self.rng), sheet.seats
            )
            if guest and seats_joining([entry]):
                table = (*table, guest)
                game = replace(game, players=(*names, guest.name))
            after = fold(replace(game, entries=(*sheet.game.entries, entry)), sheet)
            # This game must stay in play, so try another round.
            if most and after.over:
                continue
            sheet = after
            self.clock += timedelta(seconds=self.rng.randint(110, 150 + 60 * len(table)))
            by = self.rng.choice(names)
            entries.append(RecordedEntry(entry, self.clock, by))
        if not sheet.over and not most:
            sheet = fold(replace(sheet.game, called=True), sheet)
        note = self.rng.choice(NOTES) if self.rng.random() < _NOTED else None
        recorded = RecordedGame(sheet.game, tuple(entries))
        return DemoGame(recorded, sheet, started_at, self.day, self.place, note)

    def _with_partners(self, variant: Variant, names: Sequence[str]) -> tuple[str, ...]:
        if variant.allows_sides(len(names), 0):
            return tuple(names)
        sides = opposite(len(names), self.rng.choice(variant.sides[len(names)]))
        called = [proposed_name([names[player] for player in side.players]) for side in sides]
        return Seated(names, called)

    @staticmethod
    def _between(sheet: Sheet, guest: Character | None) -> Between | None:
        if guest and len(sheet.entries) == _GOES_HOME:
            return Between(BetweenKind.LEAVES, (sheet.seats[1],))
        if guest and len(sheet.entries) == _COMES:
            seat, points = Seat(len(sheet.game.players)), joining_totals(sheet).average
            return Between(BetweenKind.JOINS, (seat,), (points,))
        return None

    def _agreed(self, played: Round, seats: Sequence[Seat]) -> Round:
        if self.rng.random() >= _AGREED:
            return played
        points, why = self.rng.choice(AGREED)
        seat = self.rng.choice(seats)
        agreed = Adjustment(seat, points, render(why, (), self.translate))
        return replace(played, adjustments=(agreed,))


def _overrides(variant: Variant, preset: Preset) -> tuple[tuple[str, Value], ...]:
    """A target, if the preset has neither a target nor a number of rounds."""
    rules = rules_in_force(variant, preset.key, {})
    return tuple(
        (rule.name, round(rule.high * _PART_OF_HIGHEST))
        for rule in house_rules(variant.rules_type)
        if rule.name == "target"
        and not (getattr(rules, "target", 0) or getattr(rules, "rounds", 0))
    )
