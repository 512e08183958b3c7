"""Pairs and teams: who plays together, and who plays in somebody's place."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from tournament.door.log_actions import PART, SUBSTITUTE, TEAM_UP, UNDO_SUBSTITUTE
from tournament.door.queries.partners import match_in_play
from tournament.door.services.entries import Arrival, enter_players, find_or_add_players, remove_entry, tidy_name
from tournament.door.services.till import set_due
from tournament.draw.services.reseat import take_seat
from tournament.event.queries.competitors import PAIR, players_needed, substitute_of, was_seated
from tournament.event.services.restore_points import set_restore_point
from tournament.foundation.errors import TournamentError
from tournament.foundation.writing import note, writing
from tournament.matches.queries.matches import stages_begun
from tournament.models import (
    Account,
    Enters,
    Entry,
    Event,
    LogEntry,
    Match,
    Player,
    Rest,
    Seat,
    SidePlayer,
    State,
    Team,
)


class NotATeam(TournamentError):
    """These people cannot be entered together, or not in this place; the sentence says why."""


class Party(NamedTuple):
    """People who come to the door together: a pair, a team with its name, or one player without a partner."""

    people: tuple[Arrival, ...]
    name: str = ""

    @property
    def is_alone(self) -> bool:
        return len(self.people) == 1 and not self.name


def enter_parties(event: Event, parties: Sequence[Party], *, by: Account | None, now: datetime) -> list[Entry]:
    """Enters pairs or teams, and players without a partner: all of them or nobody. Those who already play together are
    marked as here again, and somebody named with a complete team, or after the name of a team that is entered, becomes
    its reserve. Raises NotATeam with all reasons against it, and NameShared as `find_or_add_players` does."""
    with writing(event) as current:
        playing = Entry.objects.filter(event=event, team__isnull=False).select_related("player")
        known = {entry.player_id: entry for entry in playing}
        coming = [(party, find_or_add_players(current, party.people)) for party in parties]
        wrong = list(_find_obstacles(current, coming, known))
        if wrong:
            raise NotATeam(" ".join(wrong))
        entries: list[Entry] = []
        alone: list[Player] = []
        joining: dict[int, int] = {}
        for party, players in coming:
            teams = {known[player.pk].team_id for player in players if player.pk in known} | _named_by(current, party)
            if party.is_alone or teams:
                alone += players
                joining |= {player.pk: team for team in teams if team for player in players}
            else:
                team = team_up(current, players, name=party.name, by=by, now=now)
                entries += team.entries.select_related("player")
        came = enter_players(current, alone, by=by, now=now) if alone else []
        for entry in came:
            if entry.team_id is None and (team_id := joining.get(entry.player_id)):
                Entry.objects.filter(pk=entry.pk).update(team=team_id)
    return entries + came


def team_named(event: Event, name: str) -> Team | None:
    """Returns the team of this name, however its letters are, if it is entered. One query."""
    teams = Team.objects.filter(event=event).exclude(name="") if name else []
    return next((team for team in teams if team.name.casefold() == name.casefold()), None)


def _named_by(event: Event, party: Party) -> set[int | None]:
    team = team_named(event, party.name)
    return {team.pk} if team else set()


def _find_obstacles(
    event: Event, coming: Sequence[tuple[Party, list[Player]]], known: Mapping[int, Entry]
) -> Iterator[str]:
    """Yields why these parties cannot be entered as they are; `known` are the entries, by player, of all who play
    together."""
    for party, players in coming:
        theirs = [known[player.pk] for player in players if player.pk in known]
        named = _named_by(event, party)
        teams, new = {entry.team_id for entry in theirs} | named, len(theirs) < len(players)
        is_full = event.enters == Enters.PAIRS or (len(theirs) < players_needed(event) and not named)
        if not party.is_alone and (len(teams) > 1 or (teams and new and is_full)):
            for entry in theirs:
                yield _("%(name)s already plays for somebody else tonight.") % {"name": entry.name}
    here = {player.pk for _party, players in coming for player in players}
    for entry in Entry.objects.filter(event=event, left_at__isnull=False).select_related("player", "team"):
        if entry.player_id in here:
            yield from _find_substitutes(entry)


def _find_substitutes(entry: Entry) -> Iterator[str]:
    if other := substitute_of(entry):
        sentence = _(
            "%(other)s plays for %(name)s. Press %(other)s at the door and enter %(name)s as their substitute."
        )
        yield sentence % {"other": other.name, "name": entry.name}


def check_place(entry: Entry) -> None:
    """Raises NotATeam while somebody else plays in the place of somebody who is back."""
    for sentence in _find_substitutes(entry):
        raise NotATeam(sentence)


def team_up(
    event: Event,
    people: Sequence[Arrival],
    *,
    name: str = "",
    here: bool = True,
    by: Account | None,
    now: datetime,
) -> Team:
    """Enters these players together, known or new; unless they are `here` they are ticked off when they come. A pair
    has two; a team has at least as many as play at once. Raises NotATeam for a wrong number, or for somebody who
    already plays for others."""
    wanted = players_needed(event)
    if event.enters == Enters.PLAYERS:
        raise NotATeam(_("Tonight is singles: everybody enters alone."))
    with writing(event) as current:
        players = list(dict.fromkeys(find_or_add_players(current, people)))
        if event.enters == Enters.PAIRS and len(players) != PAIR:
            raise NotATeam(_("A pair has 2 players. Write both names, as in Ann & Bea."))
        if len(players) < wanted:
            raise NotATeam(_("A team needs at least %(n)s players, because that many play at once.") % {"n": wanted})
        entries = enter_players(current, players, by=by, now=now)
        taken = [entry.name for entry in Entry.objects.filter(pk__in=[one.pk for one in entries]) if entry.team_id]
        if taken:
            raise NotATeam(_("%(name)s already plays for somebody else tonight.") % {"name": taken[0]})
        team = Team.objects.create(event=current, name=tidy_name(name)[:80])
        Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(team=team, here=here)
        names = [entry.name for entry in entries]
        after = {"names": names, "name": team.name, "entries": [entry.pk for entry in entries]}
        note(current, TEAM_UP, by=by, now=now, after=after)
    return team


def pair_with_stand_in(lone: Entry, *, by: Account | None, now: datetime) -> Team:
    """Enters somebody without a partner with a stand-in: whoever sits out a round plays it beside them. Nothing is paid
    for the stand-in, who is nobody. Raises NotATeam."""
    with writing(lone.event) as current:
        team = team_up(current, [lone.player, _("Stand-in")], by=by, now=now)
        stand_in = team.entries.exclude(pk=lone.pk).get()
        Entry.objects.filter(pk=stand_in.pk).update(is_stand_in=True)
        if current.price is not None:
            set_due(stand_in, Decimal(0), by=by, now=now)
    return team


def split_team(team: Team, *, by: Account | None, now: datetime) -> None:
    """Splits a pair or team that was never seated and never rested a round. A stand-in goes with it."""
    with writing(team.event) as event:
        if was_seated(team):
            raise NotATeam(_("They have already been seated together. Enter a substitute instead."))
        names = [entry.name for entry in team.entries.select_related("player")]
        note(event, PART, by=by, now=now, before={"names": names, "name": team.name})
        team.entries.filter(is_stand_in=True).delete()
        team.delete()


def substitute(entry: Entry, who: Arrival, *, from_hand: int | None = None, by: Account | None, now: datetime) -> Entry:
    """Puts somebody in the place of a player of a pair or team, from the first round that has not begun. A match counts
    for the player who sat there when its round began. Only with `from_hand` is the current match shared: the substitute
    takes the seat from that hand on, and each hand counts for who played it. Raises NotATeam for somebody who already
    plays tonight, and NameShared as `find_or_add_players` does."""
    with writing(entry.event) as event:
        players = find_or_add_players(event, [who])
        if entry.team is None or not players:
            raise NotATeam(_("Enter the name of the substitute."))
        known = Entry.objects.filter(event=event, player__in=players).select_related("player").first()
        played = match_in_play(entry) if from_hand else None
        if known and (known == entry or _is_taken(known, entry, played.match if played else None)):
            raise NotATeam(_("%(name)s already plays for somebody else tonight.") % {"name": known.name})
        set_restore_point(event, SUBSTITUTE, by=by, now=now)
        (came,) = enter_players(event, players, by=by, now=now)
        Entry.objects.filter(pk=came.pk).update(team=entry.team)
        table = _move_places_to(entry, came)
        was = known and {"team": known.team_id, "here": known.here, "left": _write_moment(known.left_at)}
        logged: dict[str, Any] = {"entry": entry.pk, "left": _write_moment(entry.left_at), "came": was}
        if played and from_hand:
            take_seat(event, played.match, entry, came, from_hand=from_hand)
            logged |= {"match": played.match.pk, "hand": from_hand}
        Entry.objects.filter(pk=entry.pk).update(left_at=now)
        note(event, SUBSTITUTE, by=by, now=now, before=logged, after={"entry": came.pk, "table": table})
    return came


def _write_moment(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def undo_substitute(event: Event, logged: LogEntry, *, by: Account | None, now: datetime) -> None:
    """Undoes a substitution from its line in the log: the player has their places again, also in the match that was
    shared, and the substitute is as before, or off the list if they came for this. Raises NotATeam once something
    depends on it."""
    with writing(event) as current:
        if not can_undo_substitute(current, logged):
            raise NotATeam(_("Something depends on this substitution now. Enter another substitute instead."))
        before = logged.before
        entry, came = (
            Entry.objects.select_related("event", "team").get(pk=at["entry"]) for at in (before, logged.after)
        )
        _move_places_to(came, entry)
        if "match" in before:
            take_seat(current, Match.objects.get(pk=before["match"]), came, entry, from_hand=before["hand"])
        Entry.objects.filter(pk=entry.pk).update(left_at=before["left"])
        if was := before["came"]:
            Entry.objects.filter(pk=came.pk).update(team=was["team"], here=was["here"], left_at=was["left"])
        else:
            Entry.objects.filter(pk=came.pk).update(team=None)
            remove_entry(came, by=by, now=now)
        note(current, UNDO_SUBSTITUTE, by=by, now=now, before={"entry": entry.pk, "name": came.name})


def can_undo_substitute(event: Event, logged: LogEntry) -> bool:
    """Returns whether nothing depends on a substitution yet: no round began or came out since, and in a shared match no
    hand was recorded since and no result is decided. Six queries at most."""
    if "came" not in logged.before or event.has_gone_on_since(logged.at):
        return False
    entries = Entry.objects.filter(event=event)
    if not entries.filter(pk=logged.before["entry"], left_at=logged.at).exists():
        return False
    came = entries.select_related("event").filter(pk=logged.after["entry"], left_at=None).first()
    if came is None or "match" not in logged.before:
        return came is not None
    played = match_in_play(came)
    return played is not None and all(hand.entered_at <= logged.at for hand in played.versions)


def _is_taken(known: Entry, entry: Entry, in_play: Match | None) -> bool:
    """Returns whether somebody has entered with others, or sits in this very pair or team, where what they played
    counts for them. A reserve, or somebody who was substituted, may play if they have no seat in that round."""
    to_come = Q(table__stage__tables__matches__in=_matches_to_come_of(entry))
    drafted = Q(table__stage__released_at=None, table__stage__tables__seats__entry=entry)
    if in_play is not None:
        to_come |= Q(table__stage=in_play.table.stage_id)
    if Seat.objects.filter(to_come | drafted, entry=known).exists():
        return True
    if known.team_id is None or known.left_at is not None:
        return known.team_id not in (None, entry.team_id)
    if known.team_id != entry.team_id or entry.event.enters == Enters.PAIRS:
        return True
    latest = Seat.objects.filter(table__stage__event=entry.event_id).order_by("-table__stage__number").first()
    return latest is not None and Seat.objects.filter(table__stage=latest.table.stage_id, entry=known).exists()


def _matches_to_come_of(entry: Entry) -> QuerySet[Match]:
    """Returns somebody's matches of released rounds that have not begun."""
    own = Match.objects.filter(sides__players__entry=entry, state=State.WAITING)
    return own.exclude(table__stage__in=stages_begun(entry.event))


def line_ups_so_far(event: Event, *, without: Entry | None = None) -> dict[str, list[str]]:
    """Returns who has a seat for each team, or before its first seats who is here, by its name in small letters; but
    nobody who is replaced before they have played. Two queries."""
    own = Entry.objects.filter(event=event, team__isnull=False).order_by("pk")
    if without is not None and not without.played_in.exclude(side__match__in=_matches_to_come_of(without)).exists():
        own = own.exclude(pk=without.pk)
    rows = own.annotate(has_seat=Exists(SidePlayer.objects.filter(entry=OuterRef("pk"))))
    seated: dict[str, list[str]] = {}
    here: dict[str, list[str]] = {}
    for team, name, is_here, left, has_seat in rows.values_list(
        "team__name", "player__name", "here", "left_at", "has_seat"
    ):
        if has_seat:
            seated.setdefault(team.casefold(), []).append(name)
        if is_here and left is None:
            here.setdefault(team.casefold(), []).append(name)
    return here | seated


def _move_places_to(entry: Entry, came: Entry) -> int | None:
    """Moves the seats and places in rounds that have not begun, and those of a draft, to the substitute. A reserve
    already rests with their team. Returns the table of the match that the substitute plays now, if there is one."""
    tables = []
    for match in _matches_to_come_of(entry).select_related("table"):
        SidePlayer.objects.filter(side__match=match, entry=entry).update(entry=came)
        Seat.objects.filter(table=match.table, entry=entry).update(entry=came)
        tables.append(match.table.number)
    Seat.objects.filter(table__stage__released_at=None, entry=entry).update(entry=came)
    rests = Rest.objects.filter(entry=entry).exclude(stage__in=stages_begun(entry.event))
    rests.filter(stage__rests__entry=came).delete()
    rests.update(entry=came)
    return tables[0] if tables else None
