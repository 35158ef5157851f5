"""The meld document, which asks for the best melds of one hand: answers and errors."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy.documents.melds import MOST_CARDS, best_melds
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS
from tests.support.walks import walk

Question = dict[str, Any]


def asked(variant: str, hand: object, **more: object) -> Question:
    """Return a question as a document."""
    return {"variant": variant, "hand": hand} | more


def answered(question: Question) -> Question:
    """Return the answer to a question."""
    return best_melds(question).as_json()


def refused(question: object) -> RuleError:
    """Return the error that rejects a question."""
    with pytest.raises(RuleError) as caught:
        best_melds(question)
    return caught.value


def test_the_answer_is_the_arrangement_itself() -> None:
    assert answered(asked("gin", "7S 7H 7D KC 10d")) == {
        "melds": ["7S 7H 7D"],
        "unmatched": "TD KC",
        "deadwood": 20,
    }


def test_nothing_left_is_an_empty_text() -> None:
    answer = answered(asked("knock", ["9S", "10S", "JS"]))
    assert answer == {"melds": ["9S TS JS"], "unmatched": "", "deadwood": 0}


def test_with_melds_on_the_table_the_answer_holds_the_lay_offs() -> None:
    assert answered(asked("gin", "TS JS 7C KD", on=[["7S", "8S", "9S"]])) == {
        "melds": [],
        "unmatched": "KD 7C",
        "deadwood": 17,
        "layoffs": [{"card": "TS", "on": "7S 8S 9S"}, {"card": "JS", "on": "7S 8S 9S"}],
    }


def test_the_question_of_a_game_is_answered() -> None:
    hand = "7S 7H JK 4D 5D 6D 7D KC"
    assert answered(asked("contract", hand, round=2, ask=True)) == {
        "melds": ["7S 7H JK", "4D 5D 6D 7D"],
        "unmatched": "KC",
        "deadwood": 10,
        "verdict": "Yes, this meets the contract: a set and a run.",
        "yes": True,
    }


def test_every_question_that_a_game_has_is_answered() -> None:
    for variant in VARIANTS:
        if variant.question:
            number = {"round": 1} if variant.rounds else {}
            wild = {"wild": "8"} if variant.facts_of_deal(variant.rules_type()) else {}
            phase = {"phase": 1} if variant.phases else {}
            hand = WHOLE_HAND if variant.question.takes_whole_hand else "7S 7H 7D KC"
            hand = "R7 B7" if phase else hand
            answer = answered(asked(variant.key, hand, ask=True, **number, **wild, **phase))
            assert answer["verdict"], variant.key


WHOLE_HAND = "4S 5S 6S QS QC QD 9H 9C 9D KH KC 2D 3C"
"""Thirteen cards with one run."""


@walk(
    ("question", "deadwood", "yes"),
    {
        "all cards with one run": (asked("indian", WHOLE_HAND, wild="8"), 97, False),
        "before the most a hand counts": (
            asked("indian", WHOLE_HAND, wild="8", rules={"most_points": 40}),
            97,
            False,
        ),
        "but for the pure run": (
            asked("indian", WHOLE_HAND, wild="8", rules={"one_run": "spares-it"}),
            82,
            False,
        ),
        "no wild rank": (asked("indian", WHOLE_HAND, rules={"wild_rank": "none"}), 97, False),
        "with a second run": (
            asked("indian", WHOLE_HAND.replace("9H 9C 9D", "9H TH JK"), wild="8"),
            25,
            False,
        ),
        "a valid declaration": (
            asked("indian", "4S 5S 6S 7S 2H 3H 7C QS QC QD 4H 4C JK", wild="7"),
            0,
            True,
        ),
        "aces with a joker turned up": (
            asked("indian", WHOLE_HAND.replace("9H 9C 9D", "9H TH AS"), wild=" jk "),
            25,
            False,
        ),
        "or not": (
            asked(
                "indian",
                WHOLE_HAND.replace("9H 9C 9D", "9H TH AS"),
                wild="JK",
                rules={"joker_drawn": "none"},
            ),
            99,
            False,
        ),
    },
)
def test_a_hand_of_indian_rummy_counts_the_fewest_points_that_may_count(
    question: Question, deadwood: int, yes: bool
) -> None:
    assert answered(question)["deadwood"] == deadwood
    answer = answered(question | {"ask": True})
    assert (answer["deadwood"], answer["yes"]) == (deadwood, yes)


def test_what_a_contract_lacks_is_told() -> None:
    answer = answered(asked("contract", "7S 7H 7D", round=5, ask=True))
    assert answer["yes"] is False
    assert answer["notes"] == ["A whole set is missing.", "A whole run is missing."]
    answer = answered(asked("contract", "7S 7H 4D 5D 6D", round=2, ask=True))
    assert answer["notes"] == ["Missing in a set: 7", "Missing in a run, for example: 7D"]


def test_in_the_last_round_of_contract_rummy_no_card_may_be_left() -> None:
    hand = "3S 4S 5S 6S 7H 8H 9H TH TC JC QC KC"
    note = "In the last round everything goes down at once: this must fit too."
    assert "notes" not in answered(asked("contract", hand, round=7, ask=True))
    assert answered(asked("contract", f"{hand} 2D", round=7, ask=True))["notes"] == [note]
    assert "notes" not in answered(asked("contract", "7S 7H 7D 4D 5D 6D 7D KC", round=2, ask=True))


def test_what_is_best_put_down_is_told() -> None:
    assert answered(asked("rummy-500", "AS 2S 3S 3H 3D", ask=True)) == {
        "melds": ["AS 2S 3S"],
        "unmatched": "3H 3D",
        "deadwood": 6,
        "verdict": "6 put down less 6 left makes 0.",
        "notes": ["3S 3H 3D would score more (9), but leave 17: −8 in all."],
    }
    nothing = answered(asked("rummy-500", "AS 9D", ask=True))
    assert nothing["verdict"] == "Nothing can be put down, and 24 are left."


def test_without_a_question_the_least_deadwood_is_answered() -> None:
    assert "verdict" not in answered(asked("contract", "7S 7H 7D", round=2, ask=False))


def test_a_hand_in_question_may_be_larger_than_one_to_arrange() -> None:
    hand = " ".join(rank + suit for suit in "SH" for rank in "A23456789TJQK")
    answer = answered(asked("contract", hand, round=3, ask=True))
    assert answer["yes"]
    assert refused(asked("contract", hand)).place == "hand"
    assert refused(asked("contract", hand + " KD", round=3, ask=True)).place == "hand"


@walk(
    ("question", "place", "sentence"),
    {
        "a game without a question": (
            asked("gin", "7S", ask=True),
            "ask",
            "Nothing is asked about a hand of this game.",
        ),
        "no bool": (asked("contract", "7S", ask="yes"), "ask", "This must be true or false."),
        "which contract": (
            asked("contract", "7S", ask=True),
            "round",
            "Choose the round, from 1 to 7.",
        ),
        "no such round": (
            asked("contract", "7S", round=8),
            "round",
            "Choose the round, from 1 to 7.",
        ),
        "rounds alike": (
            asked("gin", "7S", round=1),
            "round",
            "All rounds of this game are dealt alike.",
        ),
        "a wild rank": (
            asked("three-thirteen", "7S", round=1, wild="3"),
            "round",
            "Here the wild rank says which round it is.",
        ),
    },
)
def test_a_question_that_makes_no_sense_is_refused(
    question: Question, place: str, sentence: str
) -> None:
    error = refused(question)
    assert (error.place, error.text()) == (place, sentence)


@walk("variant", ["gin", "oklahoma", "hollywood"])
def test_one_lays_off_in_the_gin_family(variant: str) -> None:
    answer = answered(asked(variant, "7C KD", on=["7S 7H 7D"]))
    assert answer["layoffs"] == [{"card": "7C", "on": "7S 7H 7D"}]


def test_no_meld_on_the_table_is_no_lay_off() -> None:
    assert answered(asked("gin", "7C", on=[]))["layoffs"] == []


@walk(
    ("question", "deadwood"),
    {
        "the ace is low": (asked("basic", "QS KS AS"), 21),
        "or high at 11": (asked("basic", "QS KS AS", rules={"ace_value": 11}), 0),
        "six play with two decks": (asked("basic", "7S 7S 7H", players=6), 0),
        "or two may as well": (asked("basic", "7S 7S 7H", rules={"decks": 2}), 0),
        "a joker by its value": (asked("basic", "JK 9S"), 24),
        "or another": (asked("basic", "JK 9S", rules={"joker_value": 0}), 9),
        "no suit twice": (asked("manipulation", "7S 7S 7H", players=3), 21),
        "threes are wild": (asked("three-thirteen", "7S 7H 3D", wild="3"), 0),
        "kings are wild": (asked("three-thirteen", "7S 7H 3D", wild="K"), 17),
        "tens are wild": (asked("three-thirteen", "7S 7H TD", wild="10"), 0),
        "tens in short": (asked("three-thirteen", "7S 7H td", wild=" t "), 0),
        "a preset": (asked("three-thirteen", "JK 9S", wild="3", preset="high"), 29),
    },
)
def test_rules_players_and_the_wild_rank_matter(question: Question, deadwood: int) -> None:
    assert answered(question)["deadwood"] == deadwood


@walk("number", [1, MOST_CARDS])
@walk(
    "variant",
    [variant for variant in VARIANTS if variant.pieces.suits and variant.melds_question is None],
)
def test_a_hand_of_any_game_has_1_to_20_cards(variant: Variant, number: int) -> None:
    pieces, key = variant.pieces, variant.key
    worth = variant.deal(variant.rules_type(), variant.fewest, 1).worth
    ranks = [rank for rank in pieces.ranks if rank in worth]
    cards = [rank + suit for suit in pieces.suits for rank in ranks][:number]
    wild = {"wild": "9"} if key in ("three-thirteen", "five-crowns", "indian") else {}
    answer = answered(asked(key, cards, **wild))
    alone = {"contract": 15, "rami": 11, "rummy-500": 15, "indian": 10, "five-crowns": 3}
    assert answer["deadwood"] == (alone.get(key, 1) if number == 1 else 0)


def test_keys_that_begin_with_x_are_ignored() -> None:
    assert answered(asked("gin", "KC", **{"x-table": 3}))["deadwood"] == 10


WHICH_GAME = f"Choose the game: {', '.join(variant.key for variant in VARIANTS)}."

REFUSED = [
    pytest.param([], "", "This must be a JSON object.", id="no object"),
    pytest.param(
        asked("gin", "KC", hands=[]), "hands", "Unknown field “hands”.", id="an unknown key"
    ),
    pytest.param(
        {"hand": "KC"},
        "variant",
        WHICH_GAME,
        id="no variant",
    ),
    pytest.param(
        asked("gin", "KC", preset="hoyle"),
        "preset",
        "There is no preset “hoyle” here, only plain, pagat, bicycle, wikipedia, modern, "
        "tournament.",
        id="an unknown preset",
    ),
    pytest.param(asked("gin", "KC", preset=1), "preset", "This must be text.", id="preset 1"),
    pytest.param(
        asked("gin", "KC", rules=[]),
        "rules",
        "This must be a JSON object.",
        id="rules as a list",
    ),
    pytest.param(
        asked("basic", "KC", rules={"ace_value": 2}),
        "rules.ace_value",
        "“An ace counts” must be one of: 1, 11, 15.",
        id="a value that no ace has",
    ),
    pytest.param(
        asked("basic", "KC", rules={"decks": 1}, players=6),
        "rules.decks",
        "One deck is enough for five players at most.",
        id="one deck for six",
    ),
    pytest.param(
        asked("gin", "KC", players=3), "players", "Gin Rummy is for 2 players.", id="three at gin"
    ),
    pytest.param(
        asked("knock", "KC", players=1),
        "players",
        "Knock Rummy is for 2 to 5 players.",
        id="one player",
    ),
    pytest.param(
        asked("knock", "KC", players=True),
        "players",
        "Knock Rummy is for 2 to 5 players.",
        id="players that are no number",
    ),
    pytest.param(
        asked("knock", "KC", players=["Ann", "Bob"]),
        "players",
        "Knock Rummy is for 2 to 5 players.",
        id="players by name",
    ),
    *(
        pytest.param(
            asked("three-thirteen", "KC", **wild),
            "wild",
            "Choose the wild rank: 3 to 10, J, Q or K.",
            id=f"wild is {wild}",
        )
        for wild in ({}, {"wild": "A"}, {"wild": "2"}, {"wild": "5S"}, {"wild": 5}, {"wild": None})
    ),
    pytest.param(
        asked("indian", "KC", wild="5S"),
        "wild",
        "This must be one of these: A, 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, JK.",
        id="a wild card with its suit",
    ),
    pytest.param(
        asked("indian", "KC", wild="5", rules={"wild_rank": "none"}),
        "wild",
        "This game has no wild rank to choose.",
        id="wild where no rank is",
    ),
    pytest.param(
        asked("indian", "KC", wild="5", ask=True),
        "hand",
        "This takes all 13 cards of a hand, not 1.",
        id="not a whole hand",
    ),
    pytest.param(
        asked("gin", "KC", wild="5"),
        "wild",
        "This game has no wild rank to choose.",
        id="wild at gin",
    ),
    pytest.param(
        {"variant": "gin"}, "hand", "Enter the cards, such as “7S 7H 7D KC”.", id="no hand"
    ),
    pytest.param(asked("gin", 10), "hand", "Enter the cards, such as “7S 7H 7D KC”.", id="a count"),
    pytest.param(
        asked("gin", ["KC", 5]),
        "hand",
        "Enter the cards, such as “7S 7H 7D KC”.",
        id="a list with a number",
    ),
    pytest.param(asked("gin", ""), "hand", "A hand to arrange has 1 to 20 cards.", id="no card"),
    pytest.param(
        asked("gin", [rank + suit for suit in "SH" for rank in "A23456789TJ"][:21]),
        "hand",
        "A hand to arrange has 1 to 20 cards.",
        id="21 cards",
    ),
    pytest.param(asked("gin", "KC XX"), "hand", "“XX” is not a card.", id="no such card"),
    pytest.param(asked("gin", ["KC", "1S"]), "hand", "“1S” is not a card.", id="no such card"),
    pytest.param(
        asked("gin", "KC 9"),
        "hand",
        "Every card needs its suit here: “9” has none.",
        id="a card without suit",
    ),
    pytest.param(
        asked("gin", "AS AS"),
        "hand",
        "A♠ is there twice, but the deck has only one.",
        id="two aces of spades",
    ),
    pytest.param(
        asked("manipulation", "AS AS AS", players=3),
        "hand",
        "There are too many A♠: this game has only 2.",
        id="three aces of spades",
    ),
    pytest.param(
        asked("gin", "JK"), "hand", "There are no jokers in this game.", id="a joker at gin"
    ),
    pytest.param(
        asked("three-thirteen", "JK", wild="5"),
        "hand",
        "There are no jokers in this game.",
        id="a joker where they are worth nothing",
    ),
    pytest.param(
        asked("manipulation", "JK JK"),
        "hand",
        "There are too many jokers: this game has only 1.",
        id="two jokers",
    ),
    pytest.param(
        asked("knock", "KC", on=["7S 8S 9S"]),
        "on",
        "There is no laying off in this game.",
        id="lay-offs at knock rummy",
    ),
    pytest.param(
        asked("gin", "KC", on="7S 8S 9S"), "on", "Enter the melds as a list.", id="melds in a text"
    ),
    pytest.param(
        asked("gin", "KC", on=["7S 8S 9S", 24]),
        "on[1]",
        "Enter the cards, such as “7S 7H 7D KC”.",
        id="a meld that is a count",
    ),
    pytest.param(
        asked("gin", "KC", on=["7S 8S X"]), "on[0]", "“X” is not a card.", id="no card in a meld"
    ),
    pytest.param(
        asked("gin", "KC", on=["7S 8S 9S", "2S 2H 3D"]),
        "on[1]",
        "2♠ 2♥ 3♦ have neither the same rank nor the same suit.",
        id="a meld that is none",
    ),
    pytest.param(
        asked("gin", "KC", on=["7 7 7"]),
        "on[0]",
        "Every card needs its suit here: “7” has none.",
        id="a meld without suits",
    ),
    pytest.param(
        asked("gin", "9S KC", on=["7S 8S 9S"]),
        "on[0]",
        "9♠ is there twice, but the deck has only one.",
        id="a card in the hand and on the table",
    ),
]


@walk(("question", "place", "sentence"), REFUSED)
def test_a_question_is_refused(question: object, place: str, sentence: str) -> None:
    error = refused(question)
    assert (error.place, error.text()) == (place, sentence)
