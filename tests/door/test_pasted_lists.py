"""A list from a chat or a spreadsheet, pasted at the door: what is asked, and what is stored once it is answered."""

from decimal import Decimal
from pathlib import Path
from typing import Any

from django.test import Client

from tests.conftest import NOW
from tests.door.test_door_of_rounds import pairs, signed_in
from tests.door.test_namesakes import ask
from tests.evenings import Evening
from tournament.door.services.till import pay
from tournament.models import Club, Entry, Event, Payment, Player

__all__ = ["pairs"]
INPUTS = Path(__file__).parent.parent / "lists" / "inputs"
CHAT = (INPUTS / "door-chat.txt").read_text()


def test_a_chat_is_asked_about_once_for_each_kind_of_line_and_stored_as_it_was_answered(
    as_director: Client, evening: Event
) -> None:
    Event.objects.filter(pk=evening.pk).update(price=Decimal(5))
    assert ask(as_director, evening, CHAT) == [
        (
            "These lines do not look like names: All Fours Fri 27th 7pm 🃏",
            ["Leave them out", "They are names: add them"],
        ),
        ("These are marked as paid: Moses King", ["Mark them as paid tonight", "Take their money at the door"]),
        (
            "These are marked as reserves or as not here: Lou Charles",
            ["Put them on the list, but not as here", "They are here and play"],
        ),
        (
            "“Fay Ramdeen + Cy Ali”: who is this?",
            ["2 players: Fay Ramdeen and Cy Ali", "1 player called “Fay Ramdeen + Cy Ali”"],
        ),
    ]
    assert not Entry.objects.filter(event=evening).exists()
    ask(as_director, evening, CHAT, {}, {}, {}, {})
    assert {entry.name: entry.here for entry in Entry.objects.filter(event=evening)} == {
        **dict.fromkeys(("Bea Jones", "Moses King", "Eve Singh", "Fay Ramdeen", "Cy Ali", "Dan Reid"), True),
        "Lou Charles": False,
    }
    assert [(each.entry.name, each.amount) for each in Payment.objects.all()] == [("Moses King", Decimal(5))]


def test_without_a_price_nobody_is_asked_who_has_paid(as_director: Client, evening: Event) -> None:
    assert ask(as_director, evening, "Ann (paid)\nBea") == [("Added Ann and Bea.", [])]


def test_a_telephone_is_saved_for_the_desk_if_none_is_there_and_is_never_part_of_a_name(
    as_director: Client, evening: Event
) -> None:
    Player.objects.create(club=evening.club, name="Pete Smith", phone="01634 1")
    typed = (INPUTS / "door-telephones.txt").read_text()
    ask(as_director, evening, typed, {})
    assert list(Player.objects.order_by("name").values_list("name", "phone", "email")) == [
        ("Nell Bourner", "", "nell@example.org"),
        ("Pete Smith", "01634 1", ""),
        ("Rita Khan", "(868) 555-0142", ""),
    ]
    ask(as_director, evening, "Gus 0868 555 1000", {"answer": "no"})
    assert Player.objects.get(name="Gus").phone == ""


def test_the_surname_first_is_asked_once_for_all_lines(as_director: Client, evening: Event) -> None:
    typed = (INPUTS / "door-surname-first.txt").read_text()
    ((question, choices),) = ask(as_director, evening, typed)
    assert (question.rpartition("? ")[2], len(choices)) == (
        "John Smith; Mary Jones; Fiona MacLeod; Ana De La Rosa",
        2,
    )
    ask(as_director, evening, typed, {})
    assert [entry.name for entry in Entry.objects.filter(event=evening).order_by("pk")] == [
        *("John Smith", "Mary Jones", "Fiona MacLeod", "Ana De La Rosa")
    ]


def test_a_couple_with_one_surname_is_offered_with_it(as_director: Client, evening: Event) -> None:
    assert ask(as_director, evening, "Tom & Sue Clarke") == [
        (
            "“Tom & Sue Clarke”: who is this?",
            [
                "2 players: Tom Clarke and Sue Clarke",
                "2 players: Tom and Sue Clarke",
                "1 player called “Tom & Sue Clarke”",
            ],
        )
    ]
    ask(as_director, evening, "Tom & Sue Clarke", {"answer": "couple"})
    assert [entry.name for entry in Entry.objects.filter(event=evening).order_by("pk")] == ["Tom Clarke", "Sue Clarke"]


def test_an_answer_counts_only_for_the_lines_that_were_asked_about(as_director: Client, evening: Event) -> None:
    door = f"/e/{evening.pk}/door/"
    (question,) = as_director.post(door, {"names": "Ann\nCards tonight"}).context["form"].questions.asked
    sent = {"names": "Ann\nCards tonight\nTotal: 2", question.key: "no"}
    (again,) = as_director.post(door, sent).context["form"].questions.asked
    assert (again.is_new, Entry.objects.count()) == (True, 0)
    assert as_director.post(door, {"names": "Ann\nCards tonight", question.key: "no"}).status_code == 302
    assert [entry.name for entry in Entry.objects.order_by("pk")] == ["Ann", "Cards tonight"]


def test_a_family_and_several_with_one_surname_are_asked_about(as_director: Client, evening: Event) -> None:
    text = "Tom, Dick & Harry Clarke\nThe Reids\nAnn +1"
    assert ask(as_director, evening, text) == [
        (
            "These bring somebody whose name is not in the list: Ann",
            ["Add a guest for each; you can correct the name later", "Add only the players who are named"],
        ),
        (
            "“Tom, Dick & Harry Clarke”: who is this?",
            [
                "3 players: Tom Clarke, Dick Clarke and Harry Clarke",
                "3 players: Tom, Dick and Harry Clarke",
                "1 player called “Tom, Dick & Harry Clarke”",
            ],
        ),
        ("“The Reids”: who is this?", ["1 player called “The Reids”"]),
    ]
    ask(as_director, evening, text, {"answer": "no"}, {"answer": "couple"}, {"answer": "out"})
    assert [entry.name for entry in Entry.objects.filter(event=evening).order_by("pk")] == [
        *("Tom Clarke", "Dick Clarke", "Harry Clarke", "Ann")
    ]


def test_one_answer_counts_for_all_lines_with_several_people_but_not_for_a_family(
    as_director: Client, evening: Event
) -> None:
    at, sent = f"/e/{evening.pk}/door/", {"names": "Bob & Sue Mohan\nTom & Ann Clarke\nThe Reids"}
    each = as_director.post(at, sent | {"row-all-several": "each"}).context["form"].check
    assert [(row.name, row.question.is_open) for row in each.asked] == [
        *(("Bob & Sue Mohan", False), ("Tom & Ann Clarke", False), ("The Reids", True)),
    ]
    typed = sent | {"row-all-several": "each", "typed-3": "Joe Reid", "typed-1": "Bob & Sue Mohan"}
    assert as_director.post(at, typed).status_code == 302
    assert [entry.name for entry in Entry.objects.filter(event=evening).order_by("pk")] == [
        *("Bob Mohan", "Sue Mohan", "Tom Clarke", "Ann Clarke", "Joe Reid")
    ]


def test_a_corrected_line_has_one_box(as_director: Client, evening: Event) -> None:
    at, sent = f"/e/{evening.pk}/door/", {"names": "Bob & Sue Mohan", "typed-1": "Bob and Sue Mohan", "step": "check"}
    assert as_director.post(at, sent).content.count(b'name="typed-1"') == 1


def test_one_answer_counts_for_all_names_like_others_unless_one_has_its_own(
    as_director: Client, evening: Event
) -> None:
    for name in ("Gloria Fenn", "William Smith", "Katherine Low"):
        Player.objects.create(club=evening.club, name=name)
    at, sent = f"/e/{evening.pk}/door/", {"names": "Glo Fenn\nBill Smith\nKate Low"}
    shown = as_director.post(at, sent).context["form"].check
    assert [[value for value, _label in each.choices] for each in shown.for_all] == [["first", "new", "out"]]
    assert [(row.line, row.name, row.can_be_edited) for row in shown.asked] == [
        *((1, "Glo Fenn", True), (2, "Bill Smith", True), (3, "Kate Low", True)),
    ]
    own = {shown.asked[1].question.key: "another", shown.asked[2].question.key: "out"}
    assert as_director.post(at, sent | {"row-all": "first"} | own).status_code == 302
    assert [entry.name for entry in Entry.objects.filter(event=evening).order_by("pk")] == ["Gloria Fenn", "Bill Smith"]


def test_a_heading_that_is_unknown_at_the_door_is_asked_about_once_and_remembered(
    as_director: Client, evening: Event
) -> None:
    at, text = f"/e/{evening.pk}/door/", "Who\tHandy\tBar tab\nAnn Lee\t0151 000001\t3\n"
    shown = as_director.post(at, {"names": text}).context["form"].check
    assert [(each.text, each.answer) for each in shown.questions[:2]] == [
        ("The column “Who” is:", "name"),
        ("The column “Bar tab” is:", "ignored"),
    ]
    sent = {each.key: each.answer for each in shown.questions}
    assert as_director.post(at, {"names": text, **sent}).status_code == 302
    (ann,) = Player.objects.filter(entries__event=evening)
    assert (ann.name, ann.phone) == ("Ann Lee", "0151 000001")
    assert Club.objects.get().list_headings == {"=door": {"who": "name", "bar tab": "ignored"}}
    more = as_director.post(at, {"names": text.replace("Ann", "Bea").replace("0151 000001", "")})
    assert (more.status_code, Entry.objects.filter(event=evening).count()) == (302, 2)


def test_a_list_with_nothing_but_a_remark_enters_nobody(as_director: Client, evening: Event) -> None:
    door = f"/e/{evening.pk}/door/"
    (question,) = as_director.post(door, {"names": "Who is in tonight?"}).context["form"].questions.asked
    answer = as_director.post(door, {"names": "Who is in tonight?", question.key: "yes"})
    assert (answer.status_code, answer.context["form"].errors["names"]) == (422, ["Type a name first."])


def rows_of(answer: Any) -> list[tuple[int, str, list[str]]]:
    (section,) = answer.context["form"].check.sections
    return [(row.line, row.name, list(row.details)) for row in section.rows]


def left_out(answer: Any) -> list[tuple[int, str, list[str]]]:
    return [(row.line, row.name, list(row.remarks)) for row in answer.context["form"].check.left_out]


def test_the_page_shows_each_line_as_it_will_be_added_and_names_what_is_left_out(
    as_director: Client, evening: Event
) -> None:
    Event.objects.filter(pk=evening.pk).update(price=Decimal(5))
    answer = as_director.post(f"/e/{evening.pk}/door/", {"names": CHAT})
    assert rows_of(answer) == [
        (2, "Bea Jones", []),
        (3, "Moses King", ["paid"]),
        (4, "Eve Singh", []),
        (5, "Fay Ramdeen & Cy Ali", []),
        (7, "Lou Charles", ["not as here"]),
        (8, "Dan Reid", []),
    ]
    assert left_out(answer) == [
        (1, "All Fours Fri 27th 7pm 🃏", ["This does not look like a name."]),
        (6, "7.", ["There is no name to add."]),
    ]


def test_a_team_sheet_and_a_table_leave_out_no_line_with_a_name(as_director: Client, pairs: Evening) -> None:
    desk, event = signed_in(pairs, "director"), pairs.event
    at, typed = f"/e/{event.pk}/door/", (INPUTS / "door-columns.tsv").read_text()
    answer = desk.post(at, {"names": typed, "step": "check"})
    assert rows_of(answer)[0] == (2, "Red Aces: Ann Lee & Bob Mohan", [])
    assert left_out(answer) == [(1, "Team\tPlayer 1\tPlayer 2", ["These are the headings."])]
    Event.objects.filter(pk=event.pk).update(enters="teams", pairs_a_team=2)
    answer = desk.post(at, {"names": (INPUTS / "door-team-sheet.txt").read_text(), "step": "check"})
    assert [name for _line, name, _details in rows_of(answer)] == [
        "Arima Flambeau: Ann Lee & Bob Mohan & Cy Roop & Dee Baptiste",
        "Blue Dollar Bar: Ed Pierre & Flo Joseph & Gus Noel & Hal Weekes",
    ]
    assert (left_out(answer), Entry.objects.filter(event=event, player__name="Ann Lee").exists()) == ([], False)


def test_a_line_is_corrected_or_left_out_where_it_stands_before_anybody_is_added(
    as_director: Client, evening: Event
) -> None:
    at, sent = f"/e/{evening.pk}/door/", {"names": "Ann\nCards tonight\nBeo Jones"}
    shown = as_director.post(at, sent | {"edit": "3"})
    assert [(row.line, row.is_edited) for row in shown.context["form"].check.sections[0].rows] == [
        (1, False),
        (3, True),
    ]
    again = as_director.post(at, sent | {"typed-3": "Bea Jones", "row-1": "out", "step": "check"})
    assert again.context["form"]["names"].value() == "\nCards tonight\nBea Jones"
    assert (rows_of(again), Entry.objects.count()) == ([(3, "Bea Jones", [])], 0)
    (question,) = again.context["form"].questions.asked
    sent = {"names": "\nCards tonight\nBea Jones", question.key: "yes"}
    assert as_director.post(at, sent).status_code == 302
    assert [entry.name for entry in Entry.objects.all()] == ["Bea Jones"]


def test_a_short_first_name_within_one_list_is_asked_about(as_director: Client, evening: Event) -> None:
    assert ask(as_director, evening, "Gloria Fenn\nGlo Fenn") == [
        (
            "Nobody is called exactly “Glo Fenn”. Is this Gloria Fenn?",
            ["Gloria Fenn, who is in your list too", "Somebody new: Glo Fenn"],
        )
    ]


def undo(client: Client, evening: Event) -> str:
    step = client.get(f"/e/{evening.pk}/undo/").context["steps"][0]
    answer = client.post(f"/e/{evening.pk}/step/", {"action": "take_back", "log": step.log}, follow=True)
    return " ".join(map(str, answer.context["messages"]))


def test_one_press_takes_a_whole_list_back_with_payments_contacts_and_new_people(
    as_director: Client, evening: Event
) -> None:
    Event.objects.filter(pk=evening.pk).update(price=Decimal(5))
    Player.objects.create(club=evening.club, name="Pete Smith")
    typed = "Pete Smith 07700 900123\nMoses King (paid)\nEve Singh\nLou Charles (reserve)"
    before = list(Player.objects.values_list("name", "phone", "email"))
    ask(as_director, evening, typed, {}, {}, {})
    assert (Player.objects.count(), Player.objects.get(name="Pete Smith").phone) == (4, "07700 900123")
    assert undo(as_director, evening) == (
        "Undone: list with 4 names added; these stay as not here, because of their payments: Moses King."
    )
    assert [(entry.name, entry.here) for entry in Entry.objects.all()] == [("Moses King", False)]
    assert sum(payment.amount for payment in Payment.objects.all()) == 0
    assert list(Player.objects.values_list("name", "phone", "email")) == [("Moses King", "", ""), *before]
    assert [step.name for step in as_director.get(f"/e/{evening.pk}/undo/").context["steps"]] == []


def test_who_of_a_list_paid_since_stays_when_it_is_taken_back(as_director: Client, evening: Event) -> None:
    Event.objects.filter(pk=evening.pk).update(price=Decimal(5))
    ask(as_director, evening, "Ann\nBea\nCy")
    pay(Entry.objects.get(player__name="Bea"), Decimal(5), seen=0, by=None, now=NOW)
    steps = [step.name for step in as_director.get(f"/e/{evening.pk}/undo/").context["steps"]]
    assert steps[1] == "list with 3 names added, but for those who sat or paid since: Bea"
    step = as_director.get(f"/e/{evening.pk}/undo/").context["steps"][1]
    as_director.post(f"/e/{evening.pk}/step/", {"action": "take_back", "log": step.log})
    assert [(entry.name, entry.here) for entry in Entry.objects.all()] == [("Bea", True)]
    assert list(Player.objects.values_list("name", flat=True)) == ["Bea"]


def test_whoever_had_left_before_a_list_has_left_again_when_it_is_taken_back(
    as_director: Client, evening: Event
) -> None:
    ask(as_director, evening, "Ann\nBea")
    Entry.objects.filter(player__name="Ann").update(left_at=NOW)
    before = list(Entry.objects.order_by("pk").values())
    ask(as_director, evening, "Ann\nCy")
    assert Entry.objects.get(player__name="Ann").left_at is None
    assert undo(as_director, evening) == "Undone: list with 2 names added."
    assert list(Entry.objects.order_by("pk").values()) == before


def test_one_press_takes_a_list_of_pairs_back(as_director: Client, pairs: Evening) -> None:
    desk, event = signed_in(pairs, "director"), pairs.event
    before, people = (event.entries.count(), event.teams.count()), Player.objects.count()
    desk.post(f"/e/{event.pk}/door/", {"names": "Pam Twin & Pia Twin\nNed Oak & Ted Oak\nZoe Solo"})
    assert (event.entries.count(), event.teams.count()) == (before[0] + 5, before[1] + 2)
    assert undo(desk, event) == "Undone: list with 5 names added."
    assert (event.entries.count(), event.teams.count()) == before
    assert Player.objects.count() == people


def test_the_door_shows_how_a_team_of_so_many_pairs_is_written(rounds_of):
    evening = rounds_of(2, plan=[["one-match", 1]], enters="teams", pairs_a_team=3)
    told = signed_in(evening, "director").get(f"/e/{evening.event.pk}/door/").content.decode()
    assert "One team per line: The Jokers: Ann & Bea, Cy & Dan, Eve & Fay." in told
