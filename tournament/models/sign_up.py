"""Who signed up for an evening before the day; `Event.sign_up` says whether sign-up is open."""

import secrets

from django.db import models

from tournament.models.event import Event

TOKEN_BYTES = 16


def make_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


class SignUp(models.Model):
    """Somebody who wants to come, perhaps with a partner: names as they wrote them. The door asks who they are. `token`
    is in the address that lets them cancel; whoever has it may."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="sign_ups")
    name = models.CharField(max_length=80)
    partner_name = models.CharField(max_length=80, blank=True)
    needs_partner = models.BooleanField(default=False)
    token = models.CharField(max_length=32, unique=True, default=make_token)
    signed_up_at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
