"""The feats of a team match, from hands and games, and noted at a table or the desk.

At these tables a game is to 3, so that one hand is a game. Arima (side 1) meets Belmont at three tables.
"""

from collections import Counter
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring import HandFacts, TrumpFact, stand, turn_up
from tests.evenings import NAMES
from tests.matches.test_team_matches import TeamMatch, make_match
from tests.phone.test_table import Phone as Browser
from tests.round_evenings import out
from tests.transfer.test_export import bring_in, empty_database, written
from tournament.club.queries import names_shown_to
from tournament.desk.queries.undo import press_of, undoable_steps
from tournament.door.services.teams import substitute
from tournament.draw.queries.undone_releases import why_seats_stay
from tournament.foundation.authors import Phone
from tournament.foundation.errors import CannotTakeBack, FeatNoted, NeedsFigure, NoSuchFeat
from tournament.hands.queries.hands import match_in_hands
from tournament.hands.services.recording import record_hand
from tournament.matches.feats import feats_to_note
from tournament.matches.queries.feats import with_feats
from tournament.matches.queries.matches import seating_of
from tournament.matches.queries.team_matches import team_match_of
from tournament.models import Audience, Club, Entry, Event, Hand, Match, NotedFeat
from tournament.paper.queries.printed_results import printed_results_of
from tournament.publishing.queries.evening_page import evening_for_site
from tournament.results.services.decisions import agree_matches
from tournament.results.services.feats import note_feat, withdraw_feat
from tournament.rules.queries.rules import rules_of

TWO_GAMES = {"length_kind": "games", "length_number": 2}
COLUMNS = ("kick-S", "kick-H", "kick-D", "kick-C")


def make(evening_of, **settings: object) -> TeamMatch:
    return make_match(evening_of, **TWO_GAMES | settings)


def hang(match: TeamMatch, table: int, winner: int, card: str, pips: tuple[int, int] | None = None) -> Hand:
    """Records a hand in which a side hangs the Jack of the others; `card` is the one that was turned up."""
    own = match.table(table)
    seating = seating_of(own)
    dealer, won, lost = seating.seats[0], f"side-{winner}", f"side-{3 - winner}"
    facts = HandFacts(
        *(seating, dealer, (turn_up(card), stand(seating.after[dealer]))),
        *(TrumpFact(won), TrumpFact(won), TrumpFact(lost, won_by=won)),
        pips=pips and {"side-1": pips[0], "side-2": pips[1]},
        game=None if pips else won,
    )
    number = match_in_hands(match.evening.event, own.pk).next_number
    by, now = match.evening.scorer, match.evening.now
    return record_hand(own, number=number, entry_key=uuid4(), facts=facts, by=by, now=now)


def feats_of(match: TeamMatch) -> list[str]:
    event = Event.objects.get()
    score = team_match_of(match.table_with_event(1))
    assert score is not None
    return [feat.in_words for feat in with_feats(event, [score])[0].feats]


def note(match: TeamMatch, table: int, side: int, feat: str, **more: object) -> NotedFeat:
    return note_feat(match.table(table), side, feat, **{"by": match.evening.scorer, "now": match.evening.now} | more)


def names(match: TeamMatch, table: int, side: int) -> str:
    return match.table(table).all_sides[side - 1].name


def test_hands_tell_the_first_hang_jack_of_each_suit_and_the_highest_count(evening_of):
    match = make(evening_of)
    (
        hang(match, 2, 2, "9H", (20, 44)),
        hang(match, 1, 1, "8H"),
        hang(match, 1, 1, "7S", (30, 10)),
        hang(match, 3, 1, "9"),
    )
    second = names(match, 2, 2)
    assert feats_of(match) == [
        f"First hang jack, spades: {names(match, 1, 1)}, table 1",
        f"First hang jack, hearts: {second}, table 2",
        f"Highest count for Game: 44, {second}, table 2",
        f"Straight games: 2–0, {names(match, 1, 1)}, table 1",
    ]


def test_a_hand_corrected_later_was_still_the_first(evening_of):
    match = make(evening_of)
    hang(match, 2, 2, "9H"), hang(match, 1, 1, "8H")
    Hand.objects.filter(match=match.table(2)).update(superseded_at=match.evening.now)
    first = Hand.objects.get(match=match.table(2))
    first.pk, first.entry_key, first.superseded_at, first.entered_at = None, uuid4(), None, match.evening.now
    first.save()
    assert feats_of(match) == [f"First hang jack, hearts: {names(match, 2, 2)}, table 2"]


def test_the_most_games_of_a_pair_are_those_of_both_halves_once_the_match_is_over(evening_of):
    match = make(evening_of, plan=[["one-match", 2, 0]], length_number=1)
    won: Counter[str] = Counter()
    for half, winners in ((1, (1, 2, 1)), (2, (1, 1, 2))):
        if half == 2:
            out(match.evening, half)
        match.half = half
        assert feats_of(match) == []
        for table, winner in enumerate(winners, start=1):
            match.game(table, winner)
            won[names(match, table, winner)] += 1
    most = max(won.values())
    told = [feat.rsplit(", table", 1)[0] for feat in feats_of(match)]
    assert sorted(told) == sorted(f"Most bullseyes of a pair: {most}, {pair}" for pair in won if won[pair] == most)


def test_slips_tell_straight_games_and_the_pair_with_most(evening_of):
    match = make(evening_of)
    match.slip(1, 2, 0), match.slip(2, 1, 1), match.slip(3, 1, 1)
    pair = names(match, 1, 1)
    by, now = match.evening.director, match.evening.now
    agree_matches(Match.objects.all(), event=match.evening.event, by=by, now=now)
    assert feats_of(match) == [
        f"Most bullseyes of a pair: 2, {pair}, table 1",
        f"Straight games: 2–0, {pair}, table 1",
    ]


def test_what_hands_do_not_tell_is_noted_once_and_undone(evening_of):
    match = make(evening_of)
    noted = note(match, 3, 2, "kick-D")
    assert feats_of(match) == [f"First kick of the drawn card, diamonds: {names(match, 3, 2)}, table 3"]
    with pytest.raises(FeatNoted):
        note(match, 1, 1, "kick-D")
    event = match.evening.event
    (step,) = undoable_steps(event, most=1, checked=1)
    assert step.name.startswith("noted feat, ")
    press = press_of(event, step.log)
    assert press is not None
    for call in press[2]:
        call(by=match.evening.director, now=match.evening.now)
    assert feats_of(match) == []
    with pytest.raises(CannotTakeBack):
        withdraw_feat(event, noted.pk, by=match.evening.director, now=match.evening.now)
    note(match, 1, 1, "kick-D")
    assert feats_of(match) == [f"First kick of the drawn card, diamonds: {names(match, 1, 1)}, table 1"]


def test_seats_stay_once_a_feat_is_noted(evening_of):
    match = make(evening_of)
    stage = match.table(1).table.stage
    assert why_seats_stay(stage) == ""
    note(match, 1, 1, "kick-S")
    words = "Something has been recorded for these seats, so they stay. Move single players instead."
    assert why_seats_stay(stage) == words


def test_a_hand_that_was_played_before_the_note_comes_first(evening_of):
    match = make(evening_of)
    hang(match, 1, 1, "9")
    note(match, 1, 1, "hang-jack-C")
    with pytest.raises(FeatNoted):
        note(match, 2, 2, "hang-jack-C")
    hang(match, 2, 2, "9C")
    assert feats_of(match) == [f"First hang jack, clubs: {names(match, 1, 1)}, table 1"]


def test_the_highest_count_is_noted_with_its_figure_as_often_as_it_is_beaten(evening_of):
    match = make(evening_of)
    for figure in (None, 0, 81):
        with pytest.raises(NeedsFigure, match="count"):
            note(match, 1, 1, "count", figure=figure)
    note(match, 1, 1, "count", figure=60), note(match, 2, 1, "count", figure=80), note(match, 3, 1, "count", figure=80)
    assert feats_of(match) == [
        f"Highest count for Game: 80, {names(match, table, 1)}, table {table}" for table in (2, 3)
    ]


def test_nothing_else_can_be_noted(evening_of):
    match = make(evening_of)
    for side, feat in ((1, "games"), (1, "kick"), (1, "kick-X"), (3, "kick-S"), (1, "")):
        with pytest.raises(NoSuchFeat):
            note(match, 1, side, feat)
    assert [*feats_to_note(rules_of(match.evening.event), ())] == [
        *COLUMNS,
        *("hang-jack-S", "hang-jack-H", "hang-jack-D", "hang-jack-C", "royal-hang-jack", "count"),
    ]


def test_a_phone_deletes_only_what_it_noted(evening_of):
    match = make(evening_of)
    noted = note(match, 1, 1, "royal-hang-jack", by=Phone("own", 1))
    for other in (Phone("other", 1), Phone("own", 2)):
        with pytest.raises(CannotTakeBack):
            withdraw_feat(match.evening.event, noted.pk, by=other, now=match.evening.now)
    withdraw_feat(match.evening.event, noted.pk, by=Phone("own", 1), now=match.evening.now)
    assert feats_of(match) == []


def test_feats_are_read_with_four_queries_whatever_is_played(evening_of, django_assert_num_queries):
    match = make(evening_of)
    hang(match, 1, 1, "9H"), note(match, 1, 1, "kick-S")
    event, score = Event.objects.get(), team_match_of(match.table_with_event(1))
    assert score is not None
    with django_assert_num_queries(4):
        assert len(with_feats(event, [score])[0].feats) == 2
    with django_assert_num_queries(0):
        assert with_feats(event, []) == ()


def test_another_laptop_gets_the_feats(evening_of):
    match = make(evening_of)
    note(match, 1, 1, "kick-S"), hang(match, 2, 2, "9H")
    before = feats_of(match)
    content = written(match.evening.event)
    empty_database()
    Club.objects.create(name="The Jack and Knave")
    bring_in(content, is_same_club=True)
    assert feats_of(match) == before


def test_a_table_notes_a_feat_on_its_phone_and_takes_it_back(evening_of):
    match = make(evening_of)
    phone = Browser(match.table(1))
    page = phone.url("table_feats")
    assert page in phone.get()
    answer = phone.client.post(page, {"feat": "kick-H", "side": 2}, follow=True)
    assert "First kick of the drawn card, hearts" in answer.content.decode()
    again = phone.client.post(page, {"feat": "kick-H", "side": 1})
    assert (again.status_code, "Only the first one counts" in again.content.decode()) == (409, True)
    assert feats_of(match) == [f"First kick of the drawn card, hearts: {names(match, 1, 2)}, table 1"]
    phone.client.post(page, {"delete": NotedFeat.objects.get().pk})
    assert feats_of(match) == []
    call_at = phone.url("table_feats").partition(f"/{match.table(1).pk}/")[0] + "/"
    assert f'action="{call_at}"' in phone.client.get(page).content.decode()
    phone.client.post(call_at)
    assert "The director was called at" in phone.client.get(page).content.decode()


def test_the_desk_notes_a_feat_of_any_table_and_every_page_lists_it(evening_of, as_director: Client):
    match = make(evening_of)
    event, pk = match.evening.event, match.table(1).pk
    page = reverse("feats", args=[event.pk, pk])
    board = as_director.get(reverse("results", args=[event.pk])).content.decode()
    assert reverse("feats", args=[event.pk, match.table(3).pk]) in board
    assert as_director.post(page, {"feat": "kick-H", "pair": "0-1"}).status_code == 422
    answer = as_director.post(page, {"feat": "kick-H", "pair": f"{match.table(2).pk}-1"}, follow=True)
    label = "First kick of the drawn card, hearts"
    assert f"<b>{label}</b>" in answer.content.decode()
    for address in (reverse("results", args=[event.pk]), reverse("standings", args=[event.pk])):
        assert f"<b>{label}</b>" in as_director.get(address).content.decode()
    log = as_director.get(reverse("log", args=[event.pk])).content.decode()
    assert f"Noted a feat: {label}, {names(match, 2, 1)}" in log
    as_director.post(page, {"delete": NotedFeat.objects.get().pk})
    assert feats_of(match) == []


def test_the_site_and_the_paper_list_feats_with_the_names_that_their_readers_see(evening_of):
    match = make(evening_of)
    note(match, 1, 1, "kick-S")
    event = match.evening.event
    (meeting,) = printed_results_of(event).stages[0].meetings
    assert [feat.in_words for feat in meeting.team_match.feats] == feats_of(match)
    page = evening_for_site(event, names_shown_to(Audience.PUBLIC, event.club))
    (feat,) = page.team_matches[0].feats
    assert (feat.label, feat.table) == ("First kick of the drawn card, spades", 1)
    assert [name for name in NAMES[:12] if name in repr(feat)] == []


def test_a_count_that_is_missing_is_asked_for_at_its_box_and_nothing_chosen_is_lost(evening_of, as_director: Client):
    match = make(evening_of)
    page, pair = reverse("feats", args=[match.evening.event.pk, match.table(1).pk]), f"{match.table(2).pk}-1"
    chosen = as_director.get(page).content.decode()
    answer = as_director.post(page, {"feat": "count", "pair": pair})
    shown = answer.content.decode()
    assert (answer.status_code, chosen.count(" selected")) == (422, 0)
    assert [f'<option value="{value}" selected>' in shown for value in ("count", pair)] == [True, True]
    assert shown.index('<label for="figure">') < shown.index("Enter the count too.") < shown.index('<input id="figure"')


def test_a_match_of_no_team_match_has_no_feats(evening_of, as_director: Client):
    evening = evening_of(4).playing()
    match = evening.matches(1)[0]
    assert as_director.get(reverse("feats", args=[evening.event.pk, match.pk])).status_code == 404
    assert Browser(match).client.get(Browser(match).url("table_feats")).status_code == 404


def test_a_feat_of_a_hand_counts_for_who_sat_then_and_one_of_the_match_for_who_sat_when_it_began(evening_of):
    match = make(evening_of)
    hang(match, 1, 1, "9H")
    gone = seating_of(match.table(1)).seats[0]
    evening = match.evening
    substitute(Entry.objects.get(pk=gone), "Zoe Late", from_hand=2, by=evening.director, now=evening.now)
    hang(match, 1, 1, "9S")
    for table in (2, 3):
        hang(match, table, 2, "9D"), hang(match, table, 2, "9C")
    feats = with_feats(evening.event, [team_match_of(match.table(1))])[0].feats
    name, who = Entry.objects.get(pk=gone).name, {(feat.key, feat.table): feat.who for feat in feats}
    said = {key: [each in names for each in (name, "Zoe Late")] for (key, table), names in who.items() if table == 1}
    of_match = dict.fromkeys(("games", "straight"), [True, False])
    assert said == {"hang-jack-H": [True, False], "hang-jack-S": [False, True], **of_match}
