"""The rounds of a stage with their clocks, and the matches played in them."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.models.club import Account
from tournament.models.event import Entry, Stage, Table


class Round(models.Model):
    """One turn of all tables with the same number of turns: tables of four and three share three bells, a table of five
    has its own five. `table_times` are the seconds that single tables have beyond the bell, by table number."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    turns = models.PositiveSmallIntegerField(help_text=_("Rounds of this bell: 3, or 5 at a table of five."))
    number = models.PositiveSmallIntegerField()
    length = models.DurationField()
    started_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_for = models.DurationField(default=timedelta)
    extra = models.DurationField(default=timedelta)
    ended_at = models.DateTimeField(null=True, blank=True)
    table_times = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["turns", "number"]
        constraints = [models.UniqueConstraint(fields=["stage", "turns", "number"], name="one_round_a_number")]

    @property
    def has_begun(self) -> bool:
        return self.started_at is not None

    @property
    def has_ended(self) -> bool:
        return self.ended_at is not None


class State(models.TextChoices):
    """The state of a hand or a result. `matches.services.settling` says who may change it."""

    WAITING = "waiting", _("waiting")
    ENTERED = "entered", _("entered")
    AGREED = "agreed", _("agreed")
    DISPUTED = "disputed", _("disputed")
    RULED = "ruled", _("ruled")
    LATE = "late", _("late")
    CALLED_OFF = "called_off", _("called off")


def join_names(names: Sequence[str]) -> str:
    """Joins names, as in "Ann", or "Bea and Dan"."""
    *others, last = names
    return gettext("%(others)s and %(last)s") % {"others": ", ".join(others), "last": last} if others else last


def name_seats(seats: Sequence[Sequence[str]]) -> str:
    """Joins the names of a side, given those who sat in each seat, in order: "Ann / Zoe and Bea"."""
    return join_names([" / ".join(dict.fromkeys(sat)) for sat in seats])


class Match(models.Model):
    """One match of a round at a table, between its sides. The result is stored with each side. `walk_over` is 0 if
    neither side came."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="matches")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    state = models.CharField(max_length=12, choices=State.choices, default=State.WAITING)
    cross_checked = models.BooleanField(default=False)
    checked_at = models.DateTimeField(null=True, blank=True, help_text=_("Its paper was keyed twice, and equal."))
    walk_over = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("Number of the side that came, where the other did not.")
    )
    part = models.CharField(
        max_length=5, blank=True, help_text=_("Of its round, where it shared its table: as in 1/2; else all of it.")
    )
    hands_finished_at = models.DateTimeField(null=True, blank=True)
    last_game = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("The last that counts, since its team match is decided; else none.")
    )
    is_decider = models.BooleanField(
        default=False, help_text=_("One more game at its table, because its team match was level.")
    )
    sides_read: list["Side"]
    """Its sides, if it was read with them (`matches.queries.matches`)."""

    class Meta:
        ordering = ["round__number", "pk"]

    @property
    def all_sides(self) -> list["Side"]:
        """The sides in order. One query, unless the match was read with them."""
        return self.sides_read if hasattr(self, "sides_read") else list(self.sides.all())

    @property
    def hands_are_in(self) -> bool:
        """Whether no further hand will come."""
        return self.hands_finished_at is not None

    @property
    def name(self) -> str:
        """The name, as in "Ann – Bea"; the match must be read with `matches.queries.matches.with_sides`."""
        return " – ".join(side.name for side in self.all_sides)

    @property
    def points(self) -> tuple[int | None, ...]:
        """The points of each side, in order; None means unknown, never 0."""
        return tuple(side.points for side in self.all_sides)

    @property
    def is_reported(self) -> bool:
        """Whether something is known of each side: its points, or at least its games."""
        return all(side.points is not None or side.games is not None for side in self.all_sides)


class Side(models.Model):
    """The player or players who score together in a match. The tallies are derived from sheets, hands and rulings;
    nobody edits them. None in a tally means unknown, never 0."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="sides")
    number = models.PositiveSmallIntegerField(help_text=_("In the match, from 1."))
    points = models.SmallIntegerField(null=True, blank=True)
    games = models.PositiveSmallIntegerField(null=True, blank=True)
    all_fours = models.PositiveSmallIntegerField(null=True, blank=True)
    jacks_turned = models.PositiveSmallIntegerField(null=True, blank=True)
    hang_jacks = models.PositiveSmallIntegerField(null=True, blank=True)
    settlement = models.SmallIntegerField(null=True, blank=True, help_text=_("What it received, less what it paid."))
    set_backs = models.PositiveSmallIntegerField(null=True, blank=True)
    late_since = models.DateTimeField(null=True, blank=True, help_text=_("While the director waits for them."))
    players_read: list["SidePlayer"]
    """Its players, if it was read with them."""

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_side_a_number")]

    def __str__(self) -> str:
        return self.name

    @property
    def all_players(self) -> list["SidePlayer"]:
        """The players in the order of their seats. One query, unless the side was read with them."""
        return self.players_read if hasattr(self, "players_read") else list(self.players.all())

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries in the order of their seats."""
        return tuple(player.entry for player in self.all_players)

    @property
    def name(self) -> str:
        return join_names([entry.name for entry in self.entries])

    @cached_property
    def key(self) -> str:
        """The side's name in scoring: a player alone is a side under their own id."""
        players = self.all_players
        return f"side-{self.number}" if len(players) > 1 else str(players[0].entry_id)


class SidePlayer(models.Model):
    """A player of a side. `seat` is their place in the order of the deal, from 1, counted over the whole match. If they
    took it in the middle of the match, `before` says who sat there: [entry, number of the last hand they played] each,
    in order. So no hand is rewritten when a stand-in sits down: a hand that comes late, or is corrected, finds its
    players by its number."""

    side = models.ForeignKey(Side, on_delete=models.CASCADE, related_name="players")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="played_in")
    seat = models.PositiveSmallIntegerField()
    before = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["side", "entry"], name="a_player_is_once_on_a_side")]

    def at_hand(self, number: int) -> int:
        """Returns the entry that played this hand in this seat."""
        return next((entry for entry, last in self.before if number <= last), self.entry_id)


class SheetLine(models.Model):
    """What paper says about a side. It is either from the side's own sheet, with what it won and, if two sides play,
    what the other won as a check; or from a slip of the whole match, which has a line for every side: `slip` is then
    its number, from 1. If a side's own sheet is missing, its line may be filled in `from_opponents`, and is then no
    second source. `games` are the games it won, if the match is of games; `mine` are then its points in all of them,
    which may be negative or unknown."""

    slip = models.PositiveSmallIntegerField(default=0, help_text=_("Of the match, from 1; 0 is the side’s own sheet."))
    side = models.ForeignKey(Side, on_delete=models.CASCADE, related_name="sheet_lines")
    mine = models.SmallIntegerField(null=True, blank=True)
    theirs = models.SmallIntegerField(null=True, blank=True)
    games = models.PositiveSmallIntegerField(null=True, blank=True)
    all_fours = models.PositiveSmallIntegerField(null=True, blank=True)
    jacks_turned = models.PositiveSmallIntegerField(null=True, blank=True)
    hang_jacks = models.PositiveSmallIntegerField(null=True, blank=True)
    from_opponents = models.BooleanField(
        default=False, help_text=_("Filled in from the opponent’s sheet, as its own is missing.")
    )
    entered_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL)
    entered_at = models.DateTimeField()
    superseded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["side", "slip"], condition=models.Q(superseded_at=None), name="one_line_that_counts"
            )
        ]


class Ruling(models.Model):
    """What the director decided about a match, and why. The latest counts until it is superseded."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rulings")
    points = models.JSONField(help_text=_("Of each side, in order."))
    games = models.JSONField(null=True, blank=True, help_text=_("Of each side, where games count."))
    reason = models.CharField(max_length=300)
    ruled_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL)
    ruled_at = models.DateTimeField()
    superseded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=models.Q(superseded_at=None), name="one_ruling_that_counts"
            )
        ]


class Adjustment(models.Model):
    """Points or games that the director added to a competitor's, or took off them if negative, and why. `entry` is
    one of the competitor; `hour` is the number of the stage with which it counts: the one that was on or, if it was
    given in a match, that of its `side`, whose tallies then have it. `key` is of the form that was sent, so that
    sending it again gives nothing twice."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="adjustments")
    side = models.ForeignKey(Side, null=True, blank=True, on_delete=models.SET_NULL, related_name="adjustments")
    hour = models.PositiveSmallIntegerField()
    points = models.SmallIntegerField()
    games = models.SmallIntegerField(default=0)
    reason = models.CharField(max_length=300)
    key = models.UUIDField()
    given_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, related_name="+")
    given_at = models.DateTimeField()
    superseded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["entry", "key"], name="one_adjustment_a_form")]


SETTLED = (State.AGREED, State.RULED)
