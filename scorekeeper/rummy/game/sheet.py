"""The sheet of a game, computed from its facts: rounds judged, columns filled, the end settled.

What is dealt, who deals, who pays and who can win follow from who is in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.column import Column, best_final
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.game.entries import (
    BetweenOnSheet,
    Entry,
    EntryOnSheet,
    RoundOnSheet,
    seats_joining,
    seats_named,
    sum_by_seat,
)
from scorekeeper.rummy.game.who_is_in import after_between
from scorekeeper.rummy.house_rules import Value, make_rules, rule_values
from scorekeeper.rummy.judging.judge import judge_round
from scorekeeper.rummy.judging.validation import check_all_in
from scorekeeper.rummy.messages import FIRST_SEAT, SEATS, Message, Seat, message
from scorekeeper.rummy.round import Extras, Line, Round, Rule, RuleError, Ruling
from scorekeeper.rummy.stake import Stake
from scorekeeper.rummy.variant import Variant


@dataclass(frozen=True)
class Game:
    """The facts of a whole game; its `rules` come from the preset and the `overrides`.

    `overrides` are the rules that were stated explicitly, even if the preset has the same value.
    `entries` are the rounds, and what happened between them.
    `extras` are the document's `x-` keys. Raises `RuleError` if the variant refuses the rules, the
    players or the dealer.
    """

    variant: Variant
    players: tuple[str, ...]
    preset: str = "plain"
    overrides: tuple[tuple[str, Value], ...] = ()
    dealer: Seat = FIRST_SEAT
    entries: tuple[Entry, ...] = ()
    called: bool = False
    extras: Extras = ()
    stake: Stake | None = None

    @cached_property
    def rules(self) -> Any:
        """The rules in force."""
        return rules_in_force(self.variant, self.preset, dict(self.overrides))

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds alone."""
        return tuple(entry for entry in self.entries if isinstance(entry, Round))

    @cached_property
    def starters(self) -> tuple[Seat, ...]:
        """Who is in from the start: everybody whom no entry names as joining."""
        joining = seats_joining(self.entries)
        return tuple(seat for seat in SEATS[: len(self.players)] if seat not in joining)

    @cached_property
    def has_comings(self) -> bool:
        """Whether anybody leaves or joins, or may be eliminated."""
        return self.variant.elimination(self.rules) is not None or any(
            isinstance(entry, Between) and entry.kind is not BetweenKind.ADJUST
            for entry in self.entries
        )

    def with_entries(self, entries: tuple[Entry, ...]) -> Game:
        """The same game with these entries.

        Whoever no longer joins it, and is in none of them, has no seat: the last to join is the
        first who may not.
        """
        players = self.players
        gone = seats_joining(self.entries) - seats_joining(entries)
        gone -= {seat for entry in entries if gone for seat in seats_named(entry)}
        while Seat(len(players) - 1) in gone:
            players = players[:-1]
        return replace(self, entries=entries, players=players)

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


@dataclass(frozen=True)
class Sheet:
    """A computed game: its entries, columns, the next dealer, and the winners once it is over."""

    game: Game
    entries: tuple[EntryOnSheet, ...]
    columns: tuple[Column, ...]
    over: bool
    winners: tuple[Seat, ...]
    next_dealer: Seat | None

    @cached_property
    def rounds(self) -> tuple[RoundOnSheet, ...]:
        """The rounds alone."""
        return tuple(entry for entry in self.entries if isinstance(entry, RoundOnSheet))

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who is in."""
        return self.columns[0].seats

    @property
    def totals(self) -> tuple[int, ...]:
        """Points by seat before end-of-game bonuses."""
        return sum_by_seat([column.totals for column in self.columns])

    @property
    def bonuses(self) -> tuple[Line, ...]:
        """The lines of all end-of-game bonuses."""
        return tuple(line for column in self.columns for line in column.bonuses)

    @property
    def final(self) -> tuple[int, ...]:
        """Points by seat with the bonuses added."""
        return sum_by_seat([column.final for column in self.columns])

    def dealer_of(self, place: int) -> Seat:
        """Who deals in this place, unless somebody deals out of turn."""
        return _dealer_after(self.game, self.entries[: place - 1])

    def before(self, place: int) -> Sheet:
        """The sheet as it was before the entry in this place, which is on it."""
        game, entries = self.game, self.entries[: place - 1]
        return Sheet(
            game=replace(game, entries=game.entries[: place - 1], called=False),
            entries=entries,
            # Whoever joins later is not in, so the starters are those of the whole game.
            columns=_standing_after(game, entries),
            over=False,
            winners=(),
            next_dealer=self.dealer_of(place),
        )

    @property
    def next_deal(self) -> Deal:
        """The deal of the next round."""
        game = self.game
        played = self.columns[0].rounds
        return game.variant.deal(game.rules, len(self.seats), played + 1)


def fold(game: Game, known: Sheet | None = None) -> Sheet:
    """Compute a game's sheet; raises `RuleError` at `rounds` and the index of a refused entry.

    `known` is a sheet of the same game with other entries, such as one round fewer. A round in both
    (the same object) is judged again only if its deal has changed.
    """
    earlier = known.entries if known is not None and _starts_alike(game, known.game) else ()
    entries = _unchanged(game, earlier)
    judged = {id(entry.recorded): entry for entry in earlier[len(entries) :]}
    number = sum(isinstance(entry, RoundOnSheet) for entry in entries)
    for index, recorded in enumerate(game.entries[len(entries) :], len(entries)):
        is_round = isinstance(recorded, Round)
        number += is_round
        try:
            if entries and _all_closed(entries[-1].standing):
                raise RuleError(_over_after(entries[-1]))
            entries.append(
                _with_round(game, entries, number, recorded, judged.get(id(recorded)))
                if isinstance(recorded, Round)
                else _with_between(game, entries, recorded)
            )
        except RuleError as error:
            at = number if is_round else 0
            raise error.under("rounds", index, names=game.players, number=at) from None
    return _finish(game, tuple(entries))


def _over_after(entry: EntryOnSheet) -> Message:
    if isinstance(entry, RoundOnSheet):
        return message("The game was over after round {number}.", number=entry.number)
    return message("The game was over before this.")


def _starts_alike(game: Game, other: Game) -> bool:
    """Whether both games have the same players, rules and first dealer."""
    return (
        game.variant,
        game.players,
        game.starters,
        game.preset,
        game.overrides,
        game.dealer,
    ) == (
        other.variant,
        other.players,
        other.starters,
        other.preset,
        other.overrides,
        other.dealer,
    )


def _unchanged(game: Game, earlier: tuple[EntryOnSheet, ...]) -> list[EntryOnSheet]:
    """The computed entries that this game still begins with, except one that ended the game.

    That one is computed again because its end-of-game bonuses depend on whether the game was
    called.
    """
    kept: list[EntryOnSheet] = []
    for recorded, known in zip(game.entries, earlier, strict=False):
        if recorded is not known.recorded or _all_closed(known.standing):
            break
        kept.append(known)
    return kept


def _standing_after(game: Game, entries: Sequence[EntryOnSheet]) -> tuple[Column, ...]:
    """The columns after these entries."""
    if entries:
        return entries[-1].standing
    zeros = (0,) * len(game.players)
    return (Column(zeros, zeros, zeros, game.starters),) * game.variant.columns


def _dealer_after(game: Game, entries: Sequence[EntryOnSheet]) -> Seat:
    """Who deals after these entries: whose turn it is, or the next player who is in."""
    seats, players = _standing_after(game, entries)[0].seats, len(game.players)
    turn = game.dealer
    last = next((entry for entry in reversed(entries) if isinstance(entry, RoundOnSheet)), None)
    if last is not None:
        turn = game.variant.next_dealer(game.rules, last.dealer, last.ruling, players)
    return turn if turn in seats else min(seats, key=lambda seat: (seat - turn) % players)


def _with_round(
    game: Game,
    entries: Sequence[EntryOnSheet],
    number: int,
    played: Round,
    known: EntryOnSheet | None,
) -> RoundOnSheet:
    """A round computed, after these entries."""
    standing, dealer = _standing_after(game, entries), _dealer_after(game, entries)
    seats = standing[0].seats
    deal = game.variant.deal(game.rules, len(seats), standing[0].rounds + 1)
    deal = game.variant.deal_with(game.rules, deal, played.own_facts)
    ruling = _ruling(game, deal, played, seats, known)
    columns, written = _written(game, standing, ruling)
    after, eliminated = _settled(game, columns)
    return RoundOnSheet(
        place=len(entries) + 1,
        before=seats,
        standing=after,
        eliminated=eliminated,
        number=number,
        round=played,
        dealer=dealer if played.dealer is None else played.dealer,
        deal=deal,
        ruling=_with_dealer_warning(ruling, played, dealer),
        columns=written,
    )


def _ruling(
    game: Game, deal: Deal, played: Round, seats: tuple[Seat, ...], known: EntryOnSheet | None
) -> Ruling:
    """The ruling of a round; the known one is reused if the deal is the same.

    A round that names its dealer is judged again: its ruling may warn about whose deal it was.
    """
    if (
        isinstance(known, RoundOnSheet)
        and (known.deal, known.before) == (deal, seats)
        and played.dealer is None
    ):
        return known.ruling
    if len(seats) < len(game.players):
        check_all_in(played, seats)
    return judge_round(game.variant, game.rules, deal, played, seats)


def _with_between(game: Game, entries: Sequence[EntryOnSheet], between: Between) -> BetweenOnSheet:
    """An entry between rounds computed, after these entries."""
    standing = _standing_after(game, entries)
    coming = after_between(game.variant, game.rules, between, standing[0], entries)
    columns = [
        column if column.closed else _with_lines(column, coming.seats, coming.lines)
        for column in standing
    ]
    after, eliminated = _settled(game, columns)
    return BetweenOnSheet(
        place=len(entries) + 1,
        before=standing[0].seats,
        standing=after,
        eliminated=eliminated,
        between=between,
        lines=coming.lines,
    )


def _with_lines(column: Column, seats: tuple[Seat, ...], lines: tuple[Line, ...]) -> Column:
    totals = [*column.totals]
    for line in lines:
        totals[line.seat] += line.points
    adjusted = [line.seat for line in lines if line.rule is Rule.ADJUSTMENT]
    return replace(
        column, totals=tuple(totals), seats=seats, adjusted=column.adjusted.union(adjusted)
    )


def _finish(game: Game, entries: tuple[EntryOnSheet, ...]) -> Sheet:
    columns = _standing_after(game, entries)
    over = game.called or _all_closed(columns)
    dealer = None if over else _dealer_after(game, entries)
    sheet = Sheet(game, entries, columns, over, (), dealer)
    if not over:
        return sheet
    return replace(sheet, winners=_winners(sheet))


def _winners(sheet: Sheet) -> tuple[Seat, ...]:
    """Who has won, of those who are in."""
    game, columns = sheet.game, sheet.columns
    variant, rules = game.variant, game.rules
    if not game.called or len(columns) > 1:
        return variant.winners(rules, columns, sheet.final)
    # If a game with one column was called early, nobody reached the end: the best total wins.
    if variant.splits_when_called(rules):
        return sheet.seats
    return best_final(sheet.final, sheet.seats, variant.lowest_wins(rules))


def _all_closed(columns: Sequence[Column]) -> bool:
    return all(column.closed for column in columns)


def _with_dealer_warning(ruling: Ruling, played: Round, expected: Seat) -> Ruling:
    if played.dealer is None or played.dealer == expected:
        return ruling
    warning = message(
        "It was {other}’s deal, but {player} dealt.", player=played.dealer, other=expected
    )
    return replace(ruling, warnings=(*ruling.warnings, warning))


def _written(
    game: Game, standing: tuple[Column, ...], ruling: Ruling
) -> tuple[list[Column], tuple[int, ...]]:
    """The columns with a round written in them, and the numbers of those of the win.

    A win goes in every open column in which the player already has an entry, and in the first open
    one in which they have none; an adjustment goes in every open column.
    """
    columns = list(standing)
    earned = ruling.earned(len(game.players))
    open_ones = [place for place, column in enumerate(columns) if not column.closed]
    places = {
        seat: _places(columns, open_ones, seat)
        for seat in standing[0].seats
        if earned[seat] or seat in ruling.winners
    }
    for place in open_ones:
        here = [seat for seat, written in places.items() if place in written]
        columns[place] = _with_ruling(columns[place], ruling, here, earned)
    won_in = {place + 1 for winner in ruling.winners for place in places[winner]}
    return columns, tuple(sorted(won_in))


def _settled(game: Game, columns: Sequence[Column]) -> tuple[tuple[Column, ...], tuple[Seat, ...]]:
    """The columns after an entry, those that it finishes closed; and who is eliminated by it."""
    variant, rules = game.variant, game.rules
    elimination = variant.elimination(rules)
    out: tuple[Seat, ...] = ()
    if elimination is not None:
        out = elimination.eliminated(columns[0])
        seats = tuple(seat for seat in columns[0].seats if seat not in out)
        columns = [replace(column, seats=seats) for column in columns]
    settled = []
    for place, column in enumerate(columns):
        settled_out = elimination is not None and elimination.is_over(column)
        if not column.closed and (settled_out or variant.is_over(rules, column)):
            column = replace(column, closed=True)
            if not game.called or variant.columns > 1:
                column = replace(column, bonuses=variant.settle(rules, column, place))
        settled.append(column)
    return tuple(settled), out


def _places(columns: list[Column], open_ones: list[int], seat: Seat) -> list[int]:
    entered = [place for place in open_ones if seat in columns[place].entered]
    new = [place for place in open_ones if place not in entered]
    return entered + new[:1]


def _with_ruling(
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
        seats=column.seats,
        entered=column.entered.union(here),
        adjusted=column.adjusted.union([line.seat for line in adjustments]),
        rounds=column.rounds + (not ruling.is_void),
    )
