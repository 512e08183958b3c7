"""The feats of a team match at the desk: the list, and noting what hands do not tell."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.foundation.errors import NoSuchFeat, TournamentError
from tournament.matches.feats import feats_to_note
from tournament.matches.queries.feats import with_feats
from tournament.matches.queries.team_matches import matches_together, team_match_of
from tournament.results.services.feats import note_feat, withdraw_feat
from tournament.results.views.results import the_match
from tournament.rules.queries.rules import rules_of
from tournament.web.guards import StaffRequest, scorer_only
from tournament.web.pages import number_in, the_event


@scorer_only
def feats(request: StaffRequest, pk: int, match: int) -> HttpResponse:
    """Shows the feats of the team match that this match is a table of. Posted, it notes a feat of a `pair`, or deletes
    one that was noted. Raises Http404 for a match of no team match."""
    event = the_event(pk)
    refused: TournamentError | None = None
    shown = the_match(event, match).match
    shown.table.stage.event = event
    team_match = team_match_of(shown)
    if team_match is None:
        raise Http404
    pairs = {f"{each.pk}-{side.number}": (each, side) for each in matches_together(shown) for side in each.all_sides}
    if request.method == "POST":
        try:
            if "delete" in request.POST:
                withdraw_feat(event, number_in(request.POST["delete"]) or 0, by=request.user, now=timezone.now())
                messages.success(request, _("Feat deleted."))
            elif request.POST.get("pair") not in pairs:
                raise NoSuchFeat
            else:
                at, side = pairs[request.POST["pair"]]
                feat, figure = request.POST.get("feat", ""), number_in(request.POST.get("figure", ""))
                note_feat(at, side.number, feat, figure=figure, by=request.user, now=timezone.now())
                messages.success(request, _("Feat noted."))
            return redirect("feats", pk, match)
        except TournamentError as error:
            refused = error
    (team_match,) = with_feats(event, [team_match])
    context = {
        **{"event": event, "team_match": team_match, "asked": request.POST, "refused": refused},
        "to_note": feats_to_note(rules_of(event), team_match.feats),
        "pairs": [
            (key, _("Table %(number)s: %(names)s") % {"number": each.table.number, "names": side.name})
            for key, (each, side) in pairs.items()
        ],
    }
    return render(request, "results/feats.html", context, status=refused.status if refused else 200)
