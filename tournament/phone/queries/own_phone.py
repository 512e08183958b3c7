"""A player's own page of an evening: their seat, their opponents, how their table is doing, and their place once the
standings are shown.

After every change a whole hall of phones asks for the same page, so its data is read once for each revision of the
event and cached (`HALLS`); what changes with the clock is not in it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Literal, NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.clock.queries.rounds import Bell, bell_at
from tournament.draw.queries.brackets import stakes_of
from tournament.draw.queries.draws import SeatView, TableView, tables_of
from tournament.draw.queries.seats import out_of, rests_of
from tournament.draw.queries.undone_releases import undone_release
from tournament.event.queries.competitors import key_of
from tournament.event.queries.entry_rows import EntryRow
from tournament.event.queries.hours import hour_name, hour_numbers, is_knock_out, released_stage
from tournament.event.queries.sign_ups import entered_people_of
from tournament.foundation.revision_cache import RevisionCache
from tournament.foundation.wording import order_key
from tournament.matches.queries.match_rows import MatchRow, SideRow, match_rows
from tournament.models import SETTLED, Entry, Event, SheetLine, Stage, State, TableCode, names_in
from tournament.phone.queries.own_hands import HandRow, hand_rows, points_by_hand, tallies_if_won
from tournament.standings.queries.columns import UNKNOWN, StandingsColumn, columns_of
from tournament.standings.queries.groups import counting_now
from tournament.standings.queries.place_if_won import can_say_places, place_if
from tournament.standings.queries.shared_standings import SharedStandings, share_standings
from tournament.standings.queries.standings import StandingsLine

Where = Literal["not entered", "expected", "waiting", "seated", "resting", "out", "no seat", "gone"]


@dataclass(frozen=True)
class OwnPlace:
    """A place in the shown standings, out of `of`; `figures` are the figures that rank, each with its word. Where
    points decide and there is no game to win, `above` is the next better place and `behind` how many points are
    missing to it."""

    shown: str
    of: int
    figures: tuple[tuple[str, str], ...]
    above: str = ""
    behind: Fraction = Fraction(0)


@dataclass(frozen=True)
class OwnTurn:
    """One match of a seat; without opponents it is a sit-out. `state` is the match's, or "playing" while its round is
    on. `score`, and `hands`, the points from each hand, are "" until the standings are shown; of what is in dispute
    they show no version. `owes_sheet` is set as long as nobody has keyed this player's own score sheet. `match` is the
    match's id; `waits_for_table` is set while it is in dispute, or over and not agreed."""

    number: int
    partners: str
    against: str
    state: str
    score: str
    owes_sheet: bool = False
    hands: str = ""
    match: int | None = None
    waits_for_table: bool = False

    @property
    def is_settled(self) -> bool:
        return self.state in SETTLED


class OwnEarlier(NamedTuple):
    """A match of an earlier hour or round, as in `OwnTurn`."""

    hour: str
    table: int
    partners: str
    against: str
    score: str
    hands: str
    match: int


@dataclass(frozen=True)
class OwnPhone:
    """One player on their phone. `bell` and `phase` belong to the clock of their table, as long as it has one, and
    `phase` is "" while other tables play first; `turn` is the current or next match; `scans` is set while a phone
    records the score of their table, which scanning its card opens; `if_won` is their place, or that of
    their team, all else as it stands, if they win the game that is on; `stake` says where a win leads in a knock-out;
    `earlier` are the matches played this evening, the latest first. All values are plain words and numbers, because the
    page's version is made from them."""

    player: int
    name: str
    where: Where
    team: str = ""
    table: int | None = None
    bell: int = 0
    phase: str = ""
    turns: tuple[OwnTurn, ...] = ()
    turn: OwnTurn | None = None
    scans: bool = False
    place: OwnPlace | None = None
    if_won: str = ""
    stake: str = ""
    earlier: tuple[OwnEarlier, ...] = ()

    @property
    def is_done(self) -> bool:
        """Whether each of their matches in this hour or round has its result."""
        return bool(self.turns) and all(turn.is_settled for turn in self.turns if turn.against)

    @property
    def owes_sheet(self) -> bool:
        return any(turn.owes_sheet for turn in self.turns)

    @property
    def begins(self) -> bool:
        """Whether the seats are released, so that they should go to their table."""
        return self.phase == "waiting" and not self.is_done


@dataclass(frozen=True)
class HallForPhones:
    """The evening as all its phones show it, at one revision. `played` are an entry's matches of earlier hours, each
    with the hour's name; `hands` are each side's points from each hand of a match, `in_play` the hands of the matches
    whose end would move places; `standings` are set while they are shown, `undone` if seats were taken back. `codes`
    are the ids of the tables' codes, by table, and `signed_up` who is entered, by the token of their sign-up."""

    event: Event
    stage: Stage | None
    entries: Mapping[int, Entry]
    seats: Mapping[int, tuple[TableView, SeatView]]
    resting: frozenset[int]
    out: frozenset[int]
    scanned: frozenset[int]
    sheets: frozenset[int]
    places: Mapping[int, OwnPlace]
    rounds: int
    played: Mapping[int, tuple[tuple[str, MatchRow], ...]]
    hands: Mapping[int, tuple[Mapping[str, int] | None, ...]]
    standings: SharedStandings | None
    in_play: Mapping[int, Sequence[HandRow]]
    stakes: Mapping[int, str]
    codes: Mapping[int, int]
    signed_up: Mapping[str, tuple[int, str]]
    undone: str = ""

    def own(self, player: int, name: str, bells: list[Bell]) -> OwnPhone:
        """Returns the page of one player; `name` is used if they are not entered."""
        entry = self.entries.get(player)
        if entry is None:
            names = names_in(self.event)
            return OwnPhone(player, name if names is None else names.name_of(player), "not entered")
        key = key_of(self.event, entry)
        place = self.places.get(key) if key is not None else None
        team = entry.team.shown_name if entry.team else ""
        earlier = tuple(self._earlier_match(entry, hour, match) for hour, match in self.played.get(entry.pk, ()))
        page = OwnPhone(player, entry.name, self._where_is(entry), team=team, place=place, earlier=earlier)
        return self._at_table(page, entry, bells) if page.where == "seated" else page

    def _where_is(self, entry: Entry) -> Where:
        if entry.left_at is not None:
            return "gone"
        if self.stage is None:
            return "waiting" if entry.here else "expected"
        if entry.pk in self.seats:
            return "seated"
        if entry.pk in self.resting:
            return "resting"
        return "out" if entry.pk in self.out else "no seat"

    def _at_table(self, page: OwnPhone, entry: Entry, bells: list[Bell]) -> OwnPhone:
        view, seat = self.seats[entry.pk]
        own_bells = (bell_at(bell, view.table.number) for bell in bells if bell.turns == view.table.turns)
        bell = next(own_bells, None)
        turns = tuple(self._turn_of(entry, view, number, bell) for number in (turn.number for turn in seat.turns))
        number = _number_on(bell)
        turn = next((turn for turn in turns if turn.number >= number), turns[-1])
        open_here = turn.against != "" and not turn.is_settled
        return replace(
            page,
            table=view.table.number,
            bell=view.table.turns,
            phase=bell.reading.phase.replace("warning", "running") if bell and not bell.waits_for_wave else "",
            turns=turns,
            turn=turn,
            scans=open_here and view.table.number in self.scanned,
            if_won=self._place_if_won(entry, view, turn.number),
            stake=self.stakes.get(key_of(self.event, entry) or 0, "") if open_here else "",
        )

    def _place_if_won(self, entry: Entry, view: TableView, number: int) -> str:
        """Returns the place after a win of the match that is played, "" if that cannot be said. It is worked out when
        it is asked for, and kept with the standings until something that ranks changes."""
        match = next((one for one in view.matches if one.round.number == number and one.pk in self.in_play), None)
        own, key = match.side_of(entry.pk) if match else None, key_of(self.event, entry)
        if self.standings is None or match is None or own is None or key is None:
            return ""
        tallies = tallies_if_won(self.event, match, own, self.in_play[match.pk])
        return place_if(self.standings, match.pk, tallies, key) if tallies else ""

    def _turn_of(self, entry: Entry, view: TableView, number: int, bell: Bell | None) -> OwnTurn:
        of_turn = [each for each in view.matches if each.state != State.CALLED_OFF and each.round.number == number]
        match = next((each for each in of_turn if each.side_of(entry.pk) is not None), None)
        own = match.side_of(entry.pk) if match else None
        if match is None or own is None:
            return OwnTurn(number, "", "", "", "")
        against = ", ".join(side.name for side in match.others_of(entry.pk))
        words = (own.partners_of(entry.pk), against, _state_of(match, bell), self._score_of(match, entry))
        # A sheet is awaited until the match is settled, unless a phone records the match.
        is_reported = own.pk in self.sheets or match.hands_are_in or match.state in SETTLED
        owes_sheet = self.event.kind.has_sheets and not is_reported and match.table.number not in self.scanned
        return OwnTurn(
            number,
            *words,
            owes_sheet=owes_sheet,
            hands=self._points_in_hands(match, own),
            match=match.pk,
            waits_for_table=match.state == State.DISPUTED or (match.state == State.ENTERED and match.hands_are_in),
        )

    def _earlier_match(self, entry: Entry, hour: str, match: MatchRow) -> OwnEarlier:
        own = match.side_of(entry.pk)
        partners = own.partners_of(entry.pk) if own else ""
        against = ", ".join(side.name for side in match.others_of(entry.pk))
        hands = self._points_in_hands(match, own) if own else ""
        return OwnEarlier(hour, match.table.number, partners, against, self._score_of(match, entry), hands, match.pk)

    def _points_in_hands(self, match: MatchRow, own: SideRow) -> str:
        """Returns the points hand by hand, as in "2 + 0 + 4"; a hand with two versions is "?"."""
        hands = self.hands.get(match.pk, ())
        won = ["?" if hand is None else str(hand.get(own.key, 0)).replace("-", "−") for hand in hands]
        return " + ".join(won) + (_(" (? is in dispute)") if None in hands else "")

    def _score_of(self, match: MatchRow, entry: Entry) -> str:
        """Returns the score, as in "14 to 9", with the entry's own side first."""
        own, others = match.side_of(entry.pk), match.others_of(entry.pk)
        if self.event.standings_shown and match.state == State.DISPUTED:
            return _("in dispute")
        if not self.event.standings_shown or own is None or len(others) != 1 or not match.is_reported:
            return ""
        pair = [(own.games, others[0].games), (own.points, others[0].points)]
        scores = [
            _("%(own)s to %(other)s") % {"own": mine, "other": theirs} for mine, theirs in pair if mine is not None
        ]
        return " · ".join(scores[:1] if len(scores) == 1 else [_("games %(score)s") % {"score": scores[0]}, scores[1]])


# An evening of two hundred is a few hundred kB; a club has one or two on.
HALLS: RevisionCache[HallForPhones] = RevisionCache(most=4)


def hall_of(event: Event) -> HallForPhones:
    """Returns the cached hall. No query as long as nothing is written to the event; else at most sixteen, those of a
    bracket, and those of the standings once they are shown."""
    return HALLS.get_or_make((event.pk, get_language()), event.revision, partial(_read_hall, event))


def _read_hall(event: Event) -> HallForPhones:
    entries = list(Entry.objects.filter(event=event).select_related("player", "team"))
    stage = released_stage(event)
    views = tables_of(stage) if stage else []
    hands = hand_rows(event) if stage else []
    lines = SheetLine.objects.filter(side__match__table__stage=stage, superseded_at=None).order_by()
    codes = TableCode.objects.filter(event=event, revoked_at=None) if stage else TableCode.objects.none()
    codes_by_table = dict(codes.values_list("table_number", "pk"))
    is_shown = event.standings_shown and stage is not None
    standings = share_standings(event, counting=counting_now(event)) if is_shown else None
    return HallForPhones(
        event=event,
        stage=stage,
        entries={entry.player_id: entry for entry in entries},
        seats={seat.entry.pk: (view, seat) for view in views for seat in view.seats if seat.turns},
        resting=frozenset(entry.pk for entry in rests_of(event, stage)) if stage else frozenset(),
        out=frozenset(entry.pk for entry in out_of(event, stage)) if stage else frozenset(),
        scanned=_tables_on_phones(event, stage, codes_by_table, hands) if stage else frozenset(),
        sheets=frozenset(lines.values_list("side", flat=True)) if stage and event.kind.has_sheets else frozenset(),
        places=_places_of(event, standings) if standings else {},
        rounds=len(hour_numbers(event)),
        played=_matches_before(event, stage, entries) if stage and stage.number > 1 else {},
        hands=points_by_hand(hands) if event.standings_shown else {},
        standings=standings,
        in_play=_hands_in_play(event, stage, views, hands) if standings and stage else {},
        stakes=stakes_of(event) if stage and is_knock_out(event, stage.number) else {},
        codes=codes_by_table,
        signed_up=entered_people_of(event),
        undone=undone_release(event),
    )


def _matches_before(
    event: Event, stage: Stage, entries: Sequence[Entry]
) -> Mapping[int, tuple[tuple[str, MatchRow], ...]]:
    """Returns the matches of earlier hours by entry, the latest first. Three queries."""
    numbers = dict(Stage.objects.filter(event=event, number__lt=stage.number).values_list("pk", "number"))
    rows = {one.pk: EntryRow(one.pk, one.name, one.here, one.left_at, one.team_id) for one in entries}
    matches_by_entry: dict[int, list[tuple[str, MatchRow]]] = {}
    matches = match_rows(rows, table__stage__event=event, table__stage__number__lt=stage.number)
    for match in sorted(matches, key=lambda match: (-numbers[match.table.stage_id], -match.round.number)):
        if match.state == State.CALLED_OFF:
            continue
        hour = hour_name(event, numbers[match.table.stage_id])
        for entry in dict.fromkeys(one for side in match.sides for seat in side.seats for one in seat):
            matches_by_entry.setdefault(entry.pk, []).append((hour, match))
    return {entry: tuple(played) for entry, played in matches_by_entry.items()}


def _tables_on_phones(event: Event, stage: Stage, codes: Mapping[int, int], hands: Sequence[HandRow]) -> frozenset[int]:
    """Returns the numbers of the tables whose phones record the score: those with a valid code and, in an evening of
    paper, only those with hands from a phone."""
    if not event.kind.has_sheets:
        return frozenset(codes)
    return frozenset(codes.keys() & {hand.table for hand in hands if hand.stage == stage.pk and hand.device})


def _state_of(match: MatchRow, bell: Bell | None) -> str:
    if match.state != State.WAITING or bell is None or not match.round.has_begun or match.round.has_ended:
        return str(match.state)
    return "playing"


def _number_on(bell: Bell | None) -> int:
    """Returns the number of the current turn, or of the next one once its bell has rung."""
    if bell is None:
        return 1
    return bell.starts.number if bell.can_start_next and bell.starts else bell.round.number


def _hands_in_play(
    event: Event, stage: Stage, views: Sequence[TableView], hands: Sequence[HandRow]
) -> dict[int, list[HandRow]]:
    """Returns the hands of each match that waits for its result, if its end would move places."""
    if event.locked_at is not None or not can_say_places(event, stage.number):
        return {}
    waiting = {one.pk for view in views for one in view.matches if one.state == State.WAITING and not one.hands_are_in}
    by_match: dict[int, list[HandRow]] = {}
    for hand in hands:
        if hand.match in waiting:
            by_match.setdefault(hand.match, []).append(hand)
    return by_match


def _places_of(event: Event, shared: SharedStandings) -> dict[int, OwnPlace]:
    """Returns the places in the standings by the number of the competitor."""
    standings = shared.ranked.standings
    columns = [column for column in columns_of(standings, event.kind.columns) if column.phone]
    in_group = Counter(line.group if standings.of == "groups" else "" for line in standings.lines)
    places: dict[int, OwnPlace] = {}
    above, last = None, None
    for line in standings.lines:
        if last is not None and last.rank != line.placing.rank:
            above = last
        last, margin = line.placing, above.margin if above is not None else None
        place = OwnPlace(
            last.shown, in_group[line.group if standings.of == "groups" else ""], tuple(_figures_of(line, columns))
        )
        if above is not None and margin is not None and margin.key == "total" and event.kind.has_sheets:
            place = replace(place, above=above.shown, behind=Fraction(margin.own - margin.below))
        places[last.record.entry] = place
    return places


def _figures_of(line: StandingsLine, columns: Sequence[StandingsColumn]) -> Iterator[tuple[str, str]]:
    if line.group:
        yield (_("Group"), line.group)
    for column in columns:
        if column.phone_when(line) and (text := column.text_of(line)) != UNKNOWN:
            yield (column.phone, text)


def names_to_pick(event: Event, typed: str) -> list[tuple[int, str]]:
    """Finds players of an evening, with their ids, from A to Z: those with a word that begins with what was typed, then
    those that contain it; everybody if nothing was typed. One query."""
    asked = " ".join(order_key(typed).split())
    people = [(entry.player_id, entry.name) for entry in Entry.objects.filter(event=event).select_related("player")]
    matching = [(player, name) for player, name in people if asked in order_key(name)]
    if len(asked) == 1:
        matching = [(player, name) for player, name in matching if f" {asked}" in f" {order_key(name)}"]
    return sorted(matching, key=lambda one: (f" {asked}" not in f" {order_key(one[1])}", order_key(one[1])))


def first_letters(people: Sequence[tuple[int, str]]) -> list[str]:
    """Returns the letters under which these names are filed."""
    return sorted({order_key(name)[:1].upper() for _player, name in people})


def where_entered(events: Sequence[Event], players: Sequence[int]) -> Counter[int]:
    """Returns, by the id of each evening, how many of these players are entered in it. One query."""
    entries = Entry.objects.filter(event__in=events, player__in=players).order_by()
    return Counter(entries.values_list("event", flat=True))
