"""The page of a table's phone: the matches played there now, one of them as its sides see it, and the desk's changes to
it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.clock.queries.rounds import Bell, bell_at, bells_of, is_closed_for
from tournament.door.log_actions import SUBSTITUTE
from tournament.event.queries.calls import call_of
from tournament.event.queries.hours import released_stage
from tournament.formats.match_length import MatchSeries
from tournament.foundation.authors import Phone
from tournament.foundation.wording import numbers_in_words
from tournament.hands.log_actions import ACCEPT_LATE, CORRECT_HAND, SET_ASIDE, WITHDRAW_HAND
from tournament.hands.queries.auction_scorecard import Columns, columns_of
from tournament.hands.queries.hands import MatchInHands
from tournament.hands.queries.shown_hands import HandOnPage, is_own_last, show_hand, speaks_for_others
from tournament.matches.queries.matches import has_stand_ins, short_names_of, with_sides
from tournament.matches.queries.team_matches import TeamMatch, team_match_of
from tournament.models import SETTLED, Call, Enters, Entry, Event, Hand, LogEntry, Match, Side, State, entry_names
from tournament.phone.queries.highlights import EndOfMatch, Moment, end_of, moment_of
from tournament.results.log_actions import MAKE_RULING


@dataclass(frozen=True)
class AtTable:
    """The matches of a table: those of the current round, and earlier ones whose hands are not all in."""

    on: tuple[Match, ...]
    unfinished: tuple[Match, ...]


def matches_at(event: Event, number: int) -> AtTable:
    """Returns the matches at this table in the latest released hour; a deciding game takes the place of the match
    before it. Four queries."""
    stage = released_stage(event)
    matches_here = Match.objects.filter(table__stage=stage, table__number=number).exclude(state=State.CALLED_OFF)
    matches = list(with_sides(matches_here.select_related("round", "table__stage")).prefetch_related("hands"))
    begun = [match.round.number for match in matches if match.round.started_at is not None]
    on = max(begun, default=min((match.round.number for match in matches), default=0))
    earlier = [match for match in matches if match.round.number < on and match.hands_finished_at is None]
    playing = [match for match in matches if match.round.number == on]
    deciding = [match for match in playing if match.is_decider]
    return AtTable(
        tuple(deciding[-1:] or playing),
        tuple(match for match in earlier if any(hand.superseded_at is None for hand in match.hands.all())),
    )


class SideOfSheet(NamedTuple):
    """A side's short name, its running score and the games it has won. `number` is its place from 1, which decides its
    colour and shape; `to_go` is how many points it needs to reach the target, None if there is no target or no further
    hand will come."""

    number: int
    name: str
    score: int
    games: int
    to_go: int | None


class GameWon(NamedTuple):
    """A game that has ended, and the number of the one that begins."""

    number: int
    name: str
    next: int


class SideChanged(NamedTuple):
    """A side's points from a hand, before and after a change, as in "+2 Highest, Game"."""

    name: str
    was: str
    now: str


@dataclass(frozen=True)
class DeskChange:
    """A change by the desk. `sides` are the sides whose points from a hand changed; `stays` is set if none did."""

    log: int
    sentence: str
    reason: str
    sides: tuple[SideChanged, ...]
    stays: bool


CHANGES: Mapping[str, str | Promise] = {
    CORRECT_HAND.name: gettext_lazy("Hand %(hand)s was corrected by the %(who)s."),
    WITHDRAW_HAND.name: gettext_lazy("Hand %(hand)s was deleted by the %(who)s."),
    ACCEPT_LATE.name: gettext_lazy("Hand %(hand)s arrived late. The %(who)s has counted it."),
    SET_ASIDE.name: gettext_lazy("Hand %(hand)s arrived late. The %(who)s decided that it does not count."),
    MAKE_RULING.name: gettext_lazy("The %(who)s has ruled this match: %(points)s."),
    SUBSTITUTE.name: gettext_lazy("From hand %(hand)s on, %(came)s plays for %(gone)s."),
}


@dataclass(frozen=True)
class PhoneSheet:
    """A match on the phone of one side, or of the whole table (`phone.side` is None), as its page shows it.

    `side` is the side that the phone speaks for, `far` those who sit across from a phone in the middle. `hands` use the
    short names of `sides`, and `columns` show the hands as on the paper of a game with an auction.

    `hands_to_agree` wait for somebody to say whether they are right: `to_agree` are those that this phone may agree
    (even one that somebody objected to), `number_unanswered` is how many of them nobody has answered, and
    `waiting_hands` wait for others, with their numbers as in "4 to 6". `own_last` is the hand that this phone may still
    change or delete. `moment` is the highlight of the last hand, `end` the card of a finished match.

    `next` are the matches of a later round, once it has started or, if everybody moves, once its seats are released.
    `team_match` is the match of two teams that this is one table of, if it is.
    `is_open` is set while another hand may come; after its round was closed, the director decides about it.
    `may_play_on` is set while "all hands in" can be undone.
    """

    played: MatchInHands
    phone: Phone
    side: Side | None
    far: tuple[SideOfSheet, ...]
    sides: list[SideOfSheet]
    hands: list[HandOnPage]
    columns: Columns | None
    stand_ins: tuple[str, ...]
    disputed_hands: list[HandOnPage]
    hands_to_agree: list[HandOnPage]
    to_agree: list[HandOnPage]
    number_unanswered: int
    waiting_hands: list[HandOnPage]
    waiting_numbers: str
    game_won: GameWon | None
    own_last: HandOnPage | None
    next: tuple[Match, ...]
    bell: Bell | None
    call: Call | None
    moment: Moment | None
    end: EndOfMatch | None
    changes: list[DeskChange]
    team_match: TeamMatch | None
    is_open: bool
    may_finish: bool
    may_play_on: bool


def sheet_of(played: MatchInHands, phone: Phone, *, seen: int, now: datetime) -> PhoneSheet:
    """Builds the sheet; `seen` is the last log entry about the desk's changes that this phone has seen. Four queries,
    and those of a following match."""
    match, series, sides = played.match, played.series, played.sides
    event, table = played.event, match.table
    names = short_names_of(match)
    hands = [each.with_names(sides, names) for each in played.hands]
    is_settled, is_finished = match.state in SETTLED, match.hands_finished_at is not None
    waits = event.agreement and not is_settled and match.state != State.CALLED_OFF
    open_states = (State.ENTERED, State.DISPUTED) if waits else ()
    hands_to_agree = [each for each in hands if each.hand.state in open_states and not each.rivals]
    to_agree = [each for each in hands_to_agree if speaks_for_others(each.hand, phone)]
    waiting = [each for each in hands_to_agree if each.hand.state == State.ENTERED and each not in to_agree]
    last = hands[-1] if hands else None
    is_own = last is not None and is_own_last(last.hand, phone, last=last.hand.number, now=now)
    scores = {game.number: game.game.score for game in series.games}.get(played.game, {})
    bells = [bell for bell in bells_of(event, now) if bell.turns == table.turns]
    is_latest = bool(bells) and bells[0].round.stage_id == table.stage_id
    is_over = is_settled or event.locked_at is not None or is_closed_for(match, now)
    is_open = played.is_open and not is_settled
    team_match = team_match_of(match) if event.enters == Enters.TEAMS else None
    target, on_sheet = played.rules.target, []
    for number, side in enumerate(sides, start=1):
        score = scores.get(side.key, 0)
        to_go = max(0, target - score) if target is not None and is_open else None
        on_sheet.append(SideOfSheet(number, names[side.key], score, series.games_won[side.key], to_go))
    return PhoneSheet(
        played=played,
        phone=phone,
        side=next((side for side in sides if side.number == phone.side), None),
        far=tuple(on_sheet[1:]) if phone.side is None else (),
        sides=on_sheet,
        hands=hands,
        columns=columns_of(played, names) if played.rules.auction else None,
        stand_ins=played.stand_ins if has_stand_ins(match) else (),
        disputed_hands=[each for each in hands if each.hand.state == State.DISPUTED],
        hands_to_agree=hands_to_agree,
        to_agree=to_agree,
        number_unanswered=sum(1 for each in to_agree if each.hand.state == State.ENTERED),
        waiting_hands=waiting,
        waiting_numbers=numbers_in_words([each.hand.number for each in waiting]) if waiting else "",
        game_won=_game_won(series, names),
        own_last=last if is_own else None,
        next=_next_matches(played),
        bell=bell_at(bells[0], table.number) if is_latest else None,
        call=call_of(event, table.number, now),
        moment=moment_of(played, [side.name for side in on_sheet]),
        end=end_of(played, [side.name for side in on_sheet], team_match),
        changes=changes_of(played, names, seen=seen),
        team_match=team_match,
        is_open=is_open,
        may_finish=(bool(hands) or match.last_game is not None) and not is_finished and not is_settled,
        may_play_on=is_finished and not is_over and not played.is_decided,
    )


def _game_won(series: MatchSeries, names: Mapping[str, str]) -> GameWon | None:
    """Returns the game just won, until the first hand of the next game; every phone of the table shows it."""
    last = series.games[-1] if series.games else None
    if series.is_over or last is None or last.won_by is None:
        return None
    return GameWon(last.number, names[last.won_by], series.next_game)


def _next_matches(played: MatchInHands) -> tuple[Match, ...]:
    """Returns the matches of a later round at this table, or its deciding game. One query as long as none has
    started."""
    match = played.match
    has_begun = Q(round__number__gt=match.round.number, round__started_at__isnull=False)
    later = Match.objects.filter(has_begun | Q(is_decider=True, pk__gt=match.pk), table=match.table_id)
    if not played.is_of_earlier_hour and not later.exclude(state=State.CALLED_OFF).exists():
        return ()
    own = (match.table.stage.number, match.round.number, match.pk if match.is_decider else 0)
    matches = matches_at(played.event, match.table.number).on
    places = [(each.table.stage.number, each.round.number, each.pk if each.is_decider else 0) for each in matches]
    return tuple(each for each, place in zip(matches, places, strict=True) if place > own)


def changes_of(played: MatchInHands, names: Mapping[str, str], *, seen: int) -> list[DeskChange]:
    """Returns the desk's changes since the log entry `seen`, the latest first; `names` are those of the sides, by their
    keys. One query, and one more for each substitution."""
    counting = LogEntry.objects.filter(event=played.event, pk__gt=seen, undone_at=None)
    logged = counting.filter(action__in=CHANGES, by__isnull=False, before__match=played.match.pk)
    return [_describe_change(played, names, entry) for entry in logged.select_related("by")]


def _describe_change(played: MatchInHands, names: Mapping[str, str], entry: LogEntry) -> DeskChange:
    who = _("director") if entry.by and entry.by.is_director else _("scorer")
    points = [each.get("points", ()) for each in (entry.before, entry.after)]
    before, after = (
        " – ".join(str(each).replace("-", "−") for each in known) if None not in known else "" for known in points
    )
    words = {"hand": entry.before.get("hand", ""), "who": who, "points": after}
    if entry.action == SUBSTITUTE.name:
        entries = {"gone": entry.before["entry"], "came": entry.after["entry"]}
        full_names = entry_names(Entry.objects.filter(pk__in=entries.values()))
        words |= {which: full_names.get(pk, "?") for which, pk in entries.items()}
    sentence = str(CHANGES[entry.action]) % words
    if before not in ("", after):
        sentence = f"{sentence} " + _("Before, it was %(points)s.") % {"points": before}
    number = entry.before.get("hand", 0)
    was, now = (_version_in_log(played, number, each) for each in (entry.before, entry.after))
    sides: tuple[SideChanged, ...] = ()
    if entry.action != SET_ASIDE.name:
        changed = zip(played.sides, _points_of_sides(played, was), _points_of_sides(played, now), strict=True)
        sides = tuple(SideChanged(names[side.key], had, has) for side, had, has in changed if had != has)
    stays = was is not None and now is not None and not sides
    return DeskChange(entry.pk, sentence, entry.reason, sides, stays)


def _version_in_log(played: MatchInHands, number: int, logged: Mapping[str, Any]) -> Hand | None:
    """Returns the version of this hand that the log is about, found by its facts or its awards."""
    for hand in reversed(played.versions):
        is_same = hand.facts == logged.get("facts") or hand.awards["awards"] == logged.get("awards")
        if hand.number == number and is_same:
            return hand
    return None


def _points_of_sides(played: MatchInHands, hand: Hand | None) -> list[str]:
    """Returns each side's points from a hand in words; "0" if the hand does not count."""
    if hand is None:
        return ["0"] * len(played.sides)
    shown = show_hand(played.rules, played.match, hand, (0,) * len(played.sides))
    points_in_words = []
    for side in shown.sides:
        points = f"{side.points:+d}" if side.points else "0"
        awards = ", ".join(f"{won.word} {won.points}" if abs(won.points) > 1 else won.word for won in side.won)
        points_in_words.append(f"{points} {awards}".rstrip().replace("-", "−"))
    return points_in_words
