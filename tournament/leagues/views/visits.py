"""Pages of matches of other leagues that are played here: opened from a file or a link, and their results sent back."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.foundation.errors import TournamentError
from tournament.leagues.forms.halls import SendVisitForm, VisitForm
from tournament.leagues.hall_file import read_matches, write_result
from tournament.leagues.hall_net import fetch_matches, post_result
from tournament.leagues.queries.halls import list_visits, result_of_visit
from tournament.leagues.services.evenings import players_needed
from tournament.leagues.services.halls import note_sent, open_visit
from tournament.models import VisitingMatch, of_shown_club
from tournament.web.guards import StaffRequest, director_only
from tournament.web.pages import file_response, number_in


@director_only
def visits(request: StaffRequest) -> HttpResponse:
    """Lists the matches of other leagues that are played here. A file or a link is shown first (the step `check`); then
    the ticked matches get an evening each (`open`)."""
    step = request.POST.get("step")
    sent = number_in(request.META.get("CONTENT_LENGTH", "")) or 0
    form = VisitForm(request.POST, request.FILES, sent=sent) if request.method == "POST" and step != "open" else None
    form = form or VisitForm()
    context: dict[str, Any] = {"form": form, "visits": list_visits()}
    if step == "open":
        return _open_ticked(request)
    if form.is_valid():
        file, link = form.cleaned_data["file"], form.cleaned_data["link"] or ""
        try:
            content = fetch_matches(link) if file is None else file
            matches = read_matches(content)
        except TournamentError as refused:
            form.add_error("link" if file is None else "file", str(refused))
        else:
            context |= {"matches": [(each, players_needed(each.tables, len(each.singles))) for each in matches]}
            context |= {"text": content.decode("utf-8-sig"), "address": link if file is None else ""}
            return render(request, "leagues/halls/visit_check.html", context)
    return render(request, "leagues/halls/visits.html", context, status=422 if form.is_bound else 200)


def _open_ticked(request: StaffRequest) -> HttpResponse:
    matches = read_matches(request.POST.get("text", "").encode())
    ticked, by_now = request.POST.getlist("match"), dict[str, Any](by=request.user, now=timezone.now())
    address = request.POST.get("address", "")[:300]
    opened = [open_visit(each, address=address, **by_now) for each in matches if each.match in ticked]
    if not opened:
        messages.warning(request, _("Nothing was ticked, so nothing was opened."))
        return redirect("visits")
    words = ngettext("%(n)s match is ready to be played.", "%(n)s matches are ready to be played.", len(opened))
    messages.success(request, words % {"n": len(opened)})
    return redirect("visit", opened[0].pk) if len(opened) == 1 else redirect("visits")


@director_only
def visit(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows the result of a match of another league once it is agreed here, and sends it back: as a file (the step
    `download`), or to the link of the match (`send`)."""
    own = get_object_or_404(
        VisitingMatch.objects.select_related("event__club").filter(of_shown_club("event__club")),
        pk=pk,
        event__binned_at=None,
    )
    step, result = request.POST.get("step"), result_of_visit(own)
    form = SendVisitForm(request.POST if step == "send" else None, initial={"link": own.address})
    by_now: Any = {"by": request.user, "now": timezone.now()}
    if result is not None and step == "download":
        named = slugify(f"{own.team} {own.other}", allow_unicode=True) or "match"
        note_sent(own, result, **by_now)
        content = write_result(result, own.token)
        return file_response(content, "application/json", f"{named}.result.json", download=True)
    if result is not None and form.is_valid():
        link = form.cleaned_data["link"]
        try:
            said = post_result(link, write_result(result, own.token))
        except TournamentError as refused:
            form.add_error("link", str(refused))
        else:
            note_sent(own, result, address=link, **by_now)
            messages.success(request, _("Sent. The league’s computer says: %(words)s") % {"words": said})
            return redirect("visit", pk)
    context: dict[str, Any] = {"visit": own, "event": own.event, "result": result, "form": form}
    context["is_sent"] = result is not None and own.sent == result.figures.key
    return render(request, "leagues/halls/visit.html", context, status=422 if form.is_bound else 200)
