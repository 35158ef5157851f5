"""Games with their rounds (the facts), history, open rounds, share links and words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, NamedTuple, TypeAlias, cast

from sqlalchemy import (
    JSON,
    CheckConstraint,
    ForeignKey,
    Index,
    String,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper import clock
from scorekeeper.rummy.documents.sides import shown_names
from scorekeeper.rummy.sides import Seated, opposite
from scorekeeper.storage.database import Base
from scorekeeper.storage.models.clubs import Club, Player
from scorekeeper.storage.models.instant import Day, Instant


def _now() -> datetime:
    return clock.now()


def _list_index(name: str, condition: str, *columns: str) -> Index:
    where = text(condition)
    return Index(
        f"ix_game_{name}", "club_id", *columns, "id", sqlite_where=where, postgresql_where=where
    )


def _history_index(name: str, *columns: str) -> Index:
    return Index(f"ix_game_{name}", "club_id", *columns, "played_on", "created_at", "id")


class Partners(NamedTuple):
    """Players who score together, with the name of their side."""

    name: str
    people: tuple[Player, ...]

    @property
    def colour(self) -> int:
        return self.people[0].colour

    @property
    def sign(self) -> str:
        """Empty, because each partner has a separate face."""
        return ""


Scorer: TypeAlias = "Player | Partners"
"""One side of a score: a player or partners."""


def people_in(scorer: Scorer) -> tuple[Player, ...]:
    return scorer.people if isinstance(scorer, Partners) else (scorer,)


People: TypeAlias = "tuple[Player, ...]"
"""The players of a game in order of play. In games with partners, `people[side]` is `Partners`."""


def with_sides(names: Sequence[str], players: tuple[Player, ...]) -> People:
    """The players of a game, with their sides if the game has sides."""
    if not names:
        return players
    shown = shown_names(names, [player.name for player in players])
    sides = zip(shown, opposite(len(players), len(names)), strict=True)
    partners = [
        Partners(name, tuple(players[seat] for seat in side.players)) for name, side in sides
    ]
    return cast("People", Seated[Any](players, partners))


PER_BOOK = 100_000
"""The version of a game is its number of changes plus a multiple of this number.

Each restored score book has another multiple.
"""


class GameRow(Base):
    """A game: its rules, which never change, and its state.

    - `id` cannot be guessed, because it appears in addresses.
    - `overrides` has the value of every house rule, so that presets can change later.
    - `status`, `totals`, `winners` and `played` follow from the facts. They are stored for lists of
      games. `totals` include bonuses, `winners` are seats, and `played` is the number of rounds.
    - `called` is a fact: the game was ended early.
    - `extras` are the `x-` keys of the game's document, as pairs of key and JSON text.
    - `imported` are the totals of an imported game without rounds. These totals are facts too.
    - `sides` are the chosen names of the sides, empty for a side named after its players.
      Without partners the list is empty.
    - `played_on` is the date of the game's evening. The date, `place` and `note` can be corrected
      at any time.
    - `changed_at` is the time of the last change of the sheet.
    - `updated_at` is the time of the last change of anything in the game.
    - `renamed` goes up whenever a player of the game is renamed.
    - A game with a `deleted_at` is shown only to keepers. `deleted_by` is the person, if known.
    - `rematch_of` is the id of the game before this rematch. That game can be deleted by now.
    - A game at a table of a tournament has its `tournament_id`.
    """

    __tablename__ = "game"
    __table_args__ = (
        CheckConstraint("status IN ('playing', 'over', 'called')", name="status"),
        # Without the status first, SQLite would choose another index.
        _list_index("in_play", "status = 'playing' AND deleted_at IS NULL", "status", "changed_at"),
        _list_index("finished", "status != 'playing' AND deleted_at IS NULL", "changed_at"),
        _list_index("deleted", "deleted_at IS NOT NULL", "deleted_at"),
        # The index includes the columns of its condition, so that SQLite reads no row.
        Index(
            "ix_game_counted",
            *("club_id", "played_on", "status", "deleted_at"),
            sqlite_where=text("status != 'playing' AND deleted_at IS NULL"),
            postgresql_where=text("status != 'playing' AND deleted_at IS NULL"),
        ),
        _history_index("evening"),
        _history_index("variant", "variant"),
        _history_index("status", "status"),
        _history_index("place", "place"),
        Index("ix_game_updated", "club_id", "updated_at"),
    )

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"))
    variant: Mapped[str] = mapped_column(String(40))
    preset: Mapped[str] = mapped_column(String(40))
    overrides: Mapped[dict[str, Any]] = mapped_column(JSON)
    dealer: Mapped[int]
    called: Mapped[bool]
    extras: Mapped[list[list[str]]] = mapped_column(JSON)
    stake: Mapped[dict[str, str] | None] = mapped_column(JSON(none_as_null=True))
    imported: Mapped[list[int] | None] = mapped_column(JSON(none_as_null=True))
    sides: Mapped[list[str]] = mapped_column(JSON, default=list)
    status: Mapped[str] = mapped_column(String(10))
    totals: Mapped[list[int]] = mapped_column(JSON)
    winners: Mapped[list[int]] = mapped_column(JSON)
    played: Mapped[int]
    version: Mapped[int] = mapped_column()
    created_at: Mapped[datetime] = mapped_column(Instant)
    changed_at: Mapped[datetime] = mapped_column(Instant)
    updated_at: Mapped[datetime] = mapped_column(Instant, default=_now, onupdate=_now)
    deleted_at: Mapped[datetime | None] = mapped_column(Instant)
    deleted_by: Mapped[str | None] = mapped_column(Text)
    played_on: Mapped[date] = mapped_column(Day)
    place: Mapped[str] = mapped_column(String(80), default="")
    note: Mapped[str] = mapped_column(Text, default="")
    rematch_of: Mapped[str | None] = mapped_column(String(16))
    tournament_id: Mapped[str | None] = mapped_column(String(16))
    renamed: Mapped[int] = mapped_column(default=0)

    club: Mapped[Club] = relationship()
    seats: Mapped[list[SeatRow]] = relationship(order_by="SeatRow.number", lazy="selectin")
    rounds: Mapped[list[RoundRow]] = relationship(order_by="RoundRow.number", viewonly=True)

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 - SQLAlchemy expects a plain dict

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in order of play, and the names of their sides."""
        names = tuple(seat.player.person.name for seat in self.seats)
        return Seated(names, shown_names(self.sides, names)) if self.sides else names

    @property
    def people(self) -> People:
        return with_sides(self.sides, tuple(seat.player.person for seat in self.seats))

    @property
    def is_new(self) -> bool:
        return self.version % PER_BOOK == 1


class SeatRow(Base):
    """A player's place in the order of play of a game, from 0."""

    __tablename__ = "seat"
    __table_args__ = (UniqueConstraint("game_id", "player_id"),)

    game_id: Mapped[str] = mapped_column(
        ForeignKey("game.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)

    player: Mapped[Player] = relationship(lazy="joined", innerjoin=True)


class RoundRow(Base):
    """An entry of a sheet: a round, or an event between two rounds.

    `number` is its place on the sheet. `entry` is its document, with seats in place of names, as in
    the history. `amendments` are the changes during the entry that all players must see.
    """

    __tablename__ = "round"
    __table_args__ = (UniqueConstraint("game_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"))
    number: Mapped[int]
    entry: Mapped[dict[str, Any]] = mapped_column(JSON)
    # A separate column, because lists of games show the time of the last round.
    entered_at: Mapped[datetime] = mapped_column(Instant)
    entered_by: Mapped[str | None] = mapped_column(Text)
    amendments: Mapped[list[dict[str, Any]]] = mapped_column(JSON)


class ChangeRow(Base):
    """One entry of a game's history. It is deleted only with its game.

    It never changes, with one exception: `late_seats` changes when a seat gets another player.

    - `number` is the place of the changed entry. `round_number` is its number among the rounds, if
      it is a round.
    - `before` and `after` are the entries that differ, as `write_entries` writes them.
    - `late_seats` are the seats of late players, each with its player's id and their name at that
      time.
    - `details` has the old and the new text of each changed detail.
    - `key` makes a form count once.
    - `undoes_id` is the change that an undo reversed, or the undo that a redo reversed.
    """

    __tablename__ = "change"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), index=True)
    key: Mapped[str] = mapped_column(String(64), unique=True)
    kind: Mapped[str] = mapped_column(String(10))
    at: Mapped[datetime] = mapped_column(Instant)
    entered_by: Mapped[str | None] = mapped_column(Text)
    number: Mapped[int | None]
    round_number: Mapped[int | None]
    before: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    after: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    late_seats: Mapped[dict[str, list[Any]] | None] = mapped_column(JSON(none_as_null=True))
    details: Mapped[dict[str, list[str]] | None] = mapped_column(JSON(none_as_null=True))
    called_before: Mapped[bool]
    called_after: Mapped[bool]
    undoes_id: Mapped[int | None] = mapped_column(ForeignKey("change.id"), unique=True)


class OpenRoundRow(Base):
    """The round that is open on every phone of a table. A game has at most one.

    - `draft` is the document of an unfinished entry. It can have shares of hands.
    - `hands` has the sender of each hand by its seat, or of each share of a hand by the number of
      the share. `amendments` are the changes to `draft` and `hands`, and notes about the round.
    - `version` goes up with every change, `facts_version` with changes of facts, and
      `content_version` with changes of facts or hands, or when a player begins to change a hand.
    - `agreed` are the seats that agree to the current content.
    - `phones` has the players' seats by device id. `all_agree` and `shows_at_once` are options of
      the club. The announcement of the round sets all three. Later changes of the club do not
      change them.
    - `shown` has documents of rounds that all players had seen before the rounds were discarded or
      undone. The key of a document is the id of the change that recorded the previous round.
    - `announced_by` is the id of the device that announced the round. It is empty before that.
    - `announcer` is the name of the person or program that announced the round, at that time.
    """

    __tablename__ = "open_round"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), unique=True)
    version: Mapped[int]
    content_version: Mapped[int]
    facts_version: Mapped[int]
    draft: Mapped[dict[str, Any]] = mapped_column(JSON)
    hands: Mapped[dict[str, dict[str, Any]]] = mapped_column(JSON)
    amendments: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    agreed: Mapped[list[int]] = mapped_column(JSON)
    phones: Mapped[dict[str, int]] = mapped_column(JSON)
    all_agree: Mapped[bool]
    shows_at_once: Mapped[bool]
    shown: Mapped[dict[str, dict[str, Any]]] = mapped_column(JSON)
    announced_by: Mapped[str] = mapped_column(String(16), default="")
    announcer: Mapped[str] = mapped_column(Text, default="")


class ShareLink(Base):
    """A link that shows one game to everyone who has it, until it is revoked.

    Only the hash of its token is stored. `made_by` is the person who made it, if known.
    """

    __tablename__ = "share_link"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    made_at: Mapped[datetime] = mapped_column(Instant)
    made_by: Mapped[str | None] = mapped_column(String(40))
    revoked_at: Mapped[datetime | None] = mapped_column(Instant)


class GameText(Base):
    """The words of a game's place and of all its notes. A game without words has no row.

    The index is the table `game_words` on SQLite and `ix_game_text_words` on PostgreSQL.
    """

    __tablename__ = "game_text"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), unique=True)
    words: Mapped[str] = mapped_column(Text)
