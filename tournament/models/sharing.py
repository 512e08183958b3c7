"""What a club shares outside the hall: with programs that have a token, with everybody, and as calendars."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.club import Account, Club


class SharingRules(models.Model):
    """What everybody may read without a token, and what the calendar says about every evening: the `venue`, and its
    times (`ends` at or before `starts` is on the next day). No row means that nothing leaves the hall."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="sharing_rules")
    api_is_public = models.BooleanField(default=False)
    calendar_is_public = models.BooleanField(default=False)
    venue = models.CharField(max_length=120, blank=True)
    starts = models.TimeField(null=True, blank=True)
    ends = models.TimeField(null=True, blank=True)


class ApiToken(models.Model):
    """A token with which another program reads the club's data. Only its SHA-256 `digest` is stored, so that nobody can
    read a token here. It works until `revoked_at`; `last_used_at` is exact to a few minutes."""

    class Scope(models.TextChoices):
        PUBLIC = "public", _("What everybody may see")
        MEMBERS = "members", _("What members may see")
        DESK = "desk", _("Everything the desk sees: all names, also what is not shown yet")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    scope = models.CharField(max_length=8, choices=Scope.choices, default=Scope.PUBLIC)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, related_name="+")
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name
