"""`scorekeeper copy` copies the score book to another database, and prints the next step."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorekeeper import create_app
from scorekeeper.cli import main
from scorekeeper.config import Settings
from scorekeeper.storage.database import db
from tests.support.scorebook import everything, record, start, win


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """The rows of the settings’ score book, which has a game."""
    monkeypatch.setenv("SCOREKEEPER_DATA_DIR", str(tmp_path))
    with create_app(Settings(data_dir=tmp_path)).app_context():
        record(start(), win(20))
        return found(tmp_path / "scorekeeper.db")


def found(path: Path) -> list[tuple[object, ...]]:
    """Return the rows of the score book in this file."""
    settings = Settings(data_dir=path.parent, database_url=f"sqlite:///{path}")
    with create_app(settings).app_context():
        rows = everything()
        db.session.remove()
        db.engine.dispose()
    return rows


def test_a_book_is_copied_and_the_setting_named(
    tmp_path: Path, played: list[tuple[object, ...]], capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.db"
    assert main.main(["copy", f"sqlite:///{copy}"]) == 0
    assert f"set SCOREKEEPER_DATABASE_URL to sqlite:///{copy}" in capsys.readouterr().out
    assert found(copy) == found(tmp_path / "scorekeeper.db") == played
    assert copy.stat().st_mode & 0o077 == 0


def hold_words(path: Path) -> None:
    path.write_text("These are the scores of Tuesday.\n" * 100, encoding="utf-8")


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("sqlite:///{0}/scorekeeper.db", "there is a score book in sqlite:///"),
        ("sqlite:///{0}/words.db", "/words.db is not the database of a score book"),
        ("sqlite:///{0}/no/folder/copy.db", "/no/folder/copy.db: No such file"),
    ],
)
def test_what_is_no_empty_database_is_named_and_left_alone(
    tmp_path: Path, url: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    hold_words(tmp_path / "words.db")
    before = (tmp_path / "words.db").read_bytes()
    assert main.main(["copy", url.format(tmp_path)]) == 1
    assert told in capsys.readouterr().err
    assert (tmp_path / "words.db").read_bytes() == before


@pytest.mark.usefixtures("played")
def test_a_copy_to_a_server_makes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    assert main.main(["copy", "postgresql://cards@127.0.0.1:1/book"]) == 1
    assert not list(here.iterdir())


def test_a_url_of_another_kind_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main.main(["copy", "mysql://db/x"])
    assert "must begin with postgresql: or sqlite:" in capsys.readouterr().err
