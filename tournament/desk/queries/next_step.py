"""Tells what the director does next: one step, named by what it will do, with the page for it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.clock.queries.rounds import Bell
from tournament.desk.queries.evening_summary import EveningSummary
from tournament.draw.queries.fields import is_repeat
from tournament.event.queries.hours import hour_name, what_to_draw
from tournament.matches.queries.hours_so_far import HourSoFar
from tournament.matches.queries.match_rows import MatchRow
from tournament.matches.queries.team_matches import TeamMatch
from tournament.models import join_names


@dataclass(frozen=True)
class NextStep:
    """The next step. `route` is its page, with `hour`, `entry` and `match` if its address has them; `asks_hour`
    goes into its query. `posts` is what the button sends there; if empty, it is only a link. `why` says the
    situation in a sentence. `beside` is the label and page of what may need doing first. `prints` are labels and
    documents to print first, each with its hour; `printed_with` is a document that follows each. The button posts
    the clocks or results that it named, so that the director decides only what they saw. `waits` says that there is
    nothing to do now; then the page is only a link beside it, or the button does at once what comes by itself."""

    label: str
    route: str
    why: str
    hour: int | None = None
    entry: int | None = None
    match: int | None = None
    asks_hour: int | None = None
    posts: tuple[tuple[str, str], ...] = ()
    beside: tuple[str, str] | None = None
    prints: tuple[tuple[str, str, int | None], ...] = ()
    printed_with: str = ""
    waits: str = ""


def next_step(summary: EveningSummary) -> NextStep | None:
    """Returns the next step, or None once the evening is locked."""
    if summary.event.locked_at:
        return None
    if summary.drafts:
        return _release(summary, summary.drafts[-1])
    if not summary.hours:
        return _add_line_ups(summary, _draw_first(summary))
    if deciders := summary.deciders:
        return _await_deciders(deciders, len(summary.hours))
    if not summary.is_over:
        return _rule_while_waiting(summary, _play(summary))
    for hour in summary.open_hours:
        return _settle(summary, hour)
    for level in summary.level:
        return _draw_decider(level)
    if not summary.all_drawn:
        return _add_line_ups(summary, _draw_next(summary, len(summary.hours) + 1))
    return _finish(summary)


def _release(summary: EveningSummary, hour: int) -> NextStep:
    label = _("Review the draw%(of_hour)s and show the seats") % {"of_hour": summary.event.say_of_stage(hour)}
    return NextStep(label, "draw", _("Nobody sees the seats until you show them."), hour=hour)


def _draw_first(summary: EveningSummary) -> NextStep:
    if not summary.door.enough:
        return NextStep(_("Take names at the door"), "door", summary.door.tables)
    why = _("%(here)s: %(tables)s. Only you see the draw until you show the seats.")
    return NextStep(
        _("Draw %(what)s") % {"what": what_to_draw(summary.event, 1)},
        "draw",
        why % {"here": summary.door.heads.here_in_words, "tables": summary.door.tables},
        hour=1,
        posts=(("action", "draw"),),
    )


def _draw_next(summary: EveningSummary, number: int) -> NextStep:
    """Draws the next tables. Where tied players have to cut the cards first, the page of the draw says so."""
    event = summary.event
    words = {"before": hour_name(event, number - 1), "hour": event.name_stage(number)}
    label = _("Draw %(what)s") % {"what": what_to_draw(event, number)}
    if event.kind.is_planned:
        if is_repeat(event, number, here=summary.door.heads.drawable):
            why = _("All have met. Round %(n)s is a repeat: play it, end here, or draw by score.") % {"n": number}
            return NextStep(label, "draw", why, hour=number)
        why = _("%(before)s is complete and agreed. Only you see the draw until you show the seats.")
        return NextStep(label, "draw", why % words, hour=number, posts=(("action", "draw"),))
    why = _("%(before)s is complete and agreed. Its ranking decides the seats of %(hour)s; you see them first.")
    return NextStep(label, "draw", why % words, hour=number, posts=(("action", "draw"),))


def _add_line_ups(summary: EveningSummary, step: NextStep) -> NextStep:
    """Says before a draw which teams have not given their line-up, once one has."""
    line_ups = summary.line_ups
    if line_ups is None or not any(line_up.is_in for line_up in line_ups.of_teams):
        return step
    words = _("All line-ups are in.")
    if not line_ups.are_shown:
        words = _("No line-up yet from %(teams)s.") % {"teams": join_names(line_ups.waited_for)}
    return replace(step, why=f"{words} {step.why}")


def _play(summary: EveningSummary) -> NextStep:
    if summary.event.kind.turns_per_seating == 1:
        return _play_round(summary)
    waiting = [bell for bell in summary.bells if bell.reading.phase == "waiting" or bell.can_start_next]
    on = [bell for bell in summary.bells if bell.reading.phase in ("running", "warning", "paused")]
    if not summary.has_begun:
        waits = _say_due(waiting[0])
        why = _("Everybody can see the seats. Print what the tables need, then start.")
        if waits:
            why = _("Everybody can see the seats. Print what the tables need before then.")
        label = _("Start %(round)s") % {"round": waiting[0].starts_name}
        return _add_paper(summary, NextStep(label, "step", why, posts=_start(waiting), waits=waits))
    if on or not waiting:
        why = _("Results come in after the last round of %(hour)s.")
        words = {"hour": summary.event.name_stage(len(summary.hours))}
        return NextStep(_("Open the clock"), "clock", why % words, waits=_say_wait(summary))
    label = _("Start %(round)s") % {"round": waiting[0].starts_name}
    look, waits = (_("Open the clock"), "clock"), _say_due(waiting[0])
    return NextStep(label, "step", _("The bell has rung."), posts=_start(waiting[:1]), beside=look, waits=waits)


def _say_due(bell: Bell) -> str:
    """Says when the next round begins without the director; "" if it waits for them."""
    if bell.due is None or bell.is_held:
        return ""
    words = {"round": capfirst(bell.starts_name), "time": f"{timezone.localtime(bell.due):%H:%M}"}
    return _("%(round)s starts by itself at %(time)s.") % words


def _add_paper(summary: EveningSummary, step: NextStep) -> NextStep:
    """Adds what the hall needs on paper before play begins."""
    hour = len(summary.hours)
    seating = (_("Print seating"), "seating-by-name", hour)
    if summary.event.kind.has_sheets:
        return replace(
            step, prints=((_("Print score sheets and seating"), "score-sheets", hour),), printed_with="seating-by-name"
        )
    return replace(step, prints=(seating, (_("Print table cards"), "table-cards", None)))


def _start(bells: Sequence[Bell]) -> tuple[tuple[str, str], ...]:
    """Returns what the button sends: each clock as the director saw it."""
    return (("action", "start"), *(("round", bell.start_seen) for bell in bells))


def _play_round(summary: EveningSummary) -> NextStep:
    """Returns the step while every table plays one match, and results come in as tables finish."""
    if not summary.has_begun:
        start = _("Start %(round)s") % {"round": summary.event.name_stage(len(summary.hours))}
        why = _("Everybody can see the seats. The tables can start.")
        return _add_paper(summary, NextStep(start, "step", why, posts=_start(summary.bells)))
    results = (_("Results so far"), "results")
    if rung := [bell for bell in summary.bells if bell.can_start_next]:
        label = _("Start %(round)s") % {"round": rung[0].starts_name}
        why = _("The bell has rung. These tables have waited for it.")
        return NextStep(label, "step", why, posts=_start(rung), beside=results, waits=_say_due(rung[0]))
    why = _("Results come in as the tables play.")
    return NextStep(_("Open the clock"), "clock", why, beside=results, waits=_say_wait(summary))


def _say_wait(summary: EveningSummary) -> str:
    """Says that the director has nothing to do while a clock runs; "" if one is paused or has rung."""
    if any(bell.reading.phase not in ("running", "warning") for bell in summary.bells):
        return ""
    return _("Nothing to do until the bell.") if summary.event.has_bell else _("Nothing to do for now.")


def _settle(summary: EveningSummary, hour: HourSoFar) -> NextStep:
    if hour.unreported_matches and not (summary.event.kind.has_sheets and hour.missing):
        count = len(hour.unreported_matches)
        label = ngettext("Chase %(n)s missing result", "Chase %(n)s missing results", count)
        why = _("Some of their hands are missing. Let the tables finish, or key in what they have on paper.")
        slips = None if summary.event.kind.has_sheets else (_("Key in slips"), "slips")
        return NextStep(label % {"n": count}, "results", why, asks_hour=hour.number, beside=slips)
    if hour.unreported_matches:
        count = len(hour.missing)
        label = ngettext("Key in %(n)s sheet of %(hour)s", "Key in %(n)s sheets of %(hour)s", count)
        why = _("%(hour)s is over; these sheets have not been keyed in yet.") % {
            "hour": hour_name(summary.event, hour.number)
        }
        words = {"n": count, "hour": summary.event.name_stage(hour.number)}
        return NextStep(label % words, "sheet", why, hour=hour.number, entry=hour.missing[0].entry.pk)
    if hour.disputes:
        return _rule(hour)
    if not hour.to_agree and hour.to_decide:
        count = len(hour.to_decide)
        label = ngettext("Decide on %(n)s doubtful result", "Decide on %(n)s doubtful results", count) % {"n": count}
        why = _("The games and points on the slip contradict each other. Agree the result anyway, or make a ruling.")
        return NextStep(label, "results", why, asks_hour=hour.number)
    count = len(hour.to_agree)
    label = ngettext("Agree %(n)s remaining result", "Agree %(n)s remaining results", count) % {"n": count}
    seen = ",".join(str(match.pk) for match in hour.to_agree)
    why = _("These results have not been cross-checked. Check them first, or agree them all.")
    look = (_("Review the results"), "results")
    return NextStep(label, "step", why, asks_hour=hour.number, posts=(("action", "agree"), ("seen", seen)), beside=look)


def _rule(hour: HourSoFar) -> NextStep:
    count = len(hour.disputes)
    label = ngettext("Rule on %(n)s dispute", "Rule on %(n)s disputes", count) % {"n": count}
    why = _("The reports differ. Decide which one counts, and give a reason.")
    if count == 1:
        return NextStep(label, "ruling", why, match=hour.disputes[0].pk)
    return NextStep(label, "results", why, asks_hour=hour.number)


def _rule_while_waiting(summary: EveningSummary, step: NextStep) -> NextStep:
    """Returns the ruling that a dispute needs, where there would be nothing to do until the bell."""
    disputed = next((hour for hour in summary.hours if hour.disputes), None)
    if disputed is None or not step.waits or step.posts:
        return step
    return replace(_rule(disputed), beside=(step.label, step.route))


def _draw_decider(level: TeamMatch) -> NextStep:
    """Leads to the draw of the table that decides a team match."""
    one, other = level.teams
    why = _("%(one)s and %(other)s are level at %(score)s. A table drawn by lot plays one more game.")
    words = {"one": one.name, "other": other.name, "score": level.score}
    posts = (("action", "decider"), ("match", str(level.tables[-1].match)))
    return NextStep(_("Draw the deciding table"), "draw", why % words, hour=level.tables[-1].round, posts=posts)


def _await_deciders(deciders: Sequence[MatchRow], hour: int) -> NextStep:
    tables = join_names([str(match.table.number) for match in deciders])
    why = _("The team match is level, so table %(tables)s plays one more game.") % {"tables": tables}
    return NextStep(_("Open the results"), "results", why, asks_hour=hour)


def _finish(summary: EveningSummary) -> NextStep:
    if not summary.event.standings_shown:
        return NextStep(
            _("Prize-giving"),
            "prizes",
            _(
                "Everything is agreed. Prize-giving reveals the winners on the screens, one by one. Showing the "
                "standings gives them away, so do that afterwards."
            ),
            beside=(_("No prizes: open the standings"), "standings"),
            prints=((_("Print final standings"), "final-standings", None),),
        )
    return NextStep(
        _("Lock the evening"),
        "lock",
        _("Everybody sees the standings. Once the evening is locked, nothing can be changed."),
    )
