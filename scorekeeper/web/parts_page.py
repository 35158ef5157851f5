"""A page for developers with all parts of pages in every state."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, current_app, render_template
from wtforms import BooleanField, IntegerField, RadioField, SelectChoice, StringField
from wtforms.validators import AnyOf

from scorekeeper.clubs.players import COLOURS
from scorekeeper.rummy.cards import CARDS, JOKER_RANK, RANKS, read_cards
from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.messages import FIRST_SEAT, message
from scorekeeper.rummy.round import Ending
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.rummy.variants.gin import GIN
from scorekeeper.rummy.variants.rummy_500 import RUMMY_500
from scorekeeper.rummy.variants.three_thirteen import THREE_THIRTEEN
from scorekeeper.storage.models import Player
from scorekeeper.web.games.board import ShownMoment, board_rows
from scorekeeper.web.parts.charts import Curve, draw_chart
from scorekeeper.web.parts.drawn_hands import laid_hands
from scorekeeper.web.parts.forms import BaseForm
from scorekeeper.web.parts.playing_cards import SUIT_NAMES
from scorekeeper.web.rounds.score_rows import score_rows
from scorekeeper.web.subjects.game_end import podium_places

blueprint = Blueprint("parts", __name__)

_LONG_NAME = "Bartholomew Featherstonehaugh-Cholmond"
_NAMES = ("Maud", "Rob", "Anneliese", _LONG_NAME)
_GAME = {
    "variant": GIN.key,
    "preset": "pagat",
    "players": _NAMES[:2],
    "rounds": [
        {
            "ending": Ending.KNOCK.value,
            "by": "Maud",
            "hands": {
                "Maud": {"hand": "7S 8S 9S KS KH KD 2D 2S 2H AH"},
                "Rob": {"hand": "4D 5D 6D TS JS QS QH QC 9D 8H"},
            },
        }
    ],
}
_SCORED = {
    "variant": RUMMY_500.key,
    "players": _NAMES,
    "rounds": [
        {
            "ending": Ending.OUT.value,
            "by": "Maud",
            "hands": {
                "Maud": {"shown": ["KS KH KD", "4S 5S 6S 7S 8S 9S"], "left": ""},
                "Rob": {"shown": ["9H 9C 9D"], "left": "QD 4H"},
                "Anneliese": {"shown": 30, "left": 12},
                _LONG_NAME: "AS 7H",
            },
        }
    ],
}


class _Fields(BaseForm):
    """One field of each kind. Fields with a wrong value show an error."""

    line = StringField("A line of text", description="What helps to fill it in.")
    wrong = StringField("A wrong line", validators=[AnyOf(["2"], message="Write 2 here.")])
    count = IntegerField("A number")
    choice = RadioField(
        "A choice", choices=[SelectChoice("one", "The first"), SelectChoice("other", "The other")]
    )
    check = BooleanField("Something to tick")


@blueprint.get("/parts")
def show() -> str:
    """The page of parts. 404 unless the program is being developed or tested."""
    if not (current_app.debug or current_app.testing):
        abort(404)
    return render_template("parts.html", **_samples())


def _samples() -> dict[str, Any]:
    people = [Player(name=name, colour=seat, sign="") for seat, name in enumerate(_NAMES)]
    fields = _Fields(data={"line": "Maud", "wrong": "1", "count": 21, "choice": "one"})
    fields.validate()
    sheet, scored = fold(read_game(_GAME)), fold(read_game(_SCORED))
    return {
        "people": people,
        "faces": [Player(name=chr(65 + n), colour=n, sign="") for n in range(COLOURS)],
        "emoji": Player(name="Fox", colour=4, sign="🦊"),
        "cards": read_cards("AS KH QD JC TS 9 JK"),
        "sheet": sheet,
        "entry": sheet.rounds[0],
        "hands": laid_hands(sheet.rounds[0]),
        "scored": scored,
        "scores": score_rows(scored.rounds[0], scored.game),
        "board": board_rows(sheet, people[:2]),
        "several": board_rows(_several(), people),
        "moments": _moments(people),
        "places": podium_places(_several(called=True), people),
        "variants": VARIANTS,
        "fields": fields,
        "suits": SUIT_NAMES,
        "pieces": CARDS,
        "words": GIN.words,
        "ranks": [*RANKS, JOKER_RANK],
        "chart": _chart(people),
    }


def _several(*, called: bool = False) -> Sheet:
    """A four-player game. The lowest total wins."""
    hands = dict(zip(_NAMES[1:], (12, 7, 30), strict=True))
    played = {"ending": Ending.OUT.value, "by": _NAMES[0], "hands": hands}
    game = {"variant": THREE_THIRTEEN.key, "players": _NAMES, "rounds": [played], "called": called}
    return fold(read_game(game))


def _moments(people: list[Player]) -> list[ShownMoment]:
    lead = message("{player} takes the lead!", player=FIRST_SEAT)
    drawn = message(GIN.words.drawn.template, player=FIRST_SEAT)
    return [ShownMoment(lead, people[:1], "lead"), ShownMoment(drawn, people, "lots", drawn=0)]


def _chart(people: list[Player]) -> Any:
    totals = ([0, 16, 16, 41], [0, 0, 25, 25])
    curves = [
        Curve(player.name, player.colour, line)
        for player, line in zip(people, totals, strict=False)
    ]
    return draw_chart(curves, range(4), axis="Round", target=100)
