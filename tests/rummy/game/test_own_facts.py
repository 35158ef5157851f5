"""Facts and parts of hands of one game only, in a game made up for tests."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.rummy.cards import read_cards
from scorekeeper.rummy.documents import hand as hand_document
from scorekeeper.rummy.documents import schema
from scorekeeper.rummy.documents.hand import read_hand, write_hand
from scorekeeper.rummy.documents.round import read_choice
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.hand import Parts, Unmatched
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import Ending, Round, RuleError
from tests.web.rounds.made_up.herons import FEATHERS, FLEW, HERONS, MOON, SLEPT

ANN, BOB = Seat(0), Seat(1)
K_9 = Unmatched(read_cards("K 9"))
OUT = Round(
    Ending.OUT,
    by=ANN,
    hands=(None, Parts(K_9, own=(("feathers", 3),))),
    own_facts=(("moon", "full"), ("heron", BOB)),
)


def folded(round: Round) -> Sheet:
    """Return the sheet of a game with this round."""
    return fold(Game(HERONS, ("Ann", "Bob"), entries=(round,)))


def test_they_are_priced_by_the_game_alone() -> None:
    assert folded(OUT).totals == (19 + 3 * 10, 7)
    assert folded(replace(OUT, own_facts=())).totals == (19 + 3 * 5, 0)
    at_new_moon = replace(OUT, own_facts=(("moon", "new"),))
    assert folded(at_new_moon).totals == (9 + 3 * 5, 0)
    away = Parts(own=(("flew", "late"), ("slept", True)))
    assert folded(replace(OUT, hands=(None, away))).totals == (40 + 3, 7)


FROM_0_TO_9 = "For Bob, feathers must be a whole number from 0 to 9."


@pytest.mark.parametrize(
    ("part", "place", "sentence"),
    [
        (("feathers", -1), ".feathers", FROM_0_TO_9),
        (("feathers", 10), ".feathers", FROM_0_TO_9),
        (("flew", "never"), "", "For Bob, “flew” must be one of these: early, late."),
        (("slept", 1), "", "For Bob, “slept” must be one of these: true, false."),
    ],
)
def test_a_part_that_cannot_be_is_refused_at_the_hand_or_its_number(
    part: tuple[str, int | str], place: str, sentence: str
) -> None:
    hand = Parts(K_9, own=(part,))
    with pytest.raises(RuleError) as refused:
        folded(replace(OUT, hands=(None, hand)))
    told = refused.value.under(names=("Ann", "Bob"))
    assert told.place == "rounds[0].hands.Bob" + place
    assert told.text().endswith(sentence)


def test_a_fact_that_is_none_of_its_choices_is_refused() -> None:
    assert read_choice(MOON, "new") == "new"
    with pytest.raises(RuleError) as refused:
        read_choice(MOON, "blue")
    assert (refused.value.place, refused.value.text()) == (
        "moon",
        "This must be one of these: new, full.",
    )


def test_the_parts_of_a_hand_are_read_and_written(monkeypatch: pytest.MonkeyPatch) -> None:
    for part in (FEATHERS, FLEW, SLEPT):
        monkeypatch.setitem(hand_document.OWN_PARTS, part.key, part)
    keys = hand_document._PARTS_KEYS | {"feathers", "flew", "slept"}
    monkeypatch.setattr(hand_document, "_PARTS_KEYS", keys)
    written = {"left": "K 9", "feathers": 3, "flew": "late", "slept": True}
    hand = read_hand(written, BOB)
    assert hand == Parts(K_9, own=(("feathers", 3), ("flew", "late"), ("slept", True)))
    assert write_hand(hand) == written
    assert read_hand({"left": "K 9", "slept": False}, BOB) == Parts(K_9)
    for wrong in ({"feathers": "many"}, {"flew": "never"}, {"slept": 1}):
        with pytest.raises(RuleError):
            read_hand(wrong, BOB)


def test_the_schema_knows_what_a_part_of_a_hand_may_be() -> None:
    number, choice, flag = (schema._own_part(part) for part in (FEATHERS, FLEW, SLEPT))
    assert number == {"type": "integer", "minimum": 0, "maximum": 9}
    assert choice == {"enum": ["early", "late"]}
    assert flag == {"type": "boolean"}


def test_a_hand_of_numbers_alone_says_nothing_of_its_cards() -> None:
    feathers, away = Parts(own=(("feathers", 3),)), Parts(own=(("flew", "late"),))
    assert not feathers.stands_alone
    assert Parts(K_9, own=(("feathers", 3),)).tells_cards
    assert away.stands_alone
    assert not away.tells_cards
