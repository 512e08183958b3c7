"""Evenings with their rounds, seats, results, hands, standings and clock, as plain values for the resources."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Any, TypeVar

from django.db.models import Count, Model, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.api.queries.names import EveningNames, evening_names, names_shown
from tournament.api.reader import Reader
from tournament.clock.queries.rounds import Bell, bells_of, released_rounds
from tournament.draw.queries.seats import rests_of
from tournament.event.queries.entry_rows import entry_rows
from tournament.event.queries.hours import hour_label, hour_numbers
from tournament.foundation.errors import TournamentError
from tournament.matches.queries.match_rows import seat_rows
from tournament.matches.queries.team_matches import team_matches_of
from tournament.models import Entry, Event, Hand, Side, SidePlayer, Stage
from tournament.ranking import Amount
from tournament.standings.queries.counted_matches import CountedMatch, CountedSide, Counting, counted_evening_of
from tournament.standings.queries.places import StandingsLine
from tournament.standings.queries.seat_tenures import with_tenures
from tournament.standings.queries.shared_standings import share_standings
from tournament.standings.queries.standings import tables_of
from tournament.transfer.rows import wrap_hands

Plain = dict[str, Any]
M = TypeVar("M", bound=Model)


class NotFoundHere(TournamentError):
    code = "not_found"
    status = 404
    message = gettext_lazy("There is nothing here, or nothing that you may see. Start from the list of evenings.")


class StandingsNotShown(TournamentError):
    code = "not_shown"
    status = 403
    message = gettext_lazy("The director has not shown the standings of this evening yet. Results follow with them.")


def figure_of(amount: Amount | None) -> Plain | None:
    """Returns a number that may be a fraction, exactly and as a decimal."""
    return None if amount is None else {"exact": str(Fraction(amount)), "number": float(amount)}


def evenings_in_order(reader: Reader, first: date | None = None, last: date | None = None) -> QuerySet[Event]:
    """Returns evenings of the reader's club, the latest first."""
    events = Event.objects.filter(club=reader.club)
    events = events.filter(date__gte=first) if first else events
    events = events.filter(date__lte=last) if last else events
    return events.order_by("-date", "-pk")


def require_one(rows: QuerySet[M]) -> M:
    """Returns the row. Raises NotFoundHere if there is none. One query."""
    if (row := rows.first()) is None:
        raise NotFoundHere
    return row


def the_evening(reader: Reader, number: int) -> Event:
    """Returns an evening. Raises NotFoundHere. One query."""
    return require_one(Event.objects.filter(club=reader.club, pk=number).select_related("club"))


def require_shown(reader: Reader, event: Event) -> None:
    """Raises StandingsNotShown if this reader may not see the results of an evening yet."""
    if not (event.standings_shown or reader.is_desk):
        raise StandingsNotShown


def describe_evenings(events: Sequence[Event], reader: Reader, today: date) -> list[Plain]:
    """Describes evenings. Four queries."""
    numbers = [event.pk for event in events]
    people = Entry.objects.filter(event__in=numbers, here=True, is_stand_in=False)
    came = people.order_by().values_list("event").annotate(n=Count("pk"))
    out = Stage.objects.filter(event__in=numbers, released_at__isnull=False).order_by().values_list("event")
    names = names_shown(reader)
    players, rounds = dict(came), dict(out.annotate(n=Count("pk")))
    return [
        {
            "id": event.pk,
            "uid": event.uid,
            "name": names.redact(event.name),
            "date": event.date,
            "format": event.format,
            "rules": event.kind.rule_set,
            "enters": event.enters,
            "players": players.get(event.pk, 0),
            "rounds_planned": len(hour_numbers(event)),
            "rounds_out": rounds.get(event.pk, 0),
            "is_over": event.locked_at is not None,
            "standings_are_shown": event.standings_shown,
            "takes_sign_ups": event.takes_sign_ups(today),
        }
        for event in events
    ]


def rounds_of(event: Event) -> list[Plain]:
    """Returns the rounds whose seats are released, each with its bells in order. Two queries."""
    bells: dict[int, list[Plain]] = {}
    for bell in reversed(released_rounds(event)):
        bells.setdefault(bell.stage_id, []).insert(
            0,
            {
                "turn": bell.number,
                "turns": bell.turns,
                "seconds": int((bell.length + bell.extra).total_seconds()),
                "started_at": bell.started_at,
                "ended_at": bell.ended_at,
            },
        )
    stages = Stage.objects.filter(event=event, released_at__isnull=False).annotate(count=Count("tables"))
    return [
        {
            "number": stage.number,
            "name": hour_label(event, stage.number),
            "released_at": stage.released_at,
            "tables": stage.count,
            "bells": bells.get(stage.pk, []),
        }
        for stage in stages.order_by("number")
    ]


def _load_released_stage(event: Event, number: int) -> Stage:
    return require_one(Stage.objects.filter(event=event, number=number, released_at__isnull=False))


def seats_of(event: Event, number: int, reader: Reader) -> Plain:
    """Returns the seats of a round that is released. Seven queries at most. Raises NotFoundHere."""
    stage, names = _load_released_stage(event, number), evening_names(event, reader)
    tables: dict[int, Plain] = {}
    for seat in seat_rows(stage, entry_rows(event)):
        table = tables.setdefault(
            seat.table.number, {"number": seat.table.number, "turns": seat.table.turns, "seats": []}
        )
        table["seats"].append(
            {
                "position": seat.position,
                "player": names.player(seat.entry.pk),
                "from_turn": seat.from_turn,
                "until_turn": seat.until_turn,
            }
        )
    resting = names.players([entry.pk for entry in rests_of(event, stage)])
    return {"round": stage.number, "tables": list(tables.values()), "resting": resting}


def results_of(event: Event, number: int | None, reader: Reader) -> list[Plain]:
    """Returns the matches of the rounds that are released, or of one of them. Twelve queries at most. Raises
    NotFoundHere."""
    among = {} if number is None else {"number": _load_released_stage(event, number).number}
    stages = list(Stage.objects.filter(event=event, released_at__isnull=False, **among).only("pk", "number"))
    names = evening_names(event, reader)
    return [_match(match, names) for match in with_tenures(counted_evening_of(event, stages).matches, stages)]


def team_matches(event: Event, reader: Reader) -> list[Plain]:
    """Returns the matches of teams. Six queries at most."""
    return [
        {
            "round": match.round,
            "teams": [
                {"team": key, "name": name, "games": games, "hang_jacks": hung}
                for key, name, games, hung in match.teams
            ],
            "tables": [
                {
                    "round": table.round,
                    "table": table.number,
                    "match": table.match,
                    "games": table.games,
                    "is_over": table.is_over,
                    "most_games": table.most,
                    "is_deciding_game": table.is_decider,
                }
                for table in match.tables
            ],
            "target": match.target,
            "is_over": match.is_over,
            "needs_deciding_game": match.needs_decider,
            "winner": match.winner.key if match.winner else None,
        }
        for match in team_matches_of(event, names=names_shown(reader))
    ]


def _match(match: CountedMatch, names: EveningNames) -> Plain:
    values = {name: getattr(match, name) for name in ("round", "turn", "table", "state", "walk_over")}
    tenures = match.tenures or (match.sides,)
    sides = [
        _side(side, tuple(dict.fromkeys(entry for tenure in tenures for entry in tenure[place].entries)), names)
        for place, side in enumerate(match.sides)
    ]
    return {"id": match.pk, **values, "sides": sides}


def _side(side: CountedSide, played: Sequence[int], names: EveningNames) -> Plain:
    teams = {names.team_of.get(entry) for entry in side.entries}
    tallies = ("points", "games", "all_fours", "hang_jacks", "jacks_turned", "set_backs", "settlement")
    return {
        "number": side.number,
        "name": names.name_of(side.entries, teams.pop() if len(teams) == 1 else None),
        "players": names.players(played),
        **{name: getattr(side, name) for name in tallies},
    }


def hands_in_order(event: Event, match: int | None) -> QuerySet[Hand]:
    """Returns the versions that count, by match and number."""
    hands = Hand.objects.filter(match__table__stage__event=event, superseded_at=None)
    return (hands if match is None else hands.filter(match=match)).order_by("match", "number")


def hand_records(event: Event, hands: Sequence[Hand]) -> list[Plain]:
    """Returns each hand as a whole hand record, with the score before it, so that `manage.py score` can score it alone.
    Three queries."""
    matches = {hand.match_id for hand in hands}
    columns = ("pk", "match", "number", "game", "superseded_at", "awards", "facts")
    played = hands_in_order(event, None).filter(match__in=matches).values(*columns)
    sides = Side.objects.filter(match__in=matches).values("pk", "match", "number")
    players = SidePlayer.objects.filter(side__match__in=matches).values("side", "entry", "seat", "before")
    rows: dict[str, list[Plain]] = {
        "hand": [{**hand, "id": hand["pk"]} for hand in played],
        "side": [{**side, "id": side["pk"]} for side in sides],
        "side_player": [
            {**player, "entry": str(player["entry"]), "before": [[str(who), last] for who, last in player["before"]]}
            for player in players
        ],
    }
    wrap_hands(event, rows)
    records = {hand["id"]: hand["record"] for hand in rows["hand"]}
    return [
        {
            "match": hand.match_id,
            "number": hand.number,
            "game": hand.game,
            "state": hand.state,
            "record": records[hand.pk],
            "awards": hand.awards["awards"],
        }
        for hand in hands
    ]


def standings_of(event: Event, reader: Reader, *, counting: Counting | None, after: int | None) -> Plain:
    """Returns standings, which are ranked once per revision, with the names that the reader may see: three queries.
    Raises NotFoundHere for a table that the evening does not have, or a round that is not released."""
    if counting is not None and counting not in tables_of(event):
        raise NotFoundHere
    if after is not None:
        _load_released_stage(event, after)
    table: Counting = counting or "entered"
    page, names = share_standings(event, hours=after, counting=table).page, evening_names(event, reader)
    standings = page.standings
    columns = [column for column in page.columns if column.key]
    is_of_teams = table in ("entered", "groups") and event.enters != "players"

    def line_of(line: StandingsLine) -> Plain:
        return {
            "place": line.placing.shown,
            "rank": line.placing.rank,
            "name": names.name_of(line.named, line.record.entry if is_of_teams else None),
            "players": names.players(line.entries),
            "group": line.group,
            "left_early": line.left,
            "figures": {column.key: figure_of(column.value_of(line)) for column in columns},
            "decided_by": line.placing.decided_by,
            "decided_by_label": line.decided_by,
            "not_used": line.skipped,
            "notes": line.credits,
        }

    return {
        "of": table,
        "tables": tables_of(event),
        "rounds": standings.hours,
        "is_provisional": standings.provisional,
        "open_matches": standings.open_matches,
        "columns": [{"key": column.key, "label": column.label} for column in columns],
        "criteria": [
            {"key": each.key, "label": _(each.label), "explanation": _(each.explanation)} for each in standings.criteria
        ],
        "lines": [line_of(line) for line in standings.lines],
    }


def clock_of_evening(event: Event, now: datetime) -> Plain:
    """Returns the bells that are on or come next; none before the first release or after the end. One query, or two."""
    return {"now": now, "is_muted": event.muted_at is not None, "bells": [_bell(bell) for bell in bells_of(event, now)]}


def _bell(bell: Bell) -> Plain:
    return {
        "round": bell.stage_number,
        "turn": bell.round.number,
        "turns": bell.turns,
        "phase": bell.reading.phase,
        "seconds_left": bell.reading.remaining // timedelta(seconds=1),
        "ends_at": bell.reading.ends_at,
        "next_starts_at": bell.due,
        "break_until": bell.break_until,
    }
