"""Hands on the table in the gin family: the knocker's layouts and the defender's best lay-offs.

For one deck without wild cards, and exact; hands and melds are bits as in `single_deck`. A set of
three takes its fourth card; a run takes any number of adjacent cards at both ends. Every
combination of lay-offs is tried, and the rest of the hand is arranged by `single_deck`.

A knocker may keep a card out of a meld so that less can be laid off on it. Two adjacent runs count
as one, because the same cards can be laid off on the long run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from scorekeeper.rummy.cards import SUITS, Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.melds import single_deck
from scorekeeper.rummy.melds.single_deck import STRIDE, Lanes, Tables, Worth, bits_of, cards_of
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import Declared, Laid, LayOff, OnTable, Round, Whole

_COLUMN = sum(1 << STRIDE * lane for lane in range(len(SUITS)))


class Defence(NamedTuple):
    """A hand after its best lay-offs: its deadwood, the cards laid off and its own melds."""

    deadwood: int
    laid_off: int
    melds: tuple[int, ...]


def best_defence(hand: int, melds: Sequence[int], known: Tables) -> Defence:
    """The best defence of a hand against these melds, without needless lay-offs."""
    deadwood, laid_off = min(
        (single_deck.least_deadwood_of(hand ^ laid, known), laid) for laid in _ways(hand, melds)
    )
    kept = hand ^ laid_off
    left = single_deck.best_choices(kept, known)[0]
    return Defence(deadwood, laid_off, tuple(single_deck.melds_of(kept, left, known)))


def best_melds(knocker: int, known: Tables) -> list[list[int]]:
    """Every choice of the knocker's melds that leaves the least deadwood."""
    return [
        single_deck.melds_of(knocker, left, known)
        for left in single_deck.best_choices(knocker, known)
    ]


def every_lay_off(hand: int, melds: Sequence[int]) -> int:
    """The most cards of a hand that can be laid off on the melds."""
    return max(_ways(hand, melds), key=int.bit_count)


def placed(laid_off: int, melds: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Each card laid off, in a possible order, with the meld that it is added to."""
    # Runs first: a card that also fits a set may be needed to extend a run further.
    for meld in sorted(melds, key=_is_set):
        for end in _ends(laid_off, meld):
            for card in end:
                if laid_off & card:
                    laid_off ^= card
                    yield card, meld


def _ways(hand: int, melds: Sequence[int]) -> set[int]:
    """Every combination of cards that a hand can lay off on the melds, including none."""
    ways = {0}
    for meld in melds:
        for end in _ends(hand, meld):
            chain = 0
            longer = set()
            for card in end:
                chain |= card
                longer |= {way | chain for way in ways}
            ways |= longer
    return ways


def _is_set(meld: int) -> bool:
    """Whether a meld is a set: for a run, adding the lowest bit would leave a single bit."""
    above = meld + (meld & -meld)
    return above & (above - 1) != 0


def _ends(hand: int, meld: int) -> Iterator[list[int]]:
    """For each end of a meld, the cards of a hand that it can take, the nearest first."""
    lowest = meld & -meld
    if _is_set(meld):
        if meld.bit_count() == 3:
            yield [hand & ~meld & _COLUMN << (lowest.bit_length() - 1) % STRIDE]
        return
    # The bits between two lanes are never set, so a run cannot go past the ace or the king.
    for card, step in ((lowest >> 1, -1), (meld + lowest, 1)):
        chain = []
        while hand & card:
            chain.append(card)
            card = card >> 1 if step < 0 else card << 1
        yield chain


def layouts(hand: int, most: int, worth: Worth) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every layout of a hand with at most this much deadwood: its points, and the melds."""
    known = single_deck.tables(worth)
    for lanes in single_deck.every_choice(hand):
        if sum(known.deadwood[lane] for lane in lanes) > most:
            continue
        left = single_deck.joined(lanes)
        for deadwood, kept in _kept(lanes, most, worth):
            yield deadwood, tuple(single_deck.melds_of(hand ^ kept, left ^ kept, known))


def _kept(lanes: Lanes, most: int, worth: Worth) -> list[tuple[int, int]]:
    """Points and bits of the unmatched cards for every choice of runs with at most these points."""
    ways = [(0, 0)]
    for lane, held in enumerate(lanes):
        ways = [
            (points + more, kept | cards << STRIDE * lane)
            for points, kept in ways
            for more, cards in _kept_of_suit(held, worth)
            if points + more <= most
        ]
    return ways


@lru_cache(maxsize=1024)
def _kept_of_suit(held: int, worth: Worth) -> tuple[tuple[int, int], ...]:
    in_run = single_deck.tables(worth).in_run
    ways = []
    melded = runs = in_run[held]
    while True:
        if in_run[melded] == melded:
            ways.append((_points(held ^ melded, worth), held ^ melded))
        if not melded:
            return tuple(ways)
        melded = melded - 1 & runs


def _points(lane: int, worth: Worth) -> int:
    return sum(value for place, value in enumerate(worth) if lane >> place & 1)


_Known: TypeAlias = "Whole | Declared"
_Melds: TypeAlias = Sequence[int]


def all_known(played: Round) -> bool:
    """Whether every hand is given with all its cards."""
    return all(isinstance(hand, Whole | Declared) for hand in played.hands)


def lay_off(deal: Deal, played: Round, laid: tuple[Laid, ...], limit: int) -> OnTable:
    """The hands after the defender's best lay-offs on the knocker's melds.

    If the knocker's hand is whole, it is laid out in the best way for the knocker within the knock
    limit. Nothing is laid off if the knocker's melds are not known, or if the defender gave
    unmatched cards or a count, because those are what was left after laying off.
    """
    knocker = played.by or Seat(0)
    own, against = played.hands[knocker], played.hands[1 - knocker]
    if not isinstance(own, Whole | Declared) or not isinstance(against, Whole | Declared):
        return OnTable(laid)
    if not laid[knocker].melds:
        return OnTable(laid)
    if isinstance(own, Declared):
        return _on_table(knocker, own, tuple(map(bits_of, own.melds)), against, deal)
    table = _on_table(knocker, own, _least_layout(own, against, deal), against, deal)
    fewest, left = table.counts[knocker], table.counts[1 - knocker]
    better = _better_layout(own, against, fewest, left, limit, deal)
    if better is None:
        return table
    return replace(_on_table(knocker, own, better, against, deal), least=table)


def lay_off_on(
    melds: Sequence[Sequence[Card]], cards: tuple[Card, ...], deal: Deal
) -> tuple[Laid, tuple[LayOff, ...]]:
    """A whole hand after its best lay-offs on these melds, and those lay-offs."""
    return _lay(Whole(cards), [bits_of(meld) for meld in melds], deal)


def _least_layout(own: Whole, against: _Known, deal: Deal) -> _Melds:
    """The layout with the least deadwood; if there are several, the worst for the defender."""
    choices = best_melds(bits_of(own.cards), single_deck.tables(deal.worth_by_place))
    if len(choices) == 1:
        return choices[0]
    return max(choices, key=lambda melds: _defend(against, melds, deal).deadwood)


def _better_layout(
    own: Whole, against: _Known, fewest: int, left: int, most: int, deal: Deal
) -> _Melds | None:
    """The best layout for the knocker, if it has more than the `fewest` points of deadwood.

    `left` is the defender's deadwood against the layout with the `fewest`. Under every house rule
    a larger lead over the defender is better for the knocker, so only the lead is compared.
    """
    lead = left - fewest
    # The defender never has more left than if nothing could be laid off.
    most = min(most, _defend(against, (), deal).deadwood - lead - 1)
    if most <= fewest:
        return None
    best = None
    for deadwood, melds in sorted(layouts(bits_of(own.cards), most, deal.worth_by_place)):
        reached = _defend(against, melds, deal).deadwood - deadwood
        if reached > lead:
            best, lead = melds, reached
    return best


def _defend(hand: _Known, melds: _Melds, deal: Deal) -> Defence:
    """A hand after lay-offs on these melds: arranged by the program, or as its player laid it."""
    if isinstance(hand, Whole):
        known = single_deck.tables(deal.worth_by_place)
        return best_defence(bits_of(hand.cards), melds, known)
    unmatched = bits_of(hand.unmatched)
    laid_off = every_lay_off(unmatched, melds)
    left = deal.points_of(cards_of(unmatched ^ laid_off))
    return Defence(left, laid_off, tuple(map(bits_of, hand.melds)))


def _on_table(knocker: Seat, own: _Known, melds: _Melds, against: _Known, deal: Deal) -> OnTable:
    unmatched = cards_of(bits_of(own.cards) ^ sum(melds))
    mine = Laid(deal.points_of(unmatched), unmatched, tuple(map(cards_of, melds)))
    theirs, laid_off = _lay(against, melds, deal)
    return OnTable((theirs, mine) if knocker else (mine, theirs), laid_off)


def _lay(hand: _Known, melds: _Melds, deal: Deal) -> tuple[Laid, tuple[LayOff, ...]]:
    defence = _defend(hand, melds, deal)
    unmatched = cards_of(bits_of(hand.cards) ^ defence.laid_off ^ sum(defence.melds))
    laid_off = tuple(
        LayOff(cards_of(card)[0], cards_of(meld)) for card, meld in placed(defence.laid_off, melds)
    )
    return Laid(defence.deadwood, unmatched, tuple(map(cards_of, defence.melds))), laid_off
