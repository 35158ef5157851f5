"""Contracts, deals and values that are lists: their scores, errors and questions."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy import answer_melds
from scorekeeper.rummy.contracts import read_contracts
from scorekeeper.rummy.game.comparison import other_values
from scorekeeper.rummy.house_rules import house_rules
from scorekeeper.rummy.messages import render
from scorekeeper.rummy.round import RuleError
from tests.support.documents import (
    THREE,
    VOID,
    Document,
    document,
    ended,
    out,
    points,
    refused,
    score,
    sheet_of,
    variant_of,
    why,
)
from tests.support.walks import walk

TWO = ["Ann", "Bob"]


def at_once(by: str, **hands: object) -> Document:
    """A round in which a player went out in the turn of their contract."""
    return ended("at-once", by, **hands)


ANN_OUT = out("Ann", Bob="K A 7 JK")


@walk(
    ("round", "rules", "expected"),
    {
        "29.1 plain": (ANN_OUT, {}, (0, 47)),
        "29.2 shanghai": (ANN_OUT, {"preset": "shanghai"}, (0, 80)),
        "29.3 shanghai-7": (ANN_OUT, {"preset": "shanghai-7"}, (0, 85)),
        "29.4 carioca": (ANN_OUT, {"preset": "carioca"}, (0, 67)),
        "29.5 telefunken": (ANN_OUT, {"preset": "telefunken"}, (0, 80)),
        "29.6 continental": (ANN_OUT, {"preset": "continental"}, (0, 87)),
        "29.7 continental, at once": (
            at_once("Ann", Bob="K A 7 JK"),
            {"preset": "continental"},
            (-10, 87),
        ),
        "29.8 shanghai, an exact cut and at once": (
            at_once("Ann", Bob="K A 7 JK") | {"exact_cut": "Bob"},
            {"preset": "shanghai", "exact_cut": 10},
            (-25, 70),
        ),
        "29.12 a wild two and a nine": (
            out("Ann", Bob="2 9"),
            {"twos_wild": True, "values": "2-7 5, 8-K 10"},
            (0, 30),
        ),
        "values with a rank each": (
            out("Ann", Bob="2 3 4 K"),
            {"values": "2 0, 3 1, 4-K 50"},
            (0, 101),
        ),
    },
)
def test_a_round_scores(round: Document, rules: Document, expected: tuple[int, ...]) -> None:
    assert points("contract", round, players=TWO, **rules) == expected


def rounds_of(*points_of_round: tuple[int, int, int]) -> list[Document]:
    """Return rounds with these points of the players. A player with 0 went out."""
    rounds = []
    for scored in points_of_round:
        hands = dict(zip(THREE, scored, strict=True))
        by = next(name for name in THREE if not hands[name])
        rounds.append(out(by, **{name: hands[name] for name in THREE if name != by}))
    return rounds


THREE_ROUNDS = rounds_of((0, 20, 30), (0, 20, 10), (40, 0, 1))
EACH_WON_ONE = rounds_of((0, 20, 30), (20, 0, 30), (20, 20, 0))


@walk(
    ("rounds", "rules", "winners"),
    {
        "29.9 two contracts": (
            [out("Ann", Bob=20, Cem=10), out("Bob", Ann=20, Cem=10)],
            {"contracts": "2s3, 3s3"},
            [*THREE],
        ),
        "29.10 three contracts": (THREE_ROUNDS, {"contracts": "2s3, 3s3, 4s3"}, ["Ann", "Bob"]),
        "29.11 rounds won": (
            THREE_ROUNDS,
            {"contracts": "2s3, 3s3, 4s3", "tie_at_end": "rounds-won"},
            ["Ann"],
        ),
        "level in rounds won too": (
            EACH_WON_ONE,
            {"contracts": "2s3, 3s3, 4s3", "tie_at_end": "rounds-won"},
            ["Ann", "Bob"],
        ),
    },
)
def test_level_leaders_share_or_rounds_won_decide(
    rounds: list[Document], rules: Document, winners: list[str]
) -> None:
    answered = score("contract", *rounds, players=THREE, **{"deal": "10", **rules})
    assert (answered["over"], answered["winners"]) == (True, winners)


def test_the_game_is_over_after_as_many_rounds_as_contracts() -> None:
    """Carioca has nine contracts, and a void round does not count."""
    eight = [*[out("Ann", Bob=5)] * 4, VOID, *[out("Ann", Bob=5)] * 4]
    carioca: dict[str, Any] = {"players": TWO, "preset": "carioca"}
    assert not sheet_of(document("contract", *eight, **carioca)).over
    nine = [*eight, out("Bob", Ann=5)]
    assert sheet_of(document("contract", *nine, **carioca)).over
    error = refused(document("contract", *nine, out("Ann", Bob=5), **carioca))
    assert error.place == "rounds[10]"


def test_an_answer_has_the_contract_as_it_is_written_and_the_cards_dealt() -> None:
    rules = {"contracts": "2S3,s3  r4 , S4 r5p r5p s3! ", "deal": " 9, 10 12", "values": "2-K 1"}
    rounds = score("contract", *[out("Ann", Bob=5)] * 3, players=TWO, **rules)["rounds"]
    assert [round["contract"] for round in rounds] == ["2s3", "s3 r4", "s4 2r5p s3!"]
    assert [round["cards_dealt"] for round in rounds] == [9, 10, 12]
    read = sheet_of(document("contract", players=TWO, **rules)).game.rules
    assert (read.contracts, read.deal, read.values) == (
        "2s3, s3 r4, s4 2r5p s3!",
        "9 10 12",
        "2-K 1",
    )


def test_lines_say_who_went_out_at_once() -> None:
    round = at_once("Ann", Bob="9", Cem="4") | {"exact_cut": "Cem"}
    shanghai = {"preset": "shanghai", "exact_cut": 50}
    [judged] = score("contract", round, players=THREE, **shanghai)["rounds"]
    assert (judged["tags"], why(judged)) == (
        ["at-once"],
        [
            ("Bob", 5, "cards-left"),
            ("Cem", 5, "cards-left"),
            ("Cem", -50, "exact-cut"),
            ("Ann", -25, "at-once"),
        ],
    )


@walk(
    ("name", "text", "sentence"),
    {
        "no letter": (
            "contracts",
            "2s3, 2s3 x4",
            "“2s3 x4” is no contract: a set is written s3, a run r4.",
        ),
        "nothing": ("contracts", "2s3,", "“” is no contract: a set is written s3, a run r4."),
        "none alike": (
            "contracts",
            "0s3",
            "“0s3” is no contract: a set is written s3, a run r4.",
        ),
        "a set of two": (
            "contracts",
            "s2",
            "“s2”: a set is asked for 3 to 8 cards, a run for 3 to 13.",
        ),
        "a run of 14": (
            "contracts",
            "R14",
            "“R14”: a set is asked for 3 to 8 cards, a run for 3 to 13.",
        ),
        "five alike": ("contracts", "2s3 3s3", "“2s3 3s3” has more than 4 melds alike."),
        "25 cards": ("contracts", "r13 3s4", "“r13 3s4” has more than 24 cards."),
        "21 contracts": ("contracts", ", ".join(["s3"] * 21), "There can be up to 20 contracts."),
        "a deal in words": ("deal", "ten", "“ten” is no deal: every round deals 3 to 15 cards."),
        "a deal of two": ("deal", "2", "“2” is no deal: every round deals 3 to 15 cards."),
        "no deal": ("deal", "", "“” is no deal: every round deals 3 to 15 cards."),
        "three deals": ("deal", "7 8 9", "There are 7 contracts and 3 deals."),
        "eight left out": ("values", "2-7 5, 9-K 10", "The values leave out 8."),
        "kings left out": ("values", "2-Q 5", "The values leave out K."),
        "seven twice": ("values", "2-7 5, 7-K 10", "The values have 7 twice."),
        "backwards": ("values", "2-7 5, T-8 10", "The values leave out 8."),
        "downwards": ("values", "2-7 5, 8-6 10", "8 is above 6."),
        "51 points": (
            "values",
            "2-K 51",
            "“2-K 51” is no value: write ranks and their points, such as 2-7 5.",
        ),
        "no points": (
            "values",
            "2-7",
            "“2-7” is no value: write ranks and their points, such as 2-7 5.",
        ),
    },
)
def test_what_is_no_list_is_refused(name: str, text: str, sentence: str) -> None:
    error = refused(document("contract", players=TWO) | {"rules": {name: text}})
    assert (error.place, error.text()) == (f"rules.{name}", sentence)


@walk(
    ("round", "rules", "place", "sentence"),
    {
        "two contracts and three deals": (
            None,
            {"contracts": "2s3, 3s3", "deal": "7 8 9"},
            "rules.deal",
            "There are 2 contracts and 3 deals.",
        ),
        "one contract and three deals": (
            None,
            {"contracts": "4s3", "deal": "7 8 9"},
            "rules.deal",
            "There is one contract and 3 deals.",
        ),
        "a deal for seven": (
            None,
            {"contracts": "2s3, 3s3"},
            "rules.deal",
            "That deal is for seven contracts: say how many cards each round deals.",
        ),
        "at once where that brings nothing": (
            at_once("Ann", Bob=5),
            {},
            "rounds[0].ending",
            "Round 1: Going out at once brings nothing here.",
        ),
        "an exact cut where that brings nothing": (
            out("Ann", Bob=5) | {"exact_cut": "Bob"},
            {"preset": "carioca"},
            "rounds[0].exact_cut",
            "Round 1: “exact_cut” does not count in this game.",
        ),
        "a second player without cards": (
            at_once("Ann", Bob=""),
            {"preset": "continental"},
            "rounds[0].hands.Bob",
            "Round 1: Bob must have something left: Ann went out first.",
        ),
    },
)
def test_what_cannot_be_is_refused(
    round: Document | None, rules: Document, place: str, sentence: str
) -> None:
    rounds = [round] if round else []
    error = refused(document("contract", *rounds, players=TWO, **rules))
    assert (error.place, error.text()) == (place, sentence)


@walk(
    ("contract", "max_wild", "words"),
    {
        "two melds": ("s3 r7", 1, "a set of 3 and a run of 7, none with two jokers"),
        "one meld": ("s4", 1, "a set of 4, not with two jokers"),
        "any number of jokers": ("2s3 r5", 0, "two sets of 3 and a run of 5"),
        "three kinds": ("3s3 2r4 m5", 2, None),
        "pure": ("r13p!", 1, "a run of 13 without wild cards, all cards at once"),
        "four of each": ("4s3", 3, "four sets of 3, none with four jokers"),
    },
)
def test_a_contract_in_words(contract: str, max_wild: int, words: str | None) -> None:
    [listed] = read_contracts(contract)
    told = render(listed.contract(max_wild).name, [])
    usual = "three sets of 3, two runs of 4 and a mixed run of 5, none with three jokers"
    assert told == (words or usual)


@walk(
    ("name", "value", "words", "in_brief"),
    {
        "classic": ("contracts", "classic", "the seven of Contract Rummy", None),
        "contracts": (
            "contracts",
            "2s3, s3 r4!, m5",
            "two sets of 3; a set of 3 and a run of 4, all cards at once; a mixed run of 5",
            "3 contracts",
        ),
        "one contract": ("contracts", "4s3", "four sets of 3", "one contract"),
        "a deal for all": ("deal", "11", "11 in every round", None),
        "a deal for each": ("deal", "9 10 12", "9, 10, 12", None),
        "values": ("values", "2-9 5, T 7, J-K 10", "2 to 9: 5, T: 7, J to K: 10", None),
    },
)
def test_a_list_in_words(name: str, value: str, words: str, in_brief: str | None) -> None:
    rules = house_rules(variant_of("contract").rules_type)
    rule = next(rule for rule in rules if rule.name == name)
    assert render(rule.print(value), []) == words
    assert render(rule.print_briefly(value), []) == (in_brief or words)


def test_lists_of_presets_are_among_the_values_of_a_rule() -> None:
    contract = variant_of("contract")
    values = {rule.name: rule for rule in house_rules(contract.rules_type)}
    assert other_values(contract, values["deal"], None) == (
        *("pagat", "bicycle", "rising"),
        *("11", "12", "7 8 9 10 11 12 13"),
    )
    assert other_values(contract, values["corner"], None) == (True, False)


@walk(
    ("preset", "round", "hand", "yes", "left"),
    {
        "a joker in the set": ("shanghai", 5, "7S 7H JK 4D 5D 6D 7D 8D 9D TD KC", True, "KC"),
        "two jokers in the set": ("shanghai", 5, "KS JK JK 4D 5D 6D 7D 8D 9D TD QC", False, None),
        "a corner": ("carioca", 3, "QS KS AS 2S 4H 5H 6H 7H", True, ""),
        "no corner": ("plain", 3, "QS KS AS 2S 4H 5H 6H 7H", False, None),
        "the royal run": ("carioca", 9, "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", True, ""),
        "a joker in it": ("carioca", 9, "AH 2H 3H 4H JK 6H 7H 8H 9H TH JH QH KH", False, None),
        "a card beside it": (
            "carioca",
            9,
            "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH KS",
            False,
            None,
        ),
        "a pure set": ("telefunken", 1, "7S 7H 7D JK", True, "JK"),
        "no pure set": ("telefunken", 1, "7S 7H JK KD", False, None),
        "more than asked": ("telefunken", 7, "2S 3S 4S 5S 6S 7S 8S 9S", True, ""),
    },
)
def test_whether_a_hand_meets_its_contract(
    preset: str, round: int, hand: str, yes: bool, left: str | None
) -> None:
    asked = {"variant": "contract", "preset": preset, "round": round, "hand": hand, "ask": True}
    answered = answer_melds(asked).as_json()
    assert answered["yes"] == yes
    if left is not None:
        assert answered["unmatched"] == left


def test_a_mixed_run_takes_any_suits() -> None:
    asked = {
        "variant": "contract",
        "rules": {"contracts": "m5!, s3", "deal": "10"},
        "round": 1,
        "hand": "3S 4H 5D 6C JK 8S",
        "ask": True,
    }
    assert answer_melds(asked).as_json()["yes"] is True
    assert answer_melds(asked | {"hand": "3S 4H 5D 6C KS"}).as_json()["notes"] == [
        "Missing in a run, for example: 7"
    ]


def test_a_round_after_the_last_contract_has_no_question() -> None:
    asked = {"variant": "contract", "preset": "shanghai", "hand": "7S 7H 7D", "ask": True}
    assert answer_melds(asked | {"round": 10}).as_json()["yes"] is False
    assert answer_melds_refused(asked | {"round": 11}) == "Choose the round, from 1 to 10."


def answer_melds_refused(asked: Document) -> str:
    """Return the reason why a question is rejected."""
    try:
        answer_melds(asked)
    except RuleError as error:
        return render(error.message, [])
    raise AssertionError("the question was answered")


OF_ITS_TIME = {
    "jokers_per_deck": 1,
    "run_length": 3,
    "deal": "bicycle",
    "exact_cut": 50,
    "ace_value": 15,
    "joker_value": 15,
    "twos_wild": False,
}


def test_a_document_from_before_lists_means_what_it_meant() -> None:
    old = document("contract", *[out("Ann", Bob="K 9 2 A", Cem="JK")] * 7, players=THREE)
    answered = score("contract", *old["rounds"], players=THREE, **OF_ITS_TIME)
    assert (answered["totals"], answered["over"]) == ({"Ann": 0, "Bob": 252, "Cem": 105}, True)
    assert [round["cards_dealt"] for round in answered["rounds"]] == [10, 10, 10, 10, 12, 12, 12]
    assert answered["rounds"][1]["contract"] == "set run"
    meld = out("Ann", Bob={"melds": ["7S 8S 9S"], "unmatched": ""}, Cem=5)
    assert points("contract", meld, players=THREE, **OF_ITS_TIME) == (0, 24, 5)
