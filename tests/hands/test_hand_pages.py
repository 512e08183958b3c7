"""The page of a match hand by hand: who may, what is looked at before it is kept, what is refused or asked back."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening
from tests.markup import markup
from tournament.event.services.events import lock_event
from tournament.hands.queries.hands import MatchInHands, match_in_hands
from tournament.matches.queries.matches import players_of
from tournament.models import Event, Hand, Match, State
from tournament.results.queries.boards import board_of
from tournament.results.queries.sheets import sheets_of
from tournament.results.services.decisions import agree_matches
from tournament.results.services.sheets import SheetEntry, enter_sheet

evening_of = evenings.evening_of
COMMON = {"dealer": "a", "answer_1": "stand", "high": "a", "low": "b", "jack": "none", "game": "a"}


@pytest.fixture
def evening(evening_of) -> Evening:
    return evening_of(8).playing()


@pytest.fixture
def match(evening) -> Match:
    return evening.matches(1)[0]


def played_in(match: Match) -> MatchInHands:
    return match_in_hands(Event.objects.get(), match.pk)


def page_of(match: Match) -> str:
    return reverse("match", args=[match.table.stage.event_id, match.pk])


def hand_page(match: Match, number: int = 1) -> str:
    return reverse("hand", args=[match.table.stage.event_id, match.pk, number])


def withdraw_page(match: Match, number: int = 1) -> str:
    return reverse("withdraw", args=[match.table.stage.event_id, match.pk, number])


def hands_in_page(match: Match) -> str:
    return reverse("hands_in", args=[match.table.stage.event_id, match.pk])


def ticked(number: int = 1, step: str = "record", **ticks: object) -> dict[str, object]:
    """A whole form: a common hand dealt by a, with some ticks changed."""
    start = {"entry_key": uuid4(), "number": number, "asked": "", "step": step}
    return {name: value for name, value in (start | COMMON | ticks).items() if value is not None}


def won_in(match: Match) -> list[tuple[int, int]]:
    return [shown.points for shown in played_in(match).hands]


def errors_in(answer: HttpResponse) -> dict[str, list[str]]:
    return {field: list(errors) for field, errors in answer.context["form"].errors.items()}


def test_a_match_is_for_the_scorer_and_the_director(evening, match):
    signed_in(evening).post(page_of(match), ticked())
    pages = [page_of(match), hand_page(match), withdraw_page(match), hands_in_page(match)]
    assert [Client().get(page).url for page in pages] == [f"/sign-in/?next={page}" for page in pages]
    assert [Client().post(page, ticked(2)).status_code for page in pages] == [302] * 4
    assert Hand.objects.count() == 1
    for who in ("scorer", "director"):
        assert [signed_in(evening, who).get(page).status_code for page in pages] == [200, 200, 405, 405]


def test_the_form_asks_what_the_kent_rules_ask_in_the_order_in_which_it_happens(evening, match):
    form = signed_in(evening).get(page_of(match)).context["form"]
    names = [name for name in form.fields if not form[name].is_hidden]
    deals = [f"{field}_{place}" for place in range(1, 7) for field in ("turned", "card", "answer")]
    play = ["high", "low", "jack", "game", "high_rank", "low_rank", "pips_a", "pips_b"]
    assert names == ["dealer", *deals, *play, "dealt_a", "dealt_b", "tricks"]
    assert [str(form[name].label) for name in ("high", "low", "jack", "game")] == ["Highest", "Lowest", "Jack", "Game"]


def test_a_common_hand_by_ticks_is_recorded_and_the_next_one_opens(evening, match):
    client = signed_in(evening)
    answer = client.post(page_of(match), ticked())
    assert (answer.status_code, answer.url, won_in(match)) == (302, page_of(match), [(2, 1)])
    page = client.get(page_of(match))
    form = page.context["form"]
    assert (form["number"].value(), form["dealer"].value()) == (2, "b")
    assert "Hand 1 is recorded." in markup(page)


def test_each_form_has_a_key_of_its_own(evening, match):
    keys = {signed_in(evening).get(page_of(match)).context["form"]["entry_key"].value() for _ in range(2)}
    assert len(keys) == 2


@pytest.mark.parametrize(
    ("ticks", "awards"),
    [
        ({"turned_1": "J"}, "turn_up a 1, high a 1, low b 1, game a 1"),
        ({"card_1": "jd"}, "turn_up a 1, high a 1, low b 1, game a 1"),
        ({"card_1": "10♥", "answer_1": "take_one"}, "take_one b 1, high a 1, low b 1, game a 1"),
        (
            {"turned_1": "J", "answer_1": "run", "turned_2": "J"},
            "turn_up a 1, turn_up a 1, high a 1, low b 1, game a 1",
        ),
        (
            {"answer_1": "run", "card_1": "9D", "card_2": "4D", "answer_2": "run", "card_3": "JC", "answer_3": "stand"},
            "turn_up a 1, high a 1, low b 1, game a 1",
        ),
        ({"jack": "b"}, "high a 1, low b 1, jack b 1, game a 1"),
        ({"high": "none", "low": None, "game": "tie"}, "game b 1"),
        ({"game": None, "pips_a": "10", "pips_b": "9"}, "high a 1, low b 1, game a 1"),
        ({"game": None, "pips_a": "10", "pips_b": "10"}, "high a 1, low b 1, game b 1"),
        ({"turned_1": "J", "answer_1": "misdeal"}, ""),
        ({"answer_2": "run", "turned_2": "J"}, "high a 1, low b 1, game a 1"),
    ],
)
def test_what_is_ticked_becomes_its_awards_in_order(evening, match, ticks, awards):
    assert signed_in(evening).post(page_of(match), ticked(**ticks)).status_code == 302
    sides = {str(entry.pk): side for side, entry in zip("ab", players_of(match), strict=True)}
    stored = [(kind, sides[side], points) for kind, side, points in Hand.objects.get().awards["awards"]]
    assert ", ".join(f"{kind} {side} {points}" for kind, side, points in stored) == awards


def test_a_hand_with_both_jacks_that_was_recorded_once_stays_as_counted_until_the_director_corrects_it(evening, match):
    director = signed_in(evening, "director")
    director.post(page_of(match), ticked(jack="a"))
    hand, (a, b) = Hand.objects.get(), players_of(match)
    hand.facts["events"].insert(0, {"turn_up": "J"})
    hand.awards["awards"].insert(0, ["turn_up", str(a.pk), 1])
    hand.awards["jacks_turned"][str(a.pk)] = 1
    hand.save()
    assert [director.get(page).status_code for page in (page_of(match), hand_page(match))] == [200, 200]
    assert won_in(match) == [(4, 1)] and b.name in markup(director.get(page_of(match)))
    call_command("rescore", "--check")
    wrong = director.post(hand_page(match), ticked(turned_1="J", jack="a", version=hand.pk, reason="Looked again"))
    assert (wrong.status_code, list(errors_in(wrong))) == (422, ["jack"])
    right = director.post(hand_page(match), ticked(turned_1="J", version=hand.pk, reason="Looked again"))
    assert (right.status_code, won_in(match)) == (302, [(3, 1)])


def test_a_hand_is_looked_at_without_being_kept(evening, match):
    client = signed_in(evening)
    client.post(page_of(match), ticked())
    sent = ticked(2, step="check", dealer="b", turned_1="J")
    whole = client.post(page_of(match), sent)
    part = client.post(page_of(match), sent, headers={"HX-Request": "true"})
    preview = part.context["form"].preview()
    assert [(side.points, side.score) for side in preview.sides] == [(2, 4), (2, 3)]
    assert [[won.word for won in side.won] for side in preview.sides] == [["Highest", "Game"], ["Turn-up", "Lowest"]]
    assert [(answer.status_code, answer["Vary"].split(", ").count("HX-Request")) for answer in (whole, part)] == [
        (200, 1)
    ] * 2
    assert "<html" in markup(whole)
    assert markup(part).strip().startswith('<div class="hand-preview" id="preview"')
    assert whole.context["form"]["high"].value() == "a"
    assert won_in(match) == [(2, 1)]


def test_score_and_hands_follow_what_another_keyboard_records(evening, match):
    client = signed_in(evening)
    client.post(page_of(match), ticked())
    page = markup(client.get(page_of(match), headers={"HX-Request": "true"}))
    assert [part in page for part in ('id="score"', 'id="hands"', 'id="hand-1"')] == [True, True, True]


@pytest.mark.parametrize(
    ("ticks", "errors"),
    [
        ({"dealer": None}, {"dealer": ["Say who dealt."]}),
        ({"dealer": "c"}, {"dealer": ["Mark one of these."]}),
        ({"card_1": "11D"}, {"card_1": ["Enter a card, such as 9D or 10H; or only J."]}),
        ({"card_1": "9D", "turned_1": "J"}, {"card_1": ["This card does not match the card that is marked."]}),
        ({"high_rank": "AS"}, {"high_rank": ["Enter a rank: A, K, Q, J or a number."]}),
        ({"high": None, "high_rank": "A"}, {"high": ["Mark who had it."]}),
        ({"pips_a": "9"}, {"pips_b": ["Enter the card value of everybody, 0 for none; or of nobody."]}),
        (
            {"pips_a": "x", "pips_b": "81"},
            {"pips_a": ["Enter a whole number, such as 12."], "pips_b": ["The number must be at most 80."]},
        ),
        ({"game": "b", "pips_a": "10", "pips_b": "9"}, {"game": ["The card totals say otherwise."]}),
        (
            {"high_rank": "9", "low_rank": "K", "pips_a": "3", "pips_b": "1", "game": "b"},
            {"low_rank": ["Low is above High."], "game": ["The card totals say otherwise."]},
        ),
        (
            {"card_1": "9D", "answer_1": "run", "card_2": "4D", "answer_2": "stand"},
            {"card_2": ["The same suit again. Run the pack once more, or throw the cards in."]},
        ),
        ({"card_1": "KD", "high_rank": "K"}, {"high_rank": ["This card was turned up, so nobody held it."]}),
        ({"number": "0"}, {"number": ["Ensure this value is greater than or equal to 1."]}),
        ({"high": None, "low": None, "game": None}, {"__all__": ["First mark what happened."]}),
    ],
)
def test_what_cannot_have_happened_is_refused_at_every_field_with_what_was_marked(evening, match, ticks, errors):
    answer = signed_in(evening).post(page_of(match), sent := ticked(**ticks))
    assert (answer.status_code, errors_in(answer)) == (422, errors)
    form = answer.context["form"]
    kept = {name: form[name].value() for name in sent if name in form.fields}
    assert kept == {name: str(value) for name, value in sent.items() if name in form.fields}
    assert Hand.objects.count() == 0


def test_trumps_that_a_player_won_are_named_by_his_name(evening, match):
    sent = ticked(high_rank="A", pips_a="3", pips_b="2")
    errors = errors_in(signed_in(evening).post(page_of(match), sent))
    assert errors == {"pips_a": [f"{players_of(match)[0].name} won trumps that count 4."]}


def test_what_is_unusual_is_asked_back_and_only_confirm_means_yes(evening, match):
    client = signed_in(evening)
    sent = ticked(game=None)
    answer = client.post(page_of(match), sent)
    form = answer.context["form"]
    assert (answer.status_code, errors_in(answer)) == (422, {"game": ["Nobody is marked."]})
    assert form.questions == ["Game: Nobody is marked."]
    asked = {"asked": form["asked"].value()}
    changed = client.post(page_of(match), sent | asked | {"low": "", "step": "confirm"})
    assert (changed.status_code, sorted(errors_in(changed))) == (422, ["game", "low"])
    again = client.post(page_of(match), sent | asked)
    assert (again.status_code, again.context["form"].questions, won_in(match)) == (422, form.questions, [])
    assert client.post(page_of(match), sent | asked | {"step": "confirm"}).status_code == 302
    assert won_in(match) == [(1, 1)]


def test_a_question_stands_at_the_foot_of_the_form_with_two_answers(evening, match):
    client = signed_in(evening)
    fresh = markup(client.get(page_of(match)))
    page = markup(client.post(page_of(match), ticked(game=None)))
    is_open = re.compile(r'<div class="asked"[^>]*data-asked>')
    assert (bool(is_open.search(fresh)), bool(is_open.search(page))) == (False, True)
    foot = page[is_open.search(page).start() :]
    assert "Is hand 1 right? It is not saved yet." in foot and "<li>Game: Nobody is marked.</li>" in foot
    assert 'name="step" value="confirm"' in foot and "data-change" in foot


def test_another_card_after_a_run_is_an_answer_and_is_not_asked_about(evening, match):
    client = signed_in(evening)
    unsaid = client.post(page_of(match), ticked(turned_1="J", answer_1="run", turned_2="", jack="a"))
    assert errors_in(unsaid) == {"card_2": ["Nobody reported the card turned after the last run."]}
    assert (
        client.post(page_of(match), ticked(turned_1="J", answer_1="run", turned_2="other", jack="a")).status_code == 302
    )
    hand = Hand.objects.get()
    assert hand.facts["events"][-1] == {"turn_up": "other"}
    form = client.get(hand_page(match)).context["form"]
    assert (form["turned_1"].value(), form["turned_2"].value()) == ("J", "other")


def test_the_jack_that_was_turned_up_is_refused_to_everybody(evening, match):
    said = ["The Jack was turned up, so nobody can win it. Mark “Not dealt”."]
    for marks in ({"turned_1": "J"}, {"card_1": "JH"}, {"answer_1": "run", "turned_2": "J"}):
        answer = signed_in(evening).post(page_of(match), ticked(jack="a", **marks))
        assert (answer.status_code, errors_in(answer)) == (422, {"jack": said})
    assert Hand.objects.count() == 0


def test_a_check_without_scripts_asks_what_is_unusual_at_once(evening, match):
    client = signed_in(evening)
    sent = ticked(game=None, step="check")
    answer = client.post(page_of(match), sent)
    assert (answer.status_code, "Game: Nobody is marked." in markup(answer)) == (200, True)
    asked = answer.context["form"]["asked"].value()
    assert client.post(page_of(match), sent | {"step": "record", "asked": asked}).status_code == 422
    assert client.post(page_of(match), sent | {"step": "confirm", "asked": asked}).status_code == 302


def test_a_double_tap_records_one_hand(evening, match):
    client, sent = signed_in(evening), ticked()
    assert [client.post(page_of(match), sent).status_code for _ in range(2)] == [302, 302]
    assert won_in(match) == [(2, 1)]


def test_going_back_and_changing_the_form_corrects_ones_own_hand_after_asking(evening, match):
    client, sent = signed_in(evening), ticked()
    client.post(page_of(match), sent)
    answer = client.post(page_of(match), sent | {"game": "b"})
    a, b = players_of(match)
    sentence = f"Hand 1 is already recorded ({a} 2, {b} 1). Confirm replaces it."
    assert (answer.status_code, errors_in(answer)) == (422, {"__all__": [sentence]})
    again = sent | {"game": "b", "asked": answer.context["form"]["asked"].value(), "step": "confirm"}
    assert client.post(page_of(match), again).status_code == 302
    assert (won_in(match), len(played_in(match).earlier)) == ([(1, 2)], 1)


def test_a_second_keyboard_with_another_hand_of_the_same_number_is_told_and_may_go_on_to_the_next(evening, match):
    scorer, director = signed_in(evening), signed_in(evening, "director")
    mine, theirs = ticked(), ticked(game="b")
    scorer.post(page_of(match), mine)
    answer = director.post(page_of(match), theirs)
    assert (answer.status_code, "In the meantime scorer recorded hand 1" in markup(answer)) == (422, True)
    assert "This is hand 2" in markup(answer)
    assert director.post(page_of(match), theirs | {"step": "next"}).status_code == 302
    assert won_in(match) == [(2, 1), (1, 2)]


def test_a_second_keyboard_that_insists_opens_a_dispute_which_the_director_decides(evening, match):
    scorer, director = signed_in(evening), signed_in(evening, "director")
    director.post(page_of(match), ticked(game="b"))
    sent = ticked()
    asked = scorer.post(page_of(match), sent).context["form"]["asked"].value()
    answer = scorer.post(page_of(match), sent | {"asked": asked, "step": "confirm"})
    assert (answer.status_code, "Both versions are saved" in markup(answer)) == (409, True)
    assert "Hand 1 was recorded differently by 2 people." in markup(scorer.get(page_of(match)))
    (shown,) = played_in(match).hands
    (rival,) = shown.rivals
    page = director.get(f"{hand_page(match)}?version={rival.hand.pk}")
    assert page.context["form"]["game"].value() == "a"
    decided = ticked(reason="Counted again", version=shown.hand.pk)
    assert director.post(hand_page(match), decided).status_code == 302
    match.refresh_from_db()
    assert (won_in(match), match.state, Hand.objects.get(superseded_at=None).state) == (
        [(2, 1)],
        State.WAITING,
        State.RULED,
    )


def test_the_same_hand_from_two_keyboards_is_one_hand(evening, match):
    for who in ("scorer", "director"):
        assert signed_in(evening, who).post(page_of(match), ticked()).status_code == 302
    assert won_in(match) == [(2, 1)]


@pytest.mark.parametrize(
    "ticks",
    [
        {"turned_1": "J", "card_1": "JD", "answer_1": "run", "card_2": "4S"},
        {"high": "none", "low": None, "game": "tie", "high_rank": ""},
        {"high_rank": "10", "low_rank": "2", "jack": "none", "pips_a": "20", "pips_b": "9"},
        {"high_rank": "A", "jack": "b", "game": None, "pips_a": "20", "pips_b": "9"},
        {"turned_1": "J", "answer_1": "misdeal"},
    ],
)
def test_a_correction_starts_from_the_facts_as_they_were_keyed(evening, match, ticks):
    client = signed_in(evening)
    client.post(page_of(match), ticked(**ticks))
    before = Hand.objects.get().facts
    form = client.get(hand_page(match)).context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    assert client.post(hand_page(match), sent | {"step": "record"}).status_code == 302
    assert Hand.objects.get(superseded_at=None).facts == before


def test_a_scorer_corrects_and_withdraws_his_own_last_hand(evening, match):
    client = signed_in(evening)
    for number in (1, 2):
        client.post(page_of(match), ticked(number))
    version = played_in(match).hands[1].hand.pk
    assert client.post(hand_page(match, 2), ticked(2, game="b", version=version)).status_code == 302
    assert won_in(match) == [(2, 1), (1, 2)]
    assert "can change it" in markup(client.get(hand_page(match, 1)))
    assert client.post(withdraw_page(match, 2)).status_code == 302
    assert won_in(match) == [(2, 1)]
    assert "2 hands replaced or deleted" in markup(client.get(page_of(match)))


def test_a_correction_of_a_version_that_is_gone_is_refused(evening, match):
    client = signed_in(evening)
    client.post(page_of(match), ticked())
    version = played_in(match).hands[0].hand.pk
    assert client.post(hand_page(match), ticked(game="b", version=version)).status_code == 302
    assert client.post(hand_page(match), ticked(game="tie", version=version)).status_code == 409
    assert won_in(match) == [(1, 2)]


def test_the_director_corrects_any_hand_with_a_reason_and_a_scorer_only_his_last(evening, match):
    scorer, director = signed_in(evening), signed_in(evening, "director")
    for number in (1, 2):
        scorer.post(page_of(match), ticked(number))
    assert errors_in(director.post(hand_page(match), ticked(jack="b"))) == {
        "reason": ["Give a reason. It is saved with the hand."]
    }
    assert director.post(withdraw_page(match)).status_code == 422
    assert scorer.post(hand_page(match), ticked(jack="b", reason="I was wrong")).status_code == 403
    assert scorer.post(withdraw_page(match), {"withdraw_reason": "I was wrong"}).status_code == 403
    assert director.post(hand_page(match), ticked(jack="b", reason="The Jack was missed")).status_code == 302
    assert won_in(match) == [(2, 2), (2, 1)]
    assert "The Jack was missed" in markup(scorer.get(hand_page(match)))
    assert director.post(withdraw_page(match), {"withdraw_reason": "Never played"}).status_code == 302
    assert won_in(match) == [(2, 1)]


def test_all_hands_in_makes_a_result_that_the_director_agrees(evening, match):
    client = signed_in(evening)
    assert client.post(hands_in_page(match)).status_code == 409
    client.post(page_of(match), ticked())
    assert [client.post(hands_in_page(match)).status_code for _ in range(2)] == [302, 302]
    match.refresh_from_db()
    assert (match.state, *match.points) == (State.ENTERED, 2, 1)
    refused = client.post(page_of(match), ticked(2))
    sentence = "All hands of this match are in. If there is another, reopen the match first."
    assert (refused.status_code, errors_in(refused)) == (422, {"__all__": [sentence]})
    assert refused.context["form"]["high"].value() == "a"
    assert client.post(hands_in_page(match), {"play_on": "1"}).status_code == 302
    assert client.post(page_of(match), ticked(2)).status_code == 302
    client.post(hands_in_page(match))
    agree_matches([match], event=evening.event, by=evening.director, now=evening.now)
    assert client.post(hands_in_page(match), {"play_on": "1"}).status_code == 403
    assert signed_in(evening, "director").post(hands_in_page(match), {"play_on": "1"}).status_code == 302


def test_what_the_sheets_say_otherwise_is_shown_beside_the_hands(evening, match):
    client = signed_in(evening)
    client.post(page_of(match), ticked())
    enter_sheet(players_of(match)[0], [SheetEntry(match.pk, 4, 1)], by=evening.scorer, now=evening.now)
    assert "What counts is 4 – –" in markup(client.get(page_of(match)))
    client.post(hands_in_page(match))
    page = unescape(markup(client.get(page_of(match))))
    assert "All hands are in and add up to 2 – 1. What counts is 4 – 1" in page
    assert ("Hand by hand" in page, f"{players_of(match)[0].name}’s sheet</p>" in page) == (True, True)


def test_a_match_kept_hand_by_hand_waits_for_no_sheet(evening, match):
    client = signed_in(evening)
    players = {player.pk for player in players_of(match)}

    def waited_for() -> set[int]:
        board = board_of(evening.hour(1))
        return {missing.entry.pk for shown in board.matches if shown.match.pk == match.pk for missing in shown.missing}

    def missing_lines() -> list[bool]:
        lines = [line for sheet in sheets_of(evening.hour(1)) for line in sheet.lines if line.match.pk == match.pk]
        return [line.is_missing for line in lines]

    client.post(page_of(match), ticked())
    assert (waited_for(), missing_lines()) == (players, [True, True])
    client.post(hands_in_page(match))
    assert (waited_for(), missing_lines()) == (set(), [False, False])


def test_the_board_and_the_sheets_lead_to_the_match_and_to_a_hand_in_dispute(evening, match):
    signed_in(evening).post(page_of(match), ticked())
    sent = ticked(game="b")
    director = signed_in(evening, "director")
    asked = director.post(page_of(match), sent).context["form"]["asked"].value()
    director.post(page_of(match), sent | {"asked": asked, "step": "confirm"})
    board = markup(director.get(reverse("results", args=[evening.event.pk])))
    sheet = markup(director.get(reverse("sheet", args=[evening.event.pk, 1, players_of(match)[0].pk])))
    assert (page_of(match) in board, hand_page(match) in board, page_of(match) in sheet) == (True, True, True)


def test_the_page_of_a_match_leads_to_the_next_slip_that_is_not_in(evening):
    client = signed_in(evening)
    first, second, third, *_others, last = Match.objects.order_by("table__number", "round__number", "pk")
    client.post(page_of(second), ticked())
    client.post(hands_in_page(second))
    leads_to = [client.get(page_of(match)).context["next_slip"] for match in (first, third, last)]
    assert [leads_to[0], leads_to[2]] == [third, first]
    assert leads_to[1] not in (first, second, third)


def test_a_locked_evening_shows_its_hands_and_takes_none(evening, match):
    client = signed_in(evening)
    client.post(page_of(match), ticked())
    lock_event(evening.event, by=evening.director, now=evening.now)
    page = markup(client.get(page_of(match)))
    assert ("Nothing can be changed" in page, 'value="record"' in page) == (True, False)
    assert 'value="record"' not in markup(client.get(hand_page(match)))
    assert client.post(page_of(match), ticked(2)).status_code == 422
    assert client.post(hand_page(match), ticked(game="b")).status_code == 409
    assert won_in(match) == [(2, 1)]


def test_a_match_or_hand_that_is_not_there_is_not_found(evening, match):
    client = signed_in(evening)
    elsewhere = [reverse("match", args=[evening.event.pk, 10**6]), hand_page(match), withdraw_page(match, 9)]
    assert [client.post(page, ticked()).status_code for page in elsewhere] == [404, 404, 404]


def test_the_hall_that_stops_dead_may_stop_a_hand_at_the_bell(evening, match):
    Event.objects.update(bell_rule="stop_dead")
    sent = ticked(turned_1="J", stopped="on")
    assert signed_in(evening).post(page_of(match), sent).status_code == 302
    assert won_in(match) == [(1, 0)]
    assert played_in(match).hands[0].why == "Stopped by the bell"


@pytest.mark.slow
@pytest.mark.parametrize("hands", [1, 30])
def test_a_match_takes_the_same_few_queries_for_any_number_of_hands(evening, match, hands, django_assert_num_queries):
    client = signed_in(evening)
    for number in range(1, hands + 1):
        client.post(page_of(match), ticked(number, dealer="ab"[number % 2]))
    client.get(page_of(match))
    with django_assert_num_queries(11):
        client.get(page_of(match))
