"""Who somebody is: the players of the club to choose from, and what was tapped or typed."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request
from flask_babel import gettext as _

from scorekeeper.clubs.members import read_name
from scorekeeper.clubs.phones import players_with_phones
from scorekeeper.games.commands import known_players
from scorekeeper.rummy.documents.fields import LONGEST_NAME
from scorekeeper.storage.models import Club

PLAYER = "player:"
"""What stands before the name of a player who is chosen."""

OTHER = "other"
NOBODY = "nobody"
MOST_OFFERED = 20


@dataclass(frozen=True, slots=True)
class Who:
    """The fields that ask who somebody is: names to tap, and one to type another."""

    names: list[str]
    phones: set[str]
    further: list[str]
    chosen: str
    typed: str
    fault: str


def who_fields(club: Club, own: str | None = None, fault: str = "") -> Who:
    """The names of the club, those first for whom no other phone speaks, with what was sent."""
    known = known_players(club)
    phones = players_with_phones(club) - {own}
    offered = [name for name in known if name in (own, *known[:MOST_OFFERED])]
    typed = request.form.get("name", "")
    unsaid = OTHER if typed else f"{PLAYER}{own}" if own else ""
    return Who(
        names=sorted(offered, key=phones.__contains__),
        phones=phones,
        further=[name for name in known if name not in offered],
        chosen=request.form.get("who", unsaid),
        typed=typed,
        fault=fault,
    )


def said_name() -> str:
    """The name that was tapped or else typed, as it came."""
    chosen = request.form.get("who", "")
    is_tapped = chosen.startswith(PLAYER)
    return chosen.removeprefix(PLAYER) if is_tapped else request.form.get("name", "")


def name_fault() -> str:
    """Why what was said is no name; empty where it is one."""
    said = said_name()
    if read_name(said) is not None:
        return ""
    if said.strip():
        return str(_("A name has 1 to %(most)d characters.", most=LONGEST_NAME))
    return str(_("Choose who you are, or type a name."))
