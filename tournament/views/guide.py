"""The guide for directors and scorers: in the app itself, since a hall has no internet."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring import RULE_SETS
from tournament.formats import BELL_RULES, KENT_1674
from tournament.queries.rules import word_for
from tournament.queries.rules_in_words import rules_in_words
from tournament.queries.rules_sheet import pips_of, steps_of
from tournament.views.web import everybody


@everybody
def guide(request: HttpRequest) -> HttpResponse:
    rules = RULE_SETS[KENT_1674.rule_set]
    context = {
        "rules": rules,
        "steps": tuple(steps_of(rules)),
        "pips_word": word_for(rules, "pips"),
        "pips": pips_of(rules),
        "sections": rules_in_words(rules, rules),
        "bell_rules": BELL_RULES.values(),
    }
    return render(request, "help/guide.html", context)
