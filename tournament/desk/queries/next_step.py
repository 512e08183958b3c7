"""What the director does next: one step, named by what it will do, with where to do it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.clock.queries.rounds import Bell
from tournament.desk.queries.evening_summary import Glance
from tournament.matches.queries.hours_so_far import HourSoFar


@dataclass(frozen=True)
class Step:
    """`route` is the page of it, with `hour` where its address has one or, as `asks_hour`, asks for one; `posts` is
    what the button sends there, empty where it only leads there. `why` says in a sentence how things stand; `beside` is
    the label and page of what may want doing first. It posts the clocks or results that it named: what the director did
    not see they did not decide."""

    label: str
    route: str
    why: str
    hour: int | None = None
    asks_hour: int | None = None
    posts: tuple[tuple[str, str], ...] = ()
    beside: tuple[str, str] | None = None


def next_step(glance: Glance) -> Step | None:
    """None once the evening is locked."""
    if glance.event.locked_at:
        return None
    if glance.drafts:
        return _release(glance, glance.drafts[-1])
    if not glance.hours:
        return _draw_first(glance)
    if not glance.is_over:
        return _play(glance)
    for hour in glance.open_hours:
        return _settle(glance, hour)
    if not glance.all_drawn and glance.event.is_of_rounds:
        number = len(glance.hours) + 1
        return Step(
            _("Draw round %(number)s") % {"number": number},
            "draw",
            _("Round %(number)s is in and agreed. You see the draw before anybody else.") % {"number": number - 1},
            hour=number,
            posts=(("action", "draw"),),
        )
    if not glance.all_drawn:
        return Step(
            _("Draw the second hour"),
            "draw",
            _("Hour one is in and agreed: its ranking seats hour two. You see it first."),
            hour=2,
        )
    return _finish(glance)


def _release(glance: Glance, hour: int) -> Step:
    label = _("Look at the draw and release it")
    if glance.event.is_of_rounds:
        label = _("Look at the draw of round %(number)s and release it") % {"number": hour}
    elif hour == 2:
        label = _("Look at the draw of hour two and release it")
    return Step(label, "draw", _("Nobody sees the seats before you release them."), hour=hour)


def _draw_first(glance: Glance) -> Step:
    if not glance.door.enough:
        return Step(_("Take names at the door"), "door", glance.door.tables)
    why = _("%(here)s: %(tables)s. You see the draw before anybody else.")
    of_rounds = _("Draw round 1") if glance.event.is_of_rounds else _("Draw the first hour")
    return Step(
        _("Draw the tables") if glance.event.is_one_round else of_rounds,
        "draw",
        why % {"here": glance.door.heads.here_in_words, "tables": glance.door.tables},
        hour=1,
        posts=(("action", "draw"),),
    )


def _play(glance: Glance) -> Step:
    if glance.event.is_one_round or glance.event.is_of_rounds:
        return _play_round(glance)
    waiting = [bell for bell in glance.bells if bell.reading.phase == "waiting" or bell.can_start_next]
    on = [bell for bell in glance.bells if bell.reading.phase in ("running", "warning", "paused")]
    if not glance.has_begun:
        why = _("The seats are out. Print the score sheets before the first bell.")
        paper = (_("Print sheets and seating"), "paper")
        return Step(_("Start round 1"), "step", why, posts=_start(waiting), beside=paper)
    if on or not waiting:
        return Step(_("Look at the clock"), "clock", _("Sheets come in when the last round of the hour is over."))
    label = _("Start round %(number)s") % {"number": waiting[0].starts_number}
    look = (_("Look at the clock"), "clock")
    return Step(label, "step", _("The bell has rung."), posts=_start(waiting[:1]), beside=look)


def _start(bells: Sequence[Bell]) -> tuple[tuple[str, str], ...]:
    """What the button sends: each clock as it was seen."""
    return (("action", "start"), *(("round", bell.start_seen) for bell in bells))


def _play_round(glance: Glance) -> Step:
    """Where every table plays one match, and results come in as tables are done."""
    event = glance.event
    if not glance.has_begun:
        sheets = event.has_sheets and event.is_of_rounds
        paper = (_("Print sheets and seating") if sheets else _("Print seating and table cards"), "paper")
        start = _("Start the round")
        if event.is_of_rounds:
            start = _("Start round %(number)s") % {"number": len(glance.hours)}
        why = _("The seats are out. The tables can begin.")
        return Step(start, "step", why, posts=_start(glance.bells), beside=paper)
    results = (_("Results so far"), "results")
    return Step(_("Look at the clock"), "clock", _("Results come in as the tables play."), beside=results)


def _settle(glance: Glance, hour: HourSoFar) -> Step:
    if hour.unreported and not (glance.event.has_sheets and hour.missing):
        count = len(hour.unreported)
        label = ngettext("See to %(n)s match without a result", "See to %(n)s matches without a result", count)
        why = _("Their hands are not all in: let the table finish them, or key what it has on paper.")
        asks_hour = None if glance.event.is_one_round else hour.number
        slips = None if glance.event.has_sheets else (_("Key slips"), "slips")
        return Step(label % {"n": count}, "results", why, asks_hour=asks_hour, beside=slips)
    if hour.unreported:
        count = len(hour.missing)
        label = ngettext("Key %(n)s sheet of hour %(hour)s", "Key %(n)s sheets of hour %(hour)s", count)
        why = _("Hour %(hour)s is played; these sheets have not been keyed yet.")
        if glance.event.is_one_round or glance.event.is_of_rounds:
            label = ngettext("Key %(n)s sheet", "Key %(n)s sheets", count)
            why = _("The round is played; these sheets have not been keyed yet.")
        words = {"n": count, "hour": hour.number}
        return Step(label % words, "sheets", why % words, asks_hour=hour.number)
    if hour.disputes:
        count = len(hour.disputes)
        label = ngettext("Rule %(n)s dispute", "Rule %(n)s disputes", count) % {"n": count}
        return Step(
            label, "results", _("Not everybody reports the same. You decide, with a reason."), asks_hour=hour.number
        )
    if not hour.to_agree and hour.to_decide:
        count = len(hour.to_decide)
        label = ngettext("Decide %(n)s doubtful result", "Decide %(n)s doubtful results", count) % {"n": count}
        why = _("Games and points on the slip contradict each other. Agree it anyway, or rule.")
        return Step(label, "results", why, asks_hour=hour.number)
    count = len(hour.to_agree)
    label = ngettext("Agree what is left: %(n)s result", "Agree what is left: %(n)s results", count) % {"n": count}
    seen = ",".join(str(match.pk) for match in hour.to_agree)
    why = _("Counted on one witness. Look at them first, or agree them all.")
    look = (_("Look at the results"), "results")
    return Step(label, "step", why, asks_hour=hour.number, posts=(("action", "agree"), ("seen", seen)), beside=look)


def _finish(glance: Glance) -> Step:
    if not glance.event.standings_shown:
        return Step(
            _("Show the standings to everybody"),
            "show_standings",
            _("Everything is agreed. Until you show them, only those signed in see the standings."),
            posts=(("shown", "yes"),),
        )
    return Step(_("Lock the evening"), "lock", _("Everybody sees the standings. Locked, nothing changes any more."))
