"""Somebody's page: their figures over the years with charts, whom they play with and against, and tonight.

It is cached for each state of the club's evenings. Names are added for each reader, who may see some and not others.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from scoring import RULE_SETS
from tournament.club.visibility import NamedPerson, NamesShown, is_visible
from tournament.foundation.errors import TournamentError
from tournament.foundation.revision_cache import RevisionCache
from tournament.models import Audience, Club, Entry, Player, join_names
from tournament.ranking import Amount, write_figure
from tournament.rules.queries.rules import WORDS
from tournament.seasons.queries.club_records import rating_rules_of, ratings_of
from tournament.seasons.queries.results import (
    MOST_CACHED,
    EndedEvening,
    hands_of,
    lines_of,
    made_of_evenings,
    played_matches_of,
)
from tournament.seasons.ratings import SkillEstimate
from tournament.statistics.charts import Chart, draw_bars, draw_line, say_amount
from tournament.statistics.person import (
    PLACES,
    BestHandAt,
    Period,
    PersonEvening,
    PlayedEvening,
    Score,
    add_evenings,
    count_places,
    games_of,
    is_by_month,
    people_of_evening,
    periods_of,
    rank_by_matches,
    sum_evenings,
)

PEOPLE: RevisionCache[dict[int, PersonEvening]] = RevisionCache(most=MOST_CACHED)
"""What everybody did, by evening."""
PROFILES: RevisionCache["Profile"] = RevisionCache(most=400)
MOST_MET = 10
"""How many partners and opponents are listed at first; the others are one press away."""
EVENINGS_LISTED = 10
"""How many of the latest evenings their page lists."""


class PersonNotShown(TournamentError):
    """The answer is the same for somebody hidden and for an unknown number, so that nobody can count the club's
    people."""

    status = 404
    message = gettext_lazy("This page is not shown. People and the club decide who may see a person’s page.")


class MetPerson(NamedTuple):
    """A partner or opponent."""

    who: NamedPerson
    score: Score

    @property
    def share(self) -> str:
        return say_share(self.score) or "–"


class EveningOfPerson(NamedTuple):
    """`beside` are the others of their pair or team."""

    event: int
    name: str
    day: date
    place: str
    lines: int
    points: Amount
    beside: tuple[int, ...]

    @property
    def points_in_words(self) -> str:
        sentence = ngettext("%(n)s point", "%(n)s points", 1 if self.points == 1 else 2)
        return sentence % {"n": say_amount(self.points)}


class HandOfPerson(NamedTuple):
    points: int
    words: str
    event: int
    name: str
    day: date
    table: int


class RatingOfPerson(NamedTuple):
    """`chart` shows how it went, None until there are two figures to show."""

    value: str
    uncertainty: str
    chart: Chart | None


@dataclass(frozen=True)
class Profile:
    """Somebody's figures without any name, because readers may see different ones. `periods` are all from the first
    to the last with their labels, `rows` those with an evening in words, under `heads`. `evenings` are all of them, the
    latest first."""

    total: Period
    share_won: str
    first_places: int
    charts: tuple[Chart, ...]
    heads: tuple[str, ...]
    periods: tuple[tuple[str, Period], ...]
    rows: tuple[tuple[str, ...], ...]
    partners: tuple[tuple[int, Score], ...]
    opponents: tuple[tuple[int, Score], ...]
    evenings: tuple[EveningOfPerson, ...]
    best: tuple[HandOfPerson, ...]


def person_shown_to(pk: int, club: Club, to: Audience | None) -> Player:
    """Returns the person. Raises PersonNotShown if this reader may not see them. One query."""
    person = Player.objects.filter(pk=pk, club=club).first()
    is_shown = person is not None and (to is None or is_visible(person.shown_to, club.shows_people_to, to))
    if person is None or not is_shown or (person.forgotten_at is not None and to is not None):
        raise PersonNotShown
    return person


def visible_people(people: Iterable[int], club: Club, to: Audience | None) -> set[int]:
    """Returns those of these people whose page this reader may see. One query."""
    audiences = Player.objects.filter(pk__in=set(people), club=club, forgotten_at=None).values_list("pk", "shown_to")
    return {pk for pk, shown_to in audiences if to is None or is_visible(shown_to, club.shows_people_to, to)}


def profile_of(club: Club, person: int, evenings: Sequence[EndedEvening]) -> Profile:
    """Returns a person's profile, made anew when one of their own evenings changed. Three queries at most, none if
    nothing changed since the last call."""
    people = made_of_evenings(PEOPLE, evenings, _people_of_evenings)
    own = [evening for evening in evenings if person in people[evening.event]]
    years = [people[evening.event][person] for evening in own]
    return PROFILES.get_or_make((person, get_language()), tuple(own), lambda: _make_profile(own, years))


def rating_of(
    club: Club, person: int, profile: Profile, evenings: Sequence[EndedEvening], *, desk: bool
) -> RatingOfPerson | None:
    """Returns a person's rating and how it went; None if the club does not rate or show it, or if they played too few
    matches. `evenings` are all of the club's. Two queries at most."""
    rules = rating_rules_of(club)
    if not rules.is_on or not (rules.shown or desk):
        return None
    after: dict[int | None, SkillEstimate | None] = {}
    rating = None
    for event, _history, ratings in ratings_of(club, evenings).evenings:
        latest = ratings.get(person)
        if latest is not None and latest.matches >= rules.fewest_matches:
            rating = latest
        after[event] = rating
    if rating is None:
        return None
    rated = [after.get(period.last_event) for _label, period in profile.periods]
    figures = [None if each is None else Fraction(round(10 * each.value), 10) for each in rated]
    chart, labels = None, [label for label, _period in profile.periods]
    if sum(figure is not None for figure in figures) > 1:
        heads = (profile.heads[0], _("Rating"))
        chart = draw_line(_("Rating"), say_peak(labels, figures), heads, labels, figures)
    return RatingOfPerson(f"{rating.value:.1f}", f"{rating.uncertainty:.1f}", chart)


def name_people(met: Sequence[tuple[int, Score]], names: Mapping[int, str], visible: Container[int]) -> list[MetPerson]:
    """Names the people somebody met; `visible` are those whose page the reader may see."""
    return [
        MetPerson(NamedPerson(person if person in visible else None, names.get(person, _("somebody"))), score)
        for person, score in met
    ]


def file_of_profile(profile: Profile, table: str, names: NamesShown) -> list[list[object]] | None:
    """Returns a table of the profile for a spreadsheet: "evenings", "years", "partners" or "opponents"; None for any
    other."""
    match table:
        case "evenings":
            rows: list[list[object]] = [[_("Date"), _("Evening"), _("Place"), _("Competitors"), _("Points"), _("With")]]
            for each in profile.evenings:
                beside = join_names([names.name_of(other) for other in each.beside] or [""])
                figures = (each.place, each.lines, write_figure(each.points))
                rows.append([each.day, names.redact(each.name), *figures, beside])
            return rows
        case "years":
            return [
                [*profile.heads],
                *(_figures_of(label, period) for label, period in profile.periods if period.evenings),
            ]
        case "partners" | "opponents":
            met = profile.partners if table == "partners" else profile.opponents
            heads = [_("Name"), _("Matches"), _("Won"), _("Drawn"), _("Lost")]
            return [[*heads], *([names.name_of(person), *score] for person, score in met)]
    return None


def _figures_of(label: str, period: Period) -> list[object]:
    mean, score = period.points_per_match, period.score
    amounts = (
        period.points,
        None if mean is None else Fraction(round(10 * mean), 10),
        period.hang_jacks,
        period.all_fours,
    )
    figures = ["" if each is None else write_figure(each) for each in amounts]
    return [label, period.evenings, score.matches, score.won, *figures]


def entries_tonight(person: int, today: date) -> "QuerySet[Entry]":
    """Returns the entries of somebody for today's evenings that are not over. One query."""
    entries = Entry.objects.filter(player=person, event__date=today, event__locked_at=None, event__binned_at=None)
    return entries.select_related("event").order_by("event")


def _make_profile(evenings: Sequence[EndedEvening], years: Sequence[PersonEvening]) -> Profile:
    sums, names = add_evenings(years), {evening.event: evening.name for evening in evenings}
    played = sums.evenings
    total = sum_evenings(played[0].day if played else date.today(), played)
    first, style = (_("Month"), "M y") if is_by_month(played) else (_("Year"), "Y")
    periods = tuple((date_format(period.first, style), period) for period in periods_of(played))
    return Profile(
        total=total,
        share_won=say_share(total.score),
        first_places=sum(evening.place == 1 for evening in played),
        charts=tuple(_draw_charts(first, style, periods, played)) if played else (),
        heads=(
            *(first, _("Evenings"), _("Matches"), _("Won"), _("Points"), _("Points per match")),
            *(_("Hang jacks"), _("All Fours")),
        ),
        periods=periods,
        rows=tuple(_row_of(label, period) for label, period in periods if period.evenings),
        partners=tuple(rank_by_matches(sums.partners)),
        opponents=tuple(rank_by_matches(sums.opponents)),
        evenings=tuple(
            EveningOfPerson(
                *(each.event, names[each.event], each.day, f"{each.place}{'=' if each.sharing > 1 else ''}"),
                *(each.lines, each.points, each.beside),
            )
            for each in reversed(played)
        ),
        best=tuple(_say_hand(each, names[each.event], has_games=len(total.games) > 1) for each in sums.best),
    )


def _people_of_evenings(evenings: Sequence[EndedEvening]) -> dict[int, dict[int, PersonEvening]]:
    lines, played, hands = lines_of(evenings), played_matches_of(evenings), hands_of(evenings)
    return {
        each.event: people_of_evening(
            *(each.event, each.day, lines[each.event], played[each.event], hands[each.event], each.game)
        )
        for each in evenings
    }


def say_share(score: Score) -> str:
    """Says how many of the matches with a known winner were won; "" if there are none."""
    known = score.won + score.drawn + score.lost
    return f"{100 * score.won / known:.0f}\N{NO-BREAK SPACE}%" if known else ""


def _row_of(label: str, period: Period) -> tuple[str, ...]:
    mean = period.points_per_match
    feats = ["–" if feat is None else say_amount(feat) for feat in (period.hang_jacks, period.all_fours)]
    counts = (period.evenings, period.score.matches, period.score.won)
    mean_in_words = "–" if mean is None else f"{float(mean):.1f}".replace("-", "−")
    return (label, *map(str, counts), say_amount(period.points), mean_in_words, *feats)


def _draw_charts(
    first: str, style: str, labelled: Sequence[tuple[str, Period]], evenings: Sequence[PlayedEvening]
) -> Iterator[Chart]:
    """Draws the periods with their labels; `first` says what they are, `style` how a day is written for them."""
    labels, periods = zip(*labelled, strict=True)
    counts = [period.evenings for period in periods]
    yield draw_bars(_("Evenings"), say_peak(labels, counts), (first, _("Evenings")), labels, counts)
    yield from _draw_points_per_match(first, style, evenings)
    hung, fours = [period.hang_jacks for period in periods], [period.all_fours for period in periods]
    if any(hung) or any(fours):
        heads = (first, _("Hang jacks"), _("All Fours"))
        summary = f"{heads[1]}: {say_peak(labels, hung)} {heads[2]}: {say_peak(labels, fours)}"
        yield draw_bars(_("Hang jacks and All Fours"), summary, heads, labels, hung, fours)
    places = [f"{one}" if one == last else f"{one}–{last}" if last else f"{one}+" for one, last in PLACES]
    ended = count_places(evenings)
    place, count = next(each for each in zip(places, ended, strict=True) if each[1])
    sentence = ngettext("Best: place %(place)s, once.", "Best: place %(place)s, %(n)s times.", count)
    summary = sentence % {"place": place, "n": count}
    yield draw_bars(_("Places"), summary, (_("Place"), _("Evenings")), places, ended)


def _draw_points_per_match(first: str, style: str, evenings: Sequence[PlayedEvening]) -> Iterator[Chart]:
    """Draws a picture for each game, because a point is worth something else in another."""
    games = games_of(evenings)
    for game in games:
        periods = periods_of([evening for evening in evenings if evening.game == game])
        labels, means = (
            [date_format(period.first, style) for period in periods],
            [period.points_per_match for period in periods],
        )
        if any(mean is not None for mean in means):
            head = title = _("Points per match")
            if len(games) > 1:
                title = _("%(what)s, %(game)s") % {"what": head, "game": _(RULE_SETS[game].name)}
            yield draw_line(title, say_peak(labels, means), (first, head), labels, means)


def say_peak(labels: Sequence[str], figures: Sequence[Amount | None]) -> str:
    """Says the highest figure and the latest, in place of the picture."""
    known = [(figure, label) for figure, label in zip(figures, labels, strict=True) if figure is not None]
    if not known:
        return _("Not recorded.")
    figure, label = max(known, key=lambda each: each[0])
    sentence = _("Highest: %(figure)s (%(label)s).") % {"figure": say_amount(figure), "label": label}
    if len(known) > 1:
        figure, label = known[-1]
        sentence += " " + _("Latest: %(figure)s (%(label)s).") % {"figure": say_amount(figure), "label": label}
    return sentence


def _say_hand(best: BestHandAt, evening: str, *, has_games: bool) -> HandOfPerson:
    words = join_names([str(WORDS[kind]).lower() for kind in best.hand.awards if kind in WORDS])
    sentence = words[:1].upper() + words[1:]
    if has_games:
        sentence = _("%(what)s, %(game)s") % {"what": sentence, "game": _(RULE_SETS[best.game].name)}
    return HandOfPerson(best.hand.points, sentence, best.event, evening, best.day, best.hand.table)
