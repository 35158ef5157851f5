"""Lay-offs that a player claims, checked against the ruling."""

from __future__ import annotations

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.game.sheet import Game, RoundOnSheet
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.round import Ending, RuleError
from scorekeeper.web.rounds.read_round import ReadRound


def check_lay_offs(game: Game, read: ReadRound, entry: RoundOnSheet) -> None:
    """Refuse a claimed lay-off that fits no meld; raises `RuleError` at the hand.

    The round must have been judged as it was typed: every card that fits is laid off there.
    """
    taken = {each.card for each in entry.ruling.layoffs}
    for seat, hand in enumerate(read.hands):
        for card in hand.laid_off:
            if seat == entry.round.by or card not in taken:
                fault = _fault(game, entry, Seat(seat), card)
                raise RuleError(fault, "hands", Seat(seat), names=game.players)


def _fault(game: Game, entry: RoundOnSheet, seat: Seat, card: Card) -> Message:
    """Why this card cannot have been laid off."""
    ruling, knocker = entry.ruling, entry.round.by
    knocked = game.variant.lays_off and entry.round.ending is Ending.KNOCK
    if knocker is None or not knocked or knocker == seat or ruling.laid[knocker].is_empty:
        return message("{player} cannot lay off {card} here.", player=seat, card=card)
    if not ruling.laid[knocker].melds:
        return message("Give {player}’s melds too: what was laid off lies on them.", player=knocker)
    return message(
        "{card} cannot be laid off: it fits none of {player}’s melds.", card=card, player=knocker
    )
