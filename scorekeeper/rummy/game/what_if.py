"""What changing a recorded round would do to the rest of the game."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.game.sheet import Game, RoundOnSheet, Sheet, fold
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import ILLEGAL_KNOCK, Ending, Round, RuleError


@dataclass(frozen=True, slots=True)
class Redealt:
    """Later rounds whose deal changes because an earlier round no longer counts, or now does.

    `first` and `last` are their current numbers; `first_deal` and `last_deal` their new deals.
    """

    first: int
    last: int
    first_deal: Deal
    last_deal: Deal


@dataclass(frozen=True, slots=True)
class Effect:
    """The sheet before and after a change of round `number`.

    `dropped` are the rounds that would be removed because the game ends earlier; `redealt` those
    after a corrected round whose deal changes.
    """

    number: int
    before: Sheet
    after: Sheet
    dropped: tuple[int, ...]
    redealt: Redealt | None = None

    @property
    def totals(self) -> list[tuple[str, int, int]]:
        """Every player's name and total, before and after."""
        names = self.before.game.players
        return list(zip(names, self.before.final, self.after.final, strict=True))

    @property
    def changes_totals(self) -> bool:
        """Whether anybody's total changes."""
        return self.before.final != self.after.final

    @property
    def other_winners(self) -> tuple[Seat, ...] | None:
        """The new winners of the round; `None` if they stay the same or the round is removed."""
        if len(self.after.rounds) + len(self.dropped) < len(self.before.rounds):
            return None
        was, now = (sheet.rounds[self.number - 1].ruling for sheet in (self.before, self.after))
        return None if was.winners == now.winners else now.winners

    @property
    def changes_winners(self) -> bool:
        """Whether the game has other winners, ends now, or is no longer over."""
        return (self.before.over, self.before.winners) != (self.after.over, self.after.winners)


def redealt_by_removal(sheet: Sheet, number: int) -> Redealt | None:
    """The rounds whose deal changes without round `number`; `None` if no deal changes."""
    game, removed, last = sheet.game, sheet.rounds[number - 1], sheet.rounds[-1]
    before = [entry for entry in sheet.rounds[:-1] if entry is not removed]
    played = sum(not entry.ruling.is_void for entry in before)
    deal = game.variant.deal(game.rules, len(game.players), played + 1)
    if removed is last or deal == last.deal:
        return None
    return Redealt(number + 1, last.number, removed.deal, deal)


def effect_of_round(sheet: Sheet, number: int, played: Round) -> Effect:
    """The effect of recording this round as round `number`, which may be the next one.

    Raises `RuleError`; if the error is in this round, its place is relative to the round.
    """
    game = sheet.game
    rounds = (*game.rounds[: number - 1], played, *game.rounds[number:])
    try:
        if number > len(game.rounds):
            after = fold(replace(game, rounds=rounds, called=False), sheet)
            return Effect(number, sheet, after, ())
        effect = _effect(sheet, replace(game, rounds=rounds), number)
    except RuleError as error:
        raise error.seen_from_round(number) from None
    return replace(effect, redealt=_redealt(effect))


def judged_if_allowed(sheet: Sheet, number: int, refused: Round) -> RoundOnSheet | None:
    """What a refused knock would be as round `number` if the table accepted it; else `None`."""
    if refused.ending is not Ending.KNOCK:
        return None
    rounds = (*sheet.game.rounds[: number - 1], replace(refused, allow=(ILLEGAL_KNOCK,)))
    try:
        return fold(replace(sheet.game, rounds=rounds, called=False), sheet).rounds[-1]
    except RuleError:
        return None


def _redealt(effect: Effect) -> Redealt | None:
    """The rounds whose deal changes because the corrected round is now void, or no longer is."""
    pairs = zip(effect.before.rounds, effect.after.rounds, strict=False)
    changed = [(now.number, now.deal) for was, now in pairs if was.deal != now.deal]
    if not changed:
        return None
    (first, first_deal), (last, last_deal) = changed[0], changed[-1]
    return Redealt(first, last, first_deal, last_deal)


def effect_of_removal(sheet: Sheet, number: int) -> Effect:
    """The effect of removing round `number`; raises `RuleError` as `fold` does."""
    game = sheet.game
    rounds = game.rounds[: number - 1] + game.rounds[number:]
    try:
        return _effect(sheet, replace(game, rounds=rounds), number)
    except RuleError as error:
        raise _as_numbered_now(error) from None


def _as_numbered_now(error: RuleError) -> RuleError:
    """The error in a later round, with the number that the round has before the removal.

    The error cannot be in an earlier round, because those do not change.
    """
    rounds, index, *rest = error.where
    return RuleError(error.message, rounds, int(index) + 1, *rest, names=error.names)


def _effect(before: Sheet, after: Game, number: int) -> Effect:
    kept = fold_until_over(after, before)
    # These are the current numbers of the rounds, before a removal changes them.
    dropped = len(after.rounds) - len(kept.rounds)
    last = len(before.rounds)
    return Effect(number, before, kept, tuple(range(last - dropped + 1, last + 1)))


def fold_until_over(game: Game, known: Sheet | None = None) -> Sheet:
    """The sheet without the rounds after the end of the game; otherwise the same as `fold`."""
    try:
        return fold(game, known)
    except RuleError as error:
        kept = replace(game, rounds=game.rounds[: int(error.where[1])])
        if fold(replace(kept, called=False), known).over:
            return fold(kept, known)
        raise
