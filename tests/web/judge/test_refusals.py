"""The judge’s desk: errors at their fields, the deciding article, and results by other rules."""

from __future__ import annotations

from scorekeeper.web.judge.blueprint import MOST_FACTS
from tests.support.disputes import EQUAL, ask, words
from tests.support.elements import Element
from tests.support.pages import HTMX, Visitor, link_named, read
from tests.support.walks import walk

BASIC, HOLLYWOOD = {"variant": "basic"}, EQUAL | {"variant": "hollywood"}
OVER = "With these totals the game was already over before this round."
NO_WIN = "is not a name and points, such as Ann 18."


@walk(
    ("facts", "field", "sentence"),
    [
        (EQUAL | {"hand-0": "12"}, "hand-0", "deadwood 12 is over the limit of 10."),
        (EQUAL | {"hand-0": "9Z"}, "hand-0", "“9Z” in Ann’s hand is not a card."),
        (EQUAL | {"ending": "rum:0"}, "ending", "cannot end with “rum”."),
        (EQUAL | {"ending": "knock:7"}, "ending", "There is no seat “7” at this table."),
        (EQUAL | {"variant": "oklahoma", "upcard": "JK"}, "upcard", "cannot be a joker"),
        (BASIC | {"ending": "out:0", "hand-1": "0"}, "hand-1", "Ann went out first."),
        (EQUAL | {"rules-tie": "maybe"}, "rules-tie", "must be one of: undercut, no-score,"),
        (EQUAL | {"rules-target": "lots"}, "rules-target", "whole number from 0 to 1,000."),
        (BASIC | {"players": "6", "rules-decks": "1"}, "rules-decks", "five players at most."),
        (EQUAL | {"name-0": "Zoe", "name-1": "Zoe"}, "name-1", "cannot both be “Zoe”."),
        (EQUAL | {"name-0": "Z" * 41}, "name-0", "A name has 1 to 40 characters."),
        (EQUAL | {"variant": "knock", "players": "9"}, "players", "is for 2 to 5 players."),
        (EQUAL | {"variant": "knock", "players": "many"}, "players", "is for 2 to 5 players."),
        (EQUAL | {"dealer": "5"}, "dealer", "There is no seat “5” at this table."),
        (EQUAL | {"total-1": "lots"}, "total-1", "a whole number, such as 85 or −20."),
        (EQUAL | {"total-0": "100"}, "total-0", OVER),
        (EQUAL | {"won-0": "51"}, "won-0", "This must be 0 to 50 rounds."),
        ({"variant": "three-thirteen", "round": "12"}, "round", "There are 11 rounds."),
        (HOLLYWOOD | {"wins": "Ann 18, somebody 5"}, "wins", f"“somebody 5” {NO_WIN}"),
        (HOLLYWOOD | {"wins": "Ann 18, Bob 5 x"}, "wins", f"“Bob 5 x” {NO_WIN}"),
        (HOLLYWOOD | {"wins": "Ann 18, Bob 5 gin"}, "wins", "of this kind is worth 5."),
        (HOLLYWOOD | {"wins": ",".join(["Ann 1"] * 61)}, "wins", "has that many wins."),
        (HOLLYWOOD | {"wins": ",".join(["Ann 60"] * 9)}, "wins", OVER),
        (
            EQUAL | {"adjustment-0-player": "0", "adjustment-0-points": "some"},
            "adjustment-0-points",
            "An adjustment is a whole number of points, up to 100,000.",
        ),
    ],
)
def test_bad_input_is_refused_at_its_field_and_stays_as_typed(
    client: Visitor, facts: dict[str, str], field: str, sentence: str
) -> None:
    page = read(client.get("/judge", query_string=facts), 422)
    assert sentence in words(page, f"[id='{field}-error']")
    assert sentence in words(page, ".message--error")
    assert not page.select("#link")
    for name, text in facts.items():
        typed = page.select_one(
            f"input[type=text][name='{name}'], input:not([type])[name='{name}']"
        )
        assert typed is None or typed["value"] == text


@walk(
    ("address", "status"),
    [
        ("/judge?variant=chess", 404),
        ("/judge?variant=", 404),
        ("/judge?variant=gin&preset=mine", 404),
        ("/judge?variant=gin&hand-0=" + "K" * MOST_FACTS, 414),
        ("/judge?" + "a=%00&" * 20_000, 414),
        ("/judge?variant=gin&hand-0=%00%ff%d8&ending=knock:0&hand-1=3", 422),
        ("/judge?variant=gin&hand-0==99999999999999999999&ending=knock:0&hand-1=3", 422),
        ("/judge?variant=gin&name-0=%00", 422),
    ],
)
def test_junk_in_the_address_gets_a_message(client: Visitor, address: str, status: int) -> None:
    response = client.get(address)
    assert response.status_code == status
    assert read(response).select_one(".lead, .message--error")


def test_a_script_in_the_address_is_shown_as_text(client: Visitor) -> None:
    _status, page = ask(client, **{"name-0": "<script>alert(1)</script>"}, **EQUAL)
    assert "<script>alert(1)</script>" in words(page)
    assert not [each for each in page.select("script") if not each.get("src")]


def test_an_error_without_a_field_is_shown_among_the_messages(client: Visitor) -> None:
    huge = {"variant": "gin", "hand-0": "K" * MOST_FACTS}
    answer = client.get("/judge", query_string=huge, headers=HTMX)
    assert answer.status_code == 414
    assert answer.headers["HX-Retarget"] == "#messages"
    assert words(read(answer), answer.headers["HX-Reselect"])


def gin(ending: str, **hands: str) -> dict[str, str]:
    """A round of Gin between Ann and Bob."""
    return basic(ending, **hands) | {"variant": "gin"}


def basic(ending: str, **hands: str) -> dict[str, str]:
    """A round of Basic Rummy, with the hands of seats `a`, `b` and `c`."""
    given = {f"hand-{'abc'.index(seat)}": cards for seat, cards in hands.items()}
    return {"variant": "basic", "ending": f"{ending}:0", "players": str(max(2, len(hands)))} | given


@walk(
    ("facts", "article"),
    [
        (gin("knock", a="5", b="3"), "Undercut bonus"),
        (basic("knock", a="5", b="K 9", c="2") | {"variant": "knock"}, "Penalty"),
        (gin("gin", b="K 7"), "Gin bonus"),
        (gin("big-gin", b="K 7") | {"preset": "modern"}, "Big gin bonus"),
        (basic("rum", b="K 7") | {"variant": "knock"}, "Rum bonus"),
        (basic("out", b="K 7") | {"variant": "manipulation"}, "Bonus for going out"),
        (basic("rummy", b="K 7"), "Going rummy"),
        (basic("rummy", b="JK"), "Going rummy"),
        (basic("out", b="K 7"), "What is left"),
        (EQUAL, "Another player ties with the knocker. Who wins?"),
        (gin("knock", a="12", b="30"), "That knock was too high. What now?"),
        (basic("rummy", b="0"), "Somebody went out. Can I go out too?"),
    ],
)
def test_the_article_that_decides_is_named(
    client: Visitor, facts: dict[str, str], article: str
) -> None:
    _status, page = ask(client, **facts)
    assert words(page, ".judge-decides") == article


@walk(
    "facts",
    [
        basic("rummy", a="A", b="K", c="JK"),
        basic("out", b="9Z"),
        gin("knock", a="12", b="30") | {"allow": "yes", "dealer": "5"},
    ],
)
def test_no_article_is_named_if_none_explains_the_refusal(
    client: Visitor, facts: dict[str, str]
) -> None:
    status, page = ask(client, **facts)
    assert status == 422
    assert not page.select(".judge-decides")


def test_other_rules_link_to_the_desk_by_those_rules(client: Visitor) -> None:
    _status, page = ask(client, **{"name-0": "Zoe"}, **EQUAL)
    links = {each.text: str(each["href"]) for each in page.select(".judge-other a")}
    assert "A tie: Bob undercuts Zoe, +25" in words(client.visit(links["Modern"]))
    assert "Zoe wins" in words(
        client.visit(links["A tie: the knocker wins the round, without points"])
    )
    other = client.visit(links["Knock Rummy"])
    assert "Zoe 10 − Bob 10" in words(other)
    assert "Knock Rummy" in words(other, "#game-title")


def test_the_desk_says_if_all_other_rules_agree(client: Visitor) -> None:
    _status, page = ask(client, variant="knock", ending="knock:0", hand_0="11", hand_1="12")
    assert (
        "All the usual rules of Knock Rummy say the same: who wins, by how much and who deals next."
    ) in words(page)


def others(page: Element) -> dict[str, str]:
    """Return the results by other rules, one sentence for each rule."""
    return {
        words(line, ".judge-other__rule"): words(line, "p") for line in page.select(".judge-other")
    }


def test_three_short_lines_stand_there_and_the_rest_behind_a_tap(client: Visitor) -> None:
    _status, page = ask(client, **EQUAL)
    lines = page.select(".judge-others > .judge-other > summary")
    assert [words(line, ".judge-other__outcome") for line in lines] == [
        "Bob +25",
        "nobody, 0",
        "Ann, 0",
    ]
    assert words(page, ".judge-others__rest > summary") == "4 more, elsewhere the same"
    rest = page.select(".judge-others__rest > .judge-other > summary")
    assert [words(line, ".judge-other__outcome") for line in rest] == [
        "Bob, 0",
        "Bob, 0",
        "no knock",
        "Ann deals",
    ]


def test_presets_stand_with_the_rule_that_leads_to_the_same_outcome(client: Visitor) -> None:
    _status, page = ask(client, **EQUAL)
    assert [link.text for link in page.select(".judge-other")[0].select("a")] == [
        "Undercut bonus: 25",
        "Wikipedia",
        "Modern",
        "Tournament",
    ]


def test_what_is_taken_is_told_where_the_fewest_points_win(client: Visitor) -> None:
    facts = {"variant": "three-thirteen", "round": "5", "ending": "out:0", "hand-1": "7 K Q"}
    _status, page = ask(client, **facts)
    outcomes = [line.text for line in page.select(".judge-other__outcome")]
    assert "Bob\N{NO-BREAK SPACE}40" in outcomes


def test_rules_that_change_only_the_next_dealer_are_listed(client: Visitor) -> None:
    facts = {"variant": "gin", "ending": "knock:1", "hand-0": "K 9", "hand-1": "5", "dealer": "1"}
    _status, page = ask(client, **facts)
    assert "Bob deals next" in words(page, ".ruling-story__by > span:last-child")
    said = others(page)["The next deal goes to: the loser of the round and each in turn"]
    assert said == "Bob scores 14, then Ann deals next"
    dealer = page.select(".judge-others__rest .judge-other")[-1]
    assert [link.text for link in dealer.select("a")[-3:]] == ["Pagat", "Wikipedia", "Tournament"]
    _status, page = ask(client, preset="wikipedia", **facts)
    assert "Ann deals next" in words(page, ".ruling-story__by > span:last-child")
    assert "Bob deals" in [each.text for each in page.select(".judge-other__outcome")]


def test_another_winner_and_another_next_dealer_are_listed_together(client: Visitor) -> None:
    said = others(ask(client, **EQUAL)[1])
    assert (
        said["A tie: the knocker wins the round, without points"] == "Ann wins, then Ann deals next"
    )


def test_no_next_dealer_is_named_for_a_finished_game(client: Visitor) -> None:
    facts = {"total-0": "95", "ending": "knock:0", "hand-0": "3", "hand-1": "11"}
    said = others(ask(client, variant="gin", **facts)[1])
    goes_on = next(each for rule, each in said.items() if rule.startswith("Play to"))
    assert goes_on == "Ann scores 8; the game goes on, then Ann deals next"
    bonus = next(each for rule, each in said.items() if rule.startswith("Box bonus"))
    assert bonus.startswith("Ann scores 8; Ann wins the game")
    assert "deals" not in bonus


BEST_WITH_MORE = {
    "ending": "knock:0",
    "hand-0": "*AS 2S AC 2C 3C AD 4D AH 2H 3H",
    "hand-1": "*3S 6S 7S 8S 9S 4C 6D 4H 5H 6H",
}


def test_a_layout_with_more_than_the_least_deadwood_is_shown_beside_it(client: Visitor) -> None:
    _status, page = ask(client, variant="gin", **BEST_WITH_MORE)
    answer = words(page)
    assert "laid out with only 8 left, Ann would lose 15" in answer
    assert "With the least deadwood instead" in answer
    heads = [" ".join(head.text.split()) for head in page.select("#laid ~ .laid .laid__head")]
    assert heads == ["A Ann 10 points", "B Bob 13 points", "A Ann 8 points", "B Bob 3 points"]
    assert "at its best" not in answer


def test_a_layout_that_is_worse_for_the_knocker_links_to_the_better_one(client: Visitor) -> None:
    declared = BEST_WITH_MORE | {"hand-0": "AH 2H 3H + AC 2C 3C / AS 2S AD 4D"}
    _status, page = ask(client, variant="gin", **declared)
    assert "keep 10, and the opponent can lay off fewer cards" in words(page)
    best = link_named(page, "Count Ann’s hand at its best")
    taken = client.visit(str(best["href"]))
    assert "With the least deadwood instead" in words(taken)


def test_a_rule_that_forbids_the_knock_is_among_the_other_rules(client: Visitor) -> None:
    facts = {"ending": "knock:0", "hand-0": "=4", "hand-1": "11"}
    _status, page = ask(client, variant="manipulation", **facts)
    said = "Ann cannot knock: deadwood 4 is over the limit of 3."
    assert others(page)["Knock with at most: 3"] == said
    link = link_named(page, "Knock with at most: 3")
    assert said in words(read(client.get(str(link["href"])), 422))


def test_a_knock_that_is_too_high_lists_the_rules_that_accept_it(client: Visitor) -> None:
    facts = {"variant": "manipulation", "ending": "knock:0", "hand-0": "=7", "hand-1": "20"}
    status, page = ask(client, **facts)
    assert status == 422
    said = others(page)
    assert said["Knock with at most: 7"] == "Ann scores 13, then Bob deals next"
    assert said["Knock Rummy"] == "Ann scores 13"
    link = link_named(page, "Knock with at most: 7")
    assert "Ann scores 13" in words(client.visit(str(link["href"])))


def test_a_knock_that_is_too_high_shows_its_result_if_the_table_allows_it(
    client: Visitor,
) -> None:
    facts = {"variant": "gin", "ending": "knock:0", "hand-0": "12", "hand-1": "=30"}
    _status, page = ask(client, **facts)
    assert words(page, ".judge-answer__if-allowed") == "If the table allows it: Ann scores 18"
    assert "All the usual rules of" not in words(page)
    link = page.select_one(".judge-answer__if-allowed a")
    allowed = client.visit(str(link["href"]))
    assert words(allowed, ".ruling__result") == "Ann scores 18"
    assert "over the limit of 10" in words(allowed, "#why .warning")


def test_a_knock_that_no_rule_accepts_lists_no_other_rules(client: Visitor) -> None:
    facts = {"variant": "manipulation", "ending": "knock:0", "hand-0": "=30", "hand-1": "=0"}
    status, page = ask(client, **facts)
    assert status == 422
    assert "All the usual rules of" not in words(page)


@walk(
    "wrong",
    [{"rules-target": "lots"}, {"hand-0": "12", "hand-1": "12 K"}, {"total-0": "lots"}],
)
def test_other_rules_are_not_listed_if_more_is_wrong_than_the_knock(
    client: Visitor, wrong: dict[str, str]
) -> None:
    facts = {"variant": "gin", "ending": "knock:0", "hand-0": "12", "hand-1": "30"}
    status, page = ask(client, **facts | wrong)
    assert status == 422
    assert not page.select("#others")


def test_who_begins_next_leads_to_the_rule_of_that_in_tile_rummy(client: Visitor) -> None:
    facts = {"variant": "tiles", "ending": "out:0", "hand-1": "12"}
    _status, page = ask(client, **facts)
    link = page.select_one(".ruling-story__by a")
    assert link.text.strip().endswith("begins next.")
    assert client.visit(link["href"]).select("#who-begins")
    assert "who begins next" in words(page, "#answer")


OUT = {"players": "2", "ending": "out:0", "hand-1": "45"}
WITH_ONE = "=165 natural:1 / 0"


@walk(
    ("facts", "sentence", "article"),
    {
        "a knock": (
            gin("knock", a="12", b="30"),
            "Ann cannot knock: deadwood 12 is over the limit of 10.",
            "That knock was too high. What now?",
        ),
        "going out with one canasta": (
            {"variant": "canasta", "hand-0": WITH_ONE} | OUT,
            "Ann cannot go out yet: that needs two canastas.",
            "I have one canasta. May I go out?",
        ),
        "going out with one book": (
            {"variant": "hand-and-foot", "hand-0": "=165 clean:1 / 0"} | OUT,
            "Ann cannot go out yet: that needs clean books: 1, dirty books: 1.",
            "Which books do we need to go out?",
        ),
        "going out without a burraco": (
            {"variant": "burraco", "hand-0": "=165 / 0"} | OUT,
            "Ann cannot go out yet: that needs a burraco.",
            "Which burraco do we need to go out?",
        ),
        "a first meld": (
            {"variant": "canasta", "ending": "stock", "hand-0": "=30 / 5", "hand-1": "45"},
            "30 is less than the first meld of 50.",
            "Is this first meld enough?",
        ),
    },
)
def test_what_the_table_can_allow_is_answered_either_way(
    client: Visitor, facts: dict[str, str], sentence: str, article: str
) -> None:
    status, page = ask(client, **facts)
    assert status == 422
    answer = words(page)
    assert f"Not by the rules: {sentence} {article}" in answer
    assert "If the table allows it:" in answer
    typed = client.get("/judge", query_string=facts, headers=HTMX)
    assert words(read(typed, 422)) == answer
    link = page.select_one(".judge-answer__if-allowed a")
    assert words(client.visit(str(link["href"])), ".ruling__result")
