"""Screens on the walls, the notices shown over their pages, the prizes as they are given, and the raffle."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.club import Account, Club
from tournament.models.event import Entry, Event

LONGEST_NOTICE = 240


class Theme(models.TextChoices):
    SLATE = "slate", _("Dark: chalk on slate, for a dim hall")
    PAPER = "paper", _("Light: ink on paper, for a bright hall")


class Screen(models.Model):
    """A browser that shows pages of the evening to the hall, once the director has taken it over.

    The browser holds a secret, and `secret` is its digest; the `code` only tells the director which screen it is.
    `event` is the evening that it shows, None for the current one; `turns` are [key of a page, seconds], shown in turn,
    empty for what the hall needs now; `as_set` are the turns last chosen in its settings, to which it returns after a
    notice or a press. `club` is None only until the club has a name, as for an account. `code` is unique on the whole
    server, like `secret`, because a browser that opens a page names no club. Somebody who reads the code from afar must
    not be able to act as the screen. The secret is in a cookie below /screen/ that outlasts signing out and restarts.
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
    """A notice over the present page of one screen, or of all screens and the hall's phones, until it is taken down."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="call_outs")
    screen = models.ForeignKey(Screen, null=True, blank=True, on_delete=models.CASCADE, related_name="call_outs")
    text = models.CharField(max_length=LONGEST_NOTICE)
    called_at = models.DateTimeField()
    called_by = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL)
    taken_down_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["called_at", "pk"]


class PrizeGiving(models.Model):
    """The prizes of an evening in the order in which they are given, as the standings were when the giving began: each
    {"prize": a key, or "" for a place, "place", "names", "figure"}. The first `revealed` of them may be seen. The order
    is fixed and the standings are hidden meanwhile, so that no prize is known before it is given or changes in the
    middle."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="prize_giving")
    steps = models.JSONField()
    revealed = models.PositiveSmallIntegerField(default=0)
    began_at = models.DateTimeField()

    @property
    def is_over(self) -> bool:
        return self.revealed >= len(self.steps)


class RaffleDraw(models.Model):
    """Somebody who was drawn from those who were here and had not won before: `among` people in the order of their ids,
    chosen by `seed`, so that anybody can draw again and see the same name."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="raffle_draws")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="raffle_draws")
    prize = models.CharField(max_length=80, blank=True)
    seed = models.BigIntegerField()
    among = models.PositiveSmallIntegerField()
    drawn_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["event", "entry"], name="one_raffle_prize_each")]
