"""The defender's lay-offs in a round of the gin family, where both hands are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.rummy import layoffs, one_deck
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.melds import best_arrangement
from scorekeeper.rummy.one_deck import Tables, bits_of, cards_of
from scorekeeper.rummy.scoring import Declared, Hand, Laid, LayOff, Round, Whole
from scorekeeper.rummy.texts import Seat


def lay_off(
    deal: Deal, round: Round, laid: tuple[Laid, ...]
) -> tuple[tuple[Laid, ...], tuple[LayOff, ...]]:
    """The hands after the defender's best lay-offs on the knocker's melds, and those lay-offs.

    Nothing is laid off where the knocker's melds are not known, nor where the defender gave
    unmatched cards or a count: those are what was left after laying off.
    """
    knocker = round.by or Seat(0)
    defender = Seat(1 - knocker)
    hand = round.hands[defender]
    if not isinstance(hand, Whole | Declared) or not laid[knocker].melds:
        return laid, ()
    known = one_deck.tables(deal.worth_by_place)
    melds = _knocker_melds(round.hands[knocker], laid[knocker], hand, known)
    left, laid_off = _defend(hand, laid[defender], melds, known, deal)
    hands = list(laid)
    hands[knocker] = replace(laid[knocker], melds=tuple(map(cards_of, melds)))
    hands[defender] = left
    return tuple(hands), laid_off


def least_count(deal: Deal, round: Round, laid: tuple[Laid, ...], hand: Declared) -> int:
    """What the defender's hand would count if it were given whole, lay-offs included."""
    knocker = round.by or Seat(0)
    if not laid[knocker].melds:
        return best_arrangement(hand.cards, deal).deadwood
    hands = list(round.hands)
    hands[1 - knocker] = Whole(hand.cards)
    return lay_off(deal, replace(round, hands=tuple(hands)), laid)[0][1 - knocker].deadwood


def _knocker_melds(
    hand: Hand | None, laid: Laid, against: Whole | Declared, known: Tables
) -> list[int]:
    """The melds as declared, or of the best arrangements the one that leaves the defender most."""
    if isinstance(hand, Whole):
        return layoffs.hardest_melds(bits_of(hand.cards), _loose(against), known)
    return [bits_of(meld) for meld in laid.melds]


def _loose(hand: Whole | Declared) -> int:
    """The cards of a hand that may be laid off: all of them, or those its player left unmatched."""
    return bits_of(hand.cards if isinstance(hand, Whole) else hand.unmatched)


def _defend(
    hand: Whole | Declared, laid: Laid, melds: Sequence[int], known: Tables, deal: Deal
) -> tuple[Laid, tuple[LayOff, ...]]:
    if isinstance(hand, Whole):
        defence = layoffs.best_defence(bits_of(hand.cards), melds, known)
        gone, own = defence.laid_off, tuple(map(cards_of, defence.melds))
        kept = bits_of(hand.cards) ^ gone ^ sum(defence.melds)
    else:
        gone = layoffs.every_lay_off(bits_of(hand.unmatched), melds)
        own, kept = laid.melds, bits_of(hand.unmatched) ^ gone
    unmatched = cards_of(kept)
    deadwood = sum(deal.worth[card.rank] for card in unmatched)
    placed = tuple(
        LayOff(cards_of(card)[0], cards_of(meld)) for card, meld in layoffs.placed(gone, melds)
    )
    return Laid(deadwood, unmatched, own), placed
