"""A feat of a team match that somebody noted at a table or at the desk, because no recorded hand tells it."""

from django.db import models

from tournament.models.club import Account
from tournament.models.round import Side


class NotedFeat(models.Model):
    """A feat of the side that did it. `kind` is a key of `matches.feats.FEATS`, `suit` a letter where it is one of
    each suit, `figure` how much it was where that counts. `device` is the phone that noted it, if no account did."""

    side = models.ForeignKey(Side, on_delete=models.CASCADE, related_name="feats")
    kind = models.CharField(max_length=20)
    suit = models.CharField(max_length=1, blank=True)
    figure = models.PositiveSmallIntegerField(null=True, blank=True)
    noted_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL)
    device = models.CharField(max_length=36, blank=True)
    noted_at = models.DateTimeField()
    superseded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["noted_at", "pk"]
