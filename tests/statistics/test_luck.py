"""Pages hardly ever call equal players different.

In each simulation of 400 games, a reader looks at the page after every game, and all players are
equal.
"""

from __future__ import annotations

from collections import deque
from itertools import accumulate
from math import comb
from random import Random

import pytest

from scorekeeper.statistics.fairness import ENOUGH_TO_COMPARE, Odds, Wins, differ
from scorekeeper.statistics.leaderboard import Deals
from scorekeeper.statistics.players import LATELY, Hands, catches
from scorekeeper.storage.models import WHOLE_WIN, Player
from scorekeeper.web.subjects.insights import ENOUGH_CAUGHT_BY, ENOUGH_KNOCKS, ENOUGH_TOGETHER
from tests.support.walks import walk

GAMES = 400
ONE_IN_TWENTY = 0.05


def test_it_is_beyond_luck_once_the_games_are_twenty_times_as_likely_without_equality() -> None:
    for games in range(60):
        for ahead in range(games + 1):
            as_likely = 2**games / ((games + 1) * comb(games, ahead))
            assert Odds(ahead, games - ahead).is_beyond_luck() == (as_likely >= 20)


@pytest.mark.slow
def test_equal_players_are_hardly_ever_told_that_one_beats_the_other() -> None:
    random, pairs, told = Random(1), 1000, 0
    for _pair in range(pairs):
        ahead = accumulate(random.randrange(2) for _game in range(GAMES))
        looks = [Odds(won, games - won) for games, won in enumerate(ahead, start=1)]
        told += any(odds.is_beyond_luck() for odds in looks if odds.games >= ENOUGH_TOGETHER)
    assert told <= ONE_IN_TWENTY * pairs


@pytest.mark.slow
def test_nor_is_a_player_told_so_of_the_one_picked_out_of_five() -> None:
    random, players, told = Random(3), 200, 0
    for _player in range(players):
        ahead = [0] * 5
        is_told = False
        for games in range(1, GAMES + 1):
            ahead = [won + random.randrange(2) for won in ahead]
            rivals = [Odds(won, games - won) for won in ahead]
            is_told |= games >= ENOUGH_TOGETHER and any(
                odds.is_beyond_luck(pairs=5) for odds in rivals
            )
        told += is_told
    assert told <= ONE_IN_TWENTY * players


def test_who_wins_seven_times_in_ten_is_told_so_within_two_hundred_games() -> None:
    random, pairs, told = Random(2), 200, 0
    for _pair in range(pairs):
        won = sum(random.random() < 0.7 for _game in range(200))
        told += Odds(won, 200 - won).is_beyond_luck()
    assert told >= 0.95 * pairs


@pytest.mark.slow
@walk("players", [2, 3, 5])
def test_fair_deals_hardly_ever_make_the_dealer_stand_out(players: int) -> None:
    random, clubs, told = Random(players), 200, 0
    for _club in range(clubs):
        rounds = won = 0
        for _game in range(GAMES):
            rounds += 6
            won += sum(random.randrange(players) == 0 for _round in range(6))
            if Deals(rounds, won, rounds * WHOLE_WIN // players).stand_out:
                told += 1
                break
    assert told <= ONE_IN_TWENTY * clubs


@pytest.mark.slow
@walk("sides", [2, 4])
def test_equal_players_hardly_ever_win_more_than_expected(sides: int) -> None:
    random, players, told = Random(sides), 400, 0
    for _player in range(players):
        won = accumulate(random.randrange(sides) == 0 for _game in range(GAMES))
        looks = [
            Wins(games, number, games * WHOLE_WIN // sides)
            for games, number in enumerate(won, start=1)
        ]
        told += any(wins.stand_out for wins in looks if wins.games >= ENOUGH_TO_COMPARE)
    assert told <= ONE_IN_TWENTY * players


@walk(
    ("part", "whole", "other_part", "other_whole", "is_told"),
    {
        "30 more of 100": (70, 100, 40, 100, True),
        "24 more of 100": (64, 100, 40, 100, False),
        "as many less": (36, 100, 60, 100, False),
        "nine in ten against one in ten": (90, 100, 10, 100, True),
        "both of two, where nobody else has it": (2, 2, 0, 100, True),
        "all of both": (5, 5, 9, 9, False),
        "none yet": (0, 0, 40, 100, False),
        "no others yet": (40, 100, 0, 0, False),
    },
)
def test_two_shares_differ_if_luck_hardly_explains_it(
    part: int, whole: int, other_part: int, other_whole: int, is_told: bool
) -> None:
    assert differ(part, whole, other_part, other_whole) == is_told


@pytest.mark.slow
@walk("rate", [0.1, 0.5])
def test_equal_shares_hardly_ever_differ(rate: float) -> None:
    random, players, told = Random(7), 200, 0
    for _player in range(players):
        mine = theirs = 0
        is_told = False
        for knocks in range(1, GAMES + 1):
            mine += random.random() < rate
            theirs += sum(random.random() < rate for _other in range(3))
            is_told |= knocks >= ENOUGH_KNOCKS and differ(mine, knocks, theirs, 3 * knocks)
        told += is_told
    assert told <= ONE_IN_TWENTY * players


def test_a_dealer_who_wins_clearly_more_stands_out() -> None:
    assert Deals(1000, 600, 500 * WHOLE_WIN).stand_out
    assert not Deals(1000, 530, 500 * WHOLE_WIN).stand_out
    assert not Deals(0, 0, 0).stand_out


def hands(*points: int) -> Hands:
    return Hands(len(points), sum(points), sum(left * left for left in points))


def added(one: Hands, other: Hands, sign: int = 1) -> Hands:
    return Hands(*(mine + sign * more for mine, more in zip(one, other, strict=True)))


@pytest.mark.slow
@walk("players", [2, 5])
def test_equal_catchers_hardly_ever_stand_out(players: int) -> None:
    random, clubs, told = Random(players), 60, 0
    catchers = [Player(id=number, name=f"P{number}") for number in range(players)]
    for _club in range(clubs):
        sums = {(who, size): hands() for who in catchers for size in (2, 4)}
        lately = deque[list[tuple[tuple[Player, int], Hands]]]()
        stood_out = False
        for _game in range(GAMES):
            # At tables of two, where the first plays most, hands have more points left.
            size = random.choice((2, 4))
            table = catchers[: 2 if size == 2 else players]
            left = [min(int(random.expovariate(size / 40)), 90) for _round in range(4)]
            lately.append([((random.choice(table), size), hands(deadwood)) for deadwood in left])
            for key, hand in lately[-1]:
                sums[key] = added(sums[key], hand)
            for key, hand in lately.popleft() if len(lately) > LATELY else ():
                sums[key] = added(sums[key], hand, -1)
            rows = [(who, size, some) for (who, size), some in sums.items() if some.times]
            stood_out |= any(by.stands_out for by in catches(rows) if by.times >= ENOUGH_CAUGHT_BY)
        told += stood_out
    assert told <= ONE_IN_TWENTY * clubs


def test_who_catches_clearly_worse_at_the_same_tables_stands_out() -> None:
    camille, hugo = Player(id=1, name="Camille"), Player(id=2, name="Hugo")
    worse, better = hands(*range(18, 28), *range(18, 28)), hands(*range(10), *range(10))
    assert [by.stands_out for by in catches([(hugo, 2, better), (camille, 2, worse)])] == [
        True,
        False,
    ]
    # The same hands prove no difference if they were caught at tables of different sizes.
    apart = catches([(hugo, 4, better), (camille, 2, worse)])
    assert [by.stands_out for by in apart] == [False, False]
