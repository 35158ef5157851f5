"""Building the core's `Tournament` from stored parts, names and results of games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from scorekeeper.tournament.document import read_setup
from scorekeeper.tournament.model import (
    Confirmed,
    Entrant,
    EntrantAdjustment,
    Round,
    Table,
    Tournament,
)
from scorekeeper.tournament.points import DealPoints, PlayedDeal
from scorekeeper.tournaments.games import GameAtTable, Place
from scorekeeper.tournaments.parts import (
    ADJUSTMENT,
    ROUND,
    THE_SETUP,
    Document,
    Parts,
    entrants_of,
    table_part,
)
from scorekeeper.tournaments.setup import fewest_win

DealsOf: TypeAlias = Callable[[Iterable[str]], Mapping[str, tuple[PlayedDeal, ...]]]


class TableTotals(NamedTuple):
    """The result of a game for the standings. `totals` is `None` if it does not count.

    `version` is the game's version with points by deals, otherwise 0.
    """

    game_id: str
    totals: tuple[int, ...] | None
    version: int


def results_of(parts: Parts, games: Mapping[Place, GameAtTable]) -> dict[Place, TableTotals]:
    """The results of games. A void table never counts.

    A game in play counts only if an entrant gave up after its first round.
    """
    by_deals = parts[THE_SETUP]["points"]["by"] == DealPoints.key
    found = {}
    for place, game in games.items():
        said = parts.get(table_part(*place), {})
        counts = game.is_over or (said.get("forfeit") is not None and game.played > 0)
        is_void = said.get("void", False)
        totals = game.totals if counts and not is_void else None
        found[place] = TableTotals(game.id, totals, game.version if by_deals else 0)
    return found


def build(
    tournament_id: str,
    parts: Parts,
    names: Mapping[int, tuple[str, ...]],
    results: Mapping[Place, TableTotals],
    deals_of: DealsOf,
) -> Tournament:
    """The tournament with these results. `names` are the players' names of each entrant."""
    setup = read_setup({"format": 1, **parts[THE_SETUP]})
    # Only points by deals need the rounds of games.
    is_done = [result.game_id for result in results.values() if result.totals is not None]
    deals = deals_of(is_done) if isinstance(setup.points, DealPoints) else {}
    return replace(
        setup,
        id=tournament_id,
        fewest_win=fewest_win(parts[THE_SETUP]["game"]),
        entrants=tuple(
            _entrant(number, document, names[number]) for number, document in entrants_of(parts)
        ),
        lots=tuple(parts[THE_SETUP].get("lots", ())),
        rounds=tuple(
            _round(name.round, document, parts, results, deals)
            for name, document in parts.items()
            if name.kind == ROUND
        ),
        adjustments=tuple(
            EntrantAdjustment(**{key: document[key] for key in _ADJUSTED})
            for name, document in parts.items()
            if name.kind == ADJUSTMENT
        ),
    )


_ADJUSTED = ("entrant", "round", "points", "score", "note")


def _entrant(number: int, document: Document, names: tuple[str, ...]) -> Entrant:
    return Entrant(
        number=number,
        players=names,
        name=document.get("name", ""),
        team=document.get("team", ""),
        line=document.get("line", ""),
        start=document.get("start", 0),
        seed=document.get("seed"),
        first=document.get("from", 1),
        last=document.get("until"),
    )


def _round(
    number: int,
    document: Document,
    parts: Parts,
    results: Mapping[Place, TableTotals],
    deals: Mapping[str, tuple[PlayedDeal, ...]],
) -> Round:
    return Round(
        number=number,
        movement=document["movement"],
        again=document["again"],
        step=document["step"],
        since=document["since"],
        lives=document["lives"],
        order=tuple(document["order"]),
        out=tuple(document["out"]),
        tables=tuple(
            _table(
                table,
                parts.get(table_part(number, table["number"]), {}),
                results.get((number, table["number"])),
                deals,
            )
            for table in document["tables"]
        ),
    )


def _table(
    table: Document,
    said: Document,
    result: TableTotals | None,
    deals: Mapping[str, tuple[PlayedDeal, ...]],
) -> Table:
    totals = result.totals if result else None
    confirmed = said.get("confirmed")
    if confirmed is not None and confirmed["totals"] != list(totals or ()):
        confirmed = None
    is_level = totals is None or len({*totals}) == 1
    return Table(
        number=table["number"],
        sides=tuple(tuple(side) for side in table["sides"]),
        totals=totals,
        deals=deals.get(result.game_id, ()) if result and totals is not None else (),
        forfeit=said.get("forfeit"),
        void=said.get("void", False),
        # The totals can have been corrected since a tie was decided.
        goes_on=said.get("goes_on") if is_level else None,
        game=result.game_id if result else "",
        confirmed=Confirmed(by=confirmed["by"], at=confirmed["at"]) if confirmed else None,
    )
