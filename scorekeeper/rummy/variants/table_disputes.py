"""What players argue about where anybody may rearrange the melds on the table."""

from __future__ import annotations

from scorekeeper.rummy.article import Article
from scorekeeper.rummy.messages import message

CORNER = Article("corner", message("Where does a run end?"))
KEPT_JOKER = Article(
    "kept-joker", message("I took a joker from the table and keep it for later. May I?")
)
JOKER_REPLACED = Article("joker-replaced", message("May what lies on the table replace a joker?"))
JOKER_OF_SET = Article("joker-of-set", message("What frees the joker in a set of three?"))
JOKER_MOVED = Article("joker-moved", message("May I move a joker with its neighbours?"))
TAKEN_BACK = Article("taken-back", message("May I take back what I put down in an earlier turn?"))
MESS = Article("mess", message("I took the table apart and cannot put it back. What now?"))

OF_EVERY_TABLE = (
    CORNER,
    KEPT_JOKER,
    JOKER_REPLACED,
    JOKER_OF_SET,
    JOKER_MOVED,
    TAKEN_BACK,
    MESS,
)
"""The disputes of cards and of tiles."""

OF_TILES = (
    Article("same-colour-twice", message("Two red sevens in one group?")),
    Article("joker-in-opening", message("Is 1, 2 and a joker worth 33 as a first meld?")),
    Article("opening-from-table", message("May I open with tiles that lie on the table?")),
)
"""The disputes about colours, and about the first meld."""
