"""Cards that players claim to have laid off must fit a meld of the knocker."""

from __future__ import annotations

import pytest

from scorekeeper.rummy.cards import read_card
from scorekeeper.rummy.game.claims import check_lay_offs
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import RuleError
from tests.support import whole_hands
from tests.support.documents import Document, document, gin, knock, sheet_of

ANN, BOB = Seat(0), Seat(1)

KNOCK = knock("Ann", Ann={"hand": whole_hands.ANN}, Bob={"hand": whole_hands.BOB})


def claim(played: Document, seat: Seat, cards: str) -> None:
    """Check a claim of cards, on the judged round."""
    sheet = sheet_of(document("gin", played))
    check_lay_offs(sheet.game, sheet.rounds[0], {seat: [read_card(card) for card in cards.split()]})


def test_cards_that_fit_the_knockers_melds_are_laid_off() -> None:
    claim(KNOCK, BOB, "TS JS")


@pytest.mark.parametrize(
    ("played", "seat", "card", "sentence"),
    [
        pytest.param(
            KNOCK,
            BOB,
            "8H",
            "8♥ cannot be laid off: it fits none of Ann’s melds.",
            id="it fits none",
        ),
        pytest.param(
            knock("Ann", Ann=3, Bob={"hand": whole_hands.BOB}),
            BOB,
            "TS",
            "Enter Ann’s melds too: what was laid off lies on them.",
            id="nobody knows the melds",
        ),
        pytest.param(
            KNOCK,
            ANN,
            "AH",
            "Ann cannot lay off A♥ here.",
            id="the knocker lays nothing off",
        ),
        pytest.param(
            gin("Ann", Bob={"hand": whole_hands.BOB}),
            BOB,
            "TS",
            "Bob cannot lay off 10♠ here.",
            id="against gin",
        ),
    ],
)
def test_any_other_claim_is_refused(played: Document, seat: Seat, card: str, sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        claim(played, seat, card)
    assert refused.value.text() == sentence
    assert refused.value.where == ("hands", seat)
