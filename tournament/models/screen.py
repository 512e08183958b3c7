"""Screens on the walls, the words called out over them, and the prizes as they are given."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.club import Account, Club
from tournament.models.event import Event

LONGEST_NOTICE = 240


class Theme(models.TextChoices):
    SLATE = "slate", _("Dark: chalk on slate, for a dim hall")
    PAPER = "paper", _("Light: ink on paper, for a bright hall")


class Screen(models.Model):
    """A browser that shows pages of the evening to the hall, from the moment the director has taken it.

    The browser holds a secret, of which `secret` is the digest; the `code` only tells the director which one it is.
    `event` is the evening that it shows, none for whatever is on; `turns` are [key of a page, seconds], shown in turn,
    none for what the hall needs now; `as_set` are the turns that were last chosen for it in its settings, to which it
    comes back after a notice or a press. `club` is None only until the club has a name, as of an account. `code` is
    unique on the whole server, like `secret`: a browser that opens one names no club. Anybody who reads the code from
    afar must not be able to be the screen. The secret is in a cookie below /screen/ that outlasts signing out and
    restarts.
    """

    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.CASCADE, related_name="screens")
    code = models.CharField(max_length=8, unique=True)
    secret = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=40, blank=True)
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.SET_NULL, related_name="screens")
    turns = models.JSONField(default=list, blank=True)
    as_set = models.JSONField(default=list, blank=True)
    theme = models.CharField(max_length=10, choices=Theme.choices, default=Theme.SLATE)
    notice = models.CharField(max_length=LONGEST_NOTICE, blank=True)
    revision = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["taken_at", "pk"]

    def __str__(self) -> str:
        return self.name or self.code


class CallOut(models.Model):
    """Words over whatever is on, on one screen or on all of them and on the hall's phones, until it is taken down."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="call_outs")
    screen = models.ForeignKey(Screen, null=True, blank=True, on_delete=models.CASCADE, related_name="call_outs")
    text = models.CharField(max_length=LONGEST_NOTICE)
    called_at = models.DateTimeField()
    called_by = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL)
    taken_down_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["called_at", "pk"]


class PrizeGiving(models.Model):
    """The prizes of an evening in the order in which they are given, as the standings had them when it began: each
    {"prize": a key, or "" for a place, "place", "names", "figure"}. The first `revealed` of them may be seen. The order
    is kept and the standings are hidden meanwhile, so that nothing leaks before a prize is given or changes in the
    middle."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="prize_giving")
    steps = models.JSONField()
    revealed = models.PositiveSmallIntegerField(default=0)
    began_at = models.DateTimeField()

    @property
    def is_over(self) -> bool:
        return self.revealed >= len(self.steps)
