"""The director's page of the raffle: one press draws somebody who is here, another shows the name on the screens."""

from random import SystemRandom

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament.models import Event, RaffleDraw
from tournament.screens.forms import RaffleForm
from tournament.screens.queries.raffle import raffle_of
from tournament.screens.services import draw_winner, show_call_out, undo_draw_of_winner
from tournament.web.guards import StaffRequest, director_only
from tournament.web.pages import number_in, the_event

LOT = SystemRandom()
LARGEST_SEED = 2**31 - 1


@director_only
@never_cache
def raffle(request: StaffRequest, pk: int) -> HttpResponse:
    event = the_event(pk)
    form = RaffleForm(request.POST if request.POST.get("action") == "draw" else None)
    if request.method == "POST" and (not form.is_bound or form.is_valid()):
        _do_action(request, event, form)
        return redirect("raffle", pk)
    context = {"event": event, "form": form, "raffle": raffle_of(event)}
    return render(request, "screens/raffle.html", context, status=422 if form.is_bound else 200)


def _do_action(request: StaffRequest, event: Event, form: RaffleForm) -> None:
    by, now = request.user, timezone.now()
    if form.is_bound:
        seed, seen = LOT.randint(1, LARGEST_SEED), number_in(request.POST.get("seen", "")) or 0
        done = draw_winner(event, **form.cleaned_data, seed=seed, seen=seen, by=by, now=now) is not None
    elif (chosen := number_in(request.POST.get("winner", ""))) is None:
        done = False
    else:
        drawn = get_object_or_404(RaffleDraw.objects.select_related("event", "entry__player"), event=event, pk=chosen)
        if request.POST.get("action") == "undo":
            done = undo_draw_of_winner(drawn, by=by, now=now)
        else:
            words = {"name": drawn.entry.name, "prize": drawn.prize or _("Raffle")}
            show_call_out(event, _("%(prize)s: %(name)s") % words, by=by, now=now)
            messages.success(request, _("The screens and phones show %(name)s. Remove it under Screens.") % words)
            done = True
    if not done:
        messages.info(request, _("This was already done, here or on another device. The page is up to date now."))
