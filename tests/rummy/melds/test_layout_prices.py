"""The lower bound on the cost of a layout."""

from __future__ import annotations

from scorekeeper.rummy.melds.layout_prices import (
    Market,
    Share,
    SuitShares,
    with_prices,
    without_prices,
)

NOTHING = ((0, 0, 0, 0), 0)


def suit(*shares: Share) -> SuitShares:
    """Return a suit with these choices at its only value."""
    return [{0: shares}]


def market(suits: list[SuitShares], *sets: tuple[int, ...]) -> Market:
    """Return suits without jokers, and the sets possible at the only value."""
    return Market(suits, [[NOTHING, *[(cards, 0) for cards in sets]]], 0, frozenset([0]))


STAYS = Share(0, in_sets=0, in_runs=0, jokers=0, cost=10)
IN_SET = Share(0, in_sets=1, in_runs=0, jokers=0, cost=0)
NO_CARD = Share(0, in_sets=0, in_runs=0, jokers=0, cost=0)


def test_a_card_for_which_there_is_no_set_costs_what_it_counts() -> None:
    alone = market([suit(STAYS, IN_SET), *[suit(NO_CARD)] * 3])
    assert without_prices(alone).least == 0
    assert with_prices(alone, 10).least >= 10


def test_cards_that_make_a_set_cost_nothing() -> None:
    three = market([*[suit(STAYS, IN_SET)] * 3, suit(NO_CARD)], (1, 1, 1, 0))
    assert with_prices(three, 30).least == 0


def test_prices_that_nobody_disputes_stay_as_they_are() -> None:
    empty = market([suit(NO_CARD)] * 4)
    assert with_prices(empty, 10) == without_prices(empty)
