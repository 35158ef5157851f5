"""The letters for the colours of tiles, in the language of the page."""

from __future__ import annotations

import re

from flask_babel import gettext as _

from scorekeeper.rummy.table.pieces import COLOURS
from scorekeeper.web.judge.blueprint import blueprint


@blueprint.app_template_filter()
def colour_letter(suit: str) -> str:
    return _colour_letters()[COLOURS.index(suit)]


def _colour_letters() -> list[str]:
    # Letters for red, blue, black and yellow tiles
    return str(_("R B K Y")).split()


def core_colours(text: str) -> str:
    """Replace the page's letters of tile colours with the core's: German `S7` becomes `K7`."""
    letters = dict(zip(_colour_letters(), COLOURS, strict=True))
    of_tile = rf"\b[{''.join(letters)}](?=\d)|(?<=\d)[{''.join(letters)}]\b"
    return re.sub(
        of_tile, lambda found: letters.get(found[0].upper(), found[0]), text, flags=re.IGNORECASE
    )
