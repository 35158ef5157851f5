"""Phase 10: the points left in each hand, the phases laid down, and the winner."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy import RuleError, best_melds
from scorekeeper.rummy.game.places import places
from scorekeeper.rummy.house_rules import house_rules
from scorekeeper.rummy.messages import render
from scorekeeper.rummy.variants.phase_10_rules import Phase10Rules
from tests.support.documents import VOID, Document, document, out, refused, score, sheet_of
from tests.support.walks import walk

TWO, THREE = ("Ann", "Bob"), ("Ann", "Bob", "Cem")
TEN_CARDS = "1 2 3 4 5 6 7 8 9 10"


def without(left: Any) -> Document:
    """The hand of a player who did not lay the phase down."""
    return {"phase": False, "left": left}


def laid(left: Any, phase: Any = True) -> Document:
    """The hand of a player who laid the phase down."""
    return {"phase": phase, "left": left}


def play(*rounds: Document, players: tuple[str, ...] = THREE, **rules: Any) -> Document:
    """Return the answer to a game."""
    return score("phase-10", *rounds, players=players, **rules)


def any_order(*rounds: Document, **rules: Any) -> Document:
    """Return the answer to a game with phases in any order."""
    return play(*rounds, preset="any-order", **rules)


# The values of cards, and the players who advance


@walk(
    ("bob", "cem", "points", "phases"),
    {
        "three cards; ten cards": ("1 9 12", TEN_CARDS, [0, 20, 55], [2, 2, 1]),
        "a wild card and a skip": ("W SK", 5, [0, 40, 5], [2, 2, 2]),
        "60 without the phase, and with it": (without(60), laid(60), [0, 60, 60], [2, 1, 2]),
        "less than ten cards can count": (45, 5, [0, 45, 5], [2, 2, 2]),
        "more than four cards can count": (105, 250, [0, 105, 250], [2, 1, 1]),
        "as many cards as the phase leaves": ("W W W W", "12", [0, 100, 10], [2, 2, 2]),
        "said although it is clear": (laid("1"), without(TEN_CARDS), [0, 5, 55], [2, 2, 1]),
        "words and small letters": ("wild w", "skip sk", [0, 50, 30], [2, 2, 2]),
        "any card of a kind": ("1-9 1-9 10-12", "10-12", [0, 20, 10], [2, 2, 2]),
    },
)
def test_whoever_laid_the_phase_down_goes_on(
    bob: Any, cem: Any, points: list[int], phases: list[int]
) -> None:
    answer = play(out("Ann", Bob=bob, Cem=cem))
    assert [*answer["totals"].values()] == points
    assert [*answer["phase"].values()] == phases
    made = [name for name, phase in answer["phase"].items() if phase == 2]
    assert answer["rounds"][0]["phase"] == {"Ann": 1, "Bob": 1, "Cem": 1}
    assert answer["rounds"][0]["made"] == made


def test_a_skip_counts_25_by_a_house_rule() -> None:
    assert play(out("Ann", Bob="W SK", Cem=5), skip_value=25)["totals"]["Bob"] == 50


def test_a_void_round_counts_nowhere() -> None:
    answer = play(VOID, out("Ann", Bob=5, Cem=5))
    assert answer["rounds"][0]["made"] == []
    assert answer["rounds"][1]["phase"] == {"Ann": 1, "Bob": 1, "Cem": 1}
    assert answer["rounds"][1]["dealer"] == "Ann"


def test_who_joins_begins_with_the_first_phase() -> None:
    joins = {"between": {"joins": {"Dee": 40}}}
    answer = play(out("Ann", Bob=5, Cem=5), joins, players=(*THREE, "Dee"))
    assert answer["phase"] == {"Ann": 2, "Bob": 2, "Cem": 2, "Dee": 1}


def test_a_correction_moves_the_phases_after_it() -> None:
    first, second = out("Ann", Bob=5, Cem=5), out("Ann", Bob="W", Cem="W")
    assert play(first, second)["phase"] == {"Ann": 3, "Bob": 3, "Cem": 3}
    corrected = out("Ann", Bob=without(90), Cem=5)
    assert play(corrected, second)["phase"] == {"Ann": 3, "Bob": 2, "Cem": 3}


# The winner


EACH_OUT = [out("Ann", Bob=5), out("Bob", Ann=5)] * 5


@walk(
    ("rounds", "rules", "winners", "finals"),
    {
        "Bob is never out; Cem never through": (
            [out("Ann", Bob=5, Cem=without(50))] * 10,
            {},
            ["Ann"],
            [0, 50, 500],
        ),
        "alone through, with more points than others": (
            [
                *[out("Bob", Ann=without(60), Cem=40)] * 2,
                out("Cem", Ann=without(60), Bob=without(200)),
            ],
            {"phases": "2s3, s3 r4, s4 r4"},
            ["Cem"],
            [180, 200, 80],
        ),
        "the fewest points of those through": (
            [*[out("Ann", Bob=40)] * 9, out("Bob", Ann=laid(50))],
            {},
            ["Ann"],
            [50, 360],
        ),
        "the fewest points of all": (
            [out("Bob", Ann=5, Cem=10)] * 3,
            {"phases": "r7, r8, r9", "winner_by": "points"},
            ["Bob"],
            [15, 0, 30],
        ),
        "they are level and share": (EACH_OUT, {"tie_at_end": "share"}, ["Ann", "Bob"], [25, 25]),
    },
)
def test_the_winner(
    rounds: list[Document], rules: dict[str, Any], winners: list[str], finals: list[int]
) -> None:
    answer = play(*rounds, players=THREE[: len(finals)], **rules)
    assert (answer["over"], answer["winners"]) == (True, winners)
    assert [*answer["final"].values()] == finals
    assert answer["phase"] is None


def test_fewest_points_win_though_another_is_through() -> None:
    rounds = [out("Ann", Bob=without(50), Cem=30), out("Ann", Bob=without(50), Cem=30)]
    rounds += [out("Cem", Ann=laid(70), Bob=without(50))]
    by_phase = play(*rounds, phases="r7, r8, r6")
    by_points = play(*rounds, phases="r7, r8, r6", winner_by="points")
    assert (by_phase["winners"], by_points["winners"]) == (["Cem"], ["Cem"])


def test_the_level_ones_play_the_last_phase_again() -> None:
    level = play(*EACH_OUT, players=TWO)
    assert not level["over"]
    assert level["in"] == ["Ann", "Bob"]
    assert level["phase"] == {"Ann": 10, "Bob": 10}
    assert level["next_dealer"] == "Ann"
    after = play(*EACH_OUT, out("Bob", Ann=80), players=TWO)
    assert (after["over"], after["winners"]) == (True, ["Bob"])
    assert after["totals"] == {"Ann": 105, "Bob": 25}
    assert after["rounds"][-1]["phase"] == {"Ann": 10, "Bob": 10}


def test_all_others_are_out_when_the_last_phase_is_played_again() -> None:
    rounds = [out("Ann", Bob=5, Cem=without(50)), out("Bob", Ann=5, Cem=without(50))]
    answer = play(*rounds, phases="r7, r8")
    assert answer["in"] == ["Ann", "Bob"]
    assert answer["rounds"][-1]["eliminated"] == ["Cem"]
    assert answer["next_dealer"] == "Ann"
    void = play(*rounds, VOID, phases="r7, r8")
    assert not void["over"]
    points_agreed = {"between": {"adjust": {"Ann": 30}}}
    assert play(*rounds, points_agreed, phases="r7, r8")["in"] == ["Ann", "Bob"]
    over = play(*rounds, points_agreed, out("Ann", Bob=laid("W")), phases="r7, r8")
    assert (over["winners"], over["rounds"][-1]["made"]) == (["Ann"], ["Ann", "Bob"])


def test_the_last_phase_is_played_again_by_who_has_the_fewest_points() -> None:
    rounds = [out("Ann", Bob=10, Cem=15), out("Bob", Ann=10, Cem=without(95))]
    rules = {"phases": "r7, r8", "winner_by": "points"}
    assert play(*rounds, **rules)["in"] == ["Ann", "Bob"]


@walk(
    ("rounds", "winners"),
    {
        "level in phases, fewer points": ([out("Ann", Bob=5, Cem=without(60))], ["Ann"]),
        "more phases, more points": (
            [out("Ann", Bob=60 + 45, Cem=5), out("Cem", Ann=45, Bob=5)],
            ["Cem"],
        ),
        "in a replay they share": (
            EACH_OUT_OF_THREE := [
                *[out("Ann", Bob=5, Cem=without(50)), out("Bob", Ann=5, Cem=without(50))] * 5
            ],
            ["Ann", "Bob"],
        ),
        "after the end": ([out("Ann", Bob=5, Cem=without(50))] * 10, ["Ann"]),
    },
)
def test_a_game_that_is_ended_early(rounds: list[Document], winners: list[str]) -> None:
    assert play(*rounds, called=True)["winners"] == winners


def test_who_is_on_a_later_phase_comes_before_who_has_fewer_points() -> None:
    rounds = [out("Ann", Bob=without(50), Cem=45), out("Cem", Ann=without(50), Bob=without(60))]
    for rules, expected in (({}, (2, 3, 1)), ({"winner_by": "points"}, (2, 3, 1))):
        assert places(sheet_of(document("phase-10", *rounds, players=THREE, **rules))) == expected
    later = [*rounds, out("Bob", Ann=5, Cem=without(150))]
    placed = {
        winner_by: places(sheet_of(document("phase-10", *later, players=THREE, **rules)))
        for winner_by, rules in (("phase", {}), ("points", {"winner_by": "points"}))
    }
    assert placed == {"phase": (1, 3, 2), "points": (1, 2, 3)}


# Phases in any order


def test_each_hand_says_which_phase() -> None:
    hands = {"Ann": {"phase": 3}, "Bob": laid(5, 1), "Cem": without(60)}
    answer = any_order({"ending": "out", "by": "Ann", "hands": hands})
    assert answer["phase"] == {"Ann": [3], "Bob": [1], "Cem": []}
    assert answer["rounds"][0]["phase"] == {"Ann": [], "Bob": [], "Cem": []}


def test_all_phases_are_done_in_any_order() -> None:
    rounds = [
        {"ending": "out", "by": "Ann", "hands": {"Ann": {"phase": number}, "Bob": without(60)}}
        for number in (2, 1)
    ]
    assert any_order(*rounds, players=TWO, phases="r7, r8")["winners"] == ["Ann"]


def test_the_last_phase_is_played_again_in_any_order() -> None:
    rounds = [
        {"ending": "out", "by": by, "hands": {by: {"phase": number}, other: laid(5, number)}}
        for by, other, number in (("Ann", "Bob", 2), ("Bob", "Ann", 1))
    ]
    level = any_order(*rounds, players=TWO, phases="r7, r8")
    assert not level["over"]
    for hand in ({"phase": 2}, {"phase": True}):
        last = {"ending": "out", "by": "Ann", "hands": {"Ann": hand, "Bob": 5}}
        assert any_order(*rounds, last, players=TWO, phases="r7, r8")["winners"] == ["Ann"]


# Errors


@walk(
    ("rounds", "rules", "sentence"),
    {
        "no multiple of five": ([out("Ann", Bob=7, Cem=5)], {}, "7 is impossible: cards count 5"),
        "eleven cards": ([out("Ann", Bob=TEN_CARDS + " 11", Cem=5)], {}, "has 11 cards, but 10 is"),
        "nine of a number": (
            [out("Ann", Bob="9 9", Cem="9 9 9 9", Dee="9 9 9")],
            {},
            "The hands have too many 9 together: 9, but this game has only 8",
        ),
        "nine wild": ([out("Ann", Bob="W W W W", Cem="W W W", Dee="W W")], {}, "has only 8"),
        "five skips": ([out("Ann", Bob="SK SK", Cem="SK SK", Dee="SK")], {}, "has only 4"),
        "a number of cards that fits neither": (
            [out("Ann", Bob=5, Cem="1 2 3 4 5 6 7 8 9")],
            {},
            "Cem cannot have 9 cards: a player has ten before the phase, and at most 4 after it.",
        ),
        "two cards without the phase": (
            [out("Ann", Bob=without("1 2"), Cem=5)],
            {},
            "With 1 2 left Bob has laid the phase down.",
        ),
        "ten cards with the phase": (
            [out("Ann", Bob=laid(TEN_CARDS), Cem=5)],
            {},
            "With ten cards left Bob has not laid the",
        ),
        "30 without the phase": (
            [out("Ann", Bob=without(30), Cem=5)],
            {},
            "With 30 left Bob has laid the phase down",
        ),
        "200 with the phase": (
            [out("Ann", Bob=laid(200), Cem=5)],
            {},
            "With 200 left Bob has not laid the phase down",
        ),
        "unclear": ([out("Ann", Bob=5, Cem=60)], {}, "60: say whether Cem laid the phase down."),
        "out without the phase": (
            [out("Ann", Ann={"phase": False}, Bob=5, Cem=5)],
            {},
            "Nobody goes out without their phase.",
        ),
        "a number in order": ([out("Ann", Bob=laid(5, 1), Cem=5)], {}, "Phases come in order here"),
        "no number in any order": (
            [out("Ann", Ann={"phase": 2}, Bob=laid(5), Cem=5)],
            {"preset": "any-order"},
            "Say which phase Bob laid down.",
        ),
        "nothing said in any order": (
            [out("Ann", Ann={"phase": 1}, Bob=5, Cem=5)],
            {"preset": "any-order"},
            "Say which phase Bob laid down, or that it was none.",
        ),
        "nothing said of who went out": (
            [out("Ann", Bob=laid(5, 1), Cem=without(60))],
            {"preset": "any-order"},
            "Say which phase Ann laid down.",
        ),
        "no such phase": (
            [out("Ann", Ann={"phase": 11}, Bob=laid(5, 1), Cem=without(60))],
            {"preset": "any-order"},
            "There is no phase 11 for Ann to lay down.",
        ),
        "a phase done before": (
            [out("Ann", Ann={"phase": 1}, Bob=laid(5, 2), Cem=without(60))] * 2,
            {"preset": "any-order"},
            "Ann has laid down phase 1 before.",
        ),
        "no phase": ([out("Ann", Bob=laid(5, 0), Cem=5)], {}, "must be one of these: true, false"),
        "phase and no cards": (
            [out("Ann", Bob={"phase": True}, Cem=5)],
            {},
            "Bob’s hand is missing",
        ),
        "another without cards": (
            [out("Ann", Bob=0, Cem=5)],
            {},
            "a player without cards has gone out",
        ),
        "a whole hand": ([out("Ann", Bob={"hand": "1 2 3"}, Cem=5)], {}, "Colours are not entered"),
        "a king": ([out("Ann", Bob="K", Cem=5)], {}, "is not a card"),
        "more than a hand can count": ([out("Ann", Bob=255, Cem=5)], {}, "from 0 to 250"),
    },
)
def test_a_round_is_refused(rounds: list[Document], rules: dict[str, Any], sentence: str) -> None:
    players = (*THREE, "Dee") if "Dee" in rounds[0]["hands"] else THREE
    error = refused(document("phase-10", *rounds, players=players, **rules))
    assert sentence in error.text()


REPLAY = [out("Ann", Bob=5, Cem=without(50)), out("Bob", Ann=5, Cem=without(50))]


@walk(
    ("entry", "sentence"),
    {
        "a hand of who is out": (out("Ann", Bob=5, Cem=5), "Cem is not in the game now."),
        "somebody joins": ({"between": {"joins": {"Dee": 0}}}, "Nobody can join now"),
        "somebody leaves": ({"between": {"leaves": ["Bob"]}}, "Nobody can leave now"),
        "somebody comes back": ({"between": {"rejoins": ["Cem"]}}, "Nobody can join now"),
    },
)
def test_the_players_of_a_replay_stay_the_same(entry: Document, sentence: str) -> None:
    players = (*THREE, "Dee") if "Dee" in str(entry) else THREE
    written = document("phase-10", *REPLAY, entry, players=players, phases="r7, r8")
    assert sentence in refused(written).text()


# Lists of phases


@walk(
    ("text", "kept"),
    {
        "as it is kept": ("2s3, s3 r4, c7", "2s3, s3 r4, c7"),
        "capitals, no spaces": ("S3S3,R10", "2s3, r10"),
        "alike apart": ("s3 r3 s3", "s3 r3 s3"),
        "the printed ones": ("classic", "classic"),
    },
)
def test_a_list_of_phases_is_read(text: str, kept: str) -> None:
    assert play(phases=text)["rules"]["phases"] == kept


@walk(
    ("text", "words"),
    {
        "sets and runs": ("2s3, s3 r4", "2 sets of 3, set of 3, run of 4"),
        "two runs": ("2r5", "2 runs of 5"),
        "a colour, twice": ("c7, 2c3", "7 of one colour, 2 × 3 of one colour"),
        "the printed ones": ("classic", "the ten printed ones"),
    },
)
def test_a_list_of_phases_has_words(text: str, words: str) -> None:
    rule = house_rules(Phase10Rules)[0]
    assert render(rule.print(text), ()) == words


@walk(
    ("text", "sentence"),
    {
        "no meld": ("2s3 x4", "“2s3 x4” is no phase: a set of three is written s3"),
        "nothing": ("", "“” is no phase"),
        "one card too many": ("s5 s6", "“s5 s6” takes more than ten cards."),
        "a set of nine": ("s9", "“s9” is no phase"),
        "a pure run": ("r7p", "is no phase"),
        "too many": (", ".join(["s3"] * 21), "There are at most 20 phases."),
        "a number": (5, "must be one of: classic; or a text such as “2s3, s3 r4, r7”."),
    },
)
def test_no_list_of_phases(text: Any, sentence: str) -> None:
    assert sentence in refused(document("phase-10", players=TWO, phases=text)).text()


# The question about a hand


@walk(
    ("phase", "hand", "yes"),
    {
        "a run of seven": (4, "R3 B4 W G6 Y7 R8 R9 SK B1 B1", True),
        "two sets": (1, "R7 B7 W G9 G9 Y9", True),
        "seven of one colour": (8, "R1 R1 R5 W R9 R12 W", True),
        "a skip fills no phase": (8, "R1 R1 R5 SK R9 R12 W", False),
        "sets of five and two": (9, "B4 R4 W W G4 Y9 Y9", True),
        "no run from twelve to one": (4, "R11 R12 B1 B2 B3 B4 B5", False),
        "a wild card before the numbers": (4, "W R7 R8 R9 R10 R11 R12", True),
        "a meld of wild cards alone": (1, "W W W W W G9", False),
        "a wild card must stand in the run": (2, "R5 B5 R5 R6 R7 W", False),
        "one card for the set or the run": (2, "R5 B5 W R5 R6 R7 W", True),
        "one colour only": (8, "R1 R2 R3 R4 B5 B6 B7", False),
        "too few cards": (9, "R1", False),
    },
)
def test_whether_a_hand_has_the_phase(phase: int, hand: str, yes: bool) -> None:
    answer = best_melds({"variant": "phase-10", "phase": phase, "hand": hand, "ask": True})
    assert answer.yes is yes
    laid = " ".join([*answer.melds, answer.unmatched]).split()
    assert sorted(laid) == sorted(hand.split())
    assert answer.verdict is not None
    assert answer.verdict.startswith(
        f"{'Yes, this is' if yes else 'No, this is not'} phase {phase}"
    )


def test_the_melds_of_a_phase_lie_as_they_are_laid() -> None:
    hand = "R3 B4 W G6 Y7 R8 R9 SK B1 B1"
    answer = best_melds({"variant": "phase-10", "phase": 4, "hand": hand, "ask": True})
    assert answer.melds == ("R3 B4 W G6 Y7 R8 R9",)
    assert (answer.unmatched, answer.deadwood) == ("SK B1 B1", 25)


def test_a_phase_of_a_list_of_a_house_rule() -> None:
    asked = {"rules": {"phases": "c3 s3, 2r3"}, "ask": True, "variant": "phase-10"}
    both = best_melds({**asked, "phase": 1, "hand": "R1 R2 R3 B3 G3 Y3"})
    assert both.yes
    assert best_melds({**asked, "phase": 2, "hand": "R1 R2 R3 B2 G3 Y4"}).yes


@walk(
    ("question", "where", "sentence"),
    {
        "no phase": ({"ask": True}, "phase", "Choose the phase, from 1 to 10."),
        "no such phase": ({"ask": True, "phase": 11}, "phase", "Choose the phase, from 1 to 10."),
        "not the phase": ({}, "variant", "Ask here whether a hand has its phase."),
        "without a colour": ({"ask": True, "phase": 1, "hand": "3"}, "hand", "“3” is not a card."),
        "too many": ({"ask": True, "phase": 1, "hand": "R3 R3 R3"}, "hand", "R3"),
        "another game": ({"variant": "gin", "phase": 1, "hand": "7S"}, "phase", "has no phases"),
        "another game with a wild rank": (
            {"variant": "five-crowns", "phase": 1, "hand": "7S", "wild": "7"},
            "phase",
            "has no phases",
        ),
    },
)
def test_a_question_that_cannot_be_asked(question: Document, where: str, sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence) as caught:
        best_melds({"variant": "phase-10", "hand": "R3", **question})
    assert caught.value.place == where
