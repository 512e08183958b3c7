"""A hand as the table reported it, with what the rules made of it."""

from django.db import models

from tournament.models.club import Account
from tournament.models.round import Match, State


class Hand(models.Model):
    """One version of a hand. `facts` is the hand of a hand record, version 1; the rest is derived from it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField()
    entry_key = models.UUIDField(unique=True)
    facts = models.JSONField()
    awards = models.JSONField()
    state = models.CharField(max_length=12, choices=State.choices, default=State.ENTERED)
    entered_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL)
    entered_at = models.DateTimeField()
    superseded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number"], condition=models.Q(superseded_at=None), name="one_hand_that_counts"
            )
        ]
