"""Pages of leagues: the table, its rules, results imported or corrected, fixtures, penalties and the log."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.club.queries import is_calendar_shown, the_club
from tournament.foundation.errors import TournamentError
from tournament.foundation.guards import StaffRequest, everybody, is_guest, is_staff, secretary_only, staff_only
from tournament.foundation.pages import file_response, number_in
from tournament.foundation.tables import table_response
from tournament.foundation.wording import numbers_in_words
from tournament.leagues.forms import (
    EvenDatesForm,
    FixturesForm,
    HomesForm,
    ImportForm,
    LeagueForm,
    MatchDateForm,
    PenaltyForm,
    ResultForm,
    RoundDateForm,
    TeamsForm,
    WithdrawPenaltyForm,
)
from tournament.leagues.paper import print_fixtures, print_league
from tournament.leagues.queries import leagues as found
from tournament.leagues.queries.fixtures import round_dates_of
from tournament.leagues.queries.leagues import penalties_of, say_what_is_taken
from tournament.leagues.queries.log import log_of_league, penalties_taken_back
from tournament.leagues.results_file import COLUMNS, ResultLine, table_of_results, write_results
from tournament.leagues.services.fixtures import date_match, date_rounds, date_rounds_evenly, make_fixtures, set_homes
from tournament.leagues.services.leagues import (
    CannotImport,
    CheckedImport,
    change_league,
    check_import,
    correct_result,
    import_results,
    open_league,
    put_back_result,
    show_league,
    take_out_result,
)
from tournament.leagues.services.log import give_penalty, take_back_penalty
from tournament.models import League, LeaguePenalty, LeagueResult, of_shown_club

PREVIEWED = 200


class LeagueNotShown(TournamentError):
    status = 403
    message = gettext_lazy("This table is not shown yet. It appears here once the league is ready to show it.")


@everybody
def leagues(request: HttpRequest) -> HttpResponse:
    """Lists the leagues that are shown; people who are signed in see all."""
    desk = is_staff(request)
    seen = found.list_leagues(shown_only=not desk)
    context = {"leagues": seen, "desk": desk, "leagues_are_shown": bool(seen), "calendar_is_shown": is_calendar_shown()}
    return render(request, "leagues/leagues.html", context)


@secretary_only
def league_new(request: StaffRequest) -> HttpResponse:
    form = LeagueForm(League(), request.POST or None, first=the_club() is None)
    if form.is_valid():
        opened = open_league(
            form.values(), club_name=form.cleaned_data.get("club_name", ""), by=request.user, now=timezone.now()
        )
        messages.success(request, _("The league is created. Make its fixtures, or import its results."))
        return redirect("league", opened.pk)
    return render(request, "leagues/league_rules.html", {"form": form}, status=422 if form.is_bound else 200)


@secretary_only
def league_rules(request: StaffRequest, pk: int) -> HttpResponse:
    """Edits the league's name and the rules of its table."""
    league = the_league(pk)
    form = LeagueForm(league, request.POST or None)
    if form.is_valid():
        change_league(league, form.values(), by=request.user, now=timezone.now())
        messages.success(request, _("Saved. The table now follows these rules."))
        return redirect("league", pk)
    context = {"form": form, "league": league}
    return render(request, "leagues/league_rules.html", context, status=422 if form.is_bound else 200)


@secretary_only
@require_POST
def league_show(request: StaffRequest, pk: int) -> HttpResponse:
    shown = request.POST.get("shown") == "1"
    show_league(the_league(pk), shown=shown, by=request.user, now=timezone.now())
    return redirect("league", pk)


@everybody
def league(request: HttpRequest, pk: int) -> HttpResponse:
    seen = _require_shown_league(request, pk)
    desk = is_staff(request)
    page = found.league_page(seen, today=timezone.localdate())
    context = {"league": seen, "page": page, "desk": desk, "leagues_are_shown": True}
    context["calendar_is_shown"] = bool(page.days) and seen.shown and is_calendar_shown()
    if desk:
        context["taken_out"] = found.results_taken_out_of(seen)
    return render(request, "leagues/league.html", context)


@everybody
@require_safe
def league_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Downloads the results as a file that `league_import` reads; with `?as=xlsx` as a spreadsheet."""
    seen = _require_shown_league(request, pk)
    lines = [found.line_of(result) for result in found.results_of(seen)]
    name = f"{slugify(str(seen), allow_unicode=True) or 'league'}-results"
    if request.GET.get("as") == "xlsx":
        return table_response(table_of_results(lines), name, request.GET)
    return file_response("\ufeff" + write_results(lines), "text/csv; charset=utf-8", f"{name}.csv", download=True)


@everybody
@require_safe
def league_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """Opens the table as a PDF in the browser."""
    league = _require_shown_league(request, pk)
    printed = print_league(league, for_guest=is_guest(request), now=timezone.now())
    return file_response(printed.pdf, "application/pdf", printed.filename, download=False)


@everybody
@require_safe
def league_fixtures_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """Opens the matches to be played as a PDF in the browser."""
    league = _require_shown_league(request, pk)
    printed = print_fixtures(league, for_guest=is_guest(request), now=timezone.now())
    return file_response(printed.pdf, "application/pdf", printed.filename, download=False)


@staff_only
def league_import(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows what an import would change, with every problem, question and new team. A POST with the step `import`
    imports all or nothing, and only what the page has shown: doubts have to be ticked and questions answered first."""
    league = the_league(pk)
    if request.method != "POST":
        return render(
            request, "leagues/league_import.html", {"form": ImportForm(), "league": league, "columns": COLUMNS}
        )
    form = ImportForm(request.POST, request.FILES, sent=number_in(request.META.get("CONTENT_LENGTH", "")) or 0)
    if not form.is_valid():
        context = {"form": form, "league": league, "columns": COLUMNS}
        return render(request, "leagues/league_import.html", context, status=422)
    checked = check_import(league, form.text_to_read, request.POST)
    is_seen = form.cleaned_data["seen"] == checked.fingerprint
    is_sure = is_seen and (form.cleaned_data["looked"] or not checked.has_doubts)
    is_ready = is_sure and checked.coming.number and not checked.problems and not checked.open_questions
    if request.POST.get("step") == "import" and is_ready:
        return _import_lines(request, league, checked.read.lines)
    return _render_preview(request, league, form, checked, looked=is_seen and form.cleaned_data["looked"])


def _import_lines(request: StaffRequest, league: League, lines: Sequence[ResultLine]) -> HttpResponse:
    try:
        came = import_results(league, lines, by=request.user, now=timezone.now())
    except CannotImport as error:
        context = {"message": str(error), "faults": [f"{each.where}: {each.message}" for each in error.problems]}
        return render(request, "foundation/error.html", context, status=error.status)
    words = ngettext("%(number)s result imported.", "%(number)s results imported.", came.number)
    messages.success(request, words % {"number": came.number})
    return redirect("league", league.pk)


def _render_preview(
    request: StaffRequest, league: League, form: ImportForm, checked: CheckedImport, *, looked: bool
) -> HttpResponse:
    """Shows the form again with the text of the file in its box, to be corrected there unless it is far too long."""
    file, coming, problems = checked.read, checked.coming, checked.problems
    again = ImportForm()
    text = "" if file.is_too_much else form.text_to_read
    again.initial = {"text": text, "looked": looked, "seen": checked.fingerprint}
    is_refused = request.POST.get("step") == "import"
    context = {
        "form": again,
        "league": league,
        "columns": COLUMNS,
        "checked": True,
        "problems": problems[:PREVIEWED],
        "problem_count": len(problems),
        "more_problems": len(problems[PREVIEWED:]),
        "remarks": file.doubts[:PREVIEWED],
        "doubts": checked.looked.doubts,
        "missing": checked.looked.missing,
        "teams": TeamsForm(checked.questions, request.POST),
        "open_questions": checked.open_questions,
        "new_teams": checked.new_teams,
        "coming": coming,
        "lines": checked.lines[:PREVIEWED],
        "unseen": len(checked.lines[PREVIEWED:]),
        "must_look": checked.has_doubts,
        "is_unseen": is_refused and not problems and bool(coming.number),
    }
    status = 422 if is_refused or problems else 200
    return render(request, "leagues/league_import.html", context, status=status)


@secretary_only
def league_fixtures(request: StaffRequest, pk: int) -> HttpResponse:
    """Sets when and where the rounds are played, one by one or evenly spaced, and where teams play at home. A league
    without matches first gets them here."""
    league, step = the_league(pk), request.POST.get("step")
    rounds = round_dates_of(league)
    new = FixturesForm(league, request.POST if step == "new" else None)
    forms = [RoundDateForm(each, request.POST if step == "rounds" else None) for each in rounds]
    even = EvenDatesForm(request.POST if step == "even" else None)
    homes = HomesForm(league, request.POST if step == "homes" else None)
    by_now: Any = {"by": request.user, "now": timezone.now()}
    saved = ""
    if new.is_valid():
        made = make_fixtures(league, new.cleaned_data["teams"], meetings=new.cleaned_data["meetings"], **by_now)
        words = ngettext(
            "%(number)s round made. Now set its date.", "%(number)s rounds made. Now set their dates.", made[-1].round
        )
        saved = words % {"number": made[-1].round}
    elif step == "rounds" and all(form.is_valid() for form in forms):
        changed = date_rounds(league, {form.dates.number: form.cleaned_data for form in forms}, **by_now)
        saved = _say_dated(changed)
    elif even.is_valid():
        data = even.cleaned_data
        first, apart = data["first"], data["days_between"]
        saved = _say_dated(date_rounds_evenly(league, first=first, days_between=apart, starts=data["at"], **by_now))
    elif homes.is_valid():
        set_homes(league, homes.homes(), **by_now)
        saved = _("Home venues saved.")
    if saved:
        messages.success(request, saved)
        return redirect("league_fixtures", pk)
    context = {"league": league, "forms": forms, "new": new, "even": even, "homes": homes}
    context["needs_dates"] = any(not each.has_days for each in rounds)
    return render(request, "leagues/league_fixtures.html", context, status=422 if step else 200)


def _say_dated(rounds: Sequence[int]) -> str:
    if not rounds:
        return _("Nothing changed.")
    words = ngettext("Round %(numbers)s saved.", "Rounds %(numbers)s saved.", len(rounds))
    return words % {"numbers": numbers_in_words(rounds)}


@secretary_only
def league_fixture(request: StaffRequest, pk: int, result: int) -> HttpResponse:
    """Sets when and where one match is played; also postpones it."""
    league = the_league(pk)
    of_teams = LeagueResult.objects.select_related("league", "team", "other").exclude(other=None)
    match = get_object_or_404(of_teams, pk=result, league=league)
    form = MatchDateForm(match, request.POST or None)
    if form.is_valid():
        is_postponed, reason = form.cleaned_data["is_postponed"], form.cleaned_data["reason"]
        by_now: Any = {"by": request.user, "now": timezone.now()}
        date_match(match, form.dates(), is_postponed=is_postponed, reason=reason, **by_now)
        words = _("%(match)s is postponed.") if is_postponed else _("Date and venue of %(match)s saved.")
        messages.success(request, words % {"match": f"{match.team} – {match.other}"})
        return redirect("league_fixtures", pk)
    context = {"league": league, "match": match, "form": form}
    return render(request, "leagues/league_fixture.html", context, status=422 if form.is_bound else 200)


@staff_only
def league_result(request: StaffRequest, pk: int, result: int) -> HttpResponse:
    """Enters the result of a match, corrects one, or removes it with the step `out`; the last two need a reason. The
    step `back` undoes a removal."""
    league = the_league(pk)
    shown = get_object_or_404(LeagueResult.objects.select_related("league", "team", "other"), pk=result, league=league)
    if request.POST.get("step") == "back":
        put_back_result(shown, by=request.user, now=timezone.now())
        back = _("The match is to be played again.") if shown.is_fixture else _("The result counts again.")
        messages.success(request, back)
        return redirect("league", pk)
    form = ResultForm(shown, request.POST or None)
    is_out = request.POST.get("step") == "out"
    if form.is_bound and (form.is_valid() or (is_out and "reason" not in form.errors)):
        reason, now = form.cleaned_data["reason"], timezone.now()
        saved = _("Result saved.") if shown.is_fixture else _("Saved. The earlier version is kept, with the reason.")
        if is_out:
            take_out_result(shown, reason=reason, by=request.user, now=now)
            saved = _("Removed. You can undo this at the end of the league’s page.")
        else:
            reason = reason or _("The result arrived.") if shown.is_fixture else reason
            correct_result(shown, form.figures() if shown.other else {}, reason=reason, by=request.user, now=now)
        messages.success(request, saved)
        return redirect("league", pk)
    context = {"form": form, "league": league, "result": shown, "versions": found.versions_of(shown)}
    return render(request, "leagues/league_result.html", context, status=422 if form.is_bound else 200)


def the_league(pk: int) -> League:
    return get_object_or_404(League.objects.filter(of_shown_club()).select_related("club"), pk=pk)


def _require_shown_league(request: HttpRequest, pk: int) -> League:
    """Returns the league if it is shown or the reader is signed in. Raises LeagueNotShown."""
    league = the_league(pk)
    if not (league.shown or is_staff(request)):
        raise LeagueNotShown
    return league


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
        "penalties": [(each, say_what_is_taken(each.points, each.bullseyes)) for each in penalties_of(league)],
        "taken_back": penalties_taken_back(league),
    }
    return render(request, "leagues/league_penalties.html", context, status=422 if form.is_bound else 200)


@secretary_only
def league_penalty(request: StaffRequest, pk: int, penalty: int) -> HttpResponse:
    """Withdraws a penalty, with a reason."""
    league = the_league(pk)
    given = get_object_or_404(LeaguePenalty.objects.select_related("league", "team"), pk=penalty, league=league)
    form = WithdrawPenaltyForm(request.POST or None)
    if form.is_valid():
        take_back_penalty(given, reason=form.cleaned_data["reason"], by=request.user, now=timezone.now())
        messages.success(request, _("The penalty is undone. It stays in the log, with the reason."))
        return redirect("league_penalties", pk)
    context = {"form": form, "league": league, "penalty": given}
    context["taken"] = say_what_is_taken(given.points, given.bullseyes)
    return render(request, "leagues/league_penalty.html", context, status=422 if form.is_bound else 200)


@staff_only
def league_changes(request: StaffRequest, pk: int) -> HttpResponse:
    league = the_league(pk)
    page, lines = log_of_league(league, request.GET.get("page", "1"))
    return render(request, "leagues/league_log.html", {"league": league, "page": page, "lines": lines})
