"""Properties of any legal game."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scorekeeper.rummy.cards import SUITS, Card
from scorekeeper.rummy.documents.answers import scored
from scorekeeper.rummy.documents.game import read_game, write_game
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.highlights import highlights
from scorekeeper.rummy.game.moments import moment_of
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.ruling import Line, Rule
from scorekeeper.rummy.stake import Reckoning
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import OWN_PARTS, VARIANTS
from scorekeeper.rummy.variants.basic import BasicRule
from scorekeeper.rummy.variants.canasta_parts import RED_THREES_LEFT
from scorekeeper.rummy.variants.knock import KnockRule
from tests.support.documents import Document, sheet_of, variant_of
from tests.support.random_games import games

by_variant = settings(max_examples=settings.default.max_examples // 4)


def without_texts(answered: Any) -> Any:
    """Return an answer without sentences and without the choice between equal lay-offs."""
    if isinstance(answered, dict):
        return {
            key: without_texts(value)
            for key, value in answered.items()
            if key not in ("text", "warnings", "layoffs")
        }
    if isinstance(answered, list):
        return [without_texts(value) for value in answered]
    return answered


def with_suits(written: Document, permuted: dict[str, str]) -> Document:
    """Return the same game with every suit replaced by another."""
    return written | {
        "rounds": [
            round | {"hands": {name: suited(hand, permuted) for name, hand in hands.items()}}
            if (hands := round.get("hands"))
            else round
            for round in written["rounds"]
        ]
    }


def suited(hand: Any, permuted: dict[str, str]) -> Any:
    if isinstance(hand, int):
        return hand
    if isinstance(hand, dict):
        return {part: suited(held, permuted) for part, held in hand.items()}
    if isinstance(hand, str):
        return " ".join(card[:-1] + permuted.get(card[-1], card[-1]) for card in hand.split())
    return [suited(card, permuted) for card in hand]


def answered(written: Document) -> Any:
    """Return the answer to a document, without its sentences."""
    return without_texts(scored(sheet_of(written)).as_json())


@given(games())
def test_points_are_sums_of_lines_and_totals_sums_of_points(written: Document) -> None:
    sheet = sheet_of(written)
    for seat, name in enumerate(written["players"]):
        running = 0
        for entry in sheet.rounds:
            lines = [line.points for line in entry.ruling.lines if line.seat == seat]
            assert entry.ruling.points(len(written["players"]))[seat] == sum(lines)
            running += sum(lines)
            if len(sheet.columns) == 1:
                assert entry.totals[seat] == running, name
        if sheet.rounds:
            assert sheet.rounds[-1].totals[seat] == sheet.totals[seat]
        bonuses = [line.points for line in sheet.bonuses if line.seat == seat]
        assert sheet.final[seat] == sheet.totals[seat] + sum(bonuses)


@given(games())
def test_payments_add_up_to_the_points_that_players_pay(written: Document) -> None:
    sheet = sheet_of(written)
    for entry in sheet.rounds:
        ruling = entry.ruling
        assert all(
            payment.payer != payment.payee and payment.points > 0 for payment in ruling.payments
        )
        reckoning = sheet.game.variant.reckoning(sheet.game.rules)
        payers_have_lines = reckoning is Reckoning.LOSSES
        for seat in range(len(written["players"]) if ruling.payments else 0):
            points = sum(payment.points for payment in ruling.payments if payment.payee == seat)
            if payers_have_lines:
                points -= sum(
                    payment.points for payment in ruling.payments if payment.payer == seat
                )
            paid = [line for line in ruling.lines if line.seat == seat and _is_paid(line, sheet)]
            assert points == sum(line.points for line in paid)


def _is_paid(line: Line, sheet: Sheet) -> bool:
    """Check whether a player pays for a line. Flat bonuses and adjustments have no payer."""
    rules = sheet.game.rules
    flat_run = line.rule is KnockRule.RUM_BONUS and not rules.rum_bonus_each
    flat_rummy = line.rule is BasicRule.GOING_RUMMY and rules.going_rummy == "plus-10"
    return not (line.rule is Rule.ADJUSTMENT or flat_run or flat_rummy)


@given(games())
def test_boxes_are_wins_and_a_column_closes_where_its_rules_end_it(written: Document) -> None:
    sheet = sheet_of(written)
    for number, column in enumerate(sheet.columns, start=1):
        for seat in range(len(written["players"])):
            wins = [
                entry.ruling.boxes
                for entry in sheet.rounds
                if seat in entry.ruling.winners and number in entry.columns
            ]
            assert (column.wins[seat], column.boxes[seat]) == (len(wins), sum(wins))
        assert column.closed == _has_ended_or_one_is_in(sheet, column.totals)


def _has_ended_or_one_is_in(sheet: Sheet, totals: tuple[int, ...]) -> bool:
    """Check whether a column has ended, also in games that eliminate players at the target."""
    rules = sheet.game.rules
    if any(entry.ruling.wins_game for entry in sheet.rounds):
        return True
    if getattr(rules, "end", "") != "eliminate" and sheet.game.variant.key != "chinchon":
        return _has_ended(sheet, totals)
    below = [total for total in totals if total < rules.target]
    played = sum(not entry.ruling.is_void for entry in sheet.rounds)
    are_played = 0 < getattr(rules, "rounds", 0) <= played
    return are_played or (rules.target > 0 and len(below) <= 1)


def _has_ended(sheet: Sheet, totals: tuple[int, ...]) -> bool:
    """Check whether these totals, or the number of rounds that count, end a column."""
    rules = sheet.game.rules
    played = sum(not entry.ruling.is_void for entry in sheet.rounds)
    if phases := sheet.game.variant.phases:
        laid_down = [seat for entry in sheet.rounds for seat in entry.ruling.phases]
        all_phases = len(phases.listed(rules))
        is_through = any(laid_down.count(seat) >= all_phases for seat in sheet.game.sides)
        return is_through and sheet.columns[0].play_off != played
    are_played = 0 < _rounds_to_play(sheet) <= played
    is_level = getattr(rules, "tie_at_end", "") == "play-on" and totals.count(max(totals)) > 1
    at_target = 0 < getattr(rules, "target", 0) <= max(totals)
    match getattr(rules, "form", ""):
        case "pool":
            one_is_in = sum(total < rules.target for total in totals) <= 1
            return are_played or (rules.target > 0 and one_is_in)
        case "deals":
            return (are_played and not is_level) or at_target
    return are_played or (at_target and not is_level)


def _rounds_to_play(sheet: Sheet) -> int:
    """Return the number of rounds to play: one per contract in a list, or the rule `rounds`."""
    rules = sheet.game.rules
    contracts = getattr(rules, "contracts", "classic")
    if contracts != "classic":
        return len(contracts.split(","))
    return getattr(rules, "rounds", sheet.game.variant.rounds)


@given(games())
def test_only_a_finished_game_has_winners(written: Document) -> None:
    sheet = sheet_of(written)
    assert bool(sheet.winners) == sheet.over == (sheet.next_dealer is None)
    for number in range(len(written["rounds"])):
        earlier = sheet_of(written | {"rounds": written["rounds"][:number], "called": False})
        assert not earlier.over
        assert earlier.rounds == sheet.rounds[:number]
        assert earlier.next_dealer is not None


SPECIAL_HAND: Document = {
    "variant": "canasta",
    "preset": "american",
    "players": ["Ann", "Bob"],
    "rounds": [
        {"ending": "special", "by": "Ann", "hands": {"Ann": {"special": "straight"}, "Bob": 5}}
    ],
}
"""A game with a word in place of a hand’s cards."""


@given(games(), st.randoms(use_true_random=False))
@example(SPECIAL_HAND, Random(1))
def test_the_order_in_which_hands_are_entered_changes_nothing(
    written: Document, chance: Any
) -> None:
    shuffled = json.loads(json.dumps(written))
    for round in shuffled["rounds"]:
        names = list(round.get("hands", {}))
        chance.shuffle(names)
        if names:
            round["hands"] = {name: _shuffled(round["hands"][name], chance) for name in names}
    assert answered(shuffled) == answered(written)


CHOSEN = {key for key, part in OWN_PARTS.items() if part.choices}
"""The parts of a hand that are words, not cards."""


def _shuffled(hand: Any, chance: Any) -> Any:
    """Return the same hand with its cards in another order."""
    if isinstance(hand, int):
        return hand
    if isinstance(hand, dict):
        return {
            part: held if part in CHOSEN else _shuffled(held, chance) for part, held in hand.items()
        }
    cards = hand.split() if isinstance(hand, str) else list(hand)
    chance.shuffle(cards)
    return cards


WILD_BY_SUIT: Document = {
    "variant": "chinchon",
    "preset": "conga",
    "players": ["Ann", "Bob"],
    "rounds": [{"ending": "knock", "by": "Ann", "hands": {"Ann": "2D", "Bob": "AS 5H JK"}}],
}
"""A game in which the ace of one suit is wild."""


@given(games(), st.permutations(SUITS))
@example(WILD_BY_SUIT, ["D", "S", "H", "C"])
def test_permuting_the_suits_of_all_hands_changes_nothing(
    written: Document, suits: list[str]
) -> None:
    permuted = dict(zip(SUITS, suits, strict=True))
    if RED_THREES_LEFT.key in variant_of(written["variant"]).part_keys:
        permuted = dict(zip("SCHD", "CSDH", strict=True))
    if wild := wild_card_of(read_game(written)):
        other = next(suit for suit in permuted if permuted[suit] == wild.suit)
        permuted |= {other: permuted[wild.suit], wild.suit: wild.suit}
    assert answered(with_suits(written, permuted)) == answered(written)
    counts = [len(entry.ruling.warnings) for entry in sheet_of(written).rounds]
    again = sheet_of(with_suits(written, permuted))
    assert [len(entry.ruling.warnings) for entry in again.rounds] == counts


def wild_card_of(game: Game) -> Card | None:
    """Return the only card that is wild by rank and suit, such as the ace of coins."""
    return game.variant.deal(game.rules, len(game.players), 1).wild_card


@given(games(), st.permutations("HDC"))
def test_only_spades_matter_on_an_upcard(written: Document, suits: list[str]) -> None:
    permuted = {"S": "S"} | dict(zip("HDC", suits, strict=True))
    turned = json.loads(json.dumps(written))
    for round in turned["rounds"]:
        if "upcard" in round:
            round["upcard"] = round["upcard"][0] + permuted[round["upcard"][1]]
    assert answered(turned) == answered(written)


@given(games())
def test_a_document_survives_the_round_trip(written: Document) -> None:
    game = read_game(written)
    again = read_game(json.loads(json.dumps(write_game(game))))
    assert again == game
    assert fold(again) == fold(game)


@given(games(), games(), st.data())
def test_refolding_after_an_edit_equals_scoring_from_scratch(
    written: Document, other: Document, data: st.DataObject
) -> None:
    game = read_game(written)
    known = fold(game)
    edited = _edited(game, other, data)
    scratch = json.loads(json.dumps(write_game(edited)))
    assert _folded(edited) == _folded(read_game(scratch))
    assert _folded(edited, known) == _folded(edited), "what was judged already is the same"
    assert fold(game) == fold(read_game(written)), "the game before the edit is what it was"


def _edited(game: Game, other: Document, data: st.DataObject) -> Game:
    """Return the game after one edit: a round corrected, removed, doubled or moved, or a call."""
    rounds = list(game.rounds)
    places = st.integers(0, max(0, len(rounds) - 1))
    donor = read_game(other)
    edit = data.draw(st.sampled_from(["correct", "remove", "double", "move", "call"]))
    if edit == "call" or not rounds:
        return replace(game, called=not game.called)
    place = data.draw(places)
    if edit == "correct":
        same = donor.variant is game.variant and len(donor.players) == len(game.players)
        rounds[place] = (donor.rounds if same and donor.rounds else rounds)[0]
    elif edit == "double":
        rounds.insert(place, rounds[place])
    else:
        taken = rounds.pop(place)
        if edit == "move":
            rounds.insert(data.draw(places), taken)
    return replace(game, entries=tuple(rounds))


def _folded(game: Game, known: Sheet | None = None) -> Any:
    """Return the sheet, or the place and message of the error that rejects the game."""
    try:
        return fold(game, known)
    except RuleError as error:
        return error.place, error.text()


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
@by_variant
@given(data=st.data())
def test_a_round_alone_is_read_as_it_is_in_its_game(variant: Variant, data: st.DataObject) -> None:
    written = data.draw(games([variant]))
    game = read_game(written)
    alone = [read_round(entry, game.players, variant.pieces) for entry in written["rounds"]]
    assert tuple(alone) == game.rounds


@given(games([variant_of("hollywood")]))
def test_a_win_in_hollywood_stands_in_one_column_at_least(written: Document) -> None:
    for entry in sheet_of(written).rounds:
        assert list(entry.columns) == sorted(set(entry.columns) & {1, 2, 3})
        assert bool(entry.columns) == bool(entry.ruling.winners)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@given(games(), JUNK, st.data())
def test_anything_else_is_refused_in_words(
    written: Document, junk: object, data: st.DataObject
) -> None:
    place, sentence = "", "scored"
    try:
        fold(read_game(_with_junk(written, junk, data)))
    except RuleError as error:
        place, sentence = error.place, error.text()
    assert isinstance(place, str)
    assert sentence


def _with_junk(written: Any, junk: object, data: st.DataObject) -> Any:
    """Return the document with one part, at any depth, replaced by junk."""
    if not isinstance(written, dict | list) or not written or data.draw(st.integers(0, 3)) == 0:
        return junk
    if isinstance(written, list):
        place = data.draw(st.integers(0, len(written) - 1))
        spoiled = _with_junk(written[place], junk, data)
        return [*written[:place], spoiled, *written[place + 1 :]]
    key = data.draw(st.sampled_from(sorted(written)))
    return written | {key: _with_junk(written[key], junk, data)}


@given(games())
def test_the_highlights_agree_with_the_sheet(written: Document) -> None:
    sheet = sheet_of(written)
    found = highlights(sheet)
    played = [entry for entry in sheet.rounds if not entry.ruling.is_void]
    if played:
        first = played[0].number
        assert [lead.first for lead in found.leads] == [
            first,
            *(lead.last + 1 for lead in found.leads[:-1]),
        ]
        assert found.leads[-1].last == len(sheet.rounds)
    assert sum(lead.rounds for lead in found.leads) == len(played)
    for score in found.top_scores:
        lines = sheet.rounds[score.round - 1].ruling.lines
        mine = [line for line in lines if line.seat == score.seat]
        assert sum(line.points for line in mine if line.rule is not Rule.ADJUSTMENT) == score.points


@given(games())
def test_a_moment_is_somebodys_and_none_comes_with_the_end(written: Document) -> None:
    sheet = sheet_of(written)
    moment = moment_of(sheet)
    assert moment is None or (moment.seats and not sheet.over)
