"""The page of a federation, and the secretary's page of its clubs."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.club.queries import the_club
from tournament.federation.forms import FederationForm, InvitationForm
from tournament.federation.queries import clubs_of, federation_of, leagues_from_outside, memberships_of
from tournament.federation.services import accept_invitation, end_membership, found_federation, invite_club
from tournament.foundation.errors import TournamentError
from tournament.models import Account, Club, Federation
from tournament.web.guards import StaffRequest, everybody, is_staff, of_shared_server, secretary_only
from tournament.web.pages import number_in


@of_shared_server
@everybody
@require_safe
def federation(request: HttpRequest) -> HttpResponse:
    """Shows the tables of one of its clubs, by `?club=`, at first those of the club that runs it. Its secretary sees
    leagues that are not shown yet, too."""
    found = federation_of(the_club())
    if found is None:
        raise Http404
    clubs = clubs_of(found)
    asked = number_in(request.GET.get("club", "")) or found.club_id
    chosen = next((each for each in clubs if each.club.pk == asked), None)
    if chosen is None:
        raise Http404
    keeps = is_staff(request) and isinstance(request.user, Account) and request.user.can_keep_people
    pages = leagues_from_outside(chosen.club, shown_only=not keeps, today=timezone.localdate())
    port = request.get_host().partition(":")[1:]
    context = {
        "federation": found,
        "clubs": clubs,
        "chosen": chosen,
        "pages": pages,
        "keeps": keeps,
        "club": found.club,
    }
    context["to_club"] = f"{request.scheme}://{chosen.host}{''.join(port)}" if chosen.host else ""
    return render(request, "federation/federation.html", context)


@of_shared_server
@secretary_only
def federation_clubs(request: StaffRequest) -> HttpResponse:
    """Shows the federation that the club runs and those it is in or invited to. A POST founds one (`step` "found"),
    invites a club ("invite"), accepts ("accept") or ends ("end") a membership."""
    club = the_club()
    assert club is not None  # of the host, on a server with several
    own, step = federation_of(club), request.POST.get("step", "")
    if step in ("accept", "end"):
        return _answer_invitation(request, club, step)
    form = (InvitationForm if own else FederationForm)(request.POST if step else None)
    if form.is_valid():
        try:
            messages.success(request, _found_or_invite(request, club, own, form.cleaned_data))
        except TournamentError as refused:
            form.add_error(None, str(refused))
        else:
            return redirect("federation_clubs")
    memberships = list(memberships_of(club))
    context = {
        "federation": own,
        "form": form,
        "club": club,
        "members": [each for each in memberships if each.club_id != club.pk],
        "memberships": [each for each in memberships if each.club_id == club.pk],
    }
    return render(request, "federation/clubs.html", context, status=422 if form.is_bound else 200)


def _found_or_invite(request: StaffRequest, club: Club, own: Federation | None, sent: dict[str, str]) -> str:
    if own is None:
        found_federation(club, sent["name"], by=request.user, now=timezone.now())
        return _("The federation is founded. Invite its clubs.")
    invite_club(own, sent["host"], by=request.user, now=timezone.now())
    return _("The club is invited. Its secretary accepts on the same page there.")


def _answer_invitation(request: StaffRequest, club: Club, step: str) -> HttpResponse:
    """Only the invited club accepts."""
    member = get_object_or_404(memberships_of(club), pk=number_in(request.POST.get("member", "")))
    if step == "end":
        end_membership(member, club=club, by=request.user, now=timezone.now())
        messages.success(request, _("The membership is ended."))
    elif member.club_id == club.pk:
        accept_invitation(member, by=request.user, now=timezone.now())
        messages.success(request, _("Your club is in the federation %(name)s.") % {"name": member.federation.name})
    else:
        raise Http404
    return redirect("federation_clubs")
