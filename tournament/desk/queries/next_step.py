"""What the director does next: one step, named by what it will do, with where to do it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.clock.queries.rounds import Bell
from tournament.desk.queries.evening_summary import Glance
from tournament.event.queries.hours import hour_name, name_within_sentence, of_hour, what_to_draw
from tournament.matches.queries.hours_so_far import HourSoFar


@dataclass(frozen=True)
class NextStep:
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


def next_step(glance: Glance) -> NextStep | None:
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
    if not glance.all_drawn:
        return _draw_next(glance, len(glance.hours) + 1)
    return _finish(glance)


def _release(glance: Glance, hour: int) -> NextStep:
    label = _("Look at the draw%(of_hour)s and release it") % {"of_hour": of_hour(glance.event, hour)}
    return NextStep(label, "draw", _("Nobody sees the seats before you release them."), hour=hour)


def _draw_first(glance: Glance) -> NextStep:
    if not glance.door.enough:
        return NextStep(_("Take names at the door"), "door", glance.door.tables)
    why = _("%(here)s: %(tables)s. You see the draw before anybody else.")
    return NextStep(
        _("Draw %(what)s") % {"what": what_to_draw(glance.event, 1)},
        "draw",
        why % {"here": glance.door.heads.here_in_words, "tables": glance.door.tables},
        hour=1,
        posts=(("action", "draw"),),
    )


def _draw_next(glance: Glance, number: int) -> NextStep:
    """A stage that the ranking of the one before seats is looked at first: who is level cuts the cards."""
    event = glance.event
    words = {"before": hour_name(event, number - 1), "hour": name_within_sentence(event, number)}
    label = _("Draw %(what)s") % {"what": what_to_draw(event, number)}
    if event.kind.is_planned:
        why = _("%(before)s is in and agreed. You see the draw before anybody else.")
        return NextStep(label, "draw", why % words, hour=number, posts=(("action", "draw"),))
    why = _("%(before)s is in and agreed: its ranking seats %(hour)s. You see it first.")
    return NextStep(label, "draw", why % words, hour=number)


def _play(glance: Glance) -> NextStep:
    if glance.event.kind.turns_per_seating == 1:
        return _play_round(glance)
    waiting = [bell for bell in glance.bells if bell.reading.phase == "waiting" or bell.can_start_next]
    on = [bell for bell in glance.bells if bell.reading.phase in ("running", "warning", "paused")]
    if not glance.has_begun:
        why = _("The seats are out. Print what the tables need before the first bell.")
        label = _("Start %(round)s") % {"round": waiting[0].starts_name}
        return NextStep(label, "step", why, posts=_start(waiting), beside=_paper(glance))
    if on or not waiting:
        why = _("Results come in when the last round of %(hour)s is over.")
        words = {"hour": name_within_sentence(glance.event, len(glance.hours))}
        return NextStep(_("Look at the clock"), "clock", why % words)
    label = _("Start %(round)s") % {"round": waiting[0].starts_name}
    look = (_("Look at the clock"), "clock")
    return NextStep(label, "step", _("The bell has rung."), posts=_start(waiting[:1]), beside=look)


def _paper(glance: Glance) -> tuple[str, str]:
    """What is printed before play begins."""
    sheets = glance.event.kind.has_sheets
    return (_("Print sheets and seating") if sheets else _("Print seating and table cards"), "paper")


def _start(bells: Sequence[Bell]) -> tuple[tuple[str, str], ...]:
    """What the button sends: each clock as it was seen."""
    return (("action", "start"), *(("round", bell.start_seen) for bell in bells))


def _play_round(glance: Glance) -> NextStep:
    """Where every table plays one match, and results come in as tables are done."""
    if not glance.has_begun:
        start = _("Start %(round)s") % {"round": name_within_sentence(glance.event, len(glance.hours))}
        why = _("The seats are out. The tables can begin.")
        return NextStep(start, "step", why, posts=_start(glance.bells), beside=_paper(glance))
    results = (_("Results so far"), "results")
    return NextStep(_("Look at the clock"), "clock", _("Results come in as the tables play."), beside=results)


def _settle(glance: Glance, hour: HourSoFar) -> NextStep:
    if hour.unreported_matches and not (glance.event.kind.has_sheets and hour.missing):
        count = len(hour.unreported_matches)
        label = ngettext("See to %(n)s match without a result", "See to %(n)s matches without a result", count)
        why = _("Their hands are not all in: let the table finish them, or key what it has on paper.")
        slips = None if glance.event.kind.has_sheets else (_("Key slips"), "slips")
        return NextStep(label % {"n": count}, "results", why, asks_hour=hour.number, beside=slips)
    if hour.unreported_matches:
        count = len(hour.missing)
        label = ngettext("Key %(n)s sheet of %(hour)s", "Key %(n)s sheets of %(hour)s", count)
        why = _("%(hour)s is played; these sheets have not been keyed yet.") % {
            "hour": hour_name(glance.event, hour.number)
        }
        words = {"n": count, "hour": name_within_sentence(glance.event, hour.number)}
        return NextStep(label % words, "sheets", why, asks_hour=hour.number)
    if hour.disputes:
        count = len(hour.disputes)
        label = ngettext("Rule %(n)s dispute", "Rule %(n)s disputes", count) % {"n": count}
        return NextStep(
            label, "results", _("Not everybody reports the same. You decide, with a reason."), asks_hour=hour.number
        )
    if not hour.to_agree and hour.to_decide:
        count = len(hour.to_decide)
        label = ngettext("Decide %(n)s doubtful result", "Decide %(n)s doubtful results", count) % {"n": count}
        why = _("Games and points on the slip contradict each other. Agree it anyway, or rule.")
        return NextStep(label, "results", why, asks_hour=hour.number)
    count = len(hour.to_agree)
    label = ngettext("Agree what is left: %(n)s result", "Agree what is left: %(n)s results", count) % {"n": count}
    seen = ",".join(str(match.pk) for match in hour.to_agree)
    why = _("Counted on one witness. Look at them first, or agree them all.")
    look = (_("Look at the results"), "results")
    return NextStep(label, "step", why, asks_hour=hour.number, posts=(("action", "agree"), ("seen", seen)), beside=look)


def _finish(glance: Glance) -> NextStep:
    if not glance.event.standings_shown:
        return NextStep(
            _("Show the standings to everybody"),
            "show_standings",
            _("Everything is agreed. Until you show them, only those signed in see the standings."),
            posts=(("shown", "yes"),),
        )
    return NextStep(_("Lock the evening"), "lock", _("Everybody sees the standings. Locked, nothing changes any more."))
