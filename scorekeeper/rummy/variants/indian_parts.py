"""The parts of an Indian rummy hand besides its cards: drops, wrong declarations, no pure run."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.hand import Hand, Parts, Unmatched
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.own_facts import FLAG_SET, HandPart, Instead
from scorekeeper.rummy.round import RuleError

HAND_SIZE = 13

DROP = HandPart(
    key="drop",
    name=message("dropped"),
    choices={"first": message("dropped at once"), "middle": message("dropped later")},
    instead={
        "first": Instead(word=message("drop"), points=lambda rules: int(rules.first_drop)),
        "middle": Instead(word=message("later"), points=lambda rules: int(rules.middle_drop)),
    },
)
WRONG = HandPart(
    key="wrong",
    name=message("declared wrongly"),
    instead={
        FLAG_SET: Instead(word=message("wrong"), points=lambda rules: int(rules.wrong_points))
    },
)
NO_PURE_RUN = HandPart(key="no_pure_run", name=message("no pure run"))


def is_gone(hand: Hand) -> bool:
    """Check whether the player of a hand dropped or declared wrongly."""
    own = dict(hand.own) if isinstance(hand, Parts) else {}
    return DROP.key in own or WRONG.key in own


def check_hand(rules: Any, seat: Seat, hand: Parts, *, ended: bool) -> None:
    """Check the parts of a hand. `ended`: whether its player won. Raises `RuleError`."""
    own = dict(hand.own)
    if is_gone(hand) and ended:
        text = message("{player} won, so has not dropped or declared wrongly.", player=seat)
    elif is_gone(hand) and (len(own) > 1 or hand.left is not None):
        text = message("{player} dropped or declared wrongly: nothing else counts.", player=seat)
    elif own.get(DROP.key) == "first" and not rules.first_drop:
        text = message("Nobody may drop at once here, not even {player}.", player=seat)
    elif own.get(DROP.key) == "middle" and not rules.middle_drop:
        text = message("Nobody may drop later here, not even {player}.", player=seat)
    elif NO_PURE_RUN.key in own:
        _check_no_pure_run(rules, seat, hand, ended=ended)
        return
    elif not hand.stands_alone:
        text = message("{player}’s hand is missing.", player=seat)
    else:
        return
    raise RuleError(text, "hands", seat)


def _check_no_pure_run(rules: Any, seat: Seat, hand: Parts, *, ended: bool) -> None:
    if ended:
        text = message("{player} won, so has the runs that are needed.", player=seat)
    elif hand.left is None and not rules.most_points:  # with a limit, it counts the limit
        text = message("{player} has no pure run: enter all 13 cards, they count.", player=seat)
    elif isinstance(hand.left, Unmatched) and len(hand.left.cards) != HAND_SIZE:
        text = message(
            "{player} has no pure run: enter all 13 cards, not {number}, or their count.",
            player=seat,
            number=len(hand.left.cards),
        )
    else:
        return
    raise RuleError(text, "hands", seat)
