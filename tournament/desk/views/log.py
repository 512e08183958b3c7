"""The pages of the log: the club's and an evening's, filtered, page by page, and as a file."""

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.club.queries import accounts_in_order
from tournament.desk.forms import LogForm
from tournament.desk.queries.log_pages import MOST_EXPORTED, LogPage, export_log, read_log
from tournament.event.queries.events import latest_evenings
from tournament.foundation.log_actions import Kind
from tournament.models import Event
from tournament.web.guards import StaffRequest, director_only, secretary_only
from tournament.web.pages import number_in, the_event
from tournament.web.tables import table_response

SEEN_BY_SECRETARY = (Kind.PEOPLE, Kind.MONEY, Kind.LEAGUES, Kind.SEASONS)
"""Directors see all kinds."""


@secretary_only
@require_safe
def club_log(request: StaffRequest) -> HttpResponse:
    """Shows the log of the club; a secretary sees only the kinds that secretaries may read."""
    return _page(request, None)


@director_only
@require_safe
def log(request: StaffRequest, pk: int) -> HttpResponse:
    return _page(request, the_event(pk))


@secretary_only
@require_safe
def club_log_csv(request: StaffRequest) -> HttpResponse:
    """Answers with the lines of the page as a file, without pages. `?evening=` may also name an evening that the page
    does not offer."""
    asked = number_in(request.GET.get("evening", ""))
    form = _form(request, the_event(asked) if asked is not None else None)
    head = [_("Date"), _("Time"), _("Who"), _("About"), _("Of"), _("What"), _("Changed"), _("Reason")]
    lines = export_log(form.filter()) if form.is_valid() else ()
    rows = [
        [
            *(
                (at := timezone.localtime(line.at)).date(),
                at.time().replace(microsecond=0),
                line.by,
                line.kind,
                line.about,
            ),
            _("%(what)s (undone by going back)") % {"what": line.sentence} if line.is_undone else line.sentence,
            *("; ".join(str(change) for change in line.changes), line.reason),
        ]
        for line in lines
    ]
    return table_response([head, *rows], f"log-{timezone.localdate():%Y-%m-%d}", request.GET)


def _form(request: StaffRequest, event: Event | None) -> LogForm:
    accounts = [(account.pk, account.username) for account in accounts_in_order()]
    may_read = () if request.user.is_director else SEEN_BY_SECRETARY
    events = () if event else latest_evenings()
    return LogForm(request.GET, accounts=accounts, event=event, events=events, may_read=may_read)


def _page(request: StaffRequest, event: Event | None) -> HttpResponse:
    form = _form(request, event)
    log_page = LogPage((), None)
    if form.is_valid():
        log_page = read_log(form.filter(number_in(request.GET.get("before", ""))))
    chosen = {name: request.GET[name] for name in form.fields if request.GET.get(name)}
    context = {
        **{"event": event, "form": form, "found": log_page, "lines": log_page.lines, "chosen": chosen},
        "earlier": urlencode({**chosen, "before": log_page.earlier}) if log_page.earlier else "",
        "latest": urlencode(chosen) if "before" in request.GET else None,
        "export": urlencode({**chosen, **({"evening": event.pk} if event else {})}),
        "most_exported": MOST_EXPORTED,
    }
    return render(request, "desk/log.html", context, status=200 if form.is_valid() else 422)
