"""Draws one round of an evening of rounds: makes a draft from who is here, what was played and what the club wants."""

from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _

from tournament.draw.queries.fields import BY_SCORE, field_of_round, ties_at_the_cut
from tournament.draw.queries.seating_reasons import in_words
from tournament.draw.services.draws import keep_draft
from tournament.event.queries.competitors import competitors_of, competitors_ready, seat_competitors
from tournament.event.queries.hours import hour_numbers, is_knock_out, place_of, plan_with_rounds, released_stage
from tournament.event.services.events import change_settings
from tournament.foundation.errors import AlreadyReleased, CannotDraw
from tournament.foundation.writing import writing
from tournament.models import SETTLED, Account, Event, Match, Stage, State, join_names
from tournament.movements import MOVEMENTS
from tournament.movements.draw import CannotSeat, Why
from tournament.movements.faults import find_field_faults, is_repeat
from tournament.movements.knock_out import starting_orders
from tournament.movements.words import CANNOT_SEAT_TEXTS

NOTHING_LEFT = ("knock_out_over", "all_played", "all_moved")


# A round drawn from a wrong result cannot be undone later. So if results decide who meets whom, they must be agreed or
# ruled first.
def draw_round(event: Event, number: int, *, seed: int, by: Account | None, now: datetime) -> Stage:
    """Draws one round of an evening of rounds, from who is here, what was played and what the club wants; the same
    facts and seed give the same seats. Replaces an unreleased draft.

    Raises CannotDraw if the round before it is not released, or must be decided first. If nobody is left to meet, it
    ends the part with the round before, and CannotDraw says so.
    """
    try:
        return _draw_round(event, number, seed=seed, by=by, now=now)
    except CannotSeat as error:
        if error.code in NOTHING_LEFT:
            end_before(event, number, by=by, now=now)
        raise CannotDraw(_(CANNOT_SEAT_TEXTS[error.code]) % error.params) from error


def _draw_round(event: Event, number: int, *, seed: int, by: Account | None, now: datetime) -> Stage:
    """Draws the round. Raises CannotSeat if the movement finds no round."""
    with writing(event) as current:
        place, movement = place_of(current, number), MOVEMENTS[place_of(current, number).part.movement]
        _check_before(current, number, wants_results=movement.wants_results or place.begins_later_part)
        field = field_of_round(current, number, seed=seed)
        if place.round == 1 and not (fit := movement.fits(len(field.entries))):
            raise CannotDraw(_(fit.why_not))
        draw = movement.next_draws(field)[0]
        wrong = [fault for fault in find_field_faults(movement, draw, field) if not fault.is_advice]
        units = competitors_of(current)
        if wrong:
            raise CannotDraw(" ".join(in_words(wrong, {key: unit.beside_others for key, unit in units.items()})))
        order = list(movement.starts_from(field)) if place.round == 1 else []
        second_cup = list(starting_orders(field)[1]) if place.round == 1 and field.second_cup else []
        if is_repeat(movement, field):
            draw = replace(draw, why={entry: _say_repeat(why) for entry, why in draw.why.items()})
        playing = {*draw.entries, *draw.resting}
        return keep_draft(
            current,
            number,
            seat_competitors(current, units, draw),
            seed=seed,
            order=order,
            second_cup=second_cup,
            out=[key for key in competitors_ready(current, units) if key not in playing],
            why={str(key): [why.code, dict(why.params)] for key, why in draw.why.items()},
            by=by,
            now=now,
        )


def _say_repeat(why: Why) -> Why:
    """Returns the reason for a match in a round in which all have met: the same for all, not whom they met when."""
    return Why("repeat") if why.code in ("meets_again", "swiss_again", "schedule") else why


def end_before(event: Event, number: int, *, by: Account | None, now: datetime) -> None:
    """Ends a part of the plan, and the evening if it is the last, before round `number`; a draft of it is deleted."""
    with writing(event) as current:
        Stage.objects.filter(event=current, number=number, released_at=None).delete()
        place = place_of(current, number)
        change_settings(current, {"plan": plan_with_rounds(current, place.index, place.round - 1)}, by=by, now=now)


def draw_by_score(event: Event, number: int, *, seed: int, by: Account | None, now: datetime) -> Stage:
    """Draws this round and the others of its part by score, where all have met. Raises CannotDraw as `draw_round`."""
    with writing(event) as current:
        Stage.objects.filter(event=current, released_at=None).delete()
        place = place_of(current, number)
        plan = plan_with_rounds(current, place.index, place.round - 1)
        plan.insert(place.index + 1, [BY_SCORE, max(place.part.rounds - place.round + 1, 1), 0])
        change_settings(current, {"plan": plan}, by=by, now=now)
        return draw_round(current, number, seed=seed, by=by, now=now)


def _check_before(event: Event, number: int, *, wants_results: bool) -> None:
    """Checks that the rounds before are released, and that their results are known if they decide who meets whom."""
    if released_stage(event, number) is not None:
        raise AlreadyReleased
    planned = len(hour_numbers(event))
    if number > planned:
        raise CannotDraw(
            _("The plan ends with round %(rounds)s. To play another round, change the plan first.")
            % {"rounds": planned}
        )
    if number == 1:
        return
    if released_stage(event, number - 1) is None:
        raise CannotDraw(_("The seats of round %(number)s are not shown yet. Draw it first.") % {"number": number - 1})
    if not wants_results:
        return
    drawn = Match.objects.filter(table__stage__event=event).exclude(state=State.CALLED_OFF)
    open_tables = [
        str(match.table.number)
        for match in drawn.select_related("table")
        if match.walk_over is None and match.state not in SETTLED
    ]
    if open_tables:
        sentence = _("Results decide who meets whom. Not agreed yet: table %(tables)s.")
        words = [sentence % {"tables": join_names(open_tables)}]
        if is_knock_out(event, number - 1):
            words.append(_("If neither side came to a table, rule it under Results: “Walk-over”, then “Neither side”."))
        raise CannotDraw(" ".join(words))
    if level := ties_at_the_cut(event, number):
        of_group, of_all = _("Tied in group %(group)s: %(names)s."), _("Tied for the last place to go on: %(names)s.")
        listed = " ".join(
            (of_group if group else of_all) % {"group": group, "names": join_names(names)} for group, names in level
        )
        then = _("%(level)s Let them cut the cards or play off under Standings; then draw.")
        raise CannotDraw(then % {"level": listed})
