"""The guide for directors and scorers: in the app itself, since a hall has no internet."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring import RULE_SETS
from tournament.formats import BELL_RULES, KENT_1674
from tournament.views.web import everybody


@everybody
def guide(request: HttpRequest) -> HttpResponse:
    rules = RULE_SETS[KENT_1674.rule_set]
    return render(request, "help/guide.html", {"rules": rules, "bell_rules": BELL_RULES.values()})
