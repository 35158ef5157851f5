"""Phase 10: ten phases, which each player lays down one after another, whoever goes out.

Sources: the printed rules (Mattel GKD74, the manual of Fundex); Masters for phases in any order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from scorekeeper.rummy import articles
from scorekeeper.rummy.article import Article, HandAnswer, HandQuestion
from scorekeeper.rummy.cards import SKIP_RANK, WILD_RANK, Card, Pieces
from scorekeeper.rummy.case import Case
from scorekeeper.rummy.column import Column, best_final
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.elimination import Elimination
from scorekeeper.rummy.endings import VOID, WENT_OUT
from scorekeeper.rummy.examples import VOID_ROUND, Ask, Example, ended, went_out
from scorekeeper.rummy.hand import PHASE, Count, Hand, Parts, Unmatched
from scorekeeper.rummy.house_rules import house_rule, values
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.own_facts import HandPart
from scorekeeper.rummy.phases import Phases, told_phase
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.ruling import Ruling
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.rummy.variants.phase_list import (
    CLASSIC,
    HAND_SIZE,
    HIGHEST_NUMBER,
    PHASE_TEXT,
    lay_phase,
    melds_of,
    phases_of,
)
from scorekeeper.rummy.words import CARD_WORDS, CONTRACT_GAMES

COLOURS = "RBGY"
LOW, HIGH = "1-9", "10-12"
_NUMBERS = tuple(str(number) for number in range(1, HIGHEST_NUMBER + 1))
_FIRST_HIGH = 10
_OWN = {"W": WILD_RANK, "WILD": WILD_RANK, "SK": SKIP_RANK, "SKIP": SKIP_RANK}
_DECKS, _WILDS, _SKIPS = 2, 8, 4
_LOWEST, _HIGHEST = 5, 25
"""What a card counts at least and at most."""

NUMBERED = Pieces(
    (*_NUMBERS, WILD_RANK, SKIP_RANK),
    "",
    {rank: Card(rank) for rank in (*_NUMBERS, LOW, HIGH)}
    | {written: Card(rank) for written, rank in _OWN.items()},
    unsuited=message(
        "Colours are not entered here: enter what {player} has left, or its count."
    ).template,
    keys=(LOW, HIGH, SKIP_RANK, WILD_RANK),
)
"""Cards from 1 to 12, wild cards and skips, whose colours nobody enters."""

COLOURED = Pieces(
    (*_NUMBERS, WILD_RANK, SKIP_RANK),
    COLOURS,
    {colour + number: Card(colour + number) for colour in COLOURS for number in _NUMBERS}
    | {written: Card(rank) for written, rank in _OWN.items()},
    are_coloured=True,
)
"""The same cards where somebody asks about a phase: `R7`, `W`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase10Rules:
    """The house rules of Phase 10; see each field's label."""

    phases: str = house_rule(
        CLASSIC,
        message("Phases"),
        choices=((CLASSIC, message("the ten printed ones")),),
        text=PHASE_TEXT,
    )
    order: str = house_rule(
        "fixed",
        message("Phases are laid down"),
        choices=(("fixed", message("in order")), ("any", message("in any order"))),
    )
    skip_value: int = house_rule(15, message("A skip counts"), choices=values(15, 25))
    wild_value: int = house_rule(25, message("A wild card counts"), choices=values(25))
    winner_by: str = house_rule(
        "phase",
        message("After the last phase the winner is"),
        choices=(
            ("phase", message("of those who laid it down, who has the fewest points")),
            ("points", message("whoever has the fewest points")),
        ),
    )
    tie_at_end: str = house_rule(
        "replay",
        message("The leaders are level at the end"),
        choices=(
            ("replay", message("they play the last phase again: the first to go out wins")),
            ("share", message("they share the win")),
        ),
    )


@lru_cache(maxsize=64)
def _deal(rules: Any) -> Deal:
    numbers = {rank: 5 if int(rank) < _FIRST_HIGH else 10 for rank in _NUMBERS}
    either = {LOW: _FIRST_HIGH - 1, HIGH: HIGHEST_NUMBER + 1 - _FIRST_HIGH}
    each = len(COLOURS) * _DECKS
    return Deal(
        worth=numbers
        | {LOW: _LOWEST, HIGH: 10, SKIP_RANK: rules.skip_value, WILD_RANK: rules.wild_value},
        hand_size=HAND_SIZE,
        suits=COLOURS,
        decks=_DECKS,
        spares_melds=False,
        copies={SKIP_RANK: _SKIPS, WILD_RANK: _WILDS}
        | {rank: number * each for rank, number in either.items()},
    )


# Who lays down which phase


def _laid_down(
    rules: Any, column: Column, seat: Seat, hand: Hand | None, goes_out: bool
) -> int | None:
    """The number of the phase that a player laid down, `None` for none."""
    told = _told(rules, column, seat, hand)
    left = _left(hand)
    if goes_out:
        if told == 0:
            raise RuleError(message("Nobody goes out without their phase."), "hands", seat)
        if told is None and PHASES.is_chosen(rules, column):
            raise RuleError(message("Say which phase {player} laid down.", player=seat), *_at(seat))
        return told or PHASES.of(rules, column, seat)
    if left is None:
        raise RuleError(message("{player}’s hand is missing.", player=seat), "hands", seat)
    numbers = (told,) if told else PHASES.open_to(rules, column, seat)
    most = HAND_SIZE - min(PHASES.listed(rules)[number - 1].size for number in numbers)
    found = _found(seat, left, most)
    if told is not None and found is not None and bool(told) is not found:
        raise RuleError(_contradiction(seat, left, most, laid_down=found), "hands", seat)
    if told is None and PHASES.is_chosen(rules, column):
        text = message("Say which phase {player} laid down, or that it was none.", player=seat)
        raise RuleError(text, *_at(seat))
    if told is None and found is None:
        points = left.points if isinstance(left, Count) else 0
        text = message(
            "{count}: say whether {player} laid the phase down.", count=points, player=seat
        )
        raise RuleError(text, *_at(seat))
    return numbers[0] if told or (told is None and found) else None


def _left(hand: Hand | None) -> Count | Unmatched | None:
    """The cards left in a hand, or their count; nobody lays out a hand with its melds."""
    left = hand.left if isinstance(hand, Parts) else hand
    return left if isinstance(left, Count | Unmatched) else None


def _at(seat: Seat) -> tuple[str | int, ...]:
    return "hands", seat, PHASE


def _told(rules: Any, column: Column, seat: Seat, hand: Hand | None) -> int | None:
    """The number of the phase that a hand says was laid down, 0 for none, `None` if unsaid."""
    told = told_phase(hand)
    if told is None or told is False:
        return told if told is None else 0
    if told is True:
        if not PHASES.is_chosen(rules, column):
            return PHASES.of(rules, column, seat)
        own = message("Say which phase {player} laid down.", player=seat)
    elif not PHASES.any_order(rules):
        own = message(
            "Phases come in order here: say just whether {player} laid it down.", player=seat
        )
    elif told in PHASES.open_to(rules, column, seat):
        return int(told)
    elif told in column.phases_of(seat) and not column.play_off:
        own = message("{player} has laid down phase {number} before.", player=seat, number=told)
    else:
        own = message(
            "There is no phase {number} for {player} to lay down.", player=seat, number=told
        )
    raise RuleError(own, *_at(seat))


def _found(seat: Seat, left: Count | Unmatched, most: int) -> bool | None:
    """Whether a player laid the phase down, of whose hand `most` are left then; `None`: unclear."""
    if isinstance(left, Count):
        if left.points < HAND_SIZE * _LOWEST:
            return True
        return False if left.points > _HIGHEST * most else None
    number = len(left.cards)
    if number == HAND_SIZE:
        return False
    if number > most:
        text = message(
            "{player} cannot have {number} cards: ten without the phase, at most {most} after it.",
            player=seat,
            number=number,
            most=most,
        )
        raise RuleError(text, "hands", seat)
    return True


def _contradiction(seat: Seat, left: Count | Unmatched, most: int, *, laid_down: bool) -> Message:
    """Why what is said of the phase cannot be, as the cards left tell."""
    if isinstance(left, Count) and laid_down:
        return message(
            "With {count} left {player} has laid the phase down: ten cards count 50 or more.",
            count=left.points,
            player=seat,
        )
    if isinstance(left, Count):
        return message(
            "With {count} left {player} has not laid the phase down: {most} cards at most are left "
            "after it.",
            count=left.points,
            player=seat,
            most=most,
        )
    if laid_down:
        return message(
            "With {cards} left {player} has laid the phase down.", cards=left.cards, player=seat
        )
    return message("With ten cards left {player} has not laid the phase down.", player=seat)


PHASES = Phases(
    listed=lambda rules: phases_of(rules.phases),
    any_order=lambda rules: bool(rules.order == "any"),
    laid_down=_laid_down,
)

PHASE_PART = HandPart(key=PHASE, name=message("phase laid down"))


def _check_hand(_rules: Any, _deal: Deal, seat: Seat, hand: Hand | None, goes_out: bool) -> None:
    """Refuse what nobody can have left."""
    left = _left(hand)
    if goes_out or left is None:
        return
    if isinstance(left, Count) and left.points % _LOWEST:
        text = message("{count} cannot be: cards count 5, 10, 15 or 25.", count=left.points)
        below = left.points - left.points % _LOWEST
        raise RuleError(text, "hands", seat, nearest=(below, below + _LOWEST))
    if left in (Count(0), Unmatched(())):
        text = message(
            "{player} has a card left at least: who has no card left has gone out.", player=seat
        )
        raise RuleError(text, "hands", seat)


def _judge(case: Case) -> Ruling:
    for seat in case.others(case.by):
        _check_hand(case.rules, case.deal, seat, case.round.hand(seat), False)
    left = tuple(case.cards_left(seat, seat) for seat in case.others(case.by))
    return Ruling(winners=(case.by,), lines=left)


# How a game ends


def _through(rules: Any, column: Column) -> tuple[Seat, ...]:
    """Who has laid down every phase."""
    return tuple(seat for seat in column.seats if PHASES.is_through(rules, column, seat))


def _best(rules: Any, column: Column, final: tuple[int, ...]) -> tuple[Seat, ...]:
    """Who has the fewest points of those who are through, or of all who are in."""
    among = _through(rules, column) if rules.winner_by == "phase" else column.seats
    return best_final(final, among or column.seats, lowest_wins=True)


def _level(rules: Any, column: Column) -> tuple[Seat, ...]:
    """Who plays the last phase again."""
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
    """Who has the most phases, and of these the fewest points; in a play-off all who are in it."""
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
    deal=lambda rules, _players, _number: _deal(rules),
    judge=_judge,
    winners=_winners,
    is_over=_is_over,
    lowest_wins=lambda _rules: True,
    all_score=lambda _rules: True,
    check_hand=_check_hand,
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
    points=(articles.CARDS_LEFT, *articles.BESIDE_THE_CARDS),
    examples=_EXAMPLES,
)
