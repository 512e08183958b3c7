"""A hand as the table reported it, with what the rules made of it."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.club import Account
from tournament.models.round import Match, State


class Hand(models.Model):
    """One version of a hand. `facts` is a hand of the hand record format, version 1, with the entries' ids as text for
    players; `awards` is derived from it and from the hands before. Each number has one current version; a rival version
    of a disputed hand is superseded from the start, and so is a late one, until the director lets it count.

    `reason` is the director's, for a version that they decided. `device` is the phone that sent it, if no account did;
    `side` is the number of the side that the phone spoke for, None for the whole table. `chosen_by` are the sides that
    say that this version of a disputed hand is right: number of the side, as text -> the phone that chose for it.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField()
    game = models.PositiveSmallIntegerField(default=1, help_text=_("In the match, from 1, as the table had it."))
    entry_key = models.UUIDField()
    facts = models.JSONField()
    awards = models.JSONField()
    state = models.CharField(max_length=12, choices=State.choices, default=State.ENTERED)
    reason = models.CharField(max_length=300, blank=True)
    entered_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL)
    device = models.CharField(max_length=36, blank=True)
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    entered_at = models.DateTimeField()
    superseded_at = models.DateTimeField(null=True, blank=True)
    chosen_by = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number"], condition=models.Q(superseded_at=None), name="one_hand_that_counts"
            ),
            models.UniqueConstraint(fields=["match", "entry_key"], name="one_version_a_key"),
        ]
