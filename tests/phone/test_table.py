"""A match on a table's phone, asked and answered over http: every outcome of a hand, in words and as the outbox wants
it, and what the other side and the director make of it."""

from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring import read_hand
from tests import evenings
from tests.evenings import Evening
from tests.matches.test_team_matches import make_match
from tournament.clock.services.rounds import end_round, start_round
from tournament.event.services.codes_and_calls import reissue_code, revoke_code
from tournament.event.services.events import lock_event
from tournament.hands.queries.hands import match_in_hands
from tournament.hands.services import recording
from tournament.hands.services.hands import correct_hand, withdraw_hand
from tournament.hands.services.late import accept_late, set_aside
from tournament.matches.queries.matches import seating_of, sides_of
from tournament.models import Call, Event, Hand, Match, State, TableCode
from tournament.results.services.decisions import make_ruling

evening_of = evenings.evening_of
COMMON = {"dealer": "a", "answer_1": "stand", "high": "a", "low": "b", "jack": "none", "game": "a"}


@pytest.fixture
def evening(evening_of) -> Evening:
    """Four players, one table, two matches at a time."""
    return evening_of(4).playing()


@pytest.fixture
def match(evening) -> Match:
    return evening.matches(1)[0]


class Phone:
    """A browser with a session of its own, at the match; `side` is whom it speaks for, 0 the whole table."""

    def __init__(self, match: Match, side: int | None = 0) -> None:
        self.client = Client()
        self.match = match
        own = TableCode.objects.filter(event=match.table.stage.event, table_number=match.table.number)
        self.code = own.get(revoked_at=None).code
        if side is not None:
            self.press("side", side=side)

    def url(self, name: str = "table_match", *args: object) -> str:
        return reverse(name, args=[self.code, self.match.pk, *args])

    def get(self, query: str = "") -> str:
        answer = self.client.get(self.url() + query)
        assert answer.status_code == 200
        return answer.content.decode()

    def press(self, press: str, **fields: object) -> HttpResponse:
        return self.client.post(self.url("table_press", press), fields)

    def send(self, number: int = 1, *, key: object = None, json: bool = True, **marks: object) -> HttpResponse:
        fields = COMMON | {"number": number, "entry_key": key or uuid4(), "step": "record"} | marks
        headers = {"Accept": "application/json"} if json else {}
        return self.client.post(self.url(), fields, headers=headers)

    def now(self, since: int | None = None) -> HttpResponse:
        query = "" if since is None else f"?since={since}"
        return self.client.get(self.url("table_now") + query)

    def last(self) -> Hand:
        return Hand.objects.filter(match=self.match, superseded_at=None).latest("number")


@pytest.fixture
def phone(match) -> Phone:
    return Phone(match)


def scores(match: Match) -> list[tuple[int, tuple[int, ...]]]:
    played = match_in_hands(Event.objects.get(), match.pk)
    return [(shown.hand.number, shown.score) for shown in played.hands]


def state(match: Match) -> str:
    return Match.objects.get(pk=match.pk).state


def revision() -> int:
    return Event.objects.get().revision


def test_a_table_with_two_matches_is_asked_which_one_by_names(evening, match, phone):
    page = phone.client.get(reverse("table", args=[phone.code])).content.decode()
    assert [each.name in page for each in evening.matches(1)[:2]] == [True, True]
    assert "Which match is yours?" in page


def test_a_table_with_one_match_is_shown_it(evening_of):
    evening = evening_of(4, format="trinidad-tables")
    evening.begin()
    phone = Phone(evening.matches(1)[0], None)
    answer = phone.client.get(reverse("table", args=[phone.code]))
    assert answer.url == phone.url()


def test_before_the_seats_are_out_a_table_waits(phone):
    Match.objects.all().delete()
    page = phone.client.get(reverse("table", args=[phone.code])).content.decode()
    assert "It opens here as soon as the director shows the seats." in page


def test_a_new_phone_is_asked_whom_it_is_for_and_keeps_it_for_the_same_people(evening, match):
    phone = Phone(match, None)
    names = [side.name for side in sides_of(match)]
    page = phone.get()
    assert "Who is this phone for?" in page and all(name in page for name in names)
    phone.press("side", side=2)
    assert f"for {names[1]}" in phone.get()
    mine = sides_of(match)[1].entries[0]
    later = next(each for each in evening.matches(1)[2:] if any(mine in side.entries for side in sides_of(each)))
    phone.match = later
    assert f"for {mine.name}" in phone.get()
    phone.match = next(each for each in evening.matches(1) if not any(mine in side.entries for side in sides_of(each)))
    assert "Who is this phone for?" in phone.get()


def test_whoever_sits_there_in_the_next_hour_decides_nothing_of_the_one_before(evening, match):
    ours, theirs = Phone(match, 1), Phone(match, 2)
    ours.send(1)
    evening.hand_in(1, evenings.by_lot)
    evening.second()
    for press, fields in (("agree", {"hand": ours.last().pk}), ("all-in", {}), ("undo", {"hand": ours.last().pk})):
        (ours if press == "undo" else theirs).press(press, **fields)
    assert "This match is from an earlier hour. Only the director can settle it now." in theirs.get()
    assert (ours.last().state, Match.objects.get(pk=match.pk).hands_finished_at) == (State.ENTERED, None)


def test_a_match_of_another_table_is_not_there(evening_of):
    evening = evening_of(8)
    evening.begin()
    one, other = (next(m for m in evening.matches(1) if m.table.number == number) for number in (1, 2))
    client, code = Client(), TableCode.objects.get(table_number=1).code
    assert client.get(reverse("table_match", args=[code, one.pk])).status_code == 200
    assert client.get(reverse("table_match", args=[code, other.pk])).status_code == 404
    assert client.get(reverse("table_now", args=[code, other.pk])).status_code == 404


def test_a_recorded_hand_is_acknowledged_with_its_number_key_and_state(match, phone):
    key = uuid4()
    answer = phone.send(1, key=key)
    told = {"hand": 1, "key": str(key), "state": "entered", "said": "Hand 1 is recorded."}
    assert (answer.status_code, answer.json()) == (201, told)
    again = phone.send(1, key=key)
    assert (again.status_code, again.json()) == (200, told | {"said": "Hand 1 was already recorded."})
    assert scores(match) == [(1, (2, 1))]


def test_without_scripts_a_hand_is_checked_and_then_recorded_and_said(match, phone):
    page = phone.send(1, json=False, step="check").content.decode()
    assert "+2" in page and scores(match) == []
    answer = phone.send(1, json=False)
    assert (answer.status_code, answer.url) == (302, phone.url())
    assert "Hand 1 is recorded." in phone.get()


def test_what_cannot_be_is_refused_at_its_field_and_stays_in_the_form(match, phone):
    page = phone.send(1, json=False, high="none", jack="a", low="")
    assert page.status_code in (302, 422)
    wrong = phone.send(1, dealer="")
    assert (wrong.status_code, wrong.json()) == (
        422,
        {"error": "Dealer: Say who dealt.", "problems": [["dealer", "Say who dealt."]], "asked": ""},
    )
    assert b"Say who dealt." in phone.send(1, json=False, dealer="").content


def test_what_is_unlikely_is_asked_back_once_and_then_kept(match, phone):
    asked = phone.send(1, turned_1="J", game="")
    assert (asked.status_code, scores(match)) == (422, [])
    answer = phone.send(1, turned_1="J", game="", asked=asked.json()["asked"], step="confirm")
    assert (answer.status_code, scores(match)) == (201, [(1, (2, 1))])


def test_a_jack_that_was_turned_up_is_won_by_nobody(match, phone):
    said = "The Jack was turned up, so nobody can win it. Mark “Not dealt”."
    for marks in ({"turned_1": "J"}, {"answer_1": "run", "turned_2": "J"}, {"card_1": "JH"}):
        answer = phone.send(1, jack="a", **marks)
        assert (answer.status_code, answer.json()["problems"]) == (422, [["jack", said]])
    assert scores(match) == []
    assert phone.send(1, jack="a", turned_1="J", answer_1="run", turned_2="other").status_code == 201


def test_htmx_gets_what_the_hand_would_do(match, phone):
    answer = phone.client.post(
        phone.url(), COMMON | {"number": 1, "entry_key": uuid4()}, headers={"HX-Request": "true"}
    )
    page = answer.content.decode()
    assert answer.status_code == 200 and "<html" not in page and "+2" in page
    assert scores(match) == []


def test_a_hand_after_one_that_is_missing_waits_on_the_phone(match, phone):
    answer = phone.send(2)
    assert (answer.status_code, answer.json()["code"]) == (409, "hand_out_of_turn")
    assert phone.send(2, json=False).status_code == 409


def test_two_phones_with_the_same_hand_have_one_and_with_different_ones_a_dispute(match):
    ours, theirs = Phone(match, 1), Phone(match, 2)
    ours.send(1)
    same = theirs.send(1).json()
    assert (same["state"], same["said"]) == ("entered", "Hand 1 was already recorded.")
    other = theirs.send(1, game="b")
    said = "Hand 1 was recorded differently. Both versions are kept until it is settled."
    assert (other.status_code, other.json()["state"], other.json()["said"]) == (200, "disputed", said)
    assert (state(match), Hand.objects.count(), scores(match)) == (State.DISPUTED, 2, [(1, (2, 1))])
    assert "Hand 1 has 2 versions" in ours.get() and "Hand 1 has 2 versions" in theirs.get()


def test_an_own_last_hand_is_changed_in_its_place_or_taken_back(match):
    phone = Phone(match, 1)
    phone.send(1)
    page = phone.get("?hand=1")
    key = str(phone.last().entry_key)
    assert f'value="{key}"' in page
    preview = phone.send(1, key=key, json=False, step="check", game="b").content.decode()
    assert ("what-follows" in preview or "brings" in preview, "already recorded" in preview) == (True, False)
    assert phone.send(1, key=key, game="b").status_code == 201
    assert (scores(match), state(match)) == ([(1, (1, 2))], State.WAITING)
    phone.press("undo", hand=phone.last().pk)
    assert scores(match) == []


def test_after_the_claim_window_only_the_director_changes_a_hand(match):
    phone = Phone(match, 1)
    phone.send(1)
    first = phone.last()
    phone.send(2)
    phone.press("undo", hand=first.pk)
    assert "Only the person who recorded the last hand can change it" in phone.get()
    assert phone.send(1, key=first.entry_key, game="b").json()["state"] == "disputed"
    assert len(scores(match)) == 2


def test_the_other_side_is_asked_and_agrees_and_the_match_is_agreed_when_all_hands_are_in(match):
    ours, theirs = Phone(match, 1), Phone(match, 2)
    ours.send(1)
    assert "waits for the other side to agree" in ours.get() and "That’s right" not in ours.get()
    assert "That’s right" in theirs.get()
    ours.press("agree", hand=ours.last().pk)
    assert "The other side has to say whether this hand is right" in ours.get()
    theirs.press("agree", hand=theirs.last().pk)
    assert (ours.last().state, "That’s right" in theirs.get()) == (State.AGREED, False)
    theirs.press("all-in")
    assert state(match) == State.AGREED
    assert "This match is agreed." in ours.get()


def test_not_so_is_shown_to_whoever_wrote_it_down_who_puts_it_right(match):
    ours, theirs = Phone(match, 1), Phone(match, 2)
    ours.send(1)
    theirs.press("agree", not_so=ours.last().pk)
    assert state(match) == State.DISPUTED
    assert "The other side says that hand 1 is wrong." in ours.get()
    ours.send(1, key=ours.last().entry_key, game="b")
    assert (scores(match), state(match)) == ([(1, (1, 2))], State.WAITING)


def test_whoever_says_not_so_may_write_down_how_it_was(match):
    ours, theirs = Phone(match, 1), Phone(match, 2)
    ours.send(1)
    theirs.press("agree", not_so=ours.last().pk)
    assert str(ours.last().entry_key) not in theirs.get("?hand=1")
    assert theirs.send(1, game="b").json()["state"] == "disputed"


def test_not_so_is_taken_back_by_its_own_button_and_by_no_other(match):
    ours, theirs = Phone(match, 1), Phone(match, 2)
    ours.send(1)
    first = ours.last()
    theirs.press("agree", not_so=first.pk)
    ours.send(2)
    assert "It’s right after all" in theirs.get()
    theirs.press("agree", hand=ours.last().pk)
    first.refresh_from_db()
    assert (first.state, ours.last().state) == (State.DISPUTED, State.AGREED)
    theirs.press("agree", after_all=first.pk)
    first.refresh_from_db()
    assert (first.state, state(match)) == (State.AGREED, State.WAITING)


def test_one_phone_in_the_middle_is_agreed_from_the_far_side(match, phone):
    phone.send(1)
    assert "We agree" in phone.get() and "data-turn" in phone.get()
    phone.press("agree", hand=phone.last().pk)
    assert phone.last().state == State.AGREED


def test_a_club_without_agreement_is_not_asked(match, phone):
    Event.objects.update(agreement=False)
    phone.send(1)
    assert "We agree" not in phone.get()
    phone.press("all-in")
    assert state(match) == State.AGREED


def test_all_hands_in_can_be_taken_back_until_the_match_is_agreed(match, phone):
    phone.press("all-in")
    assert "No hand of this match has been recorded yet." in phone.get()
    phone.send(1)
    phone.press("all-in")
    assert "All hands of this match are in." in phone.get()
    phone.press("play-on")
    assert phone.send(2).status_code == 201


def close_round(evening, match):
    end_round(match.round, by=evening.director, now=evening.now)


def finish(evening, match):
    Phone(match).press("all-in")


def lock(evening, match):
    lock_event(evening.event, by=evening.director, now=evening.now)


def revoke(evening, match):
    revoke_code(evening.event, 1, by=evening.director, now=evening.now)


def change_code(evening, match):
    reissue_code(evening.event, 1, by=evening.director, now=evening.now)


@pytest.mark.parametrize("close", [close_round, finish, lock, revoke, change_code])
def test_a_hand_that_comes_too_late_is_kept_for_the_director_and_said(evening, match, phone, close):
    phone.send(1)
    close(evening, match)
    key = uuid4()
    answer = phone.send(2, key=key)
    said = "Hand 2 arrived late. It is saved, and the director decides whether it counts."
    assert (answer.status_code, answer.json()) == (200, {"hand": 2, "key": str(key), "state": "late", "said": said})
    assert phone.send(2, key=key).json()["state"] == "late"
    assert (scores(match), Hand.objects.filter(state=State.LATE).count()) == ([(1, (2, 1))], 1)


def test_a_changed_code_shows_nothing_more_and_keeps_what_is_handed_in_without_scripts(evening, match, phone):
    change_code(evening, match)
    assert phone.client.get(phone.url()).status_code == 404
    assert phone.now().status_code == 404
    assert phone.send(1, json=False, step="check").status_code == 404
    assert phone.press("call").status_code == 404
    page = phone.send(1, json=False)
    assert page.status_code == 200 and "Saved for the director" in page.content.decode()
    assert "data-outbox-list" in phone.client.get(phone.url()).content.decode()
    assert Hand.objects.get().state == State.LATE


def test_once_the_evening_is_over_its_code_opens_no_page_and_what_was_begun_still_arrives(evening, match, phone):
    phone.send(1)
    lock(evening, match)
    page = phone.client.get(phone.url())
    assert page.status_code == 404
    assert "That evening is over and its codes no longer work." in page.content.decode()
    assert phone.client.get(reverse("table", args=[phone.code])).status_code == 404
    assert phone.send(2, json=False, step="check").status_code == 404
    assert phone.press("call").status_code == 404
    open_sheet = phone.client.get(phone.url("table_now"), headers={"HX-Request": "true"}).content.decode()
    assert "This evening is over" in open_sheet and "data-closed" in open_sheet and "data-score" not in open_sheet
    stranger = Client().get(phone.url())
    assert stranger.status_code == 404
    assert "That code does not open a table." in stranger.content.decode()
    kept = phone.send(2, json=False).content.decode()
    assert "Saved for the director" in kept and "The evening is over." in kept and "new code" not in kept
    assert phone.send(3).json()["state"] == "late"
    assert (scores(match), Hand.objects.filter(state=State.LATE).count()) == ([(1, (2, 1))], 2)


def test_late_hands_are_taken_from_a_phone_and_at_a_match_as_far_as_anybody_plays(evening, match, monkeypatch):
    monkeypatch.setattr(recording, "MOST_OF_A_PHONE", 2)
    monkeypatch.setattr(recording, "MOST_OF_A_MATCH", 3)
    ours, theirs = Phone(match, 1), Phone(match, 2)
    ours.send(1)
    change_code(evening, match)
    key = uuid4()
    assert [ours.send(2, key=key).status_code, ours.send(3).status_code, ours.send(4).status_code] == [200, 200, 409]
    assert [theirs.send(number).status_code for number in (2, 3)] == [200, 409]
    said = ours.send(4).json()
    assert (said["code"], "This one is not sent: call the director." in said["error"]) == ("too_many_late", True)
    assert ours.send(2, key=key).json()["state"] == "late"
    set_aside(Hand.objects.get(entry_key=key), reason="Never played", by=evening.director, now=evening.now)
    assert ours.send(4).status_code == 200


def test_a_sheet_that_is_open_when_its_code_changes_becomes_a_box_for_the_new_one_and_asks_for_no_hand(
    evening, match, phone
):
    change_code(evening, match)
    asked = {"HX-Request": "true"}
    answers = [phone.client.get(phone.url("table_now"), headers=asked)]
    answers.append(phone.client.post(phone.url("table_press", "call"), headers=asked))
    for page in [answer.content.decode() for answer in answers]:
        assert ('id="now"' in page, "data-closed" in page, 'name="code"' in page, "data-score" in page) == (
            *(True, True, True),
            False,
        )
    assert [answer.status_code for answer in answers] == [200, 200]
    stranger = Client()
    assert stranger.get(phone.url("table_now"), headers=asked).status_code == 404
    assert Call.objects.count() == 0


def test_a_sheet_is_asked_for_again_and_again_and_answers_only_what_is_new(match, phone):
    assert phone.now(revision()).status_code == 204
    phone.send(1)
    page = phone.now(revision() - 1).content.decode()
    assert 'id="now"' in page and f"since={revision()}" in page and "<html" not in page
    assert 'data-next="2"' in page and 'hx-swap-oob="true"' in page
    assert phone.now(revision()).status_code == 204


def test_a_sheet_says_who_sits_there_so_that_a_form_with_other_names_is_noticed(match, phone):
    names = " – ".join(side.name.split()[0] for side in match.sides.all())
    assert f'data-names="{names}"' in phone.now(revision() - 1).content.decode()


def test_a_press_by_htmx_is_answered_with_the_sheet_as_it_is_then(match, phone):
    phone.send(1)
    answer = phone.client.post(
        phone.url("table_press", "agree"), {"hand": phone.last().pk}, headers={"HX-Request": "true"}
    )
    page = answer.content.decode()
    assert 'id="now"' in page and "We agree" not in page and f"since={revision()}" in page
    assert phone.press("nothing").status_code == 404


def test_whoever_comes_by_the_address_of_a_press_has_pressed_nothing_and_gets_the_sheet(match, phone):
    phone.send(1)
    answer = phone.client.get(phone.url("table_press", "agree"), {"hand": phone.last().pk})
    assert (answer.status_code, answer.url, phone.last().state) == (302, phone.url(), State.ENTERED)
    assert phone.client.get(phone.url("table_press", "nothing")).status_code == 404


def test_the_same_hand_sent_again_after_it_was_taken_back_or_changed_is_told_so(evening, match):
    phone, key = Phone(match, 1), uuid4()
    phone.send(1, key=key)
    phone.send(1, key=key, game="b")
    again = phone.send(1, key=key).json()
    said = "Hand 1 was already recorded, and has been changed since."
    assert (again["state"], again["said"], scores(match)) == ("replaced", said, [(1, (1, 2))])
    phone.press("undo", hand=phone.last().pk)
    again = phone.send(1, key=key).json()
    said = "Hand 1 was recorded and then deleted, so it does not count. If it was played, record it again."
    assert (again["state"], again["said"], scores(match)) == ("taken_back", said, [])
    phone.send(1, key=key, json=False)
    assert said in phone.get()
    assert phone.send(1).json()["state"] == "entered"


def test_what_the_director_changed_is_told_until_it_has_been_seen(evening, match, phone):
    phone.send(1)
    phone.send(2)
    first = Hand.objects.get(number=1)
    seating = seating_of(match)
    facts = read_hand(first.facts | {"game": seating.seats[1]}, seating)
    reason = "Counted again"
    correct_hand(first, entry_key=uuid4(), facts=facts, reason=reason, by=evening.director, now=evening.now)
    withdraw_hand(phone.last(), reason="Never played", by=evening.director, now=evening.now)
    page = phone.get()
    assert "Hand 1 was corrected by the director." in page and "“Counted again”" in page
    assert "Hand 2 was deleted by the director." in page
    phone.press("seen", log=evening.event.log.latest("pk").pk)
    assert "by the director" not in phone.get()
    make_ruling(match, points=(9, 4), reason="Counted at the table", by=evening.director, now=evening.now)
    assert "The director has ruled this match: 9 – 4." in phone.get()


def test_a_late_hand_that_is_let_in_is_told(evening, match, phone):
    close_round(evening, match)
    phone.send(1)
    accept_late(Hand.objects.get(), reason="Played in time", by=evening.director, now=evening.now)
    assert "Hand 1 arrived late. The director has counted it." in phone.get()
    assert scores(match) == [(1, (2, 1))]


def test_a_call_is_made_once_and_shown_until_it_is_answered(match, phone):
    phone.press("call")
    phone.press("call")
    assert (Call.objects.get().match, "The director was called at" in phone.get()) == (match, True)


def test_a_table_calls_the_director_before_it_has_a_match_and_before_the_phone_is_anybodys(match):
    phone = Phone(match, None)
    at_table = reverse("table", args=[phone.code])
    asked = phone.get()
    assert ("Who is this phone for?" in asked, f'action="{at_table}"' in asked) == (True, True)
    assert phone.client.post(at_table).url == at_table
    assert [(call.table_number, call.match) for call in Call.objects.all()] == [(match.table.number, None)]
    assert ("The director was called at" in phone.get(), "Call the director" in phone.get()) == (True, False)
    Match.objects.all().delete()
    Call.objects.all().delete()
    assert "Call the director" in phone.client.get(at_table).content.decode()
    assert "The director was called at" in phone.client.post(at_table, follow=True).content.decode()


def test_once_a_team_match_is_decided_no_table_counts_points_to_go(evening_of):
    race = make_match(evening_of)
    race.game(1, 1), race.game(2, 1), race.game(3, 2), race.hand(3, 2), race.game(1, 1)
    phone = Phone(race.table(3))
    page = phone.get()
    assert (page.count("data-to-go"), page.count("data-race")) == (2, 2)
    race.game(2, 1)
    page = phone.get()
    assert (page.count("data-to-go"), page.count("data-race")) == (0, 2)
    assert "Arima have won 4–1" in page


def test_when_the_next_round_is_on_the_table_is_sent_there_and_reminded_of_what_is_not_closed(evening, match, phone):
    phone.send(1)
    start_round(match.round.stage.rounds.get(number=2), by=evening.director, now=evening.now)
    assert "Round 2 at this table:" in phone.get()
    page = phone.client.get(reverse("table", args=[phone.code])).content.decode()
    assert "Still open" in page and f"{match.name}, round 1" in page


@pytest.mark.slow
@pytest.mark.parametrize("before", [1, 29])
def test_a_hand_is_recorded_with_as_few_questions_in_a_long_match_as_in_a_short_one(
    match, phone, before, django_assert_num_queries
):
    for number in range(1, before + 1):
        phone.send(number)
    with django_assert_num_queries(11):
        assert phone.send(before + 1).status_code == 201


@pytest.mark.slow
@pytest.mark.parametrize("hands", [1, 12])
def test_a_sheet_is_read_with_as_few_questions_for_many_hands_as_for_one(
    match, phone, hands, django_assert_num_queries
):
    for number in range(1, hands + 1):
        phone.send(number)
    with django_assert_num_queries(9):
        phone.get()
    with django_assert_num_queries(9):
        phone.now()


def test_a_phone_that_asks_whether_anything_changed_costs_two_questions(match, phone, django_assert_num_queries):
    phone.send(1)
    known = revision()
    with django_assert_num_queries(2):
        assert phone.now(known).status_code == 204


def test_a_table_reads_what_happens_if_something_goes_wrong_and_goes_back_to_its_hands(evening_of) -> None:
    evening = evening_of(4, format="trinidad-tables")
    evening.begin()
    phone = Phone(evening.matches(1)[0])
    address = f"/t/{phone.code}/what-if/"
    assert f'href="{address}"' in phone.client.get(phone.url("table_match")).content.decode()
    page = phone.client.get(address).content.decode()
    assert "The deal goes wrong." in page and "The rules do not say. Call the director." in page
    assert f'href="/t/{phone.code}/"' in page
