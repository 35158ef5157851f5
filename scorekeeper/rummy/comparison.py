"""What other rules would say: the same facts judged under them, where that changes the outcome."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from scorekeeper.rummy.house_rules import HouseRule, Value, house_rules, rule_values
from scorekeeper.rummy.scoring import Ending, Round, RuleError
from scorekeeper.rummy.sheet import Game, RoundOnSheet, Sheet, fold
from scorekeeper.rummy.so_far import NOTHING_YET, SoFar, after
from scorekeeper.rummy.texts import Seat
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.rummy.variants import find_variant

NOT_PLAYED_AT_ZERO = frozenset(["bonus", "penalty", "target"])
"""How the names of house rules end whose 0 means that this is not played."""

KIN = {
    "gin": ("hollywood", "knock"),
    "oklahoma": ("gin", "hollywood", "knock"),
    "hollywood": ("gin", "knock"),
    "knock": ("gin", "hollywood", "manipulation"),
    "manipulation": ("knock", "basic"),
    "basic": ("manipulation",),
    "three-thirteen": (),
}
"""The games in which a round of another may have happened just so.

No upcard is known but in Oklahoma; nobody else deals as Three Thirteen does.
"""


@dataclass(frozen=True, slots=True)
class Flipped:
    """One house rule as it might be, all others as they are."""

    rule: HouseRule
    value: Value


Under: TypeAlias = "Preset | Flipped | Variant"


@dataclass(frozen=True, slots=True)
class OtherRuling:
    """What the same facts come to `under` other rules, several where they all say the same."""

    under: tuple[Under, ...]
    sheet: Sheet

    @property
    def entry(self) -> RoundOnSheet:
        """The round in question."""
        return self.sheet.rounds[-1]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Every other ruling: by preset, by single house rule and by game."""

    presets: tuple[OtherRuling, ...]
    rules: tuple[OtherRuling, ...]
    games: tuple[OtherRuling, ...]

    def __bool__(self) -> bool:
        """Whether any rules say anything else."""
        return bool(self.presets or self.rules or self.games)


_Points: TypeAlias = "tuple[tuple[Seat, ...], tuple[int, ...]]"
_Option: TypeAlias = "tuple[Under, Game]"


@dataclass(frozen=True, slots=True)
class _Outcome:
    """All that makes one ruling another: the round's winners and points, and the end."""

    round: _Points
    closed: tuple[tuple[int, ...], ...]
    winners: tuple[Seat, ...]


def compare(game: Game, so_far: SoFar = NOTHING_YET) -> Comparison:
    """Judge the game's only round, after what stood `so_far`, under all other rules.

    Rules that refuse the facts are left out, and so are those that change nothing. What other games
    would make of the round is judged for itself: what stood so far is of this game.
    """
    ruled = fold(after(game, so_far))
    return Comparison(
        presets=tuple(_differing(_under_presets(game), so_far, ruled)),
        rules=tuple(
            other
            for rule in house_rules(game.variant.rules_type)
            for other in _differing(_under_values(game, rule), so_far, ruled)
        ),
        games=tuple(_differing_games(_under_games(game), ruled)),
    )


def _differing(options: Iterable[_Option], so_far: SoFar, ruled: Sheet) -> Iterator[OtherRuling]:
    found: dict[_Outcome, list[tuple[Under, Sheet]]] = {}
    for under, game in options:
        try:
            game.variant.check_table(game.rules, len(game.players))
            sheet = fold(after(game, so_far))
        except RuleError:
            continue
        found.setdefault(_outcome(sheet), []).append((under, sheet))
    found.pop(_outcome(ruled), None)
    for same in found.values():
        yield OtherRuling(tuple(under for under, _sheet in same), same[0][1])


def _outcome(sheet: Sheet) -> _Outcome:
    # What stands in a column that goes on says no more than the points of the round.
    closed = tuple(column.final if column.closed else () for column in sheet.columns)
    return _Outcome(_points(sheet), closed, sheet.winners)


def _points(sheet: Sheet) -> _Points:
    ruling = sheet.rounds[-1].ruling
    return ruling.winners, ruling.points(len(sheet.game.players))


def _under_presets(game: Game) -> Iterator[_Option]:
    for preset in game.variant.presets:
        yield preset, replace(game, preset=preset.key, overrides=())


def _under_values(game: Game, rule: HouseRule) -> Iterator[_Option]:
    for value in _values(game.variant, rule):
        overrides = {**dict(game.overrides), rule.name: value}
        yield Flipped(rule, value), replace(game, overrides=tuple(overrides.items()))


def _values(variant: Variant, rule: HouseRule) -> tuple[Value, ...]:
    """The choices of a rule; of a number what is played somewhere, and 0 where that is nothing."""
    if rule.choices:
        return tuple(value for value, _label in rule.choices)
    values = {preset.overrides.get(rule.name, rule.default) for preset in variant.presets}
    if rule.name.rpartition("_")[2] in NOT_PLAYED_AT_ZERO:
        values.add(0)
    return tuple(sorted(values, key=int))


def _under_games(game: Game) -> Iterator[_Option]:
    round = game.rounds[-1]
    for key in KIN[game.variant.key]:
        variant = find_variant(key)
        if variant is None or not variant.fewest <= len(game.players) <= variant.most:
            continue
        ending = _ending_in(variant, game.variant, round)
        if ending is not None:
            told = replace(round, ending=ending, upcard=None)
            yield variant, _in_other_game(game, variant, told)


def _ending_in(variant: Variant, of: Variant, round: Round) -> Ending | None:
    """What this ending is called in another game, where that game knows it."""
    rule = of.ending_rules[round.ending]
    if not rule.scores:
        return None
    if round.ending in variant.ending_rules:
        return round.ending
    knock = variant.ending_rules.get(Ending.KNOCK)
    return knock.at_zero if knock and rule.leaves_none else None


def _in_other_game(game: Game, variant: Variant, round: Round) -> Game:
    """The round in another game by that game's own rules, but for those that both games have."""
    family = variant.preset(game.preset) and _is_family(variant, game.variant)
    known = rule_values(variant.rules_type())
    overrides = tuple((name, value) for name, value in game.overrides if name in known)
    return Game(
        variant=variant,
        players=game.players,
        preset=game.preset if family else "plain",
        overrides=overrides if family else (),
        rounds=(round,),
    )


def _is_family(one: Variant, other: Variant) -> bool:
    """Whether two games are of the gin family, whose presets are one."""
    return one.lays_off and other.lays_off


def _differing_games(options: Iterable[_Option], ruled: Sheet) -> Iterator[OtherRuling]:
    for under, game in options:
        try:
            sheet = fold(game)
        except RuleError:
            continue
        if _points(sheet) != _points(ruled):
            yield OtherRuling((under,), sheet)
