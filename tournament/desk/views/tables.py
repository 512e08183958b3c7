"""The director's pages for the tables' phones: their codes, and the calls of tables."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.event.queries.calls import open_calls, version_of_calls
from tournament.event.services.codes_and_calls import answer_call, reissue_code, reissue_codes, revoke_code
from tournament.models import Call, Event
from tournament.web.guards import StaffRequest, director_only
from tournament.web.pages import address_for_phones, number_in, part_unless_known, the_event
from tournament.web.table_codes import newest_code, tables_with_codes


@director_only
@never_cache
def tables(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows every table with its code. A press names the table, or none for all, and the newest code on the page."""
    event = the_event(pk)
    if request.method == "POST":
        messages.success(request, _press(request, event))
        return redirect("tables", pk)
    context = {
        "event": event,
        "tables": tables_with_codes(event),
        "newest": newest_code(event),
        "address": address_for_phones(request),
    }
    return render(request, "desk/tables.html", context)


def _press(request: StaffRequest, event: Event) -> str:
    """Does what was pressed, and returns the message for it."""
    table, seen = number_in(request.POST.get("table", "")), number_in(request.POST.get("seen", ""))
    action, by, now = request.POST.get("action", ""), request.user, timezone.now()
    if action == "change" and table is None:
        done = reissue_codes(event, seen=seen, by=by, now=now)
        sentence = _("Every table has a new code: print the cards.")
    elif action == "change" and table is not None:
        done = reissue_code(event, table, seen=seen, by=by, now=now)
        sentence = _("Table %(table)s has a new code: print its card.") % {"table": table}
    elif action == "close" and table is not None:
        done = revoke_code(event, table, by=by, now=now)
        sentence = _("Phones at table %(table)s are blocked until it gets a new code.") % {"table": table}
    else:
        raise Http404
    return sentence if done else _("This was already done, here or on another device. The page is up to date now.")


@require_safe
@director_only
@never_cache
def calls(request: StaffRequest, pk: int) -> HttpResponse:
    """Answers with the list of who waits for the director, or 304 if it is unchanged."""
    event = the_event(pk)
    waiting = open_calls(event, timezone.now())
    version = version_of_calls(waiting)
    context = {"event": event, "waiting": waiting, "waiting_version": version}
    return part_unless_known(request, version, lambda: render(request, "desk/_calls.html", context))


@require_POST
@director_only
def call(request: StaffRequest, pk: int, call: int) -> HttpResponse:
    """Answers a call. Pressed twice, or by two directors, it is answered once."""
    asked = get_object_or_404(Call.objects.select_related("event"), event=the_event(pk), pk=call)
    answer_call(asked, by=request.user, now=timezone.now())
    return redirect("event", pk)
