"""What can have happened at a table: endings, hands and cards, checked before they are judged."""

from __future__ import annotations

from collections import Counter

from scorekeeper.rummy.cards import JOKER_RANK, Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.scoring import Count, Hand, Round, RuleError, Unmatched
from scorekeeper.rummy.texts import Seat, say
from scorekeeper.rummy.variant import EndingRule, Variant


def check_ending(variant: Variant, round: Round, players: int) -> EndingRule:
    """The variant's rule for this ending, if the round has what it needs; else `RuleError`."""
    rule = variant.ending_rules.get(round.ending)
    if rule is None:
        raise RuleError(
            say("A round of this game cannot end with “{ending}”.", ending=round.ending.value),
            "ending",
        )
    if rule.needs_player and round.by is None:
        raise RuleError(say("Say who ended the round."), "by")
    if not rule.needs_player and round.by is not None:
        raise RuleError(
            say("Nobody ended this round, so {player} cannot have.", player=round.by), "by"
        )
    if not rule.scores and any(hand is not None for hand in round.hands):
        raise RuleError(say("This round scores nothing, so it takes no hands."), "hands")
    if rule.scores and len(round.hands) != players:
        raise RuleError(say("Give every player's hand."), "hands")
    if round.upcard is not None and not variant.takes_upcard:
        raise RuleError(say("Only Oklahoma Gin plays with an upcard that counts."), "upcard")
    return rule


def count_hands(rule: EndingRule, deal: Deal, round: Round) -> tuple[int, ...]:
    """The deadwood of every hand by seat; raises `RuleError` at a hand that cannot be."""
    counts = tuple(
        [
            _count_hand(rule, deal, round, Seat(index), hand)
            for index, hand in enumerate(round.hands)
        ]
    )
    _check_copies(deal, round.hands)
    return counts


def _count_hand(rule: EndingRule, deal: Deal, round: Round, seat: Seat, hand: Hand | None) -> int:
    ended = rule.leaves_none and seat == round.by
    if hand is None:
        if ended:
            return 0
        raise RuleError(say("{player}'s hand is missing.", player=seat), "hands", seat)
    points = hand.points if isinstance(hand, Count) else _count_cards(deal, seat, hand.cards)
    if isinstance(hand, Count) and not 0 <= points <= deal.highest_count:
        raise RuleError(
            say(
                "{player}'s count must be a whole number from 0 to {most}.",
                player=seat,
                most=deal.highest_count,
            ),
            "hands",
            seat,
        )
    if ended and not hand.is_empty:
        raise RuleError(
            say("{player} ended the round, so {player} can have no card left.", player=seat),
            "hands",
            seat,
        )
    return points


def _count_cards(deal: Deal, seat: Seat, cards: tuple[Card, ...]) -> int:
    if deal.hand_size is not None and len(cards) > deal.hand_size:
        raise RuleError(
            say(
                "{player} has {number} cards, but a hand holds {most} at the most.",
                player=seat,
                number=len(cards),
                most=deal.hand_size,
            ),
            "hands",
            seat,
        )
    worth = deal.worth
    try:
        return sum([worth[card.rank] for card in cards])
    except KeyError:
        raise RuleError(
            say("{player} cannot have a joker: none is played.", player=seat), "hands", seat
        ) from None


def _check_copies(deal: Deal, hands: tuple[Hand | None, ...]) -> None:
    """Refuse more copies of a card or a rank than the decks hold, at the hand with one too many."""
    if _all_different(hands):
        return
    cards: Counter[Card] = Counter()
    ranks: Counter[str] = Counter()
    for index, hand in enumerate(hands):
        if not isinstance(hand, Unmatched) or not hand.cards:
            continue
        cards.update(hand.cards)
        ranks.update([card.rank for card in hand.cards])
        for card in hand.cards:
            if ranks[card.rank] > (limit := _copies(deal, card.rank)):
                raise _too_many(Seat(index), Card(card.rank), limit)
            if card.suit and cards[card] > deal.decks:
                raise _too_many(Seat(index), card, deal.decks)


def _all_different(hands: tuple[Hand | None, ...]) -> bool:
    """Whether every card shows its suit and none comes twice: then there is nothing to count."""
    cards = [card for hand in hands if isinstance(hand, Unmatched) for card in hand.cards]
    suited = [card.rank + card.suit for card in cards if card.suit]
    return len(suited) == len(cards) and len(set(suited)) == len(suited)


def _copies(deal: Deal, rank: str) -> int:
    return deal.jokers if rank == JOKER_RANK else 4 * deal.decks


def _too_many(seat: Seat, card: Card, limit: int) -> RuleError:
    return RuleError(
        say(
            "{player} has one {card} too many: this game is played with {number} of it.",
            player=seat,
            card=card,
            number=limit,
        ),
        "hands",
        seat,
    )
