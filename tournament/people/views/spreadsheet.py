"""The import of people from a spreadsheet, and the files to download."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tournament.foundation.guards import StaffRequest, secretary_only
from tournament.foundation.pages import number_in
from tournament.foundation.tables import table_response
from tournament.models import LogEntry
from tournament.people.columns import LABELS
from tournament.people.forms import PeopleImportForm
from tournament.people.queries.people import table_of_people
from tournament.people.services.importing import (
    check_people,
    import_people,
    last_import,
    log_people_export,
    people_to_undo,
    undo_last_import,
)
from tournament.people.spreadsheet import write_text
from tournament.people.views.people import require_club

SHOWN = 300


@secretary_only
def people_import(request: StaffRequest) -> HttpResponse:
    """Shows what an import would do, with every doubt. A POST with the step `import` imports what the page has shown,
    once every question has an answer; with `undo` it asks whether to undo the last import, and with `delete` does."""
    if request.method != "POST":
        return render(request, "people/import.html", {"form": PeopleImportForm(), "last": last_import()})
    if undone := number_in(request.POST.get("undo", "")):
        return _undo_import(request, undone)
    form = PeopleImportForm(request.POST, request.FILES, sent=number_in(request.META.get("CONTENT_LENGTH", "")) or 0)
    if not form.is_valid():
        return render(request, "people/import.html", {"form": form}, status=422)
    checked = check_people(form.table, request.POST)
    is_asked = request.POST.get("step") == "import"
    if is_asked and form.cleaned_data["seen"] == checked.fingerprint and not checked.open:
        seen, now = checked.fingerprint, timezone.now()
        came = import_people(form.table, request.POST, seen=seen, by=request.user, now=now)
        values = {"new": len(came.new), "changed": len(came.changed_people)}
        words = _("Imported: %(new)s new, %(changed)s changed.")
        if came.new:
            words = _("Imported: %(new)s new, %(changed)s changed. You can undo this on the Import page.")
        messages.success(request, words % values)
        return redirect("people")
    again = PeopleImportForm()
    again.initial = {"text": write_text(form.table.rows), "seen": checked.fingerprint}
    context = {
        "form": again,
        "checked": checked,
        "columns": [(_(LABELS[kind]), place) for place, kind in enumerate(checked.columns.kinds, start=1) if kind],
        "asked": checked.to_ask[:SHOWN],
        "wrong": checked.wrong[:SHOWN],
        "new": checked.new[:SHOWN],
        "changed": checked.changed_people[:SHOWN],
        "has_news": bool(checked.new or checked.changed_people),
        "is_refused": is_asked,
    }
    return render(request, "people/import.html", context, status=422 if is_asked else 200)


def _undo_import(request: StaffRequest, line: int) -> HttpResponse:
    """Says whom this deletes and how many stay, and deletes them once the number that the page named comes back."""
    seen = get_object_or_404(LogEntry, pk=line, action="import_people")
    deleted = number_in(request.POST.get("delete", ""))
    if deleted is None:
        leaving, stay = people_to_undo(seen)
        context = {"last": seen, "leaving": len(leaving), "stay": stay}
        return render(request, "people/import_undo.html", context)
    kept = undo_last_import(seen, count=deleted, by=request.user, now=timezone.now())
    words = ngettext(
        "The import is undone: %(n)s person deleted.", "The import is undone: %(n)s people deleted.", deleted
    )
    sentence = words % {"n": deleted}
    if kept:
        words = ngettext(
            "%(n)s person stays, because they have an evening or a fee by now.",
            "%(n)s people stay, because they have an evening or a fee by now.",
            kept,
        )
        sentence += f" {words % {'n': kept}}"
    messages.success(request, sentence)
    return redirect("people")


@require_safe
@secretary_only
def people_file(request: StaffRequest, kind: str) -> HttpResponse:
    """Downloads the list of people; `kind` is "csv" or "xlsx"."""
    rows = table_of_people(require_club(), timezone.localdate())
    log_people_export(by=request.user, now=timezone.now())
    return table_response(rows, "people", {"as": kind})
