"""The sheet of a game, computed from its facts: judged rounds, filled columns and the winners.

The deal, the dealer, the payments and the possible winners depend on the players still playing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from scorekeeper.rummy.between import Between
from scorekeeper.rummy.column import Column, best_final
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.game.columns import settled_columns, with_lines, with_round
from scorekeeper.rummy.game.entries import BetweenOnSheet, EntryOnSheet, RoundOnSheet, sum_by_seat
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.round_ruling import first_melds, ruling_on_sheet
from scorekeeper.rummy.game.who_is_in import after_between, check_partners_stay
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.round import Round, RuleError
from scorekeeper.rummy.ruling import Line
from scorekeeper.rummy.sides import players_of

TOTALS_ALONE = message("Only the totals of this game are known: it was imported without rounds.")
"""The error for an entry, an early end or a stake in a game that was imported without rounds."""


@dataclass(frozen=True)
class Sheet:
    """A computed game.

    - `winners`: empty until the game is over
    - `next_dealer`: `None` once the game is over
    """

    game: Game
    entries: tuple[EntryOnSheet, ...]
    columns: tuple[Column, ...]
    over: bool
    winners: tuple[Seat, ...]
    next_dealer: Seat | None

    @cached_property
    def rounds(self) -> tuple[RoundOnSheet, ...]:
        return tuple(entry for entry in self.entries if isinstance(entry, RoundOnSheet))

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.columns[0].seats

    @property
    def players_in(self) -> tuple[Seat, ...]:
        return players_of(self.seats)

    @property
    def totals(self) -> tuple[int, ...]:
        """Totals by side, before end-of-game bonuses."""
        return sum_by_seat([column.totals for column in self.columns])

    @property
    def bonuses(self) -> tuple[Line, ...]:
        return tuple(line for column in self.columns for line in column.bonuses)

    @property
    def final(self) -> tuple[int, ...]:
        """Totals by side, with end-of-game bonuses."""
        return sum_by_seat([column.final for column in self.columns])

    def dealer_of(self, place: int) -> Seat:
        """The expected dealer of the entry at this place."""
        earlier = self.entries[: place - 1]
        return _dealer_after(self.game, earlier, _standing_after(self.game, earlier))

    def first_melds(self, place: int | None = None) -> tuple[int, ...]:
        """The count that each side’s first meld needs in the round at this place.

        `None` means the next round. The result is empty if the game allows any count, or if there
        is no next round.
        """
        if self.over and place is None:
            return ()
        earlier = self.entries if place is None else self.entries[: place - 1]
        return first_melds(self.game, _standing_after(self.game, earlier))

    def column_before(self, place: int | None) -> Column:
        """The first column before the entry at this place. `None` means the current column."""
        entries = self.entries if place is None else self.entries[: place - 1]
        return _standing_after(self.game, entries)[0]

    def before(self, place: int) -> Sheet:
        game, entries = self.game, self.entries[: place - 1]
        return Sheet(
            game=replace(game, entries=game.entries[: place - 1], called=False),
            entries=entries,
            # Before the first entry, the column has the starters. `game` still has all entries,
            # because without them the players who joined later would be starters too.
            columns=_standing_after(game, entries),
            over=False,
            winners=(),
            next_dealer=self.dealer_of(place),
        )

    @property
    def next_deal(self) -> Deal:
        game = self.game
        played = self.columns[0].rounds
        return game.variant.deal(game.rules, len(self.players_in), played + 1)


def fold(game: Game, known: Sheet | None = None) -> Sheet:
    """Compute a game’s sheet. Raises `RuleError` at `rounds` and the index of a rejected entry.

    `known` is a sheet of the same game with different entries, such as one round fewer. If a round
    object is already on `known`, the function can reuse its ruling (see `ruling_on_sheet`).
    """
    if game.imported is not None:
        return _imported(game, game.imported)
    if game.partners:
        check_partners_stay(game.entries)
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


def _imported(game: Game, totals: tuple[int, ...]) -> Sheet:
    if game.entries or game.called or game.stake:
        raise RuleError(TOTALS_ALONE, "imported")
    nothing = (0,) * len(totals)
    column = Column(totals, nothing, nothing, game.starters, closed=True)
    winners = best_final(totals, game.starters, game.variant.lowest_wins(game.rules))
    return Sheet(game, (), (column,), True, winners, None)


def _over_after(entry: EntryOnSheet) -> Message:
    if isinstance(entry, RoundOnSheet):
        return message("The game was over after round {number}.", number=entry.number)
    return message("The game was over before this.")


def _starts_alike(game: Game, other: Game) -> bool:
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
    """The computed entries at the start of `earlier` that the game still has.

    An entry that ended the game is left out, so that it is computed again. Its end-of-game bonuses
    depend on whether the players ended the game early.
    """
    kept: list[EntryOnSheet] = []
    for recorded, known in zip(game.entries, earlier, strict=False):
        if recorded is not known.recorded or _all_closed(known.standing):
            break
        kept.append(known)
    return kept


def _standing_after(game: Game, entries: Sequence[EntryOnSheet]) -> tuple[Column, ...]:
    if entries:
        return entries[-1].standing
    zeros = (0,) * len(game.sides)
    return (Column(zeros, zeros, zeros, game.starters),) * game.variant.columns


def _dealer_after(
    game: Game, entries: Sequence[EntryOnSheet], standing: tuple[Column, ...]
) -> Seat:
    """The dealer after these entries. If the player with the turn is out, the next player deals."""
    seats = players_of(standing[0].seats)
    players, turn = len(game.players), game.dealer
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
    standing = _standing_after(game, entries)
    seats = standing[0].seats
    dealer = _dealer_after(game, entries, standing)
    deal = game.variant.deal(game.rules, len(players_of(seats)), standing[0].rounds + 1)
    deal = game.variant.deal_with(game.rules, deal, played.own_facts)
    ruling = ruling_on_sheet(game, standing, deal, dealer, played, known)
    columns, written = with_round(game, standing, ruling)
    after, eliminated = settled_columns(game, columns, is_won=ruling.wins_game)
    return RoundOnSheet(
        place=len(entries) + 1,
        before=seats,
        standing=after,
        eliminated=eliminated,
        number=number,
        round=played,
        dealer=dealer if played.dealer is None else played.dealer,
        deal=deal,
        ruling=ruling,
        columns=written,
    )


def _with_between(game: Game, entries: Sequence[EntryOnSheet], between: Between) -> BetweenOnSheet:
    standing = _standing_after(game, entries)
    players = after_between(game.variant, game.rules, between, standing[0], entries)
    columns = [
        column if column.closed else with_lines(column, players.seats, players.lines)
        for column in standing
    ]
    after, eliminated = settled_columns(game, columns)
    return BetweenOnSheet(
        place=len(entries) + 1,
        before=standing[0].seats,
        standing=after,
        eliminated=eliminated,
        between=between,
        lines=players.lines,
    )


def _finish(game: Game, entries: tuple[EntryOnSheet, ...]) -> Sheet:
    columns = _standing_after(game, entries)
    over = game.called or _all_closed(columns)
    dealer = None if over else _dealer_after(game, entries, columns)
    sheet = Sheet(game, entries, columns, over, (), dealer)
    if not over:
        return sheet
    return replace(sheet, winners=_winners(sheet))


def _winners(sheet: Sheet) -> tuple[Seat, ...]:
    game, columns = sheet.game, sheet.columns
    variant, rules = game.variant, game.rules
    last = sheet.entries[-1] if sheet.entries else None
    if isinstance(last, RoundOnSheet) and last.ruling.wins_game:
        return last.ruling.winners
    winners = variant.winners
    if game.called and len(columns) == 1:
        if variant.splits_when_called(rules):
            return sheet.seats
        winners = variant.winners_when_called
    if winners is not None:
        return winners(rules, columns, sheet.final)
    return best_final(sheet.final, sheet.seats, variant.lowest_wins(rules))


def _all_closed(columns: Sequence[Column]) -> bool:
    return all(column.closed for column in columns)
