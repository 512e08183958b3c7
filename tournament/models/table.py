"""A table's code for its phones, and its calls for the director."""

from django.db import models
from django.db.models import Q

from tournament.models.club import Account
from tournament.models.event import Event
from tournament.models.round import Match


class TableCode(models.Model):
    """The secret code of one table of one event, whoever sits there. One is valid at a time; a revoked one stays
    stored, so that what was begun under it can still arrive, as late. A club has a `code` once; another club of the
    server may have it too, so that nobody learns from a refused code that it opens something there."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="codes")
    table_number = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=12, db_index=True)
    issued_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["table_number", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "table_number"], condition=Q(revoked_at=None), name="one_code_that_opens_a_table"
            )
        ]


class Call(models.Model):
    """A table's call for the director: when it was made and when it was answered."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="calls")
    table_number = models.PositiveSmallIntegerField()
    match = models.ForeignKey(Match, null=True, blank=True, on_delete=models.CASCADE, related_name="calls")
    called_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL)

    class Meta:
        ordering = ["called_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "table_number"], condition=Q(answered_at=None), name="one_open_call_a_table"
            )
        ]
