"""The fields of each answer of the API, with an example of every value; the documentation is made from them."""

from datetime import date, datetime
from datetime import date as date_
from typing import Any, Generic, TypeVar
from uuid import UUID

from ninja import Schema
from pydantic import Field

T = TypeVar("T")

HAND = {
    "rules": "trinidad",
    "id": 4711,
    "seats": ["31", "32", "33", "34"],
    "sides": {"side-1": ["31", "33"], "side-2": ["32", "34"]},
    "start": {"side-1": 5, "side-2": 3},
    "hand": {
        "dealer": "31",
        "events": [{"turn_up": "6H"}, {"stand": "32"}],
        "high": {"rank": "A", "holder": "32"},
        "low": {"rank": "2", "holder": "31"},
        "jack": {"holder": "33", "won_by": "34"},
        "pips": {"side-1": 31, "side-2": 40},
    },
}
NOTE = "Round 3: rested, counts 12 1/2 points (their own average)"
FIGURE: dict[str, Any] = {"exact": "99/2", "number": 49.5}


class ProblemAnswer(Schema):
    """Why there is no answer (RFC 9457), in a sentence that you can act on."""

    title: str = Field(examples=["Not Found"], description="The name of the status.")
    status: int = Field(examples=[404])
    code: str = Field(examples=["not_found"], description="What a program goes by; it does not change.")
    detail: str = Field(examples=["There is nothing here, or nothing that you may see."])


class ListPage(Schema, Generic[T]):
    """Some of a long list."""

    items: list[T]
    count: int = Field(examples=[41], description="How many there are in all.")
    next: str | None = Field(examples=["/api/v1/evenings?limit=20&offset=20"], description="Where the list goes on.")


class Figure(Schema):
    """A number that may be a fraction: exactly, as in "99/2", and as a decimal, which may be rounded."""

    exact: str = Field(examples=[FIGURE["exact"]])
    number: float = Field(examples=[FIGURE["number"]])


class Person(Schema):
    """`name` is as you may see it: "Player 17" stands for somebody who is not shown to you."""

    id: int = Field(examples=[17])
    name: str = Field(examples=["Player 17"])


class PersonDetails(Person):
    """What is for the desk is null for others."""

    name: str = Field(examples=["Ann Ash"])
    is_member: bool | None = Field(examples=[True])
    left_on: date | None = Field(examples=[None])


class PlayerOfEvening(Schema):
    """Somebody who plays an evening. `entry` is their number there, which hand records use."""

    entry: int = Field(examples=[31])
    person: int = Field(examples=[17])
    name: str = Field(examples=["Ann Ash"])


class ClubDetails(Schema):
    uid: UUID = Field(examples=["5a5f6f0e-0f6c-4b65-9a83-0d6c7f1c1674"])
    name: str = Field(examples=["The Jack and Knave"])
    time_zone: str = Field(examples=["Europe/London"])
    you_see: str = Field(examples=["public"], description="How much you may see: public, members or desk.")
    version: str = Field(examples=["1.4.0"], description="Of Hangjack.")


class Evening(Schema):
    id: int = Field(examples=[7])
    uid: UUID = Field(examples=["0a6f9f0e-0f6c-4b65-9a83-0d6c7f1c1674"], description="The same on every computer.")
    name: str = Field(examples=["Club night"])
    date: date_ = Field(examples=["2026-11-21"])
    format: str = Field(examples=["trinidad-rounds"])
    rules: str = Field(examples=["trinidad"], description="The rule set, as in hand records.")
    enters: str = Field(examples=["pairs"], description="Who enters: players, pairs or teams.")
    players: int = Field(examples=[36], description="How many are here or came.")
    rounds_planned: int = Field(examples=[5])
    rounds_out: int = Field(examples=[3], description="How many have their seats out.")
    is_over: bool = Field(examples=[False])
    standings_are_shown: bool = Field(examples=[True], description="Until then standings, results and hands wait.")
    takes_sign_ups: bool = Field(examples=[False])


class BellOfRound(Schema):
    """One of the `turns` that tables play in the round."""

    turn: int = Field(examples=[1])
    turns: int = Field(examples=[1])
    seconds: int = Field(examples=[1500], description="Its length with what was added.")
    started_at: datetime | None = Field(examples=["2026-11-21T19:30:00Z"])
    ended_at: datetime | None = Field(examples=["2026-11-21T19:55:00Z"])


class RoundDetails(Schema):
    """Rounds drawn together; of a Kent evening, an hour."""

    number: int = Field(examples=[1])
    name: str = Field(examples=["Round 1"])
    released_at: datetime = Field(examples=["2026-11-21T19:25:00Z"])
    tables: int = Field(examples=[9])
    bells: list[BellOfRound]


class RoundList(Schema):
    rounds: list[RoundDetails]


class SeatDetails(Schema):
    """A place at a table, from the turn to the turn (both counted in) that the player has it."""

    position: int = Field(examples=[1])
    player: PlayerOfEvening
    from_turn: int = Field(examples=[1])
    until_turn: int = Field(examples=[1])


class TableOfSeats(Schema):
    number: int = Field(examples=[4])
    turns: int = Field(examples=[1])
    seats: list[SeatDetails]


class SeatsOfRound(Schema):
    round: int = Field(examples=[1])
    tables: list[TableOfSeats]
    resting: list[PlayerOfEvening]


class SideResult(Schema):
    """Who scored together. What nobody reported is null, never 0."""

    number: int = Field(examples=[1])
    name: str = Field(examples=["Ann Ash and Player 18"])
    players: list[PlayerOfEvening]
    points: int | None = Field(examples=[14])
    games: int | None = Field(examples=[None])
    all_fours: int | None = Field(examples=[1])
    hang_jacks: int | None = Field(examples=[0])
    jacks_turned: int | None = Field(examples=[2])
    set_backs: int | None = Field(examples=[None])
    settlement: int | None = Field(examples=[None])


class MatchResult(Schema):
    id: int = Field(examples=[311])
    round: int = Field(examples=[2])
    turn: int = Field(examples=[1])
    table: int = Field(examples=[4])
    state: str = Field(examples=["agreed"], description="waiting, entered, agreed, disputed, ruled or called_off.")
    walk_over: int | None = Field(
        examples=[None], description="Number of the side that came, where the other did not; 0 if neither did."
    )
    sides: list[SideResult]


class TeamInMatch(Schema):
    team: int = Field(examples=[5])
    name: str = Field(examples=["Arima"])
    games: int = Field(examples=[15], description="Won so far, over all tables.")
    hang_jacks: int | None = Field(examples=[None], description="Once all tables have reported them.")


class TableOfTeams(Schema):
    round: int = Field(examples=[1], description="Of a match in two halves, the second is another round.")
    table: int = Field(examples=[1])
    match: int = Field(examples=[311])
    games: tuple[int, int] = Field(examples=[[5, 3]], description="In the order of the teams.")
    is_over: bool = Field(examples=[False])
    most_games: int | None = Field(examples=[8], description="The games it plays at most; null for any number.")
    is_deciding_game: bool = Field(
        examples=[False], description="Whether this is the one more game that decides a match that was level."
    )


class TeamMatchDetails(Schema):
    """A match of two teams: the sum of its tables, as it stands now."""

    round: int = Field(examples=[1])
    teams: list[TeamInMatch]
    tables: list[TableOfTeams]
    target: int | None = Field(examples=[22], description="The games that win it; null if all tables play theirs.")
    is_over: bool = Field(examples=[False])
    needs_deciding_game: bool = Field(
        examples=[False], description="Level at all tables, and the rule asks for one more game, not drawn yet."
    )
    winner: int | None = Field(examples=[None], description="The team that has won, once it is over.")


class TeamMatchList(Schema):
    team_matches: list[TeamMatchDetails]


class HandOfMatch(Schema):
    """`record` is a hand record, version 1; its players are entries as text. `awards` is what it came to: the kind, the
    side and the points of each, in the order that counts."""

    match: int = Field(examples=[311])
    number: int = Field(examples=[3])
    game: int = Field(examples=[1])
    state: str = Field(examples=["agreed"])
    record: dict[str, Any] = Field(examples=[HAND])
    awards: list[tuple[str, str, int]] = Field(
        examples=[[["turn_up", "side-1", 2], ["high", "side-2", 1], ["low", "side-1", 1], ["jack", "side-2", 3]]]
    )


class ColumnOfStandings(Schema):
    key: str = Field(examples=["match_points"])
    label: str = Field(examples=["Match points"])


class CriterionOfStandings(ColumnOfStandings):
    """Something that ranks; asked in this order, only of those still level."""

    explanation: str = Field(examples=["Most match points."])


class LineOfStandings(Schema):
    """`decided_by` is the key of the criterion that separated this line from its neighbours; null: nothing did."""

    place: str = Field(examples=["2="])
    rank: int = Field(examples=[2])
    name: str = Field(examples=["Ann Ash and Player 18"])
    players: list[PlayerOfEvening]
    group: str = Field(examples=[""], description="The letter of its group, where they play in groups.")
    left_early: bool = Field(examples=[False])
    figures: dict[str, Figure | None] = Field(examples=[{"match_points": {"exact": "8", "number": 8.0}}])
    decided_by: str | None = Field(examples=["match_points"])
    decided_by_label: str = Field(examples=["Match points"])
    not_used: list[str] = Field(examples=[[]], description="Criteria that could not be asked: a result is missing.")
    notes: list[str] = Field(examples=[[NOTE]])


class StandingsOfEvening(Schema):
    of: str = Field(examples=["entered"], description="Which table: one of `tables`.")
    tables: list[str] = Field(examples=[["entered", "players"]], description="All that the same results give.")
    rounds: int = Field(examples=[3], description="How many count.")
    is_provisional: bool = Field(examples=[True], description="Something is not agreed or ruled yet.")
    open_matches: int = Field(examples=[2])
    columns: list[ColumnOfStandings]
    criteria: list[CriterionOfStandings]
    lines: list[LineOfStandings]


class BellOfClock(Schema):
    round: int = Field(examples=[2])
    turn: int = Field(examples=[1])
    turns: int = Field(examples=[1])
    phase: str = Field(examples=["running"], description="waiting, running, warning, paused, bell or ended.")
    seconds_left: int = Field(examples=[754])
    ends_at: datetime | None = Field(examples=["2026-11-21T20:25:00Z"])
    next_starts_at: datetime | None = Field(examples=[None], description="Of the next round, if it begins by itself.")
    break_until: datetime | None = Field(examples=[None])


class ClockOfEvening(Schema):
    """The server's clock rules: count down from `now` to `ends_at`."""

    now: datetime = Field(examples=["2026-11-21T20:12:26Z"])
    is_muted: bool = Field(examples=[False])
    bells: list[BellOfClock]


class SeriesOfSeason(Schema):
    id: int = Field(examples=[3])
    name: str = Field(examples=["Club championship"])
    ranks: str = Field(examples=["players"], description="players, pairs or teams.")


class SeasonDetails(Schema):
    id: int = Field(examples=[2])
    uid: UUID = Field(examples=["9b6f9f0e-0f6c-4b65-9a83-0d6c7f1c1674"])
    name: str = Field(examples=["2026"])
    first_day: date = Field(examples=["2026-01-01"])
    last_day: date = Field(examples=["2026-12-31"])
    series: list[SeriesOfSeason]


class EveningOfSeason(Schema):
    id: int = Field(examples=[7])
    name: str = Field(examples=["Club night"])
    date: date_ = Field(examples=["2026-11-21"])


class SeasonWithEvenings(SeasonDetails):
    quarters: list[str] = Field(examples=[["2026-3", "2026-4"]], description="Those that a series can be asked of.")
    evenings: list[EveningOfSeason]


class NightOfSeries(Schema):
    evening: int = Field(examples=[7])
    figure: Figure
    bonus: Figure
    place: int = Field(examples=[2], description="At the evening.")
    counts: bool = Field(examples=[True], description="False for a dropped night.")


class LineOfSeries(Schema):
    place: str = Field(examples=["1"], description="Empty for who is not ranked yet.")
    rank: int | None = Field(examples=[1])
    name: str = Field(examples=["Ann Ash"])
    people: list[Person]
    total: Figure
    decided_by: str = Field(examples=[""], description="What decided the place, unless it was the total.")
    evenings_lacking: int = Field(examples=[0], description="How many more somebody needs to be ranked.")
    nights: list[NightOfSeries]


class SeriesTableDetails(SeriesOfSeason):
    rule: dict[str, Any] = Field(examples=[{"best": 8}], description="What differs from the usual rule.")
    rule_in_words: list[str] = Field(examples=[["Points as they are.", "The best 8 evenings count."]])
    evenings: list[EveningOfSeason]
    lines: list[LineOfSeries]


class HolderOfRecord(Schema):
    people: list[Person]
    evening: int | None = Field(examples=[7])
    tables: list[int] = Field(examples=[[4]])


class RecordOfClub(Schema):
    kind: str = Field(examples=["hang_jacks"])
    label: str = Field(examples=["Most hang jacks in an evening"])
    figure: int = Field(examples=[5])
    figure_in_words: str = Field(examples=["5 hang jacks"])
    others: int = Field(examples=[0], description="How many more hold it and are not listed.")
    holders: list[HolderOfRecord]


class RecordList(Schema):
    records: list[RecordOfClub]


class PersonRating(Schema):
    """With a probability of 95 % the true strength is within `uncertainty` of `rating`."""

    person: Person
    rating: float = Field(examples=[27.4])
    uncertainty: float = Field(examples=[5.1])
    matches: int = Field(examples=[62])


class LeagueOfSeason(Schema):
    id: int = Field(examples=[5])
    name: str = Field(examples=["Central"])
    season: str = Field(examples=["2026"])
    division: int = Field(examples=[1], description="1 is the top one, 0 a league without divisions.")


class LeagueDetails(LeagueOfSeason):
    teams: int = Field(examples=[12])
    matches_played: int = Field(examples=[48])


class LeagueTally(Schema):
    """What a team did in some of its matches, or a player at some tables; a walk-over counts as won and adds no
    games."""

    played: int = Field(examples=[4])
    won: int = Field(examples=[3])
    drawn: int = Field(examples=[0])
    lost: int = Field(examples=[1])
    games: int = Field(examples=[66])
    games_against: int = Field(examples=[51])


class LeagueLine(Schema):
    place: str = Field(examples=["1"], description="Empty for a team that has withdrawn.")
    rank: int | None = Field(examples=[1])
    team: str = Field(examples=["Arima"])
    played: int = Field(examples=[8])
    won: Figure | None
    drawn: Figure | None
    lost: Figure | None
    figures: dict[str, Figure | None] = Field(examples=[{"match_points": {"exact": "14", "number": 14.0}}])
    lacking: dict[str, int] = Field(
        examples=[{"hang_jacks_for": 1}],
        description="How many matches were reported without a figure: then it adds up the others.",
    )
    decided_by: str | None = Field(examples=["games_won"])
    decided_by_label: str = Field(examples=["Bullseyes won"])
    ahead: str = Field(examples=["Ahead of Couva: head to head 2–1"], description="Whom that put it ahead of.")
    form: list[str] = Field(examples=[["won", "lost", "won"]], description="Its last 5 matches, the latest last.")
    moved: int | None = Field(examples=[1], description="Places up in the last week with matches, below 0 down.")
    zone: str = Field(examples=["promoted"], description="promoted, play_off, relegated or empty.")
    home: LeagueTally
    away: LeagueTally
    withdrawn: str = Field(examples=[""], description="When the team left and what became of its results.")
    notes: list[str] = Field(examples=[["−2 points: Late"]], description="Byes and penalties in words.")


class LeagueMatch(Schema):
    """Without `other` a bye; without games a fixture, which is still to be played."""

    id: int = Field(examples=[77])
    round: int = Field(examples=[1])
    team: str = Field(examples=["Arima"])
    other: str | None = Field(examples=["Couva"])
    date: date_ | None = Field(examples=["2026-12-01"], description="None until it is set.")
    venue: str = Field(examples=["The Anchor"], description="Empty where it is not known.")
    postponed_from: date_ | None = Field(examples=[None], description="The day it was on first, if it was put off.")
    play_by: date_ | None = Field(examples=[None], description="By when a postponed match has to be played.")
    outcome: str = Field(
        examples=[""],
        description="What was ruled: walk_over, forfeited, table_forfeited, void, abandoned, abandoned_void, replay or "
        "goes_on; else empty.",
    )
    awarded_to: str | None = Field(examples=[None], description="The team that won without playing.")
    mark: str = Field(examples=[""], description="What happened, in words; also if a team has withdrawn.")
    is_late: bool = Field(
        examples=[False], description="Whether it is of an earlier week and came in, or was corrected, since."
    )
    games: int | None = Field(examples=[18])
    hang_jacks: int | None = Field(examples=[9])
    other_games: int | None = Field(examples=[12])
    other_hang_jacks: int | None = Field(examples=[7])
    starts: str | None = Field(examples=["19:30"])
    ends: str | None = Field(examples=["22:10"])


class MeetingOfCup(Schema):
    """A place in the bracket of a cup; teams that are not known yet are left out."""

    teams: list[str] = Field(examples=[["Arima", "Couva"]])
    winner: str | None = Field(description="The team that goes on.", examples=["Arima"])
    is_bye: bool = Field(examples=[False])
    note: str = Field(description="The score, or the day.", examples=["18–12"])


class RoundOfCup(Schema):
    label: str = Field(examples=["Semi-finals"])
    meetings: list[MeetingOfCup]


class LeaguePlayerRecord(Schema):
    """What somebody did for a team at tables of which it is known who sat there."""

    name: str = Field(examples=["Ann Ali"])
    team: str = Field(examples=["Arima"])
    doubles: LeagueTally
    singles: LeagueTally


class LeagueWithTable(LeagueOfSeason):
    """A league with its table; a cup has rounds instead."""

    criteria: list[CriterionOfStandings]
    lines: list[LeagueLine]
    results: list[LeagueMatch]
    cup: list[RoundOfCup]
    players: list[LeaguePlayerRecord]


class ScoreOfPerson(Schema):
    """Matches with a known result; what nobody knows is in `matches` alone."""

    matches: int = Field(examples=[120])
    won: int = Field(examples=[66])
    drawn: int = Field(examples=[2])
    lost: int = Field(examples=[52])


class MetPlayer(Schema):
    person: Person
    score: ScoreOfPerson


class EveningOfProfile(EveningOfSeason):
    place: str = Field(examples=["3="])


class ProfileDetails(Person):
    """Somebody over the years. Partners and opponents come by how often they met, evenings latest first."""

    name: str = Field(examples=["Ann Ash"])
    evenings: int = Field(examples=[38])
    first_places: int = Field(examples=[4])
    score: ScoreOfPerson
    points: Figure
    hang_jacks: Figure | None
    all_fours: Figure | None
    rating: float | None = Field(examples=[27.4], description="Where the club shows ratings.")
    partners: list[MetPlayer]
    opponents: list[MetPlayer]
    latest: list[EveningOfProfile]


class LongestMatchPlayed(Schema):
    """The match with most hands; minutes are from the first to the last that was recorded."""

    evening: int = Field(examples=[7])
    round: int = Field(examples=[2])
    turn: int = Field(examples=[1])
    table: int = Field(examples=[4])
    hands: int = Field(examples=[19])
    minutes: int = Field(examples=[48])
    sides: list[list[Person]]


class HandStatisticsDetails(Schema):
    hands: int = Field(examples=[412])
    jacks_known: int = Field(examples=[410], description="Hands of which it is known whether the Jack was dealt.")
    jacks: int = Field(examples=[301], description="Hands in which the Jack was dealt.")
    hung: int = Field(examples=[58], description="Hands in which the Jack was hung.")
    game_dealer: int = Field(examples=[203], description="Game went to the dealer’s side.")
    game_others: int = Field(examples=[198], description="Game went to another side.")
    game_nobody: int = Field(examples=[11], description="Game went to nobody.")
    all_fours: int = Field(examples=[9])
    longest: LongestMatchPlayed | None
