"""Pages of leagues: the table, its rules, results imported or corrected, fixtures, penalties and the log."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db.models import OuterRef, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.club.queries import is_calendar_shown, the_club
from tournament.foundation.errors import TournamentError
from tournament.leagues.criteria import columns_of
from tournament.leagues.forms.leagues import (
    LeagueForm,
    PenaltyForm,
    ResultForm,
    WithdrawPenaltyForm,
)
from tournament.leagues.forms.rulings import ReasonForm
from tournament.leagues.forms.seats import seat_boxes_in
from tournament.leagues.forms.squads import take_answer
from tournament.leagues.import_rows import CorrectedList, check_results, show_results
from tournament.leagues.log_sentences import say_what_is_taken
from tournament.leagues.paper.printing import print_fixtures, print_league, print_pocket_cards, print_season
from tournament.leagues.queries.counting import say_what_happened
from tournament.leagues.queries.cups import cups_of, is_first_round_over
from tournament.leagues.queries.leagues import list_leagues, penalties_of, redact_for_reader
from tournament.leagues.queries.log import log_of_league, penalties_taken_back
from tournament.leagues.queries.open_cases import open_cases
from tournament.leagues.queries.page import file_of_table, shared_league_page
from tournament.leagues.queries.players import player_records
from tournament.leagues.queries.reports import next_due_after
from tournament.leagues.queries.results import lines_of, versions_of
from tournament.leagues.queries.seasons import (
    divisions_of,
    leagues_with_rules,
    next_division_of,
    say_other_rules,
    say_rules,
)
from tournament.leagues.queries.teams import squads_for
from tournament.leagues.results_file import COLUMNS, MOST_LINES, table_of_results, write_results
from tournament.leagues.services.importing import CannotImport, import_results, lines_replacing
from tournament.leagues.services.leagues import (
    change_league,
    correct_result,
    open_league,
    put_back_result,
    show_league,
    take_out_result,
)
from tournament.leagues.services.log import give_penalty, take_back_penalty
from tournament.leagues.services.reports import bring_up_to_date
from tournament.leagues.services.undo_import import UndoneImport, last_import, undo_import
from tournament.lists.headings import OF_RESULTS
from tournament.lists.upload import UploadForm
from tournament.models import Account, Federation, League, LeaguePenalty, LeagueResult, LogEntry, Player, of_shown_club
from tournament.web.fields import is_arranging
from tournament.web.guards import StaffRequest, everybody, is_guest, is_staff, secretary_only, staff_only
from tournament.web.pages import HtmxRequest, file_response, number_in
from tournament.web.tables import table_response


class LeagueNotShown(TournamentError):
    status = 403
    message = gettext_lazy("This table is not shown yet. It appears here once the league is ready to show it.")


@everybody
def leagues(request: HttpRequest) -> HttpResponse:
    """Lists the leagues that are shown; people who are signed in see all."""
    desk = is_staff(request)
    seen = list_leagues(shown_only=not desk)
    context = {"leagues": seen, "desk": desk, "leagues_are_shown": bool(seen), "calendar_is_shown": is_calendar_shown()}
    if settings.SEVERAL_CLUBS:
        context["federation"] = Federation.objects.filter(of_shown_club()).first()
    return render(request, "leagues/leagues.html", context)


@secretary_only
def league_new(request: StaffRequest) -> HttpResponse:
    """Creates a league. With `?as=` it starts as the next division of another one, with the rules of that."""
    known = leagues_with_rules()
    source = next((each for each in known if each.pk == number_in(request.GET.get("as", ""))), None)
    start = League() if source is None else next_division_of(source)
    form = LeagueForm(start, request.POST or None, first=the_club() is None)
    if form.is_valid() and not is_arranging(request.POST, "tie_breaks"):
        opened = open_league(
            form.values(), club_name=form.cleaned_data.get("club_name", ""), by=request.user, now=timezone.now()
        )
        messages.success(request, _("The league is created. Make its fixtures, or import its results."))
        return redirect("league", opened.pk)
    context = {"form": form, "known": known, "source": source, "in_short": say_rules(source) if source else ""}
    return render(request, "leagues/league_rules.html", context, status=422 if form.is_bound and form.errors else 200)


@secretary_only
def league_rules(request: StaffRequest, pk: int) -> HttpResponse:
    league = the_league(pk)
    form = LeagueForm(league, request.POST or None)
    if form.is_valid() and not is_arranging(request.POST, "tie_breaks"):
        change_league(league, form.values(), by=request.user, now=timezone.now())
        differing = say_other_rules(the_league(pk))
        messages.success(request, " ".join([_("Saved. The table now follows these rules."), *differing]))
        return redirect("league", pk)
    context = {"form": form, "league": league, "differing": say_other_rules(league), "in_short": say_rules(league)}
    return render(request, "leagues/league_rules.html", context, status=422 if form.is_bound and form.errors else 200)


@secretary_only
@require_POST
def league_show(request: StaffRequest, pk: int) -> HttpResponse:
    shown = request.POST.get("shown") == "1"
    show_league(the_league(pk), shown=shown, by=request.user, now=timezone.now())
    return redirect("league", pk)


LONG_LISTS = ("due", "rounds", "fixtures")
"""The lists of matches that stand folded below the table."""


@everybody
def league(request: HtmxRequest, pk: int) -> HttpResponse:
    """Shows the table with the latest results and next fixtures. `?matches=` also opens one of the long lists, and is
    that list alone for htmx."""
    seen = require_shown_league(request, pk)
    desk = is_staff(request)
    page = shared_league_page(seen, today=timezone.localdate())
    context = {"league": seen, "page": page, "desk": desk, "leagues_are_shown": True, "links_teams": True}
    opened = request.GET.get("matches", "")
    if request.htmx and opened in LONG_LISTS:
        return render(request, f"leagues/_league_{opened}.html", context)
    context |= {"folds": True, "opened": opened}
    if seen.division:
        context["divisions"] = [each for each in divisions_of(seen) if each.shown or desk]
    context["cups"] = cups_of(seen, shown_only=not desk)
    if seen.is_cup:
        context |= _context_of_cup(seen, desk=desk)
    if desk and isinstance(request.user, Account) and request.user.can_keep_people:
        context["cases"] = open_cases(seen)
    if desk and "imported" in request.GET:
        context["last"] = last_import(seen)
    context["calendar_is_shown"] = bool(page.days) and seen.shown and is_calendar_shown()
    return render(request, "leagues/league.html", context)


def _context_of_cup(cup: League, *, desk: bool) -> dict[str, Any]:
    """Returns what only the page of a cup shows. Four queries at most."""
    source = cup.drawn_from
    is_seen = source is not None and (source.shown or desk)
    return {"source": source if is_seen else None, "can_draw_plate": desk and is_first_round_over(cup)}


@everybody
def league_team(request: HttpRequest, pk: int, team: int) -> HttpResponse:
    """Shows a team: its line of the table, its fixtures and its results."""
    seen = require_shown_league(request, pk)
    page = shared_league_page(seen, today=timezone.localdate())
    own = redact_for_reader(seen, get_object_or_404(seen.teams, pk=team))
    rows = [] if page.bracket else page.rows
    row = next((each for each in rows if each.placing.record.entry == own.name), None)
    context = {"league": seen, "page": page.of_team(own), "team": own, "row": row, "desk": is_staff(request)}
    context["records"] = [each for each in player_records(seen) if each.team_id == own.pk]
    context["calendar_is_shown"] = bool(page.days) and seen.shown and is_calendar_shown()
    return render(request, "leagues/teams/league_team.html", context)


@everybody
@require_safe
def league_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Downloads the results as a file that `league_import` reads; with `?as=xlsx` as a spreadsheet."""
    seen = require_shown_league(request, pk)
    lines = lines_of(seen)
    name = f"{slugify(str(seen), allow_unicode=True) or 'league'}-results"
    if request.GET.get("as") == "xlsx":
        return table_response(table_of_results(lines, seen.counts), name, request.GET)
    text = "\ufeff" + write_results(lines, seen.counts)
    return file_response(text, "text/csv; charset=utf-8", f"{name}.csv", download=True)


@everybody
@require_safe
def league_table_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Downloads the table for a spreadsheet; with `?as=xlsx` as XLSX."""
    league = require_shown_league(request, pk)
    rows = file_of_table(shared_league_page(league, today=timezone.localdate()))
    return table_response(rows, f"{slugify(str(league), allow_unicode=True) or 'league'}-table", request.GET)


@everybody
@require_safe
def league_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    league = require_shown_league(request, pk)
    printed = print_league(league, for_guest=is_guest(request), now=timezone.now())
    return file_response(printed.pdf, "application/pdf", printed.filename, download=False)


@everybody
@require_safe
def league_fixtures_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """Prints the fixtures by day; with `?as=team` or `?as=venue` as a list for each, with `?as=season` as a
    grid of the whole season, with `?as=cards` as cards to fold, all or that of one `team`."""
    league, listing, is_of_guest = require_shown_league(request, pk), request.GET.get("as", ""), is_guest(request)
    if listing == "cards":
        team = number_in(request.GET.get("team", ""))
        printed = print_pocket_cards(league, team, for_guest=is_of_guest, now=timezone.now())
    elif listing == "season":
        printed = print_season(league, for_guest=is_of_guest, now=timezone.now())
    else:
        printed = print_fixtures(league, listing, for_guest=is_of_guest, now=timezone.now())
    return file_response(printed.pdf, "application/pdf", printed.filename, download=False)


@staff_only
def league_import(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows what an import would change, with every problem, question and new team. A POST with the step `import`
    imports all or nothing, and only what the page has shown, once every question has an answer; with `undo` it undoes
    the last import."""
    league = the_league(pk)
    context: dict[str, Any] = {"league": league, "columns": columns_of(league, COLUMNS)}
    if request.method != "POST":
        context |= {"form": UploadForm(), "last": last_import(league)}
        return render(request, "leagues/league_import.html", context)
    if undone := number_in(request.POST.get("undo", "")):
        undo = undo_import(league, undone, by=request.user, now=timezone.now())
        messages.success(request, _say_undone(undo))
        return redirect("league", pk)
    size = number_in(request.META.get("CONTENT_LENGTH", "")) or 0
    form = UploadForm(request.POST, request.FILES, kinds=OF_RESULTS, most_rows=MOST_LINES, sent=size)
    if not form.is_valid():
        return render(request, "leagues/league_import.html", context | {"form": form}, status=422)
    text, sent = form.read.text, form.answers
    is_asked = request.POST.get("step") == "import" and not form.is_other_sheet
    corrected = check_results(league, text, sent, today=timezone.localdate())
    checked = corrected.checked
    is_ready = checked.coming.number and not checked.problems and not checked.is_open
    if is_asked and is_ready and form.cleaned_data["seen"] == checked.fingerprint:
        return _import_lines(request, league, corrected)
    check = show_results(
        corrected, text, sent=sent, sheets=form.ask_sheet(), file_doubts=form.read.doubts, is_refused=is_asked
    )
    context |= {
        "form": form.show_again(checked.fingerprint),
        "checked": checked,
        "check": check,
        "missing": () if checked.is_open else checked.looked.missing,
    }
    status = 422 if is_asked or checked.problems else 200
    return render(request, "leagues/league_import.html", context, status=status)


def _import_lines(request: StaffRequest, league: League, corrected: CorrectedList) -> HttpResponse:
    lines, replacing = corrected.checked.read.lines, lines_replacing(corrected.answers)
    try:
        came = import_results(
            league, lines, replacing=replacing, headings=corrected.by_hand, by=request.user, now=timezone.now()
        )
    except CannotImport as error:
        context = {"message": str(error), "faults": [f"{each.where}: {each.message}" for each in error.problems]}
        return render(request, "web/error.html", context, status=error.status)
    words = ngettext("%(number)s result imported.", "%(number)s results imported.", came.number)
    messages.success(request, words % {"number": came.number})
    return redirect(f"{reverse('league', args=[league.pk])}?imported=1")


def _say_undone(undo: UndoneImport) -> str:
    words = ngettext(
        "The import is undone: %(n)s match taken out.",
        "The import is undone: %(n)s matches taken out.",
        undo.taken_out,
    )
    sentences = [words % {"n": undo.taken_out}]
    if undo.stay:
        words = _("These were changed since, and stay: %(matches)s.")
        sentences.append(words % {"matches": ", ".join(undo.stay)})
    return " ".join(sentences)


@staff_only
def league_result(request: StaffRequest, pk: int, result: int) -> HttpResponse:
    """Enters the result of a match, corrects one, or removes it with the step `out`; the last two need a reason. A
    score that cannot be is asked about; `sure` repeats it. The step `next` goes on to the next match that is due, also
    after such a question (`then`), and `back` undoes a removal."""
    league = the_league(pk)
    of_teams = LeagueResult.objects.select_related("league", "team", "other", "awarded")
    shown = get_object_or_404(of_teams, pk=result, league=league)
    if request.POST.get("step") == "back":
        put_back_result(shown, by=request.user, now=timezone.now())
        back = _("The match is to be played again.") if shown.is_fixture else _("The result counts again.")
        messages.success(request, back)
        return redirect("league", pk)
    data = take_answer(request.POST, *seat_boxes_in(request.POST))[0] if request.POST else None
    today = timezone.localdate()
    form: ResultForm | ReasonForm = ReasonForm(data)
    if shown.other:
        form = ResultForm(shown, data, squads=squads_for(shown, shown.team), today=today)
    is_out = request.POST.get("step") == "out"
    typed = form if isinstance(form, ResultForm) and form.is_valid() and not is_out else None
    asks = typed is not None and typed.is_asked(request.POST.get("sure", ""))
    next_due = next_due_after(shown, today) if shown.is_fixture else None
    if form.is_bound and not asks and (form.is_valid() or (is_out and "reason" not in form.errors)):
        reason, now = form.cleaned_data["reason"], timezone.now()
        saved = _("Saved. The earlier version is kept, with the reason.")
        if shown.is_fixture and typed:
            said = {"team": shown.team, "score": typed.score, "other": shown.other}
            saved = _("Saved: %(team)s %(score)s %(other)s.") % said
        if is_out:
            take_out_result(shown, reason=reason, by=request.user, now=now)
            saved = _("Removed. You can undo this at the end of the league’s page.")
        else:
            reason = reason or _("The result arrived.") if shown.is_fixture else reason
            correct_result(shown, typed.values() if typed else {}, reason=reason, by=request.user, now=now)
        messages.success(request, saved)
        if next_due and "next" in (request.POST.get("step"), request.POST.get("then")):
            return redirect("league_result", pk, next_due.pk)
        return redirect("league", pk)
    context: dict[str, Any] = {"form": form, "league": league, "match": shown, "versions": versions_of(shown)}
    context["asks"] = asks
    context |= {"mark": say_what_happened(shown), "next_due": next_due}
    return render(request, "leagues/matches/league_result.html", context, status=422 if form.is_bound else 200)


def the_league(pk: int) -> League:
    log = LogEntry.objects.filter(league=OuterRef("pk")).order_by("-pk").values("pk")
    people = Player.objects.filter(club=OuterRef("club"), forgotten_at__isnull=False).order_by("-forgotten_at")
    leagues = League.objects.filter(of_shown_club()).select_related("club")
    read = leagues.annotate(line=Subquery(log[:1]), forgotten=Subquery(people.values("forgotten_at")[:1]))
    league = get_object_or_404(read, pk=pk)
    league.revision = (getattr(league, "line", None), getattr(league, "forgotten", None))
    return league


def require_shown_league(request: HttpRequest, pk: int) -> League:
    """Returns the league if it is shown or the reader is signed in. Raises LeagueNotShown."""
    league = the_league(pk)
    if not (league.shown or is_staff(request)):
        raise LeagueNotShown
    if bring_up_to_date(league, now=timezone.now()):
        league = the_league(pk)
    return redact_for_reader(league, league)


@secretary_only
def league_penalties(request: StaffRequest, pk: int) -> HttpResponse:
    league = the_league(pk)
    form = PenaltyForm(league, request.POST or None)
    if form.is_valid():
        team, reason = form.cleaned_data["team"], form.cleaned_data["reason"]
        give_penalty(team, **form.penalty_fields(), reason=reason, by=request.user, now=timezone.now())
        messages.success(request, _("The penalty is saved and counts in the table."))
        return redirect("league_penalties", pk)
    context = {
        "form": form,
        "league": league,
        "penalties": [
            (each, say_what_is_taken(each.points, each.bullseyes, league.counts)) for each in penalties_of(league)
        ],
        "taken_back": penalties_taken_back(league),
    }
    return render(request, "leagues/league_penalties.html", context, status=422 if form.is_bound else 200)


@secretary_only
def league_penalty(request: StaffRequest, pk: int, penalty: int) -> HttpResponse:
    league = the_league(pk)
    given = get_object_or_404(LeaguePenalty.objects.select_related("league", "team"), pk=penalty, league=league)
    form = WithdrawPenaltyForm(request.POST or None)
    if form.is_valid():
        take_back_penalty(given, reason=form.cleaned_data["reason"], by=request.user, now=timezone.now())
        messages.success(request, _("The penalty is undone. It stays in the log, with the reason."))
        return redirect("league_penalties", pk)
    context = {"form": form, "league": league, "penalty": given}
    context["taken"] = say_what_is_taken(given.points, given.bullseyes, league.counts)
    return render(request, "leagues/league_penalty.html", context, status=422 if form.is_bound else 200)


@staff_only
def league_changes(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows who did what in a league; a scorer sees no lines about money."""
    league = the_league(pk)
    page, lines = log_of_league(league, request.GET.get("page", "1"), has_money=request.user.can_keep_people)
    return render(request, "leagues/league_log.html", {"league": league, "page": page, "lines": lines})
