"""The rules of the house on their page: shown by hands as they are chosen, kept, saved as the club's own, and fixed."""

from typing import Any

import pytest
from django.test import Client

from scoring import RULE_SETS
from tests.conftest import NAMES, NOW
from tournament.clock.services.rounds import start_round
from tournament.door.services.entries import enter_players
from tournament.draw.services.draws import draw_first_hour, release_draw
from tournament.event.services.events import create_event, lock_event
from tournament.models import ClubRules, Event, LogEntry, Round
from tournament.rules.forms import HouseRulesForm
from tournament.rules.queries.rules import rules_of


def game_of(evening: Event, rules: str = "trinidad") -> Event:
    return create_event(evening.club, name="Games", date=evening.date, format=f"{rules}-tables", by=None, now=NOW)


def filled_in(event: Event) -> dict[str, Any]:
    form = HouseRulesForm(RULE_SETS[event.format.removesuffix("-tables")], event.house_rules, None)
    return {name: str(form[name].value() or "") for name in form.fields}


def press(client: Client, event: Event, step: str, part: str = "", **changes: str) -> Any:
    headers = {"HX-Request": "true"} if part else {}
    return client.post(f"/e/{event.pk}/rules/", filled_in(event) | changes | {"step": step}, headers=headers)


def earned(answer: Any, name: str) -> list[str]:
    """The awards and words of the first example of a rule, as its page has them."""
    [each] = [each for each, _field in answer.context["shown"] if each.rule.name == name]
    hand = each.examples[0]
    return [*(f"{award.word} {award.points} {award.name}" for award in hand.awards), *hand.words]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_rule_of_a_game_stands_on_its_page_with_a_hand(as_director: Client, evening: Event, rules: str) -> None:
    answer = as_director.get(f"/e/{game_of(evening, rules).pk}/rules/")
    assert answer.status_code == 200
    shown = answer.context["shown"]
    assert all(field is not None and each.examples for each, field in shown)
    page = answer.content.decode()
    assert [each.anchor for each, _field in shown if f'id="{each.anchor}"' not in page] == []


def test_a_choice_shows_in_its_hand_before_it_is_kept(as_director: Client, evening: Event) -> None:
    event = game_of(evening)
    usual = ["High 1 Ann and Cy", "Low 1 Bea and Dan", "Hang Jack 3 Ann and Cy", "Game 1 Ann and Cy"]
    assert earned(as_director.get(f"/e/{event.pk}/rules/"), "points.hang_jack") == usual
    changed = [*usual[:2], "Hang Jack 6 Ann and Cy", "Game 2 Ann and Cy"]
    chosen = {"rule.points.hang_jack": "6", "rule.points.game": "2"}
    for part, template in (("yes", "event/_rule_examples.html"), ("", "event/rules.html")):
        answer = press(as_director, event, "show", part=part, **chosen)
        assert (answer.status_code, answer.templates[0].name) == (200, template)
        assert earned(answer, "points.hang_jack") == changed
    event.refresh_from_db()
    assert event.house_rules == {}


def test_who_deals_next_is_said_of_a_hand_that_is_over_and_not_of_one_still_to_be_played(
    as_director: Client, evening: Event
) -> None:
    trinidad, pitch = game_of(evening), game_of(evening, "auction-pitch")
    shown = as_director.get(f"/e/{trinidad.pk}/rules/").context["shown"]
    [turned] = [each.examples for each, _field in shown if each.rule.name == "turn_ups.values"]
    assert [(hand.words, hand.after) for hand in turned] == [
        ((), "Ann and Cy 5, Bea and Dan 0"),
        (("Nobody scores.",), ""),
    ]
    answer = press(as_director, pitch, "show", **{"rule.auction.all_pass": '"same_dealer"'})
    assert earned(answer, "auction.all_pass") == ["Nobody scores.", "Next dealer: Ann."]


def test_a_number_that_cannot_be_is_named_and_shown_as_it_was(as_director: Client, evening: Event) -> None:
    event = game_of(evening)
    for step in ("show", "keep"):
        answer = press(as_director, event, step, **{"rule.points.hang_jack": "0", "rule.points.game": "2"})
        assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["rule.points.hang_jack"])
        assert earned(answer, "points.hang_jack")[2:] == ["Hang Jack 3 Ann and Cy", "Game 2 Ann and Cy"]
    answer = press(as_director, event, "show", part="yes", **{"rule.target": "", "rule.points.game": "2"})
    assert (answer.status_code, earned(answer, "points.game")[-1]) == (200, "Game 2 Ann and Cy")


def test_what_is_kept_is_what_the_evening_is_played_by(as_director: Client, evening: Event) -> None:
    event = game_of(evening)
    answer = press(as_director, event, "keep", **{"rule.points.game": "2", "rule.target": "11"})
    event.refresh_from_db()
    assert answer.headers["Location"] == f"/e/{event.pk}/"
    assert event.house_rules == {"points.game": 2, "target": 11}
    assert rules_of(event).target == 11


def test_the_club_saves_its_own_rules_and_a_later_evening_chooses_them(as_director: Client, evening: Event) -> None:
    event = game_of(evening)
    answer = press(as_director, event, "save", own_name="Our Friday rules", **{"rule.points.game": "2"})
    saved = ClubRules.objects.get()
    assert (saved.club, saved.rule_set, saved.name, saved.choices) == (
        evening.club,
        "trinidad",
        "Our Friday rules",
        {"points.game": 2},
    )
    assert answer.headers["Location"] == f"/e/{event.pk}/rules/"
    later = game_of(evening)
    page = as_director.get(f"/e/{later.pk}/rules/")
    assert [(own.saved, [(str(asked), str(said)) for asked, said in own.words]) for own in page.context["own"]] == [
        (saved, [("The Game point is worth", "2 points")])
    ]
    as_director.post(f"/e/{later.pk}/rules/", {"step": "use", "own": str(saved.pk)})
    later.refresh_from_db()
    assert later.house_rules == {"points.game": 2}
    as_director.post(f"/e/{later.pk}/rules/", {"step": "use", "own": ""})
    later.refresh_from_db()
    assert later.house_rules == {}


def test_the_same_name_again_replaces_the_clubs_rules_and_no_evening_that_copied_them(
    as_director: Client, evening: Event
) -> None:
    event, later = game_of(evening), game_of(evening)
    press(as_director, event, "save", own_name="Friday", **{"rule.points.game": "2"})
    press(as_director, later, "save", own_name=" FRIDAY ", **{"rule.target": "21"})
    event.refresh_from_db()
    assert [(saved.name, saved.choices) for saved in ClubRules.objects.all()] == [("FRIDAY", {"target": 21})]
    assert event.house_rules == {"points.game": 2}
    log = as_director.get(f"/e/{later.pk}/log/").context["lines"]
    assert log[0].sentence == "Saved as club rules “FRIDAY”: Points that win a game 21"


def test_rules_are_saved_under_a_name_and_for_one_game(as_director: Client, evening: Event) -> None:
    event = game_of(evening)
    answer = press(as_director, event, "save", own_name="  ")
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["own_name"])
    press(as_director, event, "save", own_name="Friday")
    pitch, saved = game_of(evening, "auction-pitch"), ClubRules.objects.get()
    assert list(as_director.get(f"/e/{pitch.pk}/rules/").context["own"]) == []
    assert as_director.post(f"/e/{pitch.pk}/rules/", {"step": "use", "own": str(saved.pk)}).status_code == 404


def test_once_play_has_started_the_page_shows_the_rules_as_copied(as_director: Client, evening: Event) -> None:
    event = game_of(evening)
    press(as_director, event, "keep", **{"rule.points.game": "2"})
    enter_players(event, NAMES[:8], by=None, now=NOW)
    release_draw(draw_first_hour(event, seed=1674, by=None, now=NOW), by=None, now=NOW)
    start_round(Round.objects.get(), by=None, now=NOW)
    page = as_director.get(f"/e/{event.pk}/rules/")
    assert (page.context["why"], list(page.context["form"].fields)) == (
        "Play has started, so the rules stay.",
        ["own_name"],
    )
    assert {each.rule.name: str(each.text) for each, _field in page.context["shown"] if each.is_own} == {
        "points.game": "2 points"
    }
    as_director.post(f"/e/{event.pk}/rules/", {"step": "keep", "own_name": "", "rule.points.game": "1"})
    assert as_director.post(f"/e/{event.pk}/rules/", {"step": "use", "own": ""}).status_code == 409
    event.refresh_from_db()
    assert event.house_rules == {"points.game": 2}
    as_director.post(f"/e/{event.pk}/rules/", {"step": "save", "own_name": "As played"})
    assert ClubRules.objects.get().choices == {"points.game": 2}


def test_the_rules_of_a_locked_evening_stay(as_director: Client, evening: Event) -> None:
    event = game_of(evening)
    lock_event(event, by=None, now=NOW)
    page = as_director.get(f"/e/{event.pk}/rules/")
    assert page.context["why"] == "The evening is locked. Nothing can be changed."


def test_only_the_director_chooses_the_rules(as_scorer: Client, client: Client, evening: Event) -> None:
    assert as_scorer.get(f"/e/{evening.pk}/rules/").status_code == 403
    assert client.get(f"/e/{evening.pk}/rules/").status_code == 302
    assert not LogEntry.objects.filter(action="save_club_rules").exists()


def test_the_page_reads_as_many_rows_for_many_own_rules_as_for_one(
    as_director: Client, evening: Event, django_assert_max_num_queries: Any
) -> None:
    event = game_of(evening)
    for number in range(30):
        ClubRules.objects.create(club=evening.club, rule_set="trinidad", name=f"Rules {number}", choices={"target": 11})
    with django_assert_max_num_queries(8):
        as_director.get(f"/e/{event.pk}/rules/")


def test_the_clubs_penalties_stand_on_the_page_each_with_an_example(as_director: Client, evening: Event) -> None:
    evening.club.penalties = [["Undertrump", -1, "games"], ["Two cards turned", -2]]
    evening.club.save()
    answer = as_director.get(f"/e/{game_of(evening).pk}/rules/")
    shown = [(each.name, each.examples[0].story, each.examples[0].after) for each in answer.context["penalties"]]
    assert shown == [
        ("Undertrump", "The director takes 1 game won off.", "2 games won this evening"),
        ("Two cards turned", "The director takes 2 points off.", "38 points this evening"),
    ]
    assert "After: 38 points this evening" in answer.content.decode()
