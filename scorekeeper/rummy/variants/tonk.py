"""Tonk: each player gets five or seven cards, and the losers of a round pay stakes to the winner.

Source of all values: one published description of the game. Other descriptions differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scorekeeper.rummy import articles
from scorekeeper.rummy.article import Article
from scorekeeper.rummy.case import Case
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.endings import KNOCKED, STOCK_RAN_OUT, VOID, WENT_OUT, EndingRule
from scorekeeper.rummy.examples import THREE, Ask, Example, knocked, ran_out, went_out, whole
from scorekeeper.rummy.house_rules import house_rule, target
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.round import AnyEnding, Ending, RuleError
from scorekeeper.rummy.ruling import AnyRule, AnyTag, Line, Payment, Ruling
from scorekeeper.rummy.stake import Reckoning
from scorekeeper.rummy.variant import Preset, Variant

MOST_WITH_SEVEN = 3
"""The most players if each player gets seven cards."""

_DEALS = {size: Deal(worth=card_points(), hand_size=size, spares_melds=False) for size in (5, 7)}
"""The deal for each hand size."""


DEALT_TONK = (49, 50)
"""A hand with one of these counts right after the deal is tonk."""


class TonkEnding(AnyEnding):
    """The endings that only Tonk has. A draw means that several players were dealt tonk."""

    TONK = "tonk"
    DRAW = "draw"


class TonkRule(AnyRule):
    """The kind of points that only Tonk has."""

    STAKE = "stake"


class TonkTag(AnyTag):
    """The tags that only Tonk has."""

    TONK = "tonk", message("tonk"), message("Tonk for {player}!")
    DRAW = "draw", message("tonk dealt twice")


@dataclass(frozen=True, slots=True, kw_only=True)
class TonkRules:
    """The house rules of Tonk, each with its label."""

    hand_size: int = house_rule(
        5,
        message("Cards for each player"),
        message("Seven is for two or three players."),
        choices=((5, message("5")), (7, message("7"))),
    )
    tie: str = house_rule(
        "beaten",
        message("A knocker who is tied"),
        choices=(("beaten", message("is beaten")), ("knocker", message("wins"))),
    )
    stock_tie: str = house_rule(
        "none",
        message("A tie when the stock runs out"),
        message("Two or more with the lowest count."),
        choices=(
            ("none", message("nobody scores")),
            ("share", message("each of them scores from the others")),
        ),
    )
    target: int = target(0, high=100)


def _deal(rules: Any, _players: int, _number: int) -> Deal:
    return _DEALS[rules.hand_size]


def _check_table(rules: Any, players: int) -> None:
    if rules.hand_size == 7 and players > MOST_WITH_SEVEN:
        text = message("Seven cards each are for two or three players.")
        raise RuleError(text, "rules", "hand_size")


@dataclass(frozen=True, slots=True)
class _Stake:
    """A payment of one player to another, with its reason."""

    payer: Seat
    payee: Seat
    points: int
    text: Message

    @property
    def lines(self) -> tuple[Line, Line]:
        """The line of the player who gets the stake, and the line of the player who pays it."""
        return (
            Line(self.payee, self.points, TonkRule.STAKE, self.text),
            Line(self.payer, -self.points, TonkRule.STAKE, self.text),
        )


def _judge(case: Case) -> Ruling:
    if case.out is not None:
        case.check_nobody_else_is_out()
        _check_cards_shown(case, case.out)
        _check_nobody_else_has_tonk(case, case.out)
    winners = _winners(case)
    stakes = tuple(stake for winner in winners for stake in _stakes(case, winner, winners))
    return Ruling(
        winners=winners,
        lines=tuple(line for stake in stakes for line in stake.lines),
        payments=tuple(Payment(stake.payer, stake.payee, stake.points) for stake in stakes),
    )


def _check_cards_shown(case: Case, out: Seat) -> None:
    """Check the cards of the player who went out: none left, or a hand that was dealt as tonk."""
    if case.laid[out].is_empty or _was_dealt_tonk(case, out):
        return
    text = message(
        "{player} has tonk with no card left, or with the {size} cards dealt if they count 49 or "
        "50.",
        player=out,
        size=case.deal.hand_size or 0,
    )
    raise RuleError(text, "hands", out)


def _check_nobody_else_has_tonk(case: Case, out: Seat) -> None:
    if case.laid[out].is_empty or case.round.on_sheet:
        return
    for other in case.others(out):
        if _was_dealt_tonk(case, other):
            text = message(
                "{player} and {other} were both dealt 49 or 50, so nobody scores. Choose "
                "“{ending}” as the end of the round.",
                player=out,
                other=other,
                ending=_DRAW.label,
            )
            raise RuleError(text, "hands", other)


def _was_dealt_tonk(case: Case, seat: Seat) -> bool:
    """Check whether a hand has the count of tonk and can be the hand that was dealt."""
    hand = case.laid[seat]
    is_whole = hand.unmatched is None or len(hand.unmatched) == case.deal.hand_size
    return hand.deadwood in DEALT_TONK and is_whole


def _winners(case: Case) -> tuple[Seat, ...]:
    if case.out is not None:
        return (case.out,)
    lowest = tuple(seat for seat in case.seats if case.counts[seat] == min(case.counts.values()))
    if case.ending is Ending.STOCK:
        shares = case.rules.stock_tie == "share" and len(lowest) < len(case.seats)
        return lowest if len(lowest) == 1 or shares else ()
    if case.by in lowest and case.rules.tie == "knocker":
        return (case.by,)
    return tuple(seat for seat in lowest if seat != case.by) or lowest


def _stakes(case: Case, winner: Seat, winners: tuple[Seat, ...]) -> Iterator[_Stake]:
    for payer in case.others(winner):
        if payer in winners:
            continue
        points, text = _price(case, winner, payer)
        facts = {"payer": payer, "winner": winner, "points": points}
        yield _Stake(payer, winner, points, message(text.template, **facts))


_WENT_OUT = message("{winner} went out: {payer} pays {points}")
_TONK = message("Tonk: {payer} pays {winner} {points}")
_EQUALLED = message("{payer} knocked and {winner} tied: {payer} pays {points}")
_BEATEN = message("{payer} knocked but {winner} had less: {payer} pays {points}")
_LOWEST = message("{winner} has the lowest count: {payer} pays {points}")

_OF_SEVERAL = (
    (_WENT_OUT, message("{winner} went out: {payers} pay {points} each")),
    (_TONK, message("Tonk: {payers} pay {points} each")),
    (_LOWEST, message("{winner} has the lowest count: {payers} pay {points} each")),
)


def _price(case: Case, winner: Seat, payer: Seat) -> tuple[int, Message]:
    if case.ending is TonkEnding.TONK:
        return 2, _TONK
    if case.ending is Ending.OUT:
        return 1, _WENT_OUT
    if payer == case.round.by:
        return 2, _EQUALLED if case.counts[payer] == case.counts[winner] else _BEATEN
    return 1, _LOWEST


def _next_dealer(_rules: Any, dealer: Seat, ruling: Ruling, players: int) -> Seat:
    """The next dealer.

    The first winner after the dealer deals. After a draw, the next player deals. After any other
    round without a winner, the same player deals again.
    """
    if TonkTag.DRAW in ruling.tags:
        return Seat((dealer + 1) % players)
    return min(ruling.winners, key=lambda seat: (seat - dealer - 1) % players, default=dealer)


_EXAMPLES = (
    knocked("stake", Nina="5", Max="9", Lou="K 4", Paul="Q J"),
    knocked("stake", Nina="8", Max="3", Lou="K 4", Paul="Q J"),
    went_out("stake", ending="tonk", Max="K 9 2", Lou="7 4"),
    went_out("stake", ending="tonk", Nina="K K Q J 9", Max="K 9 2 A 3", Lou="7 4 4 2 8"),
    knocked("ace", Nina="A", Max="A 3", Lou="Q A"),
    knocked("equal-counts", {"tie": "knocker"}, Nina="5", Max="4 A", Lou="K 4", Paul="Q J"),
    knocked("equal-with-several", {"tie": "knocker"}, Nina="5", Max="4 A", Lou="3 2", Paul="K 9"),
    knocked("tie-below-the-knocker", Nina="8", Max="3", Lou="2 A", Paul="K J"),
    knocked("knock-too-high", Nina="K Q 8", Max="J 7", Lou="T 9"),
    Example("two-tonks", ({"ending": "draw"},), players=THREE, ask=Ask.DEALER),
    ran_out("stock-runs-out", {"stock_tie": "share"}, Nina="7 3", Max="6", Lou="4 2"),
    knocked("next-dealer", Nina=12, Max=9, Lou=3, ask=Ask.DEALER),
    went_out("last-turn", Max=0, Lou="K 7"),
    knocked("best-arrangement", Nina="6", Max=whole("7S 7H 7D 2C"), Lou="K"),
)

_DRAW = EndingRule(
    TonkEnding.DRAW,
    message("Two or more were dealt tonk"),
    message("tonk dealt twice"),
    tag=TonkTag.DRAW,
    needs_player=False,
    scores=False,
)

TONK = Variant(
    key="tonk",
    name=message("Tonk"),
    tagline=message("Five cards each. Knock with the lowest count, or get rid of all your cards."),
    fewest=2,
    most=4,
    rules_type=TonkRules,
    presets=(Preset("plain", message("Standard"), {}),),
    endings=(
        KNOCKED,
        WENT_OUT,
        EndingRule(
            TonkEnding.TONK,
            message("{player} has tonk"),
            message("tonk"),
            tag=TonkTag.TONK,
            shows_deal=True,
        ),
        _DRAW,
        STOCK_RAN_OUT,
        VOID,
    ),
    deal=_deal,
    judge=_judge,
    reckoning=lambda _rules: Reckoning.LOSSES,
    all_score=lambda _rules: True,
    next_dealer=_next_dealer,
    check_table=_check_table,
    disputes=(
        articles.ACE,
        articles.EQUAL_COUNTS,
        articles.EQUAL_WITH_SEVERAL,
        articles.TIE_BELOW_THE_KNOCKER,
        articles.LAYING_OFF,
        articles.KNOCK_TOO_HIGH,
        Article(
            "two-tonks",
            message("Two of us were dealt 49 or 50. Who wins?"),
            tags=(TonkTag.DRAW,),
            settles=lambda ruling: TonkTag.DRAW in ruling.tags,
        ),
        articles.STOCK_RUNS_OUT,
        articles.NEXT_DEALER,
        articles.LAST_TURN,
        articles.BEST_ARRANGEMENT,
    ),
    points=(
        Article(
            "stake",
            message("The stakes"),
            rules=(TonkRule.STAKE,),
            tags=(TonkTag.TONK,),
            payer="payer",
            of_several=_OF_SEVERAL,
        ),
        *articles.NOT_FROM_CARDS,
    ),
    examples=_EXAMPLES,
)
