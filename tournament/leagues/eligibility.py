"""Says who may play for a team in a match, in sentences. Pure, except that pages translate its sentences.

Somebody is *of the squad* of a team on a day, or plays as a *substitute*: somebody of no squad, or of another team's
whom the rules let help out. Who may come into a squad, and when, is said when the squad is changed; from then on they
are of it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.leagues.spelling import name_key


@dataclass(frozen=True)
class Membership:
    """Somebody of a team's squad, from a day on and until a day on which they no longer are; None is open."""

    name: str
    team: int
    since: date | None = None
    until: date | None = None

    def has_day(self, day: date) -> bool:
        return (self.since is None or self.since <= day) and (self.until is None or day < self.until)


@dataclass(frozen=True)
class SubstituteRules:
    """How many substitutes a match may have, in how many matches one may play for a team, None for any number, and in
    how many somebody of another team's squad may help out."""

    most: int | None = None
    matches: int | None = None
    lent: int = 0


@dataclass(frozen=True)
class LineUpPlayed:
    """Who plays for a team in a match, of which `match` is the id."""

    match: int
    team: int
    day: date
    names: tuple[str, ...]
    round: int = 0

    @property
    def order(self) -> tuple[date, int, int]:
        return self.day, self.round, self.match


class Doubted(NamedTuple):
    """Somebody who may not play, and why."""

    name: str
    why: str


@dataclass(frozen=True)
class Squads:
    """The squads of all teams of a league. `aliases` has by the key of a name that of the name it was merged into."""

    memberships: Sequence[Membership]
    teams: Mapping[int, str]
    aliases: Mapping[str, str] = field(default_factory=dict)

    def key_of(self, name: str) -> str:
        key = name_key(name)
        return self.aliases.get(key, key)

    def memberships_by_key(self) -> dict[str, list[Membership]]:
        found: dict[str, list[Membership]] = {}
        for each in self.memberships:
            found.setdefault(self.key_of(each.name), []).append(each)
        return found


def find_doubted(
    line_ups: Sequence[LineUpPlayed], squads: Squads, rules: SubstituteRules
) -> dict[tuple[int, int], list[Doubted]]:
    """Returns those who may not play in each match, by the ids of match and team. The line-ups are in the order in
    which they play, because a substitute may play only so often. Of a team without a squad nobody is asked about, but
    for those of another team's."""
    by_key, with_squad = squads.memberships_by_key(), {each.team for each in squads.memberships}
    helped: Counter[tuple[str, int]] = Counter()
    found: dict[tuple[int, int], list[Doubted]] = {}
    for line_up in line_ups:
        used, has_squad = 0, line_up.team in with_squad
        for name in line_up.names:
            key = squads.key_of(name)
            memberships = by_key.get(key, [])
            now_in = [each.team for each in memberships if each.has_day(line_up.day)]
            if line_up.team in now_in:
                continue
            why = _say_why_not(name, line_up, memberships, squads, rules, helped[key, line_up.team])
            tied_to = [team for (who, team), count in helped.items() if who == key and _is_tied(count, rules)]
            others = [team for team in tied_to if team != line_up.team and not now_in]
            if not why and others and has_squad:
                words = _("%(name)s is tied to %(team)s, having played for them as a substitute.")
                why = words % {"name": name, "team": squads.teams.get(others[0], "")}
            if not why and has_squad:
                used += 1
                why = _say_too_many(name, squads.teams[line_up.team], used, rules)
            if why:
                found.setdefault((line_up.match, line_up.team), []).append(Doubted(name, why))
            helped[key, line_up.team] += 1
    return found


def _is_tied(count: int, rules: SubstituteRules) -> bool:
    return rules.matches is not None and count >= rules.matches


def _say_why_not(
    name: str,
    line_up: LineUpPlayed,
    memberships: Sequence[Membership],
    squads: Squads,
    rules: SubstituteRules,
    helped: int,
) -> str:
    """Says why somebody who is not of the squad may not play as a substitute; "" if they may."""
    own = [each for each in memberships if each.team == line_up.team]
    values = {"name": name, "team": squads.teams.get(line_up.team, ""), "n": helped}
    left = max((each.until for each in own if each.until and each.until <= line_up.day), default=None)
    joins = min((each.since for each in own if each.since and each.since > line_up.day), default=None)
    if left:
        return _("%(name)s left %(team)s on %(day)s.") % {**values, "day": date_format(left, "j F Y")}
    if joins:
        return _("%(name)s joins %(team)s on %(day)s.") % {**values, "day": date_format(joins, "j F Y")}
    elsewhere = next((each.team for each in memberships if each.has_day(line_up.day)), None)
    if elsewhere is not None and helped >= rules.lent:
        values["other"] = squads.teams.get(elsewhere, "")
        if not helped:
            return _("%(name)s plays for %(other)s.") % values
        words = ngettext(
            "%(name)s plays for %(other)s and has helped %(team)s out in %(n)s match already.",
            "%(name)s plays for %(other)s and has helped %(team)s out in %(n)s matches already.",
            helped,
        )
        return words % values
    if elsewhere is None and _is_tied(helped, rules):
        words = ngettext(
            "%(name)s has played %(n)s match for %(team)s as a substitute, so they must join the squad first.",
            "%(name)s has played %(n)s matches for %(team)s as a substitute, so they must join the squad first.",
            helped,
        )
        return words % values
    return ""


def _say_too_many(name: str, team: str, used: int, rules: SubstituteRules) -> str:
    if rules.most is None or used <= rules.most:
        return ""
    if not rules.most:
        words = _("%(name)s is not in the squad of %(team)s, and substitutes may not play.")
        return words % {"name": name, "team": team}
    words = ngettext(
        "%(name)s is not in the squad, and %(team)s have used their %(n)s substitute.",
        "%(name)s is not in the squad, and %(team)s have used their %(n)s substitutes.",
        rules.most,
    )
    return words % {"name": name, "team": team, "n": rules.most}


def say_squad_doubts(
    team: str,
    came: Mapping[str, str],
    size: int,
    *,
    on: date,
    squads_until: date | None,
    transfers_until: date | None,
    most: int,
) -> list[str]:
    """Says what speaks against those who come into a squad of then `size` players on a day; `came` has by name the team
    that they come from, "" if from none."""
    said = []
    for name, former in came.items():
        values = {"name": name, "team": team, "former": former}
        if former and transfers_until and on > transfers_until:
            words = _("%(name)s is of %(former)s, and there are no transfers after %(day)s.")
            said.append(words % {**values, "day": date_format(transfers_until, "j F Y")})
        elif squads_until and on > squads_until:
            words = _("%(name)s is new, and squads are closed after %(day)s.")
            said.append(words % {**values, "day": date_format(squads_until, "j F Y")})
    if most and came and size > most:
        words = ngettext(
            "A squad has at most %(most)s player, and this one would have %(n)s.",
            "A squad has at most %(most)s players, and this one would have %(n)s.",
            most,
        )
        said.append(words % {"most": most, "n": size})
    return said
