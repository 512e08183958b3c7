"""The money of a league, for its secretary alone: the page, its sheet and its file."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.leagues.forms.money import MoneyForm
from tournament.leagues.paper.printing import print_money
from tournament.leagues.queries.money import file_of_money, money_of, money_of_season
from tournament.leagues.services.money import add_league_money, take_back_league_money
from tournament.leagues.views.leagues import the_league
from tournament.web.guards import StaffRequest, secretary_only
from tournament.web.pages import file_response, number_in
from tournament.web.tables import table_response


@secretary_only
def league_money(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows who owes what, and what came in and went out. A POST adds a line; with `undo` it takes one back."""
    league, now = the_league(pk), timezone.now()
    if undone := number_in(request.POST.get("undo", "")):
        line = get_object_or_404(league.money.select_related("league"), pk=undone)
        take_back_league_money(line, by=request.user, now=now)
        messages.success(request, _("Undone. It stays in the log."))
        return redirect("league_money", pk)
    money = money_of(league)
    form = MoneyForm(league, request.POST or None, initial={"seen": money.newest, "day": timezone.localdate(now)})
    if form.is_valid():
        add_league_money(league, **form.cleaned_data, by=request.user, now=now)
        messages.success(request, _("Saved."))
        return redirect("league_money", pk)
    context = {"league": league, "form": form, "money": money, "season": money_of_season(league)}
    return render(request, "leagues/money/league_money.html", context, status=422 if form.is_bound else 200)


@secretary_only
@require_safe
def league_money_pdf(request: StaffRequest, pk: int) -> HttpResponse:
    printed = print_money(the_league(pk), now=timezone.now())
    return file_response(printed.pdf, "application/pdf", printed.filename, download=False)


@secretary_only
@require_safe
def league_money_csv(request: StaffRequest, pk: int) -> HttpResponse:
    """Downloads what came in and went out; with `?as=xlsx` as XLSX."""
    league = the_league(pk)
    name = f"{slugify(str(league), allow_unicode=True) or 'league'}-money"
    return table_response(file_of_money(money_of(league)), name, request.GET)
