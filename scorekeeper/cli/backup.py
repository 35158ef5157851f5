"""`scorekeeper backup`, `restore` and `copy`: save, replace or copy the whole score book."""

from __future__ import annotations

import argparse
import shutil
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING

from scorekeeper.cli.options import STANDARD, ProgressBar, naming, on_book, opened, printing, say
from scorekeeper.setting_readers import SettingError, database_url

if TYPE_CHECKING:
    from scorekeeper.config import Settings


def add_backup(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "backup",
        help="write the whole score book to one file",
        description="Write the score book and the secret key to one zip file, also during a "
        "game. Keep the file secret: it allows anybody to sign in as any member.",
    )
    parser.add_argument(
        "file", metavar="FILE", help="the new file to write, or - for standard output"
    )
    parser.set_defaults(run=_run_backup)


def _run_backup(options: argparse.Namespace) -> int:
    from scorekeeper.cli.starting import fail_with, with_settings

    if options.file != STANDARD:
        return with_settings(partial(_back_up, Path(options.file)))
    if sys.stdout.isatty():
        return fail_with("a terminal would spoil the backup; send it to a file with “>”", 1)
    return with_settings(_print)


def _back_up(file: Path, settings: Settings) -> int:
    say(f"Backed up to {file}. {_write(file, settings)}")
    return 0


def _print(settings: Settings) -> int:
    """Write the backup to standard output, and a summary to standard error."""
    from scorekeeper.storage.staging import staging_folder

    with staging_folder(Path(gettempdir())) as folder:
        file = folder / "backup.zip"
        contents = _write(file, settings)
        with file.open("rb") as packed, printing():
            shutil.copyfileobj(packed, sys.stdout.buffer)
            sys.stdout.flush()
    print(f"Backed up. {contents}", file=sys.stderr)
    return 0


def _write(file: Path, settings: Settings) -> str:
    from scorekeeper import __version__
    from scorekeeper.storage.backups import back_up

    with naming(str(file)):
        made = back_up(settings, file.absolute(), __version__)
    return f"Games: {made.games:,}, rounds: {made.rounds:,}."


def add_restore(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "restore",
        help="replace the score book with a backup",
        description="Check a file that `scorekeeper backup` wrote, and replace the score book with "
        "it. The old score book is kept in the same folder. A running server continues with the "
        "restored one.",
    )
    parser.add_argument("file", metavar="FILE", help="the backup, or - for standard input")
    parser.set_defaults(run=_run_restore)


def _run_restore(options: argparse.Namespace) -> int:
    from scorekeeper.cli.starting import with_settings

    return with_settings(partial(_restore, options.file))


def _restore(file: str, settings: Settings) -> int:
    from scorekeeper.storage.backups import restore

    with opened(file) as source:
        backup, set_aside = restore(settings, source)
    made = f"{backup.made_at.astimezone():%Y-%m-%d %H:%M}"
    say(f"The score book is as of {made}. Games: {backup.games:,}, rounds: {backup.rounds:,}.")
    for path in set_aside:
        say(f"Kept from before: {path}")
    return 0


def add_copy(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "copy",
        help="copy the score book to another database",
        description="Copy the whole score book to an empty database, such as from SQLite to "
        "PostgreSQL or back. Stop the server first: the copy lacks anything recorded meanwhile. "
        "The old score book stays unchanged.",
    )
    parser.add_argument(
        "url",
        type=_url,
        metavar="URL",
        help="the new database, such as postgresql://user:password@host/name",
    )
    parser.set_defaults(run=on_book(_copy))


def _url(text: str) -> str:
    try:
        return database_url(text)
    except SettingError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _copy(options: argparse.Namespace, settings: Settings) -> int:
    from sqlalchemy import make_url

    from scorekeeper.cli.starting import CANNOT_START, fail, fail_with
    from scorekeeper.storage.copying import CopyError, copy_book, open_empty

    other, progress = replace(settings, database_url=options.url), ProgressBar("rows")
    try:
        rows = copy_book(open_empty(other), progress)
    except CopyError as error:
        return fail_with(str(error), 1)
    except CANNOT_START as error:
        return fail(error, other)
    finally:
        progress.end()
    shown = make_url(options.url).render_as_string(hide_password=True)
    say(f"Copied {rows:,} rows. To use the copy, set SCOREKEEPER_DATABASE_URL to {shown}")
    return 0
