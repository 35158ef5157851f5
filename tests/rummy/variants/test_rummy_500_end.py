"""Rummy 500: the cards of so many players, the end at 500, and leaders who are level."""

from __future__ import annotations

import pytest

from tests.support.documents import (
    THREE,
    VOID,
    Document,
    document,
    out,
    refused,
    score,
    sheet_of,
    variant_of,
)
from tests.support.examples import NAMES
from tests.support.walks import walk


def scored(ann: int, bob: int) -> Document:
    """A round in which Ann went out, with what each of them scores."""
    return out("Ann", Ann={"shown": ann}, Bob={"shown": bob + 10, "left": "K"})


@walk(
    ("players", "dealt", "decks"),
    [
        pytest.param(2, 13, 1, id="two: thirteen cards"),
        pytest.param(3, 7, 1, id="three: seven"),
        pytest.param(4, 7, 1, id="four: still one deck"),
        pytest.param(5, 7, 2, id="five: two decks"),
        pytest.param(8, 7, 2, id="eight: two decks"),
    ],
)
def test_the_number_of_players_decides_on_cards_and_decks(
    players: int, dealt: int, decks: int
) -> None:
    variant, names = variant_of("rummy-500"), NAMES[:players]
    assert variant.deal(variant.rules_type(), players, 1).dealt == dealt

    def left(card: str, copies: int) -> Document:
        hands = {"Bob": " ".join([card] * copies)} | dict.fromkeys(names[2:], 5)
        return document("rummy-500", out("Ann", **hands), players=names, preset="pagat")

    for card, most, worth in (("KS", decks, 10), ("JK", 2 * decks, 15)):
        assert sheet_of(left(card, most)).totals[1] == -worth * most
        assert refused(left(card, most + 1)).place == "rounds[0].hands.Bob"


@walk(
    ("rounds", "target", "over", "winners"),
    [
        pytest.param([scored(330, 330), scored(169, 160)], 500, False, [], id="a point short"),
        pytest.param([scored(330, 330), scored(170, 160)], 500, True, ["Ann"], id="at 500"),
        pytest.param([scored(330, 330), scored(170, 185)], 500, True, ["Bob"], id="both there"),
        pytest.param([scored(390, 20)] * 3, 0, False, [], id="no target"),
        pytest.param([scored(120, -10)], 100, True, ["Ann"], id="below nothing"),
        pytest.param([scored(100, 100)], 100, True, ["Ann", "Bob"], id="level"),
    ],
)
def test_from_the_target_on_the_most_points_win(
    rounds: list[Document], target: int, over: bool, winners: list[str]
) -> None:
    answered = score("rummy-500", *rounds, target=target)
    assert (answered["over"], answered["winners"]) == (over, winners)


@walk(
    ("rounds", "winners"),
    [
        pytest.param([scored(100, 100)], [], id="level: another round"),
        pytest.param([scored(100, 100), VOID], [], id="a void round decides nothing"),
        pytest.param([scored(100, 100), scored(5, 5)], [], id="level again"),
        pytest.param([scored(100, 100), scored(5, 6)], ["Bob"], id="the next round decides"),
        pytest.param([scored(100, 99)], ["Ann"], id="not level at all"),
    ],
)
def test_leaders_who_are_level_may_play_on(rounds: list[Document], winners: list[str]) -> None:
    answered = score("rummy-500", *rounds, target=100, tie_at_end="play-on")
    assert (answered["over"], answered["winners"]) == (bool(winners), winners)


def test_the_deal_passes_to_the_left() -> None:
    round = out("Ann", Ann={"shown": 60}, Bob="5", Cem="6")
    assert score("rummy-500", round, players=THREE)["next_dealer"] == "Bob"
    assert score("rummy-500", round, VOID, players=THREE)["next_dealer"] == "Bob"
