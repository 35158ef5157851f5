"""A tournament of this evening as a card, with the player's table or the progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.clubs.members import Member
from scorekeeper.storage.models import TournamentRow
from scorekeeper.tournament.model import PAIRS
from scorekeeper.tournaments.lists import entrant_of
from scorekeeper.tournaments.recorded import RecordedTournament, recorded_tournament
from scorekeeper.web.parts.formatting import capital
from scorekeeper.web.subjects.tournament_standings import shown_standing
from scorekeeper.web.subjects.tournament_words import round_words
from scorekeeper.web.subjects.tournaments import seat_of, seat_words


@dataclass(frozen=True, slots=True)
class TournamentCard:
    """A tournament in a list: its name, its game, and in `answer` its state as a sentence.

    `is_on`: a round is being played. `is_over`: the tournament has ended. `game_id` is the current
    game at the table of this phone's player, or empty.
    """

    id: str
    name: str
    variant: str
    answer: str
    is_on: bool
    is_over: bool
    game_id: str


def tournament_cards(rows: Sequence[TournamentRow], member: Member) -> list[TournamentCard]:
    return [_card(recorded_tournament(row), member.player_id) for row in rows]


def _card(recorded: RecordedTournament, player_id: int | None) -> TournamentCard:
    shown, own = recorded.shown, entrant_of(recorded.id, player_id)
    is_on = shown > recorded.closed
    answer, game_id = _how_far(recorded), ""
    if is_on and own is not None:
        seat = seat_of(recorded, shown, own)
        answer = seat_words(recorded, shown, seat)
        game = recorded.games.get((shown, seat.table)) if seat else None
        game_id = game.id if game and not game.is_over else ""
    return TournamentCard(
        id=recorded.id,
        name=recorded.setup["name"],
        variant=recorded.setup["game"]["variant"],
        answer=answer,
        is_on=is_on,
        is_over=bool(recorded.setup.get("ended")),
        game_id=game_id,
    )


def _how_far(recorded: RecordedTournament) -> str:
    if recorded.shown > recorded.closed:
        return playing_words(recorded)
    if recorded.closed:
        return shown_standing(recorded, recorded.closed).answer
    return entered_words(recorded)


def entered_words(recorded: RecordedTournament) -> str:
    number = len(recorded.tournament.entrants)
    if recorded.tournament.play == PAIRS:
        return str(ngettext("%(num)d pair has entered.", "%(num)d pairs have entered.", number))
    return str(ngettext("%(num)d player has entered.", "%(num)d players have entered.", number))


def playing_words(recorded: RecordedTournament) -> str:
    round = recorded.round(recorded.shown)
    return str(
        _(
            "%(round)s is being played: %(done)d of %(tables)d tables are done.",
            round=capital(round_words(recorded, recorded.shown)),
            done=len(round.tables) - len(round.open_tables),
            tables=len(round.tables),
        )
    )
