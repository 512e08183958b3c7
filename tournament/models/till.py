"""Payments at the door. Rows are only ever added."""

from django.db import models

from tournament.models.club import Account
from tournament.models.event import Entry


class Payment(models.Model):
    """Money that somebody paid or, with `takes_back`, the same amount below zero, because it was never paid or was
    given back. What somebody has paid is the sum of their rows. So two people at one door cannot take the same money
    twice, and the till adds up to what is in it."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="payments")
    amount = models.DecimalField(max_digits=7, decimal_places=2)
    paid_at = models.DateTimeField()
    taken_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, related_name="+")
    takes_back = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="taken_back_by"
    )

    class Meta:
        ordering = ["pk"]
