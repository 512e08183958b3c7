"""The plan of an evening of rounds: asked for, reckoned, taken by one press, and fixed as far as it is drawn."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring import RULE_SETS
from tests.conftest import NOW
from tests.evenings import NAMES
from tournament.clock.services.rounds import start_round
from tournament.desk.queries.log_pages import LogFilter, read_log
from tournament.door.services.entries import enter_players
from tournament.draw.services.draws import release_draw
from tournament.draw.services.round_draws import draw_round
from tournament.event.forms.plan import PlanForm
from tournament.event.queries.events import fixed_settings_of
from tournament.event.services.events import SettingFixed, change_settings, create_event
from tournament.formats.formats import FORMATS, Format, movements_of
from tournament.formats.presets import MOVEMENT_TEXTS, PRESETS
from tournament.models import Club, Enters, Entry, Event, LogEntry, Match, Player, Round
from tournament.ranking import USUAL_CREDITS
from tournament.results.services.decisions import make_ruling
from tournament.standings.forms.ranking import RankingForm


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="The Jack and Knave")


def rounds_of(club: Club, game: str = "trinidad", **settings: Any) -> Event:
    today = timezone.localdate()
    return create_event(club, name="Games", date=today, format=f"{game}-rounds", settings=settings, by=None, now=NOW)


def filled_in(event: Event, **changes: str) -> dict[str, str]:
    """What the page sends when nothing but these is changed; the evening is from seven to eleven."""
    form = PlanForm(event, changes or None, fixed=fixed_settings_of(event), now=timezone.now())
    sent = {name: str(form[name].value()) for name in form.fields}
    return sent | {"starts": "19:00", "closes": "23:00"} | changes


def reckon(client: Client, event: Event, **changes: str) -> Any:
    return client.post(f"/e/{event.pk}/plan/", filled_in(event, **changes) | {"step": "show"})


def headlines(answer: Any) -> list[str]:
    return [offer.headline for offer in answer.context["offers"].offers]


def draw(event: Event, number: int) -> None:
    event.refresh_from_db()
    release_draw(draw_round(event, number, seed=1674, by=None, now=NOW), by=None, now=NOW)
    event.refresh_from_db()


def plan_of(event: Event) -> list[Any]:
    event.refresh_from_db()
    plan: list[Any] = event.plan
    return plan


def test_thirty_one_in_pairs_until_eleven_and_one_press_takes_a_way_to_fill_it(as_director: Client, club: Club) -> None:
    event = rounds_of(club, hour_seconds=1800)
    answer = reckon(as_director, event, people="31", length_kind="timed", minutes="30", change_minutes="2")
    offers = answer.context["offers"]
    assert (headlines(answer)[0], offers.notes) == (
        "7 rounds of 30 minutes",
        ("1 player without a partner: wait for one more, or ask somebody to help out tonight.",),
    )
    sent = filled_in(event, people="31", length_kind="timed", minutes="30", change_minutes="2")
    answer = as_director.post(f"/e/{event.pk}/plan/", sent | {"take": offers.offers[0].key})
    assert answer.headers["Location"] == f"/e/{event.pk}/"
    assert plan_of(event) == [["round-robin", 7, 0]]
    assert (event.hour_seconds, event.change_seconds, event.length_kind) == (1800, 120, "timed")
    assert timezone.localtime(event.closes_at) == timezone.localtime(timezone.now()).replace(
        hour=23, minute=0, second=0, microsecond=0
    )


def test_a_break_set_on_the_timetable_counts_in_every_plan_and_is_in_its_picture(
    as_director: Client, club: Club
) -> None:
    event = rounds_of(club, breaks=[[2, 45]])
    answer = reckon(as_director, event, people="31", length_kind="timed", minutes="30", change_minutes="2")
    offer = next(offer for offer in answer.context["offers"].offers if offer.choice.rounds == 6)
    assert (offer.headline, f"{offer.ends:%H:%M}") == ("6 rounds of 30 minutes", "22:53")
    assert (offer.sentences[-1], list(offer.line.break_blocks)[0].number) == (
        "Break of 45 minutes after round 2.",
        "45",
    )
    assert 'class="of-break"' in answer.content.decode()


def test_sit_outs_their_credit_and_the_number_that_is_equal_for_all_are_said_before_the_draw(
    as_director: Client, club: Club
) -> None:
    """13 with changing partners in seven rounds: the fairest that seven can be is not equal for all."""
    event = rounds_of(club, enters="players", plan=[["changing-partners", 7, 0]])
    enter_players(event, NAMES[:13], by=None, now=NOW)
    said = "1 player sits out each round. Over the evening 7 players sit out once, 6 never. "
    said += "Sitting out a round scores the average of the rounds played."
    timed = {"length_kind": "timed", "minutes": "20", "change_minutes": "2", "rounds": "7"}
    answer = reckon(as_director, event, **timed)
    assert said in " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())
    assert said in as_director.get(f"/e/{event.pk}/draw/1/").content.decode()
    change_settings(event, {"credits": {"rest": {"kind": "nothing"}}}, by=None, now=NOW)
    assert "Sitting out a round scores nothing." in as_director.get(f"/e/{event.pk}/draw/1/").content.decode()


def test_whoever_sits_out_a_round_of_a_new_evening_gets_something_for_it() -> None:
    """But for a knock-out, in which who goes through without a match has won nothing by it yet."""
    for preset in PRESETS.values():
        credit = preset.settings["credits"].get("rest")
        is_knock_out = any(part.movement.startswith("knock-out") for part in preset.plan[:1])
        assert (credit is not None and credit["kind"] == "nothing") == is_knock_out
    assert USUAL_CREDITS["rest"].kind == "own_average"


def test_those_who_are_here_now_are_counted_and_nobody_is_said_in_words(as_director: Client, club: Club) -> None:
    event = rounds_of(club)
    page = as_director.get(f"/e/{event.pk}/plan/")
    assert page.context["offers"].why_not.startswith("Nobody is here yet.")
    enter_players(event, NAMES[:12], by=None, now=NOW)
    form = as_director.get(f"/e/{event.pk}/plan/").context["form"]
    assert (form["people"].value(), form.errors) == (12, {})


def test_who_enters_decides_what_can_be_chosen(as_director: Client, club: Club) -> None:
    event = rounds_of(club)
    pairs = [key for key, _label in PlanForm(event, None, fixed={}, now=NOW).fields["movement"].choices]  # type: ignore[attr-defined]
    assert "progressive-pairs" in pairs
    form = reckon(as_director, event, enters="players", movement="progressive-pairs", people="12").context["form"]
    assert form.errors == {}
    assert form["movement"].value() == "changing-partners"
    assert "pairs_a_team" in reckon(as_director, event, enters="teams", people="16").context["form"].fields


def test_a_second_part_takes_its_time_from_the_evening(as_director: Client, club: Club) -> None:
    event = rounds_of(club)
    asked = {"people": "20", "length_kind": "timed", "minutes": "25", "change_minutes": "5"}
    alone = headlines(reckon(as_director, event, **asked))
    answer = reckon(as_director, event, **asked, later="knock-out", later_enter="4")
    offer = answer.context["offers"].offers[0]
    assert (alone[0], offer.headline) == ("8 rounds of 25 minutes", "6 rounds of 25 minutes")
    picture = "From 19:00 to 22:55: 6 rounds of 25 minutes, then 2 rounds more. Closing time is 23:00."
    assert offer.line.words == picture
    assert f'role="img" aria-label="{picture}"' in " ".join(answer.content.decode().split())
    assert [(block.number, block.x, block.is_later) for block in offer.line.blocks] == [
        *(("1", 0.0, False), ("2", 37.5, False), ("3", 75.0, False), ("4", 112.5, False)),
        *(("5", 150.0, False), ("6", 187.5, False), ("7", 225.0, True), ("8", 262.5, True)),
    ]
    assert ({block.width for block in offer.line.blocks}, offer.line.ends_at, offer.line.closes_at) == (
        {31.2},
        293.8,
        300.0,
    )
    assert offer.sentences[-2:] == ("Then Knock-out, of the best 4: 2 rounds more.", "Ends at 22:55.")
    sent = filled_in(event, **asked, later="knock-out", later_enter="4")
    as_director.post(f"/e/{event.pk}/plan/", sent | {"take": offer.key})
    assert plan_of(event) == [["round-robin", 6, 0], ["knock-out", 0, 4]]


def test_a_part_that_so_few_cannot_play_is_said(as_director: Client, club: Club) -> None:
    event = rounds_of(club, enters="players", plan=[["changing-partners", 0, 0]])
    answer = reckon(as_director, event, people="16", later="changing-partners", later_enter="3")
    assert answer.context["offers"].why_not.startswith("Partners change every round, of the best 3: ")


def test_what_is_asked_for_can_be_kept_before_anybody_comes(as_director: Client, club: Club) -> None:
    event = rounds_of(club)
    sent = filled_in(event, movement="swiss", length_kind="best_of", length_number="3", game_minutes="20", rounds="4")
    answer = as_director.post(f"/e/{event.pk}/plan/", sent | {"step": "keep"})
    assert answer.headers["Location"] == f"/e/{event.pk}/plan/"
    assert plan_of(event) == [["swiss", 4, 0]]
    assert (event.length_kind, event.length_number, event.hour_seconds) == ("best_of", 3, 59 * 60)
    [line, *_older] = read_log(LogFilter(event)).lines
    assert "plan: standard for the game → Swiss: equal scores meet: 4 rounds" in line.sentence
    assert "closing time: – → 23:00" in line.sentence
    assert re.findall(r"seconds|True|False|_", line.sentence) == []


def test_the_page_again_shows_what_was_kept(as_director: Client, club: Club) -> None:
    event = rounds_of(club)
    asked = {"length_kind": "best_of", "length_number": "3", "game_minutes": "20", "people": "16"}
    offer = reckon(as_director, event, **asked).context["offers"].offers[0]
    as_director.post(f"/e/{event.pk}/plan/", filled_in(event, **asked) | {"take": offer.key})
    enter_players(event, NAMES[:16], by=None, now=NOW)
    event.refresh_from_db()
    form = PlanForm(event, None, fixed={}, now=timezone.now())
    assert (form["game_minutes"].value(), form["length_number"].value()) == (20, 3)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"length_kind": "best_of", "length_number": "4"}, "length_number"),
        ({"length_kind": "games", "length_number": "90", "game_minutes": "20"}, "game_minutes"),
        ({"people": "-1"}, "people"),
        ({"closes": "late"}, "closes"),
        ({"rounds": "0"}, "rounds"),
    ],
)
def test_what_cannot_be_read_is_said_and_nothing_is_kept(
    as_director: Client, club: Club, wrong: dict[str, str], field: str
) -> None:
    event = rounds_of(club)
    answer = as_director.post(f"/e/{event.pk}/plan/", filled_in(event, **wrong) | {"step": "keep"})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert plan_of(event) == []


def test_a_way_that_is_not_offered_any_more_is_not_taken(as_director: Client, club: Club) -> None:
    event = rounds_of(club)
    answer = as_director.post(f"/e/{event.pk}/plan/", filled_in(event, people="12") | {"take": "99-1"})
    assert (answer.status_code, plan_of(event)) == (200, [])
    assert "Choose again" in answer.content.decode()


def test_a_closing_time_after_midnight_is_of_the_next_day(as_director: Client, club: Club) -> None:
    event = rounds_of(club)
    as_director.post(f"/e/{event.pk}/plan/", filled_in(event, closes="01:00") | {"step": "keep"})
    event.refresh_from_db()
    assert event.closes_at is not None
    assert timezone.localtime(event.closes_at).date() == event.date + timedelta(days=1)


def test_what_is_drawn_stays_and_rounds_may_change_down_to_those_drawn(as_director: Client, club: Club) -> None:
    event = rounds_of(club, "seven-up", plan=[["ladder", 6, 0]], enters="players")
    enter_players(event, NAMES[:8], by=None, now=NOW)
    draw(event, 1)
    form = PlanForm(event, None, fixed=fixed_settings_of(event), now=timezone.now())
    assert not {"enters", "movement", "pairs_a_team"} & form.fields.keys()
    answer = reckon(as_director, event, people="8", length_kind="timed", minutes="20")
    assert answer.context["offers"].notes == ("1 round is drawn; only the rounds to come are planned here.",)
    with pytest.raises(SettingFixed, match="Tables are drawn, so “Winner up, loser down” stays."):
        change_settings(event, {"plan": [["swiss", 6, 0]]}, by=None, now=NOW)
    with pytest.raises(SettingFixed, match="Tables are drawn, so who enters stays."):
        change_settings(event, {"enters": "pairs"}, by=None, now=NOW)
    change_settings(event, {"plan": [["ladder", 1, 0], ["swiss", 3, 4]]}, by=None, now=NOW)
    assert plan_of(event) == [["ladder", 1, 0], ["swiss", 3, 4]]


def test_fewer_rounds_than_are_drawn_are_refused_and_a_part_before_a_later_one_stays(club: Club) -> None:
    event = rounds_of(club, "seven-up", plan=[["round-robin", 2, 0], ["round-robin", 3, 0]], enters="players")
    enter_players(event, NAMES[:6], by=None, now=NOW)
    for number in (1, 2):
        draw(event, number)
    with pytest.raises(SettingFixed, match="2 rounds are drawn, so there cannot be fewer."):
        change_settings(event, {"plan": [["round-robin", 1, 0]]}, by=None, now=NOW)
    change_settings(event, {"plan": [["round-robin", 2, 0], ["round-robin", 5, 0]]}, by=None, now=NOW)


def test_once_a_later_part_has_begun_only_its_rounds_may_change(as_director: Client, club: Club) -> None:
    plan: list[Any] = [["round-robin", 1, 0], ["stay-and-move", 2, 4]]
    event = rounds_of(club, "seven-up", plan=plan, enters="players", criteria=["match_points"])
    enter_players(event, NAMES[:6], by=None, now=NOW)
    draw(event, 1)
    make_ruling_everywhere(event)
    draw(event, 2)
    for plan, why in (
        ([["round-robin", 2, 0], ["stay-and-move", 2, 4]], "the rounds of “All meet all” stay"),
        ([["round-robin", 1, 0], ["stay-and-move", 2, 6]], "“Half stay, half move up, of the best 4” stays"),
        ([["round-robin", 1, 0]], "“Half stay, half move up, of the best 4” stays"),
    ):
        with pytest.raises(SettingFixed, match=why):
            change_settings(event, {"plan": plan}, by=None, now=NOW)
    form = as_director.get(f"/e/{event.pk}/plan/").context["form"]
    assert not {"movement", "later", "later_enter"} & form.fields.keys()
    sent = filled_in(event, people="6", rounds="1")
    as_director.post(f"/e/{event.pk}/plan/", sent | {"step": "keep"})
    assert plan_of(event) == [["round-robin", 1, 0], ["stay-and-move", 1, 4]]


def make_ruling_everywhere(event: Event) -> None:
    for match in Match.objects.filter(table__stage__event=event):
        make_ruling(match, points=(7, 3), games=(1, 0), reason="By the table.", by=None, now=NOW)


def test_a_match_stays_as_it_is_once_play_has_started(as_director: Client, club: Club) -> None:
    event = rounds_of(club, "seven-up", enters="players")
    enter_players(event, NAMES[:8], by=None, now=NOW)
    draw(event, 1)
    start_round(Round.objects.get(), by=None, now=NOW)
    form = as_director.get(f"/e/{event.pk}/plan/").context["form"]
    assert not {"length_kind", "length_number"} & form.fields.keys()
    sent = filled_in(event, people="8", rounds="5", game_minutes="20")
    as_director.post(f"/e/{event.pk}/plan/", sent | {"step": "keep"})
    assert [rounds for _movement, rounds, _enter in plan_of(event)] == [5]


def test_another_kind_of_evening_has_no_plan_of_rounds(as_director: Client, evening: Event) -> None:
    for page in ("plan/", "plan/ranking/"):
        answer = as_director.get(f"/e/{evening.pk}/{page}")
        assert answer.headers["Location"] == f"/e/{evening.pk}/settings/"


# What ranks, and what counts


def ranked(event: Event, **changes: str) -> dict[str, str]:
    form = RankingForm(event, None, fixed={})
    return {name: str(form[name].value() or "") for name in form.fields} | changes


def test_the_order_and_the_credits_of_a_format_are_no_change(as_director: Client, club: Club) -> None:
    event = rounds_of(club)
    as_director.post(f"/e/{event.pk}/plan/ranking/", ranked(event))
    event.refresh_from_db()
    assert (event.criteria, event.credits, LogEntry.objects.count()) == ([], {}, 1)


def test_the_bye_of_a_league_stays_as_its_preset_has_it(as_director: Client, club: Club) -> None:
    league = PRESETS["team-league"].settings
    event = rounds_of(club, **league)
    as_director.post(f"/e/{event.pk}/plan/ranking/", ranked(event))
    event.refresh_from_db()
    assert (event.criteria, event.credits) == (league["criteria"], league["credits"])


def test_a_club_has_its_own_order_and_its_own_credits(as_director: Client, club: Club) -> None:
    event = rounds_of(club)
    order = {"place_0": "games_won", "place_1": "hang_jacks_for", "place_2": "", "place_3": "", "place_4": "cut"}
    credits = {"rest": "win", "rest_games": "2", "walk_over": "winners_average", "absent": "nothing"}
    as_director.post(f"/e/{event.pk}/plan/ranking/", ranked(event, **order, **credits, place_5=""))
    event.refresh_from_db()
    assert event.criteria == ["games_won", "hang_jacks_for", "cut"]
    assert event.credits == {
        "rest": {"kind": "win", "left_open": "own_average", "games": 2},
        "walk_over": {"kind": "winners_average", "result": "won"},
        "absent": {"kind": "nothing", "result": "lost"},
    }
    assert as_director.get(f"/e/{event.pk}/standings/").status_code == 200
    as_director.post(f"/e/{event.pk}/plan/ranking/", ranked(event))
    assert Event.objects.get().credits == event.credits


def test_a_criterion_is_asked_once(as_director: Client, club: Club) -> None:
    event = rounds_of(club)
    answer = as_director.post(f"/e/{event.pk}/plan/ranking/", ranked(event, place_1="match_points"))
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["place_1"])


def test_what_ranks_is_said_and_not_asked_once_play_has_started(as_director: Client, club: Club) -> None:
    event = rounds_of(club, "seven-up", enters="players")
    enter_players(event, NAMES[:8], by=None, now=NOW)
    draw(event, 1)
    start_round(Round.objects.get(), by=None, now=NOW)
    page = as_director.get(f"/e/{event.pk}/plan/ranking/")
    assert list(page.context["form"].fields) == []
    assert "Play has started, so the ranking stays." in page.content.decode()


@pytest.mark.parametrize("evening", [evening for evening in FORMATS.values() if evening.is_planned], ids=str)
def test_the_plan_of_every_game_tells_how_people_can_move(as_director: Client, club: Club, evening: Format) -> None:
    rules = RULE_SETS[evening.rule_set]
    for who in Enters:
        for movement in movements_of(rules, who.value):
            assert str(MOVEMENT_TEXTS[movement]).endswith(".")
    event = rounds_of(club, rules.id)
    assert as_director.get(f"/e/{event.pk}/plan/").status_code == 200


def test_the_plan_opens_though_more_are_here_than_it_can_reckon_with(as_director: Client, club: Club) -> None:
    event = rounds_of(club)
    players = Player.objects.bulk_create(Player(club=club, name=f"Player {number}") for number in range(242))
    Entry.objects.bulk_create(Entry(event=event, player=player) for player in players)
    assert as_director.get(f"/e/{event.pk}/plan/").status_code == 200


def test_what_the_game_leaves_no_choice_of_is_not_taken_from_what_is_sent(as_director: Client, club: Club) -> None:
    event = rounds_of(club, "kent")
    as_director.post(
        f"/e/{event.pk}/plan/", filled_in(event) | {"enters": "pairs", "length_kind": "16", "step": "keep"}
    )
    event.refresh_from_db()
    assert (event.enters, event.length_kind, event.plan) == ("players", "timed", [["round-robin", 0, 0]])


def test_an_evening_of_a_number_beyond_all_is_not_there(as_director: Client, club: Club) -> None:
    (entry,) = enter_players(rounds_of(club), NAMES[:1], by=None, now=NOW)
    for page in ("name", "more"):
        assert as_director.get(f"/e/{10**20}/door/{entry.pk}/{page}/").status_code == 404


def test_groups_are_one_way_to_move_and_their_size_and_the_best_of_each_are_asked(
    as_director: Client, club: Club
) -> None:
    event = rounds_of(club)
    asked = {"people": "24", "movement": "groups", "later": "knock-out", "length_kind": "timed", "minutes": "20"}
    form = reckon(as_director, event, **asked).context["form"]
    ways = [key for key, _label in form.fields["movement"].choices]
    assert (ways.count("groups"), "groups-4" in ways) == (1, False)
    assert (form["group_size"].value(), form["later_enter"].label) == ("4", "How many go through from each group")
    offer = reckon(as_director, event, **asked, group_size="3", later_enter="2").context["offers"].offers[0]
    assert offer.headline == "3 rounds of 20 minutes"
    assert offer.sentences[:4] == (
        "4 tables.",
        "4 pairs sit out each round.",
        "Over the evening everybody sits out once.",
        "Sitting out a round scores the average of the rounds played.",
    )
    assert offer.sentences[4] == "Then Knock-out, of the best 2 of each group: 3 rounds more."
    sent = filled_in(event, **asked, group_size="3", later_enter="2")
    as_director.post(f"/e/{event.pk}/plan/", sent | {"take": offer.key})
    assert plan_of(event) == [["groups-3", 3, 0], ["knock-out", 0, 2]]
    again = as_director.get(f"/e/{event.pk}/plan/").context["form"]
    assert (again["movement"].value(), again["group_size"].value()) == ("groups", 3)


def test_the_best_of_all_groups_go_on_and_the_others_play_a_second_cup_if_the_club_says_so(
    as_director: Client, club: Club
) -> None:
    event = rounds_of(club)
    asked = {"people": "24", "movement": "groups", "later": "knock-out", "length_kind": "timed", "minutes": "20"}
    asked |= {"group_size": "3", "later_enter": "5", "of_all": "yes", "second_cup": "yes"}
    answer = reckon(as_director, event, **asked)
    assert answer.context["form"]["later_enter"].label == "How many go through"
    offer = answer.context["offers"].offers[0]
    assert offer.sentences[4] == "Then Knock-out, of the best 5, with a second cup: 3 rounds more."
    as_director.post(f"/e/{event.pk}/plan/", filled_in(event, **asked) | {"take": offer.key})
    assert plan_of(event) == [["groups-3", 3, 0], ["knock-out", 0, 5, True, True]]
    again = as_director.get(f"/e/{event.pk}/plan/").context["form"]
    assert [again[name].value() for name in ("of_all", "second_cup")] == ["yes", "yes"]
    errors = reckon(as_director, event, **asked | {"later_enter": "0"}).context["form"].errors
    assert errors == {"later_enter": ["If all go through, nobody is left for a second cup. Enter how many go through."]}


def team_plan(event: Event, **changes: str) -> dict[str, str]:
    asked = {"enters": "teams", "movement": "one-match", "pairs_a_team": "3", "people": "12", "length_kind": "decided"}
    return filled_in(event, **asked | {"length_number": "12"} | changes)


def test_the_tables_of_a_team_match_may_play_unequal_numbers_of_games(as_director: Client, club: Club) -> None:
    event = rounds_of(club, enters="teams", pairs_a_team=3, length_kind="decided", length_number=12)
    sent = team_plan(event, games_a_table="7, 7, 8", undecided="decider")
    as_director.post(f"/e/{event.pk}/plan/", sent | {"step": "keep"})
    event.refresh_from_db()
    assert (event.games_a_table, event.undecided) == ([7, 7, 8], "decider")
    sentence = read_log(LogFilter(event)).lines[0].sentence
    assert "games at each table: all the same → 7, 7, 8" in sentence
    form = as_director.get(f"/e/{event.pk}/plan/").context["form"]
    assert (form["games_a_table"].value(), form["games_a_table"].label) == ("7, 7, 8", "Most games at each table")
    sent = team_plan(event, length_kind="games", games_a_table="7 7 8")
    as_director.post(f"/e/{event.pk}/plan/", sent | {"step": "keep"})
    event.refresh_from_db()
    assert (event.length_kind, event.length_number, event.games_a_table) == ("games", 8, [7, 7, 8])
    as_director.post(f"/e/{event.pk}/plan/", team_plan(event, length_kind="timed") | {"step": "keep"})
    event.refresh_from_db()
    assert (event.length_kind, event.games_a_table) == ("timed", [])


def test_the_halves_of_a_race_share_its_time_with_a_break_between_them(as_director: Client, club: Club) -> None:
    event = rounds_of(club, enters="teams", pairs_a_team=3, length_kind="decided", length_number=22)
    asked = {"length_number": "22", "game_minutes": "18", "starts": "13:00", "closes": "20:00"}
    whole = reckon(as_director, event, **team_plan(event, **asked, rounds="1")).context["offers"].offers[0]
    offer = (
        reckon(as_director, event, **team_plan(event, **asked, rounds="2", break_minutes="45"))
        .context["offers"]
        .offers[0]
    )
    assert (offer.choice.minutes, offer.choice.rounds) == (-(-whole.choice.minutes // 2), 2)
    assert offer.ends - whole.ends in (timedelta(minutes=45), timedelta(minutes=46))
    assert [(block.number, block.width) for block in offer.line.break_blocks] == [("45", 32.1)]
    assert offer.headline == ("2 halves: First team to win 22 games, all tables together, about 117 minutes each")
    assert offer.sentences[-1] == "Break of 45 min between the halves."
    as_director.post(f"/e/{event.pk}/plan/", team_plan(event, **asked, break_minutes="45") | {"take": offer.key})
    event.refresh_from_db()
    assert (event.plan, event.breaks, event.hour_seconds) == ([["one-match", 2, 0]], [[1, 45]], 117 * 60)
    again = as_director.get(f"/e/{event.pk}/plan/").context["form"]
    assert [again[name].value() for name in ("break_minutes", "game_minutes")] == [45, 18]


@pytest.mark.parametrize(
    ("games", "sentence"),
    [
        ("7, 8", "2 numbers for 3 tables. Give one number per table."),
        ("seven", "Write a number per table, such as 7, 7, 8. The most is 99."),
        ("7, 7, " + "8" * 5000, "Write a number per table, such as 7, 7, 8. The most is 99."),
        ("3, 3, 3", "The games of all tables add up to 9, so no team can win 12."),
    ],
)
def test_numbers_of_games_that_do_not_fit_are_asked_about(
    as_director: Client, club: Club, games: str, sentence: str
) -> None:
    event = rounds_of(club, enters="teams", pairs_a_team=3, length_kind="decided", length_number=12)
    answer = as_director.post(f"/e/{event.pk}/plan/", team_plan(event, games_a_table=games) | {"step": "keep"})
    assert answer.context["form"].errors == {"games_a_table": [sentence]}


def test_another_length_on_the_settings_page_forgets_the_games_of_each_table(as_director: Client, club: Club) -> None:
    event = rounds_of(
        club, enters="teams", pairs_a_team=3, length_kind="games", length_number=8, games_a_table=[7, 7, 8]
    )
    form = as_director.get(f"/e/{event.pk}/settings/").context["form"]
    sent = {name: form[name].value() or "" for name in form.fields}
    as_director.post(f"/e/{event.pk}/settings/", sent | {"length_number": "9"})
    event.refresh_from_db()
    assert (event.length_number, event.games_a_table) == (9, [])


def test_single_players_of_a_team_are_asked_for_where_the_game_has_both(as_director: Client, club: Club) -> None:
    event = rounds_of(club, game="seven-up", enters="teams", pairs_a_team=3)
    asked = {"length_kind": "games", "length_number": "3", "people": "16", "games_a_table": "1, 1, 1, 3, 3"}
    as_director.post(f"/e/{event.pk}/plan/", team_plan(event, singles_a_team="2", **asked) | {"step": "keep"})
    event.refresh_from_db()
    assert (event.pairs_a_team, event.singles_a_team, event.games_a_table) == (3, 2, [1, 1, 1, 3, 3])
    trinidad = rounds_of(club, enters="teams", pairs_a_team=3)
    assert "singles_a_team" not in as_director.get(f"/e/{trinidad.pk}/plan/").context["form"].fields


def test_the_plan_asks_for_the_players_at_a_table_and_counts_its_tables_by_it(club, as_director) -> None:
    event = rounds_of(club, "auction-pitch", plan=[["auction-pitch-mixed", 0, 0]], enters="players")
    asked = {"people": "7", "length_kind": "games", "length_number": "2"}
    fours, sevens = (reckon(as_director, event, table_size=size, **asked) for size in ("4", "7"))
    assert [answer.context["offers"].offers[0].choice.tables for answer in (fours, sevens)] == [2, 1]
    as_director.post(f"/e/{event.pk}/plan/", filled_in(event, table_size="7", **asked) | {"step": "keep"})
    event.refresh_from_db()
    assert event.table_size == 7
    assert "table_size" not in filled_in(rounds_of(club, enters="pairs"))
