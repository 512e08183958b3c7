"""What one entry scored, as standings read it. Nothing here is rounded; what nobody reported is None, never 0."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Generic

from .matches import Amount, Column, E, MatchRecord, Shares


@dataclass(frozen=True)
class Scale:
    """Match points (of a league: league points) for each match, as the club says."""

    win: Amount = 2
    draw: Amount = 1
    loss: Amount = 0
    game: Amount = 0
    """For each game won."""
    bonus: Amount = 0
    """For a match lost by at most `bonus_within` games."""
    bonus_within: int = 0

    def extra(self, games: Amount, close_losses: int) -> Amount:
        """Returns what games won and matches lost by few count besides the matches."""
        return self.game * games + self.bonus * close_losses

    def value(self, shares: Shares) -> Amount:
        return self.win * shares.won + self.draw * shares.drawn + self.loss * shares.lost


@dataclass(frozen=True)
class Record(Generic[E]):
    """One entry over the matches that are being ranked, in the order of their rounds and turns: those of one hour, of
    some rounds, or of a whole evening."""

    entry: E
    name: str
    cut: tuple[int, ...] | None = None
    """Ranks of the cards cut for this standing, 2 to 14 (ace), one for each time the entry cut."""
    matches: tuple[MatchRecord[E], ...] = ()
    has_waiting_counts: bool = False
    """Whether a count is unknown until every match has reported it, as on a sheet that adds up the turns of an hour."""
    scale: Scale = Scale()
    penalty: Amount = 0
    """Match points that a ruling took off; a negative number was added."""
    games_penalty: Amount = 0
    """Games won that a ruling took off; a negative number was added."""
    points_penalty: Amount = 0
    """Points that a ruling took off the totals, but off no single round; a negative number was added."""
    strength: Amount | None = None
    """The strength of its opponents, from `add_strengths`."""
    strength_so_far: Amount = 0
    """The strength from what is known of the opponents so far."""
    play_off: int | None = None
    """Its place, from 1, in the play-off among those it was level with."""
    play_off_number: int = 0
    """The number of that play-off. Places of two different play-offs cannot be compared."""
    last_begun: int | None = None
    """The last round of which anything is known, for anybody. Matches drawn for later rounds decide nothing yet."""

    @cached_property
    def total(self) -> Amount:
        """The points made in matches played, as far as they are reported, less penalties."""
        made = sum(match.points for match in self.matches if match.credit is None and match.points is not None)
        return made - self.points_penalty

    @cached_property
    def reported_total(self) -> Amount | None:
        """The total as it is shown: unknown while nobody has reported any of its points."""
        reported = reported_points(self.matches)
        return None if reported is None else reported - self.points_penalty

    @cached_property
    def adjusted_total(self) -> Amount:
        """The total with what is credited, exactly (K17: 33 at a table of three is 49 1/2)."""
        return self.known_points()

    def adjusted_total_in(self, number: int) -> Amount:
        """The adjusted total of one round, or one hour."""
        points = [match.figure_so_far("points") for match in self.matches_that_count if match.round == number]
        return sum(each for each in points if each is not None)

    @cached_property
    def games(self) -> Amount | None:
        """Games won in matches played, as far as they are reported, less penalties; None where nobody reported any."""
        games = [match.games for match in self.matches if match.credit is None and match.games is not None]
        return sum(games) - self.games_penalty if games else None

    @cached_property
    def round_points(self) -> tuple[Amount, ...]:
        """Points of each round, turn by turn, as far as they are known; a credit is no round."""
        by_round: dict[tuple[int, int], Amount] = {}
        for match in self.matches:
            if match.credit is None and match.points is not None:
                turn = (match.round, match.turn)
                by_round[turn] = by_round.get(turn, 0) + match.points
        return tuple(by_round.values())

    @cached_property
    def best_round(self) -> Amount | None:
        """Most points in a single round; unknown until every round is reported."""
        return max(self.round_points, default=None) if self.rounds_complete else None

    @property
    def rounds_complete(self) -> bool:
        """Whether the points of every round are known."""
        return not any(match.points is None for match in self.meetings)

    @cached_property
    def matches_begun(self) -> tuple[MatchRecord[E], ...]:
        """The matches, without those of rounds of which nothing is known yet."""
        last = self.last_begun
        return self.matches if last is None else tuple([match for match in self.matches if match.round <= last])

    @cached_property
    def meetings(self) -> tuple[MatchRecord[E], ...]:
        return tuple([match for match in self.matches_begun if match.is_meeting])

    @cached_property
    def opponents_met(self) -> frozenset[E]:
        """Everybody whom it was drawn to meet in the rounds begun, reported or not."""
        return frozenset([opponent for match in self.meetings for opponent in match.opponents])

    @cached_property
    def matches_that_count(self) -> tuple[MatchRecord[E], ...]:
        return tuple([match for match in self.matches if match.counts])

    @cached_property
    def matches_in_play(self) -> tuple[MatchRecord[E], ...]:
        return tuple([match for match in self.matches if match.in_play])

    @cached_property
    def played(self) -> int:
        """The number of matches reported, without those that count a credit."""
        return sum(1 for match in self.matches_that_count if match.credit is None)

    @property
    def credits(self) -> tuple[MatchRecord[E], ...]:
        """The matches that count a credit. Each says why, and which credit it counts and how much."""
        return tuple(match for match in self.matches if match.credit is not None)

    @property
    def matches_to_mention(self) -> tuple[MatchRecord[E], ...]:
        """The matches that a page mentions singly: those with a credit or in play, a rest whose credit is to come, a
        shared table."""
        return tuple(
            [
                match
                for match in self.matches
                if match.credit or match.to_come or match.in_play or match.unplayed == "shared"
            ]
        )

    @cached_property
    def shares(self) -> Shares | None:
        """Matches won, drawn and lost, with what is credited; unknown where a reported match has no result."""
        results = [match.result for match in self.matches_that_count if match.credit is None]
        credited = [match.shares for match in self.credits]
        known = [each for each in credited if each is not None]
        if None in results or len(known) < len(credited):
            return None
        return _add_shares([Shares(results.count("won"), results.count("drawn"), results.count("lost")), *known])

    @property
    def won(self) -> Amount | None:
        shares = self.shares
        return None if shares is None else shares.won

    @property
    def drawn(self) -> Amount | None:
        shares = self.shares
        return None if shares is None else shares.drawn

    @property
    def lost(self) -> Amount | None:
        shares = self.shares
        return None if shares is None else shares.lost

    @cached_property
    def earned(self) -> Amount | None:
        """Match points from the matches alone, without penalties."""
        shares, games = self.shares, self.sum_of("games") if self.scale.game else 0
        if shares is None or games is None:
            return None
        return self.scale.value(shares) + self.scale.extra(games, self.close_losses)

    @property
    def close_losses(self) -> int:
        """How many matches it played and lost by so few games that they count a bonus."""
        if not self.scale.bonus:
            return 0
        played = [match for match in self.matches if match.is_played and match.result == "lost"]
        pairs = [(match.games, match.games_against) for match in played]
        return sum(
            1
            for own, other in pairs
            if own is not None and other is not None and other - own <= self.scale.bonus_within
        )

    @cached_property
    def shares_so_far(self) -> Shares:
        """Of the matches whose winner is known."""
        return _add_shares([match.shares_so_far or Shares() for match in self.matches_that_count])

    @property
    def match_points_so_far(self) -> Amount:
        """Match points by the matches whose winner is known."""
        games = self.known_sum("games") if self.scale.game else 0
        return self.scale.value(self.shares_so_far) + self.scale.extra(games, self.close_losses)

    @property
    def match_points(self) -> Amount | None:
        earned = self.earned
        return None if earned is None else earned - self.penalty

    @cached_property
    def points_for(self) -> Amount | None:
        made = self.sum_of("points")
        return None if made is None else made - self.points_penalty

    @cached_property
    def points_against(self) -> Amount | None:
        return self.sum_of("against")

    @cached_property
    def games_won(self) -> Amount | None:
        won = self.sum_of("games")
        return None if won is None else won - self.games_penalty

    @cached_property
    def games_lost(self) -> Amount | None:
        return self.sum_of("games_against")

    @cached_property
    def hang_jacks_for(self) -> Amount | None:
        return self.sum_of("hang_jacks")

    @cached_property
    def hang_jacks_against(self) -> Amount | None:
        return self.sum_of("hang_jacks_against")

    @cached_property
    def all_fours(self) -> Amount | None:
        return self.count_of("all_fours")

    @cached_property
    def jacks_turned(self) -> Amount | None:
        return self.count_of("jacks_turned")

    def sum_of(self, column: Column) -> Amount | None:
        """Sums a column over the matches that count, credits included, and what is known of matches in play. What is
        not reported yet adds nothing; a match reported without this figure makes the sum unknown."""
        counted = [match if match.credit is None else match.credit for match in self.matches_that_count]
        in_play = [figure for each in self.matches_in_play if (figure := each.figure(column))]
        return add_figures([*(getattr(each, column, 0) for each in counted), *in_play])

    def count_of(self, column: Column) -> Amount | None:
        """Sums as `sum_of` does; if counts wait, the result is unknown until every match has reported it."""
        if not self.has_waiting_counts:
            return self.sum_of(column)
        return add_figures(
            [getattr(match, column) if match.credit is None else match.figure(column) for match in self.meetings]
        )

    def count_lacking(self, column: Column) -> int:
        """Returns how many matches were reported without this figure."""
        return sum(1 for match in self.matches if match.is_played and getattr(match, column) is None)

    def known_sum(self, column: Column, less: Column | None = None) -> Amount:
        """Sums what is known: a match without this figure adds nothing yet. For a difference (`less`) both figures of a
        match have to be known."""
        total: Amount = 0
        for match in self.matches:
            if match.credit is None:
                figure = getattr(match, column) if match.is_reported or match.in_play else None
            else:
                figure = match.figure_so_far(column)
            other = match.figure_so_far(less) if less is not None else 0
            if figure is not None and other is not None:
                total += figure - other
        return total

    def known_points(self, less: Column | None = None) -> Amount:
        """Sums the points that are known, as `known_sum` does, less penalties."""
        return self.known_sum("points", less) - self.points_penalty


def reported_points(matches: Iterable[MatchRecord[E]]) -> Amount | None:
    """Returns the points made in these matches, as far as they are reported. None if they were played and nobody has
    reported any."""
    met = [match.points for match in matches if match.opponents]
    if met and met.count(None) == len(met):
        return None
    return sum(match.points for match in matches if match.credit is None and match.points is not None)


def _add_shares(shares: Sequence[Shares]) -> Shares:
    won, drawn, lost = zip(*shares, strict=True) if shares else ((), (), ())
    return Shares(sum(won), sum(drawn), sum(lost))


def add_figures(figures: Iterable[Amount | None]) -> Amount | None:
    """Adds figures; the sum is unknown as soon as one of them is."""
    figures = list(figures)
    known = [figure for figure in figures if figure is not None]
    return sum(known) if len(known) == len(figures) else None


def subtract(own: Amount | None, other: Amount | None) -> Amount | None:
    """Subtracts figures; the difference is unknown if one of them is."""
    return None if own is None or other is None else own - other


def average(figures: Iterable[Amount | None]) -> Amount | None:
    """Returns the exact average, 0 for no figures, and unknown as soon as one of them is."""
    figures = list(figures)
    total = add_figures(figures)
    return total if total is None or not figures else Fraction(total) / len(figures)


def write_figure(value: Fraction | int) -> int | Decimal | str:
    """Returns a figure for a spreadsheet: a number that it can count with, or text if no decimals are exact."""
    if value == int(value):
        return int(value)
    shown = format_total(value)
    return shown if "/" in shown else Decimal(shown.replace("−", "-"))


def format_total(value: Fraction | int) -> str:
    """A total as paper shows it: "49.5" where the decimals end, "58 1/3" where they would not."""
    if isinstance(value, int):
        return f"−{-value}" if value < 0 else f"{value}"
    sign, (whole, rest) = "−" if value < 0 else "", divmod(abs(value), 1)
    if not rest:
        return f"{sign}{whole}"
    places = next((places for places in range(1, 10) if 10**places % rest.denominator == 0), None)
    if places:
        return f"{sign}{whole}.{int(rest * 10**places):0{places}}"
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


PARTS = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


def format_halves(value: Fraction | int) -> str:
    """League points as a table shows them: "12½" and "¼", all others as `format_total` does."""
    whole, rest = divmod(abs(Fraction(value)), 1)
    if rest not in PARTS:
        return format_total(value)
    return f"{'−' if value < 0 else ''}{whole or ''}{PARTS[rest]}"
