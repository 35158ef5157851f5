"""Indian rummy: to declare, players need thirteen cards in melds, with a pure run and another run.

Sources: RummyCircle, Junglee Rummy and PlayShip for drops, pools and coming back; Octro and 20.sb
for the count without a second run; Shram for the decks.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from scorekeeper.rummy import articles
from scorekeeper.rummy.article import Article, points_article
from scorekeeper.rummy.cards import JOKER_RANK, PLACE, RANKS, Card
from scorekeeper.rummy.case import Case
from scorekeeper.rummy.column import Column, at_target
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.elimination import Elimination
from scorekeeper.rummy.endings import VOID, EndingRule
from scorekeeper.rummy.hand import Parts
from scorekeeper.rummy.messages import SEATS, Seat, message
from scorekeeper.rummy.own_facts import OwnFact
from scorekeeper.rummy.round import AnyEnding, Ending, OwnFacts, Round, RuleError
from scorekeeper.rummy.ruling import AnyRule, AnyTag, Line, Payment, Ruling
from scorekeeper.rummy.stake import Reckoning
from scorekeeper.rummy.variant import Variant, deal_to_winner_or_left
from scorekeeper.rummy.variants.indian_parts import (
    DROP,
    HAND_SIZE,
    NO_PURE_RUN,
    WRONG,
    check_hand,
    is_gone,
)
from scorekeeper.rummy.variants.indian_question import DECLARING, INDIAN_QUESTION
from scorekeeper.rummy.variants.indian_rules import INDIAN_EXAMPLES, INDIAN_PRESETS, IndianRules

MOST_WITH = {1: 2, 2: 6}
"""The most players for one deck and for two decks. Three decks are enough for the largest game."""

_WORTH = MappingProxyType(card_points(ace=10) | {JOKER_RANK: 0})


class IndianEnding(AnyEnding):
    """The endings that only Indian rummy has.

    Either a player declared validly, or all other players dropped or declared wrongly.
    """

    DECLARE = "declare"
    DROP = "drop"


class IndianRule(AnyRule):
    """The kinds of points that only Indian rummy has."""

    FIRST_DROP = "first-drop"
    MIDDLE_DROP = "middle-drop"
    WRONG_DECLARATION = "wrong-declaration"


class IndianTag(AnyTag):
    """The tags that only Indian rummy has."""

    DECLARED = "declared", message("declared")
    ALL_DROPPED = "all-dropped", message("the others dropped")


def _never_drops(rules: Any, players: int) -> bool:
    """Check whether drops are forbidden.

    Two players cannot drop in Deals Rummy, unless a house rule allows it.
    """
    return players == 2 and rules.form == "deals" and not rules.drop_with_two


def _decks(rules: Any, players: int) -> int:
    if rules.decks == "auto" and _never_drops(rules, players):
        return 1
    if rules.decks == "auto":
        return 2 if players <= MOST_WITH[2] else 3
    decks: int = rules.decks
    return decks


def _check_table(rules: Any, players: int) -> None:
    if players <= MOST_WITH.get(rules.decks, players):
        return
    text = message("Two decks are enough for six players at most.")
    if rules.decks == 1:
        text = message("One deck is enough for two players only.")
    raise RuleError(text, "rules", "decks")


@lru_cache(maxsize=1024)
def _deal(rules: Any, players: int, _number: int) -> Deal:
    decks = _decks(rules, players)
    return Deal(
        worth=_WORTH,
        hand_size=HAND_SIZE,
        exact=True,
        decks=decks,
        jokers=decks * rules.jokers_per_deck,
        ace_high=True,
        needs_runs=True,
        spares_one_run=rules.one_run == "spares-it",
    )


WILD = OwnFact(
    key="wild",
    name=message("the wild rank"),
    question=message("Which card was turned up?"),
    choices={rank: message("{card}", card=Card(rank)) for rank in (*RANKS, JOKER_RANK)},
    counts=lambda rules: bool(rules.wild_rank == "drawn"),
    also={"10": "T"},
    missing=message("Choose the card that was turned up: its rank is wild."),
    of_deal=True,
)


def _deal_with(rules: Any, deal: Deal, facts: OwnFacts) -> Deal:
    """The deal after a card was turned up. The rank of the card is wild and counts 0.

    After a joker, aces are wild, or by a house rule no rank is wild.
    """
    turned_up = str(dict(facts).get(WILD.key, ""))
    wild = turned_up if turned_up in PLACE else None
    if turned_up == JOKER_RANK and rules.joker_drawn == "aces":
        wild = "A"
    return replace(deal, wild=wild, worth=_WORTH if wild is None else {**_WORTH, wild: 0})


_ALL_DROPPED = message("All but {player} dropped")


def _check_round(rules: Any, played: Round) -> None:
    if played.ending is Ending.VOID:
        return
    still_in: list[Seat] = []
    for seat, hand in zip(SEATS, played.hands, strict=False):
        if isinstance(hand, Parts):
            check_hand(rules, seat, hand, ended=seat == played.by)
        if hand is not None and seat != played.by and not is_gone(hand):
            still_in.append(seat)
    if played.ending is IndianEnding.DROP and still_in:
        text = message("{player} has neither dropped nor declared wrongly.", player=still_in[0])
        raise RuleError(text, "hands", still_in[0])


def _ended_as(played: Round) -> AnyEnding:
    """The actual ending. If all other players dropped or declared wrongly, it is `DROP`."""
    hands = zip(SEATS, played.hands, strict=False)
    others = [hand for seat, hand in hands if hand is not None and seat != played.by]
    all_gone = bool(others) and all(map(is_gone, others))
    return IndianEnding.DROP if all_gone and played.by is not None else played.ending


def _judge(case: Case) -> Ruling:
    if _never_drops(case.rules, len(case.seats)) and not case.round.on_sheet:
        for seat in case.seats:
            if case.laid[seat].part(DROP.key):
                text = message("Two players cannot drop in Deals Rummy.")
                raise RuleError(text, "hands", seat)
    own = tuple(_cost(case, seat) for seat in case.others(case.by))
    if _is_pool(case.rules):
        return Ruling(winners=(case.by,), lines=own)
    return Ruling(
        winners=(case.by,),
        lines=tuple(line for cost in own for line in _paid(case.by, cost)),
        payments=tuple(Payment(cost.seat, case.by, cost.points) for cost in own if cost.points),
    )


def _paid(winner: Seat, cost: Line) -> tuple[Line, Line]:
    """The two lines of a payment: the winner’s gain, and the same loss of the player who pays."""
    return replace(cost, seat=winner), replace(cost, points=-cost.points)


def _cost(case: Case, seat: Seat) -> Line:
    hand, rules = case.laid[seat], case.rules
    if drop := hand.part(DROP.key):
        if drop == "first":
            text = message("{player} dropped at once", player=seat)
            return Line(seat, rules.first_drop, IndianRule.FIRST_DROP, text)
        text = message("{player} dropped later", player=seat)
        return Line(seat, rules.middle_drop, IndianRule.MIDDLE_DROP, text)
    if hand.part(WRONG.key):
        text = message("{player} declared wrongly", player=seat)
        return Line(seat, rules.wrong_points, IndianRule.WRONG_DECLARATION, text)
    return _within_bounds(rules, _counted(case, seat))


def _counted(case: Case, seat: Seat) -> Line:
    """The line of the cards that count. `_within_bounds` later limits its points."""
    line = case.cards_left(seat, seat)
    if not case.laid[seat].part(NO_PURE_RUN.key):
        return line
    hand = case.round.hand(seat)
    if isinstance(hand, Parts) and hand.left is None:
        text = message("{player} has no pure run", player=seat)
        return replace(line, points=case.rules.most_points, text=text)
    text = message(
        "{player} has no pure run: all cards count, {count}", player=seat, count=line.points
    )
    return replace(line, text=text)


def _within_bounds(rules: Any, line: Line) -> Line:
    if 0 < rules.most_points < line.points:
        text = message("{line} ({most} at most)", line=line.text, most=rules.most_points)
        return replace(line, points=rules.most_points, text=text)
    if line.points < rules.least_points:
        text = message("{line} ({least} at least)", line=line.text, least=rules.least_points)
        return replace(line, points=rules.least_points, text=text)
    return line


def _is_pool(rules: Any) -> bool:
    return bool(rules.form == "pool")


def _is_over(rules: Any, column: Column) -> bool:
    """Check whether the game is over.

    The game ends when a player is at the target, and after the last round unless a play-off begins.
    In a pool, players at the target are eliminated, but not if nobody would be left. So if a player
    still playing is at the target, all players still playing are level, and they share the win.
    """
    elimination = _elimination(rules)
    plays_off = elimination is not None and elimination.is_play_off(column)
    return at_target(rules, column) or (0 < rules.rounds <= column.rounds and not plays_off)


def _elimination(rules: Any) -> Elimination | None:
    if _is_pool(rules):
        pool = Elimination(rules.target, rules.rejoin, rules.rejoins_each, spare=rules.first_drop)
        return pool if rules.target else None
    if rules.form == "deals" and rules.tie_at_end == "play-on" and rules.rounds:
        return Elimination(target=0, play_off_after=rules.rounds)
    return None


def _splits_when_called(rules: Any) -> bool:
    return _is_pool(rules) and bool(rules.when_called == "split")


def _reckoning(rules: Any) -> Reckoning:
    return Reckoning.DIFFERENCES if _is_pool(rules) else Reckoning.LOSSES


INDIAN = Variant(
    key="indian",
    name=message("Indian Rummy"),
    other_names=(
        message("13 Card Rummy"),
        message("Pool Rummy"),
        message("Points Rummy"),
        message("Deals Rummy"),
        message("Paplu"),
    ),
    tagline=message(
        "Thirteen cards, two runs, one of them pure. Declare first, or drop while it is cheap."
    ),
    fewest=2,
    most=8,
    rules_type=IndianRules,
    presets=INDIAN_PRESETS,
    endings=(
        EndingRule(
            IndianEnding.DECLARE,
            message("{player} declared"),
            message("declared"),
            verdict=message("{player} declares"),
            tag=IndianTag.DECLARED,
        ),
        EndingRule(
            IndianEnding.DROP,
            _ALL_DROPPED,
            message("the others dropped"),
            tag=IndianTag.ALL_DROPPED,
        ),
        VOID,
    ),
    deal=_deal,
    deal_with=_deal_with,
    ended_as=_ended_as,
    judge=_judge,
    is_over=_is_over,
    next_dealer=deal_to_winner_or_left,
    lowest_wins=_is_pool,
    all_score=lambda _rules: True,
    splits_when_called=_splits_when_called,
    elimination=_elimination,
    check_table=_check_table,
    check_round=_check_round,
    hand_parts=(DROP, WRONG, NO_PURE_RUN),
    own_facts=(WILD,),
    question=INDIAN_QUESTION,
    reckoning=_reckoning,
    disputes=(
        articles.ACE,
        articles.LAYING_OFF,
        Article("dropping", message("I want to drop. What does it cost, now or later?")),
        Article(
            "all-dropped",
            message("All the others have dropped. Do I still have to declare?"),
            tags=(IndianTag.ALL_DROPPED,),
        ),
        DECLARING,
        Article("declared-wrongly", message("My declaration was wrong. What does it cost?")),
        Article("no-pure-run", message("I have no pure run. Does everything count?")),
        Article("wild-in-its-place", message("A wild card is in its own place. Is the run pure?")),
        Article(
            "equal-cards",
            message("Two identical cards and a third of the same rank: is that a set?"),
        ),
        articles.JOKERS_IN_A_SET,
        Article("joker-turned-up", message("A joker was turned up. Which cards are wild?")),
        articles.WILD_LEFT,
        articles.STOCK_RUNS_OUT,
        articles.NEXT_DEALER,
        articles.OUT_AT_THE_TARGET,
        articles.COMING_BACK,
        articles.ALL_OUT,
        Article("called-early", message("We have to stop before the pool is over. Who wins?")),
    ),
    points=(
        articles.CARDS_LEFT,
        points_article("first-drop", message("Dropping at once"), IndianRule.FIRST_DROP),
        points_article("middle-drop", message("Dropping later"), IndianRule.MIDDLE_DROP),
        points_article(
            "wrong-declaration", message("A wrong declaration"), IndianRule.WRONG_DECLARATION
        ),
        *articles.NOT_FROM_CARDS,
    ),
    examples=INDIAN_EXAMPLES,
)
