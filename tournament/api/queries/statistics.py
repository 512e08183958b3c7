"""Figures of a person over the years, and of the hands of an evening and of a season, for the resources."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from tournament.api.queries.evenings import figure_of
from tournament.api.queries.names import describe_person, names_shown
from tournament.api.reader import Reader
from tournament.club.visibility import NamesShown
from tournament.models import Event, Season
from tournament.seasons.hands import EveningHands, HandSums
from tournament.seasons.queries.club_records import all_ended_evenings
from tournament.seasons.queries.results import hands_of, hands_so_far
from tournament.seasons.queries.seasons import evenings_of
from tournament.statistics.person import Score
from tournament.statistics.queries.person_page import EVENINGS_LISTED, person_shown_to, profile_of, rating_of

Plain = dict[str, Any]
COUNTED = ("jacks_known", "jacks", "hung", "game_dealer", "game_others", "game_nobody", "all_fours")
"""Fields of `seasons.hands.HandSums`, besides the number of hands."""


def describe_profile(reader: Reader, number: int) -> Plain:
    """Describes somebody whom the reader may see. Ten queries at most. Raises PersonNotShown."""
    person = person_shown_to(number, reader.club, reader.audience)
    evenings, names = all_ended_evenings(reader.club), names_shown(reader)
    profile = profile_of(reader.club, person.pk, evenings)
    rating = rating_of(reader.club, person.pk, profile, evenings, desk=reader.is_desk)
    total = profile.total
    return {
        **describe_person(names, person.pk),
        "evenings": total.evenings,
        "first_places": profile.first_places,
        "score": total.score._asdict(),
        "points": figure_of(total.points),
        "hang_jacks": figure_of(total.hang_jacks),
        "all_fours": figure_of(total.all_fours),
        "rating": None if rating is None else float(rating.value),
        "partners": _describe_met(profile.partners, names),
        "opponents": _describe_met(profile.opponents, names),
        "latest": [
            {"id": each.event, "name": names.redact(each.name), "date": each.day, "place": each.place}
            for each in profile.evenings[:EVENINGS_LISTED]
        ],
    }


def _describe_met(met: Iterable[tuple[int, Score]], names: NamesShown) -> list[Plain]:
    return [{"person": describe_person(names, person), "score": score._asdict()} for person, score in met]


def statistics_of_event(event: Event, reader: Reader) -> Plain:
    """Returns the statistics of the hands so far. Five queries at most."""
    return _describe_hands([(event.pk, hands_so_far(event))], names_shown(reader))


def statistics_of_season(season: Season, reader: Reader) -> Plain:
    """Returns the statistics of the evenings that are over. Four queries at most."""
    hands = hands_of(evenings_of(season))
    return _describe_hands(list(hands.items()), names_shown(reader))


def _describe_hands(evenings: list[tuple[int, EveningHands]], names: NamesShown) -> Plain:
    sums = asdict(sum((hands.sums for _event, hands in evenings), HandSums()))
    longest = None
    matches = [(hands.longest, event) for event, hands in evenings if hands.longest is not None]
    if matches:
        match, event = max(matches, key=lambda each: each[0][:2])
        longest = {
            **{"evening": event, "round": match.stage, "turn": match.turn, "table": match.table},
            **{"hands": match.hands, "minutes": match.minutes},
            "sides": [[describe_person(names, person) for person in side] for side in match.sides],
        }
    return {"hands": sums["hands"], **{name: sums[name] for name in COUNTED}, "longest": longest}
