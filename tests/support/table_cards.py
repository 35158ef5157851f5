"""An evening of pairs with a card on each table for phones to scan, organised without pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flask import Flask

from scorekeeper.games.transaction import new_key
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow, TournamentRow
from scorekeeper.storage.tokens import print_code
from scorekeeper.tournaments import entering, rounds, tables
from scorekeeper.tournaments.cards import cards_of, make_cards
from scorekeeper.tournaments.recorded import RecordedTournament, recorded_tournament
from scorekeeper.tournaments.transaction import ChangeForm
from tests.support.clubs import browser, the_club
from tests.support.hall import read_pairs
from tests.support.pages import Visitor
from tests.support.scorebook import record

PAIRS = ("Ann & Cem", "Bob & Dee", "Eva & Fay", "Gus & Hal")

SETUP = {
    "name": "Friday",
    "date": "2026-11-27",
    "play": "pairs",
    "game": {"variant": "burraco", "rules": {"target": 0, "rounds": 3}},
    "points": {"by": "victory", "hands": 3},
    "minutes": 50,
}


class Evening:
    """A tournament of the first club. In round 1 the pairs sit in order, two at a table."""

    def __init__(self, app: Flask, pairs: Sequence[str] = PAIRS, **setup: Any) -> None:
        self.app = app
        with app.app_context():
            row = entering.create_tournament(the_club(), key=new_key(), setup={**SETUP, **setup})
            self.id = row.id
            entries = read_pairs("\n".join(pairs), "pairs")
            self.change(entering.set_entrants, entries)
        self.print_cards(len(pairs) // 2)

    def change(self, change: Callable[..., Any], *values: Any, **more: Any) -> None:
        """Change the tournament like an organiser."""
        with self.app.app_context():
            form = ChangeForm(the_club().id, self.id, self.now.version, new_key())
            change(form, *values, **more)

    @property
    def now(self) -> RecordedTournament:
        """The current state of the tournament."""
        with self.app.app_context():
            return recorded_tournament(db.session.get_one(TournamentRow, self.id))

    @property
    def addresses(self) -> dict[int, str]:
        """The paths on the currently valid cards, by table."""
        with self.app.app_context():
            return {card.table: f"/at/{print_code(card.code)}" for card in cards_of(self.id)}

    def show(self, movement: str = "standing") -> None:
        """Draw the next round and publish it."""
        self.change(rounds.draw_round, movement, again="yes")
        self.change(rounds.show_round)

    def close(self) -> None:
        """Type missing results as from paper slips, and close the round."""
        now = self.now
        for table in now.round(now.latest).open_tables:
            with self.app.app_context():
                tables.type_totals(the_club(), self.id, now.latest, table, [1800, 1445])
        self.change(rounds.close_round)

    def end(self) -> None:
        self.close()
        self.change(rounds.end_tournament)

    def begin(self, table: int) -> str:
        """Begin the game of a table, and return its id."""
        with self.app.app_context():
            return tables.begin(the_club(), self.id, self.now.shown, table).id

    def play(self, table: int, *hands: tuple[int, int]) -> str:
        """Record rounds at a table with these scores of its two sides, and return the game’s id."""
        game_id = self.begin(table)
        for scores in hands:
            with self.app.app_context():
                row = db.session.get_one(GameRow, game_id)
                sides = self.now.round(self.now.shown).tables[table - 1].sides
                names = [self.now.title(side[0]) for side in sides]
                given = {
                    name: {"melded": score + 10, "pot": True, "left": 10}
                    for name, score in zip(names, scores, strict=True)
                }
                record(row, {"ending": "stock", "hands": given})
        return game_id

    def print_cards(self, tables: int, *, renew: bool = False) -> None:
        """Print cards for this many tables. `renew` replaces all cards by new ones."""
        with self.app.app_context():
            make_cards(the_club(), self.id, tables, key=new_key(), renew=renew)

    def new_cards(self) -> None:
        """Print new cards, which invalidate the old ones."""
        self.print_cards(len(self.addresses), renew=True)

    def phone(self, table: int) -> Visitor:
        """Return a stranger’s phone that joined by the card of a table."""
        phone = browser(self.app)
        phone.submit(phone.visit(self.addresses[table]), form=".hall-ways", button="[name=to]")
        return phone
