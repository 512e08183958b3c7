"""The standings of an evening of rounds: of its competitors, and further tables of the same results."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Enters, Event, Stage
from tournament.ranking import (
    AS_IT_STOOD,
    AVERAGE_NOTES,
    CREDIT_NOTES,
    PART_TO_COME,
    REST_TO_COME,
    UNPLAYED_NOTES,
    Amount,
    Credited,
    Criterion,
    MatchRecord,
    Placing,
    Record,
    printed,
    rank,
)
from tournament.standings.queries.counted_matches import Counted, CountedMatch, Counting, counted_of
from tournament.standings.queries.groups import in_order, letters_of_groups, part_in_groups, stages_in_groups
from tournament.standings.queries.places import (
    Line,
    Standings,
    Told,
    criteria_of,
    cuts_after,
    missing_in_words,
    with_play_offs,
)
from tournament.standings.queries.round_records import records_of_rounds
from tournament.standings.queries.seat_tenures import with_spells


def standings_of_rounds(
    event: Event, first: int, last: int, *, agreed_only: bool = False, of: Counting = "entered"
) -> Standings:
    """Of the released rounds from number `first` to `last`. Six queries, whatever the number of entries and rounds."""
    numbered = Stage.objects.filter(event=event, released_at__isnull=False, number__range=(first, last))
    stages = list(numbered.only("pk", "number", "order"))
    if of == "groups":
        stages = stages_in_groups(event, stages)
    counted = counted_of(event, stages)
    criteria = criteria_of(event, hours=len(stages), of=of)
    is_of_entered = of in ("entered", "groups")
    if of in ("players", "pairs"):
        counted = replace(counted, matches=with_spells(counted.matches, stages))
    records = records_of_rounds(
        counted,
        of=of,
        agreed_only=agreed_only,
        cuts=cuts_after(event, stages[-1]) if stages and is_of_entered else {},
        strengths=any(criterion.key == "opponents_strength" for criterion in criteria),
    )
    if is_of_entered:
        records = with_play_offs(records, criteria, stages)
    columns = tuple(criterion for criterion in criteria if criterion.figure_of is not None)
    labels = {criterion.key: _(criterion.label) for criterion in criteria}
    members = counted.members(of)
    open_matches = sum(1 for match in counted.matches if match.is_open)
    letters = letters_of_groups(counted, stages) if is_of_entered else {}
    placings = _by_groups(records, letters, criteria) if of == "groups" else rank(records, criteria)
    return Standings(
        event=event,
        hours=len(stages),
        lines=tuple(
            _line(placing, counted, members[placing.record.entry], columns, labels, letters) for placing in placings
        ),
        provisional=open_matches > 0 or not stages,
        open_matches=open_matches,
        agreed_only=agreed_only,
        columns=columns,
        of=of,
        others=tuple(each for each in tables_of(event) if each != of),
        missing=() if agreed_only else missing_in_words(event, (_told(match) for match in counted.matches)),
    )


def _told(match: CountedMatch) -> Told:
    if match.is_told:
        return Told(match.round, match.table, (True,))
    sides = (side.points is not None or side.games is not None for side in match.sides)
    return Told(match.round, match.table, tuple(sides))


def _by_groups(
    records: Sequence[Record[int]], letters: Mapping[int, str], criteria: Sequence[Criterion]
) -> tuple[Placing[int], ...]:
    """Each group ranked by itself, one after the other."""
    in_group: dict[str, list[Record[int]]] = {letter: [] for letter in letters.values()}
    for record in records:
        in_group[letters[record.entry]].append(record)
    return tuple(placing for letter in sorted(in_group, key=in_order) for placing in rank(in_group[letter], criteria))


def tables_of(event: Event) -> tuple[Counting, ...]:
    """Those that an evening's results give, the one that counts first. Players who change partners enter by
    themselves: theirs is that one."""
    if not event.is_of_rounds:
        return ("entered",)
    groups: tuple[Counting, ...] = ("groups",) if part_in_groups(event) is not None else ()
    others: tuple[Counting, ...] = ("pairs",) if event.enters == Enters.TEAMS else ()
    players: tuple[Counting, ...] = ("players",) if event.enters != Enters.PLAYERS else ()
    return ("entered", *groups, *others, *players)


def _line(
    placing: Placing[int],
    counted: Counted,
    members: tuple[int, ...],
    columns: tuple[Criterion, ...],
    labels: Mapping[str, str],
    letters: Mapping[int, str],
) -> Line:
    return Line(
        placing=placing,
        name=placing.record.name,
        left=all(counted.people[entry].is_gone for entry in members),
        hours=(),
        all_fours=None,
        jacks_turned=None,
        partners=(),
        decided_by=labels[placing.decided_by] if placing.decided_by else "",
        skipped=tuple(labels[key] for key in placing.skipped),
        figures=tuple(_figures(placing.record, columns)),
        is_so_far=bool(columns) and columns[0].figure_of is not None and columns[0].figure_of(placing.record) is None,
        credits=tuple(_credit_in_words(placing.record, match, columns) for match in placing.record.besides),
        group=letters.get(placing.record.entry, ""),
    )


def _figures(record: Record[int], columns: Sequence[Criterion]) -> Iterator[Amount | None]:
    """What ranks first by what is known of it, as it ranks."""
    for place, column in enumerate(columns):
        if column.figure_of is not None:
            yield column.figure_so_far(record) if place == 0 else column.figure_of(record)


def _credit_in_words(record: Record[int], match: MatchRecord[int], columns: tuple[Criterion, ...]) -> str:
    """As in "Round 3: rested, counts 12 1/2 points (their own average)", with the figures that rank."""
    assert match.why_unplayed is not None
    if match.to_come and match.credit is None:
        return _(REST_TO_COME) % {"round": match.round}
    why = _(UNPLAYED_NOTES[match.why_unplayed])
    if match.part is not None:
        why = _("%(part)s of it at a shared table") % {"part": match.part}
    said = {"round": match.round, "why": why}
    if match.credit is None:
        counts = _(AS_IT_STOOD) if match.is_reported else _(PART_TO_COME)
        return _("Round %(round)s: %(why)s, %(counts)s") % {**said, "counts": counts}
    figures = ", ".join(words for column in columns if (words := _credited_in(record, match, column.key)))
    note = _(CREDIT_NOTES[match.credit.kind]) if figures else _(_without_figures(match.credit))
    return _("Round %(round)s: %(why)s, %(counts)s") % {**said, "counts": note % {"figures": figures}}


def _without_figures(credit: Credited) -> str:
    is_felt = any((credit.points, credit.against, credit.games_against, credit.hang_jacks, credit.hang_jacks_against))
    return AVERAGE_NOTES.get(credit.kind, CREDIT_NOTES["nothing"]) if is_felt else CREDIT_NOTES["nothing"]


def _credited_in(record: Record[int], match: MatchRecord[int], column: str) -> str:
    """What a credit adds to a column of matches, games, points, hang jacks or a difference; empty where it adds nothing
    to it."""
    credit = match.credit
    assert credit is not None
    shares = credit.shares
    figure: Amount | None = None
    if column == "match_points" and shares is not None:
        figure = record.scale.value(shares)
        words = ngettext("%(figure)s match point", "%(figure)s match points", 1 if figure == 1 else 2)
    elif column == "matches_won" and shares is not None:
        figure = shares.won
        words = ngettext("%(figure)s match won", "%(figure)s matches won", 1 if figure == 1 else 2)
    elif column == "games_won":
        figure = credit.games
        words = ngettext("%(figure)s game", "%(figure)s games", 1 if figure == 1 else 2)
    elif column == "points_for":
        figure = credit.points
        words = ngettext("%(figure)s point", "%(figure)s points", 1 if figure == 1 else 2)
    elif column == "hang_jacks_for":
        figure = credit.hang_jacks
        words = ngettext("%(figure)s hang jack", "%(figure)s hang jacks", 1 if figure == 1 else 2)
    elif column == "game_difference":
        figure, words = _less(credit.games, credit.games_against), _("%(figure)s in game difference")
    elif column == "point_difference":
        figure, words = _less(credit.points, credit.against), _("%(figure)s in point difference")
    return words % {"figure": printed(figure)} if figure else ""


def _less(own: Amount | None, other: Amount | None) -> Amount | None:
    return None if own is None or other is None else own - other
