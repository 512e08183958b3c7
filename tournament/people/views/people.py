"""The secretary's pages of people: the list, one person with their evenings and fees, and the settings."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.club.queries import the_club
from tournament.event.queries.dues import NOTHING, Money
from tournament.foundation.errors import NameTaken
from tournament.models import Club, MembershipFee, Player, of_shown_club
from tournament.people.forms import FeeForm, PeopleSettingsForm, PersonForm
from tournament.people.queries.people import (
    KINDS,
    PersonRow,
    add_up_owed,
    debts_of,
    evenings_of,
    fees_of,
    find_fee_due,
    is_of_kind,
    people_of,
)
from tournament.people.services.importing import last_import_in_words
from tournament.people.services.people import (
    add_person,
    change_people_settings,
    change_person,
    delete_person,
    pay_membership,
    take_back_membership,
)
from tournament.web.guards import StaffRequest, secretary_only
from tournament.web.pages import address_for_each, number_in
from tournament.web.tables import SortColumn, sort_table

A_PAGE, EVENINGS_A_PAGE = 30, 12


def require_club() -> Club:
    club = the_club()
    if club is None:
        raise Http404
    return club


def the_person(pk: int) -> Player:
    return get_object_or_404(Player.objects.filter(of_shown_club()).select_related("club"), pk=pk)


def _columns() -> tuple[SortColumn[PersonRow], ...]:
    return (
        SortColumn("name", _("Name"), lambda row: row.name),
        SortColumn("surname", _("Surname"), lambda row: row.surname_first),
        SortColumn("member", _("Member or guest"), lambda row: not row.is_member, "more"),
        SortColumn("evenings", _("Evenings"), lambda row: row.attendance.evenings, "number", True),
        SortColumn("last", _("Last came"), lambda row: row.attendance.last, "more", True),
        SortColumn("owes", _("Owes"), lambda row: row.owes or None, "number", True),
    )


@require_safe
@secretary_only
def people(request: StaffRequest) -> HttpResponse:
    """Lists people; `show` is one of `KINDS`. After an import the page offers to undo it."""
    club, kind, today = the_club(), request.GET.get("show", ""), timezone.localdate()
    everybody = people_of(club, today) if club else []
    rows = [row for row in everybody if is_of_kind(row, kind if kind in KINDS else "")]
    table = sort_table(
        rows, _columns(), request.GET, names_of=lambda row: f"{row.name} {row.note} {row.nickname}", kept={"show": kind}
    )
    address = address_for_each("person")
    shown = Paginator(table.rows, A_PAGE).get_page(request.GET.get("page"))
    is_whole = not kind and not table.find
    owed = add_up_owed(everybody).total if is_whole else sum((row.owes for row in table.rows), NOTHING)
    context = {
        "club": club,
        "table": table,
        "rows": [(row, address(row.pk)) for row in shown],
        "shown": shown,
        "kind": kind,
        "kinds": KINDS.items(),
        "last": last_import_in_words() if "imported" in request.GET else None,
        "this_year": today.year,
        "is_whole": is_whole,
        "owed": Money(owed, club.currency) if club and owed else None,
    }
    return render(request, "people/people.html", context)


@secretary_only
def person_new(request: StaffRequest) -> HttpResponse:
    form = PersonForm(None, request.POST or None, club=the_club())
    if form.is_valid():
        try:
            person = add_person(form.values, by=request.user, now=timezone.now())
        except NameTaken as taken:
            form.add_error("name", str(taken))
        else:
            messages.success(request, _("%(name)s is added.") % {"name": person.full_name})
            return redirect("person", person.pk)
    return render(request, "people/person_new.html", {"form": form}, status=422 if form.is_bound else 200)


@secretary_only
def person(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows a person. A POST saves their details, or deletes somebody who was added by mistake."""
    shown = the_person(pk)
    if request.POST.get("step") == "delete":
        delete_person(shown, by=request.user, now=timezone.now())
        messages.success(request, _("%(name)s is deleted.") % {"name": shown.full_name})
        return redirect("people")
    form = PersonForm(shown, request.POST or None)
    if form.is_valid():
        try:
            change_person(shown, form.values, by=request.user, now=timezone.now())
        except NameTaken as taken:
            form.add_error("name", str(taken))
        else:
            messages.success(request, _("Saved."))
            return redirect("person", pk)
    return _render_person(request, shown, form=form, status=422 if form.is_bound else 200)


@secretary_only
def person_fees(request: StaffRequest, pk: int) -> HttpResponse:
    """Records a membership fee, or takes back the one that `take_back` names. A GET redirects to the person's page."""
    shown = the_person(pk)
    if taken_back := number_in(request.POST.get("take_back", "")):
        fee = get_object_or_404(MembershipFee.objects.select_related("player"), pk=taken_back, player=shown)
        if fee.takes_back_id is not None:
            raise Http404
        take_back_membership(fee, by=request.user, now=timezone.now())
        messages.success(request, _("The fee is undone."))
        return redirect("person", pk)
    form = FeeForm(shown.club, request.POST or None)
    if form.is_valid():
        data = form.cleaned_data
        amount, until = data["amount"], data["until"]
        pay_membership(shown, amount, until, seen=data["seen"], by=request.user, now=timezone.now())
        messages.success(request, _("The fee is recorded."))
        return redirect("person", pk)
    if not form.is_bound:
        return redirect("person", pk)
    return _render_person(request, shown, pays=form, status=422)


def _render_person(request: StaffRequest, shown: Player, *, status: int, **bound: Any) -> HttpResponse:
    club, today = shown.club, timezone.localdate()
    evenings = evenings_of(shown)
    owing = debts_of(club, shown.pk)
    debts = {debt.entry: Money(debt.owes, club.currency) for debt in owing}
    listed = Paginator(evenings, EVENINGS_A_PAGE).get_page(request.GET.get("page"))
    fees = fees_of(shown, club.currency)
    owed = sum((debt.owes for debt in owing), NOTHING)
    due = find_fee_due(
        club, is_member=shown.is_member, paid_until=shown.fee_paid_until, left_on=shown.left_on, today=today
    )
    owed += due or NOTHING
    door = address_for_each("door")
    context = {
        "person": shown,
        "club": club,
        "came": sum(evening.came for evening in evenings),
        "last": next((evening.day for evening in evenings if evening.came), None),
        "owed": Money(owed, club.currency) if owed else None,
        "evenings": [(evening, door(evening.event), debts.get(evening.entry)) for evening in listed],
        "listed": listed,
        "fees": fees,
        "fee_is_due": due is not None,
        "form": PersonForm(shown),
        "pays": FeeForm(club, until=_a_year_after(shown.fee_paid_until, today), seen=len(fees)),
    }
    return render(request, "people/person.html", context | bound, status=status)


def _a_year_after(paid_until: date | None, today: date) -> date:
    """Returns the date that the next fee usually pays until: a year more, or the end of this year for a first fee."""
    if paid_until is None or paid_until.year < today.year - 1:
        return date(today.year, 12, 31)
    is_leap_day = (paid_until.month, paid_until.day) == (2, 29)
    return paid_until.replace(year=paid_until.year + 1, day=28 if is_leap_day else paid_until.day)


@secretary_only
def people_settings(request: StaffRequest) -> HttpResponse:
    club = require_club()
    form = PeopleSettingsForm(club, request.POST or None)
    if form.is_valid():
        change_people_settings(club, form.cleaned_data, by=request.user, now=timezone.now())
        messages.success(request, _("Saved."))
        return redirect("people")
    context = {"club": club, "form": form}
    return render(request, "people/settings.html", context, status=422 if form.is_bound else 200)
