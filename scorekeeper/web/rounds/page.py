"""The page to type a round: its fields, preview, errors and draft."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from flask import Response, make_response, render_template, request, url_for
from flask_babel import gettext as _

from scorekeeper.games import commands
from scorekeeper.rummy.entering import Draft
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.rummy.own_facts import OPENED, HandPart
from scorekeeper.rummy.round import Round
from scorekeeper.rummy.ruling import AnyRule, Tag
from scorekeeper.rummy.sides import side_of
from scorekeeper.storage.folded_games import recorded_game
from scorekeeper.storage.models import People
from scorekeeper.storage.models.games import PER_BOOK
from scorekeeper.web.entering.drafts import draft_of
from scorekeeper.web.entering.game_state import GameState
from scorekeeper.web.entering.round_in_progress import LeastSoFar, RoundInProgress
from scorekeeper.web.parts.faces import Faced
from scorekeeper.web.parts.game_history import HistoryEntry, history_entries
from scorekeeper.web.rounds.errors import still_wrong
from scorekeeper.web.rounds.form import RoundForm, ending_choices, round_form
from scorekeeper.web.rounds.pad import KeyPad
from scorekeeper.web.rounds.tally import Tally, rules_of_rows, tally_of
from scorekeeper.web.rounds.typed_round import TypedRound, better_typed, read_round, typed_again
from scorekeeper.web.shell.requests import is_htmx
from scorekeeper.web.shell.translation import translate
from scorekeeper.web.shell.visitor import default_entered_by

AFRESH = "afresh"
"""The parameter that asks for an empty form, even if a round was just undone."""


class RoundFormPage(KeyPad):
    """The fields of a round, on every page that has them.

    `typed` has their texts, and `errors` has sentences by field.
    """

    typed: TypedRound
    errors: Mapping[str, str]

    @property
    def round_form(self) -> RoundForm:
        """The form, made again by each access, so a page should access it once."""
        return round_form(self.in_progress, self.typed, self.errors)

    @property
    def part_keys(self) -> frozenset[str]:
        """The keys of parts of a hand besides the cards left."""
        return self.in_progress.game.variant.part_keys

    @property
    def opens_by_key(self) -> bool:
        """True if one key marks players who never opened, because there is one way to open."""
        return OPENED in self.in_progress.game.variant.hand_parts

    @property
    def put_down(self) -> HandPart | None:
        return self.in_progress.game.variant.put_down

    @property
    def takes_empty_hands(self) -> bool:
        game = self.in_progress.game
        return game.variant.takes_empty_hands(game.rules, self.in_progress.deal)

    @property
    def takes_whole_hands(self) -> bool:
        """True if a hand can be entered with its melds, because only unmatched cards count."""
        return self.in_progress.deal.spares_melds

    def phase_of(self, seat: Seat) -> str:
        """The phase that a player is on, in words. Empty if players choose their phase."""
        game, column = self.in_progress.game, self.in_progress.column
        phases = game.variant.phases
        if phases is None or phases.is_chosen(game.rules, column):
            return ""
        number = phases.of(game.rules, column, seat)
        return translate(phases.listed(game.rules)[number - 1].name)

    @property
    def deals_json(self) -> dict[str, str]:
        """The wild rank and the points of cards, for each value of a fact that the deal depends on.

        The browser needs all of them, because the value can be chosen or changed on the page.
        """
        game, deal = self.in_progress.game, self.in_progress.deal
        found = {}
        for fact in game.variant.facts_of_deal(game.rules):
            deals = {
                choice: game.variant.deal_with(game.rules, deal, ((fact.key, choice),))
                for choice in fact.choices
            }
            told = {
                choice: {"wild": deal.wild, "worth": dict(deal.worth)}
                for choice, deal in deals.items()
            }
            found[fact.key] = json.dumps(told, separators=(",", ":"))
        return found

    @property
    @abstractmethod
    def people(self) -> Sequence[Faced]:
        """The players by seat."""


def recording_time(state: GameState, place: int) -> str:
    """The time when the entry in this place was recorded, in ISO 8601."""
    return recorded_game(state.row).entries[place - 1].at.isoformat()


@dataclass(frozen=True, slots=True)
class RoundPage(RoundFormPage):
    """The page of a round being typed.

    - `news`: changes of the game since the form was made
    - `notice`: a sentence about a hand that was replaced
    - `is_undone`: the form has a round that was undone
    - `at`: the seat with the key pad to open again after the round was rejected
    - `draft_name`: the name under which the browser keeps the draft
    - `chosen`: the ending that was chosen on the sheet
    - `is_announced`: another phone announced the round meanwhile
    """

    state: GameState
    in_progress: RoundInProgress
    typed: TypedRound
    errors: Mapping[str, str]
    key: str
    news: list[HistoryEntry]
    notice: str = ""
    is_undone: bool = False
    at: str = ""
    draft_name: str = ""
    chosen: str = ""
    is_announced: bool = False

    @property
    def people(self) -> People:
        return self.state.people

    @property
    def opened(self) -> list[Seat]:
        """The hands with open key pads, because the ending was chosen on the sheet."""
        if not self.chosen or self.awaits_deal:
            return []
        # A form that asks for more than cards asks one player at a time.
        has_more = self.in_progress.game.variant.hand_parts
        return self.in_progress.asked_in_order[: 1 if has_more else 2]

    @property
    def has_tally(self) -> bool:
        return self.in_progress.game.variant.tally is not None

    def tally(self, side: Seat) -> Tally | None:
        return tally_of(self.in_progress, side)

    @property
    def rules_of_rows(self) -> set[AnyRule | None]:
        return rules_of_rows(self.in_progress)

    @cached_property
    def parts(self) -> list[HandPart]:
        game = self.in_progress.game
        return [part for part in game.variant.own_parts if part.counts(game.rules)]

    def wrong_row(self, seat: Seat) -> str:
        """The key of the row at fault in a hand. Empty if the fault is in no single row."""
        rows = [self.put_down.key if self.put_down else "", *(part.key for part in self.parts)]
        rows += ["left"] if self.in_progress.game.variant.asks_left else []
        for fault in self.in_progress.faults:
            match fault.where:
                case ("hands", at, str() as key, *_) if at == seat and key in rows:
                    return key
        return ""

    def nearest(self, seat: Seat) -> tuple[int, ...]:
        faults = self.in_progress.faults
        found = [fault.nearest for fault in faults if fault.where[:2] == ("hands", seat)]
        return next(filter(None, found), ())

    @property
    def front(self) -> Seat:
        """The hand to show first: the hand with an open key pad, else one awaited, else any."""
        seats = self.in_progress.seats
        at = [seat for seat in seats if str(int(seat)) == self.at]
        return [*at, *self.opened, *self.in_progress.awaited, *seats][0]

    @property
    def awaits_deal(self) -> bool:
        in_progress = self.in_progress
        return in_progress.needs_upcard or any(fact.of_deal for fact in in_progress.missing_facts)

    @property
    def asks_to_allow(self) -> bool:
        return self.in_progress.if_allowed is not None

    def row_to_allow(self, seat: Seat) -> str:
        """The row of a hand that the table can let pass: `melded`, `out`, or empty."""
        fault, in_progress = self.in_progress.fault, self.in_progress
        if not self.asks_to_allow or fault is None or not isinstance(fault.where[-1], int):
            return ""
        if side_of(Seat(fault.where[-1]), in_progress.game.sides) != seat:
            return ""
        return "melded" if fault.allowable == Tag.FIRST_MELD_LOW else "out"

    def first_meld_to_allow(self, seat: Seat) -> int | None:
        """The count of a first meld that the table can let pass. `None` if there is none."""
        judged = self.in_progress.if_allowed
        if judged is None or self.row_to_allow(seat) != "melded":
            return None
        return judged.ruling.laid[seat].shown

    @property
    def least_so_far(self) -> LeastSoFar | None:
        return self.in_progress.least_so_far(self.in_progress.awaited)

    @property
    def wrong_json(self) -> str:
        """The errors and gaps of each field, for the scripts that update them on the screen."""
        return json.dumps(still_wrong(self.in_progress))

    @property
    def recorded_at(self) -> str:
        """The time when the corrected round was recorded. It identifies the round if it moves."""
        return recording_time(self.state, self.in_progress.place)

    @property
    def preview_address(self) -> str:
        return url_for("rounds.preview", game_id=self.state.id)

    @property
    def why_full(self) -> Message | None:
        return commands.FULL_SHEET if self.in_progress.is_new and self.state.is_full else None

    @property
    def takes_round(self) -> bool:
        return not self.in_progress.is_new or (self.state.is_playing and not self.why_full)


def round_page(
    state: GameState, typed: TypedRound, number: int | None = None, key: str = ""
) -> RoundPage:
    """A round being typed: a new one, or the correction of round `number`."""
    in_progress = read_round(state.sheet, typed, number)
    page = RoundPage(state, in_progress, typed, {}, key or commands.new_key(), [])
    return page if in_progress.is_new else replace(page, draft_name=state.id)


def new_round_page(state: GameState, ending: str = "") -> RoundPage:
    """The form of the next round: empty, or with the round that was just undone.

    `ending` was chosen on the sheet.
    """
    undone, game = undone_round(state), state.sheet.game
    draft = draft_of(undone, game) if undone else Draft()
    typed = typed_again(draft, game).but(entered_by=default_entered_by())
    chosen = ending if _is_offered(state.sheet, ending) else ""
    dealt = state.open.turned_up if state.open else {}
    typed = typed.but(**dealt, ending=chosen or typed["ending"])
    page = replace(round_page(state, typed), is_undone=undone is not None, chosen=chosen)
    return replace(page, draft_name=_draft_name(state, is_undone=page.is_undone))


def undone_round(state: GameState) -> Round | None:
    """The round that was just undone, unless the request asks for an empty form."""
    return None if AFRESH in request.values else state.undone


def _draft_name(state: GameState, *, is_undone: bool) -> str:
    """The name of the browser's draft. Entering an undone round again has its own draft."""
    return f"{state.id}.again" if is_undone else state.id


def _is_offered(sheet: Sheet, ending: str) -> bool:
    offered = ending_choices(sheet.game, sheet.players_in, None)
    return any(choice.value == ending for choices in offered for choice in choices)


def hands_page(
    state: GameState, in_progress: RoundInProgress, typed: TypedRound, errors: Mapping[str, str]
) -> RoundPage:
    """Some hands of the next round being typed. They are counted but not judged."""
    return RoundPage(state, replace(in_progress, is_partial=True), typed, errors, "", [])


def facts_page(state: GameState, typed: TypedRound, errors: Mapping[str, str]) -> RoundPage:
    """All fields of the next round except its hands."""
    typed = replace(typed, hands=("",) * len(state.sheet.game.givers))
    return hands_page(state, read_round(state.sheet, typed), typed, errors)


def with_better(page: RoundPage, seat: str) -> RoundPage:
    better = next(
        (count for count in page.in_progress.better if str(int(count.seat)) == seat), None
    )
    if better is None:
        return page
    game, was = page.in_progress.game, page.typed.hands[better.seat]
    typed = better_typed(page.typed, better)
    now = typed.hands[better.seat]
    said = {"name": game.players[better.seat], "was": was, "now": now}
    if better.gives_whole:
        words = _("%(name)s’s hand was “%(was)s”. Now it is entered whole.", **said)
    elif now == "0":
        words = _("%(name)s’s hand was “%(was)s”. Now nothing is left of it.", **said)
    else:
        words = _("%(name)s’s unmatched cards were “%(was)s”. Now they are “%(now)s”.", **said)
    in_progress = read_round(page.in_progress.sheet, typed, page.in_progress.corrects)
    return replace(page, in_progress=in_progress, typed=typed, notice=str(words))


def answer_page(page: RoundPage, status: int = 200) -> Response:
    if not page.draft_name:
        is_undone = undone_round(page.state) is not None
        page = replace(page, draft_name=_draft_name(page.state, is_undone=is_undone))
    template = "rounds/_typing.html" if is_htmx() else "rounds/typing.html"
    return make_response(render_template(template, page=page), status)


def history_since(state: GameState, version: int) -> list[HistoryEntry]:
    """Changes of a game since this version, newest first.

    Empty if the score book was restored from a backup after this version.
    """
    changes = state.version - version
    return history_entries(state.row, changes) if 0 < changes < PER_BOOK else []
