"""`scorekeeper config`: show the settings in force."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from dataclasses import fields

from scorekeeper.cli.options import say
from scorekeeper.config import PREFIX, Settings
from scorekeeper.storage.data_folder import KEY_FILE


def add_config(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "config",
        help="show the current settings",
        description="Show every setting with its value and its source. "
        "Secrets and passwords are not shown.",
    )
    parser.set_defaults(run=run)


def run(_options: argparse.Namespace) -> int:
    from scorekeeper.cli.starting import with_settings

    return with_settings(_show)


def _show(settings: Settings) -> int:
    for line in lines(settings):
        say(line)
    return 0


def lines(settings: Settings) -> Iterator[str]:
    for setting in fields(settings):
        variable = PREFIX + setting.name.upper()
        shown = _shown(settings, setting.name)
        yield f"{variable:<28}{shown:<40} {_origin(variable, setting.metadata['default'], shown)}"


def _origin(variable: str, default: str, shown: str) -> str:
    if os.environ.get(variable, "").strip():
        return "set"
    return "default" if shown else f"default: {default.replace('`', '')}"


def _shown(settings: Settings, name: str) -> str:
    from sqlalchemy import make_url

    value = getattr(settings, name)
    match name:
        case "secret_key":
            return "(not shown)" if value else f"(in {settings.data_dir / KEY_FILE})"
        case "metrics_token" if value:
            return "(not shown)"
        case "database_url":
            return make_url(settings.sqlalchemy_url).render_as_string(hide_password=True)
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ", ".join(value)
        case None:
            return ""
    return str(value)
