"""Delete games, restore them unchanged, or delete them permanently.

A deleted game keeps everything, including its open round. Deleting and restoring are ordinary
changes, with a version, a key and an entry in the history.
"""

from __future__ import annotations

from sqlalchemy import delete as delete_from
from sqlalchemy import select
from sqlalchemy.orm import aliased

from scorekeeper import clock
from scorekeeper.clubs.devices import lock_club
from scorekeeper.games.news import add_erased_news
from scorekeeper.games.transaction import (
    EditedGame,
    LockedGame,
    NoSuchGameError,
    VersionConflict,
    change_game,
    key_of,
)
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.database import db, write
from scorekeeper.storage.mapping import RecordedGame
from scorekeeper.storage.models import (
    ChangeRow,
    Club,
    Device,
    EntrantPlayer,
    GameRow,
    Player,
    SeatRow,
)
from scorekeeper.storage.queries import find_deleted_game


def delete(
    game_id: str, *, version: int, key: str, only_new: bool = False, entered_by: str | None = None
) -> GameRow:
    """Delete a game. With `only_new`, reject a game that was changed after its start."""

    def mark_deleted(locked: LockedGame, recorded: RecordedGame) -> EditedGame:
        row = locked.row
        if only_new and not row.is_new:
            raise only_keepers()
        row.deleted_at, row.deleted_by = clock.now(), entered_by
        return EditedGame(recorded)

    return change_game(ChangeKind.DELETE, game_id, version, key, entered_by, mark_deleted)


def only_keepers() -> RuleError:
    return RuleError(
        message("Once a round is on the sheet, only an organiser can delete the game.")
    )


def is_deleted_by(club: Club, game_id: str, key: str) -> bool:
    """Check whether the form with this key deleted this game. Such a form can be sent again."""
    query = select(ChangeRow.key).where(ChangeRow.game_id == game_id)
    last = query.order_by(ChangeRow.id.desc()).limit(1)
    return find_deleted_game(club, game_id) is not None and db.session.scalar(last) == key_of(
        ChangeKind.DELETE, key
    )


def restore(game_id: str, *, version: int, key: str, entered_by: str | None = None) -> GameRow:
    def mark_restored(locked: LockedGame, recorded: RecordedGame) -> EditedGame:
        row = locked.row
        if row.deleted_at is None:
            raise VersionConflict(row)
        row.deleted_at = row.deleted_by = None
        return EditedGame(recorded)

    return change_game(ChangeKind.RESTORE, game_id, version, key, entered_by, mark_restored)


def delete_for_ever(club: Club, game_id: str, *, version: int) -> None:
    """Delete a deleted game permanently, and its players without another game or a device.

    A player who entered a tournament stays. If another player was merged into this player, this
    player stays too, because the games of the merged player count for this player. Raises
    `VersionConflict` if the game was changed or restored, `NoSuchGameError` if it is gone.
    """
    club_id = club.id
    with write() as session:
        # Prevents a new game from using a player who is about to be deleted.
        lock_club(session, club_id)
        row = session.get(GameRow, game_id, with_for_update=True)
        if row is None or row.club_id != club_id:
            raise NoSuchGameError(game_id)
        if row.deleted_at is None or row.version != version:
            raise VersionConflict(row)
        players = [seat.player_id for seat in row.seats]
        add_erased_news(session.connection(), club_id, game_id)
        merged = aliased(Player)
        session.execute(delete_from(GameRow).where(GameRow.id == game_id))
        session.execute(
            delete_from(Player).where(
                Player.id.in_(players),
                ~select(SeatRow.player_id).where(SeatRow.player_id == Player.id).exists(),
                ~select(EntrantPlayer.player_id)
                .where(EntrantPlayer.player_id == Player.id)
                .exists(),
                ~select(Device.player_id).where(Device.player_id == Player.id).exists(),
                ~select(merged.id).where(merged.same_as_id == Player.id).exists(),
            )
        )
