"""The table's own pages: getting in with the code on its card, and the table itself."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournament.forms.table import CodeForm
from tournament.queries.codes import OpenedTable
from tournament.queries.table import matches_at
from tournament.queries.undone import undone_release
from tournament.views.web import everybody, table_only


@everybody
def code(request: HttpRequest) -> HttpResponse:
    """Type the code of the card. Whether it opens a table is the next page's business, which counts wrong ones."""
    form = CodeForm(request.POST or None)
    if form.is_valid():
        return redirect("table", form.cleaned_data["code"])
    return render(request, "table/code.html", {"form": form}, status=422 if form.is_bound else 200)


@table_only
def table(request: HttpRequest, table: OpenedTable) -> HttpResponse:
    """The match that is played there now; where there are several they are shown to choose from."""
    at_table = matches_at(table.event, table.number)
    if len(at_table.on) == 1 and not at_table.unfinished:
        return redirect("table_match", table.code, at_table.on[0].pk)
    context = {"event": table.event, "table": table, "at_table": at_table, "undone": undone_release(table.event)}
    return render(request, "table/table.html", context)
