"""Check that an installed program serves its pages: `python -m tests.support.served [PROGRAM]`.

The default is `scorekeeper` on the `PATH`. The program starts in an empty folder, so it cannot find
the sources.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urljoin
from urllib.request import urlopen

from tests.support.processes import CLEAN, addresses, running


def sizes_of_served_files(program: Path) -> dict[str, int]:
    """Return the files named by the program’s first page, with their sizes as served."""
    with TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        log.touch()
        environment = CLEAN | {"SCOREKEEPER_DATA_DIR": str(Path(folder) / "data")}
        command = [program, "serve", "--host", "127.0.0.1", "--port", "0"]
        with running(
            command,
            log,
            lambda: "Stop it" in log.read_text(encoding="utf-8"),
            cwd=folder,
            env=environment,
        ):
            [address, *_others] = addresses(log.read_text(encoding="utf-8"))
            page = _fetch(address).decode()
            files = sorted(set(re.findall(r"\"(/static/[^\"#]+)", page)))
            assert "<main" in page, page
            assert files, page
            return {name: len(_fetch(urljoin(address, name))) for name in files}


def _fetch(address: str) -> bytes:
    with urlopen(address) as answer:  # noqa: S310 - our own server
        return bytes(answer.read())


if __name__ == "__main__":
    [program] = sys.argv[1:] or [shutil.which("scorekeeper") or sys.exit("no scorekeeper")]
    for name, size in sizes_of_served_files(Path(program)).items():
        print(name, size, "bytes")
