"""The house rules page: each rule as a sentence with example hands, and the rules that the club has saved."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.event.queries.events import fixed_settings_of
from tournament.event.services.events import change_settings, save_club_rules, use_club_rules
from tournament.models import ClubRules, Event
from tournament.rules.forms import HouseRulesForm
from tournament.rules.queries.house_rules import club_rules_of, document_of, rules_on_page
from tournament.rules.queries.named_penalties import penalties_on_page
from tournament.rules.queries.rules import name_of_game, rules_of
from tournament.web.guards import StaffRequest, director_only
from tournament.web.pages import number_in, the_event


@director_only
def rules(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows and saves house rules. A POST with a `step` shows what the choices do ("show"), saves them for this evening
    ("keep"), also as the club's own ("save"), uses rules of the club ("use" with `own`) or the standard ones
    ("document"). Once play has started the evening's rules are fixed, and can only be saved for the club."""
    event, step = the_event(pk), request.POST.get("step", "")
    why = fixed_settings_of(event).get("house_rules", "")
    if event.locked_at:
        why = _("The evening is locked. Nothing can be changed.")
    if step in ("use", "document"):
        return _use_rules(request, event, request.POST.get("own", ""))
    document = document_of(event)
    form = HouseRulesForm(document, event.house_rules, request.POST or None, fixed=bool(why))
    if form.is_valid() and step in ("keep", "save"):
        return _save_house_rules(request, event, form, fixed=bool(why))
    chosen = rules_of(event) if why or not form.is_bound else form.rules_with_choices()
    questions = form.questions
    context = {
        "event": event,
        "form": form,
        "shown": [(each, questions.get(each.rule.name)) for each in rules_on_page(chosen, document)],
        "own": club_rules_of(event.club, document),
        "document": document,
        "game": name_of_game(document),
        "penalties": tuple(penalties_on_page(event)),
        "why": why,
    }
    if step == "show" and request.htmx:
        return render(request, "event/_rule_examples.html", context)
    return render(request, "event/rules.html", context, status=422 if form.errors else 200)


def _use_rules(request: StaffRequest, event: Event, own: str) -> HttpResponse:
    now = timezone.now()
    if own:
        saved = get_object_or_404(ClubRules, pk=number_in(own), club=event.club_id, rule_set=document_of(event).id)
        use_club_rules(event, saved, by=request.user, now=now)
        messages.success(request, _("This evening uses “%(name)s”.") % {"name": saved.name})
    else:
        change_settings(event, {"house_rules": {}}, by=request.user, now=now)
        messages.success(request, _("This evening uses the standard rules."))
    return redirect("rules", event.pk)


def _save_house_rules(request: StaffRequest, event: Event, form: HouseRulesForm, *, fixed: bool) -> HttpResponse:
    now = timezone.now()
    choices = event.house_rules if fixed else form.choices()
    if not fixed:
        change_settings(event, {"house_rules": choices}, by=request.user, now=now)
    if not form.is_saving:
        messages.success(request, _("Saved. This evening uses these rules."))
        return redirect("event", event.pk)
    name = form.cleaned_data["own_name"]
    save_club_rules(event, choices, name=name, by=request.user, now=now)
    messages.success(request, _("Saved as club rules: “%(name)s”.") % {"name": name})
    return redirect("rules", event.pk)
