"""The button of the next step, and the button that undoes it."""

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.clock.queries.rounds import bells_of
from tournament.clock.services.rounds import start_round
from tournament.desk.queries.undo import BACK, last_presses
from tournament.desk.services import take_back_agreement, take_back_end, take_back_release, take_back_start
from tournament.event.services.codes_and_calls import reopen_call
from tournament.foundation.errors import TournamentError
from tournament.foundation.guards import StaffRequest, director_only
from tournament.foundation.pages import number_in, the_event
from tournament.matches.services.results import agree
from tournament.models import Event, Match


@require_POST
@director_only
def step(request: StaffRequest, pk: int) -> HttpResponse:
    """Done as it was seen: what has been done since, here or elsewhere, is not done again."""
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
    """The rounds whose clocks stand as they were seen."""
    now, seen = timezone.now(), request.POST.getlist("round")
    begun = [
        start_round(bell.starts, by=request.user, now=now, seen=bell.start_seen.partition("-")[2])
        for bell in bells_of(event, now)
        if bell.starts and bell.start_seen in seen
    ]
    return any(begun)


def _agree(request: StaffRequest, event: Event) -> bool:
    """The results that were counted on the button, and no later ones."""
    seen = [number_in(pk) or 0 for pk in request.POST.get("seen", "").split(",")]
    return agree(Match.objects.filter(pk__in=seen), event=event, by=request.user, now=timezone.now()) > 0


def _take_back(request: StaffRequest, event: Event) -> bool:
    now = timezone.now()
    log = number_in(request.POST.get("log", ""))
    last = next((press for press in last_presses(event, now) if press and press.log == log), None)
    if last is None:
        return False
    UNDO[BACK[last.action]](event, last.pks, by=request.user, now=now)
    undone = _("The release is undone. Nobody can see these seats any more.")
    messages.success(request, undone if last.action == "release_draw" else _("Undone."))
    return True


UNDO: Mapping[str, Callable[..., None]] = {
    "take_back_start": take_back_start,
    "reopen_round": take_back_end,
    "take_back_agreement": take_back_agreement,
    "undo_release": take_back_release,
    "reopen_call": reopen_call,
}

STEPS: Mapping[str, Callable[[StaffRequest, Event], bool]] = {
    "start": _start,
    "agree": _agree,
    "take_back": _take_back,
}
