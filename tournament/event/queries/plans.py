"""The plan of an evening of rounds: what is drawn of it, the plan in words, and ways to fill the evening.

A plan has parts (`formats.Part`). The current part is the last that has begun, or the first before any draw.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import zip_longest

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.event.evening_line import EveningLine
from tournament.event.queries.hours import parts_of, place_of
from tournament.formats.formats import Part
from tournament.formats.hall import count_waves
from tournament.formats.match_length import ByGames, Length, Timed
from tournament.formats.presets import MOVEMENT_LABELS
from tournament.formats.proposals import SHORTEST, Choice, Entering, Wish, propose_plans
from tournament.models import Enters, Event, Stage
from tournament.movements import MOVEMENTS
from tournament.movements.draw import Movement, Rounds
from tournament.ranking import CreditKind
from tournament.rules.queries.rules import credit_rules_of

USUAL_PEOPLE = 16
"""The number of people for which a round's length is estimated before anybody has come."""


def entering_of(enters: str, pairs_a_team: int, singles_a_team: int) -> Entering:
    if enters == Enters.TEAMS:
        return Entering(2 * pairs_a_team + singles_a_team, pairs_a_team + singles_a_team)
    return Entering(1 if enters == Enters.PLAYERS else 2)


def most_tables_for(entries: int, entering: Entering) -> int:
    """Returns the number of tables if all play, with at least two competitors at each."""
    return max(entries // 2, 1) * entering.tables


@dataclass(frozen=True)
class PlanRequest:
    """What a director asks for. `minutes` is the length of a round that a bell ends, else of a game. `rounds` is the
    number of rounds of the current part, drawn ones included, or None if it is to be proposed; `drawn` counts the drawn
    rounds of each part. `credit` says what sitting out a round counts; `hall` is how many tables the hall has, and
    `table_size` how many players sit at one, if the game leaves a choice. `breaks` are (number of a round, minutes)."""

    people: int
    enters: str
    pairs_a_team: int
    singles_a_team: int
    parts: tuple[Part, ...]
    drawn: tuple[int, ...]
    starts: datetime
    closes: datetime
    change_over: int
    length: Length
    minutes: int
    rounds: int | None = None
    credit: str = ""
    hall: int | None = None
    table_size: int | None = None
    breaks: tuple[tuple[int, int], ...] = ()

    @property
    def entering(self) -> Entering:
        return entering_of(self.enters, self.pairs_a_team, self.singles_a_team)

    @property
    def entries(self) -> int:
        return self.people // self.entering.people

    @property
    def pace(self) -> Timed | ByGames:
        """How long rounds may be; not longer than asked for if another part follows."""
        if self.length.kind != "timed":
            return ByGames(self.length, self.minutes, self.entering.tables)
        longest = self.minutes if self.later is not None else self.minutes * 3 // 2
        return Timed(max(min(SHORTEST, self.minutes), self.minutes * 2 // 3), self.minutes, longest)

    @property
    def movement(self) -> Movement:
        """The movement of the part whose rounds are proposed."""
        return MOVEMENTS[self.parts[self.open_part].movement]

    @property
    def open_part(self) -> int:
        """The index of the part whose rounds are proposed."""
        return max((index for index, drawn in enumerate(self.drawn) if drawn), default=0)

    @property
    def later(self) -> Part | None:
        return self.parts[-1] if self.open_part < len(self.parts) - 1 else None

    @property
    def going_further(self) -> int:
        return count_entering(self.parts, len(self.parts) - 1, self.entries) if self.later is not None else self.entries

    @property
    def later_rounds(self) -> int:
        if self.later is None:
            return 0
        others = self.entries - self.going_further if self.later.second_cup else 0
        return self.later.rounds or self.later.usual_rounds(self.going_further, others)

    @property
    def round_minutes(self) -> int:
        """How long a round takes at the largest number of tables."""
        if isinstance(self.pace, Timed):
            return self.minutes
        entries = (self.people or USUAL_PEOPLE) // self.entering.people
        tables = most_tables_for(entries, self.entering)
        rounds = self.rounds or self.parts[self.open_part].rounds or 1
        pace = self.pace.in_halves(rounds) if self.movement.has_halves else self.pace
        return pace.minutes(tables) * count_waves(tables, self.hall)

    def parts_with_rounds(self, rounds: int) -> tuple[Part, ...]:
        """Returns the parts with this many more rounds of the current one."""
        return self.with_rounds(self.drawn[self.open_part] + rounds)

    def with_rounds(self, rounds: int) -> tuple[Part, ...]:
        """Returns the parts with this many rounds of the current one, drawn ones included."""
        return tuple(
            replace(part, rounds=rounds) if index == self.open_part else part for index, part in enumerate(self.parts)
        )


def count_entering(parts: Sequence[Part], index: int, entries: int) -> int:
    """Returns how many of these entries enter a part: the best of all, or of each group."""
    enter = parts[index].enter
    if not enter:
        return entries
    sizes_of = MOVEMENTS[parts[index - 1].movement].group_sizes if index else None
    return (
        min(enter, entries)
        if sizes_of is None or parts[index].of_all
        else sum(min(enter, size) for size in sizes_of(entries))
    )


@dataclass(frozen=True)
class PlanOffer:
    """One way to fill the evening, in sentences and as a `line` of blocks, with the end of the last part; `key`
    identifies it in a form."""

    choice: Choice
    ends: datetime
    sentences: tuple[str, ...]
    line: EveningLine

    @property
    def headline(self) -> str:
        return self.choice.headline

    @property
    def key(self) -> str:
        return f"{self.choice.rounds}-{self.choice.minutes}"


@dataclass(frozen=True)
class PlanOffers:
    """Ways to fill the evening; `why_not` says why there are none, `notes` are about all of them."""

    offers: tuple[PlanOffer, ...] = ()
    why_not: str = ""
    notes: tuple[str, ...] = ()


def offers_for(asked: PlanRequest) -> PlanOffers:
    """Returns about four ways to fill the evening, the best first."""
    movement = asked.movement
    if asked.people == 0:
        return PlanOffers(why_not=_("Nobody is here yet. Enter how many you expect to get a plan for them."))
    if not (fit := movement.fits(asked.entries)):
        return PlanOffers(why_not=_(fit.why_not))
    if asked.later is not None and not (fit := MOVEMENTS[asked.later.movement].fits(asked.going_further)):
        return PlanOffers(why_not=f"{describe_parts(asked.parts)[-1]}: {_(fit.why_not)}")
    drawn = asked.drawn[asked.open_part]
    rounds = _rounds_left_of(asked, movement.rounds(asked.entries), drawn)
    if rounds is None:
        return PlanOffers(why_not=_("All its rounds are drawn. To play on, add another part below."))
    later_minutes = asked.later_rounds * (asked.round_minutes + asked.change_over)
    wish = Wish(
        people=asked.people,
        entering=asked.entering,
        movement=movement,
        starts=asked.starts,
        closes=max(asked.closes - timedelta(minutes=later_minutes), asked.starts),
        change_over=asked.change_over,
        pace=asked.pace,
        rounds=rounds,
        credit=asked.credit,
        has_begun=drawn > 0,
        hall=asked.hall,
        table_size=asked.table_size,
        breaks=tuple((number - sum(asked.drawn), minutes) for number, minutes in asked.breaks),
        followed_by=asked.later_rounds,
    )
    proposals = propose_plans(wish)
    notes = [proposals.left_over_words] if proposals.left_over_words else []
    if drawn:
        notes.append(
            ngettext(
                "%(n)s round is drawn; only the rounds to come are planned here.",
                "%(n)s rounds are drawn; only the rounds to come are planned here.",
                drawn,
            )
            % {"n": drawn}
        )
    why_not = proposals.why_not
    if why_not and asked.later is not None:
        why_not = _("%(why_not)s The next part takes %(n)s minutes of the evening.") % {
            "why_not": why_not,
            "n": later_minutes,
        }
    return PlanOffers(tuple(_make_offer(asked, choice) for choice in proposals.choices), why_not, tuple(notes))


def _rounds_left_of(asked: PlanRequest, usual: Rounds, drawn: int) -> Rounds | None:
    """Returns how many rounds are still to be played; None if all are drawn."""
    if asked.rounds is not None:
        left = asked.rounds - drawn
        return Rounds(left, left, left) if left > 0 else None
    if drawn >= usual.most:
        return None
    fewest, often, most = (max(rounds - drawn, 1) for rounds in usual)
    return Rounds(fewest, often, most)


def _make_offer(asked: PlanRequest, choice: Choice) -> PlanOffer:
    rounds, later = choice.rounds + asked.later_rounds, asked.later_rounds
    a_round = choice.wish.minutes_of(choice.bells, choice.minutes)
    line = partial(EveningLine, rounds, later, a_round, asked.change_over, closes=asked.closes)
    has_halves = asked.movement.has_halves and asked.later is None
    line = partial(line, drawn=sum(asked.drawn), breaks=asked.breaks, has_halves=has_halves)
    if asked.later is None:
        drawn = line(ends=choice.ends, headline=choice.headline)
        return PlanOffer(choice, choice.ends, (*choice.sentences, *drawn.of_breaks), drawn)
    minutes = asked.later_rounds * (asked.change_over + a_round)
    ends, latest = (at + timedelta(minutes=minutes) for at in (choice.ends, choice.latest))
    words = {
        "part": describe_parts(asked.parts)[-1],
        "rounds": ngettext("%(n)s round", "%(n)s rounds", asked.later_rounds) % {"n": asked.later_rounds},
        "ends": f"{ends:%H:%M}",
        "latest": f"{latest:%H:%M}",
    }
    then = [_("Then %(part)s: %(rounds)s more.") % words, _("Ends at %(ends)s.") % words]
    if choice.latest > choice.ends:
        then.append(_("If every match goes the full distance, %(latest)s or later.") % words)
    headline = _("%(first)s, then %(rounds)s more") % {"first": choice.headline, "rounds": words["rounds"]}
    drawn = line(ends=ends, headline=headline)
    return PlanOffer(choice, ends, (*choice.of_seats, *then, *drawn.of_breaks), drawn)


CREDITS_OF_SIT_OUTS: Mapping[CreditKind, str | Promise] = {
    "nothing": _lazy("Sitting out a round scores nothing."),
    "own_average": _lazy("Sitting out a round scores the average of the rounds played."),
    "winners_average": _lazy("Sitting out a round scores the average of that round’s winners."),
    "win": _lazy("Sitting out a round counts as a match won."),
    "fixed": _lazy("Sitting out a round has a fixed score, set under “Ranking and sit-outs”."),
}


def credit_of_sit_outs(event: Event) -> str:
    return str(CREDITS_OF_SIT_OUTS[credit_rules_of(event)["rest"].kind])


def count_drawn_rounds(event: Event) -> tuple[int, ...]:
    """Returns how many rounds of each part are drawn, drafts included. One query."""
    counted = [0] * len(parts_of(event))
    for number in Stage.objects.filter(event=event).values_list("number", flat=True):
        counted[place_of(event, number).index] += 1
    return tuple(counted)


def find_plan_problems(event: Event, wanted: Sequence[Part]) -> list[str]:
    """Returns sentences that say why the plan cannot be changed like this: what is drawn stays."""
    drawn, in_words = count_drawn_rounds(event), describe_parts(parts_of(event))
    begun = max((index for index, rounds in enumerate(drawn) if rounds), default=-1)
    problems = []
    for index, (old, new) in enumerate(zip_longest(parts_of(event), wanted)):
        if index > begun:
            break
        if new is None or (index and replace(new, rounds=old.rounds) != old) or new.movement != old.movement:
            problems.append(_("Tables are drawn, so “%(part)s” stays.") % {"part": in_words[index]})
        elif index < begun and new.rounds != old.rounds:
            problems.append(
                _("The part after it has started, so the rounds of “%(part)s” stay.") % {"part": in_words[index]}
            )
        elif max(new.rounds, 1) < drawn[index]:
            sentence = ngettext(
                "%(n)s round is drawn, so there cannot be fewer.",
                "%(n)s rounds are drawn, so there cannot be fewer.",
                drawn[index],
            )
            problems.append(sentence % {"n": drawn[index]})
    return problems


def describe_parts(parts: Sequence[Part]) -> tuple[str, ...]:
    """Returns each part in words: how people move, and how many go on into it."""
    sentences = []
    for part, before in zip(parts, (None, *parts), strict=False):
        words = {"how": str(MOVEMENT_LABELS[part.movement]), "n": part.enter}
        has_groups = before is not None and MOVEMENTS[before.movement].groups_of is not None
        if has_groups and part.enter and not part.of_all:
            best = ngettext(
                "%(how)s, of the best of each group", "%(how)s, of the best %(n)s of each group", part.enter
            )
        else:
            best = _("%(how)s, of the best %(n)s") if part.enter else "%(how)s"
        in_words = best % words
        sentences.append(_("%(part)s, with a second cup") % {"part": in_words} if part.second_cup else in_words)
    return tuple(sentences)


def describe_plan(parts: Sequence[Part]) -> str:
    """Describes the plan, as in "All meet all: 7 rounds; Knock-out, of the best 4"."""
    return "; ".join(
        ngettext("%(how)s: %(n)s round", "%(how)s: %(n)s rounds", part.rounds) % {"how": how, "n": part.rounds}
        if part.rounds
        else how
        for part, how in zip(parts, describe_parts(parts), strict=True)
    )
