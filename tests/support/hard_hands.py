"""Hands of Manipulation Rummy that take the search longest, found by climbing.

Forty cards of neighbouring ranks, where most cards fit both a set and a run. The deadwood was found
by trying every choice of sets, without the bound of `prices`.
"""

from __future__ import annotations

HARD_HANDS: tuple[tuple[int, str, int], ...] = (
    (
        2,
        "AS 4S 5S 5S 7S TS JS QS KS "
        "2H 3H 3H 5H 8H TH JH QH KH "
        "AD AD 3D 5D 6D 7D 8D TD JD QD KD "
        "4C 5C 5C 7C 8C TC JC QC KC JK JK",
        12,
    ),
    (
        2,
        "2S 4S 4S 5S 7S 8S 9S TS JS QS KS "
        "AH 2H 5H 8H 9H QH KH "
        "3D 6D 7D 9D JD QD KD "
        "AC 3C 4C 4C 6C 7C 8C 8C 9C TC JC QC KC JK JK",
        24,
    ),
    (
        2,
        "AS 2S 4S 5S 6S 7S 8S 9S TS JS QS KS "
        "4H 5H 7H 9H TH JH QH KH "
        "3D 6D 7D 9D TD JD QD KD "
        "2C 3C 5C 7C 7C 9C TC JC QC KC JK JK",
        16,
    ),
    (
        2,
        "AS 5S 6S 7S 8S 9S TS JS QS KS "
        "3H 6H 8H 9H TH JH QH KH "
        "4D 5D 6D 7D 9D TD JD QD KD "
        "AC 3C 4C 5C 6C 8C 9C TC JC QC KC JK JK",
        0,
    ),
    (
        2,
        "AS 3S 3S 6S 8S 9S TS JS QS KS "
        "3H 4H 5H 8H 9H TH JH QH KH "
        "AD 2D 3D 4D 5D 8D 9D TD JD QD KD "
        "2C 3C 4C 5C 8C 9C TC JC QC KC",
        11,
    ),
    (
        2,
        "AS AS 2S 2S 3S 4S 5S 7S 9S TS JS QS QS KS KS "
        "AH AH 2H 3H 3H 4H 5H 7H 8H 9H TH JH QH KH KH "
        "3D 6D 9D TD "
        "2C 5C TC QC JK JK",
        32,
    ),
    (
        2,
        "AS AS 2S 3S 4S 5S 7S 8S 9S TS TS JS JS QS QS KS KS "
        "AH 3H 4H 5H 8H TH TH QH KH "
        "AD AD 3D 5D 5D 6D 7D 9D JD "
        "2C 7C 9C QC JK",
        61,
    ),
    (
        2,
        "AS AS 2S 3S 3S 4S 5S 6S 6S 7S 7S 8S 9S 9S TS TS JS QS QS KS KS "
        "AH 2H 4H 5H 6H 7H 8H 9H JH "
        "5D 7D 8D JD "
        "3C 4C 6C TC QC JK",
        47,
    ),
    (
        1,
        "3S 6S 7S 9S TS JS QS KS "
        "AH 2H 3H 4H 5H 6H 7H 8H TH KH "
        "AD 3D 4D 5D 6D 7D 8D 9D TD QD "
        "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC JK",
        22,
    ),
    (
        1,
        "2S 3S 4S 7S 8S 9S TS JS QS KS "
        "AH 2H 4H 5H 6H 7H 8H 9H TH JH QH KH "
        "2D 4D 7D 8D 9D TD JD QD KD "
        "AC 7C 8C 9C TC JC QC KC JK",
        2,
    ),
)
"""The decks, the hand and its least deadwood."""
