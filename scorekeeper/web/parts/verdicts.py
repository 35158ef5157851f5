"""A round in words: its winner, its points, and its lines without repetition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import cast

from flask import Flask
from flask_babel import gettext, ngettext
from markupsafe import Markup, escape

from scorekeeper.rummy.game.entries import RoundOnSheet
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.rummy.rulebook import article_for
from scorekeeper.rummy.ruling import Line, Payment, Ruling, Tag
from scorekeeper.rummy.sides import are_partners, players_of, said_of, side_of
from scorekeeper.web.parts.formatting import (
    colour_of,
    earned,
    list_of,
    message_html,
    names_of,
    signed,
)
from scorekeeper.web.shell.translation import total, translate


def tag_words(ruling: Ruling) -> list[str]:
    return [translate(tag.word) for tag in ruling.tags]


def result_words(entry: RoundOnSheet, game: Game) -> str:
    """The winner and all points of a round: `Jean scores 42`, `Jean wins. Paul +25`."""
    players = game.players
    winners = entry.ruling.winners
    scores = [
        (seat, points) for seat, points in zip(game.sides, entry.points(), strict=True) if points
    ]
    points_of_all = list_of(f"{players[seat]} {signed(points)}" for seat, points in scores)
    if not winners:
        nobody = gettext("Nobody wins") if scores else gettext("Nobody wins, nobody scores")
        return f"{nobody}. {points_of_all}" if scores else str(nobody)
    names = names_of(winners, players)
    wins = str(ngettext("%(names)s wins", "%(names)s win", len(players_of(winners)), names=names))
    if not scores:
        return wins
    points = scores[0][1]
    only_winners = [seat for seat, _ in scores] == list(winners)
    are_equal = all(earned == points for _, earned in scores)
    if only_winners and are_equal and points > 0 and not game.variant.lowest_wins(game.rules):
        return _score_words(names, winners, points)
    # A full stop, because after “Ann wins:” Bob's points would read as Ann's.
    return f"{wins}. {points_of_all}"


def _score_words(names: str, winners: Sequence[Seat], points: int) -> str:
    if are_partners(winners) and len(winners) == 1:
        return str(gettext("%(side)s score %(points)d", side=names, points=points))
    scores: str = ngettext(
        "%(names)s scores %(points)d",
        "%(names)s score %(points)d each",
        len(winners),
        names=names,
        points=points,
    )
    return scores


def verdict_words(entry: RoundOnSheet, game: Game) -> str:
    """The verdict: `Jean scores 42`, `A tie: Bob undercuts Ann, +10`, `Ana goes out, +48`.

    If the round eliminates players, the verdict names only these players.
    """
    ruling, by, players = entry.ruling, entry.round.by, game.players
    if entry.eliminated:
        return _who_is_out(entry, game)
    if ruling.winners and game.variant.all_score(game.rules):
        return _verdict_if_all_score(entry, game)
    if Tag.TIE in ruling.tags and not ruling.winners and not ruling.lines:
        return str(gettext("A tie: nobody wins, nobody scores"))
    points = entry.points()
    scored_by = [seat for seat, earned in zip(game.sides, points, strict=True) if earned]
    if Tag.UNDERCUT not in ruling.tags or by is None or scored_by != list(ruling.winners[:1]):
        return result_words(entry, game)
    [winner] = scored_by
    facts = {"name": players[winner], "knocker": players[by], "points": signed(points[winner])}
    if Tag.TIE in ruling.tags:
        return str(gettext("A tie: %(name)s undercuts %(knocker)s, %(points)s", **facts))
    return str(gettext("%(name)s undercuts %(knocker)s, %(points)s", **facts))


def verdict_tells_ending(entry: RoundOnSheet, game: Game) -> bool:
    """Check whether the verdict says how the round ended: `Ana goes out, +48`."""
    compares = game.variant.ending_rules[entry.round.ending].compares
    return (
        not entry.eliminated
        and game.variant.all_score(game.rules)
        and entry.round.by is not None
        and not compares
    )


def _who_is_out(entry: RoundOnSheet, game: Game) -> str:
    """The players eliminated by the round, with their totals: `Hugo is out at 118`."""
    said = (
        # Only the facts are escaped. An escaped text would no longer be a `FrenchSentence`, which
        # adapts to the names.
        gettext(
            "%(name)s is out at %(points)s",
            name=escape(game.players[seat]),
            points=Markup('<span class="ruling-figure bad">{}</span>').format(
                total(entry.totals[seat])
            ),
        )
        for seat in entry.eliminated
    )
    return Markup(list_of(said))  # noqa: S704 - of parts that are escaped


def _verdict_if_all_score(entry: RoundOnSheet, game: Game) -> str:
    """The winners or the ending, with the points if these are equal for all and not 0."""
    seats, by = entry.ruling.winners, entry.round.by
    what: str = ngettext(
        "%(names)s wins",
        "%(names)s win",
        len(players_of(seats)),
        names=names_of(seats, game.players),
    )
    if by is not None and verdict_tells_ending(entry, game):
        rule = game.variant.ending_rules[entry.round.ending]
        seats, label = (side_of(by, entry.before),), rule.verdict or rule.label
        said = said_of(seats[0] if rule.of_side else by, label, rule.of_side or label)
        what = message_html(said, game.players)
    points = entry.points()
    amounts = {points[seat] for seat in seats}
    if len(amounts) > 1 or amounts == {0}:
        return what
    [amount] = amounts
    number = Markup('<span class="ruling-figure {}">{}</span>').format(
        colour_of(amount, game), earned(amount, game)
    )
    return escape(gettext("%(what)s, %(points)s")) % {"what": what, "points": number}


def merge_payments(lines: Iterable[Line]) -> list[Line]:
    """One player’s lines, with one line for the payments of several players for the same reason."""
    together: dict[object, list[Line]] = {}
    for number, line in enumerate(lines):
        together.setdefault(_reason(line) or number, []).append(line)
    return [_merged(alike) for alike in together.values()]


def _reason(line: Line) -> Message | None:
    """The reason of a payment without its payer. `None` if such lines are not joined."""
    article = article_for(line.rule)
    facts = tuple(fact for fact in line.text.arguments if fact[0] != article.payer)
    return next(
        (
            Message(of_several.template, facts)
            for of_one, of_several in article.of_several
            if of_one.template == line.text.template
        ),
        None,
    )


def _merged(lines: Sequence[Line]) -> Line:
    line, reason = lines[0], _reason(lines[0])
    if reason is None or len(lines) == 1:
        return line
    payer = article_for(line.rule).payer
    payers = tuple(cast("Seat", dict(line.text.arguments)[payer]) for line in lines)
    text = Message(reason.template, (*reason.arguments, ("payers", payers)))
    return replace(line, points=sum(line.points for line in lines), text=text)


def payments_without_line(ruling: Ruling) -> list[Payment]:
    """The payments that no line of the payer shows."""
    shown = {(line.seat, -line.points) for line in ruling.lines}
    return [payment for payment in ruling.payments if (payment.payer, payment.points) not in shown]


def init_verdicts(app: Flask) -> None:
    for template_filter in (
        merge_payments,
        payments_without_line,
        result_words,
        tag_words,
        verdict_tells_ending,
        verdict_words,
    ):
        app.add_template_filter(template_filter)
