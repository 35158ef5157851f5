"""The rounds of the demo club are legal in every game, and each player has a way of playing."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from statistics import mean

import pytest

from scorekeeper.demo.cast import CAST, Character
from scorekeeper.demo.rounds import held, next_round
from scorekeeper.rummy.cards import print_cards, read_cards
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.hand import Parts
from scorekeeper.rummy.house_rules import house_rules
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import Ending
from scorekeeper.rummy.sides import Seated
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS, find_variant
from tests.support.examples import every_preset
from tests.support.walks import walk

GIN = Deal(worth=card_points(), hand_size=10)
ROUNDS = 30


def played(
    variant: Variant,
    table: tuple[Character, ...],
    rounds: int = ROUNDS,
    preset: str = "plain",
) -> Sheet:
    """Return the sheet of a game without a target after this many rounds."""
    endless = {"target", "rounds"} & {rule.name for rule in house_rules(variant.rules_type)}
    names = [character.name for character in table]
    players = tuple(names)
    if not variant.allows_sides(len(table), 0):
        players = Seated(names, ["We", "They", "You"][: variant.sides[len(table)][-1]])
    game = Game(variant, players, preset, overrides=tuple((rule, 0) for rule in endless))
    rng = random.Random(7)
    sheet = fold(game)
    while len(sheet.rounds) < rounds and not sheet.over:
        longer = (*sheet.game.entries, next_round(sheet, table, rng))
        sheet = fold(replace(game, entries=longer), sheet)
    return sheet


@pytest.mark.slow
@walk("variant", VARIANTS)
def test_every_round_is_legal_and_somebody_wins_most(variant: Variant) -> None:
    for number in {variant.fewest, min(variant.most, len(CAST))}:
        sheet = played(variant, CAST[:number])
        won = [entry for entry in sheet.rounds if entry.ruling.winners]
        assert len(won) > len(sheet.rounds) / 2
        assert not [entry for entry in sheet.rounds if entry.round.allow]


@every_preset
def test_a_round_is_legal_in_every_preset(variant: Variant, preset: str) -> None:
    assert played(variant, CAST[: variant.fewest], 6, preset).rounds


@walk("variant", [variant for variant in VARIANTS if variant.needs_sides])
def test_partners_score_as_they_do_and_dear_bonuses_are_rare(variant: Variant) -> None:
    sheet = played(variant, CAST[:4], 80)
    scored = [points for entry in sheet.rounds for points in entry.ruling.points(2)]
    assert 300 < mean(scored) < 2000
    told = Counter[str]()
    for hand in [hand for entry in sheet.rounds for hand in entry.round.hands]:
        assert isinstance(hand, Parts)
        told.update(key for key, _value in hand.own)
    rules = sheet.game.rules
    parts = (part for part in variant.own_parts if part.counts(rules) and not part.is_whole_score)
    earn = [part for part in parts if part.price(rules) > 0]
    assert set(told) >= {part.key for part in earn}
    bonuses = [part for part in earn if not part.cards]
    by_price = sorted(bonuses, key=lambda part: part.price(rules))
    assert by_price == sorted(bonuses, key=lambda part: -told[part.key])


WITHOUT_A_KNOCK = [
    variant
    for variant in VARIANTS
    if Ending.STOCK in variant.ending_rules and Ending.KNOCK not in variant.ending_rules
]


@walk("variant", WITHOUT_A_KNOCK)
def test_the_stock_runs_out_now_and_then_where_nobody_knocks(variant: Variant) -> None:
    endings = Counter(entry.round.ending for entry in played(variant, CAST[:2], 60).rounds)
    assert 0 < endings[Ending.STOCK] < 30


def test_players_end_rounds_in_their_own_way() -> None:
    knocks_early = Character("Nora", eye=1, knocks_at=1, comes=1)
    waits = Character("Hugo", eye=1.2, knocks_at=0, comes=1)
    gin = find_variant("gin")
    assert gin
    rounds = [entry.round for entry in played(gin, (knocks_early, waits), 60).rounds]
    endings = Counter((round.by, round.ending.value) for round in rounds)
    assert endings[Seat(0), "knock"] > 10
    assert not endings[Seat(1), "knock"]
    assert endings[Seat(1), "gin"] > endings[Seat(0), "gin"]


@walk(
    ("seen", "melded", "unmatched"),
    {
        "the cheapest beside the melds": (
            "7S 7H 7D 8C 9C TC KS QD 2H 3D AS 5S",
            "7S 7H 7D 8C 9C TC",
            "2H 3D AS 5S",
        ),
        "a long run gives up a card": (
            "7S 7H 7D 8S 9S TS JS 2D 3D 4D 5D",
            "8S 9S TS JS 7S 7H 7D 2D 3D 4D",
            "",
        ),
    },
)
def test_a_player_keeps(seen: str, melded: str, unmatched: str) -> None:
    hand = held(read_cards(seen), GIN)
    assert set(print_cards(hand.melded).split()) == set(melded.split())
    assert set(print_cards(hand.unmatched).split()) == set(unmatched.split())
    assert hand.deadwood == sum(GIN.worth[card.rank] for card in hand.unmatched)
