"""A game for other programs: its document, and a play for the app BG Stats.

https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from flask import Response, make_response

from scorekeeper.games.documents import document_of
from scorekeeper.rummy.game.places import places
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.messages import SEATS, render
from scorekeeper.rummy.sides import side_of
from scorekeeper.storage.models import GameRow
from scorekeeper.web.games import blueprint
from scorekeeper.web.shell.requests import game_or_404
from scorekeeper.web.shell.translation import evening_here
from scorekeeper.web.subjects.game_end import time_taken

ADDRESS = "bgstats://app.bgstatsapp.com/createPlay.html?data="
"""Opens the app on this phone. An https address would send the names to the app's website."""

LONGEST_COMMENT = 400


@blueprint.get("/games/<game_id>/document")
def document(game_id: str) -> Response:
    row = game_or_404(game_id)
    text = json.dumps(document_of(row), ensure_ascii=False, indent=2)
    response = make_response(text + "\n")
    response.mimetype = "application/json"
    name = f"{row.variant}-{row.played_on}.json"
    response.headers["Content-Disposition"] = f"attachment; filename={name}"
    return response


@blueprint.app_template_global()
def bg_stats_link(row: GameRow, sheet: Sheet) -> str:
    """The link that passes a finished game to the app. The app asks before saving."""
    return ADDRESS + quote(json.dumps(bg_stats_play(row, sheet), ensure_ascii=False), safe="")


def bg_stats_play(row: GameRow, sheet: Sheet) -> dict[str, Any]:
    """The play in the app's format, with ids that identify the game and its players."""
    game = sheet.game
    lasted = time_taken(row)
    optional = {
        "durationMin": lasted and round(lasted.total_seconds() / 60),
        "location": row.place,
        "comments": row.note[:LONGEST_COMMENT],
    }
    return {
        "sourceName": "Scorekeeper",
        "sourcePlayId": row.id,
        "playDate": f"{_begun(row).astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        **{name: value for name, value in optional.items() if value},
        "game": {
            "name": render(game.variant.name, []),
            "sourceGameId": game.variant.key,
            "highestWins": not game.variant.lowest_wins(game.rules),
            "noPoints": False,
        },
        "players": _players(row, sheet),
    }


def _begun(row: GameRow) -> datetime:
    """The start of the game, or noon of its date if somebody changed the date."""
    if row.played_on == evening_here(row.created_at):
        return row.created_at
    return datetime.combine(row.played_on, datetime.min.time(), UTC).replace(hour=12)


def _players(row: GameRow, sheet: Sheet) -> list[dict[str, Any]]:
    """All players in order of play. The player left of the first dealer starts."""
    ranks = places(sheet)
    starter = (sheet.game.dealer + 1) % len(sheet.game.players)
    return [
        {
            "name": player.name,
            "sourcePlayerId": str(player.id),
            "score": sheet.final[side],
            "rank": ranks[side],
            "winner": side in sheet.winners,
            "startPlayer": seat == starter,
        }
        for seat, player in zip(SEATS, row.people, strict=False)
        for side in [side_of(seat, sheet.game.sides)]
    ]
