"""The way of every round from facts to ruling: check, count, judge, then what is common to all games."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from scorekeeper.rummy.cards import JOKER_RANK, Card
from scorekeeper.rummy.melds import unmatched_melds_warning
from scorekeeper.rummy.scoring import (
    ILLEGAL_KNOCK,
    Count,
    Ending,
    Hand,
    Line,
    Round,
    Rule,
    RuleError,
    Ruling,
    Tag,
    Unmatched,
)
from scorekeeper.rummy.texts import Message, Seat, say
from scorekeeper.rummy.variant import Case, Deal, EndingRule, Variant


def judge_round(variant: Variant, rules: Any, deal: Deal, round: Round, players: int) -> Ruling:
    """Judge one round; raises `RuleError` (its place seen from the round) for facts the rules refuse."""
    ending = _checked_ending(variant, round, players)
    variant.check_round(rules, round)
    if not ending.scores:
        ruling = Ruling(tags=(Tag(round.ending),))
        return _with_adjustments(ruling, round)
    counts = _count_hands(ending, deal, round)
    case = Case(rules, deal, round, _real_ending(ending, round), counts)
    illegal = _check_knock(variant, case)
    ruling = variant.judge(case)
    return _with_adjustments(_with_common(ruling, case, illegal), round)


def _checked_ending(variant: Variant, round: Round, players: int) -> EndingRule:
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


def _real_ending(rule: EndingRule, round: Round) -> Ending:
    if rule.at_zero is None or round.by is None:
        return round.ending
    hand = round.hands[round.by]
    return rule.at_zero if hand is not None and hand.is_empty else round.ending


def _count_hands(rule: EndingRule, deal: Deal, round: Round) -> tuple[int, ...]:
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
    """Refuse more copies of a card, a rank or the joker than the decks hold, at the hand that has one too many."""
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


def _check_knock(variant: Variant, case: Case) -> Message | None:
    """Refuse a knock above the limit unless the table accepted it; then it is warned of."""
    limit = variant.knock_limit(case.rules, case.round)
    if case.ending is not Ending.KNOCK or limit is None or case.counts[case.by] <= limit:
        return None
    facts = {"player": case.by, "count": case.counts[case.by], "limit": limit}
    if ILLEGAL_KNOCK not in case.round.allow:
        raise RuleError(
            say("{player}'s knock with {count} is above the limit of {limit}.", **facts),
            "hands",
            case.by,
        )
    return say(
        "The table accepted {player}'s knock with {count}, above the limit of {limit}.", **facts
    )


def _with_common(ruling: Ruling, case: Case, illegal: Message | None) -> Ruling:
    warnings = [illegal] if illegal else []
    for seat, hand in zip(case.seats, case.round.hands, strict=True):
        if isinstance(hand, Unmatched) and len(hand.cards) >= 3:
            warning = unmatched_melds_warning(hand.cards, case.deal, seat)
            if warning:
                warnings.append(warning)
    tags = (*ruling.tags, *_common_tags(ruling, case, illegal is not None))
    return replace(ruling, tags=tags, warnings=tuple(warnings), deadwood=case.counts)


def _common_tags(ruling: Ruling, case: Case, illegal: bool) -> list[Tag]:
    tags = []
    knocked = case.ending in (Ending.KNOCK, Ending.RUM)
    if knocked and case.by not in ruling.winners:
        tags.append(Tag.UNDERCUT)
    level = case.counts.count(min(case.counts)) > 1
    if level and case.ending not in (Ending.GIN, Ending.BIG_GIN):
        tags.append(Tag.TIE)
    if case.ending in (Ending.RUM, Ending.OUT, Ending.RUMMY, Ending.STOCK):
        tags.append(Tag(case.ending))
    if len(ruling.winners) > 1:
        tags.append(Tag.SHARED)
    if illegal:
        tags.append(Tag.ILLEGAL_KNOCK)
    return tags


def _with_adjustments(ruling: Ruling, round: Round) -> Ruling:
    if not round.adjustments:
        return ruling
    lines = tuple(
        Line(each.seat, each.points, Rule.ADJUSTMENT, _adjustment_text(each.note))
        for each in round.adjustments
    )
    return replace(ruling, lines=ruling.lines + lines)


def _adjustment_text(note: str) -> Message:
    return say("Adjustment: {note}", note=note) if note else say("Adjustment")
