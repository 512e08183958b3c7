"""A team's line-up for the next round: its captain's private page, and the director's page with the links."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.door.forms.line_ups import LineUpForm
from tournament.door.line_up_links import link_of, team_of_token
from tournament.door.line_up_remarks import Remark, remarks_on
from tournament.door.services.line_ups import LineUpClosed, give_line_up, reopen_line_up
from tournament.event.queries.competitors import competitors_of
from tournament.event.queries.line_ups import line_ups_of
from tournament.models import Account, Enters, Team
from tournament.web.guards import StaffRequest, director_only, everybody
from tournament.web.pages import address_for_phones, the_event
from tournament.web.private_links import draw_link, refuse_link
from tournament.web.visitors import note_familiar


@everybody
def line_up(request: HttpRequest, link: str) -> HttpResponse:
    """Shows a captain the line-up of their team and takes it; those of the others once all are in."""
    team = team_of_token(link)
    if team is None:
        return refuse_link(request, _("This link does not open a team’s line-up. Ask the director for a new one."))
    note_familiar(request.META["REMOTE_ADDR"])
    event, unit = team.event, competitors_of(team.event).get(team.pk)
    form = LineUpForm(event, unit, request.POST or None) if unit else None
    if form and form.is_valid() and _give(request, team, form, by=None):
        return redirect("line_up", link)
    line_ups = line_ups_of(event)
    context = {
        **{"event": event, "team": team, "form": form},
        **{"line_ups": line_ups, "own": line_ups.of(team.pk), "seen": mark_of(team)},
    }
    status = 422 if form and (form.errors or form.remarks.said) else 200
    return render(request, "door/line_up.html", context, status=status)


@director_only
def team_line_up(request: StaffRequest, pk: int, team: int) -> HttpResponse:
    """Shows the director a team's line-up with the private link of its captain; the director may give it too, or open
    it again."""
    event = the_event(pk)
    own = get_object_or_404(Team.objects.select_related("event__club"), event=event, pk=team)
    unit = competitors_of(event).get(own.pk) if event.enters == Enters.TEAMS else None
    reopens = request.POST.get("step") == "reopen"
    form = LineUpForm(event, unit, request.POST if request.method == "POST" and not reopens else None) if unit else None
    if reopens:
        reopen_line_up(own, by=request.user, now=timezone.now())
        return redirect("team_line_up", pk, team)
    if form and form.is_valid() and _give(request, own, form, by=request.user):
        messages.success(request, _("The line-up is in."))
        return redirect(f"{reverse('door', args=[pk])}#team-{team}")
    link = link_of(own, address_for_phones(request))
    line_ups = line_ups_of(event)
    context = {
        **{"event": event, "team": own, "form": form, "line_ups": line_ups, "own": line_ups.of(own.pk)},
        **{"link": link, "picture": draw_link(link), "seen": mark_of(own)},
    }
    status = 422 if form and (form.errors or form.remarks.said) else 200
    return render(request, "door/team_line_up.html", context, status=status)


def mark_of(team: Team) -> str:
    """Tells whether a line-up was given since a page was opened."""
    return team.lined_up_at.isoformat() if team.lined_up_at else ""


def _give(request: HttpRequest, team: Team, form: LineUpForm, *, by: Account | None) -> bool:
    """Gives the line-up of a valid form, unless something is remarked on and the reader has not seen that: its players,
    or that another phone has given one since the page was opened. A director may rule that they play."""
    form.remarks = remarks_on(team.event, {team.name: form.names})
    if team.lined_up_at and request.POST.get("seen", mark_of(team)) != mark_of(team):
        sentence = _("Another phone has given a line-up meanwhile. This one would take its place.")
        form.remarks = replace(form.remarks, said=(*form.remarks.said, Remark("", "", sentence)))
    if not form.remarks.are_seen(request.POST):
        return False
    try:
        give_line_up(team, form.entries, by=by, now=timezone.now())
    except LineUpClosed as closed:
        form.add_error(None, str(closed))
        return False
    if by is not None:
        form.remarks.rule(team.event, request.POST, by=by, now=timezone.now())
    return True
