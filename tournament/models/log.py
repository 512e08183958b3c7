"""The log: who did what, when and why. Rows are only ever added."""

from django.db import models

from tournament.models.club import Account
from tournament.models.event import Event


class LogEntry(models.Model):
    """`undone_at` is set while going back to a restore point has undone what the line tells of: it stays readable, and
    nothing is derived from it any more."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="log")
    at = models.DateTimeField()
    by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL)
    action = models.CharField(max_length=40)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    reason = models.CharField(max_length=300, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
