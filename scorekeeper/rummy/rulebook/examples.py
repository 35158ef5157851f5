"""Worked examples with their outcomes under every preset and each house rule that they name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from scorekeeper.rummy.article import Article, Ask, Example
from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.game.sheet import Game, Sheet, fold
from scorekeeper.rummy.house_rules import HouseRule, Value, house_rules
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.rummy.variants import find_variant


@dataclass(frozen=True)
class Outcome:
    """The outcome of an example: its sheet, or the error for which it is refused.

    `presets` are those with this outcome; if there are none, `flips` are the house rules that were
    changed from `plain`.
    """

    game: Game
    sheet: Sheet | None
    fault: RuleError | None
    presets: tuple[Preset, ...] = ()
    flips: tuple[tuple[HouseRule, Value], ...] = ()


@dataclass(frozen=True)
class Worked:
    """An example with its outcomes: those of the presets (`plain` first), then of the flips."""

    example: Example
    rules: tuple[tuple[HouseRule, Value], ...]
    outcomes: tuple[Outcome, ...]


def work(example: Example, variant: Variant) -> Worked:
    """Play an example under every preset and flip; presets with the same answer are grouped."""
    by_answer: dict[object, Outcome] = {}
    for preset in variant.presets:
        outcome = _play(example, variant, preset.key, {})
        known = by_answer.setdefault(_answer(example.ask, outcome), outcome)
        known_to = replace(known, presets=(*known.presets, preset))
        by_answer[_answer(example.ask, outcome)] = known_to
    flipped = tuple(
        replace(_play(example, variant, "plain", flip), flips=_named(variant, flip))
        for flip in example.flips
    )
    return Worked(example, _named(variant, example.rules), (*by_answer.values(), *flipped))


def document_of(
    example: Example, variant: Variant, preset: str, flip: Mapping[str, Value]
) -> dict[str, Any]:
    """The game document of an example under a preset and some house rules."""
    return {
        "variant": variant.key,
        "preset": preset,
        "rules": {**example.rules, **flip},
        "players": list(example.players),
        "rounds": [_with_upcard(round, variant) for round in example.rounds],
    }


def _with_upcard(round: Mapping[str, Any], variant: Variant) -> dict[str, Any]:
    if variant.plain_upcard is None or "by" not in round:
        return dict(round)
    return {"upcard": str(variant.plain_upcard), **round}


def _play(example: Example, variant: Variant, preset: str, flip: Mapping[str, Value]) -> Outcome:
    game = read_game(document_of(example, variant, preset, flip))
    try:
        return Outcome(game, fold(game), None)
    except RuleError as error:
        return Outcome(game, None, error)


def _named(variant: Variant, values: Mapping[str, Value]) -> tuple[tuple[HouseRule, Value], ...]:
    return tuple(
        (rule, values[rule.name]) for rule in house_rules(variant.rules_type) if rule.name in values
    )


def _answer(ask: Ask, outcome: Outcome) -> object:
    """The part of an outcome that the example asks about, for comparison."""
    sheet = outcome.sheet
    if sheet is None:
        return outcome.fault and outcome.fault.message
    if ask is Ask.DEALER:
        return sheet.next_dealer
    if ask is Ask.WINNER:
        return sheet.winners
    if ask is Ask.RULING:
        ruling = sheet.rounds[-1].ruling
        return ruling.winners, ruling.lines, ruling.tags
    if ask is Ask.COLUMNS:
        return tuple(column.totals for column in sheet.columns)
    return sheet.winners, sheet.bonuses, sheet.totals


def worked_examples(variant: Variant, article: Article) -> tuple[Worked, ...]:
    """The examples of an article on a game's rules page."""
    return tuple(each for each in _all_worked(variant.key) if each.example.article == article.key)


@cache
def _all_worked(key: str) -> tuple[Worked, ...]:
    """The worked examples of a game, cached because presets never change at run time."""
    variant = find_variant(key)
    return tuple(work(example, variant) for example in variant.examples) if variant else ()
