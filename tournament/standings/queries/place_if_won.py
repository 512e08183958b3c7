"""The place that somebody would have if a match that is still played ended in a certain way, all else as it stands."""

from collections.abc import Sequence

from tournament.event.queries.hours import is_knock_out
from tournament.models import Event
from tournament.ranking import Placing
from tournament.standings.queries.counted_matches import CountedEvening, CountedMatch, CountedSide
from tournament.standings.queries.records import last_round_begun, records_of
from tournament.standings.queries.shared_standings import SharedStandings
from tournament.standings.queries.standings import Ranked, rank_in_groups


def can_say_places(event: Event, hour: int) -> bool:
    """Returns whether one game moves a place in a way that can be said: not where winners of a knock-out go on, or
    where points decide and no side goes out."""
    return not event.kind.has_sheets and not is_knock_out(event, hour)


def place_if(shared: SharedStandings, match: int, sides: Sequence[CountedSide], competitor: int) -> str:
    """Returns the place, as in "9" or "9=", if the match ended with these tallies of its sides, or went on with these
    games where no points are given; "" if it has a result already, or what ranks cannot be told beforehand. No
    query."""
    asked = (match, tuple(sides), competitor)
    if asked not in shared.places:
        shared.places[asked] = _place_if(shared.ranked, match, sides, competitor)
    return shared.places[asked]


def _place_if(ranked: Ranked, number: int, sides: Sequence[CountedSide], competitor: int) -> str:
    match = next((each for each in ranked.inputs.matches if each.pk == number), None)
    unknown = any(criterion.key in ("settlement", "set_backs") for criterion in ranked.standings.criteria)
    if match is None or (match.is_begun and not match.in_play) or match.tenures or unknown:
        return ""
    tallies = {side.number: side for side in sides}
    ended = [tallies[side.number]._replace(entries=side.entries) for side in match.sides]
    goes_on = all(side.points is None for side in ended)
    placings = _rank_with(ranked, match._replace(sides=tuple(ended), in_play=goes_on))
    return next((each.shown for each in placings if each.record.entry == competitor), "")


def _rank_with(ranked: Ranked, result: CountedMatch) -> Sequence[Placing[int]]:
    """Ranks the evening with one result more. Records of all others are those ranked already."""
    inputs, standings = ranked.inputs, ranked.standings
    matches = tuple(result if match.pk == result.pk else match for match in inputs.matches)
    last_begun = last_round_begun(matches, agreed_only=False)
    is_new_round = last_begun != inputs.last_begun  # nobody has cut cards or played off after it yet
    counted = CountedEvening(
        standings.event, matches, inputs.rests, inputs.rests_to_come, inputs.people, inputs.adjustments
    )
    records = records_of(
        counted,
        counting=standings.of,
        agreed_only=False,
        cuts={} if is_new_round else inputs.cuts,
        play_offs={} if is_new_round else inputs.play_offs,
        last_begun=last_begun,
        strengths=any(criterion.key == "opponents_strength" for criterion in standings.criteria),
        before=ranked.records,
    )
    letters = {line.record.entry: line.group for line in standings.lines}
    return rank_in_groups(records.records, standings.of, letters, standings.criteria)
