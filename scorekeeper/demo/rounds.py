"""Simulating a round of the demo club: cards are dealt, and a player ends the round.

Turns are not played card by card. Instead, each player gets more cards than a hand holds, as if
they had drawn and discarded, and keeps the best melds and the cheapest other cards. In games with
bonuses for melds, a side puts down all but a few cards. A round that the rules reject is simulated
again.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from statistics import fmean

from scorekeeper.demo.cast import Character
from scorekeeper.rummy.cards import JOKER, PLACE, RANKS, Card, Pieces
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.hand import PHASE, Count, Hand, Parts, Unmatched, Whole
from scorekeeper.rummy.melds.arrange import best_arrangement
from scorekeeper.rummy.messages import SEATS, Seat
from scorekeeper.rummy.own_facts import HandPart
from scorekeeper.rummy.phases import Phases
from scorekeeper.rummy.round import AnyEnding, Ending, Round, RuleError
from scorekeeper.rummy.sides import members, players_of
from scorekeeper.rummy.variant import Variant

_TURNS = (2, 4, 6, 8, 10, 13)
"""A player can end the round after these numbers of turns."""
_USUAL_LIMIT = 12
"""The knock limit of the simulation if the game has no knock limit."""
_VOID = 0.02
_STOCK_RUNS_OUT = 0.1
"""The probability that the stock runs out in games without knocks."""
_COUNTED_AT_TABLE = 0.1
"""The probability that a hand is entered as a count."""
_DROPPED = 0.3
"""The probability that a player drops in games that allow it."""
_COSTS = 0.05
"""The probability of a part that costs a side points, such as a pot not taken."""
_CARDS_OF_A_BONUS = 9
_MOST_LEFT = 5
"""The most cards left to a player, in games with opening or with bonuses for melds."""
_LAYS_DOWN = 0.7
"""The probability that a player lays down a phase, before the factor for their skill."""
_USUAL_ENDING = 8
"""The weight of the plain ending in games with opening. Other endings have weight 1."""
_OPENS = 0.8
"""The probability that a player opens, before the factor for their skill."""
_OTHER_WAY = 0.15
"""The probability that a player opens in a special way."""
_PENALISED = 0.12
"""The probability of a penalty for a player in a round."""
_WHOLE = 0.4
"""The probability that hands are entered whole if the program can find the lay-offs."""

USUAL_SIZE = 7
"""The number of cards in a hand if the game allows any number."""

_SHORTEST_MELD = 3


def next_round(sheet: Sheet, table: Sequence[Character], rng: random.Random) -> Round:
    """A legal next round of a game between these players."""
    if rng.random() < _VOID:
        return Round(Ending.VOID)
    if sheet.game.variant.phases is not None:
        return _round_of_phases(sheet, sheet.game.variant.phases, table, rng)
    if sheet.game.variant.opening is not None:
        return _round_of_openings(sheet, sheet.game.variant.opening, table, rng)
    while True:
        play = _Play(sheet, table, rng)
        played = play.round()
        if not play.has_bonuses:
            return played
        with suppress(RuleError):
            fold(replace(sheet.game, entries=(*sheet.game.entries, played)), sheet)
            return played


def _round_of_phases(
    sheet: Sheet, phases: Phases, table: Sequence[Character], rng: random.Random
) -> Round:
    game, column, deal = sheet.game, sheet.columns[0], sheet.next_deal
    pack = [rank for rank in deal.worth if rank.isdecimal() for _ in range(deal.copies_of_rank)]
    pack += [rank for rank, number in deal.copies.items() if rank.isalpha() for _ in range(number)]
    rng.shuffle(pack)
    by = rng.choices(sheet.seats, [table[seat].eye for seat in sheet.seats])[0]
    chosen = phases.is_chosen(game.rules, column)
    hands: dict[Seat, Hand] = {}
    for seat in sheet.seats:
        number = phases.open_to(game.rules, column, seat)[0]
        most = size_of(deal) - phases.listed(game.rules)[number - 1].size
        lays_down = seat == by or (most > 0 and rng.random() < _LAYS_DOWN * table[seat].eye)
        held = rng.randint(1, most) if lays_down and most else size_of(deal)
        left = Unmatched(tuple(Card(pack.pop()) for _ in range(held)))
        told = ((PHASE, number if lays_down else False),)
        if seat == by:
            hands |= {seat: Parts(own=told)} if chosen else {}
        else:
            hands[seat] = Parts(left, own=told) if chosen else left
    given = tuple(hands.get(seat) for seat in SEATS[: len(table)])
    return Round(game.variant.endings[0].ending, by, given)


def _round_of_openings(
    sheet: Sheet, opening: HandPart, table: Sequence[Character], rng: random.Random
) -> Round:
    variant, deal = sheet.game.variant, sheet.next_deal
    pack = [Card(rank) for rank in deal.worth for _ in range(deal.most_of_rank[rank])]
    rng.shuffle(pack)
    rules = [rule for rule in variant.endings if rule.scores]
    rule = rng.choices(rules, [_USUAL_ENDING, *(1 for _ in rules[1:])])[0]
    players = players_of(sheet.seats)
    by = rng.choices(players, [table[player].eye for player in players])[0]
    hands: dict[Seat, Hand] = {}
    for owner in variant.hands_of(sheet.seats):
        [player] = members(owner)
        own: list[tuple[str, int | str]] = []
        is_out = rule.needs_player and player == by
        opens = is_out or rng.random() < _OPENS * table[player].eye
        if opens and rng.random() < _OTHER_WAY:
            own.append((opening.key, rng.choice([*opening.choices])))
        if rng.random() < _PENALISED:
            own += [(part.key, 1) for part in variant.own_parts if part.most]
        left = Unmatched(tuple(pack.pop() for _ in range(rng.randint(1, _MOST_LEFT))))
        if is_out:
            hands |= {owner: Parts(own=tuple(own))} if own else {}
        elif not rule.presumes_unopened:
            hands[owner] = Parts(left if opens else None, opened=opens, own=tuple(own))
    given = tuple(hands.get(seat) for seat in SEATS[: len(table) + len(sheet.game.partners)])
    return Round(rule.ending, by if rule.needs_player else None, given)


@dataclass(frozen=True, slots=True)
class _Ended:
    """The end of a round: the side that ended it, and the hands of all sides."""

    ending: AnyEnding
    by: Seat | None
    hands: Mapping[Seat, Held]


class _Play:
    """One simulated deal."""

    def __init__(self, sheet: Sheet, table: Sequence[Character], rng: random.Random) -> None:
        self.table = table
        self.rng = rng
        self.variant: Variant = sheet.game.variant
        self.rules = rules = sheet.game.rules
        parts = self.variant.own_parts
        counting = [part for part in parts if part.counts(rules)]
        self.parts = [part for part in counting if not part.is_whole_score and not part.choices]
        self.has_bonuses = any(part.most for part in self.parts)
        self.apart = {card for part in self.parts for card in part.cards}
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
        self.highest = self.variant.knock_limit(rules, facts)
        self.limit = _USUAL_LIMIT if self.highest is None else self.highest
        dealer = sheet.next_dealer or Seat(0)
        self.order = sorted(sheet.seats, key=lambda seat: (seat - dealer - 1) % len(table))

    def round(self) -> Round:
        ended = self._played()
        rule = self.variant.ending_rules[ended.ending]
        hands: tuple[Hand | None, ...] = ()
        if rule.scores:
            as_whole = self.variant.lays_off and self.rng.random() < _WHOLE
            given = {
                seat: self._gone(seat, ended)
                or self._entered(seat, hand, as_whole, rule.leaves_none and seat == ended.by)
                for seat, hand in ended.hands.items()
                if not (rule.leaves_none and seat == ended.by) or as_whole or rule.asks_own
            }
            hands = tuple(given.get(seat) for seat in SEATS[: len(self.table)])
        by = None if ended.by is None else self.rng.choice(members(ended.by))
        return Round(ended.ending, by, hands, self.upcard, own_facts=self.own_facts)

    def _gone(self, seat: Seat, ended: _Ended) -> Parts | None:
        """The hand of a player who drops. `None` for other players.

        Players drop only in games that allow it. One opponent never drops.
        """
        part = next((part for part in self.variant.hand_parts if part.instead), None)
        stays = next(other for other in self.order if other != ended.by)
        if part is None or seat == stays or self.rng.random() >= _DROPPED:
            return None
        return Parts(own=((part.key, self.rng.choice([*part.choices])),))

    def _played(self) -> _Ended:
        """The end of the round: by a knock, by an empty stock, or else by the lowest hand."""
        knocks = Ending.KNOCK in self.variant.ending_rules
        turns = _TURNS if knocks else (self.rng.choice(_TURNS),)
        for turn in turns:
            hands = {seat: self._held(seat, stream, turn) for seat, stream in self.streams.items()}
            for seat in self.order:
                if knocks and hands[seat].deadwood <= self.limit * self.table[seat].knocks_at:
                    return self._ended_by(seat, hands)
        if self._stock_runs_out(knocks):
            return _Ended(Ending.STOCK, None, self._none_out(hands, None))
        seat = min(self.order, key=lambda seat: hands[seat].deadwood)
        if knocks and self.highest is not None and hands[seat].deadwood > self.highest:
            # If the stock cannot run out, a real game would go on. Here, the players deal again.
            return _Ended(Ending.VOID, None, {})
        return self._ended_by(seat, hands)

    def _held(self, side: Seat, stream: Sequence[Card], turn: int) -> Held:
        players = members(side)
        eye = fmean(self.table[player].eye for player in players)
        seen = stream[: (size_of(self.deal) + round(turn * eye)) * len(players)]
        if not self.has_bonuses:
            return held(seen, self.deal)
        seen = sorted(seen, key=self.apart.__contains__)
        left = sum(self.rng.randint(1, _MOST_LEFT) for _player in players)
        return Held(tuple(seen[left:]), tuple(seen[:left]), self.deal.points_of(seen[:left]))

    def _stock_runs_out(self, knocks: bool) -> bool:
        """Decide whether the stock runs out. In a game with knocks, nobody has knocked so far."""
        can = Ending.STOCK in self.variant.ending_rules
        return can and (knocks or self.rng.random() < _STOCK_RUNS_OUT)

    def _ended_by(self, seat: Seat, hands: Mapping[Seat, Held]) -> _Ended:
        return _Ended(self._ending(hands[seat]), seat, self._none_out(hands, seat))

    def _ending(self, hand: Held) -> AnyEnding:
        knock = self.variant.ending_rules.get(Ending.KNOCK)
        if knock is not None and hand.unmatched:
            return Ending.KNOCK
        return (knock.at_zero if knock else None) or self.variant.endings[0].ending

    def _none_out(self, hands: Mapping[Seat, Held], by: Seat | None) -> dict[Seat, Held]:
        return {
            seat: hand if hand.unmatched or seat == by else self._with_one_left(seat, hand)
            for seat, hand in hands.items()
        }

    def _with_one_left(self, seat: Seat, hand: Held) -> Held:
        melded = hand.melded[: size_of(self.deal) - 1]
        card = next(card for card in reversed(self.streams[seat]) if card not in hand.melded)
        return Held(melded, (card,), self.deal.worth[card.rank])

    def _entered(self, side: Seat, hand: Held, as_whole: bool, ends: bool) -> Hand:
        """A hand as its players enter it. The player who `ends` the round has no cards left."""
        if self.variant.put_down:
            # The partner of the player who went out still has cards.
            gone = len(hand.unmatched) // len(members(side)) if ends else 0
            shown = [card for card in hand.melded if card not in self.apart]
            points = self.deal.points_of([*shown, *hand.unmatched[:gone]])
            left = Unmatched(hand.unmatched[gone:])
            own = tuple(self._own_parts(hand, ends=ends)) if self.has_bonuses else ()
            key = self.variant.put_down.key
            return Parts(left, shown=Count(points), own=own, shown_as=key)
        if as_whole:
            return Whole(hand.cards)
        if self.rng.random() < _COUNTED_AT_TABLE:
            return Count(hand.deadwood)
        return Unmatched(as_pieces(hand.unmatched, self.variant.pieces))

    def _own_parts(self, hand: Held, *, ends: bool) -> Iterator[tuple[str, int | bool]]:
        """Yield bonuses, expensive ones rarely, and sometimes a part that costs points."""
        prices = {part.key: part.price(self.rules) for part in self.parts if not part.cards}
        rarity = {key: each**-2 for key, each in prices.items() if each > 0}
        most = len(hand.melded) // _CARDS_OF_A_BONUS
        number = most if ends else self.rng.randint(0, most)
        found = Counter(self.rng.choices([*rarity], [*rarity.values()], k=number))
        for part in self.parts:
            found[part.key] += sum(card in part.cards for card in hand.melded)
            if found[part.key]:
                yield part.key, found[part.key]
            elif prices.get(part.key, 1) <= 0 and not ends and self.rng.random() < _COSTS:
                yield part.key, 1 if part.most else not part.usual


@dataclass(frozen=True, slots=True)
class Held:
    """The cards that a player kept: in melds and unmatched."""

    melded: tuple[Card, ...]
    unmatched: tuple[Card, ...]
    deadwood: int

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.melded + self.unmatched


def as_cards(deal: Deal, pieces: Pieces) -> Deal:
    """The deal with cards instead of tiles, because tiles are melded like cards."""
    if not pieces.are_tiles:
        return deal
    worth = {card: deal.worth[rank] for card, rank in zip(RANKS, pieces.ranks, strict=True)}
    return replace(deal, worth={**deal.worth, **worth})


def as_pieces(cards: Sequence[Card], pieces: Pieces) -> tuple[Card, ...]:
    if not pieces.are_tiles:
        return tuple(cards)
    return tuple(card if card == JOKER else Card(pieces.ranks[PLACE[card.rank]]) for card in cards)


def shuffled(deal: Deal, rng: random.Random) -> list[Card]:
    natural = (Card(rank, suit) for rank in deal.ranks for suit in deal.suits)
    cards = [card for card in natural if card != deal.wild_card]
    cards *= deal.decks
    cards += [JOKER] * deal.jokers
    rng.shuffle(cards)
    return cards


def size_of(deal: Deal) -> int:
    return deal.cards_dealt or USUAL_SIZE


def held(cards: Sequence[Card], deal: Deal) -> Held:
    size = size_of(deal)
    found = best_arrangement(cards, deal)
    melded: list[Card] = []
    others = list(found.unmatched)
    for meld in sorted(found.melds, key=lambda meld: -deal.points_of(meld)):
        room = size - len(melded)
        # The first three or more cards of a meld are also a meld.
        part = meld[:room] if room >= _SHORTEST_MELD else ()
        melded += part
        others += meld[len(part) :]
    others.sort(key=lambda card: deal.worth[card.rank])
    unmatched = tuple(others[: size - len(melded)])
    return Held(tuple(melded), unmatched, deal.points_of(unmatched))
