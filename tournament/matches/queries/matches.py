"""A match with its sides, read together: who plays for which, in which seats, and what scoring calls them. Below: its
hands counted game by game, with their facts and awards as `Hand` stores them.

Players are the entries' ids as text, as in `Hand.facts`; sides are named as in `Side.key`.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from functools import cache, partial
from typing import Any, overload

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from scoring import Award, HandFacts, RuleSet, ScoredHand, Seating, all_fours_of, jacks_turned_of, read_hand
from tournament.event.queries.competitors import boards_of
from tournament.formats.match_length import LENGTHS, Length, MatchSeries, PlacedHand, StoredHand, play_series
from tournament.matches.queries.match_rows import MatchRow, SideRow
from tournament.models import Entry, Event, Hand, Match, Round, Ruling, SheetLine, Side, SidePlayer, Stage, name_seats

PLAYERS = SidePlayer.objects.select_related("entry__player")
PLAYERS_READ = Prefetch("players", PLAYERS, to_attr="players_read")
SIDES = Prefetch("sides", Side.objects.prefetch_related(PLAYERS_READ), to_attr="sides_read")  # type: ignore[no-redef]
PARTS = ("1/2", "1/3", "2/3", "1/4", "3/4")
"""The parts of its round that a match at a shared table may have."""


def with_sides(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Reads matches with sides, players and their names: two more queries, whatever the number."""
    return matches.prefetch_related(SIDES)  # type: ignore[no-redef]


def read_sides(match: Match) -> Match:
    """Reads with one query what `with_sides` reads, for one match: somebody waits for it at a table."""
    sides: dict[int, Side] = {}
    together = PLAYERS.select_related("side").filter(side__match=match).order_by("side__number", "seat")
    for player in together:
        if player.side_id not in sides:
            sides[player.side_id] = player.side
            player.side.match, player.side.players_read = match, []
        player.side = sides[player.side_id]
        player.side.players_read.append(player)
    match.sides_read = list(sides.values())
    return match


@overload
def sides_of(match: Match) -> tuple[Side, ...]: ...
@overload
def sides_of(match: MatchRow) -> tuple[SideRow, ...]: ...
def sides_of(match: Match | MatchRow) -> tuple[Side, ...] | tuple[SideRow, ...]:
    return match.sides if isinstance(match, MatchRow) else tuple(match.all_sides)


def players_of(match: Match) -> tuple[Entry, ...]:
    """Returns everybody in a match, in the order of the deal."""
    players = (player for side in match.all_sides for player in side.all_players)
    return tuple(player.entry for player in sorted(players, key=lambda player: player.seat))


def has_counts(match: Match) -> bool:
    """Returns whether anything counts for any side, from a sheet, from hands that are all in or by a ruling."""
    return any(side.points is not None or side.games is not None for side in match.all_sides)


def has_stand_ins(match: Match) -> bool:
    """Returns whether somebody took a seat in the middle of the match."""
    return any(player.before for side in match.all_sides for player in side.all_players)


def seatings_of(match: Match) -> Callable[[int], Seating]:
    """Returns a cached function from a hand's number to its seating, for callers with many hands."""
    if has_stand_ins(match):
        return lambda hand: seating_of(match, hand)
    now = seating_of(match)
    return lambda hand: now


def with_players_of_hand(match: Match, hand: int) -> Match:
    """Returns the match with those who played this hand in its seats; the match itself if they still sit there. One
    query for all hands of a match, if somebody took a seat in the middle of it."""
    if not has_stand_ins(match):
        return match
    entries = _all_who_sat(match)
    seated = copy(match)
    sides = []
    for side in match.all_sides:
        players = []
        for player in side.all_players:
            other = copy(player)
            other.entry = entries[player.at_hand(hand)]
            players.append(other)
        of_side = copy(side)
        of_side.__dict__.pop("key", None)
        of_side.players_read = players
        sides.append(of_side)
    seated.sides_read = sides
    return seated


def _all_who_sat(match: Match) -> dict[int, Entry]:
    """Returns everybody who played a hand of the match, by id. Reads them once."""
    if "_all_who_sat" not in match.__dict__:
        with_all_who_sat([match])
    known: dict[int, Entry] = match.__dict__["_all_who_sat"]
    return known


def with_all_who_sat(matches: Sequence[Match]) -> None:
    """Reads for many matches what `with_players_of_hand` and `stand_ins_of` need, with at most one query for all."""
    replaced = [match for match in matches if has_stand_ins(match)]
    earlier = {
        match.pk: {entry for side in match.all_sides for one in side.all_players for entry, _last in one.before}
        for match in replaced
    }
    known = Entry.objects.select_related("player").in_bulk(set().union(*earlier.values()))
    for match in replaced:
        sitting = {player.entry_id: player.entry for side in match.all_sides for player in side.all_players}
        match.__dict__["_all_who_sat"] = {pk: known[pk] for pk in earlier[match.pk]} | sitting


def stages_begun(event: Event) -> QuerySet[Stage]:
    """Returns the rounds of an evening of rounds that have begun: the bell has rung, something of them is recorded, or
    a later round is released. Their matches count for whoever sat there then."""
    of_stage = OuterRef("pk")
    later = Stage.objects.filter(event=event, number__gt=OuterRef("number"), released_at__isnull=False)
    return Stage.objects.filter(
        Exists(Round.objects.filter(stage=of_stage, started_at__isnull=False))
        | Exists(Hand.objects.filter(match__table__stage=of_stage, superseded_at=None))
        | Exists(SheetLine.objects.filter(side__match__table__stage=of_stage, superseded_at=None))
        | Exists(Ruling.objects.filter(match__table__stage=of_stage, superseded_at=None))
        | Exists(later),
        event=event,
    )


def has_had_place(entry: Entry) -> bool:
    """Returns whether somebody has a seat or a rest in any round, or had a seat that somebody else took in the middle
    of a match, so that hands in it stay theirs. Three queries at most."""
    if entry.seats.exists() or entry.rests.exists():
        return True
    taken = SidePlayer.objects.filter(side__match__table__stage__event=entry.event_id).exclude(before=[])
    return any(entry.pk == who for before in taken.values_list("before", flat=True) for who, _last in before)


def stand_ins_of(match: Match) -> tuple[tuple[Entry, int, int, Entry], ...]:
    """Returns who played which hands, from the first to the last, and who then took their seat."""
    if not has_stand_ins(match):
        return ()
    entries, stand_ins = _all_who_sat(match), []
    for player in (player for side in match.all_sides for player in side.all_players):
        first = 1
        for entry, last in player.before:
            stand_ins.append((entries[entry], first, last, entries[player.at_hand(last + 1)]))
            first = last + 1
    return tuple(stand_ins)


def side_of(match: Match, entry: int) -> Side | None:
    """Returns the side for which somebody plays, or None if they are not in this match."""
    return next((side for side in match.all_sides if any(one.entry_id == entry for one in side.all_players)), None)


def others_of(match: Match, entry: int) -> tuple[Side, ...]:
    """Returns the sides that somebody plays against."""
    own = side_of(match, entry)
    return tuple(side for side in match.all_sides if side != own)


def may_walk_over(event: Event, match: Match) -> bool:
    """Returns whether one side may win because the other did not come: not if tables play on in turns, or several sides
    meet."""
    return not event.kind.has_free_chairs and len(match.all_sides) == 2


def names_of(sides: tuple[Side, ...]) -> str:
    """Returns the names of sides, as in "Ann", "Bea and Dan", or in singles "Ann, Bea, Cy"."""
    return ", ".join(side.name for side in sides)


def full_name_of(side: Side) -> str:
    """Names everybody who played in the match for a side. One query for a match in which somebody took a seat."""
    if not has_stand_ins(side.match):
        return side.name
    entries = _all_who_sat(side.match)
    seats = [[*(entries[who] for who, _last in player.before), player.entry] for player in side.all_players]
    return name_seats([[entry.name for entry in sat] for sat in seats])


def short_names_of(match: Match) -> dict[str, str]:
    """Returns player or side, by its key in scoring -> its name on a phone: the first name if that distinguishes the
    players, and "Gus & Hal" for two."""
    teams = {side.key: {str(one.entry_id): one.entry for one in side.all_players} for side in match.all_sides}
    entries = {key: entry for team in teams.values() for key, entry in team.items()}
    firsts = {key: entry.player.name.split()[0] for key, entry in entries.items()}
    borne = Counter(first.casefold() for first in firsts.values())
    names = {key: first if borne[first.casefold()] == 1 else entries[key].name for key, first in firsts.items()}
    return names | {side: " & ".join(names[key] for key in team) for side, team in teams.items()}


def seating_of(match: Match, hand: int | None = None) -> Seating:
    """Returns the seating for scoring: players are entries' ids as text, in the order of the deal. With `hand` as they
    sat at that hand, else as they sit now."""
    seats: dict[int, str] = {}
    sides: dict[str, tuple[str, ...]] = {}
    for side in match.all_sides:
        players = side.all_players
        named_seats = [
            (player.seat, str(player.entry_id if hand is None else player.at_hand(hand))) for player in players
        ]
        seats |= dict(named_seats)
        sides[side.key] = tuple(name for _seat, name in named_seats)
    return Seating(tuple(player for _seat, player in sorted(seats.items())), sides)


def length_of(event: Event) -> Length:
    """Returns how long a match is, or the matches at all tables of a team match if these differ."""
    at_tables = tuple(event.games_a_table)
    if at_tables and not (LENGTHS[event.length_kind].differs_by_table and len(at_tables) == boards_of(event)):
        at_tables = ()  # given for another length, or for other teams
    return Length(event.length_kind, event.length_number, event.unfinished, at_tables=at_tables)


def length_at(event: Event, table: int, *, is_decider: bool = False) -> Length:
    """Returns how long a match is at the table of this number; a deciding game is a single one."""
    return Length("single") if is_decider else length_of(event).at_table(table - 1)


def length_of_match(match: Match) -> Length:
    """Returns how long this match is: shorter than others of the event if its team match was decided meanwhile."""
    length = length_at(match.table.stage.event, match.table.number, is_decider=match.is_decider)
    return replace(length, last_game=match.last_game)


def plain_awards(facts: HandFacts, scored: ScoredHand) -> dict[str, Any]:
    """Returns what a hand earned as a `Hand` stores it, with `winner` only if the hand ended its game."""
    awards = {
        "awards": [list(award) for award in scored.awards],
        "uncounted": [list(award) for award in scored.uncounted],
        "all_fours": all_fours_of(scored.awards),
        "jacks_turned": jacks_turned_of(facts),
        "next_dealer": scored.next_dealer,
    }
    return awards | ({"winner": scored.winner} if scored.winner else {})


def current_hands(match: Match) -> list[Hand]:
    return list(Hand.objects.filter(match=match, superseded_at=None))


def placed_hands(match: Match, hands: Sequence[Hand], *, from_hand: int | None = None) -> list[PlacedHand]:
    """Returns hands with their stored scores; those from number `from_hand` on are to be scored again."""
    seated = cache(partial(seatings_of, match))

    def read_facts(hand: Hand) -> HandFacts:
        return read_hand(hand.facts, seated()(hand.number))

    placed = []
    for hand in hands:
        kept, scored = hand.awards, None
        if from_hand is None or hand.number < from_hand:
            awards, uncounted = (tuple(Award(*award) for award in kept[name]) for name in ("awards", "uncounted"))
            scored = ScoredHand(awards, uncounted, {}, kept.get("winner"), kept["next_dealer"], None, (), None)
        placed.append(PlacedHand(hand.number, hand.game, StoredHand(partial(read_facts, hand), scored)))
    return placed


def series_of(
    match: Match, rules: RuleSet, hands: Sequence[Hand], *, stopped: bool = False, from_hand: int | None = None
) -> MatchSeries:
    """Returns the match as its hands are stored; those from number `from_hand` on are scored again from their facts.
    Set `stopped` if no further hand will come."""
    hands_by_game = [(hand.game, hand.content) for hand in placed_hands(match, hands, from_hand=from_hand)]
    sides = [side.key for side in match.all_sides]
    return play_series(rules, length_of_match(match), hands_by_game, sides=sides, stopped=stopped)


def score_version(match: Match, rules: RuleSet, before: Sequence[Hand], game: int, facts: HandFacts) -> ScoredHand:
    """Scores a new hand of a game on top of the stored hands before it. Raises ImpossibleFacts if it cannot have
    happened."""
    hands_by_game = [(hand.game, hand.content) for hand in placed_hands(match, before)]
    return play_series(
        rules, length_of_match(match), [*hands_by_game, (game, facts)], sides=facts.seating.side_names
    ).hands[-1]


def derived_awards(
    match: Match, rules: RuleSet, hands: Sequence[Hand], *, from_hand: int = 0
) -> list[tuple[Hand, dict[str, Any]]]:
    """Returns every hand from this number on with what its facts earn, as it should be stored."""
    seated = seatings_of(match)
    scored_hands = zip(hands, series_of(match, rules, hands, from_hand=from_hand).hands, strict=True)
    return [
        (hand, plain_awards(read_hand(hand.facts, seated(hand.number)), scored))
        for hand, scored in scored_hands
        if hand.number >= from_hand
    ]
