"""The effect of correcting, adding or removing a round on the rest of the game."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.rummy.game.what_if import (
    Effect,
    effect_of_entry,
    effect_of_removal,
    judged_if_allowed,
    redealt_by_removal,
)
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import RuleError
from tests.support.documents import (
    STOCK,
    THREE,
    VOID,
    Document,
    adjust,
    document,
    gin,
    joins,
    knock,
    leaves,
    out,
    rejoins,
    sheet_of,
)

ANN, BOB = Seat(0), Seat(1)


def win(points: int) -> Document:
    """A round of Gin that Ann wins."""
    return knock("Ann", Ann=1, Bob=1 + points)


def lose(points: int) -> Document:
    """A round of Gin that Bob wins."""
    return knock("Bob", Ann=1 + points, Bob=1)


def corrected(rounds: list[Document], number: int, by: Document, **options: Any) -> Effect:
    """Return the effect of replacing one round, or of adding one after the last."""
    variant = options.pop("variant", "gin")
    sheet = sheet_of(document(variant, *rounds, **options))
    return effect_of_entry(sheet, number, read_round(by, sheet.game.players))


def test_a_correction_changes_totals_and_the_winner_of_its_round() -> None:
    effect = corrected([win(10), win(20)], 1, lose(15))
    assert effect.totals == [("Ann", 30, 20), ("Bob", 0, 15)]
    assert effect.changes_totals
    assert not effect.changes_winners
    assert effect.other_winners == (BOB,)
    assert (effect.dropped, effect.redealt) == ((), None)


def test_a_correction_may_change_nothing() -> None:
    effect = corrected([win(10)], 1, win(10))
    assert not effect.changes_totals
    assert effect.other_winners is None


def test_a_round_after_the_last_is_added() -> None:
    effect = corrected([win(10)], 2, lose(5), called=True)
    assert effect.totals == [("Ann", 10, 10), ("Bob", 0, 5)]
    assert not effect.after.over


def test_rounds_after_an_earlier_end_come_off() -> None:
    effect = corrected([win(10), win(20), lose(5)], 1, win(85), target=80)
    assert effect.dropped_rounds == (2, 3)
    assert effect.changes_winners
    assert effect.after.winners == (ANN,)


def test_a_removal_changes_totals() -> None:
    effect = effect_of_removal(sheet_of(document("gin", win(10), lose(5))), 1)
    assert effect.totals == [("Ann", 10, 0), ("Bob", 5, 5)]
    assert effect.other_winners is None


def test_a_fault_of_a_later_round_has_the_number_that_it_has_now() -> None:
    """Five cards are too many for round 2 of Three Thirteen, but not for round 3."""
    late = out("Ann", Bob="5 5 6 7 8")
    sheet = sheet_of(document("three-thirteen", out("Ann", Bob=5), out("Ann", Bob=6), late))
    with pytest.raises(RuleError) as refused:
        effect_of_removal(sheet, 1)
    assert refused.value.place == "rounds[2].hands.Bob"


def test_a_void_round_has_later_ones_dealt_otherwise() -> None:
    rounds = [out("Ann", Bob=5), out("Ann", Bob=6), out("Ann", Bob=7)]
    redealt = corrected(rounds, 1, VOID, variant="three-thirteen").redealt
    assert redealt is not None
    assert (redealt.first, redealt.last) == (2, 3)
    assert (redealt.first_deal.hand_size, redealt.last_deal.hand_size) == (3, 4)


def test_a_removal_has_later_rounds_dealt_otherwise() -> None:
    rounds = [out("Ann", Bob=5), out("Ann", Bob=6), out("Ann", Bob=7)]
    sheet = sheet_of(document("three-thirteen", *rounds))
    redealt = redealt_by_removal(sheet, sheet.rounds[0])
    assert redealt is not None
    assert (redealt.first, redealt.last) == (2, 3)
    assert (redealt.first_deal.hand_size, redealt.last_deal.hand_size) == (3, 4)
    assert redealt_by_removal(sheet, sheet.rounds[2]) is None
    other = sheet_of(document("gin", win(5), STOCK))
    assert redealt_by_removal(other, other.rounds[0]) is None


def test_a_fault_of_the_round_itself_is_seen_from_the_round() -> None:
    with pytest.raises(RuleError) as refused:
        corrected([win(10)], 1, knock("Ann", Ann=11, Bob=20))
    assert refused.value.where == ("hands", ANN)


def test_a_fault_of_a_later_round_is_seen_from_the_game() -> None:
    rounds = [out("Ann", Bob=5), out("Ann", Bob=6), out("Ann", Bob="5 5 6 7 8")]
    with pytest.raises(RuleError) as refused:
        corrected(rounds, 1, VOID, variant="three-thirteen")
    assert refused.value.where[:2] == ("rounds", 2)


FOUR = ("Ann", "Bob", "Cem", "Dee")


def removed(place: int, *entries: Document, players: tuple[str, ...] = FOUR) -> Effect:
    """Return the effect of removing an entry of Basic Rummy, won by the fewest points."""
    written = document("basic", *entries, players=players, preset="penalty")
    return effect_of_removal(sheet_of(written), place)


def refusal(place: int, *entries: Document, players: tuple[str, ...] = FOUR) -> tuple[str, str]:
    """Return place and text of the error that rejects the removal."""
    with pytest.raises(RuleError) as refused:
        removed(place, *entries, players=players)
    return refused.value.place, refused.value.text()


def test_a_penalty_between_rounds_may_be_removed() -> None:
    effect = removed(2, out("Ann", Bob=1, Cem=2, Dee=3), adjust(Bob=20))
    assert effect.totals == [("Ann", 0, 0), ("Bob", 21, 1), ("Cem", 2, 2), ("Dee", 3, 3)]
    assert effect.other_winners is None


def test_who_no_longer_joins_has_no_seat() -> None:
    effect = removed(1, joins(Dee=5))
    assert effect.totals == [("Ann", 0, 0), ("Bob", 0, 0), ("Cem", 0, 0)]
    assert effect.after.game.players == FOUR[:3]


def test_who_no_longer_joins_but_plays_keeps_the_seat() -> None:
    early, late = out("Ann", Bob=1, Cem=2), out("Ann", Bob=1, Cem=2, Dee=3)
    assert refusal(2, early, joins(Dee=5), late) == (
        "rounds[0].hands.Dee",
        "Round 1: Dee’s hand is missing.",
    )
    assert removed(1, joins(Dee=5), late).totals[3] == ("Dee", 8, 3)


def test_what_comes_after_a_removal_must_still_fit() -> None:
    later = out("Ann", Cem=2, Dee=3)
    assert refusal(1, leaves("Bob"), later) == (
        "rounds[1].hands.Bob",
        "Round 1: Bob’s hand is missing.",
    )
    assert refusal(1, leaves("Bob"), later, rejoins("Bob")) == (
        "rounds[1].hands.Bob",
        "Round 1: Bob’s hand is missing.",
    )
    assert refusal(1, leaves("Bob"), rejoins("Bob")) == (
        "rounds[1].between.rejoins",
        "Bob is in the game.",
    )


def test_a_seat_between_others_cannot_be_given_up() -> None:
    early = out("Ann", Cem=2, Dee=3)
    assert refusal(2, early, joins(Bob=5), VOID) == (
        "rounds[0].hands.Bob",
        "Round 1: Bob’s hand is missing.",
    )


def test_a_game_that_ends_earlier_loses_who_joined_after_the_end() -> None:
    rounds = [out("Ann", Bob=1, Cem=2), joins(Dee=5), out("Ann", Bob=1, Cem=2, Dee=3)]
    effect = corrected(
        rounds, 1, out("Ann", Bob=100, Cem=2), variant="basic", players=FOUR, preset="penalty"
    )
    assert effect.dropped_rounds == (2,)
    assert len(effect.dropped) == 2
    assert effect.after.game.players == FOUR[:3]
    assert effect.after.winners == (ANN,)


def test_a_penalty_may_be_corrected() -> None:
    sheet = sheet_of(document("basic", adjust(Ann=5), adjust(Bob=3), players=FOUR))
    effect = effect_of_entry(sheet, 1, Between(BetweenKind.ADJUST, (ANN,), (7,)))
    assert effect.totals[0] == ("Ann", 5, 7)
    assert effect.other_winners is None


def test_a_leave_cannot_be_corrected_to_what_is_refused() -> None:
    sheet = sheet_of(document("basic", leaves("Ann"), players=FOUR))
    with pytest.raises(RuleError) as refused:
        effect_of_entry(sheet, 1, Between(BetweenKind.REJOINS, (BOB,)))
    assert refused.value.place == "between.rejoins"


@pytest.mark.parametrize(
    ("played", "points"),
    [
        pytest.param(knock("Ann", Ann=11, Bob=30), (19, 0), id="a knock above the limit counts"),
        pytest.param(knock("Ann", Ann=30, Bob=11), (0, 29), id="and may be undercut"),
        pytest.param(knock("Ann", Ann=-1, Bob=11), None, id="what no table can accept"),
        pytest.param(gin("Ann", Ann=3, Bob=11), None, id="what was no gin"),
    ],
)
def test_a_knock_that_the_table_accepts_is_judged_like_any_other(
    played: Document, points: tuple[int, int] | None
) -> None:
    sheet = sheet_of(document("gin"))
    allowed = judged_if_allowed(sheet, 1, read_round(played, sheet.game.players))
    assert (allowed.ruling.points(2) if allowed else None) == points


def test_a_correction_tells_who_is_in_only_then_and_who_no_longer() -> None:
    first = out("Ann", Bob=101, Cem=20)
    other = out("Ann", Bob=20, Cem=101)
    effect = corrected([first], 1, other, variant="rami", preset="scala-40", players=THREE)
    assert (effect.then_in, effect.then_out) == (("Bob",), ("Cem",))
