"""The hand of a side, combined from its partners’ shares."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy.documents.hand import read_hand, write_hand
from scorekeeper.rummy.judging.shares import put_together, tells_held
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.variants.canasta import CANASTA
from tests.support.walks import walk

DEAL = CANASTA.deal(CANASTA.rules_type(), 4, 1)


@walk(
    ("melded", "held", "together"),
    {
        "cards of both": ({"melded": 420}, ["K A", "JK"], {"melded": 420, "left": "K A JK"}),
        "two counts": ({"melded": 420}, [15, 20], {"melded": 420, "left": 35}),
        "cards and a count": ({"melded": 420}, ["K A", 50], {"melded": 420, "left": 80}),
        "one who went out": ({"melded": 420}, ["4"], {"melded": 420, "left": "4"}),
        "melds as cards": (
            {"melded": ["K K K"], "natural": 0},
            [5, 5],
            {"melded": ["K K K"], "left": 10, "natural": 0},
        ),
        "red threes held by both": (
            {"melded": 0, "red_threes": 1},
            [{"left": 20, "red_threes_left": 1}, {"left": "4", "red_threes_left": 2}],
            {"melded": 0, "left": 25, "red_threes": 1, "red_threes_left": 3},
        ),
        "nothing but a red three": (
            {"melded": 0},
            ["4", {"red_threes_left": 1}],
            {"melded": 0, "left": "4", "red_threes_left": 1},
        ),
    },
)
def test_shares_make_one_hand(melded: Any, held: list[Any], together: Any) -> None:
    shares = [read_hand(share, Seat(0)) for share in held]
    made = put_together(read_hand(melded, Seat(0)), shares, DEAL, CANASTA)
    assert write_hand(made) == together
    assert made == read_hand(together, Seat(0))


@pytest.mark.parametrize(
    ("hand", "tells"),
    [
        ({"melded": 420, "natural": 1}, False),
        ({"melded": 420, "left": 0}, False),
        ({"melded": 420, "left": ""}, False),
        ({"melded": 420, "left": 25}, True),
        ({"melded": 420, "left": "K"}, True),
        ({"melded": 420, "red_threes_left": 1}, True),
        ({"net": 0}, True),
        (25, True),
        ("K A", True),
    ],
)
def test_a_side_may_tell_what_its_players_hold(hand: Any, *, tells: bool) -> None:
    assert tells_held(read_hand(hand, Seat(0)), CANASTA) == tells
