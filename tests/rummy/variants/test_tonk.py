"""Tonk: the winner, the payments of all others, the next dealer, and errors."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.game.sheet import fold
from tests.support.documents import (
    VOID,
    Document,
    adjusted,
    document,
    ended,
    knock,
    out,
    points,
    refused,
    score,
    stock,
    why,
)
from tests.support.walks import walk

FOUR = ("Ann", "Bob", "Cem", "Dee")
THREE = FOUR[:3]

DRAW: Document = {"ending": "draw"}


def tonk(by: str, **hands: Any) -> Document:
    """A round in which `by` had tonk."""
    return ended("tonk", by, **hands)


def hands(*counts: int | str) -> dict[str, int | str]:
    """Return the hands of the players in order of play."""
    return dict(zip(FOUR, counts, strict=False))


@walk(
    ("round", "rules", "expected"),
    {
        "lowest alone": (knock("Ann", **hands(5, 9, 14, 20)), {}, (3, -1, -1, -1)),
        "beaten": (knock("Ann", **hands(8, 3, 14, 20)), {}, (-2, 4, -1, -1)),
        "equalled": (knock("Ann", **hands(5, 5, 14, 20)), {}, (-2, 4, -1, -1)),
        "equalled, and wins by the house rule": (
            knock("Ann", **hands(5, 5, 14, 20)),
            {"tie": "knocker"},
            (3, -1, -1, -1),
        ),
        "beaten by the house rule too": (
            knock("Ann", **hands(8, 3, 14, 20)),
            {"tie": "knocker"},
            (-2, 4, -1, -1),
        ),
        "two below": (knock("Ann", **hands(8, 3, 3, 20)), {}, (-4, 3, 3, -2)),
        "two level": (knock("Ann", **hands(5, 5, 5, 20)), {}, (-4, 3, 3, -2)),
        "all level": (knock("Ann", **hands(5, 5, 5, 5)), {}, (-6, 2, 2, 2)),
        "with nothing left": (knock("Ann", **hands(0, 9)), {}, (1, -1)),
        "tonk": (tonk("Ann", Bob=9, Cem=20), {}, (4, -2, -2)),
        "out": (out("Bob", Ann="K", Cem="Q 7", Dee=3), {}, (-1, 3, -1, -1)),
        "stock": (stock(**hands(8, 3, 14, 20)), {}, (-1, 3, -1, -1)),
        "stock, level": (stock(**hands(3, 3, 14, 20)), {}, (0, 0, 0, 0)),
        "stock, level, shared": (
            stock(**hands(3, 3, 14, 20)),
            {"stock_tie": "share"},
            (2, 2, -2, -2),
        ),
        "stock, all level": (stock(**hands(3, 3, 3)), {"stock_tie": "share"}, (0, 0, 0)),
        "dealt 49": (tonk("Ann", **hands("K K Q J 9", 9, 20)), {}, (4, -2, -2)),
        "dealt 50": (tonk("Ann", **hands(50, 9, 20)), {}, (4, -2, -2)),
        "dealt a set too": (tonk("Ann", Ann={"hand": "KS KH KD JC 9S"}, Bob=9), {}, (2, -2)),
        "seven cards": (tonk("Ann", **hands("K 9 8 7 6 5 4", 9)), {"hand_size": 7}, (2, -2)),
        "two were dealt tonk": (DRAW, {}, (0, 0, 0)),
    },
)
def test_a_round_is_paid_in_stakes(
    round: Document, rules: dict[str, Any], expected: tuple[int, ...]
) -> None:
    assert points("tonk", round, players=FOUR[: len(expected)], **rules) == expected
    assert sum(expected) == 0


def test_every_payer_has_a_line_and_a_payment() -> None:
    [round] = score("tonk", knock("Ann", **hands(8, 3, 14)), players=THREE)["rounds"]
    assert why(round) == [
        ("Bob", 2, "stake"),
        ("Ann", -2, "stake"),
        ("Bob", 1, "stake"),
        ("Cem", -1, "stake"),
    ]
    assert [line["text"] for line in round["why"][::2]] == [
        "Ann knocked but Bob had less: Ann pays 2",
        "Bob has the lowest count: Cem pays 1",
    ]
    assert round["payments"] == [
        {"from": "Ann", "to": "Bob", "points": 2},
        {"from": "Cem", "to": "Bob", "points": 1},
    ]


@walk(
    ("round", "is_draw"),
    {
        "two hands of 50 and 49": (tonk("Ann", Ann="K K Q J 10", Bob="K Q J 10 9"), True),
        "two counts": (tonk("Ann", Ann=50, Bob=49), True),
        "a whole hand": (tonk("Ann", Ann=50, Bob={"hand": "KS KH KD JC 9S"}), True),
        "fewer cards than were dealt": (tonk("Ann", Ann="K K Q J 10", Bob="K Q J 10"), False),
        "tonk in the first turn": (tonk("Ann", Bob=50), False),
        "out": (out("Ann", Bob=50), False),
        "48": (tonk("Ann", Ann=50, Bob=48), False),
    },
)
def test_tonk_that_two_were_dealt_is_a_draw(round: Document, is_draw: bool) -> None:
    if not is_draw:
        assert score("tonk", round)["rounds"][0]["winners"] == ["Ann"]
        return
    error = refused(document("tonk", round))
    assert (error.place, error.text()) == (
        "rounds[0].hands.Bob",
        "Round 1: Ann and Bob were both dealt 49 or 50, so nobody scores. Choose “Two or more were "
        "dealt tonk” as the end of the round.",
    )


def test_tonk_that_two_were_dealt_stays_as_it_was_recorded() -> None:
    game = read_game(document("tonk", tonk("Ann", Ann=50, Bob=49)))
    recorded = replace(game, entries=tuple(replace(each, on_sheet=True) for each in game.rounds))
    assert fold(recorded).rounds[0].ruling.winners == (0,)


@walk(
    ("round", "tags"),
    {
        "a knock": (knock("Ann", **hands(5, 9, 14)), []),
        "beaten": (knock("Ann", **hands(9, 5, 14)), ["undercut"]),
        "by two": (knock("Ann", **hands(9, 5, 5)), ["undercut", "tie", "shared"]),
        "out": (out("Ann", Bob=5, Cem=5), ["out"]),
        "tonk": (tonk("Ann", Bob=5, Cem=5), ["tonk"]),
        "level at the stock": (stock(**hands(5, 5, 7)), ["tie", "stock"]),
        "two were dealt tonk": (DRAW, ["draw"]),
        "void": (VOID, ["void"]),
    },
)
def test_a_round_has_the_tag_of_its_ending(round: Document, tags: list[str]) -> None:
    assert score("tonk", round, players=THREE)["rounds"][0]["tags"] == tags


@walk(
    ("dealer", "round", "expected"),
    {
        "the winner": ("Ann", knock("Ann", **hands(8, 9, 3)), "Cem"),
        "the first after the dealer": ("Ann", knock("Bob", **hands(3, 9, 3)), "Cem"),
        "the dealer comes last": ("Cem", knock("Bob", **hands(3, 9, 3)), "Ann"),
        "nobody won": ("Bob", stock(**hands(3, 9, 3)), "Bob"),
        "two were dealt tonk": ("Bob", DRAW, "Cem"),
        "void": ("Bob", adjusted(VOID, "Cem", 5), "Bob"),
    },
)
def test_the_winner_deals_next(dealer: str, round: Document, expected: str) -> None:
    answered = score("tonk", round | {"dealer": dealer}, players=THREE)
    assert answered["next_dealer"] == expected


@walk(
    ("round", "place", "sentence"),
    {
        "a second player out": (
            out("Ann", Bob=0, Cem=5),
            "rounds[0].hands.Bob",
            "Round 1: Bob must have something left: Ann went out first.",
        ),
        "tonk against no card": (
            tonk("Ann", Bob="", Cem=5),
            "rounds[0].hands.Bob",
            "Round 1: Bob must have something left: Ann went out first.",
        ),
        "out with cards left": (
            out("Ann", Ann=49, Bob=5, Cem=5),
            "rounds[0].hands.Ann",
            "Round 1: Ann ended the round, so nothing can be left.",
        ),
        **{
            f"tonk with {hand}": (
                tonk("Ann", Ann=hand, Bob=5, Cem=5),
                "rounds[0].hands.Ann",
                "Round 1: Ann has tonk with no card left, or with the 5 cards dealt if they count "
                "49 or 50.",
            )
            for hand in (48, "K K K K 8", 3)
        },
        "hands in a draw": (
            DRAW | {"hands": hands(49, 50, 5)},
            "rounds[0].hands",
            "Round 1: Nobody scores in a round like this, so leave out the hands.",
        ),
        "a card too many": (
            knock("Ann", **hands("A 2 3 4 5 6", 5, 5)),
            "rounds[0].hands.Ann",
            "Round 1: Ann’s hand has 6 cards, but 5 is the most.",
        ),
        "more than five courts": (
            knock("Ann", **hands(51, 5, 5)),
            "rounds[0].hands.Ann",
            "Round 1: Ann’s count must be a whole number from 0 to 50.",
        ),
    },
)
def test_impossible_rounds_are_refused(round: Document, place: str, sentence: str) -> None:
    error = refused(document("tonk", round, players=THREE))
    assert (error.place, error.text()) == (place, sentence)


def test_seven_cards_each_are_not_enough_for_four() -> None:
    error = refused(document("tonk", players=FOUR, hand_size=7))
    assert (error.place, error.text()) == (
        "rules.hand_size",
        "Seven cards each are for two or three players.",
    )
    round = knock("Ann", **hands("A 2 3 4 5 6 7", 70, 5))
    assert points("tonk", round, players=THREE, hand_size=7) == (-2, -1, 3)


def test_all_seven_cards_are_shown_for_a_dealt_tonk() -> None:
    error = refused(document("tonk", tonk("Ann", Ann="K K K J 9", Bob=5), hand_size=7))
    assert "the 7 cards dealt if they count 49 or 50" in error.text()


def test_nobody_wins_where_all_are_level_when_the_stock_runs_out() -> None:
    round = stock(**hands(3, 3, 3)) | {"dealer": "Bob"}
    answered = score("tonk", round, players=THREE, stock_tie="share")
    assert answered["rounds"][0]["winners"] == []
    assert answered["next_dealer"] == "Bob"


def test_melds_in_the_hand_count() -> None:
    round = knock("Ann", **hands(9, 20))
    round["hands"]["Bob"] = {"hand": "7S 7H 7D 2C"}
    answered = score("tonk", round)["rounds"][0]
    assert answered["deadwood"] == {"Ann": 9, "Bob": 23}
    assert answered["warnings"] == []


def test_a_game_to_a_target_ends_and_equals_share() -> None:
    rounds = [knock("Ann", **hands(8, 3, 3, 20))] * 2
    answered = score("tonk", *rounds, players=FOUR, target=6)
    assert (answered["over"], answered["winners"]) == (True, ["Bob", "Cem"])
    assert answered["final"] == {"Ann": -8, "Bob": 6, "Cem": 6, "Dee": -4}
    assert answered["bonuses"] == []
