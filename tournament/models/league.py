"""A league: teams that meet over a season, with results of evenings that were not run here."""

import secrets
from datetime import date, datetime
from decimal import Decimal

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.dates import WEEKDAYS
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.formats.bracket_rounds import say_round
from tournament.models.club import Account, Club
from tournament.ranking import LEAGUE_ORDER

PLAY_AGAIN = "replay"
"""The outcome of a match that is to be played again."""
GOES_ON = "goes_on"
"""The outcome of a drawn match of a cup after which one team goes on."""
OUTCOME_KEYS = (
    *("", "walk_over", "forfeited", "table_forfeited", "void", "abandoned", "abandoned_void", PLAY_AGAIN, GOES_ON),
)
"""What can have happened to a match, as `leagues.outcomes.OUTCOMES` describes it; "" if it was simply played."""
FORFEITED_KEYS = ("", "team", "other", "both")
"""Which teams of a match a table was taken from: fields of `LeagueResult`, or both of them."""
WITHDRAWAL_KEYS = ("", "kept", "struck", "kept_until")
"""The rules for a team that withdraws, as `leagues.outcomes.WITHDRAWALS` describes them."""


def usual_tie_breaks() -> list[str]:
    return list(LEAGUE_ORDER[1:])


def make_captain_key() -> str:
    return secrets.token_urlsafe(12)


class League(models.Model):
    """A season of one league, or of one division of it: divisions have its name and season in common, and 1 is the top
    one; 0 is a league without divisions. Its fields say how a table is made from its results (`order`, and then the
    keys of `tie_breaks` in their order, as `ranking` names them) and what its cards count, how many teams at its
    ends go up (`promoted`), play off for a place above (`play_off`, after those) or go down (`relegated`), and how
    captains report: by how many `tables` (0 if by totals alone), and after how many hours the other captain's silence
    agrees.

    Who may play (`leagues.eligibility`): the last days on which somebody new may join a squad, and somebody of another
    team; the most players of a squad, 0 if any number; how many `substitutes` a team may use in a match, None if any
    number; in how many matches a substitute may play for a team before they are tied to it, None if in any number, and
    in how many somebody of another team's squad may help out.

    A cup is a league, too, but a knock-out: each round has the winners of the one before. Its teams were drawn from
    those of another league, by `lot` (the number from which the order can be drawn again) or, without one, by the
    table. `round_days` are the days of its rounds, as ISO dates."""

    class Order(models.TextChoices):
        LEAGUE = "league", _("League points")
        BULLSEYES = "bullseyes", _("Games won, without league points")

    class Counts(models.TextChoices):
        BULLSEYES = "bullseyes", _("Bullseyes")
        GAMES = "games", _("Games")
        LEGS = "legs", _("Legs")
        POINTS = "points", _("Card points")

    class Bye(models.TextChoices):
        NOTHING = "nothing", _("Nothing")
        WIN = "win", _("A match won, otherwise the average of the team’s other matches")
        OWN_AVERAGE = "own_average", _("The average of the team’s other matches")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="leagues")
    name = models.CharField(max_length=80)
    season = models.CharField(max_length=40)
    division = models.PositiveSmallIntegerField(default=0)
    promoted = models.PositiveSmallIntegerField(default=0)
    play_off = models.PositiveSmallIntegerField(default=0)
    relegated = models.PositiveSmallIntegerField(default=0)
    win = models.DecimalField(max_digits=5, decimal_places=2, default=Decimal(2))
    draw = models.DecimalField(max_digits=5, decimal_places=2, default=Decimal(1))
    loss = models.DecimalField(max_digits=5, decimal_places=2, default=Decimal(0))
    per_game = models.DecimalField(max_digits=5, decimal_places=2, default=Decimal(0))
    bonus = models.DecimalField(max_digits=5, decimal_places=2, default=Decimal(0))
    bonus_within = models.PositiveSmallIntegerField(default=0)
    order = models.CharField(max_length=12, choices=Order.choices, default=Order.LEAGUE)
    tie_breaks = models.JSONField(default=usual_tie_breaks, blank=True)
    counts = models.CharField(max_length=12, choices=Counts.choices, default=Counts.BULLSEYES)
    bye = models.CharField(max_length=12, choices=Bye.choices, default=Bye.NOTHING)
    race_to = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("Games that win a match, where it is a race.")
    )
    counts_games_in_play = models.BooleanField(default=False, help_text=_("Once a match that is a race is decided."))
    walk_over = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("Games of a walk-over; if empty those of a race, or else none.")
    )
    meetings = models.PositiveSmallIntegerField(
        default=1, help_text=_("How often any two teams meet; 0 if that is not fixed.")
    )
    tables = models.PositiveSmallIntegerField(default=0)
    agree_hours = models.PositiveSmallIntegerField(null=True, blank=True, default=48)
    shows_reported = models.BooleanField(default=False)
    squads_until = models.DateField(null=True, blank=True)
    transfers_until = models.DateField(null=True, blank=True)
    squad_most = models.PositiveSmallIntegerField(default=0)
    substitutes = models.PositiveSmallIntegerField(null=True, blank=True)
    substitute_matches = models.PositiveSmallIntegerField(null=True, blank=True)
    lent_matches = models.PositiveSmallIntegerField(default=0)
    shown = models.BooleanField(default=False)
    is_cup = models.BooleanField(default=False)
    drawn_from = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="cups")
    lot = models.PositiveIntegerField(null=True, blank=True)
    round_days = models.JSONField(default=list, blank=True)
    fee = models.DecimalField(max_digits=7, decimal_places=2, default=Decimal(0))
    walk_over_fine = models.DecimalField(max_digits=7, decimal_places=2, default=Decimal(0))
    revision: tuple[int | None, datetime | None]
    """The id of the latest line of its log, and when the club last forgot somebody, whose name may have stood in it;
    where it was read with them."""

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name", "season", "division"], name="one_division_a_season")
        ]

    def __str__(self) -> str:
        return self._with_division(f"{self.name} {self.season}")

    @property
    def wins(self) -> range | None:
        """The games with which a race is won: if games in play count, each other table can bring one more. Without
        tables it is not known how many there are."""
        if not self.race_to or not self.counts_games_in_play:
            return range(self.race_to, self.race_to + 1) if self.race_to else None
        return range(self.race_to, self.race_to + self.tables if self.tables else 2**15)

    @property
    def counted(self) -> str:
        """What the cards of its matches count, as in "bullseyes" inside a sentence."""
        return str(self.get_counts_display()).lower()

    @property
    def has_hang_jacks(self) -> bool:
        """Whether its cards may count hang jacks; other games, of which they count legs or points, have none."""
        return self.counts in (self.Counts.BULLSEYES, self.Counts.GAMES)

    @cached_property
    def drawn_teams(self) -> int:
        """How many teams a cup began with. One query."""
        return self.teams.exclude(number=None).count()

    def label_of_round(self, number: int) -> str:
        """Says a round as in "Round 3", or as in "Semi-finals" in a cup, which takes one query."""
        return say_round(number, self.drawn_teams if self.is_cup else 0)

    @property
    def title(self) -> str:
        """Its name, with its division if it has one."""
        return self._with_division(self.name)

    def _with_division(self, name: str) -> str:
        if not self.division:
            return name
        return gettext("%(league)s, Division %(number)s") % {"league": name, "number": self.division}


class LeagueTeam(models.Model):
    """A team of a league. `key` is equal for names that differ only by case, spaces or accents, which mean the same
    team. `home` is where it plays the matches in which it is named first, on the weekday `night` (0 is Monday) and from
    `starts`; empty if it has no such place, night or time. The desk alone sees how to `contact` its captain. A team
    that withdrew says when and why; `withdrawal` is the rule for its results (`leagues.outcomes.WITHDRAWALS`). From
    `captain_key` the captain's private link is made (`leagues.captain_links`); empty if it was revoked. `number` is its
    place in the draw of a cup."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(max_length=80)
    key = models.CharField(max_length=400)
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    home = models.CharField(max_length=120, blank=True)
    night = models.PositiveSmallIntegerField(null=True, blank=True, validators=[MaxValueValidator(6)])
    starts = models.TimeField(null=True, blank=True)
    captain = models.CharField(max_length=80, blank=True)
    contact = models.CharField(max_length=120, blank=True)
    captain_key = models.CharField(max_length=32, blank=True, default=make_captain_key)
    withdrawn_on = models.DateField(null=True, blank=True)
    withdrawal = models.CharField(max_length=12, blank=True, choices=[(key, key) for key in WITHDRAWAL_KEYS])
    kept_until = models.DateField(null=True, blank=True)
    why_withdrawn = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["league", "key"], name="one_team_a_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def at_home(self) -> str:
        """When it plays at home, as in "Tuesday, 19:30"; of what is not known, nothing."""
        night = "" if self.night is None else str(WEEKDAYS[self.night])
        return ", ".join(filter(None, (night, f"{self.starts:%H:%M}" if self.starts else "")))


class LeaguePlayer(models.Model):
    """Somebody in a team's squad, from a day on and until a day on which they no longer are, None for the whole season:
    a row for each time that somebody is in a team, so that a transfer is the end of one row and the start of another.
    Names are those of the list of players; the door asks who is meant where several people have one."""

    team = models.ForeignKey(LeagueTeam, on_delete=models.CASCADE, related_name="squad")
    name = models.CharField(max_length=80)
    since = models.DateField(null=True, blank=True)
    until = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class BlockedDays(models.Model):
    """Days on which a league does not play, or one `team` of it."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="blocked")
    team = models.ForeignKey(LeagueTeam, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    first = models.DateField()
    last = models.DateField()
    reason = models.CharField(max_length=120)

    class Meta:
        ordering = ["first", "pk"]

    def has_day(self, day: date) -> bool:
        return self.first <= day <= self.last


class LeagueDerby(models.Model):
    """Teams that share a town, a club or a venue, which its `name` says. No two of them are at home on one day, and
    they do not meet before the round `first_round`."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="derbies")
    name = models.CharField(max_length=80)
    teams = models.ManyToManyField(LeagueTeam, through="DerbyTeam", related_name="derbies")
    first_round = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class DerbyTeam(models.Model):
    """A team of a derby."""

    derby = models.ForeignKey(LeagueDerby, on_delete=models.CASCADE, related_name="+", db_column="leaguederby_id")
    team = models.ForeignKey(LeagueTeam, on_delete=models.CASCADE, related_name="+", db_column="leagueteam_id")

    class Meta:
        db_table = "tournament_leaguederby_teams"
        unique_together = (("derby", "team"),)

    def __str__(self) -> str:
        return str(self.team)


class LeagueResult(models.Model):
    """One version of a team match. Without `other` it is a bye; without games a fixture that is still to be played;
    without hang jacks nobody counted them. `tables` are the games at each table, those of `team` first, `singles` the
    numbers of those that were singles, from 1, and `seated` the names of both sides at each, as far as they are known,
    as the secretary typed them; they are shown as long as the tables add up to the games. `day` is None until the date
    is set, an empty `venue` means the home of `team`, and `postponed_from` is the first day of a postponed match, which
    has to be played by `play_by`. If something else happened than a match, `outcome` says what
    (`leagues.outcomes.OUTCOMES`), `why` it was ruled so and to whom the match was `awarded`; of a forfeited table
    `forfeited_by` says which of the teams lost one, "" in matches that were ruled before that was asked. A match that
    is played here has the `uid` of its `evening`, and the revision of that from which its figures were derived. A
    version that no longer counts says since when, by whom and why; `replaced_by` is the one in its place, None if the
    result was removed."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="results")
    round = models.PositiveSmallIntegerField()
    team = models.ForeignKey(LeagueTeam, on_delete=models.CASCADE, related_name="+")
    games = models.PositiveSmallIntegerField(null=True, blank=True)
    hang_jacks = models.PositiveSmallIntegerField(null=True, blank=True)
    other = models.ForeignKey(LeagueTeam, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    other_games = models.PositiveSmallIntegerField(null=True, blank=True)
    other_hang_jacks = models.PositiveSmallIntegerField(null=True, blank=True)
    tables = models.JSONField(default=list, blank=True)
    singles = models.JSONField(default=list, blank=True)
    seated = models.JSONField(default=list, blank=True)
    day = models.DateField(null=True, blank=True)
    starts = models.TimeField(null=True, blank=True)
    ends = models.TimeField(null=True, blank=True)
    venue = models.CharField(max_length=120, blank=True)
    postponed_from = models.DateField(null=True, blank=True)
    play_by = models.DateField(null=True, blank=True)
    outcome = models.CharField(max_length=16, blank=True, choices=[(key, key) for key in OUTCOME_KEYS])
    awarded = models.ForeignKey(LeagueTeam, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    forfeited_by = models.CharField(max_length=5, blank=True, choices=[(key, key) for key in FORFEITED_KEYS])
    why = models.CharField(max_length=300, blank=True)
    evening = models.UUIDField(null=True, blank=True)
    evening_revision = models.PositiveIntegerField(null=True, blank=True)
    imported_at = models.DateTimeField()
    imported_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, related_name="+")
    superseded_at = models.DateTimeField(null=True, blank=True)
    superseded_by = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.CharField(max_length=300, blank=True)
    replaced_by = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="replaces")

    class Meta:
        ordering = ["round", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["evening"], condition=models.Q(superseded_at=None), name="one_match_an_evening"
            )
        ]

    def clean(self) -> None:
        if self.team_id == self.other_id:
            raise ValidationError({"other": _("A team cannot meet itself.")})

    mark = ""
    """What happened to it, in words, for a page. Not stored: `leagues.queries` works it out."""
    has_request = False
    """Whether the other captain asks the present one to postpone it. Not stored: `leagues.queries` sets it."""

    @property
    def is_fixture(self) -> bool:
        """Whether two teams still have to play it."""
        if self.other is None or self.games is not None or self.outcome not in ("", PLAY_AGAIN):
            return False
        return self.team.withdrawn_on is None and self.other.withdrawn_on is None

    @property
    def has_hang_jacks(self) -> bool:
        """Whether they were counted, for one team at least."""
        return (self.hang_jacks, self.other_hang_jacks) != (None, None)

    @property
    def place(self) -> str:
        """Where it is played; "" if unknown."""
        return self.venue or ("" if self.other_id is None else self.team.home)


class LeaguePenalty(models.Model):
    """League points, bullseyes or both that a team loses as a penalty. A penalty that was taken back says since when,
    by whom and why. It is never corrected, but taken back with a reason and given again: penalties are argued about
    later, and every version has to be there."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="penalties")
    team = models.ForeignKey(LeagueTeam, on_delete=models.CASCADE, related_name="penalties")
    points = models.DecimalField(max_digits=5, decimal_places=2, default=Decimal(0))
    bullseyes = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(max_length=300)
    given_at = models.DateTimeField()
    given_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, related_name="+")
    superseded_at = models.DateTimeField(null=True, blank=True)
    superseded_by = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    why_superseded = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]


class LeagueMoney(models.Model):
    """A fine that a `team` was given by hand, money that it paid to the league, or an income or expense of the league
    itself, without a team; fees and fines by rule follow from the league's rules. `day` is when it was paid or given,
    `reason` what it is for. A line that was taken back says since when and by whom."""

    class Kind(models.TextChoices):
        PAID = "paid", _("A team paid")
        FINE = "fine", _("Fine of a team")
        INCOME = "in", _("Other income")
        EXPENSE = "out", _("Expense")

    OF_TEAMS = (Kind.PAID, Kind.FINE)
    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="money")
    team = models.ForeignKey(LeagueTeam, null=True, blank=True, on_delete=models.CASCADE, related_name="money")
    kind = models.CharField(max_length=4, choices=Kind.choices)
    amount = models.DecimalField(max_digits=7, decimal_places=2)
    day = models.DateField()
    reason = models.CharField(max_length=300, blank=True)
    note = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, related_name="+")
    superseded_at = models.DateTimeField(null=True, blank=True)
    superseded_by = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["pk"]


class SentWeek(models.Model):
    """Somebody has sent the message of a week: the one up to `day`, in which the latest round was `round`. Without
    dates a week is a round, and `day` is None. One that was taken back says since when and by whom."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="sent_weeks")
    day = models.DateField(null=True, blank=True)
    round = models.PositiveSmallIntegerField()
    sent_at = models.DateTimeField()
    sent_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, related_name="+")
    superseded_at = models.DateTimeField(null=True, blank=True)
    superseded_by = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["pk"]


class LeagueReport(models.Model):
    """What the captain of `team` reported of its match against `other` in a round; without games only a photograph of
    the card was sent so far, or it was said who plays. Hang jacks are None if they were not counted, `tables` are pairs
    of games, the team's own first. The secretary may say who played, too, and has `allowed` some who by the rules may
    not: the name and the reason of each. `agrees_at` is when the other captain's silence agrees, None if it never does
    by itself. Once the secretary settled the match, the report says since when. A captain who reports again overwrites
    it; the log has each version. `singles` are the numbers of the tables, from 1, that were singles, and `seated` has
    the names of both sides at each table, as far as they are known. `card` is drawn anew from the file that was sent,
    so that nothing else of that is stored.

    What came from another hall is a report, too: it has the `evening` there, the `revision` of that from which it was
    made, the day on which it was played, the players of either team, its own first, and `notes`, sentences about halves
    and feats."""

    team = models.ForeignKey(LeagueTeam, on_delete=models.CASCADE, related_name="reports")
    other = models.ForeignKey(LeagueTeam, on_delete=models.CASCADE, related_name="+")
    round = models.PositiveSmallIntegerField()
    games = models.PositiveSmallIntegerField(null=True, blank=True)
    other_games = models.PositiveSmallIntegerField(null=True, blank=True)
    hang_jacks = models.PositiveSmallIntegerField(null=True, blank=True)
    other_hang_jacks = models.PositiveSmallIntegerField(null=True, blank=True)
    tables = models.JSONField(default=list)
    singles = models.JSONField(default=list, blank=True)
    seated = models.JSONField(default=list, blank=True)
    players = models.JSONField(default=list)
    allowed = models.JSONField(default=list)
    card = models.BinaryField(null=True, blank=True)
    reported_at = models.DateTimeField()
    agrees_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    evening = models.UUIDField(null=True, blank=True)
    revision = models.PositiveIntegerField(null=True, blank=True)
    played_on = models.DateField(null=True, blank=True)
    notes = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["team", "other", "round"], condition=models.Q(evening=None), name="one_report_a_side"
            ),
            models.UniqueConstraint(fields=["team", "other", "round", "evening"], name="one_report_a_hall"),
        ]


class PostponementRequest(models.Model):
    """The captain of `team` asks to postpone its match against `other` in a round, to another `day` if they know one.
    The other captain may agree; the secretary alone moves the match or declines, and then it is settled."""

    team = models.ForeignKey(LeagueTeam, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(LeagueTeam, on_delete=models.CASCADE, related_name="+")
    round = models.PositiveSmallIntegerField()
    day = models.DateField(null=True, blank=True)
    reason = models.CharField(max_length=300)
    asked_at = models.DateTimeField()
    agreed_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    is_declined = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]


class HallLink(models.Model):
    """The link under which a match was sent to another hall. It is signed from `key` (`leagues.captain_links`), which
    is empty once the link was revoked."""

    team = models.ForeignKey(LeagueTeam, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(LeagueTeam, on_delete=models.CASCADE, related_name="+")
    round = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=32, blank=True, default=make_captain_key)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["team", "other", "round"], name="one_link_a_match")]


class VisitingMatch(models.Model):
    """A match of a league on another computer, which is played here in an `event`. `match` is what it is called there;
    a club has it once, and two clubs of a server may both have it. `token` signs its result, and `address` is its link
    if it was opened from there. A cup began with `cup_teams`, 0 if it is none. `eligibility` is what came with it about
    who may play (`leagues.hall_file.Eligibility`, and the `squads`), empty if nothing did; in `allowed` are the team,
    the name and the reason of each player whom the director let play all the same. `sent` are the figures that were
    sent back last (`leagues.reported.Figures.key`), "" if none were."""

    event = models.OneToOneField("Event", on_delete=models.CASCADE, related_name="visiting_match")
    match = models.CharField(max_length=60, db_index=True)
    token = models.CharField(max_length=60)
    address = models.CharField(max_length=300, blank=True)
    league = models.CharField(max_length=150)
    round = models.PositiveSmallIntegerField()
    team = models.CharField(max_length=80)
    other = models.CharField(max_length=80)
    cup_teams = models.PositiveSmallIntegerField(default=0)
    eligibility = models.JSONField(default=dict, blank=True)
    allowed = models.JSONField(default=list, blank=True)
    sent = models.CharField(max_length=600, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    @property
    def round_in_words(self) -> str:
        return say_round(self.round, self.cup_teams)
