"""A worked example of an article: rounds as a game document writes them, and what rules make of it.

Nothing in an example is an answer: those are computed, under every preset and under each of the
house rules that the example names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.game.sheet import Game, Sheet, fold
from scorekeeper.rummy.house_rules import HouseRule, Value, house_rules
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variant import Preset, Variant

TWO = ("Nina", "Max")
FOUR = ("Nina", "Max", "Lou", "Paul")

_QUIET_UPCARD = "TH"
"""An upcard that neither lowers the limit nor doubles."""


class Ask(StrEnum):
    """What an example shows: its last round, who deals next, the end, who won, or the columns."""

    RULING = "ruling"
    DEALER = "dealer"
    END = "end"
    WINNER = "winner"
    COLUMNS = "columns"


@dataclass(frozen=True, kw_only=True)
class Example:
    """Rounds at a table that plays an article out.

    `rules` hold beside every preset; `flips` are house rules that change the outcome of `plain`.
    """

    article: str
    variants: tuple[str, ...]
    rounds: tuple[Mapping[str, Any], ...]
    players: tuple[str, ...] = TWO
    rules: Mapping[str, Value] = field(default_factory=dict)
    flips: tuple[Mapping[str, Value], ...] = ()
    ask: Ask = Ask.RULING

    def document(self, variant: Variant, preset: str, flip: Mapping[str, Value]) -> dict[str, Any]:
        """The game document of this example under a preset and some house rules."""
        return {
            "variant": variant.key,
            "preset": preset,
            "rules": {**self.rules, **flip},
            "players": list(self.players),
            "rounds": [_with_upcard(round, variant) for round in self.rounds],
        }


def _with_upcard(round: Mapping[str, Any], variant: Variant) -> dict[str, Any]:
    needed = variant.takes_upcard and "by" in round
    return {"upcard": _QUIET_UPCARD, **round} if needed else dict(round)


@dataclass(frozen=True)
class Outcome:
    """What comes of an example: a folded sheet, or the fault for which it is refused.

    `presets` are those under which it comes out so; or, where they are none, `flips` are the house
    rules that make the difference to `plain`.
    """

    game: Game
    sheet: Sheet | None
    fault: RuleError | None
    presets: tuple[Preset, ...] = ()
    flips: tuple[tuple[HouseRule, Value], ...] = ()


@dataclass(frozen=True)
class Worked:
    """An example with its outcomes: those of the presets, `plain` in the first, then the flips."""

    example: Example
    rules: tuple[tuple[HouseRule, Value], ...]
    outcomes: tuple[Outcome, ...]


def work(example: Example, variant: Variant) -> Worked:
    """Play an example under every preset and every flip; presets that agree come together."""
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


def _play(example: Example, variant: Variant, preset: str, flip: Mapping[str, Value]) -> Outcome:
    game = read_game(example.document(variant, preset, flip))
    try:
        return Outcome(game, fold(game), None)
    except RuleError as error:
        return Outcome(game, None, error)


def _named(variant: Variant, values: Mapping[str, Value]) -> tuple[tuple[HouseRule, Value], ...]:
    return tuple(
        (rule, values[rule.name]) for rule in house_rules(variant.rules_type) if rule.name in values
    )


def _answer(ask: Ask, outcome: Outcome) -> object:
    """What the example asks for, to compare outcomes by."""
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
