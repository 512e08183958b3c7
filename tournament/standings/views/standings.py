"""The standings page, rendered once for everybody who asks in the same state; and the page of the criteria."""

from collections.abc import Mapping
from typing import NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.event.queries.events import fixed_settings_of
from tournament.event.queries.hours import hour_numbers, released_stages
from tournament.event.services.events import change_settings
from tournament.matches.queries.feats import with_feats
from tournament.matches.queries.team_matches import team_matches_of
from tournament.models import Event, mark_of_reader
from tournament.standings.forms.ranking import RankingForm
from tournament.standings.queries.counted_matches import Counting
from tournament.standings.queries.cuts import final_ties, play_offs_of, say_how_to_break_ties, ways_to_break_ties
from tournament.standings.queries.groups import counting_now
from tournament.standings.queries.shared_standings import SharedStandings, share_standings
from tournament.standings.queries.standings import Standings, tables_of
from tournament.standings.queries.standings_page import StandingsPage, file_of_standings, group_rows, sort_standings
from tournament.web.guards import StaffRequest, at_the_desk, director_only, everybody
from tournament.web.pages import HtmxRequest, page, same_for_all, the_event
from tournament.web.tables import find_in, table_response


class StandingsRequest(NamedTuple):
    """Which standings are asked for: `hour` 1 is the first by itself; `now` is the table that counts now."""

    hour: int | None
    of: Counting
    agreed_only: bool
    now: Counting

    @property
    def in_address(self) -> dict[str, object]:
        """The query of its address; each request has only one."""
        values = {"hour": self.hour, "of": self.of if self.of != self.now else None, "agreed": int(self.agreed_only)}
        return {name: value for name, value in values.items() if value}


class Shown(NamedTuple):
    """Rendered standings. `part` is the part of the page that changes, in order of place, made from `page`; `hours` is
    how many are released, and `by_stages` is whether the first has standings of its own; `to_part` labels the
    director's link to a cut or a play-off if anybody is tied, or was until a play-off; `is_over` is whether every hour
    of the evening is settled."""

    page: StandingsPage
    part: SafeString
    tables: tuple[tuple[Counting, str], ...]
    hours: int
    by_stages: bool
    to_part: str
    is_over: bool


@everybody
def standings(request: HtmxRequest, pk: int) -> HttpResponse:
    """Shows the standings. `?agreed=1` counts settled results only, `?hour=1` one hour, and `?of=` is another table
    from the same results of an evening of rounds."""
    event = the_event(pk)
    # Every write to the event changes the version, and so does signing in.
    of_reader = urlencode({name: request.GET[name] for name in ("sort", "find") if request.GET.get(name)})
    version = _version_of(event, is_shown=may_see_standings(request, event)) + (of_reader and f"-{of_reader}")
    known = get_conditional_response(request, f'"{version}"') if request.htmx else None
    if known is not None:
        return same_for_all(known, event)
    if not may_see_standings(request, event):
        return _with_etag(
            version, page(request, "standings", "standings_hidden", {"event": event, "version": version}), event
        )
    asked, shown = _cached_standings(request, event)
    part = _render_part(event, asked, shown.page, request.GET, version, shown.hours) if of_reader else shown.part
    if not request.htmx:
        context = {"event": event, "asked": asked, "shown": shown, "part": part, "find": find_in(request.GET)}
        return page(request, "standings", "standings", context)
    answer = HttpResponse(part)
    patch_vary_headers(answer, ["HX-Request"])
    return _with_etag(version, answer, event)


@everybody
@require_safe
def standings_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Sends the same table, in the same order, for a spreadsheet."""
    event = the_event(pk)
    if not may_see_standings(request, event):
        raise Http404
    asked, shown = _cached_standings(request, event)
    sorted_rows = sort_standings(shown.page, request.GET, kept=asked.in_address)
    return table_response(file_of_standings(shown.page, sorted_rows), f"standings-{event.date:%Y-%m-%d}", request.GET)


def _cached_standings(request: HttpRequest, event: Event) -> tuple[StandingsRequest, Shown]:
    asked = _read_request(request, event)
    cut = at_the_desk(request) and getattr(request.user, "is_director", False) and event.locked_at is None
    shared = share_standings(event, hours=asked.hour, agreed_only=asked.agreed_only, counting=asked.of)
    if (asked, cut) not in shared.written:
        shared.written[asked, cut] = _render_standings(event, asked, shared, cut=cut)
    return asked, shared.written[asked, cut]


def _version_of(event: Event, *, is_shown: bool) -> str:
    names = mark_of_reader()
    return f"{event.revision}-{int(is_shown)}" + (f"-{hash(names):x}" if names else "")


def _with_etag(version: str, answer: HttpResponse, event: Event) -> HttpResponse:
    answer.headers["ETag"] = f'"{version}"'
    return same_for_all(answer, event)


def _read_request(request: HttpRequest, event: Event) -> StandingsRequest:
    now = counting_now(event)
    table = next((table for table in tables_of(event) if table == request.GET.get("of")), now)
    return StandingsRequest(1 if request.GET.get("hour") == "1" else None, table, request.GET.get("agreed") == "1", now)


def _render_standings(event: Event, asked: StandingsRequest, shared: SharedStandings, *, cut: bool) -> Shown:
    """Renders standings from the event and the request's choices alone, because they are cached for the next reader."""
    made, counted = shared.page, shared.ranked.standings
    hours = len(released_stages(event)) if event.kind.ranks_each_stage else counted.hours
    return Shown(
        page=made,
        part=_render_part(event, asked, made, {}, _version_of(event, is_shown=True), hours),
        tables=made.tables,
        hours=hours,
        by_stages=event.kind.ranks_each_stage and hours > 1,
        to_part=_to_part(event, counted) if cut and asked.hour is None and asked.of == asked.now else "",
        is_over=_is_over(event, made),
    )


def _render_part(
    event: Event, asked: StandingsRequest, made: StandingsPage, order: Mapping[str, str], version: str, hours: int
) -> SafeString:
    """Renders the table of these `hours`, sorted and filtered by `order`; in groups there is no podium."""
    sorted_rows = sort_standings(made, order, kept=asked.in_address)
    here = reverse("standings", args=[event.pk])
    context = {
        "event": event,
        "page": made,
        "sorted": sorted_rows,
        "groups": group_rows(sorted_rows.rows),
        "team_matches": with_feats(event, team_matches_of(event)),
        "version": version,
        "is_final": _is_over(event, made) and asked.hour is None and asked.of != "groups",
        "to_pdf": _pdf_of(event, asked, hours) if hours and asked.of == asked.now else "",
    }
    context |= {"here": f"{here}?{sorted_rows.query}".rstrip("?"), "to_csv": reverse("standings_csv", args=[event.pk])}
    return SafeString(render_to_string("standings/_standings.html", context))


def _is_over(event: Event, made: StandingsPage) -> bool:
    """Returns whether every hour of the evening is settled."""
    return not made.standings.provisional and made.standings.hours >= len(hour_numbers(event))


def _pdf_of(event: Event, asked: StandingsRequest, hours: int) -> str:
    """Returns the address of these standings on paper: of the first hour, after a round, or of the whole evening."""
    document, hour = "final-standings", 0
    if event.kind.ranks_each_stage and (asked.hour == 1 or hours == 1):
        document, hour = "hour-standings", 1
    elif event.kind.is_planned and len(hour_numbers(event)) > hours:
        document, hour = "round-standings", hours
    return reverse("pdf", args=[event.pk, document]) + (f"?hour={hour}" if hour else "")


def _to_part(event: Event, counted: Standings) -> str:
    words = say_how_to_break_ties(event)
    if words and final_ties(counted):
        return words
    return _("Play-off") if "play_off" in ways_to_break_ties(event) and play_offs_of(event) else ""


def may_see_standings(request: HttpRequest, event: Event) -> bool:
    """Returns whether this reader may see the standings: everybody once the director shares them, before that only
    people who are signed in as scorer or director."""
    return event.standings_shown or at_the_desk(request)


@director_only
def ranking(request: StaffRequest, pk: int) -> HttpResponse:
    """Sets the criteria, in the club's own order, and what an unplayed match counts."""
    event = the_event(pk)
    if not event.kind.is_planned:
        return redirect("settings_of_event", pk)
    form = RankingForm(event, request.POST or None, fixed=fixed_settings_of(event))
    if form.is_valid():
        change_settings(event, form.settings(), by=request.user, now=timezone.now())
        messages.success(request, _("Saved."))
        return redirect("event", pk)
    context = {"event": event, "form": form}
    return render(request, "standings/ranking.html", context, status=422 if form.is_bound else 200)
