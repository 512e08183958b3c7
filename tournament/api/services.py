"""Makes and revokes tokens, notes when they are used, and saves what leaves the hall."""

import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from tournament.api.log_actions import CHANGE_SHARING, MAKE_TOKEN, REVOKE_TOKEN
from tournament.foundation.writing import log, write_transaction
from tournament.models import Account, ApiToken, Club, SharingRules

PREFIX = "hj_"
"""The prefix tells anybody who finds a token in a file what it is."""
USE_NOTED_EVERY = timedelta(minutes=10)


def digest_of(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def make_token(club: Club, *, name: str, scope: str, by: Account | None, now: datetime) -> str:
    """Returns the token itself, which nobody can read again: only its digest is stored."""
    token = PREFIX + secrets.token_urlsafe(32)
    with write_transaction():
        values = {"name": name, "scope": scope, "made_at": now, "made_by": by}
        ApiToken.objects.create(club=club, digest=digest_of(token), **values)
        log(MAKE_TOKEN, by=by, now=now, after={"name": name, "scope": scope})
    return token


def revoke_token(token: ApiToken, *, by: Account | None, now: datetime) -> None:
    """Revokes a token at once and for good. Doing it twice changes nothing more."""
    with write_transaction():
        if ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now):
            log(REVOKE_TOKEN, by=by, now=now, before={"name": token.name})


def note_use(token: ApiToken, *, now: datetime) -> None:
    """Writes at most once every ten minutes, so that most reads write nothing."""
    if token.last_used_at is None or now - token.last_used_at >= USE_NOTED_EVERY:
        with write_transaction():
            ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


def change_sharing(club: Club, values: Mapping[str, Any], *, by: Account | None, now: datetime) -> None:
    """Saves what everybody may read, and the usual place and hours for the calendar."""
    with write_transaction():
        rules, _is_new = SharingRules.objects.get_or_create(club=club)
        if all(getattr(rules, name) == value for name, value in values.items()):
            return
        for name, value in values.items():
            setattr(rules, name, value)
        rules.save()
        logged = {name: getattr(rules, name) for name in ("api_is_public", "calendar_is_public", "venue")}
        log(CHANGE_SHARING, by=by, now=now, after=logged)
