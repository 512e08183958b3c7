"""What the club took and is owed, by evening, month and year: a page and its file."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.event.queries.dues import Money
from tournament.models import Club
from tournament.people.queries.money import PeriodMoney, YearMoney, money_of_year, years_with_money
from tournament.people.queries.people import add_up_owed, people_of
from tournament.people.views.people import require_club
from tournament.web.guards import StaffRequest, secretary_only
from tournament.web.pages import address_for_each, number_in
from tournament.web.tables import table_response


def _year_asked_for(request: StaffRequest, years: list[int]) -> int:
    asked = number_in(request.GET.get("year", ""))
    return asked if asked in years else (years[0] if years else timezone.localdate().year)


@require_safe
@secretary_only
def money(request: StaffRequest) -> HttpResponse:
    """Shows the year that `year` names, or the latest year with money."""
    club = require_club()
    years = years_with_money(club)
    shown = money_of_year(club, _year_asked_for(request, years))
    door = address_for_each("door")
    owed = add_up_owed(people_of(club, timezone.localdate()))
    context = {
        "club": club,
        "years": years,
        "shown": shown,
        "whole": _in_words(club, shown.whole),
        "owed": {name: Money(getattr(owed, name), club.currency) for name in ("evenings", "fees", "total")},
        "is_owed": bool(owed.total),
        "months": [(date_format(each.first, "F"), each.evenings, _in_words(club, each)) for each in shown.months],
        "evenings": [
            (each, door(each.event), Money(each.taken, club.currency), each.owed and Money(each.owed, club.currency))
            for each in shown.evenings
        ],
    }
    return render(request, "people/money.html", context)


def _in_words(club: Club, period: PeriodMoney) -> dict[str, str]:
    amounts = {"taken": period.taken, "fees": period.fees, "total": period.total, "owed": period.owed}
    return {name: str(Money(amount, club.currency)) for name, amount in amounts.items()}


@require_safe
@secretary_only
def money_csv(request: StaffRequest) -> HttpResponse:
    """Has one line for each evening, one for each month, one for the year, and what everybody owes now."""
    club = require_club()
    shown = money_of_year(club, _year_asked_for(request, years_with_money(club)))
    owed = add_up_owed(people_of(club, timezone.localdate()))
    lines = [*_lines_of(shown), [_("Membership fees due"), "", "", "", "", owed.fees]]
    lines.append([_("Owed now, of all years"), timezone.localdate(), "", "", "", owed.total])
    return table_response(lines, f"money-{shown.year}", request.GET)


def _lines_of(shown: YearMoney) -> list[list[object]]:
    heads = [_("What"), _("Date"), _("People who paid"), _("At the door"), _("Membership fees"), _("Owed")]
    evenings: list[list[object]] = [
        [each.name, each.day, each.payers, each.taken, "", each.owed] for each in shown.evenings
    ]
    months: list[list[object]] = [
        [date_format(each.first, "F Y"), "", "", each.taken, each.fees, each.owed] for each in shown.months
    ]
    whole = shown.whole
    return [[*heads], *evenings, *months, [str(shown.year), "", "", whole.taken, whole.fees, whole.owed]]
