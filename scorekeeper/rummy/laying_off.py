"""The defender's lay-offs in a round of the gin family, where both hands are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.rummy import layoffs, one_deck
from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.layoffs import Defence
from scorekeeper.rummy.melds import best_arrangement
from scorekeeper.rummy.one_deck import bits_of, cards_of
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
    melds = _knocker_melds(round.hands[knocker], laid[knocker], hand, deal)
    hands = list(laid)
    hands[knocker] = replace(laid[knocker], melds=tuple(map(cards_of, melds)))
    hands[defender], laid_off = _lay(hand, melds, deal)
    return tuple(hands), laid_off


def lay_off_on(
    melds: Sequence[Sequence[Card]], cards: tuple[Card, ...], deal: Deal
) -> tuple[Laid, tuple[LayOff, ...]]:
    """A whole hand after its best lay-offs on these melds, and those lay-offs."""
    return _lay(Whole(cards), [bits_of(meld) for meld in melds], deal)


def least_count(deal: Deal, round: Round, laid: tuple[Laid, ...], hand: Declared) -> int:
    """What the defender's hand would count if it were given whole, lay-offs included."""
    knocker = round.by or Seat(0)
    if not laid[knocker].melds:
        return best_arrangement(hand.cards, deal).deadwood
    hands = list(round.hands)
    hands[1 - knocker] = Whole(hand.cards)
    return lay_off(deal, replace(round, hands=tuple(hands)), laid)[0][1 - knocker].deadwood


def _knocker_melds(
    hand: Hand | None, laid: Laid, against: Whole | Declared, deal: Deal
) -> Sequence[int]:
    """The melds as declared, or of the best arrangements the one that leaves the defender most."""
    if isinstance(hand, Whole):
        known = one_deck.tables(deal.worth_by_place)
        choices = layoffs.best_melds(bits_of(hand.cards), known)
        return max(choices, key=lambda melds: _defend(against, melds, deal).deadwood)
    return [bits_of(meld) for meld in laid.melds]


def _defend(hand: Whole | Declared, melds: Sequence[int], deal: Deal) -> Defence:
    """What a hand comes to against these melds: laid out anew, or as its player did."""
    known = one_deck.tables(deal.worth_by_place)
    if isinstance(hand, Whole):
        return layoffs.best_defence(bits_of(hand.cards), melds, known)
    unmatched = bits_of(hand.unmatched)
    laid_off = layoffs.every_lay_off(unmatched, melds)
    left = sum([deal.worth[card.rank] for card in cards_of(unmatched ^ laid_off)])
    return Defence(left, laid_off, tuple(map(bits_of, hand.melds)))


def _lay(
    hand: Whole | Declared, melds: Sequence[int], deal: Deal
) -> tuple[Laid, tuple[LayOff, ...]]:
    defence = _defend(hand, melds, deal)
    unmatched = cards_of(bits_of(hand.cards) ^ defence.laid_off ^ sum(defence.melds))
    laid_off = tuple(
        LayOff(cards_of(card)[0], cards_of(meld))
        for card, meld in layoffs.placed(defence.laid_off, melds)
    )
    return Laid(defence.deadwood, unmatched, tuple(map(cards_of, defence.melds))), laid_off
