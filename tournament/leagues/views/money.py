"""The money of a league, for its secretary alone: the page, its sheet and its file."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.leagues.captain_messages import say_owed
from tournament.leagues.forms.money import MoneyForm
from tournament.leagues.paper.printing import print_money
from tournament.leagues.queries.money import MoneyOfLeague, file_of_money, file_of_owed, money_of, money_of_season
from tournament.leagues.services.money import add_league_money, take_back_league_money
from tournament.leagues.views.leagues import the_league
from tournament.models import League
from tournament.web.guards import StaffRequest, secretary_only
from tournament.web.pages import file_response, number_in
from tournament.web.tables import table_response


@secretary_only
def league_money(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows who owes what, and what came in and went out. A POST adds a line; with `paid` a payment of all that a team
    owes, as the page has shown it; with `undo` it takes one back."""
    league, now = the_league(pk), timezone.now()
    if undone := number_in(request.POST.get("undo", "")):
        line = get_object_or_404(league.money.select_related("league"), pk=undone)
        take_back_league_money(line, by=request.user, now=now)
        messages.success(request, _("Undone. It stays in the log."))
        return redirect("league_money", pk)
    money = money_of(league)
    if "paid" in request.POST:
        _take_what_is_owed(request, league, money)
        return redirect("league_money", pk)
    form = MoneyForm(league, request.POST or None, initial={"seen": money.newest, "day": timezone.localdate(now)})
    if form.is_valid():
        add_league_money(league, **form.cleaned_data, by=request.user, now=now)
        messages.success(request, _("Saved."))
        return redirect("league_money", pk)
    context = {"league": league, "form": form, "money": money, "season": money_of_season(league)}
    context["owing"] = [say_owed(row.entry, row.owed) for row in money.teams if row.owes and row.entry]
    return render(request, "leagues/money/league_money.html", context, status=422 if form.is_bound else 200)


def _take_what_is_owed(request: StaffRequest, league: League, money: MoneyOfLeague) -> None:
    row = next((each for each in money.teams if each.owes and each.key == request.POST["paid"]), None)
    if row is None:
        messages.error(request, _("What this team owes has changed. Look at it again."))
        return
    now, seen = timezone.now(), number_in(request.POST.get("seen", ""))
    add_league_money(league, "paid", row.owed.amount, team=row.entry, seen=seen, by=request.user, now=now)
    messages.success(request, _("%(team)s paid %(amount)s.") % {"team": row.team, "amount": row.owed})


@secretary_only
@require_safe
def league_money_pdf(request: StaffRequest, pk: int) -> HttpResponse:
    printed = print_money(the_league(pk), now=timezone.now())
    return file_response(printed.pdf, "application/pdf", printed.filename, download=False)


@secretary_only
@require_safe
def league_money_csv(request: StaffRequest, pk: int) -> HttpResponse:
    """Downloads what came in and went out, with `?of=teams` what each team owes; with `?as=xlsx` as XLSX."""
    league = the_league(pk)
    money, is_of_teams = money_of(league), request.GET.get("of") == "teams"
    name = f"{slugify(str(league), allow_unicode=True) or 'league'}-{'owed' if is_of_teams else 'money'}"
    return table_response(file_of_owed(money) if is_of_teams else file_of_money(money), name, request.GET)
