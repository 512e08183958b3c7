"""Rules of the house that a club saves under a name, and chooses again for an evening."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tournament.house_rules import choice_in_words
from tournament.models import Account, ClubRules, Event
from tournament.queries.house_rules import document_of
from tournament.services.events import change_settings
from tournament.services.writing import note, writing


def save_club_rules(
    event: Event, choices: Mapping[str, Any], *, name: str, by: Account | None, now: datetime
) -> ClubRules:
    """As the club's own for the event's game, in the place of any of that name; the event itself stays as it is."""
    rules = document_of(event)
    with writing(event, even_locked=True) as current:
        saved = ClubRules.objects.filter(club=current.club_id, rule_set=rules.id, name__iexact=name).first()
        saved = saved or ClubRules(club_id=current.club_id, rule_set=rules.id)
        saved.name, saved.choices = name, dict(choices)
        saved.save()
        told = ", ".join(f"{asked} {said}" for asked, said in choice_in_words(rules, choices))
        note(current, "save_club_rules", by=by, now=now, after={"name": name, "rules": told})
    return saved


def use_club_rules(event: Event, saved: ClubRules, *, by: Account | None, now: datetime) -> None:
    """The event copies them; raises SettingFixed once play has started."""
    change_settings(event, {"house_rules": saved.choices}, by=by, now=now)
