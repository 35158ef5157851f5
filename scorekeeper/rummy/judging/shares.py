"""The common hand of partners, combined from the shares that each partner gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.hand import Count, Hand, Parts, Unmatched, tells_why_not
from scorekeeper.rummy.judging.laying import lay_hand
from scorekeeper.rummy.variant import Variant


def tells_held(hand: Hand | None, variant: Variant) -> bool:
    """Check whether a hand includes cards that its players hold, and not only their melds.

    A choice, a flag or a score in place of the cards includes the cards held.
    """
    if not isinstance(hand, Parts):
        return hand is not None
    if tells_why_not(hand.own):
        return True
    has_left = hand.left not in (None, Unmatched(()), Count(0))
    return has_left or any(value for key, value in hand.own if key in variant.as_held.part_keys)


def put_together(melded: Hand, held: Sequence[Hand], deal: Deal, variant: Variant) -> Parts:
    """Return the hand of a side, from its melds and the cards that each player holds.

    If every share lists its cards, the result lists all cards. If one share is only a count, the
    result has one count for all cards left.
    """
    shares = [hand if isinstance(hand, Parts) else _left_alone(hand) for hand in (melded, *held)]
    left = [share.left for share in shares if share.left is not None]
    if any(isinstance(cards, Count) for cards in left):
        together: Count | Unmatched = Count(sum(lay_hand(deal, cards).deadwood for cards in left))
    else:
        together = Unmatched(tuple(card for share in shares[1:] for card in share.cards))
    own = dict(shares[0].own) | _added(shares[1:])
    ordered = ((part.key, own[part.key]) for part in variant.own_parts if part.key in own)
    return replace(shares[0], left=together, own=tuple(ordered))


def _left_alone(hand: Hand) -> Parts:
    if isinstance(hand, Unmatched | Count):
        return Parts(hand)
    raise AssertionError("what is held is given as cards left, or as their count")


def _added(shares: Sequence[Parts]) -> Counter[str]:
    added: Counter[str] = Counter()
    for share in shares:
        added.update({key: value for key, value in share.own if isinstance(value, int)})
    return added
