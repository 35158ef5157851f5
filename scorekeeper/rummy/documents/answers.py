"""The answers about games and melds, with the names of players and sentences in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rummy.cards import print_cards
from scorekeeper.rummy.column import Column, reached_target
from scorekeeper.rummy.documents.answer import NOT_ASKED, Answer
from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.documents.round import BETWEEN, write_entry
from scorekeeper.rummy.documents.sides import write_sides
from scorekeeper.rummy.game.entries import BetweenOnSheet, EntryOnSheet, RoundOnSheet
from scorekeeper.rummy.game.settlement import Settlement, balances_of, settle
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.hand import LayOff
from scorekeeper.rummy.house_rules import Value, rule_values
from scorekeeper.rummy.messages import Seat, Translate, render, untranslated
from scorekeeper.rummy.ruling import Line, points_of
from scorekeeper.rummy.sides import by_side, players_of

PointsByName = dict[str, int]
PhaseByName = dict[str, int | list[int]]
"""The current phase of each player. If players choose the order, a list of the phases laid down."""


@dataclass(slots=True)
class ScoredLine(Answer):
    """Points for a player or a side, the rule behind them, and the sentence that explains them."""

    player: str
    points: int
    rule: str
    text: str


@dataclass(slots=True)
class ScoredPayment(Answer):
    """Points that one player pays another, in games with payments between players."""

    from_: str
    to: str
    points: int


@dataclass(slots=True)
class LaidOff(Answer):
    """A card that was laid off, and the meld that it was added to."""

    card: str
    on: str


@dataclass(slots=True, kw_only=True)
class ScoredRound(Answer):
    """A round with its winners and points: `points` are the sums of the lines in `why`.

    Some fields exist only in some rounds:

    - `layoffs`: the cards that were laid off
    - `columns`: the columns that got the win, in games with several columns
    - `cards_dealt`: the number of cards dealt, in games with a different deal in each round
    - `wild`: the wild rank, in games with a different wild rank in each round
    - `contract`: the contract of the round, in games with contracts
    - `first_meld`: the count that each first meld needed, in games with such a count
    - `phase`: the phase of each player, in games with phases
    - `made`: the players who laid down a phase, in games with phases
    - `eliminated`: the players whom the round eliminated
    """

    number: int
    ending: str
    by: str | None
    dealer: str
    deadwood: PointsByName
    winners: tuple[str, ...]
    tags: tuple[str, ...]
    points: PointsByName
    why: tuple[ScoredLine, ...]
    payments: tuple[ScoredPayment, ...]
    warnings: tuple[str, ...]
    layoffs: tuple[LaidOff, ...] | None = None
    columns: tuple[int, ...] | None = None
    cards_dealt: int | None = None
    wild: str | None = None
    contract: str | None = None
    first_meld: PointsByName | None = None
    phase: PhaseByName | None = None
    made: tuple[str, ...] | None = None
    eliminated: tuple[str, ...] | None = None


@dataclass(slots=True, kw_only=True)
class ScoredBetween(Answer):
    """An entry between two rounds, its points, and the players still playing after the entry.

    The players in `in` are in order of play. Only an entry that eliminates players has
    `eliminated`.
    """

    between: dict[str, dict[str, int] | tuple[str, ...] | str]
    points: PointsByName
    why: tuple[ScoredLine, ...]
    in_: tuple[str, ...]
    warnings: tuple[str, ...]
    eliminated: tuple[str, ...] | None = None


@dataclass(slots=True, kw_only=True)
class ScoredColumn(Answer):
    """A column of a game with several columns, and its winner once the target is reached.

    If several players at the target are level in the lead, `winner` is null.
    """

    totals: PointsByName
    boxes: PointsByName
    closed: bool
    bonuses: tuple[ScoredLine, ...]
    final: PointsByName
    winner: str | None


@dataclass(slots=True)
class SettlingPayment(Answer):
    """A debt of one player to another, as a text with the decimals of the smallest coin."""

    from_: str
    to: str
    amount: str


@dataclass(slots=True, kw_only=True)
class ScoredSettlement(Answer):
    """The balance of each player, below 0 for a debt, and the payments that settle all balances."""

    currency: str
    balances: dict[str, str]
    payments: tuple[SettlingPayment, ...]


@dataclass(slots=True, kw_only=True)
class ScoredGame(Answer):
    """A game with every round scored: `final` has the totals with the end-of-game bonuses.

    Some fields exist only in some games:

    - `sides`: the sides, in games of partners. Points and totals then have the names of sides
    - `columns`: the columns, in games with several columns
    - `in`: the players still playing, in games that players joined or left, or that can eliminate
      players
    - `settlement`: the settlement, in games for a stake. It is `null` until the game is over
    - `first_meld`: the count that each side’s next first meld needs, in games with such a count. It
      is `null` once the game is over
    - `phase`: the phase of each player in the next round, in games with phases. It is `null` once
      the game is over
    """

    variant: str
    preset: str
    rules: dict[str, Value]
    players: tuple[str, ...]
    sides: dict[str, list[str]] | None = None
    rounds: tuple[ScoredRound | ScoredBetween, ...]
    totals: PointsByName
    over: bool
    bonuses: tuple[ScoredLine, ...]
    final: PointsByName
    winners: tuple[str, ...]
    next_dealer: str | None
    first_meld: PointsByName | None = NOT_ASKED
    phase: PhaseByName | None = NOT_ASKED
    columns: tuple[ScoredColumn, ...] | None = None
    in_: tuple[str, ...] | None = None
    settlement: ScoredSettlement | None = NOT_ASKED


@dataclass(slots=True, kw_only=True)
class BestMelds(Answer):
    """A hand laid out with the least deadwood, with `layoffs` if the question asks for them.

    If the document asks the game’s own question, the layout answers this question:

    - `verdict`: the answer in a sentence
    - `yes`: whether the answer is yes
    - `notes`: further sentences
    """

    melds: tuple[str, ...]
    unmatched: str
    deadwood: int
    layoffs: tuple[LaidOff, ...] | None = None
    verdict: str | None = None
    yes: bool | None = None
    notes: tuple[str, ...] | None = None


def score(document: object, translate: Translate = untranslated) -> ScoredGame:
    """Score a game document (parsed JSON). Raises `RuleError` with the place of the first error.

    >>> score({"variant": "gin", "players": ["Ann", "Bob"]}).next_dealer
    'Ann'
    """
    return scored(fold(read_game(document)), translate)


def scored(sheet: Sheet, translate: Translate = untranslated) -> ScoredGame:
    game = sheet.game
    names, sides = game.players, game.names_of_sides
    has_columns = len(sheet.columns) > 1
    return ScoredGame(
        variant=game.variant.key,
        preset=game.preset,
        rules=rule_values(game.rules),
        players=game.players,
        sides=write_sides(game.partners, game.players) or None,
        rounds=tuple(scored_entry(entry, sheet, translate) for entry in sheet.entries),
        totals=_by_name(sheet.totals, sides),
        over=sheet.over,
        bonuses=_lines(sheet.bonuses, names, translate),
        final=_by_name(sheet.final, sides),
        winners=tuple(names[seat] for seat in sheet.winners),
        next_dealer=None if sheet.next_dealer is None else names[sheet.next_dealer],
        first_meld=_first_meld(sheet) if game.variant.first_meld else NOT_ASKED,
        phase=_phase(sheet) if game.variant.phases else NOT_ASKED,
        columns=tuple(_column(column, sheet, translate) for column in sheet.columns)
        if has_columns
        else None,
        in_=_names_of(sheet.seats, names) if game.has_comings else None,
        settlement=_settlement(sheet) if game.stake else NOT_ASKED,
    )


def scored_entry(
    entry: EntryOnSheet, sheet: Sheet, translate: Translate = untranslated
) -> ScoredRound | ScoredBetween:
    if isinstance(entry, RoundOnSheet):
        return _round(entry, sheet, translate)
    return _between(entry, sheet.game.players, translate)


def _settlement(sheet: Sheet) -> ScoredSettlement | None:
    stake = sheet.game.stake
    if stake is None or not sheet.over:
        return None
    settlement = settle(balances_of(sheet), stake.smallest)
    return settled(settlement, stake.currency, sheet.game.players)


def settled(settlement: Settlement, currency: str, names: Sequence[str]) -> ScoredSettlement:
    return ScoredSettlement(
        currency=currency,
        balances=dict(zip(names, map(settlement.amount, settlement.balances), strict=True)),
        payments=tuple(
            SettlingPayment(names[owed.payer], names[owed.payee], settlement.amount(owed.coins))
            for owed in settlement.payments
        ),
    )


def _names_of(seats: Sequence[Seat], names: Sequence[str]) -> tuple[str, ...]:
    return tuple(names[seat] for seat in seats)


def _between(entry: BetweenOnSheet, names: Sequence[str], translate: Translate) -> ScoredBetween:
    return ScoredBetween(
        between=write_entry(entry.between, names)[BETWEEN],
        points=_by_name(entry.points(), by_side(names)),
        why=_lines(entry.lines, names, translate),
        in_=_names_of(players_of(entry.seats), names),
        warnings=(),
        eliminated=_names_of(entry.eliminated, names) if entry.eliminated else None,
    )


def _round(entry: RoundOnSheet, sheet: Sheet, translate: Translate) -> ScoredRound:
    ruling, names, deal = entry.ruling, sheet.game.players, entry.deal
    sides = sheet.game.names_of_sides
    variant = sheet.game.variant
    return ScoredRound(
        number=entry.number,
        ending=entry.round.ending,
        by=None if entry.round.by is None else names[entry.round.by],
        dealer=names[entry.dealer],
        deadwood={names[seat]: count for seat, count in ruling.deadwood.items()},
        winners=tuple(names[seat] for seat in ruling.winners),
        tags=ruling.tags,
        points=_by_name(points_of(ruling.lines, len(sides)), sides),
        why=_lines(ruling.lines, names, translate),
        payments=tuple(
            ScoredPayment(names[payment.payer], names[payment.payee], payment.points)
            for payment in ruling.payments
        ),
        warnings=tuple(render(warning, names, translate) for warning in ruling.warnings),
        layoffs=laid_off(ruling.layoffs) or None,
        columns=entry.columns if variant.columns > 1 else None,
        cards_dealt=deal.cards_dealt if variant.rounds else None,
        wild=deal.wild if variant.wild_ranks else None,
        contract=deal.contract.written if deal.contract else None,
        first_meld=_first_meld(sheet, entry.place),
        phase=_phase(sheet, entry.place),
        made=_names_of(tuple(ruling.phases), names) if variant.phases else None,
        eliminated=_names_of(entry.eliminated, names) if entry.eliminated else None,
    )


def _first_meld(sheet: Sheet, place: int | None = None) -> PointsByName | None:
    needed = sheet.first_melds(place)
    return _by_name(needed, sheet.game.names_of_sides) if needed else None


def _phase(sheet: Sheet, place: int | None = None) -> PhaseByName | None:
    game, phases = sheet.game, sheet.game.variant.phases
    if phases is None or (place is None and sheet.over):
        return None
    column = sheet.column_before(place)
    in_any_order = phases.any_order(game.rules)
    return {
        game.players[seat]: list(column.phases_of(seat))
        if in_any_order
        else phases.of(game.rules, column, seat)
        for seat in column.seats
    }


def laid_off(layoffs: Sequence[LayOff]) -> tuple[LaidOff, ...]:
    return tuple(LaidOff(str(layoff.card), print_cards(layoff.on)) for layoff in layoffs)


def _lines(
    lines: Sequence[Line], names: Sequence[str], translate: Translate
) -> tuple[ScoredLine, ...]:
    return tuple(
        ScoredLine(names[line.seat], line.points, line.rule, render(line.text, names, translate))
        for line in lines
    )


def _by_name(points: Sequence[int], names: Sequence[str]) -> PointsByName:
    return dict(zip(names, points, strict=True))


def _column(column: Column, sheet: Sheet, translate: Translate) -> ScoredColumn:
    names = sheet.game.players
    reached = reached_target(sheet.game.rules, column)
    return ScoredColumn(
        totals=_by_name(column.totals, names),
        boxes=_by_name(column.boxes, names),
        closed=column.closed,
        bonuses=_lines(column.bonuses, names, translate),
        final=_by_name(column.final, names),
        winner=names[reached[0]] if len(reached) == 1 else None,
    )
