"""The list of evenings, opening a new one, its settings, duplicating it, and the bin."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.club.queries import own_rules_of, the_club
from tournament.event.forms.event import BinForm, DuplicateForm, EventForm, SettingsForm
from tournament.event.queries.events import evening_of, evenings_in_bin, fixed_settings_of, last_evening, list_evenings
from tournament.event.services.bin import BIN_LASTS, bin_event, unbin_event
from tournament.event.services.duplicates import duplicate_evening
from tournament.event.services.events import change_settings, open_evening, use_club_rules
from tournament.models import Account, Event, of_shown_club
from tournament.web.guards import StaffRequest, director_only, secretary_only
from tournament.web.pages import the_event


@secretary_only
def events(request: StaffRequest) -> HttpResponse:
    """Lists the evenings: directors get links to the page of each, the secretary to its door. A director who has none
    yet is sent to open the first."""
    evenings, in_bin = list_evenings(), evenings_in_bin() if request.user.is_director else []
    if request.user.is_director and not (evenings or in_bin):
        return redirect("event_new")
    context = {
        "evenings": evenings,
        "tonight": evening_of(timezone.localdate()),
        "in_bin": [(event, event.binned_at + BIN_LASTS) for event in in_bin if event.binned_at],
    }
    return render(request, "event/events.html", context)


@director_only
def event_new(request: StaffRequest) -> HttpResponse:
    """Opens an evening like the last one or from a preset; with `settings` posted, its settings or plan come next."""
    club = the_club()
    own = own_rules_of(club.pk if club else None)
    form = EventForm(request.POST or None, last=last_evening(), first=club is None, own=own)
    if form.is_valid():
        opened = _open_evening(form, by=request.user)
        if "settings" not in request.POST:
            return redirect("door", opened.pk)
        return redirect("plan" if opened.kind.is_planned else "settings_of_event", opened.pk)
    return render(request, "event/event_new.html", {"form": form}, status=422 if form.is_bound else 200)


def _open_evening(form: EventForm, *, by: Account) -> Event:
    now, preset = timezone.now(), form.preset
    chosen = {name: value for name, value in form.cleaned_data.items() if name in ("name", "date")}
    if preset is not None:
        club_name = form.cleaned_data.get("club_name", "")
        opened = open_evening(
            **chosen, club_name=club_name, format=preset.format, settings=preset.settings, by=by, now=now
        )
    else:
        assert form.last is not None, "the form offers it only where there is one"
        opened = duplicate_evening(form.last.event, **chosen, by=by, now=now)
    if form.rules_chosen is not None:
        use_club_rules(opened, form.rules_chosen, by=by, now=now)
    return opened


@director_only
def event_duplicate(request: StaffRequest, pk: int) -> HttpResponse:
    event = the_event(pk)
    form = DuplicateForm(request.POST or None, initial={"name": event.name, "date": timezone.localdate()})
    if form.is_valid():
        made = duplicate_evening(event, **form.cleaned_data, by=request.user, now=timezone.now())
        messages.success(request, _("This is the new evening: %(name)s.") % {"name": made.name})
        return redirect("door", made.pk)
    context = {"event": event, "form": form}
    return render(request, "event/event_duplicate.html", context, status=422 if form.is_bound else 200)


@director_only
def event_delete(request: StaffRequest, pk: int) -> HttpResponse:
    event = the_event(pk)
    form = BinForm(event, request.POST if request.method == "POST" else None)
    if form.is_valid():
        bin_event(event, by=request.user, now=timezone.now())
        messages.success(request, _("%(name)s is in the bin. You can restore it for 30 days.") % {"name": event.name})
        return redirect("events")
    context = {"event": event, "form": form, "days": BIN_LASTS.days}
    return render(request, "event/event_delete.html", context, status=422 if form.is_bound else 200)


@require_POST
@director_only
def event_restore(request: StaffRequest, pk: int) -> HttpResponse:
    event = get_object_or_404(Event.with_binned.filter(of_shown_club()), pk=pk)
    unbin_event(event, by=request.user, now=timezone.now())
    messages.success(request, _("%(name)s is restored.") % {"name": event.name})
    return redirect("event", pk)


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
