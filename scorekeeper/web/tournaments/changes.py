"""Common parts of tournament pages: the tournament of an address, and a change by a form."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from flask import Response, abort, request
from flask_babel import gettext as _

from scorekeeper.games.transaction import VersionConflict, new_key
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.models import TournamentRow
from scorekeeper.tournament.refusals import Refusal, Sentence, message
from scorekeeper.tournaments.leagues import LeagueVersionConflict, NoSuchLeagueError
from scorekeeper.tournaments.recorded import (
    RecordedTournament,
    find_tournament,
    recorded_tournament,
)
from scorekeeper.tournaments.transaction import (
    ChangeForm,
    NoSuchTournamentError,
    TournamentVersionConflict,
)
from scorekeeper.web.shell.requests import read_form_token, see_other, speak_of
from scorekeeper.web.shell.translation import translate, translated
from scorekeeper.web.shell.visitor import current_club, current_member

FaultPage: TypeAlias = Callable[["Fault"], Response]


class Fault:
    """The error of a form: a sentence, its place, and the status. False without a sentence."""

    def __init__(self, status: int = 200, sentence: str = "", *where: str | int) -> None:
        self.status, self.sentence, self.where = status, sentence, where

    def __bool__(self) -> bool:
        return bool(self.sentence)


NO_FAULT = Fault()


def tournament_or_404(tournament_id: str) -> RecordedTournament:
    """The club's tournament with this id. The page then uses the words of its game."""
    return spoken_of(find_tournament(current_club(), tournament_id) or abort(404))


def spoken_of(row: TournamentRow) -> RecordedTournament:
    """The tournament of a row. The page then uses the words of its game."""
    recorded = recorded_tournament(row)
    speak_of(recorded.setup["game"]["variant"])
    return recorded


def fault_of(error: Refusal | RuleError) -> Fault:
    """The fault of an error, in the language of the page."""
    if isinstance(error, Refusal):
        return Fault(422, error.sentence.text(translated), *error.where)
    return Fault(422, translate(error.message, error.names), *error.where)


def conflict(done: Sentence | None = None) -> Fault:
    """The fault if somebody else was faster. `done` says what they did."""
    done = done or message("Somebody changed this tournament a moment ago.")
    look = _("Nothing was done here. Look again, and press once more if it is still right.")
    return Fault(409, f"{done.text(translated)} {look}")


def change(
    do: Callable[..., object], tournament_id: str, to: str, page: FaultPage, **facts: Any
) -> Response:
    """Change a tournament by a form with its version and key, then redirect `to` an address.

    If the change fails, the answer is the `page` with the fault.
    """
    token, who = read_form_token(), current_member().player
    form = ChangeForm(current_club().id, tournament_id, token.version, token.key, who)
    fault = attempt(partial(do, form, **facts))
    return page(fault) if fault else see_other(to)


def attempt(do: Callable[[], object]) -> Fault:
    """Try a change of a tournament, a league or a game. Returns its fault, or `NO_FAULT`."""
    try:
        do()
    except (Refusal, RuleError) as error:
        return fault_of(error)
    except TournamentVersionConflict as error:
        return conflict(error.sentence)
    except LeagueVersionConflict:
        return conflict(message("Somebody changed this league a moment ago."))
    except VersionConflict:
        return conflict()
    except (NoSuchTournamentError, NoSuchLeagueError):
        abort(404)
    return NO_FAULT


def key_for(fault: Fault) -> str:
    """The key for the form on a page: the sent key, unless that key was used or is invalid."""
    sent = request.form.get("key", "")
    return sent if fault.status == 422 and sent and fault.where != ("key",) else new_key()
