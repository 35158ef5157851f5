"""Three Thirteen: eleven rounds, their wild ranks and the points left of each player."""

from __future__ import annotations

from typing import Any

from tests.support.documents import (
    STOCK,
    VOID,
    Document,
    document,
    out,
    presets_of,
    refused,
    rules_of,
    score,
    sheet_of,
    why,
)
from tests.support.walks import walk

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eva", "Fay", "Gus", "Hal")
THREE = NAMES[:3]


def after(number: int, players: tuple[str, ...] = ("Ann", "Bob")) -> list[Document]:
    """Return this many rounds without any cards left."""
    return [out("Ann", **dict.fromkeys(players[1:], 0))] * number


def last_points(round: Document, number: int, **rules: Any) -> int:
    """Return Bob’s points in round `number`."""
    judged = score("three-thirteen", *after(number - 1), round, **rules)["rounds"][-1]
    points: int = judged["points"]["Bob"]
    return points


@walk(
    ("rules", "number", "left", "expected"),
    {
        "5, Q, K: 25": ({}, 1, "5 Q K", 25),
        "5, Q, K rising: 5 + 12 + 13": ({"court_value": "rising"}, 1, "5 Q K", 30),
        "a rising jack: 11": ({"court_value": "rising"}, 2, "J", 11),
        "court cards and the ten: 10 each": ({}, 2, "J Q K T", 40),
        "aces: 1 each": ({}, 1, "A A", 2),
        "aces of 15": ({"ace_value": 15}, 1, "A A", 30),
        "a joker of 20 and a 2": ({"joker_value": 20}, 1, "JK 2", 22),
        "jokers of 50": ({"joker_value": 50}, 1, "JK JK", 100),
        "a wild card left counts its face": ({}, 1, "3 4", 7),
        "a wild card left counts 20": ({"wild_value": "twenty"}, 1, "3 4", 24),
        "in round 2 the 4 is wild": ({"wild_value": "twenty"}, 2, "3 4", 23),
        "in round 8 the ten is wild": ({"wild_value": "twenty"}, 8, "T 9", 29),
        "in round 11 the king is wild": (
            {"wild_value": "twenty", "court_value": "rising"},
            11,
            "K Q",
            32,
        ),
        "high: 15 + 11 + 20 + 4": ({"preset": "high"}, 2, "A J JK 4", 50),
        "nothing left: 0": ({}, 1, "", 0),
        "a count": ({}, 1, 12, 12),
    },
)
def test_a_player_scores_the_cards_left(
    rules: dict[str, Any], number: int, left: str, expected: int
) -> None:
    assert last_points(out("Ann", Bob=left), number, **rules) == expected


def test_a_round_says_who_won_it_and_why() -> None:
    judged = score("three-thirteen", out("Bob", Ann="5 Q", Cem=0), players=THREE)["rounds"][0]
    assert (judged["winners"], judged["tags"], why(judged), judged["payments"]) == (
        ["Bob"],
        ["out"],
        [("Ann", 15, "cards-left"), ("Cem", 0, "cards-left")],
        [],
    )


@walk(
    ("number", "cards", "wild"),
    {
        "round 1: three cards, threes wild": (1, 3, "3"),
        "round 2": (2, 4, "4"),
        "round 3": (3, 5, "5"),
        "round 4": (4, 6, "6"),
        "round 5": (5, 7, "7"),
        "round 6": (6, 8, "8"),
        "round 7": (7, 9, "9"),
        "round 8: ten cards, tens wild": (8, 10, "T"),
        "round 9: eleven cards, jacks wild": (9, 11, "J"),
        "round 10": (10, 12, "Q"),
        "round 11: thirteen cards, kings wild": (11, 13, "K"),
    },
)
def test_a_round_is_dealt_with(number: int, cards: int, wild: str) -> None:
    judged = score("three-thirteen", *after(number))["rounds"][-1]
    assert (judged["cards_dealt"], judged["wild"]) == (cards, wild)


@walk("number", [1, 5, 11])
def test_a_hand_holds_no_more_cards_than_were_dealt(number: int) -> None:
    legal = "A A A A 2 2 2 2 3 3 3 3 4"[: 2 * (number + 2)]
    assert last_points(out("Ann", Bob=legal), number) > 0
    error = refused(document("three-thirteen", *after(number - 1), out("Ann", Bob=legal + " 5")))
    assert error.place == f"rounds[{number - 1}].hands.Bob"


@walk(
    ("players", "copies", "legal"),
    {
        "two: one deck": (2, 1, True),
        "two: not two": (2, 2, False),
        "three: two decks": (3, 2, True),
        "four: two decks": (4, 2, True),
        "four: not three": (4, 3, False),
        "three: not three": (3, 3, False),
        "five: three decks": (5, 3, True),
        "eight: three decks": (8, 3, True),
    },
)
def test_so_many_decks_are_played(players: int, copies: int, legal: bool) -> None:
    names = NAMES[:players]
    hands: dict[str, Any] = dict.fromkeys(names[2:], 5) | {"Bob": " ".join(["7S"] * copies)}
    written = document("three-thirteen", out("Ann", **hands), players=names)
    if legal:
        assert score("three-thirteen", out("Ann", **hands), players=names)["rounds"]
    else:
        assert refused(written).place == "rounds[0].hands.Bob"


@walk(
    ("players", "rules", "cards"),
    {
        "one deck for two": (2, {"decks": 1}, None),
        "one for three: 39 of 52 are dealt": (3, {"decks": 1}, None),
        "one for four: none is left to draw": (4, {"decks": 1}, 52),
        "one for four: jokers are left": (4, {"decks": 1, "joker_value": 20}, None),
        "one for five": (5, {"decks": 1, "joker_value": 20}, 54),
        "two for seven": (7, {"decks": 2}, None),
        "two for eight": (8, {"decks": 2}, 104),
        "three for eight": (8, {"decks": 3}, None),
    },
)
def test_decks_that_do_not_suffice_are_refused(
    players: int, rules: dict[str, Any], cards: int | None
) -> None:
    written = document("three-thirteen", players=NAMES[:players], **rules)
    if cards is None:
        assert sheet_of(written).next_deal.decks == rules["decks"]
        return
    error = refused(written)
    assert (error.place, error.text()) == (
        "rules.decks",
        f"The last round needs {13 * players} cards, 13 each, and there are only {cards}: none left"
        " to draw. Use more decks.",
    )


@walk(
    ("all_wild", "deadwood"),
    {"no": (False, 60), "yes": (True, 0)},
)
def test_jokers_alone_make_a_meld(all_wild: bool, deadwood: int) -> None:
    round = out("Ann", Bob={"hand": "JK JK JK"}, Cem=9)
    rules = {"joker_value": 20, "all_wild": all_wild}
    judged = score("three-thirteen", round, players=NAMES[:3], **rules)["rounds"][0]
    assert judged["deadwood"]["Bob"] == deadwood


def test_a_card_of_the_wild_rank_stands_for_itself_in_any_case() -> None:
    round = out("Ann", Bob={"hand": "3S JK JK"})
    judged = score("three-thirteen", round, joker_value=20)["rounds"][0]
    assert judged["deadwood"]["Bob"] == 0


def test_three_decks_hold_no_fourth_seven_of_spades() -> None:
    hands = {"Bob": "7S 7S", "Cem": "7S", "Dee": "7S", "Eva": 5}
    error = refused(document("three-thirteen", out("Ann", **hands), players=NAMES[:5]))
    expected = "Round 1: The hands have too many 7♠ together: 4, but this game has only 3."
    assert (error.place, error.text()) == ("rounds[0].hands.Dee", expected)


@walk(
    ("players", "rules", "jokers", "legal"),
    {
        "two: two jokers": (2, {"joker_value": 20}, 2, True),
        "two: not three": (2, {"joker_value": 20}, 3, False),
        "three: up to four jokers": (3, {"joker_value": 1}, 3, True),
        "none where a joker is worth nothing": (2, {}, 1, False),
    },
)
def test_so_many_jokers_are_played(
    players: int, rules: dict[str, Any], jokers: int, legal: bool
) -> None:
    names = NAMES[:players]
    hands: dict[str, Any] = dict.fromkeys(names[2:], 5) | {"Bob": " ".join(["JK"] * jokers)}
    written = document("three-thirteen", out("Ann", **hands), players=names, **rules)
    if legal:
        assert score("three-thirteen", out("Ann", **hands), players=names, **rules)["rounds"]
    else:
        assert refused(written).place == "rounds[0].hands.Bob"


@walk(
    ("rules", "number", "most"),
    {
        "three cards of 10": ({}, 1, 30),
        "thirteen cards of 10": ({}, 11, 130),
        "three kings of 13": ({"court_value": "rising"}, 1, 39),
        "three aces of 15": ({"ace_value": 15}, 1, 45),
        "three wild cards of 20": ({"wild_value": "twenty"}, 1, 60),
        "four jokers of 50": ({"joker_value": 50}, 2, 200),
    },
)
def test_a_count_is_at_most_what_a_hand_can_make(
    rules: dict[str, Any], number: int, most: int
) -> None:
    assert last_points(out("Ann", Bob=most), number, **rules) == most
    rounds = [*after(number - 1), out("Ann", Bob=most + 1)]
    error = refused(document("three-thirteen", *rounds, **rules))
    assert error.place == f"rounds[{number - 1}].hands.Bob"


def test_a_void_round_is_not_one_of_the_eleven() -> None:
    answered = score("three-thirteen", *after(1), VOID, *after(1))
    dealt = [(round["cards_dealt"], round["wild"]) for round in answered["rounds"]]
    assert dealt == [(3, "3"), (4, "4"), (4, "4")]
    assert [round["dealer"] for round in answered["rounds"]] == ["Ann", "Bob", "Bob"]


@walk(("rounds", "over"), [(10, False), (11, True)])
def test_the_game_is_over_after_eleven_rounds(rounds: int, over: bool) -> None:
    assert score("three-thirteen", VOID, *after(rounds))["over"] is over


def test_there_is_no_twelfth_round() -> None:
    error = refused(document("three-thirteen", *after(12)))
    assert (error.place, error.text()) == (
        "rounds[11]",
        "Round 12: The game was over after round 11.",
    )


def test_the_stock_does_not_end_a_round() -> None:
    assert refused(document("three-thirteen", STOCK)).place == "rounds[0].ending"


def test_a_whole_game_round_by_round() -> None:
    lefts = [
        ("Ann", "5 Q", "K"),
        ("Bob", "A 2 3", "4"),
        ("Cem", "9 9", ""),
        ("Ann", "", "K Q J"),
        ("Bob", "7 7", "8"),
        ("Ann", "T", "T 2"),
        ("Cem", "A", "A A"),
        ("Bob", "6 5 4", ""),
        ("Ann", "K K", "2"),
        ("Ann", "3", "3 3"),
        ("Bob", "Q 9", "K A"),
    ]
    rounds = []
    for by, first, second in lefts:
        others = [name for name in THREE if name != by]
        rounds.append(out(by, **{others[0]: first, others[1]: second}))
    answered = score("three-thirteen", *rounds, players=THREE)
    assert [tuple(round["points"].values()) for round in answered["rounds"]] == [
        (0, 15, 10),
        (6, 0, 4),
        (18, 0, 0),
        (0, 0, 30),
        (14, 0, 8),
        (0, 10, 12),
        (1, 2, 0),
        (15, 0, 0),
        (0, 20, 2),
        (0, 3, 6),
        (19, 0, 11),
    ]
    assert answered["final"] == {"Ann": 73, "Bob": 50, "Cem": 83}
    assert (answered["over"], answered["winners"], answered["bonuses"]) == (True, ["Bob"], [])
    assert answered["next_dealer"] is None


def test_equals_share_the_game() -> None:
    rounds = [*after(10, THREE), out("Cem", Ann="7", Bob="")]
    assert score("three-thirteen", *rounds, players=THREE)["winners"] == ["Bob", "Cem"]


PRESETS: dict[str, dict[str, object]] = {
    "plain": {},
    "high": {"ace_value": 15, "court_value": "rising", "joker_value": 20},
}


@walk("preset", list(PRESETS))
def test_a_preset_plays_by(preset: str) -> None:
    assert (
        rules_of("three-thirteen", preset) == rules_of("three-thirteen", "plain") | PRESETS[preset]
    )


def test_these_are_all_presets() -> None:
    assert presets_of("three-thirteen") == list(PRESETS)
