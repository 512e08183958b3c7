"""The bracket of a cup: who meets whom on the way to the final, as its matches stand, and which do not fit into it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.draw.queries.brackets import BracketColumn, BracketMatch, BracketSide, WholeBracket
from tournament.formats.bracket_rounds import label_of_bracket_round
from tournament.leagues.outcomes import OUTCOMES
from tournament.leagues.queries.results import ResultRow
from tournament.models import League, LeagueResult, LeagueTeam
from tournament.movements.bracket import BracketPlace, bracket_of, rounds_to_final_of
from tournament.movements.draw import Field, PastMatch

Result = LeagueResult | ResultRow


@dataclass(frozen=True)
class CupBracket:
    """The rounds of a cup; an entry is the id of a team, and the number of a match's table is its own id."""

    rounds: tuple[tuple[BracketPlace[int], ...], ...]
    byes: int

    def label(self, number: int) -> str:
        """Returns the name of a round, from 1, such as "Semi-finals"."""
        return label_of_bracket_round(number, 2 ** len(self.rounds) - self.byes)

    def meetings(self, number: int) -> list[tuple[int, int]]:
        """Returns who has to meet in a later round, as far as it is known: the winners of the round before."""
        winners = [place.winner for place in self.rounds[number - 2]]
        pairs = zip(winners[0::2], winners[1::2], strict=True)
        return [(one, other) for one, other in pairs if one is not None and other is not None]

    def is_misfit(self, match: Result) -> bool:
        """Returns whether others have won the places in which a match stands, or there is no such place."""
        if match.round == 1:
            return all(place.played is None or place.played.table != match.pk for place in self.rounds[0])
        teams = {match.team_id, match.other_id}
        return match.round > len(self.rounds) or teams not in [set(pair) for pair in self.meetings(match.round)]


def bracket_of_cup(teams: Sequence[LeagueTeam], matches: Sequence[Result]) -> CupBracket:
    """Returns the bracket of a cup from its matches without byes. A team that withdrew loses what it has not played;
    matches of teams that were not drawn count nothing."""
    drawn = sorted((team.number, team.pk, team.withdrawn_on is None) for team in teams if team.number is not None)
    order = tuple(pk for _number, pk, _is_here in drawn)
    count = rounds_to_final_of(len(order))
    past = tuple(
        PastMatch(
            each.round,
            each.pk,
            ((each.team_id,), (each.other_id,)),
            _winner_of(each),
            is_empty=each.outcome == "void",
        )
        for each in matches
        if each.other_id is not None and {each.team_id, each.other_id} <= {*order}
    )
    here = tuple(pk for _number, pk, is_here in drawn if is_here)
    return CupBracket(bracket_of(Field(here, round=count, order=order, past=past)), 2**count - len(order))


def _winner_of(match: Result) -> int | None:
    """Returns the side that goes on, 0 or 1; None after a draw, and while the match is to be played."""
    if match.awarded_id is not None:
        return int(match.awarded_id != match.team_id)
    outcome = OUTCOMES.get(match.outcome)
    counts = outcome is None or outcome.counting != "nothing"
    if not counts or match.games is None or match.other_games is None or match.games == match.other_games:
        return None
    return int(match.other_games > match.games)


def show_bracket(league: League, teams: Sequence[LeagueTeam], results: Sequence[ResultRow]) -> WholeBracket:
    """Returns the bracket as pages and paper show it, with the score and the day of each match; the teams of a cup that
    was drawn by the table have their seeds."""
    matches = {each.pk: each for each in results}
    bracket = bracket_of_cup(teams, results)
    days = [date.fromisoformat(day) if day else None for day in league.round_days]
    sides = {
        team.pk: BracketSide(team.name, seed=team.number if league.lot is None else None)
        for team in teams
        if team.number is not None
    }
    columns = []
    for number, places in enumerate(bracket.rounds, start=1):
        planned = days[number - 1] if number <= len(days) else None
        met = [matches.get(place.played.table) if place.played else None for place in places]
        of_places = [
            None if place.is_bye else planned if match is None else match.day
            for place, match in zip(places, met, strict=True)
        ]
        known = {day for day, place in zip(of_places, places, strict=True) if not place.is_bye}
        shared = known.pop() if len(known) == 1 else None
        shown = tuple(
            _show_place(place, match, sides, None if day == shared else day)
            for place, match, day in zip(places, met, of_places, strict=True)
        )
        columns.append(BracketColumn(bracket.label(number), shown, day=_say_day(shared)))
    winner = sides.get(bracket.rounds[-1][0].winner or 0, BracketSide(""))
    return WholeBracket(tuple(columns), winner.name)


def _show_place(
    place: BracketPlace[int], match: ResultRow | None, of_team: dict[int, BracketSide], day: date | None
) -> BracketMatch:
    """Returns a match with its `day`, None if that of the round says it."""
    entries = [entry for entry in place.entries if entry is not None or not place.is_bye]
    scores = {} if match is None else {match.team_id: match.games, match.other_id: match.other_games}
    sides = tuple(
        replace(
            of_team.get(entry or 0, BracketSide("")),
            won=entry is not None and entry == place.winner,
            has_lost=entry is not None and (place.is_empty or place.winner not in (None, entry)),
            score="" if scores.get(entry) is None else str(scores[entry]),
        )
        for entry in entries
    )
    when = _say_day(day)
    if match is not None and match.postponed_from and not match.day:
        when = _("postponed")
    note = ", ".join(part for part in (when, match.mark if match else "") if part)
    return BracketMatch(sides, None, place.is_bye, place.is_empty, note)


def _say_day(day: date | None) -> str:
    return date_format(day, "D j M") if day else ""


def doubts_of_cup(teams: Sequence[LeagueTeam], results: Sequence[ResultRow]) -> list[str]:
    """Says which matches have nobody who goes on, and which were played by teams that should not have met."""
    bracket = bracket_of_cup(teams, results)
    said = []
    for each in results:
        if each.other is None or each.is_fixture:
            continue
        words = ""
        if bracket.is_misfit(each):
            words = _("%(teams)s, %(round)s: by the matches before, other teams meet here. Correct those or remove it.")
        elif each.outcome != "void" and _winner_of(each) is None and not _is_decided(bracket, each):
            words = _("%(teams)s, %(round)s: a draw. Rule that it is played again, or who goes on.")
        label = bracket.label(each.round) if each.round <= len(bracket.rounds) else str(each.round)
        if words:
            said.append(words % {"teams": f"{each.team.name} – {each.other.name}", "round": label.lower()})
    return said


def _is_decided(bracket: CupBracket, match: ResultRow) -> bool:
    places = bracket.rounds[match.round - 1]
    return any(not place.is_open for place in places if place.played and place.played.table == match.pk)
