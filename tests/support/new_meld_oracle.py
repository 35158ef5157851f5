"""An oracle for freed jokers that need a new meld: it tries every way to deal pieces to melds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from tests.support.table_oracle import Place, all_melds


class Piece(NamedTuple):
    """One piece: its face, or `None` for a joker. Its old meld, or `None` if from the hand.

    A joker that is `freed` needs a new meld.
    """

    number: int
    face: Place | None
    old: int | None
    freed: bool = False


def can_be_dealt(pieces: Sequence[Piece]) -> bool:
    """Check whether all pieces can be dealt to melds, with every freed joker in a new one."""

    @cache
    def deal(left: tuple[Piece, ...]) -> bool:
        reals = [piece for piece in left if piece.face]
        if not reals:
            return not left
        first, *others = reals
        return any(
            deal(tuple(piece for piece in left if piece not in meld))
            for meld in _melds_with(first, others, [piece for piece in left if not piece.face])
            if all(is_new(meld, joker) for joker in meld if joker.freed)
        )

    return deal(tuple(pieces))


def is_new(meld: Sequence[Piece], joker: Piece) -> bool:
    """Check whether a meld has a piece from the hand, and none from the joker’s old meld."""
    others = [piece for piece in meld if piece != joker]
    return any(piece.old is None for piece in others) and all(
        piece.old != joker.old for piece in others
    )


def _melds_with(
    first: Piece, others: Sequence[Piece], jokers: Sequence[Piece]
) -> Iterator[tuple[Piece, ...]]:
    """Yield every meld of this piece and any of the others."""
    for faces in all_melds(ace_high=False):
        if first.face not in faces:
            continue
        for chosen in _copies([face for face in faces if face != first.face], others):
            for used in combinations(jokers, len(faces) - 1 - len(chosen)):
                yield (first, *chosen, *used)


def _copies(faces: Sequence[Place], pieces: Sequence[Piece]) -> Iterator[tuple[Piece, ...]]:
    """Yield every choice of pieces for these faces, with at most two faces left to jokers."""
    if not faces:
        yield ()
        return
    face, *rest = faces
    for others in _copies(rest, pieces):
        for piece in pieces:
            if piece.face == face:
                yield (piece, *others)
        if len(rest) - len(others) < 2:
            yield others
