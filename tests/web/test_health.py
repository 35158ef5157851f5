"""Monitors learn whether the server runs, and whether it can read the score book."""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from scorekeeper.config import Settings
from scorekeeper.storage.database import db
from tests.support.clubs import browser
from tests.support.walks import walk


@walk("address", ["/healthz", "/readyz"])
def test_all_is_well(app: Flask, address: str) -> None:
    answer = browser(app).get(address)
    assert (answer.status_code, answer.text) == (200, "ok\n")
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in answer.headers


def test_without_its_score_book_the_server_runs_but_is_not_ready(
    own_app: Flask, settings: Settings
) -> None:
    with own_app.app_context():
        db.engine.dispose()
    Path(settings.data_dir / "scorekeeper.db").unlink()
    answer = browser(own_app).get("/readyz")
    assert (answer.status_code, answer.text) == (503, "missing\n")
    assert browser(own_app).get("/healthz").status_code == 200
