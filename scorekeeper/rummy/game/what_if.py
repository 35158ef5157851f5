"""The effects on the rest of the game of changing a recorded entry."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.game.entries import Entry, EntryOnSheet, RoundOnSheet
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import Round, RuleError
from scorekeeper.rummy.sides import players_of


@dataclass(frozen=True, slots=True)
class Redealt:
    """Later rounds with another deal, because the count of rounds before them has changed.

    `first` and `last` are their current numbers, `first_deal` and `last_deal` their new deals.
    """

    first: int
    last: int
    first_deal: Deal
    last_deal: Deal


@dataclass(frozen=True, slots=True)
class Effect:
    """The sheet before and after a change of the entry at this `place`.

    `dropped` are the entries that the change removes because the game ends earlier. `redealt` are
    the rounds with another deal after a corrected round.
    """

    place: int
    before: Sheet
    after: Sheet
    dropped: tuple[EntryOnSheet, ...]
    redealt: Redealt | None = None

    @property
    def totals(self) -> list[tuple[str, int, int]]:
        """The name and total, before and after, of each player or side that keeps a seat."""
        names = self.after.game.names_of_sides
        return list(zip(names, self.before.final, self.after.final, strict=False))

    @property
    def changes_totals(self) -> bool:
        return self.before.final != self.after.final

    @property
    def dropped_rounds(self) -> tuple[int, ...]:
        return tuple(entry.number for entry in self.dropped if isinstance(entry, RoundOnSheet))

    @property
    def other_winners(self) -> tuple[Seat, ...] | None:
        """The new winners of the round. `None` if they stay the same or the round is removed."""
        if len(self.after.entries) + len(self.dropped) < len(self.before.entries):
            return None
        was, now = (sheet.entries[self.place - 1] for sheet in (self.before, self.after))
        if not (isinstance(was, RoundOnSheet) and isinstance(now, RoundOnSheet)):
            return None
        return None if was.ruling.winners == now.ruling.winners else now.ruling.winners

    @property
    def changes_winners(self) -> bool:
        return (self.before.over, self.before.winners) != (self.after.over, self.after.winners)

    @property
    def then_in(self) -> tuple[str, ...]:
        return _only_in(self.after, self.before)

    @property
    def then_out(self) -> tuple[str, ...]:
        return _only_in(self.before, self.after)


def _only_in(sheet: Sheet, other: Sheet) -> tuple[str, ...]:
    names, others = ([on.game.players[seat] for seat in on.seats] for on in (sheet, other))
    return tuple(name for name in names if name not in others)


def redealt_by_removal(sheet: Sheet, removed: RoundOnSheet) -> Redealt | None:
    """The rounds with another deal if this round is removed. `None` if no deal changes."""
    game, last = sheet.game, sheet.rounds[-1]
    before = [entry for entry in sheet.rounds[:-1] if entry is not removed]
    played = sum(not entry.ruling.is_void for entry in before)
    deal = game.variant.deal(game.rules, len(players_of(last.before)), played + 1)
    deal = game.variant.deal_with(game.rules, deal, last.round.own_facts)
    if removed is last or deal == last.deal:
        return None
    return Redealt(removed.number + 1, last.number, removed.deal, deal)


def effect_of_entry(sheet: Sheet, place: int, recorded: Entry) -> Effect:
    """The effect of recording this entry at this place, or as the next entry.

    Raises `RuleError`. If the error is in this entry, its place is relative to the entry.
    """
    game = sheet.game
    entries = (*game.entries[: place - 1], recorded, *game.entries[place:])
    try:
        if place > len(game.entries):
            after = fold(replace(game.with_entries(entries), called=False), sheet)
            return Effect(place, sheet, after, ())
        effect = _effect(sheet, game.with_entries(entries), place)
    except RuleError as error:
        raise error.seen_from_entry(place) from None
    return replace(effect, redealt=_redealt(effect))


def judged_if_allowed(sheet: Sheet, place: int, refused: Round) -> RoundOnSheet | None:
    """The rejected round at this place if the table allowed it, or `None` if the table cannot."""
    entries = (*sheet.game.entries[: place - 1], refused)
    try:
        game = replace(sheet.game.with_entries(entries), called=False)
        return fold(game, sheet).rounds[-1]
    except RuleError as error:
        if not error.allowable:
            return None
        allowed = replace(refused, allow=(*refused.allow, error.allowable))
        return judged_if_allowed(sheet, place, allowed)


def _redealt(effect: Effect) -> Redealt | None:
    pairs = zip(effect.before.rounds, effect.after.rounds, strict=False)
    changed = [
        (now.number, now.deal)
        for was, now in pairs
        if now.place > effect.place and was.deal != now.deal
    ]
    if not changed:
        return None
    (first, first_deal), (last, last_deal) = changed[0], changed[-1]
    return Redealt(first, last, first_deal, last_deal)


def effect_of_removal(sheet: Sheet, place: int) -> Effect:
    """The effect of removing the entry at this place. Raises `RuleError` as `fold` does."""
    game = sheet.game
    entries = game.entries[: place - 1] + game.entries[place:]
    try:
        return _effect(sheet, game.with_entries(entries), place)
    except RuleError as error:
        raise _as_numbered_now(error, sheet, place) from None


def _as_numbered_now(error: RuleError, sheet: Sheet, removed: int) -> RuleError:
    """The error in another entry, with the place and number of that entry before the removal.

    Without the entry of their joining, a player would be in from the start. The error can therefore
    be in an earlier entry.
    """
    rounds, place, *rest = error.where
    index = int(place) + (int(place) >= removed - 1)
    entry = sheet.entries[index]
    number = entry.number if isinstance(entry, RoundOnSheet) else 0
    return RuleError(error.message, rounds, index, *rest, names=error.names, number=number)


def _effect(before: Sheet, after: Game, place: int) -> Effect:
    kept = fold_until_over(after, before)
    # Take the entries of `before`: a removal changes the numbers of those in `kept`.
    stay = len(before.entries) - (len(after.entries) - len(kept.entries))
    return Effect(place, before, kept, before.entries[stay:])


def fold_until_over(game: Game, known: Sheet | None) -> Sheet:
    """Fold the game, but drop the entries after its end instead of rejecting them."""
    try:
        return fold(game, known)
    except RuleError as error:
        kept = game.with_entries(game.entries[: int(error.where[1])])
        if fold(replace(kept, called=False), known).over:
            return fold(kept, known)
        raise
