"""Ranks a series by its rule and the results of its evenings: nights, which of them count, places and why. Pure."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament import N_
from tournament.ranking import (
    CRITERIA,
    Amount,
    Criterion,
    MatchRecord,
    Placing,
    Record,
    Scale,
    Shares,
    average,
    format_total,
    rank_records,
)
from tournament.seasons.evening import EveningLine
from tournament.seasons.rule import COUNTS, FEATS, SeriesRule

Key = Hashable
"""Identifies a competitor over the evenings: a person's id, a pair's sorted ids, or a team's name in lower case."""
Matches = Callable[[Collection[Key]], Mapping[Key, Sequence[MatchRecord[Key]]]]
Quarter = tuple[int, int]
"""The year and the quarter, from 1."""
TOTAL = "series_total"
OWN_TIE_BREAKS = {
    "evenings_won": (N_("Evenings won"), N_("Most evenings in first place, shared ones too.")),
    "best_evening": (N_("Best evening"), N_("The highest score of a single evening.")),
    "attendance": (N_("Evenings played"), N_("Most evenings played.")),
}


class SeriesEvening(NamedTuple):
    """An evening of a series with the lines of one of its tables."""

    event: int
    day: date
    lines: Sequence[EveningLine]


@dataclass(frozen=True, slots=True)
class Night:
    """What one evening gave: the figure that the rule counts, and the bonus for feats."""

    event: int
    figure: Amount
    bonus: Amount
    place: int
    sharing: int

    @property
    def score(self) -> Amount:
        return self.figure + self.bonus if self.bonus else self.figure


@dataclass(frozen=True)
class SeriesLine:
    """A competitor with all their nights in order; `dropped` are the evenings whose night does not count. `placing` is
    None while they have played fewer evenings than the rule needs: `lacks` says how many more."""

    key: Key
    people: tuple[int, ...]
    team: str
    nights: tuple[Night, ...]
    dropped: frozenset[int]
    total: Amount
    placing: Placing[Key] | None
    lacks: int = 0


def key_of(ranks: str, line: EveningLine) -> Key | None:
    """Returns the competitor that a line counts for; None for a pair or team that cannot be identified on other
    evenings."""
    match ranks:
        case "players":
            return line.people[0] if line.people else None
        case "pairs":
            return tuple(sorted(line.people[:2])) if len(line.people) > 1 else None
        case _:
            return " ".join(line.team.casefold().split()) or None


def night_of(rule: SeriesRule, event: int, line: EveningLine) -> Night:
    has_credits = rule.sit_outs == "as_evening"
    shares = (line.shares if has_credits else line.shares_played) or Shares()
    figure: Amount
    match rule.counts:
        case "points":
            figure = line.points if has_credits else line.points_played
        case "place":
            figure = points_of_place(rule, line.place, line.sharing)
        case "match_points":
            figure = Scale(rule.win, rule.draw, rule.loss).value(shares)
        case "percentage":
            played = shares.won + shares.drawn + shares.lost
            figure = Fraction(100 * (shares.won + Fraction(shares.drawn) / 2)) / played if played else 0
    bonus: Amount = 0
    if rule.feats:
        done = {"hang_jack": line.hang_jacks, "all_fours": line.all_fours, "bullseye": line.games}
        done |= {"evening_won": 1 if line.place == 1 else 0}
        bonus = sum(points * (done[feat] or 0) for feat, points in rule.feats.items())
    return Night(event, figure, bonus, line.place, line.sharing)


def points_of_place(rule: SeriesRule, place: int, sharing: int) -> Amount:
    """Returns the points for a place that `sharing` competitors share."""
    places = range(place, place + (sharing if rule.shared == "average" else 1))
    points = [rule.places[each - 1] if each <= len(rule.places) else rule.others for each in places]
    return points[0] if len(points) == 1 else average(points) or 0


def dropped_nights(rule: SeriesRule, nights: Sequence[Night]) -> frozenset[int]:
    """Returns the evenings whose nights do not count."""
    if rule.best is None or len(nights) <= rule.best:
        return frozenset()
    from_best = sorted(nights, key=lambda night: -night.score)
    return frozenset(night.event for night in from_best[rule.best :])


def total_of(rule: SeriesRule, nights: Iterable[Night]) -> Amount:
    scores = [night.score for night in nights]
    return (average(scores) or 0) if rule.counts == "percentage" else sum(scores)


def rank_series(
    rule: SeriesRule, ranks: str, evenings: Sequence[SeriesEvening], matches_of: Matches
) -> tuple[SeriesLine, ...]:
    """Returns the lines from the top, those with too few evenings last. `evenings` are in the order played.
    `matches_of` is called once, only for those who are level, as nobody else needs a tie-break."""
    nights_by_key: dict[Key, tuple[EveningLine, list[Night]]] = {}
    for evening in evenings:
        for line in evening.lines:
            key = key_of(ranks, line)
            if key is None:
                continue
            _latest, nights = nights_by_key.get(key, (line, []))
            if not nights or nights[-1].event != evening.event:
                nights.append(night_of(rule, evening.event, line))
            nights_by_key[key] = (line, nights)
    lines = []
    for key, (latest, nights) in nights_by_key.items():
        dropped = dropped_nights(rule, nights)
        total = total_of(rule, (night for night in nights if night.event not in dropped))
        lacks = max(0, rule.minimum - len(nights))
        lines.append(SeriesLine(key, latest.people, latest.team, tuple(nights), dropped, total, None, lacks))
    ranked = [line for line in lines if not line.lacks]
    others = sorted((line for line in lines if line.lacks), key=lambda line: -line.total)
    by_key = {line.key: line for line in ranked}
    placings = _placings_of(rule, ranked, matches_of)
    return (*(replace(by_key[placing.record.entry], placing=placing) for placing in placings), *others)


def _placings_of(rule: SeriesRule, lines: Sequence[SeriesLine], matches_of: Matches) -> tuple[Placing[Key], ...]:
    with_total: dict[Amount, list[Key]] = {}
    for line in lines:
        with_total.setdefault(line.total, []).append(line.key)
    level = {key for keys in with_total.values() if len(keys) > 1 for key in keys}
    matches = matches_of(level) if level and any(key in CRITERIA for key in rule.tie_breaks) else {}
    scale = Scale(rule.win, rule.draw, rule.loss)
    records = [Record(line.key, "", matches=tuple(matches.get(line.key, ())), scale=scale) for line in lines]
    return rank_records(records, criteria_of_series(rule, {line.key: line for line in lines}))


def criteria_of_series(rule: SeriesRule, lines: Mapping[Key, SeriesLine] | None = None) -> tuple[Criterion, ...]:
    """Returns the total and then the tie-breaks of the rule. `lines` hold the figures for the criteria that only series
    have."""
    known = lines or {}

    def criterion(key: str, label: str, explanation: str, figure: Callable[[SeriesLine], Amount]) -> Criterion:
        def figure_of(record: Record[Any]) -> Amount:
            return figure(known[record.entry])

        return Criterion(key, label, explanation, lambda record, group: figure_of(record), figure_of)

    figures: dict[str, Callable[[SeriesLine], Amount]] = {
        "evenings_won": lambda line: sum(night.place == 1 for night in line.nights),
        "best_evening": lambda line: max(night.score for night in line.nights),
        "attendance": lambda line: len(line.nights),
    }
    own = {key: criterion(key, *OWN_TIE_BREAKS[key], figures[key]) for key in OWN_TIE_BREAKS}
    total = criterion(TOTAL, "Total", "Most points of the series.", lambda line: line.total)
    return (total, *(own.get(key) or CRITERIA[key] for key in rule.tie_breaks))


def quarter_of(day: date) -> Quarter:
    return day.year, (day.month + 2) // 3


def rule_in_words(rule: SeriesRule) -> list[str]:
    """Returns sentences that say how a total is computed."""
    sentences = [str(COUNTS[rule.counts]) + "."]
    if rule.counts == "place":
        places = ", ".join(format_total(each) for each in rule.places)
        words = _("Place 1, 2, 3 and so on: %(places)s. Everybody placed lower: %(others)s.")
        sentences.append(words % {"places": places, "others": format_total(rule.others)})
        full, shared = _("A shared place gives the full points."), _("A shared place gives the average of the places.")
        sentences.append(full if rule.shared == "full" else shared)
    if rule.counts == "match_points":
        figures = {name: format_total(getattr(rule, name)) for name in ("win", "draw", "loss")}
        sentences.append(_("A match won counts %(win)s, drawn %(draw)s, lost %(loss)s.") % figures)
    if rule.sit_outs == "nothing":
        sentences.append(_("Sitting out a round counts nothing."))
    sentences += [
        _("Bonus for each %(feat)s: %(points)s.") % {"feat": FEATS[feat], "points": format_total(points)}
        for feat, points in rule.feats.items()
        if points
    ]
    if rule.best:
        words = ngettext("The best %(n)s evening counts.", "The best %(n)s evenings count.", rule.best)
        sentences.append(words % {"n": rule.best})
    if rule.counts == "percentage":
        sentences.append(_("The total is the average of the evenings that count."))
    if rule.minimum:
        words = ngettext("Ranked after %(n)s evening or more.", "Ranked after %(n)s evenings or more.", rule.minimum)
        sentences.append(words % {"n": rule.minimum})
    labels = [str(_(each.label)) for each in criteria_of_series(rule)[1:]]
    if labels:
        sentences.append(_("Tie-breaks: %(labels)s.") % {"labels": ", ".join(labels)})
    return sentences
