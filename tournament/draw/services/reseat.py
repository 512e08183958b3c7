"""Reseats players who turn out to sit in each other's seats, and puts stand-ins into a seat in the middle of a match.

What a table recorded was played by those who really sat there, so its hands and score stay with the table, chair by
chair. Only the names change, in seats, sides and every fact that names a player. Reseating the same two again undoes
it. An agreement and slips are undone before; refused once the match is ruled.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scoring import HandFacts, Seating, TrumpFact, read_hand
from tournament.draw.log_actions import RESEAT
from tournament.draw.queries.reseats import changes_made
from tournament.event.queries.hours import released_stage
from tournament.event.services.restore_points import set_restore_point
from tournament.foundation.errors import TournamentError
from tournament.foundation.writing import note, writing
from tournament.matches.queries.matches import has_stand_ins, read_sides, seating_of, seatings_of, side_of
from tournament.matches.queries.results import current_lines
from tournament.matches.services.settling import reopen_result, rescore_hands, settle_match
from tournament.matches.services.versions import lock_match
from tournament.models import Account, Enters, Entry, Event, Hand, Match, Rest, Seat, SidePlayer, Stage, State

Names = Mapping[str, str]


class CannotReseat(TournamentError):
    """These two can no longer change seats, or not with each other; the sentence says why."""


class ResultInTheWay(CannotReseat):
    """These two can change seats once an agreement or a slip is undone, on which nothing depends."""


def reseat(
    stage: Stage,
    first: Entry,
    second: Entry,
    *,
    seen: int | None = None,
    reopening: bool = False,
    by: Account | None,
    now: datetime,
) -> list[tuple[Entry, Entry]]:
    """Swaps the recorded seats of two players who sit in each other's place, each with their partner if pairs or teams
    enter. Returns who changed with whom.

    `seen` is the number of changes made when the page was shown (`draw.queries.reseats`), so that pressing twice does
    not undo it. With `reopening` the agreement and the slips of their matches are undone first; without it, they raise
    ResultInTheWay. Raises CannotReseat if `seen` differs, once a result of theirs is ruled or has seated others, and
    for an earlier round, whose results have been used already.
    """
    with writing(stage.event) as event:
        if event.kind.has_free_chairs or released_stage(event) != stage:
            raise CannotReseat(_("Only players in the current round can be swapped."))
        if seen is not None and seen != changes_made(stage):
            raise CannotReseat(_("Seats have changed since you opened this page. This is the current list."))
        changes = _who_change(event, stage, first, second)
        set_restore_point(event, RESEAT, hour=stage.number, by=by, now=now)
        places = {one.pk: other.pk for pair in changes for one, other in (pair, pair[::-1])}
        matches = _matches_of(stage, places)
        in_the_way = [match for match in matches if match.state == State.AGREED or current_lines(match)]
        if in_the_way and not reopening:
            raise ResultInTheWay(_say_way(in_the_way[0]))
        for match in in_the_way:
            reopen_result(match, by=by, now=now)
        seatings = {match.pk: seating_of(match) for match in matches}
        _change_places(stage, places)
        names = {str(one): str(other) for one, other in places.items()}
        for match in matches:
            current = lock_match(match)
            seated = seating_of(current)
            for hand in Hand.objects.filter(match=match):
                _rename_hand(hand, seatings[match.pk], seated, names)
            rescore_hands(current)
            settle_match(current)
        after = {"hour": stage.number, "entries": [[one.pk, other.pk] for one, other in changes]}
        note(event, RESEAT, by=by, now=now, after=after)
    return changes


def _who_change(event: Event, stage: Stage, first: Entry, second: Entry) -> list[tuple[Entry, Entry]]:
    """Returns who changes with whom: those two, and all who sit down with them if pairs or teams enter; within one
    team, its pairs at two tables."""
    placed = _places_of(stage)
    where = {entry.pk: at for at, entry in placed}
    if not {first.pk, second.pk} <= where.keys():
        raise CannotReseat(_("Tick 2 players who are in this round."))
    if event.enters == Enters.PLAYERS:
        return [(first, second)]
    if first.team_id != second.team_id:
        ones = [entry for _at, entry in placed if entry.team_id == first.team_id]
        others = [entry for _at, entry in placed if entry.team_id == second.team_id]
    else:
        if where[first.pk] == where[second.pk]:
            raise CannotReseat(_("These 2 are partners. Tick a player from another pair."))
        ones = [entry for at, entry in placed if at == where[first.pk] and entry.team_id == first.team_id]
        others = [entry for at, entry in placed if at == where[second.pk] and entry.team_id == second.team_id]
    if len(ones) != len(others):
        raise CannotReseat(_("They do not have the same number of players in this round."))
    return list(zip(ones, others, strict=True))


def _places_of(stage: Stage) -> list[tuple[int, Entry]]:
    """Returns everybody with a place in a round, by table and chair, then those who rest (table 0)."""
    seats = Seat.objects.filter(table__stage=stage).select_related("entry__player", "table")
    rests = Rest.objects.filter(stage=stage).select_related("entry__player").order_by("pk")
    at_tables = [(seat.table.number, seat.entry) for seat in seats.order_by("table__number", "position")]
    return [*at_tables, *((0, rest.entry) for rest in rests)]


def _matches_of(stage: Stage, places: Mapping[int, int]) -> list[Match]:
    """Returns the matches of these players. Raises CannotReseat if one is ruled, has a stand-in or a player's sheet, or
    has a result from which a later round is drawn."""
    theirs = Match.objects.filter(table__stage=stage, sides__players__entry__in=places).distinct()
    matches = [lock_match(match) for match in theirs.order_by("table__number", "pk")]
    later = Stage.objects.filter(event=stage.event_id, number__gt=stage.number)
    for match in matches:
        if match.state in (State.RULED, State.CALLED_OFF) or match.walk_over is not None:
            sentence = _(
                "The result of table %(table)s is already decided: %(match)s. Undo that decision, then swap; or make a "
                "ruling to correct it."
            )
            raise CannotReseat(sentence % {"table": match.table.number, "match": match.name})
        if has_stand_ins(match):
            sentence = _("Somebody took a seat during the match at table %(table)s. Make a ruling to correct it.")
            raise CannotReseat(sentence % {"table": match.table.number})
        lines = current_lines(match)
        if (lines or match.state == State.AGREED) and later.exists():
            sentence = _(
                "Table %(table)s already has a result: %(match)s. The draft of the next round is made from it. "
                "Discard that draft, then swap."
            )
            raise CannotReseat(sentence % {"table": match.table.number, "match": match.name})
        if any(not line.slip for line in lines):
            sentence = _(
                "A sheet of table %(table)s has already been keyed in: %(match)s. Make a ruling to correct it."
            )
            raise CannotReseat(sentence % {"table": match.table.number, "match": match.name})
    return matches


def _say_way(match: Match) -> str:
    sentence = _(
        "Table %(table)s already has a result: %(match)s. Undo its agreement and its slip, swap, then key the slip in "
        "again. “Undo the result and swap” does the first 2 in one press."
    )
    return sentence % {"table": match.table.number, "match": match.name}


def _change_places(stage: Stage, places: Mapping[int, int]) -> None:
    """Swaps seats, rests and sides, all of a kind at once, because row by row two players of one table would violate
    the unique constraint."""
    seats = Seat.objects.filter(table__stage=stage, entry__in=places)
    players = SidePlayer.objects.filter(side__match__table__stage=stage, entry__in=places)
    rests = Rest.objects.filter(stage=stage, entry__in=places)
    swapped: tuple[QuerySet[Any], ...] = (seats, players, rests)
    for of_kind in swapped:
        rows = list(of_kind.order_by("pk"))
        of_kind.model._default_manager.filter(pk__in=[row.pk for row in rows]).delete()
        for row in rows:
            row.entry_id = places[row.entry_id]
        of_kind.model._default_manager.bulk_create(rows)


def _rename_hand(hand: Hand, before: Seating, after: Seating, names: Names) -> None:
    """Puts the names of those who really played into one version of a hand."""
    hand.facts = rename_facts(read_hand(hand.facts, before), after, names).to_dict()
    hand.awards = rename_awards(hand.awards, names)
    hand.save(update_fields=["facts", "awards"])


def rename_facts(facts: HandFacts, seating: Seating, names: Names) -> HandFacts:
    """Returns the same hand with other players in these seats, and with other sides if everybody plays for themselves.
    A rank or a tie is no name, so it stays."""

    def who(name: str) -> str:
        return names.get(name, name)

    def fact(trump: TrumpFact) -> TrumpFact:
        return trump._replace(
            holder=_rename_if_named(trump.holder, names), won_by=_rename_if_named(trump.won_by, names)
        )

    return replace(
        facts,
        seating=seating,
        dealer=who(facts.dealer),
        events=tuple(event._replace(player=_rename_if_named(event.player, names)) for event in facts.events),
        high=fact(facts.high) if isinstance(facts.high, TrumpFact) else facts.high,
        low=fact(facts.low) if isinstance(facts.low, TrumpFact) else facts.low,
        jack=fact(facts.jack) if isinstance(facts.jack, TrumpFact) else facts.jack,
        pips=None if facts.pips is None else {who(side): pips for side, pips in facts.pips.items()},
        game=_rename_if_named(facts.game, names),
        dealt=None if facts.dealt is None else {who(player): cards for player, cards in facts.dealt.items()},
        tricks=None
        if facts.tricks is None
        else tuple(tuple((who(player), card) for player, card in trick) for trick in facts.tricks),
    )


def _rename_if_named(name: str | None, names: Names) -> str | None:
    return None if name is None else names.get(name, name)


def rename_awards(awards: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """Renames sides and players in awards as `plain_awards` stores them. Versions that do not count are renamed as
    well, because nothing scores them again."""

    def rename(won: Sequence[Sequence[Any]]) -> list[list[Any]]:
        return [[kind, names.get(side, side), points] for kind, side, points in won]

    renamed = dict(awards) | {
        "awards": rename(awards["awards"]),
        "uncounted": rename(awards["uncounted"]),
        "all_fours": _rename_if_named(awards["all_fours"], names),
        "jacks_turned": {names.get(side, side): count for side, count in awards["jacks_turned"].items()},
        "next_dealer": _rename_if_named(awards["next_dealer"], names),
    }
    return renamed | ({"winner": names.get(awards["winner"], awards["winner"])} if "winner" in awards else {})


def take_seat(event: Event, match: Match, gone: Entry, came: Entry, *, from_hand: int) -> None:
    """Puts `came` into the seat of `gone` from this hand on, also in what is recorded of these hands. Taking the seat
    back from the same hand on undoes it. The caller holds the transaction."""
    current = lock_match(match)
    side = side_of(current, gone.pk)
    assert side
    (player,) = (each for each in side.all_players if each.entry_id == gone.pk)
    before = seatings_of(current)
    sat = {hand.pk: before(hand.number) for hand in Hand.objects.filter(match=current)}
    SidePlayer.objects.filter(pk=player.pk).update(entry=came, before=_tenures_of(player, came, from_hand))
    Seat.objects.filter(table=current.table, entry=gone).update(entry=came)
    current = read_sides(current)
    current.table.stage.event = event
    seated = seatings_of(current)
    for hand in Hand.objects.filter(match=current, number__gte=from_hand):
        old, new = sat[hand.pk], seated(hand.number)
        _rename_hand(hand, old, new, dict(zip(old.seats, new.seats, strict=True)))
    rescore_hands(current)
    settle_match(current)


def _tenures_of(player: SidePlayer, came: Entry, from_hand: int) -> list[list[int]]:
    """Returns who sat there before them, each with the number of the last hand they played."""
    last = from_hand - 1
    tenures = [[entry, until] for entry, until in player.before if until < last]
    return [*tenures, [player.at_hand(last), last]] if last and player.at_hand(last) != came.pk else tenures
