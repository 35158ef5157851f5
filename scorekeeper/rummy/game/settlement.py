"""Settling up: the debts between players after a game for a stake.

In a game that settles by round, the players who were playing at the time of an entry settle this
entry. In all other games, the players settle once at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import floor

from scorekeeper.rummy.between import BetweenKind
from scorekeeper.rummy.game.entries import EntryOnSheet, RoundOnSheet
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.game.who_is_in import returns_of
from scorekeeper.rummy.messages import SEATS, Seat
from scorekeeper.rummy.ruling import Ruling, points_of
from scorekeeper.rummy.sides import players_of, side_of
from scorekeeper.rummy.stake import TO_WINNER, Reckoning, Stake

MOST_IN_GROUPS = 12
"""With more people than this, the program can propose more payments than needed."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """A payment of a number of coins. `payer` and `payee` are places in the list of balances."""

    payer: int
    payee: int
    coins: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """The balance of each player, and the payments that settle all balances.

    Balances and payments are numbers of the `smallest` coin, which is a text such as `0.05`. The
    balance of a player who owes money is negative.
    """

    balances: tuple[int, ...]
    payments: tuple[Transfer, ...]
    smallest: str

    def amount(self, coins: int) -> str:
        """The amount of this many coins, with the decimals of the smallest coin.

        >>> Settlement((), (), "0.05").amount(-42)
        '-2.10'
        """
        return str(Decimal(self.smallest) * coins)


def settle(balances: Sequence[Fraction], smallest: str) -> Settlement:
    """Settle exact balances with a sum of 0, in multiples of the smallest coin.

    >>> settle([Fraction(5), Fraction(-5), Fraction(3), Fraction(-3)], "1").payments
    (Transfer(payer=1, payee=0, coins=5), Transfer(payer=3, payee=2, coins=3))
    """
    coins = _in_coins([balance / Fraction(smallest) for balance in balances])
    return Settlement(tuple(coins), tuple(_payments(coins)), smallest)


def settle_together(
    sheets: Sequence[Sheet],
) -> Iterator[tuple[str, tuple[str, ...], Settlement]]:
    """Settle finished games with a stake. Yield each currency, its players, and their settlement.

    For each currency, the function adds the exact balances of all games, and then rounds the sums.
    Each game has a smallest coin; the function rounds to the largest of these coins.
    """
    staked = [(sheet, sheet.game.stake) for sheet in sheets if sheet.game.stake]
    for currency in dict.fromkeys(stake.currency for _sheet, stake in staked):
        owed: dict[str, Fraction] = {}
        coins: list[str] = []
        for sheet, stake in staked:
            if stake.currency == currency:
                coins.append(stake.smallest)
                for name, balance in zip(sheet.game.players, balances_of(sheet), strict=True):
                    owed[name] = owed.get(name, Fraction(0)) + balance
        smallest = max(coins, key=Fraction)
        yield currency, tuple(owed), settle(list(owed.values()), smallest)


def balances_of(sheet: Sheet) -> list[Fraction]:
    """The exact balance of each player after a game with a stake, by seat. The sum is 0."""
    stake, steps = _stake_of(sheet), list(steps_of(sheet))
    return [stake.price * share_of(steps, seat) for seat in SEATS[: len(sheet.game.players)]]


def steps_of(sheet: Sheet) -> Iterator[Step]:
    """The steps of the settlement.

    Games that settle by round have a step for each entry, and a last step if there are end bonuses.
    Other games have one step, once the game is over.
    """
    stake = _stake_of(sheet)
    if settles_by_round(sheet.game):
        yield from _steps(sheet)
    elif sheet.over:
        yield Step(None, _at_the_end(sheet, stake))


def _stake_of(sheet: Sheet) -> Stake:
    if sheet.game.stake is None:
        raise AssertionError("only a game that is played for a stake is settled")
    return sheet.game.stake


def settles_by_round(game: Game) -> bool:
    stake = game.stake
    by_point = stake is not None and stake.point and stake.who_pays != TO_WINNER
    return bool(by_point) and reckoning_of(game) is not Reckoning.FINALS


def reckoning_of(game: Game) -> Reckoning:
    return game.variant.reckoning(game.rules)


_Shares = Mapping[Seat, Fraction]
"""The points that each player gets. A player who pays has negative points. The sum is 0."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a settlement: the shares of the players at an entry or at the end of the game.

    - `entry`: the settled entry. `None` for the end of the game
    - `shares`: the points that each player gets or pays. If the whole game has a price, the unit is
      the price instead of a point
    """

    entry: EntryOnSheet | None
    shares: _Shares


def share_of(steps: Iterable[Step], seat: Seat) -> Fraction:
    return sum((step.shares.get(seat, Fraction(0)) for step in steps), Fraction(0))


def _steps(sheet: Sheet) -> Iterator[Step]:
    game = sheet.game
    reckoning, lowest_wins = reckoning_of(game), game.variant.lowest_wins(game.rules)
    by_differences = reckoning is Reckoning.DIFFERENCES
    for entry in sheet.entries:
        shares: Iterable[_Shares] = ()
        if isinstance(entry, RoundOnSheet) and not by_differences:
            shares = _paid(entry.ruling, entry.before, reckoning)
        elif isinstance(entry, RoundOnSheet) or entry.between.kind is BetweenKind.ADJUST:
            # Nobody pays for the total of a player who joins or comes back.
            shares = _shared(_of(entry.before, entry.points()), by_differences, lowest_wins)
        yield Step(entry, _added(shares, entry.before))
    if sheet.bonuses:
        bonuses = _of(sheet.seats, points_of(sheet.bonuses, len(game.sides)))
        yield Step(None, _added(_shared(bonuses, by_differences, lowest_wins), sheet.seats))


def _added(shares: Iterable[_Shares], seats: tuple[Seat, ...]) -> _Shares:
    added = dict.fromkeys(players_of(seats), Fraction(0))
    for part in shares:
        for seat, share in part.items():
            added[seat] += share
    return added


def _at_the_end(sheet: Sheet, stake: Stake) -> _Shares:
    if stake.game:
        return _pot(sheet)
    if stake.who_pays == TO_WINNER:
        return _to_winners(sheet)
    lowest_wins = sheet.game.variant.lowest_wins(sheet.game.rules)
    return _differences(_of(sheet.seats, sheet.final), lowest_wins=lowest_wins)


def _pot(sheet: Sheet) -> _Shares:
    """The shares of a game with a price for the whole game. The winners share all stakes.

    Each player pays one stake, and one more stake for each return after an elimination.
    """
    seats = SEATS[: len(sheet.game.players)]
    paid = {seat: 1 + returns_of(seat, sheet.entries) for seat in seats}
    winners = players_of(sheet.winners)
    won = Fraction(sum(paid.values()), len(winners))
    return {seat: (won if seat in winners else 0) - Fraction(paid[seat]) for seat in seats}


def _to_winners(sheet: Sheet) -> _Shares:
    """The shares if all others still playing pay the winners the difference of their final totals.

    The winners share the sum equally.
    """
    final, winners = _of(sheet.seats, sheet.final), players_of(sheet.winners)
    behind = {seat: Fraction(abs(final[winners[0]] - own)) for seat, own in final.items()}
    part = sum(behind.values(), Fraction(0)) / len(winners)
    return {seat: part if seat in winners else -lost for seat, lost in behind.items()}


def _of(seats: tuple[Seat, ...], points: Sequence[int]) -> dict[Seat, int]:
    return {player: points[side_of(player, seats)] for player in players_of(seats)}


def _shared(
    points: Mapping[Seat, int], by_differences: bool, lowest_wins: bool
) -> Iterator[_Shares]:
    if by_differences:
        yield _differences(points, lowest_wins=lowest_wins)
    else:
        yield from _from_all_others(points)


def _differences(points: Mapping[Seat, int], *, lowest_wins: bool) -> _Shares:
    """The shares if every two players settle the difference of their points.

    With n players, a player’s share is n times the player’s points minus the sum of all points. If
    the lowest total wins, the share has the opposite sign.
    """
    sign, total = -1 if lowest_wins else 1, sum(points.values())
    return {seat: Fraction(sign * (len(points) * own - total)) for seat, own in points.items()}


def _paid(ruling: Ruling, seats: tuple[Seat, ...], reckoning: Reckoning) -> Iterator[_Shares]:
    received = dict.fromkeys(seats, Fraction(0))
    for payer, payee, points in _payments_of(ruling, reckoning):
        received[payee] += points
        yield {payee: points, payer: -points}
    if reckoning is Reckoning.LOSSES:
        yield from _from_all_others(_of(seats, points_of(ruling.adjustments, len(SEATS))))
    else:
        given = ruling.points(len(SEATS))
        yield from _from_all_others({seat: given[seat] - received[seat] for seat in seats})


def _payments_of(ruling: Ruling, reckoning: Reckoning) -> Iterator[tuple[Seat, Seat, Fraction]]:
    """Yield the payer, the payee and the points of each payment.

    In a game with the reckoning `LOSSES`, rulings can lack payments. Then each player with a loss
    pays the winners in equal parts.
    """
    for payment in ruling.payments:
        yield payment.payer, payment.payee, Fraction(payment.points)
    if ruling.payments or reckoning is not Reckoning.LOSSES:
        return
    for seat, points in zip(SEATS, ruling.earned(len(SEATS)), strict=True):
        if points < 0 and seat not in ruling.winners:
            for winner in ruling.winners:
                yield seat, winner, Fraction(-points, len(ruling.winners))


def _from_all_others(points: Mapping[Seat, int | Fraction]) -> Iterator[_Shares]:
    """The shares of points without a payer: all other players pay the points in equal parts."""
    for seat, own in points.items():
        if own:
            share = Fraction(-own, len(points) - 1)
            yield {other: share for other in points if other != seat} | {seat: Fraction(own)}


def _in_coins(balances: Sequence[Fraction]) -> list[int]:
    """Round balances to coins with a sum of 0.

    Every balance is rounded down. Then one coin each goes to the balances with the largest fraction
    rounded off, until the sum is 0.
    """
    coins = [floor(balance) for balance in balances]
    by_part = sorted(range(len(coins)), key=lambda place: coins[place] - balances[place])
    for place in by_part[: -sum(coins)]:
        coins[place] += 1
    return coins


def _payments(coins: Sequence[int]) -> list[Transfer]:
    """The payments that settle these balances, sorted by payer and payee."""
    involved = [place for place, owed in enumerate(coins) if owed]
    groups = [involved] if len(involved) > MOST_IN_GROUPS else _groups(involved, coins)
    paid = [owed for group in groups for owed in _paid_in(group, coins)]
    return sorted(paid, key=lambda owed: (owed.payer, owed.payee))


def _groups(involved: list[int], coins: Sequence[int]) -> list[list[int]]:
    """Split the places into groups with a sum of 0. Each further group saves a payment.

    The result has as many groups as possible. If several splits have as many groups, the group of
    the first place decides: it is as small as possible, with the earliest places.
    """

    @cache
    def most(places: frozenset[int]) -> int:
        rest = max((most(places - {place}) for place in places), default=0)
        return rest + (bool(places) and not sum(coins[place] for place in places))

    groups, left = [], list(involved)
    while left:
        first, others = left[0], left[1:]
        group = next(
            [first, *some]
            for size in range(len(left))
            for some in combinations(others, size)
            if not sum(coins[place] for place in (first, *some))
            and most(frozenset(left) - {first, *some}) == most(frozenset(left)) - 1
        )
        groups.append(group)
        left = [place for place in left if place not in group]
    return groups


def _paid_in(group: Sequence[int], coins: Sequence[int]) -> Iterator[Transfer]:
    """Yield payments from the largest debtor to the largest creditor until nobody owes anything."""
    left = {place: coins[place] for place in group}
    while any(left.values()):
        payer = min(left, key=left.__getitem__)
        payee = max(left, key=left.__getitem__)
        amount = min(-left[payer], left[payee])
        left[payer] += amount
        left[payee] -= amount
        yield Transfer(payer, payee, amount)
