"""Lay-offs on melds that stay unchanged, allowed or not by the rules of each game."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy import RuleError, answer_melds
from tests.support.walks import walk


def asked(variant: str, table: str, card: str, **more: Any) -> dict[str, Any]:
    """Return the answer to the question about laying off a card. Bars separate the melds."""
    melds = [meld.strip() for meld in table.split("|")] if table else []
    question = {"variant": variant, "table": melds, "ask": "add", "card": card}
    return answer_melds(question | more).as_json()


@walk(
    ("variant", "table", "card", "on"),
    [
        # Both ends of a run, but not its middle and no other suit
        ("basic", "7S 8S 9S", "6S", [1]),
        ("basic", "7S 8S 9S", "TS", [1]),
        ("basic", "7S 8S 9S", "JS", []),
        ("basic", "7S 8S 9S", "TH", []),
        # The fourth of a set. With one deck there is no fifth
        ("basic", "5S 5H 5D", "5C", [1]),
        ("basic", "5S 5H 5D", "6D", []),
        # Every meld that takes it
        ("basic", "7S 8S 9S | TH TD TC", "TS", [1, 2]),
        # The joker of a run keeps representing its card
        ("basic", "7S 8S JK", "TS", [1]),
        ("basic", "7S 8S JK", "9S", []),
        ("basic", "JK 7S 8S", "9S", [1]),
        ("basic", "7S JK 9S", "8S", []),
        # The joker of a set of three can be either of two cards, and gives way
        ("basic", "5S 5H JK", "5D", [1]),
        ("basic", "5S 5H 5D JK", "5C", []),
        ("basic", "5S 5H JK=5C", "5C", []),
        ("basic", "5S 5H JK=5C", "5D", [1]),
        # A joker goes wherever there is room
        ("basic", "5S 5H 5D", "JK", [1]),
        ("basic", "5S 5H 5D 5C", "JK", []),
        ("basic", "7S 8S 9S", "JK", [1]),
        ("basic", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "JK", []),
        # The ace is low in Basic Rummy
        ("basic", "2S 3S 4S", "AS", [1]),
        ("basic", "JS QS KS", "AS", []),
        # It is low or high in the other games, and ends its run
        ("contract", "TS JS QS KS", "AS", [1]),
        ("contract", "JS QS KS AS", "2S", []),
        ("rami", "JS QS KS", "AS", [1]),
        ("rami", "2S 3S 4S", "AS", [1]),
        ("rami", "QS KS AS", "2S", []),
        ("rummy-500", "QS KS AS", "JS", [1]),
        ("rummy-500", "JS QS KS", "AS", [1]),
        # In Contract Rummy a set can have a suit twice, and any number of cards
        ("contract", "5S 5H 5S", "5H", [1]),
        ("contract", "5S 5H 5D 5C", "5S", [1]),
        ("contract", "5S 5H JK", "5S", [1]),
        ("contract", "5S 5H 5D 5C", "JK", [1]),
        ("contract", "5S 5H 5D", "6S", []),
        # In Rami a suit is in a set once
        ("rami", "5S 5H 5D", "5S", []),
        ("rami", "5S 5H 5D", "5C", [1]),
    ],
)
def test_on_which_melds_a_card_goes(variant: str, table: str, card: str, on: list[int]) -> None:
    answer = asked(variant, table, card)
    assert (answer["legal"], answer["yes"], answer["on"]) == (True, bool(on), on)
    assert ("melds" in answer) == bool(on)
    if len(on) > 1:
        assert answer["verdict"] == "Yes: it goes on any of these melds: 1, 2."


def test_an_ace_goes_above_the_king_where_it_counts_eleven() -> None:
    assert asked("basic", "JS QS KS", "AS", rules={"ace_value": 11})["on"] == [1]


def test_a_set_of_two_decks_may_have_a_suit_twice_in_basic_rummy() -> None:
    assert asked("basic", "5S 5H 5D", "5S", players=6)["on"] == [1]
    with pytest.raises(RuleError, match="twice"):
        asked("basic", "5S 5H 5D", "5S")


@walk(
    ("card", "verdict"),
    [
        ("2S", "No: the ace is high there, and nothing follows it."),
        ("2H", "No: it goes on none of these melds."),
        ("3S", "No: it goes on none of these melds."),
    ],
)
def test_nothing_follows_a_high_ace(card: str, verdict: str) -> None:
    assert asked("rami", "QS KS AS | AH AD AC", card)["verdict"] == verdict


@walk(
    ("table", "card", "on"),
    [
        # A wild two goes on anything, also as itself
        ("5S 6S 7S 8S", "2H", [1]),
        ("3S 4S 5S 6S", "2S", [1]),
        ("9S 9H 9D", "2C", [1]),
        # On the table it is itself if possible, and otherwise represents a card
        ("2S 3S 4S 5S", "6S", [1]),
        ("2H 5S 6S 7S", "4S", []),
        ("2H 5S 6S 7S", "3S", [1]),
        ("9S 9H 2D", "9C", [1]),
        ("2S 3S 2H 5S", "6S", [1]),
    ],
)
def test_twos_may_be_wild_in_contract_rummy(table: str, card: str, on: list[int]) -> None:
    assert asked("contract", table, card, rules={"twos_wild": True})["on"] == on


@walk(
    ("variant", "table", "card", "melds"),
    [
        ("basic", "8S 7S 9S | 5S 5H 5D", "6S", ["6S 7S 8S 9S", "5S 5H 5D"]),
        ("basic", "5S 5H JK | 7S 8S 9S", "5D", ["5S 5H JK 5D", "7S 8S 9S"]),
        ("basic", "7S 8S JK", "TS", ["7S 8S JK=9S TS"]),
        ("basic", "7S 8S 9S", "JK", ["7S 8S 9S JK=TS"]),
        ("rami", "QS KS AS", "JK", ["JK=JS QS KS AS"]),
        ("rami", "JS QS KS", "AS", ["JS QS KS AS"]),
    ],
)
def test_the_new_table_has_the_card(variant: str, table: str, card: str, melds: list[str]) -> None:
    answer = asked(variant, table, card)
    assert answer["melds"] == melds
    assert asked(variant, "|".join(melds), "KD")["legal"]


def test_a_wild_two_stays_a_two_on_the_new_table() -> None:
    wild = {"twos_wild": True}
    answer = asked("contract", "2H 5S 6S 7S", "2C", rules=wild)
    assert answer["melds"] == ["2H 5S 6S 7S 2C"]
    assert asked("contract", "2H 5S 6S 7S 2C", "9S", rules=wild)["on"] == [1]


@walk(
    ("variant", "table", "card", "joker_in", "sentence"),
    [
        ("basic", "7S 8S JK", "9S", [1], "you may put it there and take the joker"),
        ("rami", "7S 8S JK", "9S", [1], "at many tables you may put it there"),
        ("contract", "6S 7S 8S JK", "9S", [1], "and stays"),
        # Also if it goes on another meld
        ("basic", "9H 9D 9C | 7S 8S JK", "9S", [2], "The joker of meld 2"),
        ("basic", "5S 5H JK", "5D", [1], "The joker of meld 1"),
        ("contract", "5S 5H JK", "5S", [1], "The joker of meld 1"),
    ],
)
def test_what_holds_where_a_joker_stands_for_the_card(
    variant: str, table: str, card: str, joker_in: list[int], sentence: str
) -> None:
    answer = asked(variant, table, card)
    assert answer["joker_in"] == joker_in
    assert sentence in answer["joker"]


def test_a_joker_of_another_card_is_no_matter() -> None:
    assert "joker" not in asked("basic", "7S 8S JK", "6S")


@walk(
    ("variant", "verdict"),
    [
        ("rami", "No: you have to open first."),
        ("contract", "No: your contract has to be on the table first."),
    ],
)
def test_who_has_not_opened_may_lay_off_nothing(variant: str, verdict: str) -> None:
    answer = asked(variant, "6S 7S 8S 9S", "TS", opened=False)
    assert (answer["yes"], answer["on"], answer["verdict"]) == (False, [], verdict)
    assert asked(variant, "6S 7S 8S 9S", "TS", opened=True)["yes"]


@pytest.mark.parametrize("variant", ["basic", "rummy-500"])
def test_nobody_has_to_open_in_other_games(variant: str) -> None:
    with pytest.raises(RuleError, match="nobody has to open") as refused:
        asked(variant, "7S 8S 9S", "TS", opened=False)
    assert refused.value.where == ("opened",)


def test_whether_one_has_opened_is_yes_or_no() -> None:
    with pytest.raises(RuleError, match="true or false"):
        asked("rami", "7S 8S 9S", "TS", opened="no")


@walk(
    ("variant", "table", "fault", "text"),
    [
        ("basic", "7S 8S", "too-short", "A meld has at least three."),
        ("contract", "7S 8S 9S", "too-short", "A run has at least 4 cards here."),
        ("basic", "QS KS AS", "corner", "here the ace comes only before the two"),
        ("rami", "KS AS 2S", "corner", "the two does not follow it"),
        ("rami", "5S 5H 5S", "twice", "A set has each suit once."),
        ("basic", "7S JK JK", "joker-unclear", "Choose the card that the joker stands for."),
    ],
)
def test_a_table_with_what_is_no_meld_is_not_laid_anew(
    variant: str, table: str, fault: str, text: str
) -> None:
    answer = asked(variant, table, "4D")
    assert (answer["legal"], answer["layout"], answer["kept"]) == (False, None, None)
    assert answer["verdict"] == "Not all of these are melds."
    [found] = answer["faults"]
    assert found["fault"] == fault
    assert text in found["text"]


@pytest.mark.parametrize("question", [{"ask": "play", "hand": "TS"}, {"hand": "TS"}])
def test_nothing_else_is_asked_where_melds_stay(question: dict[str, Any]) -> None:
    with pytest.raises(RuleError, match="Melds stay as they lie here") as refused:
        answer_melds({"variant": "basic", "table": ["7S 8S 9S"]} | question)
    assert refused.value.where == ("ask",)


def test_a_table_alone_is_asked_whether_it_is_legal() -> None:
    assert answer_melds({"variant": "basic", "table": ["7S 8S 9S"]}).as_json()["legal"]


@walk("variant", ["basic", "contract", "rami", "rummy-500"])
def test_a_table_that_is_not_legal_stays_as_it_lies(variant: str) -> None:
    question = {"variant": variant, "table": ["7S 8S 9S", "5S 5H KD"], "ask": "table"}
    answer = answer_melds(question).as_json()
    assert (answer["legal"], answer["verdict"]) == (False, "Not all of these are melds.")
    assert "melds" not in answer


SUIT = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
SCALA_40 = {"preset": "scala-40"}
JOKERS = {"players": 5, "preset": "pagat"}


@walk(
    ("variant", "table", "card", "more", "laid"),
    {
        "two decks": ("rummy-500", f"AS {SUIT}", "AS", {"players": 5}, f"AS {SUIT} AS"),
        "below the two": ("rummy-500", f"{SUIT} AS", "AS", {"players": 5}, f"AS {SUIT} AS"),
        "no card but an ace": ("rummy-500", f"AS {SUIT}", "2S", {"players": 5}, None),
        "no third ace": ("rummy-500", f"AS {SUIT} JK", "AS", JOKERS, None),
        "nothing follows": ("rummy-500", f"AS {SUIT} AS", "JK", JOKERS, None),
        "a joker": ("rummy-500", f"AS {SUIT}", "JK", JOKERS, f"AS {SUIT} JK=AS"),
        "one deck": ("rummy-500", f"AS {SUIT}", "JK", {"players": 4, "preset": "pagat"}, None),
        "Scala 40": ("rami", f"AS {SUIT}", "JK", SCALA_40, f"AS {SUIT} JK=AS"),
        "Scala 40, the joker first": (
            "rami",
            f"JK=AS {SUIT}",
            "AS",
            SCALA_40,
            f"JK=AS {SUIT} AS",
        ),
        "a Scala of fourteen": ("rami", f"AS {SUIT} JK", "4H", SCALA_40, None),
        "Rami 51": ("rami", f"AS {SUIT}", "JK", {}, None),
        "Rommé": ("rami", f"AS {SUIT}", "AS", {"preset": "romme"}, None),
        "Contract Rummy": ("contract", f"AS {SUIT}", "AS", {}, None),
    },
)
def test_a_run_goes_from_ace_to_ace_by_the_rules_of_the_game(
    variant: str, table: str, card: str, more: dict[str, Any], laid: str | None
) -> None:
    answer = asked(variant, table, card, **more)
    assert (answer["legal"], answer["yes"]) == (True, laid is not None)
    assert answer.get("melds") == (None if laid is None else [laid])


@walk(
    ("variant", "table", "more", "fault", "text"),
    {
        "fifteen": (
            "rummy-500",
            f"AS {SUIT} AS JK",
            JOKERS,
            "too-long",
            "A run has at most fourteen.",
        ),
        "fourteen of one deck": (
            "rummy-500",
            f"AS {SUIT} JK",
            JOKERS | {"players": 4},
            "too-long",
            "A run has at most thirteen.",
        ),
        "two aces of a short run": (
            "rummy-500",
            "AS AS 2S 3S",
            {"players": 5},
            "twice",
            "A run has each number once.",
        ),
        "two sevens": (
            "rummy-500",
            f"7S {SUIT} AS",
            {"players": 5},
            "twice",
            "A run has each number once.",
        ),
        "fourteen in Rami 51": ("rami", f"AS {SUIT} JK", {}, "too-long", "at most thirteen"),
    },
)
def test_what_is_no_run_from_ace_to_ace_says_why(
    variant: str, table: str, more: dict[str, Any], fault: str, text: str
) -> None:
    [found] = asked(variant, table, "4D", **more)["faults"]
    assert found["fault"] == fault
    assert text in found["text"]


@walk(
    ("table", "card", "laid"),
    [
        ("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "AS", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"),
        ("2S 3S 4S", "AS", "AS 2S 3S 4S"),
        ("JS QS KS", "AS", "JS QS KS AS"),
    ],
)
def test_an_ace_that_fits_at_both_ends_is_laid_high(table: str, card: str, laid: str) -> None:
    assert asked("rummy-500", table, card)["melds"] == [laid]
