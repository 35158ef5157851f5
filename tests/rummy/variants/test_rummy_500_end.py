"""Rummy 500: the number of cards by players, the end at 500, and tied leaders."""

from __future__ import annotations

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
    """A round in which Ann went out, with these scores of both."""
    return out("Ann", Ann={"shown": ann}, Bob={"shown": bob + 10, "left": "K"})


@walk(
    ("players", "dealt", "decks"),
    {
        "two: thirteen cards": (2, 13, 1),
        "three: seven": (3, 7, 1),
        "four: still one deck": (4, 7, 1),
        "five: two decks": (5, 7, 2),
        "eight: two decks": (8, 7, 2),
    },
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
    {
        "a point short": ([scored(330, 330), scored(169, 160)], 500, False, []),
        "at 500": ([scored(330, 330), scored(170, 160)], 500, True, ["Ann"]),
        "both there": ([scored(330, 330), scored(170, 185)], 500, True, ["Bob"]),
        "no target": ([scored(390, 20)] * 3, 0, False, []),
        "below nothing": ([scored(120, -10)], 100, True, ["Ann"]),
        "level": ([scored(100, 100)], 100, True, ["Ann", "Bob"]),
    },
)
def test_from_the_target_on_the_most_points_win(
    rounds: list[Document], target: int, over: bool, winners: list[str]
) -> None:
    answered = score("rummy-500", *rounds, target=target)
    assert (answered["over"], answered["winners"]) == (over, winners)


@walk(
    ("rounds", "winners"),
    {
        "level: another round": ([scored(100, 100)], []),
        "a void round decides nothing": ([scored(100, 100), VOID], []),
        "level again": ([scored(100, 100), scored(5, 5)], []),
        "the next round decides": ([scored(100, 100), scored(5, 6)], ["Bob"]),
        "not level at all": ([scored(100, 99)], ["Ann"]),
    },
)
def test_leaders_who_are_level_may_play_on(rounds: list[Document], winners: list[str]) -> None:
    answered = score("rummy-500", *rounds, target=100, tie_at_end="play-on")
    assert (answered["over"], answered["winners"]) == (bool(winners), winners)


def test_the_deal_passes_to_the_left() -> None:
    round = out("Ann", Ann={"shown": 60}, Bob="5", Cem="6")
    assert score("rummy-500", round, players=THREE)["next_dealer"] == "Bob"
    assert score("rummy-500", round, VOID, players=THREE)["next_dealer"] == "Bob"
