"""Who plays for which side, and where among its players."""

from __future__ import annotations

from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.sides import opposite, place_in, side_of
from tests.support.walks import walk

WE, THEY = opposite(4, 2)


@walk(
    ("player", "side", "place"),
    [
        (Seat(0), WE, 0),
        (Seat(2), WE, 1),
        (Seat(1), WE, None),
        (Seat(3), THEY, 1),
        (None, THEY, None),
        (Seat(1), Seat(1), 0),
        (Seat(0), Seat(1), None),
    ],
)
def test_a_player_has_a_place_in_their_own_side_alone(
    player: Seat | None, side: Seat, place: int | None
) -> None:
    assert place_in(player, side) == place


def test_a_player_without_partners_is_their_own_side() -> None:
    assert side_of(Seat(1), (Seat(0), Seat(1))) == Seat(1)
    assert side_of(Seat(3), (WE, THEY)) is THEY
