"""`scorekeeper copy` copies the score book to another database."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from scorekeeper.setting_readers import SettingError, database_url

if TYPE_CHECKING:
    from scorekeeper.config import Settings


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `copy` to the command line."""
    parser = subparsers.add_parser(
        "copy",
        help="copy the score book to another database",
        description="Copy the whole score book to an empty database, such as from SQLite to "
        "PostgreSQL or back. Stop the server first: what is recorded meanwhile is not copied. "
        "The old score book stays as it is.",
    )
    parser.add_argument(
        "url", type=_url, metavar="URL", help="such as postgresql://user:password@host/name"
    )
    parser.set_defaults(run=run)


def _url(text: str) -> str:
    try:
        return database_url(text)
    except SettingError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def run(options: argparse.Namespace) -> int:
    """Copy it; returns 1 if that is not possible, 2 if a setting is invalid."""
    from scorekeeper.cli.starting import with_book

    return with_book(partial(_copy, options.url))


def _copy(url: str, settings: Settings) -> int:
    from sqlalchemy import make_url

    from scorekeeper.cli.progress import Progress
    from scorekeeper.cli.starting import CANNOT_START, fail, fail_with
    from scorekeeper.storage.copying import CopyError, copy_book, open_empty

    other, progress = replace(settings, database_url=url), Progress("rows")
    try:
        rows = copy_book(open_empty(other), progress)
    except CopyError as error:
        return fail_with(str(error), 1)
    except CANNOT_START as error:
        return fail(error, other)
    finally:
        progress.end()
    shown = make_url(url).render_as_string(hide_password=True)
    print(f"Copied {rows:,} rows. To use the copy, set SCOREKEEPER_DATABASE_URL to {shown}")
    return 0
