"""Basic Rummy: cards left count for the player who went out, or against their holders."""

from __future__ import annotations

from typing import Any

from tests.support.documents import (
    VOID,
    Document,
    adjusted,
    document,
    out,
    points,
    presets_of,
    refused,
    rules_of,
    rummy,
    score,
    sheet_of,
    why,
)
from tests.support.walks import walk

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eva", "Fay", "Gus")
THREE = NAMES[:3]


@walk(
    ("rules", "round", "expected"),
    {
        # 10 + 7 + 1 + 15
        "K, 7, A, joker: 33": ({}, out("Ann", Bob="K 7", Cem="A JK"), (33, 0, 0)),
        "ace at 11: 43": ({"ace_value": 11}, out("Ann", Bob="K 7", Cem="A JK"), (43, 0, 0)),
        "ace at 15: 47": ({"ace_value": 15}, out("Ann", Bob="K 7", Cem="A JK"), (47, 0, 0)),
        "joker at 25: 43": ({"joker_value": 25}, out("Ann", Bob="K 7", Cem="A JK"), (43, 0, 0)),
        "joker at 0: 18": ({"joker_value": 0}, out("Ann", Bob="K 7", Cem="A JK"), (18, 0, 0)),
        "going rummy counts as going out: 33": (
            {"going_rummy": "none"},
            rummy("Ann", Bob="K 7", Cem="A JK"),
            (33, 0, 0),
        ),
        "going rummy doubles: 66": (
            {"going_rummy": "double"},
            rummy("Ann", Bob="K 7", Cem="A JK"),
            (66, 0, 0),
        ),
        "going rummy adds 10: 43": (
            {"going_rummy": "plus-10"},
            rummy("Ann", Bob="K 7", Cem="A JK"),
            (43, 0, 0),
        ),
        "going out is not going rummy: 33": (
            {"going_rummy": "double"},
            out("Ann", Bob="K 7", Cem="A JK"),
            (33, 0, 0),
        ),
        "penalty: each their own cards": (
            {"scoring": "penalty"},
            out("Ann", Bob="K 7", Cem="A JK"),
            (0, 17, 16),
        ),
        "penalty doubled by going rummy": (
            {"scoring": "penalty", "going_rummy": "double"},
            rummy("Ann", Bob="K 7", Cem="A JK"),
            (0, 34, 32),
        ),
        "penalty of 10 more each by going rummy": (
            {"scoring": "penalty", "going_rummy": "plus-10"},
            rummy("Ann", Bob="K 7", Cem="A JK"),
            (0, 27, 26),
        ),
        "void": ({}, VOID, (0, 0, 0)),
    },
)
def test_a_round_scores(rules: dict[str, Any], round: Document, expected: tuple[int, ...]) -> None:
    assert points("basic", round, players=THREE, **rules) == expected


@walk(
    ("rules", "round", "tags", "lines"),
    {
        "one line from each": (
            {},
            out("Ann", Bob="K 7", Cem=16),
            ["out"],
            [("Ann", 17, "cards-left"), ("Ann", 16, "cards-left")],
        ),
        "rummy counts the round again": (
            {"going_rummy": "double"},
            rummy("Ann", Bob="K 7", Cem=16),
            ["rummy"],
            [("Ann", 17, "cards-left"), ("Ann", 16, "cards-left"), ("Ann", 33, "going-rummy")],
        ),
        "rummy adds 10 once": (
            {"going_rummy": "plus-10"},
            rummy("Ann", Bob="K 7", Cem=16),
            ["rummy"],
            [("Ann", 17, "cards-left"), ("Ann", 16, "cards-left"), ("Ann", 10, "going-rummy")],
        ),
        # A joker of 0 leaves Cem's count as low as Ann's, but Ann went out: that is no tie.
        "nothing twice is no line": (
            {"scoring": "penalty", "going_rummy": "double", "joker_value": 0},
            rummy("Ann", Bob="K 7", Cem="JK"),
            ["rummy"],
            [("Bob", 17, "cards-left"), ("Cem", 0, "cards-left"), ("Bob", 17, "going-rummy")],
        ),
        "a penalty of 10 each": (
            {"scoring": "penalty", "going_rummy": "plus-10"},
            rummy("Ann", Bob="K 7", Cem=16),
            ["rummy"],
            [
                ("Bob", 17, "cards-left"),
                ("Cem", 16, "cards-left"),
                ("Bob", 10, "going-rummy"),
                ("Cem", 10, "going-rummy"),
            ],
        ),
    },
)
def test_a_round_says_why(
    rules: dict[str, Any], round: Document, tags: list[str], lines: list[tuple[str, int, str]]
) -> None:
    judged = score("basic", round, players=THREE, **rules)["rounds"][0]
    assert (judged["winners"], judged["tags"], why(judged)) == (["Ann"], tags, lines)


@walk(
    ("rules", "round", "payments"),
    {
        "out": ({}, out("Ann", Bob=17, Cem=16), [("Bob", "Ann", 17), ("Cem", "Ann", 16)]),
        "rummy doubled": (
            {"going_rummy": "double"},
            rummy("Ann", Bob=17, Cem=16),
            [("Bob", "Ann", 34), ("Cem", "Ann", 32)],
        ),
        "out where rummy doubles": (
            {"going_rummy": "double"},
            out("Ann", Bob=17, Cem=16),
            [("Bob", "Ann", 17), ("Cem", "Ann", 16)],
        ),
        "nobody pays the 10": (
            {"going_rummy": "plus-10"},
            rummy("Ann", Bob=17, Cem=16),
            [("Bob", "Ann", 17), ("Cem", "Ann", 16)],
        ),
        "a joker of nothing pays nothing": (
            {"joker_value": 0},
            out("Ann", Bob="JK", Cem=16),
            [("Cem", "Ann", 16)],
        ),
        "penalty": ({"scoring": "penalty"}, out("Ann", Bob=17, Cem=16), []),
    },
)
def test_who_pays_whom(
    rules: dict[str, Any], round: Document, payments: list[tuple[str, str, int]]
) -> None:
    judged = score("basic", round, players=THREE, **rules)["rounds"][0]
    assert [(each["from"], each["to"], each["points"]) for each in judged["payments"]] == payments


@walk(
    ("number", "rules", "most"),
    {
        # Hand size × 15, the joker's worth.
        "two: ten cards": (2, {}, 150),
        "three: ten cards": (3, {}, 150),
        "four: seven of one deck": (4, {}, 105),
        "five: seven of one deck": (5, {}, 105),
        "six: ten of two decks": (6, {}, 150),
        "seven: ten of two decks": (7, {}, 150),
        "four, one deck said: seven": (4, {"decks": 1}, 105),
        "four, two decks: ten": (4, {"decks": 2}, 150),
        "five, two decks: ten": (5, {"decks": 2}, 150),
        "two, one deck said: ten": (2, {"decks": 1}, 150),
        "two, two decks: ten": (2, {"decks": 2}, 150),
        "seven, two decks said: ten": (7, {"decks": 2}, 150),
        "ten cards without jokers": (2, {"jokers_per_deck": 0}, 100),
        "ten aces of 11": (2, {"jokers_per_deck": 0, "ace_value": 11}, 110),
        "ten jokers of 50": (2, {"jokers_per_deck": 1, "joker_value": 50}, 500),
    },
)
def test_a_count_is_at_most_what_a_hand_can_make(
    number: int, rules: dict[str, Any], most: int
) -> None:
    players = NAMES[:number]
    others = dict.fromkeys(players[2:], 5)
    assert points("basic", out("Ann", Bob=most, **others), players=players, **rules)[0] >= most
    error = refused(document("basic", out("Ann", Bob=most + 1, **others), players=players, **rules))
    assert error.place == "rounds[0].hands.Bob"


@walk(
    ("number", "rules", "jokers", "legal"),
    {
        "two jokers of one deck": (2, {}, 2, True),
        "three jokers of one deck": (2, {}, 3, False),
        "four jokers of two decks": (6, {}, 4, True),
        "five jokers of two decks": (6, {}, 5, False),
        "four jokers a deck": (2, {"jokers_per_deck": 4}, 4, True),
        "eight jokers": (2, {"jokers_per_deck": 4, "decks": 2}, 8, True),
        "nine jokers": (2, {"jokers_per_deck": 4, "decks": 2}, 9, False),
        "a joker where none is played": (2, {"jokers_per_deck": 0}, 1, False),
    },
)
def test_there_are_only_so_many_jokers(
    number: int, rules: dict[str, Any], jokers: int, legal: bool
) -> None:
    players = NAMES[:number]
    round = out("Ann", Bob=" ".join(["JK"] * jokers), **dict.fromkeys(players[2:], 5))
    written = document("basic", round, players=players, **rules)
    if legal:
        assert score("basic", round, players=players, **rules)["rounds"]
    else:
        assert refused(written).place == "rounds[0].hands.Bob"


def test_one_deck_is_for_five_at_most() -> None:
    assert score("basic", players=NAMES[:5], decks=1)["rules"]["decks"] == 1
    error = refused(document("basic", players=NAMES[:6], decks=1))
    expected = "One deck is enough for five players at most."
    assert (error.place, error.text()) == ("rules.decks", expected)


def test_one_deck_is_for_six_where_they_get_six_cards() -> None:
    rules = {"decks": 1, "deal": "six"}
    assert score("basic", players=NAMES[:6], **rules)["rules"]["decks"] == 1
    error = refused(document("basic", players=NAMES, **rules))
    expected = "One deck is enough for six players at most."
    assert (error.place, error.text()) == ("rules.decks", expected)


@walk(
    ("rules", "sizes", "decks"),
    {
        "plain": ({}, (10, 10, 7, 7, 10, 10), (1, 1, 1, 1, 2, 2)),
        "plain, two decks": ({"decks": 2}, (10,) * 6, (2,) * 6),
        "seven for three players": (
            {"deal": "seven-for-three"},
            (10, 7, 7, 7, 10, 10),
            (1, 1, 1, 1, 2, 2),
        ),
        "six for five and six": ({"deal": "six"}, (10, 7, 7, 6, 6, 10), (1, 1, 1, 1, 1, 2)),
        "six, two decks": ({"deal": "six", "decks": 2}, (10, 7, 7, 6, 6, 10), (2,) * 6),
    },
)
def test_what_is_dealt_to_two_up_to_seven(
    rules: dict[str, Any], sizes: tuple[int, ...], decks: tuple[int, ...]
) -> None:
    sheets = [sheet_of(document("basic", players=NAMES[:n], **rules)) for n in range(2, 8)]
    assert tuple(sheet.next_deal.hand_size for sheet in sheets) == sizes
    assert tuple(sheet.next_deal.decks for sheet in sheets) == decks


@walk(
    ("next_dealer", "dealers"),
    {
        "to the left": ("left", ["Ann", "Bob", "Bob", "Cem"]),
        "to the winner": ("winner", ["Ann", "Cem", "Cem", "Ann"]),
    },
)
def test_after_a_round_the_deal_goes(next_dealer: str, dealers: list[str]) -> None:
    rounds = [out("Cem", Ann=5, Bob=6), VOID, out("Ann", Bob=1, Cem=2)]
    answered = score("basic", *rounds, players=THREE, next_dealer=next_dealer)
    assert [*(round["dealer"] for round in answered["rounds"]), answered["next_dealer"]] == dealers


@walk("ending", [out, rummy])
def test_only_one_player_goes_out(ending: Any) -> None:
    error = refused(document("basic", ending("Bob", Ann=3, Cem=0), players=THREE))
    expected = "Round 1: Cem must have something left: Bob went out first."
    assert (error.place, error.text()) == ("rounds[0].hands.Cem", expected)


def test_a_game_round_by_round() -> None:
    # Parlett’s cards, then doubled: 33 + 66 = 99 for Ann. Cem’s 8 do not end it, Bob’s 110 do.
    answered = score(
        "basic",
        out("Ann", Bob="K 7", Cem="A JK"),
        rummy("Ann", Bob="K 7", Cem="A JK"),
        VOID,
        out("Cem", Ann="5", Bob="3"),
        rummy("Bob", Ann="K Q J T 5", Cem="K"),
        players=THREE,
        preset="pagat",
        jokers_per_deck=2,
    )
    assert [tuple(round["points"].values()) for round in answered["rounds"]] == [
        (33, 0, 0),
        (66, 0, 0),
        (0, 0, 0),
        (0, 0, 8),
        (0, 110, 0),
    ]
    dealers = [round["dealer"] for round in answered["rounds"]]
    assert dealers == ["Ann", "Bob", "Cem", "Cem", "Ann"]
    assert answered["final"] == {"Ann": 99, "Bob": 110, "Cem": 8}
    assert (answered["over"], answered["winners"], answered["bonuses"]) == (True, ["Bob"], [])


def test_the_fewest_points_win_by_penalty() -> None:
    rounds = [
        out("Ann", Bob="K K K", Cem="J J"),
        out("Bob", Ann="9", Cem="Q Q Q"),
        out("Cem", Ann="8", Bob="K J J J J Q Q"),
    ]
    answered = score("basic", *rounds, players=THREE, preset="penalty")
    assert answered["final"] == {"Ann": 17, "Bob": 100, "Cem": 50}
    assert (answered["over"], answered["winners"]) == (True, ["Ann"])


@walk(
    ("rules", "winners"),
    {
        "most points": ({"scoring": "winner-takes"}, ["Bob"]),
        "fewest points, shared": ({"scoring": "penalty"}, ["Bob", "Cem"]),
    },
)
def test_a_called_game_is_won_by_the_best_total(rules: dict[str, Any], winners: list[str]) -> None:
    # Bob gets 40 from Ann. By penalty, Ann has 40 against her, and Bob and Cem have 0.
    round = adjusted(out("Bob", Ann=40, Cem=7), "Cem", -7)
    assert score("basic", round, players=THREE, called=True, **rules)["winners"] == winners


PRESETS: dict[str, dict[str, object]] = {
    "plain": {},
    "pagat": {"jokers_per_deck": 0, "deal": "six", "going_rummy": "double", "target": 100},
    "penalty": {"scoring": "penalty", "target": 100},
}


@walk("preset", list(PRESETS))
def test_a_preset_plays_by(preset: str) -> None:
    assert rules_of("basic", preset) == rules_of("basic", "plain") | PRESETS[preset]


def test_these_are_all_presets() -> None:
    assert presets_of("basic") == list(PRESETS)
