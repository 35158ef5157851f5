"""The examples in the description of the API: what a server answered, and what was sent to it.

Their file is made by asking one; a test asks again.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, TypedDict

FILE = Path(__file__).with_name("examples.json")


class Examples(TypedDict):
    """Examples of answers by the names of their types, and of documents by those of schemas."""

    answers: dict[str, Any]
    documents: dict[str, Any]


@cache
def example_of(schema: str) -> Any:
    known: Examples = json.loads(FILE.read_text(encoding="utf-8"))
    return known["answers"].get(schema, known["documents"].get(schema))
