"""The sheet: dealers, targets, called games, void rounds, adjustments, and refolding."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.game import round_ruling
from scorekeeper.rummy.game.facts import Game, rules_in_force, stating_every_rule
from scorekeeper.rummy.game.sheet import fold
from scorekeeper.rummy.judging.judge import judge_round
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import Round, RuleError
from scorekeeper.rummy.ruling import Ruling
from scorekeeper.rummy.variant import Variant
from tests.support.documents import (
    STOCK,
    THREE,
    VOID,
    Document,
    adjusted,
    document,
    gin,
    knock,
    out,
    refused,
    score,
    sheet_of,
    variant_of,
)
from tests.support.walks import walk


def dealers(answered: Document) -> list[str | None]:
    """Return the dealer of each round, and the next dealer."""
    return [*(round["dealer"] for round in answered["rounds"]), answered["next_dealer"]]


A_ROUND = knock("Ann", Ann=1, Bob=2, Cem=3)


@walk(
    ("rounds", "expected"),
    {
        "the first player deals first": ([], ["Ann"]),
        "then to the left, around": ([A_ROUND] * 3, ["Ann", "Bob", "Cem", "Ann"]),
        "void: again": ([A_ROUND, VOID, VOID], ["Ann", "Bob", "Bob", "Bob"]),
        "to the left of who really dealt": (
            [A_ROUND | {"dealer": "Cem"}, A_ROUND],
            ["Cem", "Ann", "Bob"],
        ),
        "void: again by who dealt": ([VOID | {"dealer": "Cem"}], ["Cem", "Cem"]),
    },
)
def test_the_deal_goes_round(rounds: list[Document], expected: list[str]) -> None:
    assert dealers(score("knock", *rounds, players=THREE)) == expected


def test_another_player_may_deal_first() -> None:
    written = document("knock", A_ROUND, players=THREE) | {"dealer": "Cem"}
    sheet = sheet_of(written)
    assert (sheet.rounds[0].dealer, sheet.next_dealer) == (Seat(2), Seat(0))


@walk(
    ("dealer", "warnings"),
    {
        "in turn": ("Ann", []),
        "out of turn": ("Bob", ["It was Ann’s deal, but Bob dealt."]),
    },
)
def test_a_dealer_out_of_turn_is_warned_of(dealer: str, warnings: list[str]) -> None:
    for round in (A_ROUND, VOID):
        answered = score("knock", round | {"dealer": dealer}, players=THREE)
        assert answered["rounds"][0]["warnings"] == warnings


def test_a_hand_left_out_by_who_ended_the_round_is_known_to_be_empty() -> None:
    sheet = sheet_of(document("gin", gin("Ann", Bob=3)))
    laid = sheet.rounds[0].ruling.laid
    assert [hand.unmatched for hand in laid.values()] == [(), None]


def test_nothing_is_laid_off_where_no_meld_lies_open() -> None:
    sheet = sheet_of(document("knock", A_ROUND, VOID, players=THREE))
    assert [round.ruling.layoffs for round in sheet.rounds] == [(), ()]


def test_totals_run_through_the_rounds() -> None:
    rounds = [A_ROUND, VOID, adjusted(VOID, "Bob", -4), A_ROUND]
    sheet = sheet_of(document("knock", *rounds, players=THREE))
    assert [round.totals for round in sheet.rounds] == [
        (3, 0, 0),
        (3, 0, 0),
        (3, -4, 0),
        (6, -4, 0),
    ]
    assert [round.number for round in sheet.rounds] == [1, 2, 3, 4]
    assert sheet.totals == (6, -4, 0)


@walk(
    ("variant", "rounds"),
    {
        "gin": ("gin", [gin("Ann", Bob=75)]),
        "knock": ("knock", [knock("Ann", Ann=1, Bob=100)] * 2),
        "basic": ("basic", [out("Ann", Bob=100)]),
    },
)
def test_nothing_is_played_after_the_end(variant: str, rounds: list[Document]) -> None:
    rules = {"target": 100}
    assert score(variant, *rounds, **rules)["over"]
    error = refused(document(variant, *rounds, VOID, **rules))
    number = len(rounds)
    assert (error.place, error.text()) == (
        f"rounds[{number}]",
        f"Round {number + 1}: The game was over after round {number}.",
    )


def test_an_adjustment_may_end_the_game() -> None:
    answered = score("gin", adjusted(VOID, "Bob", 100))
    assert (answered["over"], answered["winners"]) == (True, ["Bob"])


def test_a_called_game_is_over_without_bonuses() -> None:
    answered = score("gin", knock("Ann", Ann=1, Bob=31), preset="modern", called=True)
    assert (answered["over"], answered["bonuses"], answered["final"], answered["winners"]) == (
        True,
        [],
        {"Ann": 30, "Bob": 0},
        ["Ann"],
    )
    assert answered["next_dealer"] is None


def test_a_called_game_has_no_bonus_though_the_target_was_reached() -> None:
    answered = score("manipulation", out("Ann", Bob=140), called=True)
    assert (answered["bonuses"], answered["final"]) == ([], {"Ann": 165, "Bob": 0})


@walk(
    ("variant", "round", "winners"),
    {
        "the most points": ("knock", knock("Ann", Ann=1, Bob=9), ["Ann"]),
        "or the fewest": ("three-thirteen", out("Ann", Bob=9), ["Ann"]),
        "equals share": ("knock", knock("Ann", Ann=9, Bob=9), ["Ann", "Bob"]),
        "nobody scored: all share": ("gin", STOCK, ["Ann", "Bob"]),
    },
)
def test_a_called_game_is_won_by_the_best_total(
    variant: str, round: Document, winners: list[str]
) -> None:
    assert score(variant, round, called=True)["winners"] == winners


def test_a_called_game_is_won_by_the_total_whoever_was_to_win_by_the_target() -> None:
    rounds = [knock("Bob", Ann=91, Bob=1), knock("Ann", Ann=1, Bob=50)]
    assert score("gin", *rounds, called=True, winner_by="target")["winners"] == ["Bob"]


@walk(
    ("rounds", "cards"),
    {
        "at the start": ([], 3),
        "after a round": ([out("Ann", Bob=1)], 4),
        "after a void round": ([out("Ann", Bob=1), VOID], 4),
    },
)
def test_the_sheet_knows_the_next_deal(rounds: list[Document], cards: int) -> None:
    assert sheet_of(document("three-thirteen", *rounds)).next_deal.hand_size == cards


def test_there_is_no_deal_of_fourteen_cards() -> None:
    sheet = sheet_of(document("three-thirteen", *[out("Ann", Bob=0)] * 11))
    assert sheet.next_deal.hand_size == 13


def test_an_unknown_preset_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(RuleError) as caught:
        rules_in_force(variant_of("knock"), "hoyle", {})
    assert caught.value.where == ("preset",)
    assert caught.value.text() == ("There is no preset “hoyle” here, only plain, bicycle, split.")


def test_overrides_win_over_the_preset_and_the_preset_over_the_defaults() -> None:
    rules = rules_in_force(variant_of("gin"), "modern", {"box_bonus": 5})
    assert (rules.box_bonus, rules.undercut_bonus, rules.gin_bonus) == (5, 25, 25)


def test_a_game_is_folded_from_its_rounds() -> None:
    sheet = fold(Game(variant_of("gin"), ("Ann", "Bob")))
    assert (sheet.rounds, sheet.totals, sheet.over, sheet.winners) == ((), (0, 0), False, ())
    assert (sheet.game.preset, sheet.next_dealer, sheet.bonuses) == ("plain", Seat(0), ())


def test_a_game_that_states_every_rule_plays_by_them_under_any_preset() -> None:
    game = sheet_of(document("gin", preset="pagat", tie="knocker")).game
    stated = stating_every_rule(game)
    assert stated.rules == game.rules
    assert stated.changes == (("tie", "knocker"),)
    assert replace(stated, preset="modern").rules == game.rules


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[Round]:
    """The rounds judged during the test."""
    rounds: list[Round] = []

    def judge(variant: Variant, rules: Any, deal: Deal, round: Round, seats: Any) -> Ruling:
        rounds.append(round)
        return judge_round(variant, rules, deal, round, seats)

    monkeypatch.setattr(round_ruling, "judge_round", judge)
    return rounds


NINE, EIGHT, SEVEN = (gin("Ann", Ann=0, Bob=points) for points in (9, 8, 7))
OUT = out("Ann", Ann=0, Bob="K")


@pytest.mark.parametrize(
    ("variant", "rounds", "after", "again"),
    [
        pytest.param("gin", [NINE, EIGHT], [0, 1, None], [2], id="one more"),
        pytest.param("gin", [NINE, EIGHT, SEVEN], [0, 1], [], id="the last removed"),
        pytest.param("gin", [NINE, EIGHT, SEVEN], [None, 1, 2], [0], id="the first corrected"),
        pytest.param("gin", [NINE, EIGHT, SEVEN], [1, 2], [], id="the first removed"),
        pytest.param("gin", [NINE, EIGHT | {"dealer": "Bob"}], [1], [0], id="names its dealer"),
        pytest.param("three-thirteen", [OUT, OUT, VOID], [1, 2], [0, 1], id="dealt otherwise"),
    ],
)
def test_only_changed_rounds_are_judged_again(
    variant: str,
    rounds: list[Document],
    after: list[int | None],
    again: list[int],
    judged: list[Round],
) -> None:
    game = read_game(document(variant, *rounds))
    known = fold(game)
    [new] = read_game(document(variant, rounds[0])).rounds
    changed = replace(
        game, entries=tuple(new if place is None else game.rounds[place] for place in after)
    )
    judged.clear()
    assert fold(changed, known).rounds
    assert judged == [changed.rounds[index] for index in again]


def test_rounds_judged_by_other_rules_are_judged_again(judged: list[Round]) -> None:
    game = read_game(document("gin", NINE))
    other = read_game(document("gin", NINE, gin_bonus=10))
    known = fold(replace(other, entries=game.rounds))
    judged.clear()
    assert fold(game, known) == fold(game)
    assert len(judged) == 2
