"""Hand and Foot: books, the foot, red threes, exact deals, and first melds by the round."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.documents.game import read_game, write_game
from scorekeeper.rummy.documents.melds import answer_melds
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

BOOKS = {"melded": 85, "clean": 1, "dirty": 1}
"""The least melds of a side that can go out."""
CLEAN, DIRTY = "4 4 4 4 4 4 4", "9 9 9 9 9 9 2"


@walk(
    ("round", "rules", "expected"),
    {
        # The figures of the rules
        "two clean books and a dirty one": (
            out({"melded": 340, "clean": 2, "dirty": 1, "left": 45}),
            {},
            1695,
        ),
        "the same with three red threes": (
            out({"melded": 615, "clean": 2, "dirty": 1, "red_threes": 3, "left": 45}),
            {},
            2270,
        ),
        "two dirty books, a red three held": (
            stock({"melded": 340, "dirty": 2, "red_threes_left": 1, "left": 160}),
            {},
            280,
        ),
        # Books
        "a clean book": (stock({"melded": 50, "clean": 1, "left": 10}), {}, 540),
        "for 700": (stock({"melded": 50, "clean": 1, "left": 10}), {"clean_book": 700}, 740),
        "a dirty book": (stock({"melded": 50, "dirty": 1, "left": 10}), {}, 340),
        "for 100": (stock({"melded": 50, "dirty": 1, "left": 10}), {"dirty_book": 100}, 140),
        "a book of wild cards": (
            stock({"melded": 140, "wild": 1, "left": 10}),
            {"preset": "wild"},
            1630,
        ),
        "two": (
            stock({"melded": 280, "wild": 2, "left": 10}),
            {"wild_book": 1000},
            2270,
        ),
        "books of melds as cards": (
            out({"melded": [CLEAN, DIRTY, "K K K"], "left": 5}),
            {},
            35 + 80 + 30 + 800 + 100 - 5,
        ),
        "two books of one rank": (
            stock({"melded": [CLEAN, CLEAN], "left": 10}),
            {},
            70 + 1000 - 10,
        ),
        # Red threes
        "a red three": (stock({"melded": 65, "red_threes": 1, "left": 10}), {}, 155),
        "they are never doubled": (
            stock({"melded": 65, "red_threes": 10, "left": 10}),
            {},
            1055,
        ),
        "nor negative": (stock({"red_threes": 4, "left": 10}), {}, 390),
        "at 50": (stock({"red_threes": 4, "left": 10}), {"red_three": 50}, 190),
        "one that was held": (stock({"melded": 65, "red_threes_left": 1, "left": 10}), {}, -445),
        "held where none are laid": (
            stock({"melded": 65, "red_threes_left": 1, "left": 10}),
            {"preset": "threes"},
            -445,
        ),
        "held at 300": (
            stock({"melded": 65, "red_threes_left": 1, "left": 10}),
            {"preset": "canastapedia"},
            -245,
        ),
        # Cards left
        "black threes": (stock("3 3"), {}, -10),
        "black threes at 100": (stock("3 3S"), {"preset": "canastapedia"}, -200),
        "black threes at 300": (stock("3 3S"), {"black_three": 300}, -600),
        "hand and foot": (stock({"melded": 65, "left": 430}), {}, -365),
        # Going out
        "out": (out(BOOKS | {"left": 5}), {}, 980),
        "out for 500": (out(BOOKS | {"left": 5}), {"out_bonus": 500}, 1380),
        "out for nothing": (out(BOOKS | {"left": 5}), {"out_bonus": 0}, 880),
        # Exact deals
        "an exact deal": (
            stock({"melded": 65, "left": 10}) | {"exact_deal": ["Ann"]},
            {"exact_deal": 100},
            155,
        ),
        "of both": (
            stock({"melded": 65, "left": 10}) | {"exact_deal": ["Ann", "Cem"]},
            {"exact_deal": 50},
            155,
        ),
        "of one on each side": (
            stock({"melded": 65, "left": 10}) | {"exact_deal": ["Dee", "Cem"]},
            {"exact_deal": 50},
            105,
        ),
        "of theirs": (
            stock({"melded": 65, "left": 10}) | {"exact_deal": ["Dee"]},
            {"preset": "threes"},
            55,
        ),
        "of nobody": (
            stock({"melded": 65, "left": 10}) | {"exact_deal": []},
            {"preset": "threes"},
            55,
        ),
    },
)
def test_partners_score(round: Document, rules: dict[str, Any], expected: int) -> None:
    assert points_of_us("hand-and-foot", round, **rules) == expected


def test_every_line_has_its_rule() -> None:
    ours = {
        "melded": 460,
        "clean": 1,
        "dirty": 2,
        "wild": 1,
        "red_threes": 2,
        "red_threes_left": 1,
        "left": 15,
    }
    round = out(ours, by="Cem") | {"exact_deal": ["Ann", "Cem"]}
    rules = {"preset": "wild", "exact_deal": 100}
    assert lines_of_us("hand-and-foot", round, **rules) == [
        (460, "melded"),
        (500, "clean-book"),
        (600, "dirty-book"),
        (1500, "wild-book"),
        (200, "red-threes"),
        (-500, "red-threes-left"),
        (100, "out-bonus"),
        (100, "exact-deal"),
        (100, "exact-deal"),
        (-15, "cards-left"),
    ]


@walk(
    ("cards", "worth"),
    {
        "a joker": ("JK", 50),
        "a two": ("2", 20),
        "an ace": ("A", 20),
        "a king": ("K", 10),
        "an eight": ("8", 10),
        "a seven": ("7", 5),
        "a four": ("4", 5),
        "a black three": ("3C", 5),
    },
)
def test_a_card_counts(cards: str, worth: int) -> None:
    round = ended("stock", None, Ann=cards, Bob=5)
    assert points("hand-and-foot", round) == (-worth, -5)


@walk(
    ("hand", "rules", "yes"),
    {
        "a clean and a dirty book": (BOOKS, {}, True),
        "two clean ones": ({"melded": 85, "clean": 2}, {}, False),
        "two dirty ones": ({"melded": 100, "dirty": 2}, {}, False),
        "two clean and one dirty": ({"melded": 120, "clean": 2, "dirty": 1}, {}, True),
        "a wild one is neither": (
            {"melded": 300, "clean": 1, "wild": 1},
            {"preset": "wild"},
            False,
        ),
        "two clean ones are needed": (BOOKS, {"clean_to_go_out": 2}, False),
        "a clean one alone is needed": (
            {"melded": 50, "clean": 1},
            {"dirty_to_go_out": 0},
            True,
        ),
        "none are needed": (
            {"melded": 50},
            {"clean_to_go_out": 0, "dirty_to_go_out": 0},
            True,
        ),
        "as cards": ({"melded": [CLEAN, DIRTY]}, {}, True),
        "a short one, as cards": ({"melded": [CLEAN, "9 9 9 9 9 2"]}, {}, False),
    },
)
def test_going_out_takes_books(hand: Document, rules: dict[str, Any], yes: bool) -> None:
    round = ended("out", "Ann", Ann=hand, Bob=5)
    if not yes:
        written = document("hand-and-foot", round, **rules)
        assert refused(written).place == "rounds[0].hands.Ann"
        round["allow"] = ["illegal-out"]
    [scored] = answer(document("hand-and-foot", round, **rules))["rounds"]
    assert scored["tags"] == ["illegal-out"] * (not yes) + ["out"]
    assert len(scored["warnings"]) == (not yes)


@walk(
    ("players", "rules", "decks", "dealt"),
    {
        "two players": (2, {}, 3, 11),
        "three": (3, {}, 4, 11),
        "four": (4, {}, 5, 11),
        "five": (5, {}, 6, 11),
        "six": (6, {}, 7, 11),
        "13 cards each": (4, {"hand_size": 13}, 5, 13),
        "15 cards of eight packs": (6, {"hand_size": 15, "decks": 8}, 8, 15),
    },
)
def test_there_is_one_pack_more_than_players(
    players: int, rules: dict[str, Any], decks: int, dealt: int
) -> None:
    variant = variant_of("hand-and-foot")
    deal = variant.deal(variant.rules_type(**rules), players, 1)
    assert (deal.decks, deal.jokers, deal.dealt) == (decks, 2 * decks, dealt)


@walk(
    ("first_meld", "asked"),
    {
        "fifty": ("fifty", [50, 90, 120, 150, 150]),
        "sixty": ("sixty", [60, 90, 120, 150, 150]),
        "ninety": ("ninety", [90, 120, 150, 180, 180]),
    },
)
def test_a_first_meld_is_by_the_round(first_meld: str, asked: list[int]) -> None:
    rules = {"first_meld": first_meld, "rounds": 0}
    answered = answer(of_partners("hand-and-foot", *[stock(10, 2500)] * 4, **rules))
    found = [entry["first_meld"] for entry in answered["rounds"]] + [answered["first_meld"]]
    assert found == [{"We": each, "They": each} for each in asked]


def test_a_void_round_and_what_happens_between_rounds_raise_no_first_meld() -> None:
    answered = answer(of_partners("hand-and-foot", VOID, adjust(We=3000), stock(10), VOID))
    found = [entry.get("first_meld") for entry in answered["rounds"]]
    both = {"We": 50, "They": 50}
    assert found == [both, None, both, {"We": 90, "They": 90}]
    assert answered["first_meld"] == {"We": 90, "They": 90}


@walk(
    ("rounds", "rules", "winners"),
    {
        "three rounds": ([stock(10, 15)] * 3, {}, None),
        "four rounds": ([stock(10, 15)] * 4, {}, ["We"]),
        "a void one among them": ([stock(10, 15)] * 3 + [VOID], {}, None),
        "level": ([stock(10)] * 4, {}, ["We", "They"]),
        "level: another": ([stock(10)] * 4, {"tie_at_end": "play-on"}, None),
        "which decides": (
            [*[stock(10)] * 4, stock(10, 15)],
            {"tie_at_end": "play-on"},
            ["We"],
        ),
        "as many as one likes": ([stock(10, 15)] * 5, {"rounds": 0}, None),
        "a target": ([stock(10, 15), adjust(They=1025)], {"target": 1000}, ["They"]),
        "short of it": ([stock(10, 15), adjust(They=1010)], {"target": 1000}, None),
    },
)
def test_the_most_points_win_after_four_rounds(
    rounds: list[Document], rules: dict[str, Any], winners: list[str] | None
) -> None:
    answered = answer(of_partners("hand-and-foot", *rounds, **rules))
    assert (answered["over"], answered["winners"]) == (winners is not None, winners or [])
    assert (answered["first_meld"] is None) == answered["over"]


def test_two_three_and_five_play_each_alone() -> None:
    for number in (2, 3, 5):
        names = ["Ann", "Bob", "Cem", "Dee", "Eva"][:number]
        hands = {"Ann": BOOKS} | dict.fromkeys(names[1:], "K")
        round = ended("out", "Ann", **hands)
        assert points("hand-and-foot", round, players=names) == (985, *[-10] * (number - 1))


def test_six_play_as_pairs_or_as_two_sides_of_three() -> None:
    pairs = {"We": BOOKS | {"left": 5}, "They": 10, "The others": "A A"}
    [round] = answer(of_six("hand-and-foot", ended("out", "Dee", **pairs)))["rounds"]
    assert round["points"] == {"We": 980, "They": -10, "The others": -40}
    threes = {"We": 15, "They": BOOKS | TEN_LEFT}
    [round] = answer(of_six("hand-and-foot", ended("out", "Fay", **threes), partners=3))["rounds"]
    assert round["points"] == {"We": -15, "They": 975}


def alone(*hands: Any, ending: str = "stock", **rules: Any) -> Document:
    """A game of Ann and Bob with three packs, and a hand of each."""
    by = "Ann" if ending == "out" else None
    return document("hand-and-foot", ended(ending, by, Ann=hands[0], Bob=hands[1]), **rules)


@walk(
    ("ann", "bob", "rules"),
    {
        "21 books are 147 of the 150 cards": (
            {"melded": 600, "clean": 12, "left": 5},
            {"melded": 500, "clean": 9, "left": 5},
            {},
        ),
        "each dirty one has one of the 18 wild cards": (
            {"melded": 500, "dirty": 10, "left": 5},
            {"melded": 400, "dirty": 8, "left": 5},
            {},
        ),
        "two of wild cards and four dirty ones": (
            {"melded": 300, "wild": 2, "left": 5},
            {"melded": 300, "dirty": 4, "left": 5},
            {"preset": "wild"},
        ),
        "all the cards there are": ({"melded": 1500, "left": 5}, 265, {}),
        "with black threes at 300": (
            {"melded": 1500, "left": 1500},
            1740 + 1800 - 3000,
            {"black_three": 300},
        ),
        "six red threes": (
            {"red_threes": 3, "left": 5},
            {"red_threes": 2, "red_threes_left": 1, "left": 5},
            {},
        ),
        "16 red threes of eight packs": ({"red_threes": 16, "left": 5}, 5, {"decks": "8"}),
        "no red threes laid": ({"red_threes": 0, "left": 5}, 5, {"preset": "threes"}),
        "twelve kings": ({"melded": ["K K K K K K K"], "left": "K K K K"}, "K", {}),
        "a red three is a card that is held": ({"red_threes_left": 1}, 5, {}),
    },
)
def test_what_the_packs_hold_can_be(ann: Any, bob: Any, rules: dict[str, Any]) -> None:
    assert "stock" in answer(alone(ann, bob, **rules))["rounds"][0]["tags"]


@walk(
    ("ann", "bob", "rules", "place", "sentence"),
    {
        "a clean book of 30": (
            {"melded": 30, "clean": 1, "left": 5},
            5,
            {},
            "Ann.melded",
            "With the cards of the canastas, what Ann melded counts at least 35, not 30.",
        ),
        "a dirty one of 45": (
            {"melded": 45, "dirty": 1, "left": 5},
            5,
            {},
            "Ann.melded",
            "With the cards of the canastas, what Ann melded counts at least 50, not 45.",
        ),
        "one of wild cards for 135": (
            {"melded": 135, "wild": 1, "left": 5},
            5,
            {"preset": "wild"},
            "Ann.melded",
            "With the cards of the canastas, what Ann melded counts at least 140, not 135.",
        ),
        "wild cards are no book here": (
            {"melded": 140, "wild": 1, "left": 5},
            5,
            {},
            "Ann.wild",
            "“wild” does not count in this game.",
        ),
        "as cards": (
            {"melded": ["2 2 2"], "left": 5},
            5,
            {},
            "Ann.melded[0]",
            "Ann: 2 2 2 is not a meld. Melds of wild cards alone are not played here.",
        ),
        "a book too few": (
            {"melded": [CLEAN], "clean": 0, "left": 5},
            5,
            {},
            "Ann.clean",
            "In the melds of Ann, “Clean” is 1, not 0.",
        ),
        "another book": (
            {"melded": [CLEAN], "dirty": 1, "left": 5},
            5,
            {},
            "Ann.dirty",
            "In the melds of Ann, “Dirty” is 0, not 1.",
        ),
        "22 books of 150 cards": (
            {"melded": 600, "clean": 12, "left": 5},
            {"melded": 500, "clean": 10, "left": 5},
            {},
            "Bob",
            "154 cards, but there are only 150.",
        ),
        "19 dirty ones with 18 wild cards": (
            {"melded": 500, "dirty": 10, "left": 5},
            {"melded": 500, "dirty": 9, "left": 5},
            {},
            "Bob",
            "19 wild cards, but there are only 18.",
        ),
        "two of wild cards and five dirty ones": (
            {"melded": 300, "wild": 2, "left": 5},
            {"melded": 300, "dirty": 5, "left": 5},
            {"preset": "wild"},
            "Bob",
            "19 wild cards, but there are only 18.",
        ),
        "more than the packs are worth": (
            {"melded": 1500, "left": 5},
            270,
            {},
            "Bob",
            "1775 points, but all cards together count 1770.",
        ),
        "with black threes at 300": (
            {"melded": 1500, "left": 1500},
            545,
            {"black_three": 300},
            "Bob",
            "3545 points, but all cards together count 3540.",
        ),
        "seven red threes": (
            {"red_threes": 7, "left": 5},
            5,
            {},
            "Ann.red_threes",
            "7 red threes, but there are only 6.",
        ),
        "seven of both": (
            {"red_threes": 4, "left": 5},
            {"red_threes": 2, "red_threes_left": 1, "left": 5},
            {},
            "Bob.red_threes",
            "7 red threes, but there are only 6.",
        ),
        "red threes are not laid": (
            {"red_threes": 1, "left": 5},
            5,
            {"preset": "threes"},
            "Ann.red_threes",
            "“red_threes” does not count in this game.",
        ),
        "a red three among the melds": (
            {"melded": ["3H 3H 3D"], "left": 5},
            5,
            {},
            "Ann",
            "Enter red threes separately, not among the cards of Ann.",
        ),
        "a seventh black three": (
            "3 3 3 3 3 3 3",
            5,
            {},
            "Ann",
            "7 black threes, but there are only 6.",
        ),
        "thirteen kings": (
            {"melded": ["K K K K K K K"], "left": "K K K K"},
            "K K",
            {},
            "Bob",
            "The hands have too many K together: 13, but this game has only 12.",
        ),
        "a meld of black threes": (
            {"melded": ["3 3 3"], "left": 5},
            5,
            {},
            "Ann.melded[0]",
            "Ann: 3 3 3 is not a meld. Threes are not melded.",
        ),
        "a natural canasta": (
            {"melded": 65, "natural": 1, "left": 5},
            5,
            {},
            "Ann",
            "“natural” does not count in this game.",
        ),
    },
)
def test_a_hand_is_refused(
    ann: Any, bob: Any, rules: dict[str, Any], place: str, sentence: str
) -> None:
    written = alone(ann, bob, **rules)
    check_refused(written, f"rounds[0].hands.{place}", f"Round 1: {sentence}")


@walk(
    ("written", "place", "sentence"),
    {
        "something left to one who went out": (
            alone(BOOKS | {"left": 5}, 5, ending="out"),
            "rounds[0].hands.Ann",
            "Round 1: Ann ended the round, so nothing can be left.",
        ),
        "a red three held by one who went out": (
            alone(BOOKS | {"red_threes_left": 1}, 5, ending="out"),
            "rounds[0].hands.Ann",
            "Round 1: Ann went out, so nothing is left.",
        ),
        "nobody else is without cards": (
            alone(BOOKS, {"melded": 65}, ending="out"),
            "rounds[0].hands.Bob",
            "Round 1: Bob must have something left: Ann went out first.",
        ),
        "black threes by one who went out": (
            alone({"melded": [CLEAN, DIRTY, "3 3 3"]}, 5, ending="out"),
            "rounds[0].hands.Ann.melded[2]",
            "Round 1: Ann: 3 3 3 is not a meld. Threes are not melded.",
        ),
        "an exact deal that brings nothing": (
            of_partners("hand-and-foot", stock(10) | {"exact_deal": ["Ann"]}),
            "rounds[0].exact_deal",
            "Round 1: “exact_deal” does not count in this game.",
        ),
        "of one named twice": (
            of_partners(
                "hand-and-foot", stock(10) | {"exact_deal": ["Ann", "Ann"]}, preset="threes"
            ),
            "rounds[0].exact_deal",
            "Round 1: Ann is there twice.",
        ),
        "of a stranger": (
            of_partners("hand-and-foot", stock(10) | {"exact_deal": ["Zoe"]}, preset="threes"),
            "rounds[0].exact_deal",
            "Round 1: Nobody in this game is called “Zoe”.",
        ),
        "of a side": (
            of_partners("hand-and-foot", stock(10) | {"exact_deal": ["We"]}, preset="threes"),
            "rounds[0].exact_deal",
            "Round 1: “We” is a side: give the name of one of its players.",
        ),
        "in a void round": (
            of_partners("hand-and-foot", VOID | {"exact_deal": ["Ann"]}, preset="threes"),
            "rounds[0].exact_deal",
            "Round 1: Nobody scores in a round like this, not even Ann.",
        ),
        "no list": (
            of_partners("hand-and-foot", stock(10) | {"exact_deal": 3}, preset="threes"),
            "rounds[0].exact_deal",
            "Round 1: This must be the names of players.",
        ),
        "out concealed": (
            of_partners("hand-and-foot", out(BOOKS | {"left": 5}, ending="concealed")),
            "rounds[0].ending",
            "Round 1: A round of this game cannot end with “concealed”.",
        ),
        "four without sides": (
            document("hand-and-foot", players=["Ann", "Bob", "Cem", "Dee"]),
            "sides",
            "Hand and Foot with 4 players is played by sides: name them.",
        ),
        "six without sides": (
            document("hand-and-foot", players=list("ABCDEF")),
            "sides",
            "Hand and Foot with 6 players is played by sides: name them.",
        ),
        "five with sides": (
            document("hand-and-foot", players=list("ABCDE")) | {"sides": [["A", "C"], ["B", "D"]]},
            "sides",
            "In Hand and Foot with 5 players everybody plays alone, without sides.",
        ),
        "seven players": (
            document("hand-and-foot", players=list("ABCDEFG")),
            "players",
            "Hand and Foot is for 2 to 6 players.",
        ),
    },
)
def test_what_cannot_have_happened_is_refused(written: Document, place: str, sentence: str) -> None:
    check_refused(written, place, sentence)


@walk(
    ("melds", "warnings"),
    {
        "as many wild cards as natural ones": (["K K 2 2"], []),
        "more": (["K K 2 2 JK"], ["K K 2 2 JK has more wild than natural cards."]),
        "four wild cards": (["9 9 9 9 2 2 2 2"], []),
        "one natural card": (["K 2 2"], ["K 2 2 has more wild than natural cards."]),
        "two melds of one rank": (["K K K", "K K K"], []),
    },
)
def test_a_meld_against_the_rules_is_warned_of(melds: list[str], warnings: list[str]) -> None:
    round = stock({"melded": melds, "left": 10})
    assert judged("hand-and-foot", round)["warnings"] == warnings


def test_wild_cards_alone_are_not_warned_of_where_they_are_played() -> None:
    round = stock({"melded": ["2 2 2 2 JK JK JK"], "left": 10})
    assert judged("hand-and-foot", round, preset="wild")["warnings"] == []


def asked(*melds: str, **fields: Any) -> Document:
    """Return the judge’s answer to a first meld."""
    question = {"variant": "hand-and-foot", "melds": [*melds], "ask": True} | fields
    return answer_melds(question).as_json()


@walk(
    ("melds", "fields", "count", "first_meld", "yes"),
    {
        "50 in the first round": (["K K K", "A A A"], {}, 90, 50, True),
        "in the second": (["K K K", "A A A"], {"round": 2}, 90, 90, True),
        "in the third": (["K K K", "A A A"], {"round": 3}, 90, 120, False),
        "in the fourth": (["K K K", "A A A"], {"round": 4}, 90, 150, False),
        "in the ninth": (["K K K", "A A A"], {"round": 9}, 90, 150, False),
        "five short": (["K K K", "7 7 7"], {}, 45, 50, False),
        "at sixty": (["K K K", "8 8 8"], {"rules": {"first_meld": "sixty"}}, 60, 60, True),
        "at ninety": (
            ["K K K", "A A A"],
            {"rules": {"first_meld": "ninety"}, "round": 4},
            90,
            180,
            False,
        ),
    },
)
def test_is_this_first_meld_enough(
    melds: list[str], fields: Document, count: int, first_meld: int, yes: bool
) -> None:
    found = asked(*melds, **fields)
    assert (found["count"], found["first_meld"], found["yes"]) == (count, first_meld, yes)


def test_the_kind_of_each_meld() -> None:
    melds = ["K K K", CLEAN, DIRTY, "JK JK JK JK 2 2 2"]
    assert asked(*melds, preset="wild")["kinds"] == [None, "clean", "dirty", "wild"]


def test_a_document_keeps_the_hands_as_they_were_written() -> None:
    ours = {"melded": ["K K K", CLEAN], "red_threes": 1, "left": "K 9"}
    theirs = {"melded": 95, "dirty": 1, "red_threes_left": 1, "left": 15}
    round = stock(ours, theirs) | {"exact_deal": ["Ann", "Dee"]}
    written = of_partners("hand-and-foot", round, exact_deal=50)
    assert write_game(read_game(written))["rounds"] == written["rounds"]


def test_these_are_the_presets() -> None:
    assert presets_of("hand-and-foot") == ["plain", "wild", "threes", "canastapedia"]
    plain = rules_of("hand-and-foot", "plain")
    changes = {
        "wild": {"wild_book": 1500},
        "threes": {"red_three": 0, "exact_deal": 100},
        "canastapedia": {"red_three": 0, "red_three_left": 300, "black_three": 100},
    }
    for preset, changed in changes.items():
        assert rules_of("hand-and-foot", preset) == plain | changed
