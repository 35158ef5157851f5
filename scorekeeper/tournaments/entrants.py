"""Reading the entrants of a tournament: typed names, players of the club, no person twice."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.clubs.players import add_player, colours_used, rarest_colour, seat_players
from scorekeeper.rummy.documents.game import same_name
from scorekeeper.rummy.documents.names import (
    LONGEST_NAME,
    LONGEST_PLACE,
    check_name,
    heard,
    skeleton,
)
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.models import Player
from scorekeeper.tournament.document import read_entrants
from scorekeeper.tournament.model import EAST_WEST, NORTH_SOUTH, PAIRS, Entrant
from scorekeeper.tournament.reading import read_object, read_text, read_texts
from scorekeeper.tournament.refusals import Refusal
from scorekeeper.tournament.seating import is_there_too
from scorekeeper.tournaments.parts import Document, PartName, entrant_part
from scorekeeper.tournaments.recorded import RecordedTournament
from scorekeeper.tournaments.rule_errors import as_refusal, as_refusals, sentence_of

DETAILS = ("name", "team", "line", "start", "seed", "table")
"""The optional details of an entrant besides the players. `table` is their fixed table."""


_LINES = {"NS": NORTH_SOUTH, "EW": EAST_WEST, "EO": EAST_WEST, "OW": EAST_WEST}
"""The lines of a Mitchell movement as they are typed, in every language."""

_SIGNS = ("&", "+", ",", ";", "\t", "/")

_BETWEEN = re.compile(r"\s+(?:[-–—]|and|e|et|und)\s+")
"""What separates partners in a line without a sign: a dash, or “and” in every language."""

_AFTER_NAMES = re.compile(rf"\s(?:#|({'|'.join(_LINES)}))\s*([1-9][0-9]{{0,2}})\s*$")


@dataclass(frozen=True, slots=True)
class Registration:
    """An entrant to add: the names of the players, and any `DETAILS`."""

    players: Sequence[str]
    details: Mapping[str, Any] | None = None


def entrant_parts(
    session: Session,
    recorded: RecordedTournament,
    entries: Mapping[int, Registration],
    first: int,
    *,
    are_late: bool,
) -> dict[PartName, Document]:
    """The parts of new entrants, who play from round `first`.

    They replace the existing entrants, unless they `are_late`. Players new to the club are added to
    it. Raises `Refusal` below `entrants`, with the new entrants counted from 0.
    """
    tournament = recorded.tournament
    there = [one for one in tournament.entrants if are_late]
    placed = list(enumerate(entries.items()))
    named = {number: _names(entry, place) for place, (number, entry) in placed}
    details = {number: _details(entry, place) for place, (number, entry) in placed}
    new = [
        {"number": number, "players": players, **details[number]}
        for number, players in named.items()
    ]
    documents = [_told(one) for one in there]
    try:
        read_entrants([*documents, *new], tournament.play)
    except Refusal as refusal:
        raise _seen_from_new(refusal, len(there)) from None
    _check_names(named, details, there)
    players = iter(_players(session, recorded, named, there))
    return {
        entrant_part(number): {
            "players": [next(players).id for _name in names],
            **({"from": first} if first > 1 else {}),
            **details[number],
        }
        for number, names in named.items()
    }


def _names(entry: Registration, place: int) -> list[str]:
    given: object = entry.players
    names = list(given) if isinstance(given, tuple) else given
    return [name.strip() for name in read_texts(names, "entrants", place, "players")]


def _details(entry: Registration, place: int) -> dict[str, Any]:
    where = ("entrants", place)
    given = read_object(entry.details or {}, DETAILS, *where)
    if given.get("team"):
        with as_refusals():
            check_name(read_text(given["team"], *where, "team"), *where, "team", most=LONGEST_PLACE)
    return {key: value for key, value in given.items() if value and key in DETAILS}


def _told(entrant: Entrant) -> dict[str, Any]:
    line = {"line": entrant.line, "start": entrant.start} if entrant.line else {}
    return {"number": entrant.number, "players": list(entrant.players), **line}


def _seen_from_new(refusal: Refusal, there: int) -> Refusal:
    match refusal.where:
        case ("entrants", int() as place, *rest):
            return Refusal(refusal.sentence, "entrants", max(place - there, 0), *rest)
    return refusal


def _check_names(
    named: Mapping[int, Sequence[str]],
    details: Mapping[int, Mapping[str, Any]],
    there: Sequence[Entrant],
) -> None:
    taken = {skeleton(name) for one in there for name in (*one.players, one.name) if name}
    for place, (number, names) in enumerate(named.items()):
        own = details[number].get("name")
        told = [("players", seat, name) for seat, name in enumerate(names)]
        for *where, name in (*told, *([("name", own)] if own else ())):
            at = ("entrants", place, *where)
            with as_refusals():
                check_name(name, *at, most=LONGEST_NAME if where[0] == "players" else LONGEST_PLACE)
            if skeleton(name) in taken:
                raise Refusal(sentence_of(same_name(name)), *at)
            taken.add(skeleton(name))


def _players(
    session: Session,
    recorded: RecordedTournament,
    named: Mapping[int, Sequence[str]],
    there: Sequence[Entrant],
) -> list[Player]:
    """The players of new entrants, in order. Raises `Refusal` if one person enters twice."""
    book = PlayerBook(session, recorded.club_id)
    seats = [
        (place, seat, name)
        for place, names in enumerate(named.values())
        for seat, name in enumerate(names)
    ]
    try:
        players = seat_players([name for *_where, name in seats], book.find, book.add)
    except RuleError as error:
        place, seat, _name = seats[int(error.where[-1])]
        refusal = as_refusal(error)
        raise Refusal(refusal.sentence, "entrants", place, "players", seat) from None
    entered = {player.id: one.number for one in there for player in recorded.people[one.number]}
    session.flush()
    for player, (place, seat, name) in zip(players, seats, strict=True):
        if player.id in entered:
            text = is_there_too(name, entered[player.id], recorded.tournament.play)
            raise Refusal(text, "entrants", place, "players", seat)
    return players


class PlayerBook:
    """The players of a club by name, read only once."""

    def __init__(self, session: Session, club_id: int) -> None:
        self._session, self._club_id = session, club_id
        self._used = colours_used(session, club_id)
        self._called: defaultdict[str, list[Player]] = defaultdict(list)
        of_club = select(Player).where(Player.club_id == club_id)
        for player in session.scalars(of_club.order_by(Player.seen_at.desc(), Player.id)):
            self._called[heard(player.name)].append(player)

    def find(self, name: str) -> Player | None:
        """The player with this name. “ann” finds Ann, unless another player is called “ann”."""
        same = self._called[heard(name)]
        return next((player for player in same if player.name == name), same[0] if same else None)

    def add(self, name: str) -> Player:
        """Add a player to the club, which must be locked."""
        colour = rarest_colour(self._used)
        player = add_player(self._session, self._club_id, name, colour)
        self._used[colour] += 1
        self._called[heard(name)].append(player)
        return player


def entries_by_line(text: str, play: str) -> Iterator[tuple[int, Registration]]:
    """The entrants in pasted text, each with the number of its line.

    `&`, `+`, `/`, a comma, a semicolon or a tab separates partners, otherwise a dash or an “and”
    between spaces. A line with a colon at its end begins a team, and a line with only a colon ends
    it. After the names, `#1` is a seed, `NS 1` a Mitchell line and start.

    >>> [entry.players for _line, entry in entries_by_line("Ann & Cem\\n\\nBob, Dee", "pairs")]
    [['Ann', 'Cem'], ['Bob', 'Dee']]
    """
    team = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.rstrip().endswith(":"):
            team = " ".join(line.rstrip()[:-1].split())
            continue
        details: dict[str, Any] = {"team": team, "seed": None, "line": None, "start": None}
        while found := _AFTER_NAMES.search(line):
            line, place = line[: found.start()], int(found[2])
            details |= {"line": _LINES[found[1]], "start": place} if found[1] else {"seed": place}
        names = [line]
        if play == PAIRS:
            sign = next((sign for sign in _SIGNS if sign in line), None)
            names = line.split(sign) if sign else _BETWEEN.split(line)
        names = [" ".join(name.split()) for name in names]
        if any(names):
            yield number, Registration(names, details)


def written_lines(entrants: Sequence[Entrant], east_west: str) -> str:
    """The entrants as text for `entries_by_line`, with `east_west` as the name of that line."""
    typed = {NORTH_SOUTH: "NS", EAST_WEST: east_west}
    lines, team = [], ""
    for entrant in entrants:
        if entrant.team != team:
            team = entrant.team
            lines.append(f"{team}:")
        place = f" {typed[entrant.line]} {entrant.start}" if entrant.line else ""
        seed = f" #{entrant.seed}" if entrant.seed else ""
        lines.append(" & ".join(entrant.players) + place + seed)
    return "\n".join(lines)


def details_of(recorded: RecordedTournament, number: int) -> dict[str, Any]:
    part = recorded.parts[entrant_part(number)]
    return {key: part[key] for key in DETAILS if key in part}
