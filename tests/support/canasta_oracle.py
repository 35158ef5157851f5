"""A second scorer for the canasta family in plain Python, as a card player knows the rules.

It takes legal documents of `tests/support/canasta_games.py`. It shares only the names of rules,
parts and lines with the program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Document = dict[str, Any]
Rules = Mapping[str, Any]

PLAIN: dict[str, dict[str, Any]] = {
    "canasta": {
        "decks": "auto",
        "natural_canasta": 500,
        "mixed_canasta": 300,
        "wild_canasta": 0,
        "red_three": 100,
        "all_red_threes": True,
        "red_threes_need": "meld",
        "red_three_left": 500,
        "out_bonus": 100,
        "concealed_bonus": 100,
        "canastas_to_go_out": "auto",
        "first_meld": "classic",
        "target": 5000,
        "rounds": 0,
        "tie_at_end": "share",
        "swing": False,
        "two_canasta": 0,
        "joker_canasta": 0,
        "ace_canasta": 0,
        "seven_canasta": 0,
        "open_special": 0,
        "open_wild": 0,
        "held_three": 0,
        "threes": "red",
        "special_hands": "none",
    },
    "hand-and-foot": {
        "decks": "auto",
        "hand_size": 11,
        "clean_book": 500,
        "dirty_book": 300,
        "wild_book": 0,
        "red_three": 100,
        "red_three_left": 500,
        "out_bonus": 100,
        "exact_deal": 0,
        "black_three": 5,
        "clean_to_go_out": 1,
        "dirty_to_go_out": 1,
        "first_meld": "fifty",
        "rounds": 4,
        "target": 0,
        "tie_at_end": "share",
    },
    "burraco": {
        "clean": 200,
        "semi_clean": 150,
        "dirty": 100,
        "out_bonus": 100,
        "pot": 100,
        "joker_value": 30,
        "go_out_with": "any",
        "jokers_per_deck": 2,
        "target": 2005,
        "rounds": 0,
        "tie_at_end": "share",
    },
}

AMERICAN = {
    "swing": True,
    "first_meld": "american",
    "target": 8500,
    "rounds": 0,
    "canastas_to_go_out": "2",
    "concealed_bonus": 0,
    "wild_canasta": 2000,
    "two_canasta": 3000,
    "joker_canasta": 2500,
    "ace_canasta": 2500,
    "seven_canasta": 2500,
    "open_special": 2500,
    "open_wild": 2000,
    "held_three": 1500,
    "threes": "both",
    "special_hands": "league",
}

PRESETS: dict[str, dict[str, dict[str, Any]]] = {
    "canasta": {
        "plain": {},
        "wild": {"wild_canasta": 1000},
        "long": {"canastas_to_go_out": "2", "first_meld": "high", "target": 10000},
        "american": AMERICAN,
        "american-pagat": AMERICAN | {"special_hands": "pagat"},
        "american-rounds": AMERICAN | {"first_meld": "american-rounds", "target": 0, "rounds": 3},
    },
    "hand-and-foot": {
        "plain": {},
        "wild": {"wild_book": 1500},
        "threes": {"red_three": 0, "exact_deal": 100},
        "canastapedia": {"red_three": 0, "red_three_left": 300, "black_three": 100},
    },
    "burraco": {
        "plain": {},
        "international": {"go_out_with": "clean"},
        "buraco": {
            "semi_clean": 0,
            "go_out_with": "clean",
            "jokers_per_deck": 0,
            "target": 3000,
        },
    },
}

KINDS = {
    "canasta": ("natural", "mixed", "aces", "sevens", "wild", "twos", "jokers"),
    "hand-and-foot": ("clean", "dirty", "wild"),
    "burraco": ("clean", "semi_clean", "dirty"),
}
"""The parts of a hand that count its melds of seven or more cards."""

PRICES = {
    "canasta": (
        "natural_canasta",
        "mixed_canasta",
        "ace_canasta",
        "seven_canasta",
        "wild_canasta",
        "two_canasta",
        "joker_canasta",
    ),
    "hand-and-foot": ("clean_book", "dirty_book", "wild_book"),
    "burraco": ("clean", "semi_clean", "dirty"),
}
"""The house rules with the prices of `KINDS`, in the same order."""

LINES = {
    "canasta": (
        "natural-canasta",
        "mixed-canasta",
        "ace-canasta",
        "seven-canasta",
        "wild-canasta",
        "two-canasta",
        "joker-canasta",
    ),
    "hand-and-foot": ("clean-book", "dirty-book", "wild-book"),
    "burraco": ("clean-burraco", "semi-clean-burraco", "dirty-burraco"),
}

FIRST_MELDS = {
    "fifty": (50, 90, 120, 150),
    "sixty": (60, 90, 120, 150),
    "ninety": (90, 120, 150, 180),
}

THREES = {0: 0, 1: 100, 2: 300, 3: 500, 4: 1000}
"""Points for up to four threes of one colour, if both colours are laid out."""

SPECIAL: dict[str, dict[str, int]] = {
    "none": {},
    "pagat": {"straight": 3000, "pairs": 2500, "wild-pairs": 2000, "garbage": 2000},
    "league": {
        "straight": 3000,
        "pairs": 2500,
        "wild-pairs": 2000,
        "miami-pairs": 2500,
        "zip-code": 2500,
        "garbage": 3000,
        "blast-off": 3000,
        "triples": 3500,
        "quads": 3500,
        "dream-four": 8500,
        "dream-five": 8500,
    },
}

SEQUENCE = "A23456789TJQKA"


def rules_of(document: Document) -> dict[str, Any]:
    """Return every house rule in force."""
    game = document["variant"]
    return PLAIN[game] | PRESETS[game][document.get("preset", "plain")] | document.get("rules", {})


def sides_of(document: Document) -> dict[str, list[str]]:
    """Return the players of each side. A game without sides has one player a side."""
    return document.get("sides") or {name: [name] for name in document["players"]}


def decks_of(game: str, rules: Rules, players: int) -> int:
    if rules.get("decks", "auto") != "auto":
        return int(rules["decks"])
    if game == "hand-and-foot":
        return players + 1
    return 3 if game == "canasta" and players == 6 else 2


def worth(card: str, game: str, rules: Rules) -> int:
    """Return the value of a card such as `K`, `KS` or `JK`."""
    if card == "JK":
        return int(rules.get("joker_value", 50))
    rank = card[0]
    if rank == "A":
        return 15 if game == "burraco" else 20
    if rank == "3" and game == "hand-and-foot":
        return int(rules["black_three"])
    return {"2": 20}.get(rank) or (10 if rank in "89TJQK" else 5)


def count(cards: object, game: str, rules: Rules) -> int:
    """Return the value of the cards, or the count that the table entered."""
    if isinstance(cards, int):
        return cards
    return sum(worth(card, game, rules) for card in cards_in(cards))


def cards_in(cards: Any) -> list[str]:
    """Return the cards of a text, of a list of cards, or of a list of melds."""
    return (
        cards.split() if isinstance(cards, str) else [one for text in cards for one in text.split()]
    )


def kind_of(meld: str, game: str, rules: Rules) -> str | None:
    """Return the kind of canasta that a meld is, from `KINDS`, or `None` if it is too short."""
    cards = meld.split()
    if len(cards) < 7:
        return None
    if game == "burraco":
        return _burraco_kind(cards, rules)
    wild = sum(is_wild(card) for card in cards)
    if game == "canasta":
        return _canasta_kind(cards, wild, rules)
    natural, mixed, of_wild = KINDS[game]
    return natural if not wild else of_wild if wild == len(cards) else mixed


def _canasta_kind(cards: list[str], wild: int, rules: Rules) -> str:
    jokers = cards.count("JK")
    if wild == len(cards):
        if not jokers and rules["two_canasta"]:
            return "twos"
        return "jokers" if jokers >= 4 and rules["joker_canasta"] else "wild"
    if wild:
        return "mixed"
    if cards[0][0] == "A" and rules["ace_canasta"]:
        return "aces"
    return "sevens" if cards[0][0] == "7" and rules["seven_canasta"] else "natural"


def open_melds(hand: Document, rules: Rules) -> list[str]:
    """Return the kinds of melds under seven cards that cost the side points."""
    melded = hand.get("melded", 0)
    if isinstance(melded, int) or not melded:
        return list(hand.get("open", []))
    found = set()
    for meld in melded:
        cards = meld.split()
        if len(cards) >= 7:
            continue
        ranks = {"wild" if is_wild(card) else card[0] for card in cards}
        if len(ranks) == 1:
            found.add({"A": "aces", "7": "sevens"}.get(*ranks, *ranks))
    return [kind for kind, cost in open_costs(rules).items() if cost and kind in found]


def open_costs(rules: Rules) -> dict[str, int]:
    """Return the cost of an open meld of each kind."""
    wild = rules["open_wild"] if rules["wild_canasta"] else 0
    return {"aces": rules["open_special"], "sevens": rules["open_special"], "wild": wild}


def is_wild(card: str) -> bool:
    return card == "JK" or card[0] == "2"


def _burraco_kind(cards: list[str], rules: Rules) -> str:
    """Return the best kind that the cards can be read as."""
    possible = [natural for natural in readings(cards) if natural.count(False) <= 1]
    if any(all(natural) for natural in possible):
        return "clean"
    streaks = ["".join("x" if each else " " for each in natural) for natural in possible]
    side_by_side = max(len(run) for streak in streaks for run in streak.split())
    return "semi_clean" if side_by_side >= 7 and rules["semi_clean"] else "dirty"


def readings(cards: list[str]) -> Iterator[list[bool]]:
    """Yield a list for each set or run that the cards can be: `True` for each natural card."""
    ranks = {card[0] for card in cards if not is_wild(card)}
    if len(ranks) == 1:
        # A set has no order, so its wild card can go to the end.
        yield sorted((not is_wild(card) for card in cards), reverse=True)
    for first in range(len(SEQUENCE) - len(cards) + 1):
        for suit in "SHDC":
            run = [rank + suit for rank in SEQUENCE[first : first + len(cards)]]
            natural = [card == place for card, place in zip(cards, run, strict=True)]
            if all(own or is_wild(card) for own, card in zip(natural, cards, strict=True)):
                yield natural


def canastas(hand: Document, game: str, rules: Rules) -> dict[str, int]:
    """Return the number of canastas of each kind, as entered or counted from the melds."""
    melded = hand.get("melded", 0)
    if isinstance(melded, int):
        return {kind: hand.get(kind, 0) for kind in KINDS[game]}
    found = [kind_of(meld, game, rules) for meld in melded]
    return {kind: found.count(kind) for kind in KINDS[game]}


def may_go_out(hand: Document, game: str, rules: Rules, players: int) -> bool:
    """Check whether a side has the canastas needed to go out."""
    have = canastas(hand, game, rules)
    if game == "hand-and-foot":
        enough = have["clean"] >= rules["clean_to_go_out"]
        return enough and have["dirty"] >= rules["dirty_to_go_out"]
    if game == "burraco":
        return (have["clean"] if rules["go_out_with"] == "clean" else sum(have.values())) > 0
    needed = rules["canastas_to_go_out"]
    if needed == "auto":
        needed = 2 if players in (2, 6) else 1
    if open_melds(hand, rules):
        return False
    return sum(have.values()) >= int(needed)


def lines_of(
    hand: Any, round: Document, members: Sequence[str], game: str, rules: Rules, players: int
) -> dict[str, int]:
    """Return the points of a side in a round by rule, without zeros."""
    if not isinstance(hand, dict):
        hand = {"left": hand}
    if "special" in hand:
        return {"special-hand": SPECIAL[rules["special_hands"]][hand["special"]]}
    found = {"melded": count(hand.get("melded", 0), game, rules)}
    have = canastas(hand, game, rules)
    for kind, price, line in zip(KINDS[game], PRICES[game], LINES[game], strict=True):
        found[line] = have[kind] * rules[price]
    if game != "burraco":
        found["red-threes"] = _red_threes(hand, found["melded"], have, game, rules, players)
        found["red-threes-left"] = -hand.get("red_threes_left", 0) * rules["red_three_left"]
    elif not hand.get("pot", True):
        found["pot"] = -rules["pot"]
    found["cards-left"] = -count(hand.get("left", 0), game, rules)
    if round.get("by") in members:
        found["out-bonus"] = rules["out_bonus"]
        if round["ending"] == "concealed":
            found["concealed-bonus"] = rules["concealed_bonus"]
    if game == "canasta":
        _turn(found, hand, sum(have.values()), rules)
    exact = set(round.get("exact_deal", ())) & set(members)
    if exact:
        found["exact-deal"] = len(exact) * rules["exact_deal"]
    return {rule: points for rule, points in found.items() if points}


def _turn(found: dict[str, int], hand: Document, number: int, rules: Rules) -> None:
    """Apply the rules of modern American Canasta for threes, open melds and too few canastas."""
    if rules["threes"] == "both":
        for colour in ("red", "black"):
            threes = min(hand.get(f"{colour}_threes", 0), 4)
            found[f"{colour}-threes"] = THREES[threes]
    if rules["swing"]:
        sign = -1 if number == 0 else min(number - 1, 1)
        for line in ("red-threes", "black-threes"):
            found[line] = abs(found.get(line, 0)) * sign
        if number == 0:
            found["melded"] = -found["melded"]
    found["open-melds"] = -sum(open_costs(rules)[meld] for meld in open_melds(hand, rules))
    found["held-three"] = -hand.get("held", 0) * rules["held_three"]


def _red_threes(
    hand: Document, melded: int, have: Mapping[str, int], game: str, rules: Rules, players: int
) -> int:
    number = hand.get("red_threes", 0)
    points = int(number * rules["red_three"])
    if game == "hand-and-foot":
        return points
    all_of_them = {2: 4, 3: 5}[decks_of(game, rules, players)]
    if rules["all_red_threes"] and number >= all_of_them:
        points *= 2
    lacks = {"nothing": False, "meld": not melded, "canasta": not sum(have.values())}
    return -points if lacks[rules["red_threes_need"]] else points


def first_meld(total: int, counted: int, game: str, rules: Rules) -> int:
    """Return the least count of a side’s first meld, by its total and the rounds counted so far."""
    if game == "hand-and-foot":
        return FIRST_MELDS[rules["first_meld"]][min(counted, 3)]
    if rules["first_meld"] == "american-rounds":
        return (125, 155, 180)[min(counted, 2)]
    if rules["first_meld"] == "american":
        return 125 if total < 3000 else 155 if total < 5000 else 180
    if total < 0:
        return 15
    steps = [(7500, 150)] * (rules["first_meld"] == "high") + [(3000, 120), (1500, 90)]
    return next((asked for least, asked in steps if total >= least), 50)


def reckon(document: Document) -> Document:
    """Return the answer to a document, without its sentences."""
    game, rules, sides = document["variant"], rules_of(document), sides_of(document)
    players = document["players"]
    totals = dict.fromkeys(sides, 0)
    counted = 0
    dealer = document.get("dealer", players[0])
    entries: list[Document] = []
    for entry in document["rounds"]:
        before = dict(totals)
        if "between" in entry:
            points = dict.fromkeys(sides, 0) | entry["between"]["adjust"]
            answer: Document = {"points": points}
        else:
            dealt_by = entry.get("dealer", dealer)
            answer = _round(entry, sides, game, rules, len(players)) | {"dealer": dealt_by}
            if game != "burraco":
                asked = {side: first_meld(before[side], counted, game, rules) for side in sides}
                answer["first_meld"] = asked
                if entry["ending"] != "void" and _melds_too_little(entry, asked, game, rules):
                    answer["tags"] = sorted([*answer["tags"], "first-meld-low"])
            dealer = dealt_by
            if entry["ending"] != "void":
                counted += 1
                dealer = players[(players.index(dealt_by) + 1) % len(players)]
        for side in sides:
            totals[side] += answer["points"][side]
        entries.append(answer)
    dreamt = [side for entry in document["rounds"] for side in sides if _dreamt(entry, side)]
    over = bool(document.get("called")) or bool(dreamt) or _is_over(totals, counted, rules)
    best = max(totals.values())
    answer = {
        "rounds": entries,
        "totals": totals,
        "final": totals,
        "over": over,
        "winners": dreamt or [side for side in sides if over and totals[side] == best],
        "next_dealer": None if over else dealer,
    }
    if game != "burraco":
        asked = {side: first_meld(totals[side], counted, game, rules) for side in sides}
        answer["first_meld"] = None if over else asked
    return answer


def _dreamt(entry: Document, side: str) -> bool:
    """Check whether a side had a “dream” hand, which wins the game at once."""
    hand = entry.get("hands", {}).get(side)
    return isinstance(hand, dict) and str(hand.get("special", "")).startswith("dream")


def _melds_too_little(round: Document, asked: Mapping[str, int], game: str, rules: Rules) -> bool:
    """Check whether a side’s melds count less than its first meld must."""
    melded = {
        side: count(hand.get("melded", 0), game, rules)
        for side, hand in round["hands"].items()
        if isinstance(hand, dict)
    }
    return any(0 < counted < asked[side] for side, counted in melded.items())


def _is_over(totals: Mapping[str, int], counted: int, rules: Rules) -> bool:
    best = max(totals.values())
    is_level = list(totals.values()).count(best) > 1
    if is_level and rules["tie_at_end"] == "play-on":
        return False
    return 0 < rules["target"] <= best or 0 < rules["rounds"] <= counted


def _round(
    round: Document, sides: Mapping[str, list[str]], game: str, rules: Rules, players: int
) -> Document:
    """Return a round’s lines, points, winners, tags and deadwood."""
    hands, ending = round.get("hands", {}), round["ending"]
    lines = {
        side: lines_of(hands.get(side, 0), round, members, game, rules, players)
        for side, members in sides.items()
        if ending != "void"
    }
    earned = {side: sum(of_side.values()) for side, of_side in lines.items()}
    winners = [side for side in earned if earned[side] == max(earned.values())]
    winners = [side for side in earned if _dreamt(round, side)] or winners
    tags = [ending] + ["shared"] * (len(winners) > 1)
    by = next((side for side, members in sides.items() if round.get("by") in members), None)
    if by is not None and ending != "special":
        hand = hands.get(by, {})
        if not may_go_out(hand if isinstance(hand, dict) else {}, game, rules, players):
            tags.append("illegal-out")
    points = dict.fromkeys(sides, 0) | earned
    for adjustment in round.get("adjustments", ()):
        points[adjustment["player"]] += adjustment["points"]
    return {
        "lines": lines,
        "points": points,
        "winners": winners,
        "tags": sorted(tags),
        "deadwood": {side: _left(hands.get(side, 0), game, rules) for side in lines},
    }


def _left(hand: Any, game: str, rules: Rules) -> int:
    return count(hand.get("left", 0) if isinstance(hand, dict) else hand, game, rules)
