"""Games of partners: their scores, dealers, ends and texts."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.documents.game import read_game, write_game
from scorekeeper.rummy.game.comparison import under_other_presets
from scorekeeper.rummy.game.highlights import highlights
from scorekeeper.rummy.game.joining_and_leaving import (
    may_join,
    out_of_game,
    refusal_of,
    why_same_players,
)
from scorekeeper.rummy.game.moments import moment_of
from scorekeeper.rummy.game.places import places
from scorekeeper.rummy.game.settlement import balances_of
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.game.what_if import effect_of_entry, effect_of_removal
from scorekeeper.rummy.judging.validation import check_all_in
from scorekeeper.rummy.messages import Seat, render
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.ruling import Rule
from scorekeeper.rummy.variants.rummy_500 import RUMMY_500
from tests.support.documents import VOID, Document, adjust, adjusted, out, sheet_of, stock
from tests.support.random_games import games_by_sides
from tests.support.walks import walk

PLAYERS = ["Ann", "Bob", "Cem", "Dee"]
SIDES = {"We": ["Ann", "Cem"], "They": ["Bob", "Dee"]}


def by_sides(*rounds: Document, **parts: Any) -> Document:
    """A game of Rummy 500 of Ann and Cem, named “We”, against Bob and Dee."""
    game = {"variant": "rummy-500", "players": PLAYERS, "sides": SIDES, "rounds": list(rounds)}
    return game | parts


def hand(shown: int | str | list[str], left: int | str) -> Document:
    """A side’s melds, and its cards left."""
    return {"shown": shown, "left": left}


def scored_round(we: int, they: int, by: str = "Ann") -> Document:
    """A round that gives the sides these points."""
    return out(by, We=hand(we + 5, 5), They=hand(they + 10, 10))


@walk(
    ("played", "rules", "expected"),
    {
        "a side goes out": (
            out("Ann", We=hand(["Q K A", "7 7 7"], "9"), They=hand(["A 2 3"], "K 4")),
            {},
            (47, -8),
        ),
        "its other player does": (
            out("Cem", We=hand(["Q K A", "7 7 7"], "9"), They=hand(["A 2 3"], "K 4")),
            {"out_bonus": 25},
            (72, -8),
        ),
        "the other side goes out": (
            out("Dee", We=hand(40, "9 8"), They=hand(30, 4)),
            {"out_bonus": 25},
            (23, 51),
        ),
        "the stock runs out": (stock(We=hand([], "9 8"), They=hand(30, 34)), {}, (-17, -4)),
        "without what was put down": (stock(We="9 8", They=34), {}, (-17, -34)),
        "with a penalty": (
            adjusted(stock(We="9 8", They=34), "They", -10, "looked"),
            {},
            (-17, -44),
        ),
    },
)
def test_a_round_scores_for_sides(
    played: Document, rules: Document, expected: tuple[int, ...]
) -> None:
    sheet = sheet_of(by_sides(played, rules=rules))
    assert sheet.rounds[0].points() == sheet.totals == expected


def test_a_line_names_the_side_but_who_went_out_alone() -> None:
    sheet = sheet_of(by_sides(scored_round(10, 0, by="Cem"), rules={"out_bonus": 50}))
    lines = sheet.rounds[0].ruling.lines
    assert [render(line.text, sheet.game.players) for line in lines] == [
        "We put down 15",
        "We were left with 5",
        "Cem went out",
        "They put down 10",
        "They were left with 10",
    ]
    assert [line.rule for line in lines][2] is Rule.OUT_BONUS


def test_four_players_are_dealt_seven_cards_of_one_deck() -> None:
    sheet = sheet_of(by_sides(scored_round(10, 0)))
    assert (sheet.next_deal.dealt, sheet.next_deal.decks) == (7, 1)
    assert sheet.rounds[0].deal == sheet.next_deal


def test_the_deal_passes_by_player() -> None:
    rounds = [scored_round(1, 2), VOID, scored_round(1, 2) | {"dealer": "Ann"}, scored_round(3, 1)]
    sheet = sheet_of(by_sides(*rounds, dealer="Dee"))
    names = sheet.game.players
    assert [names[entry.dealer] for entry in sheet.rounds] == ["Dee", "Ann", "Ann", "Bob"]
    assert sheet.next_dealer is not None
    assert names[sheet.next_dealer] == "Cem"
    assert sheet.before(4).next_dealer == Seat(1)
    out_of_turn = sheet_of(by_sides(scored_round(1, 2) | {"dealer": "Cem"}))
    [warning] = out_of_turn.rounds[0].ruling.warnings
    assert render(warning, names) == "It was Ann’s deal, but Cem dealt."


PLAY_ON = {"tie_at_end": "play-on"}


@walk(
    ("rounds", "changes", "winners"),
    {
        "below the target": ([scored_round(99, 0)], {}, None),
        "at the target": ([scored_round(100, 20)], {}, ["We"]),
        "with a bonus between rounds": ([scored_round(80, 20), adjust(We=20)], {}, ["We"]),
        "both, and level": ([scored_round(100, 100)], {}, ["We", "They"]),
        "another round while they are level": ([scored_round(100, 100)], PLAY_ON, None),
        "which decides": ([scored_round(100, 100), scored_round(0, 10)], PLAY_ON, ["They"]),
        "called": ([scored_round(3, 9)], {"called": True}, ["They"]),
    },
)
def test_a_side_wins_the_game(
    rounds: list[Document], changes: Document, winners: list[str] | None
) -> None:
    rules = {"target": 100} | (changes if changes is PLAY_ON else {})
    sheet = sheet_of(by_sides(*rounds, rules=rules, called="called" in changes))
    assert sheet.over == (winners is not None)
    assert [sheet.game.players[side] for side in sheet.winners] == (winners or [])


def test_nobody_comes_or_goes() -> None:
    sheet = sheet_of(by_sides(scored_round(1, 2)))
    assert why_same_players(sheet)
    assert not may_join(sheet)
    assert refusal_of(sheet, Between(BetweenKind.LEAVES, (Seat(0),)))
    assert out_of_game(sheet) == {}
    assert sheet.players_in == (0, 1, 2, 3)


def test_what_is_told_of_a_game_is_told_of_its_sides() -> None:
    rounds = [scored_round(30, 0), scored_round(0, 50, by="Dee"), scored_round(280, 10, by="Cem")]
    sheet = sheet_of(by_sides(*rounds, rules={"target": 300}))
    names, told = sheet.game.players, highlights(sheet)
    assert places(sheet) == (1, 2)
    assert [names[lead.seats[0]] for lead in told.leads] == ["We", "They", "We"]
    assert [(names[score.seat], score.points) for score in told.top_scores] == [("We", 280)]
    assert told.swing is not None
    assert (names[told.swing.seat], told.swing.round, told.margin) == ("We", 3, 250)
    assert [feat.times for feat in told.feats] == [(2, 1)]


@walk(
    ("rounds", "moment"),
    {
        "a lead": ([scored_round(30, 0), scored_round(0, 50)], "They take the lead!"),
        "a streak": ([scored_round(5, 1)] * 3, "We: 3 rounds in a row!"),
        "a big hand": (
            [
                scored_round(25, 1),
                scored_round(1, 2),
                scored_round(6, 2),
                scored_round(1, 2),
                scored_round(90, 1),
            ],
            "What a hand: 90 points!",
        ),
    },
)
def test_the_table_calls_out_what_a_side_did(rounds: list[Document], moment: str) -> None:
    sheet = sheet_of(by_sides(*rounds))
    told = moment_of(sheet)
    assert told is not None
    assert render(told.text, sheet.game.players) == moment


def test_a_correction_is_shown_by_side() -> None:
    sheet = sheet_of(by_sides(scored_round(30, 0), scored_round(0, 50)))
    other = read_game(by_sides(scored_round(20, 10, by="Dee"))).rounds[0]
    assert effect_of_entry(sheet, 1, other).totals == [("We", 30, 20), ("They", 50, 60)]
    assert effect_of_removal(sheet, 2).totals == [("We", 30, 30), ("They", 50, 0)]


def test_a_round_is_compared_under_other_presets() -> None:
    sheet = sheet_of(by_sides(stock(We="9 8", They="5 4 A")))
    [(game, judged)] = under_other_presets(sheet, sheet.rounds[0])
    assert (game.preset, judged.points()) == ("five-ten", (-10, -25))


@walk(
    ("stake", "owed"),
    {
        "for a point, every two players settle": ({"point": "1"}, (40, -40, 40, -40)),
        "for the game, the winners share the pot": ({"game": "10"}, (10, -10, 10, -10)),
    },
)
def test_partners_have_the_points_of_their_side_when_it_is_settled(
    stake: Document, owed: tuple[int, ...]
) -> None:
    sheet = sheet_of(by_sides(scored_round(30, 10), called=True, stake=stake))
    assert tuple(balances_of(sheet)) == owed


@given(games_by_sides([RUMMY_500]))
def test_two_sides_score_as_two_players_would(written: Document) -> None:
    """Two players with the same hands get the same points, except the bonus for going out."""
    sheet, alone = sheet_of(written), sheet_of(_of_two(written))
    bonus = sheet.game.rules.out_bonus
    for entry, other in zip(sheet.rounds, alone.rounds, strict=True):
        points = list(other.points())
        if entry.round.by is not None:
            points[entry.round.by % 2] += bonus
        assert list(entry.points()) == points
        best = max(entry.ruling.earned(2))
        winners = [side for side in (0, 1) if entry.ruling.earned(2)[side] == best]
        assert list(entry.ruling.winners) == ([] if entry.ruling.is_void else winners)
    for side in (0, 1):
        assert sheet.totals[side] == sum(entry.points()[side] for entry in sheet.entries)


def _of_two(written: Document) -> Document:
    """Return the game as two players without a bonus for going out would have played it."""
    rounds = []
    for entry in written["rounds"]:
        kept = {key: value for key, value in entry.items() if key not in ("by", "dealer")}
        rounds.append(kept | ({"ending": "stock"} if "by" in entry else {}))
    rules = written["rules"] | {"target": 0, "tie_at_end": "share"}
    game = {key: written[key] for key in ("variant", "preset", "called")}
    return game | {"players": [*written["sides"]], "rounds": rounds, "rules": rules}


@given(games_by_sides(), games_by_sides(), st.data())
def test_refolding_after_an_edit_equals_scoring_from_scratch(
    written: Document, other: Document, data: st.DataObject
) -> None:
    game, donor = read_game(written), read_game(other)
    known = fold(game)
    entries = list(game.entries)
    place = data.draw(st.integers(0, max(0, len(entries) - 1)))
    match data.draw(st.sampled_from(["correct", "remove", "move"])):
        case "correct":
            same = donor.variant is game.variant and donor.players == game.players
            entries[place : place + 1] = (donor if same else game).entries[:1]
        case "remove":
            del entries[place : place + 1]
        case _:
            entries.reverse()
    edited = replace(game, entries=tuple(entries))
    assert _folded(edited, known) == _folded(read_game(write_game(edited)))


def _folded(game: Any, known: Sheet | None = None) -> Any:
    try:
        return fold(game, known)
    except RuleError as error:
        return error.place, error.text()


@given(games_by_sides())
def test_only_players_deal_and_end_rounds_and_only_sides_score(written: Document) -> None:
    sheet = sheet_of(written)
    names = sheet.game.players
    for entry in sheet.rounds:
        assert names[entry.dealer] in written["players"]
        assert {names[line.seat] for line in entry.ruling.lines} <= set(written["sides"])
        assert {names[side] for side in entry.ruling.winners} <= set(written["sides"])
    assert bool(sheet.winners) == sheet.over == (sheet.next_dealer is None)
    assert {names[side] for side in sheet.winners} <= set(written["sides"])


def test_what_a_game_is_stored_from_can_be_copied() -> None:
    game = read_game(by_sides(scored_round(3, 1), adjust(They=5)))
    players, entries = deepcopy((game.players, game.entries))
    again = replace(game, players=players, entries=entries)
    assert (again, again.partners, again.sides) == (game, game.partners, game.sides)
    assert fold(again) == fold(game)


def test_partners_are_always_in() -> None:
    game = read_game(by_sides(scored_round(3, 1, by="Dee")))
    check_all_in(game.rounds[0], game.starters)
