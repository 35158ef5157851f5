"""Questions about the table: the examples of the rules, and an oracle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from scorekeeper.rummy import RuleError, answer_melds
from scorekeeper.rummy.melds.layout import Meld, Spot
from scorekeeper.rummy.melds.layout_task import Effort
from scorekeeper.rummy.table import questions
from scorekeeper.rummy.table.game import TableGame
from scorekeeper.rummy.table.melds import TableMeld, read_meld
from scorekeeper.rummy.table.pieces import COLOURED_TILES, JOKER, TABLE_CARDS
from scorekeeper.rummy.table.questions import best_play, kept_as_they_lie, rearranged
from tests.support.new_meld_oracle import Piece, can_be_dealt
from tests.support.table_oracle import least_cost
from tests.support.tables import HARD_TABLES, Place, chance_hand, chance_table
from tests.support.walks import walk


def asked(table: str, variant: str = "tiles", **more: Any) -> dict[str, Any]:
    """Return the answer to a question about a table. Bars separate the melds."""
    melds = [meld.strip() for meld in table.split("|")] if table else []
    return answer_melds({"variant": variant, "table": melds} | more).as_json()


@walk(
    ("table", "hand", "left", "points"),
    [
        ("R5 B5 K5 Y5", "B4 B6 B7", "", 0),
        ("B5 B6 JK", "R2 R3", "R2 R3", 5),
        ("B5 B6 JK", "B7 R2", "R2", 2),
        # B7 replaces the joker.
        ("B5 B6 JK", "B7 R2 R3", "", 0),
        # The seven of the set replaces it.
        ("B5 B6 JK | B7 R7 K7 Y7", "R2 R3", "", 0),
        ("B5 B6 B7 JK", "R2 R3", "R2 R3", 5),
        ("R9 B9 JK", "K9 R2 R3", "", 0),
        ("R9 B9 JK=Y9", "K9 R2 R3", "R2 R3", 5),
        # The joker stays the yellow 9, in a run.
        ("R9 B9 JK=Y9 K9", "Y7 Y8 R4", "R4", 4),
        # Either colour replaces the joker of a set of three, and each can be the better one.
        ("R9 B9 JK", "K9 Y9 K10 K11 R2 R3", "", 0),
        ("", "R2 R3", "R2 R3", 5),
        ("", "R2 R3 JK Y9", "Y9", 9),
    ],
)
def test_what_is_left_after_the_best_play(table: str, hand: str, left: str, points: int) -> None:
    answer = asked(table, hand=hand)
    assert (answer["unmatched"], answer["deadwood"], answer["out"]) == (left, points, not left)


@walk(("table", "hand", "players"), [("QS KS AS", "2S 3S JS", 2), ("5H 6H JK", "JK QC KC", 3)])
def test_cards_go_out_by_rearranging_too(table: str, hand: str, players: int) -> None:
    assert asked(table, "manipulation", hand=hand, players=players)["out"]


def test_a_joker_that_is_free_may_stand_for_anything() -> None:
    free = {"table_jokers": "free"}
    assert asked("B5 B6 B7 JK", hand="R2 R3", rules=free)["out"]


def test_most_may_mean_the_fewest_cards() -> None:
    table, hand = "R9 B9 K9 | R12 B12 K12", "Y9 R13 R11 R10 Y12"
    points = asked(table, hand=hand)
    cards = asked(table, hand=hand, most="cards")
    assert len(cards["unmatched"].split()) <= len(points["unmatched"].split())
    assert points["deadwood"] <= cards["deadwood"]
    assert asked("", hand="R1 R2 R3 Y13 Y12 Y1", most="cards")["unmatched"] == "Y1 Y12 Y13"


def test_what_is_put_down_lies_on_the_new_table_and_melds_are_left_alone() -> None:
    table = "R3 R4 R5 | R5 B5 K5 | Y10 Y11 Y12"
    answer = asked(table, hand="R6 K13")
    assert answer["down"] == "R6"
    assert answer["melds"] == ["R3 R4 R5 R6", "R5 B5 K5", "Y10 Y11 Y12"]


@walk(
    ("table", "card", "yes", "on"),
    [
        ("R3 R4 R5 | R5 B5 K5", "R6", True, [1]),
        ("R2 R3 R4 R5 R6", "R4", True, []),
        ("R3 R4 R5 R6", "R4", False, []),
        ("R9 B9 JK", "K9", True, [1]),
        ("R9 B9 JK", "JK", True, [1]),
        ("R9 B9 K9 Y9 | R1 R2 R3", "JK", True, [2]),
        ("R11 R12 R13", "R1", False, []),
        ("R11 R12 R13", "R10", True, [1]),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13", "JK", True, []),
        # A replaced joker is free and moves, so the card joins no meld unchanged.
        ("B5 B6 JK", "B7", True, []),
        ("B5 B6 B7", "R6", False, []),
        ("B6 R6 K6", "B6", False, []),
    ],
)
def test_whether_a_tile_may_be_added_and_where(
    table: str, card: str, yes: bool, on: list[int]
) -> None:
    answer = asked(table, ask="add", card=card)
    assert (answer["yes"], answer["on"]) == (yes, on)
    assert ("melds" in answer) == yes


@walk(
    ("table", "card", "on"),
    [("QS KS AS", "2S", []), ("TS JS QS KS", "AS", [1]), ("2S 3S 4S", "AS", [1])],
)
def test_an_ace_goes_below_the_two_or_above_the_king(table: str, card: str, on: list[int]) -> None:
    assert asked(table, "manipulation", ask="add", card=card)["on"] == on


def first_meld(**more: Any) -> dict[str, Any]:
    """Return the answer to a question about a first meld."""
    return answer_melds({"variant": "tiles", "ask": "first-meld"} | more).as_json()


@walk(
    ("hand", "yes", "left", "worth"),
    [
        ("R9 B9 K9 B1", False, "B1", 27),
        ("R10 B10 JK R1 R2", True, "R1 R2", 30),
        ("R1 R2 JK R9 B9 K9 Y4", True, "Y4", 33),
        ("R1 B5", False, "R1 B5", 0),
    ],
)
def test_the_best_first_meld(hand: str, yes: bool, left: str, worth: int) -> None:
    answer = first_meld(hand=hand)
    assert (answer["yes"], answer["unmatched"], answer["worth"]) == (yes, left, worth)
    assert answer["short"] == max(0, 30 - worth)


@walk(
    ("melds", "yes", "worth", "short"),
    [(["R12 R13 JK"], True, 36, 0), (["R9 B9 K9"], False, 27, 3), (["R1 R2 JK"], False, 6, 24)],
)
def test_what_melds_are_worth(melds: list[str], yes: bool, worth: int, short: int) -> None:
    answer = first_meld(melds=melds)
    assert (answer["yes"], answer["worth"], answer["short"]) == (yes, worth, short)


def test_melds_that_are_none_are_worth_nothing() -> None:
    answer = first_meld(melds=["R9 B9"])
    assert not answer["yes"]
    assert "worth" not in answer


def test_without_an_opening_one_meld_is_enough() -> None:
    rules = {"opening": 0}
    assert first_meld(melds=["R1 R2 R3"], rules=rules)["yes"]
    assert not first_meld(melds=[], rules=rules)["yes"]
    assert first_meld(hand="R1 R2 R3", rules=rules)["yes"]
    assert first_meld(hand="R1 R2", rules=rules)["short"] == 1


@walk(
    ("table", "faults", "layout", "kept"),
    [
        ("R3 R4 R5 R7 | B7 K7 R6", ["gap", "mixed"], ["R3 R4 R5 R6", "R7 B7 K7"], 0),
        (
            "R3 R4 | R5 B5 K5 Y5 | R8 R9 R10",
            ["too-short"],
            ["R3 R4 R5", "B5 K5 Y5", "R8 R9 R10"],
            1,
        ),
        ("R3 R4 | B7 K7 Y7 | R8 R9 R10", ["too-short"], None, None),
    ],
)
def test_a_table_that_is_not_legal_is_rearranged(
    table: str, faults: list[str], layout: list[str] | None, kept: int | None
) -> None:
    answer = asked(table, ask="table")
    assert not answer["legal"]
    assert [fault["fault"] for fault in answer["faults"]] == faults
    assert (answer["layout"] and sorted(answer["layout"])) == (layout and sorted(layout))
    assert answer["kept"] == kept
    same = asked(table, ask="add", card="Y1")
    assert same == answer
    assert asked(table, hand="Y1") == answer


def test_a_table_of_which_much_must_change_is_rearranged_all_the_same() -> None:
    # The three runs lend a card each.
    table = "R1 B1 K1 | R3 R4 R5 R6 | B3 B4 B5 B6 | K3 K4 K5 K6 | Y3 Y6 | Y10 Y11 Y12"
    answer = asked(table, ask="table")
    assert answer["kept"] == 2
    assert "Y10 Y11 Y12" in answer["layout"]


@walk(("table", "hand"), HARD_TABLES)
def test_hard_tables_are_answered(table: str, hand: str) -> None:
    answer = asked(table, "manipulation", hand=hand, players=3)
    assert (answer["out"], answer["unmatched"]) == (True, "")


def test_melds_are_left_alone_only_as_far_as_that_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "_TO_KEEP", 0)
    answer = asked("R3 R4 R5 | R5 B5 K5 | Y10 Y11 Y12", hand="R6 K13")
    assert (answer["down"], answer["unmatched"]) == ("R6", "K13")


QUESTION = {"variant": "tiles", "table": ["R3 R4 R5"], "hand": "R6"}


def test_what_can_be_laid_in_too_many_ways_is_told() -> None:
    with pytest.raises(RuleError, match="too many ways to compare") as told:
        answer_melds(QUESTION, effort=Effort(10))
    assert told.value.where == ("table",)


def test_whoever_watches_a_search_may_end_it() -> None:
    looked: list[int] = []

    def watch(ways: int) -> None:
        looked.append(ways)
        if sum(looked) > 10:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        answer_melds(QUESTION, effort=Effort(watch=watch))
    assert len(looked) > 1


def test_a_hand_alone_is_laid_out_as_before() -> None:
    answer = answer_melds({"variant": "manipulation", "hand": "7S 7H 7D KC"})
    assert answer.as_json() == {"melds": ["7S 7H 7D"], "unmatched": "KC", "deadwood": 10}


@walk(("rule", "cost"), [("draw-one", "a tile"), ("draw-three", "three tiles")])
def test_a_table_that_cannot_be_put_right_costs_what_the_house_rule_says(
    rule: str, cost: str
) -> None:
    table = "R3 R4 | B7 K7 Y7 | R8 R9 R10"
    answer = asked(table, ask="table", rules={"failed_turn": rule})
    assert answer["layout"] is None
    assert answer["verdict"].endswith(f"the turn is taken back, and costs {cost} from the pool.")


def test_the_verdict_names_the_cards_to_put_down() -> None:
    answer = asked("5H 6H 8H", "manipulation", hand="7H TC")
    assert answer["verdict"].endswith("no other arrangement of these cards is.")
    answer = asked("5H 6H 8H JK=7H", "manipulation", hand="7H QC")
    assert answer["verdict"] == "Put down 7♥. You keep 10."
    assert asked("R5 R6 R7", hand="R8 B1")["verdict"] == "Put down red 8. You keep 1."
    answer = asked("5H 6H 7H", "manipulation", hand="JK QC")
    assert answer["verdict"] == "Put down joker. You keep 10."


def test_nothing_follows_a_high_ace_however_the_table_is_rearranged() -> None:
    answer = asked("QS KS AS", "manipulation", card="2S", ask="add")
    assert answer["verdict"] == "No: the ace is high there, and nothing follows it."


def test_an_empty_table_is_legal() -> None:
    assert asked("", ask="table")["legal"]


@walk(
    ("table", "hand", "left"),
    [
        # The 8 would replace the joker, which cannot join the tens: none of their tiles is new.
        ("R7 JK R9 | B10 K10 Y10", "R8", "R8"),
        ("R7 JK R9", "R8 R2 R3", ""),
        ("R5 R6 JK", "R7 B5 B6", ""),
        # The freed joker would have to join the 5 or the 6 again.
        ("R5 R6 JK", "R7 B5", "R7 B5"),
        ("B5 B6 JK | B7 R7 K7 Y7", "R2 R3", ""),
        # Both are free, and each goes above the other’s run.
        ("R5 R6 JK | B5 B6 JK", "R7 B7", ""),
        ("R9 B9 K9 JK | R3 B3 K3 JK", "Y9 Y3", ""),
        ("R9 B9 K9 JK | R10 B10 K10 JK", "Y9 Y10", ""),
        ("JK=R5 R6 R7 JK=R8", "R5 R8 B1 B2 K4 Y4", ""),
        ("JK=R5 R6 R7 JK=R8", "R5 R8 B13", "R5 R8 B13"),
        # The joker of the hand goes anywhere.
        ("B5 B6 JK", "JK R2 B9", "R2"),
    ],
)
def test_a_freed_joker_goes_into_a_new_meld(table: str, hand: str, left: str) -> None:
    answer = asked(table, hand=hand, rules={"freed_joker": "new-meld"})
    assert answer["unmatched"] == left


def test_a_freed_joker_in_its_old_meld_is_allowed_unless_the_house_rule_says_otherwise() -> None:
    table, rules = "R4 R5 JK R7", {"freed_joker": "new-meld"}
    assert asked(table, hand="R6")["unmatched"] == ""
    assert asked(table, hand="R6", rules=rules)["unmatched"] == "R6"
    assert asked("R4 R5 JK", hand="R6 B4 B5", rules=rules)["unmatched"] == ""
    assert asked(table, card="R6", ask="add")["yes"]
    assert not asked(table, card="R6", ask="add", rules=rules)["yes"]


# An oracle that follows the rule literally


def game(*, replaces: bool = True, tiles: bool = True) -> TableGame:
    """Return a game with tiles, or with cards of two packs."""
    return TableGame(
        pieces=COLOURED_TILES if tiles else TABLE_CARDS,
        worth=tuple(range(1, 14)),
        joker_worth=30,
        copies=2,
        jokers=2,
        replaces=replaces,
    )


def can_be_laid(of: TableGame, table: Sequence[TableMeld], down: Sequence[Spot]) -> bool:
    """Check whether the table with these cards can be laid, with jokers as the rules allow."""
    spots = [spot for meld in table for spot in meld.spots]
    reals = Counter[Place](spot[:2] for spot in (*spots, *down) if not spot.is_joker)
    jokers = [meld.choices(spot) for meld in table for spot in meld.spots if spot.is_joker]
    for chosen in product(*jokers):
        for replaced in product((True, False), repeat=len(jokers)):
            if of.replaces:
                takes = Counter[Place](
                    card[:2] for card, is_free in zip(chosen, replaced, strict=True) if is_free
                )
                if not takes <= reals:
                    continue
                standing = [
                    card for card, is_free in zip(chosen, replaced, strict=True) if not is_free
                ]
            else:
                standing = []
            free = len(jokers) - len(standing) + list(down).count(JOKER)
            must = reals + Counter[Place](card[:2] for card in standing)
            if least_cost(must, Counter(), jokers=free, ace_high=of.pieces.ace_high) is not None:
                return True
    return False


def small_table(rng: Random, of: TableGame) -> list[TableMeld]:
    """Return a small legal table, with jokers in place of some cards."""
    jokers = rng.choice((0, 1, 1, 2))
    melds = []
    for meld in chance_table(rng, 10):
        spots = list(meld)
        if jokers:
            place, jokers = rng.randrange(len(spots)), jokers - 1
            as_said = spots[place]._replace(is_joker=True)
            spots[place] = rng.choice((JOKER, as_said))
        read = read_meld(spots, of.pieces)
        if isinstance(read, TableMeld):
            melds.append(read)
    return melds


def subsets(hand: Sequence[Spot]) -> Iterator[tuple[Spot, ...]]:
    """Yield every choice of cards of a hand."""
    for size in range(len(hand) + 1):
        yield from combinations(hand, size)


def check_play(rng: Random) -> None:
    """Compare the best play with all possible ones."""
    of = game(replaces=rng.random() < 0.7, tiles=rng.random() < 0.7)
    table = small_table(rng, of)
    lying: list[Meld] = [meld.spots for meld in table]
    hand = chance_hand(rng, lying, rng.randrange(1, 5))
    near = [spot for meld in lying for spot in meld][: rng.randrange(3)]
    hand += [spot._replace(is_joker=False) for spot in near]
    jokers = sum(spot.is_joker for meld in lying for spot in meld)
    hand += [JOKER] * rng.randrange(3 - jokers)
    play = best_play(of, table, hand, Effort())
    assert Counter((*play.down, *play.left)) == Counter(hand)
    assert can_be_laid(of, table, play.down)
    left = of.points_of(hand) - max(
        of.points_of(down) for down in subsets(hand) if can_be_laid(of, table, down)
    )
    assert of.points_of(play.left) == left, (table, hand)
    laid = Counter(spot for meld in play.melds for spot in meld)
    assert sum(laid.values()) == sum(map(len, lying)) + len(play.down)
    reals = Counter(spot for spot in laid.elements() if not spot.is_joker)
    there = Counter(spot for meld in lying for spot in meld if not spot.is_joker)
    assert reals == there + Counter(spot for spot in play.down if spot != JOKER)
    assert all(isinstance(read_meld(meld, of.pieces), TableMeld) for meld in play.melds)


def can_be_laid_anew(of: TableGame, table: Sequence[TableMeld], down: Sequence[Spot]) -> bool:
    """Check whether the table with these tiles can be laid, with each freed joker in a new meld."""
    spots = [(spot, meld, old) for old, meld in enumerate(table) for spot in meld.spots]
    lying = [(spot[:2], old) for spot, _meld, old in spots if not spot.is_joker]
    ours = [(None if spot.is_joker else spot[:2], None) for spot in down]
    reals = Counter(face for face, _old in (*lying, *ours) if face)
    jokers = [
        [(card[:2], is_freed, old) for card in meld.choices(spot) for is_freed in (False, True)]
        for spot, meld, old in spots
        if spot.is_joker
    ]
    for way in product(*jokers):
        replaced = Counter(face for face, is_freed, _old in way if is_freed)
        if of.replaces and not replaced <= reals:
            continue
        pieces = [Piece(number, *spot) for number, spot in enumerate((*lying, *ours))]
        for face, is_freed, old in way:
            pieces.append(Piece(len(pieces), None if is_freed else face, old, is_freed))
        if can_be_dealt(pieces):
            return True
    return False


def check_play_with_new_melds(rng: Random) -> bool:
    """Compare the best play with all possible ones, and return whether the house rule mattered."""
    anywhere = game(replaces=rng.random() < 0.6)
    of = replace(anywhere, frees_into_new_melds=True)
    table = small_table(rng, of)
    lying: list[Meld] = [meld.spots for meld in table]
    hand = chance_hand(rng, lying, rng.randrange(1, 4))
    stand_ins = [spot for meld in table for spot in meld.spots if spot.is_joker]
    hand += [spot._replace(is_joker=False) for spot in stand_ins if rng.random() < 0.8]
    hand += [JOKER] * rng.choice((0, 0, 2 - len(stand_ins)))
    play = best_play(of, table, hand, Effort())
    assert Counter((*play.down, *play.left)) == Counter(hand)
    assert can_be_laid_anew(of, table, play.down), (table, hand)
    most = max(of.points_of(down) for down in subsets(hand) if can_be_laid_anew(of, table, down))
    assert of.points_of(play.down) == most, (table, hand)
    assert all(isinstance(read_meld(meld, of.pieces), TableMeld) for meld in play.melds)
    laid = Counter(spot.is_joker or spot for meld in play.melds for spot in meld)
    there = Counter(spot.is_joker or spot for meld in (*lying, play.down) for spot in meld)
    assert laid == there
    return of.points_of(best_play(anywhere, table, hand, Effort()).down) != most


def test_freed_jokers_go_into_new_melds_as_an_oracle_deals_them() -> None:
    rng = Random("new melds 5")
    assert sum(check_play_with_new_melds(rng) for _play in range(12))


@pytest.mark.slow
def test_freed_jokers_go_into_new_melds_at_three_hundred_tables() -> None:
    rng = Random("more new melds")
    for _play in range(300):
        check_play_with_new_melds(rng)


def test_no_other_play_leaves_fewer_points() -> None:
    rng = Random("plays")
    for _play in range(10):
        check_play(rng)


@pytest.mark.slow
def test_no_other_play_leaves_fewer_points_in_a_thousand_tables() -> None:
    rng = Random("more plays")
    for _play in range(1000):
        check_play(rng)


def test_as_many_melds_stay_as_can_where_two_change_at_most() -> None:
    rng = Random("kept")
    of = game()
    for _table in range(15):
        melds = [meld for meld in map(_read, chance_table(rng, 24)) if meld]
        broken, *legal = melds
        loose = list(broken.spots)
        layout = rearranged(of, legal, loose, Effort())
        assert layout
        assert kept_as_they_lie(legal, layout) == len(legal)


def _read(meld: Meld) -> TableMeld | None:
    read = read_meld(meld, COLOURED_TILES)
    return read if isinstance(read, TableMeld) else None
