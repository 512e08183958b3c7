"""Evenings of every kind, played by the services in the same way each time, and a function that empties the database as
if it were another computer's."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from decimal import Decimal
from random import Random
from uuid import uuid4

from django.db import connection

from tests.evenings import Evening
from tests.event.test_table_evenings import play_match
from tests.round_evenings import Rounds, out, rule_all
from tests.scoring.dealing import played_hand
from tournament.door.services.entries import enter_players, remove_entry
from tournament.door.services.people import leave
from tournament.door.services.teams import substitute
from tournament.door.services.till import pay
from tournament.draw.services.draws import undo_release
from tournament.draw.services.reseat import reseat
from tournament.draw.services.round_draws import draw_round
from tournament.event.services.codes_and_calls import call_director, reissue_code
from tournament.event.services.events import change_settings
from tournament.event.services.wishes import set_wishes
from tournament.foundation.authors import Phone
from tournament.foundation.errors import HandAlreadyRecorded
from tournament.foundation.model_rows import own_models
from tournament.hands.queries.hands import match_in_hands
from tournament.hands.services.hands import correct_hand, withdraw_hand
from tournament.hands.services.recording import record_hand, submit_hand
from tournament.matches.queries.matches import seating_of
from tournament.models import Event, Hand, Match
from tournament.results.services.decisions import call_off, give_walk_over, make_ruling, share_table
from tournament.rules.queries.rules import rules_of
from tournament.screens.services import begin_prizes, draw_winner, show_call_out
from tournament.standings.services import record_cuts, record_play_off
from tournament.transfer.services.going_back import go_back, set_point_by_hand

Play = Callable[[Callable[..., Evening], Rounds], Evening]


def empty_database() -> None:
    """Deletes every row, whatever refers to it. Ids continue from where they were, so no row gets an id that it had
    before."""
    for model in own_models():
        model._base_manager.all()._raw_delete(connection.alias)


def points_of(match: Match) -> tuple[int, int]:
    """Returns points that depend on names, not ids, and differ enough that few are level."""
    one, other = (sum(map(ord, side.name)) for side in match.sides.all())
    return one % 23, other % 19


def kent(evening_of: Callable[..., Evening], rounds_of: Rounds) -> Evening:
    """Plays seven players in two hours with sheets; the second hour is on."""
    evening = evening_of(7).begun()
    evening.play_rounds(1)
    evening.hand_in(1, points_of)
    evening.end_rounds(1)
    evening.second()
    evening.play_rounds(2, until=1)
    return evening


def tables(
    format: str, players: int, settings: Mapping[str, object], hands: int
) -> Callable[[Callable[..., Evening], Rounds], Evening]:
    def play(evening_of: Callable[..., Evening], rounds_of: Rounds) -> Evening:
        evening = evening_of(players, format=format, **settings)
        evening.begin()
        evening.play_rounds(1)
        chance = Random(f"{format} {settings}")
        for match in evening.matches(1):
            play_match(evening, match, chance, hands=hands)
        return evening

    return play


def rounds(entered: int, plan: list[list[object]], until: int, **settings: object) -> Play:
    def play(evening_of: Callable[..., Evening], rounds_of: Rounds) -> Evening:
        evening = rounds_of(entered, plan=plan, **settings)
        for number in range(1, until + 1):
            out(evening, number)
            rule_all(evening, number, first_wins=lambda match: match.table.number % 2 == 0)
        return evening

    return play


def everything(evening_of: Callable[..., Evening], rounds_of: Rounds) -> Evening:
    """Plays an evening with everything that has a row of its own: late and disputed hands, a stand-in in the middle of
    a match, seats taken back and changed, wishes, money, cuts, play-offs, calls, prizes."""
    evening = rounds_of(6, plan=[["round-robin", 5]], length_kind="games", length_number=5, price=Decimal("4.50"))
    event, by = evening.event, evening.director
    change_settings(event, {"currency": "£"}, by=by, now=evening.now)
    for name in ("Ann Ash", "Bea Ash"):
        pay(evening.entry(name), Decimal("4.50"), seen=0, by=by, now=evening.now)
    (wrong,) = enter_players(event, ["Wanda Wrong"], by=by, now=evening.now)
    remove_entry(wrong, by=by, now=evening.now)
    apart = [evening.entry("Fay Ash")]
    set_wishes(evening.entry("Cy Ash"), stays_at=2, comes_from="Oare", apart=apart, by=by, now=evening.now)
    out(evening, 1)
    undo_release(evening.hour(1), by=by, now=evening.now)
    out(evening, 1)
    one, other, *more = evening.matches(1)
    evening.play_rounds(1)
    play_by_phone(evening, one)
    play_match(evening, other, Random(7), hands=2)
    gone = other.sides.all()[0].entries[0]
    substitute(gone, "Zoe Late", from_hand=3, by=by, now=evening.now)
    other = evening.matches(1)[1]
    chance = Random(9)
    facts = played_hand(rules_of(event), seating_of(other), chance).facts
    record_hand(other, number=3, entry_key=uuid4(), facts=facts, by=evening.scorer, now=evening.now)
    call_director(event, table_number=1, match=one, now=evening.now)
    for match in more:
        call_off(match, reason="No time", by=by, now=evening.now)
    share_table(other, "1/2", reason="One table too few", by=by, now=evening.now)
    rule_all_open(evening, 1)
    evening.end_rounds(1)
    out(evening, 2)
    sitting = [match.sides.all()[0].entries[0] for match in evening.matches(2)[:2]]
    reseat(evening.hour(2), sitting[0], sitting[1], by=by, now=evening.now)
    give_walk_over(evening.matches(2)[0], 1, reason="They went home", by=by, now=evening.now)
    rule_all_open(evening, 2)
    stage = evening.hour(2)
    keys = [entry.team_id for entry in sitting]
    record_cuts(stage, {keys[0]: ["A"], keys[1]: ["7", "K"]}, by=by, now=evening.now)
    record_play_off(stage, [[keys[1]], [keys[0]]], by=by, now=evening.now)
    show_call_out(event, "Tea is ready", screen=None, by=by, now=evening.now)
    draw_winner(event, prize="Ham", seed=5, seen=0, by=by, now=evening.now)
    begin_prizes(event, places=3, side_prizes=True, by=by, now=evening.now)
    reissue_code(event, 1, by=by, now=evening.now)
    late_hand(evening, one)
    leave(evening.entry("Hal Ash"), by=by, now=evening.now)
    draw_round(Event.objects.get(pk=event.pk), 3, seed=3, by=by, now=evening.now)
    point = set_point_by_hand(event, "before tea", by=by, now=evening.now)
    late_hand(evening, one, number=5)
    go_back(point, newest=point.pk, reason="Tea was cold", by=by, now=evening.now)
    event.refresh_from_db()
    return evening


def rule_all_open(evening: Evening, number: int) -> None:
    for match in evening.matches(number):
        if match.state in ("waiting", "entered", "disputed"):
            reason = "By the table"
            make_ruling(match, points=(14, 9), games=(1, 0), reason=reason, by=evening.director, now=evening.now)


def play_by_phone(evening: Evening, match: Match) -> None:
    """Records four hands on phones: one disputed, one corrected with a reason, one withdrawn."""
    chance, event = Random(1674), evening.event
    for number in range(1, 5):
        facts = played_hand(rules_of(event), seating_of(match), chance).facts
        read = match_in_hands(Event.objects.get(pk=event.pk), match.pk)
        assert read
        phone = Phone("phone-a", match.table.number, 1)
        submit_hand(read, number=number, entry_key=uuid4(), facts=facts, by=phone, is_valid=True, now=evening.now)
    rival = played_hand(rules_of(event), seating_of(match), chance).facts
    with suppress(HandAlreadyRecorded):
        record_hand(match, number=2, entry_key=uuid4(), facts=rival, by=evening.scorer, now=evening.now)
    hand = Hand.objects.get(match=match, number=1, superseded_at=None)
    correct_hand(hand, entry_key=uuid4(), facts=rival, reason="Misread", by=evening.director, now=evening.now)
    last = Hand.objects.get(match=match, number=4, superseded_at=None)
    withdraw_hand(last, reason="Not played", by=evening.director, now=evening.now)


def late_hand(evening: Evening, match: Match, *, number: int = 4) -> None:
    event = Event.objects.get(pk=evening.event.pk)
    read = match_in_hands(event, match.pk)
    assert read
    facts = played_hand(rules_of(event), seating_of(match), Random(12)).facts
    phone = Phone("phone-b", match.table.number, 2)
    submit_hand(read, number=number, entry_key=uuid4(), facts=facts, by=phone, is_valid=False, now=evening.now)


KINDS: Mapping[str, Play] = {
    "kent": kent,
    "trinidad tables": tables("trinidad-tables", 12, {"house_rules": {"points.game": 2}}, 6),
    "pitch of four and five": tables(
        "auction-pitch-tables", 9, {"length_kind": "single", "house_rules": {"settle_up.set_backs": True}}, 8
    ),
    "seven up in threes": tables(
        "seven-up-tables", 6, {"table_size": 3, "length_kind": "games", "length_number": 3}, 12
    ),
    "pairs, round robin": rounds(5, [["round-robin", 3]], 3),
    "swiss": rounds(6, [["swiss", 3]], 3),
    "a knock-out with its plate": rounds(5, [["knock-out", 0]], 3),
    "two parts": rounds(6, [["round-robin", 2], ["knock-out", 0, 4]], 3, criteria=["match_points"]),
    "teams": rounds(3, [["round-robin", 0]], 2, enters="teams"),
    "everything": everything,
}
"""Keyed by what is played."""
