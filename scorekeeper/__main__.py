"""Run the `scorekeeper` command with `python -m scorekeeper`."""

import sys

OLDEST = (3, 11)

if __name__ == "__main__":
    # An older Python fails at the first import, with an unclear error.
    if sys.version_info < OLDEST:
        oldest, this = (".".join(map(str, version[:3])) for version in (OLDEST, sys.version_info))
        sys.exit(f"scorekeeper: Python {oldest} or newer is needed; this is Python {this}")
    from scorekeeper.cli.main import main

    sys.exit(main())
