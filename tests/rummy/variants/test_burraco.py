"""Burraco: clean, semi-clean and dirty burracos, the pot, and closing."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy.documents.game import read_game, write_game
from scorekeeper.rummy.documents.melds import answer_melds
from scorekeeper.rummy.round import RuleError
from tests.support.canasta import (
    TEN_LEFT,
    answer,
    judged,
    lines_of_us,
    of_partners,
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

CLEAN_RUN = "4H 5H 6H 7H 8H 9H TH"
SEMI_CLEAN_RUN = "3H 2S 5H 6H 7H 8H 9H TH JH"
DIRTY_RUN = "3S 4S JK 6S 7S 8S 9S TS"
DIRTY = {"melded": 50, "dirty": 1}


@walk(
    ("round", "rules", "expected"),
    {
        # The figures of the rules
        "one of each burraco, out": (
            out({"melded": 365, "clean": 1, "semi_clean": 1, "dirty": 1, "left": 15}),
            {},
            900,
        ),
        "no pot, and A A K 7 left": (
            stock({"melded": 120, "pot": False, "left": "A A K 7"}),
            {},
            -25,
        ),
        # Burracos
        "a clean burraco": (stock({"melded": 35, "clean": 1, "left": 10}), {}, 225),
        "for 1,000": (stock({"melded": 35, "clean": 1, "left": 10}), {"clean": 1000}, 1025),
        "a semi-clean one": (stock({"melded": 55, "semi_clean": 1, "left": 10}), {}, 195),
        "for 180": (
            stock({"melded": 55, "semi_clean": 1, "left": 10}),
            {"semi_clean": 180},
            225,
        ),
        "a dirty one": (stock(DIRTY | TEN_LEFT), {}, 140),
        "for 80": (stock(DIRTY | TEN_LEFT), {"dirty": 80}, 120),
        "two of a kind": (stock({"melded": 100, "dirty": 2, "left": 10}), {}, 290),
        "as cards": (
            out({"melded": [CLEAN_RUN, SEMI_CLEAN_RUN, DIRTY_RUN], "left": 5}),
            {},
            50 + 80 + 80 + 450 + 100 - 5,
        ),
        # The pot
        "with the pot": (stock({"melded": 65, "pot": True, "left": 10}), {}, 55),
        "without": (stock({"melded": 65, "pot": False, "left": 10}), {}, -45),
        "without, for 500": (
            stock({"melded": 65, "pot": False, "left": 10}),
            {"pot": 500},
            -445,
        ),
        "without, for nothing": (
            stock({"melded": 65, "pot": False, "left": 10}),
            {"pot": 0},
            55,
        ),
        "nothing but cards are left": (stock("K A"), {}, -25),
        "a count alone": (stock(35), {}, -35),
        # Closing
        "out": (out(DIRTY | {"left": 5}), {}, 245),
        "out for 300": (out(DIRTY | {"left": 5}), {"out_bonus": 300}, 445),
        "out for nothing": (out(DIRTY | {"left": 5}), {"out_bonus": 0}, 145),
        "they go out": (out({"pot": False, "left": 10}, DIRTY | {"left": 5}, "Dee"), {}, -110),
        # The cards
        "a joker at 20": (stock("JK A"), {"joker_value": 20}, -35),
        "a joker at 50": (stock("JK A"), {"joker_value": 50}, -65),
        "a meld with it": (
            stock({"melded": ["K K JK"], "left": 10}),
            {"joker_value": 50},
            60,
        ),
        "red threes are cards": (stock("3H 3D"), {}, -10),
    },
)
def test_partners_score(round: Document, rules: dict[str, Any], expected: int) -> None:
    assert points_of_us("burraco", round, **rules) == expected


@walk(
    ("cards", "worth"),
    {
        "a joker": ("JK", 30),
        "a two": ("2", 20),
        "an ace": ("A", 15),
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
        "a three": ("3", 5),
        "a red three": ("3H", 5),
    },
)
def test_a_card_counts(cards: str, worth: int) -> None:
    assert points("burraco", ended("stock", None, Ann=cards, Bob=5)) == (-worth, -5)


def test_every_line_has_its_rule() -> None:
    ours = {"melded": 365, "clean": 1, "semi_clean": 1, "dirty": 2, "left": 15}
    assert lines_of_us("burraco", out(ours, by="Cem")) == [
        (365, "melded"),
        (200, "clean-burraco"),
        (150, "semi-clean-burraco"),
        (200, "dirty-burraco"),
        (100, "out-bonus"),
        (-15, "cards-left"),
    ]
    assert lines_of_us("burraco", stock({"pot": False, "left": "K 2"})) == [
        (-100, "pot"),
        (-30, "cards-left"),
    ]


KINDS = {
    "seven in a row": (CLEAN_RUN, "clean"),
    "six": ("4H 5H 6H 7H 8H 9H", None),
    "from the ace, with the two in its place": ("AH 2H 3H 4H 5H 6H 7H", "clean"),
    "from the two": ("2H 3H 4H 5H 6H 7H 8H", "clean"),
    "up to the ace": ("8H 9H TH JH QH KH AH", "clean"),
    "seven and a wild card between": (SEMI_CLEAN_RUN, "semi_clean"),
    "seven and a wild card above": ("4H 5H 6H 7H 8H 9H TH 2S", "semi_clean"),
    "seven and a wild card below": ("2S 4H 5H 6H 7H 8H 9H TH", "semi_clean"),
    "five and two": (DIRTY_RUN, "dirty"),
    "six and a joker": ("JK 5H 6H 7H 8H 9H TH", "dirty"),
    "a two of the suit for another card": ("4H 2H 6H 7H 8H 9H TH", "dirty"),
    "two twos, one in its place": ("AH 2H 3H 4H 5H 2S 7H", "dirty"),
    "the same two twice": ("2H 2H 4H 5H 6H 7H 8H", "dirty"),
    "six with an own two, and a joker": ("AH 2H 3H 4H 5H 6H JK", "dirty"),
    "seven with an own two, and a joker": ("AH 2H 3H 4H 5H 6H 7H JK", "semi_clean"),
    "ace, joker, three and on": ("AH JK 3H 4H 5H 6H 7H 8H 9H", "semi_clean"),
    "a set of seven": ("9S 9S 9H 9H 9D 9D 9C", "clean"),
    "of eight": ("9 9 9 9 9 9 9 9", "clean"),
    "six of a set and a joker": ("9 9 9 9 9 9 JK", "dirty"),
    "seven of a set and a joker": ("9 9 9 JK 9 9 9 9", "semi_clean"),
    "seven threes": ("3 3 3 3 3 3 3", "clean"),
    "a set of three": ("K K K", None),
    "a short run": ("QS KS AS", None),
}


@walk(("meld", "kind"), KINDS)
def test_the_kind_of_each_meld(meld: str, kind: str | None) -> None:
    question = {"variant": "burraco", "melds": [meld], "ask": True}
    found = answer_melds(question).as_json()
    assert found["kinds"] == [kind]
    assert found["counts"] == [found["count"]]
    assert found["verdict"]
    assert not {"yes", "first_meld"} & {*found}


@walk(("meld", "kind"), KINDS)
def test_the_burracos_are_found_among_the_melds(meld: str, kind: str | None) -> None:
    said = {"melded": [meld], "left": 10} | ({kind: 1} if kind else {})
    bonus = {"clean": 200, "semi_clean": 150, "dirty": 100, None: 0}[kind]
    for hand in (said, {"melded": [meld], "left": 10}):
        lines = lines_of_us("burraco", stock(hand))
        assert sum(points for points, rule in lines if rule.endswith("-burraco")) == bonus
    for other in {"clean", "semi_clean", "dirty"} - {kind}:
        wrong = of_partners("burraco", stock({"melded": [meld], "left": 10, other: 1}))
        assert refused(wrong).place.startswith("rounds[0].hands.We")


def test_where_semi_clean_is_nothing_it_is_dirty() -> None:
    question = {"variant": "burraco", "melds": [SEMI_CLEAN_RUN], "ask": True}
    found = answer_melds(question | {"rules": {"semi_clean": 0}}).as_json()
    assert (found["counts"], found["kinds"]) == ([80], ["dirty"])
    round = stock({"melded": [SEMI_CLEAN_RUN], "left": 10})
    assert points_of_us("burraco", round, preset="buraco") == 80 + 100 - 10


def test_the_figures_of_a_question() -> None:
    question = {"variant": "burraco", "melds": ["4H 5H 6H 7H 8H 9H TH 2S"], "ask": True}
    found = answer_melds(question).as_json()
    assert (found["counts"], found["count"], found["kinds"]) == ([70], 70, ["semi_clean"])


NO_MELDS = {
    "two cards": "KH KH",
    "two wild cards": "4H JK 2S 7H",
    "two wild cards in a set": "K K JK 2",
    "a set of twos": "2S 2H 2D",
    "twos and a joker": "2S 2H JK",
    "two ranks": "K K Q",
    "a gap": "4H 5H 7H",
    "not in order": "4H 6H 5H",
    "from high to low": "6H 5H 4H",
    "two suits": "4H 5S 6H",
    "past the ace": "QS KS AS 2S",
    "a wild card past the ace": "QS KS AS JK",
    "a wild card below the ace": "JK AS 2S 3S",
    "no suits": "4 5 6",
}


@walk("meld", NO_MELDS)
def test_what_is_no_meld_is_refused(meld: str) -> None:
    drawn = meld.translate(str.maketrans("SHDC", "♠♥♦♣")).replace("JK", "joker")
    sentence = (
        "This is neither a set nor a run, from low to high with its suit, with one wild card at "
        "most."
    )
    written = of_partners("burraco", stock({"melded": ["K K K", meld], "left": 10}))
    told = f"Round 1: We: {drawn} is not a meld. {sentence}"
    check_refused(written, "rounds[0].hands.We.melded[1]", told)
    with pytest.raises(RuleError) as caught:
        answer_melds({"variant": "burraco", "melds": ["K K K", meld], "ask": True})
    assert (caught.value.place, caught.value.text()) == ("melds[1]", sentence)


@walk(
    "question",
    {
        "a total": {"total": 500},
        "a round": {"round": 2},
        "three kings of spades": {"melds": ["KS KS KS"]},
        "a joker where none is played": {"melds": ["K K JK"], "preset": "buraco"},
        "no list": {"melds": "K K K"},
    },
)
def test_a_question_is_refused(question: Document) -> None:
    with pytest.raises(RuleError) as caught:
        answer_melds({"variant": "burraco", "melds": ["K K K"], "ask": True} | question)
    assert caught.value.text()


@walk(
    ("hand", "rules", "yes"),
    {
        "a dirty burraco": (DIRTY, {}, True),
        "a semi-clean one": ({"melded": 55, "semi_clean": 1}, {}, True),
        "a clean one": ({"melded": 35, "clean": 1}, {}, True),
        "none": ({"melded": 300}, {}, False),
        "a clean one is needed": (
            {"melded": 105, "dirty": 1, "semi_clean": 1},
            {"go_out_with": "clean"},
            False,
        ),
        "and there": ({"melded": 35, "clean": 1}, {"go_out_with": "clean"}, True),
        "by the international rules": (DIRTY, {"preset": "international"}, False),
        "as cards": ({"melded": [DIRTY_RUN]}, {}, True),
        "of cards, too short": ({"melded": ["4H 5H 6H 7H 8H 9H"]}, {}, False),
    },
)
def test_going_out_takes_a_burraco(hand: Document, rules: dict[str, Any], yes: bool) -> None:
    round = ended("out", "Ann", Ann=hand, Bob=5)
    if not yes:
        assert refused(document("burraco", round, **rules)).place == "rounds[0].hands.Ann"
        round["allow"] = ["illegal-out"]
    [scored] = answer(document("burraco", round, **rules))["rounds"]
    assert scored["tags"] == ["illegal-out"] * (not yes) + ["out"]
    assert len(scored["warnings"]) == (not yes)


@walk(
    ("players", "rules", "jokers"),
    {
        "two": (2, {}, 4),
        "three": (3, {}, 4),
        "four": (4, {}, 4),
        "without jokers": (4, {"jokers_per_deck": 0}, 0),
    },
)
def test_eleven_cards_of_two_packs_are_dealt(
    players: int, rules: dict[str, Any], jokers: int
) -> None:
    variant = variant_of("burraco")
    deal = variant.deal(variant.rules_type(**rules), players, 1)
    assert (deal.decks, deal.jokers, deal.dealt) == (2, jokers, 11)


def scored(we: int, they: int) -> Document:
    """A round of these points for the sides, made with adjustments."""
    given = [{"player": "We", "points": we + 10}, {"player": "They", "points": they + 10}]
    return stock(10) | {"adjustments": given}


@walk(
    ("rounds", "rules", "winners"),
    {
        "short of 2,005": ([scored(2000, 0)], {}, None),
        "at 2,005": ([scored(2005, 0)], {}, ["We"]),
        "both there": ([scored(2005, 2010)], {}, ["They"]),
        "with points between rounds": ([scored(1955, 0), adjust(We=50)], {}, ["We"]),
        "3,000 in Brazil": ([scored(2995, 0)], {"preset": "buraco"}, None),
        "level": ([scored(2005, 2005)], {}, ["We", "They"]),
        "level: another": ([scored(2005, 2005)], {"tie_at_end": "play-on"}, None),
        "after two rounds": ([scored(5, 0), scored(5, 0)], {"rounds": 2}, ["We"]),
        "void rounds do not count": ([scored(5, 0), VOID], {"rounds": 2}, None),
        "without a target": ([scored(9000, 0)], {"target": 0}, None),
    },
)
def test_the_most_points_win(
    rounds: list[Document], rules: dict[str, Any], winners: list[str] | None
) -> None:
    answered = answer(of_partners("burraco", *rounds, **rules))
    assert (answered["over"], answered["winners"]) == (winners is not None, winners or [])


def test_there_is_no_first_meld() -> None:
    answered = answer(of_partners("burraco", stock(10)))
    assert "first_meld" not in answered
    assert "first_meld" not in answered["rounds"][0]


def test_two_and_three_play_each_alone() -> None:
    round = ended("out", "Bob", Ann={"pot": False, "left": 5}, Bob=DIRTY, Cem="A A")
    assert points("burraco", round, players=["Ann", "Bob", "Cem"]) == (-105, 250, -30)
    assert points("burraco", ended("out", "Ann", Ann=DIRTY, Bob="K")) == (250, -10)


def alone(*hands: Any, ending: str = "stock", **rules: Any) -> Document:
    """A game of Ann and Bob, with a hand of each."""
    by = "Ann" if ending == "out" else None
    return document("burraco", ended(ending, by, Ann=hands[0], Bob=hands[1]), **rules)


@walk(
    ("ann", "bob", "rules"),
    {
        "15 clean burracos are 105 of the 108 cards": (
            {"melded": 500, "clean": 8, "left": 5},
            {"melded": 400, "clean": 7, "left": 5},
            {},
        ),
        "14 of the 104 without jokers": (
            {"melded": 400, "clean": 8, "left": 5},
            {"melded": 400, "clean": 6, "left": 5},
            {"jokers_per_deck": 0},
        ),
        "each other one has one of the 12 wild cards": (
            {"melded": 500, "semi_clean": 6, "left": 5},
            {"melded": 400, "dirty": 6, "left": 5},
            {},
        ),
        "of the eight without jokers": (
            {"melded": 400, "dirty": 8, "left": 5},
            5,
            {"jokers_per_deck": 0},
        ),
        "semi-clean ones have eight cards": (
            {"melded": 700, "semi_clean": 11, "left": 5},
            {"melded": 100, "clean": 2, "left": 5},
            {},
        ),
        "all the cards there are": ({"melded": 1000, "left": 5}, 75, {}),
        "all without jokers": (
            {"melded": 900, "left": 5},
            55,
            {"jokers_per_deck": 0},
        ),
        "all with jokers at 50": ({"melded": 1000, "left": 5}, 155, {"joker_value": 50}),
        "15 melded": ({"melded": 15, "left": 5}, 5, {}),
        "eight threes": ("3 3 3 3", "3H 3H 3D 3D", {}),
        "a semi-clean one of none": (
            {"melded": 50, "semi_clean": 0, "left": 5},
            5,
            {"preset": "buraco"},
        ),
    },
)
def test_what_the_packs_hold_can_be(ann: Any, bob: Any, rules: dict[str, Any]) -> None:
    assert "stock" in answer(alone(ann, bob, **rules))["rounds"][0]["tags"]


@walk(
    ("ann", "bob", "rules", "place", "sentence"),
    {
        "a clean burraco of 30": (
            {"melded": 30, "clean": 1, "left": 5},
            5,
            {},
            "Ann.melded",
            "With the cards of the canastas, what Ann melded counts at least 35, not 30.",
        ),
        "a semi-clean one of 50": (
            {"melded": 50, "semi_clean": 1, "left": 5},
            5,
            {},
            "Ann.melded",
            "With the cards of the canastas, what Ann melded counts at least 55, not 50.",
        ),
        "a dirty one of 45": (
            {"melded": 45, "dirty": 1, "left": 5},
            5,
            {},
            "Ann.melded",
            "With the cards of the canastas, what Ann melded counts at least 50, not 45.",
        ),
        "semi-clean is not played": (
            {"melded": 55, "semi_clean": 1, "left": 5},
            5,
            {"preset": "buraco"},
            "Ann.semi_clean",
            "“semi_clean” does not count in this game.",
        ),
        "16 clean burracos of 108 cards": (
            {"melded": 500, "clean": 8, "left": 5},
            {"melded": 500, "clean": 8, "left": 5},
            {},
            "Bob",
            "112 cards, but there are only 108.",
        ),
        "15 of the 104 without jokers": (
            {"melded": 400, "clean": 8, "left": 5},
            {"melded": 400, "clean": 7, "left": 5},
            {"jokers_per_deck": 0},
            "Bob",
            "105 cards, but there are only 104.",
        ),
        "twelve semi-clean ones and two clean": (
            {"melded": 800, "semi_clean": 12, "left": 5},
            {"melded": 100, "clean": 2, "left": 5},
            {},
            "Bob",
            "110 cards, but there are only 108.",
        ),
        "13 with twelve wild cards": (
            {"melded": 500, "semi_clean": 6, "left": 5},
            {"melded": 400, "dirty": 7, "left": 5},
            {},
            "Bob",
            "13 wild cards, but there are only 12.",
        ),
        "nine with eight": (
            {"melded": 500, "dirty": 9, "left": 5},
            5,
            {"jokers_per_deck": 0},
            "Ann",
            "9 wild cards, but there are only 8.",
        ),
        "more than the packs are worth": (
            {"melded": 1000, "left": 5},
            80,
            {},
            "Bob",
            "1085 points, but all cards together count 1080.",
        ),
        "than they are worth without jokers": (
            {"melded": 900, "left": 5},
            60,
            {"jokers_per_deck": 0},
            "Bob",
            "965 points, but all cards together count 960.",
        ),
        "a joker where none is played": (
            "JK",
            5,
            {"preset": "buraco"},
            "Ann",
            "Ann cannot have a joker: you play without.",
        ),
        "a ninth three": (
            "3 3 3 3 3",
            "3 3 3 3",
            {},
            "Bob",
            "The hands have too many 3 together: 9, but this game has only 8.",
        ),
        "a third three of hearts": (
            "3H 3H 3H",
            5,
            {},
            "Ann",
            "Ann’s hand has too many 3♥: this game has only 2.",
        ),
        "red threes": (
            {"red_threes": 1, "left": 5},
            5,
            {},
            "Ann",
            "“red_threes” does not count in this game.",
        ),
        "a mixed canasta": (
            {"melded": 65, "mixed": 1, "left": 5},
            5,
            {},
            "Ann",
            "“mixed” does not count in this game.",
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
        "out without the pot": (
            alone(DIRTY | {"pot": False}, 5, ending="out"),
            "rounds[0].hands.Ann.pot",
            "Round 1: Ann cannot go out: the pot was not taken.",
        ),
        "which the table cannot allow": (
            document(
                "burraco",
                ended("out", "Ann", Ann=DIRTY | {"pot": False}, Bob=5) | {"allow": ["illegal-out"]},
            ),
            "rounds[0].hands.Ann.pot",
            "Round 1: Ann cannot go out: the pot was not taken.",
        ),
        "a partner out without the pot": (
            of_partners("burraco", out(DIRTY | {"pot": False, "left": 5}, by="Cem")),
            "rounds[0].hands.We.pot",
            "Round 1: Cem cannot go out: the pot was not taken.",
        ),
        "something left to one who went out": (
            alone(DIRTY | {"left": 5}, 5, ending="out"),
            "rounds[0].hands.Ann",
            "Round 1: Ann ended the round, so nothing can be left.",
        ),
        "nobody else is without cards": (
            alone(DIRTY, {"melded": 65}, ending="out"),
            "rounds[0].hands.Bob",
            "Round 1: Bob must have something left: Ann went out first.",
        ),
        "one card of two partners": (
            of_partners("burraco", stock("K")),
            "rounds[0].hands.We",
            "Round 1: We must have 2 cards left at least, one for each of them.",
        ),
        "5 left to two partners": (
            of_partners("burraco", stock(5)),
            "rounds[0].hands.We",
            "Round 1: We must have 2 cards left at least, one for each of them.",
        ),
        "a pot that is no yes or no": (
            of_partners("burraco", stock({"pot": 1, "left": 10})),
            "rounds[0].hands.We.pot",
            "Round 1: This must be true or false.",
        ),
        "out concealed": (
            of_partners("burraco", out(DIRTY | {"left": 5}, ending="concealed")),
            "rounds[0].ending",
            "Round 1: A round of this game cannot end with “concealed”.",
        ),
        "four without sides": (
            document("burraco", players=["Ann", "Bob", "Cem", "Dee"]),
            "sides",
            "Burraco with 4 players is played by sides: name them.",
        ),
        "three with sides": (
            document("burraco", players=["Ann", "Bob", "Cem"])
            | {"sides": [["Ann"], ["Bob", "Cem"]]},
            "sides",
            "In Burraco with 3 players everybody plays alone, without sides.",
        ),
        "five players": (
            document("burraco", players=list("ABCDE")),
            "players",
            "Burraco is for 2 to 4 players.",
        ),
    },
)
def test_what_cannot_have_happened_is_refused(written: Document, place: str, sentence: str) -> None:
    check_refused(written, place, sentence)


@walk(
    ("round", "winners", "tags"),
    {
        "out": (out(DIRTY | {"left": 5}), ["We"], ["out"]),
        "not those who went out": (
            out(DIRTY | {"left": 5}, {"melded": 300, "left": 10}),
            ["They"],
            ["out"],
        ),
        "the stock ran out": (stock(15), ["They"], ["stock"]),
        "as many points": (stock(10), ["We", "They"], ["stock", "shared"]),
        "nobody": (VOID, [], ["void"]),
    },
)
def test_the_most_points_win_the_round(
    round: Document, winners: list[str], tags: list[str]
) -> None:
    found = judged("burraco", round)
    assert (found["winners"], sorted(found["tags"])) == (winners, sorted(tags))


def test_a_document_keeps_the_hands_as_they_were_written() -> None:
    ours = {"melded": [CLEAN_RUN, "K K K"], "left": "K 9"}
    theirs = {"melded": 95, "dirty": 1, "pot": False, "left": 15}
    written = of_partners("burraco", stock(ours, theirs))
    assert write_game(read_game(written))["rounds"] == written["rounds"]


def test_these_are_the_presets() -> None:
    assert presets_of("burraco") == ["plain", "international", "buraco"]
    plain = rules_of("burraco", "plain")
    changes: dict[str, dict[str, object]] = {
        "international": {"go_out_with": "clean"},
        "buraco": {
            "semi_clean": 0,
            "go_out_with": "clean",
            "jokers_per_deck": 0,
            "target": 3000,
        },
    }
    for preset, changed in changes.items():
        assert rules_of("burraco", preset) == plain | changed
