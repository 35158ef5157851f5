"""The payments at the end of a game for a stake, and their least number."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rummy import score
from scorekeeper.rummy.game.settlement import Transfer, balances_of, settle, steps_of
from scorekeeper.rummy.game.sheet import Sheet
from tests.support.documents import Document, adjust, joins, leaves, rejoins, sheet_of
from tests.support.random_games import games
from tests.support.walks import walk

FOUR = ["Ann", "Bob", "Cem", "Dee"]
VOID = {"ending": "void"}


def settled(variant: str, *rounds: dict[str, Any], players: int = 2, **more: Any) -> Any:
    """Return the settlement of a game called after these rounds, for a cent a point."""
    game = {"variant": variant, "players": FOUR[:players], "called": True} | more
    return score({"stake": {"point": "0.01"}, **game, "rounds": list(rounds)}).as_json()[
        "settlement"
    ]


def out(by: str, **hands: Any) -> dict[str, Any]:
    """A round that this player ended."""
    return {"ending": "out", "by": by, "hands": hands}


def less(player: str, points: int) -> list[dict[str, Any]]:
    """Points that the table takes from a player."""
    return [{"player": player, "points": -points}]


KNOCK = {"ending": "knock", "by": "Bob", "hands": {"Ann": 21, "Bob": 5, "Cem": 28, "Dee": 8}}
GIN = {"ending": "knock", "by": "Ann", "hands": {"Ann": 3, "Bob": 13}}
TEN = {"game": "10", "smallest": "1"}
WORST = {"rejoin": "worst"}
OUT_AND_BACK = [out("Ann", Bob=50, Cem=101), rejoins("Cem"), adjust(Cem=10)]
OUT_AND_BACK_OF_FOUR = [out("Ann", Bob=50, Cem=101, Dee=20), rejoins("Cem")]
EMPTY_POOL = {"ending": "stock", "hands": {"Ann": 5, "Bob": 5, "Cem": 16}}


TO_WINNER = {"point": "0.01", "who_pays": "to-winner"}
FIVE_HUNDRED = {"ending": "stock", "hands": {"Ann": 9, "Bob": 9, "Cem": 9}}
FINALS = adjust(Ann=519, Bob=329, Cem=289)


@walk(
    ("settlement", "balances"),
    {
        "the others pay the winner, as Bicycle plays Rummy 500": (
            settled("rummy-500", FIVE_HUNDRED, FINALS, players=3, stake=TO_WINNER),
            ["4.20", "-1.90", "-2.30"],
        ),
        "two winners share what the third pays": (
            settled("rummy-500", FIVE_HUNDRED, adjust(Ann=50, Bob=50), players=3, stake=TO_WINNER),
            ["0.25", "0.25", "-0.50"],
        ),
        "the others pay the winner with the fewest points": (
            settled("three-thirteen", out("Ann", Bob=10, Cem=30), players=3, stake=TO_WINNER),
            ["0.40", "-0.10", "-0.30"],
        ),
        "Knock: each pays the winner": (
            settled("knock", KNOCK, players=4),
            ["-0.16", "0.42", "-0.23", "-0.03"],
        ),
        "Knock for five cents, as the table settles it": (
            settled("knock", KNOCK, players=4, stake={"point": "0.05"}),
            ["-0.80", "2.10", "-1.15", "-0.15"],
        ),
        "Knock: a penalty is paid to the others in equal parts": (
            settled("knock", KNOCK | {"adjustments": less("Cem", 30)}, players=4),
            ["-0.06", "0.52", "-0.53", "0.07"],
        ),
        "Basic: the winner takes": (
            settled("basic", out("Ann", Bob=10, Cem=100), players=3),
            ["1.10", "-0.10", "-1.00"],
        ),
        "Basic: ten for going rummy are in no payment, so the others share them": (
            settled(
                "basic",
                out("Ann", Bob=10, Cem=100) | {"ending": "rummy"},
                players=3,
                rules={"going_rummy": "plus-10"},
            ),
            ["1.20", "-0.15", "-1.05"],
        ),
        "Basic by penalties: every two settle their difference": (
            settled("basic", out("Ann", Bob=10, Cem=100), players=3, preset="penalty"),
            ["1.10", "0.80", "-1.90"],
        ),
        "Rami: every two settle their difference": (
            settled(
                "rami",
                out("Ann", Bob=10, Cem=100) | {"adjustments": [{"player": "Ann", "points": 50}]},
                players=3,
            ),
            ["0.30", "1.20", "-1.50"],
        ),
        "tiles: what one loses is won": (
            settled("tiles", out("Ann", Bob=12, Cem=23), players=3),
            ["0.35", "-0.12", "-0.23"],
        ),
        "tiles: two share what the third loses": (
            settled("tiles", EMPTY_POOL, players=3, stake={"point": "1", "smallest": "0.5"}),
            ["5.5", "5.5", "-11.0"],
        ),
        "Gin: the difference of the finals, with boxes and the game": (
            settled("gin", GIN, preset="bicycle", rules={"target": 10}, called=False),
            ["2.30", "-2.30"],
        ),
        "Manipulation: the differences of the finals, with the bonus for reaching the target": (
            settled(
                "manipulation",
                {"ending": "knock", "by": "Bob", "hands": {"Ann": 30, "Bob": 2, "Cem": 12}},
                adjust(Bob=200),
                players=3,
                called=False,
            ),
            ["-3.38", "6.76", "-3.38"],
        ),
        "for the game: the winners share the pot": (
            settled("tiles", EMPTY_POOL, players=3, stake={"game": "10", "smallest": "1"}),
            ["5", "5", "-10"],
        ),
        "Knock: a penalty between rounds is paid to the others who are in then": (
            settled("knock", KNOCK, leaves("Dee"), adjust(Cem=-30), players=4),
            ["-0.01", "0.57", "-0.53", "-0.03"],
        ),
        "Knock: each of those in pays the winner": (
            settled(
                "knock",
                leaves("Ann"),
                {"ending": "knock", "by": "Bob", "hands": {"Bob": 5, "Cem": 28, "Dee": 8}},
                players=4,
            ),
            ["0.00", "0.26", "-0.23", "-0.03"],
        ),
        "Basic: what somebody joins with is no money": (
            settled(
                "basic", out("Ann", Bob=10), joins(Cem=40), out("Cem", Ann=3, Bob=2), players=3
            ),
            ["0.07", "-0.12", "0.05"],
        ),
        "Basic by penalties: only those who were in at the round": (
            settled(
                "basic",
                out("Ann", Bob=10, Cem=40),
                leaves("Cem"),
                out("Ann", Bob=5),
                players=3,
                preset="penalty",
            ),
            ["0.55", "0.15", "-0.70"],
        ),
        "and only they at a penalty between rounds": (
            settled("rami", leaves("Cem"), adjust(Ann=5, Bob=-2), players=4),
            ["-0.12", "0.09", "0.00", "0.03"],
        ),
        "Rami: coming back is no money": (
            settled("rami", *OUT_AND_BACK, players=3, preset="scala-40", rules=WORST),
            ["1.61", "0.11", "-1.72"],
        ),
        "tiles: a bonus between rounds is paid by the others in equal parts": (
            settled("tiles", adjust(Ann=10), players=3, stake={"point": "1", "smallest": "1"}),
            ["10", "-5", "-5"],
        ),
        "for the game, with one return: the winner has five prices less one": (
            settled(
                "rami",
                *OUT_AND_BACK_OF_FOUR,
                adjust(Bob=101, Cem=101, Dee=101),
                players=4,
                preset="scala-40",
                rules=WORST,
                called=False,
                stake=TEN,
            ),
            ["40", "-10", "-20", "-10"],
        ),
        "or less two, if the return was theirs": (
            settled(
                "rami",
                *OUT_AND_BACK_OF_FOUR,
                adjust(Ann=101, Bob=101, Dee=101),
                players=4,
                preset="scala-40",
                rules=WORST,
                called=False,
                stake=TEN,
            ),
            ["-10", "-10", "30", "-10"],
        ),
        "for the game: who leaves and comes back pays once": (
            settled("basic", leaves("Bob"), rejoins("Bob"), adjust(Ann=1), players=3, stake=TEN),
            ["20", "-10", "-10"],
        ),
        "for the game: who leaves has paid, and who joins pays": (
            settled(
                "basic",
                leaves("Bob"),
                joins(Dee=0),
                adjust(Dee=1),
                players=4,
                stake=TEN,
            ),
            ["-10", "-10", "-10", "30"],
        ),
        "nothing was played": (settled("basic", VOID), ["0.00", "0.00"]),
    },
)
def test_everybody_gets_what_the_points_are_worth(
    settlement: dict[str, Any], balances: list[str]
) -> None:
    assert list(settlement["balances"].values()) == balances


def test_it_is_not_known_before_the_game_is_over() -> None:
    game = {"variant": "gin", "players": FOUR[:2], "stake": {"game": "1"}}
    assert score(game).as_json()["settlement"] is None


def test_a_game_for_nothing_has_none() -> None:
    assert "settlement" not in score({"variant": "gin", "players": FOUR[:2]}).as_json()


def test_payments_are_told_with_names() -> None:
    assert settled("knock", KNOCK, players=4, stake={"point": "0.05", "currency": "€"}) == {
        "currency": "€",
        "balances": {"Ann": "-0.80", "Bob": "2.10", "Cem": "-1.15", "Dee": "-0.15"},
        "payments": [
            {"from": "Ann", "to": "Bob", "amount": "0.80"},
            {"from": "Cem", "to": "Bob", "amount": "1.15"},
            {"from": "Dee", "to": "Bob", "amount": "0.15"},
        ],
    }


THIRDS = [Fraction(10, 3), Fraction(-5, 3), Fraction(-5, 3)]


@walk(
    ("balances", "coins"),
    {
        "who was cut most gets the cent that is missing": (THIRDS, [334, -167, -167]),
        "of equals the first": (
            [Fraction(1, 300), Fraction(1, 300), Fraction(-2, 300)],
            [1, 0, -1],
        ),
        "nothing to round": ([Fraction(1), Fraction(-1)], [100, -100]),
    },
)
def test_balances_are_rounded_so_that_they_add_up(
    balances: list[Fraction], coins: list[int]
) -> None:
    assert list(settle(balances, "0.01").balances) == coins


@walk(
    ("balances", "payments"),
    {
        "two pairs": ([5, -5, 3, -3], [(1, 0, 5), (3, 2, 3)]),
        "one pays all": ([1, 2, 3, -6], [(3, 0, 1), (3, 1, 2), (3, 2, 3)]),
        "the first has the smallest group, then the earliest": (
            [4, -4, -4, 4],
            [(1, 0, 4), (2, 3, 4)],
        ),
        "who owes most pays who gets most": (
            [10, 2, -7, -5],
            [(2, 0, 7), (3, 0, 3), (3, 1, 2)],
        ),
    },
)
def test_few_payments_settle(balances: list[int], payments: list[tuple[int, int, int]]) -> None:
    settlement = settle([Fraction(owed) for owed in balances], "1")
    assert settlement.payments == tuple(Transfer(*payment) for payment in payments)


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=6))
def test_no_fewer_payments_are_possible(owed: list[int]) -> None:
    balances = [*owed, -sum(owed)]
    payments = settle([Fraction(owing) for owing in balances], "1").payments
    after = list(balances)
    for payment in payments:
        assert payment.coins > 0
        after[payment.payer] += payment.coins
        after[payment.payee] -= payment.coins
    assert not any(after)
    assert len(payments) == len([owing for owing in balances if owing]) - most_groups(balances)


def most_groups(balances: list[int]) -> int:
    """Return the most groups with a sum of 0 each, found by trying all."""
    first, *others = [owing for owing in balances if owing] or [0]
    if not first:
        return 0
    best = 0
    for size in range(len(others) + 1):
        for some in combinations(range(len(others)), size):
            if first + sum(others[place] for place in some) == 0:
                left = [owing for place, owing in enumerate(others) if place not in some]
                best = max(best, 1 + most_groups(left))
    return best


@given(games())
def test_balances_add_up_to_nothing_and_are_rounded_by_less_than_a_coin(written: Document) -> None:
    stake = written.get("stake", {"point": "0.05"})
    sheet = sheet_of(written | {"stake": stake})
    if not sheet.over:
        return
    exact = balances_of(sheet)
    assert sum(exact) == 0
    smallest = Fraction(stake.get("smallest", "0.01"))
    coins = settle(exact, str(stake.get("smallest", "0.01"))).balances
    assert sum(coins) == 0
    for owed, told in zip(exact, coins, strict=True):
        assert abs(owed - told * smallest) < smallest


def of_shares(sheet: Sheet) -> list[tuple[int | None, dict[int, Fraction]]]:
    """Return the place of each settled entry, and the amount for each seat."""
    return [(step.entry and step.entry.place, dict(step.shares)) for step in steps_of(sheet)]


def playing(variant: str, *rounds: dict[str, Any], **more: Any) -> Sheet:
    """Return the sheet of a game of three in play, for a cent a point."""
    game: dict[str, Any] = {"variant": variant, "players": FOUR[:3], "stake": {"point": "0.01"}}
    return sheet_of({**game, **more, "rounds": list(rounds)})


def test_each_entry_says_what_it_brought_also_before_the_end() -> None:
    entries = (out("Ann", Bob=10, Cem=40), leaves("Cem"), adjust(Bob=-4), out("Ann", Bob=5))
    assert of_shares(playing("basic", *entries)) == [
        (1, {0: 50, 1: -10, 2: -40}),
        (2, {0: 0, 1: 0, 2: 0}),
        (3, {0: 4, 1: -4}),
        (4, {0: 5, 1: -5}),
    ]


def test_what_only_the_end_settles_has_no_steps_before_it() -> None:
    for stake in ({"game": "10"}, TO_WINNER):
        assert of_shares(playing("basic", out("Ann", Bob=10, Cem=40), stake=stake)) == []
