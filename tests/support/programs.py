"""Programs that some tests need: browsers, proxies, what checks the files of `deploy/`."""

from __future__ import annotations

import os
import shutil

import pytest


def installed(*programs: str) -> str:
    """The path of the first of these programs that there is.

    Without any, the test is skipped: who has no such program can still run all others. `.ci/run`
    installs every one and allows no skipped test.
    """
    # Debian has servers in a folder that only root looks through.
    path = f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin"
    found = next(filter(None, (shutil.which(program, path=path) for program in programs)), None)
    return found or pytest.skip(f"there is no {programs[0]} on this machine")
