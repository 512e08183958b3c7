"""Formats: the rules, who meets whom, in which hours, what ranks, and what happens at the bell.

An event starts with its format's values and may change those among the format's options.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import RULE_SETS, RuleSet
from tournament.formats.match_length import LENGTHS, Length
from tournament.movements import MOVEMENTS
from tournament.movements.draw import Threes
from tournament.movements.groups import GROUP_SIZES
from tournament.ranking import CRITERIA, PRIZES, CreditKind, Criterion

FinalOrder = Literal["totals", "second_table"]


@dataclass(frozen=True)
class BellRule:
    """What happens to the hand in play when the bell rings; `sentence` is printed on every score sheet (K18)."""

    key: str
    label: str | Promise
    sentence: str | Promise


BELL_RULES: Mapping[str, BellRule] = {
    rule.key: rule
    for rule in (
        BellRule("finish", _("Finish the hand"), _("At the bell, finish the hand in play and start no new one.")),
        BellRule(
            "stop_dead",
            _("Stop at once"),
            _("At the bell, stop at once: points already marked stand, and the hand in play scores nothing more."),
        ),
        BellRule(
            "finish_trick",
            _("Finish the trick"),
            _("At the bell, finish the trick in play: points already marked stand, and the hand scores nothing more."),
        ),
    )
}

FINAL_ORDER_LABELS: Mapping[FinalOrder, str | Promise] = {
    "totals": _("Both hours added"),
    "second_table": _("By second-hour table, then second-hour score"),
}

THREES_LABELS: Mapping[Threes, str | Promise] = {
    "bottom": _("Tables of 3 at the bottom"),
    "spread": _("Tables of 3 spread through the room"),
}


EMPTY_BOX_LABELS: Mapping[bool, str | Promise] = {True: _("empty means none"), False: _("write 0 for none")}
"""The sentence printed at the boxes for All Fours and Jacks turned, by whether the event counts an empty one as none
(D26)."""

CLAIM_LABELS: Mapping[str, str | Promise] = {
    "next_hand": _("until the next hand is recorded"),
    "agreed": _("until the other side has agreed"),
    "director": _("never; only the director can"),
}

TIMED = Length("timed")


@dataclass(frozen=True)
class Part:
    """Rounds of one movement, a key of `movements.MOVEMENTS`. 0 rounds means the movement's usual number for those who
    come. `enter` is how many of the standings go on into a later part, of each group if the part before it has groups,
    unless they are the best `of_all`; 0 means all. In a knock-out the others may play a `second_cup` beside it."""

    movement: str
    rounds: int = 0
    enter: int = 0
    of_all: bool = False
    second_cup: bool = False

    @property
    def in_a_plan(self) -> list[Any]:
        """The part as an event stores it."""
        rules = [self.of_all, self.second_cup]
        return [self.movement, self.rounds, self.enter, *(rules if any(rules) else [])]

    def usual_rounds(self, entries: int, others: int = 0) -> int:
        """Returns the movement's usual number of rounds; with a second cup of `others`, those of the longer one."""
        rounds = MOVEMENTS[self.movement].rounds
        return max(rounds(each).usual for each in (entries, others) if each > 1 or each == entries)


@dataclass(frozen=True)
class StagePlace:
    """Where a stage is: its part of the evening, and which round of that part, from 1."""

    part: Part
    round: int
    first: int
    """The number of the part's first stage."""
    index: int
    """The index of the part, from 0."""

    @property
    def begins_later_part(self) -> bool:
        return self.round == 1 and self.first > 1


def find_place(parts: Sequence[Part], number: int) -> StagePlace:
    """Returns the part of a plan that stage `number` is in, and its place there; past the end, the last part."""
    first = 1
    for index, part in enumerate(parts):
        if number < first + max(part.rounds, 1) or part is parts[-1]:
            return StagePlace(part, number - first + 1, first, index)
        first += max(part.rounds, 1)
    raise AssertionError("Every evening has a part.")


def find_halves(parts: Sequence[Part], number: int) -> tuple[int, ...]:
    """Returns the numbers of the stages that are one match between two teams, of which stage `number` is one: its
    halves. In other movements each stage is by itself."""
    place = find_place(parts, number)
    if not MOVEMENTS[place.part.movement].has_halves:
        return (number,)
    return tuple(range(place.first, place.first + max(place.part.rounds, place.round)))


@dataclass(frozen=True)
class Format:
    """A format of evening. `movement` is a key of `movements.MOVEMENTS`; criteria are keys of `ranking.CRITERIA`, in
    order. `stage_labels` are the names of the evening's stages, empty if each round of a plan is a stage; `stage_word`
    is the word beside a stage's number. `name` is the evening's name until its director changes it. `options` are the
    settings that a club may choose for its event, by their names there; the fields after it are their defaults.
    `lengths` and `table_sizes` are the choices of match lengths and table sizes; `breaks` are [stage, minutes after
    it]."""

    key: str
    label: str | Promise
    name: str | Promise
    rule_set: str
    movement: str
    stage_labels: tuple[str | Promise, ...]
    hour_criteria: tuple[str, ...]
    final_criteria: Mapping[FinalOrder, tuple[str, ...]]
    options: tuple[str, ...]
    lengths: tuple[str, ...] = ("timed",)
    table_sizes: tuple[int, ...] = ()
    hour_seconds: int = 3600
    warning_seconds: int = 120
    change_seconds: int = 300
    breaks: tuple[tuple[int, int], ...] = ()
    bell_rule: str = "finish"
    adjust_sit_outs: bool = True
    threes: Threes = "bottom"
    final_order: FinalOrder = "totals"
    empty_means_none: bool = True
    has_check_box: bool = True
    table_size: int | None = None
    length: Length = TIMED
    enters: str = "players"
    stage_word: str | Promise = _("round")
    has_free_chairs: bool = True
    """Whether a latecomer takes a free chair at a table, and a turn without an opponent is a sit-out. If not, people
    come and go with the next draw."""
    rest_counts: CreditKind = "same_pace"
    """What a rest counts unless the club changes it; "same_pace" while the event adjusts sit-outs."""
    counts_wait: bool = True
    """Whether a count of All Fours or Jacks is unknown until every match has reported it, as on a sheet."""
    side_prizes: tuple[str, ...] = ("most_all_fours", "biggest_round")
    """Keys of `ranking.PRIZES`. The prize for the last place is always added."""
    columns: tuple[str, ...] = ("played", "ranked")
    """The columns of the standings: keys of `standings.queries.columns`."""
    paper_columns: tuple[str, ...] = ("played", "ranked")

    @property
    def stages(self) -> int:
        return len(self.stage_labels)

    @property
    def is_planned(self) -> bool:
        """Whether the event's own plan says how many rounds there are and how people move."""
        return not self.stage_labels

    @property
    def has_several_stages(self) -> bool:
        """Whether pages and paper number the stages. A single stage needs no number."""
        return self.is_planned or self.stages > 1

    def parts_of(self, plan: Sequence[Sequence[Any]]) -> tuple[Part, ...]:
        """Returns the parts of an event's plan, which say how players move. If the plan leaves the number of rounds to
        the movement, it is 0 and counts as 1 until the first draw sets it."""
        if not self.is_planned:
            return (Part(self.movement, self.stages),)
        return tuple(Part(*part) for part in plan) or (Part(self.movement),)

    def name_stage(self, number: int, plan: Sequence[Sequence[Any]]) -> str:
        """Returns the name of a stage within a sentence: "hour 2", "round 3", "the round", or "half 2" of a match
        between teams."""
        if self.is_planned and len(halves := find_halves(self.parts_of(plan), number)) > 1:
            return gettext("half %(number)s") % {"number": 1 + halves.index(number)}
        if not self.has_several_stages:
            label = str(self.stage_labels[0])
            return label[:1].lower() + label[1:]
        return gettext("%(stage)s %(number)s") % {"stage": self.stage_word, "number": number}

    @property
    def ranks_each_stage(self) -> bool:
        """Whether each stage has standings of its own, which seat the next. If not, one ranking goes on from round to
        round."""
        return self.stages > 1

    def lengths_for(self, enters: str) -> tuple[str, ...]:
        """Returns the choices of match lengths for those who enter: only teams play until a team match is decided."""
        return tuple(kind for kind in self.lengths if kind != "decided" or enters == "teams")

    def table_sizes_for(self, enters: str) -> tuple[int, ...]:
        """Returns the choices of table sizes for those who enter: two sides of two are always four."""
        return self.table_sizes if enters == "players" else ()

    @property
    def turns_per_seating(self) -> int:
        """How many matches people play before they move; at Kent's table of five two more."""
        return MOVEMENTS[self.movement].turns

    @property
    def has_sheets(self) -> bool:
        """Whether players hand in their own sheet with the points they won. A game to a target needs its hands
        instead."""
        return RULE_SETS[self.rule_set].target is None

    @property
    def defaults(self) -> dict[str, Any]:
        """Returns what an event of this format starts with, by the names under which an event stores it."""
        kept = (
            *("hour_seconds", "warning_seconds", "bell_rule"),
            *("adjust_sit_outs", "threes", "final_order", "empty_means_none", "has_check_box"),
        )
        return {
            **{name: getattr(self, name) for name in kept},
            "change_seconds": self.change_seconds,
            "breaks": [list(each) for each in self.breaks],
            "table_size": self.table_size,
            "length_kind": self.length.kind,
            "length_number": self.length.number,
            "unfinished": self.length.unfinished,
            "undecided": "most",
            "counts_games_in_play": False,
            "games_a_table": [],
            "singles_a_team": 0,
            "enters": self.enters,
        }


KENT_1674 = Format(
    key="kent-1674",
    label=_("Kent 1674: 2 hours at tables of 4"),
    name=_("Kent evening"),
    rule_set="kent",
    movement="kent",
    stage_labels=(_("First hour"), _("Second hour")),
    stage_word=_("hour"),
    columns=("rounds", "hours", "all_fours", "jacks_turned", "total"),
    paper_columns=("hours_in_full", "total_on_paper", "all_fours", "jacks_turned"),
    hour_criteria=("total", "points_between", "all_fours", "best_round", "cut"),
    final_criteria={
        "totals": ("total", "points_between", "all_fours", "best_round", "cut"),
        "second_table": ("second_table", "hour_2", "points_between", "all_fours", "best_round", "cut"),
    },
    options=(
        *("hour_seconds", "warning_seconds", "bell_rule"),
        *("adjust_sit_outs", "threes", "final_order", "empty_means_none", "has_check_box"),
    ),
    change_seconds=60,
    breaks=((1, 15),),
)


def tables_of(rules: RuleSet) -> Format:
    """Makes the format with tables by lot for one round: until the bell if the rule set has no target, else a number of
    games. Where as many play alone or in pairs, they play alone here; pairs enter an evening of rounds."""
    sizes = tuple(sorted({*rules.players.singles, *rules.players.pairs}))
    ranked = ("points", "all_fours", "cut") if rules.target is None else ("games", "points", "cut")
    by_games = ("table", "games", "points_besides")
    length = TIMED
    if rules.target is not None:
        # Tournaments in Trinidad play the best of three; three games are played out if the table settles up. At a Pitch
        # table three players may win a game each.
        length = Length("games" if rules.settle_up is not None else "best_of", 3)
    return Format(
        key=f"{rules.id}-tables",
        label=format_lazy("{game}: {how}", game=_(rules.name), how=_("random tables, 1 round")),
        name=_(rules.name),
        rule_set=rules.id,
        movement=f"{rules.id}-tables",
        stage_labels=(_("The round"),),
        columns=("table", "all_fours", "points") if rules.target is None else by_games,
        paper_columns=("table", "points", "all_fours", "jacks_turned") if rules.target is None else by_games,
        hour_criteria=ranked,
        final_criteria={"totals": ranked},
        options=(
            *(("table_size",) if len(sizes) > 1 else ()),
            *(("length_kind", "length_number", "unfinished") if rules.target is not None else ()),
            *("hour_seconds", "warning_seconds", "bell_rule"),
            *(("empty_means_none", "has_check_box") if rules.target is None else ()),
        ),
        lengths=("timed",) if rules.target is None else tuple(kind for kind in LENGTHS if kind != "decided"),
        table_sizes=sizes if len(sizes) > 1 else (),
        hour_seconds=3600 if rules.target is None else 7200,
        table_size=min(sizes, key=lambda size: abs(size - 4)) if len(sizes) > 1 else None,
        length=length,
    )


def side_prizes_of(rules: RuleSet) -> tuple[str, ...]:
    """Returns the keys of the side prizes that a game can have: All Fours only where the four are scored."""
    left_out = set() if _has_hang_jacks(rules) else {"most_hang_jacks"}
    left_out |= set() if rules.points.order else {"most_all_fours"}
    return tuple(key for key in PRIZES if key not in left_out)


def rounds_of(rules: RuleSet) -> Format:
    """Makes the format of an evening of as many rounds as planned; the club chooses who enters and how they move.

    Each round is a stage, drawn from who is here and what was played, because people come and go between rounds. Games
    rank before points: a bullseye is what the hall plays for.
    """
    tables, enters = tables_of(rules), "pairs" if rules.players.pairs and not _has_mixed_tables(rules) else "players"
    sizes = tuple(size for size in tables.table_sizes if size > 2) if _has_mixed_tables(rules) else ()
    hung = ("hang_jacks_for",) if _has_hang_jacks(rules) else ()
    ranked: tuple[str, ...] = ("match_points", "games_won", "point_difference", "head_to_head", *hung, "cut")
    if rules.target is None:
        ranked = ("points_for", "all_fours", "best_round", "cut")
    elif _has_mixed_tables(rules):
        settled = ("settlement",) if rules.settle_up is not None else ()
        ranked = ("games_won", *settled, "points_for", "cut")
    return replace(
        tables,
        key=f"{rules.id}-rounds",
        label=format_lazy("{game}: {how}", game=_(rules.name), how=_("an evening of rounds")),
        movement=movements_of(rules, enters)[0],
        enters=enters,
        lengths=(*tables.lengths, "decided") if rules.target is not None and rules.players.pairs else tables.lengths,
        stage_labels=(),
        columns=("played", "ranked"),
        paper_columns=("played", "ranked"),
        has_free_chairs=False,
        rest_counts="own_average",
        counts_wait=False,
        side_prizes=side_prizes_of(rules),
        options=tuple(option for option in tables.options if sizes or option != "table_size"),
        table_sizes=sizes,
        table_size=4 if sizes else None,
        hour_criteria=ranked,
        final_criteria={"totals": ranked},
        hour_seconds=1200 if rules.target is None else 2700,
        length=TIMED if rules.target is None else Length("single"),
    )


def _has_hang_jacks(rules: RuleSet) -> bool:
    return rules.points.hang_jack > rules.points.jack


def _has_mixed_tables(rules: RuleSet) -> bool:
    """Returns whether everybody plays for themselves at tables of many sizes, as at Auction Pitch."""
    return max(rules.players.singles, default=0) > 3


GROUPS = "groups"
USUAL_GROUP = 4
IN_GROUPS = tuple(f"{GROUPS}-{size}" for size in GROUP_SIZES)
BY_SIDES = ("round-robin", *IN_GROUPS, "stay-and-move", "swiss", "knock-out", "knock-out-plate")


def movements_of(rules: RuleSet, enters: str) -> tuple[str, ...]:
    """Returns keys of the movements that suit a game and those who enter, the most usual first; none if there is no
    such movement."""
    if enters in ("pairs", "teams"):
        of_sides = (*BY_SIDES, "progressive-pairs") if enters == "pairs" else (*BY_SIDES, "one-match")
        return of_sides if rules.players.pairs else ()
    for_two = (*BY_SIDES, "ladder") if 2 in rules.players.singles else ()
    with_partners = ("changing-partners", "progressive") if rules.players.pairs else ()
    many = (f"{rules.id}-mixed", f"{rules.id}-drive") if _has_mixed_tables(rules) else ()
    return (*many, *for_two, *with_partners)


FORMATS: Mapping[str, Format] = {
    evening.key: evening
    for evening in (
        KENT_1674,
        *(tables_of(rules) for rules in RULE_SETS.values()),
        *(rounds_of(rules) for rules in RULE_SETS.values()),
    )
}


def hour_criteria(evening: Format) -> tuple[Criterion, ...]:
    """Returns the criteria for one hour by itself, over records that hold only that hour."""
    return tuple(CRITERIA[key] for key in evening.hour_criteria)


def final_criteria(evening: Format, order: FinalOrder | None = None) -> tuple[Criterion, ...]:
    """Returns the criteria for the whole evening, over records that hold all hours; in the format's own order unless
    given."""
    return tuple(CRITERIA[key] for key in evening.final_criteria[order or evening.final_order])


def way_of(movement: str) -> str:
    """Returns how people move, in one word: all sizes of groups are one way."""
    return GROUPS if movement in IN_GROUPS else movement


def group_size(movement: str) -> int:
    """Returns the size of the groups in a movement of groups, else the usual one."""
    return GROUP_SIZES[IN_GROUPS.index(movement)] if movement in IN_GROUPS else USUAL_GROUP


def movement_of(way: str, size: object) -> str:
    return f"{GROUPS}-{size}" if way == GROUPS else way


def ways_of_moving(movements: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(way_of, movements)))
