"""Game documents of Knock Rummy with four players and of Gin, and a check of their rejection."""

from __future__ import annotations

import copy

from tests.support.documents import FOUR, SOURCE, Document, knock, refused


def played(*rounds: object, **parts: object) -> Document:
    """A document of Knock Rummy with four players."""
    return {"variant": "knock", "players": list(FOUR), "rounds": list(rounds)} | parts


def hands(**given: object) -> Document:
    """A knock by Jean with these hands. The other hands are as in `SOURCE`."""
    return knock("Jean", **(SOURCE | given))


def without(round: Document, key: str) -> Document:
    """Return the document without this key."""
    return {each: value for each, value in round.items() if each != key}


def gin_of(round: object, **parts: object) -> Document:
    """A document of Gin with one round."""
    return {"variant": "gin", "players": ["Ann", "Bob"], "rounds": [round]} | parts


def check_refused(written: object, place: str, sentence: str) -> None:
    """Check that a document is rejected at this place with this message, and is not changed."""
    before = copy.deepcopy(written)
    error = refused(written)
    assert (error.place, error.text()) == (place, sentence)
    assert written == before
