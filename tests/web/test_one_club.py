"""Each statement of a page reads one club only, so clubs can be spread over many databases.

Every statement names its club, or an id that belongs to one club. This module lists the exceptions:
the doors, which find a club by the hash of a secret, and statements about no club’s rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scorekeeper.storage.database import Base
from tests.support.statements import counted
from tests.support.walks import walk
from tests.web.test_access import TABLE, World, world, worlds

__all__ = ["world", "worlds"]

DOORS = {
    "device.token_hash": "who asks: the cookie",
    "invitation.token_hash": "an invitation by its link",
    "invitation.code_hash": "an invitation by its code",
    "share_link.token_hash": "a link to one game",
    "table_link.token_hash": "the card of a table",
}
"""Unique columns that identify an unknown club."""

ANYWHERE = {
    "SELECT club.id FROM club LIMIT ? OFFSET ?": "is there a club at all",
    "SELECT id FROM game LIMIT 1": "can the score book be read",
}
"""Whole statements that any of many databases can answer."""

OF_NO_CLUB = {"api_call", "book_identity", "created_club", "statistics_state", "wrong_code"}
"""Tables of no club: the limits for strangers, and the version of the statistics."""

IDS = {
    *("id", "game_id", "round_id", "player_id", "opponent_id", "same_as_id"),
    *("tournament_id", "league_id", "undoes_id"),
}
"""Columns with values that each belong to one club."""

COMPARED = re.compile(r'(\w+)\."?(\w+)"? (?:=|IN) (?:\?|\()|\? = (\w+)\.(\w+)')
WRITTEN = re.compile(r"INSERT INTO \w+ \(([^)]*)\)")
NAMED = re.compile(r"(?:FROM|JOIN|INTO|UPDATE) (\w+)")


def tied_by(statement: str) -> str:
    """Return the tie of a statement to one club: `club`, `id` or a door.

    The default is the statement.
    """
    tables = set(NAMED.findall(statement)) & set(Base.metadata.tables)
    if tables <= OF_NO_CLUB:
        return "nothing of a club"
    written = WRITTEN.match(statement)
    found = [(a or c, b or d) for a, b, c, d in COMPARED.findall(statement)]
    columns = set(written[1].split(", ")) if written else {column for _table, column in found}
    if "club_id" in columns or ("club", "id") in found or "INTO club " in statement:
        return "club"
    doors = {f"{table}.{column}" for table, column in found} & set(DOORS)
    return "id" if columns & IDS else " ".join(sorted(doors)) or statement


def statements(world: World) -> Iterator[str]:
    """Yield every statement of every page and of a game’s changes.

    The tests’ own query for the first club is left out.
    """
    with counted(world.app) as sent:
        for method, endpoint in TABLE:
            world.ask("Ann", method, endpoint)
        world.game.knock("Bob", Ann=25, Bob=5)
        for change in ("undo", "redo", "call", "play_on", "undo"):
            world.game.change(change)
    for sql in sent:
        statement = " ".join(sql.split())
        is_ours = not statement.endswith("FROM club ORDER BY club.id LIMIT ? OFFSET ?")
        if is_ours and statement.startswith(("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")):
            yield statement


def test_every_statement_is_about_one_club(world: World) -> None:
    ties = {tied_by(statement) for statement in statements(world)}
    assert ties - {"club", "id", "nothing of a club"} == set(DOORS) | set(ANYWHERE)


@walk(
    "statement",
    [
        "SELECT game.id FROM game WHERE game.played_on = ?",
        "SELECT count(*) FROM player JOIN seat ON seat.player_id = player.id",
        "UPDATE game SET status=? WHERE game.version = ?",
    ],
)
def test_a_statement_about_all_clubs_would_be_found(statement: str) -> None:
    assert tied_by(statement) == statement
