"""The pages of export and import, and of the restore points of an evening."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.club.queries import the_club
from tournament.models import RestorePoint
from tournament.transfer.document import Document, UnreadableExport, pack_document
from tournament.transfer.forms import GoBackForm, PointForm, PreviewForm, UploadForm
from tournament.transfer.page_check import open_pages
from tournament.transfer.queries.in_words import say_club, say_name, say_nothing_new, say_state
from tournament.transfer.queries.preview import preview_import
from tournament.transfer.queries.reading import read_export
from tournament.transfer.queries.restore_points import (
    name_of_point,
    names_of_entries,
    points_of,
    read_point,
    undone_hands,
)
from tournament.transfer.services.exporting import export_club, export_evening, log_export
from tournament.transfer.services.going_back import accept_undone_hands, go_back, set_point_by_hand
from tournament.transfer.services.importing import import_export
from tournament.transfer.services.uploads import forget_upload, keep_upload, read_upload
from tournament.web.guards import StaffRequest, director_only
from tournament.web.pages import file_response, number_in, the_event

NAMED = 12
"""The most people, lines and so on that a page names one by one."""
WHOLE_CLUB = gettext_lazy(
    "This file has a whole club, which the operator of this server brings in. Export each evening from its own page."
)


@director_only
@never_cache
def transfer(request: StaffRequest) -> HttpResponse:
    """Shows the export of the club, and takes the file of an import, which is stored until it is confirmed. Where
    clubs share a server it takes single evenings; a whole club is brought in by the operator, `manage.py club
    import`."""
    sent = number_in(request.META.get("CONTENT_LENGTH", "")) or 0
    form = UploadForm(request.POST, request.FILES, sent=sent) if request.method == "POST" else UploadForm()
    if form.is_valid():
        content = form.cleaned_data["file"].read()
        try:
            if read_export(content).scope != "evening" and settings.SEVERAL_CLUBS:
                raise UnreadableExport(WHOLE_CLUB)
        except UnreadableExport as refused:
            form.add_error("file", str(refused))
        else:
            request.session["import"] = keep_upload(content, now=timezone.now())
            return redirect("import_preview")
    context = {"form": form, "club": the_club()}
    return render(request, "transfer/transfer.html", context, status=422 if form.is_bound else 200)


@director_only
@never_cache
def import_preview(request: StaffRequest) -> HttpResponse:
    """Shows what is in the file, and its doubts. Nothing is stored before it is confirmed here."""
    token = request.session.get("import", "")
    seen = preview_import(read_export(read_upload(token)))
    form = PreviewForm(seen, request.POST if request.method == "POST" else None)
    if form.is_valid():
        imported = import_export(seen.export, form.answers(), by=request.user, now=timezone.now(), check=open_pages)
        forget_upload(request.session.pop("import"))
        for event in imported.evenings:
            messages.success(request, _("Imported: %(event)s.") % {"event": event})
        if not imported.evenings:
            messages.success(request, _("The import is done."))
        return redirect("event", imported.evenings[0].pk) if len(imported.evenings) == 1 else redirect("events")
    context = {
        "form": form,
        "seen": seen,
        "of_club": list(say_club(seen)),
        "owners": [(say_name(each), say_state(each), each.state) for each in (*seen.evenings, *seen.leagues)],
        "nothing_new": say_nothing_new(seen),
    }
    return render(request, "transfer/import_preview.html", context, status=422 if form.is_bound else 200)


@require_safe
@director_only
def club_export(request: StaffRequest) -> HttpResponse:
    club = the_club()
    if club is None:
        raise UnreadableExport(_("There is nothing to export yet. Create the first evening."))
    document = export_club(club)
    log_export(club.name, by=request.user, now=timezone.now())
    return _download(document, f"{club.name} {timezone.localdate()}")


@require_safe
@director_only
def evening_export(request: StaffRequest, pk: int) -> HttpResponse:
    event = the_event(pk)
    document, name = export_evening(event), f"{event.name} {event.date}"
    log_export(name, by=request.user, now=timezone.now())
    return _download(document, name)


def _download(document: Document, name: str) -> HttpResponse:
    named = f"{slugify(name, allow_unicode=True) or 'hangjack'}.json.gz"
    return file_response(pack_document(document), "application/gzip", named, download=True)


@director_only
@never_cache
def restore_points(request: StaffRequest, pk: int) -> HttpResponse:
    event = the_event(pk)
    if "accept" in request.POST:
        accepted = accept_undone_hands(event, by=request.user, now=timezone.now())
        words = ngettext("%(n)s hand counts again.", "%(n)s hands count again.", accepted)
        messages.success(request, words % {"n": accepted})
        return redirect("event", pk)
    form = PointForm(request.POST or None)
    if form.is_valid():
        set_point_by_hand(event, form.cleaned_data["name"], by=request.user, now=timezone.now())
        messages.success(request, _("The restore point is set."))
        return redirect("restore_points", pk)
    points = [(point, name_of_point(event, point)) for point in points_of(event)]
    context = {"event": event, "points": points, "form": form, "undone_hands": undone_hands(event)}
    return render(request, "transfer/restore_points.html", context, status=422 if form.is_bound else 200)


@director_only
@never_cache
def restore_point(request: StaffRequest, pk: int, point: int) -> HttpResponse:
    """Shows what going back to a point would undo, with the button for it."""
    event = the_event(pk)
    kept = get_object_or_404(RestorePoint.objects.select_related("event"), pk=point, event=event)
    newest = points_of(event)[0].pk
    form = GoBackForm(request.POST or None, initial={"newest": newest})
    if form.is_valid():
        undone = go_back(kept, **form.cleaned_data, by=request.user, now=timezone.now())
        messages.success(request, _("The evening was taken back. How it was until now is the newest restore point."))
        return redirect("restore_points" if undone.late else "event", pk)
    _snapshot, undone = read_point(event, kept)
    leaving = [entry for entry in undone.entries if entry not in undone.paying]
    context = {
        "event": event,
        "point": kept,
        "name": name_of_point(event, kept),
        "undone": undone,
        "leaving": names_of_entries(leaving[:NAMED]),
        "more_leaving": max(len(leaving) - NAMED, 0),
        "paying": names_of_entries(undone.paying[:NAMED]),
        "form": form,
    }
    return render(request, "transfer/restore_point.html", context, status=422 if form.is_bound else 200)
