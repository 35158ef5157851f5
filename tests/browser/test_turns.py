"""The order of hands while typing: the steps of `static/turns.js`, without a page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from scorekeeper.config import resource_dir
from tests.support.walks import walk

FALSE = ("isUpcard", "isFirst", "isOut", "isWhole", "isSpared", "asksLeft")


def hand(seat: int | str, *is_true: str, given: bool = False) -> dict[str, Any]:
    """Return a hand as `turns.js` describes it, empty unless it is `given`."""
    known = dict.fromkeys(FALSE, False) | dict.fromkeys(is_true, True)
    return {"seat": str(seat), "isEmpty": not given} | known


def table(*hands: dict[str, Any], pairs: bool = False) -> dict[str, Any]:
    """Return the hands of a round as `turns.js` describes them."""
    return {"hands": hands, "pairs": pairs}


class Turns:
    """The state of `turns.js`, with the current hand."""

    def __init__(self, page: Page) -> None:
        page.add_script_tag(path=resource_dir("static") / "turns.js")
        self.page = page
        self.turn = page.evaluate("() => turns.NOBODY")

    def step(self, name: str, *more: object) -> dict[str, Any]:
        """Take a step, and return the state after it."""
        self.turn = self.page.evaluate(f"(given) => turns.{name}(...given)", [self.turn, *more])
        return self.turn

    def ask(self, question: str, known: dict[str, Any]) -> Any:
        """Return the answer to a question, or the seat if the answer is a hand."""
        found = self.page.evaluate(f"(given) => turns.{question}(...given)", [self.turn, known])
        return found["seat"] if isinstance(found, dict) else found


@pytest.fixture
def turns(page: Page) -> Turns:
    """The turns of a round without a current hand."""
    return Turns(page)


def test_at_first_nobody_gives_a_hand_and_none_is_given_whole(turns: Turns) -> None:
    assert turns.turn == {"at": None, "part": "+", "open": [], "givesWhole": False}


def test_hands_are_asked_for_in_order_of_play_from_the_one_being_given(turns: Turns) -> None:
    three = table(hand(0), hand(1), hand(2))
    assert turns.ask("waiting", three) == "0"
    turns.step("take", three, "1")
    assert turns.ask("next", three) == "2"
    assert turns.ask("next", table(hand(0), hand(1, given=True), hand(2, given=True))) == "0"
    assert turns.ask("next", table(*(hand(seat, given=True) for seat in range(3)))) is None


def test_the_upcard_comes_first(turns: Turns) -> None:
    players = (hand(0), hand(1))
    assert turns.ask("waiting", table(hand("upcard", "isUpcard"), *players)) == "upcard"
    upcard = hand("upcard", "isUpcard", given=True)
    assert turns.ask("waiting", table(upcard, *players)) == "0"


def test_a_hand_whose_count_decides_comes_before_the_order_of_play(turns: Turns) -> None:
    three = table(hand(0), hand(1), hand(2, "isFirst"), pairs=True)
    assert turns.ask("waiting", three) == "2"
    assert turns.step("take", three, "0")["open"] == ["2", "0"]
    assert turns.step("back", three)["at"] == "2"
    assert turns.step("back", three)["at"] == "2", "no hand comes before it"
    turns.step("take", three, "1")
    assert turns.ask("next", three) == "2"


@walk("why", ["isOut", "isSpared"])
def test_a_hand_that_is_not_asked_for_is_passed_over(turns: Turns, why: str) -> None:
    assert turns.ask("waiting", table(hand(0, why), hand(1))) == "1"


@walk(
    ("hands", "seat", "opened"),
    [
        ([hand(0), hand(1), hand(2)], 0, ["0", "1"]),
        ([hand(0), hand(1), hand(2)], 1, ["0", "1"]),
        ([hand(0), hand(1), hand(2)], 2, ["2"]),
        ([hand(0), hand(1, "isOut"), hand(2)], 0, ["0", "2"]),
        ([hand(0), hand(1, "isWhole")], 0, ["0"]),
        ([hand(0), hand(1, "isSpared")], 1, ["1"]),
        ([hand("upcard", "isUpcard"), hand(0), hand(1)], "upcard", ["upcard"]),
    ],
)
def test_two_hands_have_their_keys_at_once(
    turns: Turns, hands: list[dict[str, Any]], seat: int | str, opened: list[str]
) -> None:
    assert turns.step("take", table(*hands, pairs=True), str(seat))["open"] == opened
    assert turns.step("take", table(*hands), str(seat))["open"] == [str(seat)]


def test_of_two_hands_with_keys_the_other_one_comes_before_those_without(turns: Turns) -> None:
    three = table(hand(0), hand(1), hand(2), pairs=True)
    turns.step("take", three, "1")
    assert turns.ask("next", three) == "0"
    assert turns.ask("waiting", three) == "2"


def test_what_was_put_down_comes_before_what_is_left(turns: Turns) -> None:
    two = table(hand(0), hand(1, "asksLeft"))
    assert turns.step("take", two, "1")["part"] == "+"
    assert turns.ask("hasMore", two)
    assert turns.step("take", two, "1", "/")["part"] == "/"
    assert not turns.ask("hasMore", two)
    assert turns.step("take", two, "0", "/")["part"] == "+", "whoever went out has nothing left"
    assert not turns.ask("hasMore", two)


def test_going_back_leads_to_what_was_given_before(turns: Turns) -> None:
    three = table(hand(0), hand(1, "isOut"), hand(2, "asksLeft"))
    turns.step("take", three, "2", "/")
    assert (turns.step("back", three)["at"], turns.turn["part"]) == ("2", "+")
    assert turns.step("back", three)["at"] == "0"
    assert turns.step("back", three)["at"] == "0"


def test_a_hand_that_is_left_has_no_keys(turns: Turns) -> None:
    turns.step("take", table(hand(0), hand(1)), "0")
    turns.turn["givesWhole"] = True
    nobody = {"at": None, "part": "+", "open": [], "givesWhole": True}
    assert turns.step("leave") == nobody
