"""The door of an evening of rounds: pairs and teams on their lines, who comes late, who goes, and who plays instead."""

import re
from collections.abc import Callable
from decimal import Decimal
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from tests import evenings, round_evenings
from tests.conftest import signed_in
from tests.evenings import NAMES, Evening
from tests.event.test_table_evenings import play_match
from tests.markup import markup
from tests.round_evenings import Rounds, out, rule_all
from tournament.door.queries.door import door_of
from tournament.door.services.till import pay
from tournament.event.queries.competitors import those_apart_from
from tournament.lists.check import Question
from tournament.models import Entry, Event, LogEntry, Match, Rest, Seat, SidePlayer, State, Team

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of
ALL_MEET: list[list[object]] = [["round-robin", 0]]
ANN, BEA, CY, DAN = NAMES[:4]


@pytest.fixture
def pairs(evening_of: Callable[..., Evening]) -> Evening:
    """Pairs enter, and nobody has come yet."""
    return evening_of(0, format="trinidad-rounds", plan=[["round-robin", 3, 0]])


@pytest.fixture
def teams(evening_of: Callable[..., Evening]) -> Evening:
    return evening_of(0, format="trinidad-rounds", enters="teams", plan=[["round-robin", 3, 0]])


def door(evening: Evening) -> str:
    return f"/e/{evening.event.pk}/door/"


def answers_of(evening: Evening, typed: str, *answers: dict[str, str]) -> dict[str, str]:
    """What is posted where these names are asked about: as it stands there, but for the `answers` in order."""
    client = signed_in(evening, "director")
    form = client.post(door(evening), {"names": typed}).context["form"]
    asked = form.questions.asked
    given = [*answers, *({} for _ in asked)]
    sent: dict[str, str] = {}
    for question, answer in zip(asked, given, strict=False):
        sent |= filled(question, answer)
    return sent


def filled(question: Question, answer: dict[str, str]) -> dict[str, str]:
    """A question as a browser sends it, with its boxes: the answer, or what is proposed; notes by the end of their
    keys."""
    boxes = {box.key: answer.get(box.key.rpartition("-")[2], box.value) for box in question.boxes}
    return {question.key: answer.get("answer", question.answer), **boxes}


def enter(evening: Evening, typed: str, **answers: str) -> tuple[int, list[str]]:
    """The status, and what is said at the top or beside the box."""
    client = signed_in(evening, "director")
    answer = client.post(door(evening), {"names": typed, **answers})
    if answer.status_code == 422:
        assert typed.strip() == answer.context["form"]["names"].value().strip()
        return 422, list(answer.context["form"].errors["names"])
    page = client.get(door(evening))
    return answer.status_code, [str(message) for message in page.context["messages"]]


def teamed(evening: Evening) -> list[tuple[str, list[str]]]:
    return [
        (team.name, [entry.name for entry in team.entries.order_by("pk")])
        for team in Team.objects.filter(event=evening.event)
    ]


def lines(evening: Evening) -> dict[str, str]:
    """Name -> how things stand, line by line of the page: in words, or by the press that says who is here."""
    page = markup(signed_in(evening, "director").get(door(evening)))
    found = re.findall(r'<li id="(?:team|person)-\d+">.*?</li>', page, re.S)
    told = {}
    for text in found:
        name = re.search(r'class="name".*?>\s*([^<]+?)\s*<', text, re.S)
        state = re.search(r"<small>(.*?)</small>", text, re.S)
        assert name
        pressed = re.search(r'class="button small is-here".*?aria-pressed="(true|false)"', text, re.S)
        by_press = {"true": "here", "false": "not here"}[pressed[1]] if pressed else ""
        told[name[1]] = (state[1].strip() if state else "") or by_press
    return told


def press(evening: Evening, where: str, action: str) -> tuple[int, list[str]]:
    client = signed_in(evening, "director")
    answer = client.post(f"{door(evening)}{where}", {"action": action})
    return answer.status_code, [str(message) for message in client.get(door(evening)).context["messages"]]


@pytest.mark.parametrize("between", [" & ", "&", " and ", " + ", " / "])
def test_a_line_with_two_names_is_a_pair_and_a_name_alone_waits_for_a_partner(pairs: Evening, between: str) -> None:
    typed = f"Ann Marsh{between}Bea Cole\n2. Cy{between}Dan, Eve\r\n"
    assert enter(pairs, typed) == (302, ["Added 5 players."])
    assert teamed(pairs) == [("", ["Ann Marsh", "Bea Cole"]), ("", ["Cy", "Dan"])]
    assert lines(pairs) == {"Ann Marsh and Bea Cole": "here", "Cy and Dan": "here", "Eve": "here"}
    assert door_of(pairs.event).tables == "2 pairs at 1 table"


def test_a_team_has_a_name_and_its_pairs_on_one_line(teams: Evening) -> None:
    assert enter(teams, "The Jokers: Ann & Bea, Cy & Dan\nEve & Fay, Gus & Hal\nIda")[0] == 302
    assert teamed(teams) == [("The Jokers", ["Ann", "Bea", "Cy", "Dan"]), ("", ["Eve", "Fay", "Gus", "Hal"])]
    assert [person.entry.name for person in door_of(teams.event).alone] == ["Ida"]
    assert door_of(teams.event).tables == "2 teams at 2 tables"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Ann & Bea & Cy", ["“Ann & Bea & Cy”: a pair has 2 players. Write Ann & Bea, one pair per line."]),
        ("Ann & " + "B" * 81, ["“Ann & " + "B" * 54 + "…” is too long for a name. Put “&” between partners."]),
        (" & \n,", ["Type a name first."]),
        (
            "Ann & Bea & Cy\nDan & Eve & Fay",
            [
                "“Ann & Bea & Cy”: a pair has 2 players. Write Ann & Bea, one pair per line.",
                "“Dan & Eve & Fay”: a pair has 2 players. Write Ann & Bea, one pair per line.",
            ],
        ),
    ],
)
def test_what_is_no_pair_is_said_beside_the_box_and_nobody_is_entered(
    pairs: Evening, typed: str, said: list[str]
) -> None:
    assert enter(pairs, typed) == (422, said)
    assert Entry.objects.count() == 0


def test_a_team_too_small_to_play_is_refused(teams: Evening) -> None:
    said = ["“The Jokers: Ann & Bea”: a team needs at least 4 players, and this line has 2."]
    assert enter(teams, "The Jokers: Ann & Bea") == (422, said)


def test_who_plays_for_others_already_keeps_a_whole_list_out_and_a_pair_written_again_is_here_again(
    pairs: Evening,
) -> None:
    enter(pairs, "Ann & Bea")
    asked = answers_of(pairs, "Cy & Dan\nEve & Ann")
    assert enter(pairs, "Cy & Dan\nEve & Ann", **asked) == (422, ["Ann already plays for somebody else tonight."])
    assert Entry.objects.count() == 2
    Entry.objects.update(here=False)
    assert enter(pairs, "bea & ann") == (
        302,
        [
            " ".join(
                f"{name} was already on tonight’s list and is now marked as here. Type the name again to add another "
                f"{name}."
                for name in ("Bea", "Ann")
            )
        ],
    )
    assert (lines(pairs), len(teamed(pairs))) == ({"Ann and Bea": "here"}, 1)


def test_two_without_a_partner_are_ticked_to_play_together(pairs: Evening) -> None:
    enter(pairs, "Ann\nBea\nCy")
    at, client = f"{door(pairs)}together/", signed_in(pairs, "director")
    ann, bea, cy = Entry.objects.order_by("pk")
    wrong = client.post(at, {"together": [ann.pk, bea.pk, cy.pk]})
    assert (wrong.status_code, "3 ticked. Tick 2 who play together." in markup(wrong)) == (422, True)
    assert markup(wrong).count(" checked>") == 3
    assert client.post(at, {"together": [ann.pk, cy.pk]}).status_code == 302
    assert (teamed(pairs), lines(pairs)) == ([("", ["Ann", "Cy"])], {"Ann and Cy": "here", "Bea": "here"})
    assert client.post(at, {"together": [ann.pk, bea.pk]}).status_code == 422


def test_who_came_alone_is_a_name_that_leads_to_their_page_and_one_press(pairs: Evening) -> None:
    enter(pairs, "Ann\nBea")
    ann, bea = Entry.objects.order_by("pk")
    Event.objects.update(price=Decimal(3))
    pay(ann, Decimal(3), seen=0, by=None, now=pairs.now)
    page = markup(signed_in(pairs, "director").get(door(pairs)))
    for entry, press in ((ann, "Here"), (bea, "Take 3.00")):
        line = page.partition(f'id="person-{entry.pk}"')[2].partition("</li>")[0]
        assert [" ".join(words.split()) for words in re.findall(r"<button[^>]*>([^<]*)", line)] == [press]
        assert re.findall(r'<a class="name" href="([^"]+)"', line) == [
            reverse("door_person", args=[pairs.event.pk, entry.pk])
        ]
        assert "checkbox" not in line


def test_a_pair_comes_and_goes_in_one_press_and_says_who_is_missing(pairs: Evening) -> None:
    enter(pairs, "Ann & Bea")
    team = f"team/{Team.objects.get().pk}/"
    assert (press(pairs, team, "away")[0], lines(pairs)) == (302, {"Ann and Bea": "not here"})
    assert (press(pairs, team, "here")[0], lines(pairs)) == (302, {"Ann and Bea": "here"})
    bea = Entry.objects.get(player__name="Bea")
    assert (press(pairs, f"{bea.pk}/", "away")[0], lines(pairs)) == (302, {"Ann and Bea": "Bea is missing"})
    page = markup(signed_in(pairs, "director").get(f"{door(pairs)}{team}"))
    assert ("Ann" in page, "hx-target" in page.split("<main")[1]) == (True, False)


def test_a_pair_is_parted_or_taken_off_the_list_until_it_was_seated_or_has_rested(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=ALL_MEET)
    first, second, *_others = Team.objects.order_by("pk")
    assert press(evening, f"team/{first.pk}/", "part") == (302, [f"{ANN} and {BEA} no longer play together."])
    assert press(evening, f"team/{second.pk}/", "remove")[0] == 302
    assert ([name for name in lines(evening) if name in (ANN, BEA)], Team.objects.count()) == ([ANN, BEA], 2)
    enter(evening, f"{CY} & {DAN}")
    out(evening, 1)
    resting = Rest.objects.select_related("entry__team").first()
    assert resting and resting.entry.team
    client = signed_in(evening, "director")
    at = f"{door(evening)}team/{resting.entry.team_id}/"
    assert "Split them up" not in markup(client.get(at))
    assert client.post(at, {"action": "part"}).status_code == 409
    seated = ["sits out in round 1", "table 1", "table 1"]
    assert sorted(state for name, state in lines(evening).items() if name not in (ANN, BEA)) == seated


def test_who_comes_late_is_told_the_draw_that_seats_them(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=[["round-robin", 3, 0]])
    out(evening, 1)
    said = enter(evening, "Kit & Lou\nMax")
    assert said == (302, ["Added 3 players. The draw of round 2 will seat everybody without a table."])
    assert (lines(evening)["Kit and Lou"], lines(evening)["Max"]) == ("waits for the draw of round 2", "here")
    page = markup(signed_in(evening, "director").get(door(evening)))
    assert (re.findall(r"[^.]{0,30}\bhours?\b", page.split("<main")[1]), "Next round:" in page) == ([], True)
    out(evening, 2)
    kit = Entry.objects.get(player__name="Kit")
    assert Seat.objects.filter(entry=kit).exists() or Rest.objects.filter(entry=kit).exists()
    out(evening, 3)
    assert enter(evening, "Nan & Oz")[1] == [
        "Added Nan and Oz. The seats of the last round are shown, so there is no further draw."
    ]
    assert lines(evening)["Nan and Oz"] == "no draw is left"


def test_who_leaves_between_rounds_is_in_no_draw_until_back(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=[["round-robin", 3, 0]])
    out(evening, 1)
    rule_all(evening, 1)
    team = Team.objects.order_by("pk").first()
    assert team is not None
    where = f"team/{team.pk}/"
    assert press(evening, where, "leave") == (302, [f"{ANN} and {BEA} left early. What was played counts."])
    assert lines(evening)[f"{ANN} and {BEA}"] == "left early"
    out(evening, 2)
    assert not Seat.objects.filter(table__stage__number=2, entry__team=team).exists()
    rule_all(evening, 2)
    assert press(evening, where, "back") == (302, [f"{ANN} and {BEA} are here again."])
    assert lines(evening)[f"{ANN} and {BEA}"] == "waits for the draw of round 3"
    out(evening, 3)
    assert Seat.objects.filter(table__stage__number=3, entry__team=team).count() == 2


def test_who_leaves_in_the_middle_of_a_round_leaves_a_match_for_a_walk_over_or_somebody_instead(
    rounds_of: Rounds,
) -> None:
    evening = rounds_of(4, plan=ALL_MEET)
    out(evening, 1)
    ann = evening.entry(ANN)
    match = Match.objects.get(sides__players__entry=ann)
    others = next(side for side in match.sides.all() if ann not in side.entries)
    _status, (said,) = press(evening, f"{ann.pk}/", "leave")
    assert said == (
        f"{ANN} left early. What was played counts. The match at table {match.table.number} against {others.name} "
        "is waiting: press the name to enter a substitute, or give a walk-over beside it."
    )
    match.refresh_from_db()
    assert (match.state, lines(evening)[f"{ANN} and {BEA}"]) == (
        State.WAITING,
        f"{ANN} is missing · table {match.table.number}",
    )
    page = markup(signed_in(evening, "director").get(door(evening)))
    assert f"/e/{evening.event.pk}/results/{match.pk}/ruling/" in page
    assert press(evening, f"{ann.pk}/", "back")[1] == [f"{ANN} is back at table {match.table.number}."]


def instead(evening: Evening, entry: Entry, name: str) -> tuple[int, list[str]]:
    client = signed_in(evening, "director")
    answer = client.post(f"{door(evening)}{entry.pk}/more/", {"action": "instead", "instead": name})
    return answer.status_code, answer.context["instead"].errors["instead"] if answer.status_code == 422 else []


def test_a_substitute_sits_down_for_who_was_taken_ill_and_may_not_play_already(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=ALL_MEET)
    out(evening, 1)
    rule_all(evening, 1)
    out(evening, 2)
    ann = evening.entry(ANN)
    assert instead(evening, ann, CY.upper()) == (422, [f"{CY} already plays for somebody else tonight."])
    assert instead(evening, ann, "\u200b") == (422, ["Type a name first."])
    assert instead(evening, ann, ANN) == (422, [f"{ANN} already plays for somebody else tonight."])
    assert instead(evening, ann, "Kit Moss") == (302, [])
    kit = evening.entry("Kit Moss")
    played = {
        name: list(SidePlayer.objects.filter(entry__player__name=name).values_list("side__match__table__stage__number"))
        for name in (ANN, "Kit Moss")
    }
    assert played == {ANN: [(1,)], "Kit Moss": [(2,)]}
    assert (lines(evening)[f"{BEA} and Kit Moss"][:5], kit.team_id) == ("table", ann.team_id)
    client = signed_in(evening, "director")
    assert client.post(f"{door(evening)}{ann.pk}/", {"action": "back"}).status_code == 409
    assert enter(evening, ANN)[0] == 422
    assert instead(evening, kit, ANN) == (302, [])
    assert (evening.entry(ANN).left_at, evening.entry("Kit Moss").left_at is not None) == (None, True)


def test_a_substitute_in_the_middle_of_a_match_waits_for_the_next_one_and_for_no_seat(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=ALL_MEET)
    out(evening, 1)
    rule_all(evening, 1)
    assert instead(evening, evening.entry(ANN), "Kit Moss") == (302, [])
    shown = door_of(evening.event)
    assert (shown.waiting, [team.waits for team in shown.teams]) == ((), [False] * 4)


def test_who_sits_down_in_the_middle_of_a_match_does_so_from_the_hand_that_the_page_names(rounds_of: Rounds) -> None:
    evening = rounds_of(2, plan=[["round-robin", 1]])
    out(evening, 1)
    (match,) = evening.matches(1)
    play_match(evening, match, Random(1674), hands=2)
    ann, client = evening.entry(ANN), signed_in(evening, "director")
    address = f"{door(evening)}{ann.pk}/more/"
    assert client.get(address).context["instead"].fields["from_hand"].initial == 3
    wrong = client.post(address, {"action": "instead", "instead": "Kit Moss", "from_hand": "44"})
    assert (wrong.status_code, wrong.context["instead"].errors["from_hand"]) == (
        422,
        ["Enter the number of a hand, such as 3."],
    )
    sent = {"action": "instead", "instead": "Kit Moss", "from_hand": "3"}
    assert f"at table {match.table.number} from hand 3 on" in markup(client.post(address, sent, follow=True))
    shown = markup(client.get(reverse("match", args=[evening.event.pk, match.pk])))
    assert f"{ANN} played hands 1 and 2; Kit Moss plays on." in shown
    first = client.get(reverse("hand", args=[evening.event.pk, match.pk, 1])).context["form"].names.values()
    assert (ANN in first, "Kit Moss" in first) == (True, False)


def test_a_pair_that_went_home_comes_back_with_who_played_last(rounds_of: Rounds) -> None:
    evening = rounds_of(3, plan=ALL_MEET)
    instead(evening, evening.entry(ANN), "Kit Moss")
    where = f"team/{evening.entry(ANN).team_id}/"
    press(evening, where, "leave")
    assert press(evening, where, "back")[0] == 302
    assert [evening.entry(name).left_at is None for name in (ANN, BEA, "Kit Moss")] == [False, True, True]


def test_what_the_draws_mind_about_somebody_is_kept_and_shown_and_taken_back(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=ALL_MEET)
    ann, cy, eve = evening.entry(ANN), evening.entry(CY), evening.entry(NAMES[4])
    at, client = f"{door(evening)}{ann.pk}/more/", signed_in(evening, "director")
    wrong = client.post(at, {"action": "wish", "stays_at": "by the door", "comes_from": "", "also": cy.pk})
    assert (wrong.status_code, wrong.context["wishes"].errors) == (
        422,
        {"stays_at": ["Enter a table number, such as 4, or leave it empty."]},
    )
    sent = {"action": "wish", "stays_at": "2", "comes_from": " Hartlip  WI", "also": cy.pk}
    assert client.post(at, sent).status_code == 302
    ann.refresh_from_db()
    assert (ann.stays_at, ann.comes_from, those_apart_from(ann), those_apart_from(cy)) == (
        2,
        "Hartlip WI",
        [cy],
        [ann],
    )
    client.post(at, {"action": "wish", "stays_at": "", "comes_from": "", "apart": [cy.pk], "also": eve.pk})
    assert those_apart_from(ann) == [cy, eve]
    client.post(at, {"action": "wish", "stays_at": "", "comes_from": ""})
    ann.refresh_from_db()
    assert (ann.stays_at, ann.comes_from, those_apart_from(ann)) == (None, "", [])
    assert LogEntry.objects.filter(action="set_wishes").count() == 3
    bea = evening.entry(BEA)
    assert str(bea.pk) not in dict(client.get(at).context["wishes"].fields["also"].choices)


def test_a_name_is_spelled_right_on_the_same_page(rounds_of: Rounds) -> None:
    evening = rounds_of(2, plan=ALL_MEET)
    ann, client = evening.entry(ANN), signed_in(evening, "director")
    at = f"{door(evening)}{ann.pk}/more/"
    assert client.post(at, {"action": "spell", "name": CY}).status_code == 422
    assert (
        client.post(at, {"action": "spell", "name": "Zoë"}).headers["Location"] == f"{door(evening)}#team-{ann.team_id}"
    )
    assert lines(evening)[f"Zoë and {BEA}"] == "here"
    assert client.post(at, {"action": "promote"}).status_code == 404


def test_where_players_enter_the_door_is_as_ever_but_waits_for_rounds(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(8, format="trinidad-rounds", enters="players", plan=[["changing-partners", 3, 0]])
    out(evening, 1)
    assert enter(evening, "Kit, Lou") == (
        302,
        ["Added Kit and Lou. The draw of round 2 will seat everybody without a table."],
    )
    assert lines(evening)["Kit"] == "waits for the draw of round 2"
    kit = evening.entry("Kit")
    page = signed_in(evening, "director").get(f"{door(evening)}{kit.pk}/more/")
    assert (page.status_code, page.context["instead"]) == (200, None)


def test_two_who_sit_in_each_others_place_are_ticked_and_changed_back(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=ALL_MEET)
    out(evening, 1)
    client, at = signed_in(evening, "director"), f"/e/{evening.event.pk}/reseat/1/"
    assert at in markup(client.get(door(evening)))
    one, other = (Seat.objects.get(table__number=table, position=1).entry for table in (1, 2))
    said = client.post(at, {"reseat": [one.pk]})
    assert (said.status_code, said.context["form"].errors["reseat"]) == (
        422,
        ["1 ticked. Tick the 2 players who are in each other’s seats."],
    )
    for sits, offered in ((other, True), (one, False)):
        assert client.post(at, {"reseat": [one.pk, other.pk]}).status_code == 302
        assert Seat.objects.get(table__number=1, position=1).entry == sits
        page = client.get(at)
        assert ("Undo swap" in markup(page), page.context["seen"]) == (offered, 1 if offered else 2)
    twice = client.post(at, {"reseat": [one.pk, other.pk], "seen": "1"})
    assert (twice.status_code, twice.context["form"].errors["reseat"]) == (
        422,
        ["Seats have changed since you opened this page. This is the current list."],
    )
    rule_all(evening, 1)
    refused = client.post(at, {"reseat": [one.pk, other.pk]})
    assert (refused.status_code, "is already decided" in markup(refused)) == (422, True)


def test_only_the_director_moves_people(rounds_of: Rounds, client: Client) -> None:
    evening = rounds_of(2, plan=ALL_MEET)
    out(evening, 1)
    ann = evening.entry(ANN)
    pages = [
        f"{door(evening)}{ann.pk}/more/",
        f"{door(evening)}team/{ann.team_id}/",
        f"/e/{evening.event.pk}/reseat/1/",
    ]
    scorer, director = signed_in(evening), signed_in(evening, "director")
    assert [[who.get(page).status_code for who in (client, scorer, director)] for page in pages] == [
        [302, 403, 200]
    ] * 3


def test_other_evenings_have_no_pairs_at_the_door(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(8)
    evening.begin()
    client, entry = signed_in(evening, "director"), evening.entry(ANN)
    at = f"/e/{evening.event.pk}/"
    assert client.get(f"{at}door/{entry.pk}/more/").headers["Location"] == f"{at}door/{entry.pk}/name/"
    assert [client.get(f"{at}{page}").status_code for page in ("door/team/1/", "reseat/1/")] == [404, 404]


def test_the_door_of_pairs_asks_as_often_for_twelve_as_for_two(
    rounds_of: Rounds, django_assert_num_queries: Callable[..., object]
) -> None:
    evening = rounds_of(2, plan=ALL_MEET)
    out(evening, 1)
    for _again in range(2):
        with django_assert_num_queries(4):  # type: ignore[attr-defined]
            door_of(evening.event)
        enter(evening, "\n".join(f"{one} & {other}" for one, other in zip(NAMES[20:40:2], NAMES[21:40:2], strict=True)))


def test_a_team_has_a_reserve_who_may_play_for_one_of_it(teams: Evening) -> None:
    jokers = "The Jokers: Ann & Bea, Cy & Dan"
    enter(teams, f"{jokers}\nEve & Fay, Gus & Hal")
    assert enter(teams, "Ann & Bea, Cy & Ida") == (
        422,
        [" ".join(f"{name} already plays for somebody else tonight." for name in ("Ann", "Bea", "Cy"))],
    )
    assert enter(teams, f"{jokers}, Ida")[0] == 302
    assert teamed(teams)[0] == ("The Jokers", ["Ann", "Bea", "Cy", "Dan", "Ida"])
    out(teams, 1)
    ann, ida = teams.entry("Ann"), teams.entry("Ida")
    assert not Seat.objects.filter(entry=ida).exists()
    assert instead(teams, ann, "Bea") == (422, ["Bea already plays for somebody else tonight."])
    assert instead(teams, ann, "Ida") == (302, [])
    assert (Seat.objects.filter(entry=ida).exists(), lines(teams)["The Jokers"]) == (True, "tables 1, 2")


def test_seven_pairs_at_the_door_are_told_that_one_rests_and_later_only_how_many_they_are(rounds_of: Rounds) -> None:
    evening = rounds_of(1, plan=[["round-robin", 3, 0]])
    assert (door_of(evening.event).tables, door_of(evening.event).enough) == (
        "At least 2 players, pairs or teams must be here before anybody can meet.",
        False,
    )
    enter(evening, "\n".join(f"{one} & {other}" for one, other in zip(NAMES[2:14:2], NAMES[3:14:2], strict=True)))
    assert (door_of(evening.event).tables, door_of(evening.event).enough) == (
        "7 pairs at 3 tables, 1 sits out",
        True,
    )
    out(evening, 1)
    assert door_of(evening.event).tables == "7 pairs"


def test_nine_pairs_of_a_knock_out_at_the_door_are_told_that_all_but_two_rest(rounds_of: Rounds) -> None:
    evening = rounds_of(9, plan=[["knock-out", 0]], enters="pairs")
    assert door_of(evening.event).tables == "9 pairs at 1 table, 7 sit out"


@pytest.mark.slow
def test_who_leaves_a_table_where_each_plays_for_himself_leaves_a_game_for_the_others(
    evening_of: Callable[..., Evening],
) -> None:
    evening = evening_of(9, format="auction-pitch-rounds", enters="players", plan=[["auction-pitch-mixed", 2, 0]])
    out(evening, 1)
    five, four = (
        [seat.entry for seat in Seat.objects.filter(table__size=size).select_related("entry__player")]
        for size in (5, 4)
    )
    said = press(evening, f"{five[0].pk}/", "leave")[1]
    assert said == [f"{five[0].name} left early. What was played counts. The others at table 1 play without them."]
    playing = Match.objects.exclude(state=State.CALLED_OFF).get(table__size=5)
    assert sorted(side.name for side in playing.sides.all()) == sorted(entry.name for entry in five[1:])
    evening.play_rounds(1)
    said = press(evening, f"{four[0].pk}/", "leave")[1]
    assert said[0].endswith("Table 2 has started. Let it finish without them, or make a ruling beside the name.")


def test_a_pair_whose_place_is_taken_offers_no_way_back_but_instead(rounds_of: Rounds) -> None:
    evening = rounds_of(3, plan=ALL_MEET)
    out(evening, 1)
    instead(evening, evening.entry(ANN), "Kit Moss")
    client = signed_in(evening, "director")
    ann = evening.entry(ANN)
    team = markup(client.get(f"{door(evening)}team/{ann.team_id}/"))
    person = markup(client.get(f"{door(evening)}{ann.pk}/more/"))
    assert ['value="back"' in page for page in (team, person)] == [False, False]
