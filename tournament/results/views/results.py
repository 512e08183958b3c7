"""The results board: what is missing and what is disputed, and the director's agreement and rulings."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.event.queries.calls import open_calls, version_of_calls
from tournament.event.queries.hours import is_knock_out, released_stages
from tournament.hands.queries.disputes import disputes_at_tables
from tournament.matches.queries.match_on_board import MatchOnBoard, SideOnBoard, match_on_board
from tournament.matches.queries.matches import may_walk_over, sides_of
from tournament.matches.queries.team_matches import TeamMatch
from tournament.models import SETTLED, Event, Match, Stage, State, Table
from tournament.results.forms.rulings import (
    CallOffForm,
    RulingForm,
    SharedTableForm,
    TakeBackWalkOverForm,
    WalkOverForm,
)
from tournament.results.queries.adjustments import adjustments_in
from tournament.results.queries.boards import Board, BoardLine, TableOnBoard, board_of, meetings_of
from tournament.results.queries.result_list import STATES, file_of_results, sort_results
from tournament.results.services.decisions import (
    agree_matches,
    agree_table,
    call_off,
    give_walk_over,
    make_ruling,
    share_table,
    take_back_walk_over,
)
from tournament.web.guards import StaffRequest, director_only, scorer_only
from tournament.web.pages import HtmxRequest, address_for_each, hour_asked_for, number_in, the_event
from tournament.web.tables import table_response


@scorer_only
def results(request: HtmxRequest, pk: int) -> HttpResponse:
    """Shows an hour by table: the latest hour unless `?hour=` names another. A table with several
    matches is one line, and `?table=` opens it. htmx asks for the head of the board alone."""
    event = the_event(pk)
    hours = released_stages(event)
    stage = hour_asked_for(request, hours)
    board = board_of(stage) if stage else None
    waiting = open_calls(event, timezone.now())
    is_director = getattr(request.user, "is_director", False)
    may_rule = is_director and event.locked_at is None
    context = {
        **{"event": event, "stage": stage, "hours": hours, "board": board, "may_rule": may_rule},
        **{"waiting": waiting, "waiting_version": version_of_calls(waiting)},
    }
    if board:
        to_sheet = address_for_each("sheet", pk, board.stage.number)
        context |= {
            "missing": [(to_sheet(each.entry.pk), each.table, each.name, each.entry.pk) for each in board.missing],
            "settling": disputes_at_tables([shown.match for shown in board.disputes]) if board.disputes else (),
            "opened": number_in(request.GET.get("table", "")),
            "meetings": () if request.htmx else _show_meetings(request, event, board, is_director=is_director),
        }
    response = render(request, "results/results.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@scorer_only
@require_safe
def result_list(request: HttpRequest, pk: int) -> HttpResponse:
    """Lists all matches of an hour in the order that is asked for."""
    event, board = _board_asked_for(request, pk)
    sorted_results = sort_results(board, request.GET, is_numbered=event.kind.turns_per_seating > 1)
    to_match = address_for_each("match", pk)
    context = {
        **{
            "event": event,
            "stage": board.stage,
            "hours": released_stages(event),
            "sorted": sorted_results,
            "find": sorted_results.find,
        },
        "rows": [(to_match(line.match.pk), line) for line in sorted_results.rows],
        "states": [(state, number) for state, number in board.states if state in STATES],
        "state": dict(sorted_results.kept).get("state", ""),
        "to_csv": reverse("results_csv", args=[pk]),
    }
    return render(request, "results/result_list.html", context)


@scorer_only
@require_safe
def results_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Sends the same list in the same order, for a spreadsheet."""
    event, board = _board_asked_for(request, pk)
    sorted_results = sort_results(board, request.GET, is_numbered=event.kind.turns_per_seating > 1)
    return table_response(
        file_of_results(sorted_results), f"results-{event.date:%Y-%m-%d}-{board.stage.number}", request.GET
    )


def _board_asked_for(request: HttpRequest, pk: int) -> tuple[Event, Board]:
    """Returns the event and the board of the hour asked for. Raises Http404 as long as no hour is released."""
    event = the_event(pk)
    stage = hour_asked_for(request, released_stages(event))
    if stage is None:
        raise Http404
    return event, board_of(stage)


class BoardRow(NamedTuple):
    """A line of the board as a value, in the order of its template. `number` is of its round, of its table if the card
    has several, or None; `place` is the line's table where a link can lead to it and one press agrees it, else None; an
    address is "" for no link. `more` is the line itself if it has more to show than fits in its row."""

    match: int
    name: str
    number: int | None
    place: TableOnBoard | None
    scores: tuple[SideOnBoard, ...]
    state: str
    is_late: bool
    notes: Sequence[str]
    to_match: str
    to_slip: str
    slip_words: str
    to_ruling: str
    ruling_words: str
    more: BoardLine | None


class CardOnPage(NamedTuple):
    """Lines on a card: those of one table, or of all tables with one match each, without a `table`."""

    table: TableOnBoard | None
    lines: list[BoardRow]


class MeetingOnPage(NamedTuple):
    """Tables as the page shows them; `folded` are one line each."""

    team_match: TeamMatch | None
    cards: list[CardOnPage]
    folded: list[TableOnBoard]


def _show_meetings(request: HttpRequest, event: Event, board: Board, *, is_director: bool) -> list[MeetingOnPage]:
    """Returns the board table by table, with the addresses that this reader may follow. A director may correct the
    results of a locked evening too."""
    to_match, to_slip, to_ruling = (address_for_each(name, event.pk) for name in ("match", "slip", "ruling"))
    is_locked = event.locked_at is not None
    has_slips = not event.kind.has_sheets and not is_locked
    is_numbered = event.kind.turns_per_seating > 1
    may_walk_over = not is_locked and not event.kind.has_free_chairs
    open_slip, key_slip = _("Open slip"), _("Key in slip")
    walk_over, correct = _("Walk-over"), _("Correct") if is_locked else _("Correct or rule")
    rule_again = correct if is_locked else _("Rule again")

    opened = number_in(request.GET.get("table", ""))

    def row(shown: BoardLine, number: int | None, place: TableOnBoard | None = None) -> BoardRow:
        match, slip, ruling, words = shown.match, "", "", correct
        if match.state != State.CALLED_OFF:
            slip = to_slip(match.pk) if has_slips else ""
            ruling = to_ruling(match.pk) if is_director else ""
        if match.state == State.WAITING and not is_locked:  # nothing to rule yet, but perhaps nobody comes
            ruling, words = f"{ruling}#walk-over" if ruling and may_walk_over else "", walk_over
        elif match.state == State.RULED:
            words = rule_again
        return BoardRow(
            *(match.pk, match.name, number, place, shown.scores, shown.state, bool(shown.late), shown.notes),
            *(to_match(match.pk), slip, open_slip if shown.slips else key_slip, ruling, words),
            shown if shown.has_more else None,
        )

    def show(tables: Sequence[TableOnBoard], team_match: TeamMatch | None) -> MeetingOnPage:
        alone, cards, folded = [], [], []
        for table in tables:
            if len(table.matches) == 1:
                alone.append(row(table.matches[0], table.table.number, table))
            elif table.table.number == opened or any(match.needs_somebody for match in table.matches):
                rows = [row(match, match.match.round.number if is_numbered else None) for match in table.matches]
                cards.append(CardOnPage(table, rows))
            else:
                folded.append(table)
        return MeetingOnPage(team_match, [*cards, *([CardOnPage(None, alone)] if alone else [])], folded)

    return [show(meeting.tables, meeting.team_match) for meeting in meetings_of(event, board)]


@director_only
@require_POST
def agree_results(request: StaffRequest, pk: int) -> HttpResponse:
    """Agrees every entered result of the posted table; or the results `seen`, of one hour, at once; or one `match`,
    even though it is contradictory."""
    event = the_event(pk)
    if "seen" in request.POST:
        return _agree_seen(request, event)
    if "match" in request.POST:
        shown = the_match(event, number_in(request.POST["match"]) or 0)
        agree_matches([shown.match], event=event, contradictory=True, by=request.user, now=timezone.now())
        messages.success(request, _("Table %(table)s: result agreed.") % {"table": shown.match.table.number})
        return _redirect_to_match(event, shown.match)
    tables = Table.objects.filter(stage__event=event).select_related("stage__event")
    table = get_object_or_404(tables, pk=number_in(request.POST.get("table", "")))
    moved = agree_table(table, by=request.user, now=timezone.now())
    words = ngettext("Table %(table)s: %(moved)s result agreed.", "Table %(table)s: %(moved)s results agreed.", moved)
    messages.success(request, words % {"table": table.number, "moved": moved})
    return _redirect_to_board(event, table.stage, f"table-{table.number}")


def _agree_seen(request: StaffRequest, event: Event) -> HttpResponse:
    """Agrees the results that the button counted, and no later ones; when these were the last, leads to the event's
    page."""
    seen = [number_in(pk) or 0 for pk in request.POST["seen"].split(",")]
    matches = list(Match.objects.filter(pk__in=seen, table__stage__event=event).select_related("table__stage"))
    if not matches:
        messages.error(request, _("Those results are no longer there, so nothing was agreed. Check the results again."))
        return redirect("results", event.pk)
    moved = agree_matches(matches, event=event, by=request.user, now=timezone.now())
    words = ngettext("%(moved)s result agreed.", "%(moved)s results agreed.", moved)
    messages.success(request, words % {"moved": moved})
    stage = matches[0].table.stage
    return _redirect_to_board(event, stage, "messages") if _is_open(stage) else redirect("event", event.pk)


def _is_open(stage: Stage) -> bool:
    return Match.objects.filter(table__stage=stage).exclude(state__in=(*SETTLED, State.CALLED_OFF)).exists()


@director_only
def ruling(request: StaffRequest, pk: int, match: int) -> HttpResponse:
    """Asks what counts for a match. On a locked evening it corrects that alone: the page says that it is unlocked for
    it and locked again, and sends `of_locked` back."""
    event = the_event(pk)
    shown = the_match(event, match)
    # A ruling starts from the version whose link was pressed, else from what counts now, unless witnesses differ.
    asked, late = number_in(request.GET.get("version", "")), _late_side(shown, request.GET.get("late", ""))
    is_version = asked is not None and asked < len(shown.current)
    start = shown.current[asked or 0].scores if is_version else _start_of_ruling(shown)
    reason = _("Late: more than the minutes of grace.") if late else ""
    if late and event.late_points:
        points = event.late_points
        start = [
            SideOnBoard(side.name, *((0, 0) if side.number == late else (points, 1))) for side in sides_of(shown.match)
        ]
    posted = request.POST if request.method == "POST" else None
    form = RulingForm(shown.match, posted, start=start, reason=reason, is_filled=is_version)
    if form.is_valid():
        is_correction = request.POST.get("of_locked") == "yes"
        was_disputed = shown.state == State.DISPUTED
        arguments: dict[str, Any] = {**form.ruling_arguments(), "even_locked": is_correction}
        make_ruling(shown.match, **arguments, by=request.user, now=timezone.now())
        sentence = _("Ruling saved. Earlier reports and the reason are kept with it.")
        if is_correction:
            sentence = _("Corrected. The evening is locked again; the log has the earlier result and your reason.")
        messages.success(request, sentence)
        was_last = was_disputed and not _is_open(shown.match.table.stage)
        return redirect("event", event.pk) if was_last else _redirect_to_match(event, shown.match)
    came = WalkOverForm(shown.match, came=3 - late, reason=reason) if late and not event.late_points else None
    return _render_ruling(request, event, shown, form=form, came=came, is_late=bool(came))


def _start_of_ruling(shown: MatchOnBoard) -> list[SideOnBoard]:
    """Returns what counts now, or nothing where witnesses differ: what counts then can be a result that nobody gave."""
    is_mixed = shown.state == State.DISPUTED and len(shown.current) > 1
    return [SideOnBoard(side.name, None, None) if is_mixed else side for side in shown.counted_sides]


def _late_side(shown: MatchOnBoard, asked: str) -> int:
    """Returns the number of a side that is late, of two; 0 if the page was not asked about one."""
    sides, late = sides_of(shown.match), number_in(asked)
    return next((side.number for side in sides if side.number == late and side.late_since and len(sides) == 2), 0)


@director_only
@require_POST
def call_off_match(request: StaffRequest, pk: int, match: int) -> HttpResponse:
    """Calls off a match that was not played; the form is on the page of its ruling."""
    event = the_event(pk)
    shown = the_match(event, match)
    off = CallOffForm(request.POST)
    if off.is_valid():
        call_off(shown.match, reason=off.cleaned_data["off_reason"], by=request.user, now=timezone.now())
        messages.success(request, _("Called off. Both sides sit out this round. A ruling undoes it."))
        return _redirect_to_match(event, shown.match)
    return _render_ruling(request, event, shown, off=off)


@director_only
@require_POST
def walk_over(request: StaffRequest, pk: int, match: int) -> HttpResponse:
    """Gives a walk-over because one side did not come, or undoes it; the form is on the page of the ruling."""
    event = the_event(pk)
    shown = the_match(event, match)
    by_now: dict[str, Any] = {"by": request.user, "now": timezone.now()}
    if "back_reason" in request.POST:
        back = TakeBackWalkOverForm(request.POST)
        if not back.is_valid():
            return _render_ruling(request, event, shown, back=back)
        take_back_walk_over(shown.match, reason=back.cleaned_data["back_reason"], **by_now)
        messages.success(request, _("Undone. The match waits for its result again."))
    else:
        form = WalkOverForm(shown.match, request.POST)
        if not form.is_valid():
            return _render_ruling(request, event, shown, came=form)
        cleaned = form.cleaned_data
        give_walk_over(shown.match, cleaned["came"], reason=cleaned["walk_over_reason"], **by_now)
        messages.success(request, _say_who_came(event, shown.match, cleaned["came"]))
    return _redirect_to_match(event, shown.match)


def _say_who_came(event: Event, match: Match, came: int) -> str:
    if came:
        return _("Walk-over given. Each side gets what the club set for it.")
    if is_knock_out(event, match.table.stage.number):
        return _("Neither side came, so nobody goes on. The next opponent goes through without a match.")
    return _("Neither side came. Both get what the club set for a side that did not come.")


@director_only
@require_POST
def shared_table(request: StaffRequest, pk: int, match: int) -> HttpResponse:
    """Records that a match had only a part of its round; the form is on the page of its ruling."""
    event = the_event(pk)
    shown = the_match(event, match)
    form = SharedTableForm(shown.match, request.POST)
    if not form.is_valid():
        return _render_ruling(request, event, shown, shared=form)
    cleaned = form.cleaned_data
    share_table(shown.match, cleaned["part"], reason=cleaned["shared_reason"], by=request.user, now=timezone.now())
    messages.success(request, _("Saved. The standings show what it counts beside the names."))
    return _redirect_to_match(event, shown.match)


def _render_ruling(
    request: HttpRequest,
    event: Event,
    shown: MatchOnBoard,
    *,
    form: RulingForm | None = None,
    off: CallOffForm | None = None,
    came: WalkOverForm | None = None,
    back: TakeBackWalkOverForm | None = None,
    shared: SharedTableForm | None = None,
    is_late: bool = False,
) -> HttpResponse:
    """Shows what the director may decide about a match, with the errors of the posted form."""
    of_walk_over = {"came": came or WalkOverForm(shown.match), "back": back or TakeBackWalkOverForm()}
    context = {
        **{"event": event, "shown": shown, "off": off or CallOffForm(), "is_late": is_late},
        "form": form or RulingForm(shown.match, start=_start_of_ruling(shown)),
        **(of_walk_over if may_walk_over(event, shown.match) else {}),
        **({"shared": shared or SharedTableForm(shown.match)} if not event.kind.has_free_chairs else {}),
        "in_knock_out": is_knock_out(event, shown.match.table.stage.number),
        "adjusted": adjustments_in(event, shown.match.all_sides).values(),
        "ranking_page": reverse("ranking", args=[event.pk]),
    }
    is_wrong = any(posted is not None and posted.is_bound for posted in (form, off, came, back, shared))
    return render(request, "results/ruling.html", context, status=422 if is_wrong else 200)


def the_match(event: Event, pk: int) -> MatchOnBoard:
    shown = match_on_board(event, pk)
    if shown is None:
        raise Http404
    return shown


def _redirect_to_board(event: Event, stage: Stage, part: str) -> HttpResponse:
    return redirect(f"{reverse('results', args=[event.pk])}?hour={stage.number}#{part}")


def _redirect_to_match(event: Event, match: Match) -> HttpResponse:
    """Leads to the match on the board, where its table is open."""
    hour, table = match.table.stage.number, match.table.number
    return redirect(f"{reverse('results', args=[event.pk])}?hour={hour}&table={table}#match-{match.pk}")
