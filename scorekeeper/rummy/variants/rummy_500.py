"""Rummy 500: cards that a player puts down score points, and cards left in the hand lose points.

Sources: Pagat; Bicycle. The five-ten count is a common house rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from scorekeeper.rummy import articles
from scorekeeper.rummy.article import Article, HandAnswer, HandQuestion, points_article
from scorekeeper.rummy.cards import JOKER_RANK, LOW_ACE_RANK, RANKS, Card
from scorekeeper.rummy.case import Case
from scorekeeper.rummy.column import at_target, unless_level
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.endings import STOCK_RAN_OUT, VOID, WENT_OUT
from scorekeeper.rummy.examples import (
    VOID_ROUND,
    Ask,
    Example,
    HandDocument,
    ended,
    ran_out,
    went_out,
)
from scorekeeper.rummy.house_rules import house_rule, target, tie_at_end
from scorekeeper.rummy.house_rules import values as numbers
from scorekeeper.rummy.judging.put_down import could_count_otherwise
from scorekeeper.rummy.melds.showing import Showing, best_showing, most_shown
from scorekeeper.rummy.messages import SEATS, Message, Seat, message
from scorekeeper.rummy.own_facts import SHOWN
from scorekeeper.rummy.ruling import AnyRule, Line, Rule, Ruling, points_of
from scorekeeper.rummy.sides import said_of
from scorekeeper.rummy.table.game import JOKER_STAYS, may_be_laid_off
from scorekeeper.rummy.variant import Preset, Variant

MOST_WITH_ONE_DECK = 4
FIVE_TEN = dict.fromkeys(RANKS[1:9], 5) | dict.fromkeys(RANKS[9:], 10) | {"A": 15, LOW_ACE_RANK: 5}


class Rummy500Rule(AnyRule):
    """The kind of points that only Rummy 500 has."""

    SHOWN = "shown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rummy500Rules:
    """The house rules of Rummy 500, each with its label."""

    values: str = house_rule(
        "pips",
        message("Cards count"),
        choices=(
            ("pips", message("what is on them, court cards 10")),
            ("five-ten", message("5 up to the nine, 10 from the ten up, an ace 15, a low ace 5")),
        ),
    )
    ace_value: int = house_rule(15, message("An ace counts"), choices=numbers(15, 11, 1))
    low_ace: int = house_rule(
        1, message("An ace put down below a two counts"), choices=numbers(1, 15)
    )
    jokers_per_deck: int = house_rule(
        0, message("Jokers in each deck"), message("0: no jokers."), high=2
    )
    joker_value: int = house_rule(15, message("A joker counts"), choices=numbers(15, 20, 25, 50))
    out_bonus: int = house_rule(0, message("Bonus for going out"), message("0: none."), high=100)
    target: int = target(500, high=5000)
    tie_at_end: str = tie_at_end()


@lru_cache(maxsize=1024)
def _deal(rules: Any, players: int, _number: int) -> Deal:
    decks = 1 if players <= MOST_WITH_ONE_DECK else 2
    return Deal(
        worth=_worth(rules),
        hand_size=None,
        dealt=13 if players == 2 else 7,
        decks=decks,
        jokers=decks * rules.jokers_per_deck,
        ace_high=True,
        # A run with an ace at both ends needs a second ace of its suit, from a second deck.
        ace_to_ace=decks > 1,
        spares_melds=False,
    )


_TABLE = may_be_laid_off(
    _deal,
    joker=message("The joker of meld {melds} stands for it, and stays."),
    swap=JOKER_STAYS,
)


def _worth(rules: Any) -> dict[str, int]:
    pips = card_points(ace=rules.ace_value) | {LOW_ACE_RANK: rules.low_ace}
    worth = FIVE_TEN if rules.values == "five-ten" else pips
    return worth | ({JOKER_RANK: rules.joker_value} if rules.jokers_per_deck else {})


def _judge(case: Case) -> Ruling:
    case.check_nobody_else_is_out()
    lines = tuple(line for seat in case.seats for line in _lines_of(case, seat) if line.points)
    points = points_of(lines, len(SEATS))
    best = max(points[seat] for seat in case.seats)
    winners = tuple(seat for seat in case.seats if points[seat] == best)
    return Ruling(winners=winners, lines=lines, warnings=tuple(_unclear_aces(case)))


def _unclear_aces(case: Case) -> Iterator[Message]:
    for seat in case.seats:
        for group in case.laid[seat].groups:
            if could_count_otherwise(case.deal, group):
                yield message(
                    "{player}’s {cards} can be read in two ways: the ace counts {points}, as "
                    "below a two. If it is high, enter it as a group of its own.",
                    player=seat,
                    cards=tuple(group),
                    points=case.deal.worth[LOW_ACE_RANK],
                )


def _lines_of(case: Case, seat: Seat) -> list[Line]:
    left = case.cards_left(seat, seat)
    lines = [_shown(case, seat), replace(left, points=-left.points)]
    if seat == case.out:
        text = message("{player} went out", player=case.by)
        lines.append(Line(seat, case.rules.out_bonus, Rule.OUT_BONUS, text))
    return lines


def _shown(case: Case, seat: Seat) -> Line:
    hand = case.laid[seat]
    points = hand.shown or 0
    if hand.groups:
        cards = tuple(card for group in hand.groups for card in group)
        text = said_of(
            seat,
            message("{player} put down {cards}"),
            message("{side} put down {cards}"),
            cards=cards,
        )
    else:
        text = said_of(
            seat,
            message("{player} put down {count}"),
            message("{side} put down {count}"),
            count=points,
        )
    return Line(seat, points, Rummy500Rule.SHOWN, text)


BEST_SHOWN = Article("best-shown", message("What’s the best way to put this hand down?"))


def _answer(_rules: Any, deal: Deal, cards: tuple[Card, ...]) -> HandAnswer:
    best, most = best_showing(cards, deal), most_shown(cards, deal)
    return HandAnswer(
        verdict=_verdict(best),
        melds=best.melds,
        left=best.left,
        left_points=best.left_points,
        notes=(_tempting(most),) if most.shown > best.shown else (),
    )


def _verdict(best: Showing) -> Message:
    if not best.melds:
        return message("Nothing can be put down, and {left} are left.", left=best.left_points)
    return message(
        "{shown} put down less {left} left makes {net}.",
        shown=best.shown,
        left=best.left_points,
        net=_signed(best.net),
    )


def _tempting(most: Showing) -> Message:
    """A sentence about melds that count more on the table but leave too many points in the hand."""
    melds = tuple(card for meld in most.melds for card in meld.cards)
    return message(
        "{cards} would score more ({shown}), but leave {left}: {net} in all.",
        cards=melds,
        shown=most.shown,
        left=most.left_points,
        net=_signed(most.net),
    )


def _signed(points: int) -> str:
    return str(points).replace("-", "−")


RUMMY_500_QUESTION = HandQuestion(
    article=BEST_SHOWN,
    help=message("The cards in your hand. What you can lay off on others comes on top."),
    answer=_answer,
)


def _hand(shown: int | list[str], left: int | str = "") -> HandDocument:
    return {"shown": shown, "left": left}


_EXAMPLES = (
    went_out(
        "ace", {"low_ace": 15}, {"ace_value": 11}, Nina=_hand(["Q K A"]), Max=_hand(["A 2 3"], "A")
    ),
    went_out("low-ace", {"low_ace": 15}, Nina=_hand(["A1", "K K K"]), Max=_hand(["2S 3S 4S"], "9")),
    went_out("took-the-pile", by="Max", Max=_hand(["7 7 7"]), Nina=_hand(["8 9 10"], "K Q J 9 4")),
    ran_out("stock-runs-out", Nina=_hand(["9 9 9"], "K"), Max=_hand(["4 5 6"], "A 2")),
    Example(
        "next-dealer",
        (ended("out", "Lou", Lou=_hand(40), Nina=_hand(30, 12), Max="9"), VOID_ROUND),
        ask=Ask.DEALER,
    ),
    went_out(
        "wild-left",
        {"joker_value": 50},
        Nina=_hand(["K K K"]),
        Max="A JK",
        rules={"jokers_per_deck": 2},
    ),
    went_out("last-turn", Nina=_hand(60), Max=_hand(25, "K K K 10")),
    went_out("below-nothing", Nina=_hand(60), Max=_hand(87, 90)),
    went_out(
        "both-at-the-target",
        Nina=_hand(60),
        Max=_hand(85, 10),
        rules={"target": 60},
        ask=Ask.WINNER,
    ),
    went_out(
        "both-at-the-target",
        {"tie_at_end": "play-on"},
        Nina=_hand(60),
        Max=_hand(70, 10),
        rules={"target": 60},
        ask=Ask.WINNER,
    ),
    went_out("shown", Nina=_hand(["7 8 9", "4 4 4"]), Max=_hand(["Q Q Q"], "J 3")),
    went_out("cards-left", Nina=_hand(["Q Q Q"]), Max=_hand(["7 8 9"], "J 3")),
    went_out("out-bonus", {"out_bonus": 50}, Nina=_hand(60), Max=_hand(25, 40)),
)

RUMMY_500 = Variant(
    key="rummy-500",
    name=message("Rummy 500"),
    tagline=message("Score what you put down, less what you still hold. First to 500 wins."),
    fewest=2,
    most=8,
    sides={4: (2,)},
    rules_type=Rummy500Rules,
    presets=(
        Preset("plain", message("Standard"), {}),
        Preset("pagat", message("Pagat"), {"jokers_per_deck": 2}),
        Preset("five-ten", message("Five and ten"), {"values": "five-ten"}),
    ),
    endings=(replace(WENT_OUT, asks_own=True), replace(STOCK_RAN_OUT, compares=False), VOID),
    hand_parts=(SHOWN,),
    deal=_deal,
    table=_TABLE,
    judge=_judge,
    all_score=lambda _rules: True,
    is_over=unless_level(at_target),
    question=RUMMY_500_QUESTION,
    disputes=(
        articles.ACE,
        BEST_SHOWN,
        Article("low-ace", message("I laid an ace off below a two. What does it count?")),
        articles.LAYING_OFF,
        Article("took-the-pile", message("I took a pile of discards. Must I use them?")),
        articles.STOCK_RUNS_OUT,
        articles.NEXT_DEALER,
        articles.WILD_LEFT,
        articles.LAST_TURN,
        articles.BELOW_NOTHING,
        articles.BOTH_AT_THE_TARGET,
    ),
    points=(
        points_article("shown", message("Put down"), Rummy500Rule.SHOWN),
        articles.CARDS_LEFT,
        articles.OUT_BONUS,
        *articles.NOT_FROM_CARDS,
    ),
    examples=_EXAMPLES,
)
