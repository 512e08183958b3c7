"""Sign-up before the day: places, waiting, partners, cancelling by one's own link, and who stands ready at the door."""

from datetime import datetime, time, timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from tests.conftest import NOW
from tests.markup import markup
from tournament.event.queries.sign_ups import expected_at_door, sign_ups_of
from tournament.event.services.restore_points import set_restore_point
from tournament.models import Account, Club, Enters, Entry, Event, LogEntry, Player, SignUp
from tournament.signup.services import (
    NoPlaceForPartner,
    SignedUpAlready,
    SignUpClosed,
    SignUpFull,
    cancel_sign_ups,
    change_partner,
    set_sign_up,
    sign_up,
    undo_cancellations,
)
from tournament.transfer.document import write_document
from tournament.transfer.services.exporting import export_evening
from tournament.transfer.services.going_back import go_back
from tournament.web.own_sign_ups import code_of_sign_up

BY: dict[str, Any] = {"by": None, "now": NOW}
YOURS = (
    "This name is already on the list. If it is you, open your sign-up with its code. If it is somebody else, add a "
    "surname or an initial."
)
THEIRS = (
    "This name is already on the list. If it is them, they can name you as their partner on their sign-up’s page. If "
    "it is somebody else, add a surname or an initial."
)


def cancel_sign_up(signed: SignUp, **by_now: Any) -> None:
    cancel_sign_ups(signed.event, [signed.pk], **by_now)


def undo_cancellation(signed: SignUp, **by_now: Any) -> bool:
    return bool(undo_cancellations(signed.event, [signed.pk], **by_now))


@pytest.fixture
def evening(evening: Event) -> Event:
    """A week ahead, because pages ask the clock of the computer, and sign-up closes with the evening's day."""
    Event.objects.filter(pk=evening.pk).update(date=timezone.localdate() + timedelta(days=7))
    return Event.objects.get(pk=evening.pk)


@pytest.fixture
def open_evening(evening: Event) -> Event:
    """For three players."""
    set_sign_up(evening, is_open=True, places=3, **BY)
    return evening


@pytest.fixture
def as_secretary(db: None) -> Client:
    client = Client()
    client.force_login(Account.objects.create_user("Sue", role=Account.Role.SECRETARY))
    return client


def standing(event: Event) -> list[tuple[str, str, bool]]:
    return [(each.name, each.partner, each.waits) for each in sign_ups_of(Event.objects.get(pk=event.pk))]


def test_whoever_comes_when_all_places_are_taken_waits_and_moves_up(open_evening: Event) -> None:
    first = sign_up(open_evening, "Ann", **BY)
    for name in ("Bea", "Cy", "Dan", "Eve"):
        sign_up(open_evening, name, **BY)
    assert standing(open_evening) == [
        *(("Ann", "", False), ("Bea", "", False), ("Cy", "", False)),
        *(("Dan", "", True), ("Eve", "", True)),
    ]
    for _press in range(2):
        cancel_sign_up(first, **BY)
    assert [(name, waits) for name, _partner, waits in standing(open_evening)] == [
        *(("Bea", False), ("Cy", False), ("Dan", False), ("Eve", True)),
    ]


def test_a_pair_takes_two_places_and_somebody_alone_takes_the_one_that_is_too_little_for_it(
    open_evening: Event,
) -> None:
    sign_up(open_evening, "Ann", partner="Bea", **BY)
    sign_up(open_evening, "Cy", partner="Dan", **BY)
    page = reverse("sign_up", args=[open_evening.pk])
    assert "1 place left." in markup(Client().get(page))
    sign_up(open_evening, "Eve", **BY)
    sign_up(open_evening, "Fay", **BY)
    assert standing(open_evening) == [
        *(("Ann", "Bea", False), ("Cy", "Dan", True), ("Eve", "", False), ("Fay", "", True)),
    ]
    assert own_page(open_evening, "Cy").endswith("Nobody is ahead of you. You move up when somebody cancels.")
    assert "2 players are ahead of you." in own_page(open_evening, "Fay")
    assert "All places are taken; 3 waiting" in markup(Client().get(page))


def test_whoever_has_a_place_keeps_it_when_a_pair_ahead_comes_to_fit(open_evening: Event) -> None:
    ann = sign_up(open_evening, "Ann", partner="Bea", **BY)
    sign_up(open_evening, "Cy", partner="Dan", **BY)
    sign_up(open_evening, "Eve", **BY)
    change_partner(ann, partner="", needs_partner=True, **BY)
    assert standing(open_evening) == [("Ann", "", False), ("Cy", "Dan", True), ("Eve", "", False)]
    cancel_sign_up(ann, **BY)
    assert standing(open_evening) == [("Cy", "Dan", False), ("Eve", "", False)]
    set_sign_up(open_evening, is_open=True, places=2, **BY)
    assert [waits for _name, _partner, waits in standing(open_evening)].count(True) == 1


def own_page(event: Event, name: str) -> str:
    """What the page of somebody's own sign-up says first."""
    signed = SignUp.objects.get(name=name)
    page = markup(Client().get(reverse("own_sign_up", args=[event.pk, signed.token])))
    return page.partition('<p class="notice">')[2].partition("</p>")[0]


def test_those_who_need_a_partner_are_put_together_in_their_order(open_evening: Event) -> None:
    for name in ("Ann", "Bea", "Cy"):
        sign_up(open_evening, name, needs_partner=True, **BY)
    assert standing(open_evening) == [("Ann", "Bea", False), ("Bea", "Ann", False), ("Cy", "", False)]
    Event.objects.update(enters=Enters.PAIRS)
    assert expected_at_door(Event.objects.get()) == ["Ann & Bea", "Cy"]


def test_a_name_signs_up_once_and_only_while_the_page_is_open_but_the_secretary_always_may(
    open_evening: Event, director: Account
) -> None:
    sign_up(open_evening, "Ann", partner="Bea", **BY)
    with pytest.raises(SignedUpAlready):
        sign_up(open_evening, "BEA", **BY)
    set_sign_up(open_evening, is_open=False, places=None, **BY)
    with pytest.raises(SignUpClosed):
        sign_up(open_evening, "Cy", **BY)
    sign_up(open_evening, "Cy", by=director, now=NOW)
    assert SignUp.objects.count() == 2


def test_a_phone_signs_up_keeps_its_link_and_cancels_and_sees_nobody_elses_name(open_evening: Event) -> None:
    sign_up(open_evening, "Secret Sam", **BY)
    page, phone = reverse("sign_up", args=[open_evening.pk]), Client()
    own = phone.post(page, {"name": "  Ann   Ash "})
    signed = SignUp.objects.get(name="Ann Ash")
    assert own.url == reverse("own_sign_up", args=[open_evening.pk, signed.token])
    shown = [markup(phone.get(address)) for address in (page, own.url)]
    assert ("1 place left" in shown[0], "You are on the list" in shown[1]) == (True, True)
    assert "Secret Sam" not in "".join(shown)
    phone.post(own.url)
    assert "Your sign-up is cancelled" in markup(phone.get(own.url))
    assert phone.get(own.url.replace(signed.token, "guess")).status_code == 404


def test_a_name_that_is_taken_is_refused_beside_its_box_and_what_was_typed_stays(open_evening: Event) -> None:
    sign_up(open_evening, "Ann", **BY)
    answer = Client().post(reverse("sign_up", args=[open_evening.pk]), {"name": "ann"})
    assert (answer.status_code, answer.context["form"]["name"].value()) == (422, "ann")
    assert answer.context["form"].errors == {"name": [YOURS]}
    assert reverse("find_sign_up") in markup(answer).partition("<form")[2].partition("</form>")[0]
    assert markup(answer).count(reverse("find_sign_up")) == 1


def test_a_partner_who_was_put_on_the_list_is_told_by_whom_as_far_as_readers_may_see_that_and_what_to_do(
    open_evening: Event,
) -> None:
    club, page = open_evening.club, reverse("sign_up", args=[open_evening.pk])
    ann = Player.objects.create(club=club, name="Ann", shown_to="public")
    Event.objects.update(enters=Enters.PAIRS)
    signed = sign_up(open_evening, "Ann", partner="Bob", person=ann, **BY)
    sign_up(open_evening, "Cy", needs_partner=True, **BY)
    for audience, who in (("public", "Ann"), ("nobody", "Somebody")):
        Club.objects.update(shows_people_to=audience)
        answer = Client().post(page, {"name": "bob", "needs_partner": "on"})
        (said,) = answer.context["form"].errors["name"]
        assert said.startswith(f"{who} has put this name on the list as their partner. If it is you, there is nothing")
        assert reverse("find_sign_up") in markup(answer).partition("<form")[2].partition("</form>")[0]
    partners = [Client().post(page, {"name": "Eve", "partner": name}).context["form"].errors for name in ("Bob", "Cy")]
    assert ["as the partner of somebody else" in str(partners[0]), "they can name you" in str(partners[1])] == [
        True
    ] * 2
    phone, own = Client(), reverse("own_sign_up", args=[open_evening.pk, signed.token])
    opened = phone.post(reverse("find_sign_up"), {"code": code_of_sign_up(signed.token)})
    shown = markup(phone.get(opened.url))
    told = ["This is the sign-up of Ann and Bob.", "The code is for both of you", "This cancels Ann and Bob."]
    assert (opened.url, [sentence in shown for sentence in told]) == (own, [True] * 3)


def test_a_pair_has_a_partner_or_needs_one_and_each_taken_name_is_refused_beside_its_own_box(
    evening: Event, as_secretary: Client
) -> None:
    set_sign_up(evening, is_open=True, places=None, **BY)
    Event.objects.filter(pk=evening.pk).update(enters=Enters.PAIRS)
    page, of_secretary = (reverse(name, args=[evening.pk]) for name in ("sign_up", "sign_ups"))
    alone = Client().post(page, {"name": "Ann"})
    assert alone.context["form"].errors == {
        "partner": ["Do you need a partner? Tick the box below, or enter your partner’s name."]
    }
    assert Client().post(page, {"name": "Ann", "needs_partner": "on"}).status_code == 302
    for client, address, more, said in (
        (Client(), page, {}, THEIRS),
        (as_secretary, of_secretary, {"action": "add"}, str(SignedUpAlready.message)),
    ):
        answer = client.post(address, {"name": "Bea", "partner": "ann", **more})
        assert (answer.status_code, answer.context["form"].errors) == (422, {"partner": [said]})
    assert SignUp.objects.count() == 1


def test_whoever_has_no_partner_is_asked_on_their_own_page_and_keeps_their_place(evening: Event) -> None:
    set_sign_up(evening, is_open=True, places=None, **BY)
    ann, bea = (sign_up(evening, name, **BY) for name in ("Ann", "Bea"))
    Event.objects.filter(pk=evening.pk).update(enters=Enters.PAIRS)
    own = reverse("own_sign_up", args=[evening.pk, ann.token])
    shown = Client().get(own)
    assert (shown.context["is_asked"], "Do you need one?" in markup(shown)) == (True, True)
    for partner, said in (
        ("", "Do you need a partner? Tick the box below, or enter your partner’s name."),
        ("ANN", "These are the same name."),
        ("Bea", THEIRS),
    ):
        answer = Client().post(own, {"action": "partner", "partner": partner})
        assert (answer.status_code, answer.context["form"].errors) == (422, {"partner": [said]})
    assert Client().post(own, {"action": "partner", "partner": "Cy"}).status_code == 302
    assert standing(evening) == [("Ann", "Cy", False), ("Bea", "", False)]
    for signed in (ann, bea):
        answer = Client().post(
            reverse("own_sign_up", args=[evening.pk, signed.token]), {"action": "partner", "needs_partner": "on"}
        )
        assert answer.status_code == 302
    assert standing(evening) == [("Ann", "Bea", False), ("Bea", "Ann", False)]
    assert not Client().get(own).context["is_asked"]
    with pytest.raises(SignUpClosed):
        cancel_sign_up(ann, **BY)
        change_partner(ann, partner="Di", needs_partner=False, **BY)


def test_a_partner_named_later_takes_nobodys_place(open_evening: Event) -> None:
    ann, _bea, _cy = (sign_up(open_evening, name, needs_partner=True, **BY) for name in ("Ann", "Bea", "Cy"))
    before = standing(open_evening)
    with pytest.raises(NoPlaceForPartner):
        change_partner(ann, partner="Di", needs_partner=False, **BY)
    assert standing(open_evening) == before


def test_a_partner_is_named_only_where_people_have_partners_and_as_often_as_people_sign_up(evening: Event) -> None:
    set_sign_up(evening, is_open=True, places=None, **BY)
    ann = sign_up(evening, "Ann", **BY)
    own = reverse("own_sign_up", args=[evening.pk, ann.token])
    assert Client().post(own, {"action": "partner", "partner": "Bea"}).status_code == 404
    assert standing(evening) == [("Ann", "", False)]
    Event.objects.filter(pk=evening.pk).update(enters=Enters.PAIRS)
    answers = [Client().post(own, {"action": "partner", "partner": "Bea"}).status_code for _number in range(31)]
    assert answers == [302] * 30 + [429]
    assert LogEntry.objects.filter(action="change_partner").count() == 1


def test_nobody_adds_a_partner_once_sign_up_is_closed_but_one_may_be_exchanged(evening: Event) -> None:
    set_sign_up(evening, is_open=True, places=None, **BY)
    Event.objects.filter(pk=evening.pk).update(enters=Enters.PAIRS)
    ann, bea = sign_up(evening, "Ann", needs_partner=True, **BY), sign_up(evening, "Bea", partner="Cy", **BY)
    set_sign_up(evening, is_open=False, places=None, **BY)
    of_ann, of_bea = (reverse("own_sign_up", args=[evening.pk, each.token]) for each in (ann, bea))
    refused = Client().post(of_ann, {"action": "partner", "partner": "Di"})
    assert (refused.status_code, refused.context["form"].errors) == (422, {"partner": [str(SignUpClosed.message)]})
    assert Client().post(of_bea, {"action": "partner", "partner": "Di"}).status_code == 302
    assert standing(evening) == [("Ann", "", False), ("Bea", "Di", False)]


def test_a_slip_of_the_secretary_is_undone_with_the_place_in_the_order(
    open_evening: Event, as_secretary: Client
) -> None:
    page = reverse("sign_ups", args=[open_evening.pk])
    ann, *_others = (sign_up(open_evening, name, **BY) for name in ("Ann", "Bea", "Cy", "Di"))
    before = standing(open_evening)
    as_secretary.post(page, {"action": f"cancel-{ann.pk}"})
    assert standing(open_evening) == [("Bea", "", False), ("Cy", "", False), ("Di", "", False)]
    assert [[each.name for each in group] for group in as_secretary.get(page).context["cancelled"]] == [["Ann"]]
    set_sign_up(open_evening, is_open=True, places=4, **BY)
    said = markup(as_secretary.post(page, {"action": f"undo-{ann.pk}"}, follow=True))
    assert [name for name, *_told in standing(open_evening)] == [name for name, *_told in before]
    assert "Ann is signed up again, as before." in said
    cancel_sign_up(ann, **BY)
    sign_up(open_evening, "ann", **BY)
    with pytest.raises(SignedUpAlready):
        undo_cancellation(ann, **BY)


def test_who_gave_up_a_place_that_is_taken_now_waits_behind_everybody_and_who_waited_where_they_did(
    open_evening: Event, as_secretary: Client
) -> None:
    page = reverse("sign_ups", args=[open_evening.pk])
    ann, *_others = (sign_up(open_evening, name, **BY) for name in ("Ann", "Bea", "Cy", "Di", "Eve"))
    cancel_sign_up(ann, **BY)
    said = [markup(as_secretary.post(page, {"action": f"undo-{ann.pk}"}, follow=True)) for _press in range(2)]
    words = "No place is left: Ann is on the waiting list, and nobody loses their place."
    assert [words in text for text in said] == [True, True]
    sign_up(open_evening, "Fay", **BY)
    assert [(name, waits) for name, _partner, waits in standing(open_evening)] == [
        *(("Bea", False), ("Cy", False), ("Di", False)),
        *(("Eve", True), ("Ann", True), ("Fay", True)),
    ]
    assert "1 player is ahead of you." in own_page(open_evening, "Ann")
    assert LogEntry.objects.filter(action="undo_cancellation").count() == 1
    eve = SignUp.objects.get(name="Eve")
    cancel_sign_up(eve, **BY)
    assert undo_cancellation(eve, **BY)
    assert [name for name, _partner, waits in standing(open_evening) if waits] == ["Eve", "Ann", "Fay"]


def test_a_clock_that_was_put_back_lets_nobody_overtake(open_evening: Event) -> None:
    for name, hours in (("Ann", 0), ("Bea", -2), ("Cy", -1)):
        sign_up(open_evening, name, by=None, now=NOW + timedelta(hours=hours))
    assert [name for name, *_told in standing(open_evening)] == ["Ann", "Bea", "Cy"]


def test_nobody_waiting_is_not_counted(open_evening: Event) -> None:
    for name in ("Ann", "Bea", "Cy"):
        sign_up(open_evening, name, **BY)
    page = markup(Client().get(reverse("sign_up", args=[open_evening.pk])))
    assert ("All places are taken. You can join" in page, "0 waiting" in page) == (True, False)


def test_one_address_signs_up_thirty_times_in_ten_minutes_and_then_waits(evening: Event) -> None:
    set_sign_up(evening, is_open=True, places=None, **BY)
    page = reverse("sign_up", args=[evening.pk])
    answers = [Client().post(page, {"name": f"Name {number:02}x"}).status_code for number in range(31)]
    assert answers == [302] * 30 + [429]


@pytest.mark.slow
def test_one_device_signs_up_ten_times_and_all_strangers_two_hundred_times_and_the_desk_is_never_refused(
    evening: Event, as_secretary: Client
) -> None:
    set_sign_up(evening, is_open=True, places=None, **BY)
    page, device = reverse("sign_up", args=[evening.pk]), Client()
    answers = [device.post(page, {"name": f"Name {number:03}"}).status_code for number in range(12)]
    assert answers == [302] * 10 + [429] * 2
    many = [
        Client().post(page, {"name": f"Guest {number:03}"}, REMOTE_ADDR=f"192.0.2.{number}").status_code
        for number in range(195)
    ]
    assert many == [302] * 190 + [429] * 5
    for number, address in ((1, page), (2, reverse("sign_ups", args=[evening.pk]))):
        sent = {"name": f"Late {number}", "action": "add"}
        assert as_secretary.post(address, sent, REMOTE_ADDR="192.0.2.1").status_code == 302
    assert SignUp.objects.count() == 202


@pytest.mark.slow
def test_a_list_that_strangers_filled_takes_the_desks_names_and_theirs_again_once_some_are_cancelled(
    evening: Event, as_secretary: Client
) -> None:
    set_sign_up(evening, is_open=True, places=40, **BY)
    evening.refresh_from_db()
    true = sign_up(evening, "Ann Ash", **BY)
    SignUp.objects.bulk_create(
        SignUp(event=evening, name=f"Spam {number:03}", signed_up_at=NOW, placed_at=None) for number in range(499)
    )
    with pytest.raises(SignUpFull):
        sign_up(evening, "Bea Birch", **BY)
    page = reverse("sign_ups", args=[evening.pk])
    assert as_secretary.post(page, {"action": "add", "name": "Bea Birch"}).status_code == 302
    spam = list(SignUp.objects.filter(name__startswith="Spam").values_list("pk", flat=True))
    answer = as_secretary.post(page, {"action": "cancel-ticked", "ticked": spam}, follow=True)
    assert "499 sign-ups are cancelled." in markup(answer)
    assert standing(evening) == [("Ann Ash", "", False), ("Bea Birch", "", False)]
    assert sign_up(evening, "Cy Cole", **BY).pk > true.pk
    assert [len(group) for group in as_secretary.get(page).context["cancelled"]] == [499]
    assert LogEntry.objects.filter(action="cancel_sign_up").count() == 1
    back = as_secretary.post(page, {"action": f"undo-{spam[0]}"}, follow=True)
    assert "No place is left" in markup(back)
    assert SignUp.objects.filter(cancelled_at=None).count() == 502
    none = markup(as_secretary.post(page, {"action": "cancel-ticked"}, follow=True))
    assert "Nobody is ticked" in none


@pytest.mark.parametrize(
    ("known", "typed"),
    [("Zoë Müller", "Zoe Muller"), ("Pat O’Brien", "Pat O'Brien"), ("William Smith", "Bill Smith")],
)
def test_a_phone_with_a_name_like_a_known_one_is_asked_and_reads_the_name_only_if_it_may(
    open_evening: Event, known: str, typed: str
) -> None:
    person = Player.objects.create(club=open_evening.club, name=known)
    page = reverse("sign_up", args=[open_evening.pk])
    asked = Client().post(page, {"name": typed})
    assert (asked.status_code, "name_who" in asked.context["form"].errors) == (422, True)
    assert (known in markup(asked), SignUp.objects.count()) == (False, 0)
    Player.objects.update(shown_to="public")
    Club.objects.update(shows_people_to="public")
    assert f"Is {typed} the same person as {known}?" in unescape(markup(Client().post(page, {"name": typed})))
    Club.objects.update(shows_people_to="nobody")
    assert Client().post(page, {"name": typed, "name_who": "me"}).status_code == 302
    signed = SignUp.objects.get()
    assert (signed.name, signed.person) == (typed, person)
    assert expected_at_door(Event.objects.get()) == [known]
    cancel_sign_up(signed, **BY)
    assert Client().post(page, {"name": typed, "name_who": "new"}).status_code == 302
    assert SignUp.objects.get(cancelled_at=None).person is None


def test_the_desk_chooses_whom_it_signs_up_and_nobody_is_on_the_list_twice_by_another_spelling(
    open_evening: Event, as_secretary: Client
) -> None:
    person = Player.objects.create(club=open_evening.club, name="Zoë Müller")
    page = reverse("sign_ups", args=[open_evening.pk])
    asked = as_secretary.post(page, {"action": "add", "name": "Zoe Muller"})
    assert "Is Zoe Muller the same person as Zoë Müller?" in markup(asked)
    as_secretary.post(page, {"action": "add", "name": "Zoe Muller", "name_who": str(person.pk)})
    assert "Zoë Müller" in markup(as_secretary.get(page))
    answer = Client().post(reverse("sign_up", args=[open_evening.pk]), {"name": "zoë müller", "name_is_another": "on"})
    assert (answer.status_code, answer.context["form"].errors) == (422, {"name": [YOURS]})


def test_letters_of_two_alphabets_and_names_like_one_on_the_list_are_asked_about(open_evening: Event) -> None:
    page = reverse("sign_up", args=[open_evening.pk])
    sign_up(open_evening, "Ann Smith", **BY)
    answer = Client().post(page, {"name": "Аnn Smith"})
    said = "“Аnn Smith” has letters of 2 alphabets that look alike. Type it again in one: Ann Smith?"
    assert (answer.status_code, answer.context["form"].errors) == (422, {"name": [said]})
    for typed in ("A\u200bnn Smith", "\u202eAnn Smith", "A\u200dnn\u3164 Smith"):
        answer = Client().post(page, {"name": typed})
        assert answer.context["form"].errors == {"name": [YOURS]}
    asked = Client().post(page, {"name": "Anne Smith"})
    assert list(asked.context["form"].errors) == ["name_is_another"]
    assert "Ann Smith" not in markup(asked)
    assert Client().post(page, {"name": "Anne Smith", "name_is_another": "on"}).status_code == 302


def test_between_two_evenings_a_phone_leads_to_the_sign_up_of_the_next(client: Client, open_evening: Event) -> None:
    to_sign_up = f'href="{reverse("sign_up", args=[open_evening.pk])}"'
    assert to_sign_up in markup(client.get(reverse("me")))
    set_sign_up(open_evening, is_open=False, places=3, **BY)
    assert to_sign_up not in markup(client.get(reverse("me")))


def test_a_closed_page_takes_nobody(evening: Event) -> None:
    page = reverse("sign_up", args=[evening.pk])
    sentences = {"unused": "This evening has no sign-up.", "closed": "Sign-up for this evening is closed."}
    for state, sentence in sentences.items():
        Event.objects.update(sign_up=state)
        assert f'<p class="notice">{sentence}</p>' in markup(Client().get(page))
    assert (Client().post(page, {"name": "Ann"}).status_code, SignUp.objects.count()) == (409, 0)


def test_both_pages_of_a_past_evening_without_sign_up_say_that_it_has_none(
    evening: Event, as_secretary: Client
) -> None:
    Event.objects.update(date=timezone.localdate() - timedelta(days=1))
    for name, reader in (("sign_up", Client()), ("sign_ups", as_secretary)):
        shown = markup(reader.get(reverse(name, args=[evening.pk])))
        assert '<p class="notice">This evening has no sign-up.</p>' in shown


def test_sign_up_closes_by_itself_when_the_evenings_day_is_over(open_evening: Event, as_secretary: Client) -> None:
    page, of_secretary = (reverse(name, args=[open_evening.pk]) for name in ("sign_up", "sign_ups"))
    midnight = datetime.combine(open_evening.date + timedelta(days=1), time(), timezone.get_current_timezone())
    sign_up(open_evening, "Ann", by=None, now=midnight - timedelta(seconds=1))
    with pytest.raises(SignUpClosed):
        sign_up(open_evening, "Bea", by=None, now=midnight)
    with pytest.raises(SignUpClosed):
        change_partner(SignUp.objects.get(), partner="Cy", needs_partner=False, by=None, now=midnight)
    today, sentence = timezone.localdate(), "Sign-up closed: this evening was on "
    for day, is_over in ((today, False), (today - timedelta(days=1), True)):
        Event.objects.update(date=day)
        shown, at_desk = markup(Client().get(page)), markup(as_secretary.get(of_secretary))
        assert [f"{sentence}{date_format(day, 'j F')}." in text for text in (shown, at_desk)] == [is_over] * 2
        assert [part in text for part, text in (('name="name"', shown), ("QR code", at_desk))] == [not is_over] * 2
        assert ("Save sign-up page" in at_desk, "Add a name" in at_desk) == (not is_over, True)
    assert Client().post(page, {"name": "Bea"}).status_code == 409
    assert [name for name, *_told in standing(open_evening)] == ["Ann"]


def test_yesterdays_evening_that_is_still_played_offers_no_sign_up_tonight(open_evening: Event) -> None:
    to_sign_up = f'href="{reverse("sign_up", args=[open_evening.pk])}"'
    seen = []
    for days in (0, 1):
        Event.objects.update(date=timezone.localdate() - timedelta(days=days))
        seen.append(to_sign_up in markup(Client().get(reverse("home"))))
    assert seen == [True, False]


def test_the_secretary_opens_the_page_adds_a_name_and_the_door_takes_it_at_one_press(
    evening: Event, as_secretary: Client
) -> None:
    page, door = reverse("sign_ups", args=[evening.pk]), reverse("door", args=[evening.pk])
    as_secretary.post(page, {"action": "settings", "is_open": "yes", "places": "12"})
    as_secretary.post(page, {"action": "add", "name": "Ann"})
    as_secretary.post(page, {"action": "add", "name": "Bea"})
    assert as_secretary.get(door).context["signed_up"] == ["Ann", "Bea"]
    as_secretary.post(door, {"names": "Ann"})
    assert as_secretary.get(door).context["signed_up"] == ["Bea"]
    assert [entry.name for entry in Entry.objects.all()] == ["Ann"]
    as_secretary.post(page, {"action": f"cancel-{SignUp.objects.get(name='Bea').pk}"})
    assert as_secretary.get(door).context["signed_up"] == []


def test_going_back_keeps_who_signed_up_and_an_export_has_no_link(open_evening: Event, director: Account) -> None:
    point = set_restore_point(open_evening, None, **BY)
    signed = sign_up(open_evening, "Ann", **BY)
    go_back(point, newest=point.pk, reason="A slip", by=director, now=NOW)
    assert [name for name, _partner, _waits in standing(open_evening)] == ["Ann"]
    text = write_document(export_evening(open_evening))
    assert ("Ann" in text, signed.token in text) == (True, False)


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("Ann Lee 07700 900123", ["Ann Lee"]),
        ("ann@example.org Ann Lee", ["Ann Lee"]),
        ("1. Ann Lee ✅ (paid)", ["Ann Lee"]),
        ("McDONALD, Ann", ["Ann McDonald"]),
        ("Tom & Sue Clarke", []),
        ("Ann Lee + 1", []),
    ],
)
def test_a_name_that_is_typed_with_more_is_stored_as_a_name_and_two_are_asked_for_one(
    open_evening: Event, typed: str, names: list[str]
) -> None:
    answer = Client().post(reverse("sign_up", args=[open_evening.pk]), {"name": typed})
    assert (answer.status_code, [each.name for each in SignUp.objects.all()]) == (302 if names else 422, names)
    if not names:
        assert f"“{typed}” is more than one person. Enter one name here." in unescape(answer.content.decode())
