"""Basic Rummy: the winner scores the cards of all other players, or cards left count as a penalty.

Sources: Parlett’s summary of the basic game; Pagat for going rummy and for scoring by penalties.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorekeeper.rummy import articles
from scorekeeper.rummy.article import Article
from scorekeeper.rummy.cards import JOKER_RANK
from scorekeeper.rummy.case import Case
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.endings import VOID, WENT_OUT, EndingRule
from scorekeeper.rummy.examples import THREE, VOID_ROUND, Ask, Example, went_out, whole
from scorekeeper.rummy.house_rules import house_rule, melds_in_hand, next_dealer, target
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import AnyEnding, RuleError
from scorekeeper.rummy.ruling import AnyRule, AnyTag, Line, Payment, Ruling
from scorekeeper.rummy.stake import Reckoning
from scorekeeper.rummy.table.game import JOKER_TAKEN, may_be_laid_off
from scorekeeper.rummy.variant import Preset, Variant, deal_to_winner_or_left


class BasicEnding(AnyEnding):
    """The ending that only Basic Rummy has: going rummy, with all cards in one turn."""

    RUMMY = "rummy"


class BasicRule(AnyRule):
    """The kind of points that only Basic Rummy has."""

    GOING_RUMMY = "going-rummy"


class BasicTag(AnyTag):
    """The tag that only Basic Rummy has."""

    RUMMY = "rummy", message("rummy"), message("Rummy for {player}!")


@dataclass(frozen=True, slots=True, kw_only=True)
class BasicRules:
    """The house rules of Basic Rummy, each with its label."""

    ace_value: int = house_rule(
        1,
        message("An ace counts"),
        message("11 where queen, king and ace make a run."),
        choices=((1, message("1")), (11, message("11")), (15, message("15"))),
    )
    joker_value: int = house_rule(
        15, message("A joker counts"), message("In points, when left in hand."), high=50
    )
    decks: int | str = house_rule(
        "auto",
        message("Decks"),
        message("By the number of players: one for up to five, two for six or seven."),
        choices=(
            ("auto", message("depends on the number of players")),
            (1, message("one")),
            (2, message("two")),
        ),
    )
    deal: str = house_rule(
        "plain",
        message("The deal"),
        choices=(
            ("plain", message("10 cards; 7 for four or five players with one deck")),
            ("seven-for-three", message("the same, but 7 for three players")),
            ("six", message("10 for two, 7 for three or four, 6 for five or six players")),
        ),
    )
    jokers_per_deck: int = house_rule(
        2, message("Jokers in each deck"), message("0: no jokers."), high=4
    )
    scoring: str = house_rule(
        "winner-takes",
        message("Cards left count"),
        choices=(
            ("winner-takes", message("for the player who went out")),
            ("penalty", message("against the player who has them; fewest points wins")),
        ),
    )
    going_rummy: str = house_rule(
        "none",
        message("Going rummy"),
        message("Going out in one go, with nothing melded before."),
        choices=(
            ("none", message("counts as going out")),
            ("double", message("doubles the round")),
            ("plus-10", message("adds 10")),
        ),
    )
    melds_in_hand: str = melds_in_hand()
    next_dealer: str = next_dealer()
    target: int = target(0)


def _most_with_one_deck(rules: Any) -> int:
    return 6 if rules.deal == "six" else 5


def _decks(rules: Any, players: int) -> int:
    if rules.decks == "auto":
        return 1 if players <= _most_with_one_deck(rules) else 2
    decks: int = rules.decks
    return decks


def _hand_size(rules: Any, players: int, decks: int) -> int:
    if rules.deal == "six":
        return {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}.get(players, 10)
    if rules.deal == "seven-for-three" and players == 3:
        return 7
    return 7 if players in (4, 5) and decks == 1 else 10


@lru_cache(maxsize=1024)
def _deal(rules: Any, players: int, _number: int) -> Deal:
    decks = _decks(rules, players)
    worth = card_points(ace=rules.ace_value)
    if rules.jokers_per_deck:
        worth |= {JOKER_RANK: rules.joker_value}
    return Deal(
        worth=worth,
        hand_size=_hand_size(rules, players, decks),
        decks=decks,
        jokers=decks * rules.jokers_per_deck,
        sets_repeat=decks > 1,
        ace_high=rules.ace_value == 11,
        spares_melds=rules.melds_in_hand == "spared",
    )


_TABLE = may_be_laid_off(
    _deal,
    joker=message(
        "The joker of meld {melds} stands for it: you may put it there and take the joker."
    ),
    swap=JOKER_TAKEN,
)


def _check_table(rules: Any, players: int) -> None:
    if rules.decks == 1 and players > _most_with_one_deck(rules):
        if rules.deal == "six":
            text = message("One deck is enough for six players at most.")
        else:
            text = message("One deck is enough for five players at most.")
        raise RuleError(text, "rules", "decks")


def _lowest_wins(rules: Any) -> bool:
    return bool(rules.scoring == "penalty")


def _judge(case: Case) -> Ruling:
    case.check_nobody_else_is_out()
    winner = case.by
    losers = case.others(winner)
    takes_all = not _lowest_wins(case.rules)
    left = tuple(case.cards_left(seat, winner if takes_all else seat) for seat in losers)
    lines = left + tuple(_going_rummy(case, left))
    return Ruling(
        winners=(winner,),
        lines=lines,
        payments=tuple(_payments(case, losers)) if takes_all else (),
    )


def _going_rummy(case: Case, left: tuple[Line, ...]) -> list[Line]:
    if case.ending is not BasicEnding.RUMMY or case.rules.going_rummy == "none":
        return []
    if case.rules.going_rummy == "double":
        text = message("{player} went rummy: the round counts double", player=case.by)
        points: dict[Seat, int] = {}
        for line in left:
            points[line.seat] = points.get(line.seat, 0) + line.points
        return [
            Line(seat, more, BasicRule.GOING_RUMMY, text) for seat, more in points.items() if more
        ]
    seats = case.others(case.by) if _lowest_wins(case.rules) else (case.by,)
    text = message("{player} went rummy", player=case.by)
    return [Line(seat, 10, BasicRule.GOING_RUMMY, text) for seat in seats]


def _payments(case: Case, losers: tuple[Seat, ...]) -> list[Payment]:
    twice = case.ending is BasicEnding.RUMMY and case.rules.going_rummy == "double"
    return [
        Payment(seat, case.by, case.counts[seat] * (2 if twice else 1))
        for seat in losers
        if case.counts[seat]
    ]


def _reckoning(rules: Any) -> Reckoning:
    return Reckoning.DIFFERENCES if _lowest_wins(rules) else Reckoning.PAYMENTS


_GOING_RUMMY = Article(
    "going-rummy",
    message("Going rummy"),
    rules=(BasicRule.GOING_RUMMY,),
    tags=(BasicTag.RUMMY,),
    keeps_lines=True,
    decides=True,
)


_EXAMPLES = (
    went_out("cards-left", Max="K 7", Lou="Q 5 4"),
    went_out(
        "going-rummy",
        {"going_rummy": "plus-10"},
        ending="rummy",
        Max="K 7 A JK",
        rules={"jokers_per_deck": 2},
    ),
    went_out("ace", {"ace_value": 11}, {"ace_value": 15}, Max="K 7 A"),
    Example("stock-runs-out", (VOID_ROUND,), players=THREE, ask=Ask.DEALER),
    went_out("next-dealer", {"next_dealer": "winner"}, by="Lou", Nina=12, Max=9, ask=Ask.DEALER),
    went_out("wild-left", {"joker_value": 25}, Max="JK 7", rules={"jokers_per_deck": 2}),
    went_out("last-turn", Max=0, Lou="K 7"),
    went_out(
        "best-arrangement",
        {"melds_in_hand": "spared"},
        Max=whole("7S 8S JK TS TH TD 4C"),
        rules={"jokers_per_deck": 2},
    ),
)

BASIC = Variant(
    key="basic",
    name=message("Basic Rummy"),
    tagline=message("Be the first to meld everything, and score what the others have left."),
    fewest=2,
    most=7,
    rules_type=BasicRules,
    presets=(
        Preset("plain", message("Standard"), {}),
        Preset(
            "pagat",
            message("Pagat"),
            {"jokers_per_deck": 0, "deal": "six", "going_rummy": "double", "target": 100},
        ),
        Preset("penalty", message("Penalty"), {"scoring": "penalty", "target": 100}),
    ),
    endings=(
        WENT_OUT,
        EndingRule(
            BasicEnding.RUMMY,
            message("{player} went rummy"),
            message("rummy"),
            verdict=message("{player} goes rummy"),
            tag=BasicTag.RUMMY,
            all_at_once=True,
        ),
        VOID,
    ),
    deal=_deal,
    table=_TABLE,
    judge=_judge,
    reckoning=_reckoning,
    next_dealer=deal_to_winner_or_left,
    lowest_wins=_lowest_wins,
    all_score=_lowest_wins,
    check_table=_check_table,
    disputes=(
        articles.ACE,
        articles.LAYING_OFF,
        articles.STOCK_RUNS_OUT,
        articles.NEXT_DEALER,
        articles.WILD_LEFT,
        articles.LAST_TURN,
        articles.BEST_ARRANGEMENT,
    ),
    points=(articles.CARDS_LEFT, _GOING_RUMMY, *articles.NOT_FROM_CARDS),
    examples=_EXAMPLES,
    kin=("manipulation",),
)
