"""Older score books open in this version, on both databases, and a failed upgrade harms none."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import inspect, select, text

from scorekeeper.config import Settings
from scorekeeper.statistics.check import check
from scorekeeper.storage import migration
from scorekeeper.storage.database import db
from scorekeeper.storage.migration import UpgradeFailedError
from scorekeeper.storage.models import GameRow
from tests.support.databases import environment, opened
from tests.support.processes import run_at_once
from tests.support.released import FIRST, RELEASED, put
from tests.support.scorebook import everything, totals

SERVERS = 4

START = """
from scorekeeper import create_app

def go():
    create_app()
"""

FAILS = """
from alembic import op

revision, down_revision = "9999", "{last}"
branch_labels = depends_on = None


def upgrade() -> None:
    op.execute("UPDATE game SET note = 'half of the upgrade'")
    op.execute("CREATE TABLE half (id INTEGER)")
    raise RuntimeError("the upgrade failed")
"""


@pytest.fixture(params=[FIRST, *RELEASED], ids=lambda released: released.stem)
def old_book(
    settings: Settings, make_app: Callable[[], Flask], request: pytest.FixtureRequest
) -> Settings:
    """The settings of a score book that a released version left behind, on each database."""
    assert make_app
    put(request.param, settings)
    return settings


def check_book() -> dict[str, tuple[int, ...]]:
    """The totals of every game; each must be what its row has had since it was played."""
    games = {row.id: totals(row) for row in db.session.scalars(select(GameRow))}
    assert len(games) > 10
    db.session.rollback()
    assert list(check(lambda _done, _everything: None)) == []
    return games


def test_a_book_of_every_released_version_opens_and_scores_the_same(old_book: Settings) -> None:
    with opened(old_book) as app:
        check_book()
        assert app.test_client().get("/").status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("old_book", [FIRST], indirect=True, ids=["first"])
def test_servers_that_start_together_on_an_older_book_bring_it_up_to_date_once(
    old_book: Settings,
) -> None:
    run_at_once(START, [()] * SERVERS, **environment(old_book))
    with opened(old_book):
        check_book()


def test_an_upgrade_that_fails_leaves_the_book_to_the_older_version(
    old_book: Settings,
    make_app: Callable[[], Flask],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with opened(old_book):
        before, rows = check_book(), everything()
        last = db.session.scalar(text("SELECT version_num FROM alembic_version"))
    newer = Path(shutil.copytree(migration.MIGRATIONS, tmp_path / "migrations"))
    (newer / "versions" / "9999_fails.py").write_text(FAILS.format(last=last), encoding="utf-8")
    with monkeypatch.context() as newer_version:
        newer_version.setattr(migration, "MIGRATIONS", newer)
        with pytest.raises(UpgradeFailedError, match="is as it was before"):
            make_app()
    assert "the upgrade failed" in caplog.text
    with opened(old_book):
        assert (check_book(), everything()) == (before, rows)
        assert "half" not in inspect(db.engine).get_table_names()
