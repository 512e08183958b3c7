"""The pages for double entries, merging two people, and forgetting one."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import PersonMerge, Player
from tournament.people.forms import ForgetForm, MergeForm
from tournament.people.queries.duplicates import find_duplicates, merges_of, names_of_people
from tournament.people.services.forgetting import forget_person
from tournament.people.services.merging import merge_people, tell_apart, undo_merge
from tournament.people.views.people import require_club, the_person
from tournament.web.guards import StaffRequest, secretary_only
from tournament.web.pages import number_in

MOST_PAIRS = 20
"""Pairs on a page; the others follow when these are answered."""


@secretary_only
def duplicates(request: StaffRequest) -> HttpResponse:
    """Lists double entries. A POST merges two people by their numbers or names, says that they are two, or undoes a
    merge."""
    club, now = require_club(), timezone.now()
    form = MergeForm(club, request.POST if request.POST.get("action") == "by name" else None)
    if undone := number_in(request.POST.get("undo", "")):
        back = undo_merge(get_object_or_404(PersonMerge, pk=undone, club=club), by=request.user, now=now)
        messages.success(request, _("%(name)s is on the list again.") % {"name": back.full_name})
        return redirect("duplicates")
    if request.method == "POST" and not form.is_bound:
        one, other = (the_person(number_in(request.POST.get(name, "")) or 0) for name in ("one", "other"))
        if request.POST.get("action") == "apart":
            tell_apart(one, other, by=request.user, now=now)
            messages.success(request, _("Saved: they are 2 people."))
            return redirect("duplicates")
        is_other_kept = str(other.pk) == request.POST.get("kept")
        return _merge(request, other, one) if is_other_kept else _merge(request, one, other)
    if form.is_valid():
        return _merge(request, form.cleaned_data["kept"], form.cleaned_data["gone"])
    names = names_of_people(club)
    pairs = find_duplicates(club, names)
    context = {
        "form": form,
        "names": [row.full_name for row in names],
        "pairs": pairs[:MOST_PAIRS],
        "more": len(pairs[MOST_PAIRS:]),
        "merges": merges_of(club),
    }
    return render(request, "people/duplicates.html", context, status=422 if form.is_bound else 200)


def _merge(request: StaffRequest, kept: Player, gone: Player) -> HttpResponse:
    values = {"gone": gone.full_name, "kept": kept.full_name}
    merge_people(kept, gone, by=request.user, now=timezone.now())
    messages.success(request, _("%(gone)s is merged into %(kept)s.") % values)
    return redirect("duplicates")


@secretary_only
def person_forget(request: StaffRequest, pk: int) -> HttpResponse:
    """Asks before it forgets, because forgetting cannot be undone."""
    person = the_person(pk)
    if person.forgotten_at is not None:
        return redirect("person", pk)
    form = ForgetForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        forget_person(person, by=request.user, now=timezone.now())
        messages.success(request, _("The name is removed everywhere. The results stay."))
        return redirect("person", pk)
    return render(request, "people/forget.html", {"person": person, "form": form}, status=422 if form.is_bound else 200)
