"""Templates that are compiled once in a run, for every app that is made in it."""

from __future__ import annotations

from types import CodeType

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket


class CompiledTemplates(BytecodeCache):
    """What Jinja made of each template, kept while its text is the same.

    To read a page's templates takes ten times as long as to make the page.
    """

    def __init__(self) -> None:
        self._compiled: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give what is known of a template."""
        bucket.code = self._compiled.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was made of a template."""
        if bucket.code is not None:
            self._compiled[bucket.key, bucket.checksum] = bucket.code
