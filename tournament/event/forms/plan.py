"""The form of an evening's plan: who enters, how they move, until when, and how long a match is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring import RULE_SETS
from tournament.event.forms.event import LONGEST_ROUND
from tournament.event.forms.plan_fields import MOST_PEOPLE, PlanFields
from tournament.event.queries.head_counts import head_count_of
from tournament.event.queries.hours import KNOCK_OUTS, parts_of
from tournament.event.queries.plans import (
    USUAL_PEOPLE,
    PlanOffer,
    PlanRequest,
    count_drawn_rounds,
    credit_of_sit_outs,
    describe_parts,
    entering_of,
    most_tables_for,
)
from tournament.formats.formats import (
    FORMATS,
    GROUPS,
    USUAL_GROUP,
    Part,
    group_size,
    movement_of,
    movements_of,
    way_of,
    ways_of_moving,
)
from tournament.formats.hall import count_waves
from tournament.formats.match_length import LENGTHS, LEVEL_LABELS, UNDECIDED_LABELS, ByGames, Length
from tournament.formats.presets import MOVEMENT_LABELS, MOVEMENT_TEXTS
from tournament.models import Enters, Event
from tournament.movements import MOVEMENTS

PAST_MIDNIGHT = timedelta(hours=9)
"""A closing time at least this long before the start is on the next day."""
USUAL_START, USUAL_CLOSE = time(19, 0), time(23, 0)
FIRST_HALF = 1
"""The number of the stage that is the first half of a match, which is the whole of its evening."""


class PlanSection(NamedTuple):
    """Fields under a heading, the `few` side by side; `stays` are sentences about what is fixed."""

    heading: str | Promise
    fields: list[BoundField]
    few: list[BoundField]
    stays: list[str]


class PlanForm(PlanFields):
    """The form is filled in from the event if nothing is posted, so that ways to fill the evening are shown at once.
    `fixed` settings, each with the reason, have no field."""

    def __init__(
        self, event: Event, data: Mapping[str, Any] | None, *, fixed: Mapping[str, str], now: datetime
    ) -> None:
        self.event, self.fixed, self.now = event, fixed, now
        self.evening = FORMATS[event.format]
        self.rules = RULE_SETS[self.evening.rule_set]
        self.drawn, self.parts = count_drawn_rounds(event), parts_of(event)
        self.heads = head_count_of(event)
        filled = self._initial_values()
        values = filled | {name: data[name] for name in filled if name in data} if data is not None else filled
        self.values = values | self._settle(values)
        super().__init__(self.values)
        self.fields["people"].help_text = _("%(here)s. Type another number if you expect more or fewer.") % {
            "here": self.heads.in_words
        }
        self._ask_only()

    def _initial_values(self) -> dict[str, Any]:
        event, here = self.event, self.heads.playing
        starts = self._usual_start(here)
        later = self.parts[1] if len(self.parts) > 1 else None
        length = self._length(event.length_kind, event.length_number)
        if event.closes_at is not None:
            closes = timezone.localtime(event.closes_at)
        else:
            closes = datetime.combine(starts.date(), USUAL_CLOSE, starts.tzinfo)
            closes = closes if closes - starts > timedelta(hours=1) else starts + timedelta(hours=3)
        # A game takes as long as a round of these minutes lasts at the tables of those here, or of a usual number.
        entering = entering_of(event.enters, event.pairs_a_team, event.singles_a_team)
        tables = most_tables_for((here or USUAL_PEOPLE) // entering.people, entering)
        waves = count_waves(tables, event.hall_tables)
        pace = ByGames(length, 1, entering.tables)
        if MOVEMENTS[self.parts[0].movement].has_halves:
            pace = pace.in_halves(self.parts[0].rounds or 1)
        return {
            "enters": event.enters,
            "pairs_a_team": event.pairs_a_team,
            "singles_a_team": event.singles_a_team,
            "people": min(here, MOST_PEOPLE) or "",
            "hall_tables": event.hall_tables or "",
            "table_size": event.table_size or "",
            "movement": way_of(self.parts[0].movement),
            "group_size": group_size(self.parts[0].movement),
            "later": later.movement if later else "",
            "later_enter": later.enter if later else "",
            "of_all": "yes" if later and later.of_all else "no",
            "second_cup": "yes" if later and later.second_cup else "no",
            "starts": f"{starts:%H:%M}",
            "closes": f"{closes:%H:%M}",
            "change_minutes": event.change_seconds // 60,
            "length_kind": length.kind,
            "length_number": length.number,
            "games_a_table": ", ".join(map(str, event.games_a_table)),
            "undecided": event.undecided,
            "counts_games_in_play": "yes" if event.counts_games_in_play else "no",
            "break_minutes": dict(event.breaks).get(FIRST_HALF, ""),
            "minutes": event.hour_seconds // 60,
            "game_minutes": max(int(event.hour_seconds // 60 * pace.halves / waves / pace.games(tables)), 1),
            "rounds": "",
        }

    def _usual_start(self, here: int) -> datetime:
        """Returns 19:00 or, on the day itself once people are here or 19:00 has passed, the present time rounded down
        to five minutes."""
        local = timezone.localtime(self.now)
        if local.date() == self.event.date and (here or local.time() > USUAL_START):
            return local + timedelta(minutes=-local.minute % 5)
        return datetime.combine(self.event.date, USUAL_START, timezone.get_current_timezone())

    def _settle(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Returns values that play or the game has fixed, and replacements for choices that these competitors cannot
        play."""
        settled: dict[str, Any] = {}
        for name in ("enters", "pairs_a_team", "singles_a_team", "length_kind", "length_number"):
            if name in self.fixed:
                settled[name] = getattr(self.event, name)
        if len(self._entering) < 2:
            settled["enters"] = self.event.enters
        if len(self.evening.lengths) < 2:
            settled["length_kind"] = self.event.length_kind
        enters = str(settled.get("enters", values["enters"]))
        if values["length_kind"] == "decided" and "decided" not in self.evening.lengths_for(enters):
            settled["length_kind"] = "games"
        if values["undecided"] not in self._ways_to_decide(str(settled.get("length_kind", values["length_kind"]))):
            settled["undecided"] = "most"
        if any(self.drawn):
            movement = self.parts[0].movement
            settled |= {"movement": way_of(movement), "group_size": group_size(movement)}
        if any(self.drawn[1:]):
            settled |= {"later": self.parts[1].movement, "later_enter": self.parts[1].enter}
            settled |= {name: "yes" if getattr(self.parts[1], name) else "no" for name in ("of_all", "second_cup")}
        able = movements_of(self.rules, enters)
        for name in ("movement", "later"):
            if settled.get(name, values[name]) not in (*able, *ways_of_moving(able)) and (
                name == "movement" or values[name]
            ):
                settled[name] = able[0] if able else ""
        if values["later_enter"] == "":
            settled["later_enter"] = 2 if settled.get("movement", values["movement"]) == GROUPS else 4
        return settled

    def _ways_to_decide(self, length_kind: str) -> Mapping[str, Any]:
        return UNDECIDED_LABELS if length_kind == "decided" else LEVEL_LABELS

    @property
    def _entering(self) -> list[tuple[Any, Any]]:
        return [(who.value, who.label) for who in Enters if movements_of(self.rules, who.value)]

    def _ask_only(self) -> None:
        values = self.values
        able = movements_of(self.rules, str(values["enters"])) or movements_of(self.rules, self.event.enters)
        self._choose("enters", self._entering)
        sizes = self.evening.table_sizes_for(str(values["enters"]))
        self._choose("table_size", [(size, size) for size in sizes])
        ways = {way: movement_of(way, USUAL_GROUP) for way in ways_of_moving(able)}
        self._choose("movement", [(way, MOVEMENT_LABELS.get(way, _("Separate groups"))) for way in ways])
        self.explanations = {"movement": {way: MOVEMENT_TEXTS[movement] for way, movement in ways.items()}}
        self._choose(
            "later", [("", _("nothing: the standings decide")), *((key, MOVEMENT_LABELS[key]) for key in able)]
        )
        self._choose(
            "length_kind", [(kind, LENGTHS[kind].label) for kind in self.evening.lengths_for(str(values["enters"]))]
        )
        kind = LENGTHS.get(str(values["length_kind"]), LENGTHS["timed"])
        self._choose("undecided", list(self._ways_to_decide(kind.key).items()))
        if kind.key != "decided":
            self.fields["undecided"].label = _("A team match that ends level")
            self.fields["undecided"].help_text = _("When all tables are done and both teams have won the same number.")
        else:
            self.fields["games_a_table"].label = _("Most games at each table")
            self.fields["games_a_table"].help_text = _(
                "One number per table, such as 7, 7, 8. Leave empty if tables play until the match is decided."
            )
        are_teams = values["enters"] == Enters.TEAMS
        plays_both = 2 in self.rules.players.singles and bool(self.rules.players.pairs)
        unasked = {
            "enters": "enters" in self.fixed or len(self._entering) < 2,
            "pairs_a_team": "enters" in self.fixed or not are_teams,
            "singles_a_team": "enters" in self.fixed or not are_teams or not plays_both,
            "table_size": "table_size" in self.fixed or not sizes,
            "movement": any(self.drawn),
            "group_size": any(self.drawn) or values["movement"] != GROUPS,
            "break_minutes": self.drawn[0] > 1 or not self._has_halves,
            "later": any(self.drawn[1:]),
            "later_enter": any(self.drawn[1:]) or not values["later"],
            "of_all": any(self.drawn[1:]) or not values["later"] or values["movement"] != GROUPS,
            "second_cup": any(self.drawn[1:]) or values["later"] not in KNOCK_OUTS,
            "length_kind": "length_kind" in self.fixed or len(self.evening.lengths) < 2,
            "length_number": "length_kind" in self.fixed or not kind.numbered,
            "games_a_table": "length_kind" in self.fixed or not are_teams or not kind.differs_by_table,
            "undecided": "length_kind" in self.fixed or not are_teams,
            "counts_games_in_play": "length_kind" in self.fixed or kind.key != "decided",
            "minutes": kind.key != "timed",
            "game_minutes": kind.key == "timed",
        }
        if values["movement"] == GROUPS and values["of_all"] != "yes":
            self.fields["later_enter"].label = _("How many go through from each group")
            self.fields["later_enter"].help_text = _("The top of each group. 0: all.")
        if any(self.drawn):
            self.fields["rounds"].help_text = _("Rounds already drawn are included.")
        for name, is_unasked in unasked.items():
            if is_unasked:
                del self.fields[name]

    def _choose(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    @property
    def sections(self) -> Iterator[PlanSection]:
        stays = [f"{Enters(self.values['enters']).label}."] if "enters" not in self.fields else []
        in_words = describe_parts(self.parts)
        drawn = [part for part, rounds in zip(in_words, self.drawn, strict=True) if rounds]
        length = [] if "length_kind" in self.fields else [f"{self._length_chosen.words}."]
        parts: tuple[tuple[Any, tuple[str, ...], tuple[str, ...], list[str]], ...] = (
            (_("The evening"), (), ("rounds", "closes"), []),
            (_("Who plays"), ("enters",), self.OF_ENTERING, stays),
            (_("Movement"), ("movement",), self.FOLLOWED, [f"{each}." for each in drawn]),
            (_("A match"), (), self.MATCH, length),
            (_("The decision"), self.DECISION, (), []),
        )
        for heading, names, few, sentences in parts:
            yield PlanSection(heading, self._fields(names), self._fields(few), sentences)

    def _fields(self, names: tuple[str, ...]) -> list[BoundField]:
        return [self[name] for name in names if name in self.fields]

    def clean_second_cup(self) -> bool:
        has_second_cup: bool = self.cleaned_data["second_cup"]
        if has_second_cup and not self.cleaned_data.get("later_enter", 1):
            sentence = _("If all go through, nobody is left for a second cup. Enter how many go through.")
            self.add_error("later_enter", forms.ValidationError(sentence, code="all"))
        return has_second_cup

    def clean_length_number(self) -> int:
        number: int = self.cleaned_data["length_number"]
        if self.values["length_kind"] == "best_of" and number % 2 == 0:
            raise forms.ValidationError(_("Choose an odd number, so that somebody wins: 3, 5 or 7."), code="even")
        return number

    def clean_games_a_table(self) -> list[int]:
        """Returns the games of each table; none if all play the same number of a fixed number of games."""
        games: list[int] = self.cleaned_data["games_a_table"]
        tables = self.cleaned_data.get("pairs_a_team", self.event.pairs_a_team) + self._singles_a_team
        if games and len(games) != tables:
            sentence = ngettext(
                "%(given)s for %(n)s table. Give one number per table.",
                "%(given)s for %(n)s tables. Give one number per table.",
                tables,
            )
            given = ngettext("%(n)s number", "%(n)s numbers", len(games)) % {"n": len(games)}
            raise forms.ValidationError(sentence % {"given": given, "n": tables}, code="tables")
        target = self.cleaned_data.get("length_number")
        if games and target and self.values["length_kind"] == "decided" and sum(games) < target:
            sentence = gettext("The games of all tables add up to %(n)s, so no team can win %(target)s.")
            raise forms.ValidationError(sentence % {"n": sum(games), "target": target}, code="few")
        return games

    def clean(self) -> dict[str, Any]:
        if "game_minutes" in self.cleaned_data and not self.errors and self.request.round_minutes > LONGEST_ROUND:
            sentence = _("A round would take %(minutes)s minutes; the most is %(most)s.")
            words = {"minutes": self.request.round_minutes, "most": LONGEST_ROUND}
            self.add_error("game_minutes", forms.ValidationError(sentence, code="too_long", params=words))
        return self.cleaned_data

    def _length(self, kind: str, number: int, games_a_table: Sequence[int] = ()) -> Length:
        at_tables = tuple(games_a_table) if LENGTHS[kind].differs_by_table else ()
        return Length(kind, number if LENGTHS[kind].numbered else 1, at_tables=at_tables)

    @property
    def _length_chosen(self) -> Length:
        kind, number = str(self.values["length_kind"]), self.cleaned_data.get("length_number", self.event.length_number)
        length = self._length(kind, number, self._games_a_table)
        return replace(length, number=max(length.at_tables)) if length.at_tables and kind == "games" else length

    @property
    def _singles_a_team(self) -> int:
        """The single players of a team; those that are fixed by play where it is not asked."""
        fixed = self.event.singles_a_team if "enters" in self.fixed else 0
        return self.cleaned_data.get("singles_a_team", fixed) if "singles_a_team" in self.fields else fixed

    @property
    def _games_a_table(self) -> list[int]:
        """The games of each table that count in what is asked for: those asked, or fixed by play."""
        if "games_a_table" in self.fields:
            asked: list[int] = self.cleaned_data.get("games_a_table", [])
            return asked
        return self.event.games_a_table if "length_kind" in self.fixed else []

    @property
    def request(self) -> PlanRequest:
        data, zone = self.cleaned_data, timezone.get_current_timezone()
        day = max(self.event.date, timezone.localdate(self.now))
        starts, closes = (datetime.combine(day, data[name], zone) for name in ("starts", "closes"))
        if starts - closes >= PAST_MIDNIGHT:
            closes += timedelta(days=1)
        return PlanRequest(
            people=data["people"] or 0,
            enters=str(self.values["enters"]),
            pairs_a_team=data.get("pairs_a_team", self.event.pairs_a_team),
            singles_a_team=self._singles_a_team,
            parts=self._plan_parts(),
            drawn=self.drawn,
            starts=starts,
            closes=closes,
            change_over=data["change_minutes"],
            length=self._length_chosen,
            minutes=data["minutes"] if "minutes" in self.fields else data["game_minutes"],
            rounds=data["rounds"],
            credit=credit_of_sit_outs(self.event),
            hall=data["hall_tables"],
            table_size=data.get("table_size", self.event.table_size),
            breaks=self._breaks,
        )

    @property
    def _has_halves(self) -> bool:
        movement = MOVEMENTS.get(str(self.values["movement"]))
        return movement is not None and movement.has_halves

    @property
    def _breaks(self) -> tuple[tuple[int, int], ...]:
        """The breaks of the evening, that between the halves as asked."""
        breaks = dict(self.event.breaks)
        if "break_minutes" in self.fields:
            breaks[FIRST_HALF] = self.cleaned_data["break_minutes"] or 0
        return tuple(sorted((number, minutes) for number, minutes in breaks.items() if minutes))

    def _plan_parts(self) -> tuple[Part, ...]:
        """Returns the parts asked for; a part whose movement stays keeps its number of rounds."""
        size = self.cleaned_data.get("group_size", self.values["group_size"])
        wanted = [Part(movement_of(self.values["movement"], size))]
        if self.values["later"]:
            enter = self.cleaned_data.get("later_enter", self.values["later_enter"])
            wanted.append(Part(self.values["later"], 0, int(enter), self._is_yes("of_all"), self._is_yes("second_cup")))
        planned = []
        for index, part in enumerate(wanted):
            old = self.parts[index] if index < len(self.parts) else part
            stays = replace(old, rounds=0) == part and self.event.enters == self.values["enters"]
            planned.append(old if stays else part)
        return tuple(planned)

    def _is_yes(self, name: str) -> bool:
        """Returns a rule of the later part: as asked, else as it is once that part is drawn."""
        fixed = any(self.drawn[1:]) and self.values[name] == "yes"
        return bool(self.cleaned_data.get(name, fixed))

    def settings(self, offer: PlanOffer | None) -> dict[str, Any]:
        """Returns the values by fields of Event: the plan of an `offer`, or without one the plan as asked for."""
        asked = self.request
        going_on = asked.open_part
        rounds = asked.rounds or asked.parts[going_on].rounds
        parts = asked.parts_with_rounds(offer.choice.rounds) if offer else asked.with_rounds(rounds)
        minutes = offer.choice.minutes if offer else asked.round_minutes
        settings = {
            "plan": [part.in_a_plan for part in parts],
            "enters": asked.enters,
            "pairs_a_team": asked.pairs_a_team,
            "singles_a_team": asked.singles_a_team,
            "hour_seconds": minutes * 60,
            "closes_at": asked.closes,
            "change_seconds": asked.change_over * 60,
            "breaks": [[number, minutes] for number, minutes in asked.breaks],
            "hall_tables": asked.hall,
            "table_size": asked.table_size,
        }
        if "length_kind" in self.fixed:
            return settings
        settings |= {"length_kind": asked.length.kind, "length_number": asked.length.number}
        rules = {name: self.cleaned_data[name] for name in ("undecided", "counts_games_in_play") if name in self.fields}
        return settings | rules | {"games_a_table": self._games_a_table}
