"""Recording and correcting rounds, whether they were typed on one phone or on several."""

from __future__ import annotations

from flask_babel import gettext as _

from scorekeeper.games import commands
from scorekeeper.rummy.game.what_if import effect_of_round
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import Round, RuleError
from scorekeeper.storage.models import GameRow
from scorekeeper.web.formatting import result_words
from scorekeeper.web.requests import FormToken
from scorekeeper.web.rounds.entry import RoundInProgress
from scorekeeper.web.rounds.game_state import GameState
from scorekeeper.web.rounds.lay_off_claims import check_lay_offs
from scorekeeper.web.rounds.typed_round import keep_extras


def record_next(
    state: GameState,
    entry: RoundInProgress,
    form_token: FormToken,
    *,
    entered_by: str | None,
    seen: str | None,
) -> str:
    """Record the next round; returns the message about it.

    `seen` is the revision of the round that was announced, `None` where none was.

    Raises `RuleError`, `commands.VersionConflict` and `open_rounds.OpenRoundConflict`.
    """
    row = commands.record(
        state.id,
        version=form_token.version,
        key=form_token.key,
        round=_checked(entry),
        entered_by=entered_by,
        revision=seen,
    )
    return str(_("Round %(number)d is on the sheet.", number=row.played))


def correct_round(
    state: GameState,
    entry: RoundInProgress,
    form_token: FormToken,
    *,
    entered_by: str | None,
    drop_later: bool,
) -> str:
    """Replace a recorded round; returns the message about it.

    Raises `RuleError`, `commands.VersionConflict` and `commands.EndsEarlierConflict`.
    """
    recorded = entry.game.rounds[entry.number - 1]
    row = commands.correct(
        state.id,
        version=form_token.version,
        key=form_token.key,
        number=entry.number,
        round=keep_extras(_checked(entry), recorded),
        drop_later=drop_later,
        entered_by=entered_by,
    )
    return _corrected_words(row, entry.number)


def _corrected_words(row: GameRow, number: int) -> str:
    sheet = commands.sheet(row)
    done = _("Round %(number)d is corrected.", number=number)
    return f"{done} {result_words(sheet.rounds[number - 1], sheet.game)}."


def _checked(entry: RoundInProgress) -> Round:
    """The round; raises `RuleError` if it cannot be read or lacks a hand, or at a false lay-off."""
    read = entry.read
    round = read.complete()
    ended = read.ending.by
    if read.ending.asks_own and round.hands and ended is not None and round.hands[ended] is None:
        text = message("Say what {player} put down.", player=ended)
        raise RuleError(text, "hands", ended, names=entry.game.players)
    if read.claims_lay_offs:
        try:
            effect = effect_of_round(entry.sheet, entry.number, round)
        except RuleError:
            return round  # Recording it says so, unless it is recorded already.
        check_lay_offs(entry.game, read, effect.after.rounds[entry.number - 1])
    return round
