"""The import of people from a spreadsheet, and the files to download."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tournament.lists.headings import OF_PEOPLE
from tournament.lists.upload import UploadForm
from tournament.models import join_names
from tournament.people.import_rows import show_people
from tournament.people.queries.people import table_of_people
from tournament.people.services.importing import (
    ImportUndo,
    check_people,
    count_in_words,
    import_people,
    last_import_in_words,
    log_people_export,
    undo_last_import,
)
from tournament.people.views.people import require_club
from tournament.web.guards import StaffRequest, secretary_only
from tournament.web.pages import number_in
from tournament.web.tables import table_response


@secretary_only
def people_import(request: StaffRequest) -> HttpResponse:
    """Shows what an import would do, with every doubt. A POST with the step `import` imports what the page has shown,
    once every question has an answer; with `undo` it undoes the last import."""
    if request.method != "POST":
        return render(request, "people/import.html", {"form": UploadForm(), "last": last_import_in_words()})
    if undone := number_in(request.POST.get("undo", "")):
        undo = undo_last_import(undone, by=request.user, now=timezone.now())
        messages.success(request, _say_undone(undo))
        return redirect("people")
    sent = number_in(request.META.get("CONTENT_LENGTH", "")) or 0
    form = UploadForm(request.POST, request.FILES, kinds=OF_PEOPLE, sent=sent)
    if not form.is_valid():
        return render(request, "people/import.html", {"form": form}, status=422)
    checked, seen = check_people(form.table, form.answers), form.cleaned_data["seen"]
    is_refused = request.POST.get("step") == "import" and not form.is_other_sheet
    if is_refused and seen == checked.fingerprint and not checked.is_open:
        came = import_people(form.table, form.answers, seen=seen, by=request.user, now=timezone.now())
        what = count_in_words(len(came.new), len(came.changed_people))
        messages.success(request, _("Imported: %(what)s.") % {"what": what} if what else _("Nothing changed."))
        return redirect(f"{reverse('people')}?imported=1" if what else "people")
    check = show_people(checked, form.answers, sheets=form.ask_sheet(), is_refused=is_refused)
    context = {"form": form.show_again(checked.fingerprint), "checked": checked, "check": check}
    return render(request, "people/import.html", context, status=422 if is_refused else 200)


def _say_undone(undo: ImportUndo) -> str:
    """Says what an undo has done, and names who or what stays and why."""
    deleted, back = undo.deleted, undo.changed_back
    done = [
        *([ngettext("%(n)s person deleted", "%(n)s people deleted", deleted) % {"n": deleted}] if deleted else []),
        *([ngettext("%(n)s person changed back", "%(n)s people changed back", back) % {"n": back}] if back else []),
    ]
    sentences = [_("The import is undone: %(what)s.") % {"what": ", ".join(done) or _("nothing had to change")}]
    if undo.stay:
        words = _("These stay, because they have an evening or a fee by now: %(names)s.")
        sentences.append(words % {"names": join_names(undo.stay)})
    if undo.changed_since:
        words = _("These were changed again since, and those details stay: %(names)s.")
        sentences.append(words % {"names": join_names(undo.changed_since)})
    return " ".join(sentences)


@require_safe
@secretary_only
def people_file(request: StaffRequest, kind: str) -> HttpResponse:
    """Downloads the list of people; `kind` is "csv" or "xlsx"."""
    rows = table_of_people(require_club(), timezone.localdate())
    log_people_export(by=request.user, now=timezone.now())
    return table_response(rows, "people", {"as": kind})
