"""A program that cannot start with its data prints the reason and the remedy."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper import create_app
from scorekeeper.cli import main
from scorekeeper.config import Settings
from scorekeeper.storage import writer_queue
from scorekeeper.storage.data_folder import is_known_book, known_file, remember_book
from scorekeeper.storage.database import db
from tests.support.clubs import the_club
from tests.support.databases import held_by_another_program
from tests.support.empty_books import EmptyBooks
from tests.support.processes import OF_ANY_USER, run
from tests.support.scorebook import record, start, win

DAMAGED = "scorekeeper.db is damaged; put a backup in its place"
MISSING = "scorekeeper.db is missing or empty, though there was a score book"


@pytest.fixture
def folder(tmp_path: Path, empty_books: EmptyBooks) -> Path:
    """The data folder of a score book with a game, after its server was stopped."""
    settings = Settings(data_dir=tmp_path)
    empty_books.put(settings)
    app = create_app(settings)
    with app.app_context():
        record(start(), *[win(1)] * 20)
        db.session.remove()
        db.engine.dispose()
    return tmp_path


def begin(folder: Path, monkeypatch: pytest.MonkeyPatch, *command: str) -> int:
    """Run a command that opens the score book of this folder."""
    monkeypatch.setenv("SCOREKEEPER_DATA_DIR", str(folder))
    return main.main(command or ("keeper-link",))


def tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as database:
        return {name for [name] in database.execute("SELECT name FROM sqlite_master")}


def damage(path: Path) -> None:
    """Write noise over the middle of a file."""
    whole = path.read_bytes()
    third = len(whole) // 3
    path.write_bytes(whole[:third] + b"\x5a" * third + whole[2 * third :])


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def write_words(path: Path) -> None:
    path.write_text("These are the scores of Tuesday.\n" * 100, encoding="utf-8")


def empty(path: Path) -> None:
    path.write_bytes(b"")


def hold_other_tables(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE recipe (name TEXT)")


def hold_no_tables(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE gone (name TEXT)")
        database.execute("DROP TABLE gone")


def change(statement: str) -> Callable[[Path], None]:
    """Return a function that damages a database by a statement."""

    def harm(path: Path) -> None:
        with closing(sqlite3.connect(path)) as database:
            database.execute("PRAGMA writable_schema = ON")
            database.execute(statement)
            database.commit()

    return harm


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        (change("DROP TABLE round"), DAMAGED),
        (change("DROP TABLE game_words"), DAMAGED),
        (change("ALTER TABLE round RENAME COLUMN entry TO etnry"), DAMAGED),
        (change("DELETE FROM alembic_version"), DAMAGED),
        (change("UPDATE alembic_version SET version_num = '00x5'"), DAMAGED),
        (change("UPDATE alembic_version SET version_num = CAST(x'c328' AS TEXT)"), DAMAGED),
        (
            change("UPDATE sqlite_master SET sql = CAST(x'c328' AS TEXT) WHERE name = 'club'"),
            DAMAGED,
        ),
        (damage, DAMAGED),
        (cut, DAMAGED),
        (write_words, "scorekeeper.db is not the database of a score book, or is damaged"),
        (hold_other_tables, "scorekeeper.db is not the database of a score book"),
        (hold_no_tables, MISSING),
        (empty, MISSING),
        (Path.unlink, MISSING),
    ],
)
def test_a_database_that_is_not_what_it_was_is_named_and_left_alone(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    harm: Callable[[Path], None],
    sentence: str,
) -> None:
    path = folder / "scorekeeper.db"
    harm(path)
    before = path.read_bytes() if path.exists() else None
    for command in ("serve", "keeper-link"):
        assert begin(folder, monkeypatch, command) == 1
        told = capsys.readouterr().err
        assert told.startswith("scorekeeper: ")
        assert sentence in told
        assert told.count("\n") == 1
        assert (path.read_bytes() if path.exists() else None) == before


def test_another_programs_database_gets_no_tables_of_ours(tmp_path: Path) -> None:
    path = tmp_path / "recipes.db"
    path.touch()
    hold_other_tables(path)
    settings = Settings(data_dir=tmp_path, database_url=f"sqlite:///{path}")
    with pytest.raises(Exception, match=r"recipes\.db"):
        create_app(settings)
    assert tables(path) == {"recipe"}


def test_a_new_score_book_begins_where_somebody_says_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "scorekeeper.db").unlink()
    assert begin(folder, monkeypatch) == 1
    place = capsys.readouterr().err.strip().rpartition("delete ")[2]
    Path(place).unlink()
    create_app(Settings(data_dir=folder))
    assert begin(folder, monkeypatch) == 1
    assert "there is no club yet" in capsys.readouterr().err


def test_a_score_book_that_somebody_put_there_is_known_from_now_on(folder: Path) -> None:
    settings = Settings(data_dir=folder)
    known_file(settings).unlink()
    create_app(settings)
    assert is_known_book(settings)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
@pytest.mark.parametrize(
    ("closed", "sentence"),
    [
        ("scorekeeper.db", "scorekeeper: cannot use {folder}/scorekeeper.db: Permission denied"),
        pytest.param(
            ".",
            "scorekeeper: {folder}/scorekeeper.db cannot be written to; let the user that runs",
            marks=pytest.mark.slow,
        ),
    ],
    ids=["file", "folder"],
)
def test_what_cannot_be_written_to_is_named_and_all_is_well_once_it_can(
    folder: Path, monkeypatch: pytest.MonkeyPatch, closed: str, sentence: str
) -> None:
    path = folder / closed
    mode = path.stat().st_mode
    path.chmod(mode & ~0o222)
    try:
        refused = run("keeper-link", prefix=OF_ANY_USER, SCOREKEEPER_DATA_DIR=str(folder))
    finally:
        path.chmod(mode)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith(sentence.format(folder=folder))
    assert refused.stderr.count("\n") == 1
    assert begin(folder, monkeypatch) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_files_beside_a_book_that_was_read_only_are_writable_again(folder: Path) -> None:
    book = folder / "scorekeeper.db"
    beside = [folder / f"scorekeeper.db{end}" for end in ("-wal", "-shm")]
    read = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT * FROM club')"
    book.chmod(0o400)
    subprocess.run([*OF_ANY_USER, sys.executable, "-c", read, book], check=True)
    assert [file.stat().st_mode & 0o777 for file in beside if file.exists()] == [0o400] * 2
    book.chmod(0o600)
    begun = run("keeper-link", prefix=OF_ANY_USER, SCOREKEEPER_DATA_DIR=str(folder))
    assert (begun.returncode, begun.stderr) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_a_file_beside_the_book_that_cannot_be_written_to_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    beside = folder / "scorekeeper.db-shm"
    beside.mkdir()
    assert begin(folder, monkeypatch) == 1
    assert capsys.readouterr().err.startswith(f"scorekeeper: cannot use {beside}: ")


OPENING = (
    *("serve", "check", "rebuild", "keeper-link"),
    *("export club.zip", "import club.jsonl", "backup copy.zip", "copy sqlite:///copy.db"),
)
"""Every command that opens the score book of the settings."""


@pytest.mark.parametrize(
    ("revision", "told"),
    [
        ("9999", "was made by a newer version of this program."),
        ("0033", "Export each club with that version (scorekeeper export). Import the files"),
    ],
)
def test_a_database_of_another_version_is_named_by_every_command_and_left_alone(
    folder: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    revision: str,
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    Path("club.jsonl").write_text("{}\n", encoding="utf-8")
    book = folder / "scorekeeper.db"
    with closing(sqlite3.connect(book)) as database:
        database.execute("UPDATE alembic_version SET version_num = ?", [revision])
        database.commit()
        database.execute("PRAGMA journal_mode = DELETE")
    before = book.read_bytes()
    for command in OPENING:
        assert begin(folder, monkeypatch, *command.split()) == 1, command
        said = capsys.readouterr().err
        assert said.startswith(f"scorekeeper: The database {book} was made by ")
        assert told in said
        assert said.count("\n") == 1
        assert book.read_bytes() == before
        assert {file.name for file in Path.cwd().iterdir()} == {"club.jsonl"}


def test_a_database_that_is_held_is_said_to_be_in_use(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("scorekeeper.storage.migration.MIGRATION_PATIENCE", 0.01)
    with held_by_another_program(Settings(data_dir=folder)):
        assert begin(folder, monkeypatch) == 1
    assert "scorekeeper.db is in use by another program" in capsys.readouterr().err


def shorten(path: Path) -> None:
    path.write_text("15 letters only")


def lose(path: Path) -> None:
    path.unlink()


def spoil(path: Path) -> None:
    path.write_bytes(b"\xff\xfe\x00" * 20)


def garble(path: Path) -> None:
    path.write_bytes(b"\xff\xfe" * 20)


def fill_with_zeros(path: Path) -> None:
    path.write_bytes(bytes(64))


def hide(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        (lose, "secret_key is missing, and no phone can sign in without it. Restore it"),
        (spoil, "secret_key cannot be read"),
        (hide, "secret_key cannot be read"),
        (empty, "secret_key must hold at least 16 characters"),
        (shorten, "secret_key must hold at least 16 characters"),
        (fill_with_zeros, "secret_key must hold at least 16 characters"),
    ],
)
def test_without_the_secret_key_of_a_score_book_it_says_what_to_do(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    harm: Callable[[Path], None],
    sentence: str,
) -> None:
    path = folder / "secret_key"
    harm(path)
    assert begin(folder, monkeypatch) == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1
    if path.is_dir():
        shutil.rmtree(path)
    path.write_text("sixteen of these", encoding="ascii")
    assert begin(folder, monkeypatch) == 0


def test_a_secret_key_of_another_user_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    read = Path.read_text

    def refuse(path: Path, encoding: str) -> str:
        if path.name == "secret_key":
            raise PermissionError(13, "Permission denied", str(path))
        return read(path, encoding)

    monkeypatch.setattr(Path, "read_text", refuse)
    assert begin(folder, monkeypatch) == 2
    told = capsys.readouterr().err
    assert "secret_key cannot be read (Permission denied): the user that runs the server" in told


@pytest.mark.skipif(sys.platform == "win32", reason="Windows deletes and replaces no open file")
@pytest.mark.parametrize("harm", [spoil, garble, fill_with_zeros])
def test_a_damaged_list_of_known_books_holds_up_nobody_and_begins_no_empty_book(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    harm: Callable[[Path], None],
) -> None:
    harm(folder / "known_book")
    assert begin(folder, monkeypatch, "check") == 0
    (folder / "scorekeeper.db").unlink()
    capsys.readouterr()
    assert begin(folder, monkeypatch, "check") == 1
    told = capsys.readouterr().err
    assert MISSING in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    "name", ["known_book", *(["scorekeeper.db.lock"] if writer_queue.fcntl else [])]
)
def test_a_folder_in_the_place_of_a_file_of_ours_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (folder / name).unlink(missing_ok=True)
    (folder / name).mkdir()
    for command in ("check", "rebuild", "keeper-link"):
        assert begin(folder, monkeypatch, command) == 1
        told = capsys.readouterr().err
        assert f"{folder / name}" in told
        assert told.count("\n") == 1


def test_no_password_is_remembered(settings: Settings) -> None:
    settings.data_dir.mkdir()
    url = "postgresql+psycopg://ann:hearts@db/scores"
    remember_book(replace(settings, database_url=url))
    assert "hearts" not in known_file(settings).read_text(encoding="utf-8")
    assert is_known_book(replace(settings, database_url=url))


def test_a_club_that_was_deleted_leaves_a_known_book(folder: Path) -> None:
    from scorekeeper.clubs import clubs

    settings = Settings(data_dir=folder)
    with create_app(settings).app_context():
        clubs.delete_club(the_club())
    assert create_app(settings).test_client().get("/").status_code == 200
