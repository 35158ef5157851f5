"""An open round as values: the differences between two of its states."""

from __future__ import annotations

from scorekeeper.rummy.cards import read_card, read_cards
from scorekeeper.rummy.entering import Draft, GivenHand
from scorekeeper.rummy.hand import Count, Declared, Parts, Unmatched, Whole
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import Adjustment, Ending

ANN, BOB, CEM = map(Seat, range(3))


def cards(text: str) -> GivenHand:
    """Return a hand given as its unmatched cards."""
    return GivenHand(Unmatched(read_cards(text)))


def test_facts_that_differ_are_named() -> None:
    before = Draft(Ending.KNOCK, ANN, upcard=read_card("7H"), note="late")
    after = Draft(
        Ending.KNOCK, BOB, dealer=ANN, note="late", adjustments=(Adjustment(CEM, -5),), allow=("x",)
    )
    changed = ["adjustments", "allow", "dealer", "ending", "upcard"]
    assert before.changed_facts(after) == changed == after.changed_facts(before)
    assert before.changed_facts(before) == []


def test_facts_of_one_game_differ_by_their_keys() -> None:
    before = Draft(Ending.OUT, ANN, own_facts=(("wild", "5"), ("dropped", (BOB,))))
    after = Draft(Ending.OUT, ANN, own_facts=(("dropped", (BOB,)), ("wild", "6")))
    assert before.changed_facts(after) == ["wild"]


def test_only_hands_that_were_given_twice_can_differ() -> None:
    before = Draft(hands={ANN: cards("KS 9D 2C"), BOB: cards("5"), CEM: GivenHand(Count(8))})
    after = Draft(hands={ANN: cards("2C KS 9D"), CEM: GivenHand(Count(9))})
    assert before.changed_hands(after) == [CEM]


def test_a_hand_is_the_same_without_parts_that_say_nothing() -> None:
    left = Unmatched(read_cards("K 9"))
    assert GivenHand(Parts(left)).is_same(GivenHand(left))
    assert not GivenHand(Parts(left, opened=False)).is_same(GivenHand(left))


def test_a_claim_makes_another_hand() -> None:
    five = read_cards("5C")
    hand = Declared((read_cards("7S 7H 7D"),), five)
    assert not GivenHand(hand).is_same(GivenHand(hand, five))


def test_all_cards_of_a_hand_are_the_same_in_any_order() -> None:
    one, other, third = (Whole(read_cards(text)) for text in ("7S 7H KC", "KC 7H 7S", "7S 7H KD"))
    assert GivenHand(one).is_same(GivenHand(other))
    assert not GivenHand(one).is_same(GivenHand(third))
