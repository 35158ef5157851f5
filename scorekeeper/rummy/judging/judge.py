"""Judge a round of any game: check the facts, count the hands, apply the game’s rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.rummy.case import Case
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.endings import EndingRule
from scorekeeper.rummy.hand import Declared, Laid, OnTable, Unmatched, Whole
from scorekeeper.rummy.judging.defence import all_known, lay_off
from scorekeeper.rummy.judging.laying import lay_hand, lay_hands, with_presumed_hands
from scorekeeper.rummy.judging.validation import check_ending, check_holders
from scorekeeper.rummy.judging.warnings import better_count_warning, unmatched_melds_warning
from scorekeeper.rummy.messages import Argument, Message, Seat, message
from scorekeeper.rummy.round import Ending, Round, RuleError, adjustment_text
from scorekeeper.rummy.ruling import ILLEGAL_KNOCK, AnyTag, Line, Rule, Ruling, Tag
from scorekeeper.rummy.sides import numbered, side_of
from scorekeeper.rummy.variant import Variant


def judge_round(
    variant: Variant, rules: Any, deal: Deal, played: Round, seats: tuple[Seat, ...]
) -> Ruling:
    """Judge one round of the sides still playing, `seats`.

    Raises `RuleError`, with a place relative to the round, if the round is invalid.
    """
    holders = variant.hands_of(seats)
    check_holders(played, seats, holders)
    played = with_presumed_hands(variant, played, holders)
    ending = check_ending(variant, rules, played, holders)
    variant.check_round(rules, played)
    if not ending.scores:
        tags = (ending.tag,) if ending.tag else ()
        return Ruling(lines=_adjustments(played, seats), tags=tags, is_void=ending.is_void)
    laid = lay_hands(ending, deal, played, holders)
    actual = real_ending(variant, ending, played, laid)
    table = OnTable(laid)
    if variant.lays_off and actual.ending is Ending.KNOCK:
        table = lay_off(deal, played, laid, variant.knock_limit(rules, played) or 0)
    out = None
    if actual.leaves_none and played.by is not None:
        out = side_of(played.by, holders)
    case = Case(rules, deal, played, actual.ending, table.laid, table.counts, out, seats)
    illegal = _check_knock(variant, case)
    ruling = variant.judge(case)
    if table.least:
        ruling = _explain_layout(variant, case, ruling, table.least)
    laid_out = seats if deal.spares_melds else ()
    better = [_better_count(variant, case, ruling, seat) for seat in laid_out]
    return Ruling(
        winners=ruling.winners,
        lines=ruling.lines + _adjustments(played, seats),
        tags=(*ruling.tags, *_common_tags(ruling, case, actual, illegal is not None)),
        payments=ruling.payments,
        warnings=(*ruling.warnings, *filter(None, (illegal, *better))),
        laid=table.laid,
        layoffs=table.layoffs,
        least=ruling.least,
        boxes=ruling.boxes,
        is_void=ruling.is_void,
        wins_game=ruling.wins_game,
    )


def real_ending(
    variant: Variant, rule: EndingRule, played: Round, laid: Mapping[Seat, Laid]
) -> EndingRule:
    """Return the actual ending: a knock with no cards left counts as another ending, for example.

    `laid` can be the hands before or after the lay-offs.
    """
    if rule.at_zero is not None and played.by is not None and laid[played.by].is_empty:
        return variant.ending_rules[rule.at_zero]
    return variant.ending_rules[variant.ended_as(played)]


def _check_knock(variant: Variant, case: Case) -> Message | None:
    """Reject a knock above the limit, or return a warning if the table accepted the knock."""
    limit = variant.knock_limit(case.rules, case.round)
    if case.ending is not Ending.KNOCK or limit is None or case.counts[case.by] <= limit:
        return None
    facts = {"player": case.by, "count": case.counts[case.by], "limit": limit}
    if ILLEGAL_KNOCK not in case.round.allow:
        text = message(variant.knock_words.above.template, **facts)
        raise RuleError(text, "hands", case.by, allowable=ILLEGAL_KNOCK)
    return message(variant.knock_words.allowed.template, **facts)


def _better_count(variant: Variant, case: Case, ruling: Ruling, seat: Seat) -> Message | None:
    hand = case.round.hand(seat)
    # In games that need runs, a player without these runs must also count the cards in melds.
    if isinstance(hand, Unmatched) and len(hand.cards) >= 3 and not case.deal.needs_runs:
        return unmatched_melds_warning(hand.cards, case.deal, seat)
    if not isinstance(hand, Declared):
        return None
    count = case.counts[seat]
    if variant.lays_off and all_known(case.round):
        whole = _if_whole(variant, case, seat, hand)
        better, improves = whole.deadwood[seat], whole.lead(seat) > ruling.lead(seat)
    else:
        better = lay_hand(case.deal, Whole(hand.cards)).deadwood
        improves = better < count
    return better_count_warning(hand, seat, count, better) if improves else None


def _if_whole(variant: Variant, case: Case, seat: Seat, hand: Declared) -> Ruling:
    hands = list(case.round.hands)
    hands[seat] = Whole(hand.cards)
    played = replace(case.round, hands=tuple(hands), adjustments=())
    return judge_round(variant, case.rules, case.deal, played, case.seats)


def _common_tags(ruling: Ruling, case: Case, ending: EndingRule, illegal: bool) -> list[AnyTag]:
    tags: list[AnyTag] = []
    knocked = ending.compares and ending.needs_player
    if knocked and ruling.winners and case.by not in ruling.winners:
        tags.append(Tag.UNDERCUT)
    counts = list(case.counts.values())
    if ending.compares and counts.count(min(counts)) > 1:
        tags.append(Tag.TIE)
    if ending.tag:
        tags.append(ending.tag)
    if len(ruling.winners) > 1:
        tags.append(Tag.SHARED)
    if illegal:
        tags.append(Tag.ILLEGAL_KNOCK)
    return tags


def _adjustments(played: Round, seats: tuple[Seat, ...]) -> tuple[Line, ...]:
    return tuple(
        Line(
            numbered(given.seat, seats),
            given.points,
            Rule.ADJUSTMENT,
            adjustment_text(given.note),
        )
        for given in played.adjustments
    )


def _explain_layout(variant: Variant, case: Case, ruling: Ruling, least: OnTable) -> Ruling:
    otherwise = variant.judge(replace(case, laid=least.laid, counts=least.counts))
    knocker = case.by
    # The ruling of a tie without a winner has no line. The text needs a line, so make one.
    first, *rest = ruling.lines or (case.difference(knocker, case.others(knocker)[0]),)
    text = _layout_words(first.text, knocker, least.counts[knocker], otherwise.lead(knocker))
    return replace(ruling, lines=(replace(first, text=text), *rest), least=least)


def _layout_words(line: Message, knocker: Seat, least: int, lead: int) -> Message:
    arguments: dict[str, Argument] = {
        "line": line,
        "player": knocker,
        "least": least,
        "points": abs(lead),
    }
    if lead < 0:
        return message(
            "{line} (laid out with only {least} left, {player} would lose {points})", **arguments
        )
    if lead > 0:
        return message(
            "{line} (laid out with only {least} left, {player} would win only {points})",
            **arguments,
        )
    return message(
        "{line} (laid out with only {least} left, {player} would win nothing)", **arguments
    )
