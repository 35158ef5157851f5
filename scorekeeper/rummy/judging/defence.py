"""Hands on the table in the gin family: the knocker’s layout, and the defender’s lay-offs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TypeAlias

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.hand import Declared, Laid, LayOff, OnTable, Whole
from scorekeeper.rummy.melds.lay_offs import (
    Defence,
    all_that_fit,
    best_defence,
    layouts,
    least_layouts,
    where_laid,
)
from scorekeeper.rummy.melds.single_deck import bits_of, cards_of, tables_of
from scorekeeper.rummy.messages import SEATS, Seat
from scorekeeper.rummy.round import Round

_Hand: TypeAlias = "Whole | Declared"
"""A hand given with all its cards."""
_Melds: TypeAlias = Sequence[int]
"""The melds of a layout, each as bits."""


def all_known(played: Round) -> bool:
    return all(isinstance(hand, Whole | Declared) for hand in played.hands)


def lay_off(deal: Deal, played: Round, laid: Mapping[Seat, Laid], limit: int) -> OnTable:
    """Return the hands after the defender’s best lay-offs on the knocker’s melds.

    A whole hand of the knocker gets the layout that is best for the knocker within the knock limit.
    The defender lays off no cards if the knocker’s melds are unknown. The defender also lays off no
    cards if the defender’s hand is given as unmatched cards or a count, because such a hand already
    leaves out the cards laid off.
    """
    knocker = played.by or Seat(0)
    own, against = played.hand(knocker), played.hand(Seat(1 - knocker))
    if not isinstance(own, Whole | Declared) or not isinstance(against, Whole | Declared):
        return OnTable(laid)
    if not laid[knocker].melds:
        return OnTable(laid)
    if isinstance(own, Declared):
        return _on_table(knocker, own, tuple(map(bits_of, own.melds)), against, deal)
    table = _on_table(knocker, own, _least_layout(own, against, deal), against, deal)
    least, others = table.counts[knocker], table.counts[Seat(1 - knocker)]
    better = _better_layout(own, against, least, others - least, limit, deal)
    if better is None:
        return table
    return replace(_on_table(knocker, own, better, against, deal), least=table)


def lay_off_on(
    melds: Sequence[Sequence[Card]], cards: tuple[Card, ...], deal: Deal
) -> tuple[Laid, tuple[LayOff, ...]]:
    return _lay(Whole(cards), [bits_of(meld) for meld in melds], deal)


def _least_layout(own: Whole, against: _Hand, deal: Deal) -> _Melds:
    """Return the layout with the least deadwood that is worst for the defender."""
    choices = least_layouts(bits_of(own.cards), tables_of(deal.worth_by_place))
    if len(choices) == 1:
        return choices[0]
    return max(choices, key=lambda melds: _defend(against, melds, deal).deadwood)


def _better_layout(
    own: Whole, against: _Hand, least: int, lead: int, limit: int, deal: Deal
) -> _Melds | None:
    """Return the layout within the knock limit with the largest lead over the defender, or `None`.

    `lead` is the lead of the layout with the `least` deadwood, and the result must exceed it. Under
    every house rule a larger lead is better for the knocker, so the lead decides.
    """
    # The defender has the most left if no card can be laid off.
    most = min(limit, _defend(against, (), deal).deadwood - lead - 1)
    if most <= least:
        return None
    best = None
    for deadwood, melds in sorted(layouts(bits_of(own.cards), most, deal.worth_by_place)):
        reached = _defend(against, melds, deal).deadwood - deadwood
        if reached > lead:
            best, lead = melds, reached
    return best


def _defend(hand: _Hand, melds: _Melds, deal: Deal) -> Defence:
    """Return a hand after lay-offs on these melds. Only a `Whole` hand is arranged again."""
    if isinstance(hand, Whole):
        return best_defence(bits_of(hand.cards), melds, tables_of(deal.worth_by_place))
    unmatched = bits_of(hand.unmatched)
    laid_off = all_that_fit(unmatched, melds)
    deadwood = deal.points_of(cards_of(unmatched ^ laid_off))
    return Defence(deadwood, laid_off, tuple(map(bits_of, hand.melds)))


def _on_table(knocker: Seat, own: _Hand, melds: _Melds, against: _Hand, deal: Deal) -> OnTable:
    unmatched = cards_of(bits_of(own.cards) ^ sum(melds))
    mine = Laid(deal.points_of(unmatched), unmatched, tuple(map(cards_of, melds)))
    theirs, laid_off = _lay(against, melds, deal)
    both = (theirs, mine) if knocker else (mine, theirs)
    return OnTable(MappingProxyType(dict(zip(SEATS, both, strict=False))), laid_off)


def _lay(hand: _Hand, melds: _Melds, deal: Deal) -> tuple[Laid, tuple[LayOff, ...]]:
    defence = _defend(hand, melds, deal)
    unmatched = cards_of(bits_of(hand.cards) ^ defence.laid_off ^ sum(defence.melds))
    laid_off = tuple(
        LayOff(cards_of(card)[0], cards_of(meld))
        for card, meld in where_laid(defence.laid_off, melds)
    )
    return Laid(defence.deadwood, unmatched, tuple(map(cards_of, defence.melds))), laid_off
