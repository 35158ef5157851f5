"""Tournaments made by the services, for pages that only read them."""

from __future__ import annotations

from scorekeeper.games.transaction import new_key
from scorekeeper.storage.models import Club
from scorekeeper.tournaments import entering, rounds
from scorekeeper.tournaments.entrants import read_pairs

SETUP = {
    "name": "Friday",
    "date": "2026-11-27",
    "play": "pairs",
    "game": {"variant": "burraco", "rules": {"target": 0, "rounds": 3}},
    "points": {"by": "victory", "hands": 3},
}
PAIRS = ("Ann & Cem", "Bob & Dee", "Eva & Fay", "Gus & Hal")


def shown_tournament(club: Club) -> str:
    """The id of a tournament of four pairs, with round 1 shown."""
    row = entering.create_tournament(club, key=new_key(), setup=SETUP)
    pairs = read_pairs("\n".join(PAIRS), "pairs")
    row = entering.set_entrants(club, row.id, pairs, version=row.version, key=new_key())
    row = rounds.draw_round(club, row.id, "lot", version=row.version, key=new_key())
    return rounds.show_round(club, row.id, version=row.version, key=new_key()).id
