"""The answer to a game document: every round's ruling with its reasons, the totals and the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.rummy.cards import print_cards
from scorekeeper.rummy.column import Column, reached_target
from scorekeeper.rummy.game.sheet import RoundOnSheet, Sheet
from scorekeeper.rummy.house_rules import rule_values
from scorekeeper.rummy.messages import Translate, render, untranslated
from scorekeeper.rummy.round import Line, points_of


def answer(sheet: Sheet, translate: Translate = untranslated) -> dict[str, Any]:
    """Everything that `scorekeeper score` prints about a game, ready for JSON."""
    game = sheet.game
    names = game.players
    answered: dict[str, Any] = {
        "variant": game.variant.key,
        "preset": game.preset,
        "rules": rule_values(game.rules),
        "players": list(names),
        "rounds": [_round(entry, sheet, translate) for entry in sheet.rounds],
        "totals": _by_name(sheet.totals, names),
        "over": sheet.over,
        "bonuses": _lines(sheet.bonuses, names, translate),
        "final": _by_name(sheet.final, names),
        "winners": [names[seat] for seat in sheet.winners],
        "next_dealer": None if sheet.next_dealer is None else names[sheet.next_dealer],
    }
    if game.variant.columns > 1:
        answered["columns"] = [_column(column, sheet, translate) for column in sheet.columns]
    return answered


def _round(entry: RoundOnSheet, sheet: Sheet, translate: Translate) -> dict[str, Any]:
    ruling, names = entry.ruling, sheet.game.players
    answered: dict[str, Any] = {
        "number": entry.number,
        "ending": entry.round.ending.value,
        "by": None if entry.round.by is None else names[entry.round.by],
        "dealer": names[entry.dealer],
        "deadwood": dict(zip(names, ruling.deadwood, strict=False)),
        "winners": [names[seat] for seat in ruling.winners],
        "tags": [tag.value for tag in ruling.tags],
        "points": _by_name(points_of(ruling.lines, len(names)), names),
        "why": _lines(ruling.lines, names, translate),
        "payments": [
            {"from": names[each.payer], "to": names[each.payee], "points": each.points}
            for each in ruling.payments
        ],
        "warnings": [render(warning, names, translate) for warning in ruling.warnings],
    }
    if ruling.layoffs:
        answered["layoffs"] = [
            {"card": str(each.card), "on": print_cards(each.on)} for each in ruling.layoffs
        ]
    if sheet.game.variant.columns > 1:
        answered["columns"] = list(entry.columns)
    if entry.deal.wild is not None:
        answered["cards_dealt"] = entry.deal.hand_size
        answered["wild"] = entry.deal.wild
    return answered


def _lines(
    lines: Sequence[Line], names: Sequence[str], translate: Translate
) -> list[dict[str, Any]]:
    return [
        {
            "player": names[line.seat],
            "points": line.points,
            "rule": line.rule.value,
            "text": render(line.text, names, translate),
        }
        for line in lines
    ]


def _by_name(points: Sequence[int], names: Sequence[str]) -> dict[str, int]:
    return dict(zip(names, points, strict=True))


def _column(column: Column, sheet: Sheet, translate: Translate) -> dict[str, Any]:
    names = sheet.game.players
    reached = reached_target(sheet.game.rules, column)
    return {
        "totals": _by_name(column.totals, names),
        "boxes": _by_name(column.boxes, names),
        "closed": column.closed,
        "bonuses": _lines(column.bonuses, names, translate),
        "final": _by_name(column.final, names),
        "winner": names[reached[0]] if len(reached) == 1 else None,
    }
