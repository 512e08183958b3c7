"""The list of evenings, opening a new one, and its settings."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.club.queries import own_rules_of, the_club
from tournament.event.forms.event import EventForm, SettingsForm
from tournament.event.queries.events import evening_of, fixed_settings_of, list_evenings, usual_evening
from tournament.event.services.events import change_settings, open_evening, use_club_rules
from tournament.foundation.guards import StaffRequest, director_only, secretary_only
from tournament.foundation.pages import the_event
from tournament.models import Account, Event


@secretary_only
def events(request: StaffRequest) -> HttpResponse:
    """Leads directors to the page of each evening, and the secretary to its door."""
    context = {"evenings": list_evenings(), "tonight": evening_of(timezone.localdate())}
    return render(request, "event/events.html", context)


@director_only
def event_new(request: StaffRequest) -> HttpResponse:
    """Opens an evening by its preset; with `settings` posted, its settings or plan come next."""
    club = the_club()
    own = own_rules_of(club.pk if club else None)
    form = EventForm(request.POST or None, first=club is None, usual=usual_evening(), own=own)
    if form.is_valid():
        opened = _open_evening(form, by=request.user)
        if "settings" not in request.POST:
            return redirect("door", opened.pk)
        return redirect("plan" if opened.kind.is_planned else "settings_of_event", opened.pk)
    return render(request, "event/event_new.html", {"form": form}, status=422 if form.is_bound else 200)


def _open_evening(form: EventForm, *, by: Account) -> Event:
    chosen = {name: value for name, value in form.cleaned_data.items() if name in ("name", "date", "club_name")}
    preset, now = form.preset, timezone.now()
    opened = open_evening(**chosen, format=preset.format, settings=preset.settings, by=by, now=now)
    if form.rules_chosen is not None:
        use_club_rules(opened, form.rules_chosen, by=by, now=now)
    return opened


@director_only
def settings_of_event(request: StaffRequest, pk: int) -> HttpResponse:
    event = the_event(pk)
    form = SettingsForm(event, request.POST or None, fixed=fixed_settings_of(event))
    if form.is_valid():
        change_settings(event, form.settings(), by=request.user, now=timezone.now())
        if form.is_another_game:
            messages.success(request, _("Saved. These are the settings of the new game."))
            return redirect("settings_of_event", pk)
        messages.success(request, _("Saved."))
        return redirect("event", pk)
    context = {"event": event, "form": form}
    return render(request, "event/settings.html", context, status=422 if form.is_bound else 200)
