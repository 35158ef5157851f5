"""Scoring a game document: every round's ruling with its reasons, the totals and the end."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.rummy.cards import print_cards
from scorekeeper.rummy.column import Column, reached_target
from scorekeeper.rummy.documents.answers import (
    LaidOff,
    PointsByName,
    ScoredColumn,
    ScoredGame,
    ScoredLine,
    ScoredPayment,
    ScoredRound,
)
from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.game.sheet import RoundOnSheet, Sheet, fold
from scorekeeper.rummy.house_rules import rule_values
from scorekeeper.rummy.messages import Translate, render, untranslated
from scorekeeper.rummy.round import LayOff, Line, points_of


def score(document: object, translate: Translate = untranslated) -> ScoredGame:
    """Score a game document (parsed JSON); raises `RuleError` with the place of the first error.

    >>> score({"variant": "gin", "players": ["Ann", "Bob"]}).next_dealer
    'Ann'
    """
    return scored(fold(read_game(document)), translate)


def scored(sheet: Sheet, translate: Translate = untranslated) -> ScoredGame:
    """Everything that there is to say of a game's sheet."""
    game = sheet.game
    names = game.players
    has_columns = game.variant.columns > 1
    return ScoredGame(
        variant=game.variant.key,
        preset=game.preset,
        rules=rule_values(game.rules),
        players=names,
        rounds=tuple([_round(entry, sheet, translate) for entry in sheet.rounds]),
        totals=_by_name(sheet.totals, names),
        over=sheet.over,
        bonuses=_lines(sheet.bonuses, names, translate),
        final=_by_name(sheet.final, names),
        winners=tuple([names[seat] for seat in sheet.winners]),
        next_dealer=None if sheet.next_dealer is None else names[sheet.next_dealer],
        columns=tuple(_column(column, sheet, translate) for column in sheet.columns)
        if has_columns
        else None,
    )


def _round(entry: RoundOnSheet, sheet: Sheet, translate: Translate) -> ScoredRound:
    ruling, names, deal = entry.ruling, sheet.game.players, entry.deal
    variant = sheet.game.variant
    return ScoredRound(
        number=entry.number,
        ending=entry.round.ending.value,
        by=None if entry.round.by is None else names[entry.round.by],
        dealer=names[entry.dealer],
        deadwood=dict(zip(names, ruling.deadwood, strict=False)),
        winners=tuple([names[seat] for seat in ruling.winners]),
        tags=tuple([tag.value for tag in ruling.tags]),
        points=_by_name(points_of(ruling.lines, len(names)), names),
        why=_lines(ruling.lines, names, translate),
        payments=tuple(
            [
                ScoredPayment(names[each.payer], names[each.payee], each.points)
                for each in ruling.payments
            ]
        ),
        warnings=tuple([render(warning, names, translate) for warning in ruling.warnings]),
        layoffs=laid_off(ruling.layoffs) or None,
        columns=entry.columns if variant.columns > 1 else None,
        cards_dealt=deal.cards_dealt if variant.rounds else None,
        wild=deal.wild if variant.wild_ranks else None,
        contract=" ".join(deal.contract.melds) if deal.contract else None,
    )


def laid_off(layoffs: Sequence[LayOff]) -> tuple[LaidOff, ...]:
    """Lay-offs with their cards in words."""
    return tuple([LaidOff(str(each.card), print_cards(each.on)) for each in layoffs])


def _lines(
    lines: Sequence[Line], names: Sequence[str], translate: Translate
) -> tuple[ScoredLine, ...]:
    return tuple(
        [
            ScoredLine(
                names[line.seat], line.points, line.rule.value, render(line.text, names, translate)
            )
            for line in lines
        ]
    )


def _by_name(points: Sequence[int], names: Sequence[str]) -> PointsByName:
    return dict(zip(names, points, strict=True))


def _column(column: Column, sheet: Sheet, translate: Translate) -> ScoredColumn:
    names = sheet.game.players
    reached = reached_target(sheet.game.rules, column)
    return ScoredColumn(
        totals=_by_name(column.totals, names),
        boxes=_by_name(column.boxes, names),
        closed=column.closed,
        bonuses=_lines(column.bonuses, names, translate),
        final=_by_name(column.final, names),
        winner=names[reached[0]] if len(reached) == 1 else None,
    )
