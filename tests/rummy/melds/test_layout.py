"""The best way to rearrange a table, against an oracle that tries every meld for every card."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from scorekeeper.rummy.melds import layout_search
from scorekeeper.rummy.melds.layout import Meld, Spot, best_layout, quick_layout
from scorekeeper.rummy.melds.layout_task import Effort, Task, TooMuchError
from tests.support.table_oracle import least_cost
from tests.support.tables import Place, chance_hand, chance_table, counts, faces

COST = tuple(value * 64 + 65 for value in range(13))
JOKER_COST = 30 * 64 + 1


def check(rng: Random) -> bool:
    """Compare a small task with the oracle, and return whether a layout exists."""
    low = rng.randrange(13)
    places = [
        ((low + step) % 13, suit)
        for step in range(rng.choice((3, 4, 5)))
        for suit in range(rng.choice((2, 3, 4)))
    ] * 2
    rng.shuffle(places)
    table, hand = rng.choice((0, 0, 3, 4, 5, 6)), rng.randrange(1, 9)
    must, may = Counter(places[:table]), Counter(places[table : table + hand])
    jokers = rng.randrange(3)
    may_stay, ace_high = rng.randrange(jokers + 1), rng.random() < 0.5
    task = Task(counts(must), counts(may), COST, jokers, may_stay, JOKER_COST, ace_high)
    found = best_layout(task)
    least = least_cost(
        must,
        may,
        COST,
        jokers=jokers,
        may_stay=may_stay,
        joker_cost=JOKER_COST,
        ace_high=ace_high,
    )
    assert (found.cost if found else None) == least, task
    if found is None:
        return False
    assert all(is_meld(meld, ace_high=ace_high) for meld in found.melds)
    laid = Counter(spot[:2] for meld in found.melds for spot in meld if not spot.is_joker)
    used = sum(spot.is_joker for meld in found.melds for spot in meld)
    assert must <= laid <= must + may
    left = sum(COST[value] for value, _suit in (must + may - laid).elements())
    assert found.cost == left + (jokers - used) * JOKER_COST
    return True


def is_meld(meld: Meld, *, ace_high: bool) -> bool:
    """Check whether spots are a set, or a run in order."""
    values, suits = [spot.value for spot in meld], {spot.suit for spot in meld}
    if len(set(values)) == 1:
        return 3 <= len(meld) == len(suits) <= 4
    if ace_high and values[-1] == 0:
        values[-1] = 13
    return (
        3 <= len(meld) <= 13
        and len(suits) == 1
        and values == list(range(values[0], values[-1] + 1))
    )


def test_what_is_left_is_the_least_that_can_be() -> None:
    rng = Random("layouts")
    done = [check(rng) for _task in range(100)]
    assert 30 < sum(done) < 70


@pytest.mark.slow
def test_what_is_left_is_the_least_in_thousands_of_tasks() -> None:
    rng = Random("more layouts")
    assert sum(check(rng) for _task in range(5000)) > 2000


def test_prices_leave_out_nothing_that_is_better(monkeypatch: pytest.MonkeyPatch) -> None:
    # Treat every task as a long one.
    monkeypatch.setattr(layout_search, "_PATIENCE", 1)
    rng = Random("layouts by prices 1")
    assert sum(check(rng) for _task in range(40)) > 10


@pytest.mark.slow
def test_prices_leave_out_nothing_in_thousands_of_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout_search, "_PATIENCE", 1)
    rng = Random("more layouts by prices")
    assert sum(check(rng) for _task in range(5000)) > 2000


def test_a_task_that_takes_too_long_is_given_up() -> None:
    table = chance_table(Random("too much"), 60)
    task = Task(counts(faces(table)), counts(Counter()), COST)
    with pytest.raises(TooMuchError, match="too many ways") as given_up:
        best_layout(task, Effort(100))
    assert given_up.value.where == ("table",)


def test_a_full_table_can_always_be_laid_as_it_was() -> None:
    rng = Random("full tables")
    for _table in range(20):
        table = chance_table(rng, 60)
        task = Task(counts(faces(table)), counts(Counter()), COST)
        found = best_layout(task)
        assert found
        assert faces(list(found.melds)) == faces(table)


def test_what_is_found_at_once_is_never_better_than_the_best() -> None:
    rng = Random("at once")
    for _table in range(8):
        table = chance_table(rng, 40)
        hand = Counter[Place](spot[:2] for spot in chance_hand(rng, table, 10))
        task = Task(counts(faces(table)), counts(hand), COST, jokers=2, may_stay=2)
        quick, best = quick_layout(task), best_layout(task)
        assert quick
        assert best
        laid = faces([tuple(spot for spot in meld if not spot.is_joker) for meld in quick])
        left = (faces(table) + hand - laid).elements()
        assert sum(COST[value] for value, _suit in left) >= best.cost


def test_jokers_with_no_room_for_them_are_searched_for() -> None:
    full = Counter({(4, suit): 1 for suit in range(4)})
    task = Task(counts(full), counts(Counter()), COST, jokers=2, joker_cost=JOKER_COST)
    found = best_layout(task)
    assert found
    assert not found.cost
    assert sorted(map(len, found.melds)) == [3, 3]


def test_jokers_that_nothing_takes_stay_if_they_may() -> None:
    alone = Counter[Place]({(4, 0): 1})
    nothing = Counter[Place]()
    task = Task(counts(nothing), counts(alone), COST, 1, 1, JOKER_COST)
    assert best_layout(task) == ((), COST[4] + JOKER_COST, 0)
    must = Task(counts(nothing), counts(alone), COST, 1, 0, JOKER_COST)
    assert best_layout(must) is None
    assert quick_layout(must) is None


def test_an_ace_at_both_ends_makes_two_runs() -> None:
    suit = Counter({(value, 0): 1 + (value == 0) for value in range(13)})
    found = best_layout(Task(counts(suit), counts(Counter()), COST, ace_high=True))
    assert found
    assert sorted(map(len, found.melds)) == [7, 7]
    assert best_layout(Task(counts(suit), counts(Counter()), COST)) is None


def test_jokers_over_lengthen_runs_at_the_end_that_is_free() -> None:
    kings = Counter({(value, 0): 1 for value in (10, 11, 12)})
    found = best_layout(Task(counts(kings), counts(Counter()), COST, jokers=1))
    assert found
    assert found.melds[0][0] == Spot(9, 0, is_joker=True)
    thirteen = Counter({(value, 0): 1 for value in range(13)})
    found = best_layout(Task(counts(thirteen), counts(Counter()), COST, jokers=1))
    assert found
    assert sum(map(len, found.melds)) == 14


def test_a_worth_that_cannot_be_had_is_missed_by_as_little_as_can_be() -> None:
    hand = Counter({(8, suit): 1 for suit in range(3)} | {(0, 3): 1})
    found = best_layout(Task(counts(Counter()), counts(hand), COST, worth=30))
    assert found
    assert (found.short, found.cost) == (3, COST[0])
