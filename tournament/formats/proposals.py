"""What a club can play until it closes: from people, time and a movement, a few ways to fill the evening, best first.

Pure and exact: times are given and have a time zone, minutes are whole, no draw is saved. An entry is a player, a pair
or a team. A rest is a whole round without a match. Only the words come from Django.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.formats.hall import BellOfHall, count_waves, say_short_hall
from tournament.formats.match_length import ByGames, Timed
from tournament.movements.ahead import SEATS_AHEAD
from tournament.movements.draw import CannotSeat, Draw, Field, Movement, PastMatch, Rounds, starting_order

MOST_CHOICES = 4
SHORTEST = 5
"""The shortest round that is proposed, in minutes."""
SEED = 1674
LONG_BEFORE = 90  # minutes: an end that early before closing time needs no exact figure
UNEVEN = Fraction(1, 10)
"""The cost if some rest more often than others: as much as a tenth of the rounds."""


@dataclass(frozen=True)
class Entering:
    """Who enters: how many people together, and at how many tables they play at once."""

    people: int = 1
    tables: int = 1

    def count_in_words(self, n: int) -> str:
        if self.people == 1:
            return ngettext("%(n)s player", "%(n)s players", n) % {"n": n}
        if self.people == 2:
            return ngettext("%(n)s pair", "%(n)s pairs", n) % {"n": n}
        return ngettext("%(n)s team", "%(n)s teams", n) % {"n": n}


PLAYERS, PAIRS = Entering(1), Entering(2)


@dataclass(frozen=True)
class Wish:
    """What a director asks for: how many people, who enters, how they move, and the times. `rounds` is set if the
    format, not the movement, says how many there are (Kent: two hours). `credit` says in a sentence what sitting out a
    round counts. `has_begun` is set if rounds are drawn already, and these are the rest. `hall` is how many tables the
    hall has, None for enough; `table_size` is how many players sit at a table as near as can be, None as usual.
    `breaks` are (after how many rounds, minutes instead of the change-over); `followed_by` is the number of rounds of
    the next part, whose time is not counted here but whose breaks are."""

    people: int
    entering: Entering
    movement: Movement
    starts: datetime
    closes: datetime
    change_over: int
    pace: Timed | ByGames
    rounds: Rounds | None = None
    credit: str = ""
    has_begun: bool = False
    hall: int | None = None
    table_size: int | None = None
    breaks: tuple[tuple[int, int], ...] = ()
    followed_by: int = 0

    @property
    def entries(self) -> int:
        return self.people // self.entering.people

    @property
    def minutes(self) -> int:
        """The whole minutes until closing time; 0 if it is past."""
        return max((self.closes.astimezone(UTC) - self.starts.astimezone(UTC)) // timedelta(minutes=1), 0)

    def after(self, minutes: int) -> datetime:
        """Returns the time this many minutes after the start, in the start's time zone."""
        return (self.starts.astimezone(UTC) + timedelta(minutes=minutes)).astimezone(self.starts.tzinfo)

    @property
    def bell(self) -> BellOfHall:
        if isinstance(self.pace, ByGames):
            return "none"
        return "for all" if self.movement.turns > 1 else "for a wave"

    def pace_of(self, rounds: int) -> Timed | ByGames:
        """Returns the pace if so many rounds are played: they, and those drawn, may be the halves of one match."""
        if isinstance(self.pace, Timed) or not self.movement.has_halves:
            return self.pace
        return self.pace.in_halves(rounds + self.has_begun)

    def waves(self, tables: int) -> int:
        """Returns how often the hall is filled in a round."""
        return 1 if self.bell == "for all" else count_waves(tables, self.hall)

    def bells(self, tables: int) -> int:
        """Returns how many bells ring in a round, one after the other."""
        return self.waves(tables) if self.bell == "for a wave" else 1

    def minutes_of(self, bells: int, minutes: int) -> int:
        """Returns what so many bells take, of so many minutes each and with a change-over between them."""
        return bells * minutes + (bells - 1) * self.change_over

    def added_by_breaks(self, rounds: int) -> int:
        """Returns by how many minutes the breaks between so many rounds, and those of the next part, are longer than
        change-overs."""
        between = range(1, rounds + self.followed_by)
        return sum(minutes - self.change_over for after, minutes in self.breaks if after in between)


@dataclass(frozen=True)
class EqualRounds:
    """A number of rounds in which all sit out equally often, this many `times`, and how many minutes each round may
    have."""

    rounds: int
    minutes: int
    times: int

    @property
    def words(self) -> str:
        words = {"n": self.rounds, "minutes": self.minutes, "times": _times_in_words(self.times)}
        if not self.times:
            return _("In %(n)s rounds of %(minutes)s minutes nobody would sit out.") % words
        return (
            ngettext(
                "With %(n)s round of %(minutes)s minutes everybody would sit out %(times)s.",
                "With %(n)s rounds of %(minutes)s minutes everybody would sit out %(times)s.",
                self.rounds,
            )
            % words
        )


@dataclass(frozen=True)
class Choice:
    """One way to fill the evening. `minutes` is the length of a round, which has this many `turns`; `tables` is how
    many the fullest round needs. `rests` is how many entries rest in each round; `rests_each` says over the evening how
    many rest how often, as (times, entries); `sit_outs` is how many sit at a table with one more than can play at a
    time. `latest` is the end if every match goes the full distance; `left` is the minutes from the end to closing time.
    `equal` is a number of rounds that is fair to all, if this one is not and the evening has time for it."""

    rounds: int
    minutes: int
    turns: int
    tables: int
    rests: tuple[int, ...]
    rests_each: tuple[tuple[int, int], ...]
    sit_outs: int
    ends: datetime
    latest: datetime
    left: int
    wish: Wish
    usual_rounds: int
    equal: EqualRounds | None = None

    @property
    def bells(self) -> int:
        """How many bells ring in a round, each after so many minutes, where the hall has fewer tables."""
        return self.wish.bells(self.tables)

    @property
    def headline(self) -> str:
        """The headline, as in "5 rounds of 30 minutes"."""
        minutes = f"{self.bells} × {self.minutes}" if self.bells > 1 else self.minutes
        words: dict[str, object] = {"n": self.rounds, "minutes": minutes}
        if self.wish.movement.has_halves and self.rounds > 1:
            if isinstance(self.wish.pace, Timed):
                return _("%(n)s halves of %(minutes)s minutes") % words
            words["length"] = self.wish.pace.length.words
            return _("%(n)s halves: %(length)s, about %(minutes)s minutes each") % words
        if isinstance(self.wish.pace, ByGames):
            words["length"] = self.wish.pace.length.words
            return (
                ngettext(
                    "%(n)s round: %(length)s, about %(minutes)s minutes",
                    "%(n)s rounds: %(length)s, about %(minutes)s minutes each",
                    self.rounds,
                )
                % words
            )
        return (
            ngettext("%(n)s round of %(minutes)s minutes", "%(n)s rounds of %(minutes)s minutes", self.rounds) % words
        )

    @property
    def sentences(self) -> tuple[str, ...]:
        """Returns what else a director wants to know, in the order in which they ask."""
        return (*self.of_seats, *self._ends())

    @property
    def of_seats(self) -> tuple[str, ...]:
        """The sentences about tables and rests; the others in `sentences` are about the end."""
        return tuple(self._seats())

    def _seats(self) -> Iterator[str]:
        yield ngettext("%(n)s table.", "%(n)s tables.", self.tables) % {"n": self.tables}
        yield from self._hall()
        pace = self.wish.pace
        if isinstance(pace, ByGames) and pace.length.kind == "decided":
            each = _("Each match: %(fewest)s to %(most)s games at its %(tables)s tables, about %(usual)s at each.")
            usual = round(pace.games(self.tables))
            most = pace.most_in_all
            yield each % {"fewest": pace.length.number, "most": most, "tables": pace.tables_a_match, "usual": usual}
        if self.turns > 1:
            each = _("Each round has %(n)s turns of %(minutes)s minutes.")
            yield each % {"n": self.turns, "minutes": self.minutes // self.turns}
        if self.sit_outs:
            who = self.wish.entering.count_in_words(self.sit_outs)
            yield _("At a table with an odd number each sits out one turn: %(who)s.") % {"who": who}
        yield from self._rests()
        if self.rounds < self.usual_rounds and (self.equal is None or self.equal.rounds != self.usual_rounds):
            number = self.usual_rounds
            sentence = ngettext("A full movement has %(n)s round.", "A full movement has %(n)s rounds.", number)
            if self.wish.has_begun:
                sentence = ngettext(
                    "The full movement has %(n)s more round.", "The full movement has %(n)s more rounds.", number
                )
            yield sentence % {"n": number}

    def _hall(self) -> Iterator[str]:
        """Yields what a hall with too few tables means, and what would fit."""
        wish, hall = self.wish, self.wish.hall
        if not hall or not (short := say_short_hall(self.tables, hall, bell=wish.bell)):
            return
        yield short
        waves = wish.waves(self.tables)
        if waves > 1:
            yield _("So a round takes %(times)s as long.") % {"times": _times_in_words(waves)}
            return
        matches, playing = self.tables // wish.entering.tables, wish.entries - self.rests[0]
        most = hall // wish.entering.tables * playing // matches
        if most < 2:
            yield _("Matches without a bell fit: some are played now and the others next.")
            return
        fits = _("At most %(who)s fit. More can play without a bell, some now and the others next.")
        yield fits % {"who": wish.entering.count_in_words(most)}

    def _rests(self) -> Iterator[str]:
        """Yields who sits out how often, what that counts for, and how many rounds would be equal for all."""
        if not any(self.rests):
            yield _("Everybody plays every round.")
            return
        if not self.wish.movement.shares_rests:
            yield from byes_in_words(self.wish.entering, self.rests[0])
            return
        yield from sit_outs_in_words(self.wish.entering, self.rests, self.rests_each, self.wish.has_begun)
        if self.wish.credit:
            yield self.wish.credit
        if self.equal is not None:
            yield self.equal.words

    def _ends(self) -> Iterator[str]:
        words = {"ends": f"{self.ends:%H:%M}", "n": self.left, "latest": f"{self.latest:%H:%M}"}
        if self.left >= LONG_BEFORE:
            closes = f"{self.wish.closes:%H:%M}"
            yield _("Ends at %(ends)s, long before closing time at %(closes)s.") % {**words, "closes": closes}
        elif self.left:
            yield (
                ngettext(
                    "Ends at %(ends)s, %(n)s minute before closing time.",
                    "Ends at %(ends)s, %(n)s minutes before closing time.",
                    self.left,
                )
                % words
            )
        else:
            yield _("Ends at %(ends)s, at closing time.") % words
        if self.latest > self.wish.closes:
            yield _("If every match goes the full distance, %(latest)s: after closing time.") % words
        elif self.latest > self.ends:
            yield _("If every match goes the full distance, %(latest)s.") % words


def sit_outs_in_words(
    entering: Entering, rests: tuple[int, ...], rests_each: tuple[tuple[int, int], ...], has_begun: bool = False
) -> Iterator[str]:
    """Yields how many sit out each round, and how often each entry does over the evening or, if rounds are drawn
    already, over the rest of it."""
    if len(set(rests)) == 1:
        each = ngettext("%(who)s sits out each round.", "%(who)s sit out each round.", rests[0])
        yield each % {"who": entering.count_in_words(rests[0])}
    else:
        yield _("Sitting out, round by round: %(listed)s.") % {"listed": ", ".join(map(str, rests))}
    (times, entries), *others = sorted(rests_each, key=lambda each: (each[0] == 0, each[0]))
    if not others:
        words = _("Over the evening everybody sits out %(times)s.")
        if has_begun:
            words = _("In these rounds everybody sits out %(times)s.")
        yield words % {"times": _times_in_words(times)}
        return
    sit_out = ngettext("%(who)s sits out %(times)s", "%(who)s sit out %(times)s", entries)
    first = sit_out % {"who": entering.count_in_words(entries), "times": _times_in_words(times)}
    listed = ", ".join([first, *(f"{entries} {_times_in_words(times)}" for times, entries in others)])
    words = _("In these rounds %(listed)s.") if has_begun else _("Over the evening %(listed)s.")
    yield words % {"listed": listed}


def byes_in_words(entering: Entering, byes: int) -> Iterator[str]:
    """Yields how many have a bye in the first round of a knock-out, if any."""
    if byes:
        words = {"who": entering.count_in_words(byes)}
        yield (
            ngettext(
                "%(who)s has a bye: into round 2 without a match.",
                "%(who)s have a bye: into round 2 without a match.",
                byes,
            )
            % words
        )


def sit_outs_planned(movement: Movement, entries: int, rounds: int, entering: Entering) -> tuple[str, ...]:
    """Returns the sit-outs to expect from this many rounds, or the byes of a knock-out, before anything is drawn;
    nothing if nobody sits out."""
    usual = movement.rounds(entries)
    rests, each = _count_rests(_plan(movement, entries, usual._replace(usual=rounds)), rounds, entries)
    if not movement.shares_rests:
        return tuple(byes_in_words(entering, rests[0]))
    return tuple(sit_outs_in_words(entering, rests, each)) if any(rests) else ()


def _times_in_words(times: int) -> str:
    if not times:
        return _("never")
    if times < 3:
        return _("once") if times == 1 else _("twice")
    return _("%(n)s times") % {"n": times}


@dataclass(frozen=True)
class Proposals:
    """The proposals, the best first; if there are none, `why_not` says why and what to do instead. `left_over` is the
    number of people without a complete pair or team; `left_over_words` says so."""

    choices: tuple[Choice, ...] = ()
    why_not: str = ""
    left_over: int = 0
    left_over_words: str = ""


def propose_plans(wish: Wish) -> Proposals:
    """Returns about four ways to fill the evening. None of them is expected to end after closing time."""
    left_over = wish.people - wish.entries * wish.entering.people
    note = _say_left_over(wish, left_over) if left_over else ""
    fit = wish.movement.fits(wish.entries)
    if not fit:
        return Proposals((), _(fit.why_not), left_over, note)
    rounds = wish.rounds or wish.movement.rounds(wish.entries)
    plan = _plan(wish.movement, wish.entries, rounds, wish.table_size)
    choices_by_number: dict[int, list[tuple[Fraction, Choice]]] = {}
    for number in range(rounds.fewest, rounds.most + 1):
        for minutes in _lengths_of(wish, number, plan):
            choice = _make_choice(wish, number, minutes, plan, rounds.usual)
            choices_by_number.setdefault(number, []).append((_cost_of(choice, rounds), choice))
    if not choices_by_number:
        return Proposals((), _no_time(wish, rounds.fewest, plan), left_over, note)
    # With several numbers of rounds, take the best choice of each; with only one, all its lengths.
    ways = [min(of_number, key=_by_cost) for of_number in choices_by_number.values()]
    ways = ways if len(ways) > 1 else next(iter(choices_by_number.values()))
    ranked = sorted(ways, key=_by_cost)[:MOST_CHOICES]
    choices = (replace(choice, equal=_equal_rounds(wish, choice, plan)) for _cost_of, choice in ranked)
    return Proposals(tuple(choices), "", left_over, note)


def _equal_rounds(wish: Wish, choice: Choice, plan: tuple[Draw[int], ...]) -> EqualRounds | None:
    """Returns the number of rounds nearest to the choice's own in which all sit out equally often, with rounds as long
    as there is time for. None if the choice is equal already. An entry that is knocked out does not sit out."""
    if len(choice.rests_each) == 1 or wish.has_begun or any(draw.out for draw in plan):
        return None
    possible = wish.movement.rounds(wish.entries)
    for rounds in sorted(range(possible.fewest, possible.most + 1), key=lambda rounds: abs(rounds - choice.rounds)):
        _resting, each = _count_rests(plan, rounds, wish.entries)
        lengths = _lengths_of(wish, rounds, plan)
        if len(each) == 1 and lengths:
            return EqualRounds(rounds, max(lengths), each[0][0])
    return None


def _by_cost(way: tuple[Fraction, Choice]) -> tuple[Fraction, int, int]:
    cost, choice = way
    return (cost, -choice.rounds, choice.minutes)


def _cost_of(choice: Choice, rounds: Rounds) -> Fraction:
    """Returns the cost of a choice: its distance from the usual, in rounds and, counted twice, in minutes; the time it
    leaves unused; and uneven rests."""
    pace, wish = choice.wish.pace, choice.wish
    cost = Fraction(abs(choice.rounds - rounds.usual), rounds.usual)
    if isinstance(pace, Timed):
        cost += 2 * Fraction(abs(choice.minutes - pace.usual), pace.usual)
    return cost + Fraction(choice.left, wish.minutes) + (UNEVEN if len(choice.rests_each) > 1 else 0)


def _lengths_of(wish: Wish, rounds: int, plan: tuple[Draw[int], ...]) -> set[int]:
    """Returns the minutes that a round may have if this many are played; none if they do not fit."""
    bells = rounds * wish.bells(_count_tables(wish, plan))
    fitting = (wish.minutes - (bells - 1) * wish.change_over - wish.added_by_breaks(rounds)) // bells
    if isinstance(wish.pace, Timed):
        return wish.pace.lengths(fitting)
    minutes = _minutes_by_games(wish, rounds, plan)
    return {minutes} if minutes <= fitting else set()


def _make_choice(wish: Wish, rounds: int, minutes: int, plan: tuple[Draw[int], ...], usual: int) -> Choice:
    rests, each = _count_rests(plan, rounds, wish.entries)
    bells = rounds * wish.bells(_count_tables(wish, plan))
    breaks = wish.added_by_breaks(rounds)
    taken = longest = wish.minutes_of(bells, minutes) + breaks
    if isinstance(pace := wish.pace_of(rounds), ByGames):
        longest = wish.minutes_of(rounds, pace.most_minutes * wish.waves(_count_tables(wish, plan))) + breaks
    turns = [turn for table in plan[0].tables for turn in table.turns]
    return Choice(
        rounds=rounds,
        minutes=minutes,
        turns=wish.movement.turns,
        tables=_count_tables(wish, plan[:rounds]),
        rests=rests,
        rests_each=each,
        sit_outs=len({entry for turn in turns for entry in turn.sit_outs}),
        ends=wish.after(taken),
        latest=wish.after(longest),
        left=wish.minutes - taken,
        wish=wish,
        usual_rounds=usual,
    )


def _minutes_by_games(wish: Wish, rounds: int, plan: tuple[Draw[int], ...]) -> int:
    tables, pace = _count_tables(wish, plan), wish.pace_of(rounds)
    return pace.usual if isinstance(pace, Timed) else pace.minutes(tables) * wish.waves(tables)


def _count_tables(wish: Wish, plan: tuple[Draw[int], ...]) -> int:
    return max(len(draw.tables) for draw in plan) * wish.entering.tables


@lru_cache(maxsize=256)
def _plan(movement: Movement, entries: int, rounds: Rounds, table_size: int | None = None) -> tuple[Draw[int], ...]:
    """Draws as many rounds as can be known before anybody has come; if results decide the next round, the first side
    always wins. If nobody meets twice, nobody is knocked out either (Swiss), and the first round tells enough. For a
    very large field a few rounds are enough: later ones need as many tables, and rests are shared out."""
    everybody = tuple(range(1, entries + 1))
    ahead = min(rounds.usual, max(SEATS_AHEAD // entries, 1))
    first = Field(everybody, seed=SEED, rounds=ahead, table_size=table_size)
    draws = list(movement.next_draws(first))
    past: tuple[PastMatch[int], ...] = ()
    rested: tuple[tuple[int, int], ...] = ()
    while movement.wants_results and not movement.meets_once and len(draws) < rounds.most:
        number, last = len(draws), draws[-1]
        past += tuple(
            PastMatch(number, table.number, match.sides, winner=0)
            for table in last.tables
            for turn in table.turns
            for match in turn.matches
        )
        won = Counter(entry for match in past for entry in match.sides[0])
        rested += tuple((number, entry) for entry in last.resting)
        field = Field(
            everybody,
            seed=SEED,
            round=number + 1,
            rounds=rounds.usual,
            table_size=table_size,
            order=starting_order(first),
            past=past,
            rested=rested,
            scores={entry: Fraction(won[entry]) for entry in everybody},
        )
        try:
            draws.append(movement.next_draws(field)[0])
        except CannotSeat:
            break
    return tuple(draws)


def _count_rests(
    plan: tuple[Draw[int], ...], rounds: int, entries: int
) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """Returns how many rest in each round, and how many entries rest how often: as planned, nobody after the final,
    else shared out evenly, which every movement promises."""
    if rounds <= len(plan) or plan[-1].out:
        planned = plan[:rounds]
        counted = Counter(entry for draw in planned for entry in draw.resting)
        often = Counter(counted[entry] for entry in range(1, entries + 1))
        resting = (*(len(draw.resting) for draw in planned), *(0,) * (rounds - len(planned)))
        return resting, tuple(sorted(often.items()))
    each = len(plan[0].resting)
    times, more = divmod(each * rounds, entries)
    shared = ((times, entries - more), (times + 1, more)) if more else ((times, entries),)
    return (each,) * rounds, shared


def _say_left_over(wish: Wish, people: int) -> str:
    counted = PLAYERS.count_in_words(people)
    if wish.entering.people == 2:
        return _("%(who)s without a partner: wait for one more, or ask somebody to help out tonight.") % {
            "who": counted
        }
    missing = wish.entering.people - people
    return _("%(who)s left over: %(missing)s more would make a team.") % {"who": counted, "missing": missing}


def _no_time(wish: Wish, fewest: int, plan: tuple[Draw[int], ...]) -> str:
    """Says why this many rounds cannot be played until closing time, and what to do instead."""
    if not wish.minutes:
        return _("It is already closing time. Choose a later one.")
    pace = wish.pace
    minutes = pace.fewest if isinstance(pace, Timed) else _minutes_by_games(wish, fewest, plan)
    bells = wish.bells(_count_tables(wish, plan))
    taken = {
        rounds: wish.minutes_of(rounds * bells, minutes) + wish.added_by_breaks(rounds)
        for rounds in range(1, fewest + 1)
    }
    possible = max((rounds for rounds in taken if taken[rounds] <= wish.minutes), default=0)
    shorter = (wish.minutes - (fewest * bells - 1) * wish.change_over - wish.added_by_breaks(fewest)) // (
        fewest * bells
    )
    words = {
        "until": ngettext("%(n)s minute", "%(n)s minutes", wish.minutes) % {"n": wish.minutes},
        "n": possible,
        "minutes": minutes,
        "fewest": fewest,
        "shorter": shorter,
        "closes": f"{wish.after(taken[fewest]):%H:%M}",
    }
    only = (
        ngettext(
            "There is time for only %(n)s round of %(minutes)s minutes in %(until)s; %(fewest)s are needed.",
            "There is time for only %(n)s rounds of %(minutes)s minutes in %(until)s; %(fewest)s are needed.",
            possible,
        )
        if possible
        else _("There is no time for a round of %(minutes)s minutes in %(until)s.")
    )
    if isinstance(pace, ByGames):
        instead = _("Play shorter matches, close at %(closes)s or later, or choose another movement.")
    elif shorter < SHORTEST:
        instead = _("Close at %(closes)s or later, or choose another movement.")
    else:
        instead = _("Play rounds of %(shorter)s minutes, close at %(closes)s or later, or choose another movement.")
    return f"{only} {instead}" % words
