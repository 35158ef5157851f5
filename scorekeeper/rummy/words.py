"""The words of the pages that differ between cards and tiles."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.rummy.messages import Message, message

RUMMY_GAMES = message("Rummy")
CANASTA_GAMES = message("Canasta and Burraco")
CONTRACT_GAMES = message("Every round is different")
GIN_GAMES = message("Gin")
TABLE_GAMES = message("Melds on the table")

GROUPS = (RUMMY_GAMES, CANASTA_GAMES, CONTRACT_GAMES, GIN_GAMES, TABLE_GAMES)
"""The groups of similar games, as headings for players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The words of the pages that depend on the cards or tiles of a game.

    The starter of a round is the dealer in a card game, and the first player in a tile game.

    - `pieces`: the cards or tiles
    - `pieces_of`: the cards or tiles of one player
    - `none_left`: a hand or rack without cards or tiles
    - `left`: the question about the cards or tiles left by all players
    - `left_of`: the question about the cards or tiles left by one player
    - `laid`: the hands or racks at the count
    - `heading`: the heading of the rules about cards or tiles
    - `wrong`: the first step in correcting a recorded round
    - `tap`: how to enter cards or tiles by tapping; `tap_long` is the text in the help
    - `type`: how to enter cards or tiles with a keyboard; `type_long` is the text in the help
    - `begins`: what the starter of a round does
    - `begins_first`: what the starter of the first round does
    - `choose_first`, `draw_first`, `drawn`: choosing or drawing the starter of a game
    - `first`: the name for the starter of a round
    - `began`: the question about the starter of a round
    - `begins_next`: the sentence about the starter of the next round
    - `rematch`: the sentence about the starter of a rematch
    - `button`: the mark of the starter
    - `details`: the heading of the fields to unfold below a round
    - `before`: the heading of the fields to unfold on the judge’s desk
    """

    pieces: Message
    pieces_of: Message
    none_left: Message
    left: Message
    left_of: Message
    laid: Message
    heading: Message
    wrong: Message
    tap: Message
    tap_long: Message
    type: Message
    type_long: Message
    begins: Message
    begins_first: Message
    choose_first: Message
    draw_first: Message
    drawn: Message
    first: Message
    began: Message
    begins_next: Message
    rematch: Message
    button: Message
    details: Message
    before: Message


CARD_WORDS = Words(
    pieces=message("Cards"),
    pieces_of=message("{player}’s cards"),
    none_left=message("no card left"),
    left=message("What is left in each hand?"),
    left_of=message("What is left in {player}’s hand?"),
    laid=message("The hands on the table"),
    heading=message("Cards and deal"),
    wrong=message("Tap the hand that was wrong."),
    tap=message("Tap what is left. Tap a card to take it back."),
    tap_long=message(
        "Tap the cards that are left in each hand, or switch to “Count” and enter their sum. Tap "
        "a card on the table to take it back."
    ),
    type=message(
        "Cards such as K 9 2, with suits if you like (KS 9D), or just the count: 21, or =8. "
        "Nothing left is 0."
    ),
    type_long=message(
        "With a keyboard: K 9 2 are cards, KS 9D cards with suits, 21 or =8 a count, 0 is nothing "
        "left. Enter goes to the next hand, Ctrl and Enter record."
    ),
    begins=message("deals"),
    begins_first=message("Deals first"),
    choose_first=message("Tap a face to choose who deals first."),
    draw_first=message("Draw who deals first"),
    drawn=message("{player} deals first!"),
    first=message("Dealer"),
    began=message("Who dealt"),
    begins_next=message("{player} deals next."),
    rematch=message("{player} deals"),
    button=message("D"),
    details=message("Adjustments, dealer, note"),
    before=message("Totals so far, dealer, adjustments"),
)

MELD_WORDS = replace(CARD_WORDS, left=message("What did everybody score?"))
"""The words of games where players also enter melds and canastas, not only the cards left."""

TILE_WORDS = Words(
    pieces=message("Tiles"),
    pieces_of=message("{player}’s tiles"),
    none_left=message("no tile left"),
    left=message("What is left on each rack?"),
    left_of=message("What is left on {player}’s rack?"),
    laid=message("The racks"),
    heading=message("Tiles and racks"),
    wrong=message("Tap the rack that was wrong."),
    tap=message("Tap what is left. Tap a tile to take it back."),
    tap_long=message(
        "Tap the tiles that are left on each rack, or switch to “Count” and enter their sum. Tap "
        "a tile on the table to take it back."
    ),
    type=message("Tiles such as 12 9 JK, or just the count: 41, or =8. Nothing left is 0."),
    type_long=message(
        "With a keyboard: 12 9 JK are tiles, 41 or =8 a count, 0 is nothing left. "
        "Enter goes to the next rack, Ctrl and Enter record."
    ),
    begins=message("begins"),
    begins_first=message("Begins"),
    choose_first=message("Tap a face to choose who begins."),
    draw_first=message("Draw who begins"),
    drawn=message("{player} begins!"),
    first=message("Began"),
    began=message("Who began"),
    begins_next=message("{player} begins next."),
    rematch=message("{player} begins"),
    button=message("1"),
    details=message("Adjustments, who began, note"),
    before=message("Totals so far, who began, adjustments"),
)
