"""The state of a game for one request: read once and used by the whole page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from flask_babel import gettext as _

from scorekeeper.clubs.members import Member, Phone, any_other_here, at_the_table, phones_of
from scorekeeper.games import commands
from scorekeeper.games.history import changes
from scorekeeper.games.open_round import OpenRound
from scorekeeper.games.open_rounds import find_open
from scorekeeper.games.undoing import last_recorded, taken_back
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.rummy.game.sheet import TOTALS_ALONE, Sheet
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import Round
from scorekeeper.storage.folded_games import cached_sheet, sheet_of
from scorekeeper.storage.models import GameRow, People
from scorekeeper.storage.queries import etag_text, people_of
from scorekeeper.web.shell.requests import game_or_404, speak_of
from scorekeeper.web.shell.translation import translate
from scorekeeper.web.shell.visitor import current_member, is_own_table


class SheetInstead(Exception):
    """Answer the request with the current sheet. `problem` explains the rejected change."""

    def __init__(self, row: GameRow, status: int, problem: str) -> None:
        super().__init__(problem)
        self.row, self.status, self.problem = row, status, problem


@dataclass(frozen=True)
class GameState:
    """A game, its open round, and the device of the request."""

    row: GameRow
    id: str
    version: int
    is_playing: bool
    sheet: Sheet
    member: Member

    @cached_property
    def stored_open(self) -> OpenRound | None:
        """The open round in the database. After the end of the game, only a discarded one stays."""
        return find_open(self.id)

    @property
    def open(self) -> OpenRound | None:
        """The open round. `None` if there is none or the game is over."""
        return self.stored_open if self.is_playing else None

    @cached_property
    def undone(self) -> Round | None:
        """The round that was just undone, if no change followed."""
        undone = taken_back(self.row)
        return undone if isinstance(undone, Round) else None

    @cached_property
    def last_recorded(self) -> int:
        """The id of the change that recorded the last round. `OpenRound.shown` uses it as key."""
        return last_recorded(self.id)

    @property
    def players(self) -> tuple[str, ...]:
        return self.sheet.game.players

    @cached_property
    def people(self) -> People:
        return people_of(self.row)

    @property
    def is_full(self) -> bool:
        return commands.is_full(self.sheet)

    @cached_property
    def _seats_by_name(self) -> dict[str, Seat]:
        return {self.players[seat]: seat for seat in self.sheet.players_in}

    @property
    def own_seat(self) -> Seat | None:
        """The seat of this device's player, if still playing."""
        return self._seats_by_name.get(self.member.player or "")

    @property
    def only_watches(self) -> bool:
        is_out = self.member.player in self.players and self.own_seat is None
        return is_out and self.others_have_phones

    @cached_property
    def phones(self) -> tuple[Phone, ...]:
        """The phones of the club."""
        return phones_of(self.member.club_id)

    @cached_property
    def others_have_phones(self) -> bool:
        """Check whether other players have phones at the table.

        False for a phone that enters with a table's card: it acts for all players there.
        """
        enters_by_card = not self.member.plays and is_own_table()
        return not enters_by_card and any_other_here(self.phones, self._seats_by_name, self.member)

    @cached_property
    def seats_elsewhere(self) -> frozenset[Seat]:
        """The seats of other players who are still playing and have a phone at the table."""
        here = {phone.player for phone in at_the_table(self.phones, self.member)}
        names = (here & self._seats_by_name.keys()) - {self.member.player}
        return frozenset(self._seats_by_name[name] for name in names if name)

    @property
    def seats_with_phones(self) -> frozenset[Seat]:
        """The seats of players who are still playing and have a phone in the club."""
        return frozenset(map(Seat, self.phones_of_players.values()))

    @property
    def phones_of_players(self) -> dict[str, int]:
        return {
            phone.device_id: self._seats_by_name[phone.player]
            for phone in self.phones
            if phone.player in self._seats_by_name
        }

    @property
    def is_announced(self) -> bool:
        return self.open is not None and not self.open.is_being_played

    @property
    def others_must_agree(self) -> bool:
        return self.member.all_agree and self.others_have_phones

    def etag(self, open_round: OpenRound | None) -> str:
        """The etag of this state of the game, different for every state."""
        return etag_text(
            self.version, *((open_round.id, open_round.version) if open_round else (None, None))
        )


def find_state(game_id: str) -> GameState:
    """The state of this game. Raises `NoSuchGameError` if the club has none."""
    return state_of(game_or_404(game_id))


def sheet_to_add_to(game_id: str) -> Sheet:
    """The sheet of this game, from the cache if possible. Recording rejects an outdated form.

    Raises `NoSuchGameError` if the club has no such game.
    """
    sheet = cached_sheet(current_member().club_id, game_id)
    if sheet is None:
        return sheet_of(game_or_404(game_id))
    speak_of(sheet.game.variant.key)
    return sheet


def game_with_entries(game_id: str) -> GameRow:
    """The game with this id. Raises `SheetInstead` if only its totals are known."""
    row = game_or_404(game_id)
    if row.imported is not None:
        raise SheetInstead(row, 409, translate(TOTALS_ALONE))
    return row


def state_of(row: GameRow) -> GameState:
    return GameState(
        row=row,
        id=row.id,
        version=row.version,
        is_playing=row.status == "playing",
        sheet=sheet_of(row),
        member=current_member(),
    )


def reason_to_leave(state: GameState) -> str:
    """The reason why a round is no longer open.

    It was `discarded`, recorded by this phone's player (`own`) or by somebody else (`recorded`), or
    is gone for an unknown reason (`round`).
    """
    if state.stored_open is not None and state.stored_open.discarded_by is not None:
        return "discarded"
    [newest] = changes(state.row, most=1, game=state.sheet.game)
    if newest.kind is not ChangeKind.RECORD or not isinstance(state.sheet.game.entries[-1], Round):
        return "round"
    # If two phones record at the same time, this can run before the first phone gets its answer.
    is_own = newest.entered_by is not None and newest.entered_by == state.member.player
    return "own" if is_own else "recorded"


def recorded_words(row: GameRow) -> str:
    return str(_("Round %(number)d is on the sheet.", number=row.played))
