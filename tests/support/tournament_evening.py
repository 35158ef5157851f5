"""Tournaments made by the services, for pages that only read them."""

from __future__ import annotations

from collections.abc import Callable

from scorekeeper.games.transaction import new_key
from scorekeeper.storage.models import Club, TournamentRow
from scorekeeper.tournaments import entering, rounds
from scorekeeper.tournaments.transaction import ChangeForm
from tests.support.hall import read_pairs

SETUP = {
    "name": "Friday",
    "date": "2026-11-27",
    "play": "pairs",
    "game": {"variant": "burraco", "rules": {"target": 0, "rounds": 3}},
    "points": {"by": "victory", "hands": 3},
}
PAIRS = ("Ann & Cem", "Bob & Dee", "Eva & Fay", "Gus & Hal")


def shown_tournament(club: Club) -> str:
    """Create a tournament of four pairs, publish round 1, and return the id."""
    row = entering.create_tournament(club, key=new_key(), setup=SETUP)
    pairs = read_pairs("\n".join(PAIRS), "pairs")

    def change(command: Callable[..., TournamentRow], *args: object) -> None:
        command(ChangeForm(club.id, row.id, None, new_key()), *args)

    change(entering.set_entrants, pairs)
    change(rounds.draw_round, "lot")
    change(rounds.show_round)
    return row.id
