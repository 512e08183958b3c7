"""The failures to follow of one hand in a form, in the order in which they were called: only what the rule set's
penalties ask, and nothing where it has none."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring import Event, HandFacts, RuleSet, Seating, revoke
from tournament.event.queries.rules import word_for
from tournament.hands.forms.ticks import Flag, Ticked, Ticks, YesNo, lettered, letters_of, said

NOBODY = "none"
DETAILS = {"led": "revoke_led", "held_top_trump": "revoke_top", "jack_in_trick": "revoke_jack"}


def are_punished(rules: RuleSet) -> bool:
    costs = rules.penalties
    points = (costs.revoke_to_opponents, costs.revoke_from_offender, costs.revoke_from_offender_with_jack)
    loses = costs.revoke_loses_game != "never" or costs.revoke_bars_game != "no"
    return loses or any(points) or (costs.revoke_costs_bid and rules.auction is not None)


def asks_led(rules: RuleSet) -> bool:
    return rules.penalties.revoke_loses_game in ("top_trump", "trump_lead")


def asks_top(rules: RuleSet) -> bool:
    return rules.penalties.revoke_loses_game == "top_trump"


def asks_jack(rules: RuleSet) -> bool:
    return rules.penalties.revoke_from_offender != rules.penalties.revoke_from_offender_with_jack


def asks_corrected(rules: RuleSet) -> bool:
    return rules.penalties.revoke_correctable != "never"


def fields_of_revokes(rules: RuleSet, players: Mapping[str, str], *, number: int) -> dict[str, forms.Field]:
    """`players` is letter -> name."""
    if not are_punished(rules):
        return {}
    found: dict[str, forms.Field] = {}
    for place in range(1, number + 1):
        label = _("%(revoke)s by") % {"revoke": word_for(rules, "revoke")} if place == 1 else _("Another by")
        when = f"revoke_{place}!={NOBODY}"
        found[f"revoke_{place}"] = Ticks(label, [(NOBODY, _("Nobody")), *players.items()], start=NOBODY)
        if asks_led(rules):
            led = [("trump", _("a trump")), ("plain", _("another suit"))]
            found[f"revoke_led_{place}"] = Ticks(_("Led was"), led, when=when)
        if asks_top(rules):
            label = _("One of the top five trumps was held")
            found[f"revoke_top_{place}"] = YesNo(label, when=f"revoke_led_{place}=trump")
        if asks_jack(rules):
            found[f"revoke_jack_{place}"] = YesNo(_("The trump Jack was in the trick"), when=when, unless_turned="J")
        if asks_corrected(rules):
            found[f"revoke_corrected_{place}"] = Flag(_("Corrected in time: it costs nothing"), when=when)
    return found


def places_said(ticked: Ticked) -> list[int]:
    """The revokes that were called, in order."""
    names = [name for name in ticked if name.startswith("revoke_") and name[7:].isdigit()]
    return sorted(int(name[7:]) for name in names if ticked[name] not in ("", NOBODY))


def events_of_revokes(rules: RuleSet, seating: Seating, ticked: Ticked) -> list[Event]:
    players = lettered(seating.seats)
    return [
        revoke(
            players[ticked[f"revoke_{place}"]],
            led=ticked.get(f"revoke_led_{place}") or None,
            held_top_trump=said(ticked.get(f"revoke_top_{place}")) if _is_trump_led(ticked, place) else None,
            jack_in_trick=said(ticked.get(f"revoke_jack_{place}")),
            corrected=bool(ticked.get(f"revoke_corrected_{place}")),
        )
        for place in places_said(ticked)
    ]


def _is_trump_led(ticked: Ticked, place: int) -> bool:
    return ticked.get(f"revoke_led_{place}") == "trump"


def ticks_of_revokes(facts: HandFacts) -> dict[str, Any]:
    """The other way round."""
    letters = letters_of(facts.seating.seats)
    ticked: dict[str, Any] = {}
    revokes = [event for event in facts.events if event.kind == "revoke"]
    for place, event in enumerate(revokes, start=1):
        ticked |= {
            f"revoke_{place}": letters[event.player or ""],
            f"revoke_led_{place}": event.led or "",
            f"revoke_top_{place}": YesNo.of(event.held_top_trump),
            f"revoke_jack_{place}": YesNo.of(event.jack_in_trick),
            f"revoke_corrected_{place}": event.corrected,
        }
    return ticked


def revokes_of(facts: HandFacts) -> int:
    return sum(event.kind == "revoke" for event in facts.events)


def field_of_revoke(code: str, ticked: Ticked) -> str:
    """Where the form shows what scoring says of a revoke: at the first that it can be about."""
    places = places_said(ticked) or [1]
    name = DETAILS.get(code, "revoke")
    return next((each for each in _answered(code, name, places, ticked)), f"{name}_{places[0]}")


def _answered(code: str, name: str, places: list[int], ticked: Ticked) -> Iterator[str]:
    """The fields of this kind whose answer is missing, or is the one that cannot be."""
    wrong = {"no_trump": ("revoke_led", ("trump",)), "led": (name, ("",)), "held_top_trump": (name, ("", "yes"))}
    asked, answers = wrong.get(code, (name, ("", "yes")))
    for place in places:
        if ticked.get(f"{asked}_{place}") in answers and (code != "held_top_trump" or _is_trump_led(ticked, place)):
            yield f"{asked}_{place}"
