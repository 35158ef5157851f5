"""The cost of each kind of request, relative to a bare Flask page: one select, as much text.

Run with `pytest -m benchmark -s`. Each takes turns with the bare page, and costs are processor
times, so a ratio is the same on any machine. `docs/scale.md` quotes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median

import pytest
from flask import Flask, render_template
from flask_sqlalchemy import SQLAlchemy
from jinja2 import DictLoader
from sqlalchemy import select
from sqlalchemy.orm import Mapped, mapped_column
from werkzeug.test import Client, TestResponse

from scorekeeper.clubs.roles import Role
from scorekeeper.storage import connections
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from tests.benchmarks.measuring import MILLISECOND, by_turns
from tests.support.clubs import the_club, visitor
from tests.support.scorebook import form, record, start, win

pytestmark = pytest.mark.benchmark

ROUNDS, TIMES = 12, 40
DEAREST = {
    "a poll with news": 3.3,
    "the sheet": 3.0,
    "the form of a round": 4.0,
    "home": 5.5,
    "the leaderboard": 4.5,
    "a player": 4.5,
}
"""The highest costs of these requests. The unit is a bare page of the same size.

On a quiet machine a poll took 2.3 to 2.5, a sheet 2.2 to 2.3, a form 3.2 to 3.5, home 4.8 to 4.9,
the leaderboard 2.9 to 3.1, and a player 3.9 to 4.0.
"""

ROUND = {"ending": "knock:0", "hand-0": "5", "hand-1": "KC QD 3"}

bare_db = SQLAlchemy()

PAGE = """<!doctype html>
<title>{{ words[0].text }}</title>
{% for word in words %}{% for _ in range(times) %}
<tr{% if loop.first %} class="first"{% endif %}>
  <td>{{ word.text }}</td><td>{{ loop.index }}</td></tr>
{% endfor %}{% endfor %}
"""


class Word(bare_db.Model):  # type: ignore[name-defined, misc]
    """The only table of the bare application."""

    id: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str]


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Flask]:
    """A Flask with only SQLAlchemy: the page `/<times>` shows twelve rows, this many times."""
    app = Flask("bare")
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{tmp_path / 'bare.db'}"
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = connections.ENGINE_OPTIONS["sqlite"]
    app.jinja_loader = DictLoader({"page.html": PAGE})
    bare_db.init_app(app)

    @app.get("/<int:times>")
    def show(times: int) -> str:
        words = list(bare_db.session.scalars(select(Word)))
        return render_template("page.html", words=words, times=times)

    with app.app_context():
        connections.set_up(bare_db.engine)
        bare_db.create_all()
        bare_db.session.add_all(Word(text=f"round {number} & more") for number in range(ROUNDS))
        bare_db.session.commit()
    yield app
    with app.app_context():
        bare_db.engine.dispose()


def of_size(bare: Client, size: int) -> Callable[[], TestResponse]:
    """Return a function that asks for the bare page with about as much text."""
    one = len(bare.get("/1").data)
    times = max(1, round(size / one))
    return lambda: bare.get(f"/{times}")


def costs(*kinds: Callable[[], TestResponse]) -> list[float]:
    """Return the median processor time of each kind, in milliseconds. All take turns."""
    taken = by_turns(*[partial(check, ask) for ask in kinds], times=TIMES)
    return [median(times) / MILLISECOND for times in taken]


def check(ask: Callable[[], TestResponse]) -> None:
    """Send a request, and check its status."""
    answer = ask()
    assert answer.status_code in (200, 204, 303), answer.status


def test_what_a_sheet_costs_beside_a_bare_page_of_its_size(app: Flask, bare: Flask) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    visitor(app, Role.KEEPER)
    browser = visitor(app, Role.KEEPER)
    phone, other = Client(app), bare.test_client()
    cookie = browser.get_cookie("scorekeeper")
    assert cookie is not None
    phone.set_cookie("scorekeeper", cookie.value)
    with app.app_context():
        the_club()
        for _game in range(6):  # Enough games for a place on the leaderboard.
            record(start(), win(60), win(60))
        row = record(start(overrides={"target": 0}), *(win(10 + each) for each in range(ROUNDS)))
        sheet, seen = f"/games/{row.id}", row.version
        player = f"/players/{row.people[0].id}"

    def record_one() -> TestResponse:
        phone.set_cookie("scorekeeper", cookie.value)  # without the last page’s messages
        with app.app_context():
            typed = form(db.session.get_one(GameRow, row.id)) | ROUND
        return phone.post(f"{sheet}/rounds", data=typed)

    kinds = {
        "a poll without news": lambda: phone.get(f"{sheet}/live?at=sheet&seen={seen}"),
        "a poll with news": lambda: phone.get(f"{sheet}/live?at=sheet&seen=1"),
        "the sheet": lambda: phone.get(sheet),
        "the form of a round": lambda: phone.get(f"{sheet}/rounds/new"),
        "home": lambda: phone.get("/"),
        "past games": lambda: phone.get("/history"),
        "the leaderboard": lambda: phone.get("/players"),
        "a player": lambda: phone.get(player),
        "a round recorded": record_one,
    }
    ratios = {}
    for name, ask in kinds.items():
        ask()
        size = len(phone.get(sheet).data) if name == "a round recorded" else len(ask().data)
        beside = of_size(other, size)
        beside()
        ours, theirs = costs(ask, beside)
        ratios[name] = ours / theirs
        print(
            f"\n{name:20} {ours:6.2f} ms, {ours / theirs:4.1f} bare pages of {size:6,} bytes",
            end="",
        )
    assert not {name: ratios[name] for name, most in DEAREST.items() if ratios[name] > most}
