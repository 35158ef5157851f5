"""Facts and parts of hands that only one game has, in a game that is made up for tests."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.rummy.cards import read_cards
from scorekeeper.rummy.documents import hand as hand_document
from scorekeeper.rummy.documents.hand import read_hand, write_hand
from scorekeeper.rummy.documents.round import read_choice
from scorekeeper.rummy.game.sheet import Game, Sheet, fold
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import Ending, Parts, Round, RuleError, Unmatched
from tests.web.rounds.made_up.herons import FEATHERS, HERONS, MOON

ANN, BOB = Seat(0), Seat(1)
K_9 = Unmatched(read_cards("K 9"))
OUT = Round(
    Ending.OUT,
    by=ANN,
    hands=(None, Parts(K_9, numbers=(("feathers", 3),))),
    own_facts=(("moon", "full"), ("heron", BOB)),
)


def folded(round: Round) -> Sheet:
    """A game with this round."""
    return fold(Game(HERONS, ("Ann", "Bob"), entries=(round,)))


def test_they_are_priced_by_the_game_alone() -> None:
    assert folded(OUT).totals == (19 + 3 * 10, 7)
    assert folded(replace(OUT, own_facts=())).totals == (19 + 3 * 5, 0)


@pytest.mark.parametrize("feathers", [-1, 10])
def test_a_number_beyond_its_bounds_is_refused_at_the_hand(feathers: int) -> None:
    hand = Parts(K_9, numbers=(("feathers", feathers),))
    with pytest.raises(RuleError) as refused:
        folded(replace(OUT, hands=(None, hand)))
    told = refused.value.under(names=("Ann", "Bob"))
    assert told.place == "rounds[0].hands.Bob"
    assert told.text().endswith("For Bob, feathers must be a whole number from 0 to 9.")


def test_a_fact_that_is_none_of_its_choices_is_refused() -> None:
    assert read_choice(MOON, "new") == "new"
    with pytest.raises(RuleError) as refused:
        read_choice(MOON, "blue")
    assert (refused.value.place, refused.value.text()) == (
        "moon",
        "This must be one of these: new, full.",
    )


def test_a_number_of_a_hand_is_read_and_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(hand_document.NUMBERS, "feathers", FEATHERS)
    keys = hand_document._PARTS_KEYS | {"feathers"}
    monkeypatch.setattr(hand_document, "_PARTS_KEYS", keys)
    written = {"left": "K 9", "feathers": 3}
    hand = read_hand(written, BOB)
    assert hand == Parts(K_9, numbers=(("feathers", 3),))
    assert write_hand(hand) == written
    with pytest.raises(RuleError):
        read_hand({"feathers": "many"}, BOB)


def test_a_hand_of_numbers_alone_says_nothing_of_its_cards() -> None:
    assert Parts(numbers=(("feathers", 3),)).has_only_numbers
    assert not Parts(K_9, numbers=(("feathers", 3),)).has_only_numbers
