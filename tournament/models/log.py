"""The log: who did what, when and why. Rows are only ever added."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.club import Account, Club
from tournament.models.event import Event
from tournament.models.league import League


class LogEntry(models.Model):
    """One action: on an `event`, on a `league` or, without either, on the club. `club` is None only until the club has
    a name, as for an account. `by` is None for a phone, which `after` names, and for actions without a sign-in.
    `before` and `after` hold what the action is about; a sentence is made from them when the log is read. `undone_at`
    is set if going back to a restore point has undone the action: the line stays readable, and nothing is derived from
    it any more."""

    class Kind(models.TextChoices):
        SIGN_IN = "sign-in", _("Signing in")
        ACCOUNTS = "accounts", _("Accounts")
        CLUB = "club", _("The club")
        PEOPLE = "people", _("People")
        MONEY = "money", _("Money")
        LEAGUES = "leagues", _("Leagues")
        SEASONS = "seasons", _("Seasons and ratings")
        BACKUPS = "backups", _("Backups and restore points")
        EVENING = "evening", _("Evenings and settings")
        SEATS = "seats", _("Draw and seats")
        CLOCK = "clock", _("Clock")
        TABLES = "tables", _("Table codes and calls")
        RESULTS = "results", _("Hands and results")
        SCREENS = "screens", _("Screens and prizes")

    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.CASCADE, related_name="log", db_index=False)
    event = models.ForeignKey(
        Event, null=True, blank=True, on_delete=models.CASCADE, related_name="log", db_index=False
    )
    league = models.ForeignKey(
        League, null=True, blank=True, on_delete=models.CASCADE, related_name="log", db_index=False
    )
    at = models.DateTimeField(db_index=True)
    by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, db_index=False)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    action = models.CharField(max_length=40)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    reason = models.CharField(max_length=300, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        # Pages read the log from its end: fifty lines cost the same in a log of a hundred as of a million.
        indexes = [
            models.Index(fields=["event", "id"], name="log_of_event"),
            models.Index(fields=["kind", "id"], name="log_of_kind"),
            models.Index(fields=["by", "id"], name="log_of_account"),
            models.Index(fields=["league", "id"], name="log_of_league", condition=models.Q(league__isnull=False)),
        ]
