"""The button of the next step, and the one that undoes a step."""

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.clock.queries.rounds import bells_of
from tournament.clock.services.rounds import start_round
from tournament.desk.queries.undo import KINDS, press_of, undoable_steps
from tournament.desk.services import undo_once
from tournament.foundation.errors import CannotTakeBack, TournamentError
from tournament.models import Event, Match
from tournament.results.services.decisions import agree_matches
from tournament.web.guards import StaffRequest, director_only
from tournament.web.pages import number_in, the_event


@require_POST
@director_only
def step(request: StaffRequest, pk: int) -> HttpResponse:
    """Does the next step as the director saw it. What has been done since, here or elsewhere, is not done again."""
    event = the_event(pk)
    do = STEPS.get(request.POST.get("action", ""))
    if do is None:
        raise Http404
    try:
        if not do(request, event):
            messages.info(request, _("This was already done, here or on another device. The page is up to date now."))
    except TournamentError as refused:
        messages.error(request, str(refused))
    return redirect("event", pk)


def _start(request: StaffRequest, event: Event) -> bool:
    """Starts the rounds whose clocks are as the director saw them."""
    now, seen = timezone.now(), request.POST.getlist("round")
    begun = [
        start_round(bell.starts, by=request.user, now=now, seen=bell.start_seen.partition("-")[2])
        for bell in bells_of(event, now)
        if bell.starts and bell.start_seen in seen
    ]
    return any(begun)


def _agree(request: StaffRequest, event: Event) -> bool:
    """Agrees the results that the button counted, and no later ones."""
    seen = [number_in(pk) or 0 for pk in request.POST.get("seen", "").split(",")]
    return agree_matches(Match.objects.filter(pk__in=seen), event=event, by=request.user, now=timezone.now()) > 0


def _take_back(request: StaffRequest, event: Event) -> bool:
    undoable = press_of(event, number_in(request.POST.get("log", "")) or 0)
    if undoable is None:
        return False
    press, kind, calls = undoable
    if not calls:
        raise CannotTakeBack
    by, now, name = request.user, timezone.now(), kind.name_step(press)
    if kind.is_undone_once:
        opposite = [action for action, other in KINDS.items() if other.is_undone_once]
        undo_once(event, name, press.lines, calls, opposite=opposite, by=by, now=now)
    else:
        for call in calls:
            call(by=by, now=now)
    messages.success(request, _("Undone: %(name)s.") % {"name": name})
    return True


@director_only
@never_cache
def undo(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows every step that can be undone now, the newest first."""
    event = the_event(pk)
    return render(request, "desk/undo.html", {"event": event, "steps": undoable_steps(event, most=30, checked=60)})


STEPS: Mapping[str, Callable[[StaffRequest, Event], bool]] = {"start": _start, "agree": _agree, "take_back": _take_back}
