"""Games and rounds made without the pages, for tests of the pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask

from scorekeeper.games import commands, deletion
from scorekeeper.games.details import Details, change_details
from scorekeeper.games.share_links import make_share_link
from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.documents.hand import write_hand
from scorekeeper.rummy.sides import by_side, sides_of
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import find_deleted_game, find_game
from tests.support.clubs import the_club
from tests.support.scorebook import form, record, start


class Table:
    """A game in play. Its rounds are recorded without the pages."""

    def __init__(
        self,
        app: Flask,
        variant: str = "gin",
        players: tuple[str, ...] = ("Ann", "Bob"),
        preset: str = "plain",
        sides: dict[str, list[str]] | None = None,
        **overrides: Any,
    ) -> None:
        self.app, self.players = app, players
        with app.app_context():
            begun = {"variant": variant, "preset": preset, "overrides": overrides, "sides": sides}
            self.id = start(players, **begun).id

    @property
    def address(self) -> str:
        """The address of the sheet."""
        return f"/games/{self.id}"

    @contextmanager
    def _row(self) -> Iterator[GameRow]:
        """Yield the game as stored now, within the app."""
        with self.app.app_context():
            row = find_game(the_club(), self.id)
            assert row is not None
            yield row

    def record(self, ending: str, by: str = "", entered_by: str | None = None, **more: Any) -> None:
        """Record a round. `hands` are by name, as in a game document."""
        with self._row() as row:
            written = {"ending": ending} | ({"by": by} if by else {}) | more
            record(row, written, entered_by=entered_by)

    def knock(self, by: str, entered_by: str | None = None, **hands: str | int) -> None:
        self.record("knock", by, entered_by, hands=hands)

    def adjust(self, name: str, points: int) -> None:
        """Give points to a player or a side after the last entry. Negative points are taken."""
        with self._row() as row:
            seat = sides_of(row.players)[by_side(row.players).index(name)]
            given = Between(BetweenKind.ADJUST, (seat,), (points,))
            commands.record_between(row.id, **form(row), between=given)

    def change(self, name: str, **more: Any) -> None:
        """Run a command such as `undo` or `correct`, as if on another phone."""
        with self._row() as row:
            getattr(commands, name)(row.id, **form(row), **more)

    def set_details(self, told: Details) -> None:
        """Change the game’s date, place and note, as if on another phone."""
        with self._row() as row:
            change_details(row.id, told, **form(row))

    def delete(self, entered_by: str | None = None) -> None:
        """Delete the game, as if on another phone."""
        with self._row() as row:
            deletion.delete(row.id, **form(row), entered_by=entered_by)

    def restore(self) -> None:
        """Restore the game, as if on another phone."""
        with self.app.app_context():
            row = find_deleted_game(the_club(), self.id)
            assert row is not None
            deletion.restore(row.id, **form(row))

    def share(self) -> str:
        """Make a link that shows the game to anybody, and return its path."""
        with self._row() as row:
            link = make_share_link(row.club_id, row.id, commands.new_key(), None)
        return f"/shared/{link.token}"

    @property
    def totals(self) -> tuple[int, ...]:
        with self._row() as row:
            return sheet_of(row).totals

    @property
    def version(self) -> int:
        """The version of the game, which its forms carry."""
        with self._row() as row:
            return row.version

    @property
    def is_over(self) -> bool:
        with self._row() as row:
            return row.status != "playing"

    @property
    def rounds(self) -> int:
        """The number of rounds on the sheet."""
        with self._row() as row:
            return len(sheet_of(row).rounds)

    @property
    def hands(self) -> list[object]:
        """The hands of the last round, as in a document."""
        with self._row() as row:
            return [write_hand(hand) for hand in sheet_of(row).rounds[-1].round.hands if hand]
