"""Creates a tournament, and says who enters it, who comes late and who is gone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import SystemRandom
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.clubs.devices import lock_club
from scorekeeper.clubs.players import add_player, seat_players
from scorekeeper.games.transaction import check_key
from scorekeeper.storage.database import write
from scorekeeper.storage.models import Club, TournamentChange, TournamentRow
from scorekeeper.storage.queries import find_player
from scorekeeper.storage.tokens import new_id
from scorekeeper.tournament.document import read_entrants, read_setup
from scorekeeper.tournament.refusals import Refusal, message
from scorekeeper.tournaments.parts import (
    ENTRANT,
    THE_SETUP,
    Document,
    PartName,
    Parts,
    entrant_part,
    write_parts,
)
from scorekeeper.tournaments.recorded import RecordedTournament
from scorekeeper.tournaments.transaction import (
    TournamentChangeKind,
    TournamentEdit,
    add_tournament_change,
    change_tournament,
)

LAP, VOID, PLAYED_OUT = "lap", "void", "played-out"
AT_THE_CLOCK = (LAP, VOID, PLAYED_OUT)
"""What is done when the time is up: the lap is finished and counted, the hand does not count, or
it is played out."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Who enters: the names of the players, and what is known beside them.

    `number` is that of an entrant who is there already. `details` are `name`, `team`, `line`,
    `start`, `seed` and `table`, which they keep.
    """

    players: Sequence[str]
    number: int | None = None
    details: Mapping[str, Any] | None = None


def create_tournament(
    club: Club, *, key: str, setup: Document, entered_by: str | None = None
) -> TournamentRow:
    """Create a tournament without entrants. The same key creates no second one.

    `setup` has the `name`, the `date` and the `place` of the tournament, the keys of a tournament
    document that say how it is played, the `minutes` of a round and what is done
    `at_the_clock`. Raises `Refusal`.
    """
    check_key(key)
    checked = check_setup(setup)
    with write() as session:
        lock_club(session, club.id)
        done = select(TournamentRow).join(
            TournamentChange, TournamentChange.tournament_id == TournamentRow.id
        )
        older = session.scalar(done.where(TournamentChange.key == key))
        if older is not None:
            return older
        now = clock.now()
        row = TournamentRow(
            id=new_id(), club_id=club.id, version=1, created_at=now, changed_at=now, setup={}
        )
        after: Parts = {THE_SETUP: checked}
        write_parts(session, row, {}, after)
        session.add(row)
        session.flush()
        edit = TournamentEdit(after)
        add_tournament_change(session, row, TournamentChangeKind.CREATE, key, entered_by, {}, edit)
    return row


def check_setup(setup: Document) -> Document:
    """The setup with every key that it must have. Raises `Refusal` at the first error."""
    checked = {"place": "", "minutes": 0, "at_the_clock": LAP, "lots": [], **setup}
    of_document = {
        key: value
        for key, value in checked.items()
        if key not in ("minutes", "at_the_clock", "lots", "ended")
    }
    read_setup({"format": 1, **of_document})
    if not str(checked.get("name", "")).strip():
        raise Refusal(message("Give the tournament a name."), "name")
    if checked["at_the_clock"] not in AT_THE_CLOCK:
        raise Refusal(message("Say what is done when the time is up."), "at_the_clock")
    if type(checked["minutes"]) is not int or not 0 <= checked["minutes"] <= 600:
        raise Refusal(message("A round has 1 to 600 minutes, or none."), "minutes")
    return checked


def set_entrants(
    club: Club,
    tournament_id: str,
    entries: Sequence[Entry],
    *,
    version: int,
    key: str,
    entered_by: str | None = None,
) -> TournamentRow:
    """Say who enters, in order. Before the first round only; players new to the club are added.

    Raises `Refusal` below `entrants`, as at a pair that is there twice.
    """

    def edit(session: Session, recorded: RecordedTournament) -> TournamentEdit:
        if recorded.latest:
            text = message("Round 1 is drawn. Add who comes late, or say who is gone.")
            raise Refusal(text, "entrants")
        others = {name: part for name, part in recorded.parts.items() if name.kind != ENTRANT}
        numbered = {
            number: Entry(entry.players, number, entry.details)
            for number, entry in enumerate(entries, start=1)
        }
        entered = _entrant_parts(session, recorded, numbered, first=1)
        lots = list(numbered)
        SystemRandom().shuffle(lots)
        setup = {**recorded.setup, "lots": lots}
        return TournamentEdit({**others, THE_SETUP: setup, **entered})

    return change_tournament(
        TournamentChangeKind.ENTRANTS, tournament_id, club.id, version, key, entered_by, edit
    )


def add_late(
    club: Club,
    tournament_id: str,
    entry: Entry,
    *,
    version: int,
    key: str,
    entered_by: str | None = None,
) -> TournamentRow:
    """Add an entrant, who plays from the next round that is not drawn. Raises `Refusal`."""

    def edit(session: Session, recorded: RecordedTournament) -> TournamentEdit:
        number = max((one.number for one in recorded.tournament.entrants), default=0) + 1
        late = _entrant_parts(session, recorded, {number: entry}, first=recorded.latest + 1)
        setup = recorded.setup
        lots = [*setup.get("lots", ())]
        lots.insert(SystemRandom().randrange(len(lots) + 1), number)
        return TournamentEdit({**recorded.parts, THE_SETUP: {**setup, "lots": lots}, **late})

    return change_tournament(
        TournamentChangeKind.ENTRANTS, tournament_id, club.id, version, key, entered_by, edit
    )


def leave(
    club: Club,
    tournament_id: str,
    number: int,
    *,
    version: int,
    key: str,
    entered_by: str | None = None,
) -> TournamentRow:
    """Say that an entrant is gone after the round drawn last, or comes back. Raises `Refusal`."""

    def edit(_session: Session, recorded: RecordedTournament) -> TournamentEdit:
        name = entrant_part(number)
        document = dict(_part(recorded, name))
        if document.get("until") is None:
            document["until"] = max(recorded.latest, document.get("from", 1) - 1)
        else:
            del document["until"]
        return TournamentEdit({**recorded.parts, name: document})

    return change_tournament(
        TournamentChangeKind.ENTRANTS, tournament_id, club.id, version, key, entered_by, edit
    )


def _part(recorded: RecordedTournament, name: PartName) -> Document:
    if name not in recorded.parts:
        raise Refusal(message("There is no number {number}.", number=name.number), "entrant")
    return recorded.parts[name]


def _entrant_parts(
    session: Session, recorded: RecordedTournament, entries: Mapping[int, Entry], first: int
) -> dict[PartName, Document]:
    """The parts of those who enter now. Players who are new to the club are added to it."""
    there = [
        {"number": one.number, "players": list(one.players)}
        for one in recorded.tournament.entrants
        if one.number not in entries and first > 1
    ]
    named = {number: [name.strip() for name in entry.players] for number, entry in entries.items()}
    new = [{"number": number, "players": players} for number, players in named.items()]
    read_entrants([*there, *new], recorded.tournament.play)
    found: dict[PartName, Document] = {}
    club_id = recorded.club_id
    find, add = partial(find_player, session, club_id), partial(add_player, session, club_id)
    players = iter(seat_players([name for names in named.values() for name in names], find, add))
    session.flush()
    for number, entry in entries.items():
        found[entrant_part(number)] = {
            "players": [next(players).id for _name in named[number]],
            **({"from": first} if first > 1 else {}),
            **{key: value for key, value in (entry.details or {}).items() if value},
        }
    return found


def read_pairs(text: str, play: str) -> list[Entry]:
    """Names as they are pasted: a line for each entrant, partners parted by `&`, `+` or a comma.

    >>> [entry.players for entry in read_pairs("Ann & Cem\\n\\nBob, Dee", "pairs")]
    [['Ann', 'Cem'], ['Bob', 'Dee']]
    """
    entries = []
    for line in text.splitlines():
        names = [line]
        for sign in ("&", "+", ",", ";", "\t", "/"):
            if play == "pairs" and sign in line:
                names = line.split(sign)
                break
        names = [" ".join(name.split()) for name in names]
        if any(names):
            entries.append(Entry(names))
    return entries
