"""The money of a league, for its secretary alone: the page and its sheet."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.leagues.forms.money import MoneyForm
from tournament.leagues.paper import print_money
from tournament.leagues.queries.money import money_of
from tournament.leagues.services.money import add_league_money, take_back_league_money
from tournament.leagues.views.leagues import the_league
from tournament.models import LeagueMoney
from tournament.web.guards import StaffRequest, secretary_only
from tournament.web.pages import file_response, number_in


@secretary_only
def league_money(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows who owes what. A POST adds a fine or a payment; with `undo` it takes one back."""
    league, now = the_league(pk), timezone.now()
    if undone := number_in(request.POST.get("undo", "")):
        lines = LeagueMoney.objects.filter(team__league=league).select_related("team__league")
        take_back_league_money(get_object_or_404(lines, pk=undone), by=request.user, now=now)
        messages.success(request, _("Undone. It stays in the log."))
        return redirect("league_money", pk)
    money = money_of(league)
    form = MoneyForm(league, request.POST or None, seen=money.newest)
    if form.is_valid():
        add_league_money(**form.cleaned_data, by=request.user, now=now)
        messages.success(request, _("Saved."))
        return redirect("league_money", pk)
    context = {"league": league, "form": form, "money": money}
    return render(request, "leagues/league_money.html", context, status=422 if form.is_bound else 200)


@secretary_only
@require_safe
def league_money_pdf(request: StaffRequest, pk: int) -> HttpResponse:
    printed = print_money(the_league(pk), now=timezone.now())
    return file_response(printed.pdf, "application/pdf", printed.filename, download=False)
