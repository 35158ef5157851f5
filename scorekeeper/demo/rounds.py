"""A round of the demo club: cards are dealt, and sooner or later somebody ends it.

Nobody plays cards here. A player is dealt some more cards than a hand holds, as if they had drawn
and discarded, and keeps the melds in them and the cheapest of the others.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.demo.cast import Character
from scorekeeper.rummy.cards import CARDS, JOKER, PLACE, RANKS, SUITS, Card, Pieces
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.melds.arrange import best_arrangement
from scorekeeper.rummy.messages import SEATS, Seat
from scorekeeper.rummy.round import (
    AnyEnding,
    Count,
    Ending,
    Hand,
    Parts,
    Round,
    Unmatched,
    Whole,
)
from scorekeeper.rummy.variant import Variant

_TURNS = (2, 4, 6, 8, 10, 13)
"""Somebody may end the round after this many turns."""
_USUAL_LIMIT = 12
"""The limit at which people knock where any count may."""
_VOID = 0.02
_STOCK_RUNS_OUT = 0.1
"""How often the stock runs out in games where nobody knocks."""
_COUNTED_AT_TABLE = 0.1
"""How often a hand is entered as a count."""
_DROPPED = 0.3
"""How often a player drops in games where one may."""
_WHOLE = 0.4
"""How often hands are entered whole where the program finds the lay-offs."""

USUAL_SIZE = 7
"""The cards that a player gets in a game whose hands may have any number."""

_SHORTEST_MELD = 3


def next_round(sheet: Sheet, table: Sequence[Character], rng: random.Random) -> Round:
    """A legal next round of a game between these players."""
    if rng.random() < _VOID:
        return Round(Ending.VOID)
    return _Play(sheet, table, rng).round()


@dataclass(frozen=True, slots=True)
class _Ended:
    """How a round ended: by whom, and the hands then of those who are in."""

    ending: AnyEnding
    by: Seat | None
    hands: Mapping[Seat, Held]


class _Play:
    """One deal being played."""

    def __init__(self, sheet: Sheet, table: Sequence[Character], rng: random.Random) -> None:
        self.table = table
        self.rng = rng
        self.variant: Variant = sheet.game.variant
        rules = sheet.game.rules
        self.own_facts = tuple(
            (fact.key, rng.choice([*fact.choices]))
            for fact in self.variant.own_facts
            if fact.missing and fact.counts(rules)
        )
        deal = self.variant.deal_with(rules, sheet.next_deal, self.own_facts)
        self.deal = as_cards(deal, self.variant.pieces)
        pack = shuffled(self.deal, rng)
        self.upcard = pack.pop() if self.variant.takes_upcard else None
        share = len(pack) // len(sheet.seats)
        self.streams = {
            seat: pack[place * share : (place + 1) * share]
            for place, seat in enumerate(sheet.seats)
        }
        facts = Round(Ending.KNOCK, upcard=self.upcard)
        limit = self.variant.knock_limit(rules, facts)
        self.limit = _USUAL_LIMIT if limit is None else limit
        dealer = sheet.next_dealer or Seat(0)
        self.order = sorted(sheet.seats, key=lambda seat: (seat - dealer - 1) % len(table))

    def round(self) -> Round:
        """The facts of the round."""
        ended = self._played()
        rule = self.variant.ending_rules[ended.ending]
        hands: tuple[Hand | None, ...] = ()
        if rule.scores:
            as_whole = self.variant.lays_off and self.rng.random() < _WHOLE
            given = {
                seat: self._gone(seat, ended)
                or self._entered(hand, as_whole, ends=rule.leaves_none and seat == ended.by)
                for seat, hand in ended.hands.items()
                if not (rule.leaves_none and seat == ended.by) or as_whole or rule.asks_own
            }
            hands = tuple(given.get(seat) for seat in SEATS[: len(self.table)])
        return Round(ended.ending, ended.by, hands, self.upcard, own_facts=self.own_facts)

    def _gone(self, seat: Seat, ended: _Ended) -> Parts | None:
        """The hand of a player who dropped, where that is played; one other player never does."""
        part = next((part for part in self.variant.hand_parts if part.choices), None)
        stays = next(other for other in self.order if other != ended.by)
        if part is None or seat == stays or self.rng.random() >= _DROPPED:
            return None
        return Parts(own=((part.key, self.rng.choice([*part.choices])),))

    def _played(self) -> _Ended:
        """How the round ends: by the stock, or by a player; in the last turn by the lowest hand."""
        knocks = Ending.KNOCK in self.variant.ending_rules
        turns = _TURNS if knocks else (self.rng.choice(_TURNS),)
        for turn in turns:
            hands = {
                seat: held(
                    stream[: size_of(self.deal) + round(turn * self.table[seat].eye)], self.deal
                )
                for seat, stream in self.streams.items()
            }
            for seat in self.order:
                if knocks and hands[seat].deadwood <= self.limit * self.table[seat].knocks_at:
                    return self._ended_by(seat, hands)
        if self._stock_runs_out(knocks):
            return _Ended(Ending.STOCK, None, self._none_out(hands, None))
        seat = min(self.order, key=lambda seat: hands[seat].deadwood)
        return self._ended_by(seat, hands)

    def _stock_runs_out(self, knocks: bool) -> bool:
        """Whether the stock runs out; in a game with knocks, somebody would have knocked by now."""
        can = Ending.STOCK in self.variant.ending_rules
        return can and (knocks or self.rng.random() < _STOCK_RUNS_OUT)

    def _ended_by(self, seat: Seat, hands: Mapping[Seat, Held]) -> _Ended:
        return _Ended(self._ending(hands[seat]), seat, self._none_out(hands, seat))

    def _ending(self, hand: Held) -> AnyEnding:
        """The ending of a round that somebody ends with this hand."""
        knock = self.variant.ending_rules.get(Ending.KNOCK)
        if knock is not None and hand.unmatched:
            return Ending.KNOCK
        return (knock.at_zero if knock else None) or self.variant.endings[0].ending

    def _none_out(self, hands: Mapping[Seat, Held], by: Seat | None) -> dict[Seat, Held]:
        """The hands, each with a card left except that of the player who ended the round."""
        return {
            seat: hand if hand.unmatched or seat == by else self._with_one_left(seat, hand)
            for seat, hand in hands.items()
        }

    def _with_one_left(self, seat: Seat, hand: Held) -> Held:
        """A hand that still has a card outside its melds."""
        melded = hand.melded[: size_of(self.deal) - 1]
        card = next(card for card in reversed(self.streams[seat]) if card not in hand.melded)
        return Held(melded, (card,), self.deal.worth[card.rank])

    def _entered(self, hand: Held, as_whole: bool, *, ends: bool) -> Hand:
        """A hand in the form in which its player enters it."""
        if self.variant.put_down:
            shown = hand.cards if ends else hand.melded
            left = Unmatched(() if ends else hand.unmatched)
            return Parts(left, shown=Count(self.deal.points_of(shown)))
        if as_whole:
            return Whole(hand.cards)
        if self.rng.random() < _COUNTED_AT_TABLE:
            return Count(hand.deadwood)
        return Unmatched(as_pieces(hand.unmatched, self.variant.pieces))


@dataclass(frozen=True, slots=True)
class Held:
    """The cards that a player has kept: those in melds, and the unmatched ones."""

    melded: tuple[Card, ...]
    unmatched: tuple[Card, ...]
    deadwood: int

    @property
    def cards(self) -> tuple[Card, ...]:
        """The whole hand."""
        return self.melded + self.unmatched


def as_cards(deal: Deal, pieces: Pieces) -> Deal:
    """The same deal with cards instead of its pieces: tiles are melded like cards."""
    if pieces is CARDS:
        return deal
    worth = {card: deal.worth[rank] for card, rank in zip(RANKS, pieces.ranks, strict=True)}
    return replace(deal, worth={**deal.worth, **worth})


def as_pieces(cards: Sequence[Card], pieces: Pieces) -> tuple[Card, ...]:
    """The pieces that these cards stand for, in a game that is not played with cards."""
    if pieces is CARDS:
        return tuple(cards)
    return tuple(card if card == JOKER else Card(pieces.ranks[PLACE[card.rank]]) for card in cards)


def shuffled(deal: Deal, rng: random.Random) -> list[Card]:
    """Every card of a deal, shuffled."""
    cards = [Card(rank, suit) for rank in RANKS for suit in SUITS] * deal.decks
    cards += [JOKER] * deal.jokers
    rng.shuffle(cards)
    return cards


def size_of(deal: Deal) -> int:
    """How many cards a player holds in this deal."""
    return deal.cards_dealt or USUAL_SIZE


def held(cards: Sequence[Card], deal: Deal) -> Held:
    """What a player who has seen these cards keeps of them."""
    size = size_of(deal)
    found = best_arrangement(cards, deal)
    melded: list[Card] = []
    others = list(found.unmatched)
    for meld in sorted(found.melds, key=lambda meld: -deal.points_of(meld)):
        room = size - len(melded)
        # Any three cards or more from the start of a meld are a meld.
        part = meld[:room] if room >= _SHORTEST_MELD else ()
        melded += part
        others += meld[len(part) :]
    others.sort(key=lambda card: deal.worth[card.rank])
    unmatched = tuple(others[: size - len(melded)])
    return Held(tuple(melded), unmatched, deal.points_of(unmatched))
