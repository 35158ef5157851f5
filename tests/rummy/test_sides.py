"""The side of each player, and the player’s place in it."""

from __future__ import annotations

from copy import deepcopy

from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.sides import Seated, members, opposite, place_in, shares_of, side_of
from scorekeeper.rummy.variants import VARIANTS
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


def test_partners_share_a_hand_and_who_plays_alone_gives_it_in_one_piece() -> None:
    shares = [members(share) for share in shares_of((WE, THEY))]
    assert shares == [(0, 2), (1, 3), (0,), (1,), (2,), (3,)]
    assert [*shares_of((Seat(0), Seat(1)))] == [Seat(0), Seat(1)]


def test_sides_stay_where_others_would_join_the_players() -> None:
    names, newcomers = Seated(("Ann", "Bob", "Cem", "Dee"), ("We", "They")), ("Eve",)
    after = names + newcomers
    assert (tuple(after), after.sides) == (("Ann", "Bob", "Cem", "Dee", "Eve"), ("We", "They"))


def test_who_gives_a_share_can_be_copied() -> None:
    shares = shares_of((WE, THEY))
    again = deepcopy(shares)
    assert again == shares
    assert [members(share) for share in again] == [members(share) for share in shares]


def test_a_flag_is_told_by_what_is_unusual() -> None:
    flags = {part.key: part.flag_text for each in VARIANTS for part in each.own_parts}
    assert (flags["pot"], flags["wrong"]) == ("no", "yes")


def test_of_a_partner_only_the_cards_held_are_asked() -> None:
    for variant in VARIANTS:
        assert all(part.is_held for part in variant.as_held.hand_parts)
        assert variant.as_held.tally is None
        assert not any(part.is_held for part in variant.as_melded.hand_parts)
        assert variant.as_held.asks_left
        assert not variant.as_melded.asks_left
        assert variant.own_question in (variant.question, variant.melds_question)
