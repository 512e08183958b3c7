"""The results of an evening as paper keeps them: every match with what counts of it, and every hand on a line."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring import RuleSet, contract_of
from tournament.models import Event, Hand, Match, Ruling, Side, Stage, State
from tournament.queries.hands import GameOnPage, MatchInHands
from tournament.queries.hours import at_table, hour_label
from tournament.queries.matches import seated_at, seating_of, sides_of, with_all_who_sat, with_sides
from tournament.queries.rules import rules_of, word_for
from tournament.queries.series import facts_from
from tournament.queries.shown_hands import HandOnPage
from tournament.queries.standings import SETTLED

SIDES = "ABCDEFG"
MINUS = "−"
UNKNOWN = "–"
FIGURE_SPACE = "\u2007"


@dataclass(frozen=True)
class PrintedSide:
    """`letter` is what stands for it in the lines of its hands."""

    letter: str
    name: str
    figure: str


@dataclass(frozen=True)
class PrintedHand:
    """`number` and `score` are as wide as those of the other hands; `marks` say what is not plain about it."""

    number: str
    score: str
    words: str
    marks: str = ""


@dataclass(frozen=True)
class PrintedGame:
    """`label` is empty where a match is one game."""

    label: str
    hands: tuple[PrintedHand, ...]


@dataclass(frozen=True)
class PrintedMatch:
    """`unit` is what the figures count; `state` is empty of a result that is agreed; `also` are sentences below."""

    where: str
    sides: tuple[PrintedSide, ...]
    unit: str
    points: str
    state: str
    also: tuple[str, ...]
    games: tuple[PrintedGame, ...]


@dataclass(frozen=True)
class PrintedStage:
    label: str
    matches: tuple[PrintedMatch, ...]


@dataclass(frozen=True)
class PrintedResults:
    """`open_matches` are those that are not agreed: as long as there are any the paper is provisional."""

    stages: tuple[PrintedStage, ...]
    open_matches: int
    hands: int


def printed_results_of(event: Event, stage: Stage | None = None) -> PrintedResults:
    """Of one stage, or of all that are out. At most six queries."""
    matches = Match.objects.filter(table__stage__event=event, table__stage__released_at__isnull=False)
    if stage is not None:
        matches = matches.filter(table__stage=stage)
    ordered = matches.select_related("table__stage", "round")
    found = list(with_sides(ordered.order_by("table__stage__number", "table__number", "round__number", "pk")))
    with_all_who_sat(found)
    versions = _versions_of(found)
    ruled = {ruling.match_id: ruling for ruling in Ruling.objects.filter(match__in=found, superseded_at=None)}
    rules, by_stage = rules_of(event), defaultdict[int, list[PrintedMatch]](list)
    for match in found:
        match.table.stage.event = event
        own = versions[match.pk]
        if match.state != State.CALLED_OFF or own:
            stopped = match.hands_finished_at is not None
            played = MatchInHands(match, rules, tuple(own), stopped=stopped)
            by_stage[match.table.stage.number].append(_printed(event, played, ruled.get(match.pk)))
    return PrintedResults(
        stages=tuple(PrintedStage(hour_label(event, number), tuple(own)) for number, own in by_stage.items()),
        open_matches=sum(match.state not in (*SETTLED, State.CALLED_OFF) for match in found),
        hands=sum(hand.superseded_at is None for own in versions.values() for hand in own),
    )


def _versions_of(matches: Sequence[Match]) -> Mapping[int, list[Hand]]:
    """All versions of all hands, by match. One query."""
    of_match = {match.pk: match for match in matches}
    versions = defaultdict[int, list[Hand]](list)
    for hand in Hand.objects.filter(match__in=matches).order_by("number", "pk"):
        hand.match = of_match[hand.match_id]
        versions[hand.match_id].append(hand)
    return versions


def _printed(event: Event, played: MatchInHands, ruling: Ruling | None) -> PrintedMatch:
    match = played.match
    sides = sides_of(match)
    by_games = all(side.games is not None for side in sides)
    where = at_table(event, match, " · ")
    return PrintedMatch(
        where=where[:1].upper() + where[1:],
        sides=tuple(
            PrintedSide(letter, side.name, _figure(side.games if by_games else side.points))
            for letter, side in zip(SIDES, sides, strict=False)
        ),
        unit=_("games") if by_games else _("points"),
        points=_together([_figure(side.points) for side in sides]) if by_games else "",
        state="" if match.state == State.AGREED else str(State(match.state).label),
        also=tuple(_also(played, sides, ruling)),
        games=tuple(_games(played)),
    )


def _also(played: MatchInHands, sides: Sequence[Side], ruling: Ruling | None) -> Iterator[str]:
    match = played.match
    if match.walk_over is not None:
        winner = next(side.name for side in sides if side.number == match.walk_over)
        yield _("A walk-over for %(name)s.") % {"name": winner}
    if match.part:
        yield _("At a shared table: %(part)s of the round.") % {"part": match.part}
    if ruling:
        yield _("The director ruled: %(reason)s") % {"reason": ruling.reason}
    yield from played.stand_ins


def _games(played: MatchInHands) -> Iterator[PrintedGame]:
    games = played.games
    corrected = {version.number for version in played.versions if version.superseded_at is not None}
    for game in games:
        hands = [_hand(played.rules, each, corrected) for each in game.hands]
        rivals = [_beside(played.rules, rival) for each in game.hands for rival in each.rivals]
        yield PrintedGame(_game_label(game) if len(games) > 1 else "", (*hands, *rivals))
    if played.late:
        yield PrintedGame(
            _("Came late, and counts nothing"), tuple(_beside(played.rules, each) for each in played.late)
        )


def _game_label(game: GameOnPage) -> str:
    score = _together([_figure(points) for points in game.score])
    said = _("Game %(number)s: %(score)s") % {"number": game.number, "score": score}
    won = _("won by %(name)s") % {"name": game.winner.name} if game.winner else _("not finished")
    return f"{said} · {won}"


def _hand(rules: RuleSet, each: HandOnPage, corrected: set[int]) -> PrintedHand:
    marks = []
    if each.is_after_the_end:
        marks.append(_("after the end, counts nothing"))
    if each.hand.reason:
        marks.append(_("ruled: %(reason)s") % {"reason": each.hand.reason})
    elif each.hand.number in corrected and not each.rivals:
        marks.append(_("corrected"))
    if each.hand.state == State.DISPUTED:
        marks.append(_("disputed"))
    return PrintedHand(_number(each), _score(each), _words(rules, each), ", ".join(marks))


def _beside(rules: RuleSet, each: HandOnPage) -> PrintedHand:
    """A version that does not count."""
    return PrintedHand(_number(each), "", _words(rules, each), _("does not count"))


def _number(each: HandOnPage) -> str:
    return f"{each.hand.number:{FIGURE_SPACE}>2}"


def _score(each: HandOnPage) -> str:
    """As in "9 – 4", and where more than two play "9 −2 4", each as wide as the widest."""
    figures = [_figure(points) for points in each.score]
    if len(figures) == 2:
        return f"{figures[0]:{FIGURE_SPACE}>2} – {figures[1]:{FIGURE_SPACE}<2}"
    return " ".join(f"{figure:{FIGURE_SPACE}>3}" for figure in figures)


def _words(rules: RuleSet, each: HandOnPage) -> str:
    """As in "Ann deals · A Kick 3, High 1 · B Low 1, Game 1"; where everybody plays for himself letters are enough."""
    seated = seated_at(each.hand.match, each.hand.number)
    names = _short_names(seated)
    won = defaultdict[str, list[str]](list)
    for kind, side, points in each.hand.awards["awards"]:
        won[side].append(f"{word_for(rules, kind)} {points}".replace("-", MINUS))
    said = [_("%(name)s deals") % {"name": names[each.hand.facts["dealer"]]}]
    if rules.auction:
        contract = contract_of(rules.auction, facts_from(seating_of(seated), each.hand.facts))
        if contract.pitcher is not None:
            said.append(_("%(name)s pitches for %(bid)s") % {"name": names[contract.pitcher], "bid": contract.bid})
    letters = zip(SIDES, sides_of(seated), strict=False)
    said += [f"{letter} {', '.join(won[side.key])}" for letter, side in letters if side.key in won]
    if each.why:
        said.append(each.why)
    return " · ".join(said if won else [*said, _("nobody scores")])


def _short_names(seated: Match) -> dict[str, str]:
    """Player, as facts name him -> the letter of his side where he is all of it, else his name."""
    return {
        str(entry.pk): letter if len(side.entries) == 1 else entry.name
        for letter, side in zip(SIDES, sides_of(seated), strict=False)
        for entry in side.entries
    }


def _figure(number: int | None) -> str:
    return UNKNOWN if number is None else str(number).replace("-", MINUS)


def _together(figures: Sequence[str]) -> str:
    return (" – " if len(figures) == 2 else " · ").join(figures)
