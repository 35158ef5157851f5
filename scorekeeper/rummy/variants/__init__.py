"""The list of games, a search for a game by key, and the names that their documents can have."""

from scorekeeper.rummy.round import AnyEnding
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants.basic import BASIC
from scorekeeper.rummy.variants.burraco import BURRACO
from scorekeeper.rummy.variants.canasta import CANASTA
from scorekeeper.rummy.variants.chinchon import CHINCHON
from scorekeeper.rummy.variants.contract import CONTRACT
from scorekeeper.rummy.variants.five_crowns import FIVE_CROWNS
from scorekeeper.rummy.variants.gin import GIN
from scorekeeper.rummy.variants.hand_and_foot import HAND_AND_FOOT
from scorekeeper.rummy.variants.hollywood import HOLLYWOOD
from scorekeeper.rummy.variants.indian import INDIAN
from scorekeeper.rummy.variants.knock import KNOCK
from scorekeeper.rummy.variants.manipulation import MANIPULATION
from scorekeeper.rummy.variants.okey_101 import OKEY_101
from scorekeeper.rummy.variants.oklahoma import OKLAHOMA
from scorekeeper.rummy.variants.phase_10 import PHASE_10
from scorekeeper.rummy.variants.rami import RAMI
from scorekeeper.rummy.variants.rummy_500 import RUMMY_500
from scorekeeper.rummy.variants.three_thirteen import THREE_THIRTEEN
from scorekeeper.rummy.variants.tiles import TILE_RUMMY
from scorekeeper.rummy.variants.tonk import TONK

VARIANTS = (
    GIN,
    OKLAHOMA,
    HOLLYWOOD,
    KNOCK,
    MANIPULATION,
    BASIC,
    THREE_THIRTEEN,
    FIVE_CROWNS,
    TONK,
    CONTRACT,
    PHASE_10,
    RAMI,
    CHINCHON,
    RUMMY_500,
    TILE_RUMMY,
    OKEY_101,
    INDIAN,
    CANASTA,
    HAND_AND_FOOT,
    BURRACO,
)

ENDINGS: dict[str, AnyEnding] = {
    name: ending for variant in VARIANTS for name, ending in variant.ending_names.items()
}
"""The endings of all games, by all their names in documents."""

OWN_FACTS = {fact.key: fact for variant in VARIANTS for fact in variant.own_facts}
"""The facts that only some games have, by their names in documents."""

OWN_PARTS = {part.key: part for variant in VARIANTS for part in variant.own_parts}
"""The parts of a hand that only some games have, by their names in documents."""

PUT_DOWN = tuple(dict.fromkeys(variant.put_down.key for variant in VARIANTS if variant.put_down))
"""The names that documents can have for the cards that a player put down."""

ALLOWED = tuple(dict.fromkeys(tag.value for variant in VARIANTS for tag in variant.allowable))
"""The names, in documents, of the breaches of rules that a table can allow."""

SUIT_LETTERS = "".join(
    dict.fromkeys(letter for variant in VARIANTS for letter in variant.pieces.also)
)
"""Further letters of suits that some games read."""

_BY_KEY = {variant.key: variant for variant in VARIANTS}


def find_variant(key: str) -> Variant | None:
    return _BY_KEY.get(key)
