"""Opening an evening of any game, and its settings: what is asked of which game, kept, and fixed once play begins."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring import RULE_SETS
from tests.conftest import NAMES, NOW
from tests.kinds import mostly_slow
from tournament.clock.services.rounds import start_round
from tournament.door.services.entries import enter_players
from tournament.draw.services.draws import discard_draft, draw_first_hour, release_draw
from tournament.event.forms.event import SettingsForm
from tournament.event.queries.events import fixed_settings_of
from tournament.event.services.events import change_settings, create_event, lock_event
from tournament.formats.formats import FORMATS
from tournament.formats.match_length import LENGTHS
from tournament.formats.presets import PRESETS
from tournament.models import Club, ClubRules, Event, Round, Stage
from tournament.rules.queries.rules import rules_of

ONCE = {format.rule_set: key for key, format in reversed(FORMATS.items())}
EVERY_FORMAT = pytest.mark.parametrize("key", mostly_slow(FORMATS, quick={*ONCE.values(), "trinidad-rounds"}))


def event_of(evening: Event, key: str) -> Event:
    return create_event(evening.club, name="Games", date=evening.date, format=key, by=None, now=NOW)


def filled_in(event: Event) -> dict[str, Any]:
    """What a page of settings sends when nothing is changed."""
    form = SettingsForm(event, None, fixed=fixed_settings_of(event))
    return {name: str(form[name].value()) for name in form.fields}


def keep(client: Client, event: Event, **changes: str) -> Any:
    event.refresh_from_db()
    return client.post(f"/e/{event.pk}/settings/", filled_in(event) | changes)


def play(event: Event, players: int) -> None:
    """Everybody is seated and the first round has begun."""
    enter_players(event, NAMES[:players], by=None, now=NOW)
    release_draw(draw_first_hour(event, seed=1674, by=None, now=NOW), by=None, now=NOW)
    for round in Round.objects.filter(stage__event=event, number=1):
        start_round(round, by=None, now=NOW)


# A new evening


def test_the_first_evening_and_its_club_are_opened_in_one_press(as_director: Client) -> None:
    form = as_director.get("/events/new/").context["form"]
    answer = as_director.post("/events/new/", {name: form[name].value() for name in form.fields})
    event = Event.objects.get()
    assert (event.name, event.date, event.club.name) == ("Kent evening", timezone.localdate(), "Our club")
    assert answer.headers["Location"] == f"/e/{event.pk}/door/"


def test_a_later_evening_belongs_to_the_same_club(as_director: Client, evening: Event) -> None:
    assert list(as_director.get("/events/new/").context["form"].fields) == ["name", "date", "format"]
    as_director.post("/events/new/", {"format": "kent-1674", "name": "Second Friday", "date": "2025-03-21"})
    assert Club.objects.count() == 1
    assert [each.name for each in as_director.get("/events/").context["evenings"]] == ["Second Friday", "Kent evening"]


def test_an_evening_without_a_name_is_refused_and_keeps_what_was_typed(as_director: Client, evening: Event) -> None:
    answer = as_director.post("/events/new/", {"format": "nlcb-tables", "name": "", "date": "2025-04-01"})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["name"])
    assert 'value="2025-04-01"' in answer.content.decode()


@EVERY_FORMAT
def test_an_evening_of_any_game_is_opened_with_what_its_format_starts_with(as_director: Client, key: str) -> None:
    sent = {"format": key, "name": "Kent evening", "date": "2026-11-21", "club_name": "The Jack"}
    as_director.post("/events/new/", sent)
    event = Event.objects.get()
    assert (event.format, event.name) == (key, str(FORMATS[key].name))
    assert {name: getattr(event, name) for name in FORMATS[key].defaults} == FORMATS[key].defaults


def test_a_name_that_was_typed_stays_whatever_is_played(as_director: Client, evening: Event) -> None:
    as_director.post("/events/new/", {"format": "trinidad-tables", "name": "Christmas", "date": "2026-12-18"})
    assert Event.objects.get(format="trinidad-tables").name == "Christmas"


def test_the_next_evening_offers_what_was_played_last(as_director: Client, evening: Event) -> None:
    event_of(evening, "auction-pitch-tables")
    form = as_director.get("/events/new/").context["form"]
    assert (form["format"].value(), form["name"].value()) == ("last", "Games")
    assert form.last.label == str(PRESETS["auction-pitch-tables"].label)


def test_its_settings_can_be_chosen_before_anybody_comes(as_director: Client, evening: Event) -> None:
    sent = {"format": "seven-up-tables", "name": "Seven Up", "date": "2026-11-21", "settings": "first"}
    answer = as_director.post("/events/new/", sent)
    assert answer.headers["Location"] == f"/e/{Event.objects.latest('pk').pk}/settings/"


def test_an_evening_of_rounds_is_opened_from_its_preset_with_its_plan_first(as_director: Client) -> None:
    sent = {"format": "team-league", "name": "Kent evening", "date": "2026-11-21", "club_name": "The Jack"}
    answer = as_director.post("/events/new/", sent | {"settings": "first"})
    event, settings = Event.objects.get(), PRESETS["team-league"].settings
    assert answer.headers["Location"] == f"/e/{event.pk}/plan/"
    assert {name: getattr(event, name) for name in settings} == settings
    assert (event.format, event.name) == ("trinidad-rounds", "League night")
    form = as_director.get("/events/new/").context["form"]
    assert (form["format"].value(), form["name"].value()) == ("last", "League night")
    assert form.last.label == str(PRESETS["team-league"].label)


def test_an_evening_may_be_played_by_the_clubs_own_rules_and_the_next_one_offers_them(
    as_director: Client, evening: Event
) -> None:
    own = ClubRules.objects.create(
        club=evening.club, rule_set="trinidad", name="Friday rules", choices={"points.game": 2}
    )
    form = as_director.get("/events/new/").context["form"]
    assert form.fields["own_rules"].choices == [
        ("", "Standard rules"),
        (own.pk, "All Fours (Trinidad): Friday rules"),
    ]
    sent = {"format": "trinidad-pairs", "name": "Fridays", "date": "2026-11-21", "own_rules": str(own.pk)}
    as_director.post("/events/new/", sent)
    assert Event.objects.get(name="Fridays").house_rules == {"points.game": 2}
    assert as_director.get("/events/new/").context["form"].last.rules == "Friday rules"
    as_director.post("/events/new/", sent | {"format": "last", "name": "Next Friday", "own_rules": ""})
    assert Event.objects.get(name="Next Friday").house_rules == {"points.game": 2}
    as_director.post("/events/new/", sent | {"format": "pitch-drive", "name": "Drive", "own_rules": ""})
    assert Event.objects.get(name="Drive").house_rules == {}


def test_rules_of_another_game_are_refused_in_words(as_director: Client, evening: Event) -> None:
    own = ClubRules.objects.create(club=evening.club, rule_set="trinidad", name="Friday rules", choices={})
    sent = {"format": "pitch-drive", "name": "Drive", "date": "2026-11-21", "own_rules": str(own.pk)}
    answer = as_director.post("/events/new/", sent)
    assert (answer.status_code, dict(answer.context["form"].errors)) == (
        422,
        {"own_rules": ["“Friday rules” are rules for another game: All Fours (Trinidad)."]},
    )


# What is asked of which game


MATCH = ["length_kind", "length_number", "unfinished"]
ROUND = ["hour_minutes", "warning_minutes", "bell_rule"]
LATE = ["grace_minutes", "late_points"]
ALWAYS = ["name", "date", "club_name", "hall_tables", *LATE, "format", "agreement", "claim_until", "codes_change"]


@pytest.mark.parametrize(
    ("key", "asked"),
    [
        ("kent-1674", [*ROUND, "adjust_sit_outs", "threes", "final_order", "empty_means_none", "has_check_box"]),
        ("kent-tables", [*ROUND, "empty_means_none", "has_check_box"]),
        ("trinidad-tables", [*MATCH, *ROUND]),
        ("lancashire-tables", [*MATCH, *ROUND]),
        ("nlcb-tables", [*MATCH, *ROUND]),
        ("seven-up-tables", ["table_size", *MATCH, *ROUND]),
        ("auction-pitch-tables", ["table_size", *MATCH, *ROUND]),
    ],
)
def test_a_game_is_asked_for_what_its_evening_leaves_open(evening: Event, key: str, asked: list[str]) -> None:
    fields = list(SettingsForm(event_of(evening, key), None, fixed={}).fields)
    assert sorted(name for name in fields if not name.startswith("rule.")) == sorted([*ALWAYS, *asked])


@pytest.mark.slow
@EVERY_FORMAT
def test_the_same_settings_again_are_no_change(as_director: Client, evening: Event, key: str) -> None:
    event = event_of(evening, key)
    assert keep(as_director, event).headers["Location"] == f"/e/{event.pk}/"
    assert Event.objects.get(pk=event.pk).revision == 1  # opening it
    assert Event.objects.get(pk=event.pk).house_rules == {}


@EVERY_FORMAT
def test_every_setting_that_is_asked_stands_once_on_the_page_under_a_heading(
    as_director: Client, evening: Event, key: str
) -> None:
    page = as_director.get(f"/e/{event_of(evening, key).pk}/settings/")
    form, words = page.context["form"], page.content.decode()
    assert [field.name for section in form.sections for field in section.fields] == sorted(
        form.fields, key=[field.name for section in form.sections for field in section.fields].index
    )
    assert ("each hour" in words) == (key == "kent-1674")


# Keeping


def test_before_play_every_setting_of_a_kent_evening_may_be_chosen(as_director: Client, evening: Event) -> None:
    answer = keep(
        as_director,
        evening,
        **{"hour_minutes": "45", "warning_minutes": "1", "bell_rule": "stop_dead", "adjust_sit_outs": "no"},
        **{"threes": "spread", "final_order": "second_table", "club_name": "The Jack", "name": "Spring evening"},
        **{"agreement": "no", "claim_until": "director", "codes_change": "yes"},
    )
    evening.refresh_from_db()
    assert answer.headers["Location"] == f"/e/{evening.pk}/"
    assert (evening.hour_seconds, evening.warning_seconds, evening.bell_rule) == (2700, 60, "stop_dead")
    assert (evening.adjust_sit_outs, evening.threes, evening.final_order) == (False, "spread", "second_table")
    assert (evening.agreement, evening.claim_until, evening.codes_change) == (False, "director", True)
    assert (evening.name, evening.club.name) == ("Spring evening", "The Jack")


def test_a_match_and_its_table_are_chosen(as_director: Client, evening: Event) -> None:
    event = event_of(evening, "auction-pitch-tables")
    keep(as_director, event, table_size="5", length_kind="race", length_number="2", unfinished="ahead")
    event.refresh_from_db()
    assert (event.table_size, event.length_kind, event.length_number, event.unfinished) == (5, "race", 2, "ahead")


def test_the_rules_of_the_house_are_kept_where_they_differ_from_the_document(
    as_director: Client, evening: Event
) -> None:
    event = event_of(evening, "trinidad-tables")
    keep(as_director, event, **{"rule.points.low_to": '"winner"', "rule.target": "11"})
    keep(as_director, event, **{"rule.points.game": "2"})
    event.refresh_from_db()
    assert event.house_rules == {"points.game": 2, "points.low_to": "winner", "target": 11}
    rules = rules_of(event)
    assert (rules.points.game, rules.points.low_to, rules.target) == (2, "winner", 11)
    keep(as_director, event, **{"rule.points.game": "1", "rule.points.low_to": '"holder"', "rule.target": "14"})
    assert Event.objects.get(pk=event.pk).house_rules == {}


def test_pitch_settles_up_as_the_club_does(as_director: Client, evening: Event) -> None:
    event = event_of(evening, "auction-pitch-tables")
    keep(as_director, event, **{"rule.settle_up.stake": "5", "rule.settle_up.set_backs": "true"})
    assert Event.objects.get(pk=event.pk).house_rules == {"settle_up.stake": 5, "settle_up.set_backs": True}


def test_a_rule_of_the_house_from_elsewhere_is_offered_beside_the_usual_ones(evening: Event) -> None:
    event = event_of(evening, "trinidad-tables")
    own = {"turn_ups.values": {"K": 5}, "turn_ups.run_limit": 1}
    change_settings(event, {"house_rules": own}, by=None, now=NOW)
    event.refresh_from_db()
    form = SettingsForm(event, filled_in(event), fixed={})
    assert form.is_valid()
    assert form.settings()["house_rules"] == own


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"length_kind": "best_of", "length_number": "4"}, "length_number"),
        ({"length_number": "0"}, "length_number"),
        ({"table_size": "8"}, "table_size"),
        ({"rule.target": "0"}, "rule.target"),
        ({"rule.points.low_to": '"dealer"'}, "rule.points.low_to"),
        ({"format": "bridge"}, "format"),
    ],
)
def test_what_cannot_be_chosen_is_said_beside_it(
    as_director: Client, evening: Event, wrong: dict[str, str], field: str
) -> None:
    event = event_of(evening, "seven-up-tables")
    answer = as_director.post(f"/e/{event.pk}/settings/", filled_in(event) | wrong)
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])


def test_an_even_number_of_games_may_be_played_out(as_director: Client, evening: Event) -> None:
    event = event_of(evening, "seven-up-tables")
    assert keep(as_director, event, length_kind="games", length_number="4").status_code == 302


def test_another_game_brings_its_own_settings_and_its_own_rules(as_director: Client, evening: Event) -> None:
    event = event_of(evening, "trinidad-rounds")
    change_settings(event, {"plan": [["swiss", 4, 0]], "criteria": ["cut"]}, by=None, now=NOW)
    keep(as_director, event, length_kind="race", **{"rule.points.game": "2"})
    event.refresh_from_db()
    answer = keep(as_director, event, format="auction-pitch-tables", name="Pitch night", length_number="7")
    event.refresh_from_db()
    assert answer.headers["Location"] == f"/e/{event.pk}/settings/"
    assert (event.format, event.name, event.house_rules) == ("auction-pitch-tables", "Pitch night", {})
    assert (event.plan, event.criteria, event.credits) == ([], [], {})
    defaults = FORMATS["auction-pitch-tables"].defaults
    assert {name: getattr(event, name) for name in defaults} == defaults


# Fixed


def test_once_play_has_started_what_was_printed_stays_and_a_page_opened_earlier_is_told(
    as_director: Client, evening: Event
) -> None:
    earlier = filled_in(evening)
    play(evening, 7)
    page = as_director.get(f"/e/{evening.pk}/settings/")
    asked = ["name", "date", "club_name", "hall_tables", "warning_minutes", *LATE, "threes", "codes_change"]
    assert list(page.context["form"].fields) == asked
    changed = earlier | {"hour_minutes": "30", "bell_rule": "stop_dead", "rule.points.game": "2"}
    answer = as_director.post(f"/e/{evening.pk}/settings/", changed)
    assert (answer.status_code, answer.context["form"].non_field_errors()) == (
        422,
        [
            "The seats are shown with their bells, so the length of the hour stays.",
            "Play has started. What happens at the bell is printed on the sheets and stays.",
            "Play has started, so the rules stay.",
        ],
    )
    allowed = as_director.post(f"/e/{evening.pk}/settings/", earlier | {"warning_minutes": "5"})
    assert (allowed.status_code, Event.objects.get().warning_seconds) == (302, 300)


def test_what_is_fixed_is_still_shown_with_the_reason(as_director: Client, evening: Event) -> None:
    event = event_of(evening, "auction-pitch-tables")
    keep(as_director, event, **{"rule.settle_up.stake": "5"})
    play(event, 9)
    stays = as_director.get(f"/e/{event.pk}/settings/").context["form"].stays
    shown = {str(label): str(said) for settings in stays.values() for label, said in settings.items()}
    assert (shown["Players at a table"], shown["Match length"], shown["Number of games"]) == (
        "4",
        str(LENGTHS["games"].label),
        "3",
    )
    assert shown["Settling up: each point paid is worth"] == "5"
    assert shown["Game"] == "Auction Pitch: random tables, 1 round"
    assert "The seats are shown with their bells, so the length of the round stays." in stays


def test_a_draft_keeps_the_game_until_it_is_thrown_away(evening: Event) -> None:
    enter_players(evening, NAMES[:7], by=None, now=NOW)
    draw_first_hour(evening, seed=1674, by=None, now=NOW)
    assert list(fixed_settings_of(evening)) == ["format"]
    discard_draft(Stage.objects.get(), by=None, now=NOW)
    assert fixed_settings_of(evening) == {}


def test_a_locked_evening_keeps_its_settings(as_director: Client, evening: Event) -> None:
    lock_event(evening, by=None, now=NOW)
    assert keep(as_director, evening, name="Other").status_code == 409
    assert Event.objects.get().name == "Kent evening"


def test_every_rule_set_has_rules_of_the_house_on_its_page(as_director: Client, evening: Event) -> None:
    for rules in RULE_SETS.values():
        page = as_director.get(f"/e/{event_of(evening, f'{rules.id}-tables').pk}/settings/").content.decode()
        assert "House rules" in page
        assert f'name="rule.{"points.game" if rules.points.order else "target"}"' in page
