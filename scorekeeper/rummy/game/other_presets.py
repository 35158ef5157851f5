"""A recorded round judged by the other presets of its game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.rummy.game.sheet import Game, RoundOnSheet, Sheet
from scorekeeper.rummy.judging.judge import judge_round
from scorekeeper.rummy.round import RuleError, Ruling


def under_other_presets(sheet: Sheet, number: int) -> Iterator[tuple[Game, RoundOnSheet]]:
    """The game by each preset that scores this round otherwise, with the round judged by it.

    Presets that refuse the round are left out.
    """
    recorded = sheet.rounds[number - 1]
    dealt = sheet.rounds[number - 2].standing[0].rounds + 1 if number > 1 else 1
    for preset in sheet.game.variant.presets:
        game = replace(sheet.game, preset=preset.key, overrides=())
        try:
            judged = _judged(game, recorded, dealt)
        except RuleError:
            continue
        if _scored(judged.ruling, game) != _scored(recorded.ruling, game):
            yield game, judged


def _judged(game: Game, recorded: RoundOnSheet, dealt: int) -> RoundOnSheet:
    variant, rules, seats = game.variant, game.rules, len(game.players)
    variant.check_table(rules, seats)
    deal = variant.deal(rules, seats, dealt)
    ruling = judge_round(variant, rules, deal, recorded.round, seats)
    return replace(recorded, deal=deal, ruling=ruling)


def _scored(ruling: Ruling, game: Game) -> object:
    return ruling.winners, ruling.points(len(game.players))
