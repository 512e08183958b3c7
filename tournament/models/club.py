"""The club, its players, and the accounts of those who run an evening. Players and spectators have no account."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class Account(AbstractUser):
    """Somebody who signs in. A director may do all that a scorer may."""

    class Role(models.TextChoices):
        DIRECTOR = "director", _("Director")
        SCORER = "scorer", _("Scorer")

    role = models.CharField(max_length=10, choices=Role.choices, default=Role.SCORER)
    one_time_password = models.BooleanField(default=False, help_text=_("Must be changed at the next sign-in."))

    @property
    def is_director(self) -> bool:
        return self.role == self.Role.DIRECTOR


class Club(models.Model):
    name = models.CharField(max_length=120)

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """Somebody the club knows by name; added once, entered in many events."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=80)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint("club", Lower("name"), name="one_player_a_name")]

    def __str__(self) -> str:
        return self.name
