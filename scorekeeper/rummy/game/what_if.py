"""The effects of changing a recorded entry on all later entries of the game."""

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
    """Later rounds that get a new deal, because earlier rounds or the players have changed.

    - `first`, `last`: the current numbers of the first and the last such round
    - `first_deal`, `last_deal`: the new deals of these two rounds
    """

    first: int
    last: int
    first_deal: Deal
    last_deal: Deal


@dataclass(frozen=True, slots=True)
class Effect:
    """The sheet before and after a change of the entry at `place`.

    - `dropped`: later entries that the change removes because the game now ends earlier
    - `redealt`: later rounds that get a new deal because of a corrected entry. `None` without
      such rounds
    """

    place: int
    before: Sheet
    after: Sheet
    dropped: tuple[EntryOnSheet, ...]
    redealt: Redealt | None = None

    @property
    def totals(self) -> list[tuple[str, int, int]]:
        """The name, the old total and the new total of each side.

        A player without a seat after the change is left out.
        """
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
        """The new winners of the changed round.

        `None` if the winners stay the same, if the change removes an entry, or if the entry is not
        a round.
        """
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
    """The later rounds that get a new deal if this round is removed.

    `None` if the last round keeps its deal, or if the last round is the removed round.
    """
    game, last = sheet.game, sheet.rounds[-1]
    before = [entry for entry in sheet.rounds[:-1] if entry is not removed]
    played = sum(not entry.ruling.is_void for entry in before)
    deal = game.variant.deal(game.rules, len(players_of(last.before)), played + 1)
    deal = game.variant.deal_with(game.rules, deal, last.round.own_facts)
    if removed is last or deal == last.deal:
        return None
    return Redealt(removed.number + 1, last.number, removed.deal, deal)


def effect_of_entry(sheet: Sheet, place: int, recorded: Entry) -> Effect:
    """The effect of recording an entry at this place, which can be the place after the last entry.

    Raises `RuleError`. For an error in the recorded entry, the path starts inside the entry.
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
    """Judge a rejected round at this place with the permission of the table.

    `None` if the table cannot allow the round.
    """
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
    """The same error, with the place and number that the faulty entry has before the removal.

    The faulty entry can come before the removed entry: without the entry where a player joins, the
    player would be in the game from the start.
    """
    rounds, place, *rest = error.where
    index = int(place) + (int(place) >= removed - 1)
    entry = sheet.entries[index]
    number = entry.number if isinstance(entry, RoundOnSheet) else 0
    return RuleError(error.message, rounds, index, *rest, names=error.names, number=number)


def _effect(before: Sheet, after: Game, place: int) -> Effect:
    kept = fold_until_over(after, before)
    # The dropped entries come from `before`, because the change can renumber rounds.
    stay = len(before.entries) - (len(after.entries) - len(kept.entries))
    return Effect(place, before, kept, before.entries[stay:])


def fold_until_over(game: Game, known: Sheet | None) -> Sheet:
    """Compute a game’s sheet as `fold` does, but drop entries after the end of the game."""
    try:
        return fold(game, known)
    except RuleError as error:
        kept = game.with_entries(game.entries[: int(error.where[1])])
        if fold(replace(kept, called=False), known).over:
            return fold(kept, known)
        raise
