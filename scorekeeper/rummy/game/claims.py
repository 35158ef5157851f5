"""Checks of the lay-offs that players claim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.game.entries import RoundOnSheet
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.round import Ending, RuleError


def check_lay_offs(
    game: Game, judged: RoundOnSheet, claimed: Mapping[Seat, Sequence[Card]]
) -> None:
    """Check that every claimed lay-off fits a meld. Raises `RuleError` at the hand.

    `judged` is the same round, judged with the claimed cards among the unmatched cards. Its ruling
    lays off every card that fits.
    """
    laid_off = {layoff.card for layoff in judged.ruling.layoffs}
    for seat, cards in claimed.items():
        for card in cards:
            if seat == judged.round.by or card not in laid_off:
                fault = _why_not_laid_off(game, judged, seat, card)
                raise RuleError(fault, "hands", seat, names=game.players)


def _why_not_laid_off(game: Game, judged: RoundOnSheet, seat: Seat, card: Card) -> Message:
    ruling, knocker = judged.ruling, judged.round.by
    knocked = game.variant.lays_off and judged.round.ending is Ending.KNOCK
    if knocker is None or not knocked or knocker == seat or ruling.laid[knocker].is_empty:
        return message("{player} cannot lay off {card} here.", player=seat, card=card)
    if not ruling.laid[knocker].melds:
        return message(
            "Enter {player}’s melds too: what was laid off lies on them.", player=knocker
        )
    return message(
        "{card} cannot be laid off: it fits none of {player}’s melds.", card=card, player=knocker
    )
