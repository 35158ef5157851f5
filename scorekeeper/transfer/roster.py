"""The players of a club during an import: found by name, or added if new."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.clubs.players import (
    COLOURS,
    add_player,
    colours_used,
    rarest_colour,
    read_sign,
    seat_players,
)
from scorekeeper.rummy.documents.names import check_name, heard
from scorekeeper.rummy.documents.reading import read_moment, read_object, read_string
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.models import Player
from scorekeeper.transfer.new_games import Calendar
from scorekeeper.transfer.sources import SourceLine

MOST_NEW = 5_000
"""The maximum number of new players in a file. Adding them blocks all other writers."""

_KEYS = ("name", "colour", "sign", "archived", "same_as")


class TooManyPlayersError(RuleError):
    """A file has more new players than allowed. The count stops there."""

    def __init__(self) -> None:
        super().__init__(message("A file can bring up to {most} new players.", most=MOST_NEW))


@dataclass(frozen=True, slots=True)
class Face:
    """A player's name and face in an archive.

    `same_as` is the name of the person into whom the player was merged, or empty.
    """

    name: str
    colour: int
    sign: str
    archived: datetime | None
    same_as: str


def read_face(line: SourceLine, calendar: Calendar) -> Face:
    """Raises `RuleError`."""
    fields = read_object(line.read(), _KEYS)
    colour = fields.get("colour")
    if type(colour) is not int or not 0 <= colour < COLOURS:
        raise RuleError(
            message("A colour is a number from 0 to {most}.", most=COLOURS - 1), "colour"
        )
    sign = read_sign(read_string(fields.get("sign", ""), "sign"))
    if sign is None:
        raise RuleError(message("This sign does not fit on a face."), "sign")
    archived = fields.get("archived")
    return Face(
        name=_read_name(fields.get("name"), "name"),
        colour=colour,
        sign=sign,
        archived=None
        if archived is None
        else calendar.moment_of(read_moment(archived, "archived"), "archived"),
        same_as=_read_name(fields["same_as"], "same_as") if "same_as" in fields else "",
    )


def _read_name(value: object, where: str) -> str:
    name = read_string(value, where).strip()
    check_name(name, where)
    return name


class Roster:
    """The players of a club by name. `added` are new players, `faces` the faces of a file by name.

    With `writes`, new players are added to the club and written at the next flush. The club must be
    locked. Without `writes`, new players exist only in memory, to check a file.
    """

    def __init__(self, session: Session, club_id: int, *, writes: bool) -> None:
        self.session, self.club_id, self._writes = session, club_id, writes
        self._ids: dict[str, Player] = {}
        self._named: dict[str, Player] = {}
        self._alike: dict[str, Player] = {}
        query = select(Player).where(Player.club_id == club_id)
        for player in session.scalars(query.order_by(Player.seen_at.desc(), Player.id)):
            self._know(player)
            self._ids[str(player.id)] = player.person
        self._members, self._names = dict(self._alike), dict(self._named)
        self._colours = colours_used(session, club_id)
        self._new: set[str] = set()
        self._seen: dict[Player, datetime] = {}
        self.faces: dict[str, Face] = {}
        self.added: list[Player] = []

    @property
    def people(self) -> list[Player]:
        """All players of the club, last seen first. Merged players are one person."""
        return list(dict.fromkeys(self._ids.values()))

    def member(self, player_id: str) -> Player | None:
        return self._ids.get(player_id)

    def named(self, name: str) -> Player | None:
        """The person whom the club knew by this name before the import."""
        found = self._names.get(name) or self._members.get(heard(name))
        return found and found.person

    def of_file(self, name: str) -> Player | None:
        """The player with this name in the file: a player of the club, or a new player."""
        found = self._find(name)
        return found and found.person

    def expect(self, face: Face) -> None:
        """Note that the file has this player. Raises `TooManyPlayersError`."""
        self.faces[face.name] = face
        if self._find(face.name) is None:
            self._check_room(face.name)

    def seats(self, names: Sequence[str]) -> list[Player]:
        """The people with these names in a game.

        Raises `RuleError` if two names belong to one person, and `TooManyPlayersError`.
        """
        return seat_players(names, self._find, self._add)

    def others(self, names: Sequence[str]) -> list[Player]:
        """The players with these names in the history of a game. Raises `TooManyPlayersError`."""
        return [self._find(name) or self._add(name) for name in names]

    def saw(self, players: Sequence[Player], started: datetime) -> None:
        """Note that these players sat in a game with this start."""
        for player in players:
            self._seen[player] = max(self._seen.get(player, started), started)

    def write_seen(self) -> None:
        """Write when each player was last seen. For a new player, only games of the file count."""
        new = set(self.added)
        for player, seen in self._seen.items():
            player.seen_at = seen if player in new else max(player.seen_at, seen)

    def add_others(self) -> None:
        """Add the players of the file without a game, and merge new players. Raises `RuleError`."""
        for name in self.faces:
            if self._find(name) is None:
                self._add(name)
        for player in self.added:
            face = self.faces.get(player.name)
            if face and face.same_as:
                player.same_as = self._person(face, player)

    def _person(self, face: Face, player: Player) -> Player:
        other = self._find(face.same_as)
        if other is None or other.person is player or player in self._seen:
            text = message(
                "“{name}” is not in this file, so nobody can be merged into them.",
                name=face.same_as,
            )
            raise RuleError(text, "same_as")
        return other.person

    def _find(self, name: str) -> Player | None:
        """The player with this name. “ann” finds Ann, unless the file has both."""
        alike = self._members if name in self.faces else self._alike
        return self._named.get(name) or alike.get(heard(name))

    def _know(self, player: Player) -> None:
        """Note a player by name. Of players with equal names, the player seen last counts."""
        self._named.setdefault(player.name, player)
        self._alike.setdefault(heard(player.name), player)

    def _check_room(self, name: str) -> None:
        self._new.add(name)
        if len(self._new) > MOST_NEW:
            raise TooManyPlayersError

    def _add(self, name: str) -> Player:
        self._check_room(name)
        face = self.faces.get(name)
        colour = face.colour if face else rarest_colour(self._colours)
        self._colours[colour] += 1
        if self._writes:
            player = add_player(self.session, self.club_id, name, colour)
        else:
            player = Player(name=name, colour=colour, sign="")
        if face:
            player.sign, player.archived_at = face.sign, face.archived
        self._know(player)
        self.added.append(player)
        return player
