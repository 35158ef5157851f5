"""The players of a club: add, rename and archive them, and set their faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from unicodedata import category

from sqlalchemy import func, or_, select, update
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.clubs.devices import lock_club
from scorekeeper.rummy.documents.names import heard, is_plain_name
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.database import write
from scorekeeper.storage.models import EntrantPlayer, GameRow, Player, SeatRow, TournamentRow
from scorekeeper.storage.queries import find_player

COLOURS = 12
"""The number of face colours, which `static/tokens.css` defines."""

LONGEST_SIGN = 2
"""The most letters or emoji on a face."""

_JOINER = "\u200d"
"""The character that joins two emoji into one, such as a family."""


class NameTakenError(Exception):
    """The name belongs to another player of the club, the `holder`."""

    def __init__(self, holder: Player) -> None:
        super().__init__(holder.name)
        self.holder = holder


class RenamedConflict(Exception):
    """The player was renamed to `name` after the form was made."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def add_player(session: Session, club_id: int, name: str, colour: int | None = None) -> Player:
    """Add a player, in the rarest colour unless a colour is given. The club must be locked."""
    player = Player(
        club_id=club_id,
        name=name,
        seen_at=clock.now(),
        colour=rarest_colour(colours_used(session, club_id)) if colour is None else colour,
    )
    session.add(player)
    return player


def seat_players(
    names: Sequence[str], find: Callable[[str], Player | None], add: Callable[[str], Player]
) -> list[Player]:
    """Return the players of a game by their names.

    If `find` has no player with a name, `add` creates the player. Names that differ only in
    capitals are the same player, except within one game. Raises `RuleError` if two of the names
    belong to one person.
    """
    alike = Counter(map(heard, names))
    players: list[Player] = []
    for place, name in enumerate(names):
        player = find(name)
        if player is None or (player.name != name and alike[heard(name)] > 1):
            player = add(name)
        if player.person in players:
            text = message(
                "“{name}” is the same person as “{other}”.", name=name, other=player.person.name
            )
            raise RuleError(text, "players", place)
        players.append(player.person)
    return players


def colours_used(session: Session, club_id: int) -> Counter[int]:
    query = (
        select(Player.colour, func.count().label("players"))
        .where(Player.club_id == club_id, Player.same_as_id.is_(None))
        .group_by(Player.colour)
    )
    return Counter({row.colour: row.players for row in session.execute(query)})


def rarest_colour(used: Counter[int]) -> int:
    return min(range(COLOURS), key=lambda colour: used[colour])


@contextmanager
def changing(player: Player) -> Iterator[tuple[Session, Player]]:
    """Run a transaction that changes a player, with the club locked and the player read again."""
    player_id, club_id = player.id, player.club_id
    with write() as session:
        lock_club(session, club_id)
        yield session, session.get_one(Player, player_id, populate_existing=True)


def rename_player(player: Player, name: str, *, seen: str) -> None:
    """Rename a player who was called `seen` when the form was made.

    Raises `RenamedConflict`, `NameTakenError`.
    """
    with changing(player) as (session, now):
        if now.name == name:
            return
        if now.name != seen:
            raise RenamedConflict(now.name)
        holder = find_player(session, now.club_id, name)
        if holder is not None and holder.id != now.id:
            raise NameTakenError(holder)
        now.name = name
        note_new_name(session, now)


def note_new_name(session: Session, player: Player) -> None:
    """Mark all games and tournaments as changed that show this player or a merged player."""
    same = select(Player.id).where(or_(Player.id == player.id, Player.same_as_id == player.id))
    games = select(SeatRow.game_id).where(SeatRow.player_id.in_(same))
    renamed = update(GameRow).where(GameRow.id.in_(games)).values(renamed=GameRow.renamed + 1)
    session.execute(renamed, execution_options={"synchronize_session": False})
    note_new_look(session, player)


def note_new_look(session: Session, player: Player) -> None:
    """Increase the versions of a player’s tournaments, so that pages show the change.

    Games must be locked before their tournaments.
    """
    same = select(Player.id).where(or_(Player.id == player.id, Player.same_as_id == player.id))
    entered = select(EntrantPlayer.tournament_id).where(EntrantPlayer.player_id.in_(same))
    shown = update(TournamentRow).where(TournamentRow.id.in_(entered))
    session.execute(
        shown.values(version=TournamentRow.version + 1),
        execution_options={"synchronize_session": False},
    )


def set_face(player: Player, colour: int, sign: str) -> None:
    """Set the colour and sign of a player. An empty sign shows the player’s initial."""
    with changing(player) as (session, now):
        now.colour, now.sign = colour, sign
        note_new_look(session, now)


def set_archived(player: Player, *, archived: bool) -> None:
    with changing(player) as (_session, now):
        now.archived_at = (now.archived_at or clock.now()) if archived else None


def read_sign(typed: str) -> str | None:
    """Read a typed sign, which can be empty. `None` if it does not fit on a face.

    >>> read_sign(" 🦊 "), read_sign("Jo"), read_sign("Joan")
    ('🦊', 'Jo', None)
    """
    sign = typed.strip()
    fits = len(sign) <= Player.sign.type.length and _width(sign) <= LONGEST_SIGN
    return sign if fits and is_plain_name(sign) else None


def _width(sign: str) -> int:
    """Return the number of visible characters: an emoji can be several characters."""
    seen, joined = 0, False
    for character in sign:
        if character != _JOINER and category(character) not in ("Mn", "Me", "Sk") and not joined:
            seen += 1
        joined = character == _JOINER
    return seen
