"""Change facts that do not affect points: a game’s date, place and note, and its players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from functools import partial

from scorekeeper.clubs.players import add_player, seat_players
from scorekeeper.games.transaction import EditedGame, LockedGame, change_game
from scorekeeper.rummy.documents.game import read_names
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.rummy.documents.sides import shown_names
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.sides import Seated
from scorekeeper.storage.database import db
from scorekeeper.storage.mapping import RecordedGame
from scorekeeper.storage.models import GameRow, Player
from scorekeeper.storage.queries import find_player

EARLIEST = date(1900, 1, 1)


@dataclass(frozen=True, slots=True)
class Details:
    """The date of a game’s evening, its place and a note. Place and note can be empty."""

    played_on: date
    place: str
    note: str


def check_day(day: date, today: date, *where: str | int) -> None:
    """Reject a day in the future, or too long ago. Raises `RuleError` at `where`."""
    if day > today:
        raise RuleError(message("That date is in the future."), *where)
    if day < EARLIEST:
        raise RuleError(message("That date is too far back."), *where)


def details_of(row: GameRow) -> Details:
    return Details(row.played_on, row.place, row.note)


def change_details(
    game_id: str, details: Details, *, version: int, key: str, entered_by: str | None = None
) -> GameRow:
    """Change the details of a game. Raises like `change_game`."""

    def write_down(locked: LockedGame, recorded: RecordedGame) -> EditedGame:
        row = locked.row
        old, new = asdict(details_of(row)), asdict(details)
        changed = {name: [str(old[name]), str(new[name])] for name in old if old[name] != new[name]}
        row.played_on, row.place, row.note = details.played_on, details.place, details.note
        return EditedGame(recorded, details=changed)

    return change_game(ChangeKind.DETAILS, game_id, version, key, entered_by, write_down, details)


def correct_player(
    game: GameRow,
    *,
    version: int,
    key: str,
    seat: int,
    name: str,
    entered_by: str | None = None,
) -> GameRow:
    """Correct the player of a seat. Rounds and points stay with the seat.

    A player who is new to the club is added to it. Raises `RuleError`:

    - at `name` if the name is invalid, or if this player already sits in the game
    - at `seat` if the game has no such seat
    - without a place while a round is being entered
    """
    club_id = game.club_id

    def exchange(locked: LockedGame, recorded: RecordedGame) -> EditedGame:
        names = list(recorded.game.players)
        if not 0 <= seat < len(names):
            raise RuleError(message("Choose a player."), "seat")
        wrong, names[seat] = names[seat], name
        row = locked.row
        player = _other_player(club_id, names, seat, row)
        names[seat] = player.name
        players = Seated(names, shown_names(row.sides, names)) if row.sides else tuple(names)
        return EditedGame(
            recorded.with_entries(recorded.entries, players=players),
            details={"player": [wrong, player.name]},
            seated=(Seat(seat), player),
        )

    return change_game(
        ChangeKind.PLAYER,
        game.id,
        version,
        key,
        entered_by,
        exchange,
        (seat, name),
        club_id=club_id,
    )


def _other_player(club_id: int, names: Sequence[str], seat: int, row: GameRow) -> Player:
    find, add = (
        partial(find_player, db.session(), club_id),
        partial(add_player, db.session(), club_id),
    )
    try:
        player = seat_players(read_names(names), find, add)[seat]
    except RuleError as error:
        raise RuleError(error.message, "name") from None
    if player in row.people:
        text = message("“{name}” already sits in this game.", name=player.name)
        raise RuleError(text, "name")
    db.session().flush()  # The history needs the id of a new player.
    return player
