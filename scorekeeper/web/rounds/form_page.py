"""The page on which a round is typed: what was typed, how it would stand, what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from flask import Response, make_response, render_template, url_for
from flask_babel import gettext
from markupsafe import Markup

from scorekeeper.clubs.members import player_at
from scorekeeper.games import commands
from scorekeeper.rummy.cards import JOKER_RANK, RANKS
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.game.what_if import effect_of_round
from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variant import EndingRule
from scorekeeper.storage.models import GameRow
from scorekeeper.web.formatting import SUIT_NAMES, ending_message, message_html
from scorekeeper.web.games.history import HistoryEntry, history_entries
from scorekeeper.web.games.sheet_table import Row, rows, shown_rounds
from scorekeeper.web.htmx import is_htmx
from scorekeeper.web.permissions import default_entered_by
from scorekeeper.web.rounds.better_count import take_better
from scorekeeper.web.rounds.context import RoundContext, context_of
from scorekeeper.web.rounds.ending_text import print_ending
from scorekeeper.web.rounds.lay_off_claims import check_lay_offs
from scorekeeper.web.rounds.preview import Preview, preview
from scorekeeper.web.rounds.read_round import ReadRound
from scorekeeper.web.rounds.shared_merge import (
    SharedForm,
    opened_form,
    others_have_phones,
    others_must_agree,
    whole_round,
)
from scorekeeper.web.rounds.shared_state import own_seat
from scorekeeper.web.rounds.typed_round import TypedRound, field_of
from scorekeeper.web.rounds.undone_round import draft_name, typed_before


@dataclass(frozen=True, slots=True)
class Choice:
    """One way in which the round may have ended, as a radio button: `Jean knocked`."""

    value: str
    label: Message
    rule: EndingRule
    by: Seat | None


class RoundFields:
    """What the fields of a round and their key pad show, on whichever page they stand."""

    context: RoundContext
    typed: TypedRound
    looked: Preview

    @property
    def waiting(self) -> list[Seat]:
        """The seats whose hands are still to be given."""
        return self.looked.waiting_hands

    @property
    def choices(self) -> list[list[Choice]]:
        """The ways to end this round, a list an ending; one not played only where it is chosen."""
        game, chosen = self.context.game, self.looked.read.ending.rule
        return [
            [
                Choice(print_ending(rule.ending, by), ending_message(rule, by), rule, by)
                for by in (map(Seat, range(len(game.players))) if rule.needs_player else [None])
            ]
            for rule in game.variant.endings
            if rule.is_played(game.rules) or rule is chosen
        ]

    @property
    def suits(self) -> dict[str, str]:
        """The names of the suits by their letter."""
        return {suit: str(name) for suit, name in SUIT_NAMES.items()}

    @property
    def ranks(self) -> list[str]:
        """The keys of the key pad."""
        return [*RANKS, JOKER_RANK] if self.context.deal.jokers else list(RANKS)


@dataclass(frozen=True, slots=True)
class Typing(RoundFields):
    """All that the page of a round being typed shows.

    `errors` are sentences by field; `told` is a sentence on a hand that was written anew; `shared`
    is what other phones have to do with it; `again` says that it holds a round that was taken back.
    """

    row: GameRow
    context: RoundContext
    typed: TypedRound
    looked: Preview
    errors: dict[str, str]
    key: str
    meanwhile: list[HistoryEntry]
    told: str = ""
    shared: SharedForm = field(default_factory=SharedForm)
    again: bool = False

    @property
    def waiting(self) -> list[Seat]:
        """The seats whose hands are still to be given, here or on another phone."""
        return [seat for seat in self.looked.waiting_hands if not self.shared.is_foreign(seat)]

    @property
    def is_shared(self) -> bool:
        """Whether others may give their hands on other phones."""
        return self.context.is_new and others_have_phones(self.row)

    @property
    def first(self) -> Seat | None:
        """The seat whose hand is asked for first: the own one, where others may give theirs."""
        return own_seat(self.context.game) if self.is_shared else None

    @property
    def all_agree(self) -> bool:
        """Whether whoever records this round only says that it is right."""
        return self.context.is_new and others_must_agree(self.row)

    @property
    def asks_to_allow(self) -> bool:
        """Whether this is a knock above the limit that the table may still let stand."""
        return self.looked.if_allowed is not None and not self.typed.allow

    @property
    def still_wrong(self) -> set[str]:
        """The fields known to be wrong or empty; those beside the hands once they are all given."""
        looked = self.looked
        empty = {f"hand-{seat:d}" for seat in looked.waiting_hands}
        empty |= {"ending"} if looked.needs_ending else set()
        empty |= {"upcard"} if looked.needs_upcard else set()
        return looked.wrong_fields | empty

    @property
    def draft(self) -> str:
        """Whose draft a browser keeps of it."""
        return draft_name(self.row) if self.context.is_new else self.row.id

    @property
    def mark(self) -> str:
        """What stands for the state of the game that the page shows."""
        return commands.mark_of(self.row)

    @property
    def preview_address(self) -> str:
        """Where the round is sent to be looked at."""
        return url_for("rounds.preview", game_id=self.row.id)

    @property
    def sheet(self) -> Sheet:
        """The sheet as it is now."""
        return commands.sheet(self.row)

    @property
    def sheet_rows(self) -> list[Row]:
        """The last rounds on the sheet."""
        return shown_rounds(rows(self.sheet)).last

    @property
    def may_record(self) -> bool:
        """Whether the game still takes this round."""
        return not self.context.is_new or self.row.status == "playing"


def blank_round(row: GameRow) -> TypedRound:
    """A round of which nothing was typed yet, but for who types."""
    return TypedRound(hands=("",) * len(row.seats), entered_by=default_entered_by())


def typing(row: GameRow, typed: TypedRound, number: int | None = None, key: str = "") -> Typing:
    """A round being typed: a new one, or the correction of round `number`."""
    context = context_of(commands.sheet(row), number)
    looked = preview(context, typed)
    return Typing(row, context, typed, looked, {}, key or commands.new_key(), [])


def shared_typing(row: GameRow, typed: TypedRound, form: SharedForm, key: str = "") -> Typing:
    """The next round being typed on several phones; their hands are judged once all are in."""
    page = replace(typing(row, typed, None, key), shared=form)
    if form.table is None or form.taken or not form.table.is_revealed:
        return page
    return replace(page, looked=preview(page.context, whole_round(typed, form)))


def opened_typing(row: GameRow) -> Typing:
    """The form of the next round: as it is on the table, or as it was before it was taken back."""
    before = typed_before(row, default_entered_by())
    typed, form = opened_form(row, before or blank_round(row))
    return replace(shared_typing(row, typed, form), again=bool(before) and form.table is None)


def with_better(page: Typing, seat: str) -> Typing:
    """The same with the hand of this seat as it counts less, where a warning says that it could."""
    typed, told = take_better(page.typed, page.looked, seat, page.context.game.players)
    if not told:
        return page
    return replace(page, typed=typed, looked=preview(page.context, typed), told=told)


def typing_page(page: Typing, status: int = 200) -> Response:
    """The page, or its changing part alone where htmx asks."""
    template = "rounds/_typing.html" if is_htmx() else "rounds/typing.html"
    return make_response(render_template(template, page=page), status)


def taken_page(page: Typing) -> Response:
    """The form again with what another phone entered in the same places, for somebody to decide."""
    errors = {
        f"hand-{seat}": gettext(
            "%(who)s entered %(hand)s for %(name)s meanwhile. Which is right?",
            who=player_at(hand.device_id) or gettext("Another phone"),
            hand=hand.text or gettext("nothing"),
            name=page.context.game.players[seat],
        )
        for seat, hand in page.shared.taken.items()
    }
    changed = gettext("Somebody changed this on another phone. Look at it and change it again.")
    errors |= dict.fromkeys(page.shared.lost, changed)
    page = replace(page, errors=errors)
    response = typing_page(page, 409)
    response.headers["HX-Retarget"] = "#typing"
    response.headers["HX-Reswap"] = "outerHTML"
    return response


def errors_of(looked: Preview, error: RuleError | None = None) -> dict[str, str]:
    """A sentence for every field that is wrong or was left empty; `error` is why it was refused."""
    errors: dict[str, str] = {}
    if error:
        errors[field_of(error.where)] = refusal(error)
    for seat, hand in enumerate(looked.hands):
        if hand.fault:
            errors.setdefault(f"hand-{seat}", refusal(hand.fault))
        elif hand.lack and error:
            errors.setdefault(f"hand-{seat}", refusal(hand.lack))
    if looked.fault:
        errors.setdefault(field_of(looked.fault.where), refusal(looked.fault))
    return errors


def check_claims(context: RoundContext, read: ReadRound) -> None:
    """Refuse what is said to be laid off and does not fit; raises `RuleError` at its hand."""
    if not read.claims_lay_offs or read.round is None:
        return
    try:
        effect = effect_of_round(context.sheet, context.number, read.round)
    except RuleError:
        return  # Recording it says so, unless it is recorded already.
    check_lay_offs(context.game, read, effect.after.rounds[context.number - 1])


def refusal(error: RuleError) -> Markup:
    """Why a round was refused, its cards drawn, with its number where it is another one."""
    return message_html(error.sentence, error.names)


def meanwhile(row: GameRow, version: int) -> list[HistoryEntry]:
    """What happened to a game since this version of it, the newest first."""
    return history_entries(row, max(0, row.version - version))
