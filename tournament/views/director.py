"""The director's evening at a glance, its settings, its end and its log."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.forms.event import EventForm, SettingsForm
from tournament.queries.events import evening_of, evenings, fixed_settings, the_club
from tournament.services.events import change_settings, open_evening
from tournament.views.web import StaffRequest, director_only, the_event


@director_only
def events(request: StaffRequest) -> HttpResponse:
    context = {"evenings": evenings(), "tonight": evening_of(timezone.localdate())}
    return render(request, "director/events.html", context)


@director_only
def event_new(request: StaffRequest) -> HttpResponse:
    form = EventForm(request.POST or None, first=the_club() is None)
    if form.is_valid():
        opened = open_evening(**form.cleaned_data, by=request.user, now=timezone.now())
        return redirect("door", opened.pk)
    return render(request, "director/event_new.html", {"form": form}, status=422 if form.is_bound else 200)


@director_only
def settings_of_event(request: StaffRequest, pk: int) -> HttpResponse:
    event = the_event(pk)
    form = SettingsForm(event, request.POST or None, fixed=fixed_settings(event))
    if form.is_valid():
        change_settings(event, form.settings(), by=request.user, now=timezone.now())
        messages.success(request, _("Kept."))
        return redirect("event", pk)
    context = {"event": event, "form": form}
    return render(request, "director/settings.html", context, status=422 if form.is_bound else 200)


def event(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def lock(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def show(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def log(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")
