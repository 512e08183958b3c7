"""The page on which the director decides a hand that is disputed, objected to or late, and the page on which all late
hands are set aside together."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import read_hand
from tournament.formats.match_length import StoredHand
from tournament.foundation.errors import HandChanged
from tournament.hands.forms.decisions import DecideForm, SetAsideForm, differences_of
from tournament.hands.forms.preview import Preview, names_in, preview_of
from tournament.hands.queries.decisions import VersionToDecide, late_batches, late_hands, to_decide
from tournament.hands.queries.disputes import disputes_of
from tournament.hands.queries.hands import MatchInHands
from tournament.hands.services.hands import correct_hand
from tournament.hands.services.late import accept_late, set_all_aside, set_aside
from tournament.hands.views.hands import flag_seats, the_match
from tournament.models import Account
from tournament.web.guards import StaffRequest, director_only
from tournament.web.pages import the_event


@director_only
def decide(request: StaffRequest, pk: int, match: int, number: int) -> HttpResponse:
    """Shows all versions of a hand. A button names the one that is right, or a late one to be set aside, with the
    reason."""
    event = the_event(pk)
    played = the_match(event, match).at_hand(number)
    decided = to_decide(played, number)
    if not decided.versions:
        raise Http404
    if request.method == "POST" and not decided.is_open:
        messages.info(request, _("Hand %(number)s is already decided. This is the decision.") % {"number": number})
        return redirect("match", pk, match)
    form = DecideForm(decided, request.POST if request.method == "POST" else None)
    if form.is_valid():
        _decide_version(played, form, request.user)
        messages.success(request, _("Hand %(number)s is decided. Every version is kept.") % {"number": number})
        flag_seats(request, event)
        return redirect("match", pk, match)
    facts = tuple(read_hand(version.hand.facts, played.seating) for version in decided.versions)
    context = {
        **{"event": event, "played": played, "decided": decided, "form": form},
        "versions": [(version, _preview_version(played, version)) for version in decided.versions],
        "differences": differences_of(played, facts) if len(facts) > 1 else [],
        "settling": next((dispute for dispute in disputes_of(played) if dispute.number == number), None),
    }
    return render(request, "hands/decide.html", context, status=422 if form.is_bound else 200)


@director_only
def late(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows all late hands that nobody has decided, to be set aside together."""
    event = the_event(pk)
    batches = late_batches(late_hands(event))
    form = SetAsideForm(batches, request.POST if request.method == "POST" else None)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        many = set_all_aside(event, form.hands(), reason=reason, by=request.user, now=timezone.now())
        words = ngettext(
            "%(n)s late hand is set aside. It stays readable at its match.",
            "%(n)s late hands are set aside. They stay readable at their matches.",
            many,
        )
        messages.success(request, words % {"n": many})
        return redirect("late_hands", pk)
    number = sum(len(batch.hands) for batch in batches)
    context = {"event": event, "batches": batches, "number": number, "form": form}
    context["chosen"] = form["batches"].value() or []
    return render(request, "hands/late.html", context, status=422 if form.is_bound else 200)


def _decide_version(played: MatchInHands, form: DecideForm, by: Account) -> None:
    version, reason, now = form.version_chosen, form.cleaned_data["reason"], timezone.now()
    assert version
    if version.is_late and form.cleaned_data["aside"] is not None:
        set_aside(version.hand, reason=reason, by=by, now=now)
    elif version.is_late:
        accept_late(version.hand, reason=reason, by=by, now=now)
    else:
        seen = form.decided.version(form.cleaned_data["seen"] or 0)
        if seen is None:
            raise HandChanged
        facts = read_hand(version.hand.facts, played.seating)
        correct_hand(seen.hand, entry_key=form.key, facts=facts, reason=reason, by=by, now=now)


def _preview_version(played: MatchInHands, version: VersionToDecide) -> Preview:
    """Returns what would become of the game if this version counted."""
    around = played.match_around(version.hand.number, names_in(played))
    content = StoredHand(partial(read_hand, version.hand.facts, played.seating))
    return preview_of(around, around.with_hand(content), ())
