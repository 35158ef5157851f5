"""Canasta: melds, canastas and red threes, cards left, and going out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorekeeper.rummy.documents.game import read_game, write_game
from scorekeeper.rummy.game.sheet import fold
from scorekeeper.rummy.game.what_if import judged_if_allowed
from tests.support.canasta import (
    TEN_LEFT,
    answer,
    judged,
    lines_of_us,
    of_partners,
    of_six,
    out,
    points_of_us,
    stock,
)
from tests.support.documents import (
    VOID,
    Document,
    adjust,
    document,
    ended,
    points,
    presets_of,
    refused,
    rules_of,
    variant_of,
)
from tests.support.small_documents import check_refused
from tests.support.walks import walk

MIXED = {"melded": 50, "mixed": 1}
"""The least melds of a side that can go out: six fours and a two."""
KINGS, SEVENS = "K K K K K K K", "7 7 7 7 2 2 JK"
EIGHTS = "8 8 8 8 8 8 2"


def concealed(we: Any, they: Any = 10, by: str = "Ann") -> Document:
    """A round in which Ann went out without any earlier meld."""
    return out(we, they, by, "concealed")


@walk(
    ("round", "rules", "expected"),
    {
        # The figures of the rules
        "a natural and a mixed canasta, two red threes": (
            out({"melded": 420, "natural": 1, "mixed": 1, "red_threes": 2, "left": 25}),
            {},
            1495,
        ),
        "one red three, and K, A and a joker left": (
            stock({"melded": 110, "red_threes": 1, "left": "K A JK"}),
            {},
            130,
        ),
        "out concealed": (concealed({"melded": 280, "mixed": 1, "left": 15}), {}, 765),
        "nothing melded, all red threes, 2 and 4 left": (
            stock({"red_threes": 4, "left": "2 4"}),
            {},
            -825,
        ),
        "melds as cards": (
            out({"melded": [KINGS, SEVENS, "A A A"], "left": 5}),
            {},
            240 + 800 + 100 - 5,
        ),
        # Going out
        "out": (out(MIXED | {"left": 5}), {}, 445),
        "a partner goes out": (out(MIXED | {"left": 5}, by="Cem"), {}, 445),
        "they go out": (out(MIXED | TEN_LEFT, MIXED | {"left": 5}, "Bob"), {}, 340),
        "out for 500": (out(MIXED | {"left": 5}), {"out_bonus": 500}, 845),
        "out for nothing": (out(MIXED | {"left": 5}), {"out_bonus": 0}, 345),
        "concealed": (concealed(MIXED | {"left": 5}), {}, 545),
        "concealed for 500 more": (
            concealed(MIXED | {"left": 5}),
            {"concealed_bonus": 500},
            945,
        ),
        "concealed is just out": (concealed(MIXED | {"left": 5}), {"concealed_bonus": 0}, 445),
        "nobody goes out": (stock(MIXED | TEN_LEFT), {}, 340),
        # Melds and canastas
        "melded": (stock({"melded": 65, "left": 10}), {}, 55),
        "a natural canasta": (stock({"melded": 50, "natural": 1, "left": 10}), {}, 540),
        "two": (stock({"melded": 70, "natural": 2, "left": 10}), {}, 1060),
        "for 700": (
            stock({"melded": 50, "natural": 1, "left": 10}),
            {"natural_canasta": 700},
            740,
        ),
        "a mixed canasta": (stock(MIXED | TEN_LEFT), {}, 340),
        "for 100": (stock(MIXED | TEN_LEFT), {"mixed_canasta": 100}, 140),
        "for nothing": (stock(MIXED | TEN_LEFT), {"mixed_canasta": 0}, 40),
        "a canasta of wild cards": (
            stock({"melded": 140, "wild": 1, "left": 10}),
            {"preset": "wild"},
            1130,
        ),
        "for 2,000": (
            stock({"melded": 140, "wild": 1, "left": 10}),
            {"wild_canasta": 2000},
            2130,
        ),
        # Red threes
        "a red three": (stock({"melded": 65, "red_threes": 1, "left": 10}), {}, 155),
        "two red threes": (stock({"melded": 65, "red_threes": 2, "left": 10}), {}, 255),
        "three": (stock({"melded": 65, "red_threes": 3, "left": 10}), {}, 355),
        "all four count twice": (stock({"melded": 65, "red_threes": 4, "left": 10}), {}, 855),
        "all four, not twice": (
            stock({"melded": 65, "red_threes": 4, "left": 10}),
            {"all_red_threes": False},
            455,
        ),
        "at 50": (stock({"melded": 65, "red_threes": 4, "left": 10}), {"red_three": 50}, 455),
        "at nothing": (stock({"melded": 65, "red_threes": 4, "left": 10}), {"red_three": 0}, 55),
        "four of three packs": (
            stock({"melded": 65, "red_threes": 4, "left": 10}),
            {"decks": "3"},
            455,
        ),
        "five of three packs": (
            stock({"melded": 65, "red_threes": 5, "left": 10}),
            {"decks": "3"},
            1055,
        ),
        "six of three packs": (
            stock({"melded": 65, "red_threes": 6, "left": 10}),
            {"decks": "3"},
            1255,
        ),
        "without a meld they count against": (
            stock({"red_threes": 2, "left": 10}),
            {},
            -210,
        ),
        "without a canasta": (
            stock({"melded": 65, "red_threes": 2, "left": 10}),
            {"red_threes_need": "canasta"},
            -145,
        ),
        "all four without a canasta": (
            stock({"melded": 65, "red_threes": 4, "left": 10}),
            {"red_threes_need": "canasta"},
            -745,
        ),
        "with a canasta": (
            stock(MIXED | {"red_threes": 2, "left": 10}),
            {"red_threes_need": "canasta"},
            540,
        ),
        "with a canasta of melds as cards": (
            stock({"melded": [EIGHTS], "red_threes": 2, "left": 10}),
            {"red_threes_need": "canasta"},
            80 + 300 + 200 - 10,
        ),
        "they need nothing": (
            stock({"red_threes": 2, "left": 10}),
            {"red_threes_need": "nothing"},
            190,
        ),
        "one that was held": (stock({"melded": 65, "red_threes_left": 1, "left": 10}), {}, -445),
        "two that were held": (stock({"melded": 65, "red_threes_left": 2}), {}, -935),
        "held at 200": (
            stock({"melded": 65, "red_threes_left": 1, "left": 5}),
            {"red_three_left": 200},
            -140,
        ),
        "held for nothing": (
            stock({"melded": 65, "red_threes_left": 1, "left": 5}),
            {"red_three_left": 0},
            60,
        ),
        "a partner of who went out held one": (out(MIXED | {"red_threes_left": 1}), {}, -50),
        "three laid and the fourth held": (
            stock({"melded": 65, "red_threes": 3, "red_threes_left": 1, "left": 5}),
            {},
            65 + 300 - 500 - 5,
        ),
        # Forms of entry
        "cards alone are left": (stock("K A"), {}, -30),
        "a list of cards": (stock(["K", "A"]), {}, -30),
        "a count is what is left": (stock(35), {}, -35),
        "what is left out is nothing": (stock({"left": "K A"}), {}, -30),
        "no melds": (stock({"melded": [], "left": "K A"}), {}, -30),
        "the canastas said beside the cards": (
            stock({"melded": [KINGS], "natural": 1, "left": 10}),
            {},
            560,
        ),
        "cards with suits": (
            stock({"melded": ["KS KS KH KD", "4 4 4"], "left": "AS 10D"}),
            {},
            55 - 30,
        ),
        "a penalty": (
            stock(MIXED | TEN_LEFT) | {"adjustments": [{"player": "We", "points": -100}]},
            {},
            240,
        ),
    },
)
def test_partners_score(round: Document, rules: dict[str, Any], expected: int) -> None:
    assert points_of_us("canasta", round, **rules) == expected


@walk(
    ("cards", "worth"),
    {
        "a joker": ("JK", 50),
        "a two": ("2", 20),
        "an ace": ("A", 20),
        "a king": ("K", 10),
        "a queen": ("Q", 10),
        "a jack": ("J", 10),
        "a ten": ("10", 10),
        "a nine": ("9", 10),
        "an eight": ("8", 10),
        "a seven": ("7", 5),
        "a six": ("6", 5),
        "a five": ("5", 5),
        "a four": ("4", 5),
        "a black three": ("3S", 5),
        "a three without its suit is black": ("3", 5),
    },
)
def test_a_card_counts(cards: str, worth: int) -> None:
    [round] = answer(document("canasta", ended("stock", None, Ann=cards, Bob=5)))["rounds"]
    assert (round["points"]["Ann"], round["deadwood"]["Ann"]) == (-worth, worth)


@walk(
    ("meld", "rules", "expected"),
    {
        "three cards": ("9 9 JK", {}, 70),
        "six are no canasta": ("9 9 9 9 9 9", {}, 60),
        "seven are": ("9 9 9 9 9 9 9", {}, 570),
        "eight are one": ("9 9 9 9 9 9 9 9", {}, 580),
        "with a wild card": ("9 9 9 9 9 9 JK", {}, 410),
        "with three": ("9 9 9 9 2 2 JK", {}, 430),
        "wild cards": ("2 2 2 2 JK JK JK", {"wild_canasta": 1000}, 1230),
        "a few wild cards": ("2 2 JK", {"wild_canasta": 1000}, 90),
        "in any order": ("2 9 9 JK 9 9 9", {}, 420),
    },
)
def test_the_canastas_are_found_among_the_melds(
    meld: str, rules: dict[str, Any], expected: int
) -> None:
    round = stock({"melded": [meld], "left": 10})
    assert points_of_us("canasta", round, **rules) == expected - 10


@walk(
    ("ours", "before", "rules", "sentence"),
    {
        "below 50": (30, 0, {}, "30 is less than the first meld of 50."),
        "below 0": (15, -5, {}, ""),
        "from 1,500": (85, 1500, {}, "85 is less than the first meld of 90."),
        "just enough": (90, 1500, {}, ""),
        "from 3,000": (115, 3000, {}, "115 is less than the first meld of 120."),
        "from 7,500": (145, 7500, {"preset": "long"}, "145 is less than the first meld of 150."),
        "nothing melded": (0, 3000, {}, ""),
        "cards": (["K K K"], 0, {}, "30 is less than the first meld of 50."),
        "several melds": (["K K K", "A A A"], 0, {}, ""),
    },
)
def test_a_first_meld_that_counts_too_little_is_refused_unless_the_table_allows_it(
    ours: Any, before: int, rules: dict[str, Any], sentence: str
) -> None:
    round = stock({"melded": ours, "left": 10})
    rounds = [adjust(We=before)] * bool(before)
    if sentence:
        error = refused(of_partners("canasta", *rounds, round, **rules))
        place = f"rounds[{len(rounds)}].hands.We"
        assert (error.place, error.text()) == (place, f"Round 1: {sentence}")
        assert error.allowable == "first-meld-low"
        round["allow"] = ["first-meld-low"]
    [*_before, scored] = answer(of_partners("canasta", *rounds, round, **rules))["rounds"]
    assert ("first-meld-low" in scored["tags"]) == bool(sentence)
    said = [f"The table let We meld {sentence.split(',')[0]} first" for _ in scored["warnings"]]
    assert len(said) == bool(sentence)


def test_a_round_on_the_sheet_is_not_refused_for_its_first_meld() -> None:
    game = read_game(of_partners("canasta", stock({"melded": 30, "left": 10})))
    recorded = replace(game.rounds[0], on_sheet=True)
    sheet = fold(replace(game, entries=(recorded,)))
    assert (sheet.totals, sheet.rounds[0].ruling.tags) == ((20, -10), ("stock",))


def test_the_table_can_allow_both_a_low_first_meld_and_going_out_too_soon() -> None:
    sheet = fold(read_game(of_partners("canasta")))
    [round] = read_game(of_partners("canasta", out({"melded": 30, "left": 5}))).rounds
    allowed = judged_if_allowed(sheet, 1, round)
    assert allowed is not None
    assert allowed.round.allow == ("illegal-out", "first-meld-low")


def test_who_goes_out_too_soon_gives_a_hand_too() -> None:
    round = ended("out", "Ann", Bob=25) | {"allow": ["illegal-out"]}
    error = refused(document("canasta", round))
    assert (error.place, error.text()) == (
        "rounds[0].hands.Ann",
        "Round 1: Ann’s hand is missing.",
    )


def test_black_threes_go_out_last() -> None:
    assert points_of_us("canasta", out({"melded": [EIGHTS, "3 3 3"], "left": 5})) == 490
    four = "3S 3S 3C 3C"
    assert points_of_us("canasta", concealed({"melded": [EIGHTS, four], "left": 5})) == 595


def test_every_line_has_its_rule() -> None:
    ours = {
        "melded": 460,
        "natural": 1,
        "mixed": 2,
        "wild": 1,
        "red_threes": 2,
        "red_threes_left": 1,
        "left": 15,
    }
    round = concealed(ours, {"melded": 65, "red_threes_left": 1, "left": "K"})
    assert lines_of_us("canasta", round, preset="wild") == [
        (460, "melded"),
        (500, "natural-canasta"),
        (600, "mixed-canasta"),
        (1000, "wild-canasta"),
        (200, "red-threes"),
        (-500, "red-threes-left"),
        (100, "out-bonus"),
        (100, "concealed-bonus"),
        (-15, "cards-left"),
    ]


def test_a_round_says_why() -> None:
    ours = {"melded": [KINGS, SEVENS], "red_threes": 1, "left": "K 4"}
    round = concealed(ours, {"red_threes": 2, "red_threes_left": 1, "left": 25})
    assert [line["text"] for line in judged("canasta", round)["why"]] == [
        "Melded cards: 180",
        "Natural canastas: 1 × 500",
        "Mixed canastas: 1 × 300",
        "Red threes: 1 × 100",
        "Ann went out",
        "Ann had melded nothing before",
        "We were left with K 4",
        "Red threes: 2 × 100, lost without a meld",
        "Red threes held to the end: 1 × 500",
        "They were left with 25",
    ]


def test_there_is_no_line_of_nothing() -> None:
    assert lines_of_us("canasta", stock("K A")) == [(-30, "cards-left")]
    round = out(MIXED | {"red_threes": 1, "left": 5})
    rules = {"mixed_canasta": 0, "red_three": 0, "out_bonus": 0}
    assert lines_of_us("canasta", round, **rules) == [(50, "melded"), (-5, "cards-left")]


def test_the_count_is_of_what_is_left() -> None:
    ours = {"melded": 65, "red_threes": 1, "red_threes_left": 1, "left": "K A"}
    assert judged("canasta", stock(ours, 25))["deadwood"] == {"We": 30, "They": 25}
    round = ended("out", "Ann", Ann={"melded": [KINGS, EIGHTS]}, Bob="5")
    [alone] = answer(document("canasta", round))["rounds"]
    assert alone["deadwood"] == {"Ann": 0, "Bob": 5}


@walk(
    ("round", "winners", "tags"),
    {
        "out": (out(MIXED | {"left": 5}), ["We"], ["out"]),
        "concealed": (concealed(MIXED | {"left": 5}), ["We"], ["concealed"]),
        "the stock ran out": (stock(MIXED | TEN_LEFT), ["We"], ["stock"]),
        "not those who went out": (
            out(MIXED | {"left": 5}, {"melded": 600, "natural": 1, "left": 10}),
            ["They"],
            ["out"],
        ),
        "as many points": (stock(10), ["We", "They"], ["stock", "shared"]),
        "adjustments apart": (
            stock(10, 15) | {"adjustments": [{"player": "They", "points": 500}]},
            ["We"],
            ["stock"],
        ),
        "nobody": (VOID, [], ["void"]),
        "with too few canastas": (
            out({"melded": 65, "left": 5}) | {"allow": ["illegal-out"]},
            ["We"],
            ["out", "illegal-out"],
        ),
        "concealed with too few": (
            concealed({"melded": 65, "left": 5}) | {"allow": ["illegal-out"]},
            ["We"],
            ["concealed", "illegal-out"],
        ),
        "with enough, though the table would have allowed it": (
            out(MIXED | {"left": 5}) | {"allow": ["illegal-out"]},
            ["We"],
            ["out"],
        ),
    },
)
def test_the_most_points_win_the_round(
    round: Document, winners: list[str], tags: list[str]
) -> None:
    found = judged("canasta", round)
    assert (found["winners"], sorted(found["tags"])) == (winners, sorted(tags))


def going_out(players: int, canastas: int, **rules: Any) -> Document:
    """A game in which Ann goes out with this many canastas."""
    hand = {"melded": 200, "natural": canastas}
    if players == 6:
        return of_six("canasta", out(hand | TEN_LEFT, 15, "Ann"), partners=3, **rules)
    if players == 4:
        return of_partners("canasta", out(hand | {"left": 5}), **rules)
    names = ["Ann", "Bob", "Cem"][:players]
    hands = {"Ann": hand} | dict.fromkeys(names[1:], 5)
    return document("canasta", ended("out", "Ann", **hands), players=names, **rules)


@walk(
    ("players", "rules", "needed"),
    {
        "two players": (2, {}, 2),
        "three": (3, {}, 1),
        "four": (4, {}, 1),
        "six": (6, {}, 2),
        "two players and one": (2, {"canastas_to_go_out": "1"}, 1),
        "four players and two": (4, {"canastas_to_go_out": "2"}, 2),
        "four in a long game": (4, {"preset": "long"}, 2),
        "three in a long game": (3, {"preset": "long"}, 2),
        "six and one": (6, {"canastas_to_go_out": "1"}, 1),
    },
)
def test_going_out_takes_so_many_canastas(players: int, rules: dict[str, Any], needed: int) -> None:
    assert answer(going_out(players, needed, **rules))["rounds"][0]["warnings"] == []
    written = going_out(players, needed - 1, **rules)
    assert refused(written).place == "rounds[0].hands." + ("Ann" if players < 4 else "We")
    written["rounds"][0]["allow"] = ["illegal-out"]
    [allowed] = answer(written)["rounds"]
    assert "illegal-out" in allowed["tags"]
    lacking = "a canasta" if needed == 1 else "two canastas"
    assert allowed["warnings"] == [f"The table let Ann go out without {lacking}."]


@walk(
    "hand",
    [
        {"melded": 350, "natural": 2},
        {"melded": 350, "mixed": 2},
        {"melded": 350, "mixed": 1, "wild": 1},
        {"melded": 350, "natural": 1, "wild": 1},
        {"melded": [KINGS, EIGHTS]},
    ],
)
def test_canastas_of_every_kind_let_a_side_go_out(hand: Document) -> None:
    round = ended("out", "Ann", Ann=hand, Bob=5)
    [scored] = answer(document("canasta", round, preset="wild"))["rounds"]
    assert scored["tags"] == ["out"]


@walk(
    ("players", "rules", "dealt", "decks"),
    {
        "two players": (2, {}, 15, 2),
        "three": (3, {}, 13, 2),
        "four": (4, {}, 11, 2),
        "six": (6, {}, 13, 3),
        "two with three packs": (2, {"decks": 3}, 15, 3),
        "six with two packs": (6, {"decks": 2}, 13, 2),
    },
)
def test_so_many_cards_are_dealt(
    players: int, rules: dict[str, Any], dealt: int, decks: int
) -> None:
    variant = variant_of("canasta")
    deal = variant.deal(variant.rules_type(**rules), players, 1)
    assert (deal.dealt, deal.decks, deal.jokers) == (dealt, decks, 2 * decks)


def test_three_play_each_alone() -> None:
    round = ended("out", "Bob", Ann=MIXED | {"left": 5}, Bob=MIXED, Cem="A A")
    assert points("canasta", round, players=["Ann", "Bob", "Cem"]) == (345, 450, -40)


def test_six_play_as_pairs_or_as_two_sides_of_three() -> None:
    pairs = {"We": MIXED | {"left": 5}, "They": 10, "The others": "A A"}
    [round] = answer(of_six("canasta", ended("out", "Ann", **pairs), canastas_to_go_out="1"))[
        "rounds"
    ]
    assert round["points"] == {"We": 445, "They": -10, "The others": -40}
    threes = {"We": 15, "They": MIXED | {"left": 10}}
    written = of_six("canasta", ended("out", "Fay", **threes), partners=3, canastas_to_go_out="1")
    assert answer(written)["rounds"][0]["points"] == {"We": -15, "They": 440}


def alone(*hands: Any, ending: str = "stock", **rules: Any) -> Document:
    """A game of Ann and Bob, with a hand of each."""
    by = "Ann" if ending in ("out", "concealed") else None
    return document("canasta", ended(ending, by, Ann=hands[0], Bob=hands[1]), **rules)


@walk(
    ("ann", "bob", "rules"),
    {
        "14 canastas are 98 of the 100 cards": (
            {"melded": 500, "natural": 8, "left": 10},
            {"melded": 400, "natural": 6, "left": 10},
            {},
        ),
        "21 are 147 of the 150 of three packs": (
            {"melded": 500, "natural": 11, "left": 10},
            {"melded": 400, "natural": 10, "left": 10},
            {"decks": "3"},
        ),
        "each mixed canasta has one of the 12 wild cards": (
            {"melded": 400, "mixed": 7, "left": 5},
            {"melded": 300, "mixed": 5, "left": 5},
            {},
        ),
        "a canasta of wild cards has seven": (
            {"melded": 400, "wild": 1, "mixed": 2, "left": 5},
            {"melded": 300, "mixed": 3, "left": 5},
            {"preset": "wild"},
        ),
        "all the cards there are": ({"melded": 1000, "left": 5}, 175, {}),
        "all of three packs": ({"melded": 1000, "left": 500}, 270, {"decks": "3"}),
        "all red threes": (
            {"red_threes": 2, "left": 5},
            {"red_threes": 1, "red_threes_left": 1, "left": 5},
            {},
        ),
        "six red threes of three packs": ({"red_threes": 6, "left": 5}, 5, {"decks": "3"}),
        "50 melded": ({"melded": 50, "left": 5}, 5, {}),
        "50 with a natural canasta": ({"melded": 50, "natural": 1, "left": 5}, 5, {}),
        "50 with a mixed one": ({"melded": 50, "mixed": 1, "left": 5}, 5, {}),
        "140 with one of wild cards": (
            {"melded": 140, "wild": 1, "left": 5},
            5,
            {"preset": "wild"},
        ),
        "225 with one of each": (
            {"melded": 225, "wild": 1, "natural": 1, "mixed": 1, "left": 5},
            5,
            {"preset": "wild"},
        ),
        "a red three is a card that is held": ({"red_threes_left": 1}, 5, {}),
        "none of a kind that is not played": ({"wild": 0, "left": 5}, 5, {}),
        "all black threes": ("3S 3S 3C 3C", 5, {}),
        "eight kings": ({"melded": ["K K K K K"], "left": "K K"}, "K", {}),
        "four jokers": ({"melded": ["K K JK"], "left": "JK JK"}, "JK", {}),
    },
)
def test_what_the_packs_hold_can_be(ann: Any, bob: Any, rules: dict[str, Any]) -> None:
    assert "stock" in answer(alone(ann, bob, **rules))["rounds"][0]["tags"]


@walk(
    ("ann", "rules", "place", "sentence"),
    {
        # Counts
        "what is left is no multiple of 5": (
            {"melded": 65, "left": 7},
            {},
            "Ann.left",
            "All cards count 5 or a multiple of it, so Ann cannot hold 7.",
        ),
        "less than nothing left": (
            {"melded": 65, "left": -5},
            {},
            "Ann.left",
            "Ann’s count must be a whole number from 0 to 1200.",
        ),
        "less than nothing melded": (
            {"melded": -15, "left": 5},
            {},
            "Ann.melded",
            "Ann’s count must be a whole number from 0 to 1200.",
        ),
        "a natural canasta of 30": (
            {"melded": 30, "natural": 1, "left": 5},
            {},
            "Ann.melded",
            "With the cards of the canastas, what Ann melded counts at least 35, not 30.",
        ),
        "of nothing": (
            {"natural": 1, "left": 5},
            {},
            "Ann.melded",
            "With the cards of the canastas, what Ann melded counts at least 35, not 0.",
        ),
        "a mixed one of 45": (
            {"melded": 45, "mixed": 1, "left": 5},
            {},
            "Ann.melded",
            "With the cards of the canastas, what Ann melded counts at least 50, not 45.",
        ),
        "one of wild cards for 135": (
            {"melded": 135, "wild": 1, "left": 5},
            {"preset": "wild"},
            "Ann.melded",
            "With the cards of the canastas, what Ann melded counts at least 140, not 135.",
        ),
        "a natural and a mixed one of 80": (
            {"melded": 80, "natural": 1, "mixed": 1, "left": 5},
            {},
            "Ann.melded",
            "With the cards of the canastas, what Ann melded counts at least 85, not 80.",
        ),
        "wild cards are no canasta here": (
            {"melded": 140, "wild": 1, "left": 5},
            {},
            "Ann.wild",
            "“wild” does not count in this game.",
        ),
        "a natural canasta too few": (
            {"melded": [KINGS], "natural": 0, "left": 5},
            {},
            "Ann.natural",
            "In the melds of Ann, “Natural” is 1, not 0.",
        ),
        "one too many": (
            {"melded": [KINGS], "natural": 2, "left": 5},
            {},
            "Ann.natural",
            "In the melds of Ann, “Natural” is 1, not 2.",
        ),
        "another kind": (
            {"melded": [KINGS], "mixed": 1, "left": 5},
            {},
            "Ann.mixed",
            "In the melds of Ann, “Mixed” is 0, not 1.",
        ),
        "less than no canasta": (
            {"melded": 65, "natural": -1, "left": 5},
            {},
            "Ann.natural",
            "For Ann, Natural must be a whole number from 0 to 99.",
        ),
        "half a canasta": (
            {"melded": 65, "natural": 0.5, "left": 5},
            {},
            "Ann.natural",
            "For Ann, Natural must be a whole number from 0 to 99.",
        ),
        "a red three too many": (
            {"red_threes": 5, "left": 5},
            {},
            "Ann.red_threes",
            "5 red threes, but there are only 4.",
        ),
        "one laid too many": (
            {"red_threes": 3, "red_threes_left": 2, "left": 5},
            {},
            "Ann.red_threes",
            "5 red threes, but there are only 4.",
        ),
        "a seventh of three packs": (
            {"red_threes": 7, "left": 5},
            {"decks": "3"},
            "Ann.red_threes",
            "7 red threes, but there are only 6.",
        ),
        "more than the packs are worth": (
            {"melded": 1000, "left": 185},
            {},
            "Ann",
            "1190 points, but all cards together count 1180.",
        ),
        "than three packs are worth": (
            {"melded": 1500, "left": 275},
            {"decks": "3"},
            "Ann",
            "1780 points, but all cards together count 1770.",
        ),
        # Cards
        "a red three among the melds": (
            {"melded": ["3H 3S 3C"], "left": 5},
            {},
            "Ann",
            "Enter red threes separately, not among the cards of Ann.",
        ),
        "a fifth black three": (
            "3 3 3 3 3",
            {},
            "Ann",
            "5 black threes, but there are only 4.",
        ),
        "a third three of spades": (
            "3S 3S 3S",
            {},
            "Ann",
            "Ann’s hand has too many 3♠: this game has only 2.",
        ),
        "a ninth king": (
            {"melded": ["K K K K K K"], "left": "K K K"},
            {},
            "Ann",
            "Ann’s hand has too many K: this game has only 8.",
        ),
        "a fifth joker": (
            {"melded": ["K K JK JK"], "left": "JK JK JK"},
            {},
            "Ann",
            "Ann’s hand has too many joker: this game has only 4.",
        ),
        "a third king of spades": (
            {"melded": ["KS KS KH"], "left": "KS"},
            {},
            "Ann",
            "Ann’s hand has too many K♠: this game has only 2.",
        ),
        "no card": ("KX", {}, "Ann", "“KX” in Ann’s hand is not a card."),
        # Melds
        "the second meld": (
            {"melded": ["K K K", "K Q J"], "left": 5},
            {},
            "Ann.melded[1]",
            "Ann: K Q J is not a meld. A meld is of one rank, with wild cards.",
        ),
        "wild cards alone": (
            {"melded": ["2 2 JK"], "left": 5},
            {},
            "Ann.melded[0]",
            "Ann: 2 2 joker is not a meld. Melds of wild cards alone are not played here.",
        ),
        "black threes by who did not go out": (
            {"melded": ["3 3 3"], "left": 5},
            {},
            "Ann.melded[0]",
            "Ann: 3 3 3 is not a meld. Black threes are melded only by the side that goes out.",
        ),
        "no text": (
            {"melded": [7], "left": 5},
            {},
            "Ann.melded[0]",
            "What Ann put down is groups of cards, or a count.",
        ),
        # Players who still hold cards
        "nothing at all": (
            {},
            {},
            "Ann",
            "Ann must have something left: a player with nothing left has gone out.",
        ),
        # Fields not asked for
        "what was shown": (
            {"shown": 65, "left": 5},
            {},
            "Ann",
            "This game does not use “shown”: leave it out of Ann’s hand.",
        ),
        "an ace below a two": (
            {"melded": ["A1 A A"], "left": 5},
            {},
            "Ann",
            "“A1” in Ann’s hand is not a card.",
        ),
        "what was shown as well": (
            {"melded": 65, "shown": 65, "left": 5},
            {},
            "Ann",
            "Unknown field “melded”.",
        ),
        "a clean book": (
            {"melded": 65, "clean": 1, "left": 5},
            {},
            "Ann",
            "“clean” does not count in this game.",
        ),
        "a pot": (
            {"melded": 65, "pot": False, "left": 5},
            {},
            "Ann",
            "“pot” does not count in this game.",
        ),
    },
)
def test_a_hand_is_refused(ann: Any, rules: dict[str, Any], place: str, sentence: str) -> None:
    written = alone(ann, 5, **rules)
    check_refused(written, f"rounds[0].hands.{place}", f"Round 1: {sentence}")


@walk(
    ("ann", "bob", "rules", "place", "sentence"),
    {
        "15 canastas of 100 cards": (
            {"melded": 400, "natural": 8, "left": 5},
            {"melded": 400, "natural": 7, "left": 5},
            {},
            "Bob",
            "105 cards, but there are only 100.",
        ),
        "22 of the 150 of three packs": (
            {"melded": 500, "natural": 11, "left": 5},
            {"melded": 500, "natural": 11, "left": 5},
            {"decks": "3"},
            "Bob",
            "154 cards, but there are only 150.",
        ),
        "13 mixed ones with 12 wild cards": (
            {"melded": 400, "mixed": 7, "left": 5},
            {"melded": 400, "mixed": 6, "left": 5},
            {},
            "Bob",
            "13 wild cards, but there are only 12.",
        ),
        "six mixed ones beside one of wild cards": (
            {"melded": 400, "wild": 1, "left": 5},
            {"melded": 400, "mixed": 6, "left": 5},
            {"preset": "wild"},
            "Bob",
            "13 wild cards, but there are only 12.",
        ),
        "two of wild cards": (
            {"melded": 400, "wild": 1, "left": 5},
            {"melded": 400, "wild": 1, "left": 5},
            {"preset": "wild"},
            "Bob",
            "14 wild cards, but there are only 12.",
        ),
        "more than the packs are worth": (
            {"melded": 1000, "left": 5},
            180,
            {},
            "Bob",
            "1185 points, but all cards together count 1180.",
        ),
        "more melded than they are worth": (
            {"melded": 600, "left": 5},
            {"melded": 600, "left": 5},
            {},
            "Bob",
            "1210 points, but all cards together count 1180.",
        ),
        "a red three too many": (
            {"red_threes": 2, "left": 5},
            {"red_threes": 2, "red_threes_left": 1, "left": 5},
            {},
            "Bob.red_threes",
            "5 red threes, but there are only 4.",
        ),
        "a ninth king": (
            {"melded": ["K K K K K"], "left": "K K"},
            "K K",
            {},
            "Bob",
            "The hands have too many K together: 9, but this game has only 8.",
        ),
    },
)
def test_what_both_have_is_more_than_the_packs_hold(
    ann: Any, bob: Any, rules: dict[str, Any], place: str, sentence: str
) -> None:
    written = alone(ann, bob, **rules)
    check_refused(written, f"rounds[0].hands.{place}", f"Round 1: {sentence}")


@walk(
    ("written", "place", "sentence"),
    {
        "something left to one who went out": (
            alone({"melded": 400, "natural": 2, "left": 5}, 5, ending="out"),
            "rounds[0].hands.Ann",
            "Round 1: Ann ended the round, so nothing can be left.",
        ),
        "a red three held by one who went out": (
            alone({"melded": 400, "natural": 2, "red_threes_left": 1}, 5, ending="out"),
            "rounds[0].hands.Ann",
            "Round 1: Ann went out, so nothing is left.",
        ),
        "concealed with something left": (
            alone({"melded": 400, "natural": 2, "left": 5}, 5, ending="concealed"),
            "rounds[0].hands.Ann",
            "Round 1: Ann ended the round, so nothing can be left.",
        ),
        "nobody else is without cards": (
            alone({"melded": 400, "natural": 2}, {"melded": 65}, ending="out"),
            "rounds[0].hands.Bob",
            "Round 1: Bob must have something left: Ann went out first.",
        ),
        "no canasta to go out with": (
            alone({"melded": 65}, 5, ending="out"),
            "rounds[0].hands.Ann",
            "Round 1: Ann cannot go out yet: that needs two canastas.",
        ),
        "no canasta and no hand": (
            document("canasta", ended("out", "Ann", Bob=5)),
            "rounds[0].hands.Ann",
            "Round 1: Ann cannot go out yet: that needs two canastas.",
        ),
        "black threes with a wild card": (
            alone({"melded": [KINGS, EIGHTS, "3 3 2"]}, 5, ending="out"),
            "rounds[0].hands.Ann.melded[2]",
            "Round 1: Ann: 3 3 2 is not a meld. Black threes are melded without wild cards.",
        ),
        "two black threes": (
            alone({"melded": [KINGS, EIGHTS, "3 3"]}, 5, ending="out"),
            "rounds[0].hands.Ann.melded[2]",
            "Round 1: Ann: 3 3 is not a meld. A meld has at least three cards.",
        ),
        "black threes by the others": (
            alone({"melded": [KINGS, EIGHTS]}, {"melded": ["3 3 3"], "left": 5}, ending="out"),
            "rounds[0].hands.Bob.melded[0]",
            "Round 1: Bob: 3 3 3 is not a meld. Black threes are melded only by the side that goes "
            "out.",
        ),
        "one card left to two partners": (
            of_partners("canasta", stock(5)),
            "rounds[0].hands.We",
            "Round 1: We must have 2 cards left at least, one for each of them.",
        ),
        "one card of two partners": (
            of_partners("canasta", stock("K")),
            "rounds[0].hands.We",
            "Round 1: We must have 2 cards left at least, one for each of them.",
        ),
        "one red three and nothing else": (
            of_partners("canasta", stock({"red_threes_left": 1})),
            "rounds[0].hands.We",
            "Round 1: We must have 2 cards left at least, one for each of them.",
        ),
        "nothing left to the partner of who went out": (
            of_partners("canasta", out(MIXED)),
            "rounds[0].hands.We",
            "Round 1: We must have something left: only Ann went out.",
        ),
        "10 left to three partners": (
            of_six("canasta", stock(10, 15), partners=3),
            "rounds[0].hands.We",
            "Round 1: We must have 3 cards left at least, one for each of them.",
        ),
        "5 left to two partners of who went out": (
            of_six("canasta", out({"melded": 400, "natural": 2, "left": 5}, 15), partners=3),
            "rounds[0].hands.We",
            "Round 1: We must have something left: only Ann went out.",
        ),
        "a missing hand": (
            of_partners("canasta", ended("stock", None, We=10)),
            "rounds[0].hands.They",
            "Round 1: They’s hand is missing.",
        ),
        "a missing hand of who went out": (
            of_partners("canasta", ended("out", "Ann", They=10)),
            "rounds[0].hands.We",
            "Round 1: We’s hand is missing.",
        ),
        "a player’s hand": (
            of_partners("canasta", ended("stock", None, Ann=10, They=10)),
            "rounds[0].hands.Ann",
            "Round 1: Ann has a partner: name the side, “We”.",
        ),
        "a side goes out": (
            of_partners("canasta", out(MIXED | {"left": 5}, by="We")),
            "rounds[0].by",
            "Round 1: “We” is a side: give the name of one of its players.",
        ),
        "nobody went out": (
            of_partners("canasta", ended("out", None, We=MIXED | {"left": 5}, They=10)),
            "rounds[0].by",
            "Round 1: Choose who ended the round.",
        ),
        "an exact deal": (
            of_partners("canasta", stock(10) | {"exact_deal": ["Ann"]}),
            "rounds[0].exact_deal",
            "Round 1: “exact_deal” does not count in this game.",
        ),
        "five players": (
            document("canasta", players=["Ann", "Bob", "Cem", "Dee", "Eva"]),
            "players",
            "Canasta is for 2, 3, 4 or 6 players.",
        ),
        "seven players": (
            document("canasta", players=list("ABCDEFG")),
            "players",
            "Canasta is for 2, 3, 4 or 6 players.",
        ),
        "four without sides": (
            document("canasta", players=["Ann", "Bob", "Cem", "Dee"]),
            "sides",
            "Canasta with 4 players is played by sides: name them.",
        ),
        "six without sides": (
            document("canasta", players=list("ABCDEF")),
            "sides",
            "Canasta with 6 players is played by sides: name them.",
        ),
        "two with sides": (
            document("canasta") | {"sides": {"We": ["Ann"], "They": ["Bob"]}},
            "sides",
            "In Canasta with 2 players everybody plays alone, without sides.",
        ),
        "three with sides": (
            document("canasta", players=["Ann", "Bob", "Cem"])
            | {"sides": [["Ann", "Cem"], ["Bob"]]},
            "sides",
            "In Canasta with 3 players everybody plays alone, without sides.",
        ),
        "a knock": (
            document("canasta", ended("knock", "Ann", Ann=5, Bob=5)),
            "rounds[0].ending",
            "Round 1: A round of this game cannot end with “knock”.",
        ),
    },
)
def test_what_cannot_have_happened_is_refused(written: Document, place: str, sentence: str) -> None:
    check_refused(written, place, sentence)


@walk(
    ("melds", "warnings"),
    {
        "two natural cards and a wild one": (["K K 2"], []),
        "one natural card": (["K 2 2"], ["K 2 2 has fewer than 2 natural cards."]),
        "three natural cards of a canasta": (
            ["7 7 7 7 2 2", "9 9 9 2 2 JK JK"],
            [
                "9 9 9 2 2 JK JK has fewer than 4 natural cards.",
                "9 9 9 2 2 JK JK has more than 3 wild cards.",
            ],
        ),
        "four natural cards of one": (["7 7 7 7 2 2 JK"], []),
        "four wild cards": (["7 7 7 2 2 2 2 7"], ["7 7 7 2 2 2 2 7 has more than 3 wild cards."]),
        "two melds of one rank": (["K K K", "K K K"], ["Two melds are of the same rank: K."]),
        "two melds of another": (["K K K", "Q Q Q"], []),
    },
)
def test_a_meld_against_the_rules_is_warned_of(melds: list[str], warnings: list[str]) -> None:
    round = stock({"melded": [*melds, "A A A"], "left": 10})
    assert judged("canasta", round)["warnings"] == warnings


def test_melds_left_in_a_hand_are_not_warned_of() -> None:
    assert judged("canasta", stock("K K K", "4S 5S 6S"))["warnings"] == []


def test_wild_cards_alone_are_not_warned_of_where_they_are_played() -> None:
    round = stock({"melded": ["2 2 2 2 JK JK JK"], "left": 10})
    assert judged("canasta", round, preset="wild")["warnings"] == []


def test_a_document_keeps_the_hands_as_they_were_written() -> None:
    ours = {"melded": ["K K K", "7 7 7 2"], "red_threes": 1, "left": "K 9"}
    theirs = {"melded": 95, "mixed": 1, "red_threes_left": 1, "left": 15}
    written = of_partners("canasta", concealed(ours, theirs) | {"allow": ["illegal-out"]})
    again = write_game(read_game(written))
    assert (again["rounds"], again["sides"]) == (written["rounds"], written["sides"])


def test_these_are_the_presets() -> None:
    assert presets_of("canasta")[:3] == ["plain", "wild", "long"]
    plain = rules_of("canasta", "plain")
    assert rules_of("canasta", "wild") == plain | {"wild_canasta": 1000}
    assert rules_of("canasta", "long") == plain | {
        "canastas_to_go_out": "2",
        "first_meld": "high",
        "target": 10000,
    }
