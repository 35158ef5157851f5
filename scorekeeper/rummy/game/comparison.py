"""The same round judged by other rules, where that changes the outcome."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from scorekeeper.rummy.game.other_values import other_values
from scorekeeper.rummy.game.sheet import Game, RoundOnSheet, Sheet, fold
from scorekeeper.rummy.game.starting_point import NOTHING_YET, SoFar, before_its_rounds
from scorekeeper.rummy.house_rules import HouseRule, Value, house_rules, rule_values
from scorekeeper.rummy.judging.judge import ABOVE_LIMIT
from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.rummy.round import ILLEGAL_KNOCK, AnyEnding, Ending, Round, RuleError
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.rummy.variants import find_variant


@dataclass(frozen=True, slots=True)
class Flipped:
    """One house rule as it might be, all others as they are."""

    rule: HouseRule
    value: Value


Under: TypeAlias = "Preset | Flipped | Variant"


Said: TypeAlias = "Sheet | Message"
"""The sheet with the judged round, or why the knock is too high."""


@dataclass(frozen=True, slots=True)
class OtherRuling:
    """What the same round comes to `under` other rules, listed together where they agree."""

    under: tuple[Under, ...]
    said: Said

    @property
    def sheet(self) -> Sheet | None:
        """The sheet with the judged round, `None` where these rules refuse the knock."""
        return self.said if isinstance(self.said, Sheet) else None

    @property
    def fault(self) -> Message | None:
        """Why these rules refuse the knock."""
        return self.said if isinstance(self.said, Message) else None

    @property
    def entry(self) -> RoundOnSheet | None:
        """The round in question."""
        return self.sheet.rounds[-1] if self.sheet else None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Every other ruling: by preset, by single house rule and by game."""

    presets: tuple[OtherRuling, ...]
    rules: tuple[OtherRuling, ...]
    games: tuple[OtherRuling, ...]

    def __bool__(self) -> bool:
        """Whether any other rules change the outcome."""
        return bool(self.presets or self.rules or self.games)


_Points: TypeAlias = "tuple[tuple[Seat, ...], tuple[int, ...]]"
_Option: TypeAlias = "tuple[Under, Game]"


@dataclass(frozen=True, slots=True)
class _Outcome:
    """All that makes one ruling another: the round's winners and points, the end, the next deal."""

    round: _Points
    closed: tuple[tuple[int, ...], ...]
    winners: tuple[Seat, ...]
    next_dealer: Seat | None


def compare(game: Game, so_far: SoFar = NOTHING_YET) -> Comparison:
    """Judge the game's only round, after what stood `so_far`, under all other rules.

    Rules that refuse the facts are left out, but for those by which the knock is too high; where it
    is too high by the game's own rules, all that accept it are there. Rules that change nothing are
    left out, and those that change only who deals next come last. What other games would make of
    the round, and only of its points, is judged for itself: what stood so far is of this game.

    Raises `RuleError` for facts that the game's own rules refuse otherwise.
    """
    ruled = _judge(game, so_far)
    knocked_with = _knocked_with(game)
    rules = [
        other
        for rule in house_rules(game.variant.rules_type)
        for other in _differing(_under_values(game, rule, knocked_with), so_far, ruled)
    ]
    presets = _differing(_under_presets(game), so_far, ruled)
    return Comparison(
        presets=tuple(sorted(presets, key=lambda other: _rank(other, ruled))),
        rules=tuple(sorted(rules, key=lambda other: _rank(other, ruled))),
        games=tuple(_differing_games(_under_games(game), ruled)),
    )


def _judge(game: Game, so_far: SoFar) -> Said:
    try:
        return fold(before_its_rounds(game, so_far))
    except RuleError as fault:
        if fault.message.template != ABOVE_LIMIT.template:
            raise
        return fault.message


def _knocked_with(game: Game) -> int | None:
    """The count of the player who knocked, however high."""
    round = game.rounds[-1]
    if round.ending is not Ending.KNOCK or round.by is None:
        return None
    accepted = fold(replace(game, rounds=(replace(round, allow=(ILLEGAL_KNOCK,)),)))
    return accepted.rounds[-1].ruling.deadwood[round.by]


def _differing(options: Iterable[_Option], so_far: SoFar, ruled: Said) -> Iterator[OtherRuling]:
    found: dict[_Outcome | Message, list[tuple[Under, Said]]] = {}
    for under, game in options:
        try:
            game.variant.check_table(game.rules, len(game.players))
            said = _judge(game, so_far)
        except RuleError:
            continue
        if isinstance(said, Sheet) or isinstance(ruled, Sheet):
            found.setdefault(_outcome(said), []).append((under, said))
    found.pop(_outcome(ruled), None)
    for same in found.values():
        yield OtherRuling(tuple(under for under, _said in same), same[0][1])


def _outcome(said: Said) -> _Outcome | Message:
    if isinstance(said, Message):
        return said
    # A column that is still open tells no more than the points of the round.
    closed = tuple(column.final if column.closed else () for column in said.columns)
    return _Outcome(_points(said), closed, said.winners, said.next_dealer)


def _rank(other: OtherRuling, ruled: Said) -> int:
    """What changes the score comes first, then what refuses the knock, last another next dealer."""
    now, then = _outcome(ruled), _outcome(other.said)
    if isinstance(now, Message) or isinstance(then, Message):
        return 1
    return 2 if replace(now, next_dealer=then.next_dealer) == then else 0


def _points(sheet: Sheet) -> _Points:
    ruling = sheet.rounds[-1].ruling
    return ruling.winners, ruling.points(len(sheet.game.players))


def _under_presets(game: Game) -> Iterator[_Option]:
    for preset in game.variant.presets:
        yield preset, replace(game, preset=preset.key, overrides=())


def _under_values(game: Game, rule: HouseRule, knocked_with: int | None) -> Iterator[_Option]:
    for value in other_values(game.variant, rule, knocked_with):
        overrides = {**dict(game.overrides), rule.name: value}
        yield Flipped(rule, value), replace(game, overrides=tuple(overrides.items()))


def _under_games(game: Game) -> Iterator[_Option]:
    round = game.rounds[-1]
    for key in game.variant.kin:
        variant = find_variant(key)
        if variant is None or not variant.fewest <= len(game.players) <= variant.most:
            continue
        ending = _ending_in(variant, game.variant, round)
        if ending is not None:
            told = replace(round, ending=ending, upcard=None)
            yield variant, _in_other_game(game, variant, told)


def _ending_in(variant: Variant, of: Variant, round: Round) -> AnyEnding | None:
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
    overrides = tuple((name, value) for name, value in game.changes if name in known)
    return Game(
        variant=variant,
        players=game.players,
        preset=game.preset if family else "plain",
        overrides=overrides if family else (),
        rounds=(round,),
    )


def _is_family(one: Variant, other: Variant) -> bool:
    """Whether two games are of one family, whose presets are the same."""
    return bool(one.family) and one.family == other.family


def _differing_games(options: Iterable[_Option], ruled: Said) -> Iterator[OtherRuling]:
    for under, game in options:
        try:
            sheet = fold(game)
        except RuleError:
            continue
        if isinstance(ruled, Message) or _points(sheet) != _points(ruled):
            yield OtherRuling((under,), sheet)
