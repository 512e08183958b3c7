"""Tokens, the rules for what leaves the hall, and the state for ETags."""

from datetime import datetime

from tournament.models import ApiToken, Club, LogEntry, SharingRules, of_shown_club


def sharing_of(club: Club) -> SharingRules:
    """Returns the club's sharing rules, or the defaults. One query."""
    return SharingRules.objects.filter(club=club).first() or SharingRules(club=club)


def token_with(digest: str) -> ApiToken | None:
    """Returns the token with this digest and its club, if it works at this host. One query."""
    return ApiToken.objects.select_related("club").filter(of_shown_club(), digest=digest, revoked_at=None).first()


def tokens_of(club: Club) -> list[ApiToken]:
    """Returns tokens, those that work first, then the latest first. One query."""
    tokens = ApiToken.objects.filter(club=club).select_related("made_by")
    return sorted(tokens, key=lambda token: (token.revoked_at is not None, -token.pk))


def last_change_of(club: Club, *kinds: str) -> tuple[int, datetime] | None:
    """Returns the id and the time of the last entry in the club's log, of some kinds or of all: every change writes
    one, and ids come again after a backup was restored. One query."""
    lines = LogEntry.objects.filter(club=club, **({"kind__in": kinds} if kinds else {}))
    return lines.order_by("-pk").values_list("pk", "at").first()
