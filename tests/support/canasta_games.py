"""Random legal games of the canasta family, dealt from real packs, as documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.support.canasta_oracle import (
    PLAIN,
    PRESETS,
    SEQUENCE,
    SPECIAL,
    Document,
    canastas,
    count,
    decks_of,
    is_wild,
    may_go_out,
    open_melds,
    readings,
    reckon,
    rules_of,
    sides_of,
)

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eva", "Fay")
NUMBERS = {"canasta": (2, 3, 4, 6), "hand-and-foot": (2, 3, 4, 5, 6), "burraco": (2, 3, 4)}
SIDES = {
    "canasta": {4: (2,), 6: (2, 3)},
    "hand-and-foot": {4: (2,), 6: (2, 3)},
    "burraco": {4: (2,)},
}
ENDINGS = {
    "canasta": ("out", "concealed", "special", "stock", "void"),
    "hand-and-foot": ("out", "stock", "void"),
    "burraco": ("out", "stock", "void"),
}
VALUES: dict[str, Sequence[Any]] = {
    "decks": ("auto",),
    "hand_size": (11, 13, 15),
    "all_red_threes": (True, False),
    "swing": (True, False),
    "threes": ("red", "both"),
    "special_hands": ("none", "pagat", "league"),
    "red_threes_need": ("meld", "canasta", "nothing"),
    "canastas_to_go_out": ("auto", "1", "2"),
    "tie_at_end": ("share", "play-on"),
    "black_three": (5, 50, 100, 300),
    "joker_value": (20, 30, 50),
    "jokers_per_deck": (0, 2),
    "go_out_with": ("any", "clean"),
    "clean_to_go_out": range(6),
    "dirty_to_go_out": range(6),
    "rounds": (0, 1, 2, 5),
    "target": (0, 500, 2000, 5000),
    "exact_deal": (0, 50, 100),
}
"""Values that house rules can have, or some of them.

A rule without an entry is a price in points.
"""
OF_GAME: dict[tuple[str, str], Sequence[Any]] = {
    ("canasta", "decks"): ("auto", "2", "3"),
    ("canasta", "first_meld"): ("classic", "high", "american", "american-rounds"),
    ("hand-and-foot", "decks"): ("auto", "3", "4", "5", "6", "7", "8"),
    ("hand-and-foot", "first_meld"): ("fifty", "sixty", "ninety"),
}
MOST_ROUNDS = 8


@dataclass
class Pack:
    """The cards not yet dealt or melded, and the threes not yet laid out."""

    cards: list[str]
    red_threes: int
    black_threes: int = 0

    def take(self, number: int) -> list[str]:
        """Take this many cards from the top, or all that remain."""
        taken, self.cards = self.cards[:number], self.cards[number:]
        return taken

    def of_rank(self, rank: str) -> list[str]:
        """Return the remaining cards of this rank. Jokers have no rank."""
        return [card for card in self.cards if card[0] == rank and card != "JK"]

    def take_these(self, cards: Sequence[str]) -> bool:
        """Take these cards and return `True`. Return `False` if one is missing."""
        rest = list(self.cards)
        for card in cards:
            if card not in rest:
                return False
            rest.remove(card)
        self.cards = rest
        return True


def random_game(
    game: str, chance: Random, *, by_sides: bool | None = None, between: bool = True
) -> Document:
    """Return a legal game by random house rules, perhaps called, perhaps unfinished.

    `by_sides` asks for a game with sides or for one without. `None` allows both. `between` allows
    points that the table gives between rounds.
    """
    numbers = [each for each in NUMBERS[game] if by_sides in (None, each in SIDES[game])]
    number = chance.choice(numbers)
    names = NAMES[:number]
    rules = chance.sample(sorted(PLAIN[game]), chance.randint(0, 5))
    written: Document = {
        "variant": game,
        "preset": chance.choice(sorted(PRESETS[game])),
        "rules": {rule: _value(game, rule, chance) for rule in rules},
        "players": [*names],
        "dealer": chance.choice(names),
        "rounds": [],
        "called": False,
    }
    if number in SIDES[game]:
        k = chance.choice(SIDES[game][number])
        called = chance.choice([("We", "They", "x"), ("A & C", "Zoé’s", "3")])[:k]
        written["sides"] = {name: [*names[place::k]] for place, name in enumerate(called)}
    for _ in range(chance.randint(0, MOST_ROUNDS)):
        if reckon(written)["over"]:
            return written
        if between and chance.random() < 0.15:
            written["rounds"].append(_between(written, chance))
        else:
            written["rounds"].append(_round(written, chance))
    written["called"] = chance.random() < 0.3
    return written


def _value(game: str, rule: str, chance: Random) -> Any:
    values = OF_GAME.get((game, rule)) or VALUES.get(rule)
    if values is None:
        return chance.choice([0, 50, PLAIN[game][rule], chance.randint(0, 500)])
    return chance.choice(values)


def _between(written: Document, chance: Random) -> Document:
    """An entry that gives or takes points between two rounds."""
    sides = sorted(sides_of(written))
    some = chance.sample(sides, chance.randint(1, len(sides)))
    return {"between": {"adjust": {name: chance.randint(-400, 400) for name in some}}}


def _round(written: Document, chance: Random) -> Document:
    game, rules, sides = written["variant"], rules_of(written), sides_of(written)
    ending = chance.choice(ENDINGS[game])
    if ending == "special" and not SPECIAL[rules["special_hands"]]:
        ending = "out"
    round: Document = {"ending": ending}
    if ending != "void":
        goes_out = ending in ("out", "concealed", "special")
        by = chance.choice(written["players"]) if goes_out else None
        if by:
            round["by"] = by
        _deal_hands(round, written, chance)
        if rules.get("exact_deal") and chance.random() < 0.5:
            some = chance.sample(written["players"], chance.randint(1, len(written["players"])))
            round["exact_deal"] = some
    if chance.random() < 0.2:
        some = [chance.choice(sorted(sides)) for _ in range(chance.randint(1, 2))]
        round["adjustments"] = [{"player": one, "points": chance.randint(-60, 60)} for one in some]
    if chance.random() < 0.1:
        round["dealer"] = chance.choice(written["players"])
    return round


def _deal_hands(round: Document, written: Document, chance: Random) -> None:
    game, rules, sides = written["variant"], rules_of(written), sides_of(written)
    pack = _pack(game, rules, len(written["players"]), chance)
    by, round["hands"] = round.get("by"), {}
    # The side that goes out can meld black threes, so it chooses last.
    for side in sorted(sides, key=lambda side: (by in sides[side], chance.random())):
        if by in sides[side] and round["ending"] == "special":
            special = chance.choice(sorted(SPECIAL[rules["special_hands"]]))
            round["hands"][side] = {"special": special}
            continue
        holding = len(sides[side]) - (by in sides[side])
        left = pack.take(holding + chance.choice([0, 1, 3, 10]) if holding else 0)
        hand: Document = {"melded": _melds(game, rules, pack, chance)}
        if by in sides[side]:
            may_lay_threes = game == "canasta" and rules["threes"] == "red"
            if may_lay_threes and chance.random() < 0.3:
                hand["melded"] += _black_threes(pack)
            _make_sure_of_canastas(hand, round, written, pack, chance)
        hand["left"] = left
        if game != "burraco":
            hand |= _red_threes(game, rules, pack, holding, chance)
            # A red three still in hand is one of the cards left.
            fewest = max(0, holding - hand.get("red_threes_left", 0))
            hand["left"] = left[: chance.randint(fewest, len(left))]
            if game == "canasta":
                hand |= _american_parts(hand, rules, pack, holding, chance)
        elif by not in sides[side] and chance.random() < 0.3:
            hand["pot"] = False
        round["hands"][side] = _as_written(hand, game, rules, chance)
    if game != "burraco":
        round["allow"] = [*round.get("allow", ()), "first-meld-low"]


def _pack(game: str, rules: Document, players: int, chance: Random) -> Pack:
    """All cards of the round, shuffled. Threes that are laid out at once are only counted."""
    decks = decks_of(game, rules, players)
    cards = [rank + suit for rank in SEQUENCE[:-1] for suit in "SHDC"] * decks
    cards += ["JK"] * (decks * rules.get("jokers_per_deck", 2))
    red_threes = 0
    if game != "burraco":
        red_threes = 2 * decks
        cards = [card for card in cards if card not in ("3H", "3D")]
    if rules.get("threes") == "both":
        cards = [card for card in cards if card[0] != "3"]
        chance.shuffle(cards)
        return Pack(cards, red_threes, 2 * decks)
    chance.shuffle(cards)
    return Pack(cards, red_threes)


def _melds(game: str, rules: Document, pack: Pack, chance: Random) -> list[str]:
    """Take random melds from the pack."""
    attempts = [_meld(game, rules, pack, chance) for _ in range(chance.choice([0, 1, 3, 5, 8]))]
    return [" ".join(meld) for meld in attempts if meld]


def _meld(game: str, rules: Document, pack: Pack, chance: Random) -> list[str]:
    """Take a random meld from the pack, or empty if the cards are not there or not legal."""
    size = chance.choice([3, 3, 4, 5, 7, 7, 8])
    wild = [card for card in pack.cards if is_wild(card)]
    if game == "burraco":
        number = chance.choice([0, 0, 1])
        as_run = chance.random() < 0.7
        cards = _run(size, chance) if as_run else _set(SEQUENCE[2:], size - number, pack, chance)
        if cards and number and wild:
            place = chance.randrange(len(cards) + 1)
            cards[place : place + (len(cards) > 3)] = [wild[0]]
            if not _is_burraco_meld(cards):
                return []
    elif chance.random() < 0.1:
        price = "wild_canasta" if game == "canasta" else "wild_book"
        cards = wild[:size] if rules[price] else []
    else:
        number = chance.choice([0, 0, 1, 2, 3, size - 1])
        natural = _set(SEQUENCE[3:], max(size - number, 1), pack, chance)
        cards = wild[:number] + natural if natural else []
    if len(cards) < 3 or not _is_legal(cards, rules) or not pack.take_these(cards):
        return []
    return cards


def _is_legal(cards: list[str], rules: Document) -> bool:
    """Check the limits of modern American Canasta for a meld of one rank. Other games have none."""
    wild = sum(map(is_wild, cards))
    if not rules.get("swing"):
        return True
    if len(cards) > 7 or 2 < wild < len(cards):
        return False
    return not wild or all(card[0] != "7" for card in cards)


def _set(ranks: str, size: int, pack: Pack, chance: Random) -> list[str]:
    """Return up to `size` cards of one of these ranks."""
    return pack.of_rank(chance.choice(ranks))[:size]


def _run(size: int, chance: Random) -> list[str]:
    first = chance.randrange(len(SEQUENCE) - size + 1)
    suit = chance.choice("SHDC")
    return [rank + suit for rank in SEQUENCE[first : first + size]]


def _is_burraco_meld(cards: list[str]) -> bool:
    return any(natural.count(False) <= 1 for natural in readings(cards))


def _black_threes(pack: Pack) -> list[str]:
    threes = pack.of_rank("3")[:3]
    return [" ".join(threes)] if len(threes) == 3 and pack.take_these(threes) else []


def _make_sure_of_canastas(
    hand: Document, round: Document, written: Document, pack: Pack, chance: Random
) -> None:
    """Give a side that goes out the canastas it needs, or make the table allow it to go out."""
    game, rules, players = written["variant"], rules_of(written), len(written["players"])
    for _ in range(20 if chance.random() < 0.8 else 0):
        if may_go_out(hand, game, rules, players):
            break
        if canasta := _canasta(game, rules, pack, chance):
            hand["melded"].append(" ".join(canasta))
    if not may_go_out(hand, game, rules, players) or chance.random() < 0.1:
        round["allow"] = ["illegal-out"]


def _canasta(game: str, rules: Document, pack: Pack, chance: Random) -> list[str]:
    """Take seven cards of one rank, perhaps with one or two wild cards, or none."""
    rank = chance.choice(SEQUENCE[3:])
    wild = [card for card in pack.cards if is_wild(card)][
        : chance.choice([0, 1, 2 - (game == "burraco")])
    ]
    cards = (wild + pack.of_rank(rank))[:7]
    is_legal = len(cards) == 7 and _is_legal(cards, rules)
    return cards if is_legal and pack.take_these(cards) else []


def _red_threes(
    game: str, rules: Document, pack: Pack, holding: int, chance: Random
) -> dict[str, int]:
    """Return the red threes that a side laid out, and those that a player forgot to lay out."""
    are_laid = game == "canasta" or rules["red_three"]
    found = {}
    if rules.get("threes") == "both":
        holding = 0
    for part, may_be in (("red_threes", are_laid), ("red_threes_left", holding)):
        number = chance.choice([0, 0, 1, 2, pack.red_threes]) if may_be else 0
        number = min(number, pack.red_threes)
        pack.red_threes -= number
        if number or chance.random() < 0.2:
            found[part] = number
    return found


def _american_parts(
    hand: Document, rules: Document, pack: Pack, holding: int, chance: Random
) -> Document:
    """Return the other parts of a hand in modern American Canasta.

    These are black threes, threes still in hand and open melds. A three still in hand is also one
    of the cards left.
    """
    found: Document = {}
    if rules["threes"] == "both":
        found["black_threes"] = min(chance.choice([0, 0, 1, 2, 4]), pack.black_threes)
        pack.black_threes -= found["black_threes"]
        if holding and pack.red_threes and chance.random() < 0.3:
            pack.red_threes -= 1
            hand["left"].append("3H")
    if rules["held_three"] and holding:
        found["held"] = chance.choice([0, 0, 0, 1, 2])
    if melds := open_melds(hand, rules):
        found["open"] = melds
    return found


def _as_written(hand: Document, game: str, rules: Document, chance: Random) -> Any:
    """Return a hand as a table can enter it: as cards or counts, mostly without empty parts."""
    left, melds = hand["left"], hand["melded"]
    melds_open = hand.pop("open", [])
    written = {key: value for key, value in hand.items() if key not in ("left", "melded")}
    hand["left"] = chance.choice(
        [left, " ".join(left), _without_suits(" ".join(left)), count(left, game, rules)]
    )
    if not melds and not written and chance.random() < 0.5:
        return hand["left"]
    have = {kind: number for kind, number in canastas(hand, game, rules).items() if number}
    if chance.random() < 0.5:
        melds = count(melds, game, rules)
    elif chance.random() < 0.5:
        melds = [meld if _is_run(game, meld) else _without_suits(meld) for meld in melds]
    if isinstance(melds, int) or chance.random() < 0.3:
        written |= have | ({"open": melds_open} if melds_open else {})
    if melds or chance.random() < 0.5:
        written["melded"] = melds
    if left or chance.random() < 0.5:
        written["left"] = hand["left"]
    return written


def _is_run(game: str, meld: str) -> bool:
    return game == "burraco" and len({card[0] for card in meld.split() if not is_wild(card)}) > 1


def _without_suits(cards: str) -> str:
    return " ".join(card if card == "JK" else card[0] for card in cards.split())
