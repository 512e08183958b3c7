"""Who signed up for an evening before the day; `Event.sign_up` says whether sign-up is open."""

import secrets

from django.db import models

from tournament.models.club import Player
from tournament.models.event import Event

TOKEN_BYTES = 16


def make_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


class SignUp(models.Model):
    """Somebody who wants to come, perhaps with a partner: names as they wrote them, and the people of the club that
    they said they are; the door asks about the others. `placed_at` is when they got a place, which nobody takes from
    them; None while they wait. `token` is in the address that lets them cancel; whoever has it may. `mail` is what
    became of the message to `email` that they moved up."""

    class Mail(models.TextChoices):
        SENT = "sent"
        FAILED = "failed"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="sign_ups")
    name = models.CharField(max_length=80)
    partner_name = models.CharField(max_length=80, blank=True)
    person = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="sign_ups")
    partner_person = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    needs_partner = models.BooleanField(default=False)
    email = models.EmailField(blank=True)
    mail = models.CharField(max_length=6, choices=Mail, blank=True)
    token = models.CharField(max_length=32, unique=True, default=make_token)
    signed_up_at = models.DateTimeField()
    placed_at = models.DateTimeField(null=True, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
