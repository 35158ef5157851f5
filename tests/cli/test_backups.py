"""`scorekeeper backup` copies the score book during play. `restore` checks the copy first."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace

import pytest

from scorekeeper import __version__, clock, create_app
from scorekeeper.cli import main
from scorekeeper.config import CHECKOUT, Settings
from scorekeeper.storage.database import db
from scorekeeper.storage.database_file import BESIDE
from scorekeeper.storage.faults import ROOM_NEEDED
from tests.support.processes import CLEAN
from tests.support.scorebook import everything, record, start, win

Change = Callable[[dict[str, bytes]], dict[str, bytes]]
"""A change of a backup’s files, by name."""


class Book:
    """A data folder, and the commands on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def play(self, rounds: int = 3) -> None:
        """Record a new game with this many rounds."""
        self._in_app(lambda: record(start(), *[win(number + 1) for number in range(rounds)]))

    def rows(self) -> list[tuple[object, ...]]:
        """Return every row of the score book."""
        found: list[tuple[object, ...]] = []
        self._in_app(lambda: found.extend(everything()))
        return found

    def run(self, *command: str) -> int:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SCOREKEEPER_DATA_DIR", str(self.folder))
            return main.main(command)

    def files(self) -> list[str]:
        """Return the files in the folder, without the times in their names."""
        return sorted(re.sub(r"\d{8}-\d{6}", "T", file.name) for file in self.folder.iterdir())

    def _in_app(self, work: Callable[[], object]) -> None:
        with create_app(Settings(data_dir=self.folder)).app_context():
            work()
            db.session.remove()
            db.engine.dispose()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The folder of a score book with a game, and its backup."""
    made = Book(tmp_path_factory.mktemp("played") / "data")
    made.folder.mkdir()
    made.play()
    backup = made.folder.with_name("copy.zip")
    assert made.run("backup", str(backup)) == 0
    return made.folder, backup


@pytest.fixture
def book(played: tuple[Path, Path], tmp_path: Path) -> Book:
    """A score book with a game."""
    return Book(Path(shutil.copytree(played[0], tmp_path / "data")))


@pytest.fixture
def backup(played: tuple[Path, Path], tmp_path: Path) -> Path:
    """A backup of that score book."""
    return Path(shutil.copy(played[1], tmp_path))


def test_what_was_played_since_is_gone_after_a_restore_and_kept_beside(
    book: Book, backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = book.rows()
    book.play()
    since = book.rows()
    capsys.readouterr()
    assert book.run("restore", str(backup)) == 0
    assert book.rows() == before
    first, *kept = capsys.readouterr().out.splitlines()
    assert first.endswith("Games: 1, rounds: 3.")
    assert kept[0].startswith(f"Kept from before: {book.folder}/scorekeeper.db.before-")
    Path(kept[0].removeprefix("Kept from before: ")).replace(book.folder / "scorekeeper.db")
    assert book.rows() == since


def test_two_restores_within_one_second_keep_both_books(
    book: Book, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now)
    for _restore in range(3):
        assert book.run("restore", str(backup)) == 0
    assert len([*book.folder.glob("scorekeeper.db.before-*[0-9]")]) == 3


def test_a_backup_moves_a_score_book_to_an_empty_folder(
    book: Book, backup: Path, tmp_path: Path
) -> None:
    elsewhere = Book(tmp_path / "elsewhere")
    assert elsewhere.run("restore", str(backup)) == 0
    assert elsewhere.rows() == book.rows()
    key = "secret_key"
    assert (elsewhere.folder / key).read_bytes() == (book.folder / key).read_bytes()
    assert {file.stat().st_mode & 0o077 for file in elsewhere.folder.iterdir()} == {0}


def test_a_backup_goes_by_standard_output_and_input(
    book: Book,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    assert book.run("backup", "-") == 0
    written = capsysbinary.readouterr()
    assert written.err == b"Backed up. Games: 1, rounds: 3.\n"
    other = Book(tmp_path / "other")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(written.out)))
    assert other.run("restore", "-") == 0
    assert other.rows() == book.rows()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows opens no folders")
def test_a_backup_and_what_it_puts_back_outlast_a_power_cut(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files are flushed to the disk, and then the folder with their names."""
    flushed: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: flushed.append(os.fstat(file).st_ino))
    backup, data = tmp_path / "copy.zip", book.folder
    assert book.run("backup", str(backup)) == 0
    assert flushed == [path.stat().st_ino for path in (backup, tmp_path)]
    flushed.clear()
    assert book.run("restore", str(backup)) == 0
    restored = (data / "scorekeeper.db", data / "secret_key", data)
    assert flushed == [path.stat().st_ino for path in restored]


def test_a_backup_is_not_written_to_a_terminal(
    book: Book, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert book.run("backup", "-") == 1
    written = capsys.readouterr()
    assert (written.out, "terminal" in written.err) == ("", True)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows deletes and replaces no open file")
def test_a_score_book_with_a_relative_path_is_found_in_the_data_folder(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "sqlite:///cards.db")
    monkeypatch.chdir(tmp_path)
    (book.folder / "scorekeeper.db").replace(book.folder / "cards.db")
    assert book.run("check") == 0
    assert book.run("backup", "copy.zip") == 0
    assert book.run("restore", "copy.zip") == 0
    assert [*tmp_path.glob("*.db"), *book.folder.glob("scorekeeper.db")] == []


def test_a_damaged_score_book_is_replaced_and_kept(book: Book, backup: Path) -> None:
    expected = book.rows()
    (book.folder / "scorekeeper.db").write_bytes(b"noise" * 10_000)
    assert book.run("check") == 1
    assert book.run("restore", str(backup)) == 0
    assert book.rows() == expected
    [kept] = book.folder.glob("scorekeeper.db.before-*")
    assert kept.read_bytes() == b"noise" * 10_000


def test_another_key_is_kept_beside_the_one_that_is_put_back(backup: Path, tmp_path: Path) -> None:
    other = Book(tmp_path / "other")
    other.folder.mkdir()
    other.play(1)
    key = (other.folder / "secret_key").read_text("utf-8")
    assert other.run("restore", str(backup)) == 0
    [kept] = other.folder.glob("secret_key.before-*")
    assert kept.read_text("utf-8") == key
    assert (other.folder / "secret_key").read_text("utf-8") != key


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows kills no process like that")
def test_rounds_that_were_only_in_the_wal_of_a_killed_server_are_in_the_backup(
    book: Book, tmp_path: Path
) -> None:
    """The server is killed with SIGKILL, so its last writes are only in `-wal`."""
    script = (
        "import os, signal\n"
        "from tests.support.scorebook import record, start, win\n"
        "from scorekeeper import create_app\n"
        "with create_app().app_context():\n"
        "    record(start(), win(7))\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    environment = CLEAN | {"SCOREKEEPER_DATA_DIR": str(book.folder)}
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=CHECKOUT, env=environment, check=False, timeout=60
    )
    assert ended.returncode == -signal.SIGKILL
    assert (book.folder / "scorekeeper.db-wal").stat().st_size
    backup = tmp_path / "copy.zip"
    assert book.run("backup", str(backup)) == 0
    expected = book.rows()
    elsewhere = Book(tmp_path / "elsewhere")
    elsewhere.run("restore", str(backup))
    assert elsewhere.rows() == expected


def test_the_wal_of_a_killed_server_is_not_applied_to_the_restored_book(
    book: Book, backup: Path, tmp_path: Path
) -> None:
    before = book.rows()
    with closing(sqlite3.connect(book.folder / "scorekeeper.db")) as killed:
        killed.execute("UPDATE game SET place = 'after the backup'")
        killed.commit()
        for end in ("", "-wal", "-shm"):  # The state of the files after a crash.
            shutil.copy(f"{book.folder}/scorekeeper.db{end}", f"{tmp_path}/crashed{end}")
    for end in ("", "-wal", "-shm"):
        shutil.copy(f"{tmp_path}/crashed{end}", f"{book.folder}/scorekeeper.db{end}")
    assert book.run("restore", str(backup)) == 0
    assert not (book.folder / "scorekeeper.db-wal").exists()
    assert book.rows() == before
    [kept] = [file for file in book.folder.glob("*.before-*") if file.name[-1].isdigit()]
    with closing(sqlite3.connect(kept)) as old:
        assert old.execute("SELECT DISTINCT place FROM game").fetchall() == [("after the backup",)]


@pytest.mark.parametrize("open_file", ["scorekeeper.db", "scorekeeper.db-wal"])
def test_where_no_open_file_can_be_replaced_all_stays_and_the_server_is_named(
    book: Book,
    backup: Path,
    open_file: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Windows behaves like this."""
    server = create_app(Settings(data_dir=book.folder))
    with server.app_context():
        record(start(), win(9))
        before = everything()
        files = book.files()
        with monkeypatch.context() as patch:
            patch.setattr(Path, "replace", refusing(Path.replace, open_file))
            assert book.run("restore", str(backup)) == 1
        assert book.files() == files
        assert everything() == before
        db.session.remove()
        db.engine.dispose()
    told = capsys.readouterr().err
    assert re.search(r"cannot be replaced \(.+\): first stop the server that uses it", told)


def refusing(usual: Callable[[Path, Path], Path], name: str) -> Callable[[Path, Path], Path]:
    """Return a function that renames files, except the file of this name."""

    def replace(path: Path, other: Path) -> Path:
        if name in (path.name, other.name):
            raise PermissionError(13, "it is open", str(path))
        return usual(path, other)

    return replace


@pytest.mark.skipif(sys.platform == "win32", reason="Windows replaces no open file")
def test_a_running_server_goes_on_with_what_was_restored(book: Book, backup: Path) -> None:
    server = create_app(Settings(data_dir=book.folder))
    with server.app_context():
        before = everything()
        record(start(), win(9))
        db.session.remove()
        assert book.run("restore", str(backup)) == 0
        assert everything() == before
        record(start(), win(4))
        db.session.remove()
        db.engine.dispose()
    assert len(book.rows()) > len(before)


def tamper(backup: Path, change: Change) -> None:
    """Change the files in a backup."""
    with zipfile.ZipFile(backup) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(backup, "w") as archive:
        for name, content in change(files).items():
            archive.writestr(name, content)


def about(**changes: object) -> Change:
    """Change the facts in a backup about itself."""

    def change(files: dict[str, bytes]) -> dict[str, bytes]:
        told = json.loads(files["backup.json"]) | changes
        return files | {"backup.json": json.dumps(told).encode()}

    return change


def tables_of(revision: str) -> Change:
    """Give a backup the tables’ version of another release, with correct checksums."""

    def change(files: dict[str, bytes]) -> dict[str, bytes]:
        with closing(sqlite3.connect(":memory:")) as book:
            book.deserialize(files["scorekeeper.db"])
            book.execute("UPDATE alembic_version SET version_num = ?", [revision])
            book.commit()
            files |= {"scorekeeper.db": book.serialize()}
        sums = {name: sha256(files[name]).hexdigest() for name in ("scorekeeper.db", "secret_key")}
        return about(sha256=sums)(files)

    return change


@pytest.mark.parametrize(
    ("change", "told"),
    [
        pytest.param(
            lambda files: files | {"scorekeeper.db": files["scorekeeper.db"][:-1] + b"?"},
            "scorekeeper.db differs from the original",
            id="a changed database",
        ),
        pytest.param(
            lambda files: {name: files[name] for name in files if name != "scorekeeper.db"},
            "no backup of a score book, or is damaged",
            id="no database",
        ),
        pytest.param(
            about(sha256={"../../evil": "0"}),
            "no backup of a score book, or is damaged",
            id="a name that leads out of the folder",
        ),
        pytest.param(
            about(format=2, scorekeeper="9.9"),
            "made by Scorekeeper 9.9, a newer version than this one",
            id="a newer form",
        ),
        pytest.param(
            tables_of("9999"),
            f"The backup of Scorekeeper {__version__} was made by a newer version of this program",
            id="newer tables",
        ),
        pytest.param(
            tables_of("0033"),
            f"{__version__} was made by an earlier version, from before 1.0",
            id="tables from before 1.0",
        ),
    ],
)
def test_what_is_no_whole_backup_is_refused_and_changes_nothing(
    book: Book,
    backup: Path,
    change: Change,
    told: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    tamper(backup, change)
    rows, files = book.rows(), book.files()
    assert book.run("restore", str(backup)) == 1
    assert told in capsys.readouterr().err
    assert (book.rows(), book.files()) == (rows, files)


@pytest.mark.parametrize(
    "content", [b"", b"These are the scores of Tuesday."], ids=["empty", "words"]
)
def test_a_file_that_is_no_zip_is_refused(
    book: Book, tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "notes"
    path.write_bytes(content)
    assert book.run("restore", str(path)) == 1
    assert "no backup of a score book" in capsys.readouterr().err


def test_a_file_that_is_there_is_not_written_over(
    book: Book, backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = backup.read_bytes()
    assert book.run("backup", str(backup)) == 1
    assert "already exists" in capsys.readouterr().err
    assert backup.read_bytes() == content


def test_there_is_nothing_to_back_up_in_an_empty_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = Book(tmp_path / "empty")
    empty.folder.mkdir()
    assert empty.run("backup", str(tmp_path / "copy.zip")) == 1
    assert "there is no score book" in capsys.readouterr().err
    assert empty.files() == []


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_score_book_on_postgresql_has_its_own_programs(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "postgresql://cards@localhost/book")
    file = tmp_path / "copy.zip"
    file.touch()
    assert Book(tmp_path).run(command, str(file)) == 1
    assert "pg_dump" in capsys.readouterr().err


def test_a_backup_leaves_the_score_book_room_to_grow(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The copy is as large as the book, and the archive at most as large again."""
    files = (book.folder / f"scorekeeper.db{end}" for end in ("", *BESIDE))
    twice = 2 * sum(file.stat().st_size for file in files if file.exists())
    free = twice + ROOM_NEEDED - 1
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=free))
    assert book.run("backup", str(tmp_path / "new.zip")) == 1
    assert f"it takes {twice:,} bytes" in capsys.readouterr().err
    free += 1
    assert book.run("backup", str(tmp_path / "new.zip")) == 0
