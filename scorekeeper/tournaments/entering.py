"""Creating a tournament, and changing its setup and its entrants."""

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom

from sqlalchemy import select

from scorekeeper.clubs.devices import lock_club
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import Club, TournamentChange, TournamentRow
from scorekeeper.storage.tokens import new_id
from scorekeeper.tournament.refusals import Refusal, message
from scorekeeper.tournaments.entrants import Registration, entrant_parts
from scorekeeper.tournaments.late import places_in_writing, seated_late
from scorekeeper.tournaments.parts import ENTRANT, THE_SETUP, Document, Parts, entrant_part
from scorekeeper.tournaments.recorded import RecordedTournament, check_goes_on, make_recorded
from scorekeeper.tournaments.setup import KEPT_DURING_PLAY, check_setup
from scorekeeper.tournaments.transaction import TournamentChangeKind as Kind
from scorekeeper.tournaments.transaction import (
    add_tournament,
    changes_tournament,
    check_form,
    check_same_club,
)


def create_tournament(
    club: Club, *, key: str, setup: Document, entered_by: str | None = None
) -> TournamentRow:
    """Create a tournament without entrants. The same key creates only one.

    See `check_setup` for the keys of `setup`. Raises `Refusal`.
    """
    check_form(key)
    checked = check_setup(setup)
    with write() as session:
        lock_club(session, club.id)
        done = select(TournamentRow).join(
            TournamentChange, TournamentChange.tournament_id == TournamentRow.id
        )
        older = session.scalar(done.where(TournamentChange.key == key))
        if older is not None:
            check_same_club(older, club.id)
            return older
        return add_tournament(session, club.id, new_id(), {THE_SETUP: checked}, key, entered_by)


@changes_tournament(Kind.SETUP)
def change_setup(recorded: RecordedTournament, changes: Document) -> Parts:
    """Change the setup. Once a round is drawn, only the keys `KEPT_DURING_PLAY` can change.

    `changes` are keys of the setup, see `check_setup`. Raises `Refusal`.
    """
    older = recorded.setup
    kept = {key: value for key, value in older.items() if key not in ("lots", "ended")}
    checked = check_setup({**kept, **changes})
    setup = {**older, **checked, "lots": older["lots"]}
    if recorded.latest:
        for name in setup:
            if setup[name] != older.get(name) and name not in KEPT_DURING_PLAY:
                raise Refusal(message("All tables play by the same rules."), name)
    elif setup["play"] != older["play"] and recorded.tournament.entrants:
        text = message("Take the entrants out first, or keep who plays.")
        raise Refusal(text, "play")
    return {**recorded.parts, THE_SETUP: setup}


@changes_tournament(Kind.ENTRANTS)
def set_entrants(recorded: RecordedTournament, entries: Sequence[Registration]) -> Parts:
    """Set the entrants in order, before the first round. New players are added to the club.

    Raises `Refusal` below `entrants`, for example for a pair that occurs twice.
    """
    if recorded.latest:
        text = message("Round 1 is drawn. Add who comes late, or say who is gone.")
        raise Refusal(text, "entrants")
    others = {name: part for name, part in recorded.parts.items() if name.kind != ENTRANT}
    numbered = dict(enumerate(entries, start=1))
    entered = entrant_parts(db.session(), recorded, numbered, first=1, are_late=False)
    lots = list(numbered)
    SystemRandom().shuffle(lots)
    setup = {**recorded.setup, "lots": lots}
    return {**others, THE_SETUP: setup, **entered}


@changes_tournament(Kind.ENTRANTS)
def add_late(
    recorded: RecordedTournament, entry: Registration, *, in_this_round: bool = False
) -> Parts:
    """Add an entrant, who plays from the next round that is not drawn.

    With `in_this_round`, they play in the last round, see `seated_late`. Raises `Refusal`.
    """
    check_goes_on(recorded)
    number = max((one.number for one in recorded.tournament.entrants), default=0) + 1
    first = recorded.latest + (0 if in_this_round and recorded.latest else 1)
    if recorded.latest and (entry.details or {}).get("line"):
        recorded = _with(recorded, {**recorded.parts, **places_in_writing(recorded)})
    late = entrant_parts(db.session(), recorded, {number: entry}, first, are_late=True)
    setup = recorded.setup
    lots = [*setup.get("lots", ())]
    lots.insert(SystemRandom().randrange(len(lots) + 1), number)
    parts = {**recorded.parts, THE_SETUP: {**setup, "lots": lots}, **late}
    if first == recorded.latest:
        entered = _with(recorded, parts)
        parts = {**parts, **seated_late(entered, entered.entrant(number))}
    return parts


def _with(recorded: RecordedTournament, parts: Parts) -> RecordedTournament:
    session = db.session()
    return make_recorded(session, session.get_one(TournamentRow, recorded.id), parts)


@changes_tournament(Kind.ENTRANTS)
def leave(recorded: RecordedTournament, number: int) -> Parts:
    """Remove an entrant after the last drawn round, or bring them back. Raises `Refusal`."""
    check_goes_on(recorded)
    name = entrant_part(number)
    if name not in recorded.parts:
        raise Refusal(message("There is no number {number}.", number=number), "entrant")
    document = dict(recorded.parts[name])
    last = document.pop("until", None)
    if last is None:
        document["until"] = max(recorded.latest, document.get("from", 1) - 1)
    elif last < recorded.latest:
        text = message(
            "Round {round} was drawn without number {number}, who cannot come back.",
            round=last + 1,
            number=number,
        )
        raise Refusal(text, "entrant")
    return {**recorded.parts, name: document}
