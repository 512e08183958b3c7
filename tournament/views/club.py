"""The club's own settings: its name, and the network of its hall."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from tournament.forms.club import ClubForm
from tournament.queries.events import the_club
from tournament.services.club import keep_club
from tournament.views.web import StaffRequest, director_only


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
    return render(request, "club/club.html", {"club": kept, "form": form}, status=422 if form.is_bound else 200)
