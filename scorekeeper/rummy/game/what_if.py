"""What changing a recorded round would do to the rest of the game."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.game.sheet import Game, Sheet, fold
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import Round, RuleError


@dataclass(frozen=True, slots=True)
class Redealt:
    """Rounds dealt otherwise once one before them counts no more, or now counts.

    The numbers are those of now; `first_deal` and `last_deal` are what the first and the last of
    them are dealt then.
    """

    first: int
    last: int
    first_deal: Deal
    last_deal: Deal


@dataclass(frozen=True, slots=True)
class Effect:
    """The sheet before and after a change of round `number`; `dropped` rounds would come off it.

    `redealt` are those after a corrected one that are dealt otherwise.
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
        """Whether anybody's total is another one afterwards."""
        return self.before.final != self.after.final

    @property
    def other_winners(self) -> tuple[Seat, ...] | None:
        """Who wins the round instead of whom it was won by; `None` where they stay, or it goes."""
        if len(self.after.rounds) + len(self.dropped) < len(self.before.rounds):
            return None
        was, now = (sheet.rounds[self.number - 1].ruling for sheet in (self.before, self.after))
        return None if was.winners == now.winners else now.winners

    @property
    def changes_winners(self) -> bool:
        """Whether the game is won by others, ends, or goes on."""
        return (self.before.over, self.before.winners) != (self.after.over, self.after.winners)


def redealt_by_removal(sheet: Sheet, number: int) -> Redealt | None:
    """What is dealt otherwise without round `number`; `None` where every round is dealt alike."""
    game, removed, last = sheet.game, sheet.rounds[number - 1], sheet.rounds[-1]
    before = [each for each in sheet.rounds[:-1] if each is not removed]
    played = sum(not each.ruling.is_void for each in before)
    deal = game.variant.deal(game.rules, len(game.players), played + 1)
    if removed is last or deal == last.deal:
        return None
    return Redealt(number + 1, last.number, removed.deal, deal)


def effect_of_round(sheet: Sheet, number: int, round: Round) -> Effect:
    """What putting this round on a sheet does, as round `number` or as the next one.

    Raises `RuleError`, its place seen from the round where the fault is in this one.
    """
    game = sheet.game
    rounds = (*game.rounds[: number - 1], round, *game.rounds[number:])
    try:
        if number > len(game.rounds):
            after = fold(replace(game, rounds=rounds, called=False), sheet)
            return Effect(number, sheet, after, ())
        effect = _effect(sheet, replace(game, rounds=rounds), number)
    except RuleError as error:
        raise _seen_from_round(error, number) from None
    return replace(effect, redealt=_redealt(effect))


def _seen_from_round(error: RuleError, number: int) -> RuleError:
    if error.where[:2] == ("rounds", number - 1):
        return RuleError(error.message, *error.where[2:], names=error.names)
    return error


def _redealt(effect: Effect) -> Redealt | None:
    """What is dealt otherwise now that the corrected round is void, or is so no more."""
    pairs = zip(effect.before.rounds, effect.after.rounds, strict=False)
    changed = [(now.number, now.deal) for was, now in pairs if was.deal != now.deal]
    if not changed:
        return None
    (first, first_deal), (last, last_deal) = changed[0], changed[-1]
    return Redealt(first, last, first_deal, last_deal)


def effect_of_removal(sheet: Sheet, number: int) -> Effect:
    """What taking round `number` off the sheet does; raises `RuleError` as `fold` does."""
    game = sheet.game
    rounds = game.rounds[: number - 1] + game.rounds[number:]
    try:
        return _effect(sheet, replace(game, rounds=rounds), number)
    except RuleError as error:
        raise _as_numbered_now(error) from None


def _as_numbered_now(error: RuleError) -> RuleError:
    """The fault of a later round under the number it has before the removal moves it up.

    The rounds before the removed one stay as they are, so the fault is not in them.
    """
    rounds, index, *rest = error.where
    return RuleError(error.message, rounds, int(index) + 1, *rest, names=error.names)


def _effect(before: Sheet, after: Game, number: int) -> Effect:
    kept = fold_until_over(after, before)
    # The numbers are those that the rounds have now, before a removal moves them up.
    dropped = len(after.rounds) - len(kept.rounds)
    last = len(before.rounds)
    return Effect(number, before, kept, tuple(range(last - dropped + 1, last + 1)))


def fold_until_over(game: Game, known: Sheet | None = None) -> Sheet:
    """The sheet without the rounds after the end of the game; takes and raises what `fold` does."""
    try:
        return fold(game, known)
    except RuleError as error:
        kept = replace(game, rounds=game.rounds[: int(error.where[1])])
        if fold(replace(kept, called=False), known).over:
            return fold(kept, known)
        raise
