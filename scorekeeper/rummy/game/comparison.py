"""Judge rounds by the rules of other presets, house rules and games, and compare the outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias

from scorekeeper.rummy.game.entries import RoundOnSheet
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.game.starting_point import NOTHING_YET, StartingScores, with_starting_rounds
from scorekeeper.rummy.house_rules import HouseRule, Value, house_rules, rule_values
from scorekeeper.rummy.judging.judge import judge_round
from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.rummy.round import AnyEnding, Ending, Round, RuleError
from scorekeeper.rummy.ruling import ILLEGAL_KNOCK, Ruling
from scorekeeper.rummy.sides import players_of
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.rummy.variants import VARIANTS, find_variant

SheetOrRefusal: TypeAlias = "Sheet | Message"
"""The sheet with the judged round, or the reason why the rules reject a round.

Only a reason that the table can override is possible, such as a knock above the limit.
"""

_Points: TypeAlias = "tuple[tuple[Seat, ...], tuple[int, ...]]"

_Option: TypeAlias = "tuple[Under, Game]"


@dataclass(frozen=True, slots=True)
class Flipped:
    """A house rule and a new value. All other house rules keep their values."""

    rule: HouseRule
    value: Value


Under: TypeAlias = "Preset | Flipped | Variant"


@dataclass(frozen=True, slots=True)
class OtherRuling:
    """A result of the round. `under` has the presets, house rules or games with this result."""

    under: tuple[Under, ...]
    result: SheetOrRefusal

    @property
    def sheet(self) -> Sheet | None:
        return self.result if isinstance(self.result, Sheet) else None

    @property
    def fault(self) -> Message | None:
        return self.result if isinstance(self.result, Message) else None

    @property
    def entry(self) -> RoundOnSheet | None:
        return self.sheet.rounds[-1] if self.sheet else None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The rulings that differ from the actual ruling: of presets, of house rules and of games."""

    presets: tuple[OtherRuling, ...]
    rules: tuple[OtherRuling, ...]
    games: tuple[OtherRuling, ...]

    def __bool__(self) -> bool:
        return bool(self.presets or self.rules or self.games)


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The parts of an outcome to compare: the points, the end of the game and the next dealer."""

    round: _Points
    closed: tuple[tuple[int, ...], ...]
    winners: tuple[Seat, ...]
    next_dealer: Seat | None


def compare(game: Game, scores: StartingScores = NOTHING_YET) -> Comparison:
    """Judge the game’s only round, after these starting scores, under all other rules.

    The result has presets and house rules with a different outcome. Changes of the score come
    first, and changes of only the next dealer come last. A preset or house rule that rejects the
    round is in the result only if the table can allow the round. For example, the table can allow a
    knock above the limit.

    The result also has games with different winners or points. Games judge the round without
    `scores`, because these scores come from the game’s own rules.

    If the game’s own rules reject the round, the result has the presets, house rules and games that
    accept it.

    Raises `RuleError` if the game’s own rules reject the round and the table cannot allow it.
    """
    original = _judge(game, scores)
    knocked_with = _knocked_with(game)
    rules = [
        other
        for rule in house_rules(game.variant.rules_type)
        for other in _differing(_under_values(game, rule, knocked_with), scores, original)
    ]
    under_presets = (
        (preset, replace(game, preset=preset.key, overrides=())) for preset in game.variant.presets
    )
    presets = _differing(under_presets, scores, original)
    return Comparison(
        presets=tuple(sorted(presets, key=lambda other: _rank(other, original))),
        rules=tuple(sorted(rules, key=lambda other: _rank(other, original))),
        games=tuple(_differing_games(_under_games(game), original)),
    )


def _judge(game: Game, scores: StartingScores) -> SheetOrRefusal:
    try:
        return fold(with_starting_rounds(game, scores))
    except RuleError as fault:
        if not fault.allowable:
            raise
        return fault.message


def _knocked_with(game: Game) -> int | None:
    """The count of the player who knocked, even above the limit. `None` if nobody knocked."""
    played = game.rounds[-1]
    if played.ending is not Ending.KNOCK or played.by is None:
        return None
    accepted = fold(replace(game, entries=(replace(played, allow=(ILLEGAL_KNOCK,)),)))
    return accepted.rounds[-1].ruling.deadwood[played.by]


def _differing(
    options: Iterable[_Option], scores: StartingScores, original: SheetOrRefusal
) -> Iterator[OtherRuling]:
    found: dict[_Outcome | Message, list[tuple[Under, SheetOrRefusal]]] = {}
    for under, game in options:
        try:
            game.variant.check_table(game.rules, len(game.players))
            result = _judge(game, scores)
        except RuleError:
            continue
        if isinstance(result, Sheet) or isinstance(original, Sheet):
            found.setdefault(_outcome(result), []).append((under, result))
    found.pop(_outcome(original), None)
    for same in found.values():
        yield OtherRuling(tuple(under for under, _result in same), same[0][1])


def _outcome(result: SheetOrRefusal) -> _Outcome | Message:
    if isinstance(result, Message):
        return result
    # In an open column, the total changes only by the points of the round.
    closed = tuple(column.final if column.closed else () for column in result.columns)
    return _Outcome(_points(result), closed, result.winners, result.next_dealer)


def _rank(other: OtherRuling, original: SheetOrRefusal) -> int:
    """A sort key. Changed scores come first, then rejected rounds, then changes of the dealer."""
    now, then = _outcome(original), _outcome(other.result)
    if isinstance(now, Message) or isinstance(then, Message):
        return 1
    return 2 if replace(now, next_dealer=then.next_dealer) == then else 0


def _points(sheet: Sheet) -> _Points:
    return _scored(sheet.rounds[-1].ruling, sheet.game)


def _under_values(game: Game, rule: HouseRule, knocked_with: int | None) -> Iterator[_Option]:
    for value in other_values(game.variant, rule, knocked_with):
        overrides = {**dict(game.overrides), rule.name: value}
        yield Flipped(rule, value), replace(game, overrides=tuple(overrides.items()))


def _under_games(game: Game) -> Iterator[_Option]:
    played = game.rounds[-1]
    for key in game.variant.kin:
        variant = find_variant(key)
        if variant is None or len(game.players) not in variant.sizes:
            continue
        ending = _ending_in(variant, game.variant, played)
        if ending is not None:
            translated = replace(played, ending=ending, upcard=None, own_facts=())
            yield variant, _in_other_game(game, variant, translated)


def _ending_in(variant: Variant, of: Variant, played: Round) -> AnyEnding | None:
    rule = of.ending_rules[played.ending]
    if not rule.scores:
        return None
    if played.ending in variant.ending_rules:
        return played.ending
    knock = variant.ending_rules.get(Ending.KNOCK)
    return knock.at_zero if knock and rule.leaves_none else None


def _in_other_game(game: Game, variant: Variant, played: Round) -> Game:
    """A new game of the other variant, with this round.

    In the same family of games, the new game keeps the preset and the changed house rules.
    """
    is_family = bool(variant.family) and variant.family == game.variant.family
    family = is_family and variant.preset(game.preset)
    known = rule_values(variant.rules_type())
    overrides = tuple((name, value) for name, value in game.changes if name in known)
    return Game(
        variant=variant,
        players=game.players,
        preset=game.preset if family else "plain",
        overrides=overrides if family else (),
        entries=(played,),
    )


def _differing_games(options: Iterable[_Option], original: SheetOrRefusal) -> Iterator[OtherRuling]:
    for under, game in options:
        try:
            sheet = fold(game)
        except RuleError:
            continue
        if isinstance(original, Message) or _points(sheet) != _points(original):
            yield OtherRuling((under,), sheet)


def other_values(variant: Variant, rule: HouseRule, knocked_with: int | None) -> tuple[Value, ...]:
    """The values of a rule to compare.

    For a rule with choices, the values are the choices and the texts in presets. For a rule with
    numbers, the values are the numbers in the game’s presets, and 0 if 0 switches the rule off. If
    the rule is not `game_specific`, the numbers in other games’ presets are also values.

    For a limit of a knock, the values also include `knocked_with` and the number below it. The
    limit `knocked_with` just allows the knock, and the number below it just forbids the knock.
    """
    if rule.choices:
        lists = listed_in_presets(variant, rule)
        return (*(value for value, _label in rule.choices), *lists)
    values = set(_in_presets(variant, rule.name))
    if not rule.game_specific:
        values |= _in_presets_of_all_games(rule.name)
    if rule.off_at_zero:
        values.add(0)
    if rule.limits_knock and knocked_with is not None:
        values |= {knocked_with - 1, knocked_with}
    return tuple(sorted(filter(rule.allows, values)))


def listed_in_presets(variant: Variant, rule: HouseRule) -> tuple[str, ...]:
    if not rule.text:
        return ()
    found = (preset.overrides.get(rule.name, rule.default) for preset in variant.presets)
    return tuple(dict.fromkeys(str(value) for value in found if value not in dict(rule.choices)))


def _in_presets(variant: Variant, name: str) -> set[int]:
    default = {rule.name: rule.default for rule in house_rules(variant.rules_type)}[name]
    return {int(preset.overrides.get(name, default)) for preset in variant.presets}


@cache
def _in_presets_of_all_games(name: str) -> frozenset[int]:
    having_it = [
        variant
        for variant in VARIANTS
        if any(
            rule.name == name and not rule.game_specific for rule in house_rules(variant.rules_type)
        )
    ]
    return frozenset(
        number for variant in having_it for number in _in_presets(variant, name) if number
    )


def under_other_presets(
    sheet: Sheet, recorded: RoundOnSheet
) -> Iterator[tuple[Game, RoundOnSheet]]:
    """Yield the game and the round under each preset that scores this round differently.

    Presets that reject the round are left out.
    """
    dealt = recorded.standing[0].rounds + recorded.ruling.is_void
    for preset in sheet.game.variant.presets:
        game = replace(sheet.game, preset=preset.key, overrides=())
        try:
            judged = _judged(game, recorded, dealt)
        except RuleError:
            continue
        if _scored(judged.ruling, game) != _scored(recorded.ruling, game):
            yield game, judged


def _judged(game: Game, recorded: RoundOnSheet, dealt: int) -> RoundOnSheet:
    variant, rules, seats = game.variant, game.rules, recorded.before
    players = len(players_of(seats))
    variant.check_table(rules, players)
    deal = variant.deal(rules, players, dealt)
    deal = variant.deal_with(rules, deal, recorded.round.own_facts)
    ruling = judge_round(variant, rules, deal, recorded.round, seats)
    return replace(recorded, deal=deal, ruling=ruling)


def _scored(ruling: Ruling, game: Game) -> _Points:
    return ruling.winners, ruling.points(len(game.sides))
