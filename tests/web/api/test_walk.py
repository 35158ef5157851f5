"""A random walk through the API by its description only, without finding a fault."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, seed
from hypothesis import settings as hypothesis_settings
from hypothesis.stateful import run_state_machine_as_test
from schemathesis.core.errors import UnsupportedSchema
from schemathesis.specs.openapi.checks import positive_data_acceptance

from scorekeeper.config import Settings
from scorekeeper.games.transaction import new_key
from scorekeeper.storage.database import db
from scorekeeper.storage.folded_games import EXTENSION
from scorekeeper.storage.tokens import is_id
from tests.support import hall
from tests.support.documents import gin, knock, out
from tests.support.leagues import league
from tests.support.programs import token
from tests.support.table import Table

ENTRIES: list[Any] = [
    knock("Ann", Ann=5, Bob="K 9 2"),
    out("Cem", Ann=5, Bob="K 9 2"),
    {"ending": "void"},
    {"between": {"adjust": {"Ann": -10}}},
    {"between": {"joins": {"Dee": 4}}},
    {"between": {"leaves": ["Bob"]}},
]
GAME, EVENING = "/api/v1/games/{game_id}", "/api/v1/tournaments/{tournament_id}"
LEAGUES = "/api/v1/leagues"
SETUP = {
    "name": "Friday",
    "play": "pairs",
    "game": {"variant": "burraco"},
    "points": {"by": "victory", "hands": 3},
}
PLAUSIBLE: dict[str, list[Any]] = {
    "POST /api/v1/games": [
        {"variant": "gin", "players": ["Ann", "Bob"]},
        {"variant": "basic", "players": ["Ann", "Bob", "Cem"], "rules": {"target": 0}},
    ],
    f"POST {GAME}/rounds": ENTRIES,
    f"POST {GAME}/preview": ENTRIES,
    f"POST {GAME}/open": ENTRIES,
    f"PUT {GAME}/rounds/{{place}}": [gin("Bob", Ann=40), {"ending": "void"}],
    f"PUT {GAME}/open/hands/{{player}}": [5, "K 9 2"],
    "POST /api/v1/tournaments": [SETUP, SETUP | {"minutes": 50, "breaks": ["score"]}],
    f"POST {EVENING}/entrants": [{"entrants": [{"players": ["Kim", "Lou"], "table": 2}]}],
    f"PUT {EVENING}/entrants/{{entrant}}": [{"gone": True}, {"gone": False}],
    f"POST {EVENING}/rounds": [{"movement": "standing"}, {"movement": "lot"}],
    f"PUT {EVENING}/rounds/{{number}}/tables/{{table}}": [
        {"totals": [1800, 1445]},
        {"void": True},
        {"confirmed": 1, "totals": [1800, 1445]},
    ],
    f"POST {EVENING}/adjustments": [{"entrant": 1, "round": 1, "points": -2}],
}
"""Meaningful bodies, which a random walk would hardly find."""

GOALS: list[tuple[str, dict[str, Any], Any]] = [
    (f"PUT {GAME}/rounds/{{place}}", {"place": 1}, gin("Bob", Ann=40)),
    (f"POST {GAME}/undo", {}, None),
    (f"POST {GAME}/open", {}, {"ending": "knock", "by": "Ann"}),
    (f"PUT {GAME}/open/hands/{{player}}", {"player": "Ann"}, 5),
    (f"PUT {GAME}/open/hands/{{player}}", {"player": "Bob"}, "K 9 2"),
    (f"POST {GAME}/open/record", {}, None),
    *(
        (f"PUT {EVENING}/rounds/{{number}}/tables/{{table}}", {"number": 1, "table": table}, typed)
        for table, typed in ((1, {"totals": [1800, 1445]}), (2, {"void": True}))
    ),
    (f"PUT {EVENING}/rounds/{{number}}/close", {"number": 1}, None),
    (f"POST {EVENING}/rounds", {}, {"movement": "standing"}),
    (f"PUT {EVENING}/rounds/{{number}}/show", {"number": 2}, None),
    (f"GET {LEAGUES}", {}, None),
    (f"GET {LEAGUES}/{{league_id}}", {}, None),
]
"""Requests that succeed one after another, which chance would hardly find."""


CONFIG = schemathesis.Config.from_dict(
    {"checks": {"negative_data_rejection": {"expected-statuses": ["4xx", 503]}}}
)
"""Another check can reject a wrong body first, such as the one of its length."""


@pytest.mark.slow
def test_a_walk_by_the_description_finds_no_fault(app: Flask, settings: Settings) -> None:
    table = Table(app)
    table.knock("Ann", Ann=5, Bob=25)
    with app.app_context():
        evening = hall.set_up()
        hall.draw(evening)
        season = league([evening])
    app.config["PROPAGATE_EXCEPTIONS"] = False
    client, signed = app.test_client(use_cookies=False), {"Authorization": f"Bearer {token(app)}"}
    book = Path(settings.data_dir) / "scorekeeper.db"
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app, config=CONFIG)
    with app.app_context():
        db.engine.dispose()
    begun = book.read_bytes()

    @schema.auth()
    class Token:
        def get(self, _case: Any, _context: Any) -> dict[str, str]:
            return signed

        def set(self, case: Any, data: dict[str, str], _context: Any) -> None:
            case.headers = dict(case.headers or {}) | data

    def with_tag(case: Any) -> dict[str, Any]:
        """Return headers with the current tag of the game, which no description can contain."""
        headers = {"Accept-Encoding": "identity"}
        path = case.path_parameters or {}
        if case.headers and "If-Match" in case.headers and path:
            below = "/open" if case.operation.path.endswith("/record") else ""
            address = f"/api/v1/games/{path.get('game_id')}{below}"
            if "tournament_id" in path:
                address = f"/api/v1/tournaments/{path['tournament_id']}"
            seen = client.get(address, headers=signed)
            if tag := seen.headers.get("ETag"):
                headers["If-Match"] = tag
        return {"headers": headers}

    there = {"game_id": table.id, "place": 1, "player": "Ann", "player_id": 1, "other_id": 2}
    there |= {"day": "2026-11-21", "tournament_id": evening, "number": 1, "entrant": 1}
    there |= {"league_id": season}

    class Walk(schema.as_state_machine()):  # type: ignore[misc]  # made from the description
        def setup(self) -> None:
            """Restore the book, so that every walk begins with the same one."""
            with app.app_context():
                db.session.remove()
                db.engine.dispose()
            book.write_bytes(begun)
            app.extensions.pop(EXTENSION, None)
            self.steps = 0

        def before_call(self, case: Any) -> None:
            """Make every other valid request refer to existing objects."""
            self.steps += 1
            path, bodies = case.path_parameters or {}, PLAUSIBLE.get(case.operation.label)
            if self.steps % 2 and case.meta.generation.mode.is_positive:
                known = there | {"table": 1 + self.steps % 2}
                if not is_id(str(path.get("game_id", ""))):
                    path.update({name: known[name] for name in path if name in known})
                if bodies:
                    case.body = bodies[self.steps // 2 % len(bodies)]
            super().before_call(case)

        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            return with_tag(case)

        def validate_response(self, response: Any, case: Any, *_more: Any, **_others: Any) -> None:
            """Check all promises of the description. It allows more requests than a game does."""
            case.validate_response(response, excluded_checks=[positive_data_acceptance])

    for label, path, body in GOALS:
        method, address = label.split()
        operation = schema[address][method]
        path = {name: (there | path)[name] for name in re.findall(r"{(\w+)}", address)}
        headers = signed | {"If-Match": "the tag of now", "Idempotency-Key": new_key()}
        sent = {"body": body} if body else {}
        case = operation.Case(path_parameters=path, headers=headers, **sent)
        response = case.call(**with_tag(case))
        case.validate_response(response)
        assert response.status_code < 300, (label, response.text)

    # Answers depend on random ids. Hypothesis compares walks of one seed, so each seed has few.
    for number in range(40):
        # Some opposites of a schema cannot be drawn, so that walk ends early.
        with suppress(UnsupportedSchema):
            run_state_machine_as_test(
                seed(number)(Walk),
                settings=hypothesis_settings(
                    max_examples=3,
                    stateful_step_count=20,
                    deadline=None,
                    database=None,
                    phases=[Phase.generate],
                    suppress_health_check=[*HealthCheck],
                ),
            )
