"""Phase 10: each player lays down a list of phases, usually ten, at most one phase in each round.

Sources: the printed rules (Mattel GKD74, the manual of Fundex); for phases in any order, the rules
of Phase 10 Masters.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorekeeper.rummy import articles
from scorekeeper.rummy.article import Article, HandAnswer, HandQuestion
from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.case import Case
from scorekeeper.rummy.column import Column, best_final
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.elimination import Elimination
from scorekeeper.rummy.endings import VOID, WENT_OUT
from scorekeeper.rummy.examples import VOID_ROUND, Ask, Example, ended, went_out
from scorekeeper.rummy.hand import PHASE
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.ruling import Ruling
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.rummy.variants.phase_10_rules import (
    COLOURED,
    NUMBERED,
    Phase10Rules,
    phase_10_deal,
)
from scorekeeper.rummy.variants.phase_laid_down import PHASE_PART, PHASES, check_hand
from scorekeeper.rummy.variants.phase_list import lay_phase, melds_of
from scorekeeper.rummy.words import CARD_WORDS, CONTRACT_GAMES


def _judge(case: Case) -> Ruling:
    for seat in case.others(case.by):
        check_hand(case.rules, case.deal, seat, case.round.hand(seat), False)
    left = tuple(case.cards_left(seat, seat) for seat in case.others(case.by))
    return Ruling(winners=(case.by,), lines=left)


# The end of a game


def _through(rules: Any, column: Column) -> tuple[Seat, ...]:
    return tuple(seat for seat in column.seats if PHASES.is_through(rules, column, seat))


def _best(rules: Any, column: Column, final: tuple[int, ...]) -> tuple[Seat, ...]:
    """The players with the fewest points.

    By a house rule, players who have laid down all phases beat all other players.
    """
    among = _through(rules, column) if rules.winner_by == "phase" else column.seats
    return best_final(final, among or column.seats, lowest_wins=True)


def _level(rules: Any, column: Column) -> tuple[Seat, ...]:
    """The players who play the last phase again, because they are level at the end of the game."""
    if not _through(rules, column):
        return ()
    best = _best(rules, column, column.totals)
    return best if len(best) > 1 else ()


def _is_over(rules: Any, column: Column) -> bool:
    if column.play_off:
        return column.rounds > column.play_off
    return bool(_through(rules, column))


def _elimination(rules: Any) -> Elimination | None:
    if rules.tie_at_end == "share":
        return None
    return Elimination(target=0, level=lambda column: _level(rules, column))


def _winners(rules: Any, columns: tuple[Column, ...], final: tuple[int, ...]) -> tuple[Seat, ...]:
    column = columns[0]
    return column.last_won_by if column.play_off else _best(rules, column, final)


def _winners_when_called(
    rules: Any, columns: tuple[Column, ...], final: tuple[int, ...]
) -> tuple[Seat, ...]:
    """The winners of a game ended early.

    During a play-off, all its players win. At any other time, the players with the most phases win,
    and of these the players with the fewest points. After the last round, the usual winners win.
    """
    column = columns[0]
    if column.closed:
        return _winners(rules, columns, final)
    if column.play_off:
        return column.seats
    to_go = {seat: PHASES.to_go(rules, column, seat) for seat in column.seats}
    ahead = tuple(seat for seat in column.seats if to_go[seat] == min(to_go.values()))
    return best_final(final, ahead, lowest_wins=True)


def _behind(rules: Any, column: Column, seat: Seat) -> int:
    return PHASES.to_go(rules, column, seat) if rules.winner_by == "phase" else 0


# The question about a hand

IS_PHASE = Article("is-phase", message("Is this my phase?"))


def _answer(rules: Any, deal: Deal, cards: tuple[Card, ...]) -> HandAnswer:
    number = deal.phase
    laid = lay_phase(melds_of(rules.phases)[number - 1], cards)
    name = PHASES.listed(rules)[number - 1].name
    left = list(cards)
    for card in (card for meld in laid or () for card in meld.cards):
        left.remove(card)
    no = message("No, this is not phase {number}: {phase}.", number=number, phase=name)
    yes = message("Yes, this is phase {number}: {phase}.", number=number, phase=name)
    return HandAnswer(
        verdict=no if laid is None else yes,
        yes=laid is not None,
        melds=laid or (),
        left=tuple(left),
        left_points=sum(_points(deal, card) for card in left),
    )


def _points(deal: Deal, card: Card) -> int:
    return deal.worth[card.rank if card.rank in deal.worth else card.rank[1:]]


QUESTION = HandQuestion(
    article=IS_PHASE,
    help=message("The whole hand, or only the cards that are to be laid down."),
    answer=_answer,
    pieces=COLOURED,
)

_WITH_PHASES: Any = {"order": "fixed"}
_GOES_ON = Article("goes-on", message("I went out. Does only my phase count?"))
_TWO_AT_ONCE = Article("two-at-once", message("I could lay down two phases. May I?"))
_CARDS_AFTER = Article("cards-after", message("I laid my phase down. Do my cards still count?"))
_WHO_IS_THROUGH = Article("who-is-through", message("Two of us lay the last phase down. Who wins?"))
_LEVEL_AT_THE_END = Article("level-after-the-last", message("And if we are level then?"))
_NOT_THROUGH = Article(
    "not-through", message("I have the fewest points, but not the last phase. Have I won?")
)
_SKIP_LEFT = Article("skip-left", message("What does a skip count that is left in my hand?"))
_MIXED_RUN = Article("mixed-run", message("May a run have cards of several colours?"))
_TEN_CARDS = Article("ten-cards", message("Ten cards and no phase: what does that cost at least?"))

_LAST: Any = {"order": "fixed", "phases": "r7"}
_EXAMPLES = (
    went_out("goes-on", Max="1 9 12", Lou="1 2 3 4 5 6 7 8 9 10", rules=_WITH_PHASES),
    went_out("cards-after", Max="W SK", rules=_WITH_PHASES),
    went_out("cards-left", Max="1 9 12", Lou=90, rules=_WITH_PHASES),
    went_out("skip-left", {"skip_value": 25}, Max="SK SK 4", rules=_WITH_PHASES),
    went_out("ten-cards", Max="1 1 2 2 3 3 4 4 5 5", rules=_WITH_PHASES),
    Example(
        "who-is-through",
        (ended("out", "Nina", Max=45, Lou=5), ended("out", "Max", Nina=10, Lou=120)),
        rules={"order": "fixed", "phases": "r7, r8"},
        ask=Ask.END,
    ),
    Example(
        "level-after-the-last",
        (
            ended("out", "Nina", Max=10, Lou=90),
            ended("out", "Max", Nina=10, Lou=90),
            ended("out", "Max", Nina=60),
        ),
        rules={"order": "fixed", "phases": "r7, r8"},
        ask=Ask.END,
    ),
    Example(
        "not-through",
        (
            ended("out", "Nina", Max=45, Lou={PHASE: True, "left": 75}),
            ended("out", "Lou", Nina={PHASE: False, "left": 50}, Max=90),
        ),
        rules={"order": "fixed", "phases": "r7, r8"},
        flips=({"winner_by": "points"},),
        ask=Ask.WINNER,
    ),
    Example("stock-runs-out", (VOID_ROUND,), players=("Nina", "Max", "Lou"), ask=Ask.DEALER),
    went_out("next-dealer", by="Lou", Nina=15, Max=5, rules=_WITH_PHASES, ask=Ask.DEALER),
)

PHASE_10 = Variant(
    key="phase-10",
    name=message("Phase 10"),
    group=CONTRACT_GAMES,
    tagline=message(
        "Lay down ten phases one after another, whoever goes out. Be through first, with few "
        "points."
    ),
    fewest=2,
    most=6,
    rules_type=Phase10Rules,
    presets=(
        Preset("plain", message("Standard"), {}),
        Preset("any-order", message("In any order"), {"order": "any"}),
    ),
    endings=(WENT_OUT, VOID),
    pieces=NUMBERED,
    own_words=replace(
        CARD_WORDS,
        type=message(
            "Cards such as 1 9 12, SK for a skip, W for a wild card, or just the count: 60, or =5."
        ),
        type_long=message(
            "With a keyboard: 1 9 12 are cards, SK is a skip, W a wild card, 60 or =5 a count. "
            "Enter goes to the next hand, Ctrl and Enter record."
        ),
        tap_long=message(
            "Tap the cards that are left in each hand, or switch to “Count” and enter their sum. "
            "Tap the name of the phase when it was laid down."
        ),
    ),
    deal=lambda rules, _players, _number: phase_10_deal(rules),
    judge=_judge,
    winners=_winners,
    is_over=_is_over,
    lowest_wins=lambda _rules: True,
    all_score=lambda _rules: True,
    check_hand=check_hand,
    elimination=_elimination,
    winners_when_called=_winners_when_called,
    behind=_behind,
    hand_parts=(PHASE_PART,),
    phases=PHASES,
    question=QUESTION,
    disputes=(
        IS_PHASE,
        _MIXED_RUN,
        _TWO_AT_ONCE,
        articles.STOCK_RUNS_OUT,
        articles.NEXT_DEALER,
        _GOES_ON,
        _CARDS_AFTER,
        _TEN_CARDS,
        _SKIP_LEFT,
        _WHO_IS_THROUGH,
        _LEVEL_AT_THE_END,
        _NOT_THROUGH,
    ),
    points=(articles.CARDS_LEFT, *articles.NOT_FROM_CARDS),
    examples=_EXAMPLES,
)
