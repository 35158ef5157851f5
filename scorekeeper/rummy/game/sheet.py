"""The sheet of a game, computed from its facts: rounds judged, columns filled, the end settled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from scorekeeper.rummy.column import Column, best_final
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.house_rules import Value, make_rules, rule_values
from scorekeeper.rummy.judging.judge import judge_round
from scorekeeper.rummy.messages import FIRST_SEAT, SEATS, Seat, message
from scorekeeper.rummy.round import Extras, Line, Round, RuleError, Ruling
from scorekeeper.rummy.stake import Stake
from scorekeeper.rummy.variant import Variant


@dataclass(frozen=True)
class Game:
    """The facts of a whole game; its `rules` come from the preset and the `overrides`.

    `overrides` are the rules that were stated explicitly, even if the preset has the same value.
    `extras` are the document's `x-` keys. Raises `RuleError` if the variant refuses the rules, the
    players or the dealer.
    """

    variant: Variant
    players: tuple[str, ...]
    preset: str = "plain"
    overrides: tuple[tuple[str, Value], ...] = ()
    dealer: Seat = FIRST_SEAT
    rounds: tuple[Round, ...] = ()
    called: bool = False
    extras: Extras = ()
    stake: Stake | None = None

    @cached_property
    def rules(self) -> Any:
        """The rules in force."""
        return rules_in_force(self.variant, self.preset, dict(self.overrides))

    @property
    def changes(self) -> tuple[tuple[str, Value], ...]:
        """The overrides that differ from the preset."""
        usual = rules_in_force(self.variant, self.preset, {})
        return tuple(
            (name, value) for name, value in self.overrides if value != getattr(usual, name)
        )


def stating_every_rule(game: Game) -> Game:
    """The same game with every rule as an override, so that later preset changes do not matter."""
    return replace(game, overrides=tuple(rule_values(game.rules).items()))


def rules_in_force(variant: Variant, preset: str, overrides: Mapping[str, object]) -> Any:
    """The rules under a preset and overrides; raises `RuleError` at `preset` or `rules`."""
    chosen = variant.preset(preset)
    if chosen is None:
        known = ", ".join(preset.key for preset in variant.presets)
        raise RuleError(
            message(
                "There is no preset “{preset}” here, only {known}.", preset=preset, known=known
            ),
            "preset",
        )
    try:
        return make_rules(variant.rules_type, {**chosen.overrides, **overrides})
    except RuleError as error:
        raise error.under("rules") from None


@dataclass(frozen=True, slots=True)
class RoundOnSheet:
    """A judged round on the sheet: its number from 1, who dealt, and the ruling.

    `columns` are the numbers (from 1) of the columns in which the win was written; `standing` is
    the state of every column after this round.
    """

    number: int
    round: Round
    dealer: Seat
    deal: Deal
    ruling: Ruling
    columns: tuple[int, ...]
    standing: tuple[Column, ...]

    @property
    def after(self) -> tuple[tuple[int, ...], ...]:
        """The totals by seat of every column after this round."""
        return tuple(column.totals for column in self.standing)

    @property
    def totals(self) -> tuple[int, ...]:
        """Points by seat after this round, before end-of-game bonuses."""
        return _sum_by_seat(self.after)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A computed game: rounds, columns, the next dealer, and the winners once it is over."""

    game: Game
    rounds: tuple[RoundOnSheet, ...]
    columns: tuple[Column, ...]
    over: bool
    winners: tuple[Seat, ...]
    next_dealer: Seat | None

    @property
    def totals(self) -> tuple[int, ...]:
        """Points by seat before end-of-game bonuses."""
        return _sum_by_seat(tuple(column.totals for column in self.columns))

    @property
    def bonuses(self) -> tuple[Line, ...]:
        """The lines of all end-of-game bonuses."""
        return tuple(line for column in self.columns for line in column.bonuses)

    @property
    def final(self) -> tuple[int, ...]:
        """Points by seat with the bonuses added."""
        return _sum_by_seat(tuple(column.final for column in self.columns))

    @property
    def next_deal(self) -> Deal:
        """The deal of the next round."""
        game = self.game
        played = self.columns[0].rounds
        return game.variant.deal(game.rules, len(game.players), played + 1)


def fold(game: Game, known: Sheet | None = None) -> Sheet:
    """Compute a game's sheet; raises `RuleError` at `rounds` and the index of a refused round.

    `known` is a sheet of the same game with other rounds, such as one round fewer. A round in both
    (the same object) is judged again only if its deal has changed.
    """
    variant, rules, players = game.variant, game.rules, len(game.players)
    earlier = known.rounds if known is not None and _starts_alike(game, known.game) else ()
    rounds = _unchanged(game, earlier)
    judged = {id(entry.round): entry for entry in earlier[len(rounds) :]}
    columns, dealer = _standing_after(game, rounds)
    for index, played in enumerate(game.rounds[len(rounds) :], len(rounds)):
        if _all_closed(columns):
            text = message("The game was over after round {number}.", number=index)
            raise RuleError(text, "rounds", index, names=game.players)
        deal = variant.deal(rules, players, columns[0].rounds + 1)
        try:
            ruling = _ruling(game, deal, played, judged.get(id(played)))
        except RuleError as error:
            raise error.under("rounds", index, names=game.players) from None
        ruling = _with_dealer_warning(ruling, played, dealer)
        dealer = dealer if played.dealer is None else played.dealer
        written = _write_round(game, columns, ruling)
        rounds.append(
            RoundOnSheet(index + 1, played, dealer, deal, ruling, written, tuple(columns))
        )
        dealer = variant.next_dealer(rules, dealer, ruling, players)
    return _finish(game, tuple(rounds), tuple(columns), dealer)


def _starts_alike(game: Game, other: Game) -> bool:
    """Whether both games have the same players, rules and first dealer."""
    return (game.variant, game.players, game.preset, game.overrides, game.dealer) == (
        other.variant,
        other.players,
        other.preset,
        other.overrides,
        other.dealer,
    )


def _unchanged(game: Game, earlier: tuple[RoundOnSheet, ...]) -> list[RoundOnSheet]:
    """The judged rounds that this game still begins with, except one that ended the game.

    That one is judged again because its end-of-game bonuses depend on whether the game was called.
    """
    kept: list[RoundOnSheet] = []
    for played, known in zip(game.rounds, earlier, strict=False):
        if played is not known.round or _all_closed(known.standing):
            break
        kept.append(known)
    return kept


def _standing_after(game: Game, rounds: list[RoundOnSheet]) -> tuple[list[Column], Seat]:
    """The columns after these rounds, and who deals next."""
    players = len(game.players)
    if rounds:
        last = rounds[-1]
        dealer = game.variant.next_dealer(game.rules, last.dealer, last.ruling, players)
        return list(last.standing), dealer
    zeros = (0,) * players
    return [Column(zeros, zeros, zeros) for _ in range(game.variant.columns)], game.dealer


def _ruling(game: Game, deal: Deal, played: Round, known: RoundOnSheet | None) -> Ruling:
    """The ruling of a round; the known one is reused if the deal is the same.

    A round that names its dealer is judged again: its ruling may warn about whose deal it was.
    """
    if known is not None and known.deal == deal and played.dealer is None:
        return known.ruling
    return judge_round(game.variant, game.rules, deal, played, len(game.players))


def _finish(
    game: Game, rounds: tuple[RoundOnSheet, ...], columns: tuple[Column, ...], dealer: Seat
) -> Sheet:
    over = game.called or _all_closed(columns)
    sheet = Sheet(game, rounds, columns, over, (), None if over else dealer)
    if not over:
        return sheet
    # If a game with one column was called early, nobody reached the end: the best total wins.
    if game.called and len(columns) == 1:
        winners = best_final(sheet.final, game.variant.lowest_wins(game.rules))
    else:
        winners = game.variant.winners(game.rules, columns, sheet.final)
    return replace(sheet, winners=winners)


def _all_closed(columns: list[Column] | tuple[Column, ...]) -> bool:
    return all(column.closed for column in columns)


def _sum_by_seat(rows: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    return rows[0] if len(rows) == 1 else tuple(map(sum, zip(*rows, strict=True)))


def _with_dealer_warning(ruling: Ruling, played: Round, expected: Seat) -> Ruling:
    if played.dealer is None or played.dealer == expected:
        return ruling
    warning = message(
        "It was {other}’s deal, but {player} dealt.", player=played.dealer, other=expected
    )
    return replace(ruling, warnings=(*ruling.warnings, warning))


def _write_round(game: Game, columns: list[Column], ruling: Ruling) -> tuple[int, ...]:
    """Write a round in `columns`, close those that it finishes, and return those of the win.

    A win goes in every open column in which the player already has an entry, and in the first open
    one in which they have none; an adjustment goes in every open column.
    """
    players = len(game.players)
    earned = ruling.earned(players)
    open_ones = [place for place, column in enumerate(columns) if not column.closed]
    places = {
        seat: _places(columns, open_ones, seat)
        for seat in SEATS[:players]
        if earned[seat] or seat in ruling.winners
    }
    for place in open_ones:
        here = [seat for seat, written in places.items() if place in written]
        column = _with_round(columns[place], ruling, here, earned)
        if game.variant.is_over(game.rules, column):
            column = replace(column, closed=True)
            if not game.called or game.variant.columns > 1:
                column = replace(column, bonuses=game.variant.settle(game.rules, column, place))
        columns[place] = column
    won_in = {place + 1 for winner in ruling.winners for place in places[winner]}
    return tuple(sorted(won_in))


def _places(columns: list[Column], open_ones: list[int], seat: Seat) -> list[int]:
    entered = [place for place in open_ones if seat in columns[place].entered]
    new = [place for place in open_ones if place not in entered]
    return entered + new[:1]


def _with_round(
    column: Column, ruling: Ruling, here: list[Seat], earned: tuple[int, ...]
) -> Column:
    """A column with a round in it; `here` are the players whose points it takes."""
    totals, boxes, wins = [*column.totals], [*column.boxes], [*column.wins]
    adjustments = ruling.adjustments
    for line in adjustments:
        totals[line.seat] += line.points
    for seat in here:
        totals[seat] += earned[seat]
        if seat in ruling.winners:
            boxes[seat] += ruling.boxes
            wins[seat] += 1
    return Column(
        totals=tuple(totals),
        boxes=tuple(boxes),
        wins=tuple(wins),
        entered=column.entered.union(here),
        adjusted=column.adjusted.union([line.seat for line in adjustments]),
        rounds=column.rounds + (not ruling.is_void),
    )
