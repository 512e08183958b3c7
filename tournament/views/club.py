"""The club's own settings: its name, the network of its hall, and its emblem."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from tournament.forms.club import ClubForm
from tournament.forms.emblem import EmblemForm
from tournament.models import Club
from tournament.queries.emblems import emblem_of
from tournament.queries.events import the_club
from tournament.services.club import keep_club, keep_emblem, remove_emblem
from tournament.views.web import StaffRequest, director_only, number_in


@sensitive_post_parameters("wifi_password")
@director_only
@never_cache
def club(request: StaffRequest) -> HttpResponse:
    kept = the_club()
    form = ClubForm(kept, request.POST or None)
    if form.is_valid():
        keep_club(kept, **form.cleaned_data)
        messages.success(request, _("Kept."))
        return redirect("club")
    return _page(request, kept, form=form)


@require_POST
@director_only
def emblem_change(request: StaffRequest) -> HttpResponse:
    """Another emblem, or with `step` as "remove" none."""
    kept = _the_club()
    if request.POST.get("step") == "remove":
        remove_emblem(kept)
        messages.success(request, _("Paper is printed without an emblem again."))
        return redirect("club")
    sent = number_in(request.META.get("CONTENT_LENGTH", "")) or 0
    form = EmblemForm(request.POST, request.FILES, sent=sent)
    if not form.is_valid():
        form.fields["emblem"].widget.attrs["autofocus"] = True  # what is said of it stands at the foot of a long page
        return _page(request, kept, emblem_form=form)
    drawn = form.cleaned_data["emblem"]
    keep_emblem(kept, png=drawn.png, width=drawn.width, height=drawn.height)
    messages.success(request, _("Kept: from now on it is at the head of every paper."))
    return redirect("club")


@require_safe
@director_only
@never_cache
def emblem(request: StaffRequest) -> HttpResponse:
    """As it is printed."""
    kept = emblem_of(_the_club())
    if kept is None:
        raise Http404
    return HttpResponse(bytes(kept.png), content_type="image/png")


def _the_club() -> Club:
    kept = the_club()
    if kept is None:
        raise Http404
    return kept


def _page(request: StaffRequest, kept: Club | None, **bound: Any) -> HttpResponse:
    context = {"club": kept, "emblem": emblem_of(kept) if kept else None, "form": ClubForm(kept)}
    context |= {"emblem_form": EmblemForm()} | bound
    refused = any(form.is_bound for form in bound.values())
    return render(request, "club/club.html", context, status=422 if refused else 200)
