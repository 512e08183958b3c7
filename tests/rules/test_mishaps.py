"""What happens if something goes wrong at a table: every answer is the evening's own rule, or the director's."""

import pytest

from tournament.formats.formats import FORMATS
from tournament.models import Club, Event
from tournament.rules.queries.mishaps import NAMES_OF_PENALTIES, mishaps_of


def answers_of(
    format: str, penalties: list[tuple[object, ...]] | None = None, **settings: object
) -> dict[str, list[str]]:
    event = Event(club=Club(penalties=penalties or []), format=format, bell_rule="finish", **settings)
    answers: dict[str, list[str]] = {}
    for each in mishaps_of(event):
        answers.setdefault(each.key, []).extend(each.answers)
    return answers


def test_a_renege_of_trinidad_is_answered_with_what_may_be_played_until_when_and_what_it_costs() -> None:
    assert answers_of("trinidad-tables")["revoke"] == [
        "A trump led must be followed with a trump. To any other lead follow suit or play a trump. Without a card of "
        "the suit led, play any card.",
        "Renege: a card is played that the rules of play do not allow. Corrected before the lift is over, it costs "
        "nothing. The opponents may call it until the end of the hand.",
        "If a trump was led and the player held back one of the five highest trumps (A, K, Q, J, 10), their side loses "
        "the whole game. The scores stay as they stood.",
        "Any other renege: the opponents score 1 point; the offenders cannot score Game; if they have the most, nobody "
        "does.",
    ]


def test_no_answer_states_a_rule_that_the_club_does_not_play() -> None:
    free = answers_of("trinidad-tables", house_rules={"penalties.follow": "free"})
    assert free["revoke"] == ["Any card may be played at any time."]
    kent = answers_of("kent-1674")
    assert kent["revoke"][-1] == "A card that these rules do not allow takes no points off anybody: ask the director."
    assert kent["misdeal"] == ["A deal that goes wrong scores nothing; the same dealer deals again."]
    assert kent["bell"] == ["At the bell, finish the hand in play and start no new one."]


def test_what_the_rules_do_not_say_has_no_answer_until_the_club_names_a_penalty_for_it() -> None:
    assert answers_of("trinidad-tables")["no_cut"] == []
    penalties = [("no cut offered", -1), ("Undertrump", -3), ("Late", -1, "games"), ("Helped to tidy up", 1)]
    answers = answers_of("trinidad-tables", penalties)
    assert answers["no_cut"] == ["The director takes 1 point off."]
    assert answers["undertrump"] == [
        "Not allowed at this club, unless the player has only trumps left.",
        "The director takes 3 points off.",
    ]
    assert answers["club"] == ["The director takes 1 game won off.", "The director adds 1 point."]


def test_a_late_claim_is_answered_by_the_games_document_and_by_the_evenings_own_limit() -> None:
    closed = "Points nobody wrote down count until the next hand is recorded; then only by the director."
    revoke = "The opponents may call it until the end of the hand. Called later, it costs nothing."
    assert answers_of("trinidad-tables")["late_claim"] == [revoke, closed]
    assert answers_of("kent-1674")["late_claim"] == [closed]
    assert answers_of("kent-1674", claim_until="director")["late_claim"] == [
        "Points nobody wrote down count only by the director once the hand is recorded."
    ]


@pytest.mark.parametrize("format", FORMATS)
def test_every_game_answers_the_questions_that_its_cards_can_raise(format: str) -> None:
    answers = answers_of(format)
    assert {"no_cut", "misdeal", "revoke", "undertrump", "out_of_turn", "late_claim", "bell"} <= answers.keys()
    assert answers["misdeal"] and answers["revoke"] and answers["bell"]
    assert NAMES_OF_PENALTIES.keys() - answers.keys() <= {"two_turned"}
