"""The rounds of a stage with their clocks, and the matches played in them."""

from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.club import Account
from tournament.models.event import Entry, Stage, Table


class Round(models.Model):
    """One turn of all tables with as many turns: fours and threes share three bells, a five has its own five."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    turns = models.PositiveSmallIntegerField(help_text=_("Rounds of this bell: 3, or 5 at a table of five."))
    number = models.PositiveSmallIntegerField()
    length = models.DurationField()
    started_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_for = models.DurationField(default=timedelta)
    extra = models.DurationField(default=timedelta)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["turns", "number"]
        constraints = [models.UniqueConstraint(fields=["stage", "turns", "number"], name="one_round_a_number")]


class State(models.TextChoices):
    """Of a hand and of a result. Who may move it from which to which: `services.results`."""

    WAITING = "waiting", _("waiting")
    ENTERED = "entered", _("entered")
    AGREED = "agreed", _("agreed")
    DISPUTED = "disputed", _("disputed")
    RULED = "ruled", _("ruled")
    CALLED_OFF = "called_off", _("called off")


class Match(models.Model):
    """Two entries for one round at a table. The tallies are derived from sheets, hands and rulings; nobody edits them.

    None in a tally is unknown, never 0.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="matches")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    entry_a = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="matches_a")
    entry_b = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="matches_b")
    state = models.CharField(max_length=12, choices=State.choices, default=State.WAITING)
    cross_checked = models.BooleanField(default=False)
    points_a = models.SmallIntegerField(null=True, blank=True)
    points_b = models.SmallIntegerField(null=True, blank=True)
    all_fours_a = models.PositiveSmallIntegerField(null=True, blank=True)
    all_fours_b = models.PositiveSmallIntegerField(null=True, blank=True)
    jacks_turned_a = models.PositiveSmallIntegerField(null=True, blank=True)
    jacks_turned_b = models.PositiveSmallIntegerField(null=True, blank=True)
    hands_finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round__number", "pk"]
        constraints = [models.UniqueConstraint(fields=["round", "entry_a", "entry_b"], name="a_match_is_drawn_once")]


class SheetLine(models.Model):
    """What one player's sheet says of one match: what he won, and as a check what his opponent won."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="sheet_lines")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="sheet_lines")
    mine = models.PositiveSmallIntegerField()
    theirs = models.PositiveSmallIntegerField(null=True, blank=True)
    all_fours = models.PositiveSmallIntegerField(null=True, blank=True)
    jacks_turned = models.PositiveSmallIntegerField(null=True, blank=True)
    entered_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL)
    entered_at = models.DateTimeField()
    superseded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "entry"], condition=models.Q(superseded_at=None), name="one_line_that_counts"
            )
        ]


class Ruling(models.Model):
    """What the director decided of a match, and why. The latest counts until it is superseded."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rulings")
    points_a = models.PositiveSmallIntegerField()
    points_b = models.PositiveSmallIntegerField()
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
