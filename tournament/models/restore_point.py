"""Restore points of an evening: its state before each large action."""

from django.db import models

from tournament.models.club import Account
from tournament.models.event import Event


class RestorePoint(models.Model):
    """The state of an evening just before `action`, as the log calls it; `hour` is the number of the stage concerned,
    `round` the number of the round in it. `name` is the director's own, for a point that they set by hand. `content`
    are the rows of the evening, packed by `event.snapshot`; `last_line` is the newest line of the log at that time."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="restore_points")
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, related_name="+")
    action = models.CharField(max_length=40)
    hour = models.PositiveSmallIntegerField(null=True, blank=True)
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    name = models.CharField(max_length=60, blank=True)
    last_line = models.PositiveBigIntegerField(default=0)
    content = models.BinaryField()

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name or self.action
